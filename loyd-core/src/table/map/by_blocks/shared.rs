//! A map by blocks that several processes make together.
//!
//! Every process owns a run of segments, and has the tables of its own blocks only. A layer begins with the moves that
//! lead to own blocks. Meanwhile, the layer of each segment is sent to the processes that look it up
//! ([`frontier`](super::frontier)). Each layer that arrives is added to the blocks that look it up, for as many
//! segments at a time as the buffers have room for.

use std::ops::Range;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::super::arrangements::Arrangements;
use super::super::check::MapCheck;
use super::super::codes::lane;
use super::super::peers::{Lost, Partnership};
use super::super::shared::{Agreed, MapProcess, Outbox, Ownership, Parts, Trade};
use super::super::store::folder::CheckpointRecord;
use super::super::store::{SegmentStep, Store};
use super::super::{Advance, Farthest, Ground, Halt, Keep, LISTED, Method};
use super::fill::{Scratch, WORDS};
use super::frontier::{self, FrontierBitmap};
use super::terrain::{Terrain, of_key};
use super::{BATCH, ByBlocks, both_counts, noted, plan};
use crate::exact::exact;
use crate::limits::{Meter, Stats, Stop};
use crate::puzzle::shuffle::CellPieces;

/// The part of one process.
pub struct SharedBlocks<'p> {
    part: ByBlocks<'p>,
    together: MapProcess<'p>,
    first: u64,
    /// For each own segment, by its place among these, the processes that look it up.
    lookers: Vec<Vec<u32>>,
    /// For each segment of another process, by its place, the places of the own segments that look it up.
    seen_by: Vec<Vec<u32>>,
}

impl<'p> SharedBlocks<'p> {
    /// The part of this process, with the states of `first` in layer 0. `forwards`: distances are counted from `first`.
    /// Up to `most` states of each layer are listed.
    pub fn new(
        puzzle: &'p dyn Arrangements,
        (method, first, forwards): (Method, &[(CellPieces, u8)], bool),
        most: usize,
        partnership: &'p Partnership,
        keep: Option<&'p Keep<'p>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let together = MapProcess::new(partnership, keep);
        let plan = plan(puzzle, method, forwards, together.share()).ok_or(Stop::Bytes)?;
        let part = ByBlocks::planned(puzzle, plan, first, most, keep, meter)?;
        let number = part.terrain.segments.number();
        let mut ground = SharedBlocks {
            first: together.sum(part.first)?,
            lookers: vec![Vec::new(); part.terrain.segments.own().len()],
            seen_by: vec![Vec::new(); number],
            part,
            together,
        };
        ground.find_lookers()?;
        Ok(ground)
    }

    /// Finds the segments of other processes that own segments look up, and reports them to their owners.
    fn find_lookers(&mut self) -> Result<(), Halt> {
        let SharedBlocks { part, together, lookers, seen_by, .. } = self;
        let own = part.terrain.segments.own();
        for place in own.clone() {
            for &near in part.near[place].iter().filter(|&&near| !own.contains(&(near as usize))) {
                seen_by[near as usize].push(exact::<u32>(place));
            }
        }
        let looks = seen_by.iter().enumerate().filter(|(_, seen_by)| !seen_by.is_empty());
        let segments = &part.terrain.segments;
        let processes = together.share().number;
        let looks = looks.map(|(place, _)| (segments.owner(place, processes), place)).collect();
        let mut tell = Looks { looks, lookers, own };
        together.exchange(&mut tell)
    }

    fn own(&self) -> Range<usize> {
        self.part.terrain.segments.own()
    }
}

/// The places of the segments that a process looks up, four bytes each.
struct Looks<'l> {
    looks: Vec<(usize, usize)>,
    lookers: &'l mut [Vec<u32>],
    own: Range<usize>,
}

impl Trade for Looks<'_> {
    fn give(&mut self, out: &mut Outbox) -> Result<bool, Halt> {
        self.looks.drain(..).for_each(|(owner, place)| out.to(owner).extend(exact::<u32>(place).to_le_bytes()));
        Ok(false)
    }

    fn take(&mut self, from: usize, bytes: Vec<u8>) -> Result<(), Halt> {
        let places = bytes.chunks_exact(4).map(|four| four.try_into().map_or(0, u32::from_le_bytes) as usize);
        for place in places.filter(|place| self.own.contains(place)) {
            self.lookers[place - self.own.start].push(exact::<u32>(from));
        }
        Ok(())
    }
}

/// A layer that is being made.
struct BlockLayerBuild<'m, 'p, 'l> {
    part: &'m mut ByBlocks<'p>,
    /// Counts the states found here. Limits are agreed on between layers, because a process that stops within a layer
    /// leaves the others waiting.
    meter: &'m mut Meter<'l>,
    lookers: &'m [Vec<u32>],
    seen_by: &'m [Vec<u32>],
    depth: u32,
    /// The own segments that are to be sent, and the number of segments already sent.
    sends: Vec<SegmentStep>,
    sent: usize,
    /// The parcels that arrived in this round.
    came: Vec<(usize, Vec<u8>)>,
}

impl Trade for BlockLayerBuild<'_, '_, '_> {
    fn give(&mut self, out: &mut Outbox) -> Result<bool, Halt> {
        let BlockLayerBuild { part, meter, lookers, depth, sends, sent, .. } = self;
        let ByBlocks { terrain, store, .. } = &mut **part;
        let (terrain, first, depth) = (&*terrain, terrain.segments.own().start, *depth);
        // This number of segments is encoded in parallel.
        let group = 4 * rayon::current_num_threads();
        let visited = store.visit(&sends[*sent..], false, group, &mut |store, steps| {
            meter.look(depth)?;
            if out.is_full() {
                return Err(Stop::Enough.into());
            }
            let write = |step: &SegmentStep| {
                let mut bytes = Vec::new();
                frontier::write(terrain, store, step.own, depth, &mut bytes);
                (step.own, bytes)
            };
            for (place, bytes) in steps.par_iter().map(write).collect::<Vec<_>>() {
                lookers[place - first].iter().for_each(|&process| out.to(process as usize).extend(&bytes));
            }
            *sent += steps.len();
            Ok(())
        });
        match visited {
            Ok(()) => Ok(false),
            Err(Halt::Stop(Stop::Enough)) => Ok(true),
            Err(halt) => Err(halt),
        }
    }

    fn meanwhile(&mut self, is_lost: &dyn Fn() -> bool) -> Result<(), Halt> {
        self.part.fill(self.depth, is_lost, self.meter)?;
        Ok(())
    }

    fn take(&mut self, from: usize, bytes: Vec<u8>) -> Result<(), Halt> {
        self.came.push((from, bytes));
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Halt> {
        let came = std::mem::take(&mut self.came);
        let BlockLayerBuild { part, meter, seen_by, depth, .. } = self;
        let ByBlocks { terrain, store, new, listed, most, .. } = &mut **part;
        let (terrain, depth, most) = (&*terrain, *depth, *most);
        let each = terrain.segments.each;
        let mut sources: Vec<Option<FrontierBitmap<'_>>> = vec![None; terrain.segments.number()];
        let mut targets: Vec<u32> = Vec::new();
        for (from, bytes) in &came {
            let mut bytes = &bytes[..];
            while !bytes.is_empty() {
                let read = FrontierBitmap::read(bytes, terrain.words(), each);
                let read = read.filter(|(frontier, _)| frontier.place < sources.len());
                let (frontier, rest) = read.ok_or_else(|| Lost::sent(*from, "layer"))?;
                targets.extend(&seen_by[frontier.place]);
                sources[frontier.place] = Some(frontier);
                bytes = rest;
            }
        }
        targets.sort_unstable();
        targets.dedup();
        let step = |place: u32| SegmentStep { own: place as usize, needs: vec![place as usize] };
        let steps: Vec<SegmentStep> = targets.into_iter().map(step).collect();
        let [_, next] = listed;
        store.visit(&steps, true, BATCH.div_ceil(each), &mut |store, steps| {
            meter.look(depth)?;
            let room = most - next.len();
            let fill = |work: &mut BlockScratch, block: usize| {
                let mut list = Vec::new();
                (terrain.fill_from(store, block, depth, work, &sources, (room, &mut list)), list)
            };
            let blocks = terrain.segments.blocks_of(steps);
            let filled: Vec<(u64, Vec<u64>)> =
                blocks.map_init(BlockScratch::new, fill).filter(|(states, _)| *states > 0).collect();
            next.extend(filled.iter().flat_map(|(_, list)| list).take(room));
            let states = filled.iter().map(|(states, _)| states).sum::<u64>();
            meter.stats.expanded += states;
            *new += states;
            Ok(())
        })
    }
}

/// The working memory of a thread.
struct BlockScratch {
    scratch: Box<Scratch>,
    layer: Box<[u64; WORDS]>,
}

impl BlockScratch {
    fn new() -> BlockScratch {
        BlockScratch { scratch: Scratch::new(), layer: Box::new([0; WORDS]) }
    }
}

impl Terrain<'_> {
    /// Adds to the next layer of a block the states whose moves lead to the layer in other processes' segments. Returns
    /// the number of new states, their images in other blocks included. Some of the stored states go to the list.
    fn fill_from(
        &self,
        store: &Store<'_>,
        block: usize,
        depth: u32,
        work: &mut BlockScratch,
        sources: &[Option<FrontierBitmap<'_>>],
        (most, list): (usize, &mut Vec<u64>),
    ) -> u64 {
        let BlockScratch { scratch, layer } = work;
        let (ways, likenesses) = self.ways_of(block);
        let planes = self.planes(store, block, depth);
        let mut left = None;
        for (number, way) in ways.iter().enumerate() {
            let (place, there) = self.segments.of(way.block as usize);
            let Some(frontier) = &sources[place] else { continue };
            if !frontier.block(there, layer, self.words()) {
                continue;
            }
            let before = left.unwrap_or_else(|| self.begin(scratch, planes.met()));
            left = Some(before);
            // Every state of the block is met or found.
            if before == 0 {
                break;
            }
            let words = layer[..self.words()].iter().copied();
            left = Some(self.add(scratch, way, likenesses.get(number), words, before));
        }
        if left.is_none() {
            return 0;
        }
        let new = self.enter(planes, block, scratch, most, list);
        self.own_count(block, 1 - lane(depth)).fetch_add(new, Ordering::Relaxed);
        u64::from(new) * self.weight(block)
    }
}

/// The segments in a checkpoint: for each block, the counts of its states in two layers are noted.
struct SegmentCounts<'c, 'p>(&'c Terrain<'p>);

impl Parts for SegmentCounts<'_, '_> {
    fn each(&self) -> usize {
        self.0.segments.each
    }

    fn noted(&self, place: usize) -> usize {
        self.0.segments.blocks(place).len()
    }

    fn note(&self, place: usize, numbers: &mut Vec<u64>) {
        let count = |block: usize| noted([0, 1].map(|lane| self.0.count(block, lane)));
        numbers.extend(self.0.segments.blocks(place).map(count));
    }

    fn take_up(&mut self, place: usize, numbers: &[u64]) {
        for (block, &both) in self.0.segments.blocks(place).zip(numbers) {
            let [first, second] = both_counts(both);
            self.0.own_count(block, 0).store(first, Ordering::Relaxed);
            self.0.own_count(block, 1).store(second, Ordering::Relaxed);
        }
    }
}

impl<'p> Ground<'p> for SharedBlocks<'p> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        if let Agreed::Checkpoint = self.together.agree(meter.look(depth).err(), is_due())? {
            return Ok(Advance::Due);
        }
        let SharedBlocks { part, together, lookers, seen_by, .. } = self;
        let (own, sums) = (part.terrain.segments.own(), part.terrain.sums());
        let is_sent = |&place: &usize| !lookers[place - own.start].is_empty() && sums[place][lane(depth)] > 0;
        let sends = own.clone().filter(is_sent).map(|place| SegmentStep { own: place, needs: vec![place] }).collect();
        let before = meter.stats;
        meter.unstopped(|meter| {
            let mut making = BlockLayerBuild { part, meter, lookers, seen_by, depth, sends, sent: 0, came: Vec::new() };
            together.exchange(&mut making)
        })?;
        let all = together.end_layer(depth + 1, self.part.new)?;
        // The sum over all processes includes the states found here.
        meter.stats = Stats { bytes: meter.stats.bytes, ..before };
        meter.stats.expanded += all;
        meter.stats.generated += all;
        self.part.end(all == 0);
        Ok(Advance::Whole(all))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.part.compare_together(depth, states, &self.together, check, meter)
    }

    fn spoil(&mut self, depth: u32, each: usize) {
        self.part.spoil(depth, each);
    }

    fn positions(&mut self, depth: u32) -> Result<u64, Halt> {
        let pairs = self.part.positions(depth)?;
        self.together.sum(pairs)
    }

    fn farthest(&mut self, depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        let Farthest { ranks, .. } = self.part.farthest(depth, positions, most.max(LISTED))?;
        let mut ranks = self.together.gather(&ranks)?;
        let are_first = ranks.len() as u64 == positions;
        ranks.truncate(most);
        Ok(Farthest { ranks, are_first })
    }

    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.together.checkpoint(&mut self.part.store, record)
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        let SharedBlocks { part: ByBlocks { terrain, store, listed, .. }, together, .. } = self;
        let (segments, number) = (&terrain.segments, together.share().number);
        let owner = |place| segments.owner(place, number);
        let ownership = Ownership { places: segments.number(), own: segments.own(), owner: &owner };
        let Some((record, keys)) = together.restore(store, ownership, &mut SegmentCounts(terrain))? else {
            return Ok(None);
        };
        let all = segments.number() * segments.each;
        listed[0] = keys;
        listed[0].retain(|&key| of_key(key).0 < all && of_key(key).1 < terrain.blocks.size());
        Ok(Some(record))
    }

    fn finish(&mut self) -> Result<(), Halt> {
        self.together.finish()
    }

    fn notes(&self) -> Vec<u64> {
        self.together.notes(self.own(), &self.part.listed[0], &SegmentCounts(&self.part.terrain))
    }

    fn recall(&mut self, _: &[u64]) -> Option<()> {
        // The notes of a process describe its own parts, and `restore` has already used them.
        Some(())
    }

    fn hand_over(
        &mut self,
        _: &mut dyn FnMut(&[std::sync::atomic::AtomicU64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        unreachable!("the table of a shared map is with several processes")
    }
}
