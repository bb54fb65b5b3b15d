//! Packed rings: turning them, and reversing a window that may run over the end.

use loyd_core::cells::{Bytes, Cells, Nibbles};

/// An arrangement on a ring whose first place follows the last.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_puzzles::top_spin::Ring;
/// let mut ring = Nibbles::pack(&[0, 1, 2, 3, 4]);
/// ring.flip(5, 3, 4); // the places 3, 4, 0, 1
/// assert_eq!(ring.unpack(5), [4, 3, 2, 1, 0]);
/// ring.turn(5, true);
/// assert_eq!(ring.unpack(5), [3, 2, 1, 0, 4]);
/// ```
pub trait Ring: Cells {
    /// Moves every piece one place to the left (the first one to the end) or to the right.
    fn turn(&mut self, places: u8, left: bool);

    /// Reverses `window` places from `first` on; `window` is at most `places`, and `first` below it.
    fn flip(&mut self, places: u8, first: u8, window: u8);
}

/// The ring turned to the left by `by` places, `by` below `places`.
#[inline(always)]
fn turned(word: u64, places: u8, by: u8) -> u64 {
    // With at most 16 places, and `by` below `places`, each shift is from 0 to 60.
    let (bits, shift) = (u32::from(places) * 4, u32::from(by) * 4);
    let rest = bits.wrapping_sub(4).wrapping_sub(shift);
    // The left shift has two steps, because a single one would be by 64 if `by` is 0 and there are 16 places.
    (word.wrapping_shr(shift) | (word << 4).wrapping_shl(rest)) & u64::MAX.wrapping_shr(64_u32.wrapping_sub(bits))
}

impl Ring for Nibbles {
    #[inline(always)]
    fn turn(&mut self, places: u8, left: bool) {
        self.0 = turned(self.0, places, if left { 1 } else { places - 1 });
    }

    #[inline(always)]
    fn flip(&mut self, places: u8, first: u8, window: u8) {
        let mut ring = Nibbles(turned(self.0, places, first));
        ring.reverse_prefix(window);
        self.0 = turned(ring.0, places, if first == 0 { 0 } else { places - first });
    }
}

impl<const N: usize> Ring for Bytes<N> {
    #[inline]
    fn turn(&mut self, places: u8, left: bool) {
        let ring = &mut self.0[..places.into()];
        if left { ring.rotate_left(1) } else { ring.rotate_right(1) }
    }

    #[inline]
    fn flip(&mut self, places: u8, first: u8, window: u8) {
        // With at most 64 places, a sum of two is below 128.
        let (mut low, mut high) = (first, first.wrapping_add(window).wrapping_sub(1));
        if high < places {
            self.0[low.into()..=high.into()].reverse();
            return;
        }
        let last = places.wrapping_sub(1);
        high = high.wrapping_sub(places);
        for _ in 0..window / 2 {
            self.swap(low, high);
            low = if low == last { 0 } else { low.wrapping_add(1) };
            high = if high == 0 { last } else { high.wrapping_sub(1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law<C: Ring>(places: u8) {
        let count = usize::from(places);
        let order: Vec<u8> = (0..places).collect();
        for (left, by) in [(true, 1), (false, count - 1)] {
            let mut ring = C::pack(&order);
            ring.turn(places, left);
            assert!((0..count).all(|place| usize::from(ring.get(place as u8)) == (place + by) % count));
        }
        for window in 1..=count {
            for first in 0..count {
                let mut ring = C::pack(&order);
                ring.flip(places, first as u8, window as u8);
                let mut expected = order.clone();
                (0..window).for_each(|step| {
                    expected[(first + step) % count] = order[(first + window - 1 - step) % count];
                });
                assert_eq!(ring, C::pack(&expected), "{places} places, window {window} from {first}");
            }
        }
    }

    #[test]
    fn packed_rings_follow_a_plain_one() {
        (3..=16).for_each(law::<Nibbles>);
        (3..=64).for_each(law::<Bytes<64>>);
    }
}
