//! Positions by number, and positions at random.

use super::Puzzle;
use super::facets::ranked::Ranked;

/// The numbering of a puzzle's positions, and the random choice of positions.
pub trait Numbers<P: Puzzle + ?Sized = Self> {
    /// The index of a written position among all arrangements of its pieces in lexicographic order, from 0. Articles
    /// call it Cantor's number. Unsolvable positions have such a number, too. Default: `None`.
    fn cantor(_puzzle: &P, _state: &P::State) -> Option<u128> {
        None
    }

    /// The position with that number, or `None` if the number is too large.
    fn of_cantor(_puzzle: &P, _number: u128) -> Option<Vec<P::State>> {
        None
    }

    /// Whether [`random`](Numbers::random) can draw every solvable position. Default: it can.
    fn draws_all(_puzzle: &P) -> bool {
        true
    }

    /// A state drawn uniformly from the solvable positions; `below(n)` gives a uniform number below `n`.
    fn random(puzzle: &P, below: &mut dyn FnMut(u64) -> u64) -> P::State;
}

/// Numbers positions by their ranks, which must follow the lexicographic order of the arrangements. Every state of the
/// puzzle must reach a goal, because any rank may be drawn.
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
