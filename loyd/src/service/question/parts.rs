//! The parts that questions of several kinds have.

use std::path::PathBuf;
use std::time::Duration;

use crate::planner::Algorithm;

/// A puzzle: its id, and a board where a text takes the place of the file that the id would name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuzzleRef {
    /// The id or another name of the puzzle, such as `15`, `sliding:3x4` or, with a board, `sliding`. If it is empty,
    /// the question is about the puzzle of the table.
    pub id: String,
    /// The text of a board, in place of a file that the id would name.
    pub board: Option<String>,
}

impl<S: Into<String>> From<S> for PuzzleRef {
    fn from(id: S) -> PuzzleRef {
        PuzzleRef { id: id.into(), board: None }
    }
}

/// A position, given by a text and by moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionRef {
    /// The position. It may be left out if the puzzle has a start of its own, or with `scramble`.
    pub state: Option<String>,
    /// Moves that are made first: from the position, or from the goal where the position is left out.
    pub scramble: Option<String>,
    /// Moves that were made already. They lead from `state` to the position in question. If that position as a text
    /// stands for several states, the moves decide what can follow. A question that draws moves draws these.
    pub moves: Option<String>,
}

impl<S: Into<String>> From<S> for PositionRef {
    fn from(state: S) -> PositionRef {
        PositionRef { state: Some(state.into()), ..PositionRef::default() }
    }
}

/// The most that a search may cost. A limit that is left out does not limit the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CostLimits {
    /// The most time that the question may take.
    pub time: Option<Duration>,
    /// The most bytes held at one time.
    pub memory: Option<u64>,
    /// The most nodes generated.
    pub nodes: Option<u64>,
    /// The longest solution looked for, in moves. It needs moves that cost 1.
    pub moves: Option<u32>,
    /// The greatest cost of a solution looked for. It needs moves that differ in cost.
    pub cost: Option<u32>,
}

/// The most that work with a table may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableLimits {
    /// The most time that the question may take.
    pub time: Option<Duration>,
    /// The most bytes held at one time.
    pub memory: Option<u64>,
}

/// The most that a map may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapLimits {
    /// The most time that the question may take.
    pub time: Option<Duration>,
    /// The most bytes held at one time.
    pub memory: Option<u64>,
    /// The last layer of the map, in moves. It needs moves that cost 1.
    pub moves: Option<u32>,
    /// The last layer of the map, as a cost. It needs moves that differ in cost.
    pub cost: Option<u32>,
}

impl From<TableLimits> for CostLimits {
    fn from(TableLimits { time, memory }: TableLimits) -> CostLimits {
        CostLimits { time, memory, ..CostLimits::default() }
    }
}

impl From<MapLimits> for CostLimits {
    fn from(MapLimits { time, memory, moves, cost }: MapLimits) -> CostLimits {
        CostLimits { time, memory, moves, cost, nodes: None }
    }
}

/// The folder where tables are kept from one process to the next.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum TableFolder {
    /// The folder of the service, if it has one.
    #[default]
    Usual,
    /// This folder.
    At(PathBuf),
    /// No folder: tables are neither read nor kept.
    Nowhere,
}

/// An algorithm with its lower bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchRef {
    /// The algorithm. If it is left out, the planner chooses one.
    pub algorithm: Option<Algorithm>,
    /// The lower bound. If it is left out, the best one of the puzzle.
    pub heuristic: Option<String>,
}
