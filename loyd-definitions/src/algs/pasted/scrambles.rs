//! Scrambles in the notation of the World Cube Association. Their moves determine the puzzle.

use super::held::{Faces, Rest};
use super::{Pasted, is_bundled};
use crate::algs::hold;
use crate::algs::steps;
use crate::algs::steps::{MOST_MADE, ParsedMoves};
use crate::bundled;
use crate::definition::Definition;
use loyd_core::text::{Misread, Token, tokens_between};

/// The fewest moves of a scramble without moves of the megaminx, because a shorter text can be anything.
const FEWEST: usize = 4;

/// The fewest single-layer turns in a scramble of the 3x3x3 that ends with wide turns.
const FEWEST_BLINDFOLDED: usize = 11;

/// The numbers of moves in scrambles of the skewb and the 2x2x2, whose moves are all moves of the 3x3x3, too. Shorter
/// texts are algorithms of the 3x3x3, and so are most of the longer ones with the faces U, R and F.
const OF_SKEWB: std::ops::RangeInclusive<usize> = 8..=20;
const OF_SMALL_CUBE: std::ops::RangeInclusive<usize> = 8..=12;

/// The faces of cubes.
const FACES: &str = "URFDLB";

/// The slices of the 3x3x3.
const SLICES: &str = "MES";

/// The turns and rotations of algorithms for the 3x3x3 that its scrambles do not have.
const CUBERS: &str = "MESxyzurfdlb";

/// The endings of single-layer turns.
const TURNS: [&str; 4] = ["", "'", "2", "2'"];

/// The endings of wide turns.
const WIDE: [&str; 4] = ["w", "w'", "w2", "w2'"];

/// The puzzle and the position after a scramble; `None` for any other text.
pub(super) fn scramble(text: &str) -> Option<Result<Pasted, Misread>> {
    let words = words_of(text, |_| true);
    let puzzle = match is_of_square(text) {
        true => "square-1",
        false if words.len() < FEWEST && !words.iter().any(|word| megaminx(word.text).is_some()) => return None,
        false => wide_turn_puzzle(&words).or_else(|| puzzle(&words))?,
    };
    let definition = bundled::open(puzzle, "").expect("it is bundled").expect("it has no parameters");
    let moves = parse_scramble(text, &definition).unwrap_or_else(|| hold::in_alg(text, &definition, || Ok(())));
    let pattern = moves.and_then(|moves| steps::made(&moves, &definition.solved, &definition, &mut MOST_MADE.clone()));
    Some(pattern.map(|pattern| Pasted { is_scramble: true, ..Pasted::of(puzzle, &definition, pattern) }))
}

/// The moves of a scramble of this puzzle, if the puzzle is bundled and the scramble is not in the names of its moves.
pub(super) fn parse_scramble<'t>(text: &'t str, definition: &Definition) -> Option<Result<ParsedMoves<'t>, Misread>> {
    let words = words_of(text, is_of_megaminx);
    let is = |name| is_bundled(definition, name);
    if is_in_pairs(text) && definition.has_layers() {
        return Some(turns(&words, definition));
    }
    let is_held = words.iter().any(|word| megaminx(word.text).is_some()) && is("megaminx");
    let faces = is_held.then(|| Faces::of(definition))?;
    Some(faces.parse_moves(&words, |word| megaminx(word.text)))
}

/// The words of a scramble. A word with a sign after a letter, such as `R2F2U`, is divided into moves, if all of them
/// are `wanted`.
fn words_of(text: &str, wanted: fn(&Token<'_>) -> bool) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    for word in tokens_between(text, char::is_whitespace) {
        let parts = divided(&word);
        all.extend(if parts.iter().all(wanted) { parts } else { vec![word] });
    }
    all
}

/// Whether a word is a turn in a scramble of the megaminx.
fn is_of_megaminx(word: &Token<'_>) -> bool {
    megaminx(word.text).is_some() || matches!(word.text, "U" | "U'" | "U2" | "U2'")
}

/// The moves of a word in which moves are written together, or the word itself.
fn divided<'t>(word: &Token<'t>) -> Vec<Token<'t>> {
    let (mut moves, mut rest, mut column) = (Vec::new(), word.text, word.column);
    while !rest.is_empty() {
        let name = rest
            .strip_prefix('3')
            .filter(|rest| rest.get(1..).is_some_and(|rest| rest.starts_with('w')))
            .unwrap_or(rest);
        let Some(face) = name.strip_prefix(|face| FACES.contains(face) || CUBERS.contains(face)) else {
            return vec![*word];
        };
        let signs = face.strip_prefix('w').unwrap_or(face);
        let signs = signs.strip_prefix('2').unwrap_or(signs);
        let end = match signs.strip_prefix('\'') {
            Some(end) => end,
            None => signs.trim_start_matches(['+', '-']),
        };
        let length = rest.len() - end.len();
        moves.push(Token { text: &rest[..length], column, ..*word });
        column += length;
        rest = end;
    }
    if moves.iter().all(|m| m.text.len() == 1) { vec![*word] } else { moves }
}

/// The puzzle of a scramble that turns all layers but one.
///
/// A 3x3x3 scramble for solving blindfolded ends with one or two such turns. A 4x4x4 scramble has single-layer turns
/// after its first wide turns.
fn wide_turn_puzzle(words: &[Token<'_>]) -> Option<&'static str> {
    if words.iter().any(|word| megaminx(word.text).is_some()) {
        return words.iter().all(is_of_megaminx).then_some("megaminx");
    }
    let is_single = |word: &Token<'_>| is_made_of(word.text, FACES, &TURNS);
    let is_of =
        |word: &Token<'_>, ends: &[&str]| is_made_of(word.text.strip_prefix('3').unwrap_or(word.text), FACES, ends);
    let is_deep = |word: &Token<'_>| word.text.starts_with('3') && is_of(word, &WIDE);
    if words.iter().any(is_deep) {
        let is_any = |word: &Token<'_>| is_single(word) || is_of(word, &WIDE);
        return words.iter().all(is_any).then_some("4x4x4");
    }
    let singles = words.iter().take_while(|word| is_single(word)).count();
    let is_end = words[singles..].iter().all(|word| is_of(word, &WIDE));
    let is_blindfolded = singles >= FEWEST_BLINDFOLDED && (1..=2).contains(&(words.len() - singles)) && is_end;
    is_blindfolded.then_some("3x3x3")
}

/// Whether a text is one of these letters and then one of these endings.
fn is_made_of(text: &str, letters: &str, ends: &[&str]) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| letters.contains(first)) && ends.contains(&characters.as_str())
}

/// Reads a turn of the megaminx: R turns all layers but the layer of the face L, D all layers but the layer of U.
fn megaminx(text: &str) -> Option<Rest> {
    let (layers, signs) = text.split_at_checked(1)?;
    let stays = match layers {
        "R" => "L",
        "D" => "U",
        _ => return None,
    };
    let steps = match signs {
        "+" => 1,
        "++" => 2,
        "-" => -1,
        "--" => -2,
        _ => return None,
    };
    Some(Rest { stays, steps })
}

/// The puzzle that has these moves.
fn puzzle(words: &[Token<'_>]) -> Option<&'static str> {
    let only = |faces: &[&str], ends: &[&str]| {
        words.iter().all(|word| {
            let mut ends = ends.iter();
            ends.any(|end| word.text.strip_suffix(end).is_some_and(|face| faces.contains(&face)))
        })
    };
    let has = |is_it: fn(&str) -> bool| words.iter().any(|word| is_it(word.text));
    let is_tip = |word: &Token<'_>| word.text.starts_with(|face: char| face.is_ascii_lowercase());
    // A scramble of the pyraminx turns the tips at its end.
    let has_tips = words.last().is_some_and(is_tip) && !is_tip(&words[0]) && words.is_sorted_by_key(is_tip);
    if has_tips && only(&["U", "L", "R", "B", "u", "l", "r", "b"], &["", "'"]) {
        return Some("pyraminx");
    }
    let has_all = |faces: &[&str]| faces.iter().all(|face| words.iter().any(|word| word.text.starts_with(face)));
    let (four, three) = (["U", "L", "R", "B"], ["U", "R", "F"]);
    if OF_SKEWB.contains(&words.len()) && has_all(&four) && only(&four, &["", "'"]) {
        return Some("skewb");
    }
    if OF_SMALL_CUBE.contains(&words.len()) && has_all(&three) && only(&three, &TURNS) {
        return Some("2x2x2");
    }
    if only(&["U", "R", "F", "D", "L", "B"], &TURNS) {
        return Some("3x3x3");
    }
    let alg = FACES.chars().chain(CUBERS.chars()).map(String::from).collect::<Vec<_>>();
    let alg: Vec<&str> = alg.iter().map(String::as_str).collect();
    if only(&alg, &TURNS) && has(|word| word.starts_with(|first| FACES.contains(first) || SLICES.contains(first))) {
        return Some("3x3x3");
    }
    let wide = ["U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw"];
    only(&wide, &TURNS).then_some("4x4x4")
}

/// Whether a text is a scramble of the Square-1: `(1,0)/(3,-3)/`, turns of the upper and the lower layer, and slices.
fn is_of_square(text: &str) -> bool {
    // Rows of a board in brackets have three numbers or more.
    let is_pair = |group: &str| !group.contains('(') && group.matches(',').count() == 1;
    let groups = || text.split('(').skip(1).map(|group| group.split(')').next().unwrap_or(group));
    is_in_pairs(text) && text.contains('(') && groups().all(is_pair)
}

/// Whether a text is turns of two layers and slices, with brackets or without: `1,0/3,-3/`.
fn is_in_pairs(text: &str) -> bool {
    let is_sign = |character: char| character.is_ascii_digit() || "(),/- \t\r\n".contains(character);
    text.contains(',') && text.chars().all(is_sign)
}

/// The moves of a scramble of the Square-1.
fn turns<'t>(words: &[Token<'t>], definition: &Definition) -> Result<ParsedMoves<'t>, Misread> {
    let place = |name: &str| definition.moves.iter().position(|m| m.name == name).expect("the square has U, D and /");
    let mut said = ParsedMoves::default();
    // Brackets, commas and slashes become words of their own.
    let spread: Vec<Token<'t>> = words.iter().flat_map(signs).collect();
    let mut words = spread.into_iter().peekable();
    while let Some(word) = words.next() {
        if word.text == "/" {
            said.push(word, place("/"), 1);
            continue;
        }
        let has_brackets = word.text == "(";
        let mut number = if has_brackets { words.next().unwrap_or(word) } else { word };
        for name in ["U", "D"] {
            let expected = "(TOP,BOTTOM) with turns from -6 to 6, or /";
            let turns: i32 = number.text.parse().map_err(|_| number.misread(expected))?;
            let end = match name {
                "U" => words.next_if(|word| word.text == ","),
                _ if has_brackets => words.next_if(|word| word.text == ")"),
                _ => Some(number),
            };
            if !(-6..=6).contains(&turns) || end.is_none() {
                return Err(number.misread(expected));
            }
            if turns != 0 {
                said.push(number, place(name), turns);
            }
            if name == "U" {
                number = words.next().unwrap_or(number);
            }
        }
    }
    Ok(said)
}

/// Splits a word at its brackets, commas and slashes, which become words of their own.
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
