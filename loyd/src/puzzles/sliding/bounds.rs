//! The bounds by name, and the first of them: the sum of the tiles' distances.

use super::guide::Guide;
use super::layout::{Distances, Layout};
use super::linear_conflict::LinearConflict;
use super::{Sliding, State};
use crate::puzzle::{BoundFacts, BoundVisitor, Bounded, Heuristic, TowardVisitor};

/// The sum over the tiles of the steps from where each is to its goal cell, were there no other tiles. On a rectangle that is
/// the Manhattan distance; on a board with holes the steps go around them.
///
/// A move carries one tile one step, so no solution has fewer moves, and a move changes the sum by exactly one.
///
/// ```
/// use loyd::cells::Nibbles;
/// use loyd::puzzle::Heuristic;
/// use loyd::puzzles::sliding::{Sliding, bounds::Manhattan};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let state = eight.state(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).unwrap();
/// assert_eq!(Manhattan.memo(&eight, &state), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manhattan;

impl<C: Layout> Heuristic<Sliding<C>> for Manhattan {
    type Memo = u32;

    fn memo(&self, puzzle: &Sliding<C>, state: &State<C>) -> u32 {
        let distance = |cell: u8| u32::from(puzzle.distances.at(state.cells.get(cell), cell));
        (0..=(puzzle.board.cells() - 1) as u8).map(distance).sum()
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &State<C>, m: u8, memo: &u32) -> u32 {
        memo.wrapping_add_signed(puzzle.distances.change(state.cells.get(m), m, state.blank))
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

/// The bounds of every board.
const BOUNDS: &[BoundFacts] = &[
    BoundFacts {
        name: "linear-conflict",
        what: "the sum of the tiles' distances to their goals, and two moves for every tile that must leave its line to let others pass",
        consistent: true,
        strong: true,
        source: "O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful admissible heuristics, \
                 Information Sciences 63, 1992",
    },
    BoundFacts {
        name: "manhattan",
        what: "the sum of the tiles' distances to their goals, each as if it were alone",
        consistent: true,
        strong: true,
        source: "J. Doran and D. Michie, Experiments with the graph traverser program, Proceedings of the Royal Society A 294, 1966",
    },
];

impl<C: Layout> Bounded for Sliding<C> {
    fn bounds(&self) -> &'static [BoundFacts] {
        BOUNDS
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match name {
            "linear-conflict" => Some(visitor.visit(LinearConflict::new())),
            "manhattan" => Some(visitor.visit(Manhattan)),
            _ => None,
        }
    }

    fn with_guide<V: BoundVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(Guide::new(self)))
    }

    fn toward<V: TowardVisitor<Self>>(&self, from: &State<C>, to: &State<C>, visitor: V) -> Option<V::Output> {
        let there = self.for_goal(&to.cells.unpack(self.board.cells()));
        Some(visitor.visit(&there, from, &Manhattan))
    }
}
