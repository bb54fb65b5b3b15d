//! Moves that are written together, without blanks: `R2F2R'B'`.

use crate::definition::move_names::{A_MOVE, MoveNames};
use loyd_core::limits::Watch;
use loyd_core::text::{Misread, Token, quoted};

/// The longest word that is divided, and the longest name in such a word, in bytes.
const LONGEST_WORD: usize = 1 << 16;
const LONGEST_NAME: usize = 64;

/// The most digits of a power.
const MOST_DIGITS: usize = 10;

/// Divides a word that is not a move into moves, and returns the length of each in bytes.
///
/// # Errors
/// [`Misread`] at the first part that is not a move, or at a part that can be divided in several ways.
///
/// # Complexity
/// The length of the word, times the number of different lengths of names.
pub(crate) fn divided(word: &Token<'_>, names: &MoveNames<'_>) -> Result<Vec<usize>, Misread> {
    let text = word.text;
    if text.is_empty() || text.len() > LONGEST_WORD {
        return Err(word.misread(A_MOVE));
    }
    let lengths = names.name_lengths().iter().copied();
    let lengths: Vec<usize> = lengths.take_while(|length| *length <= LONGEST_NAME).collect();
    Watch::demand(|watch| watch.spend((text.len() * (lengths.len() + 1)) as u64));
    let ends = |begin: usize| ends(text, begin, names, &lengths);
    // Whether moves lead from here to the end of the word.
    let mut leads = vec![false; text.len() + 1];
    leads[text.len()] = true;
    for begin in (0..text.len()).rev() {
        leads[begin] = text.is_char_boundary(begin) && ends(begin).into_iter().any(|end| leads[end]);
    }
    if !leads[0] {
        return Err(no_move(word, ends));
    }
    let next = |begin: usize| ends(begin).into_iter().filter(|&end| leads[end]).collect::<Vec<_>>();
    let (mut at, mut moves) = (0, Vec::new());
    while at < text.len() {
        let next = next(at);
        if next.len() > 1 {
            return Err(unclear(word, at, &next, &leads, ends));
        }
        moves.push(next[0] - at);
        at = next[0];
    }
    Ok(moves)
}

/// The ends of all moves that begin here: a name, and perhaps a power and a prime, or `^` and a power. Ascending.
fn ends(text: &str, begin: usize, names: &MoveNames<'_>, lengths: &[usize]) -> Vec<usize> {
    let mut ends = Vec::new();
    let digits = |at: usize| text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_digit()).take(MOST_DIGITS);
    for end in lengths.iter().map(|length| begin + length) {
        if !text.get(begin..end).is_some_and(|name| names.has(name)) {
            continue;
        }
        for power in end..=end + digits(end).count() {
            let prime = text[power..].chars().next().filter(|sign| ['\'', '’', '′'].contains(sign));
            ends.push(power);
            ends.extend(prime.map(|sign| power + sign.len_utf8()));
        }
        if let Some(power) = text[end..].strip_prefix('^') {
            let power = text.len() - power.strip_prefix('-').unwrap_or(power).len();
            ends.extend((power..=power + digits(power).count()).skip(1));
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// The part of a word from one byte to another, as a token at its place.
fn part<'t>(word: &Token<'t>, begin: usize, end: usize) -> Token<'t> {
    Token { text: &word.text[begin..end], column: word.column + word.text[..begin].chars().count(), ..*word }
}

/// The error for a word that moves do not make up: at the rest of the word if moves are its greater part.
fn no_move(word: &Token<'_>, ends: impl Fn(usize) -> Vec<usize>) -> Misread {
    let text = word.text;
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    let mut last = 0;
    for begin in 0..text.len() {
        if reached[begin] {
            last = begin;
            ends(begin).into_iter().for_each(|end| reached[end] = true);
        }
    }
    last = if reached[text.len()] { text.len() } else { last };
    let begin = if last * 2 >= text.len() { last } else { 0 };
    part(word, begin, text.len()).misread(A_MOVE)
}

/// The error for a word that can be divided in several ways. It names two of them, up to the place where both have a
/// move that ends.
fn unclear(
    word: &Token<'_>,
    begin: usize,
    next: &[usize],
    leads: &[bool],
    ends: impl Fn(usize) -> Vec<usize>,
) -> Misread {
    let way = |first: usize| {
        let mut way = vec![first];
        while let Some(end) = ends(way[way.len() - 1]).into_iter().rev().find(|&end| leads[end]) {
            way.push(end);
        }
        way
    };
    let (one, other) = (way(next[next.len() - 1]), way(next[0]));
    let meeting = *one.iter().find(|end| other.binary_search(end).is_ok()).expect("both end with the word");
    let written = |way: &[usize]| {
        let mut from = begin;
        let cut = |&end: &usize| {
            let text = &word.text[from..end];
            from = end;
            text
        };
        let parts: Vec<&str> = way.iter().take_while(|end| **end <= meeting).map(cut).collect();
        quoted(&parts.join(" "))
    };
    let expected = format!("blanks between moves, because this is {} or {}", written(&other), written(&one));
    part(word, begin, meeting).misread(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> MoveNames<'static> {
        let mut names = MoveNames::default();
        let all = ["U", "R", "Rw", "3Rw", "B", "BR", "D'", "w2", "/", "aa", "a", "7"];
        all.into_iter().enumerate().for_each(|(place, name)| names.insert(name, place).unwrap());
        names
    }

    fn read(text: &str) -> Result<String, String> {
        let word = Token { text, line: 2, column: 5 };
        let lengths = divided(&word, &names()).map_err(|wrong| wrong.to_string())?;
        let mut rest = text;
        let mut parts = Vec::new();
        for length in lengths {
            let (part, after) = rest.split_at(length);
            parts.push(part);
            rest = after;
        }
        assert_eq!(rest, "");
        Ok(parts.join(" "))
    }

    #[test]
    fn a_word_is_divided_where_one_way_divides_it() {
        for (text, parts) in [
            ("R2U2R'B'", "R2 U2 R' B'"),
            ("U'R", "U' R"),
            ("U’R2'U", "U’ R2' U"),
            ("RwU", "Rw U"),
            ("U/R3U3'/U'", "U / R3 U3' / U'"),
            ("R^2U^-1R10", "R^2 U^-1 R10"),
            ("RD'U", "R D' U"),
            ("UB", "U B"),
        ] {
            assert_eq!(read(text), Ok(parts.into()), "{text}");
        }
    }

    #[test]
    fn a_word_with_two_readings_or_none_is_refused_at_its_place() {
        for (text, error) in [
            ("RU3RwU", "column 6: found `U3Rw`, expected blanks between moves, because this is `U 3Rw` or `U3 Rw`"),
            ("UBR", "column 6: found `BR`, expected blanks between moves, because this is `B R` or `BR`"),
            ("Rw2", "column 5: found `Rw2`, expected blanks between moves, because this is `R w2` or `Rw2`"),
            ("aaa", "column 5: found `aaa`, expected blanks between moves, because this is `a aa` or `aa a`"),
            ("U77", "column 5: found `U77`, expected blanks between moves, because this is `U 77` or `U77`"),
            ("R2UQ", "column 8: found `Q`, expected the name of a move"),
            ("Uhello", "column 5: found `Uhello`, expected the name of a move"),
            ("é", "column 5: found `é`, expected the name of a move"),
            ("UU^", "column 7: found `^`, expected the name of a move"),
            ("", "column 5: found ``, expected the name of a move"),
        ] {
            assert_eq!(read(text), Err(format!("line 2, {error}")), "{text}");
        }
    }

    /// A long word of one letter, with a name of two of these letters, has more readings than can be listed.
    #[test]
    fn long_words_are_divided_or_refused() {
        assert_eq!(read(&"UR'".repeat(10_000)).map(|parts| parts.len()), Ok(49_999));
        assert!(read(&"a".repeat(LONGEST_WORD)).unwrap_err().contains("because this is"));
        assert!(read(&"U".repeat(LONGEST_WORD + 1)).unwrap_err().contains("expected the name of a move"));
    }
}
