//! Scrambles: positions with names, in files of their own.

use super::alg::Alg;
use super::steps;
use crate::definition::move_names::MoveNames;
use crate::definition::{Definition, DefinitionFormat, NamedPosition, Pattern};
use crate::formats::length::is_short;
use crate::formats::lines::TextLines;
use crate::formats::read::form;
use crate::formats::{blocks, kpuzzle};
use loyd_core::text::{Misread, Token};

/// The words that begin a scramble in a file of scrambles.
const WORDS: &str = "`Scramble`, `ScrambleState` or `ScrambleAlg`";

/// Reads scrambles of a puzzle: all scrambles of a twsearch `.scr` file, or one KPuzzle pattern.
///
/// ```
/// use loyd_definitions::formats::read;
/// use loyd_definitions::algs::scramble;
/// let definition = read("Set S 3 1\nSolved\nEnd\nMove A\nS\n2 3 1\nEnd").unwrap();
/// let scrambles = scramble::read("Scramble one\nS\n3 1 2\nEnd\nScrambleAlg two\nA A\nEnd", &definition).unwrap();
/// assert_eq!(scrambles[0].name, "one");
/// assert_eq!(scrambles[0].pattern, scrambles[1].pattern);
/// ```
///
/// # Errors
/// [`Misread`], also for pieces that the puzzle does not have, an illegal position, and a move that cannot be made.
pub fn read(text: &str, definition: &Definition) -> Result<Vec<NamedPosition>, Misread> {
    is_short(text)?;
    if form(text) == DefinitionFormat::Kpuzzle {
        let pattern = kpuzzle::pattern(text, definition)?;
        return match is_legal(&pattern, definition) {
            true => Ok(vec![NamedPosition { name: String::new(), pattern }]),
            false => Err(Token { text, line: 1, column: 1 }.misread("a position that is legal")),
        };
    }
    let mut lines = TextLines::new(text);
    let (mut scrambles, mut left) = (Vec::new(), steps::MOST_MADE);
    while let Some(line) = lines.next() {
        let word = line.first();
        if word.text == "CPOS" {
            return Err(word.misread(format!("{WORDS}; compact positions are not read")));
        }
        if !["Scramble", "ScrambleState", "ScrambleAlg"].contains(&word.text) {
            return Err(word.misread(WORDS));
        }
        let name = match line.tokens.get(1) {
            Some(name) => line.exactly(2, "one name").map(|_| name.text.to_owned())?,
            None => String::new(),
        };
        let pattern = match word.text {
            "Scramble" => blocks::position(&blocks::entries(&mut lines, &definition.sets)?, definition, 1)?,
            "ScrambleState" => blocks::position(&blocks::entries(&mut lines, &definition.sets)?, definition, 0)?,
            _ => after_alg(&mut lines, definition, &mut left)?,
        };
        if !is_legal(&pattern, definition) {
            return Err(word.misread("a scramble whose position is legal"));
        }
        scrambles.push(NamedPosition { name, pattern });
    }
    if scrambles.is_empty() {
        return Err(lines.ended(WORDS));
    }
    Ok(scrambles)
}

/// Whether a position meets the puzzle's conditions for legal positions.
fn is_legal(pattern: &Pattern, definition: &Definition) -> bool {
    definition.legal.iter().all(|condition| condition.allows(pattern.pieces[usize::from(condition.slot)]))
}

/// The position after the moves of the lines up to `End`.
fn after_alg(lines: &mut TextLines<'_>, definition: &Definition, left: &mut u32) -> Result<Pattern, Misread> {
    let mut pattern = definition.solved.clone();
    loop {
        let line = lines.required("moves or `End`")?;
        if line.first().text == "End" {
            line.exactly(1, "`End`")?;
            return Ok(pattern);
        }
        let moves = steps::in_alg(Alg::at(line.text, line.first().line, 1), &MoveNames::of(definition));
        let moves = moves.map_err(|wrong| steps::named(wrong, definition))?;
        pattern = steps::made(&moves, &pattern, definition, left)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algs::alg;
    use crate::formats::tws;

    fn definition() -> Definition {
        let text = "Name T\nSet A 4 1\nSet B 2 3\nSolved\nA\n1 2 2 5\nB\n1 2\n0 ?\nEnd
            Move R\nA\n2 3 1 4\nB\n2 1\n1 1\nEnd\nMove U\nA\n1 3 4 2\nEnd\nIllegal A 1 5";
        tws::read(text).unwrap()
    }

    #[test]
    fn scrambles_are_positions() {
        let text = "# one\nScramble one\nB\n2 1\n? 2\nA\n2 1 5 2\nEnd\n\nScrambleState\nA\n1 0 4 1\nEnd
            ScrambleAlg three\n R U // not R\n (R)1\nEnd\nScrambleAlg four\nEnd";
        let definition = definition();
        let found = read(text, &definition).unwrap();
        let names: Vec<&str> = found.iter().map(|named| named.name.as_str()).collect();
        assert_eq!(names, ["one", "", "three", "four"]);
        let pattern = |pieces: [u8; 6], orientations: [u8; 6]| Pattern {
            pieces: pieces.into(),
            orientations: orientations.into(),
        };
        assert_eq!(found[0].pattern, pattern([1, 0, 4, 1, 1, 0], [0, 0, 0, 0, 0, 2]));
        assert_eq!(found[1].pattern, pattern([1, 0, 4, 1, 0, 1], [0; 6]));
        let word = alg::action_of("R U R", &definition).unwrap();
        assert_eq!(found[2].pattern, definition.after(&definition.solved, &word));
        assert_eq!(found[3].pattern, definition.solved);
    }

    #[test]
    fn what_is_no_scramble_is_told_by_its_place() {
        let definition = definition();
        let words = "`Scramble`, `ScrambleState` or `ScrambleAlg`";
        for (text, message) in [
            ("", format!("line 1, column 1: found end of text, expected {words}")),
            ("Move R", format!("line 1, column 1: found `Move`, expected {words}")),
            ("CPOS x", format!("line 1, column 1: found `CPOS`, expected {words}; compact positions are not read")),
            ("Scramble a b", "line 1, column 12: found `b`, expected the end of the line after one name".into()),
            ("Scramble\nA\n1 2 2 2\nEnd", "line 3, column 7: found `2`, expected a piece that is not used up".into()),
            ("Scramble\nA\n0 2 2 2\nEnd", "line 3, column 1: found `0`, expected a piece from 1 to 256".into()),
            ("Scramble\nA\n1 2 2 5", "line 3, column 8: found end of text, expected a set's name or `End`".into()),
            ("Scramble\nB\n2 1\n0 ?\nEnd", "line 4, column 3: found `?`, expected an orientation from 0 to 2".into()),
            (
                "Scramble\nA\n5 1 2 2\nEnd",
                "line 1, column 1: found `Scramble`, expected a scramble whose position is legal".into(),
            ),
            (
                "ScrambleAlg\n U'\n U U' R",
                "line 3, column 7: found `R`, expected a move that can be made there: U".into(),
            ),
            (
                "ScrambleAlg\nR3\n(R3)99999\n R3\nEnd",
                "line 4, column 2: found `R3`, expected at most 100000 moves in all".into(),
            ),
            (
                "ScrambleAlg\nR\n U D",
                "line 3, column 4: found `D`, expected a move, perhaps with a number or ' behind it: R U".into(),
            ),
            ("ScrambleAlg\nR", "line 2, column 2: found end of text, expected moves or `End`".into()),
        ] {
            assert_eq!(read(text, &definition).unwrap_err().to_string(), message, "{text}");
        }
    }
}
