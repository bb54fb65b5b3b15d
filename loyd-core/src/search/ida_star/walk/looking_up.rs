//! The recursion for bounds that wait for memory. The children of a node are looked up together, so that the loads
//! overlap. The children that stay within the threshold are found without a branch for each child, because such
//! branches cannot be predicted.

use super::BREAK;
use super::recursive::{NodeExpansion, Recursion};
use super::state_stack::StateStack;
use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::ida_star::pruning::Pruning;

/// The largest number of moves of a state for which the children's memos are kept side by side.
pub const FEW_MOVES: usize = 8;

/// A child that was looked up.
struct Child<P: Puzzle, M> {
    /// The move to the child.
    m: P::Move,
    /// The set of this move alone.
    alone: P::Moves,
    memo: M,
    /// The bound of the child.
    low: u32,
}

// Written by hand, because derives would require the puzzle to be `Clone` and `Copy`.
impl<P: Puzzle, M: Copy> Clone for Child<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle, M: Copy> Copy for Child<P, M> {}

type Children<P, M> = [Option<Child<P, M>>; FEW_MOVES];

/// Looks up all children of a node before it branches on any of them. The textbook's rule walks them in the order of
/// the moves. Otherwise children that are nearer than their parent by the bound come first, which makes only the last
/// iteration shorter (A. Reinefeld and T. A. Marsland, "Enhanced iterative-deepening search", IEEE PAMI 16, 1994).
pub struct BatchedLookup;

impl<P: Puzzle, H: Heuristic<P>, L: Pruning<P>> NodeExpansion<P, H, L> for BatchedLookup {
    fn below<S: StateStack<P>>(
        &mut self,
        recursion: &mut Recursion<'_, '_, P, H, L>,
        mut at: S,
        memo: H::Memo,
        mark: L::Mark,
        moves: P::Moves,
        left: u32,
    ) -> u32 {
        let walk = &mut recursion.walk;
        if walk.generated >= walk.next_look && walk.look().is_break() {
            return walk.leave_over(at.state(), L::pack(mark), moves, left);
        }
        let children = look_up(walk.puzzle, recursion.heuristic, at.state(), &memo, moves);
        let here = if recursion.pruning.is_textbook() { 0 } else { recursion.heuristic.bound(&memo) };
        let (mut excess, mut generated, mut rest, mut nearer) = (UNREACHABLE, 0, 0u32, 0u32);
        for (index, child) in children.iter().enumerate().take(P::Moves::MOST) {
            let Some(Child { low, .. }) = child else { break };
            let is_left = *low < left;
            rest |= u32::from(is_left) << index;
            nearer |= u32::from(*low < here) << index;
            excess = excess.min(if is_left { UNREACHABLE } else { low + 1 - left });
            generated += 1;
        }
        nearer &= rest;
        rest &= !nearer;
        while nearer | rest != 0 {
            let first = if nearer != 0 { &mut nearer } else { &mut rest };
            let index = first.trailing_zeros() as usize % FEW_MOVES;
            *first &= *first - 1;
            let Some(Child { m, memo: ahead, .. }) = children[index] else { break };
            let under = recursion.step(self, &mut at, m, ahead, mark, left - 1);
            if under == BREAK {
                recursion.walk.excess = recursion.walk.excess.min(excess);
                let moves = recursion.untried(&children, moves, index, nearer | rest);
                return recursion.walk.leave_over(at.state(), L::pack(mark), moves, left);
            }
            excess = excess.min(under);
        }
        recursion.walk.expanded += 1;
        recursion.walk.generated += generated;
        excess
    }
}

/// Looks up the children, in the order of the moves. The loads do not wait for each other.
#[inline(always)]
fn look_up<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    state: &P::State,
    memo: &H::Memo,
    moves: P::Moves,
) -> Children<P, H::Memo> {
    let mut children = [None; FEW_MOVES];
    let mut rest = moves;
    for child in children.iter_mut().take(P::Moves::MOST) {
        let before = rest;
        let Some(m) = rest.pop() else { break };
        let memo = heuristic.ahead(puzzle, state, m, memo);
        *child = Some(Child { m, alone: before.without(rest), memo, low: heuristic.bound(&memo) });
    }
    children
}

impl<P: Puzzle, H: Heuristic<P>, L> Recursion<'_, '_, P, H, L> {
    /// The moves left to try when a node's walk ends below the child at `place`; `rest` has one bit for each. The walk
    /// that tries them counts them. Without a split, no children behind `place` count, as in the textbook's search.
    #[cold]
    fn untried(&mut self, children: &Children<P, H::Memo>, mut moves: P::Moves, place: usize, rest: u32) -> P::Moves {
        for (index, child) in children.iter().flatten().enumerate() {
            if rest >> index & 1 == 0 {
                self.walk.generated += u64::from(self.walk.splitting || index <= place);
                moves = moves.without(child.alone);
            }
        }
        moves
    }
}
