//! Lehmer code (Cantor expansion): permutations in lexicographic order, numbered from 0.
//!
//! The digit of a position is the number of smaller values that come later. For up to 16 values, all counters are in
//! one word of sixteen nibbles, as in B. Bonet, "Efficient algorithms to rank and unrank permutations in lexicographic
//! order" (AAAI workshop 2008), with the tree of counters flattened. Nibble `v` is the number of unused values below
//! `v`. Using `v` subtracts one from every nibble above `v`: a look-up and a subtraction. So both directions take O(n)
//! word operations.

use crate::cells::Nibbles;
use crate::exact::exact;

/// `0!` to `20!`, all that fit a `u64`.
pub const FACTORIALS: [u64; 21] = {
    let mut table = [1; 21];
    let mut n = 1;
    while n < 21 {
        table[n] = table[n - 1] * n as u64;
        n += 1;
    }
    table
};

const COUNTERS: u64 = 0xfedc_ba98_7654_3210;

/// For each value, a one in every nibble above it. Using the value subtracts this word from the counters. A load is one
/// operation; a shift by a variable takes three in a program that must run on every x86-64.
const ABOVE: [u64; 16] = {
    let mut table = [0; 16];
    let mut value = 0;
    while value < 15 {
        table[value] = 0x1111_1111_1111_1111 << (4 * value + 4);
        value += 1;
    }
    table
};

/// The number of a permutation of `0..n`, `n` at most 16, among all in lexicographic order, from 0.
///
/// # Complexity
/// O(n) word operations.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_core::rank::lehmer::rank;
/// // 357412968 is permutation 98884, the first being number 0.
/// assert_eq!(rank(Nibbles::pack(&[2, 4, 6, 3, 0, 1, 8, 5, 7]), 9), 98884);
/// // 652879134 is number 223051 when the first is number 1.
/// assert_eq!(rank(Nibbles::pack(&[5, 4, 1, 7, 6, 8, 0, 2, 3]), 9), 223050);
/// // 123456780 is number 46234, likewise, and the last value is the smallest.
/// assert_eq!(rank(Nibbles::pack(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), 9), 46233);
/// ```
#[inline]
pub fn rank(permutation: Nibbles, n: usize) -> u64 {
    let (mut counters, mut pieces, mut rank) = (COUNTERS, permutation.0, 0);
    for position in 0..n {
        rank = with_digit(rank, n, position, counter_of(counters, pieces));
        counters = counters.wrapping_sub(ABOVE[(pieces & 15) as usize]);
        pieces >>= 4;
    }
    rank
}

/// The permutation of `0..n`, `n` at most 16, with that number.
///
/// # Complexity
/// O(n) word operations, n of them divisions.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_core::rank::lehmer::unrank;
/// assert_eq!(unrank(98884, 9), Nibbles::pack(&[2, 4, 6, 3, 0, 1, 8, 5, 7]));
/// ```
#[inline]
pub fn unrank(rank: u64, n: usize) -> Nibbles {
    let mut digits = [0u64; 16];
    let mut rest = rank;
    for position in (0..n).rev() {
        // A position is below `n`.
        let base = n.wrapping_sub(position) as u64;
        digits[position] = rest % base;
        rest /= base;
    }
    Nibbles(take(&digits, n, COUNTERS))
}

/// The counter of the lowest piece: its nibble begins at bit 60 at the most.
#[inline(always)]
fn counter_of(counters: u64, pieces: u64) -> u64 {
    counters >> (pieces & 15).wrapping_mul(4) & 15
}

/// A rank with one more digit. A rank of at most 16 pieces is below 16!, which is below 2^45, so nothing is checked.
#[inline(always)]
fn with_digit(rank: u64, n: usize, position: usize, digit: u64) -> u64 {
    rank.wrapping_mul(n.wrapping_sub(position) as u64).wrapping_add(digit)
}

/// Takes the values at `digits` out of a word of unused values in ascending order.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a digit is below 16")]
fn take(digits: &[u64; 16], n: usize, mut unused: u64) -> u64 {
    let mut word = 0;
    // A digit is below `n`, which is at most 16: shifts are below 64.
    for position in 0..n {
        let shift = digits[position & 15].wrapping_mul(4) as u32;
        word |= (unused.wrapping_shr(shift) & 15).wrapping_shl((position as u32).wrapping_mul(4));
        let below = 1_u64.wrapping_shl(shift).wrapping_sub(1);
        unused = unused & below | unused >> 4 & !below;
    }
    word
}

/// The number of an even permutation of `0..n`, `n` from 2 to 16, among the even permutations, from 0. An odd
/// permutation has the number of its even neighbour. Permutations `2k` and `2k + 1` differ by an exchange of their last
/// two values, so one of each pair is even, and half of its full rank is its number.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_core::rank::lehmer::{rank_even, unrank_even};
/// assert_eq!(rank_even(Nibbles::pack(&[2, 0, 1]), 3), 2);
/// assert_eq!(unrank_even(2, 3, false), Nibbles::pack(&[2, 0, 1]));
/// assert_eq!(unrank_even(2, 3, true), Nibbles::pack(&[2, 1, 0]));
/// ```
#[inline]
pub fn rank_even(permutation: Nibbles, n: usize) -> u64 {
    // Halving at the end would not overflow, but leaving out the last two positions saves one step.
    let (mut counters, mut pieces, mut rank) = (COUNTERS, permutation.0, 0);
    for position in 0..n - 2 {
        rank = with_digit(rank, n, position, counter_of(counters, pieces));
        counters = counters.wrapping_sub(ABOVE[(pieces & 15) as usize]);
        pieces >>= 4;
    }
    rank
}

/// The number that [`rank_even`] returns, and whether the permutation is odd. The sum of the digits is the number of
/// pairs in the wrong order, so the digits determine the parity.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_core::rank::lehmer::rank_and_parity;
/// assert_eq!(rank_and_parity(Nibbles::pack(&[2, 0, 1]), 3), (2, false));
/// assert_eq!(rank_and_parity(Nibbles::pack(&[2, 1, 0]), 3), (2, true));
/// ```
#[inline]
pub fn rank_and_parity(permutation: Nibbles, n: usize) -> (u64, bool) {
    let (mut counters, mut pieces, mut rank, mut inversions) = (COUNTERS, permutation.0, 0, 0);
    for position in 0..n - 2 {
        let digit = counter_of(counters, pieces);
        rank = with_digit(rank, n, position, digit);
        inversions ^= digit;
        counters = counters.wrapping_sub(ABOVE[(pieces & 15) as usize]);
        pieces >>= 4;
    }
    inversions ^= counter_of(counters, pieces);
    (rank, inversions & 1 == 1)
}

/// The even or odd permutation with number `rank` among permutations of its parity; the inverse of [`rank_even`].
#[inline]
pub fn unrank_even(rank: u64, n: usize, odd: bool) -> Nibbles {
    let mut digits = [0u64; 16];
    let (mut rest, mut inversions) = (rank, 0);
    for position in (0..n - 2).rev() {
        let base = n.wrapping_sub(position) as u64;
        digits[position] = rest % base;
        // There are at most 15 digits below 16, so the sum does not wrap.
        inversions = digits[position].wrapping_add(inversions);
        rest /= base;
    }
    digits[n - 2] = (inversions + u64::from(odd)) & 1;
    Nibbles(take(&digits, n, COUNTERS))
}

/// Whether a permutation of `0..n` is odd.
///
/// ```
/// use loyd_core::rank::lehmer::is_odd;
/// assert!(is_odd(&[1, 0, 2]) && !is_odd(&[1, 2, 0]));
/// ```
pub fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = [false; 256];
    let mut odd = false;
    for begin in 0..permutation.len() {
        let mut at = begin;
        while !seen[at] {
            seen[at] = true;
            at = permutation[at] as usize;
            odd ^= at != begin;
        }
    }
    odd
}

/// The number of a permutation of any length up to 34, by the definition, in O(n^2).
///
/// `None` beyond 34 values, where the number no longer fits.
///
/// ```
/// use loyd_core::rank::lehmer::{rank_wide, unrank_wide};
/// assert_eq!(rank_wide(&[2, 4, 6, 3, 0, 1, 8, 5, 7]), Some(98884));
/// assert_eq!(unrank_wide(98884, 9), Some(vec![2, 4, 6, 3, 0, 1, 8, 5, 7]));
/// assert_eq!(unrank_wide(6, 3), None);
/// ```
pub fn rank_wide(permutation: &[u8]) -> Option<u128> {
    let n = permutation.len();
    (n <= 34).then(|| {
        permutation.iter().enumerate().fold(0, |rank, (position, value)| {
            let digit = permutation[position + 1..].iter().filter(|&later| later < value).count();
            rank * (n - position) as u128 + digit as u128
        })
    })
}

/// The permutation of `0..n` with that number, or `None` if there is no such permutation or `n` is above 34.
pub fn unrank_wide(rank: u128, n: usize) -> Option<Vec<u8>> {
    if n > 34 {
        return None;
    }
    let mut digits = vec![0; n];
    let mut rest = rank;
    for position in (0..n).rev() {
        let base = (n - position) as u128;
        digits[position] = (rest % base) as usize;
        rest /= base;
    }
    let mut unused: Vec<u8> = (0..exact::<u8>(n)).collect();
    (rest == 0).then(|| digits.into_iter().map(|digit| unused.remove(digit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Cells;

    #[test]
    fn every_permutation_of_up_to_eight_values_in_order() {
        for (n, &count) in FACTORIALS.iter().enumerate().take(9).skip(1) {
            let mut last = None;
            for number in 0..count {
                let permutation = unrank(number, n);
                assert_eq!(rank(permutation, n), number);
                let plain = permutation.unpack(n);
                assert_eq!(rank_wide(&plain), Some(number.into()));
                assert_eq!(unrank_wide(number.into(), n).as_ref(), Some(&plain));
                if n > 1 {
                    assert_eq!(rank_even(permutation, n), number / 2);
                    assert_eq!(rank_and_parity(permutation, n), (number / 2, is_odd(&plain)));
                    assert_eq!(unrank_even(number / 2, n, is_odd(&plain)), permutation);
                }
                assert!(last.as_ref().is_none_or(|last| *last < plain), "not in order");
                last = Some(plain);
            }
        }
    }

    #[test]
    fn both_ends_of_sixteen_values() {
        let last = FACTORIALS[16] - 1;
        assert_eq!(unrank(0, 16).0, COUNTERS);
        assert_eq!(rank(unrank(last, 16), 16), last);
        assert_eq!(unrank(last, 16).unpack(16), (0..16).rev().collect::<Vec<u8>>());
        assert_eq!(rank_even(unrank_even(last / 2, 16, true), 16), last / 2);
    }
}
