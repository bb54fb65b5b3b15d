//! The flips at an end that close a gap, and the flips that will do so after each. Four of them are compared at once.
//!
//! A flip that closes a gap joins the topmost pancake to one that it belongs beside, and cuts the edge above that
//! pancake. So two edges name the flip: the edge that it makes, which is in the other path, and the edge that it cuts.
//! The flip is **open** as long as neither edge is in both paths. A flip at one end changes the other end only in this:
//! flips there that have one of its two edges are no longer open.

use loyd_core::puzzle::bits::{Bits, Word};

use super::path::{PancakeSpot, Path};

/// The two flips at an end that may close a gap, and the two after each. A flip has sixteen bits: the lower eight are
/// the edge that it joins, the upper eight the edge that it cuts.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlipOutlook {
    flips: u32,
    /// The highest bit of each open flip.
    open: u32,
    next: u64,
    next_open: u64,
}

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Four times the same flip.
const FOUR: u64 = 0x0001_0001_0001_0001;

/// The highest bit of every flip whose two bytes are both not zero.
#[inline(always)]
fn unlike(flips: u64) -> u64 {
    let bytes = ((flips & !HIGH) + !HIGH) | flips;
    bytes & bytes << 8 & (FOUR << 15)
}

/// A path, the other path, and the gaps of each: its edges that are not in the other.
pub type PathEnd<'a, T, W, const N: usize> = (&'a Path<T, N>, &'a Path<T, N>, &'a Bits<W>, &'a Bits<W>);

/// The flips that may close a gap if `top` is topmost, after a flip of all above the spot `flipped`; and which of them
/// are open.
#[inline(always)]
fn flips<T: PancakeSpot, W: Word, const N: usize>(end: PathEnd<'_, T, W, N>, top: u8, flipped: T) -> (u32, u32) {
    let (path, other, gaps, other_gaps) = end;
    let (mut flips, mut open) = (0, 0);
    for (index, joined) in other.sides(top).into_iter().enumerate() {
        let below = other.over(joined, top);
        let spot = path.spot(below);
        let turned = spot.turned() ^ u8::from(spot < flipped);
        let cut = path.sides(below)[usize::from(turned)];
        flips |= (u32::from(joined) | u32::from(cut) << 8) << (16 * index);
        open |= u32::from(other_gaps.contains(joined) & gaps.contains(cut)) << (16 * index + 15);
    }
    (flips, open)
}

impl FlipOutlook {
    /// Computes the outlook from scratch.
    #[inline(always)]
    pub fn new<T: PancakeSpot, W: Word, const N: usize>(end: PathEnd<'_, T, W, N>) -> Self {
        let (flips, open) = flips(end, end.0.top, T::at(0));
        FlipOutlook { flips, open, ..FlipOutlook::default() }.with_next(end)
    }

    /// The outlook after one of its two flips was made.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub fn after<T: PancakeSpot, W: Word, const N: usize>(&self, end: PathEnd<'_, T, W, N>, index: u32) -> Self {
        // An index is 0 or 1.
        let (flips, open) = (self.next.wrapping_shr(32 * index) as u32, self.next_open.wrapping_shr(32 * index) as u32);
        FlipOutlook { flips, open, ..FlipOutlook::default() }.with_next(end)
    }

    #[inline(always)]
    fn with_next<T: PancakeSpot, W: Word, const N: usize>(mut self, end: PathEnd<'_, T, W, N>) -> Self {
        let (path, other, ..) = end;
        for index in 0..2 {
            let (joined, cut) = self.flip(index);
            let below = other.over(joined, path.top);
            let (next, open) = flips(end, path.over(cut, below), path.spot(below).upright());
            self.next |= u64::from(next).wrapping_shl(32 * index);
            self.next_open |= u64::from(open).wrapping_shl(32 * index);
        }
        self
    }

    /// The outlook after the other end made a flip that joined and cut these edges.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub fn without(&self, joined: u8, cut: u8) -> Self {
        let gone = FOUR * (u64::from(cut) | u64::from(joined) << 8);
        let open = self.open & unlike(u64::from(self.flips) ^ gone) as u32;
        FlipOutlook { open, next_open: self.next_open & unlike(self.next ^ gone), ..*self }
    }

    /// The edges that a flip joins and cuts.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub fn flip(&self, index: u32) -> (u8, u8) {
        let flip = self.flips.wrapping_shr(16 * index);
        (flip as u8, (flip >> 8) as u8)
    }

    /// The open flips, which close a gap: one bit each.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub fn closing(&self) -> u8 {
        (self.open >> 15 & 1 | self.open >> 30) as u8
    }

    /// The flips that leave an open flip at both ends, one bit each, and how much is left to try after them. `first`
    /// and `second`: whether that flip leaves an open one at the other end.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    fn living(&self, [first, second]: [u32; 2]) -> (u8, u32) {
        let (after_first, after_second) =
            ((self.next_open as u32).count_ones(), ((self.next_open >> 32) as u32).count_ones());
        let (first, second) = (first & u32::from(after_first != 0), second & u32::from(after_second != 0));
        let much = first * (MANY + after_first) + second * (MANY + after_second);
        ((first | second << 1) as u8, much)
    }
}

/// The weight of a flip, in flips after it.
const MANY: u32 = 8;

/// The end where less is left to try, and its flips after which both ends have an open flip: one bit each. If both ends
/// have equally much to try, `turn` decides.
///
/// There must be more than one gap, because the flip that closes the last gap leaves no flip open.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
pub fn fewest([front, back]: &[FlipOutlook; 2], turn: u8) -> (usize, u8) {
    // Compares four pairs: each flip at the front with each flip at the back. The back's edges are exchanged, because
    // the edge that one end joins is the edge that the other end cuts.
    let twice = |flips: u32| u64::from(flips) << 32 | u64::from(flips);
    let each = |first: u32, second: u32| (u64::from(second) << 32 | u64::from(first)) * 0x1_0001;
    let exchanged = back.flips.swap_bytes();
    let backs = each(exchanged >> 16, exchanged & 0xffff);
    let open = twice(front.open) & each(back.open & 0xffff, back.open >> 16);
    let both = (unlike(twice(front.flips) ^ backs) & open) >> 15;
    let (fronts, backs) = (both | both >> 32, both | both >> 16);
    let bit = |bits: u64, place: u32| (bits >> place) as u32 & 1;
    let (living, few) = front.living([bit(fronts, 0), bit(fronts, 16)]);
    let (living_back, fewer) = back.living([bit(backs, 0), bit(backs, 32)]);
    if 2 * fewer < 2 * few + u32::from(turn) { (1, living_back) } else { (0, living) }
}

/// The edges that a flip joins and cuts.
#[cfg(test)]
type FlipEdges = (u8, u8);

#[cfg(test)]
impl FlipOutlook {
    /// The open flips, each with the open flips after it, as the edges that they join and cut.
    pub fn open_flips(&self) -> Vec<(FlipEdges, Vec<FlipEdges>)> {
        let edges = |flip: u64| (flip as u8, (flip >> 8) as u8);
        let open = |index: &u32| self.open >> (16 * index + 15) & 1 != 0;
        let next = |index: u32| {
            let open = (2 * index..2 * index + 2).filter(|next| self.next_open >> (16 * next + 15) & 1 != 0);
            open.map(|next| edges(self.next >> (16 * next))).collect()
        };
        (0..2).filter(open).map(|index| (self.flip(index), next(index))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pancake::tests::numbers;

    #[test]
    fn four_flips_are_compared_at_once() {
        let mut below = numbers(5);
        for _ in 0..10_000 {
            let bytes: [u8; 8] = std::array::from_fn(|_| [0, 1, 2, 0x7f, 0x80, 0x81, 0xff][below(7) as usize]);
            let expected: u64 = (0..4)
                .map(|flip| u64::from(bytes[2 * flip] != 0 && bytes[2 * flip + 1] != 0) << (16 * flip + 15))
                .sum();
            assert_eq!(unlike(u64::from_le_bytes(bytes)), expected, "{bytes:?}");
        }
    }

    /// A random outlook with few different edges, so that many flips are equal.
    fn drawn(below: &mut impl FnMut(u64) -> u64) -> FlipOutlook {
        let mut outlook = FlipOutlook::default();
        for index in 0..2 {
            outlook.flips |= ((below(6) | below(6) << 8) as u32) << (16 * index);
            outlook.open |= (below(4).min(1) as u32) << (16 * index + 15);
        }
        for index in 0..4 {
            outlook.next |= (below(6) | below(6) << 8) << (16 * index);
            outlook.next_open |= below(2) << (16 * index + 15);
        }
        outlook
    }

    #[test]
    fn the_end_with_less_to_try_is_found() {
        let mut below = numbers(6);
        for _ in 0..20_000 {
            let ends = [drawn(&mut below), drawn(&mut below)];
            let living = |end: usize| {
                let other = ends[1 - end].open_flips();
                let goes_on = |(joined, cut): (u8, u8)| other.iter().any(|((j, c), _)| *j != cut && *c != joined);
                let flips = ends[end].open_flips();
                let living = flips.iter().filter(|(flip, next)| goes_on(*flip) && !next.is_empty());
                living.map(|(flip, next)| (*flip, MANY + next.len() as u32)).collect::<Vec<_>>()
            };
            let much = |end: usize| living(end).iter().map(|(_, much)| much).sum::<u32>();
            for turn in [0, 1] {
                let (end, bits) = fewest(&ends, turn);
                assert!(much(end) < much(1 - end) || much(0) == much(1) && end == usize::from(turn), "{ends:?}");
                let named: Vec<_> =
                    (0..2).filter(|index| bits >> index & 1 != 0).map(|index| ends[end].flip(index)).collect();
                assert_eq!(named, living(end).iter().map(|(flip, _)| *flip).collect::<Vec<_>>(), "{ends:?}");
            }
        }
    }
}
