//! Algorithms, or algs: moves one after the other, in the notation of cubers.
//!
//! `R U2 R'` are moves and powers; `(R U R' U')6` repeats; `[A, B]` is A B A' B'; `[A: B]` is A B A'. Pauses (`.`) and
//! comments (from `//` to the end of the line) are skipped.

use std::collections::BTreeSet;

use super::joined;
use crate::definition::move_names::{A_MOVE, MoveNames};
use crate::definition::{Action, Definition, MOST_ORDER};
use loyd_core::limits::Watch;
use loyd_core::puzzle::Spelled;
use loyd_core::text::{Misread, Token};

/// The most moves that an algorithm may expand to.
pub const MOST_OF_ALG: usize = 1_000_000;

/// The greatest depth of nested brackets.
pub const MOST_BRACKETS: usize = 100;

/// The action of an algorithm. A repeated part is computed as a power, so the number of moves has no limit.
///
/// ```
/// use loyd_definitions::algs::alg;
/// use loyd_definitions::formats::read;
/// let definition = read("Set S 3 1\nSolved\nEnd\nMove A\nS\n2 3 1\nEnd").unwrap();
/// assert!(alg::action_of("((A)1000)1002", &definition).unwrap().is_identity());
/// ```
///
/// # Errors
/// [`Misread`], as for [`expand`](super::steps::expand), but not for the number of moves.
pub fn action_of(text: &str, definition: &Definition) -> Result<Action, Misread> {
    let action = |place: usize| &definition.moves[place].action;
    read(Alg::new(text), &MoveNames::of(definition), &Actions { action, orientations: &definition.orientations() })
}

/// The kind of value that an algorithm is read as.
pub(crate) trait Reading {
    /// The value of a part of an algorithm.
    type Part;

    /// The value of an empty part.
    fn nothing(&self) -> Self::Part;
    /// The value of a power of a move. `word` is the word of the text that names the move.
    fn turn(&self, word: &Token<'_>, place: usize, power: i32) -> Self::Part;
    /// Adds a part to the end of another.
    fn push(&self, part: &mut Self::Part, next: Self::Part);
    /// The inverse of a part.
    fn inverse(&self, part: &Self::Part) -> Self::Part;
    /// A part that is repeated `times` times.
    fn repeated(&self, part: Self::Part, times: u32) -> Self::Part;
    /// The moves that a part stores in memory. Default: none.
    fn size(&self, _part: &Self::Part) -> PartSize {
        PartSize::default()
    }
}

/// The moves that a part of an algorithm stores, and the bytes that they take while they are named and made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartSize {
    pub moves: u64,
    pub bytes: u64,
}

impl PartSize {
    /// The most that an algorithm may take: [`MOST_OF_ALG`] moves, and the memory that this thread's request has left.
    pub fn most() -> PartSize {
        let moves = MOST_OF_ALG as u64;
        PartSize { moves, bytes: Watch::here().room().min(moves * Spelled::BYTES) }
    }

    /// The size of so many moves with a name of this length.
    pub fn of(moves: u64, name: usize) -> PartSize {
        PartSize { moves, bytes: moves.saturating_mul(Spelled::bytes(name)) }
    }

    pub fn plus(self, other: PartSize) -> PartSize {
        let PartSize { moves, bytes } = other;
        PartSize { moves: self.moves.saturating_add(moves), bytes: self.bytes.saturating_add(bytes) }
    }

    fn minus(self, other: PartSize) -> PartSize {
        PartSize { moves: self.moves - other.moves, bytes: self.bytes - other.bytes }
    }

    fn times(self, times: u32) -> PartSize {
        let [moves, bytes] = [self.moves, self.bytes].map(|number| number.saturating_mul(times.into()));
        PartSize { moves, bytes }
    }

    /// The same size, if it is at most `most`. `token` ends the moves.
    pub fn within(self, most: PartSize, token: &Token<'_>) -> Result<PartSize, Misread> {
        if self.moves > most.moves {
            return Err(token.misread(format!("at most {} moves in all", most.moves)));
        }
        if self.bytes > most.bytes {
            let expected = format!("moves that need at most {} bytes of memory, not {}", most.bytes, self.bytes);
            return Err(Misread { found: format!("{} moves", self.moves), ..token.misread(expected) });
        }
        Ok(self)
    }
}

/// Reads algorithms as actions.
pub(crate) struct Actions<'a, F> {
    /// The action of each move, by its place.
    pub action: F,
    /// The number of orientations of each slot.
    pub orientations: &'a [u8],
}

impl<'a, F: Fn(usize) -> &'a Action> Reading for Actions<'a, F> {
    type Part = Action;

    fn nothing(&self) -> Action {
        Action::identity(self.orientations.len())
    }

    fn turn(&self, _: &Token<'_>, place: usize, power: i32) -> Action {
        (self.action)(place).signed_power(power, self.orientations)
    }

    fn push(&self, part: &mut Action, next: Action) {
        *part = part.then(&next, self.orientations);
    }

    fn inverse(&self, part: &Action) -> Action {
        part.inverse(self.orientations)
    }

    fn repeated(&self, part: Action, times: u32) -> Action {
        if times == 1 { part } else { part.power(times, self.orientations) }
    }
}

/// Reads algorithms as the places of the moves that they contain.
pub(crate) struct MovePlaces;

impl Reading for MovePlaces {
    type Part = BTreeSet<usize>;

    fn nothing(&self) -> Self::Part {
        BTreeSet::new()
    }

    fn turn(&self, _: &Token<'_>, place: usize, _: i32) -> Self::Part {
        BTreeSet::from([place])
    }

    fn push(&self, part: &mut Self::Part, mut next: Self::Part) {
        part.append(&mut next);
    }

    fn inverse(&self, part: &Self::Part) -> Self::Part {
        part.clone()
    }

    fn repeated(&self, part: Self::Part, _: u32) -> Self::Part {
        part
    }
}

/// Reads algorithms as the number of their single moves.
pub(crate) struct MoveCount;

impl Reading for MoveCount {
    type Part = u64;

    fn nothing(&self) -> u64 {
        0
    }

    fn turn(&self, _: &Token<'_>, _: usize, power: i32) -> u64 {
        power.unsigned_abs().into()
    }

    fn push(&self, part: &mut u64, next: u64) {
        *part = part.saturating_add(next);
    }

    fn inverse(&self, part: &u64) -> u64 {
        *part
    }

    fn repeated(&self, part: u64, times: u32) -> u64 {
        part.saturating_mul(times.into())
    }
}

/// An open bracket, or the whole algorithm.
struct OpenBracket<'a, P> {
    /// The bracket; `None` for the whole algorithm.
    bracket: Option<Token<'a>>,
    /// The part before the comma or the colon, and that sign.
    before: Option<(P, char)>,
    /// The part after the bracket, the comma or the colon.
    part: P,
    /// Whether that part is still empty.
    is_empty: bool,
}

/// Reads an algorithm.
///
/// # Errors
/// [`Misread`], as for [`expand`](super::steps::expand).
pub(crate) fn read<R: Reading>(mut alg: Alg<'_>, names: &MoveNames<'_>, reading: &R) -> Result<R::Part, Misread> {
    let open = |bracket| OpenBracket { bracket, before: None, part: reading.nothing(), is_empty: true };
    let mut stack = vec![open(None)];
    // The moves that all open parts store.
    let (most, mut held) = (PartSize::most(), PartSize::default());
    loop {
        let token = alg.next(names)?;
        let last = stack.last_mut().expect("the whole alg stays open");
        let (part, before) = match token.text {
            "" => match last.bracket {
                None => return Ok(stack.remove(0).part),
                Some(bracket) => {
                    let expected = format!("the {} that closes {}", closing(bracket.text), place(&bracket));
                    return Err(Misread { found: "end of text".into(), ..token.misread(expected) });
                }
            },
            "(" | "[" => {
                if stack.len() > MOST_BRACKETS {
                    return Err(token.misread(format!("at most {MOST_BRACKETS} nested brackets")));
                }
                stack.push(open(Some(token)));
                continue;
            }
            "," | ":" => {
                let is_first = last.before.is_none() && last.bracket.is_some_and(|bracket| bracket.text == "[");
                if !is_first || last.is_empty {
                    return Err(token.misread("a move"));
                }
                let part = std::mem::replace(&mut last.part, reading.nothing());
                let sign = if token.text == "," { ',' } else { ':' };
                (last.before, last.is_empty) = (Some((part, sign)), true);
                continue;
            }
            ")" | "]" => {
                let closes = last.bracket.is_some_and(|bracket| closing(bracket.text) == token.text);
                if !closes || last.is_empty || (token.text == "]" && last.before.is_none()) {
                    return Err(token.misread(match (closes, last.is_empty) {
                        (true, false) => "`,` or `:` and moves",
                        _ => "a move",
                    }));
                }
                let closed = stack.pop().expect("it has a bracket");
                let before = closed.before.as_ref().map_or(PartSize::default(), |(before, _)| reading.size(before));
                let before = before.plus(reading.size(&closed.part));
                let limits = (held.minus(before), most);
                (powered(reading, bracketed(closed, reading), alg.power()?, limits, &token)?, before)
            }
            _ => match names.resolve(&token) {
                Ok((place, power)) => (reading.turn(&token, place, power), PartSize::default()),
                Err(wrong) if wrong.expected != A_MOVE => return Err(wrong),
                Err(_) => {
                    let (derived, power) = names.derived(&token)?;
                    // A power of each move is fewer moves than the moves several times.
                    let each = match derived.commute && derived.steps.iter().all(|(_, step)| is_power(*step, power)) {
                        true => power,
                        false => 1,
                    };
                    let mut part = reading.nothing();
                    derived.steps.iter().for_each(|&(place, step)| {
                        let turn = reading.turn(&token, place, step * each);
                        reading.push(&mut part, turn);
                    });
                    let power = if each == power { 1 } else { power };
                    (powered(reading, part, power, (held, most), &token)?, PartSize::default())
                }
            },
        };
        held = held.minus(before).plus(reading.size(&part)).within(most, &token)?;
        let last = stack.last_mut().expect("the whole alg stays open");
        reading.push(&mut last.part, part);
        last.is_empty = false;
    }
}

/// Whether a power of a power may be written.
fn is_power(power: i32, times: i32) -> bool {
    power.unsigned_abs().checked_mul(times.unsigned_abs()).is_some_and(|power| power <= MOST_ORDER)
}

/// A power of a part. `held` is what the other parts store.
fn powered<R: Reading>(
    reading: &R,
    part: R::Part,
    power: i32,
    (held, most): (PartSize, PartSize),
    token: &Token<'_>,
) -> Result<R::Part, Misread> {
    held.plus(reading.size(&part).times(power.unsigned_abs())).within(most, token)?;
    let part = if power < 0 { reading.inverse(&part) } else { part };
    Ok(reading.repeated(part, power.unsigned_abs()))
}

/// The bracket that closes a bracket.
fn closing(bracket: &str) -> &'static str {
    if bracket == "(" { ")" } else { "]" }
}

/// A bracket and its place in the text, as an error names it.
fn place(bracket: &Token<'_>) -> String {
    format!("`{}` of line {}, column {}", bracket.text, bracket.line, bracket.column)
}

/// The value of a closed bracket.
fn bracketed<R: Reading>(closed: OpenBracket<'_, R::Part>, reading: &R) -> R::Part {
    let Some((mut before, sign)) = closed.before else { return closed.part };
    let (undone, redone) = (reading.inverse(&before), (sign == ',').then(|| reading.inverse(&closed.part)));
    reading.push(&mut before, closed.part);
    reading.push(&mut before, undone);
    if let Some(redone) = redone {
        reading.push(&mut before, redone);
    }
    before
}

/// The text of an algorithm that is left to read, and the line and column where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Alg<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
    /// Whether a blank stands before the rest, or the rest begins the text.
    is_at_word: bool,
    /// The lengths of the next moves of a word in which moves are written together, the last first.
    joined: Vec<usize>,
    /// Whether moves may be written together.
    may_join: bool,
}

impl<'a> Alg<'a> {
    /// A text that begins on line 1, column 1.
    pub fn new(text: &'a str) -> Self {
        Alg::at(text, 1, 1)
    }

    /// A text that begins on this line and column.
    pub fn at(text: &'a str, line: usize, column: usize) -> Self {
        Alg { rest: text, line, column, is_at_word: true, joined: Vec::new(), may_join: false }
    }

    /// The same text, in which moves may also be written together: `R2F2R'`.
    pub fn joined(self) -> Self {
        Alg { may_join: true, ..self }
    }

    /// The text that is left.
    pub(crate) fn text(&self) -> &'a str {
        self.rest
    }

    /// The next token: a bracket, `,`, `:` or a written move; an empty token at the end. A word between blanks that
    /// names a move is one token, even if its name contains such signs.
    fn next(&mut self, names: &MoveNames<'_>) -> Result<Token<'a>, Misread> {
        if let Some(length) = self.joined.pop() {
            return Ok(self.taken(length));
        }
        loop {
            if self.is_at_word {
                let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
                let token = Token { text: &self.rest[..end], line: self.line, column: self.column };
                if end > 0 && names.resolve(&token).is_ok() {
                    return Ok(self.taken(end));
                }
                self.is_at_word = false;
            }
            let end = match self.rest.chars().next() {
                None => 0,
                Some('(' | ')' | '[' | ']' | ',' | ':') => 1,
                Some(first) if first.is_whitespace() => {
                    self.skip(self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len()));
                    continue;
                }
                Some('.') => {
                    self.skip(1);
                    continue;
                }
                _ => self.rest.find(ends_a_move).unwrap_or(self.rest.len()),
            };
            let comment = self.rest[..end].find("//").unwrap_or(end);
            if comment == 0 && end > 0 {
                self.skip(self.rest.find(['\n', '\r']).unwrap_or(self.rest.len()));
                continue;
            }
            let token = Token { text: &self.rest[..comment], line: self.line, column: self.column };
            let is_single = |token| names.resolve(token).is_ok() || names.derived(token).is_ok();
            if !self.may_join || comment < 2 || is_single(&token) {
                return Ok(self.taken(comment));
            }
            self.joined = joined::divided(&token, names)?;
            self.joined.reverse();
            let first = self.joined.pop().unwrap_or(comment);
            return Ok(self.taken(first));
        }
    }

    /// The next bytes as a token.
    fn taken(&mut self, bytes: usize) -> Token<'a> {
        let token = Token { text: &self.rest[..bytes], line: self.line, column: self.column };
        self.skip(bytes);
        token
    }

    /// Reads the power just after a closing bracket: a number, a prime, or both.
    fn power(&mut self) -> Result<i32, Misread> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let token = Token { text: &self.rest[..digits], line: self.line, column: self.column };
        self.skip(digits);
        let most = u64::from(MOST_ORDER);
        let times = match digits {
            0 => 1,
            _ => token.number(1, most, &format!("a power from 1 to {most}"))?,
        };
        let prime = self.rest.chars().next().filter(|sign| ['\'', '’', '′'].contains(sign));
        self.skip(prime.map_or(0, char::len_utf8));
        Ok(if prime.is_some() { -times } else { times })
    }

    /// Skips this number of bytes, and counts lines and columns.
    fn skip(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.is_at_word = passed.ends_with(char::is_whitespace);
        let mut characters = passed.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\r' if characters.peek().map_or(rest.starts_with('\n'), |&next| next == '\n') => {}
                '\n' | '\r' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.rest = rest;
    }
}

/// Whether a written move ends before this character.
fn ends_a_move(character: char) -> bool {
    character.is_whitespace() || matches!(character, '(' | ')' | '[' | ']' | ',' | ':')
}

#[cfg(test)]
mod tests;
