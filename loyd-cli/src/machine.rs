//! The command's use of the machine: the allocator, free memory and disk space, and interrupts.

pub(crate) mod allocator;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod room;
