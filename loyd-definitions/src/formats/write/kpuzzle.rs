//! Writes a definition as KPuzzle JSON.

use super::{PlainForm, Unwritable, What, forbidden};
use crate::definition::{Action, Definition, Set};

pub(super) fn write(definition: &Definition) -> Result<String, Unwritable> {
    let plain = PlainForm { definition, form: "KPuzzle" };
    plain.goal()?;
    plain.moves()?;
    if definition.legal.iter().any(|condition| !forbidden(condition, definition).is_empty()) {
        return Err(plain.refused(What::Legal, "in this format every position is legal"));
    }
    let orbits = definition.sets.iter().map(|set| {
        let (name, size, orientations) = (string(&set.name), set.slots, set.orientations);
        format!("{{\"orbitName\": {name}, \"numPieces\": {size}, \"numOrientations\": {orientations}}}")
    });
    let moves = definition.moves.iter().map(|made| {
        let orbits = object("    ", changed(&made.action, definition));
        format!("{}: {orbits}", string(&made.name))
    });
    let members = [
        format!("\"name\": {}", string(&definition.name)),
        format!("\"orbits\": [\n    {}\n  ]", orbits.collect::<Vec<_>>().join(",\n    ")),
        format!("\"defaultPattern\": {}", object("  ", pattern(definition))),
        format!("\"moves\": {}", object("  ", moves)),
    ];
    Ok(object("", members) + "\n")
}

/// The solved position, orbit by orbit.
fn pattern(definition: &Definition) -> impl Iterator<Item = String> {
    definition.sets.iter().enumerate().map(|(place, set)| {
        let slots = definition.slots_of(place);
        let (pieces, turned) = (&definition.solved.pieces[slots.clone()], &definition.solved.orientations[slots]);
        let moduli: Vec<u8> = pieces.iter().map(|&piece| modulus(set, piece)).collect();
        let moduli = match moduli.iter().any(|&modulus| modulus > 0) {
            true => format!(", \"orientationMod\": {moduli:?}"),
            false => String::new(),
        };
        format!("{}: {{\"pieces\": {pieces:?}, \"orientation\": {turned:?}{moduli}}}", string(&set.name))
    })
}

/// The modulus of a piece's orientation; 0 if the orientation is known fully.
fn modulus(set: &Set, piece: u8) -> u8 {
    match set.modulus(piece) {
        modulus if modulus == set.orientations => 0,
        modulus => modulus,
    }
}

/// The action of a move, orbit by orbit.
fn changed(action: &Action, definition: &Definition) -> impl Iterator<Item = String> {
    definition.sets.iter().enumerate().map(|(place, set)| {
        let slots = definition.slots_of(place);
        let first = slots.start;
        let from: Vec<usize> = action.from()[slots.clone()].iter().map(|&from| usize::from(from) - first).collect();
        let twist = &action.twist()[slots];
        format!("{}: {{\"permutation\": {from:?}, \"orientationDelta\": {twist:?}}}", string(&set.name))
    })
}

/// An object with these members, for a line that begins with `indent`.
fn object(indent: &str, members: impl IntoIterator<Item = String>) -> String {
    let members: Vec<String> = members.into_iter().map(|member| format!("{indent}  {member}")).collect();
    if members.is_empty() { "{}".into() } else { format!("{{\n{}\n{indent}}}", members.join(",\n")) }
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
