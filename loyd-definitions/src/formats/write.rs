//! Writes a definition in a chosen form.

mod gap;
mod kpuzzle;
mod loyd;
mod tws;

use std::fmt;

use rustc_hash::FxHashSet;

use super::tws::is_rotation;
use crate::definition::{Condition, Definition, DefinitionFormat, Move, Pattern, Repeats};
use loyd_core::text::quoted;

/// The error for a part of a definition that a form cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be written as {form}: {why}")]
pub struct Unwritable {
    /// The part that cannot be written.
    pub what: What,
    /// The name of the form.
    pub form: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// A part of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The whole definition.
    Definition,
    /// The set with this name.
    Set(String),
    /// The move with this name.
    Move(String),
    /// The goals.
    Goals,
    /// The conditions that every position must meet.
    Legal,
}

impl fmt::Display for What {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Definition => formatter.write_str("the definition"),
            What::Set(name) => write!(formatter, "set {}", quoted(name)),
            What::Move(name) => write!(formatter, "move {}", quoted(name)),
            What::Goals => formatter.write_str("the goals"),
            What::Legal => formatter.write_str("what is legal"),
        }
    }
}

/// Writes a definition in a form. [`read`](super::read()) reads the text as a definition with the same meaning.
///
/// Only loyd's own form keeps both the labels of pieces and the picture. Moves that change nothing may be left out.
/// GAP files have a permutation of points for each move, powers included, without the move's inverse. Each side of a
/// slot is a point. PSVN is only read.
///
/// ```
/// use loyd_definitions::DefinitionFormat;
/// use loyd_definitions::formats::{read, write};
/// let text = "Name two\nSet S 2 1\nSolved\nEnd\nMove A\nS\n2 1\nEnd\n";
/// let definition = read(text).unwrap();
/// let loyd = write::write(&definition, DefinitionFormat::Loyd).unwrap();
/// assert!(loyd.ends_with("[moves]\nA = \"(1 2)\"\n"));
/// assert_eq!(read(&loyd).unwrap().moves, definition.moves);
/// ```
///
/// # Errors
/// [`Unwritable`], with the part that the form cannot express and the reason.
pub fn write(definition: &Definition, form: DefinitionFormat) -> Result<String, Unwritable> {
    match form {
        DefinitionFormat::Tws => tws::write(definition),
        DefinitionFormat::Kpuzzle => kpuzzle::write(definition),
        DefinitionFormat::Loyd => loyd::write(definition),
        DefinitionFormat::Psvn => {
            Err(Unwritable { what: What::Definition, form: "PSVN", why: "this form is only read" })
        }
        DefinitionFormat::Gap => gap::write(definition),
    }
}

/// A form in which all powers of moves are moves, without conditions, and which has one goal.
struct PlainForm<'d> {
    definition: &'d Definition,
    form: &'static str,
}

impl PlainForm<'_> {
    fn refused(&self, what: What, why: &'static str) -> Unwritable {
        Unwritable { what, form: self.form, why }
    }

    /// Refuses any other goal than the solved position.
    fn goal(&self) -> Result<(), Unwritable> {
        if is_solved_the_goal(self.definition) {
            return Ok(());
        }
        Err(self.refused(What::Goals, "the only goal of the format is the initial position"))
    }

    /// Refuses a move that has conditions or a weight above 1, lacks some of its powers, or has an unsuitable name.
    fn moves(&self) -> Result<(), Unwritable> {
        let (orientations, mut names) = (self.definition.orientations(), FxHashSet::default());
        for made in &self.definition.moves {
            let order = made.action.order(&orientations).unwrap_or(u32::MAX);
            let why = match made {
                Move { weight: 2.., .. } => "the format has no weights",
                Move { when, .. } if !when.is_empty() => "the format has no conditions on moves",
                Move { repeats: Repeats::None, .. } if order > 2 => {
                    "in this format the inverse of every move is a move"
                }
                Move { repeats: Repeats::Inverse, .. } if order > 3 => "in this format every power of a move is a move",
                Move { is_rotation: true, name, .. } if !is_rotation(name) => {
                    "in this format x, y, z and capitals before a v are names of rotations"
                }
                Move { is_rotation: false, name, .. } if is_rotation(name) => {
                    "in this format the name belongs to a rotation"
                }
                Move { name, .. } if !names.insert(name) => "another move has the same name",
                _ => continue,
            };
            return Err(self.refused(What::Move(made.name.clone()), why));
        }
        Ok(())
    }
}

/// Whether the only goal is the position that the puzzle comes in.
fn is_solved_the_goal(definition: &Definition) -> bool {
    let [goal] = &definition.goals[..] else { return false };
    let Pattern { pieces, orientations } = &definition.solved;
    let sets = definition.set_of_slots();
    (0..definition.slots()).all(|slot| {
        let modulus = definition.sets[sets[slot]].modulus(pieces[slot]);
        let is_turned = goal.orientations[slot].map_or(modulus == 1, |of| of % modulus == orientations[slot] % modulus);
        goal.pieces[slot] == Some(pieces[slot]) && is_turned
    })
}

/// The pieces that must not lie in a condition's slot, among the pieces of the slot's set.
fn forbidden(condition: &Condition, definition: &Definition) -> Vec<u8> {
    let set = definition.set_of_slots()[usize::from(condition.slot)];
    let mut pieces = definition.solved.pieces[definition.slots_of(set)].to_vec();
    pieces.sort_unstable();
    pieces.dedup();
    pieces.retain(|&piece| !condition.allows(piece));
    pieces
}

/// The text on each piece, by set and piece. If a label of a set is missing, is no word or comes twice, the pieces of
/// the set are written as their numbers, from 1.
fn labels(definition: &Definition, is_word: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
    let of_set = |set: usize| {
        let given = definition.labels.get(set).map_or(&[][..], Vec::as_slice);
        let label = |piece: u8| given.get(usize::from(piece)).filter(|label| is_word(label));
        let mut pieces = definition.solved.pieces[definition.slots_of(set)].to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        let mut known = FxHashSet::default();
        let are_labels = pieces.iter().all(|&piece| label(piece).is_some_and(|label| known.insert(label)));
        let written = |piece: u8| match label(piece) {
            Some(label) if are_labels => label.clone(),
            _ => (u16::from(piece) + 1).to_string(),
        };
        (0..=u8::MAX).map(written).collect()
    };
    (0..definition.sets.len()).map(of_set).collect()
}

#[cfg(test)]
mod tests;
