//! What the command needs of the machine: an allocator, how much memory and room there is, and interrupts.

pub(crate) mod allocator;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod room;
