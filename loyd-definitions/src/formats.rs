//! Definitions as text: five forms are read and written.

pub(crate) mod blocks;
pub mod gap;
pub mod json;
pub mod kpuzzle;
pub(crate) mod length;
pub(crate) mod lines;
pub mod loyd;
mod made_of;
pub mod psvn;
pub(crate) mod read;
mod stock;
pub mod tws;
pub mod write;

pub use length::MOST_TEXT;
pub use read::read;
