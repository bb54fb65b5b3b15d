//! Puzzles with distinct pieces, so that a pattern can keep some pieces and forget the others.

use super::phased::Phased;
use crate::puzzle::Puzzle;

/// A puzzle whose pieces are all different and each belong in one place, so that a pattern can keep some pieces and
/// forget the others.
///
/// Pieces are numbered by their goal places: in every goal, piece `p` is in place `p`. All goals must be listed,
/// because the effect of moves on places is read from the goals.
pub trait Labelled: Puzzle + Phased {
    /// The number of places, and of pieces.
    fn places(&self) -> usize;

    /// The piece at a place.
    fn piece(&self, state: &Self::State, place: u8) -> u8;

    /// The moves in words: two puzzles with different moves return different texts.
    fn rules(&self) -> String;

    /// Permutations of the places that may take moves to moves; the caller must verify each of them.
    fn mirrors(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}
