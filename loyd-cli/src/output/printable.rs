//! The filter for all text on its way to a terminal or a log. Text from a file or from the command line may contain
//! characters that a terminal obeys, or that change the order in which it shows the text. The filter escapes them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::str;

use loyd_core::text::is_plain;

/// Whether a character does more to a terminal than stand there: a control character except newline and tab, a mark of
/// the writing direction, or a line separator.
pub fn is_acting(c: char) -> bool {
    let is_mark = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_mark || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Escapes every character of a text that [acts](is_acting) on a terminal, as in `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_acting)
}

/// Escapes the characters that [act](is_acting) on a terminal, and also newlines and tabs, so that the text is one
/// line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_acting(c) || matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, is_escaped: fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped.into()
}

/// An output that escapes the characters that [act](is_acting) on a terminal.
#[derive(Debug)]
pub struct Printable<W> {
    output: W,
    /// The first bytes of a character whose other bytes have not arrived yet.
    begun: Vec<u8>,
}

impl<W: Write> Printable<W> {
    /// Wraps `output`.
    pub fn new(output: W) -> Self {
        Printable { output, begun: Vec::new() }
    }

    /// Returns the inner output without escaping, for our own text, such as the styles of a drawing.
    pub fn as_it_is(&mut self) -> &mut W {
        &mut self.output
    }

    fn pass(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        loop {
            let (text, bad) = match str::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let text = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                    (text, error.error_len())
                }
            };
            self.output.write_all(printable(text).as_bytes())?;
            bytes = &bytes[text.len()..];
            match bad {
                None => {
                    self.begun = bytes.to_vec();
                    return Ok(());
                }
                Some(length) => {
                    write!(self.output, "{}", bytes[..length].escape_ascii())?;
                    bytes = &bytes[length..];
                }
            }
        }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && is_plain(bytes) {
            self.output.write_all(bytes)?;
        } else {
            let whole = [&std::mem::take(&mut self.begun)[..], bytes].concat();
            self.pass(&whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_escaped_and_the_rest_stays() {
        assert!(matches!(printable("1 2/3 x\tü 方\n"), Cow::Borrowed(_)));
        let text = "\u{1b}[31m\r\u{7f}\u{9b}\u{202e}a\u{2066}\n\u{7}\0";
        let shown = "\\u{1b}[31m\\r\\u{7f}\\u{9b}\\u{202e}a\\u{2066}\n\\u{7}\\u{0}";
        assert_eq!(printable(text), shown);
        assert_eq!(one_line("a\nb\tc"), "a\\nb\\tc");
        assert!((0..0x20).filter_map(char::from_u32).all(|c| is_acting(c) != matches!(c, '\n' | '\t')));
        // The result does not depend on how the bytes are split.
        for size in 1..text.len() {
            let mut out = Printable::new(Vec::new());
            text.as_bytes().chunks(size).for_each(|chunk| out.write_all(chunk).unwrap());
            assert_eq!(str::from_utf8(out.as_it_is()).unwrap(), shown, "{size}");
        }
        for byte in 0..=u8::MAX {
            let text = [&[b'a'; 1500][..], &[byte], &[b'b'; 700]].concat();
            assert_eq!(is_plain(&text), byte.is_ascii() && !is_acting(char::from(byte)), "{byte}");
        }
        let mut out = Printable::new(Vec::new());
        out.write_all(b"a\xffb\xc2").unwrap();
        out.write_all(b"c").unwrap();
        assert_eq!(out.as_it_is(), b"a\\xffb\\xc2c");
    }
}
