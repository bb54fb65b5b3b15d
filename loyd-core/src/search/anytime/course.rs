//! Schedules the finder and the prover, sets their limits, and decides when the search ends. Nothing here depends on
//! the puzzle; a solution is known only by its length.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{AnytimeEnd, Wish, is_too_long};
use crate::cost::Cost;
use crate::limits::{Limits, Meter, Progress, Stats, Stop, Watcher};
use crate::puzzle::Unsolvable;

/// The nodes of the prover's first turn, if finder and prover take turns.
const FIRST_TURN: u64 = 1 << 18;

/// The nodes of the first search in stages; each later one has [`GROWTH`] times as many as the one before.
const FIRST_STAGES: u64 = 1 << 22;

/// The nodes of the first search by hints of the puzzle; each later one has [`GROWTH`] times as many.
const FIRST_SHORTER: u64 = 1 << 21;

/// The prover gives up if an iteration that it needs would take more nodes than this: they take many years.
const HOPELESS: f64 = 1e15;

/// The width of the first beam.
const FIRST_WIDTH: usize = 64;

/// The largest width of a beam; later beams of this width are run with other seeds.
const WIDEST: usize = 1 << 17;

/// The factor by which the width grows from one beam to the next.
const GROWTH: usize = 4;

/// The part of the remaining time that the last beam may take.
pub(super) const LAST_BEAM: f64 = 0.92;

/// The last beam begins this many times as wide as the time seems to allow. A late beam narrows, but no beam widens
/// beyond its first width.
const AMPLE: f64 = 1.5;

/// The width of the next beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Wider(usize),
    AsWide,
}

/// The work of the finder and of the prover that depends on the puzzle.
pub(super) trait AnytimeWork: Sync {
    /// Deepens iteratively until stopped, and records what is proved.
    fn deepen(&self, meter: &mut Meter<'_>);

    /// Runs a beam from the starts, or from a state on the path of the best solution. Offers the solution that it
    /// finds, and keeps it at hand. Returns whether it found one.
    fn beam(&self, from_path: bool, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<bool, Stop>;

    /// Searches in stages, with `nodes` nodes, and offers the solutions that it finds.
    fn pass_stages(&self, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// Searches by hints of the puzzle for solutions shorter than the best, or than the solution at hand, and offers
    /// them. Returns whether it found one. Does nothing if that solution is not far too long.
    fn pass_hints(&self, round: u32, seed: u64, nodes: u64, meter: &mut Meter<'_>) -> Result<bool, Stop>;

    /// Shortens the solution at hand, or else the best, until nothing changes any more, or until `nodes` nodes are
    /// generated.
    fn shorten(&self, seed: u64, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop>;
}

/// The data that all threads share.
#[derive(Debug, Default)]
pub(super) struct AnytimeProgress {
    pub(super) at_least: AtomicU32,
    pub(super) best: AtomicU32,
    pub(super) stop: Arc<AtomicBool>,
    cancelled: AtomicBool,
    /// Whether it is proved that there is no solution.
    pub(super) unsolvable: AtomicBool,
    /// Whether the prover, on a thread of its own, has given up.
    pub(super) given_up: AtomicBool,
    /// The nodes that the prover has generated on a thread of its own.
    nodes: AtomicU64,
}

/// The schedule of one search.
pub(super) struct AnytimeSchedule {
    pub(super) wish: Wish,
    /// The largest number of moves of a solution that is wanted.
    pub(super) most: u32,
    pub(super) board: Arc<AnytimeProgress>,
}

impl AnytimeSchedule {
    pub(super) fn new(wish: Wish, at_least: u32, meter: &Meter<'_>) -> Self {
        let best = AtomicU32::new(u32::MAX);
        let board =
            Arc::new(AnytimeProgress { at_least: AtomicU32::new(at_least), best, ..AnytimeProgress::default() });
        AnytimeSchedule { wish, most: meter.limits().cost.map_or(u32::MAX, Cost::amount), board }
    }

    /// Works until the wish is fulfilled, which returns `Stop::Enough`, or until a limit is reached, which is returned.
    pub(super) fn run(&self, work: &dyn AnytimeWork, meter: &mut Meter<'_>) -> Stop {
        let asked = meter.limits();
        let seen = self.board.clone();
        let (watcher, cancel) = (asked.progress.clone(), asked.cancel.clone());
        let progress = move |progress: &Progress| {
            if let Some(watcher) = &watcher {
                let depth = Cost::moves(seen.at_least.load(Relaxed));
                let best = Some(seen.best.load(Relaxed)).filter(|&best| best != u32::MAX).map(Cost::moves);
                let nodes = progress.nodes + seen.nodes.load(Relaxed);
                watcher(&Progress { depth, best, nodes, ..progress.clone() });
            }
            if cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
                seen.cancelled.store(true, Relaxed);
                seen.stop.store(true, Relaxed);
            }
        };
        let two = self.wish.threads > 1 && asked.nodes.is_none() && !self.wish.first;
        let limits = Limits {
            time: asked.time.map(|time| time.saturating_sub(meter.elapsed())),
            nodes: asked.nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated)),
            bytes: asked.bytes.map(|bytes| bytes.saturating_sub(meter.held())),
            // A beam may find a longer solution, which is then shortened; `offer` rejects it while it is too long.
            cost: None,
            cancel: Some(self.board.stop.clone()),
            progress: Some(Arc::new(progress)),
            log: None,
            frontiers: None,
        };
        let mut own = Meter::new(&limits);
        own.stats.generated = 0;
        let why = if two {
            std::thread::scope(|scope| {
                let prover = scope.spawn(|| self.prove_aside(work));
                // The finder gets a pool of its own, so that it never waits for a half of a beam that no thread takes.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
                let why = match &pool {
                    Ok(pool) => pool.install(|| self.find(work, false, &mut own)),
                    Err(_) => self.find(work, false, &mut own),
                };
                self.board.stop.store(true, Relaxed);
                let aside = prover.join().unwrap_or_default();
                add(&mut meter.stats, aside);
                why
            })
        } else {
            self.find(work, true, &mut own)
        };
        add(&mut meter.stats, own.stats);
        why
    }

    pub(super) fn at_least(&self) -> u32 {
        self.board.at_least.load(Relaxed)
    }

    pub(super) fn length(&self) -> u32 {
        self.board.best.load(Relaxed)
    }

    pub(super) fn threads(&self) -> usize {
        if self.board.given_up.load(Relaxed) { self.wish.threads } else { 1 }
    }

    /// Whether the wish is fulfilled, or is proved to be impossible.
    pub(super) fn is_done(&self) -> bool {
        let best = self.length();
        let enough = best != u32::MAX && (self.wish.first || self.is_within(best));
        enough || self.at_least() > self.most || self.board.unsolvable.load(Relaxed)
    }

    /// Whether the best solution is so long that it comes from a plan; then no beam need go as deep.
    pub(super) fn is_far(&self) -> bool {
        self.is_too_long(self.length())
    }

    /// Whether a solution of this length must come from a plan.
    pub(super) fn is_too_long(&self, length: u32) -> bool {
        is_too_long(length, self.at_least())
    }

    fn is_within(&self, length: u32) -> bool {
        length <= self.at_least() || f64::from(length) <= self.wish.within * f64::from(self.at_least())
    }

    /// The reason why the search ended, given the best length, the proof that there is no solution, and the limit.
    pub(super) fn end(&self, best: Option<u32>, proof: Option<Unsolvable>, why: Stop) -> AnytimeEnd {
        let at_least = self.at_least();
        match (best, proof) {
            (Some(best), _) if best <= at_least => AnytimeEnd::Shortest,
            (Some(_), _) if self.is_done() => AnytimeEnd::Enough,
            (None, Some(proof)) => AnytimeEnd::Unsolvable(proof),
            _ if self.board.cancelled.load(Relaxed) => AnytimeEnd::Stopped(Stop::Cancelled),
            (None, _) if at_least > self.most => AnytimeEnd::Stopped(Stop::Moves),
            _ => AnytimeEnd::Stopped(why),
        }
    }

    /// Runs the prover with a budget of nodes.
    fn prove(&self, work: &dyn AnytimeWork, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
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
        work.deepen(&mut own);
        meter.stats.generated += own.stats.generated;
        meter.stats.expanded += own.stats.expanded;
        meter.stats.depth = meter.stats.depth.max(own.stats.depth);
        if self.is_done() { Ok(()) } else { meter.look(0) }
    }

    /// Runs the prover on a thread of its own, until it ends or is stopped.
    fn prove_aside(&self, work: &dyn AnytimeWork) -> Stats {
        let hopeless = Arc::new(AtomicBool::new(false));
        let limits = self.limits_of_prover(hopeless, None, 0);
        let mut meter = Meter::new(&limits);
        work.deepen(&mut meter);
        let stats = meter.finish();
        if self.is_done() {
            return stats;
        }
        // The proof would take forever, so the finder's beams get the thread.
        self.board.given_up.store(true, Relaxed);
        stats
    }

    /// Limits for the prover, which record each proved bound, and end the search when the bound is enough or never will
    /// be.
    fn limits_of_prover(&self, hopeless: Arc<AtomicBool>, watcher: Option<Watcher>, spent: u64) -> Limits {
        let (board, wish, most) = (self.board.clone(), self.wish, self.most);
        let flag = hopeless.clone();
        let iterations = Mutex::new((0u32, 0u64, 0f64));
        let progress = move |progress: &Progress| {
            let proved = progress.depth.amount();
            let before = board.at_least.fetch_max(proved, Relaxed);
            let best = board.best.load(Relaxed);
            if watcher.is_none() {
                board.nodes.store(progress.nodes, Relaxed);
            }
            let at_least = before.max(proved);
            let enough = best <= at_least || f64::from(best) <= wish.within * f64::from(at_least);
            if best != u32::MAX && enough || at_least > most {
                board.stop.store(true, Relaxed);
            }
            let mut iterations = iterations.lock().unwrap_or_else(PoisonError::into_inner);
            let (depth, nodes, last) = *iterations;
            if proved > depth {
                // An iteration has ended. The next iterations are expected to grow as the last two did.
                let took = (progress.nodes - nodes) as f64;
                let steps = f64::from(proved - depth);
                *iterations = (proved, progress.nodes, took);
                if took > 1e6 && last > 0.0 && best != u32::MAX {
                    let growth = (took / last).max(1.0).powf(1.0 / steps);
                    let missing = f64::from(best) / wish.within - f64::from(at_least);
                    if took * growth.powf(missing) > HOPELESS {
                        flag.store(true, Relaxed);
                    }
                }
            }
            if let Some(watcher) = &watcher {
                watcher(&Progress { nodes: spent + progress.nodes, ..progress.clone() });
            }
            if board.stop.load(Relaxed) {
                flag.store(true, Relaxed);
            }
        };
        Limits { cancel: Some(hopeless), progress: Some(Arc::new(progress)), ..Limits::default() }
    }

    /// Does the finder's work and, with `turns`, also the prover's in turns. Returns when the wish is fulfilled, or
    /// with the limit that was reached.
    fn find(&self, work: &dyn AnytimeWork, turns: bool, meter: &mut Meter<'_>) -> Stop {
        let mut width = FIRST_WIDTH;
        // The largest width that memory allows.
        let mut most = WIDEST;
        let mut turn = FIRST_TURN;
        let mut stages = FIRST_STAGES;
        // Once the beams are as wide as time allows, they begin on the path of the best solution.
        let mut widest = false;
        // The nodes and the number of the next search by hints, and whether such searches find shorter solutions.
        let (mut shorter, mut hinted, mut is_hinted) = (FIRST_SHORTER, 0, false);
        for round in 0u64.. {
            let seed = self.wish.seed.wrapping_add(round);
            if let Err(why) = work.pass_stages(stages, meter) {
                return why;
            }
            if self.is_done() {
                return Stop::Enough;
            }
            stages = stages.saturating_mul(GROWTH as u64);
            // Where hints serve, beams would only repeat the plan.
            if !is_hinted || !self.is_far() {
                let began = meter.elapsed();
                let found = match work.beam(widest, width, seed, meter) {
                    Ok(found) => found,
                    // A narrower beam may fit, and there is still the prover.
                    Err(Stop::Bytes) => {
                        most = (width / GROWTH).max(1);
                        width = most;
                        false
                    }
                    Err(why) => return why,
                };
                let took = meter.elapsed().saturating_sub(began);
                let next = next_width(width, took, most, meter);
                if found && hinted == 0 {
                    is_hinted = match work.pass_hints(0, seed, shorter, meter) {
                        Ok(is_hinted) => is_hinted,
                        Err(why) => return why,
                    };
                    hinted = 1;
                }
                // A beam finds nothing where its plan is much longer than the best solution.
                if (found || self.length() != u32::MAX && self.is_far()) && !is_hinted {
                    let nodes = meter.stats.generated.max(turn);
                    let nodes = match next {
                        Next::Wider(_) if meter.limits().time.is_some() && !self.is_far() => nodes / 8,
                        Next::Wider(_) => nodes,
                        Next::AsWide => u64::MAX,
                    };
                    if let Err(why) = work.shorten(seed, nodes, meter) {
                        return why;
                    }
                }
                widest = matches!(next, Next::AsWide);
                if let Next::Wider(wider) = next {
                    width = wider;
                }
            } else {
                shorter = shorter.saturating_mul(GROWTH as u64);
                if let Err(why) = work.pass_hints(hinted, seed, shorter, meter) {
                    return why;
                }
                hinted += 1;
            }
            if turns {
                if let Err(why) = self.prove(work, turn, meter) {
                    return why;
                }
                turn *= 2;
            }
            if self.is_done() {
                return Stop::Enough;
            }
            if let Err(why) = meter.look(0) {
                return why;
            }
        }
        Stop::Nodes
    }
}

fn add(stats: &mut Stats, more: Stats) {
    stats.expanded += more.expanded;
    stats.generated += more.generated;
    stats.duplicates += more.duplicates;
    stats.depth = stats.depth.max(more.depth);
    stats.bytes += more.bytes;
}

/// The width of the next beam, after a beam that took `took`. Without a time limit it is several times as wide; with
/// one, the last beam takes most of the time that is left.
#[expect(clippy::cast_possible_truncation, reason = "a conversion from a float saturates, and most is smaller")]
fn next_width(width: usize, took: Duration, most: usize, meter: &Meter<'_>) -> Next {
    let grown = width.saturating_mul(GROWTH).min(most);
    let wider = |width: usize, than: usize| if width > than { Next::Wider(width) } else { Next::AsWide };
    let Some(time) = meter.limits().time.filter(|_| meter.limits().nodes.is_none()) else {
        return wider(grown, width);
    };
    let left = time.saturating_sub(meter.elapsed()).as_secs_f64() * LAST_BEAM;
    let widest = ((width as f64 * left * AMPLE / took.as_secs_f64().max(1e-4)) as usize).min(most);
    // If no time would be left for a wider beam after the next, the next beam is as wide as possible.
    if widest / GROWTH >= grown { wider(grown, width) } else { wider(widest, width + width / 2) }
}
