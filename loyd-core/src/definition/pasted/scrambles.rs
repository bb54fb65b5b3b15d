//! Scrambles as the World Cube Association writes them. Their moves tell the puzzle.

use super::Pasted;
use crate::definition::{Definition, Pattern, alg, bundled};
use crate::text::{Misread, Token, tokens_between};

/// The fewest moves of a scramble: less may be anything.
const FEWEST: usize = 4;

/// The position after a scramble.
pub(super) fn scramble(text: &str) -> Option<Result<Pasted, Misread>> {
    if text.contains('(') && text.contains(',') {
        return square(text);
    }
    let words = tokens_between(text, char::is_whitespace);
    if words.len() < FEWEST {
        return None;
    }
    if let Some(word) = words.iter().find(|word| matches!(word.text, "R++" | "R--" | "D++" | "D--")) {
        let is_megaminx = |word: &Token<'_>| matches!(word.text, "R++" | "R--" | "D++" | "D--" | "U" | "U'");
        let refused = word.misread("turns of single faces: these turn all layers but one and are not read");
        return words.iter().all(is_megaminx).then_some(Err(refused));
    }
    let puzzle = puzzle(&words)?;
    let definition = opened(puzzle);
    let pattern = alg::action_of(text, &definition).map(|action| definition.after(&definition.solved, &action));
    Some(pattern.map(|pattern| Pasted::of(puzzle, &definition, pattern)))
}

fn opened(name: &str) -> Definition {
    bundled::open(name, "").expect("it is bundled").expect("it has no parameters")
}

/// The puzzle whose moves these are.
fn puzzle(words: &[Token<'_>]) -> Option<&'static str> {
    let only = |faces: &[&str], ends: &[&str]| {
        words.iter().all(|word| {
            let mut ends = ends.iter();
            ends.any(|end| word.text.strip_suffix(end).is_some_and(|face| faces.contains(&face)))
        })
    };
    let has = |is_it: fn(&str) -> bool| words.iter().any(|word| is_it(word.text));
    let turns = ["", "'", "2", "2'"];
    if only(&["U", "L", "R", "B", "u", "l", "r", "b"], &["", "'"]) {
        let has_tips = has(|word| word.starts_with(|face: char| face.is_ascii_lowercase()));
        return Some(if has_tips { "pyraminx" } else { "skewb" });
    }
    if only(&["U", "R", "F"], &turns) {
        return Some("2x2x2");
    }
    if only(&["U", "R", "F", "D", "L", "B"], &turns) {
        return Some("3x3x3");
    }
    let wide = ["U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw"];
    only(&wide, &turns).then_some("4x4x4")
}

/// Square-1: `(1,0)/(3,-3)/`, turns of the upper and the lower layer, and slices.
fn square(text: &str) -> Option<Result<Pasted, Misread>> {
    let is_sign = |character: char| character.is_ascii_digit() || "(),/- \t\r\n".contains(character);
    if !text.chars().all(is_sign) {
        return None;
    }
    let definition = opened("square-1");
    Some(turned(text, &definition).map(|pattern| Pasted::of("square-1", &definition, pattern)))
}

/// The position after turns and slices.
fn turned(text: &str, definition: &Definition) -> Result<Pattern, Misread> {
    let orientations = definition.orientations();
    let action = |name: &str, times: i32| {
        let made = definition.move_named(name).expect("the square has U, D and /");
        made.action.signed_power(times, &orientations)
    };
    let mut pattern = definition.solved.clone();
    // A slice is a word of its own, and brackets are words.
    let spread: Vec<Token<'_>> = tokens_between(text, char::is_whitespace).iter().flat_map(signs).collect();
    let mut words = spread.iter();
    while let Some(word) = words.next() {
        match word.text {
            "/" => pattern = definition.after(&pattern, &action("/", 1)),
            "(" => {
                for (name, end) in [("U", ","), ("D", ")")] {
                    let number = words.next().unwrap_or(word);
                    let expected = "(TOP,BOTTOM) with turns from -6 to 6";
                    let turns: i32 = number.text.parse().map_err(|_| number.misread(expected))?;
                    let close = words.next().unwrap_or(number);
                    if !(-6..=6).contains(&turns) || close.text != end {
                        return Err(number.misread(expected));
                    }
                    pattern = definition.after(&pattern, &action(name, turns));
                }
            }
            _ => return Err(word.misread("(TOP,BOTTOM) or /")),
        }
        let is_illegal = |slot: u16, piece: u8| {
            definition.legal.iter().any(|condition| condition.slot == slot && !condition.allows(piece))
        };
        if (0..).zip(&pattern.pieces).any(|(slot, &piece)| is_illegal(slot, piece)) {
            return Err(word.misread("a turn that leaves no corner across the cut of the slice"));
        }
    }
    Ok(pattern)
}

/// A word with its brackets, commas and slashes as words.
fn signs<'t>(word: &Token<'t>) -> Vec<Token<'t>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let is_sign = |byte: u8| matches!(byte, b'(' | b')' | b',' | b'/');
    let part = |begin: usize, end: usize| Token { text: &word.text[begin..end], column: word.column + begin, ..*word };
    for (at, byte) in word.text.bytes().enumerate() {
        if is_sign(byte) {
            parts.extend((begin < at).then(|| part(begin, at)));
            parts.push(part(at, at + 1));
            begin = at + 1;
        }
    }
    parts.extend((begin < word.text.len()).then(|| part(begin, word.text.len())));
    parts
}
