//! A stack as a path of edges: a flip is one formula on all places, and moves one end of one edge.

use std::fmt::Debug;
use std::hash::Hash;

/// Where a pancake lies: twice its place, plus one if it lies the other way up than it once did.
pub trait PancakeSpot: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The spot of a pancake that is not in the stack.
    const NOWHERE: Self;

    /// The spot at a place, unturned.
    fn at(place: u8) -> Self;

    /// The place.
    fn place(self) -> u8;

    /// 1 if the pancake lies the other way up, else 0.
    fn turned(self) -> u8;

    /// The spot at this place, with nothing turned.
    fn upright(self) -> Self;

    /// The spot after a flip of all that lies above an upright spot.
    fn flipped(self, below: Self) -> Self;
}

macro_rules! spot {
    ($($word:ty),*) => {$(
        impl PancakeSpot for $word {
            const NOWHERE: Self = <$word>::MAX;

            #[inline(always)]
            fn at(place: u8) -> Self {
                2 * <$word>::from(place)
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "a step holds a byte above its lowest bit")]
            fn place(self) -> u8 {
                (self >> 1) as u8
            }

            #[inline(always)]
            fn turned(self) -> u8 {
                (self & 1) as u8
            }

            #[inline(always)]
            fn upright(self) -> Self {
                self & !1
            }

            #[inline(always)]
            fn flipped(self, below: Self) -> Self {
                let over = below.wrapping_sub(1).wrapping_sub(self);
                if self < below { over } else { self }
            }
        }
    )*};
}

spot!(u8, u16);

/// A stack: the pancakes from the top to the plate.
///
/// Two pancakes that lie together have an edge between them, and edges are numbered. A flip moves the edge at the cut
/// from the pancake above the cut to the topmost one, and turns over all above the cut. No other pancake loses an edge.
#[derive(Clone, Copy, Debug)]
pub struct Path<T, const N: usize> {
    /// The spot of each pancake.
    pub spots: [T; N],
    /// The two edges of a pancake: above it as it lies unturned, and below it.
    pub sides: [[u8; 2]; N],
    /// The two pancakes of an edge, one xor the other; zero for no edge.
    across: [u8; N],
    /// The topmost pancake.
    pub top: u8,
}

impl<T: PancakeSpot, const N: usize> Path<T, N> {
    /// The number of the missing edges, above the topmost pancake and below the plate.
    #[expect(clippy::cast_possible_truncation, reason = "a path has at most 256 places")]
    pub const NONE: u8 = (N - 1) as u8;

    /// Makes the path of the pancakes from the top on, and the plate: at least two, and fewer than `N`.
    pub fn new(pancakes: impl Iterator<Item = u8>) -> Self {
        const { assert!(N.is_power_of_two() && N <= 256) };
        let mut path = Path { spots: [T::NOWHERE; N], sides: [[Self::NONE; 2]; N], across: [0; N], top: Self::NONE };
        let mut above = None;
        // The pancakes come first in `zip`, because there may be as many as a byte can count.
        for (pancake, place) in pancakes.zip(0u8..) {
            path.spots[usize::from(pancake)] = T::at(place);
            match above {
                None => path.top = pancake,
                Some(above) => {
                    path.across[usize::from(place) - 1] = above ^ pancake;
                    path.sides[usize::from(above)][1] = place - 1;
                    path.sides[usize::from(pancake)][0] = place - 1;
                }
            }
            above = Some(pancake);
        }
        path
    }

    /// The spot of a pancake.
    #[inline(always)]
    pub fn spot(&self, pancake: u8) -> T {
        self.spots[usize::from(pancake) % N]
    }

    /// The edges of a pancake.
    #[inline(always)]
    pub fn sides(&self, pancake: u8) -> [u8; 2] {
        self.sides[usize::from(pancake) % N]
    }

    /// The pancake at the other end of an edge; `pancake` itself if there is no such edge.
    #[inline(always)]
    pub fn over(&self, edge: u8, pancake: u8) -> u8 {
        self.across[usize::from(edge) % N] ^ pancake
    }

    /// The edge above a pancake.
    #[inline(always)]
    pub fn above(&self, pancake: u8) -> u8 {
        self.sides(pancake)[usize::from(self.spot(pancake).turned())]
    }

    /// The edge below a pancake.
    #[inline(always)]
    pub fn below(&self, pancake: u8) -> u8 {
        self.sides(pancake)[usize::from(self.spot(pancake).turned() ^ 1)]
    }

    /// Whether two pancakes lie together; false if one of them is not in the stack.
    #[inline(always)]
    pub fn are_together(&self, one: u8, other: u8) -> bool {
        self.spot(one).place().abs_diff(self.spot(other).place()) == 1
    }

    /// The edge between two pancakes that lie together.
    #[inline(always)]
    pub fn between(&self, one: u8, other: u8) -> u8 {
        let [first, second] = self.sides(one);
        if self.over(first, one) == other { first } else { second }
    }

    #[inline(always)]
    fn side(&mut self, pancake: u8, index: u8) -> &mut u8 {
        &mut self.sides[usize::from(pancake) % N][usize::from(index) % 2]
    }

    /// Turns over all that lies above the pancake `below`, where `edge` is.
    #[inline(always)]
    pub fn flip(&mut self, below: u8, edge: u8) {
        let (top, last, length) = (self.top, self.over(edge, below), self.spot(below).upright());
        *self.side(last, self.spot(last).turned() ^ 1) = Self::NONE;
        *self.side(top, self.spot(top).turned()) = edge;
        self.across[usize::from(edge) % N] = top ^ below;
        self.top = last;
        for spot in &mut self.spots {
            *spot = spot.flipped(length);
        }
    }

    /// Takes a flip back. `spots` and `top` are the values before the flip.
    #[inline(always)]
    pub fn unflip(&mut self, below: u8, edge: u8, spots: &[T; N], top: u8) {
        let last = self.top;
        self.spots = *spots;
        *self.side(top, self.spot(top).turned()) = Self::NONE;
        *self.side(last, self.spot(last).turned() ^ 1) = edge;
        self.across[usize::from(edge) % N] = last ^ below;
        self.top = top;
    }

    /// The places of all pancakes, for comparisons.
    #[inline(always)]
    pub fn places(&self) -> [u8; N] {
        self.spots.map(T::place)
    }
}
