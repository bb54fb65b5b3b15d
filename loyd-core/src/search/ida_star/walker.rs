//! A bound as IDA* holds it: with the kind of walk that its owner offers. Deepening, threads and near misses are
//! compiled once a puzzle; only the recursions here are compiled for every bound.

use super::Found;
use super::pruning::Rule;
use super::walk::looking_up::Together;
use super::walk::recursive::{OneByOne, walk};
use super::walk::restricted::Restricted;
use super::walk::{Task, Walk, branch_free};
use crate::heuristic::{BranchFree, FEW_MOVES, Heuristic, LooksUp, Restricts};
use crate::limits::Meter;
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::Outcome;
use crate::search::bound::Bound;

/// A bound and a kind of walk below it: [`Plain`] for any bound, another where its owner
/// [offers](crate::heuristic::BoundVisitor) it.
pub trait Walker<P: Puzzle>: Send + Sync {
    /// The bound.
    fn bound(&self) -> &dyn Bound<P>;

    /// Walks what is below a task.
    #[doc(hidden)]
    fn walk<'a>(&self, rule: Rule<'a, P>, walk: Walk<'a, P>, task: &Task<P>) -> Walk<'a, P>;

    /// Searches an equivalent reformulation for one solution, where there is one.
    fn reformulated(&self, _starts: &[P::State], _threads: usize, _meter: &mut Meter<'_>) -> Option<Outcome<Found<P>>> {
        None
    }
}

/// Walks child by child.
pub fn plain<'a, P: Puzzle, H: Heuristic<P>>(
    heuristic: &H,
    rule: Rule<'a, P>,
    at: Walk<'a, P>,
    task: &Task<P>,
) -> Walk<'a, P> {
    match rule {
        Rule::One(one) => walk(OneByOne, heuristic, one, at, task),
        Rule::Cuts(cuts) => walk(OneByOne, heuristic, cuts, at, task),
    }
}

/// A bound that is walked child by child: what any [`Heuristic`] can be.
pub struct Plain<H>(pub H);

impl<P: Puzzle, H: Heuristic<P>> Walker<P> for Plain<H> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: Rule<'a, P>, at: Walk<'a, P>, task: &Task<P>) -> Walk<'a, P> {
        plain(&self.0, rule, at, task)
    }
}

/// A bound whose children are looked up together, where they are few enough.
pub struct LookingUp<H>(pub H);

impl<P: Puzzle, H: LooksUp<P>> Walker<P> for LookingUp<H> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: Rule<'a, P>, at: Walk<'a, P>, task: &Task<P>) -> Walk<'a, P> {
        if const { P::Moves::MOST <= FEW_MOVES } {
            walk(Together, &self.0, rule, at, task)
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

    fn walk<'a>(&self, rule: Rule<'a, P>, at: Walk<'a, P>, task: &Task<P>) -> Walk<'a, P> {
        walk(Restricted { path: task.path.clone() }, &self.0, rule, at, task)
    }
}

/// A bound whose tree is expanded without branches, where nothing but the move back is pruned.
pub struct Branchless<H, T>(pub H, pub T);

impl<P: Puzzle, H: Heuristic<P>, T: BranchFree<P>> Walker<P> for Branchless<H, T> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: Rule<'a, P>, at: Walk<'a, P>, task: &Task<P>) -> Walk<'a, P> {
        let root = match rule {
            Rule::One(_) => branch_free::root(&self.1, at.puzzle, task),
            Rule::Cuts(_) => None,
        };
        match root {
            Some(root) => branch_free::walk(&self.1, root, at, task),
            None => plain(&self.0, rule, at, task),
        }
    }
}
