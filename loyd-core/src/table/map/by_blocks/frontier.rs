//! The frontier bitmap: the current layer of one segment, as it is sent to other processes: a bit a state, or less.
//!
//! First come the number of each block with states in the layer and the end of its bytes, then the bytes of all these
//! blocks. The bytes of a block are the layer's words, or, where that is shorter, the distances from one state to the
//! next, a byte each (254 and less; 255 means that the next state is farther). Below one state in eight, this is about
//! a byte a state. docs/internals/maps.md compares the form with general codecs.

use super::super::codes::lane;
use super::super::store::Store;
use super::fill::WORDS;
use super::terrain::Terrain;
use crate::exact::exact;

/// Bytes of a block's number and of the end of its bytes.
const ENTRY: usize = 8;

/// The byte for a step of 255 that does not end at a state.
const FARTHER: u8 = 255;

/// Appends the layer of a segment: its place, the numbers of entries and bytes, the entries, and the bytes.
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

/// Appends the steps of a layer; appends nothing and returns false if the steps are as many bytes as the layer's words.
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

/// The layer of a segment, as another process sent it.
#[derive(Clone, Copy, Debug)]
pub struct FrontierBitmap<'b> {
    /// The place of the segment.
    pub place: usize,
    entries: &'b [u8],
    bytes: &'b [u8],
}

impl<'b> FrontierBitmap<'b> {
    /// Reads the first of several frontiers, and returns it with the remaining bytes; `None` if the bytes are not
    /// valid. A block has `words` words, and a segment at most `blocks` blocks.
    pub fn read(bytes: &'b [u8], words: usize, blocks: usize) -> Option<(FrontierBitmap<'b>, &'b [u8])> {
        let (place, rest) = bytes.split_first_chunk()?;
        let (number, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let [place, number, length] = [place, number, length].map(|four| u32::from_le_bytes(*four) as usize);
        let (entries, rest) = rest.split_at_checked(number.checked_mul(ENTRY)?)?;
        let (bytes, rest) = rest.split_at_checked(length)?;
        let frontier = FrontierBitmap { place, entries, bytes };
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

    /// Writes the layer's words of a block of the segment over `words`; false if the block has no state in the layer.
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
                // Invalid bytes wrap around inside `words`, so they do not panic.
                words[at / 64 % WORDS] |= 1 << (at % 64);
            }
        }
        true
    }
}
