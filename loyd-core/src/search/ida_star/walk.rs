//! A walk over a part of an iteration's tree: what every kind of walk counts, finds and leaves over.

use std::ops::ControlFlow;

use super::near_miss::NearMisses;
use super::stop::{StopCondition, Verdict};
use crate::heuristic::UNREACHABLE;
use crate::limits::Stop;
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::Mark;

pub mod branch_free;
pub mod looking_up;
pub mod recursive;
pub mod restricted;
mod state_stack;

/// What a recursion returns when it ends early; no excess is zero.
pub const BREAK: u32 = 0;

/// A node and those of its moves that are still to be tried: a part of the tree that can be walked later, and by
/// another.
pub struct Task<P: Puzzle> {
    /// The node.
    pub state: P::State,
    /// What pruning remembers of the path to it.
    pub mark: Mark,
    /// The moves to be tried.
    pub moves: P::Moves,
    /// Moves to spend.
    pub left: u32,
    /// The moves from the start to the node.
    pub path: Vec<P::Move>,
}

/// A walk over a part of the tree.
pub struct Walk<'a, P: Puzzle> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// Nodes whose moves were tried.
    pub expanded: u64,
    /// Children looked at.
    pub generated: u64,
    /// The number of generated nodes at which the stop condition is asked next.
    pub next_look: u64,
    /// Whether a solution was found.
    pub found: bool,
    /// The limit that was reached.
    pub stopped: Option<Stop>,
    /// Whether what is not walked was left over as tasks.
    pub splitting: bool,
    /// Of a walk that found a solution, the solution; while the recursion unwinds, its last moves, the last first.
    pub path: Vec<P::Move>,
    /// After a split, what is still to be walked, the shallowest first.
    pub rest: Vec<Task<P>>,
    /// While the recursion unwinds after a split: the same, the deepest first, each with the number of moves from it to
    /// where the walk ended.
    unwound: Vec<(usize, Task<P>)>,
    /// The least excess over the threshold met.
    pub excess: u32,
    /// Whether all below the task was walked.
    pub is_complete: bool,
    /// The near misses, where they are kept.
    pub near_misses: NearMisses<P::Move>,
    /// Who is asked whether to go on.
    pub stop: &'a mut dyn StopCondition,
}

impl<'a, P: Puzzle> Walk<'a, P> {
    /// A walk that has counted so much before, and asks when so many nodes are generated.
    pub fn new(
        puzzle: &'a P,
        (expanded, generated, next_look): (u64, u64, u64),
        stop: &'a mut dyn StopCondition,
    ) -> Self {
        Walk {
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

    /// The walk, which keeps near misses as these do.
    pub fn keeping(self, near_misses: NearMisses<P::Move>) -> Self {
        Walk { near_misses, ..self }
    }

    /// The solution found.
    pub fn solution(self) -> Option<Vec<P::Move>> {
        self.found.then_some(self.path)
    }

    /// Ends the walk of a recursion that returned `under`: the least excess, or [`BREAK`].
    fn ended(mut self, task: &Task<P>, under: u32) -> Self {
        self.path.extend(task.path.iter().rev());
        self.path.reverse();
        let path = &self.path;
        let with_path = |(below, task)| Task { path: path[..path.len() - below].to_vec(), ..task };
        self.rest.extend(self.unwound.drain(..).rev().map(with_path));
        self.is_complete = under != BREAK;
        if self.is_complete {
            self.excess = under;
        }
        self
    }

    /// Leaves a node before all its moves were tried: it is counted as expanded now, or by the walk that tries the
    /// rest.
    #[cold]
    fn leave_over(&mut self, state: &P::State, mark: Mark, moves: P::Moves, left: u32) -> u32 {
        if !self.splitting || moves.iter().next().is_none() {
            self.expanded += 1;
        } else {
            self.unwound.push((self.path.len(), Task { state: *state, mark, moves, left, path: Vec::new() }));
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
            Verdict::Until(next) => {
                self.next_look = next;
                return ControlFlow::Continue(());
            }
            Verdict::Split => self.splitting = true,
            Verdict::End(why) => self.stopped = why,
        }
        ControlFlow::Break(())
    }
}
