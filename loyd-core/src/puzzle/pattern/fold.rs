//! A product folded by symmetries: entries that symmetries take to each other are one.
//!
//! The first coordinates, the *head*, have one number together. Numbers of the head that symmetries take to each other
//! are a class, and only the least of a class has entries. The symmetry that takes a number to the least is done to the
//! values of the other coordinates, the *tail*, too (H. Kociemba, Cube Explorer, "Equivalent cubes and symmetry").

use crate::exact::exact;
use rustc_hash::{FxHashMap, FxHashSet};

use super::factor::{Factor, NOWHERE};
use crate::limits::holds;

/// The most numbers of a head.
pub const MOST_OF_HEAD: u64 = 1 << 22;

/// The most images that are held while classes are made.
const MOST_IMAGES: u64 = 1 << 25;

/// How a product is folded.
#[derive(Debug)]
pub struct Fold {
    /// What a value of each coordinate of the head is multiplied by for its number.
    weights: Box<[u32]>,
    /// The entries of a class, and what a value of each coordinate of the tail is multiplied by.
    tail: u64,
    tail_weights: Box<[u32]>,
    /// The bits that the number of a symmetry takes.
    bits: u32,
    /// By number of the head: its class, and in the lowest bits the symmetry that takes it to the least of its class.
    class_of: Box<[u32]>,
    /// By class: its least number, and how many numbers it has.
    least: Box<[u32]>,
    sizes: Box<[u32]>,
    /// The number of each symmetry's inverse.
    inverses: Box<[u32]>,
    /// By coordinate of the tail, then by value with the symmetry in the lowest bits: what becomes of the value, times
    /// its weight.
    becomes: Box<[Box<[u32]>]>,
    /// Of the classes whose least number symmetries leave as it is: these, without the identity.
    still: FxHashMap<u32, Box<[u32]>>,
}

/// Where a number of the head is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The class.
    pub class: u32,
    /// What is done to the tail.
    pub symmetry: u32,
}

impl Fold {
    /// Of these coordinates, the first `head` of which are folded, by symmetries that are told by what becomes of each
    /// move, the identity first. `goal`: the values of the only goal, which every symmetry keeps.
    ///
    /// `None` where the symmetries are no group, or the values of the head, or of one coordinate of the tail, are not
    /// taken to values by one of them, or moves do not lead from the goal to all of them, or there are too many.
    ///
    /// # Complexity
    /// Each number of the head, by each symmetry, and each move that is not made of others.
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

    /// How many coordinates are folded.
    pub fn head(&self) -> usize {
        self.weights.len()
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.least.len() as u64 * self.tail
    }

    /// The entries of a class.
    pub fn tail(&self) -> u64 {
        self.tail
    }

    /// The least number of a class.
    pub fn least(&self, class: u32) -> u32 {
        self.least[class as usize]
    }

    /// How many numbers of the head a class has.
    #[inline(always)]
    pub fn size(&self, class: u32) -> u32 {
        self.sizes[class as usize]
    }

    /// The numbers of the head.
    #[expect(clippy::cast_possible_truncation, reason = "classes were numbered by a `u32`")]
    pub fn numbers(&self) -> u32 {
        self.class_of.len() as u32
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let values: usize = self.becomes.iter().map(|becomes| becomes.len()).sum();
        4 * (self.class_of.len() + self.least.len() + self.sizes.len() + values) as u64
    }

    /// The symmetry that takes back what one does.
    pub fn inverse(&self, symmetry: u32) -> u32 {
        self.inverses[symmetry as usize]
    }

    /// What a value of each coordinate of the head is multiplied by for its number.
    #[inline(always)]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Where a number of the head is looked up.
    #[inline(always)]
    pub fn seen(&self, number: u32) -> Seen {
        // Classes and symmetries together have fewer than 32 bits, which `new` has seen.
        let class = self.class_of[number as usize];
        Seen { class: class.wrapping_shr(self.bits), symmetry: class & 1_u32.wrapping_shl(self.bits).wrapping_sub(1) }
    }

    /// The number of a class's first entry.
    #[inline(always)]
    pub fn first(&self, class: u32) -> u64 {
        u64::from(class) * self.tail
    }

    /// What the value of a coordinate of the tail, by its place there, adds to that.
    #[inline(always)]
    pub fn added(&self, place: usize, value: u32, symmetry: u32) -> u64 {
        self.becomes[place][(value.wrapping_shl(self.bits) | symmetry) as usize].into()
    }

    /// What a symmetry makes of a value of a coordinate of the tail, by its place there.
    pub fn image(&self, place: usize, value: u32, symmetry: u32) -> u32 {
        self.becomes[place][(value << self.bits | symmetry) as usize] / self.tail_weights[place]
    }

    /// The number of the entry of these values of all coordinates.
    #[inline(always)]
    pub fn number(&self, values: &[u32]) -> u64 {
        let (head, tail) = values.split_at(self.weights.len());
        let seen = self.seen(head.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum());
        let added = |(place, &value): (usize, &u32)| self.added(place, value, seen.symmetry);
        self.first(seen.class) + tail.iter().enumerate().map(added).sum::<u64>()
    }

    /// The symmetries but the identity that leave the least number of a class as it is: entries of the class that they
    /// take to each other stand for the same.
    pub fn still(&self, class: u32) -> &[u32] {
        self.still.get(&class).map_or(&[], |still| still)
    }
}

/// What a value of each coordinate is multiplied by for one number of all, and how many numbers there are.
fn weights(factors: &[Factor]) -> Option<(Vec<u32>, u32)> {
    let (mut weights, mut numbers) = (vec![0; factors.len()], 1u32);
    for (factor, weight) in factors.iter().zip(&mut weights).rev() {
        *weight = numbers;
        numbers = numbers.checked_mul(factor.values)?;
    }
    Some((weights, numbers))
}

/// The number of each symmetry's inverse; `None` where they are no group, or two are alike.
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

/// The moves that are not one move before them after another, or do not stay so under every symmetry: moves that other
/// coordinates tell from each other may do the same to these.
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

/// What each symmetry makes of each number of these coordinates; `None` where one of them is not settled by the number
/// alone, or moves do not lead from the goal to every number. Few of them are followed move by move: the others are one
/// symmetry after another.
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

/// The same of one symmetry.
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

/// One symmetry and then another.
fn after(first: &[u8], second: &[u8]) -> Vec<u8> {
    first.iter().map(|&m| second[usize::from(m)]).collect()
}

holds!(Fold { weights, tail, tail_weights, bits, class_of, least, sizes, inverses, becomes, still });

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of `n` values, one step forward and one back.
    fn ring(number: usize, n: u32) -> Factor {
        let step = |by: u32| (0..n).map(move |value| (value + by) % n);
        let next: Vec<u32> = step(1).zip(step(n - 1)).flat_map(|(forward, back)| [forward, back]).collect();
        let back: Vec<u32> = next.chunks(2).flat_map(|both| [both[1], both[0]]).collect();
        Factor { number, values: n, moves: 2, next: next.into(), back: back.into() }
    }

    /// A reflection takes `x` to `-x` in both rings, and the two have one entry.
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
                // Both are entries of the class of 0, and stand for the same.
                let is_same = image == reflected || x == 0 && fold.still(fold.seen(0).class) == [1];
                assert!(is_same, "{x} {y}");
            }
        }
        assert!(met.iter().all(|&times| times > 0), "{met:?}");
    }

    /// What a move is made of may become what its image is not made of, where other coordinates tell them apart.
    #[test]
    fn moves_that_are_made_of_others_are_turned_with_them() {
        // Of nine values: steps by 1, -1, 2 and `last`. A reflection changes the first two, and the last two.
        let ring = |number: usize, last: u32| {
            let by = |steps: [u32; 4]| (0..9).flat_map(move |value| steps.map(|step| (value + step) % 9)).collect();
            Factor { number, values: 9, moves: 4, next: by([1, 8, 2, last]), back: by([8, 1, 7, 9 - last]) }
        };
        let fold = |last| {
            // By a tail of one value all of the head is folded.
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
