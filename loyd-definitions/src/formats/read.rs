//! Reads a definition in any form.

use super::length::is_short;
use super::{gap, kpuzzle, loyd, psvn, tws};
use crate::definition::{Definition, DefinitionFormat};
use loyd_core::text::Misread;

/// Reads a definition. The form is recognised by the content.
///
/// ```
/// use loyd_definitions::DefinitionFormat;
/// use loyd_definitions::formats::read;
/// let definition = read("Name Two\nSet LETTER 2 1\nSolved\nEnd\nMove S\nLETTER\n2 1\nEnd").unwrap();
/// assert_eq!((definition.form, definition.slots()), (DefinitionFormat::Tws, 2));
/// let error = read("Set LETTER 256 1").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 12: found `256`, expected a number of slots from 1 to 255");
/// ```
///
/// # Errors
/// [`Misread`] if the text does not follow its form, or is longer than [`MOST_TEXT`](super::MOST_TEXT).
pub fn read(text: &str) -> Result<Definition, Misread> {
    is_short(text)?;
    match form(text) {
        DefinitionFormat::Gap => gap::read(text),
        DefinitionFormat::Kpuzzle => kpuzzle::read(text),
        DefinitionFormat::Loyd => loyd::read(text),
        DefinitionFormat::Psvn => psvn::read(text),
        DefinitionFormat::Tws => tws::read(text),
    }
}

/// The form of a text. A text that is in no other form counts as `.tws`.
pub(crate) fn form(text: &str) -> DefinitionFormat {
    match text.trim_start_matches('\u{feff}').trim_start() {
        text if text.starts_with('{') => DefinitionFormat::Kpuzzle,
        text if gap::is_it(text) => DefinitionFormat::Gap,
        text if loyd::is_it(text) => DefinitionFormat::Loyd,
        text if psvn::is_it(text) => DefinitionFormat::Psvn,
        _ => DefinitionFormat::Tws,
    }
}
