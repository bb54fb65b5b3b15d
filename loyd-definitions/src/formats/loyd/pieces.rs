//! Pieces: their places in the solved position and in goals.

use rustc_hash::FxHashMap;

use super::layout::{SlotLayout, SuffixedWord, is_gap, word};
use super::source::{Entries, TomlSource, TomlValue};
use crate::definition::{Goal, Pattern};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The pieces of all sets.
pub(super) struct LabelledPieces<'t> {
    /// The text on each piece, by set.
    pub labels: Vec<Vec<String>>,
    numbers: Vec<FxHashMap<&'t str, u8>>,
    pub solved: Pattern,
}

/// The parts of a word for a slot: a piece, its orientation, and the modulus up to which that is known.
struct SlotWord<'t> {
    piece: Option<Token<'t>>,
    orientation: Option<u8>,
    modulus: Option<u8>,
}

fn slot_word<'t>(token: Token<'t>, orientations: u8) -> Result<SlotWord<'t>, Misread> {
    const EXPECTED: &str = "a piece";
    let SuffixedWord { name, suffix } = word(token, EXPECTED)?;
    let is_open = is_gap(name.text);
    let piece = (!is_open).then_some(name);
    let Some(suffix) = suffix else {
        return Ok(SlotWord { piece, orientation: (!is_open).then_some(0), modulus: None });
    };
    let (turn, modulus) = match suffix.text.split_once('%') {
        None => (suffix, None),
        Some((turn, modulus)) => {
            let column = suffix.column + turn.chars().count() + 1;
            (Token { text: turn, ..suffix }, Some(Token { text: modulus, column, ..suffix }))
        }
    };
    let modulus = match modulus {
        None => None,
        Some(modulus) => {
            let expected = format!("a divisor of {orientations}, the number of orientations");
            let number = modulus.number(1, orientations.into(), &expected)?;
            if !orientations.is_multiple_of(number) {
                return Err(modulus.misread(expected));
            }
            Some(number)
        }
    };
    match turn.text {
        "?" => return Ok(SlotWord { piece, orientation: None, modulus }),
        "" if modulus.is_some() => return Ok(SlotWord { piece, orientation: Some(0), modulus }),
        _ => {}
    }
    let expected = format!("an orientation from 0 to {}, or ?", orientations - 1);
    let orientation = turn.number(0, u64::from(orientations) - 1, &expected)?;
    Ok(SlotWord { piece, orientation: Some(orientation), modulus })
}

impl<'t> LabelledPieces<'t> {
    /// Reads the pieces of the solved position. A slot that the position leaves out holds the piece with the slot's
    /// name. The moduli of orientations are stored in the layout's sets.
    pub(super) fn read(
        source: &TomlSource<'_>,
        file: &Entries<'t>,
        layout: &mut SlotLayout<'t>,
    ) -> Result<Self, Misread> {
        let words = match file.get("solved") {
            Some(value) => layout.fill(source, value, "the piece of each slot")?,
            None => vec![None; layout.names.len()],
        };
        let sets = layout.sets.len();
        let (mut labels, mut numbers) = (vec![Vec::new(); sets], vec![FxHashMap::default(); sets]);
        let (mut pieces, mut turned) = (Vec::new(), Vec::new());
        for (slot, &given) in words.iter().enumerate() {
            let set = layout.set_of[slot];
            let orientations = layout.sets[set].orientations;
            let token = given.unwrap_or(layout.names[slot]);
            let said = slot_word(token, orientations)?;
            let name = said.piece.ok_or_else(|| token.misread("a piece"))?;
            let next = numbers[set].len();
            let piece: u8 = *numbers[set].entry(name.text).or_insert_with(|| exact(next));
            // `+?` is short for an orientation that never matters.
            let modulus = said.modulus.or(said.orientation.is_none().then_some(1)).unwrap_or(orientations);
            if usize::from(piece) == labels[set].len() {
                labels[set].push(name.text.to_string());
                if modulus != orientations {
                    layout.sets[set].known_modulo.push((piece, modulus));
                }
            } else if layout.sets[set].modulus(piece) != modulus {
                let known = layout.sets[set].modulus(piece);
                return Err(
                    token.misread(format!("an orientation known modulo {known}, as of the other {}", name.text))
                );
            }
            pieces.push(piece);
            turned.push(said.orientation.unwrap_or(0) % modulus);
        }
        Ok(LabelledPieces { labels, numbers, solved: Pattern { pieces: pieces.into(), orientations: turned.into() } })
    }

    /// The piece of a set that has this name.
    pub(super) fn named(&self, set: usize, name: Token<'_>) -> Result<u8, Misread> {
        self.numbers[set].get(name.text).copied().ok_or_else(|| {
            let all = &self.labels[set];
            let some = if all.len() > 12 { " …" } else { "" };
            let names = all.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(" ");
            name.misread(format!("one of the pieces {names}{some}"))
        })
    }

    /// Reads the goals; the solved position is the goal if the file has none.
    pub(super) fn goals(
        &self,
        source: &TomlSource<'_>,
        file: &Entries<'t>,
        layout: &SlotLayout<'t>,
    ) -> Result<Vec<Goal>, Misread> {
        let mut goals = Vec::new();
        if let Some(value) = file.get("goal") {
            self.alternatives(source, "", value, layout, &mut goals)?;
        }
        if let Some(value) = file.get("goals") {
            let table = source.table(value, "a table of goals by name")?;
            for (key, value) in table.iter() {
                if key.text.is_empty() {
                    return Err(source.not_key(*key, "the name of a goal"));
                }
                self.alternatives(source, key.text, value, layout, &mut goals)?;
            }
            if table.is_empty() {
                return Err(source.not(value, "at least one goal"));
            }
        }
        if goals.is_empty() {
            goals.push(Goal::of("", &self.solved));
        }
        Ok(goals)
    }

    /// Reads a goal, or a list of alternative goals.
    fn alternatives(
        &self,
        source: &TomlSource<'_>,
        name: &str,
        value: &'t TomlValue<'t>,
        layout: &SlotLayout<'t>,
        goals: &mut Vec<Goal>,
    ) -> Result<(), Misread> {
        let Some(list) = value.get_ref().as_array() else {
            goals.push(self.goal(source, name, value, layout)?);
            return Ok(());
        };
        if list.is_empty() {
            return Err(source.not(value, "at least one goal"));
        }
        for value in list.iter() {
            goals.push(self.goal(source, name, value, layout)?);
        }
        Ok(())
    }

    fn goal(
        &self,
        source: &TomlSource<'_>,
        name: &str,
        value: &'t TomlValue<'t>,
        layout: &SlotLayout<'t>,
    ) -> Result<Goal, Misread> {
        let words = layout.fill(source, value, "the piece that each slot wants, or ? for any")?;
        let mut left: Vec<Vec<usize>> = self.labels.iter().map(|labels| vec![0; labels.len()]).collect();
        for (&piece, &set) in self.solved.pieces.iter().zip(&layout.set_of) {
            left[set][usize::from(piece)] += 1;
        }
        let mut goal = Goal { name: name.into(), ..Goal::default() };
        for (slot, word) in words.into_iter().enumerate() {
            let set = layout.set_of[slot];
            let Some(token) = word else {
                // The table of sets leaves this set out, or the picture does not show this slot.
                goal.pieces.push(Some(self.solved.pieces[slot]));
                goal.orientations.push(Some(self.solved.orientations[slot]));
                left[set][usize::from(self.solved.pieces[slot])] -= 1;
                continue;
            };
            let said = slot_word(token, layout.sets[set].orientations)?;
            if said.modulus.is_some() {
                return Err(token.misread("a goal's piece without %, which belongs in `solved`"));
            }
            let piece = said.piece.map(|name| self.named(set, name)).transpose()?;
            if let Some(piece) = piece {
                let left = &mut left[set][usize::from(piece)];
                *left = left.checked_sub(1).ok_or_else(|| token.misread("a piece that is not used up"))?;
            }
            let modulus = piece.map_or(u8::MAX, |piece| layout.sets[set].modulus(piece));
            goal.pieces.push(piece);
            goal.orientations.push(said.orientation.map(|orientation| orientation % modulus));
        }
        Ok(goal)
    }
}
