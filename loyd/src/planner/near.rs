//! Positions a few moves from the goal, found backwards from it: to draw one takes no table of the whole space.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;

/// Spaces of up to this many states have a table as soon as they have a layer.
const TABLE_AT_ONCE: u64 = 1 << 20;

/// The most states that are met: a tenth of a second.
const MOST: usize = 1 << 16;

/// Bytes of them, in a map that doubles and in the layer.
const BYTES: u64 = 64 * MOST as u64;

/// The states that are exactly so many moves from the nearest goal.
pub struct Near {
    depth: u32,
    /// Their ranks, in order, as a table by ranks counts them.
    layer: Vec<u64>,
    /// The distance of every state that is no farther.
    distances: HashMap<u64, u32>,
    /// The greatest distance there is, where the search has come to it.
    farthest: Option<u32>,
}

impl Near {
    /// The states at `depth`; `None` where a table of the space is the better way, which it is of small spaces where
    /// there `may_be_table`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new<P: Ranked>(
        puzzle: &P,
        depth: u32,
        may_be_table: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Near>, Stop> {
        let Ok(goals) = puzzle.goals() else { return Ok(None) };
        if (may_be_table && puzzle.ranks() <= TABLE_AT_ONCE) || meter.grow(BYTES).is_err() {
            return Ok(None);
        }
        let mut layer: Vec<u64> = goals.iter().map(|goal| puzzle.rank(goal)).collect();
        let mut distances: HashMap<u64, u32> = layer.iter().map(|&rank| (rank, 0)).collect();
        let mut here = 0;
        while here < depth && !layer.is_empty() && distances.len() <= MOST {
            here += 1;
            let mut next = Vec::new();
            for &rank in &layer {
                meter.watch(here)?;
                meter.stats.expanded += 1;
                puzzle.predecessors(rank, &mut |parent| {
                    meter.stats.generated += 1;
                    if let Entry::Vacant(unmet) = distances.entry(parent) {
                        unmet.insert(here);
                        next.push(parent);
                    }
                });
                if distances.len() > MOST {
                    break;
                }
            }
            layer = next;
        }
        if distances.len() > MOST {
            meter.shrink(BYTES);
            return Ok(None);
        }
        layer.sort_unstable();
        layer.dedup();
        let farthest = layer.is_empty().then(|| here.saturating_sub(1));
        Ok(Some(Near { depth, layer, distances, farthest }))
    }

    /// How far the states are.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The ranks of the states, in order.
    pub fn layer(&self) -> &[u64] {
        &self.layer
    }

    /// The distance of the state of a rank, if it is no farther.
    pub fn distance(&self, rank: u64) -> Option<u32> {
        self.distances.get(&rank).copied()
    }

    /// The greatest distance there is, where no state is at this one.
    pub fn farthest(&self) -> Option<u32> {
        self.farthest
    }
}
