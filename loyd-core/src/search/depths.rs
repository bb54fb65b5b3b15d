//! Closed lists: the depth of every state met, as compact as the puzzle allows.
//!
//! | list | for | bytes a state |
//! |---|---|---|
//! | [`RankList`], flat | a small numbered space | 2 for every state of the space, met or not |
//! | [`RankList`], hashed | a large numbered space | 8 a slot, half to three quarters in use: 11 to 16 |
//! | [`StateList`] | a space without numbers | the packed state and 3 a slot, 7/16 to 7/8 of them in use |
//!
//! A large list is as slow as memory. So a search that has many states to look up has them all [sifted](Depths::sift)
//! first: then the processor waits for dozens of cache lines at a time rather than for one.

use std::hint::black_box;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MOST_RANKS, MoveSet, Puzzle, Ranked};

/// The effect of a depth that was offered for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// The state was not known.
    New,
    /// The state was known with a greater depth.
    Improved,
    /// The state was known with this depth or a lesser one: nothing changed.
    Kept,
}

/// The closed list of a search: the depth of every state met.
pub trait Depths<P: Puzzle> {
    /// The form in which a queue stores a state: its rank, if it has one.
    type Handle: Clone;

    /// An empty list.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if even an empty list is more than the limit allows.
    fn empty(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Stop>
    where
        Self: Sized;

    /// The handle of a state.
    fn handle(puzzle: &P, state: &P::State) -> Self::Handle;

    /// The state that a handle stands for.
    fn state(&self, puzzle: &P, handle: Self::Handle) -> P::State;

    /// Calls `each` with the handles of the states that the moves of a state lead to, in the order of the moves.
    fn children(puzzle: &P, handle: Self::Handle, each: &mut impl FnMut(Self::Handle));

    /// Calls `each` with the handles of the states from which a move leads to the given state.
    fn parents(puzzle: &P, handle: Self::Handle, each: &mut impl FnMut(Self::Handle));

    /// Puts into `left` the places of all handles but those that are known with a depth for which `drop` returns true.
    /// The memory of all handles is fetched at once, and no branch depends on what is found.
    fn sift(&self, handles: &[Self::Handle], drop: impl Fn(u32) -> bool, left: &mut Vec<u32>);

    /// The depth of the state that a handle stands for, if it was met.
    fn known(&self, handle: Self::Handle) -> Option<u32>;

    /// Sets the depth of a state that has none. A depth that was known stays, and is returned.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the list would have to grow beyond the limit, [`Stop::Depth`] for a depth that it cannot
    /// store. The list is unchanged then.
    fn insert(&mut self, handle: Self::Handle, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop>;

    /// Changes a known depth to another depth, which the list must be able to store.
    fn change(&mut self, handle: Self::Handle, depth: u32);

    /// The depth of a state, if it was met.
    #[inline]
    fn get(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        self.known(Self::handle(puzzle, state))
    }

    /// The depth of the state that a handle stands for; the state must have been met.
    #[inline]
    fn depth(&self, handle: Self::Handle) -> u32 {
        self.known(handle).unwrap_or(u32::MAX)
    }

    /// Offers a depth for a state. Stores the depth if it is new or lower.
    ///
    /// # Errors
    /// As [`insert`](Depths::insert).
    #[inline]
    fn lower(
        &mut self,
        puzzle: &P,
        state: &P::State,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(Lowered, Self::Handle), Stop> {
        let handle = Self::handle(puzzle, state);
        let lowered = match self.insert(handle.clone(), depth, meter)? {
            None => Lowered::New,
            Some(known) if known > depth => {
                self.change(handle.clone(), depth);
                Lowered::Improved
            }
            Some(_) => Lowered::Kept,
        };
        Ok((lowered, handle))
    }
}

const UNMET: u16 = u16::MAX;

#[inline(always)]
fn deepest(depth: u32) -> Result<u16, Stop> {
    u16::try_from(depth).ok().filter(|&depth| depth != UNMET).ok_or(Stop::Depth)
}

/// Puts the places of the `wanted` handles into `left`, without a branch, because no processor could predict it.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
)]
fn sift<H>(handles: &[H], left: &mut Vec<u32>, wanted: impl Fn(&H) -> bool) {
    left.clear();
    left.resize(handles.len(), 0);
    let mut count = 0;
    for (place, handle) in handles.iter().enumerate() {
        left[count] = place as u32;
        // The count grows by at most one for each place.
        count = count.wrapping_add(usize::from(wanted(handle)));
    }
    left.truncate(count);
}

/// The successors of some states of a layer, looked up together.
pub(super) struct SuccessorBatch<H> {
    /// The successors, state by state.
    pub children: Vec<H>,
    /// For each state, the end of its successors in `children`.
    ends: Vec<usize>,
}

impl<H: Clone> SuccessorBatch<H> {
    /// The number of successors at a time; their lines fit the processor's first cache.
    const SIZE: u64 = 128;

    /// An empty batch.
    pub fn new() -> Self {
        SuccessorBatch { children: Vec::new(), ends: Vec::new() }
    }

    /// Takes states from the front of a layer, as long as there is room and the node limit allows.
    #[inline]
    pub fn fill<P: Puzzle, D: Depths<P, Handle = H>>(
        &mut self,
        puzzle: &P,
        layer: &mut &[H],
        ahead: bool,
        meter: &Meter<'_>,
    ) {
        self.children.clear();
        self.ends.clear();
        let room = (meter.next_look() - meter.stats.generated).min(Self::SIZE) as usize;
        while let Some((handle, rest)) = layer.split_first()
            && self.children.len() < room
        {
            if ahead {
                D::children(puzzle, handle.clone(), &mut |child| self.children.push(child));
            } else {
                D::parents(puzzle, handle.clone(), &mut |parent| self.children.push(parent));
            }
            self.ends.push(self.children.len());
            *layer = rest;
        }
    }

    /// Counts the first `made` successors, of which `new` were new.
    pub fn count(&self, made: usize, new: u64, meter: &mut Meter<'_>) {
        let all = made == self.children.len();
        let expanded = if all { self.ends.len() } else { self.ends.partition_point(|&end| end < made) + 1 };
        meter.stats.expanded += expanded as u64;
        meter.stats.generated += made as u64;
        meter.stats.duplicates += made as u64 - new;
    }
}

/// The largest space for which every state has two bytes: 16 MiB.
const SMALL: u64 = 1 << 23;

/// The depths of ranks: flat in a space of up to `FLAT` states, else hashed.
#[derive(Debug)]
pub enum RankList<const FLAT: u64 = SMALL> {
    /// Two bytes for every rank.
    Flat(Vec<u16>),
    /// A word for every rank that was met.
    Hashed(Hashed),
}

impl<P: Ranked, const FLAT: u64> Depths<P> for RankList<FLAT> {
    type Handle = u64;

    /// # Panics
    /// If the puzzle has more ranks than the contract allows.
    fn empty(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let ranks = puzzle.ranks();
        assert!(ranks <= MOST_RANKS, "a rank of 48 bits");
        Ok(if ranks <= FLAT {
            RankList::Flat(meter.filled(exact::<usize>(ranks), UNMET)?)
        } else {
            RankList::Hashed(Hashed::empty(meter)?)
        })
    }

    #[inline]
    fn handle(puzzle: &P, state: &P::State) -> u64 {
        puzzle.rank(state)
    }

    #[inline]
    fn state(&self, puzzle: &P, rank: u64) -> P::State {
        puzzle.unrank(rank)
    }

    #[inline]
    fn children(puzzle: &P, rank: u64, each: &mut impl FnMut(u64)) {
        puzzle.children(rank, &mut |child, _| each(child));
    }

    #[inline]
    fn parents(puzzle: &P, rank: u64, each: &mut impl FnMut(u64)) {
        puzzle.predecessors(rank, each);
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
    )]
    fn sift(&self, ranks: &[u64], drop: impl Fn(u32) -> bool, left: &mut Vec<u32>) {
        match self {
            RankList::Flat(depths) => sift(ranks, left, |&rank| {
                let depth = depths[exact::<usize>(rank)];
                (depth == UNMET) | !drop(depth.into())
            }),
            RankList::Hashed(hashed) => {
                black_box(hashed.fetch(ranks));
                sift(ranks, left, |&rank| {
                    let (_, _, word) = hashed.slot(rank);
                    (word == FREE) | !drop(word as u32 & 0xffff)
                });
            }
        }
    }

    #[inline(always)]
    fn known(&self, rank: u64) -> Option<u32> {
        match self {
            RankList::Flat(depths) => Some(depths[exact::<usize>(rank)]).filter(|&depth| depth != UNMET).map(u32::from),
            RankList::Hashed(hashed) => hashed.known(rank),
        }
    }

    #[inline(always)]
    fn insert(&mut self, rank: u64, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let depth = deepest(depth)?;
        match self {
            RankList::Flat(depths) => {
                let known = &mut depths[exact::<usize>(rank)];
                if *known != UNMET {
                    return Ok(Some(u32::from(*known)));
                }
                *known = depth;
                Ok(None)
            }
            RankList::Hashed(hashed) => hashed.insert(rank, depth, meter),
        }
    }

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
    )]
    fn change(&mut self, rank: u64, depth: u32) {
        match self {
            RankList::Flat(depths) => depths[exact::<usize>(rank)] = depth as u16,
            RankList::Hashed(hashed) => hashed.change(rank, depth as u16),
        }
    }
}

/// A hash table of one word a slot: 48 bits of rank ([`MOST_RANKS`]), 16 of depth. It is at most three quarters full. A
/// rank is in its home line, a line of the processor's cache, or in one of the next lines if the home line is full.
///
/// The lines are held by pages, so that the table grows by half of its size without a second copy.
#[derive(Debug)]
pub struct Hashed {
    pages: Vec<Box<Page>>,
    met: usize,
}

/// Eight slots, filled from the first.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct SlotLine([u64; 8]);

impl SlotLine {
    /// The number of slots that are taken, found by halving.
    #[inline(always)]
    fn filled_slots(&self) -> usize {
        let SlotLine(words) = self;
        // Each `|=` sets a bit that was not set, so nothing is carried; only the last addition may make 8 of 7.
        let mut taken = usize::from(words[3] != FREE) << 2;
        taken |= usize::from(words[taken | 1] != FREE) << 1;
        taken |= usize::from(words[taken & 7] != FREE);
        taken.wrapping_add(usize::from(words[7] != FREE))
    }

    /// The slots that hold a rank, one bit each. Looks at all eight, because that is faster than to guess where to
    /// stop.
    #[inline(always)]
    fn same(&self, rank: u64) -> u32 {
        let is_here = |slot: usize| u32::from((self.0[slot] >> 16 == rank) & (self.0[slot] != FREE));
        (0..8).fold(0, |same, slot| same | is_here(slot) << slot)
    }
}

const LINES: usize = 1 << 9;

type Page = [SlotLine; LINES];

/// The word of a slot without a rank.
const FREE: u64 = u64::MAX;

impl Hashed {
    fn empty(meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut hashed = Hashed { pages: Vec::new(), met: 0 };
        hashed.add_page(meter)?;
        Ok(hashed)
    }

    fn add_page(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let lines = meter.filled(LINES, SlotLine([FREE; 8]))?;
        let page = lines.into_boxed_slice().try_into().expect("as many lines as a page has");
        meter.push(&mut self.pages, page)
    }

    #[inline(always)]
    fn lines(&self) -> usize {
        // All lines are in memory, so their number is below 2^58.
        self.pages.len().wrapping_mul(LINES)
    }

    #[inline(always)]
    fn line(&self, at: usize) -> &SlotLine {
        &self.pages[at / LINES][at % LINES]
    }

    /// The home line of a rank, by Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3, 6.4): the product
    /// with the golden ratio, as a fraction, spreads neighbouring ranks over any number of lines.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a line, which is in memory")]
    fn home(&self, rank: u64) -> usize {
        let fraction = rank.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The product of two numbers of 64 bits fits 128 bits, and its upper half is below the number of lines.
        (u128::from(fraction).wrapping_mul(self.lines() as u128) >> 64) as usize
    }

    /// The line and the slot that hold a rank, or the free slot where it belongs, and the word of that slot.
    #[inline(always)]
    fn slot(&self, rank: u64) -> (usize, usize, u64) {
        let mut at = self.home(rank);
        loop {
            let line = self.line(at);
            let (same, taken) = (line.same(rank), line.filled_slots());
            // This branch nearly always goes the same way; which of the two slots it is, is calculated.
            if (same != 0) | (taken < 8) {
                let slot = (same | 1 << taken).trailing_zeros() as usize;
                return (at, slot, line.0[slot & 7]);
            }
            at = self.behind(at);
        }
    }

    /// The line behind a line; behind the last line, the first.
    #[inline(always)]
    fn behind(&self, at: usize) -> usize {
        let next = at.wrapping_add(1);
        if next == self.lines() { 0 } else { next }
    }

    fn put(&mut self, at: usize, slot: usize, word: u64) {
        self.pages[at / LINES][at % LINES].0[slot & 7] = word;
    }

    /// Loads the home lines of all ranks, then the lines behind the full ones. The loads do not wait for each other.
    fn fetch(&self, ranks: &[u64]) -> u64 {
        let home = ranks.iter().fold(0, |sum, &rank| sum ^ self.line(self.home(rank)).0[7]);
        ranks.iter().fold(home, |sum, &rank| {
            let at = self.home(rank);
            let next = at.wrapping_add(usize::from(self.line(at).0[7] != FREE));
            sum ^ self.line(next.min(self.lines() - 1)).0[0]
        })
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
    )]
    fn known(&self, rank: u64) -> Option<u32> {
        let (_, _, word) = self.slot(rank);
        (word != FREE).then_some(word as u32 & 0xffff)
    }

    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
    )]
    fn insert(&mut self, rank: u64, depth: u16, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let (mut at, mut slot, word) = self.slot(rank);
        if word != FREE {
            return Ok(Some(word as u32 & 0xffff));
        }
        // A line holds at most eight words, and all lines are in memory, so neither number comes near 2^64.
        if self.met >= self.lines().wrapping_mul(6) {
            self.grow(meter)?;
            (at, slot, _) = self.slot(rank);
        }
        self.met = self.met.wrapping_add(1);
        self.put(at, slot, rank << 16 | u64::from(depth));
        Ok(None)
    }

    fn change(&mut self, rank: u64, depth: u16) {
        let (at, slot, _) = self.slot(rank);
        self.put(at, slot, rank << 16 | u64::from(depth));
    }

    /// Grows by a half. The new pages come first, and the words go to their new lines, from the first line to the last.
    ///
    /// No word overtakes the reader. The words of a run of full lines that begins at `s` of `n` lines were at `s/n` of
    /// the old lines or behind, so they fill no more lines than were read since; and `n - old` lines lie between.
    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let old = self.pages.len();
        for _ in 0..old.div_ceil(2) {
            if let Err(why) = self.add_page(meter) {
                let added = self.pages.drain(old..).map(|page| size_of_val(&*page) as u64).sum();
                meter.shrink(added);
                return Err(why);
            }
        }
        let added = (self.pages.len() - old) * LINES;
        self.pages.rotate_right(added / LINES);
        // Words that went on from the last line to the first are in the first run of full lines, or in the line after
        // it.
        let mut first_run = Vec::new();
        for at in added..self.lines() {
            let line = self.take(at);
            first_run.push(line);
            if line.filled_slots() < 8 {
                break;
            }
        }
        for at in added..self.lines() {
            let line = self.take(at);
            self.put_back(&line);
        }
        first_run.iter().for_each(|line| self.put_back(line));
        Ok(())
    }

    fn take(&mut self, at: usize) -> SlotLine {
        std::mem::replace(&mut self.pages[at / LINES][at % LINES], SlotLine([FREE; 8]))
    }

    /// Puts the words of a line where they belong. The table must not contain their ranks yet.
    #[inline(always)]
    fn put_back(&mut self, line: &SlotLine) {
        for &word in &line.0[..line.filled_slots()] {
            let mut at = self.home(word >> 16);
            loop {
                let line = &mut self.pages[at / LINES][at % LINES];
                let taken = line.filled_slots();
                if taken < 8 {
                    line.0[taken] = word;
                    break;
                }
                at = self.behind(at);
            }
        }
    }
}

/// A hash table of states.
#[derive(Debug)]
pub struct StateList<S> {
    depths: HashMap<S, u16, FxBuildHasher>,
    /// The bytes that count for the heap of a state.
    heap: u64,
}

impl<P: Puzzle> Depths<P> for StateList<P::State> {
    type Handle = P::State;

    fn empty(puzzle: &P, _meter: &mut Meter<'_>) -> Result<Self, Stop> {
        Ok(StateList { depths: HashMap::default(), heap: 2 * puzzle.state_heap_bytes() })
    }

    #[inline]
    fn handle(_puzzle: &P, state: &P::State) -> P::State {
        state.clone()
    }

    #[inline]
    fn state(&self, _puzzle: &P, state: P::State) -> P::State {
        state
    }

    #[inline]
    fn children(puzzle: &P, state: P::State, each: &mut impl FnMut(P::State)) {
        for m in puzzle.moves(&state).iter() {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            each(child);
        }
    }

    #[inline]
    fn parents(puzzle: &P, state: P::State, each: &mut impl FnMut(P::State)) {
        puzzle.undos_into(&state, &mut |undo| {
            let mut parent = state.clone();
            puzzle.undo(&mut parent, undo);
            each(parent);
        });
    }

    fn sift(&self, states: &[P::State], drop: impl Fn(u32) -> bool, left: &mut Vec<u32>) {
        sift(states, left, |state| !self.depths.get(state).is_some_and(|&depth| drop(depth.into())));
    }

    fn known(&self, state: P::State) -> Option<u32> {
        self.depths.get(&state).map(|&depth| u32::from(depth))
    }

    fn insert(&mut self, state: P::State, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let depth = deepest(depth)?;
        meter.room(&mut self.depths)?;
        if self.heap > 0 && !self.depths.contains_key(&state) {
            meter.grow(self.heap)?;
        }
        Ok(match self.depths.entry(state) {
            Entry::Vacant(vacant) => {
                vacant.insert(depth);
                None
            }
            Entry::Occupied(known) => Some(u32::from(*known.get())),
        })
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a depth of a closed list is at most 65,534, and a fraction of the lines is below their number"
    )]
    fn change(&mut self, state: P::State, depth: u32) {
        self.depths.insert(state, depth as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// A table keeps every rank when it grows, and when it must not grow. Multiples of this number crowd the last
    /// lines, so that some ranks go on to the first lines.
    #[test]
    fn a_hash_table_keeps_every_rank_as_it_grows() {
        let ranks = |count: u64| (0..count).map(|number| (number * 0x2545_f491_4f6c + number % 3) % MOST_RANKS);
        let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
        let meter = &mut Meter::new(&limits);
        let mut hashed = Hashed::empty(meter).unwrap();
        let full = ranks(1 << 20).position(|rank| {
            let new = hashed.insert(rank, rank as u16 >> 1, meter);
            assert!(matches!(new, Ok(None) | Err(Stop::Bytes)), "{new:?}");
            new.is_err()
        });
        let full = full.expect("a limit that is reached") as u64;
        assert!(full > 60_000 && hashed.met as u64 == full, "{full}");
        assert!(ranks(full).all(|rank| hashed.known(rank) == Some(u32::from(rank as u16 >> 1))));
        assert!(ranks(full + 1_000).skip(full as usize).all(|rank| hashed.known(rank).is_none()));
        assert_eq!(
            meter.held(),
            (hashed.lines() * 64 + hashed.pages.capacity() * size_of_val(&hashed.pages[0])) as u64
        );
        hashed.change(ranks(1).next().unwrap(), 7);
        assert_eq!(hashed.known(0), Some(7));
    }

    /// Tests the greatest rank, too, whose bits are the bits of a free slot.
    #[test]
    fn every_line_comes_round() {
        let limits = Limits::default();
        let meter = &mut Meter::new(&limits);
        let mut hashed = Hashed::empty(meter).unwrap();
        // All ranks whose home is the last of the first lines: they fill it, and go on with the first line.
        let last: Vec<u64> = (0..).filter(|&rank| hashed.home(rank) == hashed.lines() - 1).take(100).collect();
        let ranks = || last.iter().copied().chain([MOST_RANKS - 1]);
        for rank in ranks() {
            assert_eq!((hashed.known(rank), hashed.insert(rank, 1, meter)), (None, Ok(None)));
            assert_eq!(hashed.insert(rank, 2, meter), Ok(Some(1)));
        }
        for _ in 0..8 {
            hashed.grow(meter).unwrap();
            assert!(ranks().all(|rank| hashed.known(rank) == Some(1)));
            assert_eq!(
                hashed.pages.iter().flat_map(|page| page.iter()).map(SlotLine::filled_slots).sum::<usize>(),
                101
            );
        }
    }
}
