//! The blocks of a space, and the blocks that their moves lead to.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::segments::Segments;
use super::symmetry::Symmetries;
use super::turnings::{IndexImages, Turnings};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::shuffle::{CellPieces, Shuffle};
use crate::rank::blocks::BlockNumbering;
use crate::table::map::arrangements::Arrangements;
use crate::table::map::codes::words_of;
use crate::table::map::codes::{BlockPlanes, Coding, lane};
use crate::table::map::store::{SegmentStep, Store};

/// A move table entry: the block that a move leads to from a block.
#[derive(Clone, Copy, Debug)]
pub struct MoveTableEntry {
    pub block: u32,
    /// The numbers of two tables: the image of every index, and the inverse of that; 0 if no index changes.
    pub there: u16,
    pub back: u16,
}

/// From the block that a move leads to, to its representative: the numbers of two tables, as in `MoveTableEntry`.
#[derive(Clone, Copy, Debug)]
pub struct Likeness {
    pub there: u16,
    pub back: u16,
}

/// The representatives of a space's blocks, and the blocks that their moves lead to.
pub struct Terrain<'p> {
    pub puzzle: &'p dyn Arrangements,
    pub shuffle: Shuffle,
    pub blocks: BlockNumbering,
    pub symmetries: Symmetries,
    pub coding: Coding,
    pub segments: Segments,
    /// The representatives on a sheet, by their numbers among all blocks; empty if every block is a representative.
    kept: Vec<u32>,
    /// The number of blocks in the orbit of each representative.
    like: Vec<u8>,
    /// The move table entries of this process's blocks.
    ways: Vec<MoveTableEntry>,
    /// For each move table entry, the tables to the representative; empty without symmetries.
    likenesses: Vec<Likeness>,
    /// The end of each block's move table entries.
    ends: Vec<u32>,
    /// The tables of turnings; the first stands for no change.
    pub tables: Vec<IndexImages>,
    /// The number of states of each block that this process owns, in the layers of the two lanes.
    pub counts: Vec<[AtomicU32; 2]>,
}

impl<'p> Terrain<'p> {
    /// Finds the representatives, and the blocks that their moves lead to.
    pub fn new(
        puzzle: &'p dyn Arrangements,
        shuffle: Shuffle,
        blocks: BlockNumbering,
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
        // For each block, its representative and the symmetry that leads there.
        let like = if terrain.symmetries.all.len() > 1 { terrain.find_like(meter)? } else { Vec::new() };
        terrain.counts = (0..terrain.segments.slots()).map(|_| Default::default()).collect();
        terrain.find_ways(&like, meter)?;
        Ok(terrain)
    }

    /// The number of representatives on a sheet.
    pub fn number(&self) -> usize {
        if self.kept.is_empty() { exact::<usize>(self.blocks.count()) } else { self.kept.len() }
    }

    /// The number of a representative among all blocks of a sheet.
    pub fn among_all(&self, block: usize) -> u64 {
        self.kept.get(block).map_or(block as u64, |&block| block.into())
    }

    /// The number of blocks that a representative stands for.
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
        // `like` has numbers among all blocks first, and numbers among the representatives at the end.
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
                    ways.push(MoveTableEntry { block: exact::<u32>(block + usize::from(sheet) * number), there, back });
                }
                ends.push(exact::<u32>(ways.len()));
            }
        }
        ways.shrink_to_fit();
        let tables = numbered.tables(meter)?;
        (self.ways, self.likenesses, self.ends, self.tables) = (ways, likenesses, ends, tables);
        Ok(())
    }

    /// How many entries all blocks of this process have, or a little more; for some blocks only, or a little less.
    fn most_ways(&self) -> usize {
        let all = self.number() as u64 * u64::from(self.shuffle.arrangement.sheets);
        let ways = u128::from(most_ways(&self.shuffle, &self.blocks, self.number() as u64));
        (ways * self.segments.slots() as u128 / u128::from(all)) as usize
    }

    /// For each segment, the places of the segments that its moves lead to; empty for a segment of another process.
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

    /// The move table entries of a block that this process owns.
    #[inline(always)]
    pub fn ways_of(&self, block: usize) -> (&[MoveTableEntry], &[Likeness]) {
        let slot = self.own_slot(block);
        let begin = if slot == 0 { 0 } else { self.ends[slot - 1] };
        let range = begin as usize..self.ends[slot] as usize;
        (&self.ways[range.clone()], self.likenesses.get(range).unwrap_or_default())
    }

    #[inline(always)]
    fn own_slot(&self, block: usize) -> usize {
        self.segments.slot(block).unwrap_or_else(|| unreachable!("block {block} is another process's"))
    }

    /// The number of a block's states in the layer of a lane; 0 for a block of another process.
    #[inline(always)]
    pub fn count(&self, block: usize, lane: usize) -> u32 {
        self.segments.slot(block).map_or(0, |slot| self.counts[slot][lane].load(Ordering::Relaxed))
    }

    /// The count of a block that this process owns, to be changed.
    #[inline(always)]
    pub fn own_count(&self, block: usize, lane: usize) -> &AtomicU32 {
        &self.counts[self.own_slot(block)][lane]
    }

    /// The number of stored states of each segment, by its place, in the layers of the two lanes.
    pub fn sums(&self) -> Vec<[u64; 2]> {
        let own = self.segments.own();
        let sums = |place: usize| {
            let blocks = if own.contains(&place) { self.segments.blocks(place) } else { 0..0 };
            [0, 1].map(|lane| blocks.clone().map(|block| u64::from(self.count(block, lane))).sum())
        };
        (0..self.segments.number()).into_par_iter().map(sums).collect()
    }

    /// The number of words in one plane of a block.
    pub fn words(&self) -> usize {
        self.blocks.size().div_ceil(64)
    }

    #[inline(always)]
    pub fn planes<'s>(&self, store: &'s Store<'_>, block: usize, depth: u32) -> BlockPlanes<'s> {
        let (place, number) = self.segments.of(block);
        BlockPlanes::new(store.words(place), number, self.words(), self.coding, depth)
    }

    /// The block and the index of an arrangement on a sheet; `None` if its block is not a representative.
    pub fn place(&self, &(pieces, sheet): &(CellPieces, u8)) -> Option<(usize, usize)> {
        let cells = self.shuffle.arrangement.cells;
        let numbered = pieces.map(|piece| self.symmetries.numbers[usize::from(piece)]);
        let (block, index) = self.blocks.rank(&numbered[..cells]);
        Some((self.kept_block(block, sheet)?, index))
    }

    /// The block with this number among all blocks of a sheet; `None` if it is not a representative.
    pub fn kept_block(&self, block: u64, sheet: u8) -> Option<usize> {
        let block = match self.kept.is_empty() {
            true => exact::<usize>(block),
            false => self.kept.binary_search(&exact::<u32>(block)).ok()?,
        };
        Some(block + usize::from(sheet) * self.number())
    }

    /// The ranks of all states in the orbit of a stored state, in any order, some more than once.
    pub fn ranks(&self, block: usize, index: usize) -> impl Iterator<Item = u64> {
        let (sheet, block) = (block / self.number(), block % self.number());
        let arrangement = self.shuffle.arrangement;
        let pieces = self.blocks.unrank(self.among_all(block), index);
        let mut all: CellPieces = std::array::from_fn(exact::<u8>);
        all[..arrangement.cells].copy_from_slice(&pieces);
        self.symmetries.all.iter().map(move |symmetry| {
            let like = symmetry.applied(&all);
            let mut pieces = like;
            let piece = |number: u8| (0u8..).zip(&self.symmetries.numbers).find(|(_, there)| **there == number);
            pieces.iter_mut().for_each(|number| *number = piece(*number).map_or(*number, |(piece, _)| piece));
            self.puzzle.rank(&pieces[..arrangement.cells], exact::<u8>(sheet))
        })
    }

    /// The block of the same pieces on the other of two sheets.
    pub fn pair(&self, block: usize) -> usize {
        let half = self.number();
        if block < half { block + half } else { block - half }
    }

    /// The steps that visit the segments with states in the layer, and need the segments of their pairs.
    pub fn looks(&self, depth: u32) -> Vec<SegmentStep> {
        let look = |own: usize, sums: [u64; 2]| {
            let mut needs = vec![own];
            for block in self.segments.blocks(own) {
                let place = self.segments.of(self.pair(block)).0;
                if !needs.contains(&place) {
                    needs.push(place);
                }
            }
            (sums[lane(depth)] > 0).then_some(SegmentStep { own, needs })
        };
        self.sums().into_iter().enumerate().filter_map(|(own, sums)| look(own, sums)).collect()
    }

    /// The bytes of all tables and words.
    pub fn held(&self) -> u64 {
        let tables: usize = self.tables.iter().map(|table| table.capacity() * 128).sum();
        let words = self.counts.len() as u64 * words_of(self.words()) as u64 * 8;
        tables as u64 + self.of_blocks() + words
    }

    /// Bytes used by the tables of blocks and the tables of moves.
    pub fn of_blocks(&self) -> u64 {
        let Terrain { counts, ways, likenesses, ends, kept, like, .. } = self;
        let of_ways = ways.capacity() * size_of::<MoveTableEntry>() + likenesses.capacity() * size_of::<Likeness>();
        let of_blocks = counts.capacity() * 8 + ends.capacity() * 4 + kept.capacity() * 4 + like.capacity();
        (of_ways + of_blocks) as u64
    }
}

/// Blocks between two looks at the limits, if each block has this many passages: some milliseconds of work.
fn part_of(passages: usize) -> usize {
    ((1 << 16) / passages.max(1)).max(1)
}

/// Bytes of a representative's number among all blocks, and of the size of its orbit.
pub const KEPT: u64 = 5;

/// The most bytes of a move table entry, and of a block besides its words.
pub fn bytes_besides(is_symmetric: bool) -> (u64, u64) {
    let (likeness, kept) = if is_symmetric { (size_of::<Likeness>() as u64, KEPT) } else { (0, 0) };
    (size_of::<MoveTableEntry>() as u64 + likeness, size_of::<[AtomicU32; 2]>() as u64 + 4 + kept)
}

/// The number of move table entries of `number` blocks on each sheet, or a few more.
pub fn most_ways(shuffle: &Shuffle, blocks: &BlockNumbering, number: u64) -> u64 {
    // A move that needs piece 0 in one cell leads from one block in as many as there are cells. With symmetries, it may
    // lead from a larger part of the representatives.
    let share = |at: Option<u8>| match at {
        Some(_) if number == blocks.count() => shuffle.arrangement.cells as u64,
        _ => 1,
    };
    shuffle.moves.iter().map(|m| number / share(m.at)).sum()
}

/// A stored state as one number: its block and its index there.
pub fn key(block: usize, index: usize) -> u64 {
    (block as u64) << 16 | index as u64
}

/// The block and the index of a stored state.
pub fn of_key(key: u64) -> (usize, usize) {
    ((key >> 16) as usize, (key & 0xffff) as usize)
}
