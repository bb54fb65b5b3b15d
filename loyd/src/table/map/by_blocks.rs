//! A map by blocks: for puzzles that shuffle pieces among cells. Nothing is ranked and no state is made; a move is one look-up in a
//! small table for every arrangement it takes along, or, where it leaves the order of a block's pieces alone, one operation for 64 of them.
//!
//! A block that is filled pulls from each block that a move leads to, in the cheaper of two ways: either the states there that are in the
//! layer are taken back here, or the states here that were not met look whether they are in the layer there.

use hashbrown::HashMap;
use rayon::prelude::*;

use std::sync::atomic::{AtomicU32, Ordering};

use super::Ground;
use super::codes::{Codes, lane};
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::puzzle::shuffle::Shuffle;
use crate::rank::blocks::{Blocks, MOST_ARRANGED, Turning};

/// Below so many cells ranks do as well.
const FEWEST_CELLS: usize = 5;

/// Blocks between two looks at the limits.
const BATCH: usize = 512;

/// Words of a block, at most: 40,320 bits, rounded up so that every number of sixteen bits is the number of one.
const WORDS: usize = 1 << 10;

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

/// The space, block by block, a bit pair an arrangement.
pub struct ByBlocks<'p, P: Ranked> {
    puzzle: &'p P,
    shuffle: Shuffle<P>,
    blocks: Blocks,
    codes: Codes,
    /// States of each block in the layers of the two lanes.
    counts: Vec<[AtomicU32; 2]>,
    ways: Vec<Way>,
    /// Where the ways of each block end.
    ends: Vec<u32>,
    /// What a turning makes of every index, in 64s; the first stands for none.
    tables: Vec<Vec<[u16; 64]>>,
    first: u64,
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

fn plan<P: Ranked>(puzzle: &P) -> Option<(Shuffle<P>, Blocks)> {
    let shuffle = puzzle.shuffle().filter(|shuffle| shuffle.cells >= FEWEST_CELLS)?;
    let blocks = Blocks::new(shuffle.cells, MOST_ARRANGED.min(shuffle.cells - 1), shuffle.odd)?;
    let all = blocks.count() * u64::from(shuffle.sheets());
    (all.saturating_mul(shuffle.moves.len() as u64) < u64::from(u32::MAX)).then_some((shuffle, blocks))
}

/// How many ways there are from all blocks.
fn ways<P: Ranked>(shuffle: &Shuffle<P>, blocks: &Blocks) -> u64 {
    // A move that may be made with piece 0 in one cell only leads from one block in as many as there are cells.
    let share = |at: Option<u8>| if at.is_some() { shuffle.cells as u64 } else { 1 };
    shuffle.moves.iter().map(|m| blocks.count() / share(m.at)).sum()
}

/// The bytes that a map by blocks takes, where there can be one.
pub fn bytes<P: Ranked>(puzzle: &P) -> Option<u64> {
    plan(puzzle).map(|(shuffle, blocks)| {
        let all = blocks.count() * u64::from(shuffle.sheets());
        let block = Codes::bytes(1, blocks.size().div_ceil(64)) + size_of::<[AtomicU32; 2]>() as u64 + 4;
        all * block + ways(&shuffle, &blocks) * size_of::<Way>() as u64 + TABLES.min(400 * blocks.size() as u64)
    })
}

impl<'p, P: Ranked> ByBlocks<'p, P> {
    /// With the goals in layer 0.
    pub fn new(puzzle: &'p P, goals: &[P::State], meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let (shuffle, blocks) = plan(puzzle).ok_or(Stop::Bytes)?;
        let all = blocks.count() * u64::from(shuffle.sheets());
        let codes = Codes::new(all, blocks.size().div_ceil(64))?;
        let mut ground = ByBlocks {
            puzzle,
            codes,
            counts: (0..all).map(|_| Default::default()).collect(),
            ways: Vec::with_capacity(ways(&shuffle, &blocks) as usize),
            ends: Vec::with_capacity(all as usize),
            tables: vec![Vec::new()],
            shuffle,
            blocks,
            first: 0,
        };
        ground.find_ways(meter)?;
        for goal in goals {
            let (pieces, sheet) = (ground.shuffle.pieces)(puzzle, goal);
            let (block, index) = ground.blocks.rank(&pieces);
            let block = (block + u64::from(sheet) * ground.blocks.count()) as usize;
            if ground.codes.lanes(block, 0).begin(index / 64, 1 << (index % 64)) {
                ground.first += 1;
                ground.counts[block][0].fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(ground)
    }

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

    /// The bytes held.
    #[cfg(test)]
    pub fn held(&self) -> u64 {
        let blocks = self.counts.len() as u64;
        let tables: usize = self.tables.iter().map(|table| table.capacity() * 128).sum();
        let rest =
            tables + self.counts.capacity() * 8 + self.ends.capacity() * 4 + self.ways.capacity() * size_of::<Way>();
        Codes::bytes(blocks, self.blocks.size().div_ceil(64)) + rest as u64
    }

    fn count(&self, block: usize, lane: usize) -> u32 {
        self.counts[block][lane].load(Ordering::Relaxed)
    }

    /// Makes the next layer of a block. Returns how many states it has.
    fn fill(&self, block: usize, depth: u32, scratch: &mut Scratch) -> u64 {
        let (this, next) = (lane(depth), 1 - lane(depth));
        let begin = if block == 0 { 0 } else { self.ends[block - 1] };
        let ways = &self.ways[begin as usize..self.ends[block] as usize];
        let near = ways.iter().any(|way| self.count(way.block as usize, this) > 0);
        let lanes = self.codes.lanes(block, depth);
        if !near {
            if self.count(block, next) > 0 {
                lanes.leave().for_each(|_| ());
                self.counts[block][next].store(0, Ordering::Relaxed);
            }
            return 0;
        }
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
            let layer = self.codes.lanes(way.block as usize, depth).layer();
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
    fn news(&self, block: usize, word: usize, depth: u32) -> u64 {
        let lanes = self.codes.lanes(block, depth);
        let layer = lanes.layer_word(word);
        if !self.puzzle.is_paired() {
            return layer;
        }
        let half = self.blocks.count() as usize;
        let (is_first, pair) = if block < half { (true, block + half) } else { (false, block - half) };
        let pair = self.codes.lanes(pair, depth);
        let known = lanes.before_word(word) | pair.before_word(word);
        let told = if is_first { 0 } else { pair.layer_word(word) };
        layer & !known & !told
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

impl<P: Ranked> Ground for ByBlocks<'_, P> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let mut new = 0;
        for begin in (0..self.counts.len()).step_by(BATCH) {
            meter.look(depth)?;
            let batch = begin..(begin + BATCH).min(self.counts.len());
            let scratch = || Box::new(Scratch { left: [0; WORDS], found: [0; WORDS], layer: [0; WORDS] });
            let states = batch.into_par_iter().map_init(scratch, |scratch, block| self.fill(block, depth, scratch));
            let states = states.sum::<u64>();
            meter.stats.expanded += states;
            meter.stats.generated += states;
            new += states;
        }
        Ok(new)
    }

    fn pairs(&self, depth: u32) -> u64 {
        let words = self.blocks.size().div_ceil(64);
        let count = |block| (0..words).map(|word| u64::from(self.news(block, word, depth).count_ones())).sum::<u64>();
        (0..self.counts.len()).into_par_iter().map(count).sum()
    }

    fn ranks(&self, depth: u32, most: usize) -> Vec<u64> {
        let words = self.blocks.size().div_ceil(64);
        let blocks = (0..self.counts.len()).filter(|&block| self.count(block, lane(depth)) > 0);
        let states = blocks.flat_map(|block| {
            let (sheet, number) = (block as u64 / self.blocks.count(), block as u64 % self.blocks.count());
            let mut ranks = Vec::new();
            for word in 0..words {
                let mut bits = self.news(block, word, depth);
                while bits != 0 {
                    let pieces = self.blocks.unrank(number, word * 64 + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                    ranks.push(self.puzzle.rank(&(self.shuffle.state)(self.puzzle, &pieces, sheet as u8)));
                }
            }
            ranks
        });
        states.take(most).collect()
    }
}
