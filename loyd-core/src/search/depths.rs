//! Closed lists: the depth of every state met, as compact as the puzzle allows.
//!
//! | list | for | bytes a state |
//! |---|---|---|
//! | [`ByRank`] | a small numbered space | 2 for every state of the space, met or not |
//! | [`ByRankHashed`] | a large numbered space | 8 a slot, three eighths to three quarters of the slots in use: 11 to 21 |
//! | [`ByState`] | a space without numbers | the packed state, 2, and 1 of the hash table: seven sixteenths to seven eighths in use |

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use crate::limits::{Meter, Stop};
use crate::puzzle::{MOST_RANKS, Puzzle, Ranked};

/// What became of a depth that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// The state was not known.
    New,
    /// The state was known to be deeper.
    Improved,
    /// The state was known to be as deep or less: nothing changed.
    Kept,
}

/// The depth of every state met.
pub trait Depths<P: Puzzle> {
    /// A state as a queue keeps it: its rank where it has one.
    type Handle: Copy;

    /// An empty list.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if even that is more than the limit allows.
    fn empty(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Stop>
    where
        Self: Sized;

    /// The depth of a state, if it was met.
    fn get(&self, puzzle: &P, state: &P::State) -> Option<u32>;

    /// Offers a depth for a state.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the list would have to grow beyond the limit; it is unchanged then.
    fn lower(
        &mut self,
        puzzle: &P,
        state: &P::State,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(Lowered, Self::Handle), Stop>;

    /// The state that a handle stands for.
    fn state(&self, puzzle: &P, handle: Self::Handle) -> P::State;

    /// The depth of the state that a handle stands for.
    fn depth(&self, handle: Self::Handle) -> u32;
}

const UNMET: u16 = u16::MAX;

fn deepest(depth: u32) -> Result<u16, Stop> {
    u16::try_from(depth).ok().filter(|&depth| depth != UNMET).ok_or(Stop::Depth)
}

/// Two bytes for every rank.
#[derive(Debug)]
pub struct ByRank(Vec<u16>);

impl<P: Ranked> Depths<P> for ByRank {
    type Handle = u32;

    /// # Panics
    /// If the space has 2^32 states or more.
    fn empty(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let ranks = u32::try_from(puzzle.ranks()).expect("a small space");
        meter.filled(ranks as usize, UNMET).map(ByRank)
    }

    #[inline]
    fn get(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        Some(self.0[puzzle.rank(state) as usize]).filter(|&depth| depth != UNMET).map(u32::from)
    }

    #[inline]
    fn lower(
        &mut self,
        puzzle: &P,
        state: &P::State,
        depth: u32,
        _meter: &mut Meter<'_>,
    ) -> Result<(Lowered, u32), Stop> {
        let (rank, depth) = (puzzle.rank(state) as u32, deepest(depth)?);
        let known = &mut self.0[rank as usize];
        let lowered = match *known {
            UNMET => Lowered::New,
            deeper if deeper > depth => Lowered::Improved,
            _ => return Ok((Lowered::Kept, rank)),
        };
        *known = depth;
        Ok((lowered, rank))
    }

    #[inline]
    fn state(&self, puzzle: &P, rank: u32) -> P::State {
        puzzle.unrank(u64::from(rank))
    }

    #[inline]
    fn depth(&self, rank: u32) -> u32 {
        u32::from(self.0[rank as usize])
    }
}

/// A hash table of one word a slot: 48 bits of rank ([`MOST_RANKS`]), 16 of depth. Open addressing, linear probing, at most three quarters full.
#[derive(Debug)]
pub struct ByRankHashed {
    slots: Vec<u64>,
    met: usize,
}

impl ByRankHashed {
    /// The slot where a rank is, or the free one where it belongs. Fibonacci hashing (D. E. Knuth, The Art of Computer
    /// Programming 3, 6.4): the top bits of a product with the golden ratio spread neighbouring ranks.
    #[inline]
    fn slot(slots: &[u64], rank: u64) -> usize {
        let mask = slots.len() - 1;
        let mut at = (rank.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - slots.len().trailing_zeros())) as usize;
        while slots[at] != u64::MAX && slots[at] >> 16 != rank {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let old = self.slots.len();
        let mut slots = meter.filled(old * 2, u64::MAX)?;
        for &word in self.slots.iter().filter(|&&word| word != u64::MAX) {
            let at = Self::slot(&slots, word >> 16);
            slots[at] = word;
        }
        self.slots = slots;
        meter.shrink(old as u64 * 8);
        Ok(())
    }
}

impl<P: Ranked> Depths<P> for ByRankHashed {
    type Handle = u64;

    /// # Panics
    /// If the puzzle has more ranks than the contract allows.
    fn empty(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        const SLOTS: usize = 1 << 12;
        assert!(puzzle.ranks() <= MOST_RANKS, "a rank of 48 bits");
        Ok(ByRankHashed { slots: meter.filled(SLOTS, u64::MAX)?, met: 0 })
    }

    #[inline]
    fn get(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        let word = self.slots[Self::slot(&self.slots, puzzle.rank(state))];
        (word != u64::MAX).then_some(word as u32 & 0xffff)
    }

    #[inline]
    fn lower(
        &mut self,
        puzzle: &P,
        state: &P::State,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(Lowered, u64), Stop> {
        let (rank, depth) = (puzzle.rank(state), u64::from(deepest(depth)?));
        let mut at = Self::slot(&self.slots, rank);
        let lowered = match self.slots[at] {
            u64::MAX => {
                if self.met * 4 >= self.slots.len() * 3 {
                    self.grow(meter)?;
                    at = Self::slot(&self.slots, rank);
                }
                self.met += 1;
                Lowered::New
            }
            word if word & 0xffff > depth => Lowered::Improved,
            _ => return Ok((Lowered::Kept, rank)),
        };
        self.slots[at] = rank << 16 | depth;
        Ok((lowered, rank))
    }

    #[inline]
    fn state(&self, puzzle: &P, rank: u64) -> P::State {
        puzzle.unrank(rank)
    }

    #[inline]
    fn depth(&self, rank: u64) -> u32 {
        self.slots[Self::slot(&self.slots, rank)] as u32 & 0xffff
    }
}

/// A hash table of packed states.
#[derive(Debug)]
pub struct ByState<S>(HashMap<S, u16, FxBuildHasher>);

impl<P: Puzzle> Depths<P> for ByState<P::State> {
    type Handle = P::State;

    fn empty(_puzzle: &P, _meter: &mut Meter<'_>) -> Result<Self, Stop> {
        Ok(ByState(HashMap::default()))
    }

    fn get(&self, _puzzle: &P, state: &P::State) -> Option<u32> {
        self.0.get(state).map(|&depth| u32::from(depth))
    }

    fn lower(
        &mut self,
        _puzzle: &P,
        state: &P::State,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(Lowered, P::State), Stop> {
        let depth = deepest(depth)?;
        meter.room(&mut self.0)?;
        let lowered = match self.0.entry(*state) {
            Entry::Vacant(vacant) => {
                vacant.insert(depth);
                Lowered::New
            }
            Entry::Occupied(mut known) if *known.get() > depth => {
                known.insert(depth);
                Lowered::Improved
            }
            Entry::Occupied(_) => Lowered::Kept,
        };
        Ok((lowered, *state))
    }

    fn state(&self, _puzzle: &P, state: P::State) -> P::State {
        state
    }

    fn depth(&self, state: P::State) -> u32 {
        self.0.get(&state).map_or(u32::MAX, |&depth| u32::from(depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::puzzles::magic_board::MagicBoard;

    #[test]
    fn a_depth_that_cannot_be_told_has_its_own_reason() {
        let board = MagicBoard::standard();
        let limits = Limits::default();
        let meter = &mut Meter::new(&limits);
        let mut depths: ByRank = Depths::empty(&board, meter).unwrap();
        assert!(depths.lower(&board, &board.goal(), 65_534, meter).is_ok());
        assert_eq!(depths.lower(&board, &board.goal(), 65_535, meter), Err(Stop::Depth));
    }
}
