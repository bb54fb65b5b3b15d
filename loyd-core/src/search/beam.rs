//! Beam search (B. T. Lowerre, "The Harpy speech recognition system", 1976): breadth-first, but only the most promising
//! states of each layer are kept. It finds some solution fast, and proves nothing.
//!
//! An estimate of the remaining moves ranks the states. Within a layer all states are equally deep, so nothing else
//! counts. The estimate may be too high. A wider beam or a better estimate finds shorter solutions, but proves nothing.
//!
//! A layer is chosen before it is made. The estimates of all children are known ahead ([`Heuristic::ahead`]). Children
//! beyond the width are dropped, equal ones at random; only the others are copied, moved and compared with the states
//! seen before. A table that forgets stores the hashes of states seen lately: of two hashes for one slot, the later one
//! stays. If two states have equal hashes, a state is lost that might have been kept; nothing else goes wrong.
//!
//! Without help, the states of a beam crowd into the place where headway is easiest, and the beam stops there. A puzzle
//! may offer two remedies. The states are kept by buckets, each with an equal share of the width
//! ([`bucket`](crate::puzzle::BeamHints::bucket): where the blank is). And a beam that makes no headway goes on from
//! the next subgoals that a plan leads to ([`subgoal`](crate::puzzle::BeamHints::subgoal)).
//!
//! Reconstructing a path needs a parent pointer and a move for every state kept. Most states soon have no descendants;
//! when the list has doubled, the steps that lead only to such states are removed.

mod lanes;

use std::time::Duration;

use super::Found;
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::limits::{Limits, Meter, Stats, Stop};
use crate::puzzle::{BeamHints, MoveSet, Puzzle};
use crate::splitmix;

use lanes::{BeamState, BeamStep, Half, Keeper, LANES, MOST_BUCKETS, Offer, share};

/// The settings of a beam search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// The largest number of states kept of a layer.
    pub width: usize,
    /// The seed of the random numbers. The same seed gives the same solution.
    pub seed: u64,
    /// Only solutions of fewer moves are wanted.
    pub below: u32,
    /// The number of threads; no more than two are used. The result does not depend on it.
    pub threads: usize,
    /// The time by which the beam should be done. With it, the result depends on the clock.
    pub due: Option<Due>,
}

/// The time by which a beam should be done. A beam that is too slow narrows, and may widen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The time, by the clock of the beam's meter.
    pub at: Duration,
    /// The number of moves that the beam is expected to need.
    pub moves: u32,
}

/// The number of layers between two measurements of a beam's speed.
const PACE: u32 = 16;

/// The smallest width to which a beam narrows.
const NARROWEST: usize = 64;

/// After more than this many layers without a new best state, a beam goes on from subgoals
/// ([`subgoal`](crate::puzzle::BeamHints::subgoal)).
const STALLED: u32 = 32;

/// The number of states of a layer from which a plan leads to subgoals.
const PLANS: usize = 4;

/// A beam is given up after more than this many layers plus a quarter of its depth without a new best state.
const PATIENCE: u32 = 256;

/// Runs a beam from `starts`. Returns a solution found in fewer than [`Beam::below`] layers (of one move, or all moves
/// to a subgoal), or `None` if the beam died out or made no headway. `None` proves nothing.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// Time of a layer: one look ahead for every child, one copy and one hash for every state kept. Memory: two layers of
/// states, their children, hashes (64 bytes times the width), and the steps that still lead to a state of the layer.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Manhattan;
/// use loyd_core::search::beam::{self, Beam};
/// use loyd_core::cells::Nibbles;
///
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let beam = Beam { width: 100, seed: 1, below: u32::MAX, threads: 1, due: None };
/// let found = beam::search(&eight, &Manhattan, &starts, beam, &mut Meter::new(&limits)).unwrap().unwrap();
/// let mut state = found.start;
/// found.moves.iter().for_each(|&m| {
///     eight.apply(&mut state, m);
/// });
/// assert!(eight.is_goal(&state) && found.moves.len() >= 19);
/// ```
pub fn search<P: Puzzle, G: Heuristic<P>>(
    puzzle: &P,
    guide: &G,
    starts: &[P::State],
    beam: Beam,
    meter: &mut Meter<'_>,
) -> Result<Option<Found<P>>, Stop> {
    if beam.below == 0 {
        return Ok(None);
    }
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        return Ok(Some(Found { start: start.clone(), moves: Vec::new() }));
    }
    let mut run = BeamRun::new(puzzle, guide, starts, beam, meter)?;
    let found = run.search(meter);
    run.release(meter);
    found
}

/// The smallest layer for which a second thread is used.
pub const WIDE: usize = 1 << 12;

struct BeamRun<'a, P: Puzzle, G: Heuristic<P>> {
    puzzle: &'a P,
    guide: &'a G,
    starts: &'a [P::State],
    beam: Beam,
    halves: [Half<P, G::Memo>; LANES],
    keepers: [Keeper<P, G::Memo>; LANES],
    sweep_at: usize,
    rng: u64,
    /// The largest number of states of the next layer.
    width: usize,
    /// The time of the last measurement of the pace.
    paced: Duration,
}

impl<'a, P: Puzzle, G: Heuristic<P>> BeamRun<'a, P, G> {
    fn new(
        puzzle: &'a P,
        guide: &'a G,
        starts: &'a [P::State],
        beam: Beam,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut rng = beam.seed;
        let halves = [Half::new(splitmix::next(&mut rng)), Half::new(splitmix::next(&mut rng))];
        let keepers = [Keeper::new(beam.width, meter)?, Keeper::new(beam.width, meter)?];
        Ok(BeamRun {
            puzzle,
            guide,
            starts,
            beam,
            halves,
            keepers,
            sweep_at: SWEEP_FROM,
            rng,
            width: beam.width,
            paced: meter.elapsed(),
        })
    }

    fn release(self, meter: &mut Meter<'_>) {
        let ([one, other], [keeper, second]) = (self.halves, self.keepers);
        one.release(meter);
        other.release(meter);
        keeper.release(meter);
        second.release(meter);
    }

    /// The number of states of the layer.
    fn states(&self) -> usize {
        self.halves[0].layer.len() + self.halves[1].layer.len()
    }

    /// The least bound of the states of the layer.
    fn least(&self) -> Option<u32> {
        let mut least = None;
        for half in &self.halves {
            for kept in &half.layer {
                let bound = self.guide.bound(&kept.memo);
                least = Some(least.map_or(bound, |least: u32| least.min(bound)));
            }
        }
        least
    }

    /// The step to a goal, if the layer contains a goal.
    fn goal(&self) -> Option<u32> {
        for half in &self.halves {
            for kept in &half.layer {
                if self.puzzle.is_goal(&kept.state) {
                    return Some(kept.step_of);
                }
            }
        }
        None
    }

    fn step(&self, at: u32) -> BeamStep<P::Move> {
        self.keepers[at as usize % LANES].steps[at as usize / LANES]
    }

    fn search(&mut self, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        for (index, start) in (0..).zip(self.starts) {
            let step_of = self.keepers[0].record(0, BeamStep { before: index, m: None }, meter)?;
            let memo = self.guide.memo(self.puzzle, start);
            meter.push(
                &mut self.halves[0].layer,
                BeamState { state: start.clone(), memo, step_of, back: P::Moves::none() },
            )?;
        }
        meter.stats.generated += self.starts.len() as u64;
        let (mut best, mut best_depth) = (u32::MAX, 0);
        for depth in 1..self.beam.below {
            meter.allow(Cost::moves(depth))?;
            self.look_ahead(meter)?;
            if let Some(end) = self.keep_best(meter)? {
                return Ok(Some(self.way_to(end)));
            }
            let Some(least) = self.least() else { break };
            if least < best {
                (best, best_depth) = (least, depth);
            } else if depth - best_depth > PATIENCE + depth / 4 {
                break;
            }
            if depth - best_depth > STALLED && self.go_on_by_plan(depth, meter)? {
                best = u32::MAX;
                best_depth = depth;
                if let Some(end) = self.goal() {
                    return Ok(Some(self.way_to(end)));
                }
            }
            if let Some(due) = self.beam.due.filter(|_| depth.is_multiple_of(PACE)) {
                self.keep_pace(due, depth, meter);
            }
            if self.keepers[0].steps.len() + self.keepers[1].steps.len() >= self.sweep_at {
                self.sweep(meter)?;
            }
        }
        Ok(None)
    }

    /// Sets the width so that the beam will be done in time at the pace of the last layers.
    #[expect(clippy::cast_possible_truncation, reason = "a place in a beam was announced to the meter as a `u32`")]
    fn keep_pace(&mut self, due: Due, depth: u32, meter: &Meter<'_>) {
        let now = meter.elapsed();
        let each = now.saturating_sub(self.paced).as_secs_f64() / (PACE as usize * self.states()) as f64;
        let layers = due.moves.saturating_sub(depth).max(PACE);
        let left = due.at.saturating_sub(now).as_secs_f64() / f64::from(layers);
        self.width = ((left / each.max(1e-10)) as usize).max(NARROWEST).min(self.beam.width);
        self.paced = now;
    }

    /// Whether each lane gets a thread. With a node limit one thread does both, because one thread must heed the limit.
    fn is_wide(&self, meter: &Meter<'_>) -> bool {
        self.beam.threads > 1 && meter.limits().nodes.is_none() && self.states() >= WIDE
    }

    /// Lists the children of the layer, with their estimates.
    fn look_ahead(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (puzzle, guide, wide) = (self.puzzle, self.guide, self.is_wide(meter));
        let [one, other] = &mut self.halves;
        let done = both(wide, meter, &mut |meter| one.look_ahead(puzzle, guide, meter).map(|()| None), &mut |meter| {
            other.look_ahead(puzzle, guide, meter).map(|()| None)
        });
        done.map(|_| ())
    }

    /// Makes the next layer from the most promising children of each bucket, up to the beam's width. Buckets get equal
    /// shares; the others get what one cannot use. Returns the last step to a goal, if a goal was made.
    fn keep_best(&mut self, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let mut offers = [Offer::default(); MOST_BUCKETS];
        let buckets = self.halves[0].children.len().max(self.halves[1].children.len());
        let offers = &mut offers[..buckets];
        for (number, offer) in offers.iter_mut().enumerate() {
            offer.left = self.halves[0].children_in(number).len() + self.halves[1].children_in(number).len();
        }
        share(offers, self.width, splitmix::next(&mut self.rng));
        for (lane, keeper) in self.keepers.iter_mut().enumerate() {
            take_offers(&mut keeper.offers, offers, lane);
        }
        let (puzzle, guide, wide, number) =
            (self.puzzle, self.guide, self.is_wide(meter), splitmix::next(&mut self.rng));
        let (halves, [one, other]) = (&self.halves, &mut self.keepers);
        let ends = both(wide, meter, &mut |meter| one.keep(0, puzzle, guide, halves, number, meter), &mut |meter| {
            other.keep(1, puzzle, guide, halves, number, meter)
        })?;
        self.take_next();
        Ok(ends.0.or(ends.1))
    }

    /// Replaces the layer by the next layer.
    fn take_next(&mut self) {
        for (half, keeper) in self.halves.iter_mut().zip(&mut self.keepers) {
            std::mem::swap(&mut half.layer, &mut keeper.next);
            keeper.next.clear();
        }
    }

    /// Replaces the layer at `depth` by the subgoals of its most promising states. Returns whether there are any.
    fn go_on_by_plan(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut promising: Vec<(u32, usize, usize)> = Vec::new();
        for (lane, half) in self.halves.iter().enumerate() {
            for (at, kept) in half.layer.iter().enumerate() {
                promising.push((self.guide.bound(&kept.memo), at, lane));
            }
        }
        promising.sort_unstable();
        let keeper = &mut self.keepers[0];
        for &(_, at, lane) in promising.iter().take(PLANS) {
            // A plan takes time and counts no nodes, so the limits are checked here.
            meter.look(0)?;
            let kept = &self.halves[lane].layer[at];
            let Some(moves) = self.puzzle.beam_hints().and_then(|hints| hints.subgoal(&kept.state)) else { continue };
            // A plan that makes the solution too long is of no use.
            if moves.len() >= (self.beam.below - depth) as usize {
                continue;
            }
            let (mut state, mut step_of) = (kept.state.clone(), kept.step_of);
            let mut back = P::Moves::none();
            for m in moves {
                back = self.puzzle.back(&state, m);
                self.puzzle.apply(&mut state, m);
                step_of = keeper.record(0, BeamStep { before: step_of, m: Some(m) }, meter)?;
            }
            let memo = self.guide.memo(self.puzzle, &state);
            meter.push(&mut keeper.next, BeamState { state, memo, step_of, back })?;
        }
        let any = !keeper.next.is_empty();
        if any {
            self.take_next();
        }
        Ok(any)
    }

    fn way_to(&self, end: u32) -> Found<P> {
        let (mut moves, mut at) = (Vec::new(), end);
        while let BeamStep { before, m: Some(m) } = self.step(at) {
            moves.push(m);
            at = before;
        }
        moves.reverse();
        Found { start: self.starts[self.step(at).before as usize].clone(), moves }
    }

    /// Removes all steps that lead to no state of the layer.
    fn sweep(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let longest = self.keepers[0].steps.len().max(self.keepers[1].steps.len());
        let mut places = meter.filled(longest * LANES, DEAD)?;
        for half in &self.halves {
            for kept in &half.layer {
                let mut at = kept.step_of;
                while places[at as usize] == DEAD {
                    places[at as usize] = 0;
                    let step = self.step(at);
                    if step.m.is_none() {
                        break;
                    }
                    at = step.before;
                }
            }
        }
        number_alive(&mut places);
        let mut all = 0;
        for (lane, keeper) in self.keepers.iter_mut().enumerate() {
            let mut alive = 0;
            for at in 0..keeper.steps.len() {
                let BeamStep { before, m } = keeper.steps[at];
                if places[at * LANES + lane] != DEAD {
                    let before = if m.is_some() { places[before as usize] } else { before };
                    keeper.steps[alive] = BeamStep { before, m };
                    alive += 1;
                }
            }
            keeper.steps.truncate(alive);
            all += alive;
        }
        for half in &mut self.halves {
            for kept in &mut half.layer {
                kept.step_of = places[kept.step_of as usize];
            }
        }
        meter.free(places);
        self.sweep_at = SWEEP_FROM.max(all * 2);
        Ok(())
    }
}

/// Marks a step that leads to no state of the layer.
const DEAD: u32 = u32::MAX;

/// Gives new numbers to the steps of each lane that are not dead.
#[expect(clippy::cast_possible_truncation, reason = "a place in a beam was announced to the meter as a `u32`")]
fn number_alive(places: &mut [u32]) {
    for lane in 0..LANES {
        let alive = places.iter_mut().skip(lane).step_by(LANES).filter(|place| **place != DEAD);
        alive.zip(0..).for_each(|(place, at)| *place = at * LANES as u32 + lane as u32);
    }
}

/// Copies the offers of a lane's buckets to `own`.
fn take_offers(own: &mut Vec<Offer>, all: &[Offer], lane: usize) {
    own.clear();
    own.extend(all.iter().skip(lane).step_by(LANES));
}

/// The work of a lane, which returns the last step to a goal, if any. It is one type, so that its code is compiled
/// once.
type LaneWork<'a> = &'a mut (dyn FnMut(&mut Meter<'_>) -> Result<Option<u32>, Stop> + Send);

/// Does the work of both lanes, side by side or one after the other.
fn both(
    wide: bool,
    meter: &mut Meter<'_>,
    one: LaneWork<'_>,
    other: LaneWork<'_>,
) -> Result<(Option<u32>, Option<u32>), Stop> {
    if !wide {
        return Ok((one(meter)?, other(meter)?));
    }
    meter.look(meter.stats.depth)?;
    // Each lane may hold half of the bytes that are left.
    let held = meter.held();
    let limits = Limits {
        bytes: meter.limits().bytes.map(|bytes| held + bytes.saturating_sub(held) / 2),
        progress: None,
        log: None,
        frontiers: None,
        ..meter.limits().clone()
    };
    let (mut first, mut second) = (meter.part(&limits), meter.part(&limits));
    // If no other thread is idle, this thread does the work of both lanes, and waits for no other thread.
    let (one, other) = rayon::join(|| one(&mut first), || other(&mut second));
    for part in [&first, &second] {
        let depth = meter.stats.depth;
        let more = part.held().saturating_sub(held);
        meter.absorb(&Stats { depth, bytes: 0, ..part.stats });
        meter.grow(more)?;
    }
    Ok((one?, other?))
}

/// Lists of fewer steps are not swept.
const SWEEP_FROM: usize = 1 << 18;
