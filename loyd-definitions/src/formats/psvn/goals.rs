//! The goals of a PSVN text, and the position from which the puzzle's pieces are taken.

use super::head::Head;
use crate::definition::{Goal, Pattern};
use crate::formats::lines::TextLine;
use crate::formats::stock::Stock;
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// Reads a line with a goal. `-` and variables stand for any value.
pub(super) fn read<'a>(line: &TextLine<'a>, head: &Head) -> Result<(Token<'a>, Goal), Misread> {
    let count = head.variables.len();
    let tokens = &line.exactly(1 + count, &format!("`GOAL` and {count} values"))?[1..];
    let mut pieces = vec![None; count];
    for (variable, token) in tokens.iter().enumerate() {
        let slot = usize::from(head.variables[variable].1);
        match head.value(variable, token) {
            Some(value) => pieces[slot] = Some(value),
            None if token.digits().is_some() => return Err(token.misread("a value of the variable's domain")),
            None if token.text != "-" && tokens[..variable].iter().any(|other| other.text == token.text) => {
                return Err(token.misread("a variable that occurs once, because a goal cannot ask for equal values"));
            }
            None => {}
        }
    }
    Ok((line.first(), Goal { name: String::new(), orientations: vec![None; count], pieces }))
}

/// The position whose values are the puzzle's pieces: the first goal that gives every value, or else the first goal,
/// completed. The values that this goal leaves out must all be different and as many as its open variables.
pub(super) fn solved(goals: &[(Token<'_>, Goal)], head: &Head) -> Result<Pattern, Misread> {
    let no_goal = || Misread { line: 1, column: 1, found: "no `GOAL`".into(), expected: "at least one goal".into() };
    let (first, goal) = goals.first().ok_or_else(no_goal)?;
    let full = goals.iter().find_map(|(_, goal)| goal.pieces.iter().copied().collect::<Option<Vec<u8>>>());
    let pieces = match full {
        Some(pieces) => pieces,
        None => completed(goal, head).ok_or_else(|| first.misread("at least one goal that gives every value"))?,
    };
    for (token, goal) in goals {
        let mut begin = 0;
        for set in &head.sets {
            let slots = begin..begin + set.slots;
            let mut stock = Stock::of(&pieces[slots.clone()]);
            if !goal.pieces[slots].iter().flatten().all(|&piece| stock.take(piece)) {
                return Err(token.misread("a goal with the same values as the first complete goal"));
            }
            begin += set.slots;
        }
    }
    Ok(Pattern { orientations: vec![0; pieces.len()].into(), pieces: pieces.into() })
}

/// A goal completed with the values that it leaves out; `None` if these values are not known.
fn completed(goal: &Goal, head: &Head) -> Option<Vec<u8>> {
    let mut pieces = Vec::new();
    for (set, values) in head.sets.iter().zip(&head.labels) {
        let wanted = &goal.pieces[pieces.len()..pieces.len() + set.slots];
        if !wanted.contains(&None) {
            pieces.extend(wanted.iter().flatten());
            continue;
        }
        let mut left: Vec<u8> = (0..values.len()).map(exact::<u8>).collect();
        for piece in wanted.iter().flatten() {
            left.remove(left.iter().position(|other| other == piece)?);
        }
        if values.len() != set.slots {
            return None;
        }
        let mut left = left.into_iter();
        pieces.extend(wanted.iter().filter_map(|piece| piece.or_else(|| left.next())));
    }
    Some(pieces)
}
