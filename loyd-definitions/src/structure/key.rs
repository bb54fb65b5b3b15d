//! Moves that can be made only if a certain piece, such as a blank or a latch, lies in a certain slot.
//!
//! The parities and sums are computed for the loops on which this piece comes back. This finds the rule of a sliding
//! puzzle: with the blank back in its slot, the permutation is even.

use std::collections::BTreeMap;

use super::characters::{Character, Characters};
use super::orbit::SlotOrbit;
use crate::definition::{Action, Condition, Pattern, Set};
use loyd_core::exact::exact;
use loyd_core::limits::holds;

/// A move, and the conditions before it.
pub(super) type GuardedAction<'t> = (&'t Action, &'t [Condition]);

/// A piece whose slot decides which moves can be made.
#[derive(Clone, Debug)]
pub(super) struct KeyPiece {
    /// The orbit that contains the piece.
    pub(super) orbit: usize,
    /// The slot of the piece when solved.
    pub(super) home: u16,
    piece: u8,
    /// By slot that the piece reaches: the characters of one path there.
    values: BTreeMap<u16, Vec<u16>>,
}

/// The most pieces that are tried.
const MOST_TRIED: usize = 16;

impl KeyPiece {
    /// The piece from which the rules follow, and the characters of the loops that bring it back; `None` if no piece
    /// restricts positions more than the group does.
    pub(super) fn find(
        sets: &[Set],
        solved: &Pattern,
        turns: &[GuardedAction<'_>],
        orbits: &[SlotOrbit],
        list: &Characters,
    ) -> Option<(KeyPiece, Characters)> {
        let mut tried: Vec<(usize, u16)> = Vec::new();
        for condition in turns.iter().flat_map(|(_, when)| when.iter()) {
            for home in homes(sets, solved, condition) {
                // The piece must be single of its kind, in an orbit of more than two slots: its slot then fixes no
                // parity.
                let found = orbits.iter().position(|orbit| orbit.slots.binary_search(&home).is_ok());
                let fits = found.filter(|&orbit| orbits[orbit].slots.len() > 2 && is_single(&orbits[orbit], home));
                if let Some(orbit) = fits.filter(|&orbit| !tried.contains(&(orbit, home)))
                    && tried.len() < MOST_TRIED
                {
                    tried.push((orbit, home));
                }
            }
        }
        let of = |(orbit, home)| {
            let (key, loops) = KeyPiece::around(orbit, home, solved, turns, orbits, list);
            let characters = list.of_vectors(loops);
            (key, characters)
        };
        let tells_most = |(key, characters): &(KeyPiece, Characters)| {
            let order: f64 =
                characters.order().primes().map(|(prime, times)| f64::from(times) * f64::from(prime).ln()).sum();
            order + (key.values.len() as f64).ln()
        };
        let best = tried.into_iter().map(of).min_by(|a, b| tells_most(a).total_cmp(&tells_most(b)))?;
        let (key, characters) = &best;
        let tells = key.values.len() < orbits[key.orbit].slots.len() || characters.order() != list.order();
        tells.then_some(best)
    }

    /// The slots that the piece of `home` reaches, and the characters of every loop.
    fn around(
        orbit: usize,
        home: u16,
        solved: &Pattern,
        turns: &[GuardedAction<'_>],
        orbits: &[SlotOrbit],
        list: &Characters,
    ) -> (KeyPiece, Vec<Vec<u16>>) {
        let piece = solved.pieces[usize::from(home)];
        let slots = &orbits[orbit].slots;
        let sum = |a: &[u16], b: &[u16], minus: bool| -> Vec<u16> {
            let of = |((&a, &b), (_, modulus)): ((&u16, &u16), &(Character, u16))| {
                (a + if minus { modulus - b } else { b }) % modulus
            };
            a.iter().zip(b).zip(&list.list).map(of).collect()
        };
        let mut values = BTreeMap::from([(home, vec![0; list.list.len()])]);
        let mut loops = Vec::new();
        let mut waiting = vec![home];
        while let Some(slot) = waiting.pop() {
            for (number, (action, when)) in turns.iter().enumerate() {
                if !when.iter().all(|condition| may_hold(condition, piece, slot, slots)) {
                    continue;
                }
                let to = slots.iter().copied().find(|&to| action.from()[usize::from(to)] == slot).unwrap_or(slot);
                let value = sum(&values[&slot], list.of_generator(number), false);
                match values.get(&to) {
                    Some(known) => loops.push(sum(&value, known, true)),
                    None => {
                        values.insert(to, value);
                        waiting.push(to);
                    }
                }
            }
        }
        loops.sort_unstable();
        loops.dedup();
        (KeyPiece { orbit, home, piece, values }, loops)
    }

    /// The characters of a path of the piece to its slot; `Err` is that slot if the piece never reaches it.
    pub(super) fn values(&self, pattern: &Pattern, orbits: &[SlotOrbit]) -> Result<&[u16], u16> {
        let slots = &orbits[self.orbit].slots;
        let slot = slots.iter().copied().find(|&slot| pattern.pieces[usize::from(slot)] == self.piece);
        let slot = slot.unwrap_or(self.home);
        self.values.get(&slot).map(Vec::as_slice).ok_or(slot)
    }

    /// The number of slots that the piece reaches.
    pub(super) fn reach(&self) -> usize {
        self.values.len()
    }

    /// Whether a sum of characters depends on the slot of the piece.
    pub(super) fn matters(&self, terms: &[(usize, u16)], modulus: u16) -> bool {
        self.values.values().any(|values| {
            let sum: u32 = terms.iter().map(|&(place, factor)| u32::from(values[place]) * u32::from(factor)).sum();
            !sum.is_multiple_of(modulus.into())
        })
    }
}

/// The slots, when solved, of the pieces that a condition names.
fn homes(sets: &[Set], solved: &Pattern, condition: &Condition) -> Vec<u16> {
    let mut first = 0;
    for set in sets {
        let of_set = first..first + set.slots;
        first = of_set.end;
        if of_set.contains(&usize::from(condition.slot)) {
            let named = of_set.filter(|&slot| condition.pieces.contains(&solved.pieces[slot]));
            return named.map(exact::<u16>).collect();
        }
    }
    Vec::new()
}

/// Whether the piece of a slot is the only piece of its orbit with that number.
fn is_single(orbit: &SlotOrbit, home: u16) -> bool {
    let place = orbit.slots.binary_search(&home).ok();
    place.is_some_and(|place| {
        let label = orbit.labels[usize::from(orbit.solved[place].label)];
        label.count == 1 && orbit.labels.iter().filter(|other| other.piece == label.piece).count() == 1
    })
}

/// Whether a condition can hold if `piece` lies in `slot` of its orbit.
fn may_hold(condition: &Condition, piece: u8, slot: u16, slots: &[u16]) -> bool {
    if condition.slot == slot {
        condition.allows(piece)
    } else {
        // The condition may need this piece in another slot, and then it cannot hold.
        let only = condition.must && condition.pieces == [piece] && slots.contains(&condition.slot);
        !only
    }
}

holds!(KeyPiece { orbit, home, piece, values });
