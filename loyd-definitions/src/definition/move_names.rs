//! The meaning of a written move: a name, or a name and a power.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::{Definition, DerivedMove, MOST_ORDER, Move};
use loyd_core::limits::Watch;
use loyd_core::text::{Misread, Token};

/// The text that an error expects if a word names no move.
pub(crate) const A_MOVE: &str = "the name of a move";

/// The names of moves, with the place of each move.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveNames<'a> {
    places: FxHashMap<Cow<'a, str>, usize>,
    /// Words that stand for several moves.
    derived: FxHashMap<&'a str, &'a DerivedMove>,
    /// The different lengths of all names and words, once they are asked for.
    lengths: OnceLock<BTreeSet<usize>>,
}

impl<'a> MoveNames<'a> {
    /// The names of a definition's moves. A name that several moves have stands for the first of them.
    pub fn of(definition: &'a Definition) -> Self {
        MoveNames::of_moves(&definition.moves)
    }

    /// The names of moves, as for [`MoveNames::of`].
    pub fn of_moves(moves: &'a [Move]) -> Self {
        let mut names = MoveNames::default();
        for (place, m) in moves.iter().enumerate() {
            let _first = names.insert(&*m.name, place);
        }
        names
    }

    /// The names of a definition's moves, and the words that stand for several of them.
    pub fn with_derived(definition: &'a Definition) -> Self {
        let derived = definition.derived.iter().map(|derived| (&*derived.name, derived)).collect();
        MoveNames { derived, ..MoveNames::of(definition) }
    }

    /// Gives a name to a move, by the move's place.
    ///
    /// # Errors
    /// The place of another move that has the name already.
    pub fn insert(&mut self, name: impl Into<Cow<'a, str>>, place: usize) -> Result<(), usize> {
        self.lengths.take();
        match *self.places.entry(name.into()).or_insert(place) {
            other if other != place => Err(other),
            _ => Ok(()),
        }
    }

    /// The place of the move that has exactly this name.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Whether a text is exactly the name of a move or a word for several moves.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name) || self.derived.contains_key(name)
    }

    /// The different lengths of all names and words, ascending.
    pub fn name_lengths(&self) -> &BTreeSet<usize> {
        self.lengths.get_or_init(|| {
            Watch::demand(|watch| watch.spend((self.places.len() + self.derived.len()) as u64));
            self.places.keys().map(|name| name.len()).chain(self.derived.keys().map(|word| word.len())).collect()
        })
    }

    /// The length of the longest name of each move, by the place of the move.
    pub fn lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.places.values().max().map_or(0, |last| last + 1)];
        self.places.iter().for_each(|(name, &place)| lengths[place] = lengths[place].max(name.len()));
        lengths
    }

    /// The move that a token writes, and its power. The token is the name of a move, or the longest possible name
    /// before a number, a prime (`'`) or both, or a name before `^` and a power.
    ///
    /// # Errors
    /// [`Misread`] if there is no such move, or the power is 0 or above [`MOST_ORDER`].
    pub fn resolve(&self, token: &Token<'_>) -> Result<(usize, i32), Misread> {
        powered(token, |name| self.get(name))
    }

    /// The word for several moves that a token writes, alone or with a power as for [`MoveNames::resolve`], and the
    /// power.
    ///
    /// # Errors
    /// [`Misread`], as for [`MoveNames::resolve`].
    pub fn derived(&self, token: &Token<'_>) -> Result<(&'a DerivedMove, i32), Misread> {
        powered(token, |name| self.derived.get(name).copied())
    }

    /// The word for a power of a move: `U`, `U2`, `U'`, `U2'`. If that word is read as another move or another power,
    /// and `is_same` does not hold for the place and power that are read, the word is `U^2` or `U^-1`.
    ///
    /// [`MoveNames::resolve`] reads every such word as that power, or as a power that `is_same` accepts.
    ///
    /// # Panics
    /// If no move has this name.
    pub fn word(&self, name: &str, power: i32, is_same: impl Fn(usize, i32) -> bool) -> String {
        let place = self.get(name).expect("the name of a move");
        let is_read = |word: &String| match self.resolve(&Token { text: word, line: 1, column: 1 }) {
            Ok(read) => read == (place, power) || is_same(read.0, read.1),
            Err(_) => false,
        };
        let (sign, times) = (if power < 0 { "-" } else { "" }, power.unsigned_abs());
        let plain = std::iter::once(plain_word(name, power));
        // One of these words is read as the power, because the words become longer than every name.
        let others = (times.to_string().len()..).map(|width| format!("{name}^{sign}{times:0width$}"));
        plain.chain(others).find(is_read).expect("words do not end")
    }
}

/// The named thing that a token writes, and its power. `named` finds a thing by its name.
fn powered<T>(token: &Token<'_>, named: impl Fn(&str) -> Option<T>) -> Result<(T, i32), Misread> {
    if let Some(found) = named(token.text) {
        return Ok((found, 1));
    }
    let unprimed = token.text.strip_suffix(['\'', '’', '′']);
    let (rest, sign) = unprimed.map_or((token.text, 1), |rest| (rest, -1));
    if let Some(found) = named(rest) {
        return Ok((found, sign));
    }
    // At most 10 digits are tried as a power, so that a token of a million digits causes only a few look-ups.
    let digits = rest.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (begin, most) = (rest.len() - digits, digits.min(10));
    for at in (begin.max(rest.len() - most)..rest.len()).rev() {
        if let Some(found) = named(&rest[..at]) {
            let power = rest[at..].parse().ok().filter(|power| (1..=MOST_ORDER).contains(power));
            let power = power.ok_or_else(|| token.misread(format!("a power from 1 to {MOST_ORDER}")))?;
            return Ok((found, sign * power as i32));
        }
    }
    match token.text.rsplit_once('^').map(|(name, power)| (named(name), power)) {
        Some((Some(found), power)) => Ok((found, exponent(power, token)?)),
        _ => Err(token.misread(A_MOVE)),
    }
}

/// A name and a power, in the notation of cubers.
fn plain_word(name: &str, power: i32) -> String {
    let prime = if power < 0 { "'" } else { "" };
    match power.unsigned_abs() {
        1 => format!("{name}{prime}"),
        times => format!("{name}{times}{prime}"),
    }
}

/// Reads the power after a `^`.
fn exponent(written: &str, token: &Token<'_>) -> Result<i32, Misread> {
    let digits = written.strip_prefix('-').unwrap_or(written);
    let times = digits.parse().ok().filter(|times| (1..=MOST_ORDER).contains(times));
    let times: u32 = times
        .filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or_else(|| token.misread(format!("a power from 1 to {MOST_ORDER} after ^, with an optional -")))?;
    let times = i32::try_from(times).expect("an order fits");
    Ok(if digits.len() < written.len() { -times } else { times })
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
            ("U^2", (0, 2)),
            ("U^-1", (0, -1)),
            ("U2^3", (1, 3)),
            ("D'^-02", (5, -2)),
            ("R1000000", (2, 1_000_000)),
        ] {
            assert_eq!(read(text), Ok(meant), "{text}");
        }
        for text in ["", "'", "3", "D", "D2", "R''", "R'2", "X", "u", "Rw2"] {
            assert_eq!(read(text), Err("the name of a move".into()), "{text}");
        }
        for text in ["R^0", "R^", "R^-", "R^+1", "R^1000001", "R^2'", "R^--1"] {
            let expected = "a power from 1 to 1000000 after ^, with an optional -";
            assert_eq!(read(text), Err(expected.into()), "{text}");
        }
        for text in ["R0", "R1000001", "R9999999999"] {
            assert_eq!(read(text), Err("a power from 1 to 1000000".into()), "{text}");
        }
        assert!(read(&format!("R{}", "1".repeat(1_000_000))).is_err());
    }

    #[test]
    fn words_are_read_as_the_power_that_they_are_written_for() {
        let mut names = MoveNames::default();
        let all = ["m1", "m12", "m1^3", "m13", "D", "D'", "E", "E2", "E^2", "E^02", "E'2", "^", "7", "77'"];
        for (place, name) in all.into_iter().enumerate() {
            assert_eq!(names.insert(name, place), Ok(()));
        }
        for (place, name) in all.into_iter().enumerate() {
            for power in (-130..=130).filter(|&power| power != 0) {
                let text = names.word(name, power, |_, _| false);
                let read = names.resolve(&Token { text: &text, line: 1, column: 1 });
                assert_eq!(read, Ok((place, power)), "{name} {power}: {text}");
            }
        }
        let word = |name, power| names.word(name, power, |_, _| false);
        assert_eq!([word("m1", 2), word("m1", 3), word("m1", 4)], ["m1^2", "m1^03", "m14"]);
        assert_eq!([word("D", -1), word("D", -2), word("E", 2)], ["D^-1", "D2'", "E^002"]);
        assert_eq!(names.word("m1", 2, |place, power| (place, power) == (1, 1)), "m12");
    }
}
