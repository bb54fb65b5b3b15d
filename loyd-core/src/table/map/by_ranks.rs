//! A map by ranks alone: for every puzzle with numbered states. All of it is in memory: where a move leads is anywhere.

mod shared;

use std::sync::atomic::AtomicU64;

use super::codes::{Coding, Planes, words_of};
use super::folder::Record;
use super::store::{Step, Store};
use super::{Advance, Farthest, Ground, Halt, Keep, Share, Size};
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::table::threads::{Each, sum_of};
pub use shared::{SharedRanks, leaving};

/// Words, of 64 ranks each, between two looks at the limits.
const BATCH: usize = 1 << 13;

/// Words that a thread takes at least at a time.
const SHARE: usize = 16;

/// The space, a bit pair a rank: one segment, in words of 64.
pub struct ByRanks<'p, P> {
    field: Field<'p, P>,
    store: Store<'p>,
    first: u64,
    /// States of the layer at hand, and ranks not met.
    layer: u64,
    left: u64,
    /// Of the layer that is being made: words that were left behind, words that are done, and the states found.
    left_behind: usize,
    done: usize,
    new: u64,
}

/// The ranks, and where moves lead from them.
struct Field<'p, P> {
    puzzle: &'p P,
    forwards: bool,
    words: usize,
}

/// The lanes of all words.
#[derive(Clone, Copy)]
struct Codes<'c>(&'c [AtomicU64]);

impl<'c> Codes<'c> {
    #[inline(always)]
    fn lanes(self, word: usize, depth: u32) -> Planes<'c> {
        Planes::new(self.0, word, 1, Coding::Lanes, depth)
    }
}

/// What a map by ranks takes.
pub fn size<P: Ranked>(puzzle: &P, share: Share) -> Size {
    let all = puzzle.ranks().div_ceil(64);
    let (words, segment) = match !share.is_shared {
        true => (all, all),
        false => shared::size(all, share),
    };
    let of = |words: u64| words.saturating_mul(words_of(1) as u64 * 8);
    let bytes = of(words);
    Size {
        ranks: puzzle.ranks(),
        bytes,
        least: bytes,
        segment: of(segment),
        disk: bytes.saturating_mul(2),
        by_blocks: false,
        by_costs: false,
        symmetries: 1,
    }
}

/// The only step there is: all of it.
fn all() -> [Step; 1] {
    [Step { own: 0, needs: vec![0] }]
}

impl<'p, P: Ranked> ByRanks<'p, P> {
    /// With these states in layer 0.
    pub fn new(puzzle: &'p P, first: &[P::State], forwards: bool, keep: Option<&Keep<'p>>) -> Result<Self, Halt> {
        let words = usize::try_from(puzzle.ranks().div_ceil(64)).map_err(|_| Stop::Bytes)?;
        let words_each = words.checked_mul(words_of(1)).ok_or(Stop::Bytes)?;
        let mut store = Store::new(1, words_each, 1);
        if let Some(keep) = keep {
            store.keep(keep.folder, &keep.identity)?;
        }
        let mut number = 0;
        store.visit(&all(), true, 1, &mut |store, _| {
            let codes = Codes(store.words(0));
            let begins = |state: &&P::State| {
                let rank = puzzle.rank(state);
                codes.lanes((rank / 64) as usize, 0).begin(0, 1 << (rank % 64))
            };
            number = first.iter().filter(begins).count() as u64;
            Ok(())
        })?;
        let field = Field { puzzle, forwards, words };
        let left = puzzle.ranks() - number;
        Ok(ByRanks { field, store, first: number, layer: number, left, left_behind: 0, done: 0, new: 0 })
    }
}

impl<P: Ranked> Field<'_, P> {
    /// The bits of a word that are ranks.
    fn ranks_of(&self, word: usize) -> u64 {
        let ranks = self.puzzle.ranks() - word as u64 * 64;
        if ranks >= 64 { u64::MAX } else { (1 << ranks) - 1 }
    }

    /// The states on the far side of the moves of a word's states in the layer go into the next. Returns how many are
    /// new.
    fn push(&self, codes: Codes<'_>, word: usize, depth: u32) -> u64 {
        let layer = codes.lanes(word, depth).layer_word(0);
        if layer == 0 {
            return 0;
        }
        let mut found = Found { codes, depth, ranks: [0; GATHERED], number: 0, new: 0 };
        let mut enter = |rank: u64| found.add(rank);
        each_bit(layer, |bit| {
            let rank = word as u64 * 64 + bit;
            match self.forwards {
                false => self.puzzle.predecessors(rank, &mut enter),
                true => self.puzzle.children(rank, &mut |rank, _| enter(rank)),
            }
        });
        found.enter();
        found.new
    }

    /// A word's states that were not met and have the layer on the far side of a move go into the next. Returns how
    /// many they are.
    fn pull(&self, codes: Codes<'_>, word: usize, depth: u32) -> u64 {
        let lanes = codes.lanes(word, depth);
        let met = lanes.layer_word(0) | lanes.before_word(0);
        let mut new = 0;
        let is_in_layer = &mut |rank: u64| {
            let layer = codes.lanes((rank / 64) as usize, depth).layer_word(0);
            layer >> (rank % 64) & 1 == 1
        };
        each_bit(!met & self.ranks_of(word), |bit| {
            let rank = word as u64 * 64 + bit;
            let is_near = match self.forwards {
                false => self.puzzle.any_child(rank, is_in_layer),
                true => self.puzzle.any_parent(rank, is_in_layer),
            };
            new |= u64::from(is_near) << bit;
        });
        lanes.enter(0, new);
        new.count_ones().into()
    }
}

/// The states of one word that stand for the positions new with the layer.
fn news<P: Ranked>(puzzle: &P, lanes: Planes<'_>) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let layer = lanes.layer_word(0);
    if !puzzle.is_paired() {
        return layer;
    }
    let before = lanes.before_word(0);
    let known = (before | before >> 1) & EVEN;
    let even = layer & EVEN & !known;
    let odd = layer >> 1 & EVEN & !known & !even;
    even | odd << 1
}

/// States found that are gathered before they are entered.
const GATHERED: usize = 128;

/// States found. They may be anywhere, so the words that tell whether they were met are asked for side by side, with no
/// branch between, and only those that were not met are entered.
struct Found<'c> {
    codes: Codes<'c>,
    depth: u32,
    ranks: [u64; GATHERED],
    number: usize,
    new: u64,
}

impl Found<'_> {
    #[inline(always)]
    fn add(&mut self, rank: u64) {
        self.ranks[self.number] = rank;
        self.number += 1;
        if self.number == GATHERED {
            self.enter();
        }
    }

    fn enter(&mut self) {
        let mut unmet = 0;
        for at in 0..self.number {
            let rank = self.ranks[at];
            let met = self.codes.lanes((rank / 64) as usize, self.depth).met_word(0);
            self.ranks[unmet] = rank;
            unmet += usize::from(met >> (rank % 64) & 1 == 0);
        }
        for &rank in &self.ranks[..unmet] {
            let lanes = self.codes.lanes((rank / 64) as usize, self.depth);
            self.new += u64::from(lanes.enter_shared(0, 1 << (rank % 64)));
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

impl<'p, P: Ranked> Ground<'p> for ByRanks<'p, P> {
    fn checkpoint(&mut self, record: Record) -> Result<(), Halt> {
        self.store.checkpoint(record)
    }

    fn restore(&mut self) -> Result<Option<Record>, Halt> {
        Ok(self.store.recall()?)
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let ByRanks { field, store, layer, left, left_behind, done, new, .. } = self;
        let (field, is_small) = (&*field, *layer <= *left);
        let mut due = false;
        store.visit(&all(), true, 1, &mut |store, _| {
            let codes = Codes(store.words(0));
            let mut words = |done: &mut usize, each: &Each<'_>| -> Result<(), Stop> {
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
        meter.stats.expanded += *layer;
        meter.stats.generated += *new;
        (*layer, *left) = (*new, *left - *new);
        (*left_behind, *done) = (0, 0);
        Ok(Advance::Whole(std::mem::take(new)))
    }

    fn pairs(&mut self, depth: u32) -> Result<u64, Halt> {
        let ByRanks { field, store, .. } = self;
        let mut pairs = 0;
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = Codes(store.words(0));
            pairs =
                sum_of(0..field.words, SHARE, &|word| news(field.puzzle, codes.lanes(word, depth)).count_ones().into());
            Ok(())
        })?;
        Ok(pairs)
    }

    fn farthest(&mut self, depth: u32, _positions: u64, most: usize) -> Result<Farthest, Halt> {
        let ByRanks { field, store, .. } = self;
        let mut ranks = Vec::new();
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = Codes(store.words(0));
            let news = (0..field.words).flat_map(|word| {
                let mut ranks = Vec::new();
                each_bit(news(field.puzzle, codes.lanes(word, depth)), |bit| ranks.push(word as u64 * 64 + bit));
                ranks
            });
            ranks = news.take(most).collect();
            Ok(())
        })?;
        Ok(Farthest { ranks, are_first: true })
    }

    fn notes(&self) -> Vec<u64> {
        vec![self.layer, self.left, self.left_behind as u64, self.done as u64, self.new]
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        self.store.hand_over(&[0], take)
    }

    fn recall(&mut self, notes: &[u64]) -> Option<()> {
        let &[layer, left, left_behind, done, new] = notes else { return None };
        let place = |words: u64| usize::try_from(words).ok().filter(|&words| words <= self.field.words);
        (self.left_behind, self.done) = (place(left_behind)?, place(done)?);
        (self.layer, self.left, self.new) = (layer, left, new);
        Some(())
    }
}
