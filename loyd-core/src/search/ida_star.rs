//! Iterative deepening A*: depth-first below a bound, which is raised to the least sum that exceeded it
//! (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence
//! 27, 1985). Memory: the recursion, one frame a move.
//!
//! **The stack.** A solution of n moves takes n calls within each other. Measured in a release build on 256 cells, states in place, a
//! call takes 130 bytes of stack for one solution and 250 for all of them; unoptimised it is several times that. So the 2 MiB of a
//! spawned thread hold some eight thousand moves: far more than any rectangle's solutions, but on a ring of 256 cells they have up to
//! 32,000. Search such boards on a thread with more ([`std::thread::Builder::stack_size`]); the command takes 64 MiB, of which only what
//! is used becomes memory.
//!
//! The loop passes down the number of moves left, not depth and bound: one number in a register. A child's bound is
//! known before its move is made ([`Heuristic::ahead`]), so a pruned child costs no apply and no undo. A node's counts go to
//! memory once, and what its children exceeded the bound by comes back as the return value: no child waits for a store.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::cuts::{Automaton, Cuts};
use super::{Found, Meter, Outcome, Stop};
use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::puzzle::{MoveSet, Puzzle, Unsolvable};

use elsewhere::Elsewhere;
use leave::{AfterOne, Leave};
use near::Nearest;
use walk::{Task, Walk};
use watch::Alone;

mod beam;
mod elsewhere;
mod leave;
mod near;
mod parallel;
mod traveller;
mod walk;
mod watch;

/// Which moves the tree leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// Only the move straight back, and every other child is looked at: the textbook's, whose node counts are published. Sound for counting
    /// and listing.
    Back,
    /// All that [`Puzzle::follow`] rules out, and no child is looked at that the bound rules out beforehand ([`Heuristic::narrow`]); and
    /// where the bound knows another puzzle with less to look at ([`Heuristic::elsewhere`]), that is searched instead. For one solution only.
    Follow,
}

/// One shortest solution from any of `starts`.
///
/// # Complexity
/// Time exponential in the length less what the bound sees; memory O(length). On a puzzle with endless walks and no
/// solution it never ends by itself, unless the bound proves it: give limits, and ask [`Puzzle::unsolvable`] first.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Notation;
/// use loyd_core::puzzles::sliding::{Sliding, bounds::Manhattan};
/// use loyd_core::search::{Outcome, ida_star};
///
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let outcome = ida_star::solve(&eight, &Manhattan, &starts, ida_star::Prune::Back, &mut Meter::new(&limits));
/// let Outcome::Solved(found) = outcome else { panic!("solvable") };
/// assert_eq!(found.moves.len(), 19);
/// ```
pub fn solve<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    prune: Prune,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    solve_with(puzzle, heuristic, starts, &Settings { prune, ..Settings::default() }, meter)
}

/// How the tree is walked, for one solution.
#[derive(Debug)]
pub struct Settings<'a, P: Puzzle> {
    /// Which moves are left out, as long as cuts are not worth being made, or without them.
    pub prune: Prune,
    /// Cuts of redundant sequences of moves, made when an iteration was large enough.
    pub cuts: Option<&'a Cuts<P>>,
    /// Threads, from 1; more than one are used for what an iteration has left after [`ALONE`]. The length found and
    /// the counts of whole iterations do not depend on their number; which of the shortest solutions is found may.
    pub threads: usize,
}

/// The textbook's, on one thread.
impl<P: Puzzle> Default for Settings<'_, P> {
    fn default() -> Self {
        Settings { prune: Prune::Back, cuts: None, threads: 1 }
    }
}

/// The time that one thread spends on an iteration before others are asked to help: several times what it takes until a core that sleeps has
/// begun to work. (Not a number of nodes: one bound takes thirty times as long for a node as another.)
pub const ALONE: Duration = Duration::from_millis(4);

/// One shortest solution from any of `starts`, with cuts and threads.
///
/// # Complexity
/// As [`solve`], with as many recursions as threads, and the tables of the cuts.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Notation;
/// use loyd_core::puzzles::sliding::{Sliding, bounds::Manhattan};
/// use loyd_core::search::{Outcome, cuts::Cuts, ida_star};
///
/// let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
/// let starts = fifteen.starts("5 1 3 4 2 10 6 7 13 9 11 8 x 14 15 12").unwrap();
/// let limits = Limits::default();
/// let cuts = Cuts::new();
/// let settings = ida_star::Settings { cuts: Some(&cuts), threads: 2, ..ida_star::Settings::default() };
/// let outcome = ida_star::solve_with(&fifteen, &Manhattan, &starts, &settings, &mut Meter::new(&limits));
/// let Outcome::Solved(found) = outcome else { panic!("solvable") };
/// assert_eq!(found.moves.len(), 11);
/// ```
pub fn solve_with<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    settings: &Settings<'_, P>,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    if settings.prune == Prune::Follow {
        let outcome =
            heuristic.elsewhere(puzzle, starts, Elsewhere { starts, threads: settings.threads, meter: &mut *meter });
        if let Some(outcome) = outcome {
            return outcome;
        }
    }
    deepen::<P, H, _, false>(puzzle, heuristic, starts, settings, meter, None, &mut ignore).map(|(_, found)| found)
}

/// What an iteration left to the one after it.
struct Past<P: Puzzle> {
    bound: u32,
    /// Nodes that it generated.
    generated: u64,
    /// From each start, the nodes that it came nearest with.
    nearest: Vec<Nearest<P::Move>>,
}

/// What is tried before an iteration with a bound, after another: a solution that it would find.
type Before<'a, P> = &'a mut dyn FnMut(u32, &Past<P>, &mut Meter<'_>) -> Result<Option<Found<P>>, Stop>;

/// Every shortest solution from any of `starts`, each once, start by start and in the order of the move letters, until
/// `each` breaks. Returns their common length.
///
/// # Complexity
/// As [`solve`], with the last iteration searched to its end.
pub fn all<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    each: &mut impl FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
) -> Outcome<u32> {
    let settings = Settings::default();
    deepen::<P, H, _, true>(puzzle, heuristic, starts, &settings, meter, None, each).map(|(length, _)| length)
}

/// The smallest of the shortest solutions in the order of the move letters, over all starts.
///
/// # Complexity
/// As [`solve`]: the length first, then the tree in the order of the letters, up to the first solution from each start.
pub fn smallest<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    let length = match solve(puzzle, heuristic, starts, Prune::Back, meter) {
        Outcome::Solved(found) => found.moves.len() as u32,
        outcome => return outcome,
    };
    let mut least: Option<Found<P>> = None;
    for start in starts {
        let mut first = None;
        let mut keep = |start: &P::State, moves: &[P::Move]| {
            if moves.len() as u32 == length {
                first = Some(Found { start: *start, moves: moves.to_vec() });
            }
            ControlFlow::Break(())
        };
        // Another start may be farther from the goal: no farther than the length is looked.
        let outcome = walk_once(puzzle, heuristic, start, length, meter, &mut keep);
        if let Err(why) = outcome {
            return Outcome::Stopped { at_least: length, best: Some(length), why };
        }
        least = match (least, first) {
            (Some(old), Some(new)) if compare(puzzle, &new, &old) == Ordering::Less => Some(new),
            (old, new) => old.or(new),
        };
    }
    Outcome::Solved(least.expect("some start has a solution of the length found"))
}

/// Compares two solutions by the letters of their moves.
fn compare<P: Puzzle>(puzzle: &P, a: &Found<P>, b: &Found<P>) -> Ordering {
    letters(puzzle, a).cmp(letters(puzzle, b))
}

fn letters<'a, P: Puzzle>(puzzle: &'a P, found: &'a Found<P>) -> impl Iterator<Item = u32> + 'a {
    let mut state = found.start;
    found.moves.iter().map(move |m| {
        let order = puzzle.order(&state, *m);
        puzzle.apply(&mut state, *m);
        order
    })
}

fn ignore<S, M>(_: &S, _: &[M]) -> ControlFlow<()> {
    ControlFlow::Break(())
}

/// Raises the bound until a solution is met, and returns that bound. With `LIST`, `each` gets every solution of that bound in
/// the order of the letters; without, the first is returned and `each` is not called.
fn deepen<P: Puzzle, H: Heuristic<P>, F, const LIST: bool>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    settings: &Settings<'_, P>,
    meter: &mut Meter<'_>,
    mut before: Option<Before<'_, P>>,
    each: &mut F,
) -> Outcome<(u32, Found<P>)>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    meter.stats.generated += starts.len() as u64;
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        let _ = each(start, &[]);
        return Outcome::Solved((0, Found { start: *start, moves: Vec::new() }));
    }
    let roots: Vec<_> = starts.iter().map(|start| (*start, heuristic.memo(puzzle, start))).collect();
    let mut bound = roots.iter().map(|(_, memo)| heuristic.bound(memo)).min().unwrap_or(UNREACHABLE).max(1);
    let mut automaton: Option<&Automaton<P>> = settings.cuts.and_then(|cuts| cuts.worth(puzzle, 0, meter));
    let threads = settings.threads;
    let (mut past, mut held): (Option<Past<P>>, u64) = (None, 0);
    let after_one = match settings.prune {
        Prune::Back => AfterOne::Back,
        Prune::Follow => AfterOne::Follow,
    };
    loop {
        // Nothing but proofs that there is no way: a sum that exceeds the bound by that much holds one.
        if bound >= UNREACHABLE {
            return Outcome::Unsolvable(Unsolvable::Exhausted);
        }
        if let Err(why) = meter.allow(bound).and_then(|()| meter.look(bound)) {
            return Outcome::Stopped { at_least: bound, best: None, why };
        }
        meter.begin_iteration();
        if let (Some(before), Some(past)) = (&mut before, &past) {
            match before(bound, past, meter) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    meter.end_iteration(bound);
                    return Outcome::Solved((bound, found));
                }
                Err(why) => return Outcome::Stopped { at_least: bound, best: None, why },
            }
        }
        // Where there is no room for what came nearest, it is done without.
        meter.shrink(std::mem::take(&mut held));
        let bytes = Nearest::<P::Move>::bytes(bound).saturating_mul((threads * roots.len()) as u64);
        let takes = H::NARROWS && before.is_some() && meter.grow(bytes).is_ok();
        held = if takes { bytes } else { 0 };
        let Iteration { excess, found, stopped, nearest } = match automaton {
            Some(cuts) => {
                iterate::<_, _, _, _, LIST>((puzzle, heuristic, cuts), &roots, bound, threads, takes, meter, each)
            }
            None => {
                iterate::<_, _, _, _, LIST>((puzzle, heuristic, after_one), &roots, bound, threads, takes, meter, each)
            }
        };
        let generated = meter.end_iteration(bound);
        if let Some(why) = stopped {
            return Outcome::Stopped { at_least: bound, best: found.map(|_| bound), why };
        }
        if let Some(found) = found {
            return Outcome::Solved((bound, found));
        }
        past = Some(Past { bound, generated, nearest });
        bound = bound.saturating_add(excess);
        if let Some(cuts) = settings.cuts {
            automaton = cuts.worth(puzzle, generated, meter).or(automaton);
        }
    }
}

/// What came of an iteration.
struct Iteration<P: Puzzle> {
    /// The least excess over the bound.
    excess: u32,
    found: Option<Found<P>>,
    stopped: Option<Stop>,
    /// From each start, the nodes that it came nearest with, if they are taken.
    nearest: Vec<Nearest<P::Move>>,
}

/// One iteration from all starts.
fn iterate<P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool>(
    tree: (&P, &H, L),
    roots: &[(P::State, H::Memo)],
    bound: u32,
    threads: usize,
    takes: bool,
    meter: &mut Meter<'_>,
    each: &mut F,
) -> Iteration<P>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    let mut iteration = Iteration { excess: UNREACHABLE, found: None, stopped: None, nearest: Vec::new() };
    for (start, memo) in roots {
        iteration.nearest.push(Nearest::new(takes));
        let low = tree.1.bound(memo);
        if low > bound {
            iteration.excess = iteration.excess.min(low - bound);
            continue;
        }
        let whole = walk::<_, _, _, _, LIST>(tree, (start, *memo), bound, threads, meter, each, &mut iteration);
        if !whole {
            break;
        }
    }
    iteration
}

/// One iteration from one start. Returns whether its tree was walked to the end.
fn walk<P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool>(
    tree: (&P, &H, L),
    (start, memo): (&P::State, H::Memo),
    bound: u32,
    threads: usize,
    meter: &mut Meter<'_>,
    each: &mut F,
    iteration: &mut Iteration<P>,
) -> bool
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    let (puzzle, _, leave) = tree;
    let (mark, dropped) = leave.begin(puzzle, start);
    let moves = puzzle.moves(start).without(dropped);
    let task = Task { state: *start, memo, mark, moves, left: bound, path: Vec::new() };
    let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
    let split_at = (!LIST && threads > 1).then(|| Instant::now() + ALONE);
    let mut alone = Alone { meter, bound, split_at };
    let next_look = alone.next_look();
    let mut walk = Walk::<P, H, L, F, LIST>::new(tree, start, (expanded, generated, next_look), &mut alone, each);
    walk = walk.taking(iteration.nearest.pop().unwrap_or_default());
    let (mut excess, mut whole) = walk.run(&task);
    let (counts, rest) = ((walk.expanded, walk.generated), std::mem::take(&mut walk.rest));
    let (splitting, mut stopped, mut nearest) = (walk.splitting, walk.stopped, walk.nearest());
    let mut moves = walk.solution();
    (meter.stats.expanded, meter.stats.generated, meter.stats.depth) = (counts.0, counts.1, bound);
    if splitting {
        let finished = parallel::finish(tree, rest, nearest, bound, threads, meter);
        excess = excess.min(finished.excess);
        (moves, stopped, nearest) = (finished.found, finished.stopped, finished.nearest);
        whole = moves.is_none() && stopped.is_none();
    }
    iteration.excess = iteration.excess.min(excess);
    iteration.stopped = stopped;
    iteration.nearest.push(nearest);
    iteration.found = moves.map(|moves| Found { start: *start, moves }).or(iteration.found.take());
    whole
}

/// One iteration from one start, listing in the order of the letters.
fn walk_once<P: Puzzle, H: Heuristic<P>, F>(
    puzzle: &P,
    heuristic: &H,
    start: &P::State,
    bound: u32,
    meter: &mut Meter<'_>,
    each: &mut F,
) -> Result<(), Stop>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    if puzzle.is_goal(start) {
        let _ = each(start, &[]);
        return Ok(());
    }
    let roots = [(*start, heuristic.memo(puzzle, start))];
    let iteration =
        iterate::<_, _, _, _, true>((puzzle, heuristic, AfterOne::Back), &roots, bound, 1, false, meter, each);
    iteration.stopped.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests;
