//! The command's use of the machine: the allocator, free memory and disk space, interrupts, the program itself, and the
//! net below the limits.

pub(crate) mod allocator;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod net;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod room;
