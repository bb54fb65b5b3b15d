//! An upper bound of the order of a group, from the orbits and parities of its generators.

use super::PointPermutation;
use super::factored::Factored;
use crate::exact::exact;

/// An upper bound of the order of the group that `generators` generate.
///
/// On an orbit of m points, the group makes some of the m! permutations. The parities of an element on the orbits are a
/// vector over the field of two elements, in the span of the generators' parities. So of the product of all m! at most
/// a share of 2^(rank - number of orbits) can occur. Orbits of one point do not count.
pub(super) fn ceiling(degree: usize, generators: &[&PointPermutation]) -> Factored {
    let orbits = orbits(degree, generators);
    let factorials: Factored = orbits.iter().flat_map(|orbit| 2..=orbit.len()).collect();
    let rank = rank(generators.iter().map(|generator| parities(generator, &orbits)));
    let absent: Factored = (rank as usize..orbits.len()).map(|_| 2).collect();
    factorials.divided_by(&absent).expect("m! is even for every orbit of more than one point")
}

/// The orbits of more than one point.
fn orbits(degree: usize, generators: &[&PointPermutation]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; degree];
    let grown = (0..degree).map(|first| {
        let mut orbit = Vec::new();
        if !std::mem::replace(&mut seen[first], true) {
            orbit.push(first);
        }
        let mut taken = 0;
        while let Some(&point) = orbit.get(taken) {
            taken += 1;
            for generator in generators {
                let image = generator[point] as usize;
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
        }
        orbit
    });
    grown.filter(|orbit| orbit.len() > 1).collect()
}

/// The parity of a permutation on each orbit, one bit for each orbit. A word has enough bits, because at most 128
/// orbits have more than one point.
fn parities(permutation: &PointPermutation, orbits: &[Vec<usize>]) -> u128 {
    let odd = |orbit: &Vec<usize>| {
        let mut seen = [false; super::LARGEST_DEGREE];
        let mut odd = false;
        for &first in orbit {
            let mut point = first;
            while !std::mem::replace(&mut seen[point], true) {
                point = permutation[point] as usize;
                odd ^= !seen[point];
            }
        }
        odd
    };
    orbits.iter().rev().fold(0, |word, orbit| word << 1 | u128::from(odd(orbit)))
}

/// The dimension of the span of some vectors over the field of two elements.
fn rank(vectors: impl Iterator<Item = u128>) -> u32 {
    let mut basis: Vec<u128> = Vec::new();
    for vector in vectors {
        // Each vector of the basis has its own highest bit, so the smaller of the two lacks this bit.
        let rest = basis.iter().fold(vector, |rest, &of_basis| rest.min(rest ^ of_basis));
        if rest != 0 {
            basis.push(rest);
        }
    }
    exact::<u32>(basis.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(degree: usize, generators: &[&[u8]]) -> u128 {
        let generators: Vec<PointPermutation> = generators.iter().map(|&generator| generator.into()).collect();
        ceiling(degree, &generators.iter().collect::<Vec<_>>()).number().unwrap()
    }

    #[test]
    fn orbits_and_parities_bound_the_order() {
        assert_eq!(order(5, &[]), 1);
        assert_eq!(order(5, &[&[0, 1, 2, 3, 4]]), 1);
        assert_eq!(order(4, &[&[1, 2, 3, 0]]), 24);
        assert_eq!(order(4, &[&[1, 2, 0, 3], &[0, 2, 3, 1]]), 12);
        // Two orbits: both odd together; each odd alone; only one odd; both even.
        assert_eq!(order(6, &[&[1, 0, 2, 4, 3, 5], &[1, 2, 0, 4, 5, 3]]), 18);
        assert_eq!(order(6, &[&[1, 0, 2, 3, 4, 5], &[0, 1, 2, 4, 3, 5], &[1, 2, 0, 4, 5, 3]]), 36);
        assert_eq!(order(6, &[&[1, 0, 2, 3, 4, 5], &[1, 2, 0, 4, 5, 3]]), 18);
        assert_eq!(order(6, &[&[1, 2, 0, 4, 5, 3]]), 9);
    }
}
