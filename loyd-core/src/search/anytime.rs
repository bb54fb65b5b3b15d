//! Anytime search: finds some solution at once and better ones while time lasts, and meanwhile proves how much better
//! they could become.
//!
//! Two parts work side by side. The *finder* runs beams ([`beam`](super::beam)), each several times as wide as the one
//! before, and shortens their solutions window by window ([`shorten`](super::shorten)). With a time limit, the last
//! beam is as wide as the time allows; once no wider beam fits, beams begin at a state on the path of the best
//! solution. Before each beam, the finder searches a puzzle that has stages through its stages ([`staged`]). If the
//! best solution is so long that it comes from a plan, the puzzle's own method shortens it ([`BeamHints::shorter`]), or
//! else other plans from the states beside its path.
//! The *prover* deepens iteratively ([`ida_star`]): an iteration that ends without a solution proves that every
//! solution is longer, and an iteration that ends with a solution has found a shortest one. Once the best solution is
//! at most `within` times as long as the proved bound, it is at most `within` times as long as a shortest solution.
//!
//! With one thread, with a node limit, or if the first solution will do, the two take turns, with budgets of nodes that
//! grow. With a node limit the same request always takes the same course. With two threads the prover has one thread
//! for itself, until the growth of its iterations shows that it would take forever; then the finder gets both threads.

mod course;
mod finder;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::ida_star::{self, Prune, SearchSettings, Walker};
use super::{Found, Outcome, staged};
use crate::cost::Length;
use crate::exact::exact;
use crate::heuristic::Bounded;
use crate::limits::{Meter, Stop, Watch};
use crate::puzzle::{BeamHints, MoveSet, Puzzle, ShorterSearch, Unsolvable};
use course::{AnytimeSchedule, AnytimeWork};

/// A plan with more moves than this is given up.
const MOST_PLANNED: usize = 1 << 16;

/// A solution longer than this multiple of the lower bound comes from a plan, not from a search.
const FAR: u32 = 3;

/// Whether a solution of this length must come from a plan, where every solution has at least `at_least` moves. No
/// proof will soon reach it, and windows make it much shorter.
pub fn is_too_long(length: u32, at_least: u32) -> bool {
    length / FAR > at_least
}

/// The goal and the settings of an anytime search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The largest accepted ratio of a solution's length to the shortest length; 1 asks for a shortest solution.
    pub within: f64,
    /// Whether the search ends with its first solution, whatever its length.
    pub first: bool,
    /// The number of threads; no more than two are used.
    pub threads: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// A proved lower bound on the length of every solution.
    pub proved: u32,
    /// Whether the caller goes on after a limit of nodes, so that a plan which no search has shortened enough is no
    /// first solution.
    pub goes_on: bool,
}

impl Default for Wish {
    fn default() -> Self {
        Wish { within: 1.0, first: false, threads: 1, seed: 1, proved: 0, goes_on: false }
    }
}

/// Why an anytime search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnytimeEnd {
    /// The best solution is proved to be a shortest one.
    Shortest,
    /// The best solution is as good as was wished; the lower bound shows how good it is.
    Enough,
    /// It is proved that there is no solution.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stop),
}

/// The result of an anytime search.
#[derive(Clone, Debug)]
pub struct Findings<P: Puzzle> {
    /// The best solution, replayed to a goal.
    pub best: Option<Found<P>>,
    /// The proved lower bound: every solution has at least this many moves.
    pub at_least: Length,
    /// The reason why the search ended.
    pub end: AnytimeEnd,
}

/// Searches for solutions from any of `starts` until the wish is fulfilled or a limit is reached. Calls `each`, on one
/// of its threads, with each better solution and the lower bound that is proved at that time.
///
/// # Complexity
/// The memory of a beam ([`beam::search`](super::beam::search)). A beam that does not fit the memory limit is followed
/// by a narrower one.
///
/// ```
/// use loyd_core::cells::Bytes;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Manhattan;
/// use loyd_core::search::anytime::{self, AnytimeEnd, Wish};
/// use loyd_core::search::ida_star::PlainBound;
///
/// let board = Sliding::<Bytes<32>>::rectangle(5, 5).unwrap();
/// let start = board.random(&mut |below| below / 2);
/// let limits = Limits::default();
/// let wish = Wish { first: true, ..Wish::default() };
/// let mut meter = Meter::new(&limits);
/// let findings = anytime::search(&board, &PlainBound(Manhattan), &[start], wish, &mut meter, &|_, _| {});
/// let best = findings.best.unwrap();
/// let mut state = best.start;
/// for &m in &best.moves {
///     board.apply(&mut state, m);
/// }
/// assert!(board.is_goal(&state) && findings.at_least <= best.length());
/// ```
pub fn search<P: Bounded>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    wish: Wish,
    meter: &mut Meter<'_>,
    each: &(dyn Fn(&Found<P>, Length) + Sync),
) -> Findings<P> {
    let bound = walker.bound();
    let at_least = starts.iter().map(|start| bound.of(puzzle, start)).min().unwrap_or(0).max(wish.proved);
    let course = AnytimeSchedule::new(wish, at_least, meter);
    let (best, at_hand, proof) = (Mutex::new(None), Mutex::new(None), Mutex::new(None));
    let watch = Watch::here();
    let job = AnytimeJob { puzzle, walker, starts, course: &course, watch: &watch, best, at_hand, proof, each };
    let mut planned = None;
    // A limit may be reached while the tables of the stages are made; the solutions known by then remain.
    let ran = watch.over(|| {
        planned = job.planned();
        course.run(&job, meter)
    });
    let why = ran.unwrap_or_else(|why| why);
    let is_unfound = course.length() == u32::MAX;
    if let Some(found) = planned.filter(|_| is_unfound) {
        job.offer(found);
    }
    let best = job.best.into_inner().unwrap_or_else(PoisonError::into_inner);
    let proof = job.proof.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_plan = is_unfound || course.is_far();
    let end = match course.end(best.as_ref().map(|best| exact::<u32>(best.moves.len())), proof, why) {
        AnytimeEnd::Enough if is_plan && wish.goes_on && why == Stop::Nodes => AnytimeEnd::Stopped(why),
        end => end,
    };
    Findings { best, at_least: Length(course.at_least()), end }
}

fn length_of<P: Puzzle>(found: &Found<P>) -> u32 {
    exact::<u32>(found.moves.len())
}

/// The part of the search that is compiled for each type of puzzle: the solutions, and the functions that use them.
struct AnytimeJob<'a, P: Bounded> {
    puzzle: &'a P,
    walker: &'a dyn Walker<P>,
    starts: &'a [P::State],
    course: &'a AnytimeSchedule,
    /// The limits of the request, for work that generates no nodes on a thread of the finder.
    watch: &'a Watch,
    best: Mutex<Option<Found<P>>>,
    /// The solution that the last beam found.
    at_hand: Mutex<Option<Found<P>>>,
    proof: Mutex<Option<Unsolvable>>,
    each: &'a (dyn Fn(&Found<P>, Length) + Sync),
}

impl<P: Bounded> AnytimeJob<'_, P> {
    fn best(&self) -> Option<Found<P>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A solution by the plan, if the puzzle has stages: their tables take seconds, the plan does not.
    fn planned(&self) -> Option<Found<P>> {
        self.puzzle.staged()?;
        let start = self.starts.first()?.clone();
        let moves = self.plan_from(start.clone(), MOST_PLANNED)?;
        Some(Found { start, moves })
    }

    /// The moves to a goal by the plan, if they are at most `most` and the moves of its last part.
    fn plan_from(&self, mut state: P::State, most: usize) -> Option<Vec<P::Move>> {
        let (hints, mut moves) = (self.puzzle.beam_hints()?, Vec::new());
        while !self.puzzle.is_goal(&state) && moves.len() < most {
            for m in hints.subgoal(&state).filter(|way| !way.is_empty())? {
                self.puzzle.apply(&mut state, m);
                moves.push(m);
            }
        }
        self.puzzle.is_goal(&state).then_some(moves)
    }

    /// Replays a solution, and reports and stores it if it is better than the best so far.
    fn offer(&self, found: Found<P>) {
        let mut state = found.start.clone();
        for &m in &found.moves {
            if !self.puzzle.moves(&state).iter().any(|legal| legal == m) {
                return;
            }
            self.puzzle.apply(&mut state, m);
        }
        let length = exact::<u32>(found.moves.len());
        if !self.puzzle.is_goal(&state) || !self.starts.contains(&found.start) || length > self.course.most {
            return;
        }
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| length < exact::<u32>(best.moves.len())) {
            (self.each)(&found, Length(self.course.at_least()));
            *best = Some(found);
            self.course.board.best.store(length, Relaxed);
        }
        drop(best);
        if self.course.is_done() {
            self.course.board.stop.store(true, Relaxed);
        }
    }
}

impl<P: Bounded> AnytimeWork for AnytimeJob<'_, P> {
    fn deepen(&self, meter: &mut Meter<'_>) {
        let board = &self.course.board;
        let proved = board.at_least.load(Relaxed);
        let settings = SearchSettings { prune: Prune::Follow, proved, ..SearchSettings::default() };
        match ida_star::solve_with(self.puzzle, self.walker, self.starts, &settings, meter) {
            Outcome::Solved(found) => {
                let length = exact::<u32>(found.moves.len());
                board.at_least.fetch_max(length, Relaxed);
                self.offer(found);
                board.stop.store(true, Relaxed);
            }
            Outcome::Unsolvable(proof) => {
                *self.proof.lock().unwrap_or_else(PoisonError::into_inner) = Some(proof);
                board.unsolvable.store(true, Relaxed);
                board.stop.store(true, Relaxed);
            }
            Outcome::Stopped { at_least, .. } => {
                board.at_least.fetch_max(at_least.amount(), Relaxed);
            }
        }
    }

    fn beam(&self, from_path: bool, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let found = if from_path { self.run_from(width, seed, meter)? } else { self.run_beam(width, seed, meter)? };
        // If the first solution ends the search, the solution of a plan waits until hints have shortened it.
        let waits = |found: &Found<P>| {
            self.course.wish.first && self.puzzle.beam_hints().is_some() && self.course.is_too_long(length_of(found))
        };
        if let Some(found) = found.as_ref().filter(|found| !waits(found)) {
            self.offer(found.clone());
        }
        let is_found = found.is_some();
        *self.at_hand.lock().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(is_found)
    }

    fn pass_stages(&self, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let left = meter.limits().nodes.map_or(u64::MAX, |most| most.saturating_sub(meter.stats.generated));
        let share = nodes.min(left) / self.starts.len().max(1) as u64;
        self.starts.iter().try_for_each(|start| {
            let below = self.course.length().min(self.course.most.saturating_add(1));
            staged::search(self.puzzle, start, below, share, meter, &mut |found| self.offer(found))
        })
    }

    fn pass_hints(&self, round: u32, seed: u64, nodes: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let at_hand = self.at_hand.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(hints) = self.puzzle.beam_hints() else { return Ok(false) };
        let Some(known) = self.best().or(at_hand).filter(|known| self.course.is_too_long(length_of(known))) else {
            return Ok(false);
        };
        let (mut shortest, below) = (known.clone(), length_of(&known));
        let mut each = |moves: Vec<P::Move>| {
            shortest = Found { start: known.start.clone(), moves };
            if !self.course.wish.first {
                self.offer(shortest.clone());
            }
        };
        let search = ShorterSearch { round, seed, nodes, below };
        // The tables of this method are made here, perhaps on a thread of a pool. A stop must not unwind beyond it.
        let hinted = || hints.shorter(&known.start, Some(&known.moves), search, meter, &mut each);
        let ended = self.watch.over(hinted).and_then(|ended| ended);
        let is_shorter = length_of(&shortest) < below;
        // If the first solution ends the search, a solution that hints do not shorten waits for windows.
        if is_shorter || ended.is_err() || !self.course.wish.first {
            for found in [shortest, known] {
                self.offer(found);
            }
        }
        match ended {
            // A beam may still fit.
            Err(Stop::Bytes) => Ok(false),
            ended => ended.map(|()| is_shorter),
        }
    }

    fn shorten(&self, seed: u64, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let found = self.at_hand.lock().unwrap_or_else(PoisonError::into_inner).take().or_else(|| self.best());
        found.map_or(Ok(()), |found| self.shorten_found(found, seed, nodes, meter))
    }
}
