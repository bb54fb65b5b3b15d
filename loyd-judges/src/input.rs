//! The input of a judge: words between white space, read one at a time. Line and column are computed only for an error.

use loyd_core::text::{Misread, quoted};

/// A run of bytes without white space, and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputWord<'a> {
    /// The bytes of the word.
    pub bytes: &'a [u8],
    /// The offset of the first byte in the input.
    pub at: usize,
}

impl InputWord<'_> {
    /// The integer that the word spells, if it is an integer and fits into 64 bits.
    #[inline]
    pub fn integer(&self) -> Option<i64> {
        integer(self.bytes)
    }
}

/// Reads the words of an input in order.
///
/// White space is blanks, tabs and line ends of any kind; a byte order mark at the beginning is skipped. Words are
/// bytes. A judge compares them with the few characters that it accepts, and any other byte, such as a NUL or an
/// invalid character, is a [`Misread`]. Memory is allocated only for an error.
///
/// ```
/// use loyd_judges::input::Reader;
/// let mut input = Reader::new(b"2 -1\r\nWRB x");
/// assert_eq!(input.number(0, 7, "rows"), Ok(2));
/// assert_eq!(input.number(-1, 4, "the barrier's number"), Ok(-1));
/// assert_eq!(input.letter("a face").unwrap().bytes, b"W");
/// assert_eq!(input.word("two faces").unwrap().bytes, b"RB");
/// let error = input.number(0, 7, "rows").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: found `x`, expected rows, a number from 0 to 7");
/// assert!(input.is_done());
/// let error = input.number(0, 7, "columns").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 6: found end of text, expected columns, a number from 0 to 7");
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    input: &'a [u8],
    at: usize,
    /// The position of the first byte in the whole input.
    place: InputPosition,
    /// Whether the input continues after these bytes.
    more: bool,
    /// Whether a read has reached the end of these bytes although the input continues.
    short: bool,
}

/// The length of the input before a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputPosition {
    bytes: usize,
    /// The number of line ends.
    lines: usize,
    /// The number of characters of the current line.
    column: usize,
}

impl InputPosition {
    /// Advances the position over `bytes`.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let text = if self.bytes == 0 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes) } else { bytes };
        self.bytes += bytes.len();
        self.lines += memchr::memchr_iter(b'\n', text).count();
        let begin = memchr::memrchr(b'\n', text).map(|end| end + 1);
        self.column = if begin.is_some() { 0 } else { self.column };
        self.column += text[begin.unwrap_or(0)..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a byte separates words: a blank, or a control character from tab to carriage return.
#[inline(always)]
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

impl<'a> Reader<'a> {
    /// Creates a reader at the beginning of `input`.
    pub fn new(input: &'a [u8]) -> Self {
        Reader::window(input, InputPosition::default(), false)
    }

    /// Creates a reader of a part of an input, which begins at `place`. `more`: whether the input continues after it.
    pub(crate) fn window(input: &'a [u8], place: InputPosition, more: bool) -> Self {
        let marked = place.bytes == 0 && input.starts_with(BYTE_ORDER_MARK);
        Reader { input, at: if marked { BYTE_ORDER_MARK.len() } else { 0 }, place, more, short: false }
    }

    /// Whether the input continues after the bytes here.
    #[inline(always)]
    pub(crate) fn has_more(&self) -> bool {
        self.more
    }

    /// Whether a read has reached the end of the bytes here although the input continues, so its result is not valid.
    #[inline(always)]
    pub(crate) fn is_short(&self) -> bool {
        self.short
    }

    /// The number of bytes that were read.
    #[inline(always)]
    pub(crate) fn passed(&self) -> usize {
        self.at
    }

    /// Goes back to where `passed` bytes were read, and forgets the later reads.
    pub(crate) fn go_back(&mut self, passed: usize) {
        (self.at, self.short) = (passed, false);
    }

    /// Notes that a read has reached the end of the bytes here.
    #[inline(always)]
    fn meet_end(&mut self) {
        self.short |= self.more;
    }

    /// Skips white space.
    #[inline(always)]
    pub(crate) fn skip(&mut self) {
        while self.at < self.input.len() && is_blank(self.input[self.at]) {
            self.at += 1;
        }
    }

    /// Whether only white space is left.
    #[inline]
    pub fn is_done(&mut self) -> bool {
        self.skip();
        let done = self.at == self.input.len();
        if done {
            self.meet_end();
        }
        done
    }

    /// The bytes that have not been read, with white space, for judges that recognize a common shape of their input.
    #[inline(always)]
    pub fn rest(&self) -> &'a [u8] {
        &self.input[self.at..]
    }

    /// Skips bytes of the [`rest`](Reader::rest) that the caller has read.
    ///
    /// # Panics
    /// The next read panics if there are fewer than `bytes` left.
    #[inline(always)]
    pub fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Returns the next word, or `None` at the end of the input.
    #[inline]
    pub fn next_word(&mut self) -> Option<InputWord<'a>> {
        self.skip();
        let begin = self.at;
        while self.at < self.input.len() && !is_blank(self.input[self.at]) {
            self.at += 1;
        }
        if self.at == self.input.len() {
            self.meet_end();
        }
        (begin < self.at).then(|| InputWord { bytes: &self.input[begin..self.at], at: begin })
    }

    /// Returns the next word if it stands on the current line. At the end of the line, nothing is read.
    #[inline]
    pub fn next_on_line(&mut self) -> Option<InputWord<'a>> {
        while self.at < self.input.len() && self.input[self.at] != b'\n' && is_blank(self.input[self.at]) {
            self.at += 1;
        }
        if self.input.get(self.at) == Some(&b'\n') { None } else { self.next_word() }
    }

    /// Returns the next word.
    ///
    /// # Errors
    /// [`Misread`] at the end of the input.
    #[inline]
    pub fn word(&mut self, expected: &str) -> Result<InputWord<'a>, Misread> {
        match self.next_word() {
            Some(word) => Ok(word),
            None => Err(self.ended(expected)),
        }
    }

    /// Returns the next byte that is not white space, as a word, for boards whose pieces may stand side by side.
    ///
    /// # Errors
    /// [`Misread`] at the end of the input.
    #[inline]
    pub fn letter(&mut self, expected: &str) -> Result<InputWord<'a>, Misread> {
        self.skip();
        let at = self.at;
        match self.input.get(at..at + 1) {
            Some(bytes) => {
                self.at += 1;
                Ok(InputWord { bytes, at })
            }
            None => {
                self.meet_end();
                Err(self.ended(expected))
            }
        }
    }

    /// Reads the next word as a number from `least` to `most`. The error calls the number `what`.
    ///
    /// # Errors
    /// [`Misread`] for any other word, however long.
    #[inline]
    pub fn number(&mut self, least: i64, most: i64, what: &str) -> Result<i64, Misread> {
        let word = self.next_word();
        match word.and_then(|word| word.integer()) {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ => {
                let expected = format!("{what}, a number from {least} to {most}");
                Err(word.map_or_else(|| self.ended(&expected), |word| self.misread(word, &expected)))
            }
        }
    }

    /// The number of words on the line of the next word, counted from that word, or 0 at the end of the input.
    pub fn words_on_line(&mut self) -> usize {
        self.skip();
        let rest = &self.input[self.at..];
        let end = memchr::memchr(b'\n', rest);
        if end.is_none() {
            self.meet_end();
        }
        let line = &rest[..end.unwrap_or(rest.len())];
        line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty()).count()
    }

    /// The error for `word` where `expected` should stand.
    #[cold]
    pub fn misread(&self, word: InputWord<'_>, expected: &str) -> Misread {
        // The most bytes of a word in an error: more than an error shows, also with the longest characters.
        const ENOUGH: usize = 256;
        // A word that ends inside a character is extended to the end of the character.
        let mut end = word.at + word.bytes.len();
        while self.input.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) && end < word.at + ENOUGH {
            end += 1;
        }
        let shown = &self.input[word.at..end.min(word.at + ENOUGH)];
        self.at_place(word.at, quoted(&String::from_utf8_lossy(shown)), expected)
    }

    /// The error for an input, or a line, that ends where `expected` should stand.
    #[cold]
    pub fn ended(&self, expected: &str) -> Misread {
        let rest = &self.input[self.at..];
        if rest.iter().all(|&byte| is_blank(byte)) {
            return self.at_place(self.input.len(), "end of text".into(), expected);
        }
        let at = if self.input[..self.at].ends_with(b"\r") { self.at - 1 } else { self.at };
        self.at_place(at, "end of line".into(), expected)
    }

    /// The error for a case that begins at the next word and is longer than the bytes in memory.
    #[cold]
    pub(crate) fn too_long(&self) -> Misread {
        let word = self.clone().next_word().unwrap_or(InputWord { bytes: &[], at: self.at });
        self.misread(word, &format!("a case of at most {} bytes", self.input.len()))
    }

    fn at_place(&self, at: usize, found: String, expected: &str) -> Misread {
        let mut place = self.place;
        place.pass(&self.input[..at]);
        Misread { line: place.lines + 1, column: place.column + 1, found, expected: expected.into() }
    }
}

/// The integer that `bytes` spell, if they are an integer and fit into 64 bits.
#[inline]
fn integer(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = match bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i64::from(digit))?;
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_whatever_stands_between_them() {
        for text in ["\u{feff}1 2 x", "1\t2\r\nx\r\n", "\n\n 1 2  x  ", "1\r2\rx"] {
            let mut input = Reader::new(text.as_bytes());
            assert_eq!((input.number(1, 1, "one"), input.number(2, 2, "two")), (Ok(1), Ok(2)), "{text:?}");
            assert_eq!(input.word("x").map(|word| word.bytes), Ok(&b"x"[..]), "{text:?}");
            assert!(input.is_done() && input.next_word().is_none(), "{text:?}");
        }
        for text in ["", " \r\n\t ", "\u{feff}"] {
            assert!(Reader::new(text.as_bytes()).is_done(), "{text:?}");
        }
    }

    #[test]
    fn words_of_a_line_are_counted_from_the_next_one() {
        let mut input = Reader::new(b"\n 9 8 7\r\n6 5");
        assert_eq!(input.words_on_line(), 3);
        assert!(input.next_word().is_some());
        assert_eq!(input.words_on_line(), 2);
        assert!(input.next_word().and(input.next_word()).is_some());
        assert_eq!(input.words_on_line(), 2);
        assert!(input.next_word().and(input.next_word()).is_some());
        assert_eq!(input.words_on_line(), 0);
    }

    #[test]
    fn errors_name_the_place() {
        let say = |bytes: &[u8]| {
            let mut input = Reader::new(bytes);
            loop {
                if let Err(error) = input.number(-1, 7, "rows") {
                    return error.to_string();
                }
            }
        };
        assert_eq!(say(b"1\n2  8"), "line 2, column 4: found `8`, expected rows, a number from -1 to 7");
        assert_eq!(say(b"\xef\xbb\xbf1 +2"), "line 1, column 3: found `+2`, expected rows, a number from -1 to 7");
        assert!(say(b"1 2\n").starts_with("line 2, column 1: found end of text"));
        assert!(say("1 é\n".as_bytes()).starts_with("line 1, column 3: found `é`"));
        assert!(say(b"7 \xff\xfe").starts_with("line 1, column 3: found `\u{fffd}\u{fffd}`"));
        for bad in ["-2", "-", "--1", "1.5", "99999999999999999999999", "-9223372036854775808", "\0", "1\0", "0x1"] {
            assert!(say(format!("3 {bad} 3").as_bytes()).starts_with("line 1, column 3: found `"), "{bad:?}");
        }
        let long = "7".repeat(10_000_000);
        assert!(say(long.as_bytes()).len() < 200);
    }

    #[test]
    fn a_line_ends_before_the_next_word() {
        let mut input = Reader::new(b" 1 2\t\r\n 3\n");
        let on_line = |input: &mut Reader<'_>| input.next_on_line().map(|word| word.bytes.to_vec());
        assert_eq!([on_line(&mut input), on_line(&mut input)], [Some(b"1".to_vec()), Some(b"2".to_vec())]);
        assert_eq!([on_line(&mut input), on_line(&mut input)], [None, None]);
        assert_eq!(input.ended("a number").to_string(), "line 1, column 6: found end of line, expected a number");
        assert_eq!(input.word("3").unwrap().bytes, b"3");
        assert_eq!(on_line(&mut input), None);
        assert_eq!(input.ended("a number").to_string(), "line 3, column 1: found end of text, expected a number");
    }

    #[test]
    fn a_letter_of_a_longer_character_is_shown_whole() {
        let mut input = Reader::new("aé".as_bytes());
        assert_eq!(input.letter("a letter").unwrap().bytes, b"a");
        let word = input.letter("a letter").unwrap();
        assert_eq!(input.misread(word, "b").to_string(), "line 1, column 2: found `é`, expected b");
    }
}
