//! The blocks of a space, and where the moves lead from each.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::segments::Segments;
use super::symmetry::Symmetries;
use super::turnings::{Numbers, Turnings};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::shuffle::{Pieces, Shuffle};
use crate::rank::blocks::Blocks;
use crate::table::map::arrangements::Arrangements;
use crate::table::map::codes::words_of;
use crate::table::map::codes::{Coding, Planes, lane};
use crate::table::map::store::{Step, Store};

/// Where a move leads from a block.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub block: u32,
    /// The tables of what it makes of an index, and of what makes that index again; 0 where it is the same.
    pub there: u16,
    pub back: u16,
}

/// What takes the block that a move leads to, which is not kept, to the one like it that is: tables as those of ways.
#[derive(Clone, Copy, Debug)]
pub struct Likeness {
    pub there: u16,
    pub back: u16,
}

/// The blocks that are kept of a space, and where the moves lead from each.
pub struct Terrain<'p> {
    pub puzzle: &'p dyn Arrangements,
    pub shuffle: Shuffle,
    pub blocks: Blocks,
    pub symmetries: Symmetries,
    pub coding: Coding,
    pub segments: Segments,
    /// The blocks that are kept of a sheet, by their numbers among all; empty if all are.
    kept: Vec<u32>,
    /// How many blocks there are like each of these, itself included.
    like: Vec<u8>,
    /// Those of the blocks that this process owns.
    ways: Vec<Way>,
    /// For each way, where not all blocks are kept.
    likenesses: Vec<Likeness>,
    /// Where the ways of each block end.
    ends: Vec<u32>,
    /// The first stands for none.
    pub tables: Vec<Numbers>,
    /// States of each block that this process owns in the layers of the two lanes.
    pub counts: Vec<[AtomicU32; 2]>,
}

impl<'p> Terrain<'p> {
    /// Finds the blocks that are kept, and where the moves lead from them.
    pub fn new(
        puzzle: &'p dyn Arrangements,
        shuffle: Shuffle,
        blocks: Blocks,
        symmetries: Symmetries,
        coding: Coding,
        segments: Segments,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut terrain = Terrain {
            puzzle,
            coding,
            kept: Vec::new(),
            like: Vec::new(),
            ways: Vec::new(),
            likenesses: Vec::new(),
            ends: Vec::new(),
            tables: Vec::new(),
            counts: Vec::new(),
            shuffle,
            blocks,
            symmetries,
            segments,
        };
        // Of each block, the one like it that is kept, and the symmetry that leads there.
        let like = if terrain.symmetries.all.len() > 1 { terrain.find_like(meter)? } else { Vec::new() };
        terrain.counts = (0..terrain.segments.slots()).map(|_| Default::default()).collect();
        terrain.find_ways(&like, meter)?;
        Ok(terrain)
    }

    /// Blocks that are kept of a sheet.
    pub fn number(&self) -> usize {
        if self.kept.is_empty() { exact::<usize>(self.blocks.count()) } else { self.kept.len() }
    }

    /// The number of a kept block of a sheet among all.
    pub fn among_all(&self, block: usize) -> u64 {
        self.kept.get(block).map_or(block as u64, |&block| block.into())
    }

    /// How many blocks a kept one stands for.
    #[inline(always)]
    pub fn weight(&self, block: usize) -> u64 {
        match self.like.len() {
            0 => 1,
            kept => self.like[block % kept].into(),
        }
    }

    fn find_like(&mut self, meter: &mut Meter<'_>) -> Result<Vec<(u32, u8)>, Stop> {
        let Terrain { blocks, symmetries, .. } = self;
        let mut like: Vec<(u32, u8)> = Vec::with_capacity(exact::<usize>(blocks.count()));
        let part = part_of(symmetries.all.len());
        for begin in (0..blocks.count()).step_by(part) {
            meter.watch(0)?;
            let part = begin..(begin + part as u64).min(blocks.count());
            let least = part.into_par_iter().map(|block| {
                let images = symmetries.all.iter().zip(0u8..).map(|(symmetry, number)| {
                    (exact::<u32>(blocks.passage_as(block, &symmetry.goes, &symmetry.becomes).block), number)
                });
                images.min().unwrap_or((exact::<u32>(block), 0))
            });
            like.par_extend(least);
        }
        // First by their numbers among all, then by those among the kept ones.
        let mut number_of = vec![0u32; like.len()];
        for (block, &(least, _)) in (0u32..).zip(&like) {
            if least == block {
                number_of[block as usize] = exact::<u32>(self.kept.len());
                self.kept.push(block);
                self.like.push(0);
            }
            self.like[number_of[least as usize] as usize] += 1;
        }
        like.iter_mut().for_each(|(least, _)| *least = number_of[*least as usize]);
        Ok(like)
    }

    fn find_ways(&mut self, like: &[(u32, u8)], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (number, slots) = (self.number(), self.segments.slots());
        let (mut ways, mut likenesses, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        ways.reserve_exact(self.most_ways());
        ends.reserve_exact(self.counts.len());
        let (shuffle, blocks, symmetries) = (&self.shuffle, &self.blocks, &self.symmetries);
        let mut numbered = Turnings::new(blocks);
        let part = part_of(shuffle.moves.len());
        for begin in (0..slots).step_by(part) {
            meter.watch(0)?;
            let part = begin..(begin + part).min(slots);
            let passages = part.into_par_iter().map(|slot| {
                let block = self.segments.block(slot);
                let (sheet, block) = (block / number, self.among_all(block % number));
                let first_cell = blocks.first_cell(block);
                let is_legal = |at: Option<u8>| at.is_none_or(|at| at == first_cell);
                let legal = shuffle.moves.iter().filter(|m| usize::from(m.sheets.0) == sheet && is_legal(m.at));
                let passages = legal.map(|m| {
                    let passage = blocks.passage(block, &m.goes);
                    let to_kept = like.get(exact::<usize>(passage.block)).map(|&(kept, symmetry)| {
                        let symmetry = &symmetries.all[usize::from(symmetry)];
                        (kept, blocks.passage_as(passage.block, &symmetry.goes, &symmetry.becomes))
                    });
                    (m.sheets.1, passage, to_kept)
                });
                passages.collect::<Vec<_>>()
            });
            for passages in passages.collect::<Vec<_>>() {
                for (sheet, passage, to_kept) in passages {
                    let (there, back) = (numbered.number(passage.there)?, numbered.number(passage.back)?);
                    let mut block = exact::<usize>(passage.block);
                    if let Some((kept, passage)) = to_kept {
                        block = kept as usize;
                        let (there, back) = (numbered.number(passage.there)?, numbered.number(passage.back)?);
                        likenesses.push(Likeness { there, back });
                    }
                    ways.push(Way { block: exact::<u32>(block + usize::from(sheet) * number), there, back });
                }
                ends.push(exact::<u32>(ways.len()));
            }
        }
        ways.shrink_to_fit();
        let tables = numbered.tables(meter)?;
        (self.ways, self.likenesses, self.ends, self.tables) = (ways, likenesses, ends, tables);
        Ok(())
    }

    /// The ways from all blocks that this process owns, or a little more; of some only, it may be a little less.
    fn most_ways(&self) -> usize {
        let all = self.number() as u64 * u64::from(self.shuffle.arrangement.sheets);
        let ways = u128::from(most_ways(&self.shuffle, &self.blocks, self.number() as u64));
        (ways * self.segments.slots() as u128 / u128::from(all)) as usize
    }

    /// The places of the segments that the moves of each lead to; none of a segment that another process owns.
    pub fn near(&self) -> Vec<Vec<u32>> {
        let near = |place: usize| {
            let ways = self.segments.blocks(place).flat_map(|block| self.ways_of(block).0);
            let mut near: Vec<u32> = Vec::new();
            for way in ways {
                let place = exact::<u32>(self.segments.of(way.block as usize).0);
                if !near.contains(&place) {
                    near.push(place);
                }
            }
            near.sort_unstable();
            near.shrink_to_fit();
            near
        };
        let own = self.segments.own();
        (0..self.segments.number())
            .into_par_iter()
            .map(|place| if own.contains(&place) { near(place) } else { Vec::new() })
            .collect()
    }

    /// The ways from a block that this process owns.
    #[inline(always)]
    pub fn ways_of(&self, block: usize) -> (&[Way], &[Likeness]) {
        let slot = self.own_slot(block);
        let begin = if slot == 0 { 0 } else { self.ends[slot - 1] };
        let range = begin as usize..self.ends[slot] as usize;
        (&self.ways[range.clone()], self.likenesses.get(range).unwrap_or_default())
    }

    #[inline(always)]
    fn own_slot(&self, block: usize) -> usize {
        self.segments.slot(block).unwrap_or_else(|| unreachable!("block {block} is another process's"))
    }

    /// The states of a block in the layer of a lane, as far as this process knows: of others' blocks none.
    #[inline(always)]
    pub fn count(&self, block: usize, lane: usize) -> u32 {
        self.segments.slot(block).map_or(0, |slot| self.counts[slot][lane].load(Ordering::Relaxed))
    }

    /// The count of a block that this process owns, to be changed.
    #[inline(always)]
    pub fn own_count(&self, block: usize, lane: usize) -> &AtomicU32 {
        &self.counts[self.own_slot(block)][lane]
    }

    /// The states of each segment that are kept, by its place, in the layers of the two lanes.
    pub fn sums(&self) -> Vec<[u64; 2]> {
        let own = self.segments.own();
        let sums = |place: usize| {
            let blocks = if own.contains(&place) { self.segments.blocks(place) } else { 0..0 };
            [0, 1].map(|lane| blocks.clone().map(|block| u64::from(self.count(block, lane))).sum())
        };
        (0..self.segments.number()).into_par_iter().map(sums).collect()
    }

    /// Words of one plane of a block.
    pub fn words(&self) -> usize {
        self.blocks.size().div_ceil(64)
    }

    #[inline(always)]
    pub fn planes<'s>(&self, store: &'s Store<'_>, block: usize, depth: u32) -> Planes<'s> {
        let (place, number) = self.segments.of(block);
        Planes::new(store.words(place), number, self.words(), self.coding, depth)
    }

    /// The kept block of an arrangement on a sheet and its index there, if it is kept.
    pub fn place(&self, &(pieces, sheet): &(Pieces, u8)) -> Option<(usize, usize)> {
        let cells = self.shuffle.arrangement.cells;
        let numbered = pieces.map(|piece| self.symmetries.numbers[usize::from(piece)]);
        let (block, index) = self.blocks.rank(&numbered[..cells]);
        Some((self.kept_block(block, sheet)?, index))
    }

    /// The kept block of that number among all of a sheet, if it is kept.
    pub fn kept_block(&self, block: u64, sheet: u8) -> Option<usize> {
        let block = match self.kept.is_empty() {
            true => exact::<usize>(block),
            false => self.kept.binary_search(&exact::<u32>(block)).ok()?,
        };
        Some(block + usize::from(sheet) * self.number())
    }

    /// The ranks of a kept state and all like it, in any order, some more than once.
    pub fn ranks(&self, block: usize, index: usize) -> impl Iterator<Item = u64> {
        let (sheet, block) = (block / self.number(), block % self.number());
        let arrangement = self.shuffle.arrangement;
        let pieces = self.blocks.unrank(self.among_all(block), index);
        let mut all: Pieces = std::array::from_fn(exact::<u8>);
        all[..arrangement.cells].copy_from_slice(&pieces);
        self.symmetries.all.iter().map(move |symmetry| {
            let like = symmetry.applied(&all);
            let mut pieces = like;
            let piece = |number: u8| (0u8..).zip(&self.symmetries.numbers).find(|(_, there)| **there == number);
            pieces.iter_mut().for_each(|number| *number = piece(*number).map_or(*number, |(piece, _)| piece));
            self.puzzle.rank(&pieces[..arrangement.cells], exact::<u8>(sheet))
        })
    }

    /// The block of the same pieces on the other sheet, of two.
    pub fn pair(&self, block: usize) -> usize {
        let half = self.number();
        if block < half { block + half } else { block - half }
    }

    /// The steps that look at the segments with states in the layer, and at their pairs.
    pub fn looks(&self, depth: u32) -> Vec<Step> {
        let look = |own: usize, sums: [u64; 2]| {
            let mut needs = vec![own];
            for block in self.segments.blocks(own) {
                let place = self.segments.of(self.pair(block)).0;
                if !needs.contains(&place) {
                    needs.push(place);
                }
            }
            (sums[lane(depth)] > 0).then_some(Step { own, needs })
        };
        self.sums().into_iter().enumerate().filter_map(|(own, sums)| look(own, sums)).collect()
    }

    /// The bytes held.
    pub fn held(&self) -> u64 {
        let tables: usize = self.tables.iter().map(|table| table.capacity() * 128).sum();
        let words = self.counts.len() as u64 * words_of(self.words()) as u64 * 8;
        tables as u64 + self.of_blocks() + words
    }

    /// Those of blocks and ways.
    pub fn of_blocks(&self) -> u64 {
        let Terrain { counts, ways, likenesses, ends, kept, like, .. } = self;
        let of_ways = ways.capacity() * size_of::<Way>() + likenesses.capacity() * size_of::<Likeness>();
        let of_blocks = counts.capacity() * 8 + ends.capacity() * 4 + kept.capacity() * 4 + like.capacity();
        (of_ways + of_blocks) as u64
    }
}

/// Blocks between two looks at the limits, while so many passages of each are looked at: some milliseconds.
fn part_of(passages: usize) -> usize {
    ((1 << 16) / passages.max(1)).max(1)
}

/// Bytes of the number among all of a kept block, and of how many are like it.
pub const KEPT: u64 = 5;

/// Bytes of a way, at most, and of what a block holds besides its words.
pub fn bytes_besides(is_symmetric: bool) -> (u64, u64) {
    let (likeness, kept) = if is_symmetric { (size_of::<Likeness>() as u64, KEPT) } else { (0, 0) };
    (size_of::<Way>() as u64 + likeness, size_of::<[AtomicU32; 2]>() as u64 + 4 + kept)
}

/// How many ways there are from so many blocks of each sheet, or a few more.
pub fn most_ways(shuffle: &Shuffle, blocks: &Blocks, number: u64) -> u64 {
    // A move that may be made with piece 0 in one cell only leads from one block in as many as there are cells; of the
    // blocks that stand for others, from more.
    let share = |at: Option<u8>| match at {
        Some(_) if number == blocks.count() => shuffle.arrangement.cells as u64,
        _ => 1,
    };
    shuffle.moves.iter().map(|m| number / share(m.at)).sum()
}

/// A kept state: its block and its index there.
pub fn key(block: usize, index: usize) -> u64 {
    (block as u64) << 16 | index as u64
}

/// The block and the index.
pub fn of_key(key: u64) -> (usize, usize) {
    ((key >> 16) as usize, (key & 0xffff) as usize)
}
