//! Lines of tokens, for the forms that are read line by line.

use std::iter::FusedIterator;

use loyd_core::text::{Misread, Token, tokens_between};

/// A line with its tokens, at least one.
#[derive(Clone, Debug)]
pub(crate) struct TextLine<'a> {
    /// The whole text of the line.
    pub text: &'a str,
    /// The tokens of the line.
    pub tokens: Vec<Token<'a>>,
}

impl<'a> TextLine<'a> {
    /// The first token.
    pub fn first(&self) -> Token<'a> {
        self.tokens[0]
    }

    /// The error for a line that ends too early.
    pub fn ended(&self, expected: impl Into<String>) -> Misread {
        let last = self.tokens[self.tokens.len() - 1];
        let column = last.column + last.text.chars().count();
        Misread { line: last.line, column, found: "end of line".into(), expected: expected.into() }
    }

    /// The tokens, which must be `count` tokens; `each` describes them.
    pub fn exactly(&self, count: usize, each: &str) -> Result<&[Token<'a>], Misread> {
        match self.tokens.get(count) {
            Some(next) => Err(next.misread(format!("the end of the line after {each}"))),
            None if self.tokens.len() < count => Err(self.ended(each)),
            None => Ok(&self.tokens),
        }
    }
}

/// The lines of a text that are neither empty nor comments (`#`). A line ends with LF, CR or both.
#[derive(Clone, Debug)]
pub(crate) struct TextLines<'a> {
    rest: &'a str,
    /// The number of the first line of the rest, from 1.
    number: usize,
    /// The column where the text ended; known once the rest is empty.
    column: usize,
    ahead: Option<TextLine<'a>>,
}

impl<'a> TextLines<'a> {
    /// The lines of a text.
    pub fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        TextLines { rest, number: 1, column: 1, ahead: None }
    }

    /// The next line, without going past it.
    pub fn peek(&mut self) -> Option<&TextLine<'a>> {
        self.ahead = self.next();
        self.ahead.as_ref()
    }

    /// The next line.
    ///
    /// # Errors
    /// [`Misread`] if the text ends.
    pub fn required(&mut self, expected: &str) -> Result<TextLine<'a>, Misread> {
        self.next().ok_or_else(|| self.ended(expected))
    }

    /// The error for a text that ends too early. It is right only after the last line.
    pub fn ended(&self, expected: impl Into<String>) -> Misread {
        Misread { line: self.number, column: self.column, found: "end of text".into(), expected: expected.into() }
    }
}

impl<'a> Iterator for TextLines<'a> {
    type Item = TextLine<'a>;

    fn next(&mut self) -> Option<TextLine<'a>> {
        if let Some(line) = self.ahead.take() {
            return Some(line);
        }
        while !self.rest.is_empty() {
            let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at(end);
            let number = self.number;
            self.rest = rest.strip_prefix("\r\n").or_else(|| rest.get(1..)).unwrap_or("");
            match rest.is_empty() {
                true => self.column = 1 + text.chars().count(),
                false => self.number += 1,
            }
            if text.trim_start().starts_with('#') {
                continue;
            }
            let mut tokens = tokens_between(text, char::is_whitespace);
            if !tokens.is_empty() {
                tokens.iter_mut().for_each(|token| token.line = number);
                return Some(TextLine { text, tokens });
            }
        }
        None
    }
}

impl FusedIterator for TextLines<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_ends_a_line_and_comments_say_nothing() {
        for end in ["\n", "\r", "\r\n"] {
            let text = ["# a", "", " b c", "\t# d", "e", ""].join(end);
            let mut lines = TextLines::new(&text);
            assert_eq!(lines.peek().map(|line| line.first().text), Some("b"));
            let found: Vec<_> = lines
                .by_ref()
                .flat_map(|l| l.tokens)
                .map(|Token { text, line, column }| (text, line, column))
                .collect();
            assert_eq!(found, [("b", 3, 2), ("c", 3, 4), ("e", 5, 1)], "{end:?}");
            let ended = lines.ended("more");
            assert_eq!((ended.line, ended.column), (6, 1), "{end:?}");
        }
        let mut lines = TextLines::new("\u{feff}ab\n cd");
        assert_eq!(lines.by_ref().count(), 2);
        let ended = lines.required("more").unwrap_err();
        assert_eq!(ended.to_string(), "line 2, column 4: found end of text, expected more");
    }

    #[test]
    fn a_line_has_as_many_tokens_as_it_should() {
        let line = TextLines::new("  Name a b").next().unwrap();
        assert_eq!(line.exactly(3, "a name").unwrap().len(), 3);
        let error = line.exactly(2, "a name").unwrap_err().to_string();
        assert_eq!(error, "line 1, column 10: found `b`, expected the end of the line after a name");
        let error = line.exactly(4, "a name").unwrap_err().to_string();
        assert_eq!(error, "line 1, column 11: found end of line, expected a name");
    }
}
