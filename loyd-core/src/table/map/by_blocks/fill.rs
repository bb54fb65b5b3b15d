//! Makes the next layer of a block, and finds the new positions of a layer where two states are one position.

use std::sync::atomic::Ordering;

use super::super::codes::{BlockPlanes, lane};
use super::super::store::Store;
use super::terrain::{Likeness, MoveTableEntry, Terrain, key};

/// The most words of a block: 40,320 bits, rounded up so that every number of sixteen bits is the number of a bit.
pub const WORDS: usize = 1 << 10;

/// The working words of a block that is being filled.
pub struct Scratch {
    /// The states not met.
    left: [u64; WORDS],
    /// The states found for the next layer, perhaps with states that were met.
    found: [u64; WORDS],
    /// The states of the layer in another block.
    layer: [u64; WORDS],
}

impl Scratch {
    pub fn new() -> Box<Scratch> {
        Box::new(Scratch { left: [0; WORDS], found: [0; WORDS], layer: [0; WORDS] })
    }
}

impl Terrain<'_> {
    /// Makes the next layer of a block. Returns the number of its states, their images in other blocks included. Up to
    /// `most` of the stored states go to `list`.
    pub fn fill(
        &self,
        store: &Store<'_>,
        block: usize,
        depth: u32,
        scratch: &mut Scratch,
        most: usize,
        list: &mut Vec<u64>,
    ) -> u64 {
        let (this, next) = (lane(depth), 1 - lane(depth));
        let (ways, likenesses) = self.ways_of(block);
        let near = ways.iter().any(|way| self.count(way.block as usize, this) > 0);
        if !near {
            if self.count(block, next) > 0 {
                self.planes(store, block, depth).leave().for_each(|_| ());
                self.own_count(block, next).store(0, Ordering::Relaxed);
            }
            return 0;
        }
        let planes = self.planes(store, block, depth);
        let mut left = self.begin(scratch, planes.leave());
        for (number, way) in ways.iter().enumerate() {
            if left == 0 {
                break;
            }
            if self.count(way.block as usize, this) == 0 {
                continue;
            }
            let layer = self.planes(store, way.block as usize, depth).layer();
            left = self.add(scratch, way, likenesses.get(number), layer, left);
        }
        let new = self.enter(planes, block, scratch, most, list);
        self.own_count(block, next).store(new, Ordering::Relaxed);
        u64::from(new) * self.weight(block)
    }

    /// Begins with the states not met, and returns their number.
    #[inline]
    pub fn begin(&self, scratch: &mut Scratch, met: impl Iterator<Item = u64>) -> u32 {
        let words = self.words();
        for ((left, found), met) in scratch.left.iter_mut().zip(&mut scratch.found).zip(met) {
            (*left, *found) = (!met, 0);
        }
        scratch.left[words - 1] &= u64::MAX >> (words * 64 - self.blocks.size());
        ones(scratch.left[..words].iter().copied())
    }

    /// Adds the states whose move `way` leads to a state of `layer`, the layer in the way's block. Returns the number
    /// of states that are still not met, or a little more.
    #[inline]
    pub fn add(
        &self,
        scratch: &mut Scratch,
        way: &MoveTableEntry,
        likeness: Option<&Likeness>,
        layer: impl Iterator<Item = u64>,
        left: u32,
    ) -> u32 {
        let likeness = likeness.copied().unwrap_or(Likeness { there: 0, back: 0 });
        if way.there == 0 && likeness.there == 0 {
            scratch.found.iter_mut().zip(layer).for_each(|(found, layer)| *found |= layer);
        } else {
            let mut there = 0;
            scratch.layer.iter_mut().zip(layer).for_each(|(copy, layer)| {
                *copy = layer;
                there = u32::wrapping_add(there, layer.count_ones());
            });
            if there < left {
                self.take_back(scratch, likeness.back, way.back);
                // The states left are not counted, because most states that were taken back had been met.
                return left;
            }
            self.look_ahead(scratch, way.there, likeness.there);
        }
        let words = self.words();
        ones(scratch.left[..words].iter().zip(&scratch.found).map(|(left, found)| left & !found))
    }

    /// Enters the states found into the next layer of a block. Returns their number.
    #[inline]
    pub fn enter(
        &self,
        planes: BlockPlanes<'_>,
        block: usize,
        scratch: &Scratch,
        most: usize,
        list: &mut Vec<u64>,
    ) -> u32 {
        let mut new = 0;
        for word in 0..self.words() {
            let found = scratch.found[word] & scratch.left[word];
            if found != 0 {
                new += found.count_ones();
                planes.enter(word, found);
                let mut bits = found;
                while bits != 0 && list.len() < most {
                    list.push(key(block, word * 64 + bits.trailing_zeros() as usize));
                    bits &= bits - 1;
                }
            }
        }
        new
    }

    /// Adds the states whose move leads to a state of the layer, by two tables. Table 0 changes nothing.
    #[inline]
    fn take_back(&self, scratch: &mut Scratch, first: u16, second: u16) {
        let words = self.words();
        let (layer, found) = (&scratch.layer[..words], &mut scratch.found);
        match (first, second) {
            (0, table) | (table, 0) => {
                let table = &self.tables[usize::from(table)];
                take_back(layer, table, |number| number, found);
            }
            (first, second) => {
                let second = self.tables[usize::from(second)].as_flattened();
                take_back(layer, &self.tables[usize::from(first)], |number| second[usize::from(number)], found);
            }
        }
    }

    /// Adds the states not met whose move leads to a state of the layer, by two tables. Table 0 changes nothing.
    #[inline]
    fn look_ahead(&self, scratch: &mut Scratch, first: u16, second: u16) {
        match (first, second) {
            (0, table) | (table, 0) => look_ahead(&self.tables[usize::from(table)], |number| number, scratch),
            (first, second) => {
                let second = self.tables[usize::from(second)].as_flattened();
                look_ahead(&self.tables[usize::from(first)], |number| second[usize::from(number)], scratch);
            }
        }
    }

    /// The states of one word of a block that stand for new positions of the layer. The other state of a position is on
    /// the other sheet; if both are in the layer, the state on the first sheet stands for the position.
    fn news(&self, store: &Store<'_>, block: usize, word: usize, depth: u32) -> u64 {
        let planes = self.planes(store, block, depth);
        let pair = self.planes(store, self.pair(block), depth);
        let known = planes.before_word(word) | pair.before_word(word);
        let told = if block < self.pair(block) { 0 } else { pair.layer_word(word) };
        planes.layer_word(word) & !known & !told
    }

    /// The number of new positions of the layer that a block's states stand for, their images in other blocks included.
    pub fn pairs(&self, store: &Store<'_>, block: usize, depth: u32) -> u64 {
        let news = (0..self.words()).map(|word| u64::from(self.news(store, block, word, depth).count_ones()));
        news.sum::<u64>() * self.weight(block)
    }

    /// Calls `each` with the states of a block that stand for new positions of the layer.
    pub fn new_positions(&self, store: &Store<'_>, block: usize, depth: u32, each: &mut dyn FnMut(u64)) {
        for word in 0..self.words() {
            let mut bits = self.news(store, block, word, depth);
            while bits != 0 {
                each(key(block, word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
    }
}

/// The number of states in words of a block: at most 2^16, so sums do not wrap, and loops without checks use vectors.
#[inline(always)]
fn ones(words: impl Iterator<Item = u64>) -> u32 {
    words.fold(0, |ones, word| u32::wrapping_add(ones, word.count_ones()))
}

#[inline(always)]
fn take_back(layer: &[u64], table: &[[u16; 64]], then: impl Fn(u16) -> u16, found: &mut [u64; WORDS]) {
    for (&bits, numbers) in layer.iter().zip(table) {
        let mut bits = bits;
        while bits != 0 {
            let number = usize::from(then(numbers[bits.trailing_zeros() as usize]));
            bits &= bits - 1;
            found[number / 64] |= 1 << (number % 64);
        }
    }
}

#[inline(always)]
fn look_ahead(table: &[[u16; 64]], then: impl Fn(u16) -> u16, scratch: &mut Scratch) {
    let Scratch { left, found, layer } = scratch;
    for ((numbers, left), found) in table.iter().zip(&*left).zip(found) {
        let mut bits = left & !*found;
        let mut new = 0;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let number = usize::from(then(numbers[bit as usize]));
            bits &= bits - 1;
            new |= (layer[number / 64] >> (number % 64) & 1) << bit;
        }
        *found |= new;
    }
}
