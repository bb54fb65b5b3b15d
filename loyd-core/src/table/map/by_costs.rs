//! A map by cost, for puzzles whose moves differ in cost: Dial's method on ranks (R. B. Dial, "Algorithm 360:
//! shortest-path forest with topological ordering", Communications of the ACM 12, 1969), a byte a rank.
//!
//! | byte | state |
//! |---|---|
//! | 0 | not met |
//! | 1 | left behind |
//! | 2, 3, 4 | in the latest layers that hold a state, by the number of such layers modulo 3 |
//! | 5 and more | met, at a cost that is the byte less 5, modulo the greatest cost of a move plus 1 |
//!
//! A state that is met costs at most the greatest cost of a move more than the current layer, so the byte determines
//! its cost. A layer is made in one pass: its states are settled, and the states on the far side of their moves are
//! met, or met at a lower cost. No move costs 0, so no state enters the layer of the current pass.

mod check;

use std::sync::atomic::{AtomicU64, Ordering};

use super::check::{MapCheck, RankEdges};
use super::store::folder::CheckpointRecord;
use super::store::{SegmentStep, Store};
use super::{Advance, Farthest, Ground, Halt, Keep, MapSize};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::RankCosts;
use crate::table::threads::sum_of;

/// The greatest cost of a move in a map by cost, because a byte distinguishes no more costs.
pub const MOST_COST: u32 = 250;

/// The name of the encoding in a checkpoint's identity.
pub const ENCODING: &str = "bytes; 0: not met, 1: left behind, 2 to 4: latest layers, else 5 + cost mod (greatest + 1)";

/// The number of ranks in a word.
const EACH: u64 = 8;

/// Words between two looks at the limits.
const BATCH: usize = 1 << 16;

/// The fewest words that a thread takes at a time.
const SHARE: usize = 1 << 7;

const UNMET: u8 = 0;
const LEFT: u8 = 1;
const LATEST: u8 = 2;
const MET: u8 = 5;

/// The memory and disk space of a map by cost.
pub fn size(ranks: u64) -> MapSize {
    let bytes = ranks.next_multiple_of(EACH);
    let disk = bytes.saturating_mul(2);
    MapSize { ranks, bytes, least: bytes, segment: bytes, disk, by_blocks: false, by_costs: true, symmetries: 1 }
}

/// The space, with a byte for each rank: one segment.
pub struct ByCosts<'p> {
    field: CostSpace<'p>,
    store: Store<'p>,
    /// The moves of states, and the ranks of layer 0. The map is checked by them.
    edges: &'p dyn RankEdges,
    starts: Vec<u64>,
    /// The costs of the last layer and of the layer before it, as far as this run has made them.
    costs: [Option<u32>; 2],
    first: u64,
    /// The number of layers so far that hold a state.
    number: u64,
    /// In the layer that is being made: the words that are done, and the number of states found.
    done: usize,
    new: u64,
}

/// The ranks, and the moves between them.
struct CostSpace<'p> {
    moves: &'p dyn RankCosts,
    forwards: bool,
    ranks: u64,
    words: usize,
    /// The number of costs that a byte distinguishes: the greatest cost of a move plus 1.
    span: u32,
    /// For each cost modulo the span, a bit that is set if a state may have been met at that cost.
    waiting: [AtomicU64; 4],
}

/// The only step, for the only segment.
fn all() -> [SegmentStep; 1] {
    [SegmentStep { own: 0, needs: vec![0] }]
}

/// Whether a byte of a word has that value.
#[inline(always)]
fn holds(word: u64, value: u8) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let differs = word ^ (ONES * u64::from(value));
    differs.wrapping_sub(ONES) & !differs & (ONES << 7) != 0
}

/// The byte of the layer with that number among the layers that hold a state.
fn latest(number: u64) -> u8 {
    LATEST + (number % 3) as u8
}

impl CostSpace<'_> {
    fn place(&self, cost: u32) -> u32 {
        cost % self.span
    }

    /// Whether a state may wait at that cost.
    fn is_waiting(&self, cost: u32) -> bool {
        let place = self.place(cost);
        self.waiting[place as usize / 64].load(Ordering::Relaxed) >> (place % 64) & 1 == 1
    }

    fn wait(&self, place: u32) {
        let (word, bit) = (&self.waiting[place as usize / 64], 1 << (place % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Meets a state from the layer of `at` by a move of that cost, unless the state was met at no higher cost.
    fn meet(&self, words: &[AtomicU64], rank: u64, at: u32, cost: u32) {
        let (word, shift) = (&words[(rank / EACH) as usize], rank % EACH * 8);
        let place = self.place(at + cost);
        let mut now = word.load(Ordering::Relaxed);
        loop {
            let [byte, ..] = (now >> shift).to_le_bytes();
            let is_nearer = match byte {
                UNMET => true,
                LEFT..MET => false,
                _ => {
                    let beyond = (u32::from(byte - MET) + self.span - self.place(at)) % self.span;
                    cost < beyond
                }
            };
            if !is_nearer {
                return;
            }
            let new = now & !(0xff << shift) | u64::from(MET + exact::<u8>(place)) << shift;
            match word.compare_exchange_weak(now, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return self.wait(place),
                Err(other) => now = other,
            }
        }
    }

    /// Follows all moves of a state in the layer of `at`.
    fn follow(&self, words: &[AtomicU64], rank: u64, at: u32) {
        let each = &mut |rank, cost| self.meet(words, rank, at, cost);
        match self.forwards {
            false => self.moves.each_parent(rank, each),
            true => self.moves.each_child(rank, each),
        }
    }

    /// Settles the states of a word that wait at `cost`, as states of layer `number`, and leaves the states of the
    /// layer two before it behind. Returns the number of states settled. No other thread changes these bytes.
    fn settle(&self, words: &[AtomicU64], word: usize, cost: u32, number: u64) -> u64 {
        let (waits, stale) = (MET + exact::<u8>(self.place(cost)), latest(number + 1));
        let now = words[word].load(Ordering::Relaxed);
        if !holds(now, waits) && !holds(now, stale) {
            return 0;
        }
        let (mut change, mut settled) = (0, 0u8);
        for (place, byte) in (0u8..).zip(now.to_le_bytes()) {
            let new = match byte {
                _ if byte == waits => latest(number),
                _ if byte == stale => LEFT,
                _ => continue,
            };
            settled |= u8::from(byte == waits) << place;
            change |= u64::from(byte ^ new) << (place * 8);
        }
        words[word].fetch_xor(change, Ordering::Relaxed);
        (0..EACH).filter(|place| settled >> place & 1 == 1).for_each(|place| {
            self.follow(words, word as u64 * EACH + place, cost);
        });
        settled.count_ones().into()
    }
}

impl<'p> ByCosts<'p> {
    /// A map with the ranks `first` in layer 0. `greatest` is the greatest cost of a move, at most [`MOST_COST`].
    pub fn new(
        (moves, edges): (&'p dyn RankCosts, &'p dyn RankEdges),
        ranks: u64,
        greatest: u32,
        first: &[u64],
        forwards: bool,
        keep: Option<&Keep<'p>>,
    ) -> Result<Self, Halt> {
        let words = usize::try_from(ranks.div_ceil(EACH)).map_err(|_| Stop::Bytes)?;
        let mut store = Store::new(1, words, 1);
        if let Some(keep) = keep {
            store.keep(keep.folder, &keep.identity)?;
        }
        let field = CostSpace { moves, forwards, ranks, words, span: greatest + 1, waiting: Default::default() };
        let mut number = 0;
        store.visit(&all(), true, 1, &mut |store, _| {
            let words = store.words(0);
            for rank in first {
                let (word, shift) = (&words[(rank / EACH) as usize], rank % EACH * 8);
                let bits = u64::from(latest(0)) << shift;
                number += u64::from(word.fetch_or(bits, Ordering::Relaxed) >> shift & 0xff == 0);
            }
            first.iter().for_each(|&rank| field.follow(words, rank, 0));
            Ok(())
        })?;
        let (starts, costs) = (first.to_vec(), [Some(0), None]);
        Ok(ByCosts { field, store, edges, starts, costs, first: number, number: 1, done: 0, new: 0 })
    }
}

impl<'p> Ground<'p> for ByCosts<'p> {
    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.store.checkpoint(record)
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        Ok(self.store.recall()?)
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn is_over(&self) -> bool {
        self.field.waiting.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let ByCosts { field, store, costs, number, done, new, .. } = self;
        let (field, number_now, cost) = (&*field, *number, depth + 1);
        if !field.is_waiting(cost) {
            meter.look(depth)?;
            return Ok(Advance::Whole(0));
        }
        let mut due = false;
        store.visit(&all(), true, 1, &mut |store, _| {
            let words = store.words(0);
            while *done < field.words && !due {
                meter.look(depth)?;
                let batch = *done..(*done + BATCH).min(field.words);
                *done = batch.end;
                *new += sum_of(batch, SHARE, &|word| field.settle(words, word, cost, number_now));
                due = is_due();
            }
            Ok(())
        })?;
        if *done < field.words {
            return Ok(Advance::Due);
        }
        let place = field.place(cost);
        field.waiting[place as usize / 64].fetch_and(!(1 << (place % 64)), Ordering::Relaxed);
        meter.stats.expanded += *new;
        meter.stats.generated += *new;
        if *new > 0 {
            *number += 1;
            *costs = [Some(cost), costs[0]];
        }
        *done = 0;
        Ok(Advance::Whole(std::mem::take(new)))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.compare(depth, states, check, meter)
    }

    fn spoil(&mut self, depth: u32, each: usize) {
        let ByCosts { field, store, number, .. } = self;
        let spoiled = store.visit(&all(), true, 1, &mut |store, _| {
            for word in store.words(0).iter().take(field.words - 1).step_by(each) {
                let bytes = word.load(Ordering::Relaxed).to_le_bytes();
                let byte = |byte: u8| if byte == UNMET { latest(*number - 1) } else { byte };
                word.store(u64::from_le_bytes(bytes.map(byte)), Ordering::Relaxed);
            }
            Ok(())
        });
        spoiled.unwrap();
        assert!(depth > 0);
    }

    fn positions(&mut self, _depth: u32) -> Result<u64, Halt> {
        unreachable!("no position of two states has moves that differ in cost")
    }

    fn farthest(&mut self, _depth: u32, _positions: u64, most: usize) -> Result<Farthest, Halt> {
        let last = latest(self.number - 1);
        let mut ranks = Vec::new();
        self.store.visit(&all(), false, 1, &mut |store, _| {
            let words = (0u64..).zip(store.words(0));
            let far = words.flat_map(|(number, word)| {
                let word = word.load(Ordering::Relaxed);
                let bytes = (0..EACH).zip(word.to_le_bytes()).filter(|(_, byte)| *byte == last);
                let places = if holds(word, last) { EACH } else { 0 };
                bytes.take(exact::<usize>(places)).map(move |(place, _)| number * EACH + place).collect::<Vec<_>>()
            });
            ranks = far.take(most).collect();
            Ok(())
        })?;
        Ok(Farthest { ranks, are_first: true })
    }

    fn notes(&self) -> Vec<u64> {
        let waiting = self.field.waiting.iter().map(|word| word.load(Ordering::Relaxed));
        [self.number, self.done as u64, self.new].into_iter().chain(waiting).collect()
    }

    fn recall(&mut self, notes: &[u64]) -> Option<()> {
        let (&[number, done, new], waiting) = notes.split_first_chunk()?;
        let waiting = <&[u64; 4]>::try_from(waiting).ok()?;
        self.done = usize::try_from(done).ok().filter(|&words| words <= self.field.words)?;
        (self.number, self.new) = (number.max(1), new);
        self.field.waiting = waiting.map(AtomicU64::new);
        self.costs = [None; 2];
        Some(())
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        self.store.hand_over(&[0], take)
    }
}
