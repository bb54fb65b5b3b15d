//! The command's use of the machine: the allocator, free memory and disk space, interrupts, and the program itself.

pub(crate) mod allocator;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod program;
pub(crate) mod room;
