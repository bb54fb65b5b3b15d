//! A product reduced by symmetries: entries that symmetries take to each other become one entry.
//!
//! The values of the first coordinates, the *head*, together have one number. A *class* is an orbit of head numbers
//! under the symmetries, and only its least number has entries. The symmetry that takes a head number to this least
//! number is also applied to the other coordinates, the *tail* (H. Kociemba, Cube Explorer, "Equivalent cubes and
//! symmetry").

use crate::exact::exact;
use rustc_hash::{FxHashMap, FxHashSet};

use super::factor::{Factor, NOWHERE};
use crate::limits::holds;

/// The most numbers that a head may have.
pub const MOST_OF_HEAD: u64 = 1 << 22;

/// The most images in memory while classes are made.
const MOST_IMAGES: u64 = 1 << 25;

/// The reduction of a product by symmetries.
#[derive(Debug)]
pub struct Fold {
    /// The weights of the head's coordinates: the head's number is the sum of each value times its weight.
    weights: Box<[u32]>,
    /// The number of entries of a class, and the weights of the tail's coordinates.
    tail: u64,
    tail_weights: Box<[u32]>,
    /// The number of bits for the number of a symmetry.
    bits: u32,
    /// For each head number: its class, and in the lowest bits the symmetry that takes it to the least of its class.
    class_of: Box<[u32]>,
    /// For each class: its least number, and the number of its head numbers.
    least: Box<[u32]>,
    sizes: Box<[u32]>,
    /// The number of each symmetry's inverse.
    inverses: Box<[u32]>,
    /// For each tail coordinate, and each value with a symmetry in the lowest bits: the image of the value, times the
    /// weight of the coordinate.
    becomes: Box<[Box<[u32]>]>,
    /// For each class whose least number is fixed by symmetries: these symmetries, without the identity.
    still: FxHashMap<u32, Box<[u32]>>,
}

/// The place at which a head number is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadLookup {
    /// The class.
    pub class: u32,
    /// The symmetry that is applied to the tail.
    pub symmetry: u32,
}

impl Fold {
    /// Reduces a product by symmetries. The first `head` coordinates are the head. A symmetry is given by the image of
    /// each move; the identity comes first. `goal` has the values of the only goal, which every symmetry keeps.
    ///
    /// `None` if the head or the tail is empty, if a move leads to no value, if the symmetries are not a group, if one
    /// of them does not take values of the head or of a tail coordinate to such values, if moves do not lead from the
    /// goal to all values, or if there are too many values.
    ///
    /// # Complexity
    /// At most the head numbers, times the symmetries, times the moves that are not products of other moves.
    pub fn new(factors: &[Factor], head: usize, symmetries: &[&[u8]], goal: &[u32]) -> Option<Fold> {
        let (head, tail) = factors.split_at(head);
        let (weights, numbers) = weights(head).filter(|(_, numbers)| u64::from(*numbers) <= MOST_OF_HEAD)?;
        let (tail_weights, entries) = self::weights(tail)?;
        if head.is_empty() || tail.is_empty() {
            return None;
        }
        let is_held = u64::from(numbers) * symmetries.len() as u64 <= MOST_IMAGES;
        if !is_held || factors.iter().any(|factor| factor.next.contains(&NOWHERE)) {
            return None;
        }
        let inverses = inverses(symmetries)?;
        let bits = exact::<u32>(symmetries.len()).next_power_of_two().ilog2();
        let moves = basic(factors, symmetries);
        let (mut class_of, mut least, mut sizes) = (vec![u32::MAX; numbers as usize], Vec::new(), Vec::new());
        let mut still = FxHashMap::default();
        let of_head = all_images(head, &weights, &moves, symmetries, &goal[..head.len()])?;
        for number in 0..numbers {
            if class_of[number as usize] != u32::MAX {
                continue;
            }
            let class = exact::<u32>(least.len());
            least.push(number);
            let mut size = 0;
            for (images, inverse) in of_head.iter().zip(&inverses) {
                let image = &mut class_of[images[number as usize] as usize];
                size += u32::from(*image == u32::MAX);
                *image = (*image).min(class << bits | inverse);
            }
            sizes.push(size);
            let stays = (1u32..).zip(&of_head[1..]).filter(|(_, images)| images[number as usize] == number);
            let stays: Box<[u32]> = stays.map(|(symmetry, _)| symmetry).collect();
            if !stays.is_empty() {
                still.insert(class, stays);
            }
        }

        let becomes = |(place, (factor, weight)): (usize, (&Factor, &u32))| {
            let (factor, goal) = (std::slice::from_ref(factor), &goal[head.len() + place..][..1]);
            let of_value = all_images(factor, &[1], &moves, symmetries, goal)?;
            let mut becomes = vec![0; (factor[0].values as usize) << bits];
            for (symmetry, images) in of_value.iter().enumerate() {
                for (value, image) in images.iter().enumerate() {
                    becomes[value << bits | symmetry] = image * weight;
                }
            }
            Some(becomes.into())
        };
        let becomes = tail.iter().zip(&tail_weights).enumerate().map(becomes).collect::<Option<_>>()?;
        let (class_of, least, sizes) = (class_of.into(), least.into(), sizes.into());
        let (weights, inverses, tail) = (weights.into(), inverses.into(), entries.into());
        let tail_weights = tail_weights.into();
        Some(Fold { weights, tail, tail_weights, bits, class_of, least, sizes, inverses, becomes, still })
    }

    /// The number of coordinates in the head.
    pub fn head(&self) -> usize {
        self.weights.len()
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.least.len() as u64 * self.tail
    }

    /// The number of entries of a class.
    pub fn tail(&self) -> u64 {
        self.tail
    }

    /// The least head number of a class.
    pub fn least(&self, class: u32) -> u32 {
        self.least[class as usize]
    }

    /// The number of head numbers in a class.
    #[inline(always)]
    pub fn size(&self, class: u32) -> u32 {
        self.sizes[class as usize]
    }

    /// The number of head numbers.
    #[expect(clippy::cast_possible_truncation, reason = "classes were numbered by a `u32`")]
    pub fn numbers(&self) -> u32 {
        self.class_of.len() as u32
    }

    /// The bytes of the fold's large tables.
    pub fn bytes(&self) -> u64 {
        let values: usize = self.becomes.iter().map(|becomes| becomes.len()).sum();
        4 * (self.class_of.len() + self.least.len() + self.sizes.len() + values) as u64
    }

    /// The inverse of a symmetry.
    pub fn inverse(&self, symmetry: u32) -> u32 {
        self.inverses[symmetry as usize]
    }

    /// The weights of the head's coordinates: the head's number is the sum of each value times its weight.
    #[inline(always)]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The place at which a head number is looked up.
    #[inline(always)]
    pub fn look_up(&self, number: u32) -> HeadLookup {
        // A class and a symmetry together have fewer than 32 bits, because `new` limits their numbers.
        let class = self.class_of[number as usize];
        HeadLookup {
            class: class.wrapping_shr(self.bits),
            symmetry: class & 1_u32.wrapping_shl(self.bits).wrapping_sub(1),
        }
    }

    /// The number of a class's first entry.
    #[inline(always)]
    pub fn first(&self, class: u32) -> u64 {
        u64::from(class) * self.tail
    }

    /// The part of an entry's number that a value of a tail coordinate adds; `place` is the index in the tail.
    #[inline(always)]
    pub fn added(&self, place: usize, value: u32, symmetry: u32) -> u64 {
        self.becomes[place][(value.wrapping_shl(self.bits) | symmetry) as usize].into()
    }

    /// The image of a value of a tail coordinate under a symmetry; `place` is the index in the tail.
    pub fn image(&self, place: usize, value: u32, symmetry: u32) -> u32 {
        self.becomes[place][(value << self.bits | symmetry) as usize] / self.tail_weights[place]
    }

    /// The number of the entry for these values, one for each coordinate.
    #[inline(always)]
    pub fn number(&self, values: &[u32]) -> u64 {
        let (head, tail) = values.split_at(self.weights.len());
        let seen = self.look_up(head.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum());
        let added = |(place, &value): (usize, &u32)| self.added(place, value, seen.symmetry);
        self.first(seen.class) + tail.iter().enumerate().map(added).sum::<u64>()
    }

    /// The symmetries, without the identity, that fix the least number of a class. Entries of the class that these
    /// symmetries take to each other stand for the same states.
    pub fn still(&self, class: u32) -> &[u32] {
        self.still.get(&class).map_or(&[], |still| still)
    }
}

/// The weights with which the values of all coordinates make one number, and the count of these numbers.
fn weights(factors: &[Factor]) -> Option<(Vec<u32>, u32)> {
    let (mut weights, mut numbers) = (vec![0; factors.len()], 1u32);
    for (factor, weight) in factors.iter().zip(&mut weights).rev() {
        *weight = numbers;
        numbers = numbers.checked_mul(factor.values)?;
    }
    Some((weights, numbers))
}

/// The number of each symmetry's inverse; `None` if the symmetries are not a group, or two of them are equal.
fn inverses(symmetries: &[&[u8]]) -> Option<Vec<u32>> {
    let all: FxHashSet<&[u8]> = symmetries.iter().copied().collect();
    let is_one = |a: &&[u8]| symmetries.iter().all(|b| all.contains(&*after(a, b)));
    if all.len() < symmetries.len() || !symmetries.iter().all(is_one) {
        return None;
    }
    let inverse =
        |a: &&[u8]| symmetries.iter().position(|b| after(a, b) == symmetries[0]).map(|place| exact::<u32>(place));
    symmetries.iter().map(inverse).collect()
}

/// The moves without those that are a product of two earlier moves, if the same product holds for the images under
/// every symmetry. Moves that only other coordinates distinguish may have the same effect on these coordinates.
fn basic(factors: &[Factor], symmetries: &[&[u8]]) -> Vec<usize> {
    let is_both = |m: usize, first: usize, second: usize| {
        let mut values = factors.iter().flat_map(|factor| (0..factor.values).map(move |value| (factor, value)));
        values.all(|(factor, value)| factor.after(m, value) == factor.after(second, factor.after(first, value)))
    };
    let is_made = |m: usize, first: usize, second: usize| {
        symmetries.iter().all(|turns| {
            let [m, first, second] = [m, first, second].map(|m| usize::from(turns[m]));
            is_both(m, first, second)
        })
    };
    let made = |m: usize| (0..m).any(|first| (0..m).any(|second| is_made(m, first, second)));
    (0..factors[0].moves).filter(|&m| !made(m)).collect()
}

/// The image of each number of these coordinates under each symmetry. `None` if the number alone does not determine an
/// image, or if moves do not lead from the goal to every number. Few symmetries are followed move by move; the others
/// are products of these.
fn all_images(
    factors: &[Factor],
    weights: &[u32],
    moves: &[usize],
    symmetries: &[&[u8]],
    goal: &[u32],
) -> Option<Vec<Vec<u32>>> {
    let number: FxHashMap<&[u8], usize> = symmetries.iter().copied().zip(0..).collect();
    let numbers = factors.iter().map(|factor| factor.values).product();
    let mut all: Vec<Vec<u32>> = vec![Vec::new(); symmetries.len()];
    all[0] = (0..numbers).collect();
    let mut known = vec![0];
    let mut generators = Vec::new();
    while let Some(next) = all.iter().position(Vec::is_empty) {
        all[next] = images(factors, weights, moves, symmetries[next], goal)?;
        generators.push(next);
        known.push(next);
        let mut at = 0;
        while let Some(&first) = known.get(at) {
            for &second in &generators {
                let both = *number.get(&*after(symmetries[first], symmetries[second]))?;
                if all[both].is_empty() {
                    all[both] = all[first].iter().map(|&image| all[second][image as usize]).collect();
                    known.push(both);
                }
            }
            at += 1;
        }
    }
    Some(all)
}

/// The images of all numbers under one symmetry, followed move by move; `None` as in `all_images`.
fn images(factors: &[Factor], weights: &[u32], moves: &[usize], turns: &[u8], goal: &[u32]) -> Option<Vec<u32>> {
    let numbers = factors.iter().map(|factor| factor.values as usize).product();
    let goal: u32 = goal.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    let mut images = vec![u32::MAX; numbers];
    let mut met = Vec::with_capacity(numbers);
    images[goal as usize] = goal;
    met.push(goal);
    let mut steps = vec![(0, 0); moves.len()];
    let mut at = 0;
    while let Some(&here) = met.get(at) {
        let image = images[here as usize];
        steps.fill((0, 0));
        for (factor, &weight) in factors.iter().zip(weights) {
            let row = factor.row(here / weight % factor.values);
            let row_of_image = factor.row(image / weight % factor.values);
            for ((next, expected), &m) in steps.iter_mut().zip(moves) {
                *next += row[m] * weight;
                *expected += row_of_image[usize::from(turns[m])] * weight;
            }
        }
        for &(next, expected) in &steps {
            let known = &mut images[next as usize];
            if *known == u32::MAX {
                *known = expected;
                met.push(next);
            } else if *known != expected {
                return None;
            }
        }
        at += 1;
    }
    (met.len() == numbers).then_some(images)
}

/// The product of two symmetries, with `first` applied first.
fn after(first: &[u8], second: &[u8]) -> Vec<u8> {
    first.iter().map(|&m| second[usize::from(m)]).collect()
}

holds!(Fold { weights, tail, tail_weights, bits, class_of, least, sizes, inverses, becomes, still });

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of `n` values, with one step forward and one step back.
    fn ring(number: usize, n: u32) -> Factor {
        let step = |by: u32| (0..n).map(move |value| (value + by) % n);
        let next: Vec<u32> = step(1).zip(step(n - 1)).flat_map(|(forward, back)| [forward, back]).collect();
        let back: Vec<u32> = next.chunks(2).flat_map(|both| [both[1], both[0]]).collect();
        Factor { number, values: n, moves: 2, next: next.into(), back: back.into() }
    }

    /// A reflection takes `x` to `-x` in both rings, and a pair of values and its reflection have one entry.
    #[test]
    fn reflected_values_have_one_entry() {
        let factors = [ring(0, 5), ring(1, 7)];
        let fold = Fold::new(&factors, 1, &[&[0, 1], &[1, 0]], &[0, 0]).unwrap();
        assert_eq!(fold.entries(), 3 * 7, "the classes 0, 1 and 2, each with all values of the tail");
        assert_eq!([0, 1, 2].map(|class| fold.size(class)), [1, 2, 2]);
        let mut met = vec![0; fold.entries() as usize];
        for x in 0..5 {
            for y in 0..7 {
                met[fold.number(&[x, y]) as usize] += 1;
                let (image, reflected) = (fold.number(&[(5 - x) % 5, (7 - y) % 7]), fold.number(&[x, y]));
                // Both are entries of the class of 0, and stand for the same states.
                let is_same = image == reflected || x == 0 && fold.still(fold.look_up(0).class) == [1];
                assert!(is_same, "{x} {y}");
            }
        }
        assert!(met.iter().all(|&times| times > 0), "{met:?}");
    }

    /// A move may be a product of moves although its image is not, if other coordinates distinguish the images.
    #[test]
    fn moves_that_are_made_of_others_are_turned_with_them() {
        // A ring of nine values with steps 1, -1, 2 and `last`. The reflection swaps the first two, and the last two.
        let ring = |number: usize, last: u32| {
            let by = |steps: [u32; 4]| (0..9).flat_map(move |value| steps.map(|step| (value + step) % 9)).collect();
            Factor { number, values: 9, moves: 4, next: by([1, 8, 2, last]), back: by([8, 1, 7, 9 - last]) }
        };
        let fold = |last| {
            // The tail has one value, so the entries are the classes of the head.
            let still = Factor { number: 1, values: 1, moves: 4, next: [0; 4].into(), back: [0; 4].into() };
            Fold::new(&[ring(0, last), still], 1, &[&[0, 1, 2, 3], &[1, 0, 3, 2]], &[0, 0])
        };
        assert_eq!(fold(7).map(|fold| fold.entries()), Some(5));
        assert!(fold(4).is_none(), "two steps are one move forwards, and back none");
    }

    #[test]
    fn what_is_no_symmetry_folds_nothing() {
        let factors = [ring(0, 5), ring(1, 7)];
        assert!(Fold::new(&factors, 1, &[&[1, 0]], &[0, 0]).is_none(), "no group");
        assert!(Fold::new(&factors, 1, &[&[0, 1], &[0, 0]], &[0, 0]).is_none(), "no group");
        assert!(Fold::new(&[ring(0, 4), ring(1, 4)], 2, &[&[0, 1]], &[0, 0]).is_none(), "half of the pairs");
        let by = |steps: [u32; 2]| (0..5).flat_map(move |value| steps.map(|step| (value + step) % 5)).collect();
        let uneven = Factor { next: by([1, 2]), back: by([4, 3]), ..ring(0, 5) };
        assert!(
            Fold::new(&[ring(0, 5), uneven], 1, &[&[0, 1], &[1, 0]], &[0, 0]).is_none(),
            "the tail has no reflection"
        );
    }
}
