//! Writes packed words as letters, four letters at a time, by a table.

use crate::tables::words::PackedWord;

/// The letters of the moves 0 to 3, and a table of every four letters in a row.
///
/// ```
/// use loyd_judges::letters::Alphabet;
/// use loyd_judges::tables::words::PackedWord;
/// let word = PackedWord::EMPTY.with(0).with(2).with(3);
/// let mut output = b"3 ".to_vec();
/// Alphabet::new(*b"dlru").write(word, &mut output);
/// assert_eq!(output, b"3 dru");
/// ```
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// For each byte, its four letters from the highest two bits to the lowest.
    fours: [[u8; 4]; 256],
}

impl Alphabet {
    /// Creates an alphabet of four letters. A puzzle with three moves never uses the last letter.
    pub const fn new(letters: [u8; 4]) -> Self {
        let mut alphabet = Alphabet { fours: [[0; 4]; 256] };
        let mut byte = 0;
        while byte < 256 {
            let mut place = 0;
            while place < 4 {
                alphabet.fours[byte][3 - place] = letters[byte >> (2 * place) & 3];
                place += 1;
            }
            byte += 1;
        }
        alphabet
    }

    /// Appends the letters of a word to `output`.
    #[inline(always)]
    pub fn write(&self, word: PackedWord, output: &mut Vec<u8>) {
        let length = word.length();
        // Moves the first letter to the top. A single shift could be by 64, so the shift is done in two steps.
        let bytes = (word.packed() << 1 << (63 - 2 * length)).to_be_bytes();
        let mut letters = [[0; 4]; 8];
        for (four, byte) in letters.iter_mut().zip(bytes) {
            *four = self.fours[usize::from(byte)];
        }
        // All 32 letters are copied and the rest is dropped, because a copy of a fixed size takes two instructions.
        let end = output.len() + length as usize;
        output.extend_from_slice(letters.as_flattened());
        output.truncate(end);
    }
}

/// Appends a number in decimal digits.
///
/// ```
/// let mut output = Vec::new();
/// loyd_judges::letters::write_number(40_320, &mut output);
/// loyd_judges::letters::write_number(0, &mut output);
/// assert_eq!(output, b"403200");
/// ```
#[inline]
pub fn write_number(number: u32, output: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let (mut rest, mut begin) = (number, digits.len());
    loop {
        begin -= 1;
        digits[begin] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    output.extend_from_slice(&digits[begin..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_length() {
        let alphabet = Alphabet::new(*b"ABC?");
        let (mut word, mut expected) = (PackedWord::EMPTY, String::new());
        for place in 0..=PackedWord::LONGEST {
            let mut output = b"before ".to_vec();
            alphabet.write(word, &mut output);
            assert_eq!(String::from_utf8(output).unwrap(), format!("before {expected}"));
            if place < PackedWord::LONGEST {
                let letter = (place * place + place / 3) % 3;
                word = word.with(letter as u8);
                expected.push(char::from(b'A' + letter as u8));
            }
        }
    }

    #[test]
    fn numbers_as_they_are_written() {
        for number in (0..2000).chain([99_999, 1_000_000_000, u32::MAX]) {
            let mut output = Vec::new();
            write_number(number, &mut output);
            assert_eq!(String::from_utf8(output).unwrap(), number.to_string());
        }
    }
}
