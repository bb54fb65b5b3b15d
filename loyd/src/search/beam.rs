//! Beam search (B. T. Lowerre, "The Harpy speech recognition system", 1976): breadth-first, but only the most promising states of each
//! layer are kept. It finds some solution fast, and proves nothing.
//!
//! What is promising is for an estimate to say. Within a layer all states are as deep, so the estimate of what remains is all that
//! counts, and it may be too high: a wider beam finds shorter solutions, a better estimate too, but none is taken for a proof.
//!
//! A layer is chosen before it is made. The estimates of all children are known ahead ([`Heuristic::ahead`]); those above the
//! width are dropped, equal ones by lot, and only the others are copied, moved and compared with what was seen. States seen lately
//! are known by their hashes in a table that forgets: of two that fall on one slot, the later stays. A
//! hash taken for another costs a state that might have been kept, nothing else.
//!
//! Left alone, a beam crowds round the one place where headway is easiest, and stops there. Two things help, both for the puzzle to offer: the
//! states are kept by strata, each an equal share ([`Puzzle::stratum`]: where the blank is); and a beam that makes no headway goes on
//! from the next milestones that a plan leads to ([`Puzzle::milestone`]).
//!
//! The way back needs a parent and a move for every state kept. Most of them soon have no descendants: when the list has
//! doubled, those are swept out.

use std::hash::{BuildHasher, Hash};
use std::ops::RangeInclusive;

use rustc_hash::FxBuildHasher;

use super::Found;
use crate::limits::{Limits, Meter, Stats, Stop};
use crate::puzzle::{Heuristic, MoveSet, Puzzle, UNREACHABLE};

/// How a beam is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// The most states kept of a layer.
    pub width: usize,
    /// What lots are drawn by: the same seed, the same solution.
    pub seed: u64,
    /// Solutions of so many moves or more are not wanted.
    pub below: u32,
    /// Whether what guides the beam is a lower bound: states that can have no solution below that are dropped then.
    pub bounded: bool,
    /// Threads; more than two are not used. What is found does not depend on them.
    pub threads: usize,
}

/// Layers without any state better than all before, after which a beam goes on from milestones ([`Puzzle::milestone`]).
const STALLED: u32 = 16;

/// From so many states of the layer.
const PLANS: usize = 4;

/// Layers without any state better than all before, after which a beam is given up: this many, and a quarter of its depth.
const PATIENCE: u32 = 256;

/// Throws a beam from `starts`: a solution of fewer than [`Beam::below`] moves, or `None` when the beam died out or made no headway. `Some` is
/// a solution, replayed; `None` proves nothing.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// A layer: one look ahead for every child, and one copy and one hash for every state kept. Memory: two layers of states, their
/// children, 64 bytes a state of the width for the hashes, and the moves that still lead to a state of the layer.
///
/// ```
/// use loyd::limits::{Limits, Meter};
/// use loyd::puzzle::{Notation, Puzzle};
/// use loyd::puzzles::sliding::{Sliding, bounds::Manhattan};
/// use loyd::search::beam::{self, Beam};
/// use loyd::cells::Nibbles;
///
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let beam = Beam { width: 100, seed: 1, below: u32::MAX, bounded: true, threads: 1 };
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
        return Ok(Some(Found { start: *start, moves: Vec::new() }));
    }
    let mut run = Run::new(puzzle, guide, starts, beam, meter)?;
    let found = run.search(meter);
    run.release(meter);
    found
}

/// A state of a layer.
struct Kept<P: Puzzle, M> {
    state: P::State,
    memo: M,
    /// Where the trail to it ends.
    trail: u32,
    /// The moves not to be tried.
    back: P::Moves,
}

/// A child that may be kept.
#[derive(Clone, Copy)]
struct Child<M> {
    /// The estimate, and below it a lot.
    key: u64,
    parent: u32,
    m: M,
}

/// One step of a way: the step before, and the move. A start has no move.
#[derive(Clone, Copy)]
struct Step<M> {
    before: u32,
    m: Option<M>,
}

/// Strata whose numbers agree modulo this are one.
const MOST_STRATA: usize = 256;

/// Two lanes: a thread may work on each, and what comes out does not depend on whether one does.
const LANES: usize = 2;

/// Layers of fewer states are not worth a thread.
const WIDE: usize = 1 << 12;

/// Half of a layer, and its children.
struct Half<P: Puzzle, M> {
    layer: Vec<Kept<P, M>>,
    /// By strata.
    children: Vec<Vec<Child<P::Move>>>,
    lots: u64,
}

/// What becomes half of the next layer: the states of every other stratum.
struct Keeper<P: Puzzle, M> {
    next: Vec<Kept<P, M>>,
    /// Steps to the states of this lane. A step is known by its place here times [`LANES`], and the lane.
    trail: Vec<Step<P::Move>>,
    seen: Seen,
    /// For choosing: keys of a stratum.
    keys: Vec<u64>,
    /// What each of its strata has to offer.
    offers: Vec<Offer>,
}

/// What a stratum has to offer.
#[derive(Clone, Copy, Default)]
struct Offer {
    /// The least key that was not looked at.
    from: u64,
    /// Children not looked at.
    left: usize,
    /// How many may be made.
    share: usize,
}

struct Run<'a, P: Puzzle, G: Heuristic<P>> {
    puzzle: &'a P,
    guide: &'a G,
    starts: &'a [P::State],
    beam: Beam,
    halves: [Half<P, G::Memo>; LANES],
    keepers: [Keeper<P, G::Memo>; LANES],
    sweep_at: usize,
    lots: u64,
}

impl<'a, P: Puzzle, G: Heuristic<P>> Run<'a, P, G> {
    fn new(
        puzzle: &'a P,
        guide: &'a G,
        starts: &'a [P::State],
        beam: Beam,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut lots = beam.seed;
        let halves = [(); LANES].map(|()| Half { layer: Vec::new(), children: Vec::new(), lots: draw(&mut lots) });
        let keepers = [Keeper::new(beam.width, meter)?, Keeper::new(beam.width, meter)?];
        Ok(Run { puzzle, guide, starts, beam, halves, keepers, sweep_at: SWEEP_FROM, lots })
    }

    fn release(self, meter: &mut Meter<'_>) {
        for half in self.halves {
            meter.free(half.layer);
            half.children.into_iter().for_each(|children| meter.free(children));
        }
        for keeper in self.keepers {
            meter.free(keeper.next);
            meter.free(keeper.trail);
            meter.free(keeper.seen.slots);
            meter.free(keeper.keys);
        }
    }

    fn layer(&self) -> impl Iterator<Item = &Kept<P, G::Memo>> {
        self.halves.iter().flat_map(|half| &half.layer)
    }

    fn step(&self, at: u32) -> Step<P::Move> {
        self.keepers[at as usize % LANES].trail[at as usize / LANES]
    }

    fn search(&mut self, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        for (index, start) in (0..).zip(self.starts) {
            let trail = self.keepers[0].tread(0, Step { before: index, m: None }, meter)?;
            let memo = self.guide.memo(self.puzzle, start);
            meter.push(&mut self.halves[0].layer, Kept { state: *start, memo, trail, back: P::Moves::none() })?;
        }
        meter.stats.generated += self.starts.len() as u64;
        let (mut best, mut best_depth) = (u32::MAX, 0);
        for depth in 1..self.beam.below {
            meter.allow(depth)?;
            self.look_ahead(depth, meter)?;
            if let Some(end) = self.keep_best(meter)? {
                return Ok(Some(self.way_to(end)));
            }
            let Some(least) = self.layer().map(|kept| self.guide.bound(&kept.memo)).min() else { break };
            if least < best {
                (best, best_depth) = (least, depth);
            } else if depth - best_depth > PATIENCE + depth / 4 {
                break;
            }
            if depth - best_depth > STALLED && self.go_on_by_plan(meter)? {
                best = u32::MAX;
                best_depth = depth;
                if let Some(end) = self.layer().find(|kept| self.puzzle.is_goal(&kept.state)).map(|kept| kept.trail) {
                    return Ok(Some(self.way_to(end)));
                }
            }
            if self.keepers.iter().map(|keeper| keeper.trail.len()).sum::<usize>() >= self.sweep_at {
                self.sweep(meter)?;
            }
        }
        Ok(None)
    }

    /// Whether both lanes get a thread. A limit of nodes is for one thread to heed.
    fn is_wide(&self, meter: &Meter<'_>) -> bool {
        self.beam.threads > 1 && meter.limits().nodes.is_none() && self.layer().count() >= WIDE
    }

    /// Lists the children of the layer, with their estimates.
    fn look_ahead(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        // Children of a greater estimate lead to nothing.
        let most = if self.beam.bounded { self.beam.below - 1 - depth } else { UNREACHABLE - 1 };
        let (puzzle, guide, wide) = (self.puzzle, self.guide, self.is_wide(meter));
        let [one, other] = &mut self.halves;
        let done = both(
            wide,
            meter,
            |meter| one.look_ahead(puzzle, guide, most, meter),
            |meter| other.look_ahead(puzzle, guide, most, meter),
        );
        done.map(|_| ())
    }

    /// Makes the most promising children of each stratum the next layer, until it is as wide as the beam. Each stratum gets an equal
    /// share, and what one cannot use the others get. The end of a way to a goal, if one was made.
    fn keep_best(&mut self, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let mut offers = [Offer::default(); MOST_STRATA];
        let strata = self.halves.iter().map(|half| half.children.len()).max().unwrap_or(0);
        let offers = &mut offers[..strata];
        for (number, offer) in offers.iter_mut().enumerate() {
            offer.left = self.halves.iter().map(|half| half.children.get(number).map_or(0, Vec::len)).sum();
        }
        share(offers, self.beam.width, draw(&mut self.lots) as usize);
        for (lane, keeper) in self.keepers.iter_mut().enumerate() {
            keeper.offers.clear();
            keeper.offers.extend(offers.iter().skip(lane).step_by(LANES));
        }
        let (puzzle, guide, wide, lots) = (self.puzzle, self.guide, self.is_wide(meter), draw(&mut self.lots) as usize);
        let (halves, [one, other]) = (&self.halves, &mut self.keepers);
        let ends = both(
            wide,
            meter,
            |meter| one.keep(0, puzzle, guide, halves, lots, meter),
            |meter| other.keep(1, puzzle, guide, halves, lots, meter),
        )?;
        self.take_next();
        Ok(ends.0.or(ends.1))
    }

    /// Makes the next layer the layer.
    fn take_next(&mut self) {
        for (half, keeper) in self.halves.iter_mut().zip(&mut self.keepers) {
            std::mem::swap(&mut half.layer, &mut keeper.next);
            keeper.next.clear();
        }
    }

    /// Replaces the layer by the milestones of its most promising states, if there are any.
    fn go_on_by_plan(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut promising: Vec<(u32, usize, usize)> = Vec::new();
        for (lane, half) in self.halves.iter().enumerate() {
            promising.extend((0..).zip(&half.layer).map(|(at, kept)| (self.guide.bound(&kept.memo), at, lane)));
        }
        promising.sort_unstable();
        let keeper = &mut self.keepers[0];
        for &(_, at, lane) in promising.iter().take(PLANS) {
            // A plan takes its time, and counts no nodes.
            meter.look(0)?;
            let kept = &self.halves[lane].layer[at];
            let Some(moves) = self.puzzle.milestone(&kept.state) else { continue };
            let (mut state, mut trail) = (kept.state, kept.trail);
            let mut back = P::Moves::none();
            for m in moves {
                back = self.puzzle.back(&state, m);
                self.puzzle.apply(&mut state, m);
                trail = keeper.tread(0, Step { before: trail, m: Some(m) }, meter)?;
            }
            let memo = self.guide.memo(self.puzzle, &state);
            meter.push(&mut keeper.next, Kept { state, memo, trail, back })?;
        }
        let any = !keeper.next.is_empty();
        if any {
            self.take_next();
        }
        Ok(any)
    }

    fn way_to(&self, end: u32) -> Found<P> {
        let (mut moves, mut at) = (Vec::new(), end);
        while let Step { before, m: Some(m) } = self.step(at) {
            moves.push(m);
            at = before;
        }
        moves.reverse();
        Found { start: self.starts[self.step(at).before as usize], moves }
    }

    /// Sweeps out all steps that lead to no state of the layer.
    fn sweep(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        const DEAD: u32 = u32::MAX;
        let longest = self.keepers.iter().map(|keeper| keeper.trail.len()).max().unwrap_or(0);
        let mut places = meter.filled(longest * LANES, DEAD)?;
        for kept in self.layer() {
            let mut at = kept.trail;
            while places[at as usize] == DEAD {
                places[at as usize] = 0;
                let step = self.step(at);
                if step.m.is_none() {
                    break;
                }
                at = step.before;
            }
        }
        for lane in 0..LANES {
            let alive = places.iter_mut().skip(lane).step_by(LANES).filter(|place| **place != DEAD);
            alive.zip(0..).for_each(|(place, at)| *place = at * LANES as u32 + lane as u32);
        }
        let mut all = 0;
        for (lane, keeper) in self.keepers.iter_mut().enumerate() {
            let mut at = 0;
            keeper.trail.retain_mut(|step| {
                let alive = places[at * LANES + lane] != DEAD;
                if alive && step.m.is_some() {
                    step.before = places[step.before as usize];
                }
                at += 1;
                alive
            });
            all += keeper.trail.len();
        }
        let layer = self.halves.iter_mut().flat_map(|half| &mut half.layer);
        layer.for_each(|kept| kept.trail = places[kept.trail as usize]);
        meter.free(places);
        self.sweep_at = SWEEP_FROM.max(all * 2);
        Ok(())
    }
}

/// Does the work of both lanes, side by side or one after the other.
fn both<T: Send>(
    wide: bool,
    meter: &mut Meter<'_>,
    one: impl FnOnce(&mut Meter<'_>) -> Result<T, Stop> + Send,
    other: impl FnOnce(&mut Meter<'_>) -> Result<T, Stop> + Send,
) -> Result<(T, T), Stop> {
    if !wide {
        return Ok((one(meter)?, other(meter)?));
    }
    meter.look(meter.stats.depth)?;
    // Each may hold half of what is left.
    let held = meter.held();
    let limits = Limits {
        bytes: meter.limits().bytes.map(|bytes| held + bytes.saturating_sub(held) / 2),
        progress: None,
        log: None,
        ..meter.limits().clone()
    };
    let (mut first, mut second) = (meter.part(&limits), meter.part(&limits));
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| other(&mut second));
        let one = one(&mut first);
        (one, other.join().unwrap_or(Err(Stop::Cancelled)))
    });
    for part in [&first, &second] {
        let depth = meter.stats.depth;
        let more = part.held().saturating_sub(held);
        meter.absorb(&Stats { depth, bytes: 0, ..part.stats });
        meter.grow(more)?;
    }
    Ok((one?, other?))
}

impl<P: Puzzle, M: Copy> Half<P, M> {
    /// Lists the children, with their estimates.
    fn look_ahead<G: Heuristic<P, Memo = M>>(
        &mut self,
        puzzle: &P,
        guide: &G,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.children.iter_mut().for_each(Vec::clear);
        for (parent, kept) in (0..).zip(&self.layer) {
            meter.tick(0)?;
            meter.stats.expanded += 1;
            for m in puzzle.moves(&kept.state).without(kept.back).iter() {
                meter.stats.generated += 1;
                let ahead = guide.ahead(puzzle, &kept.state, m, &kept.memo);
                let estimate = guide.bound(&ahead);
                if estimate <= most {
                    let key = u64::from(estimate) << 32 | draw(&mut self.lots) >> 32;
                    let stratum = puzzle.stratum(&kept.state, m) as usize % MOST_STRATA;
                    if self.children.len() <= stratum {
                        self.children.resize_with(stratum + 1, Vec::new);
                    }
                    meter.push(&mut self.children[stratum], Child { key, parent, m })?;
                }
            }
        }
        Ok(())
    }
}

impl<P: Puzzle, M: Copy> Keeper<P, M> {
    fn new(width: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let seen = Seen::new(width, meter)?;
        Ok(Keeper { next: Vec::new(), trail: Vec::new(), seen, keys: Vec::new(), offers: Vec::new() })
    }

    /// Writes a step down, and says how it is known.
    fn tread(&mut self, lane: usize, step: Step<P::Move>, meter: &mut Meter<'_>) -> Result<u32, Stop> {
        meter.push(&mut self.trail, step)?;
        Ok(((self.trail.len() - 1) * LANES + lane) as u32)
    }

    /// Makes as many children of each stratum as it may have, and shares out what is not used.
    fn keep<G: Heuristic<P, Memo = M>>(
        &mut self,
        lane: usize,
        puzzle: &P,
        guide: &G,
        halves: &[Half<P, M>; LANES],
        lots: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let width = self.offers.iter().map(|offer| offer.share).sum::<usize>();
        while self.offers.iter().any(|offer| offer.share > 0) {
            for at in 0..self.offers.len() {
                let children = [0, 1].map(|half: usize| {
                    halves[half].children.get(at * LANES + lane).map_or(&[][..], |children| children)
                });
                let full = self.next.len() + self.offers[at].share;
                while self.next.len() < full && self.offers[at].left > 0 {
                    let range = self.choose(at, &children, full - self.next.len(), meter)?;
                    for (half, children) in halves.iter().zip(children) {
                        for child in children.iter().filter(|child| range.contains(&child.key)) {
                            let parent = &half.layer[child.parent as usize];
                            let mut state = parent.state;
                            puzzle.apply(&mut state, child.m);
                            if self.seen.again(&state) {
                                meter.stats.duplicates += 1;
                                continue;
                            }
                            let memo = guide.ahead(puzzle, &parent.state, child.m, &parent.memo);
                            let back = puzzle.back(&parent.state, child.m);
                            let trail = self.tread(lane, Step { before: parent.trail, m: Some(child.m) }, meter)?;
                            if puzzle.is_goal(&state) {
                                return Ok(Some(trail));
                            }
                            meter.push(&mut self.next, Kept { state, memo, trail, back })?;
                        }
                    }
                }
            }
            meter.tick(0)?;
            share(&mut self.offers, width.saturating_sub(self.next.len()), lots);
        }
        Ok(None)
    }

    /// The range of the keys of so many children, the most promising of those that were not looked at. The children stay in the order of
    /// their parents, so that memory is read from one end to the other.
    fn choose(
        &mut self,
        at: usize,
        children: &[&[Child<P::Move>]; 2],
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> Result<RangeInclusive<u64>, Stop> {
        let offer = &mut self.offers[at];
        let from = offer.from;
        self.keys.clear();
        for child in children.iter().flat_map(|children| children.iter()) {
            if child.key >= from {
                meter.push(&mut self.keys, child.key)?;
            }
        }
        let last = if wanted < self.keys.len() {
            *self.keys.select_nth_unstable(wanted.max(1) - 1).1
        } else {
            u64::MAX
        };
        offer.left = self.keys.iter().filter(|&&key| key > last).count();
        offer.from = last.saturating_add(1);
        Ok(from..=last)
    }
}

/// Shares the room out: no stratum gets less than another unless it has no more to offer.
fn share(offers: &mut [Offer], room: usize, lots: usize) {
    let mut left: Vec<usize> = offers.iter().map(|offer| offer.left).filter(|&left| left > 0).collect();
    left.sort_unstable();
    let (mut rest, mut larger, mut each) = (room, left.len(), 0);
    for left in left {
        if left * larger > rest {
            each = rest / larger;
            rest %= larger;
            break;
        }
        each = left;
        rest -= left;
        larger -= 1;
    }
    offers.iter_mut().for_each(|offer| offer.share = offer.left.min(each));
    // Where not all can have one more, lots decide who begins.
    let first = lots % offers.len().max(1);
    let (before, after) = offers.split_at_mut(first);
    let more = after.iter_mut().chain(before).filter(|offer| offer.left > offer.share);
    more.take(rest).for_each(|offer| offer.share += 1);
}

/// Trails of fewer steps are not swept.
const SWEEP_FROM: usize = 1 << 18;

/// Hashes of the states seen lately.
struct Seen {
    slots: Vec<u64>,
}

impl Seen {
    /// Slots for the last few layers.
    fn new(width: usize, meter: &mut Meter<'_>) -> Result<Seen, Stop> {
        let slots = width.saturating_mul(8 / LANES).clamp(1 << 10, 1 << 26).next_power_of_two();
        Ok(Seen { slots: meter.filled(slots, 0)? })
    }

    /// Whether the state was seen and not forgotten; it is remembered from now on.
    #[inline]
    fn again(&mut self, state: &impl Hash) -> bool {
        let hash = FxBuildHasher.hash_one(state);
        let slot = (hash >> 20) as usize & (self.slots.len() - 1);
        std::mem::replace(&mut self.slots[slot], hash) == hash
    }
}

/// The next of a sequence of random words (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
#[inline]
pub(super) fn draw(lots: &mut u64) -> u64 {
    *lots = lots.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *lots;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
