//! Tokens of a text with where they stand, and the one error for a text that cannot be read.

use std::borrow::Cow;

/// A text that is not what was expected, and where.
///
/// Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct Misread {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What stands there, quoted and shortened, or `end of text`.
    pub found: String,
    /// What should stand there.
    pub expected: String,
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
    /// The error that this token is not what was expected.
    pub fn misread(&self, expected: impl Into<String>) -> Misread {
        Misread { line: self.line, column: self.column, found: quoted(self.text), expected: expected.into() }
    }

    /// The number this token writes, if it lies between `least` and `most`.
    ///
    /// # Errors
    /// [`Misread`] for anything else, however long.
    ///
    /// ```
    /// let token = loyd_core::text::Token { text: "17", line: 2, column: 5 };
    /// assert_eq!(token.number(0, 20, "a number from 0 to 20"), Ok(17));
    /// let error = token.number(0, 15, "a number from 0 to 15").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 5: found `17`, expected a number from 0 to 15");
    /// ```
    pub fn number(&self, least: u64, most: u64, expected: &str) -> Result<u64, Misread> {
        match self.text.bytes().all(|byte| byte.is_ascii_digit()).then(|| self.text.parse::<u64>()) {
            Some(Ok(number)) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.misread(expected)),
        }
    }
}

/// A found text as an error shows it: quoted, control characters escaped, no longer than 40 characters.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Whether a character separates tokens: white space, a comma, a slash, a byte order mark.
pub fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '/' | '\u{feff}')
}

/// The tokens of a text, in order, and the place where the text ends.
///
/// ```
/// let tokens = loyd_core::text::tokens("1 2,3\n x/y");
/// let places: Vec<_> = tokens.iter().map(|token| (token.text, token.line, token.column)).collect();
/// assert_eq!(places, [("1", 1, 1), ("2", 1, 3), ("3", 1, 5), ("x", 2, 2), ("y", 2, 4)]);
/// ```
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut begin = None;
    let (mut line, mut column) = (1, 1);
    for (at, character) in text.char_indices() {
        match (is_separator(character), begin) {
            (true, Some((from, line, column))) => {
                tokens.push(Token { text: &text[from..at], line, column });
                begin = None;
            }
            (false, None) => begin = Some((at, line, column)),
            _ => {}
        }
        match character {
            '\n' => (line, column) = (line + 1, 1),
            '\u{feff}' if at == 0 => {}
            _ => column += 1,
        }
    }
    if let Some((from, line, column)) = begin {
        tokens.push(Token { text: &text[from..], line, column });
    }
    tokens
}

/// The error that a text ends too early.
pub fn ended(text: &str, expected: impl Into<String>) -> Misread {
    let line = 1 + text.matches('\n').count();
    let column = 1 + text.rsplit('\n').next().unwrap_or(text).chars().count();
    Misread { line, column, found: "end of text".into(), expected: expected.into() }
}

/// The tokens of a text of exactly `count` pieces, where up to ten pieces of one character may also be
/// written together (`12345678x`) if `count` such characters, separators left out, are all there is.
///
/// # Errors
/// [`Misread`] at the first token too many, or at the end when there are too few; `what` names the pieces.
pub fn pieces<'a>(text: &'a str, count: usize, what: &str) -> Result<Vec<Token<'a>>, Misread> {
    let words = tokens(text);
    let lengths = || words.iter().map(|word| word.text.chars().take(count + 1).count());
    // Few and long words are pieces written together, whether or not they are as many as they should be.
    let long = words.len() == 1 || lengths().any(|length| length > 2) || lengths().sum::<usize>() == count;
    let joined = count <= 10 && words.len() != count && words.len() * 2 <= count + 1 && long;
    let found: Cow<'_, [Token<'a>]> = if joined {
        Cow::Owned(words.iter().flat_map(characters).take(count + 1).collect())
    } else {
        Cow::Borrowed(&words)
    };
    match found.len() {
        n if n == count => Ok(found.into_owned()),
        _ if joined && found.len() > count => Err(found[count].misread(format!("no more than {count} {what}"))),
        n if n > count => Err(found[count].misread(format!("no more than {count} {what}, but there are {n}"))),
        n => Err(ended(text, format!("{count} {what}, but there are only {n}"))),
    }
}

/// The characters of a token, each a token.
pub fn characters<'a>(word: &Token<'a>) -> impl Iterator<Item = Token<'a>> + use<'a> {
    let Token { text, line, column } = *word;
    text.char_indices().enumerate().map(move |(index, (at, character))| Token {
        text: &text[at..at + character.len_utf8()],
        line,
        column: column + index,
    })
}

/// Reads a permutation of `first..first + count` written with any separators, as numbers from 0.
///
/// # Errors
/// [`Misread`] for a number too many, too few, out of range, or twice.
pub fn permutation(text: &str, count: usize, first: usize) -> Result<Vec<u8>, Misread> {
    let last = first + count - 1;
    let expected = format!("each number from {first} to {last} once");
    let mut seen = vec![false; count];
    let tokens = pieces(text, count, &format!("numbers, {expected}")).map_err(|miscounted| {
        // What is no number says more than how many there are.
        let is_number = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
        let other = tokens(text).into_iter().find(|token| !is_number(token));
        other.map_or(miscounted, |token| token.misread(expected.clone()))
    })?;
    let read = tokens.iter().map(|token| {
        let number = token.number(first as u64, last as u64, &expected)? as usize - first;
        match std::mem::replace(&mut seen[number], true) {
            true => Err(token.misread(format!("{expected}, but this one comes a second time"))),
            false => Ok(number as u8),
        }
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_is_read_as_a_person_writes_it() {
        for text in ["1 2 3 4", "1234", "12/34", " 1,2\r\n3\t4 \n", "\u{feff}1 2 3 4"] {
            assert_eq!(permutation(text, 4, 1), Ok(vec![0, 1, 2, 3]), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        let say = |text: &str| permutation(text, 4, 1).unwrap_err().to_string();
        assert_eq!(say("1 2\n3 9"), "line 2, column 3: found `9`, expected each number from 1 to 4 once");
        assert!(say("1 2 3 3").contains("line 1, column 7: found `3`"), "{}", say("1 2 3 3"));
        assert!(say("1 2 3").contains("column 6: found end of text"), "{}", say("1 2 3"));
        assert!(say("1 2 3 4 5").contains("line 1, column 9: found `5`"));
        assert!(say("1 2 3 99999999999999999999999").contains("column 7"));
        assert!(say("-1 2 3 4").contains("`-1`"));
        assert!(say("1 2 3 \0").contains("`\\0`"));
        assert!(say("1 2 q").contains("column 5: found `q`, expected each number from 1 to 4"), "{}", say("1 2 q"));
        assert!(say("").contains("only 0"));
        assert!(say("123").contains("only 3"), "{}", say("123"));
        assert!(say("12345").contains("column 5: found `5`, expected no more than 4"), "{}", say("12345"));
        assert!(say(&"7".repeat(10_000_000)).len() < 200);
    }
}
