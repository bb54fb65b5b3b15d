//! Reorders a table from the order of the search, which has the entries of a set of cells side by side.

use rayon::prelude::*;

use super::next_set;
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::pattern::{Blocked, PatternOrder, entry};
use crate::rank::placement::MOST_PIECES;

/// The number of sets of cells between two checks of the clock.
const LOOK_EVERY: usize = 1 << 12;

/// The table in the pattern's order. Both tables are held meanwhile, and the bytes of both are announced.
///
/// # Errors
/// [`Stop::Bytes`] if the system does not give the memory; the limit of time that was reached.
pub fn ordered<P: Blocked>(pattern: &P, built: &[u8], meter: &Meter<'_>) -> Result<Vec<u8>, Stop> {
    let ordered = match pattern.order() {
        PatternOrder::Placements => by_placements(pattern, built, meter),
        PatternOrder::Cells => by_cells(pattern, built, meter),
    };
    meter.check_clock().and(ordered)
}

/// Puts the entries of one arrangement side by side, instead of the entries of one set, by strips of arrangements.
fn by_placements<P: Blocked>(pattern: &P, built: &[u8], meter: &Meter<'_>) -> Result<Vec<u8>, Stop> {
    /// The number of arrangements in a strip; even, so that a strip begins with a byte.
    const STRIP: usize = 64;
    let (sets, arrangements) = (exact::<usize>(pattern.placements().sets()), pattern.placements().arrangements());
    let mut entries = Meter::announced(built.len(), 0)?;
    let fill: &EntryFiller<'_> = &|(strip, entries)| {
        let rows = STRIP * strip..(STRIP * (strip + 1)).min(arrangements);
        for set in 0..sets {
            if set % LOOK_EVERY == 0 && meter.check_clock().is_err() {
                return;
            }
            for (row, arrangement) in rows.clone().enumerate() {
                let value = entry(built, (set * arrangements + arrangement) as u64);
                let at = row * sets + set;
                entries[at / 2] |= value << (at % 2 * 4);
            }
        }
    };
    entries.par_chunks_mut(STRIP / 2 * sets).enumerate().for_each(fill);
    Ok(entries)
}

/// Fills a numbered part of the entries. (One type serves all patterns, so that the threads' code is compiled once.)
type EntryFiller<'f> = dyn Fn((usize, &mut [u8])) + Sync + 'f;

/// Orders the entries by the cells of the pieces. A thread fills the numbers that begin with two cells of the first
/// piece, because the numbers of one cell, if their count is odd, end in the middle of a byte.
fn by_cells<P: Blocked>(pattern: &P, built: &[u8], meter: &Meter<'_>) -> Result<Vec<u8>, Stop> {
    let placements = pattern.placements();
    let (cells, pieces) = (placements.cells(), placements.pieces());
    let share = (cells as u64).pow(exact::<u32>(pieces) - 1);
    let mut entries = Meter::announced(exact::<usize>(pattern.entries().div_ceil(2)), 0)?;
    let arrangements: Vec<Vec<u16>> = (0..pieces)
        .map(|place| {
            (0..placements.arrangements())
                .filter(|&number| placements.order(number)[place] == 0)
                .map(|number| exact::<u16>(number))
                .collect()
        })
        .collect();
    let fill: &EntryFiller<'_> = &|(pair, entries)| {
        for first in (2 * pair..2 * pair + 2).filter(|first| *first < cells) {
            let begin = (first % 2) as u64 * share;
            let mut set = placements.set_of(0);
            for number in 0..placements.sets() {
                if number % LOOK_EVERY as u64 == 0 && meter.check_clock().is_err() {
                    return;
                }
                if set >> first & 1 == 1 {
                    let place = (set & ((1 << first) - 1)).count_ones() as usize;
                    let mut where_ = [0; MOST_PIECES];
                    let mut rest = set;
                    for cell in &mut where_[..pieces] {
                        *cell = u64::from(rest.trailing_zeros());
                        rest &= rest - 1;
                    }
                    for &arrangement in &arrangements[place] {
                        let order = placements.order(arrangement.into());
                        let mut digits = [0; MOST_PIECES];
                        for place in 0..pieces {
                            digits[usize::from(order[place] & 7)] = where_[place];
                        }
                        let at = digits[1..pieces].iter().fold(0, |at, digit| at * cells as u64 + digit) + begin;
                        let value = entry(built, number * placements.arrangements() as u64 + u64::from(arrangement));
                        entries[(at / 2) as usize] |= value << (at % 2 * 4);
                    }
                }
                set = next_set(set);
            }
        }
    };
    entries.par_chunks_mut(exact::<usize>(share)).enumerate().for_each(fill);
    Ok(entries)
}
