//! Reasons why no moves lead to a position.

use super::orbit::MisplacedPiece;
use super::{Membership, Structure};
use crate::definition::{Action, Pattern, Set, label_of};
use loyd_core::exact::exact;
use loyd_core::puzzle::Unsolvable;

impl Structure {
    /// The reason why moves never lead from the solved position to this one; `None` if they do, or if it is not known,
    /// see [`Structure::decides`] and [`Structure::has_conditions`].
    pub fn reason(&self, pattern: &Pattern) -> Option<Unsolvable> {
        if let Some(why) = self.other_pieces(pattern) {
            return Some(why);
        }
        let mut lying = Vec::with_capacity(self.orbits.len());
        for orbit in &self.orbits {
            match orbit.lying(pattern) {
                Ok(of_orbit) => lying.push(of_orbit),
                Err(misplaced) => return Some(self.misplaced(misplaced, pattern)),
            }
        }
        let element: Vec<Action> = self.orbits.iter().zip(&lying).map(|(orbit, of)| orbit.leading_to(of)).collect();
        let values = self.of_positions.values(&element);
        let since_home = match self.since_home(pattern, &values) {
            Ok(values) => values,
            Err(slot) => return Some(self.misplaced(MisplacedPiece::Piece(slot), pattern)),
        };
        let broken = self
            .rules
            .iter()
            .filter_map(|rule| Some((rule.broken(&element, &since_home, &self.orbits)?, rule.is_parity())));
        let broken: Vec<(String, bool)> = broken.collect();
        if !broken.is_empty() {
            let all: Vec<&str> = broken.iter().map(|(why, _)| why.as_str()).collect();
            let (why, parity) = (all.join("; "), broken.iter().all(|(_, parity)| *parity));
            return Some(if parity { Unsolvable::Parity(why) } else { Unsolvable::OutsideGroup(why) });
        }
        match &self.reached().membership {
            Membership::Rules | Membership::Unknown => None,
            Membership::Chain(tied) => {
                let (orbit, place) = tied.stopped_at(&self.orbits, &element, &values)?;
                let slot = self.orbits[orbit].slots[place];
                Some(Unsolvable::OutsideGroup(format!(
                    "{} cannot be in {} while the other pieces are as they are",
                    self.piece(slot, pattern),
                    self.slot(slot)
                )))
            }
            Membership::Search(chain, search) => {
                let allowed = chain.leading_to(&self.orbits, &lying, &values);
                let tied = self.orbits.iter().zip(&self.is_free).filter(|(_, free)| !**free);
                let names: Vec<&str> = tied.map(|(orbit, _)| orbit.name()).collect();
                let why = || format!("{}: no moves reach this arrangement of the pieces", names.join(", "));
                match search.exists(&allowed) {
                    Ok(false) => Some(Unsolvable::OutsideGroup(why())),
                    Ok(true) | Err(_) => None,
                }
            }
        }
    }

    /// The characters of a position once its key piece is back home; `Err` is its slot if it never gets there.
    fn since_home(&self, pattern: &Pattern, values: &[u16]) -> Result<Vec<u16>, u16> {
        let Some(key) = &self.key else { return Ok(values.to_vec()) };
        let there = key.values(pattern, &self.orbits)?;
        let list = self.of_positions.list.iter();
        Ok(values
            .iter()
            .zip(there)
            .zip(list)
            .map(|((of, there), (_, of_all))| (of + of_all - there) % of_all)
            .collect())
    }

    /// Whether a position has the pieces of the solved position in each orbit, and keeps the rules.
    pub(super) fn keeps_rules(&self, pattern: &Pattern) -> bool {
        let lying = self.orbits.iter().map(|orbit| Some(orbit.leading_to(&orbit.lying(pattern).ok()?)));
        let Some(element) = lying.collect::<Option<Vec<Action>>>() else { return false };
        let values = self.since_home(pattern, &self.of_positions.values(&element));
        values.is_ok_and(|values| self.rules.iter().all(|rule| rule.broken(&element, &values, &self.orbits).is_none()))
    }

    /// The reason if a position has other pieces, another number of slots, or a change in a slot that no move changes.
    fn other_pieces(&self, pattern: &Pattern) -> Option<Unsolvable> {
        let slots = self.solved.pieces.len();
        if pattern.pieces.len() != slots || pattern.orientations.len() != slots {
            let why = format!("expected {slots} slots, found {}", pattern.pieces.len());
            return Some(Unsolvable::DifferentPieces(why));
        }
        let mut first = 0;
        for set in &self.sets {
            let of_set = first..first + set.slots;
            first = of_set.end;
            let count = |pattern: &Pattern, piece: u8| {
                pattern.pieces[of_set.clone()].iter().filter(|&&other| other == piece).count()
            };
            for slot in of_set.clone() {
                let piece = pattern.pieces[slot];
                let (found, expected) = (count(pattern, piece), count(&self.solved, piece));
                if found > expected {
                    let what = self.piece(exact::<u16>(slot), pattern);
                    let why = format!("{}: expected {what} {expected} times, found {found}", set.name);
                    return Some(Unsolvable::DifferentPieces(why));
                }
            }
        }
        self.fixed.iter().find_map(|&slot| {
            let place = usize::from(slot);
            let (piece, wanted) = (pattern.pieces[place], self.solved.pieces[place]);
            let modulus = self.set_of(slot).1.modulus(wanted);
            let turned = pattern.orientations[place] % modulus != self.solved.orientations[place] % modulus;
            let what = self.piece(slot, &self.solved);
            match (piece == wanted, turned) {
                (false, _) => Some(Unsolvable::Trapped(format!("no move takes {what} out of {}", self.slot(slot)))),
                (true, true) => Some(Unsolvable::OutsideGroup(format!("no move turns {what} in {}", self.slot(slot)))),
                (true, false) => None,
            }
        })
    }

    fn misplaced(&self, misplaced: MisplacedPiece, pattern: &Pattern) -> Unsolvable {
        match misplaced {
            MisplacedPiece::Piece(slot) | MisplacedPiece::TooMany(slot) => {
                let what = self.piece(slot, pattern);
                Unsolvable::Trapped(format!("no moves take {what} to {}", self.slot(slot)))
            }
            MisplacedPiece::Turned(slot) => {
                let what = self.piece(slot, pattern);
                let orientation = pattern.orientations[usize::from(slot)];
                let why = format!("{what} never lies in {} with orientation {orientation}", self.slot(slot));
                Unsolvable::OutsideGroup(why)
            }
        }
    }

    /// The number of a slot's set, the set, and the slot's place in it.
    fn set_of(&self, slot: u16) -> (usize, &Set, usize) {
        let mut place = usize::from(slot);
        for (number, set) in self.sets.iter().enumerate() {
            if place < set.slots {
                return (number, set, place);
            }
            place -= set.slots;
        }
        unreachable!("every slot is in a set")
    }

    pub(super) fn slot(&self, slot: u16) -> String {
        let (_, set, place) = self.set_of(slot);
        format!("slot {} of {}", place + 1, set.name)
    }

    /// The piece in a slot by its label, or by its number from 1.
    pub(super) fn piece(&self, slot: u16, pattern: &Pattern) -> String {
        let piece = pattern.pieces[usize::from(slot)];
        format!("piece {}", label_of(&self.labels, self.set_of(slot).0, piece))
    }
}
