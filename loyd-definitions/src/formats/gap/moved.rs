//! Permutations as lists of the points that they move. The work for a permutation grows with the length of its text.

use loyd_core::exact::exact;

/// A permutation: each point that it moves with the image of the point, ascending.
pub(super) type MovedPoints = Vec<(u16, u16)>;

/// The image of a point.
fn image(permutation: &MovedPoints, point: u16) -> u16 {
    permutation.binary_search_by_key(&point, |&(from, _)| from).map_or(point, |at| permutation[at].1)
}

/// The product of two permutations: the first one is made first.
pub(super) fn product(first: &MovedPoints, second: &MovedPoints) -> MovedPoints {
    let mut points: Vec<u16> = first.iter().chain(second).map(|&(point, _)| point).collect();
    points.sort_unstable();
    points.dedup();
    let images = points.into_iter().map(|point| (point, image(second, image(first, point))));
    images.filter(|(point, image)| point != image).collect()
}

/// A power of a permutation, or of its inverse.
pub(super) fn raised(permutation: &MovedPoints, power: u32, is_negative: bool) -> MovedPoints {
    let place = |point: u16| {
        let found = permutation.binary_search_by_key(&point, |&(from, _)| from);
        found.expect("the image of a moved point is moved")
    };
    let (mut raised, mut is_done) = (permutation.clone(), vec![false; permutation.len()]);
    for first in 0..permutation.len() {
        let (mut cycle, mut at) = (Vec::new(), first);
        while !std::mem::replace(&mut is_done[at], true) {
            cycle.push(at);
            at = place(permutation[at].1);
        }
        let length = cycle.len();
        for (step, &at) in cycle.iter().enumerate() {
            let by = power as usize % length;
            let by = if is_negative { length - by } else { by };
            raised[at].1 = permutation[cycle[(step + by) % length]].0;
        }
    }
    raised.retain(|(point, image)| point != image);
    raised
}

/// The number of a point, from 0.
pub(super) fn index(point: u16) -> usize {
    usize::from(point) - 1
}

/// The point with this number.
pub(super) fn point(index: usize) -> u16 {
    exact::<u16>(index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_products() {
        let cycles: MovedPoints = vec![(1, 3), (2, 7), (3, 9), (5, 1), (7, 2), (9, 5)];
        let mut product_of = MovedPoints::new();
        for power in 0..9 {
            assert_eq!(raised(&cycles, power, false), product_of, "{power}");
            assert!(product(&raised(&cycles, power, true), &product_of).is_empty(), "{power}");
            product_of = product(&product_of, &cycles);
        }
        let other: MovedPoints = vec![(3, 4), (4, 3)];
        assert_eq!(product(&cycles, &other)[..2], [(1, 4), (2, 7)]);
    }
}
