//! Answers for programs: one object a line. docs/formats.md describes them.

use std::io::{self, Write};

use loyd::service::{Fault, Kind, Origin};
use serde::Serialize;

use crate::exit::Failure;

/// The version of the schema.
pub use loyd::service::VERSION;

/// Writes a failure as an object.
///
/// # Errors
/// When it cannot be written.
pub fn error(failure: &Failure, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    match failure {
        Failure::Fault(fault) => line(fault, out),
        failure => line(&Fault::new(Kind::Output, Origin::System, failure.to_string()), out),
    }
}

/// Writes one object and ends the line.
///
/// # Errors
/// When it cannot be written.
pub fn line(object: &impl Serialize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::text::Misread;

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
