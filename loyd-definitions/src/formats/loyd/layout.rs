//! Slots: their sets, their names, and the picture in which they are drawn.

use rustc_hash::FxHashMap;

use super::source::{Entries, TomlSource, TomlValue, is_blank};
use crate::definition::{MOST_OF_SET, MOST_ORIENTATIONS, MOST_SLOTS, PictureSpot, Set};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token, is_separator};

/// The most rows and columns of a picture.
const MOST_CELLS: usize = 65_535;

/// The slots of a puzzle.
pub(super) struct SlotLayout<'t> {
    pub sets: Vec<Set>,
    /// The name of each slot.
    pub names: Vec<Token<'t>>,
    slots: FxHashMap<&'t str, usize>,
    /// The place of each set, and its first slot, by the set's name.
    known: FxHashMap<&'t str, (usize, usize)>,
    /// For each slot, the place of its set.
    pub set_of: Vec<usize>,
    pub picture: Option<PictureLayout>,
}

/// A picture: the spots where slots are drawn.
pub(super) struct PictureLayout {
    pub spots: Vec<PictureSpot>,
    /// The number of words in each row, including gaps.
    rows: Vec<usize>,
}

/// A word, and the text after its `+` if it has one.
#[derive(Clone, Copy)]
pub(super) struct SuffixedWord<'t> {
    pub name: Token<'t>,
    pub suffix: Option<Token<'t>>,
}

/// Whether a word is a gap in a picture, or means that anything may be there.
pub(super) fn is_gap(word: &str) -> bool {
    matches!(word, "." | "?")
}

/// The parts of a word before and after the first `sign`.
pub(super) fn split(token: Token<'_>, sign: char) -> (Token<'_>, Option<Token<'_>>) {
    match token.text.split_once(sign) {
        None => (token, None),
        Some((before, after)) => {
            let column = token.column + before.chars().count() + 1;
            (Token { text: before, ..token }, Some(Token { text: after, column, ..token }))
        }
    }
}

/// Splits a word at its `+`, if the part before it is a possible name of a slot or a piece.
pub(super) fn word<'t>(token: Token<'t>, expected: &str) -> Result<SuffixedWord<'t>, Misread> {
    let (name, suffix) = split(token, '+');
    let is_sign = |character| is_separator(character) || matches!(character, '=' | '!' | '+' | '%');
    if name.text.is_empty() || name.text.contains(is_sign) {
        return Err(
            token.misread(format!("{expected}, a word without brackets, quotation marks or any of = ! | , ; / + %"))
        );
    }
    Ok(SuffixedWord { name, suffix })
}

/// Whether a slot or a piece can have this name.
pub(crate) fn is_piece(name: &str) -> bool {
    let token = Token { text: name, line: 1, column: 1 };
    !is_gap(name) && !name.contains(is_blank) && word(token, "").is_ok_and(|word| word.suffix.is_none())
}

impl<'t> SlotLayout<'t> {
    /// Reads the slots that `picture` and `sets` name.
    pub(super) fn read(source: &TomlSource<'_>, file: &Entries<'t>, end: Misread) -> Result<Self, Misread> {
        let picture = file.get("picture").map(|value| drawn(source, value)).transpose()?;
        let mut layout = SlotLayout {
            sets: Vec::new(),
            names: Vec::new(),
            slots: FxHashMap::default(),
            known: FxHashMap::default(),
            set_of: Vec::new(),
            picture: None,
        };
        match (file.get("sets"), &picture) {
            (Some(sets), _) => layout.add_sets(source, sets)?,
            (None, Some(picture)) => layout.add_set_of_picture(source, file, picture)?,
            (None, None) => return Err(end),
        }
        if let (Some(_), Some(value)) = (file.get("sets"), file.get("orientations")) {
            return Err(source.not(value, "the orientations of each set in [sets]"));
        }
        layout.picture = picture.map(|picture| layout.picture(&picture)).transpose()?;
        Ok(layout)
    }

    fn add_sets(&mut self, source: &TomlSource<'_>, value: &'t TomlValue<'t>) -> Result<(), Misread> {
        let sets = source.table(value, "a table of sets, each with its slots")?;
        for (key, value) in sets.iter() {
            const SLOTS: &str = "the names of the set's slots";
            let (slots, orientations) = match source.string(value, "") {
                Ok(_) => (*value, 1),
                Err(_) => {
                    let table =
                        source.table(value, "the names of the set's slots, or a table of slots, orientations")?;
                    source.only(&table, &["slots", "orientations"])?;
                    let slots = table.get("slots").ok_or_else(|| source.not(value, "`slots` of the set"))?;
                    let orientations = table.get("orientations").map(|value| orientations(source, value));
                    (slots, orientations.transpose()?.unwrap_or(1))
                }
            };
            let words = source.words(slots, SLOTS, is_blank)?;
            let first = words.first().copied().ok_or_else(|| source.not(slots, SLOTS))?;
            self.begin_set(key.text, orientations);
            for token in words {
                self.add_slot(token)?;
            }
            self.end_set(first)?;
        }
        if self.sets.is_empty() {
            return Err(source.not(value, "at least one set"));
        }
        Ok(())
    }

    fn add_set_of_picture(
        &mut self,
        source: &TomlSource<'_>,
        file: &Entries<'t>,
        picture: &[Vec<Token<'t>>],
    ) -> Result<(), Misread> {
        let orientations = file.get("orientations").map(|value| orientations(source, value)).transpose()?;
        self.begin_set("pieces", orientations.unwrap_or(1));
        for &token in picture.iter().flatten().filter(|token| !is_gap(token.text)) {
            let SuffixedWord { name, .. } = word(token, "a slot's name")?;
            if !self.slots.contains_key(name.text) {
                self.add_slot(name)?;
            }
        }
        self.end_set(picture[0][0])
    }

    fn begin_set(&mut self, name: &'t str, orientations: u8) {
        self.known.insert(name, (self.sets.len(), self.names.len()));
        self.sets.push(Set::new(name, 0, orientations));
    }

    fn add_slot(&mut self, token: Token<'t>) -> Result<(), Misread> {
        let SuffixedWord { name, suffix } = word(token, "a slot's name")?;
        if suffix.is_some() || is_gap(name.text) {
            return Err(token.misread("a slot's name"));
        }
        if self.slots.insert(name.text, self.names.len()).is_some() {
            return Err(token.misread("a slot that is named once only"));
        }
        let set = self.sets.last_mut().expect("a set has begun");
        set.slots += 1;
        if set.slots > MOST_OF_SET {
            return Err(token.misread(format!("at most {MOST_OF_SET} slots in set {}", set.name)));
        }
        if self.names.len() == MOST_SLOTS {
            return Err(token.misread(format!("at most {MOST_SLOTS} slots")));
        }
        self.names.push(name);
        self.set_of.push(self.sets.len() - 1);
        Ok(())
    }

    fn end_set(&self, first: Token<'t>) -> Result<(), Misread> {
        match self.sets.last() {
            Some(set) if set.slots > 0 => Ok(()),
            _ => Err(first.misread("at least one slot")),
        }
    }

    fn picture(&self, rows: &[Vec<Token<'t>>]) -> Result<PictureLayout, Misread> {
        let mut spots = Vec::new();
        for (row, words) in rows.iter().enumerate() {
            for (column, &token) in words.iter().enumerate().filter(|(_, token)| !is_gap(token.text)) {
                let SuffixedWord { name, suffix } = word(token, "a slot's name")?;
                let slot = exact::<u16>(self.slot(name)?);
                let side = match suffix {
                    None => 0,
                    Some(side) => side.number(0, 127, "the number of one of the piece's sides, from 0")?,
                };
                spots.push(PictureSpot { row: exact::<u16>(row), column: exact::<u16>(column), slot, side });
            }
        }
        Ok(PictureLayout { spots, rows: rows.iter().map(Vec::len).collect() })
    }

    /// The slot that a word names.
    pub(super) fn slot(&self, name: Token<'_>) -> Result<usize, Misread> {
        self.slots.get(name.text).copied().ok_or_else(|| name.misread("the name of a slot"))
    }

    /// The number of orientations of each slot.
    pub(super) fn orientations(&self) -> Vec<u8> {
        self.set_of.iter().map(|&set| self.sets[set].orientations).collect()
    }

    /// The word that a picture or a table of sets gives for each slot; `None` for a slot without a word.
    pub(super) fn fill(
        &self,
        source: &TomlSource<'_>,
        value: &'t TomlValue<'t>,
        what: &str,
    ) -> Result<Vec<Option<Token<'t>>>, Misread> {
        let mut filled = vec![None; self.names.len()];
        if value.get_ref().is_table() {
            self.fill_by_set(source, value, &mut filled)?;
        } else {
            self.fill_by_picture(source, value, what, &mut filled)?;
        }
        Ok(filled)
    }

    fn fill_by_set(
        &self,
        source: &TomlSource<'_>,
        value: &'t TomlValue<'t>,
        filled: &mut [Option<Token<'t>>],
    ) -> Result<(), Misread> {
        for (key, value) in source.table(value, "a table")?.iter() {
            let known = self.known.get(key.text);
            let &(set, first) = known.ok_or_else(|| source.not_key(*key, "the name of a set"))?;
            let slots = self.sets[set].slots;
            let expected = format!("{slots} words, one for each slot of set {}", key.text);
            let words = source.words(value, &expected, is_blank)?;
            if let Some(&over) = words.get(slots) {
                return Err(over.misread(expected));
            }
            if words.len() < slots {
                return Err(source.not(value, expected));
            }
            for (filled, word) in filled[first..].iter_mut().zip(words) {
                *filled = Some(word);
            }
        }
        Ok(())
    }

    fn fill_by_picture(
        &self,
        source: &TomlSource<'_>,
        value: &'t TomlValue<'t>,
        what: &str,
        filled: &mut [Option<Token<'t>>],
    ) -> Result<(), Misread> {
        let Some(picture) = &self.picture else {
            return Err(source.not(value, format!("a table of sets with {what}, since there is no `picture`")));
        };
        let expected = format!("a picture with {what}");
        let words = source.rows(value, &expected)?;
        for (row, (words, &length)) in words.iter().zip(&picture.rows).enumerate() {
            if words.len() != length {
                let place = words.get(length).or(words.last()).expect("a row has words");
                let expected = format!("{length} words in row {} as in `picture`, not {}", row + 1, words.len());
                return Err(place.misread(expected));
            }
        }
        if words.len() != picture.rows.len() {
            let expected = format!("{} rows as in `picture`, not {}", picture.rows.len(), words.len());
            let over = words.get(picture.rows.len()).map(|row| row[0]);
            return Err(over.map_or_else(|| source.not(value, &*expected), |over| over.misread(&*expected)));
        }
        for spot in &picture.spots {
            let word = words[usize::from(spot.row)][usize::from(spot.column)];
            match &mut filled[usize::from(spot.slot)] {
                Some(before) if before.text != word.text => {
                    let slot = self.names[usize::from(spot.slot)].text;
                    return Err(word.misread(format!("`{}` as before in slot {slot}", before.text)));
                }
                free => *free = Some(word),
            }
        }
        Ok(())
    }
}

/// Reads the rows of `picture`.
fn drawn<'t>(source: &TomlSource<'_>, value: &'t TomlValue<'t>) -> Result<Vec<Vec<Token<'t>>>, Misread> {
    const EXPECTED: &str = "a picture: the names of the slots, line by line";
    let rows = source.rows(value, EXPECTED)?;
    if rows.is_empty() {
        return Err(source.not(value, EXPECTED));
    }
    let over = rows.get(MOST_CELLS).map(|row| row[0]);
    match over.or_else(|| rows.iter().find_map(|row| row.get(MOST_CELLS).copied())) {
        Some(over) => Err(over.misread(format!("at most {MOST_CELLS} rows and columns"))),
        None => Ok(rows),
    }
}

fn orientations(source: &TomlSource<'_>, value: &TomlValue<'_>) -> Result<u8, Misread> {
    source.number(value, 1..u32::from(MOST_ORIENTATIONS) + 1)
}
