//! Maps: the number of positions at each distance from the goals, the greatest distance, and the positions there.
//!
//! The map is a retrograde breadth-first search, layer by layer, on all cores. It takes **two bits a state** and
//! nothing else that grows with the space. Of the four values of two bits, one means that a state was not met and one
//! that its layer is done. The other two mean the current layer and the next layer, and they change roles with every
//! layer (`codes`). A thread writes only to the states that it owns. It reads other threads' states, but only bits that
//! the layer does not change, so there are no locks.
//!
//! A puzzle that only shuffles pieces is mapped without a state or a rank, by [blocks](crate::rank::blocks) of up to
//! 40,320 arrangements (`by_blocks`). Every other puzzle is mapped by ranks (`by_ranks`): from the layer to its
//! predecessors while the layer is the smaller part, and otherwise from the states not yet met to their successors (S.
//! Beamer, K. Asanovic, D. Patterson, "Direction-optimizing breadth-first search", SC 2012).
//!
//! Where moves differ in cost, a layer contains the states of one cost, and the map takes a byte a state (`by_costs`).
//! States without ranks are packed and distinguished by hashing (`by_states`), or stored as they are (`by_hash`). Both
//! maps store one state of each orbit under the [symmetries](crate::puzzle::Symmetric) of a puzzle.
//!
//! A map to a [set of positions](map_to_set) in place of the goals is a map by ranks, without symmetries.

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use web_time::{Duration, Instant};

use crate::exact::exact;
use crate::limits::{Meter, Stats, Stop, WorkPart};
use crate::puzzle::shuffle::Arranged;
use crate::puzzle::{Costs, NotListed, Notation, Ranked};
use crate::rank::blocks::BlockNumbering;
use crate::table::board::told_apart;
use crate::table::file::{FileError, Identity};

use arrangements::{Of, arranged};
use by_blocks::{ByBlocks, SharedBlocks};
use by_costs::ByCosts;
pub use by_costs::MOST_COST;
pub use by_hash::map_by_hash;
pub use by_ranks::RankSet;
use by_ranks::{ByRanks, SharedRanks};
pub use by_states::{Unranked, map_unranked, unranked};
pub use check::{Checks, MapChecked};
use check::{EdgesOf, MapCheck};
use codes::Coding;
pub use course::{BlockCourse, MapCourse, course};
pub use peers::{Effort, Lost, Parcel, Partnership, Peers, Share};
pub use status::{FoundCheckpoint, Status};
use store::folder::CheckpointRecord;
pub use store::folder::{Folder, FolderError};
pub use to_set::{SetMap, SetTask, map_to_set, may_be_mapped, set_map_bytes, solvable_ranks};

mod arrangements;
mod by_blocks;
mod by_costs;
mod by_hash;
mod by_ranks;
mod by_states;
mod check;
mod codes;
mod course;
mod orbit;
mod peers;
mod shared;
mod status;
mod store;
mod to_set;

/// Returns the bytes that a map by blocks holds when it begins, and the bytes of its tables of blocks and tables of
/// moves: for the whole map or for the part of one process. The tests compare the bytes with [`size`].
///
/// # Panics
/// If the map does not fit into memory.
#[doc(hidden)]
pub fn held_by_blocks<P: Ranked>(puzzle: &P, method: Method, share: Option<Share>) -> (u64, u64) {
    let limits = crate::limits::Limits::default();
    let (arrangements, meter) = (Of(puzzle), &mut Meter::new(&limits));
    let blocks = match share {
        Some(share) => ByBlocks::part(&arrangements, method, share, meter),
        None => {
            let first = arranged(puzzle, &puzzle.goals().expect("the goals of a puzzle with ranks are listed"));
            ByBlocks::new(&arrangements, method, &first, false, 0, None, meter)
        }
    };
    let Ok(blocks) = blocks else { panic!("the map does not fit into memory") };
    (blocks.held(), blocks.tables())
}

/// The words of one segment.
type SegmentWords = Box<[AtomicU64]>;

/// A complete layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// The distance of the layer's positions: a number of moves, or a cost where moves differ in cost.
    pub depth: u32,
    /// The number of positions in the layer.
    pub states: u64,
    /// The number of positions in this layer and all layers before it.
    pub total: u64,
    /// Wall-clock seconds since the start.
    pub seconds: f64,
}

/// The census of a space, or of the layers that were completed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapCensus {
    /// The number of positions at distance 0, 1, 2, ... The last number is not 0; earlier ones may be 0 where moves
    /// differ in cost.
    pub layers: Vec<u64>,
    /// Ranks of positions in the last layer, ascending: all, or as many as the task asks for. If a position is two
    /// states, the rank is of the nearer state, or the lesser of equally near ones. Empty if the map is not complete.
    pub antipodes: Vec<u64>,
    /// Whether every position of the last layer that is not listed has a greater rank. If that layer has many thousand
    /// positions, a map by blocks lists the positions that it finds first.
    pub are_first: bool,
    /// The limit that stopped the map before it was complete. The layers are complete, up to the last.
    pub stopped: Option<Stop>,
    /// The cost of the map; nodes are states.
    pub stats: Stats,
    /// How many positions were compared with their neighbours in this run; `None` if no position was compared.
    pub checked: Option<MapChecked>,
}

impl MapCensus {
    /// The number of positions.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The distance of the farthest positions: God's number, if the map is whole.
    pub fn diameter(&self) -> u32 {
        exact::<u32>(self.layers.len()).saturating_sub(1)
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0u128..).zip(&self.layers).map(|(depth, &states)| depth * u128::from(states)).sum();
        sum as f64 / self.states().max(1) as f64
    }
}

/// How a space is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest method. A [shuffle](crate::puzzle::shuffle) of many states is searched by blocks, every other puzzle
    /// by ranks. One state of each orbit under the symmetries is searched.
    #[default]
    Best,
    /// The method of `Best`, with symmetries however few states there are.
    Symmetric,
    /// By blocks, without symmetries, where the puzzle is a shuffle; else by ranks.
    Blocks,
    /// By ranks.
    Ranks,
}

/// The contents of a map. The default is the whole space around the goals, in memory.
#[derive(Clone, Debug)]
pub struct MapOptions<'f, S> {
    /// How the space is searched.
    pub method: Method,
    /// The start states of a map **from** positions: moves lead from them to the positions that are counted. `None`:
    /// moves lead from the positions that are counted to the goals.
    pub from: Option<Vec<S>>,
    /// The most antipodes that are listed.
    pub antipodes: usize,
    /// The folder of checkpoints of a map that is stopped, from which a later run continues.
    pub keep: Option<Keep<'f>>,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
    #[doc(hidden)]
    /// A fault, for a test: `(depth, n)`. In one of `n` words, all states enter the layer of that depth; of `n` packed
    /// states, one is never found.
    pub spoiled: Option<(u32, usize)>,
    /// The processes that make the map together, all with the same task; each has a folder of its own. `None`: this
    /// process alone. Only [`map_together`] uses it.
    pub together: Option<&'f Partnership>,
}

impl<S> Default for MapOptions<'_, S> {
    fn default() -> Self {
        MapOptions {
            method: Method::Best,
            from: None,
            antipodes: 0,
            keep: None,
            checks: Checks::Drawn,
            spoiled: None,
            together: None,
        }
    }
}

/// Where the checkpoints of a map are stored.
#[derive(Clone, Debug)]
pub struct Keep<'f> {
    /// The folder. If it contains a checkpoint of this map, the map continues from it. At the end the caller
    /// [clears](Folder::clear) the folder.
    pub folder: &'f Folder,
    /// The identity of the map: [`identity`].
    pub identity: Identity,
    /// Time between two checkpoints. When a limit is reached, a checkpoint is written in any case.
    pub every: Option<Duration>,
    /// The most bytes that the process may hold; the rest is in the folder. `None`: the process holds the whole map.
    pub memory: Option<u64>,
}

/// The memory and disk space of a map, computed before any work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapSize {
    /// The number of ranks: at least the number of states that will be met.
    pub ranks: u64,
    /// The most bytes held.
    pub bytes: u64,
    /// The fewest bytes that suffice where the rest may be in a folder.
    pub least: u64,
    /// Bytes of a segment, the unit in which files are read and written.
    pub segment: u64,
    /// The most bytes of the folder, if the map has one.
    pub disk: u64,
    /// Whether the space is searched by blocks.
    pub by_blocks: bool,
    /// Whether the space is searched by cost.
    pub by_costs: bool,
    /// The number of symmetries: at most this many states form an orbit, of which one is searched.
    pub symmetries: u64,
}

/// Why there is no map.
#[derive(Debug, thiserror::Error)]
pub enum Unmapped {
    /// The goals cannot be listed.
    #[error("{0}")]
    NotListed(#[from] NotListed),
    /// The map needs more memory than it may take, or than the system provides.
    #[error("the map needs {needed} bytes of memory")]
    Memory {
        /// Bytes needed.
        needed: u64,
    },
    /// A move costs more than `MOST_COST`.
    #[error("expected moves that cost at most {MOST_COST}, found a move that costs {0}")]
    Dear(u32),
    /// A map of states that are not packed is made in memory.
    #[error("the states are not packed, so the map must be made in memory, without a folder")]
    InMemory,
    /// The space cannot be mapped to a set of positions.
    #[error("a map to a set of positions is not made where {0}")]
    ToSet(&'static str),
    /// A map by cost cannot be made by several processes.
    #[error("the moves differ in cost, and several processes cannot make a map by cost")]
    CostsApart,
    /// The folder cannot be used. The layers that were reported are right, and the last checkpoint is unchanged.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// The table could not be written. All layers were reported.
    #[error("{0}")]
    Table(FileError),
    /// Another process of this map is lost. The layers that were reported are right.
    #[error("{0}")]
    Lost(#[from] Lost),
    /// The map disagrees with the moves of the puzzle: a fault of this library, or of the rules of the puzzle.
    #[error("the map disagrees with the moves: {0}; this is a bug in loyd or in the rules of the puzzle")]
    Wrong(String),
}

/// Why a layer could not be made.
#[derive(Debug)]
enum Halt {
    Stop(Stop),
    Folder(FolderError),
    Table(FileError),
    Lost(Lost),
    /// The map disagrees with the moves of the puzzle; the text describes how.
    Wrong(String),
}

impl From<Lost> for Halt {
    fn from(why: Lost) -> Halt {
        Halt::Lost(why)
    }
}

impl From<Stop> for Halt {
    fn from(why: Stop) -> Halt {
        Halt::Stop(why)
    }
}

impl From<FolderError> for Halt {
    fn from(why: FolderError) -> Halt {
        Halt::Folder(why)
    }
}

/// The progress of a layer.
enum Advance {
    /// The layer is complete, and has this number of states.
    Whole(u64),
    /// A checkpoint is due.
    Due,
}

/// The farthest positions found so far.
#[derive(Debug, Default)]
struct Farthest {
    /// The ranks of the positions, ascending, at most as many as the task asks for.
    ranks: Vec<u64>,
    /// Whether every position that is not listed has a greater rank.
    are_first: bool,
}

/// States of a layer that are listed, even if the task asks for fewer, so that the first states by rank are known.
const LISTED: usize = 1 << 16;

/// The number of states that are listed where the memory does not suffice for longer lists.
const FEW_LISTED: usize = 1 << 10;

/// The operations that every method of searching a space provides.
trait Ground<'f>: Sync {
    /// The number of states of layer 0.
    fn first(&self) -> u64;

    /// Makes the layer after the layer of `depth`, or continues it: a pause or a stop keeps the work done so far.
    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt>;

    /// Compares positions with their neighbours when the layer of `depth`, which has `_states` states, is complete. A
    /// position that cannot be looked up is not compared.
    fn check(&mut self, _depth: u32, _states: u64, _check: &mut MapCheck, _meter: &mut Meter<'_>) -> Result<(), Halt> {
        Ok(())
    }

    /// For a test: in one of `each` words, enters all states not met into the layer of `depth`, which is complete.
    fn spoil(&mut self, _depth: u32, _each: usize) {}

    /// Whether a layer without states is the last. Where moves differ in cost, an empty layer may come before others.
    fn is_over(&self) -> bool {
        true
    }

    /// The number of counted positions that are new in the layer of `depth`. Only a map that counts fewer positions
    /// than states calls it.
    fn positions(&mut self, depth: u32) -> Result<u64, Halt>;

    /// States of the layer of `depth`, one for each position; `positions` is the number of positions in the layer.
    fn farthest(&mut self, depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt>;

    /// Writes a checkpoint, if the map has a folder.
    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt>;

    /// Loads the last checkpoint, if there is one, and returns its record.
    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt>;

    /// Ends a complete map.
    fn finish(&mut self) -> Result<(), Halt> {
        Ok(())
    }

    /// All data, besides the words, that the search needs to continue.
    fn notes(&self) -> Vec<u64>;

    /// Continues from these notes; `None` if they are not notes of this kind of search.
    fn recall(&mut self, notes: &[u64]) -> Option<()>;

    /// Passes all words to `take`, in the order of the states. Afterwards, words that are in no file are lost.
    fn hand_over(&mut self, take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt>;
}

/// The memory and disk space of a map. `forwards`: distances are counted from some states, not to the goals.
pub fn size<P: Ranked>(puzzle: &P, method: Method, forwards: bool) -> MapSize {
    share_size(puzzle, method, forwards, Share::WHOLE)
}

/// The memory and disk space that one process's part of such a map takes, without the buffers for other processes.
pub fn share_size<P: Ranked>(puzzle: &P, method: Method, forwards: bool, share: Share) -> MapSize {
    if puzzle.costs().is_some() {
        return by_costs::size(puzzle.ranks());
    }
    by_blocks::size(&Of(puzzle), method, forwards, share)
        .unwrap_or_else(|| by_ranks::size(puzzle, method, forwards, share))
}

/// How the states of a puzzle are ordered by blocks, if the words of a map by [`Method::Blocks`] are a table of two
/// bits a state ([`tabulate`]).
pub fn table_blocks<P: Ranked>(puzzle: &P) -> Option<BlockNumbering> {
    by_blocks::blocks_of_table(&Of(puzzle))
}

/// The mean number of moves of a state, and whether the figure is exact. It is exact where every rank is solvable, and
/// the puzzle is a [shuffle](crate::puzzle::shuffle) or has few states; otherwise it comes from a sample of all ranks.
pub fn moves<P: Ranked>(puzzle: &P) -> (f64, bool) {
    /// Up to this number of ranks, all states are counted.
    const FEW: u64 = 1 << 17;
    const SAMPLE: u64 = 1 << 12;
    if let Some(shuffle) = puzzle.arranged().map(|arranged| arranged.shuffle()) {
        return (shuffle.mean_moves(), puzzle.is_every_rank_solvable());
    }
    let ranks = puzzle.ranks();
    let sample = if ranks <= FEW { ranks } else { SAMPLE };
    let mut moves = 0u64;
    // The sample is spread by the golden ratio, because equal steps would keep time with the digits of the ranks.
    let spread = |part: u64| {
        let fraction = part.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(fraction) * u128::from(ranks)) >> 64) as u64
    };
    let rank = |part: u64| if sample == ranks { part } else { spread(part) };
    // At most 2^17 states with 256 moves each.
    (0..sample).for_each(|part| puzzle.children(rank(part), &mut |_, _| moves = moves.wrapping_add(1)));
    (moves as f64 / sample as f64, sample == ranks && puzzle.is_every_rank_solvable())
}

/// The identity of a map: the puzzle's id, the goal, and the start position, if the map counts from a position.
///
/// A board from a file is identified by its shape, because the file may change.
pub fn identity<P: Ranked + Notation>(
    puzzle: &P,
    id: &str,
    from: Option<&str>,
    method: Method,
    share: Share,
) -> Identity {
    let order = if cfg!(target_endian = "big") { "big-endian" } else { "little-endian" };
    let size = share_size(puzzle, method, from.is_some(), share);
    let coding = by_blocks::coding(&Of(puzzle), share);
    let (layout, encoding) = match (size.by_blocks, size.symmetries) {
        (false, _) if size.by_costs => ("cost/1".to_string(), by_costs::ENCODING),
        (false, 1) => ("rank/1".to_string(), Coding::Lanes.name()),
        (false, symmetries) => (format!("rank-folded/1 by {symmetries} symmetries"), Coding::Lanes.name()),
        // The second version lists states as they are found.
        (true, 1) => ("blocks/2".to_string(), coding.name()),
        (true, symmetries) => (format!("blocks/2 by {symmetries} symmetries"), coding.name()),
    };
    let from = from.map(|from| ("from".to_string(), from.to_string()));
    let board = told_apart(puzzle, id);
    Identity {
        puzzle: id.into(),
        goal: puzzle.write_goal(),
        // The number of processes is left out, because any number of processes can continue a shared map.
        kind: if !share.is_shared { "map" } else { "shared map" }.into(),
        layout,
        parameters: from.into_iter().chain(board).chain([("order".to_string(), order.to_string())]).collect(),
        entries: puzzle.ranks(),
        encoding: encoding.into(),
    }
}

/// Maps the space of a puzzle: counts it layer by layer, and calls `each` with every layer as it is completed. A map
/// with a folder begins at its last checkpoint, and reports the layers before it first. The map uses the threads of the
/// rayon pool in which it is called, and three more for files.
///
/// # Errors
/// [`Unmapped`], before any work. A limit that is reached later leads to a map of fewer layers. A folder can fail at
/// any time.
///
/// # Panics
/// If several processes are to make the map: [`map_together`] does that.
///
/// # Complexity
/// Makes every move of every state at most once. Takes two bits a state; by blocks, also about 8 bytes for every move
/// of every 40,320 (or 20,160) states, and some megabytes of tables. Where the process does not hold all segments,
/// every layer reads and writes once the part of the space that it touches.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_core::table::map::{MapOptions, map};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let limits = Limits::default();
/// let task = MapOptions { antipodes: 10, ..MapOptions::default() };
/// let map = map(&eight, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
/// assert_eq!((map.diameter(), map.states(), map.antipodes.len()), (31, 181_440, 2));
/// assert_eq!(map.layers[..6], [1, 2, 4, 8, 16, 20]);
/// ```
pub fn map<P: Ranked>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<MapCensus, Unmapped> {
    draw::<P, false>(puzzle, task, meter, each, None)
}

/// Maps like [`map`], by the processes of [`MapOptions::together`]. It is a separate function, because it is compiled
/// for every puzzle, and a program that maps by one process only need not contain it.
///
/// # Errors
/// [`Unmapped`].
pub fn map_together<P: Ranked>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<MapCensus, Unmapped> {
    draw::<P, true>(puzzle, task, meter, each, None)
}

/// Receives a table of two bits a state, as soon as the number of states at each depth is known.
pub trait TableTaker: Send {
    /// Receives the number of states at each depth.
    ///
    /// # Errors
    /// The error of the system.
    fn begin(&mut self, layers: &[u64]) -> Result<(), FileError>;

    /// Receives the next words: for each block its first plane, then its second plane.
    ///
    /// # Errors
    /// The error of the system.
    fn take(&mut self, words: &[AtomicU64]) -> Result<(), FileError>;
}

/// Maps like [`map`], by [`Method::Blocks`], and passes the words of a complete map to `taker`. The words are a table
/// of the [`Planes`](crate::table::distance::Encoding) of all blocks.
///
/// # Errors
/// [`Unmapped`].
///
/// # Panics
/// If there is no such table: if [`table_blocks`] returns `None`, or if the map counts from a position.
pub fn tabulate<P: Ranked>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
    taker: &mut dyn TableTaker,
) -> Result<MapCensus, Unmapped> {
    assert!(task.from.is_none() && table_blocks(puzzle).is_some(), "the words of this map are no table");
    draw::<P, false>(puzzle, &MapOptions { method: Method::Blocks, ..task.clone() }, meter, each, Some(taker))
}

/// The states of one layer of a space for which [`table_blocks`] returns blocks. Each entry of such a table has one
/// bit, 64 a word, the first the lowest. The result is empty if no state is at this depth. The threads of the rayon
/// pool are used in which the function is called.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// A map up to that layer, and a bit a state.
pub fn layer<P: Ranked>(puzzle: &P, depth: u32, meter: &mut Meter<'_>) -> Result<Vec<u64>, Stop> {
    let bytes = size(puzzle, Method::Blocks, false).bytes;
    meter.grow(bytes)?;
    let arrangements = Of(puzzle);
    let layer = ByBlocks::layer(&arrangements, depth, meter);
    meter.shrink(bytes);
    let layer = layer.map_err(|halt| if let Halt::Stop(why) = halt { why } else { Stop::Bytes })?;
    meter.grow(layer.len() as u64 * size_of::<u64>() as u64)?;
    Ok(layer)
}

fn draw<P: Ranked, const TOGETHER: bool>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
    taker: Option<&mut dyn TableTaker>,
) -> Result<MapCensus, Unmapped> {
    let first = match &task.from {
        Some(from) => from.clone(),
        None => puzzle.goals()?,
    };
    let forwards = task.from.is_some();
    assert!(TOGETHER || task.together.is_none(), "a map by several processes is drawn by `map_together`");
    let dearest = puzzle.costs().map(Costs::greatest);
    match dearest {
        Some(_) if task.together.is_some() => return Err(Unmapped::CostsApart),
        Some(dearest) if dearest > MOST_COST => return Err(Unmapped::Dear(dearest)),
        _ => {}
    }
    let share = task.together.map_or(Share::WHOLE, Partnership::share);
    let size = share_size(puzzle, task.method, forwards, share);
    let (needed, bytes) = match task.keep.as_ref().and_then(|keep| keep.memory) {
        // A small space takes less than what two of its segments and their checkpoint would.
        Some(memory) => (size.least.min(size.bytes), size.bytes.min(memory)),
        None => (size.bytes, size.bytes),
    };
    // The buffers for parcels to and from other processes.
    let under_way = task.together.map_or(0, Partnership::under_way);
    let (needed, bytes) = (needed + under_way, bytes + under_way);
    if bytes < needed || meter.grow(bytes).is_err() {
        return Err(Unmapped::Memory { needed });
    }
    let keep = task.keep.as_ref();
    let arrangements = Of(puzzle);
    let edges = EdgesOf(puzzle);
    let making = || MapProgress::new(puzzle.is_paired(), task, Some(size.ranks));
    let mut held = bytes;
    // Where moves only arrange pieces, a map from a position meets every rank; else the number is unknown.
    let all = (!forwards || puzzle.arranged().is_some()).then_some(size.ranks);
    let map = meter.work(WorkPart::new("map", 1, 1, all), |meter| {
        if let (Some(costs), Some(dearest)) = (puzzle.costs(), dearest) {
            let first: Vec<u64> = first.iter().map(|state| puzzle.rank(state)).collect();
            let ground = ByCosts::new((costs.on_ranks(), &edges), size.ranks, dearest, &first, forwards, keep);
            return ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker));
        }
        if TOGETHER && let (false, Some(together)) = (size.by_blocks, task.together) {
            let ground = SharedRanks::new(puzzle, &first, forwards, together, keep);
            return ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker));
        }
        if !size.by_blocks {
            let ranks: Vec<u64> = first.iter().map(|state| puzzle.rank(state)).collect();
            if let Some(fold) = by_ranks::fold(puzzle, task.method, forwards, share) {
                let ground = ByRanks::new(fold, &edges, &ranks, forwards, keep);
                return ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker));
            }
            let ground = ByRanks::new(by_ranks::Whole(puzzle), &edges, &ranks, forwards, keep);
            return ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker));
        }
        let first = arranged(puzzle, &first);
        let mut listed = task.antipodes.max(LISTED).min(usize::try_from(size.ranks).unwrap_or(usize::MAX));
        // One list for this layer and one for the next.
        let lists = 2 * listed as u64 * size_of::<u64>() as u64;
        match meter.grow(lists) {
            Ok(()) => held += lists,
            Err(_) => listed = task.antipodes.min(FEW_LISTED),
        }
        if TOGETHER && let Some(together) = task.together {
            let start = (task.method, &first[..], forwards);
            let ground = SharedBlocks::new(&arrangements, start, listed, together, keep, meter);
            return ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker));
        }
        let ground = ByBlocks::new(&arrangements, task.method, &first, forwards, listed, keep, meter);
        ground.and_then(|mut ground| layers(making(), &mut ground, keep, meter, each, taker))
    });
    meter.shrink(held);
    ended(map, size.bytes, meter)
}

/// Returns the map, or the reason why it was not made. `needed` is the number of bytes that the map needs.
fn ended(map: Result<MapCensus, Halt>, needed: u64, meter: &Meter<'_>) -> Result<MapCensus, Unmapped> {
    match map {
        Ok(map) => Ok(map),
        Err(Halt::Stop(Stop::Bytes)) => Err(Unmapped::Memory { needed }),
        Err(Halt::Folder(why)) => Err(why.into()),
        Err(Halt::Table(why)) => Err(Unmapped::Table(why)),
        Err(Halt::Lost(why)) => Err(why.into()),
        Err(Halt::Wrong(what)) => Err(Unmapped::Wrong(what)),
        Err(Halt::Stop(why)) => {
            let stats = Stats { seconds: meter.elapsed().as_secs_f64(), ..meter.stats };
            Ok(MapCensus {
                layers: Vec::new(),
                antipodes: Vec::new(),
                are_first: false,
                stopped: Some(why),
                stats,
                checked: None,
            })
        }
    }
}

/// The layers completed so far, and the callback that receives each of them.
struct LayerCensus<'e> {
    layers: Vec<u64>,
    total: u64,
    /// The time at the end of each layer, and the time of work before this run.
    times: Vec<Duration>,
    before: Duration,
    farthest: Farthest,
    each: &'e mut (dyn FnMut(&Layer) + Send),
}

impl LayerCensus<'_> {
    fn add(&mut self, positions: u64, time: Duration) {
        let depth = exact::<u32>(self.layers.len());
        self.layers.push(positions);
        self.times.push(time);
        self.total += positions;
        // Where two states are one position, a layer may contain no new position although a later one does.
        if positions > 0 {
            (self.each)(&Layer { depth, states: positions, total: self.total, seconds: time.as_secs_f64() });
        }
    }

    fn record(&self, now: Duration, notes: Vec<u64>) -> CheckpointRecord {
        let microseconds = |time: &Duration| exact::<u64>(time.as_micros());
        CheckpointRecord {
            layers: self.layers.clone(),
            times: self.times.iter().chain([&now]).map(microseconds).collect(),
            antipodes: self.farthest.ranks.clone(),
            notes,
            ..CheckpointRecord::default()
        }
    }
}

/// The state of a map between layers, besides the ground.
struct MapProgress {
    /// Whether a layer may count fewer positions than it has states, because two states are one position, or because
    /// only [some positions](to_set) are counted.
    selects: bool,
    /// The number of positions after which the map is complete; `None`: when no layer is left.
    wanted: Option<u64>,
    /// The most antipodes that are listed.
    antipodes: usize,
    check: MapCheck,
    spoiled: Option<(u32, usize)>,
}

impl MapProgress {
    /// The state at the beginning of a map for a task. `ranks` is the number of ranks of the space, if it is known.
    fn new<S>(selects: bool, task: &MapOptions<'_, S>, ranks: Option<u64>) -> Self {
        let (antipodes, spoiled) = (task.antipodes, task.spoiled);
        MapProgress { selects, wanted: None, antipodes, check: MapCheck::new(task, ranks), spoiled }
    }

    /// Compares positions with their neighbours when the layer of `depth` is complete, after the fault of a test.
    fn check(
        &mut self,
        ground: &mut dyn Ground<'_>,
        depth: u32,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        if let Some((_, each)) = self.spoiled.filter(|(layer, _)| *layer == depth) {
            ground.spoil(depth, each);
        }
        match ground.check(depth, states, &mut self.check, meter) {
            // The layer is complete, so the map stops at the next look at the limits instead.
            Err(Halt::Stop(_)) => self.check.checked.all = false,
            checked => checked?,
        }
        Ok(())
    }
}

/// Makes layer after layer. The function is not generic, so it is compiled once for all puzzles.
fn layers<'f>(
    mut making: MapProgress,
    ground: &mut dyn Ground<'f>,
    keep: Option<&Keep<'f>>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
    taker: Option<&mut dyn TableTaker>,
) -> Result<MapCensus, Halt> {
    let (selects, wanted, most) = (making.selects, making.wanted, making.antipodes);
    let (layers, times, farthest) = Default::default();
    let mut census = LayerCensus { layers, total: 0, times, before: Duration::ZERO, farthest, each };
    let last = meter.limits().cost;
    let most_layers = last.map_or(usize::MAX, |last| exact::<usize>(last.amount()).saturating_add(1));
    let mut is_beyond = false;
    if let Some(mut record) = ground.restore()? {
        let folder = keep.map_or_else(Default::default, |keep| keep.folder.path().to_path_buf());
        let why = "the checkpoint does not record the progress of the map";
        let mixed = || FolderError::Mixed { path: folder, why: why.into() };
        if record.layers.is_empty() || record.times.len() != record.layers.len() + 1 {
            return Err(mixed().into());
        }
        ground.recall(&record.notes).ok_or_else(mixed)?;
        // A checkpoint may have more layers than this task asks for. They are not a part of its answer.
        is_beyond = record.layers.len() > most_layers;
        record.layers.truncate(most_layers);
        let now = if is_beyond { record.times[most_layers - 1] } else { record.times[record.layers.len()] };
        // Another run compared the layers so far, perhaps only some of their positions.
        making.check.checked.all = false;
        census.before = Duration::from_micros(now);
        let counted = record.layers.iter().sum::<u64>();
        meter.was_done(if selects { 2 * counted } else { counted });
        let whole = record.layers.iter().zip(&record.times);
        whole.for_each(|(&positions, &time)| census.add(positions, Duration::from_micros(time)));
        let positions = record.layers.iter().rfind(|&&positions| positions > 0).copied().unwrap_or(0);
        let are_first = record.antipodes.len() as u64 == positions;
        census.farthest = Farthest { ranks: record.antipodes, are_first };
    } else if ground.first() > 0 {
        let first = ground.first();
        making.check(ground, 0, first, meter)?;
        let positions = if selects { ground.positions(0)? } else { ground.first() };
        if selects {
            census.farthest = ground.farthest(0, positions, most)?;
        }
        census.add(positions, meter.elapsed());
    }
    let saved = Cell::new(Instant::now());
    let every = keep.and_then(|keep| keep.every);
    let is_due = || every.is_some_and(|every| saved.get().elapsed() >= every);
    let mut stopped = None;
    while let Some(depth) = census.layers.len().checked_sub(1).map(exact::<u32>) {
        if wanted == Some(census.total) {
            break;
        }
        if census.layers.len() >= most_layers {
            // The task asks for this map, so there is a checkpoint only if they are written at intervals.
            if every.is_some() && !is_beyond {
                ground.checkpoint(census.record(census.before + meter.elapsed(), ground.notes()))?;
            }
            stopped = last.map(Stop::beyond);
            break;
        }
        let states = match ground.advance(depth, &is_due, meter) {
            Ok(Advance::Whole(states)) => states,
            paused => {
                let why = match paused {
                    Err(Halt::Stop(why)) => Some(why),
                    Err(halt) => return Err(halt),
                    Ok(_) => None,
                };
                let record = census.record(census.before + meter.elapsed(), ground.notes());
                ground.checkpoint(record)?;
                saved.set(Instant::now());
                stopped = why;
                if stopped.is_some() {
                    break;
                }
                continue;
            }
        };
        making.check(ground, depth + 1, states, meter)?;
        if states == 0 && ground.is_over() {
            if !selects {
                let positions = census.layers.last().copied().unwrap_or(0);
                census.farthest = ground.farthest(depth, positions, most)?;
            }
            break;
        }
        let positions = if selects { ground.positions(depth + 1)? } else { states };
        if selects && positions > 0 {
            census.farthest = ground.farthest(depth + 1, positions, most)?;
        }
        census.add(positions, census.before + meter.elapsed());
    }
    let LayerCensus { mut layers, total, farthest: Farthest { ranks: mut antipodes, mut are_first }, before, .. } =
        census;
    let last = layers.iter().rposition(|&positions| positions > 0);
    layers.truncate(last.map_or(0, |last| last + 1));
    if stopped.is_some() {
        antipodes.clear();
        are_first = false;
        making.check.checked.all = false;
    }
    if let (Some(taker), None) = (taker, stopped) {
        taker.begin(&layers).map_err(Halt::Table)?;
        ground.hand_over(&mut |words| taker.take(words).map_err(Halt::Table))?;
    }
    if stopped.is_none() {
        ground.finish()?;
    }
    meter.stats.depth = exact::<u32>(layers.len()).saturating_sub(1);
    let stats = Stats { seconds: (before + meter.elapsed()).as_secs_f64(), ..meter.stats };
    // Two states of one position, and a layer that looks like an earlier one, are compared on their own.
    let MapChecked { positions, .. } = making.check.checked;
    let checked = MapChecked { positions: positions.min(total), ..making.check.checked };
    let checked = Some(checked).filter(|checked| checked.positions > 0);
    Ok(MapCensus { layers, antipodes, are_first, stopped, stats, checked })
}
