//! Checksums: xxh3 of 64 bits (Yann Collet's xxHash, seed 0), one for every block of data.

use std::hash::Hasher;

use rayon::prelude::*;
use twox_hash::XxHash3_64;

use super::Unless;

/// The number of data bytes that share a checksum.
pub(super) const BLOCK: usize = 1 << 20;
/// The fewest blocks that are worth waking other threads for.
const FEW: usize = 8;

/// The checksum of these bytes.
pub(in crate::table) fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The checksum of every block of these pieces laid end to end.
pub(super) fn of_blocks(pieces: &[&[u8]]) -> Vec<u64> {
    let mut blocks: Vec<Vec<&[u8]>> = Vec::new();
    let mut room = 0;
    for &piece in pieces {
        let mut rest = piece;
        while !rest.is_empty() {
            if room == 0 {
                blocks.push(Vec::new());
                room = BLOCK;
            }
            let (now, later) = rest.split_at(rest.len().min(room));
            if let Some(block) = blocks.last_mut() {
                block.push(now);
            }
            room -= now.len();
            rest = later;
        }
    }
    if blocks.len() < FEW {
        return blocks.iter().map(|block| of_pieces(block)).collect();
    }
    blocks.par_iter().map(|block| of_pieces(block)).collect()
}

fn of_pieces(pieces: &[&[u8]]) -> u64 {
    if let [whole] = pieces {
        return checksum(whole);
    }
    let mut hasher = XxHash3_64::new();
    pieces.iter().for_each(|piece| hasher.write(piece));
    hasher.finish()
}

/// The number of blocks that this many bytes make.
pub(super) fn blocks(bytes: u64) -> u64 {
    bytes.div_ceil(BLOCK as u64)
}

/// The result of comparing checksums.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ChecksumResult {
    /// All checksums are as expected.
    Good,
    /// The number of the first block whose checksum differs.
    Damaged(usize),
    /// The comparison was stopped before its end.
    Stopped,
}

/// Compares each block of the data with its checksum in `expected`, until `stop` returns true.
pub(super) fn compare(data: &[u8], expected: &[u8], stop: Unless<'_>) -> ChecksumResult {
    let differs = |(index, (block, expected)): (usize, (&[u8], &[u8]))| {
        if stop() {
            return Some(ChecksumResult::Stopped);
        }
        (checksum(block).to_le_bytes() != expected).then_some(ChecksumResult::Damaged(index))
    };
    let found = if data.len() < FEW * BLOCK {
        data.chunks(BLOCK).zip(expected.chunks(8)).enumerate().find_map(differs)
    } else {
        data.par_chunks(BLOCK).zip(expected.par_chunks(8)).enumerate().find_map_first(differs)
    };
    found.unwrap_or(ChecksumResult::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected value is from xxHash's own sanity tests, for no bytes and seed 0.
    #[test]
    fn the_checksum_is_xxh3() {
        assert_eq!(checksum(b""), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn blocks_do_not_depend_on_how_the_data_is_cut() {
        let data: Vec<u8> = (0..(5 * BLOCK / 2) as u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
        let whole = of_blocks(&[&data]);
        assert_eq!(whole.len() as u64, blocks(data.len() as u64));
        assert_eq!(whole, data.chunks(BLOCK).map(checksum).collect::<Vec<_>>());
        for cut in [0, 1, 300, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 5] {
            let (before, after) = data.split_at(cut);
            assert_eq!(of_blocks(&[before, &[], after]), whole, "{cut}");
        }
        assert!(of_blocks(&[]).is_empty());
    }

    #[test]
    fn the_first_damaged_block_is_named() {
        let data: Vec<u8> = (0..7 * BLOCK as u32 + 9).map(|i| (i >> 3) as u8).collect();
        let sums: Vec<u8> = of_blocks(&[&data]).into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(compare(&data, &sums, &|| false), ChecksumResult::Good);
        assert_eq!(compare(&data, &sums, &|| true), ChecksumResult::Stopped);
        for (at, block) in [(0, 0), (BLOCK - 1, 0), (3 * BLOCK, 3), (7 * BLOCK + 8, 7)] {
            let mut data = data.clone();
            data[at] ^= 1;
            assert_eq!(compare(&data, &sums, &|| false), ChecksumResult::Damaged(block));
            data[7 * BLOCK + 8] ^= 4;
            assert_eq!(compare(&data, &sums, &|| false), ChecksumResult::Damaged(block));
        }
    }
}
