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

use rustc_hash::FxBuildHasher;

use super::Found;
use crate::limits::{Meter, Stop};
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
/// let beam = Beam { width: 100, seed: 1, below: u32::MAX };
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

/// Children that lie beside each other ([`Puzzle::stratum`]).
struct Stratum<M> {
    children: Vec<Child<M>>,
    /// How many of them were looked at, the most promising first.
    passed: usize,
}

/// Strata whose numbers agree modulo this are one.
const MOST_STRATA: u32 = 256;

struct Run<'a, P: Puzzle, G: Heuristic<P>> {
    puzzle: &'a P,
    guide: &'a G,
    starts: &'a [P::State],
    beam: Beam,
    layer: Vec<Kept<P, G::Memo>>,
    next: Vec<Kept<P, G::Memo>>,
    /// The children of the layer, by strata.
    strata: Vec<Stratum<P::Move>>,
    trail: Vec<Step<P::Move>>,
    sweep_at: usize,
    seen: Seen,
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
        let seen = Seen::new(beam.width, meter)?;
        let (lots, sweep_at) = (beam.seed, SWEEP_FROM);
        let (layer, next, strata, trail) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Run { puzzle, guide, starts, beam, layer, next, strata, trail, sweep_at, seen, lots })
    }

    fn release(self, meter: &mut Meter<'_>) {
        meter.free(self.layer);
        meter.free(self.next);
        self.strata.into_iter().for_each(|stratum| meter.free(stratum.children));
        meter.free(self.trail);
        meter.free(self.seen.slots);
    }

    fn search(&mut self, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        for (index, start) in (0..).zip(self.starts) {
            meter.push(&mut self.trail, Step { before: index, m: None })?;
            let memo = self.guide.memo(self.puzzle, start);
            meter.push(&mut self.layer, Kept { state: *start, memo, trail: index, back: P::Moves::none() })?;
        }
        meter.stats.generated += self.starts.len() as u64;
        let (mut best, mut best_depth) = (u32::MAX, 0);
        for depth in 1..self.beam.below {
            meter.allow(depth)?;
            self.look_ahead(meter)?;
            if let Some(found) = self.keep_best(meter)? {
                return Ok(Some(found));
            }
            let Some(least) = self.layer.iter().map(|kept| self.guide.bound(&kept.memo)).min() else { break };
            if least < best {
                (best, best_depth) = (least, depth);
            } else if depth - best_depth > PATIENCE + depth / 4 {
                break;
            }
            if depth - best_depth > STALLED && self.go_on_by_plan(meter)? {
                best = u32::MAX;
                best_depth = depth;
            }
            if let Some(done) = self.layer.iter().find(|kept| self.puzzle.is_goal(&kept.state)) {
                return Ok(Some(self.way_to(done.trail)));
            }
            if self.trail.len() >= self.sweep_at {
                self.sweep(meter)?;
            }
        }
        Ok(None)
    }

    /// Lists the children of the layer, with their estimates.
    fn look_ahead(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        for stratum in &mut self.strata {
            stratum.children.clear();
            stratum.passed = 0;
        }
        for (parent, kept) in (0..).zip(&self.layer) {
            meter.tick(0)?;
            meter.stats.expanded += 1;
            for m in self.puzzle.moves(&kept.state).without(kept.back).iter() {
                meter.stats.generated += 1;
                let ahead = self.guide.ahead(self.puzzle, &kept.state, m, &kept.memo);
                let estimate = self.guide.bound(&ahead);
                if estimate < UNREACHABLE {
                    let key = u64::from(estimate) << 32 | draw(&mut self.lots) >> 32;
                    let number = (self.puzzle.stratum(&kept.state, m) % MOST_STRATA) as usize;
                    while self.strata.len() <= number {
                        self.strata.push(Stratum { children: Vec::new(), passed: 0 });
                    }
                    meter.push(&mut self.strata[number].children, Child { key, parent, m })?;
                }
            }
        }
        Ok(())
    }

    /// Makes the most promising children of each stratum the next layer, until it is as wide as the beam. Each stratum gets an equal
    /// share, and what one cannot use the others get.
    fn keep_best(&mut self, meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        let mut strata = std::mem::take(&mut self.strata);
        let found = self.keep_shares(&mut strata, meter);
        self.strata = strata;
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        found
    }

    fn keep_shares(
        &mut self,
        strata: &mut [Stratum<P::Move>],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<P>>, Stop> {
        loop {
            let room = self.beam.width - self.next.len();
            let (share, mut over) = shares(strata, room);
            if share + over == 0 {
                return Ok(None);
            }
            // Where not all can have one more, those that have are drawn by lot.
            let first = draw(&mut self.lots) as usize % strata.len();
            for at in (first..strata.len()).chain(0..first) {
                let stratum = &mut strata[at];
                let left = stratum.children.len() - stratum.passed;
                let one_more = usize::from(over > 0 && left > share);
                over -= one_more;
                if let Some(found) = self.keep_share(stratum, left.min(share + one_more), meter)? {
                    return Ok(Some(found));
                }
            }
        }
    }

    /// Makes so many children of a stratum, if so many are new.
    fn keep_share(
        &mut self,
        stratum: &mut Stratum<P::Move>,
        share: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<P>>, Stop> {
        let full = self.next.len() + share;
        loop {
            let missing = full - self.next.len();
            let rest = &mut stratum.children[stratum.passed..];
            let promising = missing.min(rest.len());
            if promising == 0 {
                return Ok(None);
            }
            if promising < rest.len() {
                rest.select_nth_unstable_by_key(promising, |child| child.key);
            }
            stratum.passed += promising;
            if let Some(found) = self.make(&rest[..promising], meter)? {
                return Ok(Some(found));
            }
        }
    }

    /// Makes those of the children that are new.
    fn make(&mut self, children: &[Child<P::Move>], meter: &mut Meter<'_>) -> Result<Option<Found<P>>, Stop> {
        for child in children {
            let parent = &self.layer[child.parent as usize];
            let mut state = parent.state;
            self.puzzle.apply(&mut state, child.m);
            if self.seen.again(&state) {
                meter.stats.duplicates += 1;
                continue;
            }
            let memo = self.guide.ahead(self.puzzle, &parent.state, child.m, &parent.memo);
            let back = self.puzzle.back(&parent.state, child.m);
            let trail = self.trail.len() as u32;
            meter.push(&mut self.trail, Step { before: parent.trail, m: Some(child.m) })?;
            if self.puzzle.is_goal(&state) {
                return Ok(Some(self.way_to(trail)));
            }
            meter.push(&mut self.next, Kept { state, memo, trail, back })?;
        }
        meter.tick(0)?;
        Ok(None)
    }

    /// Replaces the layer by the milestones of its most promising states, if there are any.
    fn go_on_by_plan(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut promising: Vec<(u32, usize)> =
            (self.layer.iter().map(|kept| self.guide.bound(&kept.memo))).zip(0..).collect();
        promising.sort_unstable();
        for &(_, index) in promising.iter().take(PLANS) {
            // A plan takes its time, and counts no nodes.
            meter.look(0)?;
            let kept = &self.layer[index];
            let Some(moves) = self.puzzle.milestone(&kept.state) else { continue };
            let (mut state, mut trail) = (kept.state, kept.trail);
            let mut back = P::Moves::none();
            for m in moves {
                back = self.puzzle.back(&state, m);
                self.puzzle.apply(&mut state, m);
                meter.push(&mut self.trail, Step { before: trail, m: Some(m) })?;
                trail = self.trail.len() as u32 - 1;
            }
            let memo = self.guide.memo(self.puzzle, &state);
            meter.push(&mut self.next, Kept { state, memo, trail, back })?;
        }
        if self.next.is_empty() {
            return Ok(false);
        }
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        Ok(true)
    }

    fn way_to(&self, end: u32) -> Found<P> {
        let (mut moves, mut at) = (Vec::new(), end);
        while let Step { before, m: Some(m) } = self.trail[at as usize] {
            moves.push(m);
            at = before;
        }
        moves.reverse();
        Found { start: self.starts[self.trail[at as usize].before as usize], moves }
    }

    /// Sweeps out all steps that lead to no state of the layer.
    fn sweep(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        const DEAD: u32 = u32::MAX;
        let mut places = meter.filled(self.trail.len(), DEAD)?;
        for kept in &self.layer {
            let mut at = kept.trail as usize;
            while places[at] == DEAD {
                places[at] = 0;
                if self.trail[at].m.is_none() {
                    break;
                }
                at = self.trail[at].before as usize;
            }
        }
        let mut alive = 0;
        for at in 0..self.trail.len() {
            if places[at] == DEAD {
                continue;
            }
            let mut step = self.trail[at];
            if step.m.is_some() {
                step.before = places[step.before as usize];
            }
            self.trail[alive as usize] = step;
            places[at] = alive;
            alive += 1;
        }
        self.trail.truncate(alive as usize);
        self.layer.iter_mut().for_each(|kept| kept.trail = places[kept.trail as usize]);
        meter.free(places);
        self.sweep_at = SWEEP_FROM.max(self.trail.len() * 2);
        Ok(())
    }
}

/// How many children of each stratum there is room for, if no stratum gets more than another that has more; and how many
/// of the larger strata can have one more.
fn shares<M>(strata: &[Stratum<M>], room: usize) -> (usize, usize) {
    let mut left: Vec<usize> = strata.iter().map(|stratum| stratum.children.len() - stratum.passed).collect();
    left.retain(|&left| left > 0);
    left.sort_unstable();
    let most = left.last().copied().unwrap_or(0);
    let (mut room, mut larger) = (room, left.len());
    for left in left {
        if left * larger > room {
            return (room / larger, room % larger);
        }
        room -= left;
        larger -= 1;
    }
    // There is room for all that are left.
    (most, 0)
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
        let slots = width.saturating_mul(8).clamp(1 << 10, 1 << 26).next_power_of_two();
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
