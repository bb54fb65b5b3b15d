//! Turns a bound that a puzzle lends by name into a [`Walker`] for a search. The type of the bound, and the types that
//! its owner offers with it, end here.

use super::reformulation::Reformulated;
use super::walker::{Branchless, LookingUp, PlainBound, Restricting, Walker};
use crate::heuristic::{BoundVisitor, Bounded, BranchFree, Heuristic, Reformulation, Restricts};
use crate::puzzle::Puzzle;
use crate::puzzle::pattern::PatternTable;

/// Calls `does` with the bound of that name, which reads no tables; `None` if the puzzle has no such bound.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_core::cells::Nibbles;
/// use loyd_core::search::{Outcome, ida_star};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let outcome = ida_star::with_bound(&eight, "manhattan", |walker| {
///     ida_star::solve(&eight, walker, &starts, ida_star::Prune::Back, &mut Meter::new(&limits))
/// });
/// assert!(matches!(outcome, Some(Outcome::Solved(found)) if found.moves.len() == 19));
/// assert!(ida_star::with_bound(&eight, "no such bound", |_| ()).is_none());
/// ```
pub fn with_bound<P: Bounded, R>(puzzle: &P, name: &str, does: impl FnOnce(&dyn Walker<P>) -> R) -> Option<R> {
    let mut result = None;
    let mut does = Some(does);
    let mut take = |walker: &dyn Walker<P>| result = does.take().map(|does| does(walker));
    puzzle.with_bound(name, Lend(&mut take))?;
    result
}

/// Calls `does` with the bound of that name, which reads these tables; `None` if there is no such bound, or if the
/// tables are not its own.
pub fn with_tables<P: Bounded, R>(
    puzzle: &P,
    name: &str,
    tables: &[PatternTable<'_, P::Pattern>],
    does: impl FnOnce(&dyn Walker<P>) -> R,
) -> Option<R> {
    let mut result = None;
    let mut does = Some(does);
    let mut take = |walker: &dyn Walker<P>| result = does.take().map(|does| does(walker));
    puzzle.with_tables(name, tables, Lend(&mut take))?;
    result
}

struct Lend<'f, P: Puzzle>(&'f mut dyn FnMut(&dyn Walker<P>));

impl<P: Puzzle> BoundVisitor<P> for Lend<'_, P> {
    type Output = ();

    fn visit<H: Heuristic<P>>(self, heuristic: H) {
        (self.0)(&PlainBound(heuristic));
    }

    fn visit_looking_up<H: Heuristic<P>>(self, heuristic: H) {
        (self.0)(&LookingUp(heuristic));
    }

    fn visit_restricting<H: Restricts<P>>(self, heuristic: H) {
        (self.0)(&Restricting(heuristic));
    }

    fn visit_branch_free<H: Heuristic<P>, T: BranchFree<P>>(self, heuristic: H, tree: T) {
        (self.0)(&Branchless(heuristic, tree));
    }

    fn visit_reformulated<H: Heuristic<P>, R: Reformulation<P>>(self, heuristic: H, other: R) {
        (self.0)(&Reformulated(heuristic, other));
    }
}
