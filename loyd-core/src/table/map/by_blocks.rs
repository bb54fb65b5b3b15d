//! A map by blocks, for puzzles that shuffle pieces among cells. The search ranks nothing and makes no state. A move is
//! one look-up in a small table for every arrangement, or, where it leaves the order of a block's pieces unchanged, one
//! operation for 64 arrangements.
//!
//! A block is filled from each block that a move leads to, in the cheaper of two ways. Either the states of the layer
//! there are taken back to this block, or each state here that was not met looks up whether its successor is in the
//! layer there.
//!
//! One representative of each orbit of blocks under the symmetries is stored ([`symmetry`]).

mod automorphisms;
mod check;
mod fill;
mod frontier;
mod segments;
mod shared;
mod symmetry;
mod terrain;
mod turnings;

use rayon::prelude::*;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::arrangements::Arrangements;
use super::check::MapCheck;
use super::codes::{Coding, lane, words_of};
use super::store::folder::CheckpointRecord;
use super::store::{SegmentStep, Store};
use super::{Advance, BlockCourse, Farthest, Ground, Halt, Keep, LISTED, MapSize, Method, Share};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::shuffle::{Arrangement, CellMove, CellPieces, Shuffle};
use crate::rank::blocks::{BlockNumbering, MOST_ARRANGED};
use crate::rank::lehmer::is_odd;

use fill::Scratch;
use segments::Segments;
pub use shared::SharedBlocks;
use symmetry::Symmetries;
use terrain::{KEPT, Terrain, bytes_besides, most_ways, of_key};

/// Below this number of cells, a map by ranks is as good.
const FEWEST_CELLS: usize = 5;

/// Below this number of states, a map by ranks is complete before the tables of turnings are made.
const FEWEST_STATES: u64 = 1 << 18;

/// Blocks between two looks at the limits, where all segments are in memory.
const BATCH: usize = 512;

/// Blocks filled at a time while their states are listed: at most this many lists are held.
const LISTED_AT_A_TIME: usize = 64;

/// The most blocks of a space for which several processes use symmetries. Every process computes the orbits of all
/// blocks, so this work does not shrink with more processes.
const MOST_LIKENED: u64 = 1 << 24;

/// The number of segments whose moves are examined for the figures of a shared map, or some more.
const SAMPLE: usize = 1 << 12;

/// The most bytes of a segment besides its words.
const SEGMENT_REST: u64 = 1 << 10;

/// Bytes that a map by symmetries may take beyond a map without them: it is faster, but has more tables of turnings.
const WORTH_SYMMETRIES: u64 = 8 << 20;

/// The space, block by block, with two bits for each arrangement.
pub struct ByBlocks<'p> {
    terrain: Terrain<'p>,
    store: Store<'p>,
    /// For each segment, the segments that its moves lead to, all by their places.
    near: Vec<Vec<u32>>,
    first: u64,
    /// In the layer that is being made: which segments are done, and the number of states found.
    done: Vec<bool>,
    new: u64,
    /// Listed states of the current layer and of the layer that is being made, at most `most` each. They are listed
    /// because `Thirds` does not distinguish these states from earlier ones.
    listed: [Vec<u64>; 2],
    most: usize,
    /// The states of layer 0, ascending.
    starts: Vec<(CellPieces, u8)>,
}

fn sorted(states: &[(CellPieces, u8)]) -> Vec<(CellPieces, u8)> {
    let mut sorted = states.to_vec();
    sorted.sort_unstable();
    sorted
}

/// How a space is searched by blocks.
struct BlockPlan {
    shuffle: Shuffle,
    blocks: BlockNumbering,
    symmetries: Symmetries,
    /// The number of tables of turnings.
    turnings: usize,
    coding: Coding,
    share: Share,
}

/// The blocks of a puzzle's arrangements; `None` if the number of cells is too small or too large.
fn blocks(arrangement: &Arrangement) -> Option<BlockNumbering> {
    let Arrangement { cells, odd, .. } = *arrangement;
    if cells < FEWEST_CELLS {
        return None;
    }
    BlockNumbering::new(cells, MOST_ARRANGED.min(cells - 1), odd)
}

/// The coding of the layers in a puzzle's map by blocks.
pub fn coding(puzzle: &dyn Arrangements, share: Share) -> Coding {
    // `Thirds` does not distinguish this layer from the layer three before it. The count of pairs needs this
    // distinction, and without it the other processes would be sent both layers.
    if puzzle.is_paired() || share.is_shared { Coding::Lanes } else { Coding::Thirds }
}

/// Packs the counts of a block's states in two layers into one number of a checkpoint.
fn noted([first, second]: [u32; 2]) -> u64 {
    u64::from(first) | u64::from(second) << 32
}

/// Unpacks the counts of a block's states in two layers from the number that [`noted`] makes.
fn both_counts(noted: u64) -> [u32; 2] {
    [exact(noted & u64::from(u32::MAX)), exact(noted >> 32)]
}

/// Plans a map by blocks, if there can be one. `forwards`: distances are counted from some states, not to the goals.
fn plan(puzzle: &dyn Arrangements, method: Method, forwards: bool, share: Share) -> Option<BlockPlan> {
    let is_large = method != Method::Best || puzzle.ranks() >= FEWEST_STATES;
    if method == Method::Ranks || !is_large {
        return None;
    }
    let shuffle = puzzle.shuffle()?;
    let arrangement = shuffle.arrangement;
    let plain = blocks(&arrangement)?;
    let all = plain.count() * u64::from(arrangement.sheets);
    // The numbers of blocks have 32 bits, and so have the numbers of one process's move table entries.
    let own = all.div_ceil(share.number as u64);
    if all >= u64::from(u32::MAX) || own.saturating_mul(shuffle.moves.len() as u64) >= u64::from(u32::MAX) {
        return None;
    }
    // A state of the next layer has a successor in this layer. Forwards it has a predecessor: moves are reversed.
    let moves = if forwards { shuffle.clone().reversed() } else { shuffle.clone() };
    let plan = |symmetries: Symmetries| {
        // With other numbers for the pieces, an even arrangement may be an odd one.
        let is_odd = is_odd(&symmetries.numbers[..arrangement.cells]);
        let odd = arrangement.odd.map(|odd| odd.map(|odd| odd != is_odd));
        let blocks = blocks(&Arrangement { odd, ..arrangement })?;
        let turnings = turnings::number(&moves, &blocks, &symmetries)?;
        Some(BlockPlan { shuffle: moves.clone(), blocks, symmetries, turnings, coding: coding(puzzle, share), share })
    };
    let symmetries = match method {
        // With symmetries, the two states of a position could belong to different processes.
        _ if share.is_shared && (puzzle.is_paired() || plain.count() > MOST_LIKENED) => Symmetries::none(),
        Method::Best | Method::Symmetric if !forwards => {
            Symmetries::of(puzzle, &shuffle, plain.leading_pieces()).ok()?
        }
        _ => Symmetries::none(),
    };
    let whole = plan(Symmetries::none());
    if symmetries.all.len() == 1 {
        return whole;
    }
    let symmetric = plan(symmetries);
    let bytes = |plan: &Option<BlockPlan>| plan.as_ref().map_or(u64::MAX, |plan| plan.size(puzzle).bytes);
    // Symmetries are not used if their tables take more than the symmetries save.
    if bytes(&symmetric) <= bytes(&whole).saturating_add(WORTH_SYMMETRIES) { symmetric.or(whole) } else { whole }
}

impl BlockPlan {
    fn is_symmetric(&self) -> bool {
        self.symmetries.all.len() > 1
    }

    /// The number of representatives on a sheet.
    fn representatives(&self) -> u64 {
        match self.is_symmetric() {
            true => self.symmetries.blocks(self.shuffle.arrangement.cells, self.blocks.leading_pieces()),
            false => self.blocks.count(),
        }
    }

    fn segments(&self) -> Segments {
        let Arrangement { cells, sheets, .. } = self.shuffle.arrangement;
        let segments = match self.is_symmetric() {
            true => Segments::in_order(self.representatives() * u64::from(sheets), self.block_bytes()),
            false => Segments::by_pieces(
                cells,
                self.blocks.leading_pieces(),
                sheets.into(),
                self.blocks.count(),
                self.block_bytes(),
            ),
        };
        segments.shared(self.share)
    }

    fn block_bytes(&self) -> u64 {
        words_of(self.blocks.size().div_ceil(64)) as u64 * 8
    }

    fn size(&self, puzzle: &dyn Arrangements) -> MapSize {
        let sheets = u64::from(self.shuffle.arrangement.sheets);
        let segments = self.segments();
        let (all, kept, block) = (self.representatives() * sheets, segments.slots() as u64, self.block_bytes());
        let (number, own) = (segments.number() as u64, segments.own().len() as u64);
        let moves = self.shuffle.moves.len() as u64;
        let tables = turnings::bytes(self.turnings, &self.blocks);
        let segment = segments.each as u64 * block;
        let (of_way, of_block) = bytes_besides(self.is_symmetric());
        // With symmetries, temporary lists contain all blocks.
        let likes = if self.is_symmetric() { self.blocks.count() * 12 } else { 0 };
        // The numbers of the representatives that other processes own are here, too.
        let others = if self.is_symmetric() { (all - kept) * KEPT } else { 0 };
        let ways = u128::from(sheets * most_ways(&self.shuffle, &self.blocks, self.representatives()));
        // A part may have a few more moves than its share of all moves.
        let spare = if !self.share.is_shared { 0 } else { kept * of_way / 8 };
        let rest = kept * of_block
            + likes
            + others
            + exact::<u64>(ways * u128::from(kept) / u128::from(all)) * of_way
            + spare
            + tables
            + number * SEGMENT_REST;
        // Without symmetries, each move takes all blocks of a segment to one segment.
        let (most_near, near) = match self.is_symmetric() {
            true => (own, own * number * size_of::<u32>() as u64),
            false => ((moves + 1).min(own), own * moves * size_of::<u32>() as u64),
        };
        MapSize {
            ranks: puzzle.ranks(),
            bytes: rest + near + kept * block,
            // A checkpoint notes the counts of all blocks, and is written from a copy.
            least: rest + near + most_near * segment + 2 * kept * size_of::<u64>() as u64,
            segment,
            disk: 2 * kept * block,
            by_blocks: true,
            by_costs: false,
            symmetries: self.symmetries.all.len() as u64,
        }
    }
}

/// The blocks of a puzzle whose map by [`Method::Blocks`] is a table of distances.
pub fn blocks_of_table(puzzle: &dyn Arrangements) -> Option<BlockNumbering> {
    plan(puzzle, Method::Blocks, false, Share::WHOLE)
        .filter(|plan| plan.coding == Coding::Thirds)
        .map(|plan| plan.blocks)
}

/// The memory and disk space of a map by blocks, if there can be one.
pub fn size(puzzle: &dyn Arrangements, method: Method, forwards: bool, share: Share) -> Option<MapSize> {
    plan(puzzle, method, forwards, share).map(|plan| plan.size(puzzle))
}

/// The figures of a map by blocks that several processes make, if there can be one.
pub fn course(puzzle: &dyn Arrangements, method: Method, forwards: bool, share: Share) -> Option<BlockCourse> {
    let plan = plan(puzzle, method, forwards, share)?;
    let (segments, processes) = (plan.segments(), share.number);
    let number = plan.representatives() * u64::from(plan.shuffle.arrangement.sheets);
    let states = plan.blocks.size() as u64;
    if plan.is_symmetric() {
        // With symmetries, a move may lead to a representative in any segment.
        return Some(BlockCourse { number, states, lookers: processes as f64 - 1.0 });
    }
    let step = (segments.number() / SAMPLE).max(1);
    let (mut sampled, mut lookers) = (0, 0);
    for place in (0..segments.number()).step_by(step) {
        // The moves of a segment's first block lead to the same segments as the moves of its other blocks.
        let block = segments.blocks(place).start as u64;
        let (sheet, block) = (block / plan.blocks.count(), block % plan.blocks.count());
        let first_cell = plan.blocks.first_cell(block);
        let legal = plan
            .shuffle
            .moves
            .iter()
            .filter(|m| u64::from(m.sheets.0) == sheet && m.at.is_none_or(|at| at == first_cell));
        let owner = |m: &CellMove| {
            let there = plan.blocks.passage(block, &m.goes).block + u64::from(m.sheets.1) * plan.blocks.count();
            segments.owner(segments.of(exact::<usize>(there)).0, processes)
        };
        let mut owners: Vec<usize> = legal.map(owner).collect();
        owners.sort_unstable();
        owners.dedup();
        owners.retain(|&owner| owner != segments.owner(place, processes));
        (sampled, lookers) = (sampled + 1, lookers + owners.len());
    }
    Some(BlockCourse { number, states, lookers: lookers as f64 / f64::from(sampled.max(1)) })
}

impl<'p> ByBlocks<'p> {
    /// A map with the states of `first` in layer 0. Lists up to `most` states of each layer. `keep` limits the memory.
    pub fn new(
        puzzle: &'p dyn Arrangements,
        method: Method,
        first: &[(CellPieces, u8)],
        forwards: bool,
        most: usize,
        keep: Option<&Keep<'p>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let plan = plan(puzzle, method, forwards, Share::WHOLE).ok_or(Stop::Bytes)?;
        ByBlocks::planned(puzzle, plan, first, most, keep, meter)
    }

    fn planned(
        puzzle: &'p dyn Arrangements,
        plan: BlockPlan,
        first: &[(CellPieces, u8)],
        most: usize,
        keep: Option<&Keep<'p>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let (size, segments) = (plan.size(puzzle), plan.segments());
        let number = segments.number();
        let words_each = segments.each * words_of(plan.blocks.size().div_ceil(64));
        let most_held = match keep.and_then(|keep| keep.memory) {
            Some(memory) if memory < size.bytes && !plan.is_symmetric() => {
                let more = memory.saturating_sub(size.least) / size.segment;
                usize::try_from(more).map_or(number, |more| more + plan.shuffle.moves.len() + 1)
            }
            _ => number,
        };
        let BlockPlan { shuffle, blocks, symmetries, coding, .. } = plan;
        let terrain = Terrain::new(puzzle, shuffle, blocks, symmetries, coding, segments, meter)?;
        let mut ground = ByBlocks {
            store: Store::new(number, words_each, most_held),
            near: terrain.near(),
            first: 0,
            done: vec![false; number],
            new: 0,
            listed: Default::default(),
            most: if puzzle.is_paired() { 0 } else { most },
            starts: sorted(first),
            terrain,
        };
        if let Some(keep) = keep {
            ground.store.keep(keep.folder, &keep.identity)?;
        }
        for state in first {
            ground.enter(state)?;
        }
        Ok(ground)
    }

    /// Enters a state into layer 0. A single goal's block is a representative, because every symmetry that fixes the
    /// goal fixes its block. If there are several goals, the goals in representatives are entered.
    fn enter(&mut self, state: &(CellPieces, u8)) -> Result<(), Halt> {
        let ByBlocks { terrain, store, first, listed, most, .. } = self;
        let Some((block, index)) = terrain.place(state) else { return Ok(()) };
        let own = terrain.segments.of(block).0;
        if !terrain.segments.own().contains(&own) {
            return Ok(());
        }
        store.visit(&[SegmentStep { own, needs: vec![own] }], true, 1, &mut |store, _| {
            if terrain.planes(store, block, 0).begin(index / 64, 1 << (index % 64)) {
                *first += terrain.weight(block);
                terrain.own_count(block, 0).fetch_add(1, Ordering::Relaxed);
                if listed[0].len() < *most {
                    listed[0].push(terrain::key(block, index));
                }
            }
            Ok(())
        })
    }

    /// The steps that make the next layer, without the segments that are done.
    fn steps(&self, depth: u32) -> Vec<SegmentStep> {
        let (this, next) = (lane(depth), 1 - lane(depth));
        let sums = self.terrain.sums();
        let needs = |own: usize| {
            let near = self.near[own].iter().map(|&place| place as usize).filter(|&place| sums[place][this] > 0);
            let mut needs: Vec<usize> = near.collect();
            // A segment from which no move leads to this layer is visited only if it has states to be left behind.
            if needs.is_empty() && sums[own][next] == 0 {
                return None;
            }
            if !needs.contains(&own) {
                needs.push(own);
            }
            Some(SegmentStep { own, needs })
        };
        (0..self.done.len()).filter(|&own| !self.done[own]).filter_map(needs).collect()
    }

    /// The states of one layer, a bit each: the words of each block, with the first state in the lowest bit of the
    /// first word. Empty for a depth beyond the last layer.
    pub fn layer(puzzle: &'p dyn Arrangements, depth: u32, meter: &mut Meter<'_>) -> Result<Vec<u64>, Halt> {
        let plan = plan(puzzle, Method::Blocks, false, Share::WHOLE).ok_or(Stop::Bytes)?;
        // `Lanes` distinguishes this layer from all others.
        let plan = BlockPlan { coding: Coding::Lanes, ..plan };
        let goals = puzzle.goals().unwrap_or_default();
        let mut ground = ByBlocks::planned(puzzle, plan, &goals, 0, None, meter)?;
        for above in 0..depth {
            if let Advance::Whole(0) = ground.advance(above, &|| false, meter)? {
                return Ok(Vec::new());
            }
        }
        let ByBlocks { terrain, store, .. } = &mut ground;
        let mut words = Vec::with_capacity(terrain.counts.len() * terrain.words());
        for own in terrain.segments.in_turn() {
            store.visit(&[SegmentStep { own, needs: vec![own] }], false, 1, &mut |store, _| {
                let layers = terrain.segments.blocks(own).map(|block| terrain.planes(store, block, depth).layer());
                words.extend(layers.flatten());
                Ok(())
            })?;
        }
        Ok(words)
    }

    /// The part of one process, with no state in layer 0.
    pub fn part(
        puzzle: &'p dyn Arrangements,
        method: Method,
        share: Share,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let plan = plan(puzzle, method, false, share).ok_or(Stop::Bytes)?;
        ByBlocks::planned(puzzle, plan, &[], 0, None, meter)
    }

    /// The bytes of the tables of blocks and the tables of moves.
    pub fn tables(&self) -> u64 {
        self.terrain.of_blocks()
    }

    /// The bytes that this process holds.
    pub fn held(&self) -> u64 {
        let near: usize = self.near.iter().map(|near| near.capacity() * 4 + size_of::<Vec<u32>>()).sum();
        self.terrain.held() + near as u64
    }
}

impl ByBlocks<'_> {
    /// Enters into the next layer the states whose moves lead to this process's blocks.
    fn fill(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let steps = self.steps(depth);
        let ByBlocks { terrain, store, done, new, listed, most, .. } = self;
        let (terrain, most) = (&*terrain, *most);
        let [_, next] = listed;
        let each = terrain.segments.each;
        let mut due = false;
        let visited = store.visit(&steps, true, BATCH.div_ceil(each), &mut |store, steps| {
            meter.look(depth)?;
            let blocks: Vec<usize> = terrain.segments.blocks_of(steps).collect();
            let (mut blocks, mut states) = (&blocks[..], 0);
            while !blocks.is_empty() && next.len() < most {
                let (some, rest) = blocks.split_at(blocks.len().min(LISTED_AT_A_TIME));
                let room = most - next.len();
                let fill = |scratch: &mut Box<Scratch>, &block: &usize| {
                    let mut list = Vec::new();
                    (terrain.fill(store, block, depth, scratch, room, &mut list), list)
                };
                let filled: Vec<(u64, Vec<u64>)> = some.par_iter().map_init(Scratch::new, fill).collect();
                next.extend(filled.iter().flat_map(|(_, list)| list).take(room));
                states += filled.iter().map(|(states, _)| states).sum::<u64>();
                blocks = rest;
            }
            let fill = |scratch: &mut Box<Scratch>, &block: &usize| {
                terrain.fill(store, block, depth, scratch, 0, &mut Vec::new())
            };
            states += blocks.par_iter().map_init(Scratch::new, fill).sum::<u64>();
            meter.stats.expanded += states;
            meter.stats.generated += states;
            *new += states;
            steps.iter().for_each(|step| done[step.own] = true);
            due = is_due();
            if due { Err(Stop::Enough.into()) } else { Ok(()) }
        });
        match visited {
            Err(Halt::Stop(Stop::Enough)) if due => return Ok(Advance::Due),
            visited => visited?,
        }
        done.fill(false);
        Ok(Advance::Whole(self.new))
    }

    /// Ends a layer, and returns the number of states found here. `is_last`: no process has found a state in it.
    fn end(&mut self, is_last: bool) -> u64 {
        if !is_last {
            self.listed.swap(0, 1);
            self.listed[1].clear();
        }
        std::mem::take(&mut self.new)
    }
}

impl<'p> Ground<'p> for ByBlocks<'p> {
    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.store.checkpoint(record)
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        Ok(self.store.recall()?)
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        match self.fill(depth, is_due, meter)? {
            Advance::Whole(_) => {
                let is_last = self.new == 0;
                Ok(Advance::Whole(self.end(is_last)))
            }
            due => Ok(due),
        }
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.compare(depth, states, check, meter)
    }

    fn spoil(&mut self, depth: u32, each: usize) {
        let ByBlocks { terrain, store, .. } = self;
        for own in terrain.segments.own() {
            let spoiled = store.visit(&[SegmentStep { own, needs: vec![own] }], true, 1, &mut |store, _| {
                for block in terrain.segments.blocks(own) {
                    let planes = terrain.planes(store, block, depth - 1);
                    for word in (0..terrain.blocks.size() / 64).step_by(each) {
                        planes.enter(word, !planes.met_word(word));
                    }
                }
                Ok(())
            });
            spoiled.unwrap();
        }
    }

    fn positions(&mut self, depth: u32) -> Result<u64, Halt> {
        let ByBlocks { terrain, store, .. } = self;
        let each = terrain.segments.each;
        let mut pairs = 0;
        store.visit(&terrain.looks(depth), false, BATCH.div_ceil(each), &mut |store, steps| {
            let blocks = terrain.segments.blocks_of(steps);
            pairs += blocks.map(|block| terrain.pairs(store, block, depth)).sum::<u64>();
            Ok(())
        })?;
        Ok(pairs)
    }

    fn farthest(&mut self, depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        let ByBlocks { terrain, store, listed, .. } = self;
        let mut keys = Vec::new();
        if terrain.puzzle.is_paired() {
            // A layer that is too large to be listed completely is not worth being ranked every time.
            let listed = if positions <= LISTED as u64 { exact::<usize>(positions) } else { most };
            let visited = store.visit(&terrain.looks(depth), false, 1, &mut |store, steps| {
                for block in steps.iter().flat_map(|step| terrain.segments.blocks(step.own)) {
                    if keys.len() >= listed {
                        return Err(Stop::Enough.into());
                    }
                    if terrain.count(block, lane(depth)) > 0 {
                        terrain.new_positions(store, block, depth, &mut |key| keys.push(key));
                    }
                }
                Ok(())
            });
            match visited {
                Ok(()) | Err(Halt::Stop(Stop::Enough)) => {}
                Err(halt) => return Err(halt),
            }
        } else {
            keys.clone_from(&listed[0]);
        }
        let mut ranks: Vec<u64> = Vec::new();
        for key in keys {
            let (block, index) = of_key(key);
            ranks.extend(terrain.ranks(block, index));
        }
        // One block may contain several states of an orbit, and a symmetry may fix a state, so a rank may occur twice.
        ranks.sort_unstable();
        ranks.dedup();
        let are_first = ranks.len() as u64 == positions;
        ranks.truncate(most);
        Ok(Farthest { ranks, are_first })
    }

    /// The states found, the two lists, which segments are done, and the counts of all blocks.
    fn notes(&self) -> Vec<u64> {
        let done = self.done.iter().map(|&done| u64::from(done));
        let count = |block: usize| noted([0, 1].map(|lane| self.terrain.count(block, lane)));
        let lengths = self.listed.iter().map(|list| list.len() as u64);
        let numbers = [self.new].into_iter().chain(lengths).chain(self.listed.iter().flatten().copied());
        let blocks = (0..self.terrain.counts.len()).map(|slot| self.terrain.segments.block(slot));
        numbers.chain(done).chain(blocks.map(count)).collect()
    }

    fn recall(&mut self, notes: &[u64]) -> Option<()> {
        let (&[new, this, next], notes) = notes.split_first_chunk()?;
        let (this, notes) = notes.split_at_checked(this.try_into().ok()?)?;
        let (next, notes) = notes.split_at_checked(next.try_into().ok()?)?;
        let (done, counts) = notes.split_at_checked(self.done.len())?;
        let is_place = |key: &u64| of_key(*key).0 < counts.len() && of_key(*key).1 < self.terrain.blocks.size();
        if counts.len() != self.terrain.counts.len() || !this.iter().chain(next).all(is_place) {
            return None;
        }
        self.new = new;
        self.listed = [this.to_vec(), next.to_vec()];
        self.done.iter_mut().zip(done).for_each(|(done, &noted)| *done = noted != 0);
        let there = self.terrain.counts.iter_mut().zip(counts);
        there.for_each(|(there, &both)| *there = both_counts(both).map(AtomicU32::new));
        Some(())
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        let places: Vec<usize> = self.terrain.segments.in_turn().collect();
        self.store.hand_over(&places, take)
    }
}
