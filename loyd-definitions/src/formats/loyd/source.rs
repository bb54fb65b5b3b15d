//! TOML with the places of its keys, values and words.

use std::cell::Cell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::escapes::Escapes;
use crate::formats::length::is_short;
use loyd_core::text::{Misread, Token, quoted, tokens_between};

/// The longest line, in bytes. Lines are limited, because columns are counted from the beginning of a line.
const LONGEST_LINE: usize = 1 << 18;

/// A value and its place in the text.
pub(super) type TomlValue<'a> = Spanned<DeValue<'a>>;

/// A text and the bytes where its lines begin.
pub(super) struct TomlSource<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// A byte whose column is known. Later columns of a long line are counted from there.
    last: Cell<(usize, usize)>,
}

/// The entries of a table, in the order of the text.
pub(super) struct Entries<'t> {
    entries: Vec<(TomlKey<'t>, &'t TomlValue<'t>)>,
}

/// A key and its byte in the text. Its line and column are counted only for an error: a line may hold many keys.
#[derive(Clone, Copy)]
pub(super) struct TomlKey<'t> {
    pub text: &'t str,
    at: usize,
}

impl<'a> TomlSource<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        TomlSource { text, lines, last: Cell::new((0, 1)) }
    }

    /// Parses the text as TOML.
    pub(super) fn parse(&self) -> Result<DeTable<'a>, Misread> {
        is_short(self.text)?;
        let ends = self.lines.iter().skip(1).copied().chain([self.text.len()]);
        if let Some((&begin, _)) = self.lines.iter().zip(ends).find(|(begin, end)| *end - *begin > LONGEST_LINE) {
            return Err(self.misread(begin..begin, format!("a line of at most {LONGEST_LINE} bytes")));
        }
        let text = self.text;
        DeTable::parse(text).map(Spanned::into_inner).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let said = error.message().lines().collect::<Vec<_>>().join(", ");
            self.misread(span, format!("TOML: {said}"))
        })
    }

    /// The line and the column of a byte.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|&begin| begin <= at).max(1);
        let begin = self.lines[line - 1];
        let (known, column) = match self.last.get() {
            (known, column) if (begin..=at).contains(&known) => (known, column),
            _ => (begin, 1),
        };
        let between = self.text.get(known..at).unwrap_or_default();
        let column = column + between.chars().filter(|&character| character != '\u{feff}').count();
        self.last.set((at, column));
        (line, column)
    }

    /// The error that something else was expected at a place.
    pub(super) fn misread(&self, span: Range<usize>, expected: impl Into<String>) -> Misread {
        let (line, column) = self.place(span.start);
        let found = match self.text.get(span).unwrap_or_default() {
            "" => match self.text.lines().nth(line - 1).map(|line| line.chars().skip(column - 1).collect::<String>()) {
                Some(rest) if !rest.is_empty() => quoted(&rest),
                _ if line >= self.lines.len() => "end of text".into(),
                _ => "the end of the line".into(),
            },
            found => quoted(found.trim_matches(['"', '\'']).trim()),
        };
        Misread { line, column, found, expected: expected.into() }
    }

    /// The entries of a table.
    pub(super) fn entries<'t>(&self, table: &'t DeTable<'t>) -> Entries<'t> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let key = |key: &'t Spanned<DeString<'t>>| TomlKey { text: key.get_ref(), at: key.span().start };
        Entries { entries: entries.into_iter().map(|(name, value)| (key(name), value)).collect() }
    }

    /// The error that something else was expected instead of a key.
    pub(super) fn not_key(&self, key: TomlKey<'_>, expected: impl Into<String>) -> Misread {
        let (line, column) = self.place(key.at);
        Token { text: key.text, line, column }.misread(expected)
    }

    /// Refuses keys other than these.
    pub(super) fn only(&self, entries: &Entries<'_>, keys: &[&str]) -> Result<(), Misread> {
        match entries.iter().find(|(key, _)| !keys.contains(&key.text)) {
            None => Ok(()),
            Some(&(key, _)) => Err(self.not_key(key, format!("one of the keys {}", keys.join(", ")))),
        }
    }

    /// The error that something else was expected instead of a value.
    pub(super) fn not(&self, value: &TomlValue<'_>, expected: impl Into<String>) -> Misread {
        self.misread(value.span(), expected)
    }

    /// The value as a text.
    pub(super) fn string<'t>(&self, value: &'t TomlValue<'t>, expected: &str) -> Result<&'t str, Misread> {
        value.get_ref().as_str().ok_or_else(|| self.not(value, expected))
    }

    /// The value as true or false.
    pub(super) fn flag(&self, value: &TomlValue<'_>) -> Result<bool, Misread> {
        value.get_ref().as_bool().ok_or_else(|| self.not(value, "true or false"))
    }

    /// The value as a number in a range.
    pub(super) fn number<T: TryFrom<u32>>(&self, value: &TomlValue<'_>, range: Range<u32>) -> Result<T, Misread> {
        let number = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let number = number.and_then(|number| number.as_str().parse().ok()).filter(|number| range.contains(number));
        number
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| self.not(value, format!("a number from {} to {}", range.start, range.end - 1)))
    }

    /// The value as a table.
    pub(super) fn table<'t>(&self, value: &'t TomlValue<'t>, expected: &str) -> Result<Entries<'t>, Misread> {
        let table = value.get_ref().as_table().ok_or_else(|| self.not(value, expected))?;
        Ok(self.entries(table))
    }

    /// The words of a text, with their places in the file.
    pub(super) fn words<'t>(
        &self,
        value: &'t TomlValue<'t>,
        expected: &str,
        separates: impl Fn(char) -> bool,
    ) -> Result<Vec<Token<'t>>, Misread> {
        let text = self.string(value, expected)?;
        let mut words = tokens_between(text, separates);
        self.place_words(value, text, &mut words);
        Ok(words)
    }

    /// The words of a text, row by row, without empty rows. A line's end that is written as an escape ends a row, too.
    pub(super) fn rows<'t>(&self, value: &'t TomlValue<'t>, expected: &str) -> Result<Vec<Vec<Token<'t>>>, Misread> {
        let text = self.string(value, expected)?;
        let mut words = tokens_between(text, is_blank);
        let lengths: Vec<usize> = words.chunk_by(|word, next| word.line == next.line).map(<[_]>::len).collect();
        self.place_words(value, text, &mut words);
        let mut words = words.into_iter();
        Ok(lengths.into_iter().map(|length| words.by_ref().take(length).collect()).collect())
    }

    /// Gives the words of a string their places in the file.
    fn place_words(&self, value: &TomlValue<'_>, text: &str, words: &mut [Token<'_>]) {
        let (begin, inside, has_escapes) = self.inside(value);
        if inside == text || inside.replace("\r\n", "\n") == text {
            let (line, column) = self.place(begin);
            for word in words {
                if word.line == 1 {
                    word.column += column - 1;
                }
                word.line += line - 1;
            }
            return;
        }
        let mut escapes = Escapes::new(inside, text, has_escapes);
        for word in words {
            let byte = word.text.as_ptr() as usize - text.as_ptr() as usize;
            (word.line, word.column) = self.place(begin + escapes.raw_of(byte));
        }
    }

    /// The place where a string begins after its quotation marks, the string as it is written there, and whether a
    /// backslash is an escape in it.
    fn inside(&self, value: &TomlValue<'_>) -> (usize, &str, bool) {
        let span = value.span();
        let raw = self.text.get(span.clone()).unwrap_or_default();
        let marks = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|marks| raw.starts_with(marks)).unwrap_or_default();
        let mut begin = marks.len();
        if marks.len() == 3 {
            begin += ["\r\n", "\n"].into_iter().find(|end| raw[begin..].starts_with(end)).map_or(0, str::len);
        }
        let inside = raw.get(begin..raw.len().saturating_sub(marks.len())).unwrap_or_default();
        (span.start + begin, inside, marks.starts_with('"'))
    }
}

/// Whether a character separates words.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

impl<'t> Entries<'t> {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'t TomlValue<'t>> {
        self.entries.iter().find(|(known, _)| known.text == key).map(|(_, value)| *value)
    }

    /// The keys and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(TomlKey<'t>, &'t TomlValue<'t>)> {
        self.entries.iter()
    }

    /// Whether the table has no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}
