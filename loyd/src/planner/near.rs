//! Positions a few moves from the goal, found by a search backwards. Drawing one needs no table of the whole space.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::Ranked;

/// The most states of a small space: its table is ready as soon as a layer, so the table is used.
const TABLE_AT_ONCE: u64 = 1 << 20;

/// The most states that the search meets: a tenth of a second.
const MOST: usize = 1 << 16;

/// Bytes of the states met, in a hash map that doubles its size and in the layer.
const BYTES: u64 = 64 * MOST as u64;

/// The states at exactly one distance from the nearest goal.
pub struct Near {
    depth: u32,
    /// The ranks of the states at `depth` in ascending order, which is the order of a table by ranks.
    layer: Vec<u64>,
    /// The distance of every state at a distance of at most `depth`.
    distances: HashMap<u64, u32>,
    /// The greatest distance of the space, if the search has reached it.
    farthest: Option<u32>,
}

impl Near {
    /// Finds the states at `depth`. `None` if a table of the space is better: if the states are too many for this
    /// search or its memory, if goals cannot be listed, or if the space is small and there `may_be_table`.
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

    /// The distance of the states from the nearest goal.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The ranks of the states, in ascending order.
    pub fn layer(&self) -> &[u64] {
        &self.layer
    }

    /// The distance of the state with this rank, if it is at most `depth`.
    pub fn distance(&self, rank: u64) -> Option<u32> {
        self.distances.get(&rank).copied()
    }

    /// The greatest distance of the space, if no state is at `depth`.
    pub fn farthest(&self) -> Option<u32> {
        self.farthest
    }
}
