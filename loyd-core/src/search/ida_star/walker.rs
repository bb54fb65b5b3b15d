//! Bounds for IDA*, each with the kind of walk that its owner offers. Deepening, threads and near misses are compiled
//! once for each puzzle; only the recursions here are compiled for every bound.

use super::Found;
use super::pruning::PruningRule;
use super::walk::looking_up::{BatchedLookup, FEW_MOVES};
use super::walk::recursive::{OneByOne, walk};
use super::walk::restricted::Restricted;
use super::walk::{SubtreeTask, TreeWalk, branch_free};
use crate::heuristic::{BranchFree, Heuristic, Restricts};
use crate::limits::Meter;
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::Outcome;
use crate::search::bound::Bound;

/// A bound and the kind of walk that it takes: [`PlainBound`] for any bound, another kind if the owner
/// [offers](crate::heuristic::BoundVisitor) it.
pub trait Walker<P: Puzzle>: Send + Sync {
    /// The bound.
    fn bound(&self) -> &dyn Bound<P>;

    /// Walks the subtree of a task.
    #[doc(hidden)]
    fn walk<'a>(&self, rule: PruningRule<'a, P>, walk: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P>;

    /// Searches an equivalent reformulation for one solution of at least `proved` moves; `None` if the puzzle has no
    /// reformulation.
    fn reformulated(
        &self,
        _starts: &[P::State],
        _threads: usize,
        _proved: u32,
        _meter: &mut Meter<'_>,
    ) -> Option<Outcome<Found<P>>> {
        None
    }
}

/// Walks the subtree of a task child by child.
pub fn plain<'a, P: Puzzle, H: Heuristic<P>>(
    heuristic: &H,
    rule: PruningRule<'a, P>,
    at: TreeWalk<'a, P>,
    task: &SubtreeTask<P>,
) -> TreeWalk<'a, P> {
    match rule {
        PruningRule::One(one) => walk(OneByOne, heuristic, one, at, task),
        PruningRule::Cuts(cuts) => walk(OneByOne, heuristic, cuts, at, task),
    }
}

/// A bound whose tree is walked child by child, as is possible for any [`Heuristic`].
pub struct PlainBound<H>(pub H);

impl<P: Puzzle, H: Heuristic<P>> Walker<P> for PlainBound<H> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: PruningRule<'a, P>, at: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P> {
        plain(&self.0, rule, at, task)
    }
}

/// A bound that looks up all children of a node together, if the puzzle has few enough moves.
pub struct LookingUp<H>(pub H);

impl<P: Puzzle, H: Heuristic<P>> Walker<P> for LookingUp<H> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: PruningRule<'a, P>, at: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P> {
        if const { P::Moves::MOST <= FEW_MOVES } {
            walk(BatchedLookup, &self.0, rule, at, task)
        } else {
            walk(OneByOne, &self.0, rule, at, task)
        }
    }
}

/// A bound that restricts the successors.
pub struct Restricting<H>(pub H);

impl<P: Puzzle, H: Restricts<P>> Walker<P> for Restricting<H> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: PruningRule<'a, P>, at: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P> {
        walk(Restricted { path: task.path.clone() }, &self.0, rule, at, task)
    }
}

/// A bound whose tree is expanded without branches, unless an automaton of cuts prunes it.
pub struct Branchless<H, T>(pub H, pub T);

impl<P: Puzzle, H: Heuristic<P>, T: BranchFree<P>> Walker<P> for Branchless<H, T> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: PruningRule<'a, P>, at: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P> {
        let root = match rule {
            PruningRule::One(_) => branch_free::root(&self.1, at.puzzle, task),
            PruningRule::Cuts(_) => None,
        };
        match root {
            Some(root) => branch_free::walk(&self.1, root, at, task),
            None => plain(&self.0, rule, at, task),
        }
    }
}
