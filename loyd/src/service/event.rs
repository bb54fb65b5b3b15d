//! What is heard while a question is answered.

use std::path::PathBuf;

use super::reply::{BenchRow, BenchSet, BoundTable, CompareRow, Drawn, Listed, MapCost};
pub use crate::limits::Part;
use crate::limits::{Frontier, Iteration, Progress};
use crate::table::cache;
use crate::table::map::Layer;

/// What happens while a question is answered.
///
/// Of progress only the latest is kept when nobody listens fast enough; everything else comes whole and in order, and a
/// search waits until there is room for it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "event", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Event {
    /// How far the work is.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::progress"))]
    Progress {
        /// The counts.
        progress: Progress,
        /// The part of the work, where it has several.
        part: Option<Part>,
    },
    /// A better solution of so many moves is known.
    Better {
        /// Its moves.
        length: u32,
    },
    /// An iteration of iterative deepening has ended.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::iteration"))]
    Iteration(Iteration),
    /// A search with a closed list has grown by a layer, or A* has expanded all states with the least *f*.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::frontier"))]
    Frontier(Frontier),
    /// One of all shortest solutions.
    Solution(Listed),
    /// A map is about to be drawn.
    Begun(Box<MapCost>),
    /// A layer of a map is complete.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::layer"))]
    Layer(Layer),
    /// A position was drawn.
    Drawn(Drawn),
    /// An algorithm has ended.
    Compared(CompareRow),
    /// The instances of a set were chosen.
    Chosen(BenchSet),
    /// An instance of a set was tried.
    Tried(Box<BenchRow>),
    /// A table of a lower bound is there.
    Built(BoundTable),
    /// A table is read, waited for, written, or cannot be.
    Table(TableNews),
}

/// What happened to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TableFate {
    /// It was read.
    Read,
    /// Another process builds it, and is waited for.
    Waiting,
    /// A file could not be used, and was set aside.
    SetAside,
    /// It was written.
    Kept,
    /// It cannot be kept.
    NotKept,
    /// It was measured.
    Gives,
}

/// News of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TableNews {
    /// What happened.
    pub fate: TableFate,
    /// The file.
    pub path: PathBuf,
    /// The same for people.
    pub message: String,
    /// Whether somebody should hear of it who has not asked.
    pub is_warning: bool,
}

impl From<&cache::Event<'_>> for TableNews {
    fn from(event: &cache::Event<'_>) -> TableNews {
        let (fate, path) = match event {
            cache::Event::Read { path, .. } => (TableFate::Read, path),
            cache::Event::Waiting { path } => (TableFate::Waiting, path),
            cache::Event::SetAside { path, .. } => (TableFate::SetAside, path),
            cache::Event::Kept { path, .. } => (TableFate::Kept, path),
            cache::Event::NotKept { path, .. } => (TableFate::NotKept, path),
            cache::Event::Gives { path, .. } => (TableFate::Gives, path),
        };
        TableNews { fate, path: path.to_path_buf(), message: event.to_string(), is_warning: event.is_warning() }
    }
}
