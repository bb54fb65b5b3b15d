//! The limit on the length of a definition.

use loyd_core::text::Misread;

/// The longest text of a definition, in bytes.
pub const MOST_TEXT: usize = 1 << 24;

/// Refuses a text that is too long.
pub fn is_short(text: &str) -> Result<(), Misread> {
    if text.len() > MOST_TEXT {
        let found = format!("a text of {} bytes", text.len());
        return Err(Misread { line: 1, column: 1, found, expected: format!("at most {MOST_TEXT} bytes") });
    }
    Ok(())
}
