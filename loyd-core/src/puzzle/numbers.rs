//! Positions by number: as the articles count them, and at random.

use super::Puzzle;
use super::facets::ranked::Ranked;

/// How the positions of a puzzle are numbered and drawn.
pub trait Numbers<P: Puzzle + ?Sized = Self> {
    /// The place of a written position among all arrangements of its pieces in lexicographic order, from 0:
    /// Cantor's number, as the articles count. Unsolvable positions have one too. Provided: there is none.
    fn cantor(_puzzle: &P, _state: &P::State) -> Option<u128> {
        None
    }

    /// The position with that number, or `None` when there are not as many.
    fn of_cantor(_puzzle: &P, _number: u128) -> Option<Vec<P::State>> {
        None
    }

    /// A state drawn uniformly from the solvable positions; `below(n)` gives a uniform number below `n`.
    fn random(puzzle: &P, below: &mut dyn FnMut(u64) -> u64) -> P::State;
}

/// Positions are numbered by their ranks: for puzzles whose every state reaches a goal.
#[derive(Clone, Copy, Debug)]
pub enum ByRank {}

impl<P: Ranked> Numbers<P> for ByRank {
    fn cantor(puzzle: &P, state: &P::State) -> Option<u128> {
        Some(puzzle.rank(state).into())
    }

    fn of_cantor(puzzle: &P, number: u128) -> Option<Vec<P::State>> {
        let rank = u64::try_from(number).ok().filter(|&rank| rank < puzzle.ranks())?;
        Some(vec![puzzle.unrank(rank)])
    }

    fn random(puzzle: &P, below: &mut dyn FnMut(u64) -> u64) -> P::State {
        puzzle.unrank(below(puzzle.ranks()))
    }
}
