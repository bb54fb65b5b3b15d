//! Segments: runs of blocks that are held, read and written together.

use std::ops::Range;

use rayon::prelude::*;

use super::super::Share;
use super::super::store::SegmentStep;
use crate::exact::exact;

/// The most bytes of a segment: large enough for the disk, small enough that some hundred segments take little memory.
const SEGMENT: u64 = 8 << 20;

/// The fewest segments, if there are as many blocks.
const SEGMENTS: u64 = 64;

/// Runs of blocks.
///
/// Without symmetries, the blocks of a segment have the same first pieces in the same cells, so a move takes a whole
/// segment to one other. Segments have places in the order in which a layer is made. Segments that differ only in the
/// first pieces lie side by side, so most moves lead to a near segment (in sliding puzzles, the blank is first).
///
/// Each of several processes owns a run of places, so most segments that differ only in the first piece have one owner.
#[derive(Debug)]
pub struct Segments {
    /// The number of blocks in each segment except the last.
    pub each: usize,
    /// The number of all blocks.
    blocks: usize,
    /// The place of each segment, and the segment at each place.
    places: Vec<u32>,
    numbers: Vec<u32>,
    /// The number of places side by side with one owner: segments with the same pieces on all sheets.
    unit: usize,
    /// The places that this process owns.
    own: Range<usize>,
}

impl Segments {
    /// Segments of all blocks, `blocks` on each sheet.
    pub fn by_pieces(cells: usize, told: usize, sheets: usize, blocks: u64, block_bytes: u64) -> Self {
        let most = most_bytes(blocks * sheets as u64, block_bytes);
        let mut bases = Vec::new();
        let mut each = blocks;
        while bases.len() < told && each * block_bytes > most {
            let base = cells - bases.len();
            bases.push(base as u64);
            each /= base as u64;
        }
        let of_sheet = blocks / each;
        let number = exact::<usize>(of_sheet) * sheets;
        // The place has the segment's digits in reverse order, so the first piece's is last. Every number occurs once.
        let place = |segment: u32| {
            let (sheet, rest) = (u64::from(segment) / of_sheet, u64::from(segment) % of_sheet);
            let reversed = |(rest, turned), base: &u64| (rest / base, turned * base + rest % base);
            let (_, turned) = bases.iter().rev().fold((rest, 0), reversed);
            exact::<u32>(turned * sheets as u64 + sheet)
        };
        let places: Vec<u32> = (0..exact(number)).map(place).collect();
        let mut numbers = vec![0; number];
        (0u32..).zip(&places).for_each(|(segment, &place)| numbers[place as usize] = segment);
        Segments {
            each: exact::<usize>(each),
            blocks: exact::<usize>(blocks) * sheets,
            places,
            numbers,
            unit: sheets,
            own: 0..number,
        }
    }

    /// Segments of blocks in the order of their numbers.
    pub fn in_order(blocks: u64, block_bytes: u64) -> Self {
        let each = (most_bytes(blocks, block_bytes) / block_bytes).max(1);
        let numbers: Vec<u32> = (0..exact::<u32>(blocks.div_ceil(each))).collect();
        let own = 0..numbers.len();
        Segments {
            each: exact::<usize>(each),
            blocks: exact::<usize>(blocks),
            places: numbers.clone(),
            numbers,
            unit: 1,
            own,
        }
    }

    /// Gives this process its share of the places.
    pub fn shared(self, share: Share) -> Self {
        let units = self.number() / self.unit;
        let first = |process: usize| (process * units).div_ceil(share.number) * self.unit;
        Segments { own: first(share.own)..first(share.own + 1), ..self }
    }

    /// The owner of a place among `processes` processes: a fixed function of both numbers.
    pub fn owner(&self, place: usize, processes: usize) -> usize {
        place / self.unit * processes / (self.number() / self.unit)
    }

    /// The places that this process owns.
    pub fn own(&self) -> Range<usize> {
        self.own.clone()
    }

    /// The number of blocks that this process owns.
    pub fn slots(&self) -> usize {
        self.own().map(|place| self.blocks(place).len()).sum()
    }

    /// The number of a block among this process's blocks; `None` if another process owns the block.
    #[inline(always)]
    pub fn slot(&self, block: usize) -> Option<usize> {
        // Most often one process owns all blocks.
        if self.own.len() == self.numbers.len() {
            return Some(block);
        }
        let (place, number) = self.of(block);
        self.own.contains(&place).then(|| (place - self.own.start) * self.each + number)
    }

    /// The block with this number among this process's blocks.
    pub fn block(&self, slot: usize) -> usize {
        match self.own.len() == self.numbers.len() {
            true => slot,
            false => self.blocks(self.own.start + slot / self.each).start + slot % self.each,
        }
    }

    /// The number of segments.
    pub fn number(&self) -> usize {
        self.numbers.len()
    }

    /// The places of the segments, in the order of their blocks.
    pub fn in_turn(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|&place| place as usize)
    }

    /// The place of a block's segment, and the block's number in the segment.
    #[inline(always)]
    pub fn of(&self, block: usize) -> (usize, usize) {
        (self.places[block / self.each] as usize, block % self.each)
    }

    /// The blocks of the steps' own segments, in order.
    pub fn blocks_of(&self, steps: &[SegmentStep]) -> impl ParallelIterator<Item = usize> {
        let block = |number: usize| self.blocks(steps[number / self.each].own).nth(number % self.each);
        (0..steps.len() * self.each).into_par_iter().filter_map(block)
    }

    /// The blocks of the segment at a place.
    #[inline(always)]
    pub fn blocks(&self, place: usize) -> Range<usize> {
        let first = self.numbers[place] as usize * self.each;
        first..(first + self.each).min(self.blocks)
    }
}

fn most_bytes(blocks: u64, block_bytes: u64) -> u64 {
    SEGMENT.min(blocks * block_bytes / SEGMENTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments that differ only in the first pieces lie side by side, on each sheet.
    #[test]
    fn places_are_in_the_order_of_the_last_piece() {
        for (cells, told, sheets, blocks) in [(6, 3, 1, 120), (6, 3, 2, 120), (9, 4, 2, 3024), (5, 0, 3, 60)] {
            let segments = Segments::by_pieces(cells, told, sheets, blocks, 1000);
            let number = segments.number();
            let of_sheet = number / sheets;
            let bases: Vec<usize> = (0..cells).rev().map(|left| left + 1).take(told).collect();
            let told = (0..=told).find(|&told| bases[..told].iter().product::<usize>() == of_sheet).unwrap();
            let key = |segment: &u32| {
                let (sheet, mut rest) = (*segment as usize / of_sheet, *segment as usize % of_sheet);
                let digit = |base: &usize| (rest % base, rest /= base).0;
                (bases[..told].iter().rev().map(digit).collect::<Vec<_>>(), sheet)
            };
            let mut sorted: Vec<u32> = (0..number as u32).collect();
            sorted.sort_by_key(key);
            assert_eq!(segments.numbers, sorted, "{cells} {sheets}");
            assert!((0..number).all(|place| segments.places[sorted[place] as usize] as usize == place));
        }
    }
}
