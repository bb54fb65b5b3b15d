//! Writes a definition as `.tws`.

use std::fmt::{Display, Write};

use super::{PlainForm, Unwritable, What, forbidden};
use crate::definition::{Action, Definition};

pub(super) fn write(definition: &Definition) -> Result<String, Unwritable> {
    let plain = PlainForm { definition, form: ".tws" };
    plain.goal()?;
    plain.moves()?;
    for set in &definition.sets {
        let is_odd = set.name.is_empty() || set.name.contains(char::is_whitespace) || set.name.starts_with('#');
        let why = match set.name.as_str() {
            "End" | "?" => "the format does not allow this name",
            name if is_odd || name.bytes().all(|byte| byte.is_ascii_digit()) => "the format does not allow this name",
            _ if (0..=255).any(|piece| !divides_trivially(set.modulus(piece), set.orientations)) => {
                "in this format an orientation is known or unknown, not known modulo a number"
            }
            _ => continue,
        };
        return Err(plain.refused(What::Set(set.name.clone()), why));
    }
    let mut text = String::new();
    let name: String = definition.name.split_whitespace().collect::<Vec<_>>().join("_");
    // The line `Name =` would begin a file of loyd's own form.
    let name = name.trim_start_matches('=');
    if !name.is_empty() {
        line(&mut text, ["Name", name]);
    }
    for set in &definition.sets {
        line(&mut text, ["Set".into(), set.name.clone(), set.slots.to_string(), set.orientations.to_string()]);
    }
    line(&mut text, ["Solved"]);
    for (place, set) in definition.sets.iter().enumerate() {
        let slots = definition.slots_of(place);
        line(&mut text, [&set.name]);
        let pieces = &definition.solved.pieces[slots.clone()];
        line(&mut text, pieces.iter().map(|&piece| u16::from(piece) + 1));
        if set.orientations > 1 {
            let turned = pieces.iter().zip(&definition.solved.orientations[slots]);
            let turned = turned.map(|(&piece, orientation)| match set.modulus(piece) {
                1 => "?".into(),
                _ => orientation.to_string(),
            });
            line(&mut text, turned);
        }
    }
    line(&mut text, ["End"]);
    for made in &definition.moves {
        if made.name.is_empty() || made.name.contains(char::is_whitespace) {
            return Err(plain.refused(What::Move(made.name.clone()), "the format does not allow this name"));
        }
        line(&mut text, ["Move", &made.name]);
        write_action(&mut text, &made.action, definition);
        line(&mut text, ["End"]);
    }
    let sets = definition.set_of_slots();
    for condition in &definition.legal {
        let set = sets[usize::from(condition.slot)];
        let slot = usize::from(condition.slot) - definition.slots_of(set).start + 1;
        let pieces = forbidden(condition, definition);
        if !pieces.is_empty() {
            let words = ["Illegal".into(), definition.sets[set].name.clone(), slot.to_string()];
            let pieces = pieces.into_iter().map(|piece| (u16::from(piece) + 1).to_string());
            line(&mut text, words.into_iter().chain(pieces));
        }
    }
    Ok(text)
}

/// Whether a modulus means that orientations are known, or that they do not matter.
fn divides_trivially(modulus: u8, orientations: u8) -> bool {
    modulus == 1 || modulus == orientations
}

/// Writes the sets that a move changes. An entry in a line of orientations belongs to the slot that a piece comes from.
fn write_action(text: &mut String, action: &Action, definition: &Definition) {
    for (place, set) in definition.sets.iter().enumerate() {
        let slots = definition.slots_of(place);
        let (first, from) = (slots.start, &action.from()[slots.clone()]);
        let twist = &action.twist()[slots.clone()];
        let is_still = from.iter().zip(slots).all(|(&from, slot)| usize::from(from) == slot);
        let is_turned = twist.iter().any(|&twist| twist > 0);
        if is_still && !is_turned {
            continue;
        }
        line(text, [&set.name]);
        line(text, from.iter().map(|&from| usize::from(from) - first + 1));
        if is_turned {
            let mut by_source = vec![0; set.slots];
            for (&from, &twist) in from.iter().zip(twist) {
                by_source[usize::from(from) - first] = twist;
            }
            line(text, by_source);
        }
    }
}

/// Adds a line of words.
fn line<T: Display>(text: &mut String, words: impl IntoIterator<Item = T>) {
    for (place, word) in words.into_iter().enumerate() {
        write!(text, "{}{word}", if place > 0 { " " } else { "" }).expect("a text can be added to");
    }
    text.push('\n');
}
