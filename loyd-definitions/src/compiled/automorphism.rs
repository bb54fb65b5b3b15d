//! The search for symmetries. It chooses an image for each move. The images of the moves, and of one facelet of each
//! orbit, then determine the images of all facelets.
//!
//! The symmetries that fix the first moves form a subgroup of the symmetries that fix fewer moves. The search finds
//! generators of these groups, the smallest group first (C. C. Sims, "Computational methods in the study of permutation
//! groups", 1970). Each step looks for a symmetry that takes a move to a new image, to which no known symmetry takes
//! it. After a move was tried in vain, the search skips this move and its images under the known symmetries.

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::StepBudget;
use super::codes::{ALL_CODES, PieceCodes};
use super::symmetry::{PuzzleSymmetry, SymmetryGroup};
use crate::definition::PlayRules;
use crate::structure::points::Points;
use loyd_core::exact::exact;
use loyd_core::group::LARGEST_DEGREE;
use loyd_core::splitmix;

type FaceletPermutation = Box<[u8]>;

/// The most powers of a move that are looked for among the other moves.
const MOST_POWERS: usize = 256;

/// Returns a group of symmetries of the rules, the identity first. The group is the identity alone if moves have
/// conditions, or if the puzzle has more facelets than a group can have here. It is a subgroup of all symmetries if
/// there are too many, or if the budget is spent.
///
/// # Complexity
/// Only moves of equal cost and equal cycle lengths are tried as images of each other. A trial ends at the first pair
/// of moves whose product has other cycle lengths. The 48 symmetries of the 3x3x3 take a millisecond.
pub fn symmetries(
    rules: &PlayRules,
    codes: &PieceCodes,
    goals: &[Vec<u8>],
    budget: &mut StepBudget,
) -> Vec<PuzzleSymmetry> {
    let mut group = SymmetryGroup::new(rules.slots(), rules.turns.len(), goals.len() == 1);
    let is_free = rules.legal.is_empty() && rules.turns.iter().all(|turn| turn.when.is_empty());
    let Some(points) = Points::of_rules(rules).filter(|_| is_free) else { return group.into_all() };
    let Some(search) = AutomorphismSearch::new(rules, codes, goals, &points, budget) else { return group.into_all() };
    // The symmetries found before the budget is spent are a group, too.
    _ = search.all(&mut group, budget);
    let mut all = group.into_all();
    all[1..].sort_by_cached_key(|symmetry| search.images_of(symmetry).collect::<Vec<u8>>());
    all
}

/// A hash of the lengths of the cycles of a permutation. Equal lengths have equal hashes.
fn cycles(points: usize, image: impl Fn(usize) -> u8) -> u64 {
    let mut seen = [false; LARGEST_DEGREE];
    let mut lengths = 0u64;
    for first in 0..points {
        let (mut point, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[point], true) {
            point = image(point).into();
            length += 1;
        }
        lengths = lengths.wrapping_add(if length > 0 { splitmix::next(&mut { length }) } else { 0 });
    }
    lengths
}

fn product(first: &[u8], second: &[u8]) -> FaceletPermutation {
    first.iter().map(|&point| second[usize::from(point)]).collect()
}

fn commute(first: &[u8], second: &[u8]) -> bool {
    first.iter().zip(second).all(|(&a, &b)| second[usize::from(a)] == first[usize::from(b)])
}

/// The moves that are not powers of earlier moves. The image of a move determines the images of its powers.
fn bases(moves: &[FaceletPermutation], budget: &mut StepBudget) -> Option<Vec<usize>> {
    let mut made: FxHashSet<FaceletPermutation> = FxHashSet::default();
    let mut bases = Vec::new();
    for (m, permutation) in moves.iter().enumerate() {
        if made.insert(permutation.clone()) {
            bases.push(m);
            let mut power = product(permutation, permutation);
            for _ in 0..MOST_POWERS {
                budget.take(4 * power.len())?;
                if power == *permutation {
                    break;
                }
                let next = product(&power, permutation);
                made.insert(std::mem::replace(&mut power, next));
            }
        }
    }
    Some(bases)
}

/// Orders the moves so that each move commutes with as few earlier moves as possible, because a pair of moves that do
/// not commute has the fewest possible images.
fn connected(mut left: Vec<usize>, moves: &[FaceletPermutation], budget: &mut StepBudget) -> Option<Vec<usize>> {
    let mut ties = vec![0; moves.len()];
    let mut ordered: Vec<usize> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let most = (0..left.len()).max_by_key(|&place| (ties[left[place]], left.len() - place));
        let next = left.remove(most.unwrap_or(0));
        ordered.push(next);
        budget.take(left.len() * moves[next].len())?;
        left.iter().for_each(|&m| ties[m] += usize::from(!commute(&moves[next], &moves[m])));
    }
    Some(ordered)
}

/// The map from one slot to another: facelet `k` goes to facelet `turned + k`, or to `turned - k` if it is mirrored.
#[derive(Clone, Copy)]
struct SlotMap {
    to: u16,
    is_mirrored: bool,
    turned: u8,
}

/// The tables that the search reads.
pub struct AutomorphismSearch<'r> {
    rules: &'r PlayRules,
    codes: &'r PieceCodes,
    goals: &'r [Vec<u8>],
    points: &'r Points,
    /// The permutation of the facelets by each move; `numbers` has the moves of each permutation.
    moves: Vec<FaceletPermutation>,
    numbers: FxHashMap<FaceletPermutation, Vec<usize>>,
    /// By set and twist: the image of each code.
    turned: FxHashMap<(usize, u8), [u8; 256]>,
    /// By set and class: the first slot that has the class in the first goal.
    homes: Vec<Vec<Option<usize>>>,
    /// The moves of which all other moves are powers.
    generators: Vec<usize>,
    /// The products of the first generators, from one generator on, and the hashes of their cycles.
    products: Vec<(FaceletPermutation, u64)>,
    /// By move: its cost, and the hash of its cycles. `pairs` has the hash for the product of each two moves.
    kinds: Vec<(u32, u64)>,
    pairs: Vec<u64>,
    /// The first facelet of each orbit of facelets.
    orbits: Vec<usize>,
}

/// The images of the first generators. Each of the first `level` generators is its own image.
struct Images {
    moves: Vec<usize>,
    is_taken: Vec<bool>,
    /// The number of generators that are their own images.
    level: usize,
    /// The product of all images so far, after each image from `level` on.
    products: Vec<FaceletPermutation>,
}

impl<'r> AutomorphismSearch<'r> {
    /// Makes the tables; `None` if the budget is spent.
    pub fn new(
        rules: &'r PlayRules,
        codes: &'r PieceCodes,
        goals: &'r [Vec<u8>],
        points: &'r Points,
        budget: &mut StepBudget,
    ) -> Option<Self> {
        let (count, number) = (points.count(), rules.turns.len());
        budget.take(number * rules.slots() + 2 * number * number * count)?;
        let moves: Vec<FaceletPermutation> =
            rules.turns.iter().map(|turn| points.permutation_of(&turn.action).into()).collect();
        let mut numbers: FxHashMap<FaceletPermutation, Vec<usize>> = FxHashMap::default();
        moves.iter().enumerate().for_each(|(m, made)| numbers.entry(made.clone()).or_default().push(m));
        let of_both = |a: usize, b: usize| cycles(count, |point| moves[b][usize::from(moves[a][point])]);
        let kinds = (0..number).map(|m| (rules.turns[m].cost, cycles(count, |point| moves[m][point]))).collect();
        let mut pairs = vec![0; number * number];
        for a in 0..number {
            for b in 0..=a {
                // The product in the other order is conjugate to this one, so its cycles have the same lengths.
                let cycles = of_both(a, b);
                (pairs[a * number + b], pairs[b * number + a]) = (cycles, cycles);
            }
        }
        let mut turned = FxHashMap::default();
        for turn in &rules.turns {
            for (slot, &twist) in turn.action.twist().iter().enumerate() {
                turned.entry((codes.set_of[slot], twist)).or_insert_with(|| codes.turned(slot, twist));
            }
        }
        let mut homes: Vec<Vec<Option<usize>>> =
            codes.alphabets.iter().map(|alphabet| vec![None; alphabet.classes.len()]).collect();
        for (slot, (&set, &code)) in codes.set_of.iter().zip(&goals[0]).enumerate() {
            homes[set][codes.alphabets[set].of_code(code).0].get_or_insert(slot);
        }
        let generators = connected(bases(&moves, budget)?, &moves, budget)?;
        let mut made: FaceletPermutation = (0..=u8::MAX).take(count).collect();
        let mut products = Vec::with_capacity(generators.len());
        for &m in &generators {
            made = product(&made, &moves[m]);
            products.push((made.clone(), cycles(count, |point| made[point])));
        }
        let mut search = AutomorphismSearch {
            rules,
            codes,
            goals,
            points,
            moves,
            numbers,
            turned,
            homes,
            generators,
            products,
            kinds,
            pairs,
            orbits: Vec::new(),
        };
        search.orbits = search.orbits();
        Some(search)
    }

    fn orbits(&self) -> Vec<usize> {
        let mut orbits = Vec::new();
        let mut seen = vec![false; self.points.count()];
        for first in 0..self.points.count() {
            if seen[first] {
                continue;
            }
            orbits.push(first);
            seen[first] = true;
            let mut left = vec![first];
            while let Some(point) = left.pop() {
                for next in self.generators.iter().map(|&m| usize::from(self.moves[m][point])) {
                    if !std::mem::replace(&mut seen[next], true) {
                        left.push(next);
                    }
                }
            }
        }
        orbits
    }

    /// The images of the generators under a symmetry.
    pub fn images_of<'s>(&self, symmetry: &'s PuzzleSymmetry) -> impl Iterator<Item = u8> + use<'s, 'r, '_> {
        self.generators.iter().map(|&m| symmetry.turns()[m])
    }

    /// Adds the symmetries that it finds to `group`, until the group has no room, or the budget is spent.
    pub fn all(&self, group: &mut SymmetryGroup, budget: &mut StepBudget) -> Option<()> {
        for level in (0..self.generators.len()).rev() {
            let mut images = Images::of(self, level, budget)?;
            let mut settled = vec![false; self.moves.len()];
            settle(&mut settled, self.generators[level], group);
            for m in 0..self.moves.len() {
                if settled[m] {
                    continue;
                }
                settled[m] = true;
                if let Some(found) = self.automorphism(&mut images, m, budget)? {
                    group.adjoin(found, budget)?;
                    let known: Vec<usize> = (0..settled.len()).filter(|&m| settled[m]).collect();
                    known.into_iter().for_each(|m| settle(&mut settled, m, group));
                }
                settle(&mut settled, m, group);
            }
        }
        Some(())
    }

    /// Finds a symmetry that fixes the first generators and takes the next one to `image`: `Some(None)` if there is no
    /// such symmetry, `None` if the budget is spent.
    fn automorphism(
        &self,
        images: &mut Images,
        image: usize,
        budget: &mut StepBudget,
    ) -> Option<Option<PuzzleSymmetry>> {
        if !self.fits(images, image, budget)? {
            return Some(None);
        }
        images.push(self, image, budget)?;
        // The number of the next candidate: 0 is the generator itself, and `m + 1` is move `m`.
        let mut next = 0;
        loop {
            let here = images.moves.len();
            if let Some(&generator) = self.generators.get(here) {
                let mut found = None;
                while found.is_none() && next <= self.moves.len() {
                    let m = if next == 0 { generator } else { next - 1 };
                    let is_new = next == 0 || m != generator;
                    next += 1;
                    found = (is_new && self.fits(images, m, budget)?).then_some(m);
                }
                if let Some(m) = found {
                    images.push(self, m, budget)?;
                    next = 0;
                    continue;
                }
            } else if let Some(symmetry) = self.symmetry(&images.moves, budget)? {
                while images.moves.len() > images.level {
                    images.pop();
                }
                return Some(Some(symmetry));
            }
            let last = images.pop();
            if images.moves.len() == images.level {
                return Some(None);
            }
            let generator = self.generators[images.moves.len()];
            next = if last == generator { 1 } else { last + 2 };
        }
    }

    /// Whether move `m` can be the image of the next generator: the costs, and the cycles of the products, are equal.
    fn fits(&self, images: &Images, m: usize, budget: &mut StepBudget) -> Option<bool> {
        let here = images.moves.len();
        let next = self.generators[here];
        budget.take(here / 4 + 8)?;
        if self.kinds[m] != self.kinds[next] || images.is_taken[m] {
            return Some(false);
        }
        let pair = |a: usize, b: usize| self.pairs[a * self.moves.len() + b];
        let mut alike = images.moves.iter().zip(&self.generators);
        if !alike.all(|(&image, &generator)| pair(image, m) == pair(generator, next)) {
            return Some(false);
        }
        let Some(before) = images.product(self) else { return Some(true) };
        budget.take(4 * before.len())?;
        let made = &self.moves[m];
        Some(cycles(before.len(), |point| made[usize::from(before[point])]) == self.products[here].1)
    }

    /// The symmetry that takes the generators to these images; `Some(None)` if no such symmetry is found.
    fn symmetry(&self, images: &[usize], budget: &mut StepBudget) -> Option<Option<PuzzleSymmetry>> {
        let count = self.points.count();
        let mut goes: Vec<Option<u8>> = vec![None; count];
        let mut taken = vec![false; count];
        for &first in &self.orbits {
            let mut found = None;
            for candidate in (0..count).filter(|&candidate| !taken[candidate]) {
                if let Some(orbit) = self.orbit(first, candidate, images, budget)?
                    && self.keeps_goal(&orbit)
                {
                    found = Some(orbit);
                    break;
                }
            }
            let Some(orbit) = found else { return Some(None) };
            for (from, to) in orbit {
                goes[usize::from(from)] = Some(to);
                taken[usize::from(to)] = true;
            }
        }
        let slots = self.rules.slots();
        budget.take((16 * self.moves.len() + self.goals.len()) * slots + slots * 256)?;
        let passages: Option<Vec<SlotMap>> = (0..slots).map(|slot| self.passage(slot, |point| goes[point])).collect();
        Some(passages.and_then(|passages| self.checked(&passages, &goes)))
    }

    /// The images of an orbit's facelets if `first` goes to `candidate`; `Some(None)` if the moves contradict that.
    fn orbit(
        &self,
        first: usize,
        candidate: usize,
        images: &[usize],
        budget: &mut StepBudget,
    ) -> Option<Option<Vec<(u8, u8)>>> {
        let mut goes: [Option<u8>; LARGEST_DEGREE] = [None; LARGEST_DEGREE];
        let mut taken = [false; LARGEST_DEGREE];
        let mut pairs = vec![(exact(first), exact(candidate))];
        (goes[first], taken[candidate]) = (Some(exact(candidate)), true);
        budget.take(200)?;
        let mut at = 0;
        while at < pairs.len() {
            let (from, to) = pairs[at];
            budget.take(2 * images.len())?;
            for (&generator, &image) in self.generators.iter().zip(images) {
                let (from, to) = (self.moves[generator][usize::from(from)], self.moves[image][usize::from(to)]);
                match goes[usize::from(from)] {
                    Some(known) if known != to => return Some(None),
                    Some(_) => {}
                    None if std::mem::replace(&mut taken[usize::from(to)], true) => return Some(None),
                    None => {
                        goes[usize::from(from)] = Some(to);
                        pairs.push((from, to));
                    }
                }
            }
            at += 1;
        }
        Some(Some(pairs))
    }

    /// The passage by which the facelets of a slot go to the facelets of one other slot; `None` if they go to several
    /// slots, or out of order.
    fn passage(&self, slot: usize, goes: impl Fn(usize) -> Option<u8>) -> Option<SlotMap> {
        let points = self.points.of_slot(slot);
        let number = points.len();
        let first = goes(points.start)?;
        let to = self.points.slot(first);
        let there = self.points.of_slot(to.into());
        if there.len() != number {
            return None;
        }
        let turned = usize::from(first) - there.start;
        let fits = |is_mirrored: bool| {
            points.clone().enumerate().all(|(k, point)| {
                let image = if is_mirrored { turned + number - k } else { turned + k } % number;
                goes(point).map(usize::from) == Some(there.start + image)
            })
        };
        let is_mirrored = !fits(false);
        (!is_mirrored || fits(true)).then(|| SlotMap { to, is_mirrored, turned: exact(turned) })
    }

    /// Whether these facelets take the classes of pieces in the first goal to classes of pieces one to one.
    fn keeps_goal(&self, orbit: &[(u8, u8)]) -> bool {
        let goal = &self.goals[0];
        let mut slots: Vec<(u16, u16)> =
            orbit.iter().map(|&(from, to)| (self.points.slot(from), self.points.slot(to))).collect();
        slots.sort_unstable();
        slots.dedup();
        let class = |slot: u16| {
            let set = self.codes.set_of[usize::from(slot)];
            (set, self.codes.alphabets[set].of_code(goal[usize::from(slot)]).0)
        };
        let pairs: FxHashSet<_> = slots.iter().map(|&(from, to)| (class(from), class(to))).collect();
        let (from, to): (FxHashSet<_>, FxHashSet<_>) = pairs.iter().copied().unzip();
        from.len() == pairs.len() && to.len() == pairs.len()
    }

    /// The symmetry of the passages, if it is one. A class becomes the first goal's class at the image of its home.
    fn checked(&self, passages: &[SlotMap], goes: &[Option<u8>]) -> Option<PuzzleSymmetry> {
        let goal = &self.goals[0];
        let slots = self.rules.slots();
        let class_at = |slot: usize| {
            let alphabet = &self.codes.alphabets[self.codes.set_of[slot]];
            let (class, orientation) = alphabet.of_code(goal[slot]);
            (&alphabet.classes[class], orientation)
        };
        let mut becomes: Vec<[u8; 256]> = vec![ALL_CODES; slots];
        for (slot, becomes) in becomes.iter_mut().enumerate() {
            let set = self.codes.set_of[slot];
            let here = &passages[slot];
            for (class, home) in self.codes.alphabets[set].classes.iter().zip(&self.homes[set]) {
                let home = (*home)?;
                let (there, turned) = (&passages[home], class_at(home).1);
                let (image, image_turned) = class_at(there.to.into());
                if image.modulus != class.modulus
                    || self.codes.set_of[usize::from(here.to)] != self.codes.set_of[usize::from(there.to)]
                {
                    return None;
                }
                let modulus = i32::from(class.modulus);
                for orientation in 0..class.modulus {
                    let by = i32::from(orientation) - i32::from(turned);
                    let by = if here.is_mirrored { -by } else { by };
                    let after = i32::from(image_turned) + by + i32::from(here.turned) - i32::from(there.turned);
                    becomes[usize::from(class.base + orientation)] =
                        image.base + exact::<u8>(after.rem_euclid(modulus));
                }
            }
        }
        let to: Vec<u16> = passages.iter().map(|passage| passage.to).collect();
        let turn_of = |turn: usize| -> Option<u8> {
            let mut image: FaceletPermutation = (0..=u8::MAX).take(goes.len()).collect();
            for (point, &after) in self.moves[turn].iter().enumerate() {
                image[usize::from(goes[point]?)] = goes[usize::from(after)]?;
            }
            let alike = self.numbers.get(&image)?.iter();
            alike.copied().find(|&image| self.commutes(&to, &becomes, turn, image))?.try_into().ok()
        };
        let turns: Vec<u8> = (0..self.rules.turns.len()).map(turn_of).collect::<Option<_>>()?;
        let symmetry = PuzzleSymmetry::new(to, becomes, turns);
        let is_one = symmetry.is_one_to_one(self.codes)
            && self.goals.iter().all(|goal| self.goals.binary_search(&symmetry.of_codes(goal)).is_ok());
        is_one.then_some(symmetry)
    }

    /// Whether `turn` and then the symmetry does the same as the symmetry and then `image`, at the same cost.
    fn commutes(&self, to: &[u16], becomes: &[[u8; 256]], turn: usize, image: usize) -> bool {
        let (turn, image) = (&self.rules.turns[turn], &self.rules.turns[image]);
        let (made, image_made) = (&turn.action, &image.action);
        turn.cost == image.cost
            && (0..to.len()).all(|slot| {
                let there = usize::from(to[slot]);
                let from = usize::from(made.from()[slot]);
                if image_made.from()[there] != to[from] {
                    return false;
                }
                let (twist, twist_there) = (made.twist()[slot], image_made.twist()[there]);
                if (twist, twist_there) == (0, 0) {
                    return becomes[slot] == becomes[from];
                }
                let turned = &self.turned[&(self.codes.set_of[slot], twist)];
                let turned_there = &self.turned[&(self.codes.set_of[there], twist_there)];
                let codes = 0..self.codes.alphabets[self.codes.set_of[slot]].codes;
                codes.into_iter().all(|code| {
                    let after = becomes[slot][usize::from(turned[code])];
                    after == turned_there[usize::from(becomes[from][code])]
                })
            })
    }
}

/// Marks the images of a move under the symmetries of a group.
fn settle(settled: &mut [bool], m: usize, group: &SymmetryGroup) {
    group.all().iter().for_each(|symmetry| settled[usize::from(symmetry.turns()[m])] = true);
}

impl Images {
    /// The images of the first `level` generators, which stay as they are.
    fn of(search: &AutomorphismSearch<'_>, level: usize, budget: &mut StepBudget) -> Option<Self> {
        budget.take(level + search.moves.len())?;
        let moves = search.generators[..level].to_vec();
        let mut is_taken = vec![false; search.moves.len()];
        moves.iter().for_each(|&m| is_taken[m] = true);
        Some(Images { moves, is_taken, level, products: Vec::new() })
    }

    /// The product of all images; `None` before the first image.
    fn product<'i>(&'i self, search: &'i AutomorphismSearch<'_>) -> Option<&'i FaceletPermutation> {
        let kept = || search.products.get(self.level.checked_sub(1)?).map(|(product, _)| product);
        self.products.last().or_else(kept)
    }

    fn push(&mut self, search: &AutomorphismSearch<'_>, m: usize, budget: &mut StepBudget) -> Option<()> {
        let made = &search.moves[m];
        budget.take(made.len() + 64)?;
        let product = self.product(search).map_or_else(|| made.clone(), |before| product(before, made));
        self.products.push(product);
        self.is_taken[m] = true;
        self.moves.push(m);
        Some(())
    }

    /// Removes the last image and returns it.
    fn pop(&mut self) -> usize {
        self.products.pop();
        let last = self.moves.pop().expect("there are some");
        self.is_taken[last] = false;
        last
    }
}
