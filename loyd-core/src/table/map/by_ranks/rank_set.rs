//! A set of ranks with one bit for every rank of a space.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::table::pace::Pace;
use crate::table::threads::sum_of;

/// The most words, of 64 ranks each, between two looks at the limits.
const BATCH: usize = 1 << 6;

/// The fewest words that a thread takes at a time.
const SHARE: usize = 1;

/// A set of ranks of one space: a bit for every rank.
#[derive(Debug)]
pub struct RankSet {
    ranks: u64,
    words: Vec<AtomicU64>,
}

impl RankSet {
    /// The bytes of a set of a space with this number of ranks.
    pub fn bytes(ranks: u64) -> u64 {
        ranks.div_ceil(64).saturating_mul(8)
    }

    /// The empty set of a space with this number of ranks. `meter` counts its bytes.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if there is too little memory.
    pub fn empty(ranks: u64, meter: &mut Meter<'_>) -> Result<RankSet, Stop> {
        let number = usize::try_from(ranks.div_ceil(64)).map_err(|_| Stop::Bytes)?;
        meter.grow(RankSet::bytes(ranks))?;
        let mut words = Vec::new();
        words.try_reserve_exact(number).map_err(|_| Stop::Bytes)?;
        words.extend(std::iter::repeat_with(|| AtomicU64::new(0)).take(number));
        Ok(RankSet { ranks, words })
    }

    /// The number of ranks of the space.
    pub fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Adds a rank, and returns whether it is new.
    ///
    /// # Panics
    /// If the space has no such rank.
    pub fn insert(&self, rank: u64) -> bool {
        assert!(rank < self.ranks, "the space has {} ranks, and no rank {rank}", self.ranks);
        let bit = 1 << (rank % 64);
        self.words[exact::<usize>(rank / 64)].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Whether the set contains a rank of the space.
    pub fn contains(&self, rank: u64) -> bool {
        self.word(exact(rank / 64)) >> (rank % 64) & 1 == 1
    }

    /// The first rank that is in this set and not in `other`.
    pub fn first_beyond(&self, other: &RankSet) -> Option<u64> {
        let mut beyond = (0..self.words.len()).map(|word| (word as u64 * 64, self.word(word) & !other.word(word)));
        beyond.find(|(_, ranks)| *ranks != 0).map(|(first, ranks)| first + u64::from(ranks.trailing_zeros()))
    }

    /// The rank in the set that has `place` smaller ranks in it; `None` if the set has too few ranks.
    ///
    /// # Complexity
    /// A look at every word before the rank.
    pub fn nth(&self, mut place: u64) -> Option<u64> {
        for word in 0..self.words.len() {
            let (ranks, first) = (self.word(word), word as u64 * 64);
            let number = u64::from(ranks.count_ones());
            if place < number {
                let rest = (0..place).fold(ranks, |rest, _| rest & (rest - 1));
                return Some(first + u64::from(rest.trailing_zeros()));
            }
            place -= number;
        }
        None
    }

    /// The number of ranks in the set.
    pub fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// Whether the set contains no rank.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// Adds every rank for which `is_in` holds, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// One call of `is_in` for every rank that is not in the set yet.
    pub fn insert_where(&self, is_in: &(dyn Fn(u64) -> bool + Sync), meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut pace = Pace::cautious(SHARE, BATCH);
        while let Some(batch) = pace.batch(self.words.len()) {
            meter.watch(0)?;
            sum_of(batch, SHARE, &|word| {
                let (first, known) = (word as u64 * 64, self.word(word));
                let number = (self.ranks - first).min(64);
                let new = (0..number).filter(|bit| known >> bit & 1 == 0 && is_in(first + bit));
                let new = new.fold(0, |bits, bit| bits | 1 << bit);
                self.add_word(word, new);
                0
            });
        }
        Ok(())
    }

    /// Adds the ranks of a word that are set in `ranks`.
    #[inline(always)]
    pub(in crate::table::map) fn add_word(&self, word: usize, ranks: u64) {
        self.words[word].fetch_or(ranks, Ordering::Relaxed);
    }

    /// The ranks `64 * word` and the 63 ranks after it, one bit each.
    #[inline(always)]
    pub(in crate::table::map) fn word(&self, word: usize) -> u64 {
        self.words[word].load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::RankSet;
    use crate::limits::{Limits, Meter, Stop};

    #[test]
    fn ranks_are_added_once_and_only_ranks_of_the_space() {
        let limits = Limits::default();
        let set = RankSet::empty(131, &mut Meter::new(&limits)).unwrap();
        assert!(set.is_empty() && !set.contains(130));
        assert!(set.insert(130) && !set.insert(130));
        set.insert_where(&|rank| rank % 3 == 0, &mut Meter::new(&limits)).unwrap();
        assert_eq!(set.len(), 45);
        assert!((0..131).all(|rank| set.contains(rank) == (rank % 3 == 0 || rank == 130)));
        let all: Vec<u64> = (0..131).filter(|&rank| set.contains(rank)).collect();
        assert!((0..46).all(|place| set.nth(place) == all.get(place as usize).copied()));
        let other = RankSet::empty(131, &mut Meter::new(&limits)).unwrap();
        other.insert_where(&|rank| rank < 70, &mut Meter::new(&limits)).unwrap();
        assert_eq!(
            (set.first_beyond(&other), set.first_beyond(&set), other.first_beyond(&set)),
            (Some(72), None, Some(1))
        );
        assert!(std::panic::catch_unwind(|| set.insert(131)).is_err());
    }

    #[test]
    fn a_set_that_is_too_large_is_refused_before_memory_is_taken() {
        let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
        let refused = |ranks| RankSet::empty(ranks, &mut Meter::new(&limits)).unwrap_err();
        assert_eq!([refused(1 << 24), refused(u64::MAX)], [Stop::Bytes; 2]);
    }
}
