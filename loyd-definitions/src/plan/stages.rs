//! The stages of a compiled puzzle: the coordinates and tables of a subgroup chain.

use crate::coordinates::axis::Coordinate;
use loyd_core::limits::holds;
use loyd_core::puzzle::staged::Stage;

/// The stages, and the data from which their values are computed.
#[derive(Debug, Default)]
pub struct Stages {
    pub(super) stages: Vec<Stage>,
    pub(super) entries: Vec<StageCoordinates>,
    /// By power of a move: the moves that make it.
    pub(super) words: Vec<Vec<u8>>,
    /// The symmetries that give different stages, each with its inverse: by move, the move whose image it is.
    pub(super) views: Vec<(usize, Vec<u8>)>,
}

/// The coordinates of a stage.
#[derive(Debug)]
pub(super) struct StageCoordinates {
    /// The coordinates that change.
    pub(super) axes: Vec<Coordinate>,
    /// The coordinates that do not change, and must be as they are at the goal.
    pub(super) still: Vec<Coordinate>,
}

holds!(StageCoordinates { axes, still });
holds!(Stages { stages, entries, words, views });
