//! Lists every shortest solution, or finds the smallest in the order of the letters, by iterative deepening. The code
//! is compiled once for each puzzle, because a virtual call expands a node and the memos stay behind it.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::stop::{OneThread, StopCondition, StopVerdict};
use super::walker::Walker;
use super::{IterationResult, Prune, SearchSettings, deepen, solve_with};
use crate::cost::Cost;
use crate::heuristic::UNREACHABLE;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::bound::{MemoStack, Stacked};
use crate::search::{Found, Outcome, sort_few};

/// Takes a solution, given as its start and its moves, and breaks when no more solutions are wanted.
pub type EachSolution<'a, P> = &'a mut dyn FnMut(&<P as Puzzle>::State, &[<P as Puzzle>::Move]) -> ControlFlow<()>;

/// Calls `each` with every shortest solution from any of `starts` once, start by start and in the order of the move
/// letters, until `each` breaks. Returns the common cost of the solutions. `proved` is a proved lower bound on it.
///
/// # Complexity
/// As [`solve`](super::solve), with the last iteration searched to its end.
pub fn all<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    proved: u32,
    meter: &mut Meter<'_>,
    each: EachSolution<'_, P>,
) -> Outcome<Cost> {
    meter.stats.generated += starts.len() as u64;
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        let _ = each(start, &[]);
        return Outcome::Solved(puzzle.measure().cost(0));
    }
    let mut iterate = |threshold: u32, meter: &mut Meter<'_>| {
        let mut iteration = IterationResult::default();
        for start in starts {
            list(puzzle, walker, start, threshold, meter, &mut *each, &mut iteration);
            if iteration.stopped.is_some() || iteration.is_over {
                break;
            }
        }
        Ok(iteration)
    };
    deepen(puzzle, walker.bound(), starts, proved, meter, &mut iterate).map(|(cost, _)| cost)
}

/// The smallest of the shortest solutions in the order of the move letters, over all starts. `proved` is a proved lower
/// bound on the cost of every solution.
///
/// # Complexity
/// As [`solve`](super::solve): the length first, then the tree in the order of the letters, up to the first solution
/// from each start.
pub fn smallest<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    proved: u32,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    let settings = SearchSettings { prune: Prune::Back, proved, ..SearchSettings::default() };
    let cost = match solve_with(puzzle, walker, starts, &settings, meter) {
        Outcome::Solved(found) => found.cost(puzzle),
        outcome => return outcome,
    };
    let mut least: Option<Found<P>> = None;
    for start in starts {
        // Another start may be farther from the goal, so the search looks no farther than the cost.
        let first = match first_within(puzzle, walker, start, cost, meter) {
            Ok(first) => first,
            Err(why) => return Outcome::Stopped { at_least: cost, best: Some(cost), why },
        };
        least = match (least, first) {
            (Some(old), Some(new)) if compare(puzzle, &new, &old) == Ordering::Less => Some(new),
            (old, new) => old.or(new),
        };
    }
    Outcome::Solved(least.expect("some start has a solution of the cost found"))
}

/// The smallest solution that costs exactly `cost`, in the order of the letters. No solution may be cheaper.
fn first_within<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    start: &P::State,
    cost: Cost,
    meter: &mut Meter<'_>,
) -> Result<Option<Found<P>>, Stop> {
    if puzzle.is_goal(start) {
        return Ok((cost.amount() == 0).then(|| Found { start: start.clone(), moves: Vec::new() }));
    }
    let (mut first, mut iteration) = (None, IterationResult::default());
    let mut keep = |start: &P::State, moves: &[P::Move]| {
        let found = Found { start: start.clone(), moves: moves.to_vec() };
        first = Some(found).filter(|found| found.cost(puzzle) == cost);
        ControlFlow::Break(())
    };
    list(puzzle, walker, start, cost.amount(), meter, &mut keep, &mut iteration);
    iteration.stopped.map_or(Ok(first), Err)
}

/// Compares two solutions by the letters of their moves.
fn compare<P: Puzzle>(puzzle: &P, a: &Found<P>, b: &Found<P>) -> Ordering {
    letters(puzzle, a).cmp(letters(puzzle, b))
}

fn letters<'a, P: Puzzle>(puzzle: &'a P, found: &'a Found<P>) -> impl Iterator<Item = u32> + 'a {
    let mut state = found.start.clone();
    found.moves.iter().map(move |m| {
        let order = puzzle.order(&state, *m);
        puzzle.apply(&mut state, *m);
        order
    })
}

/// Runs one iteration from one start, in the order of the letters.
fn list<P: Puzzle>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    start: &P::State,
    threshold: u32,
    meter: &mut Meter<'_>,
    each: EachSolution<'_, P>,
    iteration: &mut IterationResult<P>,
) {
    let bound = walker.bound();
    let low = bound.of(puzzle, start);
    if low > threshold {
        iteration.excess = iteration.excess.min(low - threshold);
        return;
    }
    let mut memos = bound.memo_stack(puzzle);
    memos.restart(start);
    let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
    let mut stop = OneThread { meter, threshold, split_at: None };
    let next_look = stop.next_look();
    let (children, path) = (Vec::new(), Vec::new());
    let mut listing = Listing {
        puzzle,
        memos: &mut *memos,
        children,
        path,
        start,
        expanded,
        generated,
        next_look,
        found: false,
        stopped: None,
        stop: &mut stop,
        each,
    };
    let below = listing.below(0, start.clone(), puzzle.moves(start), threshold);
    let (expanded, generated, found, stopped) = (listing.expanded, listing.generated, listing.found, listing.stopped);
    (meter.stats.expanded, meter.stats.generated, meter.stats.depth) = (expanded, generated, threshold);
    iteration.is_over |= below.is_break();
    iteration.excess = iteration.excess.min(below.continue_value().unwrap_or(UNREACHABLE));
    iteration.stopped = stopped;
    if found && iteration.found.is_none() {
        iteration.found = Some(Found { start: start.clone(), moves: Vec::new() });
    }
}

/// A recursion that goes on after a solution.
struct Listing<'a, P: Puzzle> {
    puzzle: &'a P,
    memos: &'a mut dyn MemoStack<P>,
    /// The children of the nodes on the path.
    children: Vec<Stacked<P::Move>>,
    path: Vec<P::Move>,
    start: &'a P::State,
    expanded: u64,
    generated: u64,
    next_look: u64,
    found: bool,
    stopped: Option<Stop>,
    stop: &'a mut dyn StopCondition,
    each: EachSolution<'a, P>,
}

impl<P: Puzzle> Listing<'_, P> {
    /// Searches below the node whose memo is at `place`. Returns the least excess, or breaks if the search ends early.
    fn below(&mut self, place: usize, state: P::State, moves: P::Moves, left: u32) -> ControlFlow<(), u32> {
        if self.generated >= self.next_look && self.look().is_break() {
            self.expanded += 1;
            return ControlFlow::Break(());
        }
        let begin = self.children.len();
        self.expand(place, &state, moves, left - 1);
        let end = self.children.len();
        let mut excess = UNREACHABLE;
        let mut ended = ControlFlow::Continue(());
        for index in begin..end {
            let Stacked { m, low, place } = self.children[index];
            self.generated += 1;
            let cost = self.puzzle.cost(&state, m);
            if low.saturating_add(cost) > left {
                excess = excess.min(low.saturating_add(cost) - left);
                continue;
            }
            self.path.push(m);
            match self.child((place, low), &state, m, left - cost) {
                ControlFlow::Continue(under) => excess = excess.min(under),
                ControlFlow::Break(()) => {
                    ended = ControlFlow::Break(());
                    break;
                }
            }
            self.path.pop();
        }
        self.children.truncate(begin);
        self.expanded += 1;
        ended?;
        ControlFlow::Continue(excess)
    }

    /// Lists the children of a node, in the order of the letters.
    fn expand(&mut self, place: usize, state: &P::State, moves: P::Moves, most: u32) {
        let begin = self.children.len();
        self.memos.expand(place, state, moves, most, &mut self.children);
        sort_few(&mut self.children[begin..], |child| self.puzzle.order(state, child.m));
    }

    fn child(&mut self, (place, low): (usize, u32), parent: &P::State, m: P::Move, rest: u32) -> ControlFlow<(), u32> {
        let mut state = parent.clone();
        self.puzzle.apply(&mut state, m);
        if low == 0 && self.puzzle.is_goal(&state) {
            self.found = true;
            (self.each)(self.start, &self.path)?;
            return ControlFlow::Continue(UNREACHABLE);
        }
        let moves = self.puzzle.moves(&state).without(self.puzzle.back(parent, m));
        if low == 0 && rest == 0 {
            return ControlFlow::Continue(self.spent(place, &state, moves));
        }
        self.below(place, state, moves, rest)
    }

    /// Handles a node whose bound is zero although it is not a goal, when nothing is left to spend. Its children are
    /// counted, and all of them exceed the threshold.
    #[cold]
    fn spent(&mut self, place: usize, state: &P::State, moves: P::Moves) -> u32 {
        let begin = self.children.len();
        self.memos.expand(place, state, moves, u32::MAX, &mut self.children);
        self.generated += (self.children.len() - begin) as u64;
        self.expanded += 1;
        let sum = |child: Stacked<P::Move>| child.low.saturating_add(self.puzzle.cost(state, child.m));
        let excess = self.children.drain(begin..).map(sum).min();
        excess.unwrap_or(UNREACHABLE).min(UNREACHABLE)
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        match self.stop.look(self.expanded, self.generated) {
            StopVerdict::Until(next) => {
                self.next_look = next;
                return ControlFlow::Continue(());
            }
            StopVerdict::Split => unreachable!("a listing is not shared"),
            StopVerdict::End(why) => self.stopped = why,
        }
        ControlFlow::Break(())
    }
}
