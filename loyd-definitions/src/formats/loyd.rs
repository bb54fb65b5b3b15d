//! loyd's own form of definitions: TOML with pictures. `docs/definitions.md` explains it.
//!
//! ```
//! let text = r#"
//! name = "magic board"
//! picture = """
//! 1 2 3 4
//! 8 7 6 5
//! """
//! [moves]
//! A = "(1 8)(2 7)(3 6)(4 5)"
//! B = "(1 2 3 4)(8 7 6 5)"
//! C = "(2 3 6 7)"
//! "#;
//! let board = loyd_definitions::formats::loyd::read(text).unwrap();
//! assert_eq!((board.slots(), board.moves.len()), (8, 3));
//! ```

mod derived;
mod drawing;
mod escapes;
mod layout;
mod moves;
mod pieces;
mod source;

use crate::definition::{Definition, DefinitionFormat};
use layout::SlotLayout;
pub(crate) use layout::is_piece;
use loyd_core::text::{Misread, ended};
use moves::MoveReader;
pub(crate) use moves::{MOST_WEIGHT, is_move};
use pieces::LabelledPieces;
use source::TomlSource;

/// The keys of a file.
const KEYS: [&str; 15] = [
    "name",
    "picture",
    "drawing",
    "sets",
    "orientations",
    "solved",
    "goal",
    "goals",
    "moves",
    "derived",
    "slides",
    "legal",
    "inverses",
    "powers",
    "notes",
];

/// Whether a text is in loyd's own form: its first line, apart from comments, is TOML's `key =` or `[table]`.
pub(crate) fn is_it(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let is_key = |key: &str| !key.is_empty() && !key.contains(char::is_whitespace);
    match first.split_once('=') {
        Some((key, value)) => (is_key(key.trim()) || key.starts_with(['"', '\''])) && !value.starts_with('>'),
        None => first.starts_with('[') && first.ends_with(']'),
    }
}

/// Reads a definition in loyd's own form.
///
/// A move's orientations belong to the destination: `(a b+1)` turns by one the piece that *arrives* at `b`.
///
/// # Errors
/// [`Misread`], also for a text that is no TOML, nests too deeply, or is longer than 16 MiB.
pub fn read(text: &str) -> Result<Definition, Misread> {
    let source = TomlSource::new(text);
    let table = source.parse()?;
    let file = source.entries(&table);
    source.only(&file, &KEYS)?;
    let name = file.get("name").map(|value| source.string(value, "a name")).transpose()?.unwrap_or_default();
    if let Some(notes) = file.get("notes") {
        source.string(notes, "a text about the puzzle")?;
    }
    let mut layout = SlotLayout::read(&source, &file, ended(text, "`picture`, the names of the slots line by line"))?;
    let pieces = LabelledPieces::read(&source, &file, &mut layout)?;
    let drawing = file.get("drawing").map(|value| drawing::read(&source, value, &layout)).transpose()?;
    let goals = pieces.goals(&source, &file, &layout)?;
    let reader = MoveReader { source: &source, layout: &layout, pieces: &pieces, orientations: layout.orientations() };
    let moves = reader.moves(&file, ended(text, "[moves], or `slides`"))?;
    let legal = reader.legal(&file)?;
    let derived =
        file.get("derived").map(|value| derived::read(&source, value, &moves, &reader.orientations)).transpose()?;
    Ok(Definition {
        name: name.into(),
        form: DefinitionFormat::Loyd,
        solved: pieces.solved,
        goals,
        moves,
        derived: derived.unwrap_or_default(),
        legal,
        labels: pieces.labels,
        spots: layout.picture.map_or(Vec::new(), |picture| picture.spots),
        drawing,
        sets: layout.sets,
    })
}

#[cfg(test)]
mod tests;
