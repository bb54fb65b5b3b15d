//! Events that a listener hears while a question is answered.

use std::path::PathBuf;

use super::reply::{BenchRow, BenchSet, BoundTable, CompareRow, Drawn, Listed, MapCost};
use loyd_core::cost::Cost;
#[doc(inline)]
pub use loyd_core::limits::WorkPart;
use loyd_core::limits::{Frontier, Iteration, Progress};
use loyd_core::table::cache;
use loyd_core::table::map::Layer;

/// An event while a question is answered.
///
/// Progress, and better solutions with their moves, are reported at most once in 50 milliseconds: the latest progress
/// and the best solution. All other events arrive complete and in order, and a search waits until there is room for
/// them.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "event", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Event {
    /// The progress of the work.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::events::progress"))]
    #[cfg_attr(feature = "schema", schemars(with = "super::wire::events::ProgressRow"))]
    Progress {
        /// The counts of the work.
        progress: Progress,
        /// The part of the work, where it has several.
        part: Option<WorkPart>,
    },
    /// A better solution is known.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::events::better"))]
    #[cfg_attr(feature = "schema", schemars(with = "super::wire::events::BetterRow"))]
    Better {
        /// The cost of the better solution.
        cost: Cost,
        /// The names of its moves, if the question is to solve one position. `None` if only the cost is known; the same
        /// cost may then be reported again with moves.
        moves: Option<Vec<String>>,
    },
    /// An iteration of iterative deepening has ended.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::events::IterationRow"))]
    Iteration(Iteration),
    /// A search with a closed list has grown by a layer, or A* has expanded all states with the least *f*.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::events::FrontierRow"))]
    Frontier(Frontier),
    /// One of all shortest solutions.
    Solution(Listed),
    /// The search of a map is about to begin.
    Begun(Box<MapCost>),
    /// A layer of a map is complete.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::events::LayerRow"))]
    Layer(Layer),
    /// A position was drawn.
    Drawn(Drawn),
    /// A row of a comparison is complete.
    Compared(CompareRow),
    /// The instances of a set were chosen.
    Chosen(BenchSet),
    /// An instance of a set was tried.
    Tried(Box<BenchRow>),
    /// A table of a lower bound is built, or planned if nothing is to be built.
    Built(BoundTable),
    /// There is news of a table: for example, it was read or written.
    Table(TableNews),
}

/// The event that happened to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum TableFate {
    /// The table was read.
    Read,
    /// Another process builds the table, and this process waits for it.
    Waiting,
    /// The table is missing, and is about to be built and kept.
    Building,
    /// A file could not be used, and was set aside.
    SetAside,
    /// The table was written to its file.
    Kept,
    /// The table cannot be kept.
    NotKept,
    /// The mean of the table's entries was measured.
    Gives,
}

/// News of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableNews {
    /// The event that happened to the table.
    pub fate: TableFate,
    /// The file.
    pub path: PathBuf,
    /// The news as a text for people.
    pub message: String,
    /// Whether the news should be shown to a user who has not asked for it.
    pub is_warning: bool,
}

impl From<&cache::CacheEvent<'_>> for TableNews {
    fn from(event: &cache::CacheEvent<'_>) -> TableNews {
        let (fate, path) = match event {
            cache::CacheEvent::Read { path, .. } => (TableFate::Read, path),
            cache::CacheEvent::Waiting { path } => (TableFate::Waiting, path),
            cache::CacheEvent::Building { path } => (TableFate::Building, path),
            cache::CacheEvent::SetAside { path, .. } => (TableFate::SetAside, path),
            cache::CacheEvent::Kept { path, .. } => (TableFate::Kept, path),
            cache::CacheEvent::NotKept { path, .. } => (TableFate::NotKept, path),
            cache::CacheEvent::Gives { path, .. } => (TableFate::Gives, path),
        };
        TableNews { fate, path: path.to_path_buf(), message: event.to_string(), is_warning: event.is_warning() }
    }
}
