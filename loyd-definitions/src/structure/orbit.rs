//! Orbits: slots that moves connect, and the pieces in them as far as they can be distinguished.

pub(in crate::structure) mod blocks;
pub(in crate::structure) mod freedom;
pub(in crate::structure) mod tied;

use crate::definition::{Action, Pattern, Set};
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};

/// Slots among which moves take pieces: all slots that a piece of one of them can get to.
///
/// A turn is an orientation relative to the orientation of an unturned piece in the same slot. If moves turn a piece on
/// every path back to its slot by a multiple of a **step**, its orientation in each slot is known up to that step.
#[derive(Clone, Debug)]
pub struct SlotOrbit {
    pub(super) name: String,
    pub(super) set: usize,
    pub(super) slots: Vec<u16>,
    /// The number of orientations that a piece can have in one slot.
    pub(super) turns: u8,
    /// The least difference between two of these orientations.
    step: u8,
    /// The modulus up to which orientations of the set can be distinguished.
    modulus: u8,
    /// By slot: the orientation that an unturned piece of the first slot has there.
    unturned: Vec<u8>,
    pub(super) labels: Vec<Label>,
    pub(super) solved: Vec<Lying>,
}

/// Pieces that only their slots and turns distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) piece: u8,
    /// The orientation of one of them when solved, as if it lay in the first slot.
    first: u8,
    /// The modulus up to which their orientation is known in the definition.
    known: u8,
    /// The modulus up to which their turns are known.
    pub(super) turns: u8,
    /// The number of these pieces.
    pub(super) count: usize,
}

/// The label of the piece in a slot, and its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lying {
    pub(super) label: u8,
    pub(super) turn: u8,
}

/// A piece that no moves bring to its slot, or turn as it is turned. The value is the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MisplacedPiece {
    /// The piece of this slot belongs to another orbit.
    Piece(u16),
    /// The piece in this slot has an orientation that it cannot have there.
    Turned(u16),
    /// The piece in this slot occurs too often.
    TooMany(u16),
}

impl SlotOrbit {
    /// All orbits of more than one position, and the slots that no move changes.
    pub(super) fn all(sets: &[Set], solved: &Pattern, actions: &[&Action]) -> (Vec<SlotOrbit>, Vec<u16>) {
        let mut seen = vec![false; solved.pieces.len()];
        let (mut orbits, mut fixed) = (Vec::new(), Vec::new());
        let orientations: Vec<u8> =
            sets.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.slots)).collect();
        let back: Vec<Action> = actions.iter().map(|action| action.inverse(&orientations)).collect();
        let mut next = 0;
        for (number, set) in sets.iter().enumerate() {
            let of_set = next..next + set.slots;
            next = of_set.end;
            let pieces = &solved.pieces[of_set.clone()];
            let modulus = pieces.iter().map(|&piece| set.modulus(piece)).fold(1, common_multiple);
            let first_orbit = orbits.len();
            for first in of_set.clone() {
                if seen[first] {
                    continue;
                }
                let (slots, unturned, step) = connected(first, modulus, actions, &back, &mut seen);
                let turns = modulus / step;
                if slots.len() == 1 && turns == 1 {
                    fixed.push(exact::<u16>(first));
                    continue;
                }
                let (name, labels, lying) = (set.name.clone(), Vec::new(), Vec::new());
                let mut orbit =
                    SlotOrbit { name, set: number, slots, turns, step, modulus, unturned, labels, solved: lying };
                orbit.label(set, solved);
                orbits.push(orbit);
            }
            if orbits.len() - first_orbit > 1 {
                for orbit in &mut orbits[first_orbit..] {
                    orbit.name = format!("{} {}", set.name, ranges(&orbit.slots, of_set.start));
                }
            }
        }
        (orbits, fixed)
    }

    /// The name of the set, followed by the slots of the orbit, from 1, if the set has several orbits.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the set of its slots.
    pub fn set(&self) -> usize {
        self.set
    }

    /// The slots, ascending, numbered through all sets.
    pub fn slots(&self) -> &[u16] {
        &self.slots
    }

    /// The number of orientations that a piece can have in one slot. It is 1 if the slot determines the orientation.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Whether some pieces of the orbit are identical.
    pub fn has_identical_pieces(&self) -> bool {
        self.labels.iter().any(|label| label.count > 1)
    }

    /// Whether different elements always give different positions of its slots.
    pub(super) fn is_distinct(&self) -> bool {
        self.labels.iter().all(|label| label.count == 1 && label.turns == self.turns)
    }

    /// The number of orientations in each slot, for actions on this orbit alone.
    pub(super) fn of(&self) -> Vec<u8> {
        vec![self.turns; self.slots.len()]
    }

    /// The part of an action on this orbit, whose slots are numbered by their places in it.
    pub(super) fn local(&self, action: &Action) -> Action {
        let place = |slot: u16| self.slots.binary_search(&slot).expect("moves do not leave an orbit");
        let from: Vec<u16> =
            self.slots.iter().map(|&slot| exact::<u16>(place(action.from()[usize::from(slot)]))).collect();
        let modulus = u16::from(self.modulus);
        let twist = from.iter().zip(&self.slots).zip(&self.unturned).map(|((&from, &slot), &unturned)| {
            let turned = u16::from(self.unturned[usize::from(from)]) + u16::from(action.twist()[usize::from(slot)]);
            let turned = (turned + modulus - u16::from(unturned)) % modulus;
            exact::<u8>(turned / u16::from(self.step))
        });
        let twist: Vec<u8> = twist.collect();
        Action::new(&from, &twist, &self.of()).expect("an action permutes the slots of an orbit")
    }

    /// Gives the pieces their labels, as they lie when solved.
    fn label(&mut self, set: &Set, solved: &Pattern) {
        for (place, &slot) in self.slots.iter().enumerate() {
            let piece = solved.pieces[usize::from(slot)];
            let known = set.modulus(piece);
            let shared = divisor(self.step, known);
            let first = self.as_in_first(solved.orientations[usize::from(slot)], place, known);
            let same = |label: &&mut Label| label.piece == piece && label.first % shared == first % shared;
            match self.labels.iter_mut().find(same) {
                Some(label) => label.count += 1,
                None => self.labels.push(Label { piece, first, known, turns: known / shared, count: 1 }),
            }
        }
        self.solved = self.lying(solved).expect("the solved position has its own pieces");
    }

    /// The orientation that a piece at `place` would have in the first slot, as far as it is known.
    fn as_in_first(&self, orientation: u8, place: usize, known: u8) -> u8 {
        let modulus = u16::from(self.modulus);
        let turned = u16::from(orientation) % modulus + modulus - u16::from(self.unturned[place]);
        exact::<u8>(turned % u16::from(known))
    }

    /// The label and the turn of the piece in each slot.
    pub(super) fn lying(&self, pattern: &Pattern) -> Result<Vec<Lying>, MisplacedPiece> {
        let mut left: Vec<usize> = self.labels.iter().map(|label| label.count).collect();
        let lying = self.slots.iter().enumerate().map(|(place, &slot)| {
            let piece = pattern.pieces[usize::from(slot)];
            let mut of_piece = (0..).zip(&self.labels).filter(|(_, label)| label.piece == piece).peekable();
            let Some((_, label)) = of_piece.peek() else { return Err(MisplacedPiece::Piece(slot)) };
            let known = label.known;
            let shared = divisor(self.step, known);
            let first = self.as_in_first(pattern.orientations[usize::from(slot)], place, known);
            let fitting = of_piece.find(|(_, label)| label.first % shared == first % shared);
            let Some((number, label)) = fitting else { return Err(MisplacedPiece::Turned(slot)) };
            let left = &mut left[usize::from(number)];
            *left = left.checked_sub(1).ok_or(MisplacedPiece::TooMany(slot))?;
            // step * turn = first - label.first, modulo what is known; both sides are multiples of what is shared.
            let (step, wanted) = (u16::from(self.step / shared), u16::from((first + known - label.first) % known));
            let turns = u16::from(label.turns);
            let turn = (0..turns).find(|turn| (step * turn) % turns == wanted / u16::from(shared) % turns);
            Ok(Lying { label: number, turn: exact::<u8>(turn.expect("the step is a unit there")) })
        });
        lying.collect()
    }

    /// Lays pieces into a position.
    pub(super) fn lay(&self, lying: &[Lying], pattern: &mut Pattern) {
        for ((lying, &slot), &unturned) in lying.iter().zip(&self.slots).zip(&self.unturned) {
            let label = self.labels[usize::from(lying.label)];
            let turned = u32::from(label.first) + u32::from(self.step) * u32::from(lying.turn) + u32::from(unturned);
            pattern.pieces[usize::from(slot)] = label.piece;
            pattern.orientations[usize::from(slot)] = exact::<u8>(turned % u32::from(label.known));
        }
    }

    /// The label and the turn of the piece in each slot, after an action on this orbit.
    pub(super) fn after(&self, lying: &[Lying], action: &Action) -> Vec<Lying> {
        let moved = action.from().iter().zip(action.twist()).map(|(&from, &twist)| {
            let Lying { label, turn } = lying[usize::from(from)];
            let turns = u16::from(self.labels[usize::from(label)].turns);
            Lying { label, turn: exact::<u8>((u16::from(turn) + u16::from(twist)) % turns) }
        });
        moved.collect()
    }

    /// An action that takes the solved position to this one: identical pieces come in the order of their slots.
    pub(super) fn leading_to(&self, lying: &[Lying]) -> Action {
        let mut taken = vec![false; lying.len()];
        let (mut from, mut twist) = (Vec::new(), Vec::new());
        for lying in lying {
            let home = (0..taken.len()).find(|&home| !taken[home] && self.solved[home].label == lying.label);
            let home = home.expect("there are as many of each label as when solved");
            taken[home] = true;
            from.push(exact::<u16>(home));
            let turns = self.labels[usize::from(lying.label)].turns;
            twist.push((lying.turn + turns - self.solved[home].turn) % turns);
        }
        Action::new(&from, &twist, &self.of()).expect("each home is taken once")
    }
}

/// The slots that moves connect with one, the orientation of an unturned piece in each, and the step.
fn connected(
    first: usize,
    modulus: u8,
    actions: &[&Action],
    back: &[Action],
    seen: &mut [bool],
) -> (Vec<u16>, Vec<u8>, u8) {
    let wide = u16::from(modulus);
    let mut unturned = vec![0u8; seen.len()];
    let mut found = vec![exact::<u16>(first)];
    seen[first] = true;
    let mut step = modulus;
    let mut next = 0;
    while let Some(&slot) = found.get(next) {
        next += 1;
        for (action, back) in actions.iter().zip(back) {
            // The inverse takes a slot's piece from where the action has taken it to.
            let image = back.from()[usize::from(slot)];
            let twist = u16::from(action.twist()[usize::from(image)]);
            let turned = (u16::from(unturned[usize::from(slot)]) + twist) % wide;
            if std::mem::replace(&mut seen[usize::from(image)], true) {
                let loops = (turned + wide - u16::from(unturned[usize::from(image)])) % wide;
                step = divisor(step, exact::<u8>(loops));
            } else {
                unturned[usize::from(image)] = exact::<u8>(turned);
                found.push(image);
            }
        }
    }
    found.sort_unstable();
    let unturned = found.iter().map(|&slot| unturned[usize::from(slot)]).collect();
    (found, unturned, step)
}

/// Slots of a set, ascending, counted from 1: `1-4,7`.
pub(super) fn ranges(slots: &[u16], first: usize) -> String {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for number in slots.iter().map(|slot| slot - exact::<u16>(first) + 1) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let written = ranges.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    });
    written.collect::<Vec<_>>().join(",")
}

/// The greatest common divisor.
pub(super) fn divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The least common multiple of two divisors of one number of orientations.
fn common_multiple(a: u8, b: u8) -> u8 {
    a / divisor(a, b) * b
}

holds_nothing!(Label, Lying);
holds!(SlotOrbit { name, set, slots, turns, step, modulus, unturned, labels, solved });
