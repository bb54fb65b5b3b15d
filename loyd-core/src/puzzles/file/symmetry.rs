//! Symmetries of a defined puzzle: ways to take its slots to each other under which moves become moves and goals stay
//! goals, as a cube's rotations and reflections do.
//!
//! They are found from the moves alone. A symmetry says which move each move becomes; from that and from where one
//! facelet goes follows where all go that moves take it to. What is found is then checked slot by slot and code by
//! code, so that a symmetry is proved by what it does and not by how it was found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::codes::Codes;
use crate::definition::Rules;
use crate::definition::points::Points;
use crate::limits::holds;

/// The most symmetries that are looked for. A larger group is left at as many of its elements.
const MOST: usize = 240;

/// The most choices of some moves' images that are looked at.
const MOST_TRIED: usize = 1 << 14;

/// A symmetry of a puzzle. The distance of a state and of its [image](Symmetry::image) are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Where each slot goes.
    to: Box<[u16]>,
    /// By slot, what becomes of each code that it holds.
    becomes: Box<[[u8; 256]]>,
    /// What each move becomes.
    turns: Box<[u8]>,
}

impl Symmetry {
    /// What becomes of a state, by the code of each slot.
    pub fn image<const N: usize>(&self, state: &[u8; N]) -> [u8; N] {
        let mut image = *state;
        for ((&to, becomes), &code) in self.to.iter().zip(&self.becomes).zip(state) {
            image[usize::from(to)] = becomes[usize::from(code)];
        }
        image
    }

    /// Where a slot goes.
    pub fn to(&self, slot: usize) -> usize {
        self.to[slot].into()
    }

    /// What becomes of each code that a slot holds.
    pub fn becomes(&self, slot: usize) -> &[u8; 256] {
        &self.becomes[slot]
    }

    /// This symmetry and then that other.
    pub fn then(&self, other: &Symmetry) -> Symmetry {
        let after = |slot: usize| {
            let row = &other.becomes[usize::from(self.to[slot])];
            std::array::from_fn(|code| row[usize::from(self.becomes[slot][code])])
        };
        Symmetry {
            to: self.to.iter().map(|&to| other.to[usize::from(to)]).collect(),
            becomes: (0..self.to.len()).map(after).collect(),
            turns: self.turns.iter().map(|&turn| other.turns[usize::from(turn)]).collect(),
        }
    }

    /// What each move becomes: the image of a state after `m` is the state's image after `turns()[m]`.
    pub fn turns(&self) -> &[u8] {
        &self.turns
    }

    /// Whether all stays as it is.
    pub fn is_identity(&self) -> bool {
        let stays = |becomes: &[u8; 256]| becomes.iter().enumerate().all(|(code, &after)| code == usize::from(after));
        self.turns.iter().enumerate().all(|(m, &turn)| m == usize::from(turn))
            && self.to.iter().enumerate().all(|(slot, &to)| slot == usize::from(to))
            && self.becomes.iter().all(stays)
    }
}

/// The symmetries of rules without conditions, the identity first; only that where moves have conditions, or the puzzle
/// has more facelets than a group here.
///
/// # Complexity
/// Moves of one kind are tried as images of each other; pairs that do not multiply alike end a trial. The 48 of the
/// 3x3x3 take a millisecond.
pub fn symmetries(rules: &Rules, codes: &Codes, goals: &[Vec<u8>]) -> Vec<Symmetry> {
    let all = || {
        let points = Points::of_rules(rules)?;
        let is_free = rules.legal.is_empty() && rules.turns.iter().all(|turn| turn.when.is_empty());
        is_free.then(|| Search::new(rules, codes, goals, &points).all())
    };
    let mut found = all().unwrap_or_default();
    found.sort_by_key(|symmetry| !symmetry.is_identity());
    if found.first().is_none_or(|first| !first.is_identity()) {
        let still: [u8; 256] = std::array::from_fn(|code| code as u8);
        let to = (0..rules.slots() as u16).collect();
        let turns = (0..=u8::MAX).take(rules.turns.len()).collect();
        found.insert(0, Symmetry { to, becomes: vec![still; rules.slots()].into(), turns });
    }
    found
}

type Permutation = Vec<u8>;

/// The lengths of the cycles of a permutation, ascending.
fn cycles(permutation: &[u8]) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for first in 0..permutation.len() {
        let (mut point, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[point], true) {
            point = usize::from(permutation[point]);
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths.sort_unstable();
    lengths
}

fn product(first: &[u8], second: &[u8]) -> Permutation {
    first.iter().map(|&point| second[usize::from(point)]).collect()
}

/// These moves so that each commutes with as few as can be of those before it: pairs that do not commute tell most of
/// what becomes of them.
fn connected(mut left: Vec<usize>, moves: &[Permutation]) -> Vec<usize> {
    let commute = |a: usize, b: usize| product(&moves[a], &moves[b]) == product(&moves[b], &moves[a]);
    let mut ordered: Vec<usize> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let ties = |m: usize| ordered.iter().filter(|&&before| !commute(before, m)).count();
        let most = (0..left.len()).max_by_key(|&place| (ties(left[place]), left.len() - place));
        ordered.push(left.remove(most.unwrap_or(0)));
    }
    ordered
}

/// How a slot goes to another: facelet `k` to facelet `sign * k + turned`.
#[derive(Clone, Copy)]
struct Passage {
    to: u16,
    is_mirrored: bool,
    turned: u8,
}

struct Search<'r> {
    rules: &'r Rules,
    codes: &'r Codes,
    goals: &'r [Vec<u8>],
    points: &'r Points,
    /// What each move does to the facelets.
    moves: Vec<Permutation>,
    /// What becomes of the codes of a set that are turned by so much.
    turned: FxHashMap<(usize, u8), [u8; 256]>,
    /// The moves that all others are made of.
    generators: Vec<usize>,
    /// For two generators, how the cycles of both together are; and of one.
    pairs: Vec<Vec<Vec<usize>>>,
    kinds: Vec<(u32, Vec<usize>)>,
    /// The facelets that moves take to each other, the first of each.
    orbits: Vec<usize>,
    tried: usize,
    found: Vec<Symmetry>,
}

impl<'r> Search<'r> {
    fn new(rules: &'r Rules, codes: &'r Codes, goals: &'r [Vec<u8>], points: &'r Points) -> Self {
        let moves: Vec<Permutation> = rules.turns.iter().map(|turn| points.permutation_of(&turn.action)).collect();
        let kinds = rules.turns.iter().zip(&moves).map(|(turn, made)| (turn.cost, cycles(made))).collect();
        let mut turned = FxHashMap::default();
        for turn in &rules.turns {
            for (slot, &twist) in turn.action.twist().iter().enumerate() {
                turned.entry((codes.set_of[slot], twist)).or_insert_with(|| codes.turned(slot, twist));
            }
        }
        // A power of a generator goes where its generator goes.
        let mut made: FxHashSet<Permutation> = FxHashSet::default();
        let mut generators: Vec<usize> = Vec::new();
        for (m, permutation) in moves.iter().enumerate() {
            if made.insert(permutation.clone()) {
                generators.push(m);
                let mut power = product(permutation, permutation);
                while power != *permutation && made.insert(power.clone()) {
                    power = product(&power, permutation);
                }
            }
        }
        let generators = connected(generators, &moves);
        let pair = |&a: &usize| generators.iter().map(|&b| cycles(&product(&moves[a], &moves[b]))).collect();
        let pairs = generators.iter().map(pair).collect();
        let mut orbits = Vec::new();
        let mut seen = vec![false; points.count()];
        for first in 0..points.count() {
            if seen[first] {
                continue;
            }
            orbits.push(first);
            let mut left = vec![first];
            while let Some(point) = left.pop() {
                if !std::mem::replace(&mut seen[point], true) {
                    left.extend(generators.iter().map(|&m| usize::from(moves[m][point])));
                }
            }
        }
        Search {
            rules,
            codes,
            goals,
            points,
            moves,
            turned,
            generators,
            pairs,
            kinds,
            orbits,
            tried: 0,
            found: Vec::new(),
        }
    }

    fn all(mut self) -> Vec<Symmetry> {
        let still: Permutation = (0..self.points.count()).map(|point| point as u8).collect();
        self.extend(&mut Vec::new(), (still.clone(), still));
        self.found
    }

    /// Chooses what the next generator becomes; `all` is the product of those before it, and of their images. At most
    /// one level for each generator.
    fn extend(&mut self, images: &mut Vec<usize>, all: (Permutation, Permutation)) {
        if images.len() == self.generators.len() {
            self.found.extend(self.symmetry(images));
            return;
        }
        let next = self.generators[images.len()];
        let product_here = product(&all.0, &self.moves[next]);
        let cycles_here = cycles(&product_here);
        for m in 0..self.moves.len() {
            if self.found.len() >= MOST || self.tried >= MOST_TRIED {
                return;
            }
            if self.kinds[m] != self.kinds[next] || images.contains(&m) {
                continue;
            }
            let alike = |(place, &image): (usize, &usize)| {
                cycles(&product(&self.moves[image], &self.moves[m])) == self.pairs[place][images.len()]
            };
            let product_there = product(&all.1, &self.moves[m]);
            if images.iter().enumerate().all(alike) && cycles(&product_there) == cycles_here {
                self.tried += 1;
                images.push(m);
                self.extend(images, (product_here.clone(), product_there));
                images.pop();
            }
        }
    }

    /// The symmetry under which the generators become these moves; `None` if there is none.
    fn symmetry(&self, images: &[usize]) -> Option<Symmetry> {
        let mut goes: Vec<Option<u8>> = vec![None; self.points.count()];
        let mut taken = vec![false; self.points.count()];
        for &first in &self.orbits {
            let mut candidates = (0..self.points.count()).filter(|&candidate| !taken[candidate]);
            let orbit = candidates.find_map(|candidate| {
                let orbit = self.orbit(first, candidate, images)?;
                self.keeps_goal(&orbit).then_some(orbit)
            })?;
            for (from, to) in orbit {
                goes[usize::from(from)] = Some(to);
                taken[usize::from(to)] = true;
            }
        }
        let passages: Vec<Passage> =
            (0..self.rules.slots()).map(|slot| self.passage(slot, |point| goes[point])).collect::<Option<_>>()?;
        self.checked(&passages)
    }

    /// Where the facelets of an orbit go if its first goes to this one.
    fn orbit(&self, first: usize, candidate: usize, images: &[usize]) -> Option<Vec<(u8, u8)>> {
        let mut goes: Vec<Option<u8>> = vec![None; self.points.count()];
        let mut taken = vec![false; self.points.count()];
        let mut pairs = vec![(first as u8, candidate as u8)];
        (goes[first], taken[candidate]) = (Some(candidate as u8), true);
        let mut at = 0;
        while at < pairs.len() {
            let (from, to) = pairs[at];
            for (&generator, &image) in self.generators.iter().zip(images) {
                let (from, to) = (self.moves[generator][usize::from(from)], self.moves[image][usize::from(to)]);
                match goes[usize::from(from)] {
                    Some(known) if known != to => return None,
                    Some(_) => {}
                    None if std::mem::replace(&mut taken[usize::from(to)], true) => return None,
                    None => {
                        goes[usize::from(from)] = Some(to);
                        pairs.push((from, to));
                    }
                }
            }
            at += 1;
        }
        Some(pairs)
    }

    /// How the facelets of a slot go to those of one slot; `None` if they do not, or in no order.
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
        (!is_mirrored || fits(true)).then_some(Passage { to, is_mirrored, turned: turned as u8 })
    }

    /// Whether pieces that are not told apart in the first goal are not told apart where these facelets go.
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
    fn checked(&self, passages: &[Passage]) -> Option<Symmetry> {
        let goal = &self.goals[0];
        let slots = self.rules.slots();
        let class_at = |slot: usize, code: u8| {
            let alphabet = &self.codes.alphabets[self.codes.set_of[slot]];
            let (class, orientation) = alphabet.of_code(code);
            (&alphabet.classes[class], orientation)
        };
        let mut becomes: Vec<[u8; 256]> = vec![std::array::from_fn(|code| code as u8); slots];
        for (slot, becomes) in becomes.iter_mut().enumerate() {
            let set = self.codes.set_of[slot];
            let here = &passages[slot];
            for class in &self.codes.alphabets[set].classes {
                let is_home = |&home: &usize| self.codes.set_of[home] == set && class_at(home, goal[home]).0 == class;
                let home = (0..slots).find(is_home)?;
                let (there, turned) = (&passages[home], class_at(home, goal[home]).1);
                let (image, image_turned) = class_at(there.to.into(), goal[usize::from(there.to)]);
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
                    becomes[usize::from(class.base + orientation)] = image.base + after.rem_euclid(modulus) as u8;
                }
            }
        }
        let to: Vec<u16> = passages.iter().map(|passage| passage.to).collect();
        let turn_of =
            |turn: &usize| (0..self.rules.turns.len()).find(|&image| self.commutes(&to, &becomes, *turn, image));
        let turns: Vec<u8> =
            (0..self.rules.turns.len()).map(|turn| turn_of(&turn).map(|turn| turn as u8)).collect::<Option<_>>()?;
        let symmetry = Symmetry { to: to.into(), becomes: becomes.into(), turns: turns.into() };
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
                let turned = &self.turned[&(self.codes.set_of[slot], made.twist()[slot])];
                let turned_there = &self.turned[&(self.codes.set_of[there], image_made.twist()[there])];
                let codes = 0..self.codes.alphabets[self.codes.set_of[slot]].codes;
                codes.into_iter().all(|code| {
                    let after = becomes[slot][usize::from(turned[code])];
                    after == turned_there[usize::from(becomes[from][code])]
                })
            })
    }
}

impl Symmetry {
    fn of_codes(&self, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        for ((&to, becomes), &code) in self.to.iter().zip(&self.becomes).zip(state) {
            image[usize::from(to)] = becomes[usize::from(code)];
        }
        image
    }

    /// Whether different states have different images.
    fn is_one_to_one(&self, codes: &Codes) -> bool {
        let mut slots: Vec<u16> = self.to.to_vec();
        slots.sort_unstable();
        let all = |becomes: &[u8; 256], number: usize| {
            let mut after = becomes[..number].to_vec();
            after.sort_unstable();
            after.windows(2).all(|pair| pair[0] != pair[1])
        };
        slots.iter().enumerate().all(|(place, &slot)| place == usize::from(slot))
            && self.becomes.iter().zip(&codes.set_of).all(|(becomes, &set)| all(becomes, codes.alphabets[set].codes))
    }
}

holds!(Symmetry { to, becomes, turns });

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::puzzle::{MoveSet, Puzzle};
    use crate::puzzles::file::tests::opened;

    /// The rotations and reflections of the solids, counted by H. S. M. Coxeter, Regular Polytopes, 1948: a cube has
    /// 48, a tetrahedron 24, a dodecahedron 120; a cube's corner stays under 6. Of a torus of 3x4 cells there are 12
    /// shifts and 4 reflections.
    #[test]
    fn solids_have_their_symmetries() {
        let known = [
            ("3x3x3", 48),
            ("2x2x2", 48),
            ("2x2x2?U,R,F", 6),
            ("pyraminx", 24),
            ("megaminx", 120),
            ("loopover:3x4", 48),
        ];
        for (id, number) in known {
            assert_eq!(opened(id).symmetries().len(), number, "{id}");
        }
    }

    #[test]
    fn images_of_walks_are_walks() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for id in ["3x3x3", "skewb", "dino", "4x4x4", "megaminx", "pyraminx", "hungarian-rings", "twiddle:3x4", "m12"] {
            let puzzle = opened(id);
            let all = puzzle.symmetries();
            assert!(all[0].is_identity() && !all[1..].iter().any(Symmetry::is_identity), "{id}");
            for symmetry in all.iter().step_by(all.len().div_ceil(20)) {
                let mut walked = puzzle.goals[0];
                let mut image = walked;
                assert_eq!(symmetry.image(&walked.0), walked.0, "{id}: the goal stays");
                for _ in 0..50 {
                    let moves: Vec<u8> = puzzle.moves(&walked).iter().collect();
                    let m = moves[random.random_range(..moves.len())];
                    puzzle.apply(&mut walked, m);
                    puzzle.apply(&mut image, symmetry.turns()[usize::from(m)]);
                    assert_eq!(symmetry.image(&walked.0), image.0, "{id}");
                }
            }
        }
    }
}
