//! Where the characters of a string with escapes stand in the file.

/// A string as it stands between its quotation marks, read beside its value.
pub(super) struct Escapes<'t> {
    raw: &'t str,
    value: &'t str,
    has_escapes: bool,
    /// Bytes of the raw text and of the value that are passed.
    passed: (usize, usize),
}

impl<'t> Escapes<'t> {
    /// In a literal string, one in single marks, a backslash stands for itself.
    pub(super) fn new(raw: &'t str, value: &'t str, has_escapes: bool) -> Self {
        Escapes { raw, value, has_escapes, passed: (0, 0) }
    }

    /// Where a byte of the value stands in the raw text. Bytes are asked for in their order.
    pub(super) fn raw_of(&mut self, byte: usize) -> usize {
        loop {
            let (raw, value) = (&self.raw[self.passed.0..], &self.value[self.passed.1..]);
            let length = self.length(raw, value);
            let is_end_of_line = self.has_escapes && raw.starts_with('\\') && length == 0;
            if is_end_of_line {
                self.passed.0 += 1 + blanks(&raw[1..]);
                continue;
            }
            if self.passed.1 >= byte || raw.is_empty() || value.is_empty() {
                return self.passed.0;
            }
            self.passed.0 += length;
            self.passed.1 += value.chars().next().map_or(0, char::len_utf8);
        }
    }

    /// The bytes with which the next character of the value is written; 0 for a line's end behind a backslash.
    fn length(&self, raw: &str, value: &str) -> usize {
        let digits = match raw.as_bytes() {
            [b'\\', b' ' | b'\t' | b'\r' | b'\n', ..] if self.has_escapes => return 0,
            [b'\\', b'x', ..] if self.has_escapes => 2,
            [b'\\', b'u', ..] if self.has_escapes => 4,
            [b'\\', b'U', ..] if self.has_escapes => 8,
            [b'\\', ..] if self.has_escapes => 0,
            [b'\r', b'\n', ..] if value.starts_with('\n') => 0,
            _ => return raw.chars().next().map_or(0, char::len_utf8),
        };
        raw.len().min(2 + digits)
    }
}

/// The bytes of the blanks with which a text begins.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}
