//! The finder: beams, each several times as wide as the one before, and what they find shortened.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::{FIRST_TURN, Job};
use crate::heuristic::{BoundVisitor, Bounded, Heuristic};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Puzzle;
use crate::search::Found;
use crate::search::beam::{self, Beam, Due};
use crate::search::shorten::Shortener;

/// The width of the first beam.
const FIRST_WIDTH: usize = 64;

/// No beam is wider: beyond, others are run with other seeds.
const WIDEST: usize = 1 << 17;

/// How many times as wide as one beam the next is.
const GROWTH: usize = 4;

/// The part of the time that is left which the last beam may take.
const LAST_BEAM: f64 = 0.92;

/// How much wider the last beam begins than there seems to be time for: where there is not, it narrows, but it never
/// widens beyond where it began.
const AMPLE: f64 = 1.5;

/// Solutions of so many moves are shortened on two threads.
const LONG: usize = 100;

/// For how long two threads shorten their halves at first.
const SLICE: Duration = Duration::from_millis(100);

/// The width of the next beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Wider(usize),
    AsWide,
}

impl<P: Bounded> Job<'_, P> {
    /// The finder's work, and with `turns` the prover's in turns. Ends when the wish is fulfilled, or with the limit
    /// that was reached.
    pub(super) fn find(&self, turns: bool, meter: &mut Meter<'_>) -> Stop {
        let mut width = FIRST_WIDTH;
        // As wide as memory allows.
        let mut most = WIDEST;
        let mut turn = FIRST_TURN;
        // Where the beams are as wide as time allows, some begin on the path of the best solution.
        let mut widest = false;
        for round in 0u64.. {
            let seed = self.wish.seed.wrapping_add(round);
            let began = meter.elapsed();
            let found = match if widest { self.run_from(width, seed, meter) } else { self.run_beam(width, seed, meter) }
            {
                Ok(found) => found,
                // A narrower beam may fit, and there is still the prover.
                Err(Stop::Bytes) => {
                    most = (width / GROWTH).max(1);
                    width = most;
                    None
                }
                Err(why) => return why,
            };
            let took = meter.elapsed().saturating_sub(began);
            let next = next_width(width, took, most, meter);
            if let Some(found) = found {
                self.offer(found.clone());
                let nodes = meter.stats.generated.max(turn);
                let nodes = match next {
                    Next::Wider(_) if meter.limits().time.is_some() => nodes / 8,
                    Next::Wider(_) => nodes,
                    Next::AsWide => u64::MAX,
                };
                if let Err(why) = self.shorten(found, seed, nodes, meter) {
                    return why;
                }
            }
            if turns {
                if let Err(why) = self.prove(turn, meter) {
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
            widest = matches!(next, Next::AsWide);
            if let Next::Wider(wider) = next {
                width = wider;
            }
        }
        Stop::Nodes
    }

    /// When a beam of about so many moves had better be done: with a limit of time, once there is a solution.
    fn due(&self, moves: u32, meter: &Meter<'_>) -> Option<Due> {
        let (now, asked) = (meter.elapsed(), meter.limits());
        let time = asked.time.filter(|_| asked.nodes.is_none() && moves != u32::MAX)?;
        Some(Due { at: now + time.saturating_sub(now).mul_f64(LAST_BEAM), moves })
    }

    fn threads(&self) -> usize {
        if self.board.given_up.load(Relaxed) { self.wish.threads } else { 1 }
    }

    fn run_beam(&self, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        // What a beam finds is shortened afterwards, so it may be somewhat longer than the best.
        let best = self.length();
        let below = best.saturating_add(best / 8).min(self.most.saturating_add(self.most / 8));
        let due = self.due(best, meter);
        let beam = Beam { width, seed, below, threads: self.threads(), due };
        let guided = Guided { puzzle: self.puzzle, starts: self.starts, beam, meter };
        self.puzzle.with_guide(guided).unwrap_or(Ok(None))
    }

    /// Runs a beam from a state on the path of the best solution, for a shorter rest.
    fn run_from(&self, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        let Some(mut best) = self.best() else { return self.run_beam(width, seed, meter) };
        let (mut rng, mut state) = (seed, best.start);
        let kept = beam::random(&mut rng) as usize % best.moves.len().max(1);
        for &m in &best.moves[..kept] {
            self.puzzle.apply(&mut state, m);
        }
        let below = (best.moves.len() - kept) as u32;
        let due = self.due(below, meter);
        let beam = Beam { width, seed, below, threads: self.threads(), due };
        let guided = Guided { puzzle: self.puzzle, starts: &[state], beam, meter };
        let rest = self.puzzle.with_guide(guided).unwrap_or(Ok(None))?;
        Ok(rest.map(|rest| {
            best.moves.truncate(kept);
            best.moves.extend(rest.moves);
            best
        }))
    }

    /// Shortens a solution until nothing changes any more, or it has taken so many nodes.
    fn shorten(&self, found: Found<P>, seed: u64, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let until = meter.stats.generated.saturating_add(nodes);
        if self.threads() > 1 && found.moves.len() >= LONG {
            return self.shorten_halves(found, seed, until, meter);
        }
        let mut shortener = Shortener::new(self.puzzle, found, seed);
        self.offer(shortener.found());
        while meter.stats.generated < until && !self.is_done() {
            match shortener.step(self.puzzle, meter)? {
                Some(true) if shortener.length() < self.length() => self.offer(shortener.found()),
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// As [`shorten`](Self::shorten), each half on a thread of its own; where the halves meet changes from time to
    /// time.
    fn shorten_halves(&self, mut found: Found<P>, seed: u64, until: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (mut rng, mut slice, mut idle) = (seed, SLICE, false);
        while meter.stats.generated < until && !self.is_done() {
            let third = found.moves.len() / 3;
            let cut = third + beam::random(&mut rng) as usize % third.max(1);
            let mut middle = found.start;
            for &m in &found.moves[..cut] {
                self.puzzle.apply(&mut middle, m);
            }
            let rest = Found { start: middle, moves: found.moves.split_off(cut) };
            let end = meter.elapsed() + slice;
            let limits = Limits {
                time: Some(meter.limits().time.map_or(end, |time| time.min(end))),
                progress: None,
                log: None,
                ..meter.limits().clone()
            };
            let (mut one, mut other) = (meter.part(&limits), meter.part(&limits));
            let (mut first, mut second) =
                (Shortener::new(self.puzzle, found, rng), Shortener::new(self.puzzle, rest, !rng));
            let run = |shortener: &mut Shortener<P>, meter: &mut Meter<'_>| {
                while let Ok(Some(_)) = shortener.step(self.puzzle, meter) {}
            };
            std::thread::scope(|scope| {
                scope.spawn(|| run(&mut second, &mut other));
                run(&mut first, &mut one);
            });
            found = first.found();
            found.moves.extend(second.found().moves);
            let before = self.length();
            self.offer(found.clone());
            for part in [&one, &other] {
                meter.absorb(&part.stats);
            }
            meter.look(0)?;
            // Nothing changed, though there was time for more.
            let over = meter.elapsed() < end && self.length() >= before;
            if over && idle {
                break;
            }
            (idle, slice) = (over, slice * 2);
        }
        Ok(())
    }
}

/// How wide the next beam is, after one that took so long: without a limit of time several times as wide; with one, the
/// last beam takes most of the time that is left.
fn next_width(width: usize, took: Duration, most: usize, meter: &Meter<'_>) -> Next {
    let grown = width.saturating_mul(GROWTH).min(most);
    let wider = |width: usize, than: usize| if width > than { Next::Wider(width) } else { Next::AsWide };
    let Some(time) = meter.limits().time.filter(|_| meter.limits().nodes.is_none()) else {
        return wider(grown, width);
    };
    let left = time.saturating_sub(meter.elapsed()).as_secs_f64() * LAST_BEAM;
    let widest = ((width as f64 * left * AMPLE / took.as_secs_f64().max(1e-4)) as usize).min(most);
    // If there were no time for a wider one after the next, the next would better be as wide as can be.
    if widest / GROWTH >= grown { wider(grown, width) } else { wider(widest, width + width / 2) }
}

struct Guided<'a, 'm, P: Puzzle> {
    puzzle: &'a P,
    starts: &'a [P::State],
    beam: Beam,
    meter: &'a mut Meter<'m>,
}

impl<P: Puzzle> BoundVisitor<P> for Guided<'_, '_, P> {
    type Output = Result<Option<Found<P>>, Stop>;

    fn visit<G: Heuristic<P>>(self, guide: G) -> Self::Output {
        beam::search(self.puzzle, &guide, self.starts, self.beam, self.meter)
    }
}
