//! Ranks of the elements of a group that is not a product of small coordinates, such as M24, and moves on the ranks.
//!
//! The images of some base points determine the coset of their stabiliser `H` that contains an element: the first digit
//! of its rank. The rest in `H` is divided in the same way once more. A move takes a coset `c` with the rest `u` to a
//! coset with the rest `u * h`, where `h` in `H` depends on `c` and the move only. The first table has this coset and
//! `h`. The second has, for `h` and the coset of `u` in `H`, the new coset there and the factor within it. The third
//! has the product with this factor. So the rank of a child takes three loads. The first is the same for all elements
//! of a coset, which are consecutive.

use std::ops::Range;

use loyd_core::exact::exact;
use loyd_core::group::PermutationGroup;
use loyd_core::limits::{Watch, holds, holds_nothing};

/// The most elements of the stabiliser, because a product is stored in two bytes.
const MOST_LEFT: u128 = 1 << 16;

/// The most entries of the second table.
const MOST_PRODUCTS: u128 = 1 << 26;

/// The most entries of the first table, forwards, and as many backwards.
const MOST_HOPS: u64 = 1 << 22;

/// Ranks of elements by the images of a base: one digit for each base point, the most significant first.
#[derive(Debug)]
struct Sift {
    /// The points of the base whose orbits are longer than 1.
    base: Vec<u8>,
    /// By base point and image: the place of the image in the orbit.
    digit: Vec<Vec<u32>>,
    /// By base point and place in the orbit: the inverse of the transversal element.
    inverses: Vec<Vec<Vec<u8>>>,
}

/// Marks a point that is not in the orbit.
const ABSENT: u32 = u32::MAX;

impl Sift {
    fn of(group: &PermutationGroup) -> Self {
        let base: Vec<u8> = group.base().filter(|&point| group.orbit(point.into()).len() > 1).collect();
        let (mut digit, mut inverses) = (Vec::new(), Vec::new());
        for &point in &base {
            let orbit = group.orbit(point.into());
            let mut places = vec![ABSENT; group.degree()];
            orbit.iter().zip(0..).for_each(|(&image, place)| places[usize::from(image)] = place);
            digit.push(places);
            let inverse = |&image: &u8| {
                let element = group.transversal(point.into(), image).expect("an image in the orbit");
                let mut inverse = element.clone();
                (0..=u8::MAX).zip(&element).for_each(|(from, &to)| inverse[usize::from(to)] = from);
                inverse
            };
            inverses.push(orbit.iter().map(inverse).collect());
        }
        Sift { base, digit, inverses }
    }

    /// The rank of an element that takes the base points from `level` on to these images, and fixes the base points
    /// before; `None` if there is no such element.
    fn rank(&self, level: usize, images: &mut [u8]) -> Option<u64> {
        let mut rank = 0;
        for at in level..self.base.len() {
            let place = self.digit[at][usize::from(images[at - level])];
            if place == ABSENT {
                return None;
            }
            rank = rank * self.inverses[at].len() as u64 + u64::from(place);
            let inverse = &self.inverses[at][place as usize];
            images[at - level + 1..].iter_mut().for_each(|image| *image = inverse[usize::from(*image)]);
        }
        Some(rank)
    }
}

/// The result of a move on a coset: the first rank of the new coset, and the factor for the rest.
#[derive(Clone, Copy, Debug, Default)]
struct Hop {
    base: u64,
    by: u32,
}

/// The elements of a group by rank, and move tables on the ranks.
#[derive(Debug)]
pub struct Cosets {
    group: PermutationGroup,
    sift: Sift,
    ranks: u64,
    /// The number of moves.
    moves: usize,
    /// The number of elements of the first stabiliser, of the second, and of cosets of the second in the first.
    left: u64,
    last: u64,
    middle: usize,
    hops: Vec<Hop>,
    hops_back: Vec<Hop>,
    /// By element of the first stabiliser and coset: the first rank of the new coset, and the factor within it.
    products: Vec<[u16; 2]>,
    /// Products in the second stabiliser.
    last_products: Vec<u16>,
}

fn inverse(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = permutation.to_vec();
    (0..=u8::MAX).zip(permutation).for_each(|(from, &to)| inverse[usize::from(to)] = from);
    inverse
}

impl Cosets {
    /// Makes the ranks of a group's elements and the tables of moves that multiply them; `None` if no stabiliser is
    /// small enough. Unwinds as [`Watch::demand`] does if the question is stopped.
    pub fn new(group: PermutationGroup, moves: &[Vec<u8>], most: u64) -> Option<Self> {
        let ranks = u64::try_from(group.order()?).ok().filter(|&ranks| ranks <= most)?;
        let sift = Sift::of(&group);
        let lengths: Vec<u128> = sift.inverses.iter().map(|orbit| orbit.len() as u128).collect();
        let below = |level: usize| lengths[level..].iter().product::<u128>();
        let first = (0..=lengths.len()).find(|&level| below(level) <= MOST_LEFT)?;
        let size = |second: &usize| below(first) / below(*second) * below(first) + below(*second) * below(*second);
        let second = (first..=lengths.len()).min_by_key(size).filter(|second| size(second) <= MOST_PRODUCTS)?;
        let (left, last): (u64, u64) = (exact(below(first)), exact(below(second)));
        let middle: usize = exact(left / last);
        let cosets = ranks / left;
        if cosets.saturating_mul(moves.len() as u64) > MOST_HOPS {
            return None;
        }
        let (all, entries) = (cosets * moves.len() as u64, left * middle as u64);
        let bytes = 2 * all * size_of::<Hop>() as u64 + 4 * entries + 2 * last * last;
        Watch::demand(|watch| watch.grow(bytes));
        // The product of two elements is sifted through the base.
        let cost = (sift.base.len() * (sift.base.len() + 16)) as u64;
        let spend = |products: usize| Watch::demand(|watch| watch.spend(cost * products as u64));
        let base = |level: usize| sift.base[level..].iter().map(|&point| usize::from(point));
        // The representative of a coset is its first element.
        let hops = |moves: &[Vec<u8>]| -> Option<Vec<Hop>> {
            let mut hops = Vec::with_capacity(exact::<usize>(cosets) * moves.len());
            for coset in 0..cosets {
                spend(moves.len());
                let representative = group.unrank(u128::from(coset) * u128::from(left))?;
                for m in moves {
                    let mut images: Vec<u8> = base(0).map(|point| m[usize::from(representative[point])]).collect();
                    let rank = sift.rank(0, &mut images)?;
                    hops.push(Hop { base: rank / left * left, by: exact(rank % left) });
                }
            }
            Some(hops)
        };
        let backwards: Vec<Vec<u8>> = moves.iter().map(|m| inverse(m)).collect();
        let (ahead, back) = (hops(moves)?, hops(&backwards)?);
        let element = |number: u64| group.unrank(number.into());
        let representatives: Vec<Vec<u8>> =
            (0..middle as u64).map(|coset| element(coset * last)).collect::<Option<_>>()?;
        let mut products = Vec::with_capacity(exact::<usize>(left) * middle);
        let mut images = vec![0; sift.base.len() - first];
        for number in 0..left {
            spend(middle);
            let by = element(number)?;
            for representative in &representatives {
                for (image, point) in images.iter_mut().zip(base(first)) {
                    *image = by[usize::from(representative[point])];
                }
                let product = sift.rank(first, &mut images)?;
                products.push([exact(product / last * last), exact(product % last)]);
            }
        }
        let mut last_products = Vec::with_capacity(exact(last * last));
        for by in 0..last {
            spend(exact(last));
            let by = element(by)?;
            for number in 0..last {
                let it = element(number)?;
                let mut images: Vec<u8> = base(second).map(|point| by[usize::from(it[point])]).collect();
                last_products.push(exact(sift.rank(second, &mut images)?));
            }
        }
        let moves = moves.len();
        Some(Cosets {
            group,
            sift,
            ranks,
            moves,
            left,
            last,
            middle,
            hops: ahead,
            hops_back: back,
            products,
            last_products,
        })
    }

    /// The number of elements.
    pub fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The rank of an element, by the image of each point; `None` if it is not in the group.
    pub fn rank(&self, element: &[u8]) -> Option<u64> {
        let is_element = self.group.contains(element);
        let mut images: Vec<u8> = self.sift.base.iter().map(|&point| element[usize::from(point)]).collect();
        self.sift.rank(0, &mut images).filter(|_| is_element)
    }

    /// The element with this rank.
    ///
    /// # Panics
    /// If the rank is not below the number of elements.
    pub fn unrank(&self, rank: u64) -> Vec<u8> {
        self.group.unrank(rank.into()).expect("a rank below the number of ranks")
    }

    /// The points of the base with more than one image, and for each image, ascending, the element that takes the point
    /// there and fixes the points before it. The digits of a rank are the places of these elements.
    pub fn transversals(&self) -> impl Iterator<Item = (u8, Vec<Vec<u8>>)> {
        let all = self.sift.base.iter().zip(&self.sift.inverses);
        all.map(|(&point, inverses)| (point, inverses.iter().map(|element| inverse(element)).collect()))
    }

    /// Whether `is_it` is true for the rank after (or before) one of the moves, and the move. Stops at the first such
    /// move.
    #[inline(always)]
    pub fn any(&self, moves: Range<usize>, is_back: bool, rank: u64, is_it: &mut impl FnMut(u64, u32) -> bool) -> bool {
        let (coset, left) = (rank / self.left, rank % self.left);
        let (middle, last) = (exact::<usize>(left / self.last), exact::<usize>(left % self.last));
        let hops = if is_back { &self.hops_back } else { &self.hops };
        let begin = exact::<u32>(moves.start);
        for (hop, m) in hops[exact::<usize>(coset) * self.moves..][moves].iter().zip(begin..) {
            let [first, by] = self.products[hop.by as usize * self.middle + middle];
            let last = self.last_products[usize::from(by) * exact::<usize>(self.last) + last];
            if is_it(hop.base + u64::from(first) + u64::from(last), m) {
                return true;
            }
        }
        false
    }
}

holds_nothing!(Hop);
holds!(Sift { base, digit, inverses });
holds!(Cosets { group, sift, ranks, moves, left, last, middle, hops, hops_back, products, last_products });

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetric group of six points, the group of a square, and M12 by its generators of order 11 and 2 (J. H.
    /// Conway and N. J. A. Sloane, Sphere Packings, Lattices and Groups, chapter 11).
    fn groups() -> Vec<(Vec<Vec<u8>>, u64)> {
        vec![
            (vec![vec![1, 2, 3, 4, 5, 0], vec![1, 0, 2, 3, 4, 5]], 720),
            (vec![vec![1, 2, 3, 0], vec![0, 3, 2, 1]], 8),
            (
                vec![
                    vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11],
                    vec![0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7, 11],
                    vec![11, 10, 5, 7, 8, 2, 9, 3, 4, 6, 1, 0],
                ],
                95_040,
            ),
        ]
    }

    #[test]
    fn moves_on_numbers_are_products() {
        for (moves, order) in groups() {
            let cosets = Cosets::new(PermutationGroup::new(moves[0].len(), &moves).unwrap(), &moves, u64::MAX).unwrap();
            assert_eq!(cosets.ranks(), order);
            for rank in (0..order).step_by(1 + order as usize / 500) {
                let element = cosets.unrank(rank);
                assert_eq!(cosets.rank(&element), Some(rank));
                cosets.any(0..cosets.moves, false, rank, &mut |child, m| {
                    let product: Vec<u8> = element.iter().map(|&at| moves[m as usize][usize::from(at)]).collect();
                    assert_eq!(cosets.rank(&product), Some(child));
                    let mut parents = Vec::new();
                    cosets.any(0..cosets.moves, true, child, &mut |parent, back| {
                        parents.push((parent, back));
                        false
                    });
                    assert!(parents.contains(&(rank, m)));
                    assert!(cosets.any(0..cosets.moves, true, child, &mut |parent, _| parent == rank));
                    false
                });
            }
        }
    }
}
