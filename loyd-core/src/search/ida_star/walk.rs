//! A walk over a part of an iteration's tree: the counts, the solution and the left-over tasks of every kind of walk.

use std::ops::ControlFlow;

use super::near_miss::NearMisses;
use super::stop::{StopCondition, StopVerdict};
use crate::heuristic::UNREACHABLE;
use crate::limits::Stop;
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::AutomatonMark;

pub mod branch_free;
pub mod looking_up;
pub mod recursive;
pub mod restricted;
mod state_stack;

/// The value that a recursion returns when it ends early; an excess is never zero.
pub const BREAK: u32 = 0;

/// A node and its moves that are still to be tried: a part of the tree that can be walked later, and by another thread.
pub struct SubtreeTask<P: Puzzle> {
    /// The state of the node.
    pub state: P::State,
    /// The mark in which the pruning rule remembers the path to the node.
    pub mark: AutomatonMark,
    /// The moves to be tried.
    pub moves: P::Moves,
    /// The number of moves to spend.
    pub left: u32,
    /// The moves from the start to the node.
    pub path: Vec<P::Move>,
}

/// A walk over a part of the tree.
pub struct TreeWalk<'a, P: Puzzle> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// The number of nodes whose moves were tried.
    pub expanded: u64,
    /// The number of children looked at.
    pub generated: u64,
    /// The number of generated nodes at which the stop condition is asked next.
    pub next_look: u64,
    /// Whether a solution was found.
    pub found: bool,
    /// The limit that was reached.
    pub stopped: Option<Stop>,
    /// Whether the walk splits, so that its untried part is left over as tasks.
    pub splitting: bool,
    /// The solution that was found. While the recursion unwinds, the last moves of the path, the last first.
    pub path: Vec<P::Move>,
    /// After a split, the tasks that are still to be walked, the shallowest first.
    pub rest: Vec<SubtreeTask<P>>,
    /// While the recursion unwinds after a split, the tasks, the deepest first. Each has the number of moves from its
    /// node to where the walk ended.
    unwound: Vec<(usize, SubtreeTask<P>)>,
    /// The least excess over the threshold met.
    pub excess: u32,
    /// Whether the whole subtree of the task was walked.
    pub is_complete: bool,
    /// The near misses, where they are kept.
    pub near_misses: NearMisses<P::Move>,
    /// The stop condition, which is asked whether to go on.
    pub stop: &'a mut dyn StopCondition,
}

impl<'a, P: Puzzle> TreeWalk<'a, P> {
    /// A walk that goes on from the given counts, and asks its stop condition when `next_look` nodes are generated.
    pub fn new(
        puzzle: &'a P,
        (expanded, generated, next_look): (u64, u64, u64),
        stop: &'a mut dyn StopCondition,
    ) -> Self {
        TreeWalk {
            puzzle,
            expanded,
            generated,
            next_look,
            found: false,
            stopped: None,
            splitting: false,
            path: Vec::new(),
            rest: Vec::new(),
            unwound: Vec::new(),
            excess: UNREACHABLE,
            is_complete: false,
            near_misses: NearMisses::default(),
            stop,
        }
    }

    /// Returns the walk with a collection for its near misses.
    pub fn keeping(self, near_misses: NearMisses<P::Move>) -> Self {
        TreeWalk { near_misses, ..self }
    }

    /// The solution, if one was found.
    pub fn solution(self) -> Option<Vec<P::Move>> {
        self.found.then_some(self.path)
    }

    /// Ends the walk of a recursion that returned `under`: the least excess, or [`BREAK`].
    fn ended(mut self, task: &SubtreeTask<P>, under: u32) -> Self {
        self.path.extend(task.path.iter().rev());
        self.path.reverse();
        let path = &self.path;
        let with_path = |(below, task)| SubtreeTask { path: path[..path.len() - below].to_vec(), ..task };
        self.rest.extend(self.unwound.drain(..).rev().map(with_path));
        self.is_complete = under != BREAK;
        if self.is_complete {
            self.excess = under;
        }
        self
    }

    /// Leaves a node before all its moves were tried. The node is counted as expanded now, or by the walk that tries
    /// the rest of its moves.
    #[cold]
    fn leave_over(&mut self, state: &P::State, mark: AutomatonMark, moves: P::Moves, left: u32) -> u32 {
        if !self.splitting || moves.iter().next().is_none() {
            self.expanded += 1;
        } else {
            self.unwound
                .push((self.path.len(), SubtreeTask { state: state.clone(), mark, moves, left, path: Vec::new() }));
        }
        BREAK
    }

    #[cold]
    fn goal(&mut self) -> u32 {
        self.found = true;
        BREAK
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        match self.stop.look(self.expanded, self.generated) {
            StopVerdict::Until(next) => {
                self.next_look = next;
                return ControlFlow::Continue(());
            }
            StopVerdict::Split => self.splitting = true,
            StopVerdict::End(why) => self.stopped = why,
        }
        ControlFlow::Break(())
    }
}
