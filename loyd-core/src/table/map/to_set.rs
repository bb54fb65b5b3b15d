//! Maps to a set of positions: the distance of every position to the nearest position of the set.
//!
//! The map is a map by ranks whose layer 0 is the set. It is not folded by symmetries, because a set need not be
//! symmetric. While layers are made, distances modulo 3 are kept in two more bits for each rank, so that at the end a
//! shortest path leads down from a farthest position without a second search.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::by_ranks::{self, ByRanks, RankSet, SetRecord, Thirds, Whole};
use super::check::{Checks, EdgesOf};
use super::{Advance, Ground, Halt, Layer, MapCensus, MapOptions, MapProgress, Method, Share, Unmapped, ended, layers};
use crate::exact::exact;
use crate::limits::{Meter, Stop, WorkPart};
use crate::puzzle::Ranked;

/// The most ranks of unreached positions that a map lists.
const UNREACHED: usize = 100;

/// The contents of a map to a set.
#[derive(Clone, Copy, Debug)]
pub struct SetTask<'s> {
    /// The positions at distance 0.
    pub goals: &'s RankSet,
    /// The positions that are counted. `None`: all positions of the space.
    pub starts: Option<&'s RankSet>,
    /// The most antipodes that are listed.
    pub antipodes: usize,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
}

/// A map to a set.
#[derive(Clone, Debug)]
pub struct SetMap {
    /// The census of the counted positions. The antipodes are the farthest counted positions.
    pub census: MapCensus,
    /// The number of counted positions from which no moves lead to the set; `None` if the map is not complete.
    pub unreached: Option<u64>,
    /// The least ranks of these positions, at most 100.
    pub unreached_ranks: Vec<u64>,
    /// The ranks on a shortest path from the first antipode to the set, both ends included. Empty if no counted
    /// position reaches the set, or if the map is not complete.
    pub path: Vec<u64>,
}

/// The most bytes that a map to a set holds, its sets included. `has_starts`: only some positions are counted.
pub fn set_map_bytes(ranks: u64, has_starts: bool) -> u64 {
    let sets = if has_starts { 2 } else { 1 };
    RankSet::bytes(ranks).saturating_mul(sets + Thirds::PLANES + by_ranks::PLANES)
}

/// The ranks of the states from which moves lead to the goals: the positions that a map counts. `None`: all ranks.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// Follows every move back from every position at most once; three bits for each rank, of which one is kept.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::table::map::solvable_ranks;
/// use loyd_puzzles::swap::Swap;
/// // In a single row, only the goal, which is two states, and three states beside it are solvable.
/// let row = Swap::<Nibbles>::rectangle(1, 4).unwrap();
/// # use loyd_core::puzzle::Puzzle;
/// let limits = Limits::default();
/// let ranks = solvable_ranks(&row, &row.goals().unwrap(), &mut Meter::new(&limits)).unwrap();
/// assert_eq!(ranks.map(|ranks| ranks.len()), Some(5));
/// ```
pub fn solvable_ranks<P: Ranked>(
    puzzle: &P,
    goals: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<Option<RankSet>, Stop> {
    if puzzle.is_every_rank_solvable() {
        return Ok(None);
    }
    let bytes = by_ranks::size(puzzle, Method::Ranks, false, Share::WHOLE).bytes;
    let goals: Vec<u64> = goals.iter().map(|goal| puzzle.rank(goal)).collect();
    meter.grow(bytes)?;
    let found = meter.work(WorkPart::new("positions", 1, 1, Some(puzzle.ranks())), |meter| {
        let edges = EdgesOf(puzzle);
        let mut ground = ByRanks::new(Whole(puzzle), &edges, &goals, false, None)?;
        let mut depth = 0;
        while !matches!(ground.advance(depth, &|| false, meter)?, Advance::Whole(0)) {
            depth += 1;
        }
        let ranks = RankSet::empty(puzzle.ranks(), meter)?;
        ground.add_met(&ranks)?;
        Ok(ranks)
    });
    meter.shrink(bytes);
    found.map(Some).map_err(|halt| if let Halt::Stop(why) = halt { why } else { Stop::Bytes })
}

/// Maps the space of a puzzle to a set: counts the positions at each distance from the nearest position of the set,
/// layer by layer, and calls `each` with every layer that contains a counted position. Moves lead from the counted
/// positions to the set. The map ends when all counted positions were met.
///
/// # Errors
/// [`Unmapped`], before any work: for the reasons of [`map`](super::map), if moves differ in cost, or if two states are
/// one position. A limit that is reached later leads to a census of fewer layers.
///
/// # Panics
/// If the sets are of another space.
///
/// # Complexity
/// Makes every move of every state at most once; four bits for each rank besides the sets.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Ranked;
/// use loyd_core::table::map::{Checks, RankSet, SetTask, map_to_set};
/// use loyd_puzzles::sliding::Sliding;
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let limits = Limits::default();
/// let mut meter = Meter::new(&limits);
/// // The blank is in its corner.
/// let goals = RankSet::empty(eight.ranks(), &mut meter).unwrap();
/// let blank = |rank: u64| eight.moves(&eight.unrank(rank)) == eight.moves(&eight.unrank(eight.rank(&eight.goal())));
/// # use loyd_core::puzzle::Puzzle;
/// goals.insert_where(&blank, &mut meter).unwrap();
/// let task = SetTask { goals: &goals, starts: None, antipodes: 1, checks: Checks::Drawn };
/// let map = map_to_set(&eight, &task, &mut meter, &mut |_| ()).unwrap();
/// assert_eq!(map.census.layers, [20_160, 40_320, 60_480, 40_320, 20_160]);
/// assert_eq!((map.unreached, map.path.len()), (Some(0), 5));
/// ```
pub fn map_to_set<P: Ranked>(
    puzzle: &P,
    task: &SetTask<'_>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<SetMap, Unmapped> {
    may_be_mapped(puzzle)?;
    let ranks = puzzle.ranks();
    let sets = [Some(task.goals), task.starts];
    assert!(sets.into_iter().flatten().all(|set| set.ranks() == ranks), "the sets are of another space");
    let (size, before) = (by_ranks::size(puzzle, Method::Ranks, false, Share::WHOLE), meter.held());
    let needed = set_map_bytes(ranks, task.starts.is_some());
    let Ok(thirds) = meter.grow(size.bytes).and_then(|()| Thirds::new(ranks, meter)) else {
        return Err(Unmapped::Memory { needed });
    };
    let options: MapOptions<'_, P::State> =
        MapOptions { antipodes: task.antipodes.max(1), checks: task.checks, ..MapOptions::default() };
    let wanted = task.starts.map(RankSet::len);
    let making = MapProgress { selects: wanted.is_some(), wanted, ..MapProgress::new(false, &options, Some(ranks)) };
    let (edges, record) = (EdgesOf(puzzle), SetRecord::new(task.starts, thirds));
    let (mut unmet, mut thirds) = (None, None);
    let census = meter.work(WorkPart::new("map", 1, 1, Some(ranks)), |meter| {
        let mut ground = ByRanks::to_set(Whole(puzzle), &edges, task.goals, record)?;
        let census = layers(making, &mut ground, None, meter, each, None)?;
        unmet = census.stopped.is_none().then(|| ground.unmet(UNREACHED)).transpose()?;
        thirds = ground.into_record().map(SetRecord::into_thirds);
        Ok(census)
    });
    let mut census = ended(census, needed, meter)?;
    let path = match (census.antipodes.first(), &thirds) {
        (Some(&first), Some(thirds)) => path(puzzle, (task.goals, thirds), first, census.diameter(), meter),
        _ => Ok(Some(Vec::new())),
    };
    meter.shrink(meter.held().saturating_sub(before));
    match path {
        Ok(Some(path)) => {
            let (unreached, unreached_ranks) =
                unmet.map_or((None, Vec::new()), |(number, ranks)| (Some(number), ranks));
            Ok(SetMap { census, unreached, unreached_ranks, path })
        }
        Ok(None) => Err(Unmapped::Wrong("no path leads from a farthest position to the set".into())),
        Err(why) => {
            census.antipodes.clear();
            census.are_first = false;
            census.stopped = Some(why);
            Ok(SetMap { census, unreached: None, unreached_ranks: Vec::new(), path: Vec::new() })
        }
    }
}

/// Makes sure that the space of a puzzle can be mapped to a set.
///
/// # Errors
/// [`Unmapped::ToSet`] if moves differ in cost, if two states are one position, or if parents are not known.
pub fn may_be_mapped<P: Ranked>(puzzle: &P) -> Result<(), Unmapped> {
    match puzzle.costs() {
        Some(_) => Err(Unmapped::ToSet("the moves differ in cost")),
        None if puzzle.is_paired() => Err(Unmapped::ToSet("a position is two states")),
        None if !puzzle.knows_parents() => Err(Unmapped::ToSet("moves cannot be followed back")),
        None => Ok(()),
    }
}

/// A shortest path from a rank at this distance to the goals, by the first move in the order of moves wherever several
/// moves lead nearer. `None` if the distances have no such path.
///
/// The search goes depth first along children whose distance modulo 3 is one less. If moves cannot be taken back, such
/// a child may be farther than the number of moves that are left. The search then turns back at this child, but it may
/// need the child later, with more moves left. So the search visits each pair of a rank and a number of moves left
/// once.
fn path<P: Ranked>(
    puzzle: &P,
    (goals, thirds): (&RankSet, &Thirds),
    from: u64,
    distance: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u64>>, Stop> {
    let mut met: HashSet<(u64, u32), FxBuildHasher> = HashSet::default();
    let nearer = |rank: u64, distance: u32| {
        let mut nearer = Vec::new();
        if let Some(distance) = distance.checked_sub(1) {
            let mut keep = |child: u64, order: u32| {
                if thirds.is_like(child, distance) {
                    nearer.push((order, child));
                }
            };
            puzzle.children(rank, &mut keep);
        }
        // The last is tried first.
        nearer.sort_unstable_by(|one, other| other.cmp(one));
        nearer
    };
    let (mut path, mut open) = (vec![from], vec![nearer(from, distance)]);
    loop {
        let left = distance - exact::<u32>(path.len() - 1);
        if left == 0 && path.last().is_some_and(|&rank| goals.contains(rank)) {
            return Ok(Some(path));
        }
        match open.last_mut().and_then(Vec::pop) {
            Some((_, child)) => {
                if met.insert((child, left)) {
                    if met.len().is_multiple_of(LOOK_EVERY) {
                        meter.grow((LOOK_EVERY * PATH_BYTES) as u64)?;
                        meter.watch(distance)?;
                    }
                    path.push(child);
                    open.push(nearer(child, left - 1));
                }
            }
            None => {
                open.pop();
                path.pop();
                if path.is_empty() {
                    return Ok(None);
                }
            }
        }
    }
}

/// The number of visits between two looks at the limits.
const LOOK_EVERY: usize = 1 << 12;

/// About the bytes that are kept for a visit.
const PATH_BYTES: usize = 32;
