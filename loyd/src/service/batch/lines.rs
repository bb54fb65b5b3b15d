//! Lines of an input with any content. A line is cut when it is too long, and checked to be text.

use std::io::{self, BufRead, BufReader, Read};

use loyd_core::text::Misread;

/// The most bytes of a line that are kept. The largest board takes little more than a thousand bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// A line of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: u64,
    /// The text of the line without its end, or the reason why the line is too long or not text.
    pub text: Result<String, Misread>,
}

/// Reads lines one by one.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    blank_counts: bool,
    /// The number of the last line read.
    number: u64,
    /// The number of lines handed out.
    index: u64,
    /// The number of blank lines read before `held` that are not handed out yet.
    blanks: u64,
    held: Option<Line>,
}

impl<R: Read> Lines<BufReader<R>> {
    /// Whether the next line is in memory, so that a read does not wait for input.
    pub fn is_at_hand(&self) -> bool {
        let buffer = self.input.buffer();
        let is_text = |byte: &u8| self.blank_counts || !byte.is_ascii_whitespace();
        let begin = buffer.iter().position(is_text);
        self.blanks > 0 || self.held.is_some() || begin.is_some_and(|begin| buffer[begin..].contains(&b'\n'))
    }
}

impl<R: BufRead> Lines<R> {
    /// Reads from the start of `input`. Unless `blank_counts`, blank lines at the end of the input are ignored.
    pub fn new(input: R, blank_counts: bool) -> Self {
        Lines { input, blank_counts, number: 0, index: 0, blanks: 0, held: None }
    }

    /// Returns the next line with its index, counted from 0.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<(u64, Line)>> {
        while self.held.is_none() {
            let Some(line) = self.read()? else { return Ok(None) };
            match &line.text {
                Ok(text) if !self.blank_counts && text.chars().all(|c| c.is_whitespace() || c == '\u{feff}') => {
                    self.blanks += 1;
                }
                _ => self.held = Some(line),
            }
        }
        self.index += 1;
        let index = self.index - 1;
        if self.blanks > 0 {
            let number = self.number - self.blanks;
            self.blanks -= 1;
            return Ok(Some((index, Line { number, text: Ok(String::new()) })));
        }
        Ok(self.held.take().map(|line| (index, line)))
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut length = 0;
        let mut any = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length += part.len();
            bytes.extend_from_slice(&part[..part.len().min(LONGEST_LINE - bytes.len())]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line { number: self.number, text: self.text(bytes, length) }))
    }

    fn text(&self, bytes: Vec<u8>, length: usize) -> Result<String, Misread> {
        let line = usize::try_from(self.number).unwrap_or(usize::MAX);
        if length > LONGEST_LINE {
            let found = format!("a line of {length} bytes");
            let expected = format!("a position in no more than {LONGEST_LINE} bytes");
            return Err(Misread { line, column: 1, found, expected });
        }
        String::from_utf8(bytes).map_err(|error| {
            let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let column = String::from_utf8_lossy(good).chars().count() + 1;
            let found = bad.first().map_or("nothing".into(), |byte| format!("byte 0x{byte:02x}"));
            Misread { line, column, found, expected: "text in UTF-8".into() }
        })
    }
}
