//! Finds the states at one depth with a table that stores distances only modulo 3.

use std::sync::atomic::{AtomicU64, Ordering};

use super::codes::each_bit;
use super::encoding::GROUP;
use super::layout::Layout;
use super::stored::StoredDistances;
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::table::map;
use crate::table::pace::Pace;
use crate::table::threads::sum_of;

/// The largest number of groups between two checks of the limits.
const BATCH: usize = 1 << 14;

/// The states at one depth, in the order of the table's entries.
#[derive(Debug)]
pub struct LayerOf {
    depth: u32,
    /// One bit for each entry, 64 bits to a word.
    bits: Vec<u64>,
}

impl LayerOf {
    /// Follows the layers from the goals to this depth. A table by blocks draws a map, which is faster than look-ups.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// The predecessors of every state of the layers before; memory of three bits for each rank, or of a map.
    pub fn new<P: Ranked>(
        table: &StoredDistances,
        puzzle: &P,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<LayerOf, Stop> {
        if table.form().layout == Layout::Blocks {
            return Ok(LayerOf { depth, bits: map::layer(puzzle, depth, meter)? });
        }
        let groups = usize::try_from(puzzle.ranks().div_ceil(GROUP)).map_err(|_| Stop::Bytes)?;
        meter.grow(groups as u64 * 24)?;
        let bits = || -> Vec<AtomicU64> { (0..groups).map(|_| AtomicU64::new(0)).collect() };
        let (mut layer, mut next, met) = (bits(), bits(), bits());
        let enter = |set: &[AtomicU64], rank: u64| {
            let (word, bit) = ((rank / GROUP) as usize, 1 << (rank % GROUP));
            // A state of the layer three before the next has the same remainder, but was met.
            if met[word].fetch_or(bit, Ordering::Relaxed) & bit == 0 {
                set[word].fetch_or(bit, Ordering::Relaxed);
            }
        };
        let goals = puzzle.goals().unwrap_or_default();
        goals.iter().for_each(|goal| enter(&layer, puzzle.rank(goal)));
        for above in 1..=depth {
            let mut pace = Pace::new(64, BATCH);
            while let Some(batch) = pace.batch(groups) {
                meter.look(above - 1)?;
                sum_of(batch, 64, &|group| {
                    each_bit(layer[group].swap(0, Ordering::Relaxed), |bit| {
                        puzzle.predecessors(group as u64 * GROUP + bit, &mut |rank| {
                            if table.of_rank(puzzle, rank) == Some(above % 3) {
                                enter(&next, rank);
                            }
                        });
                    });
                    0
                });
            }
            std::mem::swap(&mut layer, &mut next);
        }
        meter.shrink(groups as u64 * 16);
        Ok(LayerOf { depth, bits: layer.into_iter().map(AtomicU64::into_inner).collect() })
    }

    /// The depth of the states.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The index of the entry at this place among the entries of the layer, from 0.
    pub fn nth(&self, mut place: u64) -> Option<u64> {
        for (group, &bits) in self.bits.iter().enumerate() {
            let here = u64::from(bits.count_ones());
            if place < here {
                let mut bits = bits;
                (0..place).for_each(|_| bits &= bits - 1);
                return Some(group as u64 * GROUP + u64::from(bits.trailing_zeros()));
            }
            place -= here;
        }
        None
    }
}
