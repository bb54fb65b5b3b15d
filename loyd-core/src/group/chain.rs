//! The stabiliser chain: filled from random products, then proved complete.

use std::ops::Range;

use super::PointPermutation;
use super::ceiling::ceiling;
use super::factored::Factored;
use crate::exact::exact;
use crate::limits::{Stop, Watch, holds};
use crate::splitmix;

/// The stabiliser of all earlier points of the base, as far as it is known, and the orbit of one point under it.
#[derive(Clone, Debug)]
struct ChainLevel {
    /// The point.
    point: u8,
    /// The orbit of the point: the point itself, then the others ascending.
    orbit: Vec<u8>,
    /// For each image: its place in `orbit`, or [`ABSENT`].
    digit: Box<[u16]>,
    /// For each image in `orbit`, a permutation that takes the image back to the point: the inverse of a transversal
    /// element.
    inverses: Vec<PointPermutation>,
}

const ABSENT: u16 = u16::MAX;

/// The levels for all points in the order of the base. If the elements that fix the earlier points also fix a point,
/// its orbit contains only the point.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    levels: Vec<ChainLevel>,
    /// For each point: its place in the base.
    level_of: Box<[u8]>,
    /// Elements that generate the stabilisers, each with the number of first points of the base that it fixes.
    strong: Vec<(usize, PointPermutation)>,
}

/// The number of successive sifted products without a new element before the proof begins. It affects only the time.
const QUIET: u32 = 12;

impl Chain {
    /// The chain of the group that `generators` generate, for all its points in the order of `base`.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub(super) fn of(base: &[u8], generators: Vec<PointPermutation>, watch: &Watch) -> Result<Self, Stop> {
        Chain::until(base, generators, |_| false, watch)
    }

    /// The order of the group that `generators` generate; `None` from 2^128 on, which a part of the chain shows.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub(super) fn order_of(
        base: &[u8],
        generators: Vec<PointPermutation>,
        watch: &Watch,
    ) -> Result<Option<u128>, Stop> {
        let is_great = |chain: &Chain| chain.order_from(0).number().is_none();
        Ok(Chain::until(base, generators, is_great, watch)?.order_from(0).number())
    }

    /// The chain, or its first part for which `is_enough` holds.
    fn until(
        base: &[u8],
        generators: Vec<PointPermutation>,
        is_enough: impl Fn(&Chain) -> bool,
        watch: &Watch,
    ) -> Result<Self, Stop> {
        let degree = base.len();
        let mut chain = Chain::empty(base);
        for generator in &generators {
            if chain.admit(generator.clone(), watch)?.is_some() && is_enough(&chain) {
                return Ok(chain);
            }
        }
        let ceiling = ceiling(degree, &generators.iter().collect::<Vec<_>>());
        if !chain.fill(generators, &ceiling, &is_enough, watch)? && chain.order_from(0) != ceiling {
            chain.prove(watch)?;
        }
        Ok(chain)
    }

    /// The chain of the identity.
    fn empty(base: &[u8]) -> Self {
        let degree = base.len();
        let level = |&point: &u8| {
            let mut digit = vec![ABSENT; degree].into_boxed_slice();
            digit[usize::from(point)] = 0;
            ChainLevel { point, orbit: vec![point], digit, inverses: vec![identity(degree)] }
        };
        let levels = base.iter().map(level).collect();
        Chain { levels, level_of: inverse(base), strong: Vec::new() }
    }

    pub(super) fn degree(&self) -> usize {
        self.levels.len()
    }

    /// The points in the order of the base.
    pub(super) fn base(&self) -> impl Iterator<Item = u8> {
        self.levels.iter().map(|level| level.point)
    }

    /// The place of a point in the base.
    pub(super) fn level_of(&self, point: usize) -> usize {
        self.level_of[point].into()
    }

    /// The orbit of a level's point under the elements that fix all points of the base before this level.
    pub(super) fn orbit(&self, level: usize) -> &[u8] {
        &self.levels[level].orbit
    }

    /// A permutation that fixes all points of the base before this level and takes `image` to the level's point.
    pub(super) fn inverse_to(&self, level: usize, image: u8) -> Option<&[u8]> {
        let level = &self.levels[level];
        let digit = *level.digit.get(image as usize)?;
        (digit != ABSENT).then(|| &*level.inverses[digit as usize])
    }

    /// Divides the transversal elements of some levels out of `residue`, which fixes all points of the base before
    /// them, and calls `digit` with each level and its digit. Returns the first level whose point has an image outside
    /// its orbit; `None` if the result fixes the points of all these levels.
    #[inline]
    pub(super) fn sift(
        &self,
        residue: &mut [u8],
        levels: Range<usize>,
        mut digit: impl FnMut(usize, usize),
    ) -> Option<usize> {
        for (number, level) in levels.clone().zip(&self.levels[levels]) {
            let image = residue[usize::from(level.point)];
            let place = level.digit[usize::from(image)];
            if place == ABSENT {
                return Some(number);
            }
            digit(number, place as usize);
            if image != level.point {
                let inverse = &*level.inverses[place as usize];
                residue.iter_mut().for_each(|image| *image = inverse[*image as usize]);
            }
        }
        None
    }

    /// The product of the transversal elements with these places in their orbits, with the last level's element first.
    pub(super) fn element(&self, mut digit: impl FnMut(usize) -> usize) -> Vec<u8> {
        // The inverse is the product of the inverses, with the first level's inverse first.
        let mut product = identity(self.degree());
        for (number, level) in self.levels.iter().enumerate() {
            let place = digit(number);
            if place != 0 {
                let inverse = &*level.inverses[place];
                product.iter_mut().for_each(|image| *image = inverse[*image as usize]);
            }
        }
        inverse(&product).into_vec()
    }

    /// Sifts an element of the group. If a residue remains, adds it to the chain and returns its level.
    fn admit(&mut self, mut element: PointPermutation, watch: &Watch) -> Result<Option<usize>, Stop> {
        watch.spend(self.cost_of_sifting())?;
        let Some(stopped) = self.sift(&mut element, 0..self.degree(), |_, _| ()) else { return Ok(None) };
        self.strong.push((stopped, element));
        for level in 0..=stopped {
            self.grow(level, watch)?;
        }
        Ok(Some(stopped))
    }

    /// About the number of operations for dividing by transversal elements, if each moves a quarter of the points.
    fn cost_of_sifting(&self) -> u64 {
        let degree = self.degree() as u64;
        degree * (1 + degree / 4)
    }

    /// Closes the orbit of a level under all strong elements that fix the earlier points. The orbit was closed until
    /// the newest strong element came.
    fn grow(&mut self, number: usize, watch: &Watch) -> Result<(), Stop> {
        let level = &mut self.levels[number];
        let Some((_, newest)) = self.strong.last() else { return Ok(()) };
        let known = level.orbit.len();
        watch.spend(known as u64)?;
        for place in 0..known {
            level.reach(level.orbit[place], newest);
        }
        let mut place = known;
        while let Some(&image) = level.orbit.get(place) {
            place += 1;
            watch.spend((self.strong.len() + level.digit.len()) as u64)?;
            for (_, strong) in self.strong.iter().filter(|(fixed, _)| *fixed >= number) {
                level.reach(image, strong);
            }
        }
        level.sort();
        Ok(())
    }

    /// Sifts random products by product replacement (F. Celler and others, "Generating random elements of a finite
    /// group", Communications in Algebra 23, 1995) until [`QUIET`] products in a row are known, or the order has
    /// reached the ceiling. The seed is fixed. Returns true if it ended earlier because `is_enough` holds.
    fn fill(
        &mut self,
        generators: Vec<PointPermutation>,
        ceiling: &Factored,
        is_enough: &impl Fn(&Chain) -> bool,
        watch: &Watch,
    ) -> Result<bool, Stop> {
        const POOL: usize = 10;
        if generators.is_empty() {
            return Ok(false);
        }
        let mut pool: Vec<PointPermutation> =
            generators.iter().cycle().take(generators.len().max(POOL)).cloned().collect();
        let mut product = identity(self.degree());
        let mut below = splitmix::below(0x10bd);
        let mut below = |bound: usize| exact::<usize>(below(bound as u64));
        let mut step = |pool: &mut Vec<PointPermutation>| {
            let (to, from) = (below(pool.len()), below(pool.len() - 1));
            let from = if from >= to { from + 1 } else { from };
            let factor = if below(2) == 0 { pool[from].clone() } else { inverse(&pool[from]) };
            pool[to].iter_mut().for_each(|image| *image = factor[*image as usize]);
            product.iter_mut().for_each(|image| *image = pool[to][*image as usize]);
            product.clone()
        };
        (0..50).for_each(|_| drop(step(&mut pool)));
        let (mut quiet, mut is_full) = (0, self.order_from(0) == *ceiling);
        while quiet < QUIET && !is_full {
            if self.admit(step(&mut pool), watch)?.is_some() {
                (quiet, is_full) = (0, self.order_from(0) == *ceiling);
                if is_enough(self) {
                    return Ok(true);
                }
            } else {
                quiet += 1;
            }
        }
        Ok(false)
    }

    /// Proves every level complete, the last first, and completes a level that is not.
    fn prove(&mut self, watch: &Watch) -> Result<(), Stop> {
        let mut level = self.degree();
        while level > 0 {
            level -= 1;
            if self.at_ceiling(level) {
                continue;
            }
            if let Some(element) = self.unsifted_schreier_generator(level, watch)? {
                let changed = self.admit(element, watch)?.expect("it does not sift to the identity");
                level = changed + 1;
            }
        }
        Ok(())
    }

    /// Whether the order of the level's group in the chain is the greatest order that its generators allow.
    fn at_ceiling(&self, level: usize) -> bool {
        let generators: Vec<_> = self.generators(level).collect();
        self.order_from(level) == ceiling(self.degree(), &generators)
    }

    /// The order of the stabiliser of all points of the base before `level`, as far as it is known.
    pub(super) fn order_from(&self, level: usize) -> Factored {
        self.levels[level..].iter().map(|level| level.orbit.len()).collect()
    }

    fn generators(&self, level: usize) -> impl Iterator<Item = &PointPermutation> {
        self.strong.iter().filter(move |(fixed, _)| *fixed >= level).map(|(_, strong)| strong)
    }

    /// A product u.s.v^-1, for a generator s of the level and transversal elements u and v, that fixes the point but is
    /// not in the next stabiliser of the chain. If there is no such product, the level is complete (Schreier's lemma).
    fn unsifted_schreier_generator(&self, number: usize, watch: &Watch) -> Result<Option<PointPermutation>, Stop> {
        let level = &self.levels[number];
        let mut residue = identity(self.degree());
        for inverse_of_u in &level.inverses {
            let u = inverse(inverse_of_u);
            for generator in self.generators(number) {
                watch.spend(self.cost_of_sifting())?;
                let image = generator[usize::from(u[usize::from(level.point)])];
                let inverse_of_v = &level.inverses[level.digit[image as usize] as usize];
                residue.iter_mut().zip(&u).for_each(|(to, &image)| {
                    *to = inverse_of_v[generator[image as usize] as usize];
                });
                if self.sift(&mut residue, number + 1..self.degree(), |_, _| ()).is_some() {
                    return Ok(Some(residue));
                }
            }
        }
        Ok(None)
    }
}

impl ChainLevel {
    /// Adds the image of `image` under `strong` to the orbit, if it is new.
    fn reach(&mut self, image: u8, strong: &[u8]) {
        let next = strong[image as usize] as usize;
        if self.digit[next] != ABSENT {
            return;
        }
        // `back` takes the old image back to the point, so strong^-1 . back takes the new image back.
        let back = &self.inverses[self.digit[image as usize] as usize];
        let mut inverse = identity(back.len());
        strong.iter().zip(back).for_each(|(&to, &image)| inverse[to as usize] = image);
        self.digit[next] = exact::<u16>(self.inverses.len());
        self.inverses.push(inverse);
        self.orbit.push(exact::<u8>(next));
    }

    /// Sorts the orbit: the point first, the others ascending.
    fn sort(&mut self) {
        let key = |image: &u8| (*image != self.point, *image);
        if self.orbit.is_sorted_by_key(key) {
            return;
        }
        let mut by_image: Vec<_> = self.orbit.drain(..).zip(self.inverses.drain(..)).collect();
        by_image.sort_unstable_by_key(|(image, _)| key(image));
        (self.orbit, self.inverses) = by_image.into_iter().unzip();
        self.orbit.iter().zip(0..).for_each(|(&image, digit)| self.digit[image as usize] = digit);
    }
}

fn identity(degree: usize) -> PointPermutation {
    (0..degree).map(|point| exact::<u8>(point)).collect()
}

/// The inverse of a permutation.
pub(super) fn inverse(permutation: &[u8]) -> PointPermutation {
    let mut inverse = identity(permutation.len());
    permutation.iter().zip(0..).for_each(|(&image, point)| inverse[image as usize] = exact::<u8>(point));
    inverse
}

holds!(ChainLevel { point, orbit, digit, inverses });
holds!(Chain { levels, level_of, strong });

#[cfg(test)]
mod tests {
    use super::*;

    /// The proof must complete a chain by itself, because the random products may be unlucky.
    #[test]
    fn the_proof_completes_a_chain_that_was_never_filled() {
        let cycle = |length: usize, degree: usize| -> PointPermutation {
            (0..degree).map(|point| if point < length { (point + 1) % length } else { point } as u8).collect()
        };
        let affine: PointPermutation = (0..11).map(|point| (point * 3 % 11) as u8).collect();
        // Mathieu's group on 12 points, from the affine maps of the line over 11 elements and two more.
        let negative: PointPermutation = [11, 10, 5, 7, 8, 2, 9, 3, 4, 6, 1, 0].into();
        let cases = [
            vec![cycle(2, 9), cycle(9, 9)],
            vec![cycle(3, 9), cycle(9, 9)],
            vec![cycle(11, 11), affine],
            vec![cycle(11, 12), negative],
            vec![cycle(4, 13), cycle(13, 13), cycle(7, 13)],
        ];
        let mut completed = 0;
        for generators in cases {
            let degree = generators[0].len();
            let base = identity(degree);
            let mut chain = Chain::empty(&base);
            let watch = Watch::default();
            generators.iter().for_each(|generator| _ = chain.admit(generator.clone(), &watch).unwrap());
            let before = chain.order_from(0);
            chain.prove(&watch).unwrap();
            completed += u32::from(chain.order_from(0) != before);
            assert_eq!(chain.order_from(0), Chain::of(&base, generators, &watch).unwrap().order_from(0));
        }
        assert!(completed >= 4, "only {completed} chains needed the proof");
    }
}
