//! Sets of moves named by small numbers, one bit a move, in ascending order.

use super::move_set::MoveSet;

/// A set of small numbers with one bit each, taken out in ascending order. The width of the word limits the numbers.
///
/// ```
/// use loyd_core::puzzle::{MoveSet, bits::Bits};
/// let odd = Bits::<u32>::from_iter([1, 3, 5]);
/// let small = Bits::from_iter(0..4);
/// assert_eq!(odd.without(small).iter().collect::<Vec<u8>>(), [5]);
/// assert_eq!(Bits::<[u64; 4]>::from_iter([200, 7, 255]).iter().collect::<Vec<u8>>(), [7, 200, 255]);
/// assert!(odd.contains(3) && !odd.contains(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<W>(pub W);

impl<W> crate::limits::Held for Bits<W> {
    fn held(&self) -> u64 {
        0
    }
}

/// A machine word, or several, as a row of bits.
pub trait Word: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The number of bits.
    const BITS: usize;
    /// The word with no bit set.
    const ZERO: Self;

    /// Clears the lowest bit that is set, and returns its number.
    fn pop_lowest(&mut self) -> Option<u8>;

    /// The bits of this word that are not set in `other`.
    fn and_not(self, other: Self) -> Self;

    /// Sets a bit.
    fn insert(&mut self, bit: u8);

    /// Whether a bit is set.
    fn contains(&self, bit: u8) -> bool;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
            fn pop_lowest(&mut self) -> Option<u8> {
                if *self == 0 {
                    return None;
                }
                let bit = self.trailing_zeros() as u8;
                *self &= self.wrapping_sub(1);
                Some(bit)
            }

            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }

            #[inline(always)]
            fn insert(&mut self, bit: u8) {
                *self |= <$word>::wrapping_shl(1, bit.into());
            }

            #[inline(always)]
            fn contains(&self, bit: u8) -> bool {
                self.wrapping_shr(bit.into()) & 1 != 0
            }
        }
    )*};
}

word!(u8, u16, u32, u64, u128);

impl Word for [u64; 4] {
    const BITS: usize = 256;
    const ZERO: Self = [0; 4];

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
    fn pop_lowest(&mut self) -> Option<u8> {
        let index = self.iter().position(|&word| word != 0)?;
        self[index].pop_lowest().map(|bit| (index as u8 * 64) | bit)
    }

    #[inline]
    fn and_not(self, other: Self) -> Self {
        std::array::from_fn(|index| self[index] & !other[index])
    }

    #[inline]
    fn insert(&mut self, bit: u8) {
        self[bit as usize / 64].insert(bit % 64);
    }

    #[inline]
    fn contains(&self, bit: u8) -> bool {
        self[bit as usize / 64].contains(bit % 64)
    }
}

impl<W: Word> Bits<W> {
    /// The set that contains only `number`.
    ///
    /// # Panics
    /// Never. If the word has no such bit, the set contains the remainder of `number` by the number of bits.
    #[inline(always)]
    pub fn one(number: u8) -> Self {
        let mut word = W::ZERO;
        word.insert(number);
        Bits(word)
    }

    /// Whether the number is in the set.
    #[inline(always)]
    pub fn contains(&self, number: u8) -> bool {
        self.0.contains(number)
    }
}

impl<W: Word> FromIterator<u8> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut word = W::ZERO;
        numbers.into_iter().for_each(|number| word.insert(number));
        Bits(word)
    }
}

impl<W: Word> MoveSet for Bits<W> {
    type Move = u8;

    const MOST: usize = W::BITS;

    #[inline(always)]
    fn none() -> Self {
        Bits(W::ZERO)
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u8> {
        self.0.pop_lowest()
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Bits(self.0.and_not(other.0))
    }

    #[inline(always)]
    fn number(m: u8) -> u32 {
        m.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn law<W: Word>() {
        let multiples = |step: usize| (0..W::BITS).step_by(step).map(|number| number as u8);
        for (a, b) in [(1, 2), (2, 3), (7, 5), (3, 1)] {
            let set = Bits::<W>::from_iter(multiples(a)).without(Bits::from_iter(multiples(b)));
            let expected = &multiples(a).collect::<BTreeSet<u8>>() - &multiples(b).collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), expected.iter().copied().collect::<Vec<_>>());
            assert!((0..W::BITS).all(|number| set.contains(number as u8) == expected.contains(&(number as u8))));
        }
        let last = (W::BITS - 1) as u8;
        assert_eq!(Bits::<W>::one(last).iter().collect::<Vec<_>>(), [last]);
        assert_eq!(Bits::<W>::none().pop(), None);
    }

    #[test]
    fn bits_follow_a_plain_set() {
        law::<u8>();
        law::<u16>();
        law::<u32>();
        law::<u64>();
        law::<u128>();
        law::<[u64; 4]>();
    }
}
