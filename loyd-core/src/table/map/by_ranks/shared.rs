//! A map by ranks that several processes make together.
//!
//! Ranks lie in shards of equal size, and each process owns a run of shards. A process follows the moves of its states
//! in the layer, and sends the ranks of other processes to their owners, four bytes a state if that suffices for every
//! process. The search never goes from the states not met, because these would request bits of other processes at
//! random.

mod shards;

use std::sync::atomic::AtomicU64;

use rayon::prelude::*;

use super::super::check::{Checks, EdgesOf, MapCheck, PositionLayer, Ranks};
use super::super::codes::{BlockPlanes, Coding, words_of};
use super::super::peers::{Lost, Partnership};
use super::super::shared::{Agreed, MapProcess, Outbox, Ownership, Parts, RemoteLookup, Trade};
use super::super::store::folder::CheckpointRecord;
use super::super::store::{SegmentStep, Store};
use super::super::{Advance, Farthest, Ground, Halt, Keep, Share};
use super::check::{PRICE, SampledWords, place_in};
use super::{SHARE, each_bit, news};
use crate::exact::exact;
use crate::limits::{Meter, Stats, Stop};
use crate::puzzle::Ranked;
use crate::table::threads::sum_of;

use shards::Shards;
pub use shards::size;

/// The number of states whose moves are examined for a plan.
const SAMPLE: u64 = 1 << 12;

/// The part of the moves that lead to other processes' states.
pub fn leaving<P: Ranked>(puzzle: &P, share: Share) -> f64 {
    let shards = Shards::new(puzzle.ranks().div_ceil(64), share);
    let owner = |rank: u64| shards.owner((rank / 64 / shards.each) as usize);
    let (mut all, mut leaving) = (0u64, 0u64);
    let ranks = puzzle.ranks();
    for number in 0..SAMPLE.min(ranks) {
        // The sample is spread by the golden ratio, because equal steps would keep time with the digits of the ranks.
        let fraction = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let rank = ((u128::from(fraction) * u128::from(ranks)) >> 64) as u64;
        puzzle.predecessors(rank, &mut |before| {
            all += 1;
            leaving += u64::from(owner(before) != owner(rank));
        });
    }
    leaving as f64 / all.max(1) as f64
}

/// Words whose states' moves are followed between two looks at the outbox.
const BATCH: u64 = 1 << 12;

/// States that a thread enters at a time.
const TAKEN: usize = 1 << 12;

/// The part of one process.
pub struct SharedRanks<'p, P> {
    field: ShardedSpace<'p, P>,
    store: Store<'p>,
    together: MapProcess<'p>,
    first: u64,
    /// The ranks of layer 0 that this process owns.
    starts: Vec<u64>,
}

/// The ranks, their owners, and the moves between them.
struct ShardedSpace<'p, P> {
    puzzle: &'p P,
    forwards: bool,
    shards: Shards,
    /// The first rank of each process, and the end of the last process's ranks.
    begins: Vec<u64>,
    /// Bytes of a state that is sent: its rank, counted from the first rank of its owner.
    bytes: usize,
}

/// The words of this process's shards.
struct ShardWords<'c> {
    shards: Vec<&'c [AtomicU64]>,
    first: u64,
    bits: u32,
}

impl<'c> ShardWords<'c> {
    fn new(store: &'c Store<'_>, shards: &Shards) -> ShardWords<'c> {
        let words = shards.own().map(|shard| store.words(shard)).collect();
        ShardWords { shards: words, first: shards.own_words().start, bits: shards.each.trailing_zeros() }
    }

    /// The lanes of a word of this process.
    #[inline(always)]
    fn lanes(&self, word: u64, depth: u32) -> BlockPlanes<'c> {
        let word = word - self.first;
        let shard = self.shards[exact::<usize>(word >> self.bits)];
        BlockPlanes::new(shard, exact::<usize>(word & ((1 << self.bits) - 1)), 1, Coding::Lanes, depth)
    }

    /// Enters a state into the next layer, and returns whether the state was not met before.
    #[inline(always)]
    fn enter(&self, rank: u64, depth: u32) -> bool {
        self.lanes(rank / 64, depth).enter_shared(0, 1 << (rank % 64))
    }
}

impl<'p, P: Ranked> SharedRanks<'p, P> {
    /// The part of this process, with the states of `first` in layer 0.
    pub fn new(
        puzzle: &'p P,
        first: &[P::State],
        forwards: bool,
        partnership: &'p Partnership,
        keep: Option<&'p Keep<'p>>,
    ) -> Result<Self, Halt> {
        let together = MapProcess::new(partnership, keep);
        let shards = Shards::new(puzzle.ranks().div_ceil(64), together.share());
        let words = usize::try_from(shards.each).map_err(|_| Stop::Bytes)?;
        let mut store = Store::new(shards.number(), words * words_of(1), shards.own().len());
        if let Some(keep) = keep {
            store.keep(keep.folder, &keep.identity)?;
        }
        let begins: Vec<u64> = (0..=shards.share.number).map(|process| shards.words_of(process).start * 64).collect();
        let most = begins.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0);
        let bytes = if most <= 1 << 32 { 4 } else { 8 };
        let field = ShardedSpace { puzzle, forwards, shards, begins, bytes };
        let mut starts: Vec<u64> =
            first.iter().map(|state| puzzle.rank(state)).filter(|&rank| field.is_own(rank)).collect();
        field.visit(&mut store, true, &mut |codes| {
            starts.retain(|rank| codes.lanes(rank / 64, 0).begin(0, 1 << (rank % 64)));
            Ok(())
        })?;
        let first = together.sum(starts.len() as u64)?;
        Ok(SharedRanks { field, store, together, first, starts })
    }
}

impl<P: Ranked> ShardedSpace<'_, P> {
    /// Calls `work` with all words of this process.
    fn visit(
        &self,
        store: &mut Store<'_>,
        changes: bool,
        work: &mut dyn FnMut(&ShardWords<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let steps: Vec<SegmentStep> = self.shards.own().map(|own| SegmentStep { own, needs: vec![own] }).collect();
        if steps.is_empty() {
            return work(&ShardWords { shards: Vec::new(), first: 0, bits: 0 });
        }
        // The store has room for all own shards, so `work` is called once, at the last step.
        store.hold(&steps, changes, &mut |store| work(&ShardWords::new(store, &self.shards)))
    }

    fn is_own(&self, rank: u64) -> bool {
        let own = self.shards.share.own;
        (self.begins[own]..self.begins[own + 1]).contains(&rank)
    }

    fn owner(&self, rank: u64) -> usize {
        self.begins.partition_point(|&begin| begin <= rank) - 1
    }

    /// Enters the predecessors of a word's states in the layer, or, forwards, their successors, into the next layer, or
    /// sends them to their owners. Returns how many are new here.
    fn push(&self, codes: &ShardWords<'_>, word: u64, depth: u32, sends: &mut [Vec<u8>]) -> u64 {
        let layer = codes.lanes(word, depth).layer_word(0);
        let mut new = 0;
        let mut enter = |rank: u64| {
            if self.is_own(rank) {
                new += u64::from(codes.enter(rank, depth));
            } else {
                let owner = self.owner(rank);
                sends[owner].extend(&(rank - self.begins[owner]).to_le_bytes()[..self.bytes]);
            }
        };
        each_bit(layer, |bit| {
            let rank = word * 64 + bit;
            match self.forwards {
                false => self.puzzle.predecessors(rank, &mut enter),
                true => self.puzzle.children(rank, &mut |rank, _| enter(rank)),
            }
        });
        new
    }
}

/// A layer that is being made.
struct RankLayerBuild<'m, 'c, 'p, 'l, P> {
    field: &'m ShardedSpace<'p, P>,
    /// Counts the states found here. Limits are agreed on between layers, because a process that stops within a layer
    /// leaves the others waiting.
    meter: &'m mut Meter<'l>,
    codes: &'m ShardWords<'c>,
    depth: u32,
    /// The next word whose moves are followed.
    next: u64,
    new: u64,
    came: Vec<(usize, Vec<u8>)>,
}

impl<P: Ranked> Trade for RankLayerBuild<'_, '_, '_, '_, P> {
    fn give(&mut self, out: &mut Outbox) -> Result<bool, Halt> {
        let RankLayerBuild { field, codes, depth, .. } = *self;
        let (processes, end) = (field.shards.share.number, field.shards.own_words().end);
        while self.next < end && !out.is_full() {
            let batch = self.next..(self.next + BATCH).min(end);
            self.next = batch.end;
            let follow = |words: &[u64]| {
                let mut sends = vec![Vec::new(); processes];
                let new = words.iter().map(|&word| field.push(codes, word, depth, &mut sends)).sum::<u64>();
                (new, sends)
            };
            let words: Vec<u64> = batch.collect();
            let followed: Vec<(u64, Vec<Vec<u8>>)> = words.par_chunks(8 * SHARE).map(follow).collect();
            for (new, sends) in followed {
                self.new += new;
                self.meter.stats.expanded += new;
                sends.iter().enumerate().for_each(|(process, bytes)| out.to(process).extend(bytes));
            }
            self.meter.look(depth)?;
        }
        Ok(self.next < end)
    }

    fn take(&mut self, from: usize, bytes: Vec<u8>) -> Result<(), Halt> {
        self.came.push((from, bytes));
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Halt> {
        let RankLayerBuild { field, codes, depth, .. } = *self;
        let (begin, ranks) = (field.begins[field.shards.share.own], field.puzzle.ranks());
        for (from, bytes) in std::mem::take(&mut self.came) {
            let enter = |some: &[u8]| {
                let mut new = 0;
                for state in some.chunks(field.bytes) {
                    let mut eight = [0; 8];
                    eight[..state.len()].copy_from_slice(state);
                    let rank = begin + u64::from_le_bytes(eight);
                    if rank >= ranks || !field.is_own(rank) {
                        return None;
                    }
                    new += u64::from(codes.enter(rank, depth));
                }
                Some(new)
            };
            let new: Option<u64> = bytes.par_chunks(field.bytes * TAKEN).map(enter).sum();
            let new = new.ok_or_else(|| Lost::sent(from, "rank"))?;
            self.new += new;
            self.meter.stats.expanded += new;
        }
        Ok(self.meter.look(depth)?)
    }
}

/// The shards in a checkpoint: besides their words, nothing is noted.
struct PlainShards;

impl Parts for PlainShards {
    fn each(&self) -> usize {
        0
    }

    fn noted(&self, _: usize) -> usize {
        0
    }

    fn note(&self, _: usize, _: &mut Vec<u64>) {}

    fn take_up(&mut self, _: usize, _: &[u64]) {}
}

impl<'p, P: Ranked> Ground<'p> for SharedRanks<'p, P> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        if let Agreed::Checkpoint = self.together.agree(meter.look(depth).err(), is_due())? {
            return Ok(Advance::Due);
        }
        let SharedRanks { field, store, together, .. } = self;
        let words = field.shards.own_words();
        let (mut new, before) = (0, meter.stats);
        field.visit(store, true, &mut |codes| {
            sum_of(0..exact::<usize>(words.end - words.start), SHARE, &|word| {
                codes.lanes(words.start + word as u64, depth).leave_word(0);
                0
            });
            new = meter.unstopped(|meter| {
                let mut making =
                    RankLayerBuild { field, codes, meter, depth, next: words.start, new: 0, came: Vec::new() };
                together.exchange(&mut making)?;
                Ok::<u64, Halt>(making.new)
            })?;
            Ok(())
        })?;
        let all = together.end_layer(depth + 1, new)?;
        // The sum over all processes includes the states found here.
        meter.stats = Stats { bytes: meter.stats.bytes, ..before };
        meter.stats.expanded += all;
        meter.stats.generated += all;
        Ok(Advance::Whole(all))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let SharedRanks { field, store, together, starts, .. } = self;
        let own = field.shards.share.own;
        let (first, ranks) = (field.begins[own], field.begins[own]..field.begins[own + 1].min(field.puzzle.ranks()));
        field.visit(store, false, &mut |codes| {
            let place = |rank: u64| match ranks.contains(&rank) {
                true => place_in(|depth| codes.lanes(rank / 64, depth), rank % 64, depth),
                false => PositionLayer::Elsewhere,
            };
            let lookup = Ranks { edges: &EdgesOf(field.puzzle), place: &place };
            let starts = if depth == 0 { check.starts(&lookup, starts) } else { Ok(()) };
            let words = ranks.end.saturating_sub(ranks.start).div_ceil(64);
            let mut drawn = match check.checks {
                Checks::Drawn if words > 0 => {
                    let word = |word: usize| {
                        let word = first / 64 + word as u64;
                        let left = ranks.end - word * 64;
                        (codes.lanes(word, depth), if left >= 64 { u64::MAX } else { (1 << left) - 1 })
                    };
                    let states = states.div_ceil(field.shards.share.number as u64);
                    let is_sparse = states > 0 && states < words;
                    let drawn = SampledWords { words: exact(words), fold: None, word: &word, is_sparse };
                    drawn.ranks(check.quota(states, PRICE), check)
                }
                _ => Vec::new(),
            };
            drawn.iter_mut().for_each(|rank| *rank += first);
            let all = if check.checks == Checks::All { ranks.clone() } else { 0..0 };
            let asker = RemoteLookup { lookup: &lookup, owner: &|rank| field.owner(rank), depth };
            let positions = starts.err().map(Err).into_iter().chain(drawn.into_iter().chain(all).map(Ok));
            together.compare(&asker, &mut { positions }, check, meter)
        })
    }

    fn spoil(&mut self, depth: u32, each: usize) {
        let SharedRanks { field, store, .. } = self;
        let (words, ranks) = (field.shards.own_words(), field.puzzle.ranks());
        let spoiled = field.visit(store, true, &mut |codes| {
            for word in words.clone().step_by(each) {
                let all = (0..64).filter(|bit| word * 64 + bit < ranks).map(|bit| 1 << bit).sum::<u64>();
                let lanes = codes.lanes(word, depth - 1);
                lanes.enter(0, !lanes.met_word(0) & all);
            }
            Ok(())
        });
        spoiled.unwrap();
    }

    fn positions(&mut self, depth: u32) -> Result<u64, Halt> {
        let SharedRanks { field, store, together, .. } = self;
        let words = field.shards.own_words();
        let mut pairs = 0;
        field.visit(store, false, &mut |codes| {
            pairs = sum_of(0..exact::<usize>(words.end - words.start), SHARE, &|word| {
                news(field.puzzle.is_paired(), codes.lanes(words.start + word as u64, depth)).count_ones().into()
            });
            Ok(())
        })?;
        together.sum(pairs)
    }

    fn farthest(&mut self, depth: u32, _positions: u64, most: usize) -> Result<Farthest, Halt> {
        let SharedRanks { field, store, together, .. } = self;
        let words = field.shards.own_words();
        let mut ranks = Vec::new();
        field.visit(store, false, &mut |codes| {
            let news = words.clone().flat_map(|word| {
                let mut ranks = Vec::new();
                each_bit(news(field.puzzle.is_paired(), codes.lanes(word, depth)), |bit| ranks.push(word * 64 + bit));
                ranks
            });
            ranks = news.take(most).collect();
            Ok(())
        })?;
        let mut ranks = together.gather(&ranks)?;
        ranks.truncate(most);
        Ok(Farthest { ranks, are_first: true })
    }

    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.together.checkpoint(&mut self.store, record)
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        let SharedRanks { field, store, together, .. } = self;
        let owner = |shard| field.shards.owner(shard);
        let ownership = Ownership { places: field.shards.number(), own: field.shards.own(), owner: &owner };
        Ok(together.restore(store, ownership, &mut PlainShards)?.map(|(record, _)| record))
    }

    fn finish(&mut self) -> Result<(), Halt> {
        self.together.finish()
    }

    fn notes(&self) -> Vec<u64> {
        self.together.notes(self.field.shards.own(), &[], &PlainShards)
    }

    fn recall(&mut self, _: &[u64]) -> Option<()> {
        // The notes of a process describe its own parts, and `restore` has already used them.
        Some(())
    }

    fn hand_over(&mut self, _: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        unreachable!("the table of a shared map is with several processes")
    }
}
