//! Positions as pieces that each occur once: numbers, and on many boards a blank.

use crate::exact::exact;
use std::borrow::Cow;

use super::{Misread, Token, characters, ended, narrow, plain_board, tokens, without_comments};

/// The tokens of a text of exactly `count` pieces. Up to ten pieces of one character may also be written together
/// (`12345678x`), if the text without separators consists of `count` such characters.
///
/// # Errors
/// [`Misread`] at the first token too many, or at the end if there are too few tokens; `what` names the pieces.
pub fn pieces<'a>(text: &'a str, count: usize, what: &str) -> Result<Vec<Token<'a>>, Misread> {
    let words = tokens(text);
    let (found, joined) = divided(&words, count);
    match found.len() {
        n if n == count => Ok(found.into_owned()),
        n if n > count => Err(too_many(&found, joined, count, what)),
        n => Err(ended(text, format!("{count} {what}, but there are only {n}"))),
    }
}

/// The words, or their characters if pieces are written together; and whether they are. At most `count + 1` characters
/// are returned, which is enough to detect too many.
fn divided<'w, 'a>(words: &'w [Token<'a>], count: usize) -> (Cow<'w, [Token<'a>]>, bool) {
    let lengths = || words.iter().map(|word| word.text.chars().take(count + 1).count());
    let few = count <= 10 && words.len() != count && words.len() * 2 <= count + 1;
    // Few and long words are pieces written together, even if their number is wrong.
    if few && (words.len() == 1 || lengths().any(|length| length > 2) || lengths().sum::<usize>() == count) {
        return (words.iter().flat_map(characters).take(count + 1).collect(), true);
    }
    (words.into(), false)
}

fn too_many(found: &[Token<'_>], joined: bool, count: usize, what: &str) -> Misread {
    let there_are = if joined { String::new() } else { format!(", but there are {}", found.len()) };
    found[count].misread(format!("no more than {count} {what}{there_are}"))
}

/// Reads a permutation of `first..first + count` written with any separators, as numbers from 0.
///
/// # Errors
/// [`Misread`] for a number too many, too few, out of range, or twice.
pub fn permutation(text: &str, count: usize, first: usize) -> Result<Vec<u8>, Misread> {
    Pieces::numbers(first, count).read(text)
}

/// Pieces that each occur once in a position: numbers, and possibly a blank. There are at most 256 pieces.
///
/// ```
/// use loyd_core::text::Pieces;
///
/// let eight = Pieces::with_blank(9);
/// let written = ["2 3 4 1 5 x 7 6 8", "234/150/768", "[[2,3,4],[1,5,0],[7,6,8]]", "2,3,4,1,5,,7,6,8"];
/// for text in written.into_iter().chain(["２３４１５０７６８"]) {
///     assert_eq!(eight.read(text).unwrap(), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
/// }
/// let error = eight.read("2 3 4 1 5 x 7 6").unwrap_err().to_string();
/// assert!(error.ends_with("but there are only 8; tile 8 is missing"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The number that is read as 0.
    first: usize,
    count: usize,
    has_blank: bool,
}

/// The most missing pieces that an error names.
const NAMED: usize = 4;

impl Pieces {
    /// The numbers `first..first + count`, read as `0..count`.
    pub fn numbers(first: usize, count: usize) -> Self {
        Pieces { first, count, has_blank: false }
    }

    /// The tiles `1..count`, and the blank, read as 0.
    pub fn with_blank(count: usize) -> Self {
        Pieces { first: 0, count, has_blank: true }
    }

    /// Reads a position with any separators, or without separators if there are at most ten pieces. A field left empty
    /// between commas, semicolons or bars may also be the blank. Comments and a first line with the size are skipped,
    /// as [`plain_board`] defines them.
    ///
    /// # Errors
    /// [`Misread`] at a token that is not a piece; otherwise at a number out of range, too many, too few or repeated.
    /// If few pieces are missing, the error names them.
    pub fn read(self, text: &str) -> Result<Vec<u8>, Misread> {
        let plain: Cow<'_, str> = if text.contains('#') { without_comments(text).into() } else { text.into() };
        let read = |plain: String| self.read_all(&plain).ok();
        self.read_all(&plain).or_else(|wrong| plain_board(&plain).and_then(read).ok_or(wrong))
    }

    /// Reads a position that is the whole text.
    fn read_all(self, text: &str) -> Result<Vec<u8>, Misread> {
        let words = tokens(text);
        let (found, joined) = divided(&words, self.count);
        if let Some(pieces) = self.each_once(&found) {
            return Ok(pieces);
        }
        // The rest need not be fast, because it is only for an empty field or an error.
        if self.has_blank && found.len() + 1 == self.count && found.iter().all(|token| self.piece(token) > Some(0)) {
            let filled = with_empty_field(text, &found, "x").map_err(|at| self.unclear(at))?;
            if let Some(pieces) = filled.and_then(|filled| self.each_once(&filled)) {
                return Ok(pieces);
            }
        }
        Err(self.misread(text, &found, joined))
    }

    /// The pieces, if each occurs exactly once.
    fn each_once(self, found: &[Token<'_>]) -> Option<Vec<u8>> {
        let mut seen = [0u64; 4];
        let mut pieces = Vec::with_capacity(found.len().min(self.count));
        if found.len() != self.count {
            return None;
        }
        for token in found {
            let piece = self.piece(token)?;
            let (word, bit) = (usize::from(piece / 64), 1 << (piece % 64));
            if seen[word] & bit != 0 {
                return None;
            }
            seen[word] |= bit;
            pieces.push(piece);
        }
        Some(pieces)
    }

    /// The piece that a token names.
    #[inline]
    fn piece(self, token: &Token<'_>) -> Option<u8> {
        match token.digits() {
            Some(number) => {
                let piece = number.checked_sub(self.first as u64)?;
                (piece < self.count as u64).then(|| exact::<u8>(piece))
            }
            None => (self.has_blank && is_blank(token.text)).then_some(0),
        }
    }

    fn misread(self, text: &str, found: &[Token<'_>], joined: bool) -> Misread {
        let (count, expected) = (self.count, self.expected());
        let is_readable = |token: &Token<'_>| token.digits().is_some() || self.piece(token).is_some();
        let unreadable = found.iter().find(|token| !is_readable(token));
        let out_of_range = found.iter().take(count).find(|token| self.piece(token).is_none());
        if let Some(token) = unreadable.or(out_of_range) {
            return token.misread(format!("{expected}{}", self.missing(found)));
        }
        let what = format!("{}, {expected}", if self.has_blank { "pieces" } else { "numbers" });
        match found.len() {
            n if n > count => too_many(found, joined, count, &what),
            n if n < count => ended(text, format!("{count} {what}, but there are only {n}{}", self.missing(found))),
            _ => self.twice(found),
        }
    }

    /// The error at the first piece that comes a second time.
    fn twice(self, found: &[Token<'_>]) -> Misread {
        let mut seen = [false; 256];
        let again = found.iter().find(|token| {
            let piece = self.piece(token).unwrap_or_default();
            std::mem::replace(&mut seen[usize::from(piece)], true)
        });
        let token = again.unwrap_or(&found[0]);
        let what = match (self.has_blank, self.piece(token)) {
            (true, Some(0)) => "is a second blank",
            (true, _) => "tile comes a second time",
            (false, _) => "one comes a second time",
        };
        token.misread(format!("{}, but this {what}{}", self.expected(), self.missing(found)))
    }

    /// The error for a text with several empty fields.
    fn unclear(self, [one, other]: [(usize, usize); 2]) -> Misread {
        let expected = format!(
            "{}: the blank may be here or in the empty field at line {}, column {}",
            self.expected(),
            one.0,
            one.1
        );
        Misread { line: other.0, column: other.1, found: "a second empty field".into(), expected }
    }

    /// A description of the expected pieces.
    fn expected(self) -> String {
        match (self.has_blank, self.count) {
            (true, 2) => "the tile 1 and one blank (x, 0, _ or .)".into(),
            (true, count) => format!("the tiles 1 to {} once each and one blank (x, 0, _ or .)", count - 1),
            (false, count) => format!("each number from {} to {} once", self.first, self.first + count - 1),
        }
    }

    /// Names the missing pieces, if they are few.
    fn missing(self, found: &[Token<'_>]) -> String {
        let mut seen = [false; 256];
        found.iter().filter_map(|token| self.piece(token)).for_each(|piece| seen[usize::from(piece)] = true);
        // The blank, which is 0, comes last.
        let missing = (1..self.count).chain([0]).filter(|&piece| piece < self.count && !seen[piece]);
        let mut missing: Vec<usize> = missing.collect();
        if !self.has_blank {
            missing.sort_unstable();
        }
        let name = |&piece: &usize| match (self.has_blank, piece) {
            (true, 0) => "the blank".to_string(),
            (true, tile) => format!("tile {tile}"),
            (false, piece) => (piece + self.first).to_string(),
        };
        let names: Vec<String> = missing.iter().map(name).collect();
        match &names[..] {
            [] => String::new(),
            [one] => format!("; {one} is missing"),
            [first @ .., last] if names.len() <= NAMED => format!("; {} and {last} are missing", first.join(", ")),
            _ => String::new(),
        }
    }
}

/// Whether a token other than a number stands for the blank. (The number 0 also stands for the blank.)
fn is_blank(text: &str) -> bool {
    matches!(text, "x" | "X" | "_" | ".") || !text.is_ascii() && matches!(&*narrow(text), "x" | "X" | "_" | ".")
}

/// The separator between two fields, or beside the first or last field of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldSeparator {
    /// The beginning or the end of a line.
    Line,
    /// An opening bracket.
    Open,
    /// A closing bracket; commas after it do not separate fields.
    Close,
    /// A comma or a semicolon.
    Comma,
    /// A bar, which may stand on both sides of a line.
    Bar,
}

impl FieldSeparator {
    fn of(character: char) -> Option<FieldSeparator> {
        match character {
            '\n' | '/' | '／' => Some(FieldSeparator::Line),
            '[' | '(' | '{' | '［' | '（' | '｛' | '【' => Some(FieldSeparator::Open),
            ']' | ')' | '}' | '］' | '）' | '｝' | '】' => Some(FieldSeparator::Close),
            ',' | ';' | '，' | '；' | '、' => Some(FieldSeparator::Comma),
            '|' | '｜' | '│' | '┃' | '║' => Some(FieldSeparator::Bar),
            _ => None,
        }
    }

    /// Whether two edges with nothing between them enclose an empty field.
    fn hold_a_field(before: FieldSeparator, behind: FieldSeparator) -> bool {
        match (before, behind) {
            (FieldSeparator::Close, _) | (_, FieldSeparator::Open) => false,
            (FieldSeparator::Bar, FieldSeparator::Bar) => true,
            _ => before == FieldSeparator::Comma || behind == FieldSeparator::Comma,
        }
    }
}

/// The tokens with `blank` in the place of the only empty field. A field may be empty between two commas, semicolons or
/// bars of a line, or between a comma and an end of the line; all lines must have the same number of fields. `None` if
/// there is no such field.
///
/// # Errors
/// The lines and columns of two empty fields, if there are several.
pub fn with_empty_field<'a>(
    text: &str,
    found: &[Token<'a>],
    blank: &'a str,
) -> Result<Option<Vec<Token<'a>>>, [(usize, usize); 2]> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut empty, mut widths): (Vec<(usize, usize)>, Vec<usize>) = Default::default();
    let (mut edge, mut is_filled, mut fields, mut has_edges) = (FieldSeparator::Line, false, 0, false);
    let (mut line, mut column) = (1, 0);
    for character in text.chars().chain(['\n']) {
        column += 1;
        match FieldSeparator::of(character) {
            Some(next) => {
                let is_empty = !is_filled && FieldSeparator::hold_a_field(edge, next);
                empty.extend(is_empty.then_some((line, column)));
                fields += usize::from(is_filled || is_empty);
                if matches!(next, FieldSeparator::Comma | FieldSeparator::Bar) {
                    has_edges |= is_filled || is_empty;
                    edge = if edge == FieldSeparator::Close && !is_filled { edge } else { next };
                } else {
                    widths.extend(has_edges.then_some(fields));
                    (edge, fields, has_edges) = (next, 0, false);
                }
                is_filled = false;
            }
            None => is_filled |= !super::is_separator(character),
        }
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
    }
    match empty[..] {
        [one, other, ..] => Err([one, other]),
        [place] if widths.windows(2).all(|pair| pair[0] == pair[1]) => {
            let at = found.iter().take_while(|token| (token.line, token.column) < place).count();
            let mut filled = found.to_vec();
            filled.insert(at, Token { text: blank, line: place.0, column: place.1 });
            Ok(Some(filled))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests;
