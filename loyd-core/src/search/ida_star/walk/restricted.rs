//! The recursion for bounds that name the successors that may stay within the threshold: it does not look at the
//! others. It keeps near misses: dead-end nodes with the least budget left.

use super::BREAK;
use super::recursive::{NodeExpansion, Recursion};
use super::state_stack::StateStack;
use crate::heuristic::{Restricts, UNREACHABLE};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::ida_star::pruning::Pruning;

/// Looks only at successors that may stay within the threshold; with the textbook's rule, at all successors.
pub struct Restricted<M> {
    /// The moves from the start to the node at hand, for near misses.
    pub path: Vec<M>,
}

impl<P: Puzzle, H: Restricts<P>, L: Pruning<P>> NodeExpansion<P, H, L> for Restricted<P::Move> {
    fn below<S: StateStack<P>>(
        &mut self,
        recursion: &mut Recursion<'_, '_, P, H, L>,
        mut at: S,
        memo: H::Memo,
        mark: L::Mark,
        mut moves: P::Moves,
        left: u32,
    ) -> u32 {
        let walk = &mut recursion.walk;
        if walk.generated >= walk.next_look && walk.look().is_break() {
            return walk.leave_over(at.state(), L::pack(mark), moves, left);
        }
        let (puzzle, heuristic) = (walk.puzzle, recursion.heuristic);
        let (mut excess, mut generated) = (UNREACHABLE, 0);
        if !recursion.pruning.is_textbook() {
            let (able, low) = heuristic.restrict(puzzle, at.state(), moves, &memo, left - 1);
            moves = able;
            excess = low.map_or(excess, |low| low + 1 - left);
        }
        for _ in 0..P::Moves::MOST {
            let Some(m) = moves.pop() else { break };
            // A node has fewer moves than 2^64, and a node that is expanded has at least one move left to spend.
            generated = u64::wrapping_add(generated, 1);
            let rest = left.wrapping_sub(1);
            let under = match heuristic.ahead_within(puzzle, at.state(), m, &memo, rest) {
                Ok(ahead) => {
                    self.path.push(m);
                    let under = recursion.step(self, &mut at, m, ahead, mark, rest);
                    self.path.pop();
                    under
                }
                Err(low) => low.wrapping_sub(rest),
            };
            if under == BREAK {
                recursion.walk.generated += generated;
                recursion.walk.excess = recursion.walk.excess.min(excess);
                return recursion.walk.leave_over(at.state(), L::pack(mark), moves, left);
            }
            excess = excess.min(under);
        }
        let walk = &mut recursion.walk;
        if generated == 0 && walk.near_misses.keeps(left) {
            walk.near_misses.keep(left, &self.path);
        }
        walk.expanded += 1;
        walk.generated += generated;
        excess
    }
}
