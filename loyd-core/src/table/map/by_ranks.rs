//! A map by ranks alone, for every puzzle with numbered states. All is in memory, because a move may lead to any rank.
//!
//! Where symmetries [fold](FoldedRanks) the ranks, the map is made of the folded numbers: one state of each orbit is
//! searched, and it counts for all.

mod check;
mod rank_set;
mod set_record;
mod shared;

use std::sync::atomic::AtomicU64;

use super::check::{MapCheck, RankEdges};
use super::codes::{BlockPlanes, Coding, words_of};
use super::store::folder::CheckpointRecord;
use super::store::{SegmentStep, Store};
use super::{Advance, Farthest, Ground, Halt, Keep, LISTED, MapSize, Method, Share};
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::puzzle::pattern::{FoldedRanks, RowMoves};
use crate::table::threads::{NumberedWork, sum_of};
pub use rank_set::RankSet;
pub use set_record::{SetRecord, Thirds};
pub use shared::{SharedRanks, leaving};

/// The number of bits of a rank.
pub const PLANES: u64 = 2;

/// Words, of 64 ranks each, between two looks at the limits.
const BATCH: usize = 1 << 13;

/// The fewest words that a thread takes at a time.
const SHARE: usize = 16;

/// Below this number of ranks no symmetries are sought, because the ranks are searched before symmetries are found.
const WORTH_FOLDING: u64 = 1 << 18;

/// The fewest symmetries that are worth their time: a folded number takes as long as some three ranks.
const FEWEST: u64 = 4;

/// The numbers of a space, and the moves between them.
pub trait NumberSpace: Sync {
    /// Data about the numbers that were examined last, on one side.
    type Near: Default;

    /// With folded ranks, the bit that marks a number that was found and shares its states with other numbers.
    const STILL: u64 = 0;

    /// How many numbers there are.
    fn numbers(&self) -> u64;

    /// Whether `is_it` returns true for a successor of a number, or, if `is_back`, for a predecessor. A number may come
    /// several times. The second argument of `is_it` is whether other numbers stand for the same states.
    fn any(&self, near: &mut Self::Near, is_back: bool, number: u64, is_it: &mut impl FnMut(u64, bool) -> bool)
    -> bool;

    /// Calls `each` with the successors of a number, or, if `is_back`, with its predecessors.
    fn each(&self, near: &mut Self::Near, is_back: bool, number: u64, each: &mut impl FnMut(u64, bool));

    /// Whether [two states](Ranked::is_paired) are one position.
    fn is_paired(&self) -> bool {
        false
    }

    /// The fold, if numbers are folded ranks.
    #[inline(always)]
    fn fold(&self) -> Option<&FoldedRanks> {
        None
    }
}

/// All ranks of a puzzle.
pub struct Whole<'p, P>(pub &'p P);

impl<P: Ranked> NumberSpace for Whole<'_, P> {
    type Near = ();

    fn numbers(&self) -> u64 {
        self.0.ranks()
    }

    #[inline(always)]
    fn any(&self, _near: &mut (), is_back: bool, number: u64, is_it: &mut impl FnMut(u64, bool) -> bool) -> bool {
        let mut is_it = |rank| is_it(rank, false);
        if is_back { self.0.any_parent(number, &mut is_it) } else { self.0.any_child(number, &mut is_it) }
    }

    #[inline(always)]
    fn each(&self, _near: &mut (), is_back: bool, number: u64, each: &mut impl FnMut(u64, bool)) {
        match is_back {
            true => self.0.predecessors(number, &mut |rank| each(rank, false)),
            false => self.0.children(number, &mut |rank, _| each(rank, false)),
        }
    }

    fn is_paired(&self) -> bool {
        self.0.is_paired()
    }
}

impl NumberSpace for &FoldedRanks {
    type Near = RowMoves;

    const STILL: u64 = 1 << 63;

    fn numbers(&self) -> u64 {
        FoldedRanks::numbers(self)
    }

    #[inline(always)]
    fn any(&self, near: &mut RowMoves, is_back: bool, number: u64, is_it: &mut impl FnMut(u64, bool) -> bool) -> bool {
        FoldedRanks::any(self, near, is_back, number, is_it)
    }

    #[inline(always)]
    fn each(&self, near: &mut RowMoves, is_back: bool, number: u64, each: &mut impl FnMut(u64, bool)) {
        FoldedRanks::any(self, near, is_back, number, &mut |number, is_still| {
            each(number, is_still);
            false
        });
    }

    #[inline(always)]
    fn fold(&self) -> Option<&FoldedRanks> {
        Some(self)
    }
}

/// The fold of a puzzle's ranks for a map by this method; `None` if the map is made without a fold.
pub fn fold<P: Ranked>(puzzle: &P, method: Method, forwards: bool, share: Share) -> Option<&FoldedRanks> {
    let (ranks, symmetries) = match method {
        Method::Best => (WORTH_FOLDING, FEWEST),
        Method::Symmetric => (0, 0),
        Method::Blocks | Method::Ranks => return None,
    };
    if puzzle.ranks() < ranks || forwards || share.is_shared {
        return None;
    }
    puzzle.folded_ranks().filter(|fold| fold.symmetries() >= symmetries)
}

/// The space, with two bits for each number: one segment, in words of 64 numbers.
pub struct ByRanks<'p, N> {
    field: NumberSearch<N>,
    store: Store<'p>,
    /// The moves of states, and the ranks of layer 0. The map is checked by them.
    edges: &'p dyn RankEdges,
    starts: Vec<u64>,
    /// The number of states in the current layer.
    states: u64,
    /// How many numbers are in the current layer, and how many were not met.
    layer: u64,
    left: u64,
    /// In the layer that is being made: the words left behind, the words done, and how many numbers were found.
    left_behind: usize,
    done: usize,
    new: u64,
    /// The counted ranks and the distances of a map to a set.
    record: Option<SetRecord<'p>>,
}

/// The numbers, and the moves between them.
struct NumberSearch<N> {
    space: N,
    forwards: bool,
    words: usize,
}

/// The lanes of all words.
#[derive(Clone, Copy)]
struct WordLanes<'c>(&'c [AtomicU64]);

impl<'c> WordLanes<'c> {
    #[inline(always)]
    fn lanes(self, word: usize, depth: u32) -> BlockPlanes<'c> {
        BlockPlanes::new(self.0, word, 1, Coding::Lanes, depth)
    }
}

/// The memory and disk space of a map by ranks.
pub fn size<P: Ranked>(puzzle: &P, method: Method, forwards: bool, share: Share) -> MapSize {
    let fold = fold(puzzle, method, forwards, share);
    let all = fold.map_or(puzzle.ranks(), FoldedRanks::numbers).div_ceil(64);
    let (words, segment) = match !share.is_shared {
        true => (all, all),
        false => shared::size(all, share),
    };
    let of = |words: u64| words.saturating_mul(words_of(1) as u64 * 8);
    let bytes = of(words).saturating_add(fold.map_or(0, FoldedRanks::bytes));
    MapSize {
        ranks: puzzle.ranks(),
        bytes,
        least: bytes,
        segment: of(segment),
        disk: of(words).saturating_mul(2),
        by_blocks: false,
        by_costs: false,
        symmetries: fold.map_or(1, FoldedRanks::symmetries),
    }
}

/// The only step, for the only segment.
fn all() -> [SegmentStep; 1] {
    [SegmentStep { own: 0, needs: vec![0] }]
}

impl<'p, N: NumberSpace> ByRanks<'p, N> {
    /// A map with the states of the ranks `first` in layer 0.
    pub fn new(
        space: N,
        edges: &'p dyn RankEdges,
        first: &[u64],
        forwards: bool,
        keep: Option<&Keep<'p>>,
    ) -> Result<Self, Halt> {
        let words = usize::try_from(space.numbers().div_ceil(64)).map_err(|_| Stop::Bytes)?;
        let words_each = words.checked_mul(words_of(1)).ok_or(Stop::Bytes)?;
        let mut store = Store::new(1, words_each, 1);
        if let Some(keep) = keep {
            store.keep(keep.folder, &keep.identity)?;
        }
        let (field, mut number, mut states) = (NumberSearch { space, forwards, words }, 0, 0);
        store.visit(&all(), true, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            let mut begin = |at: u64| {
                let is_new = codes.lanes((at / 64) as usize, 0).begin(0, 1 << (at % 64));
                number += u64::from(is_new);
                states += u64::from(is_new) * field.space.fold().map_or(1, |fold| fold.states(at));
            };
            for &rank in first {
                match field.space.fold() {
                    None => begin(rank),
                    Some(fold) => {
                        begin(fold.number(rank));
                        fold.same(fold.number(rank), &mut begin);
                    }
                }
            }
            Ok(())
        })?;
        let left = field.space.numbers() - number;
        let starts = first.to_vec();
        let (left_behind, done, new) = (0, 0, 0);
        Ok(ByRanks { field, store, edges, starts, states, layer: number, left, left_behind, done, new, record: None })
    }

    /// A map with the states of a set in layer 0, which keeps a record of its layers. The space must not be folded.
    pub fn to_set(space: N, edges: &'p dyn RankEdges, goals: &RankSet, record: SetRecord<'p>) -> Result<Self, Halt> {
        let mut ground = ByRanks::new(space, edges, &[], false, None)?;
        let ByRanks { field, store, .. } = &mut ground;
        store.visit(&all(), true, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            sum_of(0..field.words, SHARE, &|word| {
                codes.lanes(word, 0).begin(0, goals.word(word));
                0
            });
            Ok(())
        })?;
        let number = goals.len();
        (ground.states, ground.layer, ground.left) = (number, number, ground.left - number);
        ground.record = Some(record);
        ground.keep(0)?;
        Ok(ground)
    }

    /// Keeps the distances of the layer of `depth`, if the map keeps a record.
    fn keep(&mut self, depth: u32) -> Result<(), Halt> {
        let ByRanks { field, store, record, .. } = self;
        let Some(record) = record else { return Ok(()) };
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            sum_of(0..field.words, SHARE, &|word| {
                record.keep(word, codes.lanes(word, depth).layer_word(0), depth);
                0
            });
            Ok(())
        })
    }

    /// The number of counted ranks that were not met, and the least of them.
    pub fn unmet(&mut self, most: usize) -> Result<(u64, Vec<u64>), Halt> {
        let ByRanks { field, store, record, .. } = self;
        let (mut number, mut ranks) = (0, Vec::new());
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            for word in 0..field.words {
                let unmet = !codes.lanes(word, 0).met_word(0) & field.numbers_of(word);
                let unmet = record.as_ref().map_or(unmet, |record| record.counted(word, unmet));
                number += u64::from(unmet.count_ones());
                if ranks.len() < most {
                    each_bit(unmet, |bit| ranks.push(word as u64 * 64 + bit));
                }
            }
            Ok(())
        })?;
        ranks.truncate(most);
        Ok((number, ranks))
    }

    /// Adds the numbers that were met to a set.
    pub fn add_met(&mut self, set: &RankSet) -> Result<(), Halt> {
        let words = self.field.words;
        self.store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            (0..words).for_each(|word| set.add_word(word, codes.lanes(word, 0).met_word(0)));
            Ok(())
        })
    }

    /// The record of the map.
    pub fn into_record(self) -> Option<SetRecord<'p>> {
        self.record
    }
}

impl<N: NumberSpace> NumberSearch<N> {
    /// The bits of a word that stand for numbers.
    fn numbers_of(&self, word: usize) -> u64 {
        let numbers = self.space.numbers() - word as u64 * 64;
        if numbers >= 64 { u64::MAX } else { (1 << numbers) - 1 }
    }

    /// The number of states for which a word's numbers in a layer stand.
    fn states(&self, codes: WordLanes<'_>, word: usize, depth: u32) -> u64 {
        let layer = codes.lanes(word, depth).layer_word(0);
        let number = word as u64 * 64;
        match self.space.fold() {
            Some(_) if layer == 0 => 0,
            Some(fold) if fold.alike(number) < 64 => {
                let mut states = 0;
                each_bit(layer, |bit| states += fold.states(number + bit));
                states
            }
            fold => u64::from(layer.count_ones()) * fold.map_or(1, |fold| fold.states(number)),
        }
    }

    /// Enters the predecessors of a word's numbers in the layer, or, forwards, their successors, into the next layer.
    /// Returns how many of them are new.
    fn push(&self, codes: WordLanes<'_>, word: usize, depth: u32) -> u64 {
        let layer = codes.lanes(word, depth).layer_word(0);
        if layer == 0 {
            return 0;
        }
        let mut found = FoundNumbers { space: &self.space, codes, depth, gathered: [0; GATHERED], number: 0, new: 0 };
        let mut near = N::Near::default();
        each_bit(layer, |bit| {
            let number = (word as u64) << 6 | bit;
            self.space.each(&mut near, !self.forwards, number, &mut |number, is_still| found.add(number, is_still));
        });
        found.enter();
        found.new
    }

    /// Enters a word's numbers that were not met and have a successor, or, forwards, a predecessor, in the layer into
    /// the next layer. Returns how many they are.
    fn pull(&self, codes: WordLanes<'_>, word: usize, depth: u32) -> u64 {
        let lanes = codes.lanes(word, depth);
        let met = lanes.layer_word(0) | lanes.before_word(0);
        let mut new = 0;
        let mut near = N::Near::default();
        let is_in_layer = &mut |number: u64, _| {
            let layer = codes.lanes((number / 64) as usize, depth).layer_word(0);
            layer >> (number % 64) & 1 == 1
        };
        each_bit(!met & self.numbers_of(word), |bit| {
            let number = (word as u64) << 6 | bit;
            let is_near = self.space.any(&mut near, self.forwards, number, is_in_layer);
            new |= u64::from(is_near) << (bit % 64);
        });
        lanes.enter(0, new);
        new.count_ones().into()
    }
}

/// The states of one word that stand for new positions of the layer.
fn news(is_paired: bool, lanes: BlockPlanes<'_>) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let layer = lanes.layer_word(0);
    if !is_paired {
        return layer;
    }
    let before = lanes.before_word(0);
    let known = (before | before >> 1) & EVEN;
    let even = layer & EVEN & !known;
    let odd = layer >> 1 & EVEN & !known & !even;
    even | odd << 1
}

/// Numbers that are gathered before they are entered.
const GATHERED: usize = 128;

/// Numbers found. They may be anywhere, so the words that show whether they were met are loaded side by side, without a
/// branch between, and then only numbers that were not met are entered.
struct FoundNumbers<'c, N> {
    space: &'c N,
    codes: WordLanes<'c>,
    depth: u32,
    gathered: [u64; GATHERED],
    number: usize,
    new: u64,
}

impl<N: NumberSpace> FoundNumbers<'_, N> {
    /// Adds a number. `is_still`: other numbers stand for the same states.
    #[inline(always)]
    fn add(&mut self, found: u64, is_still: bool) {
        self.gathered[self.number] = if is_still { found | N::STILL } else { found };
        self.number = self.number.wrapping_add(1);
        if self.number == GATHERED {
            self.enter();
        }
    }

    fn enter(&mut self) {
        let mut unmet = 0;
        for at in 0..self.number {
            let found = self.gathered[at];
            let number = found & !N::STILL;
            let met = self.codes.lanes((number / 64) as usize, self.depth).met_word(0);
            self.gathered[unmet] = found;
            unmet = unmet.wrapping_add(usize::from(met >> (number % 64) & 1 == 0));
        }
        let (codes, depth) = (self.codes, self.depth);
        let enter = |number: u64| {
            let lanes = codes.lanes((number / 64) as usize, depth);
            u64::from(lanes.enter_shared(0, 1 << (number % 64)))
        };
        for &found in &self.gathered[..unmet] {
            let number = found & !N::STILL;
            let new = enter(number);
            // The sum is at most the count of all numbers of the space.
            self.new = self.new.wrapping_add(new);
            if let (Some(fold), 1, true) = (self.space.fold(), new, found != number) {
                fold.same(number, &mut |other| self.new = self.new.wrapping_add(enter(other)));
            }
        }
        self.number = 0;
    }
}

#[inline(always)]
fn each_bit(mut bits: u64, mut each: impl FnMut(u64)) {
    while bits != 0 {
        each(bits.trailing_zeros().into());
        bits &= bits - 1;
    }
}

impl<'p, N: NumberSpace> Ground<'p> for ByRanks<'p, N> {
    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.store.checkpoint(record)
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        Ok(self.store.recall()?)
    }

    fn first(&self) -> u64 {
        self.states
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let ByRanks { field, store, states, layer, left, left_behind, done, new, .. } = self;
        let (field, is_small) = (&*field, *layer <= *left);
        let mut due = false;
        store.visit(&all(), true, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            let mut words = |done: &mut usize, each: &NumberedWork<'_>| -> Result<(), Stop> {
                while *done < field.words && !due {
                    meter.look(depth)?;
                    let batch = *done..(*done + BATCH).min(field.words);
                    *done = batch.end;
                    *new += sum_of(batch, SHARE, each);
                    due = is_due();
                }
                Ok(())
            };
            words(left_behind, &|word| {
                codes.lanes(word, depth).leave_word(0);
                0
            })?;
            match is_small {
                true => words(done, &|word| field.push(codes, word, depth))?,
                false => words(done, &|word| field.pull(codes, word, depth))?,
            }
            Ok(())
        })?;
        if *done < field.words {
            return Ok(Advance::Due);
        }
        meter.stats.expanded += *states;
        *states = *new;
        if field.space.fold().is_some() {
            store.visit(&all(), false, 1, &mut |store, _| {
                let codes = WordLanes(store.words(0));
                *states = sum_of(0..field.words, SHARE, &|word| field.states(codes, word, depth + 1));
                Ok(())
            })?;
        }
        meter.stats.generated += *states;
        (*layer, *left) = (*new, *left - *new);
        (*left_behind, *done, *new) = (0, 0, 0);
        self.keep(depth + 1)?;
        Ok(Advance::Whole(self.states))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.compare(depth, states, check, meter)
    }

    fn spoil(&mut self, depth: u32, each: usize) {
        let ByRanks { field, store, .. } = self;
        let spoiled = store.visit(&all(), true, 1, &mut |store, _| {
            for word in (0..field.words).step_by(each) {
                let lanes = WordLanes(store.words(0)).lanes(word, depth - 1);
                lanes.enter(0, !lanes.met_word(0) & field.numbers_of(word));
            }
            Ok(())
        });
        spoiled.unwrap();
    }

    fn positions(&mut self, depth: u32) -> Result<u64, Halt> {
        let ByRanks { field, store, record, .. } = self;
        let (is_paired, record) = (field.space.is_paired(), record.as_ref());
        let mut positions = 0;
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            positions = sum_of(0..field.words, SHARE, &|word| {
                let new = news(is_paired, codes.lanes(word, depth));
                record.map_or(new, |record| record.counted(word, new)).count_ones().into()
            });
            Ok(())
        })?;
        Ok(positions)
    }

    fn farthest(&mut self, depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        let ByRanks { field, store, record, .. } = self;
        let record = record.as_ref();
        // With symmetries, the listed ranks are the first only if all ranks are known.
        let listed = if positions <= LISTED as u64 { usize::MAX } else { most };
        let enough = if field.space.fold().is_some() { listed } else { most };
        let mut numbers = Vec::new();
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            let is_paired = field.space.is_paired();
            let news = (0..field.words).flat_map(|word| {
                let mut numbers = Vec::new();
                let new = news(is_paired, codes.lanes(word, depth));
                let counted = record.map_or(new, |record| record.counted(word, new));
                each_bit(counted, |bit| numbers.push(word as u64 * 64 + bit));
                numbers
            });
            numbers = news.take(enough).collect();
            Ok(())
        })?;
        let Some(fold) = field.space.fold() else { return Ok(Farthest { ranks: numbers, are_first: true }) };
        let mut ranks = fold.ranks(&numbers, listed);
        ranks.sort_unstable();
        let are_first = ranks.len() as u64 == positions;
        ranks.truncate(most);
        Ok(Farthest { ranks, are_first })
    }

    fn notes(&self) -> Vec<u64> {
        let mut notes = vec![self.layer, self.left, self.left_behind as u64, self.done as u64, self.new];
        notes.extend(self.field.space.fold().map(|_| self.states));
        notes
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        self.store.hand_over(&[0], take)
    }

    fn recall(&mut self, notes: &[u64]) -> Option<()> {
        let &[layer, left, left_behind, done, new, ref states @ ..] = notes else { return None };
        self.states = match (states, self.field.space.fold()) {
            ([], None) => layer,
            (&[states], Some(_)) => states,
            _ => return None,
        };
        let place = |words: u64| usize::try_from(words).ok().filter(|&words| words <= self.field.words);
        (self.left_behind, self.done) = (place(left_behind)?, place(done)?);
        (self.layer, self.left, self.new) = (layer, left, new);
        Some(())
    }
}
