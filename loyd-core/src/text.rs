//! Tokens of a text with their places, and the one error for a text that cannot be read.

use std::borrow::Cow;

mod board;
mod names;
mod pieces;

pub use board::plain_board;
pub(crate) use board::without_comments;
pub use names::{is_same_name, nearest, plain_name};
pub use pieces::{Pieces, permutation, pieces, with_empty_field};

/// The error for a text that is not as expected, with its place.
///
/// Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct Misread {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text found there, quoted and shortened, or `end of text`.
    pub found: String,
    /// A description of the expected text.
    pub expected: String,
}

/// The text of a file in UTF-8. Lines of comments, which begin with `#`, may be in another encoding.
///
/// ```
/// use loyd_core::text::decoded;
/// let text = |bytes: &[u8]| decoded(bytes.to_vec()).map_err(|wrong| wrong.to_string());
/// assert_eq!(text(b"# K\xe5re\nName A\n"), Ok("# K\u{fffd}re\nName A\n".into()));
/// let error = "line 2, column 7: found bytes that are no UTF-8, expected text in UTF-8";
/// assert!(text(b"# K\xe5re\nName K\xe5re\n").unwrap_err().starts_with(error));
/// ```
///
/// # Errors
/// [`Misread`] with the place of the first other bytes in any other line.
pub fn decoded(bytes: Vec<u8>) -> Result<String, Misread> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text += line,
            Err(_) if line.trim_ascii_start().starts_with(b"#") => text += &String::from_utf8_lossy(line),
            Err(error) => {
                text += &String::from_utf8_lossy(&line[..error.valid_up_to()]);
                let found = "bytes that are no UTF-8".into();
                return Err(Misread { found, ..ended(&text, "text in UTF-8, except in lines that begin with #") });
            }
        }
    }
    Ok(text)
}

/// Whether all bytes are printable ASCII characters, newlines or tabs. There is no branch for each byte, so that the
/// processor compares many bytes at once: a judge writes megabytes.
///
/// ```
/// use loyd_core::text::is_plain;
/// assert!(is_plain(b"1 2 x\n\t~") && !is_plain(b"1\r\n") && !is_plain("é".as_bytes()) && !is_plain(b"\x7f"));
/// ```
pub fn is_plain(bytes: &[u8]) -> bool {
    let is_one = |byte: u8| (byte.wrapping_sub(b' ') <= b'~' - b' ') | (byte == b'\n') | (byte == b'\t');
    bytes.chunks(1024).all(|chunk| chunk.iter().fold(true, |plain, &byte| plain & is_one(byte)))
}

/// A run of characters without separators, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The characters.
    pub text: &'a str,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Token<'_> {
    /// The error for a token that is not as expected.
    pub fn misread(&self, expected: impl Into<String>) -> Misread {
        Misread { line: self.line, column: self.column, found: quoted(self.text), expected: expected.into() }
    }

    /// The number this token writes, if it lies between `least` and `most` and fits in a `T`.
    ///
    /// # Errors
    /// [`Misread`] for any other token, however long.
    ///
    /// ```
    /// let token = loyd_core::text::Token { text: "17", line: 2, column: 5 };
    /// assert_eq!(token.number(0, 20, "a number from 0 to 20"), Ok(17));
    /// let error = token.number::<u64>(0, 15, "a number from 0 to 15").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 5: found `17`, expected a number from 0 to 15");
    /// ```
    pub fn number<T: TryFrom<u64>>(&self, least: u64, most: u64, expected: &str) -> Result<T, Misread> {
        let number = self.digits().filter(|number| (least..=most).contains(number));
        number.and_then(|number| number.try_into().ok()).ok_or_else(|| self.misread(expected))
    }

    /// The number that a token of digits writes; full-width digits are accepted. A number too large for a `u64` becomes
    /// `u64::MAX`. `None` for any other token.
    #[inline]
    pub fn digits(&self) -> Option<u64> {
        let all = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if all(self.text) {
            return Some(self.text.parse().unwrap_or(u64::MAX));
        }
        if self.text.is_ascii() {
            return None;
        }
        let narrow = narrow(self.text);
        all(&narrow).then(|| narrow.parse().unwrap_or(u64::MAX))
    }
}

/// The text as an error shows it: quoted, with control characters escaped, and at most 40 characters long.
///
/// ```
/// assert_eq!(loyd_core::text::quoted("U'\t\"b\""), "`U'\\t\"b\"`");
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for character in text.chars().take(LONGEST) {
        match character {
            '\'' | '"' => shown.push(character),
            other => shown.extend(other.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Replaces full-width letters, digits and signs of a text by plain ones.
///
/// ```
/// assert_eq!(loyd_core::text::narrow("３ｘ"), "3x");
/// ```
pub fn narrow(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let plain = |character| match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        other => other,
    };
    text.chars().map(plain).collect()
}

/// Whether a character separates tokens: white space, a comma, a semicolon, a slash, a bar, a bracket, a quotation
/// mark, one of these in full width, a line of a drawn table, or a byte order mark.
#[inline]
pub fn is_separator(character: char) -> bool {
    match character {
        '\0'..='\x7f' => matches!(
            character,
            ' ' | '\t'..='\r' | ',' | ';' | '/' | '|' | '[' | ']' | '(' | ')' | '{' | '}' | '"' | '\''
        ),
        '，' | '、' | '；' | '／' | '｜' | '［' | '］' | '（' | '）' | '｛' | '｝' | '【' | '】' => true,
        '“' | '”' | '‘' | '’' | '\u{2500}'..='\u{257f}' | '\u{feff}' => true,
        _ => character.is_whitespace(),
    }
}

/// The tokens of a text, in order.
///
/// ```
/// let tokens = loyd_core::text::tokens("1 2,3\n x/y");
/// let places: Vec<_> = tokens.iter().map(|token| (token.text, token.line, token.column)).collect();
/// assert_eq!(places, [("1", 1, 1), ("2", 1, 3), ("3", 1, 5), ("x", 2, 2), ("y", 2, 4)]);
/// ```
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = tokens_between(text, is_separator);
    // Boards that are drawn without a terminal have lines such as `+---+---+`.
    if text.contains("+-") {
        tokens.retain(|token| !(token.text.starts_with("+-") && token.text.bytes().all(|c| matches!(c, b'+' | b'-'))));
    }
    tokens
}

/// The tokens of a text, in order, with other separators. A byte order mark at the beginning of the text belongs to no
/// token.
pub fn tokens_between(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut begin = None;
    let (mut line, mut column) = (1, 1);
    for (at, character) in text.char_indices() {
        let is_mark = at == 0 && character == '\u{feff}';
        match (is_mark || is_separator(character), begin) {
            (true, Some((from, line, column))) => {
                tokens.push(Token { text: &text[from..at], line, column });
                begin = None;
            }
            (false, None) => begin = Some((at, line, column)),
            _ => {}
        }
        match character {
            '\n' => (line, column) = (line + 1, 1),
            _ if is_mark => {}
            _ => column += 1,
        }
    }
    if let Some((from, line, column)) = begin {
        tokens.push(Token { text: &text[from..], line, column });
    }
    tokens
}

/// Words with a space between two; `push` writes a word. A pattern writes every position of a space, so a text takes
/// one allocation, and [`push_number`] does without the formatter.
///
/// ```
/// use loyd_core::text::{push_number, spaced};
/// assert_eq!(spaced([10, 2, 3], push_number), "10 2 3");
/// ```
pub fn spaced<W>(words: impl IntoIterator<Item = W>, push: impl Fn(&mut String, W)) -> String {
    let words = words.into_iter();
    let mut text = String::with_capacity(3 * words.size_hint().0);
    for (number, word) in words.enumerate() {
        if number > 0 {
            text.push(' ');
        }
        push(&mut text, word);
    }
    text
}

/// Writes the digits of a number.
#[inline]
pub fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// The error for a text that ends too early.
pub fn ended(text: &str, expected: impl Into<String>) -> Misread {
    let line = 1 + text.matches('\n').count();
    let column = 1 + text.rsplit('\n').next().unwrap_or(text).chars().count();
    Misread { line, column, found: "end of text".into(), expected: expected.into() }
}

/// The characters of a token, each as a token.
pub fn characters<'a>(word: &Token<'a>) -> impl Iterator<Item = Token<'a>> + use<'a> {
    let Token { text, line, column } = *word;
    text.char_indices().enumerate().map(move |(index, (at, character))| Token {
        text: &text[at..at + character.len_utf8()],
        line,
        column: column + index,
    })
}

/// Refuses a text with a prime after a letter, because it is moves of a cube: `U R U'`.
///
/// # Errors
/// [`Misread`] at the first such word.
pub fn has_no_primes(moves: &str) -> Result<(), Misread> {
    let primes = ['\'', '’', '′'];
    let is_primed = |word: &&Token<'_>| {
        let letters = word.text.trim_end_matches(primes);
        letters.len() < word.text.len() && letters.chars().next().is_some_and(char::is_alphabetic)
            || letters.contains(primes) && !letters.starts_with(primes)
    };
    // Words in quotation marks, such as a list in Python, are no moves of a cube.
    let is_bracket = |sign: char| sign.is_whitespace() || "[({".contains(sign);
    let is_quoted = moves.trim_start_matches(is_bracket).starts_with(primes);
    match tokens_between(moves, char::is_whitespace).iter().find(is_primed).filter(|_| !is_quoted) {
        Some(word) => Err(word.misread("letters of moves without primes, which are for a cube such as 3x3x3")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_those_that_people_write() {
        for text in [
            "1 2 3",
            "[1, 2, 3]",
            "1;2;3",
            "1|2|3",
            "｜1｜2｜3｜",
            "(1)(2)(3)",
            "“1”、2，3",
            "'1' \"2\" {3}",
            "1\u{3000}2/3",
        ] {
            let words: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
            assert_eq!(words, ["1", "2", "3"], "{text}");
        }
        // Signs of moves, numbers and blanks do not separate tokens.
        assert!(['-', '+', '.', '_', '#', 'x', '*', '@', ':'].into_iter().all(|character| !is_separator(character)));
    }

    #[test]
    fn digits_of_any_width_are_a_number() {
        let digits = |text| Token { text, line: 1, column: 1 }.digits();
        assert_eq!((digits("17"), digits("１７"), digits("1７")), (Some(17), Some(17), Some(17)));
        assert_eq!((digits(""), digits("-1"), digits("１x"), digits("٣")), (None, None, None, None));
        assert_eq!(digits("99999999999999999999999"), Some(u64::MAX));
    }
}
