//! Entries that many threads write at the same time, without locks.
//!
//! The next layer is made from the layer at hand. A new entry must never look like a state of the layer at hand.
//!
//! - [`Fields`] have eight or four bits. An entry changes once, from all ones to its distance, by one atomic operation.
//! - [`EntryPlanes`] have the codes 1, 2, 3, which follow each other with the depth. Codes 1 and 2 are one bit, set by
//!   one operation. Code 3 is two bits, and halfway it must not look like code 2, the layer at hand. So the bit of
//!   plane 0 is set before the bit of plane 1 (release), and plane 1 is read before plane 0 (acquire). A reader that
//!   sees the second bit sees the first. A reader that sees only the first takes the state for one of code 1, two
//!   layers back.

use std::sync::atomic::{AtomicU64, Ordering};

use super::encoding::GROUP;
use crate::exact::exact;
use crate::limits::Stop;

/// The entries of a state space, 64 to a group.
pub(super) trait EntryCodes: Sync + Sized {
    /// Makes entries that are all unmet. `look` is called now and then, and its error ends the work.
    fn new(entries: u64, look: StopCheck<'_>) -> Result<Self, Stop>;

    /// The number of bytes that `entries` entries take.
    fn bytes(entries: u64) -> u64;

    /// The entries of a group that are in the layer at hand, which has this depth.
    fn layer(&self, group: usize, depth: u32) -> u64;

    /// The unmet entries of a group, including the places after the last entry.
    fn unmet(&self, group: usize) -> u64;

    /// Leaves states of the layer at hand behind, so that no later layer includes them. Only for the group's thread.
    fn leave(&self, group: usize, layer: u64);

    /// Whether the entry of a child of an unmet state is in the layer at hand, which has this depth.
    fn is_in(&self, index: u64, depth: u32) -> bool;

    /// Enters a state into the layer of this depth, also while other threads do. Returns whether it was unmet before.
    fn enter(&self, index: u64, depth: u32) -> bool;

    /// Enters states into the layer of this depth. Only while no other thread enters states of this group.
    fn enter_all(&self, group: usize, new: u64, depth: u32);

    /// All words, in order.
    fn into_words(self) -> Vec<u64>;
}

/// A function that is called now and then, and returns an error if the work should stop.
pub type StopCheck<'l> = &'l mut dyn FnMut() -> Result<(), Stop>;

/// The number of words filled between two calls of `look`: some milliseconds of writing to fresh memory.
const FILLED: usize = 1 << 20;

fn words(number: u64, value: u64, look: StopCheck<'_>) -> Result<Vec<AtomicU64>, Stop> {
    let number = usize::try_from(number).map_err(|_| Stop::Bytes)?;
    let mut words = Vec::new();
    words.try_reserve_exact(number).map_err(|_| Stop::Bytes)?;
    while words.len() < number {
        look()?;
        words.extend((0..FILLED.min(number - words.len())).map(|_| AtomicU64::new(value)));
    }
    Ok(words)
}

/// The words as plain numbers, in the same memory.
fn plain(words: Vec<AtomicU64>) -> Vec<u64> {
    words.into_iter().map(AtomicU64::into_inner).collect()
}

/// Calls `each` with the place of each set bit of a number.
#[inline(always)]
pub(super) fn each_bit(mut bits: u64, mut each: impl FnMut(u64)) {
    while bits != 0 {
        each(bits.trailing_zeros().into());
        bits &= bits - 1;
    }
}

/// Entries of `BITS` bits, four or eight: the distance, or all ones if unmet.
pub(super) struct Fields<const BITS: u64>(Vec<AtomicU64>);

impl<const BITS: u64> Fields<BITS> {
    const ONES: u64 = (1 << BITS) - 1;
    /// The lowest bit of each field of a word.
    const LOWEST: u64 = u64::MAX / Self::ONES;
    /// The number of fields in a word.
    const IN_WORD: u64 = 64 / BITS;

    #[inline(always)]
    fn word(&self, index: u64) -> (&AtomicU64, u64) {
        (&self.0[exact::<usize>(index / Self::IN_WORD)], index % Self::IN_WORD * BITS)
    }

    /// The entries of a group that hold a value, one bit each.
    #[inline(always)]
    fn holding(&self, group: usize, value: u64) -> u64 {
        let mut found = 0;
        for (place, word) in self.0[group * exact::<usize>(BITS)..][..exact::<usize>(BITS)].iter().enumerate() {
            let differs = word.load(Ordering::Relaxed) ^ (value * Self::LOWEST);
            // Marks the highest bit of exactly the fields that are zero (H. S. Warren, Hacker's Delight, 6-1).
            let low = !(Self::LOWEST << (BITS - 1));
            let zero = !((differs & low).wrapping_add(low) | differs | low) >> (BITS - 1);
            found |= Self::gathered(zero) << (place as u64 * Self::IN_WORD);
        }
        found
    }

    /// Gathers the lowest bits of the fields side by side.
    #[inline(always)]
    fn gathered(mut lowest: u64) -> u64 {
        if lowest == 0 {
            return 0;
        }
        if BITS == 4 {
            lowest = (lowest | lowest >> 3) & 0x0303_0303_0303_0303;
            lowest = (lowest | lowest >> 6) & 0x000f_000f_000f_000f;
            lowest = (lowest | lowest >> 12) & 0x0000_00ff_0000_00ff;
            (lowest | lowest >> 24) & 0xffff
        } else {
            lowest = (lowest | lowest >> 7) & 0x0003_0003_0003_0003;
            lowest = (lowest | lowest >> 14) & 0x0000_000f_0000_000f;
            (lowest | lowest >> 28) & 0xff
        }
    }
}

impl<const BITS: u64> EntryCodes for Fields<BITS> {
    fn new(entries: u64, look: StopCheck<'_>) -> Result<Self, Stop> {
        words(Self::bytes(entries) / 8, u64::MAX, look).map(Fields)
    }

    fn bytes(entries: u64) -> u64 {
        entries.div_ceil(GROUP).saturating_mul(BITS * 8)
    }

    #[inline(always)]
    fn layer(&self, group: usize, depth: u32) -> u64 {
        self.holding(group, depth.into())
    }

    #[inline(always)]
    fn unmet(&self, group: usize) -> u64 {
        self.holding(group, Self::ONES)
    }

    #[inline(always)]
    fn leave(&self, _group: usize, _layer: u64) {}

    #[inline(always)]
    fn is_in(&self, index: u64, depth: u32) -> bool {
        let (word, shift) = self.word(index);
        word.load(Ordering::Relaxed) >> shift & Self::ONES == u64::from(depth)
    }

    #[inline(always)]
    fn enter(&self, index: u64, depth: u32) -> bool {
        let (word, shift) = self.word(index);
        let is_unmet = |word: u64| word >> shift & Self::ONES == Self::ONES;
        let kept = !(Self::ONES << shift) | u64::from(depth) << shift;
        is_unmet(word.load(Ordering::Relaxed)) && is_unmet(word.fetch_and(kept, Ordering::Relaxed))
    }

    #[inline(always)]
    fn enter_all(&self, group: usize, new: u64, depth: u32) {
        each_bit(new, |bit| {
            let (word, shift) = self.word(group as u64 * GROUP + bit);
            let kept = !(Self::ONES << shift) | u64::from(depth) << shift;
            word.store(word.load(Ordering::Relaxed) & kept, Ordering::Relaxed);
        });
    }

    fn into_words(self) -> Vec<u64> {
        plain(self.0)
    }
}

/// Entries of two bits, in planes of a word: 0 if unmet, else 1 + depth modulo 3. While they are built, a third bit
/// marks states that are left behind. Without it every layer would include the states three layers before, which would
/// give their predecessors again. (No unmet state has a child so far behind, so checks of children need no third bit.)
pub(super) struct EntryPlanes {
    words: Vec<AtomicU64>,
    left: Vec<AtomicU64>,
}

impl EntryPlanes {
    /// Reads the words of both planes, plane 1 first.
    #[inline(always)]
    fn read(&self, group: usize) -> (u64, u64) {
        let high = self.words[2 * group + 1].load(Ordering::Acquire);
        (self.words[2 * group].load(Ordering::Relaxed), high)
    }

    #[inline(always)]
    fn in_layer((low, high): (u64, u64), depth: u32) -> u64 {
        match depth % 3 {
            0 => low & !high,
            1 => high & !low,
            _ => low & high,
        }
    }
}

impl EntryCodes for EntryPlanes {
    fn new(entries: u64, look: StopCheck<'_>) -> Result<Self, Stop> {
        let groups = entries.div_ceil(GROUP);
        Ok(EntryPlanes { words: words(groups * 2, 0, &mut *look)?, left: words(groups, 0, look)? })
    }

    fn bytes(entries: u64) -> u64 {
        entries.div_ceil(GROUP).saturating_mul(24)
    }

    #[inline(always)]
    fn layer(&self, group: usize, depth: u32) -> u64 {
        Self::in_layer(self.read(group), depth) & !self.left[group].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn leave(&self, group: usize, layer: u64) {
        let left = &self.left[group];
        left.store(left.load(Ordering::Relaxed) | layer, Ordering::Relaxed);
    }

    #[inline(always)]
    fn unmet(&self, group: usize) -> u64 {
        let (low, high) = self.read(group);
        !(low | high)
    }

    #[inline(always)]
    fn is_in(&self, index: u64, depth: u32) -> bool {
        Self::in_layer(self.read((index / GROUP) as usize), depth) >> (index % GROUP) & 1 != 0
    }

    #[inline(always)]
    fn enter(&self, index: u64, depth: u32) -> bool {
        let (group, bit) = ((index / GROUP) as usize, 1 << (index % GROUP));
        let (low, high) = self.read(group);
        if (low | high) & bit != 0 {
            return false;
        }
        let (low, high) = (&self.words[2 * group], &self.words[2 * group + 1]);
        if depth % 3 != 1 {
            let old = low.fetch_or(bit, Ordering::Relaxed);
            if depth.is_multiple_of(3) {
                return old & bit == 0;
            }
        }
        // The thread that sets the last bit has entered the state.
        high.fetch_or(bit, Ordering::Release) & bit == 0
    }

    #[inline(always)]
    fn enter_all(&self, group: usize, new: u64, depth: u32) {
        if new == 0 {
            return;
        }
        let (low, high) = (&self.words[2 * group], &self.words[2 * group + 1]);
        if depth % 3 != 1 {
            low.store(low.load(Ordering::Relaxed) | new, Ordering::Relaxed);
        }
        if !depth.is_multiple_of(3) {
            high.store(high.load(Ordering::Relaxed) | new, Ordering::Release);
        }
    }

    fn into_words(self) -> Vec<u64> {
        plain(self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state is entered once, into its layer and no other layer, and no other state is entered with it.
    fn entries_are_kept_apart<C: EntryCodes>(deepest: u32) {
        const ENTRIES: u64 = 200;
        for depth in 0..=deepest {
            let codes = C::new(ENTRIES, &mut || Ok(())).unwrap();
            let mut entered = [0; 4];
            for index in (0..ENTRIES).filter(|index| index * index % 7 == 2) {
                assert!(codes.enter(index, depth) && !codes.enter(index, depth));
                assert!(codes.is_in(index, depth) && !codes.is_in(index, depth + 1));
                entered[(index / 64) as usize] |= 1 << (index % 64);
            }
            for (group, entered) in entered.into_iter().enumerate() {
                assert_eq!(codes.layer(group, depth), entered);
                assert_eq!(codes.layer(group, depth + 1), 0);
                assert_eq!(codes.unmet(group), !entered);
            }
            let all = C::new(ENTRIES, &mut || Ok(())).unwrap();
            entered.into_iter().enumerate().for_each(|(group, entered)| all.enter_all(group, entered, depth));
            assert_eq!(codes.into_words(), all.into_words());
        }
    }

    #[test]
    fn entries_are_kept_apart_in_every_width() {
        // The test also asks for the next depth, which must not be all ones.
        entries_are_kept_apart::<Fields<8>>(253);
        entries_are_kept_apart::<Fields<4>>(13);
        entries_are_kept_apart::<EntryPlanes>(100);
    }

    /// Two threads enter states at depth 2, in two steps. A third thread never sees one in the layer of depth 1.
    #[test]
    fn what_is_half_entered_is_never_in_the_layer_at_hand() {
        const GROUPS: u64 = 1 << 12;
        for _ in 0..20 {
            let codes = EntryPlanes::new(GROUPS * 64, &mut || Ok(())).unwrap();
            let entered: u64 = std::thread::scope(|scope| {
                let writers: Vec<_> = (0..2)
                    .map(|_| {
                        scope.spawn(|| (0..GROUPS * 64).map(|index| u64::from(codes.enter(index, 2))).sum::<u64>())
                    })
                    .collect();
                let reader =
                    scope.spawn(|| (0..GROUPS as usize).map(|group| codes.layer(group, 1)).fold(0, |a, b| a | b));
                assert_eq!(reader.join().unwrap(), 0);
                writers.into_iter().map(|writer| writer.join().unwrap()).sum()
            });
            assert_eq!(entered, GROUPS * 64);
        }
    }
}
