//! The labels of pieces, set by set, and positions read by these labels.

use std::collections::BTreeSet;

use crate::definition::{Definition, PlayRules, label_of};
use loyd_core::limits::holds;
use loyd_core::text::{Misread, Token, ended, narrow};

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
        let pieces = pieces.collect();
        Names { sets, orientations: rules.orientations.clone().into(), pieces }
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
            return Err(ended(text, expected()));
        }
        tokens.iter().enumerate().map(|(slot, token)| self.slot(slot, token)).collect()
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
        let found = exact.or_else(|| pieces.iter().find(|(_, written)| written.eq_ignore_ascii_case(piece)));
        found.map(|&(piece, _)| (Some(piece), orientation)).ok_or_else(|| {
            let all: Vec<&str> = pieces.iter().take(30).map(|(_, written)| written.as_str()).collect();
            token.misread(format!("a piece of {set}: {}", all.join(" ")))
        })
    }
}

holds!(Names { sets, orientations, pieces });
