//! The tokens of a GAP file.

use std::iter::{FusedIterator, Peekable};
use std::str::CharIndices;

use loyd_core::text::{Misread, Token};

/// The tokens of a GAP file, without comments: names and numbers, `:=`, and single characters.
#[derive(Clone, Debug)]
pub(super) struct GapTokens<'a> {
    text: &'a str,
    characters: Peekable<CharIndices<'a>>,
    line: usize,
    column: usize,
}

/// Whether a character belongs to a name or a number.
pub(super) fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '@' | '\\')
}

impl<'a> GapTokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        GapTokens { text, characters: text.char_indices().peekable(), line: 1, column: 1 }
    }

    /// The error for a text that ends too early. It is right only after the last token.
    pub fn ended(&self, expected: impl Into<String>) -> Misread {
        Misread { line: self.line, column: self.column, found: "end of text".into(), expected: expected.into() }
    }

    /// Goes past one character. A line ends with LF, CR or both.
    fn step(&mut self) -> Option<char> {
        let (_, character) = self.characters.next()?;
        let is_end = match character {
            '\n' => true,
            '\r' => self.characters.peek().is_none_or(|&(_, next)| next != '\n'),
            _ => false,
        };
        (self.line, self.column) = if is_end { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(character)
    }

    fn peeked(&mut self) -> Option<char> {
        self.characters.peek().map(|&(_, character)| character)
    }

    fn at(&mut self) -> usize {
        self.characters.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    /// Whether the next character is a backslash that ends its line, so that the next line continues this one.
    fn is_continued(&self) -> bool {
        let mut ahead = self.characters.clone().map(|(_, character)| character);
        ahead.next() == Some('\\') && matches!(ahead.next(), Some('\n' | '\r'))
    }

    /// Goes past blanks, ends of lines and comments.
    fn skip(&mut self) {
        while let Some(character) = self.peeked() {
            match character {
                '#' => {
                    while self.peeked().is_some_and(|character| !matches!(character, '\n' | '\r')) {
                        self.step();
                    }
                }
                '\\' if self.is_continued() => {
                    self.step();
                }
                _ if character.is_whitespace() => {
                    self.step();
                }
                _ => return,
            }
        }
    }
}

impl<'a> Iterator for GapTokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip();
        let (begin, line, column) = (self.at(), self.line, self.column);
        match self.step()? {
            first if is_of_name(first) => {
                let mut is_escaped = first == '\\';
                while let Some(character) = self.peeked()
                    && (is_escaped || is_of_name(character))
                    && !matches!(character, '\n' | '\r')
                {
                    is_escaped = !is_escaped && character == '\\';
                    self.step();
                }
            }
            ':' if self.peeked() == Some('=') => {
                self.step();
            }
            _ => {}
        }
        let end = self.at();
        Some(Token { text: &self.text[begin..end], line, column })
    }
}

impl FusedIterator for GapTokens<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_places() {
        for end in ["\n", "\r", "\r\n"] {
            let text = ["# a := 1", " M_U :=(1, 20)", "\t\\1\\-2 ;# b", "é^-1"].join(end);
            let mut tokens = GapTokens::new(&text);
            let found: Vec<_> = tokens.by_ref().map(|Token { text, line, column }| (text, line, column)).collect();
            let expected = [
                ("M_U", 2, 2),
                (":=", 2, 6),
                ("(", 2, 8),
                ("1", 2, 9),
                (",", 2, 10),
                ("20", 2, 12),
                (")", 2, 14),
                ("\\1\\-2", 3, 2),
                (";", 3, 8),
                ("é", 4, 1),
                ("^", 4, 2),
                ("-", 4, 3),
                ("1", 4, 4),
            ];
            assert_eq!(found, expected, "{end:?}");
            let ended = tokens.ended("more");
            assert_eq!((ended.line, ended.column), (4, 5));
        }
        let continued: Vec<&str> = GapTokens::new("\u{feff}(1,\\\n2)\\").map(|token| token.text).collect();
        assert_eq!(continued, ["(", "1", ",", "2", ")", "\\"]);
    }
}
