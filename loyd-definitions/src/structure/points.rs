//! Moves as permutations of points, the facelets, for a [`PermutationGroup`](loyd_core::group::PermutationGroup).
//!
//! A slot whose pieces have orientations has as many points as orientations can be distinguished. Any other slot has
//! one point. A position whose pieces are all different is then one permutation, which takes the solved position to it.

use std::ops::Range;

use crate::definition::{Action, Definition, Pattern, PlayRules, Set};
use loyd_core::exact::exact;
use loyd_core::group::LARGEST_DEGREE;

/// The facelets of a puzzle, numbered through, slot after slot.
///
/// ```
/// use loyd_definitions::{Action, Definition, DefinitionFormat, Move, Pattern, Set};
/// use loyd_definitions::structure::points::Points;
/// use loyd_core::group::PermutationGroup;
/// // Three pieces of two orientations go around; one of them is turned.
/// let turned = Action::new(&[2, 0, 1], &[1, 0, 0], &[2, 2, 2]).unwrap();
/// let solved = Pattern { pieces: [0, 1, 2].into(), orientations: [0; 3].into() };
/// let moves = vec![Move::new("R", turned.clone())];
/// let sets = vec![Set::new("PIECES", 3, 2)];
/// let definition = Definition { moves, ..Definition::new(DefinitionFormat::Loyd, sets, solved) };
/// let points = Points::of(&definition).unwrap();
/// let group = PermutationGroup::new(points.count(), &[points.permutation_of(&turned)]).unwrap();
/// assert_eq!(group.order(), Some(6));
/// ```
#[derive(Clone, Debug)]
pub struct Points {
    /// The points of each slot.
    of_slots: Vec<Range<u16>>,
    /// The slot of each point.
    slots: Vec<u16>,
    solved: Pattern,
    set_of_slots: Vec<usize>,
    /// By slot: the number of orientations of a piece.
    orientations: Vec<u8>,
    /// By slot: the modulus up to which the orientation of its solved piece is known.
    moduli: Vec<u8>,
}

impl Points {
    /// The points of a puzzle; `None` if there are more than the 256 of a group. [`Structure`](super::Structure)
    /// analyses such a puzzle orbit by orbit.
    pub fn of(definition: &Definition) -> Option<Self> {
        Points::new(&definition.sets, &definition.solved)
    }

    /// The points of the slots that the rules have; `None` if there are more than 256.
    pub fn of_rules(rules: &PlayRules) -> Option<Self> {
        Points::new(&rules.sets, &rules.solved)
    }

    fn new(sets: &[Set], solved: &Pattern) -> Option<Self> {
        let mut points = Points {
            of_slots: Vec::new(),
            slots: Vec::new(),
            solved: solved.clone(),
            set_of_slots: Vec::new(),
            orientations: Vec::new(),
            moduli: Vec::new(),
        };
        for (number, set) in sets.iter().enumerate() {
            let first = points.of_slots.len();
            let pieces = &solved.pieces[first..first + set.slots];
            let classes = pieces.iter().map(|&piece| set.modulus(piece)).fold(1, common_multiple);
            for &piece in pieces {
                let slot = exact::<u16>(points.of_slots.len());
                let first = exact::<u16>(points.slots.len());
                points.slots.extend(std::iter::repeat_n(slot, classes.into()));
                points.of_slots.push(first..first + u16::from(classes));
                points.set_of_slots.push(number);
                points.orientations.push(set.orientations);
                points.moduli.push(set.modulus(piece));
                if points.slots.len() > LARGEST_DEGREE {
                    return None;
                }
            }
        }
        Some(points)
    }

    /// The number of points.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// The points of a slot, by orientation.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn of_slot(&self, slot: usize) -> Range<usize> {
        self.of_slots[slot].start.into()..self.of_slots[slot].end.into()
    }

    /// The slot of a point.
    ///
    /// # Panics
    /// If there is no such point.
    pub fn slot(&self, point: u8) -> u16 {
        self.slots[usize::from(point)]
    }

    /// The images of the points under an action. Products of actions become products of permutations.
    ///
    /// # Panics
    /// If the action has another number of slots.
    pub fn permutation_of(&self, action: &Action) -> Vec<u8> {
        self.permutation(|slot| (action.from()[slot].into(), action.twist()[slot].into()))
    }

    /// An action for a permutation of the points: [`Points::permutation_of`] takes the action to the permutation. If
    /// fewer orientations are known than there are, several actions do the same to positions, and this is one of them.
    ///
    /// # Panics
    /// If it is not a permutation of the points that takes all points of a slot to the points of one slot.
    pub fn action_of(&self, permutation: &[u8]) -> Action {
        let slots = self.of_slots.len();
        let (mut from, mut twist) = (vec![0; slots], vec![0; slots]);
        for (home, points) in (0..).zip(&self.of_slots) {
            let image = permutation[usize::from(points.start)];
            let slot = usize::from(self.slot(image));
            from[slot] = home;
            twist[slot] = exact::<u8>(u16::from(image) - self.of_slots[slot].start);
        }
        Action::new(&from, &twist, &self.orientations).expect("a permutation of slots")
    }

    /// The permutation that takes the solved position to this one; `None` if a set has other pieces than in the solved
    /// position.
    ///
    /// If pieces are identical, or their orientation is known less exactly than the orientation of others, it is one of
    /// several permutations: identical pieces come in the order of their slots. So a group that does not contain it may
    /// contain another permutation for the same position.
    pub fn of_pattern(&self, pattern: &Pattern) -> Option<Vec<u8>> {
        if pattern.pieces.len() != self.of_slots.len() {
            return None;
        }
        let mut taken = vec![false; self.of_slots.len()];
        let mut sources = Vec::with_capacity(taken.len());
        for (slot, piece) in pattern.pieces.iter().enumerate() {
            let home = (0..taken.len()).find(|&home| {
                !taken[home] && self.solved.pieces[home] == *piece && self.set_of_slots[home] == self.set_of_slots[slot]
            })?;
            taken[home] = true;
            let of = u16::from(self.orientations[slot]);
            let turned = u16::from(pattern.orientations[slot]) + of - u16::from(self.solved.orientations[home]);
            sources.push((home, turned % of));
        }
        Some(self.permutation(|slot| sources[slot]))
    }

    /// The position to which a permutation takes the solved one.
    ///
    /// # Panics
    /// If it is not a permutation of the points that takes all points of a slot to the points of one slot.
    pub fn pattern(&self, permutation: &[u8]) -> Pattern {
        let mut pattern = self.solved.clone();
        for (home, points) in self.of_slots.iter().enumerate() {
            let image = permutation[usize::from(points.start)];
            let slot = usize::from(self.slot(image));
            let turned = u16::from(image) - self.of_slots[slot].start;
            let orientation = (u16::from(self.solved.orientations[home]) + turned) % u16::from(self.moduli[home]);
            pattern.pieces[slot] = self.solved.pieces[home];
            pattern.orientations[slot] = exact::<u8>(orientation);
        }
        pattern
    }

    /// The permutation that brings into each slot the piece of the slot, with the turn, that `source` returns.
    fn permutation(&self, source: impl Fn(usize) -> (usize, u16)) -> Vec<u8> {
        let mut images = vec![0; self.count()];
        for (slot, points) in self.of_slots.iter().enumerate() {
            let (from, turned) = source(slot);
            let classes = exact::<u16>(points.len());
            for (class, point) in (0..classes).zip(self.of_slot(from)) {
                images[point] = exact::<u8>(points.start + (class + turned) % classes);
            }
        }
        images
    }
}

/// The least common multiple of two divisors of one number of orientations.
fn common_multiple(a: u8, b: u8) -> u8 {
    (1..=u8::MAX).find(|multiple| multiple.is_multiple_of(a) && multiple.is_multiple_of(b)).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{DefinitionFormat, Move, Set};
    use loyd_core::group::PermutationGroup;

    /// A set of three pieces of four orientations, the last known modulo 2, and a set of two identical ones.
    fn definition() -> Definition {
        let solved = Pattern { pieces: [2, 0, 1, 5, 5].into(), orientations: [3, 0, 1, 0, 0].into() };
        let mut turning = Set::new("TURNING", 3, 4);
        turning.known_modulo.push((1, 2));
        let of = [4, 4, 4, 1, 1];
        let a = Action::new(&[1, 2, 0, 4, 3], &[1, 0, 2, 0, 0], &of).unwrap();
        let b = Action::new(&[0, 2, 1, 3, 4], &[3, 1, 0, 0, 0], &of).unwrap();
        let moves = vec![Move::new("A", a), Move::new("B", b)];
        Definition { moves, ..Definition::new(DefinitionFormat::Loyd, vec![turning, Set::new("EQUAL", 2, 1)], solved) }
    }

    #[test]
    fn products_of_actions_are_products_of_permutations() {
        let definition = definition();
        let points = Points::of(&definition).unwrap();
        let of = definition.orientations();
        assert_eq!(points.count(), 14);
        let mut action = Action::identity(5);
        let mut product: Vec<u8> = (0..14).collect();
        for number in [0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0] {
            let next = &definition.moves[number].action;
            action = action.then(next, &of);
            product.iter_mut().for_each(|image| *image = points.permutation_of(next)[usize::from(*image)]);
            assert_eq!(points.permutation_of(&action), product);
            assert_eq!(points.permutation_of(&points.action_of(&product)), product);
            let pattern = points.pattern(&product);
            for (slot, &of) in of.iter().enumerate() {
                let from = usize::from(action.from()[slot]);
                assert_eq!(pattern.pieces[slot], definition.solved.pieces[from]);
                let modulus = if pattern.pieces[slot] == 1 { 2 } else { of };
                let turned = definition.solved.orientations[from] + action.twist()[slot];
                assert_eq!(pattern.orientations[slot], turned % modulus);
            }
            // `of_pattern` may return another permutation for the same position.
            assert_eq!(points.pattern(&points.of_pattern(&pattern).unwrap()), pattern);
        }
        assert_eq!(points.of_slot(3), 12..13);
        assert_eq!((points.slot(11), points.slot(12)), (2, 3));
    }

    #[test]
    fn pieces_of_another_puzzle_are_no_position() {
        let definition = definition();
        let points = Points::of(&definition).unwrap();
        let mut pattern = definition.solved.clone();
        assert_eq!(points.of_pattern(&pattern), Some((0..14).collect()));
        pattern.pieces[0] = 5;
        assert_eq!(points.of_pattern(&pattern), None);
    }

    #[test]
    fn a_set_whose_orientations_are_known_modulo_less_has_fewer_points() {
        let mut definition = definition();
        definition.sets[0].known_modulo = vec![(0, 2), (1, 1), (2, 2)];
        let points = Points::of(&definition).unwrap();
        assert_eq!(points.count(), 8);
        let permutations: Vec<_> = definition.moves.iter().map(|m| points.permutation_of(&m.action)).collect();
        assert!(PermutationGroup::new(8, &permutations).is_ok());
    }
}
