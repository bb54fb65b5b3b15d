//! The variables of a slot, and what their values show.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{is_word, refused};
use crate::definition::{Definition, Goal, PlayRules, Set};
use crate::formats::write::{Unwritable, What, labels};
use loyd_core::exact::exact;

/// The property of a slot that the values of a domain show.
pub(super) enum Shows {
    /// The piece.
    Piece,
    /// The kind of the piece, one of these kinds. No condition distinguishes pieces of one kind.
    Kind(Vec<Vec<u8>>),
    /// A side of a piece, with the piece.
    Facelet,
    /// A side of a piece, without the piece.
    Side,
}

/// The variables of the slots of a set, which have one domain.
pub(super) struct SlotDomain {
    /// The place of the set.
    pub set: usize,
    pub name: String,
    pub slots: Range<usize>,
    /// The number of variables of a slot.
    pub sides: usize,
    pub shows: Shows,
    /// The piece (or kind) and the side of each value, in the order of the solved position.
    pub values: Vec<(u8, u8)>,
    pub names: Vec<String>,
    /// Comments about the values, for people.
    pub notes: Vec<String>,
    /// Whether conditions ask for the values of this domain.
    pub is_asked: bool,
}

/// The domains of all sets.
pub(super) fn of(definition: &Definition, rules: &PlayRules) -> Result<Vec<SlotDomain>, Unwritable> {
    let labels = labels(definition, is_word);
    let mut names: Vec<String> = rules.sets.iter().map(|set| set.name.clone()).collect();
    let mut domains = Vec::new();
    for (place, set) in rules.sets.iter().enumerate() {
        let is_number = set.name.chars().all(char::is_numeric);
        if !is_word(&set.name) || is_number || set.name.contains("..") {
            return Err(refused(What::Set(set.name.clone()), "the format does not allow this name"));
        }
        let slots = definition.slots_of(place);
        let seen = DomainFacts::of(set, slots.clone(), rules)?;
        for (suffix, shows, is_asked) in seen.columns() {
            let mut name = format!("{}{suffix}", set.name);
            while !suffix.is_empty() && names.contains(&name) {
                name.push('_');
            }
            names.push(name.clone());
            let sides = if matches!(shows, Shows::Facelet | Shows::Side) { seen.sides } else { 1 };
            let (slots, values, names, notes) = (slots.clone(), Vec::new(), Vec::new(), Vec::new());
            let mut domain = SlotDomain { set: place, name, slots, sides, shows, values, names, notes, is_asked };
            domain.fill(rules, &labels[place]);
            domains.push(domain);
        }
    }
    Ok(domains)
}

/// The facts about a set from which its domains follow.
struct DomainFacts {
    /// The pieces of the set, each once.
    pieces: Vec<u8>,
    /// The number of sides that are seen: the least common multiple of the moduli of all pieces.
    sides: usize,
    /// Whether a goal wants a piece in any orientation, or an orientation of any piece.
    is_apart: bool,
    /// Whether conditions distinguish pieces.
    is_asked: bool,
    /// The kinds of pieces, if a value for each kind shortens conditions.
    kinds: Option<Vec<Vec<u8>>>,
}

impl DomainFacts {
    fn of(set: &Set, slots: Range<usize>, rules: &PlayRules) -> Result<Self, Unwritable> {
        let mut pieces = rules.solved.pieces[slots.clone()].to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        let modulus = |piece: u8| usize::from(set.modulus(piece).max(1));
        let sides = pieces.iter().fold(1, |sides, &piece| multiple(sides, modulus(piece)));
        let mut is_apart = false;
        for goal in &rules.goals {
            let mut left = rules.solved.pieces[slots.clone()].to_vec();
            for slot in slots.clone() {
                if let Some(piece) = goal.pieces[slot] {
                    let place = left.iter().position(|&other| other == piece);
                    let why = "a goal needs a piece that the puzzle does not have";
                    left.swap_remove(place.ok_or_else(|| refused(What::Goals, why))?);
                }
                match (goal.pieces[slot], goal.orientations[slot]) {
                    (Some(piece), None) => is_apart |= modulus(piece) > 1,
                    (None, Some(_)) if pieces.iter().any(|&piece| modulus(piece) < sides) => {
                        let why = "one wants an orientation of any piece of a set where not all are known alike";
                        return Err(refused(What::Goals, why));
                    }
                    (None, Some(_)) => is_apart |= sides > 1,
                    _ => {}
                }
            }
        }
        let asked = || rules.turns.iter().flat_map(|turn| &turn.when).filter(|c| slots.contains(&c.slot.into()));
        let mut kinds: BTreeMap<Vec<bool>, Vec<u8>> = BTreeMap::new();
        for &piece in &pieces {
            kinds.entry(asked().map(|condition| condition.allows(piece)).collect()).or_default().push(piece);
        }
        // Whether a slot must hold one of several pieces, but not any piece.
        let is_choice = rules.turns.iter().any(|turn| {
            slots.clone().any(|slot| {
                let allows = |piece: u8| turn.when.iter().all(|c| usize::from(c.slot) != slot || c.allows(piece));
                let allowed = pieces.iter().filter(|&&piece| allows(piece)).count();
                allowed > 1 && allowed < pieces.len()
            })
        });
        let sets = rules.set_of_slots();
        let is_full = |goal: &Goal| {
            let is_said =
                |slot: usize, piece| goal.orientations[slot].is_some() || rules.sets[sets[slot]].modulus(piece) <= 1;
            (0..sets.len()).all(|slot| goal.pieces[slot].is_some_and(|piece| is_said(slot, piece)))
        };
        // The kinds of a position's pieces are known only if a goal gives all values of a domain.
        let is_said =
            rules.goals.iter().any(is_full) || slots.clone().all(|slot| rules.goals[0].pieces[slot].is_some());
        let is_asked = asked().any(|condition| pieces.iter().any(|&piece| !condition.allows(piece)));
        let mut kinds: Vec<Vec<u8>> = kinds.into_values().collect();
        kinds.sort_unstable();
        let has_kinds = is_choice && is_said && kinds.len() < pieces.len();
        Ok(DomainFacts { sides, is_apart, is_asked, kinds: has_kinds.then_some(kinds), pieces })
    }

    /// The domains: the suffix of each name, what the values show, and whether conditions ask for them.
    fn columns(&self) -> Vec<(&'static str, Shows, bool)> {
        let is_facelet = self.sides > 1 && !self.is_apart && self.pieces.len() > 1;
        let is_side = self.sides > 1 && !is_facelet;
        let is_piece_asked = self.is_asked && self.kinds.is_none();
        let is_piece = self.sides == 1 || is_side && self.pieces.len() > 1 || is_piece_asked;
        let of_sides = if is_piece { "-sides" } else { "" };
        let columns = [
            is_piece.then_some(("", Shows::Piece, is_piece_asked)),
            self.kinds.clone().map(|kinds| ("-kinds", Shows::Kind(kinds), true)),
            is_facelet.then_some((of_sides, Shows::Facelet, false)),
            is_side.then_some((of_sides, Shows::Side, false)),
        ];
        columns.into_iter().flatten().collect()
    }
}

impl SlotDomain {
    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.slots.len() * self.sides
    }

    /// The value on a side of a slot that has this piece and orientation; `None` if the value is not known.
    pub fn shown(
        &self,
        rules: &PlayRules,
        piece: Option<u8>,
        orientation: Option<u8>,
        side: usize,
    ) -> Option<(u8, u8)> {
        let modulus = piece.map_or(self.sides, |piece| usize::from(rules.sets[self.set].modulus(piece).max(1)));
        let orientation = orientation.or((modulus == 1).then_some(0));
        let turned = || orientation.map(|by| exact::<u8>((side + modulus - usize::from(by) % modulus) % modulus));
        match &self.shows {
            Shows::Piece => piece.map(|piece| (piece, 0)),
            Shows::Kind(kinds) => {
                piece.and_then(|piece| Some((exact::<u8>(kinds.iter().position(|kind| kind.contains(&piece))?), 0)))
            }
            Shows::Facelet => piece.zip(turned()),
            Shows::Side => turned().map(|side| (0, side)),
        }
    }

    /// A piece that shows this value.
    pub fn piece(&self, value: usize) -> u8 {
        match &self.shows {
            Shows::Kind(kinds) => kinds[usize::from(self.values[value].0)][0],
            _ => self.values[value].0,
        }
    }

    /// Fills in the values of the solved position, and their names.
    fn fill(&mut self, rules: &PlayRules, labels: &[String]) {
        for slot in self.slots.clone() {
            let (piece, orientation) = (rules.solved.pieces[slot], rules.solved.orientations[slot]);
            for side in 0..self.sides {
                let value = self.shown(rules, Some(piece), Some(orientation), side);
                self.values.extend(value.filter(|value| !self.values.contains(value)));
            }
        }
        let name = |&(piece, side): &(u8, u8)| match &self.shows {
            Shows::Piece => labels[usize::from(piece)].clone(),
            Shows::Kind(_) => format!("kind{piece}"),
            Shows::Facelet => format!("{}.{side}", labels[usize::from(piece)]),
            Shows::Side => side.to_string(),
        };
        self.names = self.values.iter().map(name).collect();
        if let Shows::Kind(kinds) = &self.shows {
            let note = |(number, kind): (usize, &Vec<u8>)| {
                let pieces: Vec<&str> = kind.iter().map(|&piece| labels[usize::from(piece)].as_str()).collect();
                format!("kind{number} of {}: {}", self.name, pieces.join(" "))
            };
            self.notes = kinds.iter().enumerate().map(note).collect();
        }
    }
}

/// The least common multiple.
fn multiple(a: usize, b: usize) -> usize {
    (1..).map(|times| times * a).find(|multiple| multiple.is_multiple_of(b)).expect("a * b is one")
}
