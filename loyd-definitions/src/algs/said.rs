//! Reads the moves of a text: algorithms, and scrambles of bundled puzzles as other programs write them.

use super::alg::{self, Alg, MoveCount};
use super::hold;
use super::pasted;
use super::steps::{self, MOST_MADE, ParsedMoves};
use crate::definition::move_names::MoveNames;
use crate::definition::{Action, Definition, Pattern};
use loyd_core::limits::Watch;
use loyd_core::text::{Misread, tokens_between};

/// Reads the moves of a text. The text is an algorithm, whose moves may be written together (`R2F2R'`), or, for a
/// bundled puzzle, a scramble as other programs write it.
/// In a scramble, and in an algorithm with words that stand for several moves (the slice `M`, the wide turn `r`), the
/// puzzle is held still: turns of several layers become turns of single layers.
///
/// ```
/// use loyd_definitions::bundled;
/// use loyd_definitions::algs::said::said;
/// let open = |name| bundled::open(name, "").unwrap().unwrap();
/// let (square, cube) = (open("square-1"), open("3x3x3"));
/// let of = |text, puzzle| said(text, puzzle).unwrap().steps.iter().map(|s| (s.place, s.power)).collect::<Vec<_>>();
/// assert_eq!(of("(1,0)/", &square), of("U /", &square));
/// // The cube is held as before: after Rw what was in front lies above.
/// assert_eq!(of("Rw U", &cube), of("L F", &cube));
/// ```
///
/// # Errors
/// [`Misread`], as for [`steps::expand`].
pub fn said<'t>(text: &'t str, definition: &Definition) -> Result<ParsedMoves<'t>, Misread> {
    let names = MoveNames::of(definition);
    // Two slices of a Square-1 are no comment.
    if let (true, Some(said)) = (text.contains("//") && names.has("/"), pasted::parse_foreign_moves(text, definition)) {
        return said;
    }
    if let Ok(said) = steps::in_alg(Alg::new(text), &names) {
        return Ok(said);
    }
    let together = || pasted::no_moves(text, definition);
    pasted::parse_foreign_moves(text, definition).unwrap_or_else(|| hold::in_alg(text, definition, together))
}

/// The action of the moves of a text, after which the puzzle is held as before the moves.
///
/// # Errors
/// [`Misread`], as for [`said`]. The function does not check that the moves can be made.
pub(crate) fn action_of(text: &str, definition: &Definition) -> Result<Action, Misread> {
    if let Ok(action) = hold::action_of(text, definition) {
        return Ok(action);
    }
    let orientations = definition.orientations();
    let mut action = Action::identity(definition.slots());
    for step in &said(text, definition)?.steps {
        Watch::demand(|watch| watch.spend(definition.slots() as u64));
        let turn = definition.moves[step.place].action.signed_power(step.power, &orientations);
        action = action.then(&turn, &orientations);
    }
    Ok(action)
}

/// The number of single moves of an algorithm, with repeats and powers; 0 if the text is not an algorithm.
pub(crate) fn moves_in(text: &str, definition: &Definition) -> u64 {
    alg::read(Alg::new(text).joined(), &MoveNames::with_derived(definition), &MoveCount).unwrap_or(0)
}

/// The number of words of a text that are moves, by themselves or with a power.
pub fn moves_among(text: &str, definition: &Definition) -> usize {
    let names = MoveNames::with_derived(definition);
    let words = tokens_between(text, |c| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ':'));
    words.iter().filter(|word| names.resolve(word).is_ok() || names.derived(word).is_ok()).count()
}

/// The position after the moves of a text. Each move must be one that can be made at its point of the text. The puzzle
/// is held as before the moves: if they turn the whole puzzle, it is turned back.
///
/// ```
/// use loyd_definitions::formats::read;
/// use loyd_definitions::algs::said::after;
/// let board = read("picture = \"1 2 3\"\nsolved = \"a b _\"\nslides = \"_\"").unwrap();
/// assert_eq!(*after("2-3 1-2", &board.solved, &board).unwrap().pieces, [2, 0, 1]);
/// let error = after("2-3 2-3", &board.solved, &board).unwrap_err().to_string();
/// assert_eq!(error, "line 1, column 5: found `2-3`, expected a move that can be made there: 1-2 3-2");
/// ```
///
/// # Errors
/// [`Misread`], also for a move that cannot be made, and, if moves have conditions, for more than 100,000 turns.
pub fn after(text: &str, pattern: &Pattern, definition: &Definition) -> Result<Pattern, Misread> {
    let has_conditions = !definition.legal.is_empty() || definition.moves.iter().any(|m| !m.when.is_empty());
    // Without conditions repeats need not be made one by one.
    match if has_conditions { None } else { hold::action_of(text, definition).ok() } {
        Some(action) => Ok(definition.after(pattern, &action)),
        None => steps::made(&said(text, definition)?, pattern, definition, &mut MOST_MADE.clone()),
    }
}

#[cfg(test)]
mod tests;
