//! Finds the places in the file of the characters of a string with escapes.

/// A string as it is written between its quotation marks, which is read beside its value.
pub(super) struct Escapes<'t> {
    raw: &'t str,
    value: &'t str,
    has_escapes: bool,
    /// The numbers of bytes of the raw text and of the value that are passed.
    passed: (usize, usize),
}

impl<'t> Escapes<'t> {
    /// `has_escapes` is false for a literal string, in single marks, because a backslash stands for itself there.
    pub(super) fn new(raw: &'t str, value: &'t str, has_escapes: bool) -> Self {
        Escapes { raw, value, has_escapes, passed: (0, 0) }
    }

    /// The place in the raw text of a byte of the value. A caller asks for bytes in ascending order.
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

    /// The number of bytes that write the next character of the value; 0 for the end of a line after a backslash.
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

/// The number of bytes of the blanks at the beginning of a text.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}
