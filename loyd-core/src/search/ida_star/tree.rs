//! The tree of an iteration: a puzzle, a bound with its walk, and a pruning rule.

use super::pruning::{Pruning, PruningRule};
use super::walk::{SubtreeTask, TreeWalk};
use super::walker::Walker;
use crate::puzzle::{MoveSet, Puzzle};

/// The tree that is walked: all nodes below a start within a threshold, except the pruned ones.
pub struct SearchTree<'a, P: Puzzle> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// The bound, and the kind of walk.
    pub walker: &'a dyn Walker<P>,
    /// The pruning rule.
    pub rule: PruningRule<'a, P>,
}

// Written by hand, because derives would require the puzzle to be `Clone` and `Copy`.
impl<P: Puzzle> Clone for SearchTree<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for SearchTree<'_, P> {}

impl<'a, P: Puzzle> SearchTree<'a, P> {
    /// Walks the subtree of a task.
    pub fn walk<'w>(self, walk: TreeWalk<'w, P>, task: &SubtreeTask<P>) -> TreeWalk<'w, P>
    where
        'a: 'w,
    {
        self.walker.walk(self.rule, walk, task)
    }

    /// The task for the subtree of the node at the end of `path`, with `left` moves to spend there.
    pub fn task(self, start: &P::State, path: &[P::Move], left: u32) -> SubtreeTask<P> {
        let mut state = start.clone();
        let (mut mark, mut pruned) = self.rule.begin(self.puzzle, start);
        for &m in path {
            (mark, pruned) = self.rule.after(self.puzzle, &state, mark, m);
            self.puzzle.apply(&mut state, m);
        }
        let moves = self.puzzle.moves(&state).without(pruned);
        SubtreeTask { state, mark, moves, left, path: path.to_vec() }
    }
}
