//! Maps: how many positions of a whole space are how far from the goals, how far the farthest are, and which.
//!
//! Retrograde breadth-first search, layer by layer, on all cores, with **two bits a state** and nothing else that grows with the space: one
//! pair of values says that a state was not met or was left behind, the other two are the layer at hand and the next, and
//! these two change roles with every layer (`codes`). A thread writes to the states it owns and reads those of others,
//! which the layer does not change, so there are no locks.
//!
//! Puzzles that only shuffle pieces are mapped without a state or a rank, by [blocks](crate::rank::blocks) of up to 40,320
//! arrangements (`by_blocks`); all others by their ranks (`by_ranks`), from the layer to its predecessors while the layer is the smaller part,
//! and from the states not met to their children when it is not (S. Beamer, K. Asanovic, D. Patterson, "Direction-optimizing
//! breadth-first search", SC 2012).

use crate::limits::{Meter, Stats, Stop};
use crate::puzzle::{NotListed, Ranked};

use by_blocks::ByBlocks;
use by_ranks::ByRanks;

mod by_blocks;
mod by_ranks;
mod codes;
#[cfg(test)]
mod tests;

/// A layer that is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// The distance of its positions.
    pub depth: u32,
    /// How many there are.
    pub states: u64,
    /// How many there are in this layer and all before it.
    pub total: u64,
    /// Wall-clock seconds since the start.
    pub seconds: f64,
}

/// The census of a space, or as much of it as was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The number of positions at distance 0, 1, 2, ... The last is not empty.
    pub layers: Vec<u64>,
    /// Ranks of positions in the last layer, ascending: all of them, or as many as were asked for. Of a position of two states, the
    /// lesser of the farther's that are as near. Empty if the map is not whole.
    pub antipodes: Vec<u64>,
    /// What kept the map from being whole; the layers are, up to the last.
    pub stopped: Option<Stop>,
    /// What it cost; nodes are states.
    pub stats: Stats,
}

impl Map {
    /// The number of positions.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The distance of the farthest positions: God's number, if the map is whole.
    pub fn diameter(&self) -> u32 {
        (self.layers.len() as u32).saturating_sub(1)
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0u128..).zip(&self.layers).map(|(depth, &states)| depth * u128::from(states)).sum();
        sum as f64 / self.states().max(1) as f64
    }
}

/// How a space is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By blocks where the puzzle is a [shuffle](crate::puzzle::shuffle), else by ranks.
    Best,
    /// By ranks.
    Ranks,
}

/// What a map takes, known before any work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Ranks: at least the states that will be met.
    pub ranks: u64,
    /// The most bytes held.
    pub bytes: u64,
    /// Whether it is searched by blocks.
    pub by_blocks: bool,
}

/// Why there is no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmapped {
    /// The goals cannot be listed.
    #[error("{0}")]
    NotListed(#[from] NotListed),
    /// It needs more memory than it may take, or than the system gives.
    #[error("the map needs {needed} bytes of memory")]
    Memory {
        /// Bytes needed.
        needed: u64,
    },
}

/// What both ways of searching do.
trait Ground: Sync {
    /// The number of states of layer 0.
    fn first(&self) -> u64;

    /// Makes the layer after that of `depth`, and says how many states it has.
    fn advance(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Stop>;

    /// The number of positions that are new with the layer of `depth`; only for paired spaces.
    fn pairs(&self, depth: u32) -> u64;

    /// Ranks of states of the layer of `depth`, one a position, at most so many.
    fn ranks(&self, depth: u32, most: usize) -> Vec<u64>;
}

/// What a map of the puzzle takes.
pub fn size<P: Ranked>(puzzle: &P, method: Method) -> Size {
    let blocks = if method == Method::Best { by_blocks::bytes(puzzle) } else { None };
    let bytes = blocks.unwrap_or_else(|| by_ranks::bytes(puzzle));
    Size { ranks: puzzle.ranks(), bytes, by_blocks: blocks.is_some() }
}

/// Maps the space of a puzzle from its goals: counts it layer by layer, and calls `each` with every layer as it is done. At most
/// `antipodes` of the last layer are named. Uses the threads of the rayon pool it is called in.
///
/// # Errors
/// [`Unmapped`], before any work; a limit that is reached later leaves a map of fewer layers.
///
/// # Complexity
/// Every move of every state once, at most. Two bits a state; by blocks about 8 bytes for every move of every 40,320 (or 20,160)
/// states in addition, and some megabytes of tables.
///
/// ```
/// use loyd::cells::Nibbles;
/// use loyd::limits::{Limits, Meter};
/// use loyd::puzzles::sliding::Sliding;
/// use loyd::table::map::{Method, map};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let limits = Limits::default();
/// let map = map(&eight, Method::Best, 10, &mut Meter::new(&limits), &mut |_| ()).unwrap();
/// assert_eq!((map.diameter(), map.states(), map.antipodes.len()), (31, 181_440, 2));
/// assert_eq!(map.layers[..6], [1, 2, 4, 8, 16, 20]);
/// ```
pub fn map<P: Ranked>(
    puzzle: &P,
    method: Method,
    antipodes: usize,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<Map, Unmapped> {
    let goals = puzzle.goals()?;
    let size = size(puzzle, method);
    meter.grow(size.bytes).map_err(|_| Unmapped::Memory { needed: size.bytes })?;
    let map = if size.by_blocks {
        let ground = ByBlocks::new(puzzle, &goals, meter);
        ground.map(|ground| layers(puzzle, ground, antipodes, meter, each))
    } else {
        ByRanks::new(puzzle, &goals).map(|ground| layers(puzzle, ground, antipodes, meter, each))
    };
    meter.shrink(size.bytes);
    match map {
        Ok(map) => Ok(map),
        Err(Stop::Bytes) => Err(Unmapped::Memory { needed: size.bytes }),
        Err(why) => {
            let stats = Stats { seconds: meter.elapsed().as_secs_f64(), ..meter.stats };
            Ok(Map { layers: Vec::new(), antipodes: Vec::new(), stopped: Some(why), stats })
        }
    }
}

fn layers<P: Ranked>(
    puzzle: &P,
    mut ground: impl Ground,
    antipodes: usize,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Map {
    let paired = puzzle.is_paired();
    let mut map = Map { layers: Vec::new(), antipodes: Vec::new(), stopped: None, stats: Stats::default() };
    let (mut depth, mut total, mut states) = (0, 0, ground.first());
    while states > 0 {
        let positions = if paired { ground.pairs(depth) } else { states };
        // Where a position is two states, later layers may hold no new one.
        if paired && positions > 0 {
            map.antipodes = ground.ranks(depth, antipodes);
        }
        total += positions;
        map.layers.push(positions);
        if positions > 0 {
            each(&Layer { depth, states: positions, total, seconds: meter.elapsed().as_secs_f64() });
        }
        match ground.advance(depth, meter) {
            Ok(next) => states = next,
            Err(why) => {
                map.stopped = Some(why);
                map.antipodes.clear();
                break;
            }
        }
        if states == 0 && !paired {
            map.antipodes = ground.ranks(depth, antipodes);
        }
        depth += 1;
    }
    let last = map.layers.iter().rposition(|&positions| positions > 0);
    map.layers.truncate(last.map_or(0, |last| last + 1));
    map.antipodes.sort_unstable();
    meter.stats.depth = map.diameter();
    map.stats = Stats { seconds: meter.elapsed().as_secs_f64(), ..meter.stats };
    map
}
