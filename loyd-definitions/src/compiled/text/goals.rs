//! Goals of compiled puzzles as text: their names, or positions in which `.` is any piece and `+?` any orientation.
//! `||` separates alternatives.

use super::names::Names;
use super::reading::{are_moves, is_file, no_move, one_scramble};
use crate::algs::said;
use crate::definition::{Definition, Goal, PlayRules};
use loyd_core::text::nearest;
use loyd_core::text::{Misread, Token, plain_name, quoted, tokens};

/// The separator between alternative goals. A piece whose name contains it cannot be read.
const OR: &str = "||";

/// Reads goals on the slots of the definition: a name as it is written, positions, a name in any case, with hyphens or
/// blanks, a file of one scramble, or moves, which lead from the goal of the definition to another. Slots that the
/// rules leave out are left open.
pub(crate) fn read(text: &str, definition: &Definition, rules: &PlayRules) -> Result<Vec<Goal>, Misread> {
    let of = |name: &str| definition.goals_named(name).cloned().collect();
    let names = definition.goal_names();
    if names.contains(&text) {
        return Ok(of(text));
    }
    if is_file(text) {
        return Ok(vec![Goal::of("", &one_scramble(text, definition)?)]);
    }
    let written = Names::new(definition, rules);
    let read: Result<Vec<Goal>, Misread> =
        alternatives(text).map(|part| position(&part, definition, rules, &written)).collect();
    read.or_else(|error| {
        let alike: Vec<&&str> = names.iter().filter(|name| plain_name(name) == plain_name(text)).collect();
        if let [name] = alike[..] {
            return Ok(of(name));
        }
        if let Some(goals) = after_moves(text, definition, &written, &error) {
            return goals;
        }
        let known = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" ");
        let words = tokens(text);
        let is_piece = |word: &Token<'_>| word.text == "." || written.knows(word.text);
        if words.is_empty() || words.iter().any(is_piece) {
            if let Some(no_move) = no_move(text, definition, &written) {
                return Err(no_move);
            }
            let or = if names.is_empty() { String::new() } else { format!(", or one of the goals: {known}") };
            return Err(Misread { expected: error.expected + &or, ..error });
        }
        // No word is a piece, so a name was meant.
        let slots = format!("a piece for each of {} slots, with / between sets", rules.slots());
        let hint =
            nearest(text, names.iter().copied()).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        let expected = match names.is_empty() {
            true => format!("{slots}, because no goal has a name"),
            false => format!("one of the goals: {known}{hint}, or {slots}"),
        };
        Err(Misread { found: quoted(text), ..words[0].misread(expected) })
    })
}

/// The goal after the moves of a text, which begin at the goal of the definition; `None` if the text is not moves.
fn after_moves(
    text: &str,
    definition: &Definition,
    names: &Names,
    wrong: &Misread,
) -> Option<Result<Vec<Goal>, Misread>> {
    if text.trim_start().starts_with("moves=") {
        let expected = "the moves alone, such as `R U F`, because `moves=` is a set of positions";
        return tokens(text).first().map(|word| Err(word.misread(expected)));
    }
    let moved = || {
        let action = said::action_of(text, definition)?;
        said::after(text, &definition.solved, definition)?;
        let (sets, first) = (definition.set_of_slots(), definition.goals.first().map_or("", |goal| &goal.name));
        let goal = |goal: &Goal| Goal { name: String::new(), ..goal.after(&action, &sets, &definition.sets) };
        Ok(definition.goals_named(first).map(goal).collect())
    };
    match are_moves(text, definition, names, wrong) {
        Ok(true) => Some(moved()),
        Ok(false) => None,
        Err(both) => Some(Err(both)),
    }
}

/// The texts between `||`. Blanks replace the text before each of them, so that errors report the right place.
fn alternatives(text: &str) -> impl Iterator<Item = String> {
    let mut begin = 0;
    text.split(OR).map(move |part| {
        let blank = |character| if character == '\n' { '\n' } else { ' ' };
        let before: String = text[..begin].chars().map(blank).collect();
        begin += part.len() + OR.len();
        before + part
    })
}

fn position(text: &str, definition: &Definition, rules: &PlayRules, names: &Names) -> Result<Goal, Misread> {
    let written = names.read(text, &names.words(text))?;
    let open = || vec![None; definition.slots()];
    let mut goal = Goal { name: String::new(), pieces: open(), orientations: open() };
    for (&slot, (piece, orientation)) in rules.slots.iter().zip(written) {
        goal.pieces[usize::from(slot)] = piece;
        goal.orientations[usize::from(slot)] = orientation;
    }
    Ok(goal)
}

/// Writes goals on the slots of the rules as [`read`] reads them; `None` if a goal wants a piece that the puzzle does
/// not have.
pub(crate) fn write(goals: &[Goal], rules: &PlayRules, names: &Names) -> Option<String> {
    let sets = rules.set_of_slots();
    let is_there = |(piece, &set): (&Option<u8>, &usize)| piece.is_none_or(|piece| names.has(set, piece));
    if !goals.iter().all(|goal| goal.pieces.iter().zip(&names.sets).all(is_there)) {
        return None;
    }
    let slot = |goal: &Goal, slot: usize, set: usize| {
        let of = &rules.sets[sets[slot]];
        let Some(piece) = goal.pieces[slot] else {
            return match goal.orientations[slot] {
                Some(orientation) if of.orientations > 1 => format!(".+{orientation}"),
                _ => ".".into(),
            };
        };
        let written = names.of(set, piece);
        match (of.modulus(piece), goal.orientations[slot]) {
            (1, _) => written.into(),
            (_, None) => format!("{written}+?"),
            (modulus, Some(orientation)) if orientation % modulus == 0 => written.into(),
            (modulus, Some(orientation)) => format!("{written}+{}", orientation % modulus),
        }
    };
    let all: Vec<String> = goals.iter().map(|goal| names.joined(|place, set| slot(goal, place, set))).collect();
    Some(all.join(&format!(" {OR} ")))
}
