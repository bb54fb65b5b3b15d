//! Symmetries of a compiled puzzle: maps of its slots that take moves to moves and goals to goals, such as the
//! rotations and reflections of a cube.
//!
//! The search finds symmetries from the moves alone. The images of the moves and of one facelet determine the images of
//! all facelets to which moves take it. Each symmetry is then checked slot by slot and code by code, so its proof does
//! not depend on how it was found.

use super::budget::StepBudget;
use super::codes::{ALL_CODES, PieceCodes};
use loyd_core::limits::holds;

/// The most symmetries that are used. A larger group is replaced by a subgroup.
const MOST: usize = 240;

/// The most bytes of all symmetries of a puzzle.
const MOST_BYTES: usize = 1 << 23;

/// A symmetry of a puzzle. A state and its [image](PuzzleSymmetry::image) have the same distance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSymmetry {
    /// The image of each slot.
    to: Box<[u16]>,
    /// By slot: the image of each code that it holds.
    becomes: Box<[[u8; 256]]>,
    /// The image of each move.
    turns: Box<[u8]>,
}

impl PuzzleSymmetry {
    /// The image of a state, which has a code for each slot.
    pub fn image<const N: usize>(&self, state: &[u8; N]) -> [u8; N] {
        let mut image = *state;
        for ((&to, becomes), &code) in self.to.iter().zip(&self.becomes).zip(state) {
            image[usize::from(to)] = becomes[usize::from(code)];
        }
        image
    }

    /// The image of a slot.
    pub fn to(&self, slot: usize) -> usize {
        self.to[slot].into()
    }

    /// The image of each code that a slot holds.
    pub fn code_images(&self, slot: usize) -> &[u8; 256] {
        &self.becomes[slot]
    }

    /// The product of this symmetry and then `other`.
    pub fn then(&self, other: &PuzzleSymmetry) -> PuzzleSymmetry {
        let after = |slot: usize| {
            let row = &other.becomes[usize::from(self.to[slot])];
            std::array::from_fn(|code| row[usize::from(self.becomes[slot][code])])
        };
        PuzzleSymmetry {
            to: self.to.iter().map(|&to| other.to[usize::from(to)]).collect(),
            becomes: (0..self.to.len()).map(after).collect(),
            turns: self.turns.iter().map(|&turn| other.turns[usize::from(turn)]).collect(),
        }
    }

    /// The image of each move: `m` and then the symmetry does the same as the symmetry and then `turns()[m]`.
    pub fn turns(&self) -> &[u8] {
        &self.turns
    }

    /// A symmetry from the images of slots, codes and moves.
    pub(crate) fn new(to: Vec<u16>, becomes: Vec<[u8; 256]>, turns: Vec<u8>) -> Self {
        PuzzleSymmetry { to: to.into(), becomes: becomes.into(), turns: turns.into() }
    }

    /// Whether all slots, codes and moves stay as they are.
    #[cfg(test)]
    pub fn is_identity(&self) -> bool {
        let stays = |becomes: &[u8; 256]| becomes.iter().enumerate().all(|(code, &after)| code == usize::from(after));
        self.turns.iter().enumerate().all(|(m, &turn)| m == usize::from(turn))
            && self.to.iter().enumerate().all(|(slot, &to)| slot == usize::from(to))
            && self.becomes.iter().all(stays)
    }
}

/// A group of symmetries, as the list of its elements.
#[derive(Debug)]
pub struct SymmetryGroup {
    all: Vec<PuzzleSymmetry>,
    generators: Vec<PuzzleSymmetry>,
    most: usize,
    has_one_goal: bool,
}

impl SymmetryGroup {
    /// The group that has only the identity.
    pub(crate) fn new(slots: usize, moves: usize, has_one_goal: bool) -> Self {
        let to = (0..=u16::MAX).take(slots).collect();
        let identity = PuzzleSymmetry::new(to, vec![ALL_CODES; slots], (0..=u8::MAX).take(moves).collect());
        let most = MOST.min(MOST_BYTES / (256 * slots).max(1));
        SymmetryGroup { all: vec![identity], generators: Vec::new(), most, has_one_goal }
    }

    /// All symmetries as a list, the identity first.
    pub fn into_all(self) -> Vec<PuzzleSymmetry> {
        self.all
    }

    /// All symmetries, the identity first.
    pub fn all(&self) -> &[PuzzleSymmetry] {
        &self.all
    }

    /// Whether a listed symmetry does the same to all states from which moves lead to a goal. If there is one goal, the
    /// images of the moves decide it: the images of moves to a state lead from the goal to the image of the state.
    fn contains(&self, symmetry: &PuzzleSymmetry) -> bool {
        let is_alike = |known: &PuzzleSymmetry| match self.has_one_goal {
            true => known.turns == symmetry.turns,
            false => known.to == symmetry.to && known.becomes == symmetry.becomes,
        };
        self.all.iter().any(is_alike)
    }

    /// Adds a symmetry and all products with it. Adds nothing and returns `None` if there are too many, or if the
    /// budget is spent. Cosets of the old group are added one by one (J. D. Dixon, cited in G. Butler, "Fundamental
    /// Algorithms for Permutation Groups", 1991, chapter 3).
    pub fn adjoin(&mut self, new: PuzzleSymmetry, budget: &mut StepBudget) -> Option<()> {
        let before = self.all.len();
        self.generators.push(new);
        let closed = self.close(before, budget);
        if closed.is_none() {
            self.all.truncate(before);
            self.generators.pop();
        }
        closed
    }

    fn close(&mut self, before: usize, budget: &mut StepBudget) -> Option<()> {
        let cost = 256 * self.all[0].to.len();
        // The first element of a coset represents it. The product of a representative with a generator lies in a known
        // coset, or adds one.
        let mut coset = 0;
        while coset < self.all.len() {
            for generator in 0..self.generators.len() {
                budget.take(cost)?;
                let product = self.all[coset].then(&self.generators[generator]);
                if self.contains(&product) {
                    continue;
                }
                if self.all.len() + before > self.most {
                    return None;
                }
                budget.take(before * cost)?;
                for place in 0..before {
                    self.all.push(self.all[place].then(&product));
                }
            }
            coset += before;
        }
        Some(())
    }
}

impl PuzzleSymmetry {
    pub(crate) fn of_codes(&self, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        for ((&to, becomes), &code) in self.to.iter().zip(&self.becomes).zip(state) {
            image[usize::from(to)] = becomes[usize::from(code)];
        }
        image
    }

    /// Whether different states have different images.
    pub(crate) fn is_one_to_one(&self, codes: &PieceCodes) -> bool {
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

holds!(PuzzleSymmetry { to, becomes, turns });

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::compiled::tests::{from_text, opened};
    use loyd_core::puzzle::{MoveSet, Puzzle, Symmetric};

    /// The numbers of rotations and reflections are counted by H. S. M. Coxeter, Regular Polytopes, 1948: a cube has
    /// 48, a tetrahedron 24, a dodecahedron 120; 6 of them keep a corner of the cube. A torus of 3x4 cells has 12
    /// shifts, each with 4 reflections.
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

    /// A subgroup is used if there are many symmetries: the moves of a star can be put in any order, a cycle of 100 has
    /// a symmetry for each unit modulo 100, and cycles of three can be exchanged and turned round.
    #[test]
    fn many_symmetries_are_used_in_part() {
        let picture = |slots: usize| {
            let slots: Vec<String> = (1..=slots).map(|slot| slot.to_string()).collect();
            format!("powers = false\npicture = \"{}\"\n[moves]\n", slots.join(" "))
        };
        let star: String = (2..=40).map(|slot| format!("m{slot} = \"(1 {slot})\"\n")).collect();
        let pairs = (1..=16).flat_map(|a| (a + 1..=16).map(move |b| format!("t{a}_{b} = \"({a} {b})\"\n")));
        let cycle: Vec<String> = (1..=100).map(|slot| slot.to_string()).collect();
        let cycles = (0..42).map(|m| format!("m{m} = \"({} {} {})\"\n", 3 * m + 1, 3 * m + 2, 3 * m + 3));
        for (text, number) in [
            (picture(40) + &star, 120),
            (picture(16) + &pairs.collect::<String>(), 120),
            (picture(100) + &format!("A = \"({})\"\n", cycle.join(" ")), 2),
            (picture(100).replace("powers = false\n", "") + &format!("A = \"({})\"\n", cycle.join(" ")), 40),
            (picture(126) + &cycles.collect::<String>(), 96),
        ] {
            let puzzle = from_text(&text);
            let all = puzzle.symmetries();
            assert_eq!(all.len(), number, "{text}");
            let turns: BTreeSet<&[u8]> = all.iter().map(PuzzleSymmetry::turns).collect();
            assert_eq!(turns.len(), number, "{text}");
            for one in all {
                assert!(turns.contains(one.then(&all[1]).turns()), "{text}");
            }
            assert_eq!(puzzle.symmetric().map(Symmetric::symmetries), Some(number as u64), "{text}");
        }
    }

    #[test]
    fn images_of_walks_are_walks() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for id in ["3x3x3", "skewb", "dino", "4x4x4", "megaminx", "pyraminx", "hungarian-rings", "twiddle:3x4", "m12"] {
            let puzzle = opened(id);
            let all = puzzle.symmetries();
            assert!(all[0].is_identity() && !all[1..].iter().any(PuzzleSymmetry::is_identity), "{id}");
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
