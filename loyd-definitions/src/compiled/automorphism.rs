//! The search for symmetries: which move each move becomes, and from that and from where one facelet goes, where all
//! facelets go.
//!
//! The symmetries that keep the first moves are a group within the group of those that keep fewer. So they are found as
//! generators, from the last of these groups on (C. C. Sims, "Computational methods in the study of permutation
//! groups", 1970): each search is for one symmetry that makes a move another that no symmetry found makes it. A move
//! that was tried in vain is not tried again, nor what the symmetries found make of it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::Budget;
use super::codes::{ALL_CODES, Codes};
use super::symmetry::{Listed, Symmetry};
use crate::definition::Rules;
use crate::structure::points::Points;
use loyd_core::exact::exact;
use loyd_core::group::LARGEST_DEGREE;
use loyd_core::splitmix;

type Permutation = Box<[u8]>;

/// The powers of a move that are looked for among the other moves.
const MOST_POWERS: usize = 256;

/// The symmetries of rules without conditions, the identity first: a group. It is the identity alone where moves have
/// conditions, or the puzzle has more facelets than a group here, and a part of all where there are too many, or
/// where finding them takes more than the budget.
///
/// # Complexity
/// Moves of one kind are tried as images of each other; pairs that do not multiply alike end a trial. The 48 of the
/// 3x3x3 take a millisecond.
pub fn symmetries(rules: &Rules, codes: &Codes, goals: &[Vec<u8>], budget: &mut Budget) -> Vec<Symmetry> {
    let mut group = Listed::new(rules.slots(), rules.turns.len(), goals.len() == 1);
    let is_free = rules.legal.is_empty() && rules.turns.iter().all(|turn| turn.when.is_empty());
    let Some(points) = Points::of_rules(rules).filter(|_| is_free) else { return group.into_all() };
    let Some(search) = Search::new(rules, codes, goals, &points, budget) else { return group.into_all() };
    // The symmetries found before the budget is spent are a group, too.
    _ = search.all(&mut group, budget);
    let mut all = group.into_all();
    all[1..].sort_by_cached_key(|symmetry| search.images_of(symmetry).collect::<Vec<u8>>());
    all
}

/// A number for the lengths of the cycles of a permutation: the same for the same lengths.
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

fn product(first: &[u8], second: &[u8]) -> Permutation {
    first.iter().map(|&point| second[usize::from(point)]).collect()
}

fn commute(first: &[u8], second: &[u8]) -> bool {
    first.iter().zip(second).all(|(&a, &b)| second[usize::from(a)] == first[usize::from(b)])
}

/// The moves that are no powers of moves before them: a power goes where its move goes.
fn bases(moves: &[Permutation], budget: &mut Budget) -> Option<Vec<usize>> {
    let mut made: FxHashSet<Permutation> = FxHashSet::default();
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

/// These moves in an order in which each move commutes with as few earlier moves as possible: a pair of moves that do
/// not commute has the fewest pairs that it can become.
fn connected(mut left: Vec<usize>, moves: &[Permutation], budget: &mut Budget) -> Option<Vec<usize>> {
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

/// How a slot goes to another: facelet `k` to facelet `sign * k + turned`.
#[derive(Clone, Copy)]
struct Passage {
    to: u16,
    is_mirrored: bool,
    turned: u8,
}

/// The tables that the search looks at.
pub struct Search<'r> {
    rules: &'r Rules,
    codes: &'r Codes,
    goals: &'r [Vec<u8>],
    points: &'r Points,
    /// The permutation of the facelets that each move makes, and the moves that make it.
    moves: Vec<Permutation>,
    numbers: FxHashMap<Permutation, Vec<usize>>,
    /// By set and turn: the code that each code becomes.
    turned: FxHashMap<(usize, u8), [u8; 256]>,
    /// By set and class: the first slot in which the first goal has it.
    homes: Vec<Vec<Option<usize>>>,
    /// The moves that all others are made of.
    generators: Vec<usize>,
    /// The product of the first generators and its cycles, by their number.
    products: Vec<(Permutation, u64)>,
    /// By move: its cost, and the number for its cycles; by two moves the number for the cycles of both together.
    kinds: Vec<(u32, u64)>,
    pairs: Vec<u64>,
    /// The facelets that moves take to each other, the first of each.
    orbits: Vec<usize>,
}

/// The moves that the first generators become. The first `level` of them stay as they are.
struct Images {
    moves: Vec<usize>,
    is_taken: Vec<bool>,
    /// How many stay.
    level: usize,
    /// The products of the images, after each that does not stay.
    products: Vec<Permutation>,
}

impl<'r> Search<'r> {
    /// `None` if the budget does not reach.
    pub fn new(
        rules: &'r Rules,
        codes: &'r Codes,
        goals: &'r [Vec<u8>],
        points: &'r Points,
        budget: &mut Budget,
    ) -> Option<Self> {
        let (count, number) = (points.count(), rules.turns.len());
        budget.take(number * rules.slots() + 2 * number * number * count)?;
        let moves: Vec<Permutation> =
            rules.turns.iter().map(|turn| points.permutation_of(&turn.action).into()).collect();
        let mut numbers: FxHashMap<Permutation, Vec<usize>> = FxHashMap::default();
        moves.iter().enumerate().for_each(|(m, made)| numbers.entry(made.clone()).or_default().push(m));
        let of_both = |a: usize, b: usize| cycles(count, |point| moves[b][usize::from(moves[a][point])]);
        let kinds = (0..number).map(|m| (rules.turns[m].cost, cycles(count, |point| moves[m][point]))).collect();
        let mut pairs = vec![0; number * number];
        for a in 0..number {
            for b in 0..=a {
                // The product in the other order is conjugate to it.
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
        let mut made: Permutation = (0..=u8::MAX).take(count).collect();
        let mut products = Vec::with_capacity(generators.len());
        for &m in &generators {
            made = product(&made, &moves[m]);
            products.push((made.clone(), cycles(count, |point| made[point])));
        }
        let mut search = Search {
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

    /// The moves that a symmetry makes of the generators.
    pub fn images_of<'s>(&self, symmetry: &'s Symmetry) -> impl Iterator<Item = u8> + use<'s, 'r, '_> {
        self.generators.iter().map(|&m| symmetry.turns()[m])
    }

    /// Adds symmetries to a group of them, until there is no room, or the budget is spent.
    pub fn all(&self, group: &mut Listed, budget: &mut Budget) -> Option<()> {
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

    /// A symmetry that keeps the first generators and makes the next one `image`: `Some(None)` if there is no such
    /// symmetry, `None` if the budget is spent.
    fn automorphism(&self, images: &mut Images, image: usize, budget: &mut Budget) -> Option<Option<Symmetry>> {
        if !self.fits(images, image, budget)? {
            return Some(None);
        }
        images.push(self, image, budget)?;
        // The next of the candidates: the generator itself, then all moves.
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

    /// Whether the cycles of this move and of its products allow that the next generator becomes it.
    fn fits(&self, images: &Images, m: usize, budget: &mut Budget) -> Option<bool> {
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

    /// The symmetry under which the generators become these moves; `Some(None)` if there is no such symmetry.
    fn symmetry(&self, images: &[usize], budget: &mut Budget) -> Option<Option<Symmetry>> {
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
        let passages: Option<Vec<Passage>> = (0..slots).map(|slot| self.passage(slot, |point| goes[point])).collect();
        Some(passages.and_then(|passages| self.checked(&passages, &goes)))
    }

    /// The images of the facelets of an orbit if its first goes to this one; `Some(None)` if they cannot.
    fn orbit(
        &self,
        first: usize,
        candidate: usize,
        images: &[usize],
        budget: &mut Budget,
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
    fn passage(&self, slot: usize, goes: impl Fn(usize) -> Option<u8>) -> Option<Passage> {
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
        (!is_mirrored || fits(true)).then(|| Passage { to, is_mirrored, turned: exact(turned) })
    }

    /// Whether pieces that are alike in the first goal are alike where these facelets go.
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

    /// The symmetry of passages, if it is one: pieces follow their places in the first goal.
    fn checked(&self, passages: &[Passage], goes: &[Option<u8>]) -> Option<Symmetry> {
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
            let mut image: Permutation = (0..=u8::MAX).take(goes.len()).collect();
            for (point, &after) in self.moves[turn].iter().enumerate() {
                image[usize::from(goes[point]?)] = goes[usize::from(after)]?;
            }
            let alike = self.numbers.get(&image)?.iter();
            alike.copied().find(|&image| self.commutes(&to, &becomes, turn, image))?.try_into().ok()
        };
        let turns: Vec<u8> = (0..self.rules.turns.len()).map(turn_of).collect::<Option<_>>()?;
        let symmetry = Symmetry::new(to, becomes, turns);
        let is_one = symmetry.is_one_to_one(self.codes)
            && self.goals.iter().all(|goal| self.goals.binary_search(&symmetry.of_codes(goal)).is_ok());
        is_one.then_some(symmetry)
    }

    /// Whether what becomes of a state after one move is what becomes of it, after the other.
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

/// Marks what the symmetries of a group make of a move.
fn settle(settled: &mut [bool], m: usize, group: &Listed) {
    group.all().iter().for_each(|symmetry| settled[usize::from(symmetry.turns()[m])] = true);
}

impl Images {
    /// The first generators stay.
    fn of(search: &Search<'_>, level: usize, budget: &mut Budget) -> Option<Self> {
        budget.take(level + search.moves.len())?;
        let moves = search.generators[..level].to_vec();
        let mut is_taken = vec![false; search.moves.len()];
        moves.iter().for_each(|&m| is_taken[m] = true);
        Some(Images { moves, is_taken, level, products: Vec::new() })
    }

    /// The product of all images; `None` before the first image.
    fn product<'i>(&'i self, search: &'i Search<'_>) -> Option<&'i Permutation> {
        let kept = || search.products.get(self.level.checked_sub(1)?).map(|(product, _)| product);
        self.products.last().or_else(kept)
    }

    fn push(&mut self, search: &Search<'_>, m: usize, budget: &mut Budget) -> Option<()> {
        let made = &search.moves[m];
        budget.take(made.len() + 64)?;
        let product = self.product(search).map_or_else(|| made.clone(), |before| product(before, made));
        self.products.push(product);
        self.is_taken[m] = true;
        self.moves.push(m);
        Some(())
    }

    /// The last, taken away.
    fn pop(&mut self) -> usize {
        self.products.pop();
        let last = self.moves.pop().expect("there are some");
        self.is_taken[last] = false;
        last
    }
}
