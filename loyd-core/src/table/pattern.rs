//! Pattern databases: a lower bound on the distance for every placement of some pieces, four bits each.
//!
//! A retrograde search goes layer by layer over the blocks of a pattern. A block is `k!` placements, one bit each. A
//! move takes a whole block to another, either unchanged or through one small table of sixteen-bit numbers. A thread
//! owns the blocks that it fills and pulls from the blocks of the last layer, so there are no locks, and the kilobytes
//! that it works on stay in its nearest cache. Memory holds the entries, half a byte each, three bits for each state,
//! and moves of blocks.
//!
//! Source of the databases: J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998;
//! of additive ones: R. E. Korf and A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002.

use rayon::prelude::*;

use crate::exact::exact;
use crate::limits::{Meter, Stop, Watch};
use crate::puzzle::pattern::{BlockStep, Blocked, MOST_ENTRY, PatternShape, PatternSpace};
use crate::table::threads::ready;

mod order;
mod product;

/// The number of sets of cells that one thread fills at a time; even, so that their entries begin with a byte.
const GROUP: usize = 32;

/// The number of groups between two checks of the limits.
const BATCH: usize = 256;

/// The number of bytes that everything else may need while a table is built.
const SPARE: usize = 16 << 20;

/// The data of a retrograde search over the blocks of a pattern.
struct PatternSearch<'p, P> {
    pattern: &'p P,
    /// The number of the first block of each set, and then the number of all blocks.
    first: Vec<u32>,
    /// The number of words of a block.
    words: usize,
    /// The states of the last layer, whether each block has any of them, and the same for the next layer.
    frontier: Vec<u64>,
    active: Vec<bool>,
    next: Vec<u64>,
    next_active: Vec<bool>,
    visited: Vec<u64>,
    entries: Vec<u8>,
    /// The blocks that moves lead to from each group: by moves that count, and then by free moves, which do not count.
    ways: Vec<BlockSuccessors>,
    free: Vec<BlockSuccessors>,
}

/// The blocks that moves lead to from the blocks of a group.
#[derive(Default)]
struct BlockSuccessors {
    /// The block that a move leads to, and the move's change, in the order of the blocks before the moves.
    list: Vec<(u32, u16)>,
    /// The end of each block's part of `list`.
    ends: Vec<u32>,
}

/// The blocks of some sets. One thread at a time fills their next layer.
struct SetGroup<'b> {
    first_set: usize,
    sets: usize,
    ways: &'b BlockSuccessors,
    next: &'b mut [u64],
    next_active: &'b mut [bool],
    visited: &'b mut [u64],
    entries: &'b mut [u8],
}

/// The numbers of entries and states, and the bytes that building takes, all known before the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSize {
    /// The number of placements, or of the entries of a product of coordinates.
    pub entries: u64,
    /// The number of states: a placement counts once for each of its parts.
    pub states: u64,
    /// The largest number of bytes held while building.
    pub bytes: u64,
}

/// The next set with the same number of cells, in the order of the sets as numbers (R. W. Gosper, HAKMEM 175).
fn next_set(set: u64) -> u64 {
    let low = set & set.wrapping_neg();
    let ripple = set.wrapping_add(low);
    if ripple == 0 { 0 } else { ripple | ((ripple ^ set) / low) >> 2 }
}

/// The numbers that are known of the blocks before any block is in memory.
struct Outline {
    /// The number of the first block of each set, and then the number of all blocks.
    first: Vec<u32>,
    /// The number of blocks that moves lead to, added up over all blocks.
    ways: u64,
}

/// Calls `each` with every step from a block: by free moves if `free`, else by moves that count.
fn steps<P: Blocked>(pattern: &P, free: bool, (set, part): (u64, usize), each: &mut impl FnMut(BlockStep)) {
    if free { pattern.free_steps(set, part, each) } else { pattern.steps(set, part, each) }
}

/// The kinds of moves, as values of `free`: moves that count, and free moves if the pattern has any.
fn kinds<P: Blocked>(pattern: &P) -> &'static [bool] {
    if pattern.is_shared() { &[false, true] } else { &[false] }
}

/// Counts the steps from a numbered chunk of the sets, and writes the number of parts of each set. (One type serves all
/// patterns, so that the threads' code is compiled once.)
type SetCounter<'c> = dyn Fn((usize, &mut [u32])) -> Result<u64, Stop> + Sync + 'c;

/// Checks the limits, on any thread.
type LimitCheck<'c> = dyn Fn() -> Result<(), Stop> + Sync + 'c;

fn outline<P: Blocked>(pattern: &P, check: &LimitCheck<'_>) -> Result<Outline, Stop> {
    ready()?;
    let sets = exact::<usize>(pattern.placements().sets());
    let mut first = Meter::announced(sets + 1, 0u32)?;
    let count: &SetCounter<'_> = &|(chunk, parts)| {
        check()?;
        let (mut set, mut ways) = (pattern.placements().set_of((chunk << 12) as u64), 0);
        for parts in parts {
            *parts = exact::<u32>(pattern.parts(set));
            for &free in kinds(pattern) {
                (0..*parts as usize).for_each(|part| steps(pattern, free, (set, part), &mut |_| ways += 1));
            }
            set = next_set(set);
        }
        Ok(ways)
    };
    let ways = first[1..].par_chunks_mut(1 << 12).enumerate().map(count).sum::<Result<u64, Stop>>()?;
    let mut sum = 0;
    for first in &mut first {
        sum += *first;
        *first = sum;
    }
    Ok(Outline { first, ways })
}

/// The number of states and the bytes that building the table of a pattern takes.
///
/// # Errors
/// [`Stop::Bytes`] if the system does not even give the memory for counting; the limit of the thread's
/// [watch](Watch::here) that was reached.
///
/// # Complexity
/// Every move of every block once; four bytes of memory for each set of cells.
pub fn size<P: PatternSpace>(pattern: &P) -> Result<PatternSize, Stop> {
    match pattern.shape() {
        PatternShape::Blocks(blocks) => {
            let watch = Watch::here();
            Ok(size_by(blocks, &outline(blocks, &|| watch.look())?))
        }
        PatternShape::Product(product) => Ok(product::size(product)),
    }
}

fn size_by<P: Blocked>(pattern: &P, outline: &Outline) -> PatternSize {
    let placements = pattern.placements();
    let blocks = u64::from(outline.first.last().copied().unwrap_or(0));
    let arrangements = placements.arrangements() as u64;
    let (entries, kinds) = (placements.count(), kinds(pattern).len() as u64);
    // The last layer, the next layer and the visited states; if there are free moves, also a copy of the whole layer.
    let layers = (2 + kinds) * (blocks * 8 * arrangements.div_ceil(64)) + (1 + kinds) * blocks;
    let ways = outline.ways * size_of::<(u32, u16)>() as u64 + kinds * blocks * size_of::<u32>() as u64;
    let searched = entries.div_ceil(2) + layers + ways + size_of_val(&*outline.first) as u64;
    let ordered = entries.div_ceil(2) + pattern.entries().div_ceil(2);
    PatternSize { entries, states: blocks * arrangements, bytes: searched.max(ordered) }
}

/// Builds the table of a pattern. Entry `i` in the pattern's [`PatternOrder`](crate::puzzle::pattern::PatternOrder) is
/// the low half of byte `i / 2` for even `i`, the high half for odd `i`. An entry is the distance of a placement to a
/// goal minus the sum of the pieces' [worths](Blocked::worth), in [units](Blocked::unit), at most 15. Placements that
/// reach no goal, and numbers that belong to no placement, have entry 0.
///
/// # Errors
/// The limit that was reached. The meter's depth and nodes count layers and states.
///
/// # Complexity
/// Every move of every state once. Memory: half a byte for each placement, three bits for each state and eight bytes
/// for each move of a block, or the table in two orders if that is more ([`size`]). All is announced before work
/// begins.
///
/// For a product of coordinates, an entry is the distance itself, at most 15. It is 15 if no goal is reached.
pub fn build<P: PatternSpace>(pattern: &P, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    match pattern.shape() {
        PatternShape::Blocks(blocks) => build_blocks(blocks, meter),
        PatternShape::Product(product) => product::build(product, meter),
    }
}

fn build_blocks<P: Blocked>(pattern: &P, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    let outline = outline(pattern, &|| meter.check_clock())?;
    let size = size_by(pattern, &outline);
    // The lists are small and many. So one large reservation checks whether the system can give all the memory.
    Vec::<u8>::new().try_reserve_exact(exact::<usize>(size.bytes) + SPARE).map_err(|_| Stop::Bytes)?;
    meter.grow(size.bytes)?;
    meter.expect(size.states);
    let blocks = PatternSearch::new(pattern, outline.first, &|| meter.check_clock());
    let searched = blocks.and_then(|blocks| blocks.search(meter));
    let built = searched.and_then(|built| order::ordered(pattern, &built, meter));
    meter.shrink(size.bytes - built.as_ref().map_or(0, |built| built.len() as u64));
    built
}

impl<'p, P: Blocked> PatternSearch<'p, P> {
    fn new(pattern: &'p P, first: Vec<u32>, check: &LimitCheck<'_>) -> Result<Self, Stop> {
        let words = pattern.placements().arrangements().div_ceil(64);
        let blocks = first[first.len() - 1] as usize;
        let bits = || Meter::announced(blocks * words, 0u64);
        let placements = pattern.placements();
        let ways = |free: bool| {
            let from_group: &(dyn Fn(usize) -> Result<BlockSuccessors, Stop> + Sync) = &|first_set| {
                check()?;
                let (mut ways, mut set) = (BlockSuccessors::default(), placements.set_of(first_set as u64));
                let mut full = Ok(());
                for index in first_set..(first_set + GROUP).min(first.len() - 1) {
                    for part in 0..(first[index + 1] - first[index]) as usize {
                        let mut each = |step: BlockStep| {
                            let block = first[placements.set_number(step.set) as usize] + exact::<u32>(step.part);
                            if ways.list.len() < ways.list.capacity() || ways.list.try_reserve(1).is_ok() {
                                ways.list.push((block, step.change));
                            } else {
                                full = Err(Stop::Bytes);
                            }
                        };
                        steps(pattern, free, (set, part), &mut each);
                        ways.ends.try_reserve(1).map_err(|_| Stop::Bytes)?;
                        ways.ends.push(exact::<u32>(ways.list.len()));
                    }
                    set = next_set(set);
                }
                ways.list.shrink_to_fit();
                ways.ends.shrink_to_fit();
                full.map(|()| ways)
            };
            (0..first.len() - 1).into_par_iter().step_by(GROUP).map(from_group).collect::<Result<Vec<_>, Stop>>()
        };
        Ok(PatternSearch {
            ways: ways(false)?,
            free: if pattern.is_shared() { ways(true)? } else { Vec::new() },
            frontier: bits()?,
            active: Meter::announced(blocks, false)?,
            next: bits()?,
            next_active: Meter::announced(blocks, false)?,
            visited: bits()?,
            entries: Meter::announced(exact::<usize>(pattern.placements().count().div_ceil(2)), 0)?,
            pattern,
            first,
            words,
        })
    }

    fn search(mut self, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
        for (set, part, arrangement) in self.pattern.goals() {
            let block = self.first[self.pattern.placements().set_number(set) as usize] as usize + part;
            let word = block * self.words + usize::from(arrangement) / 64;
            self.frontier[word] |= 1 << (arrangement % 64);
            self.visited[word] |= 1 << (arrangement % 64);
            self.active[block] = true;
            meter.stats.generated += 1;
        }
        self.widen(0, meter)?;
        for depth in 1.. {
            let new = self.layer(depth, false, meter)?;
            if new == 0 {
                break;
            }
            self.advance();
            self.widen(depth, meter)?;
        }
        Ok(self.entries)
    }

    /// Makes the next layer the last layer.
    fn advance(&mut self) {
        std::mem::swap(&mut self.frontier, &mut self.next);
        std::mem::swap(&mut self.active, &mut self.next_active);
    }

    /// Adds to the last layer all states from which free moves lead into it.
    fn widen(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if !self.pattern.is_shared() {
            return Ok(());
        }
        let mut whole = Meter::announced(self.frontier.len(), 0)?;
        whole.copy_from_slice(&self.frontier);
        let mut whole_active = self.active.clone();
        while self.layer(depth, true, meter)? > 0 {
            self.advance();
            whole.par_iter_mut().zip(&self.frontier).for_each(|(whole, new)| *whole |= new);
            whole_active.iter_mut().zip(&self.active).for_each(|(whole, new)| *whole |= new);
        }
        (self.frontier, self.active) = (whole, whole_active);
        Ok(())
    }

    /// Fills the next layer, by free moves if `free`, else by moves that count. Returns the number of its states.
    fn layer(&mut self, depth: u32, free: bool, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let PatternSearch { pattern, first, words, frontier, active, next, next_active, visited, entries, .. } = self;
        let ways = if free { &self.free } else { &self.ways };
        let last = Last { pattern: *pattern, first, words: *words, frontier, active, depth };
        let (first, words, arrangements) = (last.first, last.words, last.pattern.placements().arrangements());
        let mut groups = Vec::new();
        let (mut next, mut next_active) = (&mut next[..], &mut next_active[..]);
        let (mut visited, mut entries) = (&mut visited[..], &mut entries[..]);
        for first_set in (0..first.len() - 1).step_by(GROUP) {
            let sets = GROUP.min(first.len() - 1 - first_set);
            let blocks = (first[first_set + sets] - first[first_set]) as usize;
            groups.push(SetGroup {
                first_set,
                sets,
                ways: &ways[first_set / GROUP],
                next: next.split_off_mut(..blocks * words).unwrap_or_default(),
                next_active: next_active.split_off_mut(..blocks).unwrap_or_default(),
                visited: visited.split_off_mut(..blocks * words).unwrap_or_default(),
                entries: entries.split_off_mut(..(sets * arrangements).div_ceil(2)).unwrap_or_default(),
            });
        }
        let mut new = 0;
        for batch in groups.chunks_mut(BATCH) {
            meter.look(depth)?;
            let fill: &GroupFiller<'_> = &|block, group| group.fill(&last, block);
            let states: u64 = batch.par_iter_mut().map_init(|| vec![0; words], fill).sum();
            meter.stats.generated += states;
            meter.stats.expanded += states;
            new += states;
        }
        Ok(new)
    }
}

/// Fills a group, with room for one block, and returns the number of new states. (One type serves all patterns, so that
/// the threads' code is compiled once.)
type GroupFiller<'f> = dyn Fn(&mut Vec<u64>, &mut SetGroup<'_>) -> u64 + Sync + 'f;

/// The blocks of the last layer, from which a group is filled.
struct Last<'b, P> {
    pattern: &'b P,
    first: &'b [u32],
    words: usize,
    frontier: &'b [u64],
    active: &'b [bool],
    /// The depth of the next layer.
    depth: u32,
}

impl SetGroup<'_> {
    /// Fills the blocks of the group, each first in `acc`. Returns the number of states that were not met before.
    fn fill<P: Blocked>(&mut self, last: &Last<'_, P>, acc: &mut [u64]) -> u64 {
        let Last { pattern, first, words, frontier, active, .. } = *last;
        let placements = pattern.placements();
        let arrangements = placements.arrangements();
        let base = first[self.first_set] as usize;
        let mut set = placements.set_of(self.first_set as u64);
        let mut states = 0;
        for index in 0..self.sets {
            let blocks =
                (first[self.first_set + index] as usize - base)..(first[self.first_set + index + 1] as usize - base);
            let mut found = 0;
            for block in blocks.clone() {
                let next = &mut self.next[block * words..][..words];
                if std::mem::take(&mut self.next_active[block]) {
                    next.fill(0);
                }
                let mut any = false;
                let begin = if block == 0 { 0 } else { self.ways.ends[block - 1] };
                for &(after, change) in &self.ways.list[begin as usize..self.ways.ends[block] as usize] {
                    let after = after as usize;
                    if active[after] {
                        if !std::mem::replace(&mut any, true) {
                            acc.fill(0);
                        }
                        pull(&frontier[after * words..][..words], pattern.before(change), acc);
                    }
                }
                if !any {
                    continue;
                }
                let visited = &self.visited[block * words..][..words];
                let mut here = 0;
                for ((next, acc), visited) in next.iter_mut().zip(&*acc).zip(visited) {
                    *next = acc & !visited;
                    here += u64::from(next.count_ones());
                }
                self.next_active[block] = here > 0;
                found += here;
            }
            if found > 0 {
                states += found;
                self.enter(last, set, index * arrangements, blocks);
            }
            set = next_set(set);
        }
        states
    }

    /// Marks the new states of a set as visited, and stores the entries of placements that no part has met before.
    #[expect(clippy::cast_possible_truncation, reason = "an entry is at most `MOST_ENTRY`")]
    fn enter<P: Blocked>(&mut self, last: &Last<'_, P>, set: u64, first_entry: usize, blocks: std::ops::Range<usize>) {
        let Last { pattern, words, depth, .. } = *last;
        let placements = pattern.placements();
        let (worths, unit, pieces) = (pattern.worths(set), pattern.unit(), placements.pieces());
        for word in 0..words {
            let (mut new, mut known) = (0, 0);
            for block in blocks.clone() {
                let at = block * words + word;
                new |= self.next[at];
                known |= self.visited[at];
                self.visited[at] |= self.next[at];
            }
            new &= !known;
            while new != 0 {
                let arrangement = word * 64 + new.trailing_zeros() as usize;
                new &= new - 1;
                let order = placements.order(arrangement);
                let mut worth = 0;
                for place in 0..pieces {
                    worth += u32::from(worths[place][usize::from(order[place] & 7)]);
                }
                let entry = (depth.saturating_sub(worth) / unit).min(u32::from(MOST_ENTRY)) as u8;
                let at = first_entry + arrangement;
                self.entries[at / 2] |= entry << (at % 2 * 4);
            }
        }
    }
}

/// Adds to `block` the states before a move, given the states `after` the move.
#[inline]
fn pull(after: &[u64], before: Option<&[u16]>, block: &mut [u64]) {
    let Some(before) = before else {
        block.iter_mut().zip(after).for_each(|(block, after)| *block |= after);
        return;
    };
    for (bits, numbers) in after.iter().zip(before.chunks(64)) {
        let mut bits = *bits;
        while bits != 0 {
            let number = usize::from(numbers[bits.trailing_zeros() as usize & 63]);
            bits &= bits - 1;
            block[number / 64] |= 1 << (number % 64);
        }
    }
}

/// Builds a table without limits.
///
/// # Panics
/// If the table is larger than the address space.
pub fn build_freely<P: PatternSpace>(pattern: &P) -> Vec<u8> {
    let limits = crate::limits::Limits::default();
    build(pattern, &mut Meter::new(&limits)).expect("there are no limits")
}

#[cfg(test)]
mod tests {
    use web_time::Duration;

    use super::*;
    use crate::heuristic::projection::KeptPieces;
    use crate::limits::Limits;
    use crate::puzzle::sample::Stack;

    /// The lists of a search hold as many bytes as were announced.
    #[test]
    fn the_lists_are_as_large_as_announced() {
        let kept = KeptPieces::new(&Stack(9), &[1, 2, 3, 5]).unwrap();
        let outline = outline(&kept, &|| Ok(())).unwrap();
        let (ways, first) = (outline.ways, size_of_val(&*outline.first));
        let blocks = PatternSearch::new(&kept, outline.first, &|| Ok(())).unwrap();
        assert_eq!(blocks.ways.iter().map(|ways| ways.list.len() as u64).sum::<u64>(), ways);
        let lists = [&blocks.frontier, &blocks.next, &blocks.visited].map(|list| size_of_val(&**list));
        let ends: usize = blocks.ways.iter().map(|ways| size_of_val(&*ways.ends)).sum();
        let active = blocks.active.len() + blocks.next_active.len();
        let held = lists.into_iter().sum::<usize>() + ends + active + first + blocks.entries.len() + 8 * ways as usize;
        assert_eq!(held as u64, size(&kept).unwrap().bytes);
    }

    /// Each part of the work checks the limits before its first set of cells.
    #[test]
    fn every_part_of_a_build_checks_the_limits() {
        let (kept, late) = (KeptPieces::new(&Stack(9), &[1, 2, 3, 5]).unwrap(), || Err(Stop::Time));
        let first = outline(&kept, &|| Ok(())).unwrap().first;
        assert_eq!(outline(&kept, &late).err(), Some(Stop::Time));
        assert_eq!(PatternSearch::new(&kept, first, &late).err(), Some(Stop::Time));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        assert_eq!(Watch::new(&limits).over(|| size(&kept)), Ok(Err(Stop::Time)));
        assert_eq!((build(&kept, &mut meter), meter.stats.expanded, meter.held()), (Err(Stop::Time), 0, 0));
        let built = vec![0; exact::<usize>(kept.count().div_ceil(2))];
        assert_eq!(order::ordered(&kept, &built, &meter), Err(Stop::Time));
    }
}
