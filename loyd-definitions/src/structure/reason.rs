//! Reasons why no moves lead to a position: claims that a search can test, and their sentences.

use std::fmt::Write;

use super::orbit::{MisplacedPiece, SlotOrbit, ranges};
use super::sentences::OddOrbits;
use super::{Membership, Structure};
use crate::definition::{Action, Pattern, Set, label_of};
use loyd_core::exact::exact;
use loyd_core::puzzle::Unsolvable;

/// A reason why no moves lead from a position to the goal. A test evaluates each of them by breadth-first search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position has another number of slots than the puzzle.
    Slots {
        /// The number of slots.
        found: usize,
    },
    /// The position contains the piece of a slot more often than the solved position does.
    Copies {
        /// The slot.
        slot: u16,
        /// The number of copies in the solved position.
        expected: usize,
        /// The number of copies in the position.
        found: usize,
    },
    /// No move takes a piece out of this slot, in which the goal has another piece.
    Fixed {
        /// The slot.
        slot: u16,
    },
    /// No move turns the piece of this slot, which the goal has there in another orientation.
    Still {
        /// The slot.
        slot: u16,
    },
    /// No move takes a piece into or out of the slots of an orbit, which contain more copies of a piece than in the
    /// goal.
    Confined {
        /// The number of the orbit.
        orbit: usize,
        /// The piece.
        piece: u8,
        /// The number of copies in the goal.
        expected: usize,
        /// The number of copies in the position.
        found: usize,
    },
    /// No moves from the goal bring the piece of this slot there.
    Away {
        /// The slot.
        slot: u16,
    },
    /// No moves from the goal lead to a position whose pieces in these slots lie and are turned as in this one.
    Apart {
        /// The slots.
        slots: Vec<u16>,
    },
    /// The position breaks rules that all moves keep, and that the goal keeps.
    Broken(Vec<BrokenRule>),
}

/// A rule that a position breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The place of the rule among [`Structure::rules`].
    pub rule: usize,
    /// The sum of the rule's parities and turns, modulo the modulus of the rule.
    pub sum: u16,
    /// The permutations of the rule's orbits, compared with the goal, if they describe the broken rule.
    pub(super) odd: Option<OddOrbits>,
}

/// The position that a sentence compares a position with, and when the sentence is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonScope {
    /// Compared with the goal.
    Goal,
    /// Compared with the solved position.
    Solved,
    /// Compared with the goal, whenever conditions treat the piece in each slot like the goal's piece there. If they
    /// name a single piece, this is its slot in the goal.
    Shape(Option<u16>),
}

/// The most pieces that a sentence lists.
const MOST_LISTED: usize = 6;

impl Structure {
    /// The reason why moves never lead from the solved position to this one; `None` if they do, or if it is not known,
    /// see [`Structure::decides`] and [`Structure::has_conditions`].
    pub fn reason(&self, pattern: &Pattern) -> Option<Reason> {
        self.reason_beside(pattern, Some(&self.solved))
    }

    /// The reason as of [`Structure::reason`]. The permutations of its rules are compared with the position `beside`.
    pub(crate) fn reason_beside(&self, pattern: &Pattern, beside: Option<&Pattern>) -> Option<Reason> {
        if let Some(why) = self.other_pieces(pattern) {
            return Some(why);
        }
        let mut lying = Vec::with_capacity(self.orbits.len());
        for (number, orbit) in self.orbits.iter().enumerate() {
            match orbit.lying(pattern) {
                Ok(of_orbit) => lying.push(of_orbit),
                Err(misplaced) => return Some(self.misplaced(number, misplaced, pattern)),
            }
        }
        let element: Vec<Action> = self.orbits.iter().zip(&lying).map(|(orbit, of)| orbit.leading_to(of)).collect();
        let values = self.of_positions.values(&element);
        let since_home = match self.since_home(pattern, &values) {
            Ok(values) => values,
            Err(slot) => return Some(Reason::Away { slot }),
        };
        let changes = beside.and_then(|beside| self.element(beside)).map(|there| {
            let both = self.orbits.iter().map(SlotOrbit::of).zip(there.iter().zip(&element));
            both.map(|(of, (there, here))| there.inverse(&of).then(here, &of)).collect::<Vec<Action>>()
        });
        let broken = self.rules.iter().enumerate().filter_map(|(number, rule)| {
            let sum = rule.sum(&since_home);
            let odd = changes.as_ref().and_then(|changes| rule.odd_orbits(changes));
            (sum > 0).then_some(BrokenRule { rule: number, sum, odd })
        });
        let broken: Vec<BrokenRule> = broken.collect();
        if !broken.is_empty() {
            return Some(Reason::Broken(broken));
        }
        match &self.reached().membership {
            Membership::Rules | Membership::Unknown => None,
            Membership::Chain(tied) => {
                Some(Reason::Apart { slots: tied.stopped_at(&self.orbits, &self.of_positions, &element, &values)? })
            }
            Membership::Search(chain, search) => {
                let allowed = chain.leading_to(&self.orbits, &lying, &values);
                let slots = || chain.slots(&self.orbits, &self.of_positions);
                matches!(search.exists(&allowed), Ok(false)).then(|| Reason::Apart { slots: slots() })
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

    /// The actions on the orbits that lead to a position; `None` if a piece lies in another orbit than when solved.
    fn element(&self, pattern: &Pattern) -> Option<Vec<Action>> {
        self.orbits.iter().map(|orbit| Some(orbit.leading_to(&orbit.lying(pattern).ok()?))).collect()
    }

    /// Whether a position has the pieces of the solved position in each orbit, and keeps the rules.
    pub(super) fn keeps_rules(&self, pattern: &Pattern) -> bool {
        let Some(element) = self.element(pattern) else { return false };
        let values = self.since_home(pattern, &self.of_positions.values(&element));
        values.is_ok_and(|values| self.rules.iter().all(|rule| rule.sum(&values) == 0))
    }

    /// The reason if a position has other pieces, another number of slots, or a change in a slot that no move changes.
    fn other_pieces(&self, pattern: &Pattern) -> Option<Reason> {
        let slots = self.solved.pieces.len();
        if pattern.pieces.len() != slots || pattern.orientations.len() != slots {
            return Some(Reason::Slots { found: pattern.pieces.len() });
        }
        let mut first = 0;
        for set in &self.sets {
            let of_set = first..first + set.slots;
            first = of_set.end;
            for slot in of_set.clone() {
                let piece = pattern.pieces[slot];
                let (found, expected) =
                    (copies(pattern, of_set.clone(), piece), copies(&self.solved, of_set.clone(), piece));
                if found > expected {
                    return Some(Reason::Copies { slot: exact::<u16>(slot), expected, found });
                }
            }
        }
        self.fixed.iter().find_map(|&slot| {
            let place = usize::from(slot);
            let (piece, wanted) = (pattern.pieces[place], self.solved.pieces[place]);
            let modulus = self.set_of(slot).1.modulus(wanted);
            let turned = pattern.orientations[place] % modulus != self.solved.orientations[place] % modulus;
            match (piece == wanted, turned) {
                (false, _) => Some(Reason::Fixed { slot }),
                (true, true) => Some(Reason::Still { slot }),
                (true, false) => None,
            }
        })
    }

    fn misplaced(&self, orbit: usize, misplaced: MisplacedPiece, pattern: &Pattern) -> Reason {
        let (MisplacedPiece::Piece(slot) | MisplacedPiece::TooMany(slot) | MisplacedPiece::Turned(slot)) = misplaced;
        let piece = pattern.pieces[usize::from(slot)];
        let slots = || self.orbits[orbit].slots.iter().map(|&slot| usize::from(slot));
        let (found, expected) = (copies(pattern, slots(), piece), copies(&self.solved, slots(), piece));
        if found > expected {
            return Reason::Confined { orbit, piece, expected, found };
        }
        // Moves keep the difference of a piece's orientation from the orientation of an unturned piece up to a step.
        let same = slots().filter(|&slot| pattern.pieces[slot] == piece).map(exact::<u16>);
        Reason::Apart { slots: if let MisplacedPiece::Turned(slot) = misplaced { vec![slot] } else { same.collect() } }
    }

    /// The sentence for a reason. The position `pattern` is the one that the reason was given for.
    pub(crate) fn sentence(&self, reason: &Reason, pattern: &Pattern, scope: ReasonScope) -> Unsolvable {
        let goal = if scope == ReasonScope::Solved { "the solved position" } else { "the goal" };
        let slot_and_piece = |slot: u16, of: &Pattern| (self.slot(slot), self.piece(slot, of));
        let always = match scope {
            ReasonScope::Shape(Some(slot)) => {
                let (place, piece) = slot_and_piece(slot, &self.solved);
                format!("whenever {piece} is in {place}, ")
            }
            ReasonScope::Shape(None) => {
                "whenever conditions treat the piece in each slot like the goal's piece there, ".into()
            }
            _ => String::new(),
        };
        let from = |what: String| match scope {
            ReasonScope::Shape(Some(slot)) => {
                let (place, piece) = slot_and_piece(slot, &self.solved);
                let what = format!("{piece} in {place} and {what}");
                format!("moves lead from here to a position with {what}, and no moves from the goal do")
            }
            // The position that the reason was given for is not the one that a person sees.
            ReasonScope::Shape(None) => format!("no moves from {goal} lead to this arrangement of the pieces"),
            _ => format!("no moves from {goal} lead to a position with {what}"),
        };
        match reason {
            Reason::Slots { found } => {
                Unsolvable::DifferentPieces(format!("expected {} slots, found {found}", self.solved.pieces.len()))
            }
            &Reason::Copies { slot, expected, found } => {
                let (_, set, _) = self.set_of(slot);
                let piece = self.piece(slot, pattern);
                Unsolvable::DifferentPieces(format!("{}: expected {piece} {expected} times, found {found}", set.name))
            }
            &Reason::Fixed { slot } => {
                let (place, piece) = slot_and_piece(slot, pattern);
                let wanted = self.piece(slot, &self.solved);
                Unsolvable::Trapped(match scope {
                    ReasonScope::Shape(_) => format!("{always}{place} holds {piece}, where {goal} has {wanted}"),
                    _ => format!("no move takes {piece} out of {place}, where {goal} has {wanted}"),
                })
            }
            &Reason::Still { slot } => {
                let (place, piece) = slot_and_piece(slot, pattern);
                let turned = pattern.orientations[usize::from(slot)];
                let why = match scope {
                    ReasonScope::Shape(_) => format!("{always}{piece} lies in {place} with orientation {turned}"),
                    _ => format!("no move turns {piece} in {place}"),
                };
                Unsolvable::OutsideGroup(format!("{why}, and {goal} has it in another orientation"))
            }
            &Reason::Confined { orbit, piece, expected, found } => {
                let slots = &self.orbits[orbit].slots;
                let label = label_of(&self.labels, self.set_of(slots[0]).0, piece);
                let always = if always.is_empty() { "after any moves, " } else { &always };
                Unsolvable::Trapped(format!(
                    "{always}{} contain piece {label} {}, and in {goal} {}",
                    self.arrangement(slots),
                    times(found),
                    times(expected)
                ))
            }
            &Reason::Away { slot } => {
                let (place, piece) = slot_and_piece(slot, pattern);
                Unsolvable::Trapped(from(format!("{piece} in {place}")))
            }
            Reason::Apart { slots } if slots.len() > MOST_LISTED && matches!(scope, ReasonScope::Shape(_)) => {
                Unsolvable::OutsideGroup(format!("no moves from {goal} lead to this arrangement of the pieces"))
            }
            Reason::Apart { slots } if slots.len() > MOST_LISTED => {
                Unsolvable::OutsideGroup(from(format!("this arrangement of {}", self.arrangement(slots))))
            }
            Reason::Apart { slots } => {
                let placed: Vec<String> = slots.iter().map(|&slot| self.placed(slot, pattern)).collect();
                Unsolvable::OutsideGroup(from(placed.join(" and ")))
            }
            Reason::Broken(broken) => {
                let sentence =
                    |broken: &BrokenRule| self.rules[broken.rule].broken(broken.sum, broken.odd.as_ref(), &self.orbits);
                let all: Vec<String> = broken.iter().map(sentence).collect();
                let why = format!("{always}{}", all.join("; "));
                let parity = broken.iter().all(|broken| self.rules[broken.rule].is_parity());
                if parity { Unsolvable::Parity(why) } else { Unsolvable::OutsideGroup(why) }
            }
        }
    }

    /// The piece in a slot, and its orientation if its set has orientations.
    fn placed(&self, slot: u16, pattern: &Pattern) -> String {
        let mut placed = format!("{} in {}", self.piece(slot, pattern), self.slot(slot));
        if self.set_of(slot).1.modulus(pattern.pieces[usize::from(slot)]) > 1 {
            let turned = pattern.orientations[usize::from(slot)];
            write!(placed, " with orientation {turned}").expect("a text can be added to");
        }
        placed
    }

    /// The slots, set by set: the name of a set if all its slots are among them.
    pub(crate) fn arrangement(&self, slots: &[u16]) -> String {
        let (mut first, mut parts) = (0, Vec::new());
        for set in &self.sets {
            let of_set = first..first + set.slots;
            let mut inside: Vec<u16> = slots.iter().copied().filter(|&slot| of_set.contains(&slot.into())).collect();
            inside.sort_unstable();
            match inside.len() {
                0 => (),
                all if all == set.slots => parts.push(set.name.clone()),
                one => parts.push(format!(
                    "{} {} of {}",
                    if one == 1 { "slot" } else { "slots" },
                    ranges(&inside, first),
                    set.name
                )),
            }
            first = of_set.end;
        }
        parts.join(" and ")
    }

    /// The number of a slot's set, the set, and the slot's place in it.
    pub(super) fn set_of(&self, slot: u16) -> (usize, &Set, usize) {
        let mut place = usize::from(slot);
        for (number, set) in self.sets.iter().enumerate() {
            if place < set.slots {
                return (number, set, place);
            }
            place -= set.slots;
        }
        unreachable!("every slot is in a set")
    }

    pub(crate) fn slot(&self, slot: u16) -> String {
        let (_, set, place) = self.set_of(slot);
        format!("slot {} of {}", place + 1, set.name)
    }

    /// The piece in a slot by its label, or by its number from 1.
    pub(crate) fn piece(&self, slot: u16, pattern: &Pattern) -> String {
        let piece = pattern.pieces[usize::from(slot)];
        format!("piece {}", label_of(&self.labels, self.set_of(slot).0, piece))
    }
}

/// The number of slots that hold a piece.
fn copies(pattern: &Pattern, mut slots: impl Iterator<Item = usize>, piece: u8) -> usize {
    slots.by_ref().filter(|&slot| pattern.pieces[slot] == piece).count()
}

/// `never`, `once`, or `3 times`.
pub(crate) fn times(number: usize) -> String {
    match number {
        0 => "never".into(),
        1 => "once".into(),
        _ => format!("{number} times"),
    }
}
