//! How large a group can be at most, seen from its generators: by their orbits and parities.

use super::Permutation;

/// A positive number as exponents: how often each prime, and here simply each number from 2 to 256, divides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Factors([u32; 257]);

impl Factors {
    /// The number 1.
    pub(super) fn one() -> Self {
        Factors([0; 257])
    }

    /// Multiplies by a number from 1 to 256.
    pub(super) fn multiply(&mut self, number: usize) {
        let mut rest = number;
        let mut prime = 2;
        while rest > 1 {
            while rest.is_multiple_of(prime) {
                self.0[prime] += 1;
                rest /= prime;
            }
            prime += 1;
        }
    }

    /// Divides by a power of two that divides the number.
    fn halve(&mut self, times: u32) {
        self.0[2] -= times;
    }
}

/// A ceiling to the order of the group that `generators` generate.
///
/// On each orbit the group does some of the m! permutations; and the parities of an element on the orbits, a vector
/// over the field of two elements, lie in the span of the generators' parities. So of the product of all m! at most a
/// share of 2^(rank - number of orbits) can occur, orbits of one point left out.
pub(super) fn ceiling(degree: usize, generators: &[&Permutation]) -> Factors {
    let orbits = orbits(degree, generators);
    let mut factors = Factors::one();
    for orbit in &orbits {
        (2..=orbit.len()).for_each(|number| factors.multiply(number));
    }
    let rank = rank(generators.iter().map(|generator| parities(generator, &orbits)));
    factors.halve(orbits.len() as u32 - rank);
    factors
}

/// The orbits of more than one point.
fn orbits(degree: usize, generators: &[&Permutation]) -> Vec<Vec<usize>> {
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

/// The parity of a permutation on each orbit: at most 128 orbits have more than one point, so a word has a bit for
/// each.
fn parities(permutation: &Permutation, orbits: &[Vec<usize>]) -> u128 {
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
        // Each of the basis has a highest bit of its own, so the lesser of the two lacks it.
        let rest = basis.iter().fold(vector, |rest, &of_basis| rest.min(rest ^ of_basis));
        if rest != 0 {
            basis.push(rest);
        }
    }
    basis.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(degree: usize, generators: &[&[u8]]) -> u128 {
        let generators: Vec<Permutation> = generators.iter().map(|&generator| generator.into()).collect();
        let factors = ceiling(degree, &generators.iter().collect::<Vec<_>>());
        let powers = factors.0.iter().enumerate().map(|(number, &times)| (number as u128).pow(times));
        powers.product()
    }

    #[test]
    fn orbits_and_parities_bound_the_order() {
        assert_eq!(order(5, &[]), 1);
        assert_eq!(order(5, &[&[0, 1, 2, 3, 4]]), 1);
        assert_eq!(order(4, &[&[1, 2, 3, 0]]), 24);
        assert_eq!(order(4, &[&[1, 2, 0, 3], &[0, 2, 3, 1]]), 12);
        // Two orbits: both odd together; each odd alone; one odd alone; none.
        assert_eq!(order(6, &[&[1, 0, 2, 4, 3, 5], &[1, 2, 0, 4, 5, 3]]), 18);
        assert_eq!(order(6, &[&[1, 0, 2, 3, 4, 5], &[0, 1, 2, 4, 3, 5], &[1, 2, 0, 4, 5, 3]]), 36);
        assert_eq!(order(6, &[&[1, 0, 2, 3, 4, 5], &[1, 2, 0, 4, 5, 3]]), 18);
        assert_eq!(order(6, &[&[1, 2, 0, 4, 5, 3]]), 9);
    }

    #[test]
    fn equal_numbers_have_equal_factors() {
        let product = |numbers: &[usize]| {
            let mut factors = Factors::one();
            numbers.iter().for_each(|&number| factors.multiply(number));
            factors
        };
        assert_eq!(product(&[4, 9, 251]), product(&[251, 6, 6]));
        assert_ne!(product(&[4, 9]), product(&[6, 3]));
        assert_eq!(product(&[256]), product(&[16, 16]));
    }
}
