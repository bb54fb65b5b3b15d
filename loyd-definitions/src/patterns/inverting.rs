//! The inverses of the states of a compiled puzzle: whether a state and its inverse have the same distance.

use super::inverse::{Goes, Inverse};
use crate::compiled::Defined;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{MoveSet, Puzzle};
use loyd_core::splitmix;

/// The moves of each walk by which inverses are checked.
const CHECKED: usize = 8;

impl<const N: usize, W: Word> Defined<N, W> {
    /// The table that inverts states; `None` if a state and its inverse may have different distances.
    pub(crate) fn inverse(&self) -> Option<Inverse> {
        let [goal] = &self.goals[..] else { return None };
        let is_undone = |m: u8| {
            let cost = |m: u8| self.rules.turns[usize::from(m)].cost;
            self.moves.pairs.back(m).iter().any(|back| cost(back) == cost(m))
        };
        if !self.moves.pairs.are_all_different() || !self.moves.free.iter().all(is_undone) {
            return None;
        }
        let slots = self.rules.slots();
        let goes = |slot: usize| -> Option<Box<[Goes]>> {
            let alphabet = self.alphabet(slot);
            let set = self.codes.set_of[slot];
            let (here, turned_here) = alphabet.of_code(goal.0[slot]);
            let mut goes = vec![(exact(slot), goal.0[slot]); alphabet.codes];
            for (class, piece) in alphabet.classes.iter().enumerate() {
                let is_home =
                    |&home: &usize| self.codes.set_of[home] == set && alphabet.of_code(goal.0[home]).0 == class;
                let home = (0..slots).find(is_home)?;
                let turned_there = alphabet.of_code(goal.0[home]).1;
                if piece.modulus != alphabet.classes[here].modulus {
                    return None;
                }
                for turned in 0..piece.modulus {
                    // A piece that was turned by `by` on its way here is turned back by as much on the way back.
                    let by = i32::from(turned) - i32::from(turned_there);
                    let back = (i32::from(turned_here) - by).rem_euclid(piece.modulus.into());
                    let code = alphabet.classes[here].base + exact::<u8>(back);
                    goes[usize::from(piece.base + turned)] = (exact(home), code);
                }
            }
            Some(goes.into())
        };
        let inverse = Inverse { goes: (0..slots).map(goes).collect::<Option<_>>()? };
        self.inverts(&inverse, goal).then_some(inverse)
    }

    /// Whether the inverse of the end of a walk is the end of the inverse moves, made in the opposite order. Tests a
    /// walk for every first move.
    fn inverts(&self, inverse: &Inverse, goal: &Bytes<N>) -> bool {
        let moves: Vec<u8> = self.moves.free.iter().collect();
        let mut below = splitmix::below(1);
        moves.iter().all(|&first| {
            let mut walk: Vec<u8> = vec![first];
            walk.extend((1..CHECKED).map(|_| moves[exact::<usize>(below(moves.len() as u64))]));
            let (mut state, mut back) = (*goal, *goal);
            walk.iter().for_each(|&m| _ = self.apply(&mut state, m));
            let undos = walk.iter().rev().filter_map(|&m| self.moves.pairs.back(m).iter().next());
            undos.for_each(|undo| _ = self.apply(&mut back, undo));
            inverse.of(&state.0) == back.0
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::compiled::tests::opened;
    use crate::coordinates::chosen::Scale;
    use crate::patterns::inverse::Inverted;

    fn walked(puzzle: &Defined<128, [u64; 4]>, random: &mut ChaCha8Rng, length: usize) -> Bytes<128> {
        let moves: Vec<u8> = puzzle.moves.free.iter().collect();
        let mut state = puzzle.goals[0];
        (0..length).for_each(|_| _ = puzzle.apply(&mut state, moves[random.random_range(..moves.len())]));
        state
    }

    /// A state has no inverse of the same distance if pieces are alike, a goal leaves something open, moves have
    /// conditions, or moves cannot be taken back.
    #[test]
    fn states_have_inverses_where_pieces_and_moves_allow_it() {
        for (id, has) in [
            ("3x3x3", true),
            ("2x2x2", true),
            ("megaminx", true),
            ("m12", true),
            ("4x4x4", false),
            ("square-1", false),
            ("hungarian-rings", false),
        ] {
            assert_eq!(opened(id).inverse().is_some(), has, "{id}");
        }
    }

    #[test]
    fn inverses_are_those_of_the_moves() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for id in ["3x3x3", "2x2x2", "megaminx", "m12", "loopover:3x4"] {
            let puzzle = opened(id);
            let inverse = puzzle.inverse().unwrap();
            for length in 0..60 {
                let state = walked(&puzzle, &mut random, length);
                let once = inverse.of(&state.0);
                assert_eq!(inverse.of(&once), state.0, "{id}: twice is nothing");
                // The inverse of the goal is the goal. Other inverses are checked move by move by `inverts`.
                assert!(length > 0 || once == puzzle.goals[0].0, "{id}");
            }
        }
    }

    /// The sums over slots give the values of the coordinates for the image of the inverse.
    #[test]
    fn sums_are_the_values_of_the_inverse() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for id in ["3x3x3", "megaminx"] {
            let puzzle = opened(id);
            let (inverse, mut compared) = (puzzle.inverse().unwrap(), 0);
            for product in puzzle.products(Scale::Small.facts().name) {
                for symmetry in puzzle.symmetries().iter().step_by(7) {
                    let Some(seen) =
                        Inverted::new(&puzzle.codes, &puzzle.coordinates().axes, &product, symmetry, &inverse)
                    else {
                        continue;
                    };
                    let state = walked(&puzzle, &mut random, 40);
                    let image = symmetry.image(&inverse.of(&state.0));
                    let axes = &puzzle.coordinates().axes;
                    let value = |number: usize| axes[number].value(|slot| image[slot]).unwrap();
                    let expected: Vec<u32> = product.factors().iter().map(|factor| value(factor.number)).collect();
                    assert_eq!(seen.values(&state)[..expected.len()], expected, "{id}");
                    compared += 1;
                }
            }
            assert!(compared > 0, "{id}");
        }
    }
}
