//! The layer at hand in one segment, as it is sent to those whose blocks look at it: a bit a state, or less.
//!
//! Of each block that has any state in the layer its number and where its bytes end, then the bytes of all. They are
//! the layer's words, or, where that is shorter, the distances from one state to the next, a byte each (254 and less;
//! 255 says that the next is farther). Below one state in eight that is about a byte a state. docs/cluster.md compares
//! it with general codecs.

use super::super::codes::lane;
use super::super::store::Store;
use super::fill::WORDS;
use super::terrain::Terrain;
use crate::exact::exact;

/// Bytes of a block's number and of where its bytes end.
const ENTRY: usize = 8;

/// The greatest step, and what says that the next state is farther.
const FARTHER: u8 = 255;

/// Appends the layer of the segment at a place: its place, and how many bytes follow.
pub fn write(terrain: &Terrain<'_>, store: &Store<'_>, place: usize, depth: u32, out: &mut Vec<u8>) {
    let blocks = terrain.segments.blocks(place);
    let first = blocks.start;
    let there: Vec<usize> = blocks.filter(|&block| terrain.count(block, lane(depth)) > 0).collect();
    let mut bytes: Vec<u8> = Vec::new();
    let mut entries = Vec::with_capacity(there.len() * ENTRY);
    let words = terrain.words();
    for block in there {
        let layer = terrain.planes(store, block, depth).layer();
        match (terrain.count(block, lane(depth)) as usize) < words * 8 {
            true if steps(layer, &mut bytes, words * 8) => {}
            _ => {
                let layer = terrain.planes(store, block, depth).layer();
                layer.for_each(|word| bytes.extend(word.to_le_bytes()));
            }
        }
        entries.extend(exact::<u32>(block - first).to_le_bytes());
        entries.extend(exact::<u32>(bytes.len()).to_le_bytes());
    }
    out.extend(exact::<u32>(place).to_le_bytes());
    out.extend(exact::<u32>(entries.len() / ENTRY).to_le_bytes());
    out.extend(exact::<u32>(bytes.len()).to_le_bytes());
    out.extend(entries);
    out.extend(bytes);
}

/// Appends the steps of a layer; nothing, and false, where these would be as many bytes as its words.
fn steps(layer: impl Iterator<Item = u64>, bytes: &mut Vec<u8>, most: usize) -> bool {
    let begin = bytes.len();
    let mut last = 0;
    for (number, word) in layer.enumerate() {
        let mut bits = word;
        while bits != 0 {
            let at = number * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let mut step = at - last;
            while step >= usize::from(FARTHER) {
                bytes.push(FARTHER);
                step -= usize::from(FARTHER);
            }
            bytes.push(exact::<u8>(step));
            last = at;
        }
    }
    let is_shorter = bytes.len() - begin < most;
    if !is_shorter {
        bytes.truncate(begin);
    }
    is_shorter
}

/// The layer in a segment, as it came.
#[derive(Clone, Copy, Debug)]
pub struct Frontier<'b> {
    /// The place of the segment.
    pub place: usize,
    entries: &'b [u8],
    bytes: &'b [u8],
}

impl<'b> Frontier<'b> {
    /// The first of several, and the bytes of the others; `None` if these are no such bytes. `words` of a block, and so
    /// many `blocks` in a segment at most.
    pub fn read(bytes: &'b [u8], words: usize, blocks: usize) -> Option<(Frontier<'b>, &'b [u8])> {
        let (place, rest) = bytes.split_first_chunk()?;
        let (number, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let [place, number, length] = [place, number, length].map(|four| u32::from_le_bytes(*four) as usize);
        let (entries, rest) = rest.split_at_checked(number.checked_mul(ENTRY)?)?;
        let (bytes, rest) = rest.split_at_checked(length)?;
        let frontier = Frontier { place, entries, bytes };
        let mut before = (None, 0);
        for entry in 0..number {
            let (block, end) = frontier.entry(entry);
            let is_next = before.0.is_none_or(|before| block > before) && block < blocks;
            let is_long = end > before.1 && end - before.1 <= words * 8;
            if !is_next || !is_long || end > length {
                return None;
            }
            before = (Some(block), end);
        }
        (before.1 == length).then_some((frontier, rest))
    }

    fn entry(&self, number: usize) -> (usize, usize) {
        let four = |at: usize| self.entries[at..at + 4].try_into().map_or(0, u32::from_le_bytes) as usize;
        (four(number * ENTRY), four(number * ENTRY + 4))
    }

    /// The layer's words in a block of the segment, written over `words`; false if it has none.
    pub fn block(&self, number: usize, words: &mut [u64; WORDS], width: usize) -> bool {
        let (mut low, mut high) = (0, self.entries.len() / ENTRY);
        while low < high {
            let middle = (low + high) / 2;
            if self.entry(middle).0 < number { low = middle + 1 } else { high = middle }
        }
        if low * ENTRY >= self.entries.len() || self.entry(low).0 != number {
            return false;
        }
        let begin = if low == 0 { 0 } else { self.entry(low - 1).1 };
        let bytes = &self.bytes[begin..self.entry(low).1];
        if bytes.len() == width * 8 {
            let eights = bytes.chunks_exact(8).map(|eight| eight.try_into().map_or(0, u64::from_le_bytes));
            words.iter_mut().zip(eights).for_each(|(word, eight)| *word = eight);
            return true;
        }
        words[..width].fill(0);
        let mut at = 0;
        for &byte in bytes {
            at += usize::from(byte);
            if byte != FARTHER {
                // What is no layer of such a block is cut off, not written elsewhere.
                words[at / 64 % WORDS] |= 1 << (at % 64);
            }
        }
        true
    }
}
