//! Boards in the input of judges: permutations of numbers.

use super::input::Reader;
use loyd_core::text::Misread;

/// The most pieces, because one byte stores the number of a piece.
pub const MOST: usize = 256;

/// Reads the consecutive numbers from `first` on in any order, as many as `pieces` has room for. Stores each number
/// minus `first`.
///
/// # Errors
/// [`Misread`] at a number out of range, a repeated number, any other word, and the end of the input.
///
/// # Panics
/// If `pieces` has room for more than [`MOST`] numbers.
///
/// ```
/// use loyd_judges::input::Reader;
/// use loyd_judges::pieces::numbers;
/// let mut pieces = [0; 4];
/// numbers(&mut Reader::new(b"2 1\n4 3"), 1, &mut pieces).unwrap();
/// assert_eq!(pieces, [1, 0, 3, 2]);
/// let error = numbers(&mut Reader::new(b"2 1\n2 3"), 1, &mut pieces).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: found `2`, expected each number from 1 to 4 once, but this one comes a second time"
/// );
/// ```
#[inline]
pub fn numbers(input: &mut Reader<'_>, first: u8, pieces: &mut [u8]) -> Result<(), Misread> {
    read::<false>(input, first, pieces.len(), pieces)
}

/// Reads like [`numbers`], but with exactly `columns` numbers on every line. Empty lines between the lines are allowed.
///
/// # Errors
/// The errors of [`numbers`]; also [`Misread`] at a line that is too short, and at a word after the end of a row.
///
/// # Panics
/// If `pieces` has room for more than [`MOST`] numbers.
///
/// ```
/// use loyd_judges::input::Reader;
/// use loyd_judges::pieces::rows;
/// let error = rows(&mut Reader::new(b"1 2\n3 4 1"), 1, 2, &mut [0; 4]).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: found `1`, expected the end of a line of 2 numbers");
/// ```
#[inline]
pub fn rows(input: &mut Reader<'_>, first: u8, columns: usize, pieces: &mut [u8]) -> Result<(), Misread> {
    read::<true>(input, first, columns, pieces)
}

#[inline(always)]
fn read<const LINES: bool>(
    input: &mut Reader<'_>,
    first: u8,
    columns: usize,
    pieces: &mut [u8],
) -> Result<(), Misread> {
    assert!(pieces.len() <= MOST, "at most {MOST} pieces");
    let count = pieces.len();
    let columns_told = LINES.then_some(columns);
    let mut seen = [0u64; MOST / 64];
    for row in pieces.chunks_mut(columns.max(1)) {
        for (column, piece) in row.iter_mut().enumerate() {
            let word = if LINES && column > 0 { input.next_on_line() } else { input.next_word() };
            let number = word.and_then(|word| word.integer()).map(|number| number - i64::from(first));
            let number = number.filter(|&number| (0..count as i64).contains(&number)).map(|number| number as usize);
            match (word, number) {
                (Some(_), Some(number)) if seen[number / 64] >> (number % 64) & 1 == 0 => {
                    seen[number / 64] |= 1 << (number % 64);
                    *piece = number as u8;
                }
                (Some(word), number) => {
                    return Err(input.misread(word, &expected(first, count, columns_told, number.is_some())));
                }
                (None, _) => return Err(input.ended(&expected(first, count, columns_told, false))),
            }
        }
        if LINES && let Some(word) = input.next_on_line() {
            return Err(input.misread(word, &format!("the end of a line of {columns} numbers")));
        }
    }
    Ok(())
}

#[cold]
fn expected(first: u8, count: usize, columns: Option<usize>, again: bool) -> String {
    let last = usize::from(first) + count - 1;
    let columns = columns.map_or(String::new(), |columns| format!(", {columns} on every line"));
    let again = if again { ", but this one comes a second time" } else { "" };
    format!("each number from {first} to {last} once{columns}{again}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_size() {
        for count in [1, 4, 8, 9, 16, 24, 64, 65, 256] {
            for first in [0, 1] {
                let numbers_from = |shift: usize| {
                    let written = (0..count).map(|at| ((at * 7 + shift) % count + usize::from(first)).to_string());
                    written.collect::<Vec<_>>().join(" ")
                };
                let mut pieces = vec![0; count];
                assert_eq!(numbers(&mut Reader::new(numbers_from(3).as_bytes()), first, &mut pieces), Ok(()));
                assert!(pieces.iter().enumerate().all(|(at, &piece)| usize::from(piece) == (at * 7 + 3) % count));
            }
        }
    }

    #[test]
    fn errors_name_the_place() {
        let say = |text: &[u8]| numbers(&mut Reader::new(text), 0, &mut [0; 4]).unwrap_err().to_string();
        assert_eq!(say(b"0 1\n2 4"), "line 2, column 3: found `4`, expected each number from 0 to 3 once");
        assert_eq!(say(b"0 1 2\n"), "line 2, column 1: found end of text, expected each number from 0 to 3 once");
        for bad in ["-1", "x", "0", "99999999999999999999", "1.0", "\0", "\u{e9}"] {
            let said = say(format!("0 {bad} 2 3").as_bytes());
            assert!(said.starts_with("line 1, column 3: found `"), "{said}");
            assert_eq!(said.ends_with("but this one comes a second time"), bad == "0", "{said}");
        }
    }
}
