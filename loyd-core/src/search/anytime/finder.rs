//! The finder: runs beams, each several times as wide as the one before, and shortens their solutions.

use std::time::Duration;

use super::AnytimeJob;
use super::course::LAST_BEAM;
use crate::exact::exact;
use crate::heuristic::{BoundVisitor, Bounded, Heuristic};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::Found;
use crate::search::beam::{self, Beam, Due};
use crate::search::shorten::Shortener;
use crate::splitmix;

/// Solutions of at least this many moves are shortened on two threads.
const LONG: usize = 100;

/// The most moves that are made beside a solution before a new plan.
const BESIDE: usize = 2;

/// The nodes by which a first solution is shortened that is far too long.
const FIRST_SHORTENED: u64 = 1 << 20;

/// The time for which two threads shorten their halves at first.
const SLICE: Duration = Duration::from_millis(100);

impl<P: Bounded> AnytimeJob<'_, P> {
    /// The time by which a beam of about `moves` moves should be done, if time is limited and a solution is known.
    fn due(&self, moves: u32, meter: &Meter<'_>) -> Option<Due> {
        let (now, asked) = (meter.elapsed(), meter.limits());
        let is_known = moves != u32::MAX && !self.course.is_far();
        let time = asked.time.filter(|_| asked.nodes.is_none() && is_known)?;
        Some(Due { at: now + time.saturating_sub(now).mul_f64(LAST_BEAM), moves })
    }

    pub(super) fn run_beam(&self, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        // The solution of a beam is shortened afterwards, so it may be somewhat longer than the best.
        let best = self.course.length();
        let below = best.saturating_add(best / 8).min(self.course.most.saturating_add(self.course.most / 8));
        let due = self.due(best, meter);
        let beam = Beam { width, seed, below, threads: self.course.threads(), due };
        let guided = Guided { puzzle: self.puzzle, starts: self.starts, beam, meter };
        self.puzzle.with_guide(guided).unwrap_or(Ok(None))
    }

    /// Runs a beam from a state on the path of the best solution, to replace the moves from there by fewer moves.
    pub(super) fn run_from(&self, width: usize, seed: u64, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        let Some(mut best) = self.best() else { return self.run_beam(width, seed, meter) };
        let (mut rng, mut state) = (seed, best.start.clone());
        let kept = exact::<usize>(splitmix::next(&mut rng) % best.moves.len().max(1) as u64);
        for &m in &best.moves[..kept] {
            self.puzzle.apply(&mut state, m);
        }
        let below = exact::<u32>(best.moves.len() - kept);
        let due = self.due(below, meter);
        let beam = Beam { width, seed, below, threads: self.course.threads(), due };
        let guided = Guided { puzzle: self.puzzle, starts: &[state], beam, meter };
        let rest = self.puzzle.with_guide(guided).unwrap_or(Ok(None))?;
        Ok(rest.map(|rest| {
            best.moves.truncate(kept);
            best.moves.extend(rest.moves);
            best
        }))
    }

    /// Shortens a solution by plans: after one or two other moves from a state on its path, the plan may lead to a goal
    /// in fewer moves than the solution. (The plan's length takes the place of an estimate, as in T. Cazenave, "Nested
    /// Monte-Carlo search", IJCAI 2009.) A plan counts as many nodes as it has moves.
    fn plan_anew(&self, found: &mut Found<P>, until: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (mut state, mut at) = (found.start.clone(), 0);
        while at < found.moves.len() && meter.stats.generated < until && !self.course.is_done() {
            let before = found.moves[..at].to_vec();
            self.plan_beside(&mut found.moves, before, &state, BESIDE, meter)?;
            self.puzzle.apply(&mut state, found.moves[at]);
            at += 1;
        }
        Ok(())
    }

    /// Replaces a solution by `made`, `more` moves or fewer from `state`, and a plan, if that is shorter.
    fn plan_beside(
        &self,
        best: &mut Vec<P::Move>,
        made: Vec<P::Move>,
        state: &P::State,
        more: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for m in self.puzzle.moves(state).iter() {
            let (mut child, mut made) = (state.clone(), made.clone());
            self.puzzle.apply(&mut child, m);
            made.push(m);
            let Some(rest) = self.plan_from(child.clone(), best.len().saturating_sub(made.len())) else { continue };
            meter.stats.generated += rest.len() as u64 + 1;
            meter.look(0)?;
            if made.len() + rest.len() < best.len() {
                best.clone_from(&made);
                best.extend(rest);
            }
            if more > 1 && made.len() < best.len() {
                self.plan_beside(best, made, &child, more - 1, meter)?;
            }
        }
        Ok(())
    }

    /// Shortens a solution until nothing changes any more, or until `nodes` nodes are generated. If the first solution
    /// ends the search, a solution that is far too long is offered after some windows only.
    pub(super) fn shorten_found(
        &self,
        mut found: Found<P>,
        seed: u64,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.course.wish.first && self.course.is_too_long(exact::<u32>(found.moves.len())) {
            let until = meter.stats.generated.saturating_add(FIRST_SHORTENED);
            let planned = self.plan_anew(&mut found, until, meter);
            let mut shortener = Shortener::new(self.puzzle, found, seed);
            let mut shortened = planned.map(|()| Some(true));
            while meter.stats.generated < until && matches!(shortened, Ok(Some(_))) {
                shortened = shortener.step(self.puzzle, meter);
            }
            self.offer(shortener.found());
            return shortened.map(|_| ());
        }
        let until = meter.stats.generated.saturating_add(nodes);
        if self.course.is_too_long(exact::<u32>(found.moves.len())) {
            let planned = self.plan_anew(&mut found, until, meter);
            // A limit may end the plans, and the solution is kept.
            self.offer(found.clone());
            planned?;
        }
        if self.course.threads() > 1 && found.moves.len() >= LONG {
            return self.shorten_halves(found, seed, until, meter);
        }
        let mut shortener = Shortener::new(self.puzzle, found, seed);
        self.offer(shortener.found());
        while meter.stats.generated < until && !self.course.is_done() {
            match shortener.step(self.puzzle, meter)? {
                Some(true) if shortener.length() < self.course.length() => self.offer(shortener.found()),
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// Does the work of [`shorten`](Self::shorten) with each half on its own thread. The place where they meet changes
    /// from time to time.
    fn shorten_halves(&self, mut found: Found<P>, seed: u64, until: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (mut rng, mut slice, mut idle) = (seed, SLICE, false);
        while meter.stats.generated < until && !self.course.is_done() {
            let third = found.moves.len() / 3;
            let cut = third + exact::<usize>(splitmix::next(&mut rng) % third.max(1) as u64);
            let mut middle = found.start.clone();
            for &m in &found.moves[..cut] {
                self.puzzle.apply(&mut middle, m);
            }
            let rest = Found { start: middle, moves: found.moves.split_off(cut) };
            let end = meter.elapsed() + slice;
            let limits = Limits {
                time: Some(meter.limits().time.map_or(end, |time| time.min(end))),
                progress: None,
                log: None,
                frontiers: None,
                ..meter.limits().clone()
            };
            let (mut one, mut other) = (meter.part(&limits), meter.part(&limits));
            let (mut first, mut second) =
                (Shortener::new(self.puzzle, found, rng), Shortener::new(self.puzzle, rest, !rng));
            let run = |shortener: &mut Shortener<P>, meter: &mut Meter<'_>| {
                while let Ok(Some(_)) = shortener.step(self.puzzle, meter) {}
            };
            side_by_side(&mut || run(&mut first, &mut one), &mut || run(&mut second, &mut other));
            found = first.found();
            found.moves.extend(second.found().moves);
            let before = self.course.length();
            self.offer(found.clone());
            for part in [&one, &other] {
                meter.absorb(&part.stats);
            }
            meter.look(0)?;
            // The threads ended before their time was over, and the solution is no shorter.
            let over = meter.elapsed() < end && self.course.length() >= before;
            if over && idle {
                break;
            }
            (idle, slice) = (over, slice * 2);
        }
        Ok(())
    }
}

/// Calls both functions, the second on its own thread. Virtual calls let the code that spawns threads be compiled once.
fn side_by_side(first: &mut dyn FnMut(), second: &mut (dyn FnMut() + Send)) {
    std::thread::scope(|scope| {
        scope.spawn(second);
        first();
    });
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
