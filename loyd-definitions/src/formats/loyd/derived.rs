//! The table `derived`: words that stand for several moves.

use super::moves::is_move;
use super::source::{TomlSource, TomlValue, is_blank};
use crate::definition::move_names::MoveNames;
use crate::definition::{DerivedMove, MOST_MOVES, Move, Repeats};
use loyd_core::text::Misread;

/// The most moves that a word stands for.
const MOST_STEPS: usize = 64;

/// Reads the table. Each word stands for moves of the file, one after the other, with powers.
pub(super) fn read(
    source: &TomlSource<'_>,
    value: &TomlValue<'_>,
    moves: &[Move],
    orientations: &[u8],
) -> Result<Vec<DerivedMove>, Misread> {
    let expected = format!("1 to {MOST_STEPS} moves, such as \"R L' x'\"");
    let table = source.table(value, "a table of words that stand for several moves")?;
    if table.len() > MOST_MOVES {
        return Err(source.not(value, format!("at most {MOST_MOVES} words")));
    }
    let names = MoveNames::of_moves(moves);
    let commute = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|place| &moves[place]);
        let is_free = one.when.is_empty() && one.repeats == Repeats::Powers;
        is_free && one.action.then(&other.action, orientations) == other.action.then(&one.action, orientations)
    };
    let mut derived = Vec::with_capacity(table.len());
    for &(key, value) in table.iter() {
        if !is_move(key.text) || names.get(key.text).is_some() {
            let what = "a word that is not the name of a move, without blanks, brackets or any of , ; : //";
            return Err(source.not_key(key, what));
        }
        let words = source.words(value, &expected, is_blank)?;
        if words.is_empty() || words.len() > MOST_STEPS {
            return Err(source.not(value, expected));
        }
        let steps: Vec<(usize, i32)> = words.iter().map(|word| names.resolve(word)).collect::<Result<_, _>>()?;
        let commute = steps.iter().all(|&(one, _)| steps.iter().all(|&(other, _)| commute(one, other)));
        derived.push(DerivedMove { name: key.text.into(), steps, commute });
    }
    Ok(derived)
}
