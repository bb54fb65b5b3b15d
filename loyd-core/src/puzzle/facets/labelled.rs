//! Pieces that are all different, so that some can be kept and the others forgotten.

use super::phased::Phased;
use crate::puzzle::Puzzle;

/// A puzzle whose pieces are all different and each belong in one place, so that some can be kept and the others
/// forgotten.
///
/// A piece goes by the place it belongs in: whatever the goal, piece `p` is in place `p` of it. All goals are listed:
/// what the moves do to places is read from there.
pub trait Labelled: Puzzle + Phased {
    /// The number of places, and of pieces.
    fn places(&self) -> usize;

    /// The piece at a place.
    fn piece(&self, state: &Self::State, place: u8) -> u8;

    /// What the moves are, in words: two puzzles whose moves differ say different things.
    fn rules(&self) -> String;

    /// Permutations of the places that might take moves to moves; whoever uses one makes sure.
    fn mirrors(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}
