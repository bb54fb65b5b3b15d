//! The figures of a map by several processes, computed before any work. Time and traffic follow from them.

use super::arrangements::Of;
use super::{MapSize, Method, Share, by_blocks, by_ranks, moves, share_size};
use crate::puzzle::Ranked;

/// The figures of a map by several processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapCourse {
    /// The memory and disk space of the process with the largest part, without the buffers for parcels.
    pub size: MapSize,
    /// The mean number of moves of a state.
    pub moves: f64,
    /// The figures of the blocks, if the map is by blocks.
    pub blocks: Option<BlockCourse>,
    /// If the map is by ranks: the part of the moves that lead to states of other processes.
    pub leaving: f64,
}

/// The blocks of a map by blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockCourse {
    /// The number of blocks that all processes together store.
    pub number: u64,
    /// The number of states of one block.
    pub states: u64,
    /// The mean number of other processes that receive the layer of a segment.
    pub lookers: f64,
}

/// The figures of a map by `processes` processes, at least one.
///
/// # Complexity
/// Examines the moves of some thousand segments or states.
pub fn course<P: Ranked>(puzzle: &P, method: Method, forwards: bool, processes: usize) -> MapCourse {
    // Parts differ by at most one segment, and the first is as large as any.
    let share = Share { own: 0, number: processes.max(1), is_shared: true };
    let size = share_size(puzzle, method, forwards, share);
    let blocks = by_blocks::course(&Of(puzzle), method, forwards, share);
    let leaving = if blocks.is_some() { 0.0 } else { by_ranks::leaving(puzzle, share) };
    MapCourse { size, moves: moves(puzzle).0, blocks, leaving }
}
