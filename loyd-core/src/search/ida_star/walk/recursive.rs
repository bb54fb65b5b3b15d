//! Korf's recursion: depth-first below a threshold. On the 15-puzzle, linear conflict and walking distance take it as
//! it is here; Manhattan takes [`branch_free`](super::branch_free), and pattern databases take
//! [`looking_up`](super::looking_up).
//!
//! The loop passes down the number of moves left to spend, not depth and threshold: one number in a register. A child's
//! bound is known before its move is made ([`Heuristic::ahead_within`]), so a pruned child costs no apply and no undo.
//! The counts of a node go to memory once, and the excess of its children comes back as the return value, so no child
//! waits for a store.

use super::state_stack::{Copied, IN_REGISTERS, InPlace, StateStack};
use super::{BREAK, SubtreeTask, TreeWalk};
use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::ida_star::pruning::Pruning;

/// A walk with a bound and a pruning rule.
pub struct Recursion<'h, 'a, P: Puzzle, H, L> {
    pub(super) walk: TreeWalk<'a, P>,
    pub(super) heuristic: &'h H,
    pub(super) pruning: L,
}

/// The way in which a node is expanded; the kinds of recursion differ in it.
pub trait NodeExpansion<P: Puzzle, H: Heuristic<P>, L: Pruning<P>>: Sized {
    /// Searches below a node whose `moves` are to be tried, with `left` to spend, 1 or more. The parent looks the moves
    /// up, because it has the puzzle at hand and the child would wait for it. Returns by how much the least sum met
    /// exceeds the threshold, or [`BREAK`].
    fn below<S: StateStack<P>>(
        &mut self,
        recursion: &mut Recursion<'_, '_, P, H, L>,
        at: S,
        memo: H::Memo,
        mark: L::Mark,
        moves: P::Moves,
        left: u32,
    ) -> u32;
}

/// Walks the subtree of a task.
pub fn walk<'a, P: Puzzle, H: Heuristic<P>, L: Pruning<P>>(
    mut expansion: impl NodeExpansion<P, H, L>,
    heuristic: &H,
    pruning: L,
    walk: TreeWalk<'a, P>,
    task: &SubtreeTask<P>,
) -> TreeWalk<'a, P> {
    let &SubtreeTask { ref state, mark, moves, left, .. } = task;
    let mut state = state.clone();
    let (memo, mark) = (heuristic.memo(walk.puzzle, &state), L::unpack(mark));
    let mut recursion = Recursion { walk, heuristic, pruning };
    let under = if const { size_of::<P::State>() <= IN_REGISTERS } {
        expansion.below(&mut recursion, Copied(state), memo, mark, moves, left)
    } else {
        expansion.below(&mut recursion, InPlace(&mut state), memo, mark, moves, left)
    };
    recursion.walk.ended(task, under)
}

impl<P: Puzzle, H: Heuristic<P>, L: Pruning<P>> Recursion<'_, '_, P, H, L> {
    /// Makes a move to a child within the threshold, and searches below the child with `rest` to spend.
    #[inline(always)]
    pub(super) fn step<S: StateStack<P>>(
        &mut self,
        expansion: &mut impl NodeExpansion<P, H, L>,
        at: &mut S,
        m: P::Move,
        memo: H::Memo,
        mark: L::Mark,
        rest: u32,
    ) -> u32 {
        let puzzle = self.walk.puzzle;
        let low = self.heuristic.bound(&memo);
        let (mark, pruned) = self.pruning.after(puzzle, at.state(), mark, m);
        let under = at.step(puzzle, m, |child| {
            if low == 0 && puzzle.is_goal(child.state()) {
                return self.walk.goal();
            }
            let moves = puzzle.moves(child.state()).without(pruned);
            if low == 0 && rest == 0 {
                return self.spent(child.state(), &memo, moves);
            }
            expansion.below(self, child, memo, mark, moves, rest)
        });
        if under == BREAK {
            self.walk.path.push(m);
        }
        under
    }

    /// Handles a node whose bound is zero although it is not a goal, when nothing is left to spend. Its children are
    /// counted, and all of them exceed the threshold.
    #[cold]
    fn spent(&mut self, state: &P::State, memo: &H::Memo, moves: P::Moves) -> u32 {
        let puzzle = self.walk.puzzle;
        let ahead = |m| self.heuristic.bound(&self.heuristic.ahead(puzzle, state, m, memo));
        let excess = moves.iter().map(|m| ahead(m).saturating_add(puzzle.cost(state, m))).min();
        self.walk.generated += moves.iter().count() as u64;
        self.walk.expanded += 1;
        excess.unwrap_or(UNREACHABLE).min(UNREACHABLE)
    }
}

/// Looks at every child in its turn, as the textbook does.
pub struct OneByOne;

impl<P: Puzzle, H: Heuristic<P>, L: Pruning<P>> NodeExpansion<P, H, L> for OneByOne {
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
        let (mut excess, mut generated) = (UNREACHABLE, 0);
        for _ in 0..P::Moves::MOST {
            let Some(m) = moves.pop() else { break };
            // A node has fewer moves than 2^64. Bounds and costs are below 2^31, and what is left is at least the cost.
            generated = u64::wrapping_add(generated, 1);
            let puzzle = recursion.walk.puzzle;
            let cost = puzzle.cost(at.state(), m);
            // Where every move costs 1, `left` is at least the cost, and this branch is not compiled.
            let under = if cost > 1 && cost > left {
                cost - left
            } else {
                let rest = left.wrapping_sub(cost);
                match recursion.heuristic.ahead_within(puzzle, at.state(), m, &memo, rest) {
                    Ok(ahead) => recursion.step(self, &mut at, m, ahead, mark, rest),
                    Err(low) => low.wrapping_sub(rest),
                }
            };
            if under == BREAK {
                recursion.walk.generated += generated;
                recursion.walk.excess = recursion.walk.excess.min(excess);
                return recursion.walk.leave_over(at.state(), L::pack(mark), moves, left);
            }
            excess = excess.min(under);
        }
        recursion.walk.expanded = recursion.walk.expanded.wrapping_add(1);
        recursion.walk.generated = recursion.walk.generated.wrapping_add(generated);
        excess
    }
}
