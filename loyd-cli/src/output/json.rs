//! Answers for programs, with one JSON object on each line. docs/formats.md describes the objects.

use std::io::{self, Write};

use loyd::service::{Fault, Kind, Origin};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::printable::is_acting;
use crate::exit::Failure;

/// The version of the JSON schema.
pub use loyd::service::VERSION;

/// Writes a failure as an object.
///
/// # Errors
/// When the output cannot be written.
pub fn error(failure: &Failure, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    match failure {
        Failure::Fault(fault) => line(fault, out),
        failure => line(&Fault::new(Kind::Output, Origin::System, failure.to_string()), out),
    }
}

/// Writes one object and ends the line.
///
/// # Errors
/// When the output cannot be written.
pub fn line(object: &impl Serialize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    object.serialize(&mut Serializer::with_formatter(&mut *out, Escaping))?;
    out.write_all(b"\n")
}

/// A formatter that escapes the characters that [act](is_acting) on a terminal and that JSON would leave unescaped.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_acting(*c)) {
            // Every such character is in the basic plane, so four digits are enough.
            write!(out, "{}\\u{:04x}", &rest[..at], u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::text::Misread;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_read_as_it_was() {
        let text = "a\u{1b}[1m\u{7f}\u{9b}\u{202e}\u{2066}\"\\ü\n";
        let mut written = Vec::new();
        line(&text, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(!written.trim_end().chars().any(is_acting) && written.lines().count() == 1, "{written}");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn an_error_keeps_its_place() {
        let misread = Misread { line: 3, column: 5, found: "`\u{1}\"`".into(), expected: "a tile".into() };
        let mut written = Vec::new();
        error(&Failure::from(Fault::line(&misread)), &mut written).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(read["version"], 1);
        assert_eq!(read["error"]["kind"], "state");
        assert_eq!((read["error"]["line"].as_u64(), read["error"]["column"].as_u64()), (Some(3), Some(5)));
        assert_eq!(read["error"]["found"], "`\u{1}\"`");
        assert_eq!(written.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
}
