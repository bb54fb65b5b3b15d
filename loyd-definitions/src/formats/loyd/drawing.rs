//! The table `drawing`: faces of a body, facelets and colours.

use super::layout::{SlotLayout, is_gap, split, word};
use super::source::{Entries, TomlKey, TomlSource, TomlValue};
use crate::definition::drawing::{COLOURS, DrawingFace, DrawingPalette, DrawingPlan, FaceCell};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The most facelets of a drawing.
const MOST_FACELETS: usize = 1000;

/// The most corners of a facelet.
const MOST_CORNERS: usize = 12;

/// The largest number of a point.
const FARTHEST: i32 = 20_000;

const COLOURED: &str = "a table of colours, such as { U = \"white\" }";
const CELLS: &str = "the facelets of the face, line by line";

/// Reads the table.
pub(super) fn read(
    source: &TomlSource<'_>,
    value: &TomlValue<'_>,
    layout: &SlotLayout<'_>,
) -> Result<DrawingPlan, Misread> {
    let table = source.table(value, "a table of colours, palettes, tiles, faces")?;
    source.only(&table, &["colours", "palettes", "tiles", "faces"])?;
    let named = table.get("colours").ok_or_else(|| source.not(value, "`colours` of the drawing"))?;
    let colours = colours(source, named)?;
    let mut palettes = Vec::new();
    if let Some(value) = table.get("palettes") {
        for (name, value) in source.table(value, "a table of palettes")?.iter() {
            palettes.push(DrawingPalette { name: name.text.to_string(), colours: self::colours(source, value)? });
        }
    }
    let tiles = table.get("tiles").map(|value| tiles(source, value)).transpose()?.unwrap_or_default();
    let value = table.get("faces").ok_or_else(|| source.not(value, "`faces` of the drawing"))?;
    let mut faces = Vec::new();
    let mut facelets = 0;
    for (name, value) in source.table(value, "a table of faces")?.iter() {
        let table = source.table(value, "a table of at, right, down, palette, tiles, cells")?;
        source.only(&table, &["at", "right", "down", "palette", "tiles", "cells"])?;
        let palette = table.get("palette").map(|value| palette(source, value, &palettes)).transpose()?;
        let own = table.get("tiles").map(|value| self::tiles(source, value)).transpose()?;
        let count = own.as_ref().unwrap_or(&tiles).len();
        let rows = cells(source, value, &table, layout, (count > 0).then_some(count))?;
        facelets += rows.iter().map(Vec::len).sum::<usize>();
        if facelets > MOST_FACELETS {
            return Err(source.not_key(*name, format!("at most {MOST_FACELETS} facelets")));
        }
        let [at, right, down] = ["at", "right", "down"].map(|key| place(source, value, &table, key));
        let (name, at, right, down) = (name.text.to_string(), at?, right?, down?);
        faces.push(DrawingFace { name, at, right, down, palette, tiles: own, rows });
    }
    if faces.is_empty() {
        return Err(source.not(value, "at least one face"));
    }
    Ok(DrawingPlan { colours, palettes, tiles, faces })
}

/// Texts and their colours.
fn colours(source: &TomlSource<'_>, value: &TomlValue<'_>) -> Result<Vec<(String, String)>, Misread> {
    let colour = |(text, value): &(TomlKey<'_>, &TomlValue<'_>)| {
        let expected = format!("one of the colours {}", COLOURS.join(", "));
        match source.string(value, &expected)? {
            colour if COLOURS.contains(&colour) => Ok((text.text.to_string(), colour.to_string())),
            _ => Err(source.not(value, expected)),
        }
    };
    source.table(value, COLOURED)?.iter().map(colour).collect()
}

/// The number of a palette.
fn palette(source: &TomlSource<'_>, value: &TomlValue<'_>, palettes: &[DrawingPalette]) -> Result<usize, Misread> {
    let names: Vec<&str> = palettes.iter().map(|palette| palette.name.as_str()).collect();
    let expected = format!("one of the palettes {}", names.join(", "));
    let named = source.string(value, &expected)?;
    names.iter().position(|name| *name == named).ok_or_else(|| source.not(value, expected))
}

fn tiles(source: &TomlSource<'_>, value: &TomlValue<'_>) -> Result<Vec<Vec<[i32; 2]>>, Misread> {
    const EXPECTED: &str = "a list of facelets, such as \"0 0, 1 0, 1 1\"";
    let list = value.get_ref().as_array().ok_or_else(|| source.not(value, EXPECTED))?;
    if list.len() > MOST_FACELETS {
        return Err(source.not(value, format!("at most {MOST_FACELETS} facelets")));
    }
    let tile = |value: &TomlValue<'_>| {
        let numbers = numbers(source, value, EXPECTED)?;
        let corners: Vec<[i32; 2]> = numbers.chunks_exact(2).map(|point| [point[0], point[1]]).collect();
        let is_possible = numbers.len().is_multiple_of(2) && (corners.len() == 1 || corners.len() >= 3);
        match is_possible && corners.len() <= MOST_CORNERS {
            true => Ok(corners),
            false => {
                Err(source.not(value, format!("two numbers for each of 3 to {MOST_CORNERS} corners, or of a ball")))
            }
        }
    };
    list.iter().map(tile).collect()
}

fn place(source: &TomlSource<'_>, face: &TomlValue<'_>, table: &Entries<'_>, key: &str) -> Result<[i32; 3], Misread> {
    const EXPECTED: &str = "three numbers: to the right, up, and to the front";
    let value = table.get(key).ok_or_else(|| source.not(face, format!("`{key}` of the face: {EXPECTED}")))?;
    numbers(source, value, EXPECTED)?.try_into().map_err(|_| source.not(value, EXPECTED))
}

/// The whole numbers of a text.
fn numbers(source: &TomlSource<'_>, value: &TomlValue<'_>, expected: &str) -> Result<Vec<i32>, Misread> {
    let words = source.words(value, expected, |character| character.is_whitespace() || character == ',')?;
    let number = |word: &Token<'_>| {
        let number = word.text.parse().ok().filter(|number| (-FARTHEST..=FARTHEST).contains(number));
        number.ok_or_else(|| word.misread(format!("a whole number from -{FARTHEST} to {FARTHEST}")))
    };
    words.iter().take(2 * MOST_CORNERS + 1).map(number).collect()
}

fn cells(
    source: &TomlSource<'_>,
    face: &TomlValue<'_>,
    table: &Entries<'_>,
    layout: &SlotLayout<'_>,
    tiles: Option<usize>,
) -> Result<Vec<Vec<FaceCell>>, Misread> {
    let value = table.get("cells").ok_or_else(|| source.not(face, format!("`cells` of the face: {CELLS}")))?;
    let rows = source.rows(value, CELLS)?;
    let count = rows.iter().map(Vec::len).sum::<usize>();
    match tiles {
        Some(tiles) if tiles != count => {
            return Err(source.not(value, format!("a facelet for each of {tiles} tiles, not {count}")));
        }
        None if count == 0 => return Err(source.not(value, CELLS)),
        _ => {}
    }
    let side = |token: Token<'_>| {
        let word = word(token, "a slot's name")?;
        let side = word.suffix.map(|side| side.number(0, 127, "the number of one of the piece's sides, from 0"));
        Ok((exact::<u16>(layout.slot(word.name)?), side.transpose()?.unwrap_or(0)))
    };
    let cell = |token: Token<'_>| match token.text.strip_prefix('=') {
        Some(text) => Ok(FaceCell::Text(text.to_string())),
        None if is_gap(token.text) => Ok(FaceCell::Gap),
        None => match split(token, '|') {
            (first, Some(second)) => Ok(FaceCell::Pair([side(first)?, side(second)?])),
            (only, None) => side(only).map(|(slot, side)| FaceCell::Side(slot, side)),
        },
    };
    rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect()
}
