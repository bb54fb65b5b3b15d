//! What a written move means: a name, or a name and a power.

use rustc_hash::FxHashMap;

use super::MOST_ORDER;
use crate::text::{Misread, Token};

/// What is expected where no move is named.
pub(super) const A_MOVE: &str = "the name of a move";

/// The names of moves.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveNames<'a> {
    places: FxHashMap<&'a str, usize>,
}

impl<'a> MoveNames<'a> {
    /// Gives a move, by its place among the moves, a name.
    ///
    /// # Errors
    /// The place of the move that has the name.
    pub fn insert(&mut self, name: &'a str, place: usize) -> Result<(), usize> {
        match *self.places.entry(name).or_insert(place) {
            other if other != place => Err(other),
            _ => Ok(()),
        }
    }

    /// The place of the move of that very name.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The move that a token writes, and its power: the move of that name, or else the one of the longest name before
    /// a number, a prime (`'`) or both.
    ///
    /// # Errors
    /// [`Misread`] where there is no such move, or the power is 0 or above [`MOST_ORDER`].
    pub fn resolve(&self, token: &Token<'_>) -> Result<(usize, i32), Misread> {
        if let Some(place) = self.get(token.text) {
            return Ok((place, 1));
        }
        let unprimed = token.text.strip_suffix(['\'', '’', '′']);
        let (rest, sign) = unprimed.map_or((token.text, 1), |rest| (rest, -1));
        if let Some(place) = self.get(rest) {
            return Ok((place, sign));
        }
        // Only so many digits can be a power, so that a token of a million digits is looked up a few times.
        let digits = rest.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (begin, most) = (rest.len() - digits, digits.min(10));
        for at in (begin.max(rest.len() - most)..rest.len()).rev() {
            if let Some(place) = self.get(&rest[..at]) {
                let power = rest[at..].parse().ok().filter(|power| (1..=MOST_ORDER).contains(power));
                let power = power.ok_or_else(|| token.misread(format!("a power from 1 to {MOST_ORDER}")))?;
                return Ok((place, sign * power as i32));
            }
        }
        Err(token.misread(A_MOVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_a_name_or_a_name_and_a_power() {
        let mut names = MoveNames::default();
        for (place, name) in ["U", "U2", "R", "3R", "1H", "D'"].into_iter().enumerate() {
            assert_eq!(names.insert(name, place), Ok(()));
        }
        assert_eq!(names.insert("R", 7), Err(2));
        let read = |text| names.resolve(&Token { text, line: 1, column: 1 }).map_err(|error| error.expected);
        for (text, meant) in [
            ("U", (0, 1)),
            ("U2", (1, 1)),
            ("U2'", (1, -1)),
            ("U'", (0, -1)),
            ("U’", (0, -1)),
            ("U3", (0, 3)),
            ("U22", (1, 2)),
            ("R2'", (2, -2)),
            ("3R", (3, 1)),
            ("3R10", (3, 10)),
            ("1H2", (4, 2)),
            ("D'", (5, 1)),
            ("D''", (5, -1)),
            ("R1000000", (2, 1_000_000)),
        ] {
            assert_eq!(read(text), Ok(meant), "{text}");
        }
        for text in ["", "'", "3", "D", "D2", "R''", "R'2", "X", "u", "Rw2"] {
            assert_eq!(read(text), Err("the name of a move".into()), "{text}");
        }
        for text in ["R0", "R1000001", "R9999999999"] {
            assert_eq!(read(text), Err("a power from 1 to 1000000".into()), "{text}");
        }
        assert!(read(&format!("R{}", "1".repeat(1_000_000))).is_err());
    }
}
