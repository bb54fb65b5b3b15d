//! Iterative deepening A*: depth-first below a threshold, which is raised to the least sum that exceeded it (R. E.
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 1985).
//! Memory: the recursion, one frame for each move.
//!
//! This file lends the bounds of a puzzle by name, and has the deepening. `walk/recursive.rs` is Korf's recursion, the
//! other kinds of walk stand beside it, and `walker.rs` gives each kind of bound its walk. Pruning, stop conditions,
//! threads, near misses, reformulations and listing each have a file.
//!
//! **The stack.** A solution of n moves takes n nested calls. Measured in a release build on 256 cells, with states in
//! place, a call takes 130 bytes of stack for one solution; unoptimised code takes several times as much. So the 2 MiB
//! of a spawned thread hold more than eight thousand moves. That is far more than the solutions of any rectangle have,
//! but on a ring of 256 cells they have up to 32,000. Search such boards on a thread with a larger stack
//! ([`std::thread::Builder::stack_size`]).

use web_time::{Duration, Instant};

use super::bound::Bound;
use super::cuts::{Automaton, Cuts};
use super::{Found, Meter, Outcome, Stop};
use crate::cost::Cost;
use crate::heuristic::{BoundVisitor, Bounded, BranchFree, Heuristic, Reformulation, Restricts, UNREACHABLE};
use crate::puzzle::pattern::PatternTable;
use crate::puzzle::{Puzzle, Unsolvable};

use near_miss::NearMisses;
use pruning::{AfterOne, PruningRule};
use stop::OneThread;
use tree::SearchTree;
use walk::TreeWalk;

mod list;
mod near_miss;
mod parallel;
mod pruning;
mod reformulation;
mod stop;
mod tree;
mod walk;
mod walker;

pub use list::{EachSolution, all, smallest};
pub use reformulation::Reformulated;
pub use walker::{Branchless, LookingUp, PlainBound, Restricting, Walker};

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
    lend(does, |lend| puzzle.with_bound(name, lend))
}

/// Calls `does` with the bound of that name, which reads these tables; `None` if there is no such bound, or if the
/// tables are not its own.
pub fn with_tables<P: Bounded, R>(
    puzzle: &P,
    name: &str,
    tables: &[PatternTable<'_, P::Pattern>],
    does: impl FnOnce(&dyn Walker<P>) -> R,
) -> Option<R> {
    lend(does, |lend| puzzle.with_tables(name, tables, lend))
}

/// Calls `does` with the walker of the bound that `lends` passes to the visitor.
fn lend<P: Puzzle, R>(
    does: impl FnOnce(&dyn Walker<P>) -> R,
    lends: impl FnOnce(Lend<'_, P>) -> Option<()>,
) -> Option<R> {
    let (mut result, mut does) = (None, Some(does));
    lends(Lend(&mut |walker| result = does.take().map(|does| does(walker))))?;
    result
}

/// A visitor that makes a [`Walker`] of a bound. The type of the bound, and the types that its owner offers with it,
/// end here.
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

/// The moves that the tree leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// Only the move straight back; every other child is looked at. This is the textbook's search, whose node counts
    /// are published. It is sound for counting and listing.
    Back,
    /// All moves that [`Puzzle::follow`] rules out, and all children that the bound rules out beforehand
    /// ([`Restricts`]). If there is an equivalent reformulation with fewer nodes
    /// ([`Reformulation`]), the search uses it instead. For one solution only.
    Follow,
}

/// Searches for one shortest solution from any of `starts`.
///
/// # Complexity
/// Time exponential in the length minus the bound; memory O(length). On a puzzle with endless walks and no solution the
/// search never ends by itself, unless the bound proves that there is no solution. So give limits, and ask
/// [`Puzzle::unsolvable`] first.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Manhattan;
/// use loyd_core::search::{Outcome, ida_star};
///
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let mut meter = Meter::new(&limits);
/// let outcome = ida_star::solve(&eight, &ida_star::PlainBound(Manhattan), &starts, ida_star::Prune::Back, &mut meter);
/// let Outcome::Solved(found) = outcome else { panic!("solvable") };
/// assert_eq!(found.moves.len(), 19);
/// ```
pub fn solve<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    prune: Prune,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    solve_with(puzzle, walker, starts, &SearchSettings { prune, ..SearchSettings::default() }, meter)
}

/// The settings of a search for one solution.
#[derive(Debug)]
pub struct SearchSettings<'a, P: Puzzle> {
    /// The moves that are pruned as long as there is no automaton of cuts.
    pub prune: Prune,
    /// Cuts of redundant sequences of moves. An automaton is made when an iteration was large enough.
    pub cuts: Option<&'a Cuts<P>>,
    /// The number of threads, at least 1; more than one are used for the part of an iteration that is left after
    /// [`ALONE`]. The length found and the counts of complete iterations do not depend on this number; which of the
    /// shortest solutions is found may.
    pub threads: usize,
    /// A proved lower bound on the cost of every solution: the first iteration has at least this threshold.
    pub proved: u32,
}

/// The textbook's search, on one thread.
impl<P: Puzzle> Default for SearchSettings<'_, P> {
    fn default() -> Self {
        SearchSettings { prune: Prune::Back, cuts: None, threads: 1, proved: 0 }
    }
}

/// The time that one thread spends on an iteration before other threads help: several times what a sleeping core needs
/// to begin its work. It is not a number of nodes, because one bound takes thirty times as long for a node as another.
pub const ALONE: Duration = Duration::from_millis(4);

/// Searches for one shortest solution from any of `starts`, with cuts and threads.
///
/// # Complexity
/// As [`solve`], with as many recursions as threads, and the tables of the cuts.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Manhattan;
/// use loyd_core::search::{Outcome, cuts::Cuts, ida_star};
///
/// let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
/// let starts = fifteen.starts("5 1 3 4 2 10 6 7 13 9 11 8 x 14 15 12").unwrap();
/// let limits = Limits::default();
/// let cuts = Cuts::new();
/// let settings = ida_star::SearchSettings { cuts: Some(&cuts), threads: 2, ..ida_star::SearchSettings::default() };
/// let mut meter = Meter::new(&limits);
/// let outcome = ida_star::solve_with(&fifteen, &ida_star::PlainBound(Manhattan), &starts, &settings, &mut meter);
/// let Outcome::Solved(found) = outcome else { panic!("solvable") };
/// assert_eq!(found.moves.len(), 11);
/// ```
pub fn solve_with<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    settings: &SearchSettings<'_, P>,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    if settings.prune == Prune::Follow
        && let Some(outcome) = walker.reformulated(starts, settings.threads, settings.proved, meter)
    {
        return outcome;
    }
    search(puzzle, walker, starts, settings, meter, None)
}

/// Tries to find a solution before an iteration is run, below the near misses of the previous iteration.
type Attempt<'a, P> =
    &'a mut dyn FnMut(SearchTree<'_, P>, u32, &Past<P>, &mut Meter<'_>) -> Result<Option<Found<P>>, Stop>;

/// Searches for one shortest solution. Near misses are kept only if there is an `attempt` to make below them.
fn search<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    settings: &SearchSettings<'_, P>,
    meter: &mut Meter<'_>,
    mut attempt: Option<Attempt<'_, P>>,
) -> Outcome<Found<P>> {
    meter.stats.generated += starts.len() as u64;
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        return Outcome::Solved(Found { start: start.clone(), moves: Vec::new() });
    }
    let mut automaton: Option<&Automaton<P>> = settings.cuts.and_then(|cuts| cuts.worth(puzzle, 0, meter));
    let after_one = match settings.prune {
        Prune::Back => AfterOne::Back,
        Prune::Follow => AfterOne::Follow,
    };
    let (mut past, mut held) = (Past::default(), 0);
    let mut iterate = |threshold: u32, meter: &mut Meter<'_>| {
        let before = meter.stats.generated;
        if let (Some(cuts), true) = (settings.cuts, past.threshold > 0) {
            automaton = cuts.worth(puzzle, past.generated, meter).or(automaton);
        }
        let tree =
            SearchTree { puzzle, walker, rule: automaton.map_or(PruningRule::One(after_one), PruningRule::Cuts) };
        let attempted = match &mut attempt {
            Some(attempt) if past.threshold > 0 => attempt(tree, threshold, &past, meter)?,
            _ => None,
        };
        if attempted.is_some() {
            return Ok(IterationResult { found: attempted, ..IterationResult::default() });
        }
        // If there is no room for near misses, none are kept.
        meter.shrink(std::mem::take(&mut held));
        let bytes = NearMisses::<P::Move>::bytes(threshold).saturating_mul((settings.threads * starts.len()) as u64);
        let keeps = attempt.is_some() && meter.grow(bytes).is_ok();
        held = if keeps { bytes } else { 0 };
        let mut iteration = iterate(tree, starts, threshold, settings.threads, keeps, meter);
        let generated = meter.stats.generated - before;
        past = Past { threshold, generated, near_misses: std::mem::take(&mut iteration.near_misses) };
        Ok(iteration)
    };
    let outcome = deepen(puzzle, walker.bound(), starts, settings.proved, meter, &mut iterate).map(|(_, found)| found);
    meter.shrink(held);
    outcome
}

/// The data that an iteration leaves to the next iteration.
struct Past<P: Puzzle> {
    /// The threshold of the iteration; 0 before the first iteration.
    threshold: u32,
    /// The number of nodes that the iteration generated.
    generated: u64,
    /// The near misses from each start.
    near_misses: Vec<NearMisses<P::Move>>,
}

impl<P: Puzzle> Default for Past<P> {
    fn default() -> Self {
        Past { threshold: 0, generated: 0, near_misses: Vec::new() }
    }
}

/// The result of an iteration.
struct IterationResult<P: Puzzle> {
    /// The least excess over the threshold.
    excess: u32,
    found: Option<Found<P>>,
    stopped: Option<Stop>,
    /// Whether the caller wants no more solutions.
    is_over: bool,
    /// The near misses from each start, if they are kept.
    near_misses: Vec<NearMisses<P::Move>>,
}

impl<P: Puzzle> Default for IterationResult<P> {
    fn default() -> Self {
        IterationResult { excess: UNREACHABLE, found: None, stopped: None, is_over: false, near_misses: Vec::new() }
    }
}

/// The greatest threshold. A sum of costs far beyond it could be taken for [`UNREACHABLE`]: a proof of no path.
const MOST_SUM: u32 = UNREACHABLE / 2;

/// Runs the iteration of a threshold.
type Iterate<'a, P> = &'a mut dyn FnMut(u32, &mut Meter<'_>) -> Result<IterationResult<P>, Stop>;

/// Raises the threshold, from `proved` or the bound of the starts on, until an iteration meets a solution, and returns
/// the threshold and the solution. No start may be a goal.
fn deepen<P: Puzzle>(
    puzzle: &P,
    bound: &dyn Bound<P>,
    starts: &[P::State],
    proved: u32,
    meter: &mut Meter<'_>,
    iterate: Iterate<'_, P>,
) -> Outcome<(Cost, Found<P>)> {
    let measure = puzzle.measure();
    meter.measure_in(measure);
    let mut threshold =
        starts.iter().map(|start| bound.of(puzzle, start)).min().unwrap_or(UNREACHABLE).max(proved).max(1);
    loop {
        // Every sum that exceeded the threshold is this large, so each contains a proof that there is no path.
        if threshold >= UNREACHABLE {
            return Outcome::Unsolvable(Unsolvable::Exhausted);
        }
        let at_least = measure.cost(threshold);
        if let Err(why) = meter.allow(at_least).and_then(|()| meter.look(threshold)) {
            return Outcome::Stopped { at_least, best: None, why };
        }
        meter.begin_iteration();
        let IterationResult { excess, found, stopped, .. } = match iterate(threshold, meter) {
            Ok(iteration) => iteration,
            Err(why) => return Outcome::Stopped { at_least, best: None, why },
        };
        meter.end_iteration(at_least);
        if let Some(why) = stopped {
            return Outcome::Stopped { at_least, best: found.map(|_| at_least), why };
        }
        if let Some(found) = found {
            return Outcome::Solved((at_least, found));
        }
        threshold = threshold.saturating_add(excess);
        if (MOST_SUM..UNREACHABLE).contains(&threshold) {
            return Outcome::Stopped { at_least: measure.cost(threshold), best: None, why: Stop::Cost };
        }
    }
}

/// Runs one iteration from all starts.
fn iterate<P: Puzzle>(
    tree: SearchTree<'_, P>,
    starts: &[P::State],
    threshold: u32,
    threads: usize,
    keeps: bool,
    meter: &mut Meter<'_>,
) -> IterationResult<P> {
    let mut iteration = IterationResult::default();
    for start in starts {
        iteration.near_misses.push(NearMisses::new(keeps));
        let low = tree.walker.bound().of(tree.puzzle, start);
        if low > threshold {
            iteration.excess = iteration.excess.min(low - threshold);
            continue;
        }
        if !walk(tree, start, threshold, threads, meter, &mut iteration) {
            break;
        }
    }
    iteration
}

/// Runs one iteration from one start. Returns whether its tree was walked to the end.
fn walk<P: Puzzle>(
    tree: SearchTree<'_, P>,
    start: &P::State,
    threshold: u32,
    threads: usize,
    meter: &mut Meter<'_>,
    iteration: &mut IterationResult<P>,
) -> bool {
    let task = tree.task(start, &[], threshold);
    let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
    let split_at = (threads > 1).then(|| Instant::now() + ALONE);
    let mut stop = OneThread { meter, threshold, split_at };
    let next_look = stop.next_look();
    let walk = TreeWalk::new(tree.puzzle, (expanded, generated, next_look), &mut stop);
    let mut walk = tree.walk(walk.keeping(iteration.near_misses.pop().unwrap_or_default()), &task);
    let (counts, rest) = ((walk.expanded, walk.generated), std::mem::take(&mut walk.rest));
    let (mut excess, mut is_complete) = (walk.excess, walk.is_complete);
    let (splitting, mut stopped, mut near_misses) =
        (walk.splitting, walk.stopped, std::mem::take(&mut walk.near_misses));
    let mut moves = walk.solution();
    (meter.stats.expanded, meter.stats.generated, meter.stats.depth) = (counts.0, counts.1, threshold);
    if splitting {
        let finished = parallel::finish(tree, rest, near_misses, threshold, threads, meter);
        excess = excess.min(finished.excess);
        (moves, stopped, near_misses) = (finished.found, finished.stopped, finished.near_misses);
        is_complete = moves.is_none() && stopped.is_none();
    }
    iteration.excess = iteration.excess.min(excess);
    iteration.stopped = stopped;
    iteration.near_misses.push(near_misses);
    iteration.found = moves.map(|moves| Found { start: start.clone(), moves }).or(iteration.found.take());
    is_complete
}
