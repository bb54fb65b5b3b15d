//! What a map takes that several processes make together, on paper: figures from which time and traffic follow.

use super::arrangements::Of;
use super::{Method, Share, Size, by_blocks, by_ranks, moves, share_size};
use crate::puzzle::Ranked;

/// A map by so many processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// What the process with the largest part holds, but for what is on its way.
    pub size: Size,
    /// The mean number of moves of a state.
    pub moves: f64,
    /// Of a map by blocks.
    pub blocks: Option<BlockCourse>,
    /// Of a map by ranks: the part of the moves that lead to other processes' states.
    pub leaving: f64,
}

/// A map by blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockCourse {
    /// The blocks that are kept by all processes together, and the states of each.
    pub number: u64,
    /// The states of a block.
    pub states: u64,
    /// The mean number of other processes to which the layer in a segment is sent.
    pub lookers: f64,
}

/// What a map by so many processes takes, at least one.
///
/// # Complexity
/// Some thousand segments or states and their moves are looked at.
pub fn course<P: Ranked>(puzzle: &P, method: Method, forwards: bool, processes: usize) -> Course {
    // Of parts that differ by a segment the first is as large as any.
    let share = Share { own: 0, number: processes.max(1), is_shared: true };
    let size = share_size(puzzle, method, forwards, share);
    let blocks = by_blocks::course(&Of(puzzle), method, forwards, share);
    let leaving = if blocks.is_some() { 0.0 } else { by_ranks::leaving(puzzle, share) };
    Course { size, moves: moves(puzzle).0, blocks, leaving }
}
