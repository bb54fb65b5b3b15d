//! A map by blocks: for puzzles that shuffle pieces among cells. Nothing is ranked and no state is made; a move is one look-up in a
//! small table for every arrangement it takes along, or, where it leaves the order of a block's pieces alone, one operation for 64 of them.
//!
//! A block that is filled pulls from each block that a move leads to, in the cheaper of two ways: either the states there that are in the
//! layer are taken back here, or the states here that were not met look whether they are in the layer there.

use hashbrown::HashMap;
use rayon::prelude::*;

use std::sync::atomic::{AtomicU32, Ordering};

use super::codes::{Lanes, lane, words_of};
use super::store::{Step, Store};
use super::{Advance, Ground, Halt, Keep, Size};
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::puzzle::shuffle::Shuffle;
use crate::rank::blocks::{Blocks, MOST_ARRANGED, Turning};

/// Below so many cells ranks do as well.
const FEWEST_CELLS: usize = 5;

/// Blocks between two looks at the limits, where all are in memory.
const BATCH: usize = 512;

/// Bytes of a segment, at most: large enough for the disk, small enough that some hundred of them are no great memory.
const SEGMENT: u64 = 8 << 20;

/// There are at least so many segments, where blocks are as many.
const SEGMENTS: u64 = 64;

/// Words of a block, at most: 40,320 bits, rounded up so that every number of sixteen bits is the number of one.
const WORDS: usize = 1 << 10;

/// Bytes of a segment besides its words, at most.
const SEGMENT_REST: u64 = 1 << 10;

/// Bytes allowed for the tables of turnings: there are some dozens, of at most 80,640 bytes each.
const TABLES: u64 = 8 << 20;

/// Where a move leads from a block.
#[derive(Clone, Copy, Debug)]
struct Way {
    block: u32,
    /// The tables of what it makes of an index, and of what makes that index again; 0 where it is the same.
    there: u16,
    back: u16,
}

/// The blocks of a space, and where the moves lead from each.
struct Terrain<'p, P: Ranked> {
    puzzle: &'p P,
    shuffle: Shuffle<P>,
    blocks: Blocks,
    segments: Segments,
    ways: Vec<Way>,
    /// Where the ways of each block end.
    ends: Vec<u32>,
    /// What a turning makes of every index, in 64s; the first stands for none.
    tables: Vec<Vec<[u16; 64]>>,
    /// States of each block in the layers of the two lanes.
    counts: Vec<[AtomicU32; 2]>,
}

/// The space, block by block, a bit pair an arrangement.
pub struct ByBlocks<'p, P: Ranked> {
    terrain: Terrain<'p, P>,
    store: Store<'p>,
    /// The segments that moves lead to from each, both by their places.
    near: Vec<Vec<u32>>,
    first: u64,
    /// Of the layer that is being made: the segments that are done, and the states found.
    done: Vec<bool>,
    new: u64,
}

/// Runs of blocks with the same first pieces in the same cells: a move takes all of a segment to one other.
///
/// They have places in the order in which a layer is made: those that differ in the first pieces only lie side by side, so that
/// most of what one leads to is near (of sliding tiles, the blank is the first).
#[derive(Debug)]
struct Segments {
    /// Blocks in each.
    each: usize,
    /// The place of each segment, and the segment at each place.
    places: Vec<u32>,
    numbers: Vec<u32>,
}

impl Segments {
    fn new(cells: usize, told: usize, sheets: usize, blocks: u64, block_bytes: u64) -> Self {
        let most = SEGMENT.min(blocks * sheets as u64 * block_bytes / SEGMENTS);
        let mut bases = Vec::new();
        let mut each = blocks;
        while bases.len() < told && each * block_bytes > most {
            let base = cells - bases.len();
            bases.push(base as u64);
            each /= base as u64;
        }
        let of_sheet = blocks / each;
        let number = of_sheet as usize * sheets;
        let key = |segment: &u32| {
            let (sheet, mut rest) = (u64::from(*segment) / of_sheet, u64::from(*segment) % of_sheet);
            // The digits, the first piece's last.
            let mut digits = [0; 16];
            for (digit, base) in digits.iter_mut().zip(bases.iter().rev()) {
                *digit = rest % base;
                rest /= base;
            }
            (digits, sheet)
        };
        let mut numbers: Vec<u32> = (0..number as u32).collect();
        numbers.sort_by_cached_key(key);
        let mut places = vec![0; number];
        (0u32..).zip(&numbers).for_each(|(place, &segment)| places[segment as usize] = place);
        Segments { each: each as usize, places, numbers }
    }

    /// The place of a block's segment, and the block's number there.
    #[inline(always)]
    fn of(&self, block: usize) -> (usize, usize) {
        (self.places[block / self.each] as usize, block % self.each)
    }

    /// The first block of the segment at a place.
    fn first(&self, place: usize) -> usize {
        self.numbers[place] as usize * self.each
    }
}

/// A block that is being filled.
struct Scratch {
    /// States not met.
    left: [u64; WORDS],
    /// States found to be in the next layer, and more.
    found: [u64; WORDS],
    /// The layer in another block.
    layer: [u64; WORDS],
}

fn plan<P: Ranked>(puzzle: &P, forwards: bool) -> Option<(Shuffle<P>, Blocks)> {
    let shuffle = puzzle.shuffle().filter(|shuffle| shuffle.cells >= FEWEST_CELLS)?;
    let blocks = Blocks::new(shuffle.cells, MOST_ARRANGED.min(shuffle.cells - 1), shuffle.odd)?;
    let all = blocks.count() * u64::from(shuffle.sheets());
    let fits = all.saturating_mul(shuffle.moves.len() as u64) < u64::from(u32::MAX);
    // Where a move leads from is asked of the next layer's states; forwards, where it comes from.
    fits.then(|| (if forwards { shuffle.reversed() } else { shuffle }, blocks))
}

/// How many ways there are from all blocks.
fn ways<P: Ranked>(shuffle: &Shuffle<P>, blocks: &Blocks) -> u64 {
    // A move that may be made with piece 0 in one cell only leads from one block in as many as there are cells.
    let share = |at: Option<u8>| if at.is_some() { shuffle.cells as u64 } else { 1 };
    shuffle.moves.iter().map(|m| blocks.count() / share(m.at)).sum()
}

/// What a map by blocks takes, where there can be one.
pub fn size<P: Ranked>(puzzle: &P) -> Option<Size> {
    plan(puzzle, false).map(|(shuffle, blocks)| {
        let sheets = usize::from(shuffle.sheets());
        let all = blocks.count() * sheets as u64;
        let block = block_bytes(&blocks);
        let segments = Segments::new(shuffle.cells, blocks.told(), sheets, blocks.count(), block);
        let number = segments.numbers.len() as u64;
        let tables = TABLES.min(400 * blocks.size() as u64);
        // A segment's moves all lead to one segment each.
        let near = number * shuffle.moves.len() as u64 * size_of::<u32>() as u64;
        let of_blocks = all * (size_of::<[AtomicU32; 2]>() as u64 + 4);
        let rest =
            of_blocks + ways(&shuffle, &blocks) * size_of::<Way>() as u64 + tables + near + number * SEGMENT_REST;
        let most_near = (shuffle.moves.len() as u64 + 1).min(number);
        let segment = segments.each as u64 * block;
        Size {
            ranks: puzzle.ranks(),
            bytes: rest + all * block,
            // A checkpoint notes the counts of all blocks, and is written from a copy.
            least: rest + most_near * segment + 2 * all * size_of::<u64>() as u64,
            segment,
            disk: 2 * all * block,
            by_blocks: true,
        }
    })
}

fn block_bytes(blocks: &Blocks) -> u64 {
    words_of(blocks.size().div_ceil(64)) as u64 * 8
}

impl<'p, P: Ranked> ByBlocks<'p, P> {
    /// With these states in layer 0, and at most so many segments held.
    pub fn new(
        puzzle: &'p P,
        first: &[P::State],
        forwards: bool,
        keep: Option<&Keep<'p>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let (shuffle, blocks) = plan(puzzle, forwards).ok_or(Stop::Bytes)?;
        let sheets = usize::from(shuffle.sheets());
        let all = blocks.count() * sheets as u64;
        let segments = Segments::new(shuffle.cells, blocks.told(), sheets, blocks.count(), block_bytes(&blocks));
        let number = segments.numbers.len();
        let words_each = segments.each * words_of(blocks.size().div_ceil(64));
        let memory = keep.and_then(|keep| keep.memory);
        let most = match (size(puzzle), memory) {
            (Some(size), Some(memory)) if memory < size.bytes => {
                let more = memory.saturating_sub(size.least) / size.segment;
                usize::try_from(more).map_or(number, |more| more + shuffle.moves.len() + 1)
            }
            _ => number,
        };
        let mut ground = ByBlocks {
            store: Store::new(number, words_each, most),
            near: Vec::new(),
            first: 0,
            done: vec![false; number],
            new: 0,
            terrain: Terrain {
                puzzle,
                counts: (0..all).map(|_| Default::default()).collect(),
                ways: Vec::with_capacity(ways(&shuffle, &blocks) as usize),
                ends: Vec::with_capacity(all as usize),
                tables: vec![Vec::new()],
                shuffle,
                blocks,
                segments,
            },
        };
        ground.terrain.find_ways(meter)?;
        ground.near = ground.terrain.near();
        if let Some(keep) = keep {
            ground.store.keep(keep.folder, &keep.identity)?;
        }
        for state in first {
            ground.enter(state)?;
        }
        Ok(ground)
    }

    /// Enters a state into layer 0.
    fn enter(&mut self, state: &P::State) -> Result<(), Halt> {
        let ByBlocks { terrain, store, first, .. } = self;
        let (pieces, sheet) = (terrain.shuffle.pieces)(terrain.puzzle, state);
        let (block, index) = terrain.blocks.rank(&pieces);
        let block = (block + u64::from(sheet) * terrain.blocks.count()) as usize;
        let own = terrain.segments.of(block).0;
        store.visit(&[Step { own, needs: vec![own] }], true, 1, |store, _| {
            if terrain.lanes(store, block, 0).begin(index / 64, 1 << (index % 64)) {
                *first += 1;
                terrain.counts[block][0].fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    /// The steps that make the next layer, but for those that are done.
    fn steps(&self, depth: u32) -> Vec<Step> {
        let (this, next) = (lane(depth), 1 - lane(depth));
        let sums = self.terrain.sums();
        let needs = |own: usize| {
            let near = self.near[own].iter().map(|&place| place as usize).filter(|&place| sums[place][this] > 0);
            let mut needs: Vec<usize> = near.collect();
            // What nothing leads to is left behind at most.
            if needs.is_empty() && sums[own][next] == 0 {
                return None;
            }
            if !needs.contains(&own) {
                needs.push(own);
            }
            Some(Step { own, needs })
        };
        (0..self.done.len()).filter(|&own| !self.done[own]).filter_map(needs).collect()
    }

    /// The bytes held.
    #[cfg(test)]
    pub fn held(&self) -> u64 {
        let Terrain { blocks, tables, counts, ways, ends, .. } = &self.terrain;
        let tables: usize = tables.iter().map(|table| table.capacity() * 128).sum();
        let near: usize = self.near.iter().map(|near| near.capacity() * 4 + size_of::<Vec<u32>>()).sum();
        let rest = tables + near + counts.capacity() * 8 + ends.capacity() * 4 + ways.capacity() * size_of::<Way>();
        counts.len() as u64 * block_bytes(blocks) + rest as u64
    }
}

impl<P: Ranked> Terrain<'_, P> {
    fn find_ways(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        const PART: u64 = 1 << 12;
        let (shuffle, blocks) = (&self.shuffle, &self.blocks);
        let mut numbers = HashMap::<Turning, u16>::new();
        for sheet in 0..shuffle.sheets() {
            for begin in (0..blocks.count()).step_by(PART as usize) {
                meter.watch(0)?;
                let part = begin..(begin + PART).min(blocks.count());
                let passages = part.into_par_iter().map(|block| {
                    let first_cell = blocks.first_cell(block);
                    let legal =
                        shuffle.moves.iter().filter(|m| m.sheets.0 == sheet && m.at.is_none_or(|at| at == first_cell));
                    let passages = legal.map(|m| (m.sheets.1, blocks.passage(block, &m.goes)));
                    passages.collect::<Vec<_>>()
                });
                for passages in passages.collect::<Vec<_>>() {
                    for (sheet, passage) in passages {
                        let mut number = |turning: Turning| {
                            *numbers.entry(turning).or_insert_with(|| {
                                let Some(table) = blocks.table(&turning) else { return 0 };
                                let mut chunks = vec![[0; 64]; table.len().div_ceil(64)];
                                chunks
                                    .iter_mut()
                                    .zip(table.chunks(64))
                                    .for_each(|(all, some)| all[..some.len()].copy_from_slice(some));
                                self.tables.push(chunks);
                                (self.tables.len() - 1) as u16
                            })
                        };
                        let (there, back) = (number(passage.there), number(passage.back));
                        let block = (passage.block + u64::from(sheet) * blocks.count()) as u32;
                        self.ways.push(Way { block, there, back });
                    }
                    self.ends.push(self.ways.len() as u32);
                }
            }
        }
        Ok(())
    }

    /// The places of the segments that each one's moves lead to.
    fn near(&self) -> Vec<Vec<u32>> {
        let near = |place: usize| {
            let first = self.segments.first(place);
            let ways = (first..first + self.segments.each).flat_map(|block| self.ways_of(block));
            let mut near: Vec<u32> = Vec::new();
            for way in ways {
                let place = self.segments.of(way.block as usize).0 as u32;
                if !near.contains(&place) {
                    near.push(place);
                }
            }
            near.sort_unstable();
            near.shrink_to_fit();
            near
        };
        (0..self.segments.numbers.len()).into_par_iter().map(near).collect()
    }

    #[inline(always)]
    fn ways_of(&self, block: usize) -> &[Way] {
        let begin = if block == 0 { 0 } else { self.ends[block - 1] };
        &self.ways[begin as usize..self.ends[block] as usize]
    }

    fn count(&self, block: usize, lane: usize) -> u32 {
        self.counts[block][lane].load(Ordering::Relaxed)
    }

    /// The states of each segment, by its place, in the layers of the two lanes.
    fn sums(&self) -> Vec<[u64; 2]> {
        let sums = |place: usize| {
            let first = self.segments.first(place);
            let blocks = first..first + self.segments.each;
            [0, 1].map(|lane| blocks.clone().map(|block| u64::from(self.count(block, lane))).sum())
        };
        (0..self.segments.numbers.len()).into_par_iter().map(sums).collect()
    }

    #[inline(always)]
    fn lanes<'s>(&self, store: &'s Store<'_>, block: usize, depth: u32) -> Lanes<'s> {
        let (place, number) = self.segments.of(block);
        Lanes::new(store.words(place), number, self.blocks.size().div_ceil(64), depth)
    }

    /// Makes the next layer of a block. Returns how many states it has.
    fn fill(&self, store: &Store<'_>, block: usize, depth: u32, scratch: &mut Scratch) -> u64 {
        let (this, next) = (lane(depth), 1 - lane(depth));
        let ways = self.ways_of(block);
        let near = ways.iter().any(|way| self.count(way.block as usize, this) > 0);
        if !near {
            let lanes = || self.lanes(store, block, depth);
            if self.count(block, next) > 0 {
                lanes().leave().for_each(|_| ());
                self.counts[block][next].store(0, Ordering::Relaxed);
            }
            return 0;
        }
        let lanes = self.lanes(store, block, depth);
        let words = self.blocks.size().div_ceil(64);
        let last = u64::MAX >> (words * 64 - self.blocks.size());
        let mut left = 0;
        for (word, met) in lanes.leave().enumerate() {
            scratch.left[word] = if word + 1 == words { !met & last } else { !met };
            left += scratch.left[word].count_ones();
            scratch.found[word] = 0;
        }
        for way in ways {
            let there = self.count(way.block as usize, this);
            if there == 0 || left == 0 {
                continue;
            }
            let layer = self.lanes(store, way.block as usize, depth).layer();
            if way.there == 0 {
                scratch.found.iter_mut().zip(layer).for_each(|(found, layer)| *found |= layer);
            } else if there < left {
                take_back(layer, &self.tables[usize::from(way.back)], &mut scratch.found);
                // Not worth counting what is left: most of what was taken back had been met.
                continue;
            } else {
                scratch.layer.iter_mut().zip(layer).for_each(|(copy, layer)| *copy = layer);
                look_ahead(&self.tables[usize::from(way.there)], scratch);
            }
            left = scratch.left[..words]
                .iter()
                .zip(&scratch.found)
                .map(|(left, found)| (left & !found).count_ones())
                .sum();
        }
        let mut new = 0;
        for word in 0..words {
            let found = scratch.found[word] & scratch.left[word];
            new += found.count_ones();
            if found != 0 {
                lanes.enter(word, found);
            }
        }
        self.counts[block][next].store(new, Ordering::Relaxed);
        new.into()
    }

    /// The states of one word of a block that stand for the positions new with the layer; their pairs are on the other sheet.
    fn news(&self, store: &Store<'_>, block: usize, word: usize, depth: u32) -> u64 {
        let lanes = self.lanes(store, block, depth);
        let layer = lanes.layer_word(word);
        if !self.puzzle.is_paired() {
            return layer;
        }
        let pair = self.pair(block);
        let is_first = block < pair;
        let pair = self.lanes(store, pair, depth);
        let known = lanes.before_word(word) | pair.before_word(word);
        let told = if is_first { 0 } else { pair.layer_word(word) };
        layer & !known & !told
    }

    /// The block of the same pieces on the other sheet, of two.
    fn pair(&self, block: usize) -> usize {
        let half = self.blocks.count() as usize;
        if block < half { block + half } else { block - half }
    }

    /// The steps that look at the segments with states in the layer, and at their pairs.
    fn looks(&self, depth: u32) -> Vec<Step> {
        let look = |own: usize, sums: [u64; 2]| {
            let mut needs = vec![own];
            if self.puzzle.is_paired() {
                needs.push(self.segments.of(self.pair(self.segments.first(own))).0);
            }
            (sums[lane(depth)] > 0).then_some(Step { own, needs })
        };
        self.sums().into_iter().enumerate().filter_map(|(own, sums)| look(own, sums)).collect()
    }
}

/// Adds the states from which a move leads to a state of `layer`.
#[inline]
fn take_back(layer: impl Iterator<Item = u64>, table: &[[u16; 64]], found: &mut [u64; WORDS]) {
    for (mut bits, numbers) in layer.zip(table) {
        while bits != 0 {
            let number = usize::from(numbers[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
            found[number / 64] |= 1 << (number % 64);
        }
    }
}

/// Adds the states not met from which a move leads to a state of the layer.
#[inline]
fn look_ahead(table: &[[u16; 64]], scratch: &mut Scratch) {
    let Scratch { left, found, layer } = scratch;
    for ((numbers, left), found) in table.iter().zip(&*left).zip(found) {
        let mut bits = left & !*found;
        let mut new = 0;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let number = usize::from(numbers[bit as usize]);
            bits &= bits - 1;
            new |= (layer[number / 64] >> (number % 64) & 1) << bit;
        }
        *found |= new;
    }
}

impl<'p, P: Ranked> Ground<'p> for ByBlocks<'p, P> {
    fn store(&mut self) -> &mut Store<'p> {
        &mut self.store
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let steps = self.steps(depth);
        let ByBlocks { terrain, store, done, new, .. } = self;
        let each = terrain.segments.each;
        let mut due = false;
        let visited = store.visit(&steps, true, BATCH.div_ceil(each), |store, steps| {
            meter.look(depth)?;
            let scratch = || Box::new(Scratch { left: [0; WORDS], found: [0; WORDS], layer: [0; WORDS] });
            let states = (0..steps.len() * each).into_par_iter().map_init(scratch, |scratch, number| {
                let first = terrain.segments.first(steps[number / each].own);
                terrain.fill(store, first + number % each, depth, scratch)
            });
            let states = states.sum::<u64>();
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
        Ok(Advance::Whole(std::mem::take(new)))
    }

    fn pairs(&mut self, depth: u32) -> Result<u64, Halt> {
        let ByBlocks { terrain, store, .. } = self;
        let (words, each) = (terrain.blocks.size().div_ceil(64), terrain.segments.each);
        let mut pairs = 0;
        store.visit(&terrain.looks(depth), false, BATCH.div_ceil(each), |store, steps| {
            let count = |number: usize| {
                let block = terrain.segments.first(steps[number / each].own) + number % each;
                (0..words).map(|word| u64::from(terrain.news(store, block, word, depth).count_ones())).sum::<u64>()
            };
            pairs += (0..steps.len() * each).into_par_iter().map(count).sum::<u64>();
            Ok(())
        })?;
        Ok(pairs)
    }

    fn ranks(&mut self, depth: u32, most: usize) -> Result<Vec<u64>, Halt> {
        let ByBlocks { terrain, store, .. } = self;
        let Terrain { puzzle, shuffle, blocks, segments, .. } = &*terrain;
        let words = blocks.size().div_ceil(64);
        let mut ranks = Vec::new();
        let visited = store.visit(&terrain.looks(depth), false, 1, |store, steps| {
            for first in steps.iter().map(|step| segments.first(step.own)) {
                let there = (first..first + segments.each).filter(|&block| terrain.count(block, lane(depth)) > 0);
                for (block, word) in there.flat_map(|block| (0..words).map(move |word| (block, word))) {
                    let (sheet, number) = (block as u64 / blocks.count(), block as u64 % blocks.count());
                    let mut bits = terrain.news(store, block, word, depth);
                    while bits != 0 {
                        if ranks.len() == most {
                            return Err(Stop::Enough.into());
                        }
                        let pieces = blocks.unrank(number, word * 64 + bits.trailing_zeros() as usize);
                        bits &= bits - 1;
                        ranks.push(puzzle.rank(&(shuffle.state)(puzzle, &pieces, sheet as u8)));
                    }
                }
            }
            Ok(())
        });
        match visited {
            Ok(()) | Err(Halt::Stop(Stop::Enough)) => Ok(ranks),
            Err(halt) => Err(halt),
        }
    }

    /// The states found, which segments are done, and the counts of all blocks.
    fn notes(&self) -> Vec<u64> {
        let done = self.done.iter().map(|&done| u64::from(done));
        let count = |block: usize| {
            let [first, second] = [0, 1].map(|lane| u64::from(self.terrain.count(block, lane)));
            first | second << 32
        };
        [self.new].into_iter().chain(done).chain((0..self.terrain.counts.len()).map(count)).collect()
    }

    fn recall(&mut self, notes: &[u64]) -> Option<()> {
        let (&new, notes) = notes.split_first()?;
        let (done, counts) = notes.split_at_checked(self.done.len())?;
        if counts.len() != self.terrain.counts.len() {
            return None;
        }
        self.new = new;
        self.done.iter_mut().zip(done).for_each(|(done, &noted)| *done = noted != 0);
        let there = self.terrain.counts.iter_mut().zip(counts);
        there.for_each(|(there, &noted)| *there = [noted as u32, (noted >> 32) as u32].map(AtomicU32::new));
        Some(())
    }
}
