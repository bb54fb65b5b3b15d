//! The labels of pieces, set by set, and positions read by these labels.

use std::collections::BTreeSet;

use crate::definition::{Definition, PictureSpot, PlayRules, label_of};
use loyd_core::limits::holds;
use loyd_core::text::{Misread, Token, characters, ended, narrow, tokens};

/// A slot of a written position: the piece and its orientation, each `None` if it does not matter.
pub(crate) type Written = (Option<u8>, Option<u8>);

/// The labels of the pieces of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// By slot: the number of its set in the definition.
    pub sets: Box<[usize]>,
    /// By slot: the number of orientations.
    orientations: Box<[u8]>,
    /// By set of the definition: its name, and its pieces, ascending, with their labels.
    pieces: Vec<(String, Vec<(u8, String)>)>,
    /// Whether each label is one character.
    are_single: bool,
    /// For each place of a picture in rows, 1 if it is a slot and 0 if it is a hole; empty if the slots are not in the
    /// order of the picture.
    places: Box<[u8]>,
}

impl Names {
    /// The labels of the pieces in the slots of these rules.
    pub fn new(definition: &Definition, rules: &PlayRules) -> Self {
        let all = definition.set_of_slots();
        let sets: Box<[usize]> = rules.slots.iter().map(|&slot| all[usize::from(slot)]).collect();
        let mut there = vec![BTreeSet::new(); definition.sets.len()];
        sets.iter().zip(&rules.solved.pieces).for_each(|(&set, &piece)| _ = there[set].insert(piece));
        let pieces = definition.sets.iter().zip(there).enumerate().map(|(number, (set, there))| {
            (
                set.name.clone(),
                there.into_iter().map(|piece| (piece, label_of(&definition.labels, number, piece))).collect(),
            )
        });
        let pieces: Vec<(String, Vec<(u8, String)>)> = pieces.collect();
        let mut labels = pieces.iter().flat_map(|(_, pieces)| pieces);
        let are_single = labels.all(|(_, label)| label.chars().nth(1).is_none());
        let places = if are_single { places(definition, rules) } else { Box::default() };
        Names { sets, orientations: rules.orientations.clone().into(), pieces, are_single, places }
    }

    /// The words of a text. If each piece is one character, pieces may be written together: `413569728`. A board with
    /// holes may then have `.` for each hole.
    pub fn words<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        let words = tokens(text);
        let is_long = |word: &Token<'_>| word.text.chars().nth(1).is_some() && !word.text.contains('+');
        if words.len() == self.sets.len() || !self.are_single || !words.iter().any(is_long) {
            return words;
        }
        let mut all: Vec<Token<'t>> = words.iter().flat_map(characters).collect();
        let is_in_place = |(token, place): (&Token<'_>, &u8)| (token.text == ".") == (*place == 0);
        if all.len() == self.places.len() && all.iter().zip(&self.places).all(is_in_place) {
            all.retain(|token| token.text != ".");
        }
        all
    }

    /// Whether a set of the definition has a piece.
    pub fn has(&self, set: usize, piece: u8) -> bool {
        self.pieces[set].1.binary_search_by_key(&piece, |(piece, _)| *piece).is_ok()
    }

    /// The label of a piece of a set.
    ///
    /// # Panics
    /// If the set has no such piece.
    pub fn of(&self, set: usize, piece: u8) -> &str {
        let pieces = &self.pieces[set].1;
        let place = pieces.binary_search_by_key(&piece, |(piece, _)| *piece);
        &pieces[place.expect("a piece of the set")].1
    }

    /// Writes a position or a goal from the text for each slot and its set, with slashes between sets.
    pub fn joined<W: AsRef<str>>(&self, written: impl Fn(usize, usize) -> W) -> String {
        let mut text = String::new();
        for (slot, &set) in self.sets.iter().enumerate() {
            if slot > 0 {
                text.push(if set == self.sets[slot - 1] { ' ' } else { '/' });
            }
            text += written(slot, set).as_ref();
        }
        text
    }

    /// Reads one token for every slot.
    pub fn read(&self, text: &str, tokens: &[Token<'_>]) -> Result<Vec<Written>, Misread> {
        let expected = || format!("{} pieces, one for each slot, with / between sets", self.sets.len());
        if let Some(more) = tokens.get(self.sets.len()) {
            return Err(more.misread(format!("no more than {}", expected())));
        }
        if tokens.len() < self.sets.len() {
            return Err(ended(text, format!("{}, but there are only {}", expected(), tokens.len())));
        }
        tokens.iter().enumerate().map(|(slot, token)| self.slot(slot, token)).collect()
    }

    /// Whether a word is exactly the label of a piece.
    pub fn has_label(&self, word: &str) -> bool {
        self.pieces.iter().any(|(_, pieces)| pieces.iter().any(|(_, label)| label == word))
    }

    /// Whether a word is the label of a piece, with an orientation or without.
    pub fn knows(&self, word: &str) -> bool {
        let text = narrow(word);
        let piece = text.split_once('+').map_or(&*text, |(piece, _)| piece);
        let mut pieces = self.pieces.iter().flat_map(|(_, pieces)| pieces);
        pieces.any(|(_, written)| written.eq_ignore_ascii_case(piece))
    }

    fn slot(&self, slot: usize, token: &Token<'_>) -> Result<Written, Misread> {
        let (of, (set, pieces)) = (self.orientations[slot], &self.pieces[self.sets[slot]]);
        let text = narrow(token.text);
        let (piece, orientation) = match text.rsplit_once('+') {
            Some((piece, "?")) => (piece, None),
            Some((piece, orientation)) => {
                let known = orientation.parse::<u8>().ok().filter(|&orientation| orientation < of);
                let expected = || format!("an orientation of {set} from 0 to {}, or ?", of - 1);
                (piece, Some(known.ok_or_else(|| token.misread(expected()))?))
            }
            None if text == "." => (".", None),
            None => (&*text, Some(0)),
        };
        if piece == "." {
            return Ok((None, orientation));
        }
        let exact = pieces.iter().find(|(_, written)| *written == piece);
        let alike = || pieces.iter().find(|(_, written)| written.eq_ignore_ascii_case(piece));
        // The gap may be written as in an id, or as on a board of numbers.
        let gap = || pieces.iter().find(|(_, written)| written == "_" && ["-", "0", "x", "X"].contains(&piece));
        let found = exact.or_else(alike).or_else(gap);
        found.map(|&(piece, _)| (Some(piece), orientation)).ok_or_else(|| {
            let all: Vec<&str> = pieces.iter().take(30).map(|(_, written)| written.as_str()).collect();
            token.misread(format!("a piece of {set}: {}", all.join(" ")))
        })
    }
}

/// The most places of a picture whose holes may be written.
const MOST_PLACES: usize = 1 << 12;

/// The places of a definition's picture, by rows: 1 for a slot, 0 for a hole. Empty if the picture shows other slots
/// than the rules have, or in another order.
fn places(definition: &Definition, rules: &PlayRules) -> Box<[u8]> {
    let spots = &definition.spots;
    let slots = rules.slots.iter().copied();
    if !spots.iter().map(|spot| spot.slot).eq(slots) {
        return Box::default();
    }
    let size = |of: fn(&PictureSpot) -> u16| spots.iter().map(of).max().map_or(0, |last| usize::from(last) + 1);
    let (rows, columns) = (size(|spot| spot.row), size(|spot| spot.column));
    if rows * columns > MOST_PLACES {
        return Box::default();
    }
    let mut places = vec![0; rows * columns];
    let place = |spot: &PictureSpot| usize::from(spot.row) * columns + usize::from(spot.column);
    spots.iter().for_each(|spot| places[place(spot)] = 1);
    let is_in_order = spots.windows(2).all(|pair| place(&pair[0]) < place(&pair[1]));
    if is_in_order { places.into() } else { Box::default() }
}

holds!(Names { sets, orientations, pieces, are_single, places });
