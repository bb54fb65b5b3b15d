//! The table `derived`: words that stand for several moves.

use super::moves::is_move;
use super::source::{TomlSource, TomlValue, is_blank};
use crate::definition::move_names::MoveNames;
use crate::definition::{DerivedMove, Move, Repeats};
use loyd_core::text::Misread;

/// The most moves that a word stands for.
const MOST_STEPS: usize = 64;

/// The most moves that all words stand for. Each pair of moves of a word is compared.
const MOST_OF_ALL: usize = 4096;

/// Reads the table. Each word stands for moves of the file, one after the other, with powers.
pub(super) fn read(
    source: &TomlSource<'_>,
    value: &TomlValue<'_>,
    moves: &[Move],
    orientations: &[u8],
) -> Result<Vec<DerivedMove>, Misread> {
    let expected = format!("1 to {MOST_STEPS} moves, such as \"R L' x'\"");
    let table = source.table(value, "a table of words that stand for several moves")?;
    let mut left = MOST_OF_ALL;
    let names = MoveNames::of_moves(moves);
    let is_free = |&(place, _): &(usize, i32)| moves[place].when.is_empty() && moves[place].repeats == Repeats::Powers;
    let commute = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|place| &moves[place].action);
        one.then(other, orientations) == other.then(one, orientations)
    };
    let mut derived = Vec::new();
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
        left = left
            .checked_sub(steps.len())
            .ok_or_else(|| source.not(value, format!("at most {MOST_OF_ALL} moves in all words")))?;
        let mut pairs = steps.iter().enumerate().flat_map(|(at, &(one, _))| {
            steps[..at].iter().map(move |&(other, _)| (one, other)).filter(|(one, other)| one != other)
        });
        let commute = steps.iter().all(is_free) && pairs.all(|(one, other)| commute(one, other));
        derived.push(DerivedMove { name: key.text.into(), steps, commute });
    }
    Ok(derived)
}
