//! Turns of all layers but one, which occur in scrambles of the World Cube Association: `R++` and `D--` of the
//! megaminx.
//!
//! Such a turn equals a turn of the layer that stays, in the opposite direction, and then a rotation of the whole
//! puzzle. A rotation changes only where each face is held.

use crate::algs::steps::ParsedMoves;
use crate::definition::Definition;
use crate::definition::move_names::MoveNames;
use crate::definition::seen::sides_of;
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// A turn of all layers but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    /// The face whose layer stays.
    pub stays: &'static str,
    /// The steps of the other layers, clockwise as seen from the side opposite to the layer that stays.
    pub steps: i32,
}

/// The faces of a solid, each with the faces around it.
pub(super) struct Faces<'d> {
    definition: &'d Definition,
    /// The names of the moves that turn the faces.
    names: Vec<&'d str>,
    /// The faces around each face, clockwise.
    around: Vec<Vec<usize>>,
}

impl<'d> Faces<'d> {
    /// The faces of a puzzle whose edges are named by two faces each.
    pub(super) fn of(definition: &'d Definition) -> Self {
        let sets = definition.set_of_slots();
        let sides: Vec<Vec<String>> = (0..definition.slots())
            .map(|slot| {
                let labels = definition.labels.get(sets[slot]);
                labels.and_then(|labels| labels.get(usize::from(definition.solved.pieces[slot])))
            })
            .map(|label| label.map_or(Vec::new(), |label| sides_of(label)))
            .collect();
        let is_edge = |slot: usize, name: &str| sides[slot].len() == 2 && sides[slot].iter().any(|side| side == name);
        let turned = |name: &str| (0..sides.len()).find(|&slot| is_edge(slot, name));
        let moves: Vec<_> = definition.moves.iter().filter_map(|m| Some((m, turned(&m.name)?))).collect();
        let names: Vec<&str> = moves.iter().map(|(m, _)| m.name.as_str()).collect();
        let place = |side: &String| names.iter().position(|name| name == side);
        let around = moves.iter().map(|&(m, first)| {
            let next = |slot: usize| m.action.from().iter().position(|&from| usize::from(from) == slot);
            let mut slots = vec![first];
            while let Some(slot) = next(slots[slots.len() - 1]).filter(|&slot| slot != first) {
                slots.push(slot);
            }
            let others = slots.iter().filter_map(|&slot| sides[slot].iter().find(|side| **side != m.name));
            others.filter_map(place).collect()
        });
        Faces { definition, around: around.collect(), names }
    }

    /// The face that has this name.
    fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| *known == name)
    }

    /// The face opposite to `face`. It is not around `face`, and all other faces not around `face` are around it.
    fn opposite(&self, face: usize) -> Option<usize> {
        let is_beyond = |other: &usize| *other != face && !self.around[face].contains(other);
        let beyond: Vec<usize> = (0..self.names.len()).filter(is_beyond).collect();
        let is_last = |last: &usize| beyond.iter().all(|other| other == last || self.around[*last].contains(other));
        beyond.iter().copied().find(is_last)
    }

    /// The face held at each place after the whole puzzle has turned around `face`, `steps` clockwise as seen from it.
    fn held_after(&self, held: &[usize], face: usize, steps: i32) -> Vec<usize> {
        let mut after = held.to_vec();
        let rings = [(Some(face), steps), (self.opposite(face), -steps)];
        for (ring, steps) in rings.iter().filter_map(|&(face, steps)| Some((&self.around[face?], steps))) {
            for (at, &from) in ring.iter().enumerate() {
                let to = (exact::<i32>(at) + steps).rem_euclid(exact::<i32>(ring.len()));
                after[ring[to as usize]] = held[from];
            }
        }
        after
    }

    /// The moves of a scramble, as turns of a puzzle that is held as it was before the scramble.
    ///
    /// # Errors
    /// [`Misread`] for a word that is not a move.
    pub(super) fn parse_moves<'t>(
        &self,
        words: &[Token<'t>],
        rest: impl Fn(&Token<'_>) -> Option<Rest>,
    ) -> Result<ParsedMoves<'t>, Misread> {
        let names = MoveNames::of(self.definition);
        // For each face's place, the face that is held there.
        let mut held: Vec<usize> = (0..self.names.len()).collect();
        let mut said = ParsedMoves::default();
        for word in words {
            let no_move = || word.misread("a move of a scramble");
            let (place, power) = match rest(word) {
                Some(Rest { stays, steps }) => {
                    let stays = self.named(stays).ok_or_else(no_move)?;
                    let place = names.get(self.names[held[stays]]).ok_or_else(no_move)?;
                    held = self.held_after(&held, stays, -steps);
                    (place, steps)
                }
                None => {
                    let begins = |&face: &usize| word.text.starts_with(self.names[face]);
                    let face = (0..self.names.len()).filter(begins).max_by_key(|&face| self.names[face].len());
                    let face = face.ok_or_else(no_move)?;
                    let written = format!("{}{}", self.names[held[face]], &word.text[self.names[face].len()..]);
                    names.resolve(&Token { text: &written, ..*word }).map_err(|_| no_move())?
                }
            };
            said.push(*word, place, power);
        }
        Ok(said)
    }
}
