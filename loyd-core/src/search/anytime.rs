//! Anytime search: some solution at once, better ones while time lasts, and meanwhile a proof of how much better they
//! could become.
//!
//! Two work side by side. The *finder* runs beams ([`beam`](super::beam)), each several times as wide as the one
//! before, and shortens what they find window by window ([`shorten`](super::shorten)). Where the time is limited, the
//! last beam is as wide as there is time for; once none wider fits, beams begin somewhere on the way of the best
//! solution. The *prover* deepens iteratively ([`ida_star`]): an iteration that ends without a solution proves that
//! every solution is longer, and one that ends with a solution has found a shortest. Once the best solution is at most
//! `within` times as long as what is proved, it is `within` times as long as a shortest one at most, whatever that is.
//!
//! With one thread, or a limit of nodes, they take turns, each with a budget of nodes that doubles, and with a limit of
//! nodes the same request takes the same course. With two threads the prover has one for itself, until the growth of
//! its iterations says that it would take forever; then the finder has both.

mod finder;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::ida_star::{self, Prune, Walker};
use super::{Found, Outcome};
use crate::heuristic::Bounded;
use crate::limits::{Limits, Meter, Progress, Stats, Stop};
use crate::puzzle::{MoveSet, Puzzle, Unsolvable};

/// What is wanted of an anytime search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The solution may be so many times as long as a shortest one; 1 for a shortest.
    pub within: f64,
    /// Whether the first solution will do, whatever its length.
    pub first: bool,
    /// Threads; more than two are not used.
    pub threads: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Wish {
    fn default() -> Self {
        Wish { within: 1.0, first: false, threads: 1, seed: 1 }
    }
}

/// Why an anytime search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The best solution is a shortest: proved.
    Shortest,
    /// The best solution is as good as was wished; what is proved of it, the bound says.
    Enough,
    /// There is no solution: proved.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stop),
}

/// What an anytime search found.
#[derive(Clone, Debug)]
pub struct Findings<P: Puzzle> {
    /// The best solution, replayed to a goal.
    pub best: Option<Found<P>>,
    /// Every solution has at least this many moves: proved.
    pub at_least: u32,
    /// Why it ended.
    pub end: End,
}

/// Nodes of the prover's first turn, where it takes turns.
const FIRST_TURN: u64 = 1 << 18;

/// Nodes beyond which an iteration is not waited for: many years.
const HOPELESS: f64 = 1e15;

/// Searches solutions from any of `starts` until the wish is fulfilled or a limit is reached. Each better solution goes
/// to `each`, on the calling thread or the prover's, with what is proved at that time.
///
/// # Complexity
/// Memory: that of a beam ([`beam::search`](super::beam::search)); one that does not fit the limit of bytes is followed
/// by a narrower one.
///
/// ```
/// use loyd_core::cells::Bytes;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_core::puzzles::sliding::{Sliding, bounds::Manhattan};
/// use loyd_core::search::anytime::{self, End, Wish};
/// use loyd_core::search::ida_star::Plain;
///
/// let board = Sliding::<Bytes<32>>::rectangle(5, 5).unwrap();
/// let start = board.random(&mut |below| below / 2);
/// let limits = Limits::default();
/// let wish = Wish { first: true, ..Wish::default() };
/// let findings = anytime::search(&board, &Plain(Manhattan), &[start], wish, &mut Meter::new(&limits), &|_, _| {});
/// let best = findings.best.unwrap();
/// let mut state = best.start;
/// for &m in &best.moves {
///     board.apply(&mut state, m);
/// }
/// assert!(board.is_goal(&state) && findings.at_least <= best.moves.len() as u32);
/// ```
pub fn search<P: Bounded>(
    puzzle: &P,
    walker: &dyn Walker<P>,
    starts: &[P::State],
    wish: Wish,
    meter: &mut Meter<'_>,
    each: &(dyn Fn(&Found<P>, u32) + Sync),
) -> Findings<P> {
    let bound = walker.bound();
    let at_least = starts.iter().map(|start| bound.of(puzzle, start)).min().unwrap_or(0);
    let asked = meter.limits();
    let board =
        Arc::new(Board { at_least: AtomicU32::new(at_least), best: AtomicU32::new(u32::MAX), ..Board::default() });
    let seen = board.clone();
    let (watcher, cancel) = (asked.progress.clone(), asked.cancel.clone());
    let progress = move |progress: &Progress| {
        if let Some(watcher) = &watcher {
            let depth = seen.at_least.load(Relaxed);
            let best = Some(seen.best.load(Relaxed)).filter(|&best| best != u32::MAX);
            let nodes = progress.nodes + seen.nodes.load(Relaxed);
            watcher(&Progress { depth, best, nodes, ..*progress });
        }
        if cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
            seen.cancelled.store(true, Relaxed);
            seen.stop.store(true, Relaxed);
        }
    };
    let two = wish.threads > 1 && asked.nodes.is_none() && !wish.first;
    let limits = Limits {
        time: asked.time.map(|time| time.saturating_sub(meter.elapsed())),
        nodes: asked.nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated)),
        bytes: asked.bytes,
        // A solution beyond that many moves is not offered; a beam may pass through longer ones.
        moves: None,
        cancel: Some(board.stop_flag()),
        progress: Some(Arc::new(progress)),
        log: None,
    };
    let mut own = Meter::new(&limits);
    own.stats.generated = 0;
    let job = Job {
        puzzle,
        walker,
        starts,
        wish,
        most: asked.moves.unwrap_or(u32::MAX),
        board,
        best: Mutex::new(None),
        proof: Mutex::new(None),
        each,
    };
    let why = if two {
        std::thread::scope(|scope| {
            let prover = scope.spawn(|| job.prove_aside());
            // In a pool of its own, so that halves of a beam that no thread takes are not waited for.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
            let why = match &pool {
                Ok(pool) => pool.install(|| job.find(false, &mut own)),
                Err(_) => job.find(false, &mut own),
            };
            job.board.stop.store(true, Relaxed);
            let aside = prover.join().unwrap_or_default();
            add(&mut meter.stats, aside);
            why
        })
    } else {
        job.find(true, &mut own)
    };
    add(&mut meter.stats, own.stats);
    job.report(why)
}

fn add(stats: &mut Stats, more: Stats) {
    stats.expanded += more.expanded;
    stats.generated += more.generated;
    stats.duplicates += more.duplicates;
    stats.depth = stats.depth.max(more.depth);
    stats.bytes += more.bytes;
}

/// What all threads look at.
#[derive(Debug, Default)]
struct Board {
    at_least: AtomicU32,
    best: AtomicU32,
    stop: Arc<AtomicBool>,
    cancelled: AtomicBool,
    /// Whether the prover on a thread of its own has given up.
    given_up: AtomicBool,
    /// Nodes of the prover's thread.
    nodes: AtomicU64,
}

impl Board {
    fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }
}

struct Job<'a, P: Bounded> {
    puzzle: &'a P,
    walker: &'a dyn Walker<P>,
    starts: &'a [P::State],
    wish: Wish,
    /// Solutions of more moves are not wanted.
    most: u32,
    board: Arc<Board>,
    best: Mutex<Option<Found<P>>>,
    proof: Mutex<Option<Unsolvable>>,
    each: &'a (dyn Fn(&Found<P>, u32) + Sync),
}

impl<P: Bounded> Job<'_, P> {
    fn at_least(&self) -> u32 {
        self.board.at_least.load(Relaxed)
    }

    fn length(&self) -> u32 {
        self.board.best.load(Relaxed)
    }

    /// Whether the wish is fulfilled, or proved to be in vain.
    fn is_done(&self) -> bool {
        let best = self.length();
        let enough = best != u32::MAX && (self.wish.first || self.is_within(best));
        enough || self.at_least() > self.most || self.proof.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn is_within(&self, length: u32) -> bool {
        length <= self.at_least() || f64::from(length) <= self.wish.within * f64::from(self.at_least())
    }

    fn best(&self) -> Option<Found<P>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes a solution that may be better than the best so far, after a replay.
    fn offer(&self, found: Found<P>) {
        let mut state = found.start;
        for &m in &found.moves {
            if !self.puzzle.moves(&state).iter().any(|legal| legal == m) {
                return;
            }
            self.puzzle.apply(&mut state, m);
        }
        let length = found.moves.len() as u32;
        if !self.puzzle.is_goal(&state) || !self.starts.contains(&found.start) || length > self.most {
            return;
        }
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| length < best.moves.len() as u32) {
            (self.each)(&found, self.at_least());
            *best = Some(found);
            self.board.best.store(length, Relaxed);
        }
        drop(best);
        if self.is_done() {
            self.board.stop.store(true, Relaxed);
        }
    }

    fn report(self, why: Stop) -> Findings<P> {
        let done = self.is_done();
        let at_least = self.at_least();
        let best = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        let proof = self.proof.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = match (&best, proof) {
            (Some(best), _) if best.moves.len() as u32 <= at_least => End::Shortest,
            (Some(_), _) if done => End::Enough,
            (None, Some(proof)) => End::Unsolvable(proof),
            _ if self.board.cancelled.load(Relaxed) => End::Stopped(Stop::Cancelled),
            (None, _) if at_least > self.most => End::Stopped(Stop::Moves),
            _ => End::Stopped(why),
        };
        Findings { best, at_least, end }
    }

    /// Deepens, with a budget of nodes.
    fn prove(&self, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let asked = meter.limits();
        let spent = meter.stats.generated;
        let left = asked.nodes.map_or(u64::MAX, |most| most.saturating_sub(spent));
        let hopeless = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            time: asked.time.map(|time| time.saturating_sub(meter.elapsed())),
            nodes: Some(nodes.min(left)),
            ..self.limits_of_prover(hopeless, asked.progress.clone(), spent)
        };
        let mut own = Meter::new(&limits);
        self.deepen(&mut own);
        meter.stats.generated += own.stats.generated;
        meter.stats.expanded += own.stats.expanded;
        meter.stats.depth = meter.stats.depth.max(own.stats.depth);
        if self.is_done() { Ok(()) } else { meter.look(0) }
    }

    /// The prover on a thread of its own, until all stop.
    fn prove_aside(&self) -> Stats {
        let hopeless = Arc::new(AtomicBool::new(false));
        let limits = self.limits_of_prover(hopeless, None, 0);
        let mut meter = Meter::new(&limits);
        self.deepen(&mut meter);
        let stats = meter.finish();
        if self.is_done() {
            return stats;
        }
        // It would take forever: the finder's beams get the thread.
        self.board.given_up.store(true, Relaxed);
        stats
    }

    /// Limits that take down each bound as soon as it is proved, and end when it is enough or will never be.
    fn limits_of_prover(
        &self,
        hopeless: Arc<AtomicBool>,
        watcher: Option<crate::limits::Watcher>,
        spent: u64,
    ) -> Limits {
        let (board, wish, most) = (self.board.clone(), self.wish, self.most);
        let flag = hopeless.clone();
        let iterations = Mutex::new((0u32, 0u64, 0f64));
        let progress = move |progress: &Progress| {
            let before = board.at_least.fetch_max(progress.depth, Relaxed);
            let best = board.best.load(Relaxed);
            if watcher.is_none() {
                board.nodes.store(progress.nodes, Relaxed);
            }
            let at_least = before.max(progress.depth);
            let enough = best <= at_least || f64::from(best) <= wish.within * f64::from(at_least);
            if best != u32::MAX && enough || at_least > most {
                board.stop.store(true, Relaxed);
            }
            let mut iterations = iterations.lock().unwrap_or_else(PoisonError::into_inner);
            let (depth, nodes, last) = *iterations;
            if progress.depth > depth {
                // One iteration has ended. What the next ones take grows as these did.
                let took = (progress.nodes - nodes) as f64;
                let steps = f64::from(progress.depth - depth);
                *iterations = (progress.depth, progress.nodes, took);
                if took > 1e6 && last > 0.0 && best != u32::MAX {
                    let growth = (took / last).max(1.0).powf(1.0 / steps);
                    let missing = f64::from(best) / wish.within - f64::from(at_least);
                    if took * growth.powf(missing) > HOPELESS {
                        flag.store(true, Relaxed);
                    }
                }
            }
            if let Some(watcher) = &watcher {
                watcher(&Progress { nodes: spent + progress.nodes, ..*progress });
            }
            if board.stop.load(Relaxed) {
                flag.store(true, Relaxed);
            }
        };
        Limits { cancel: Some(hopeless), progress: Some(Arc::new(progress)), ..Limits::default() }
    }

    fn deepen(&self, meter: &mut Meter<'_>) {
        match ida_star::solve(self.puzzle, self.walker, self.starts, Prune::Follow, meter) {
            Outcome::Solved(found) => {
                let length = found.moves.len() as u32;
                self.board.at_least.fetch_max(length, Relaxed);
                self.offer(found);
                self.board.stop.store(true, Relaxed);
            }
            Outcome::Unsolvable(proof) => {
                *self.proof.lock().unwrap_or_else(PoisonError::into_inner) = Some(proof);
                self.board.stop.store(true, Relaxed);
            }
            Outcome::Stopped { at_least, .. } => {
                self.board.at_least.fetch_max(at_least, Relaxed);
            }
        }
    }
}
