//! `.tws`, twsearch's form, and the part of ksolve's `.def` that is the same.

use rustc_hash::FxHashSet;

use super::blocks::{self, Twists};
use super::lines::{TextLine, TextLines};
use super::made_of::{self, Circle};
use crate::definition::move_names::MoveNames;
use crate::definition::{
    Action, Condition, Definition, DefinitionFormat, MOST_MOVES, MOST_OF_SET, MOST_ORDER, MOST_ORIENTATIONS,
    MOST_SLOTS, Move, Pattern, Set,
};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The words that may begin a line after the position that the puzzle comes in.
const MOVES: &str = "`Move`, `MoveTransformation`, `MoveSequence`, `MoveAlias` or `Illegal`";

/// Words of ksolve that are not read, because their grammar is not known here.
const WITHOUT_GRAMMAR: &[&str] =
    &["Ignore", "Block", "ForbiddenPairs", "ForbiddenGroups", "MoveLimits", "MaxDepth", "Slack"];

/// The most moves in all sequences of a file together.
const MOST_OF_SEQUENCES: usize = 100_000;

/// Reads a definition.
///
/// ```
/// let text = "Name Ring\nSet BALL 3 2\nSolved\nEnd\nMove R\nBALL\n2 3 1\n0 0 1\nEnd";
/// let definition = loyd_definitions::formats::tws::read(text).unwrap();
/// assert_eq!(definition.moves[0].action.from(), [1, 2, 0]);
/// // The piece of slot 3 is turned, and lies in slot 2 afterwards.
/// assert_eq!(definition.moves[0].action.twist(), [0, 1, 0]);
/// ```
///
/// # Errors
/// [`Misread`], also for parts of ksolve's `.def` that `.tws` does not have.
pub fn read(text: &str) -> Result<Definition, Misread> {
    let mut lines = TextLines::new(text);
    let (name, mut sets) = head(&mut lines)?;
    let solved = solved(&mut lines, &mut sets)?;
    moves(&mut lines, Definition { name, ..Definition::new(DefinitionFormat::Tws, sets, solved) })
}

/// Whether a move with this name turns the whole puzzle: `x`, `y`, `z`, or capitals and `_` before a `v`.
///
/// ```
/// use loyd_definitions::formats::tws::is_rotation;
/// assert!(is_rotation("x") && is_rotation("BLv") && is_rotation("A_v"));
/// assert!(!is_rotation("v") && !is_rotation("2Uv") && !is_rotation("X"));
/// ```
pub fn is_rotation(name: &str) -> bool {
    let capitals = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    matches!(name, "x" | "y" | "z") || name.strip_suffix('v').is_some_and(capitals)
}

/// The error for a line that begins with an unexpected word.
fn unexpected(word: &Token<'_>, expected: &str) -> Misread {
    match word.text {
        text if WITHOUT_GRAMMAR.contains(&text) => word.misread(format!("{expected}; only ksolve reads `{text}`")),
        text if text.starts_with("Scramble") || text == "CPOS" => {
            word.misread(format!("{expected}; scrambles belong in a separate file"))
        }
        _ => word.misread(expected),
    }
}

/// Reads the name and the sets.
fn head(lines: &mut TextLines<'_>) -> Result<(String, Vec<Set>), Misread> {
    let (mut name, mut sets) = (None, Vec::<Set>::new());
    loop {
        let expected = match (&name, sets.is_empty()) {
            (None, true) => "`Name` or `Set`",
            (Some(_), true) => "`Set`",
            (_, false) => "`Set`, `Solved` or `StartState`",
        };
        let word = match lines.peek() {
            Some(line) => line.first(),
            None => return Err(lines.ended(expected)),
        };
        match word.text {
            "Solved" | "StartState" if !sets.is_empty() => return Ok((name.unwrap_or_default(), sets)),
            "Name" if name.is_none() && sets.is_empty() => {
                let line = lines.required("a name")?;
                // ksolve writes names with blanks.
                let words: Vec<&str> = line.tokens.iter().skip(1).map(|word| word.text).collect();
                if words.is_empty() {
                    return Err(line.ended("one name"));
                }
                name = Some(words.join(" "));
            }
            "Set" => {
                let set = set(&lines.required("a set")?, &sets)?;
                sets.push(set);
            }
            _ => return Err(unexpected(&word, expected)),
        }
    }
}

/// Reads a set: its name, its number of slots and its number of orientations.
fn set(line: &TextLine<'_>, sets: &[Set]) -> Result<Set, Misread> {
    let parts = line.exactly(4, "a set's name without blanks, its number of slots and its number of orientations")?;
    let (name, size) = (&parts[1], &parts[2]);
    let is_number = name.text == "?" || name.text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number || name.text == "End" || sets.iter().any(|set| set.name == name.text) {
        return Err(name.misread("a new name of a set that is not a number and not `End`"));
    }
    let slots = size.number(1, MOST_OF_SET as u64, &format!("a number of slots from 1 to {MOST_OF_SET}"))?;
    let expected = format!("a number of orientations from 1 to {MOST_ORIENTATIONS}");
    let orientations = parts[3].number(1, MOST_ORIENTATIONS.into(), &expected)?;
    if sets.iter().map(|set| set.slots).sum::<usize>() + slots > MOST_SLOTS {
        return Err(size.misread(format!("at most {MOST_SLOTS} slots in all sets")));
    }
    Ok(Set::new(name.text, slots, orientations))
}

/// Reads the position that the puzzle comes in.
fn solved(lines: &mut TextLines<'_>, sets: &mut [Set]) -> Result<Pattern, Misread> {
    let line = lines.required("`Solved` or `StartState`")?;
    let word = line.exactly(1, "the word")?[0].text;
    let entries = blocks::entries(lines, sets)?;
    blocks::solved(&entries, sets, if word == "Solved" { 1 } else { 0 })
}

/// The action of a move, or the moves that it is made of.
enum MoveDefinition<'a> {
    Action(Action),
    Sequence(Vec<Token<'a>>),
    Alias(Token<'a>),
}

/// Reads the moves and the `Illegal` conditions.
fn moves(lines: &mut TextLines<'_>, mut definition: Definition) -> Result<Definition, Misread> {
    let orientations = definition.orientations();
    let (mut written, mut names, mut left) = (Vec::new(), MoveNames::default(), MOST_OF_SEQUENCES);
    while let Some(line) = lines.next() {
        let word = line.first();
        let made = match word.text {
            "Move" | "MoveTransformation" => {
                line.exactly(2, "one name without blanks")?;
                let entries = blocks::entries(lines, &definition.sets)?;
                let (first, twists) = match word.text {
                    "Move" => (1, Twists::BySource),
                    _ => (0, Twists::ByDestination),
                };
                MoveDefinition::Action(blocks::action(&entries, &definition.sets, &orientations, first, twists)?)
            }
            "MoveSequence" if line.tokens.len() < 3 => return Err(line.ended("a name and the moves it is made of")),
            "MoveSequence" => {
                let tokens = &line.tokens[2..];
                if let Some(over) = tokens.get(left) {
                    return Err(over.misread(format!("at most {MOST_OF_SEQUENCES} moves in all sequences")));
                }
                left -= tokens.len();
                MoveDefinition::Sequence(tokens.to_vec())
            }
            "MoveAlias" => MoveDefinition::Alias(line.exactly(3, "a name and a move")?[2]),
            "Illegal" => {
                definition.legal.push(illegal(&line, &definition)?);
                continue;
            }
            _ => return Err(unexpected(&word, MOVES)),
        };
        let name = line.tokens[1];
        if written.len() == MOST_MOVES {
            return Err(word.misread(format!("at most {MOST_MOVES} moves")));
        }
        names.insert(name.text, written.len()).map_err(|_| name.misread("a name that no other move has"))?;
        written.push((name, made));
    }
    definition.moves = sequences(written, &names, &orientations)?;
    Ok(definition)
}

/// Reads the pieces that must not lie in a slot.
fn illegal(line: &TextLine<'_>, definition: &Definition) -> Result<Condition, Misread> {
    let [_, name, slot, values @ ..] = &line.tokens[..] else { return Err(line.ended("a set, a slot and pieces")) };
    let found = definition.sets.iter().position(|set| set.name == name.text);
    let slots = definition.slots_of(found.ok_or_else(|| name.misread("a set's name"))?);
    let expected = format!("a slot from 1 to {}", slots.len());
    let slot = slots.start + slot.number::<usize>(1, slots.len() as u64, &expected)? - 1;
    if values.is_empty() {
        return Err(line.ended("pieces that must not lie in that slot"));
    }
    let mut pieces = FxHashSet::default();
    for value in values {
        let piece = blocks::piece(value, 1)?;
        if definition.solved.pieces[slot] == piece {
            return Err(value.misread("a piece that does not lie there when the puzzle is solved"));
        }
        pieces.insert(piece);
    }
    let mut pieces: Vec<u8> = pieces.into_iter().collect();
    pieces.sort_unstable();
    Ok(Condition { slot: exact::<u16>(slot), pieces, must: false })
}

/// The moves, including the moves that are made of others.
fn sequences(
    written: Vec<(Token<'_>, MoveDefinition<'_>)>,
    names: &MoveNames<'_>,
    orientations: &[u8],
) -> Result<Vec<Move>, Misread> {
    let resolve = |tokens: &[Token<'_>]| tokens.iter().map(|token| names.resolve(token)).collect();
    let parts = written.iter().map(|(_, made)| match made {
        MoveDefinition::Action(_) => Ok(Vec::new()),
        MoveDefinition::Sequence(tokens) => resolve(tokens),
        MoveDefinition::Alias(token) => resolve(&[*token]),
    });
    let parts: Vec<Vec<(usize, i32)>> = parts.collect::<Result<_, _>>()?;
    let places: Vec<Vec<usize>> = parts.iter().map(|parts| parts.iter().map(|(place, _)| *place).collect()).collect();
    let order = made_of::order(&places).map_err(|Circle { of, part }| {
        let token = match &written[of].1 {
            MoveDefinition::Sequence(tokens) => tokens[part],
            MoveDefinition::Alias(token) => *token,
            MoveDefinition::Action(_) => written[of].0,
        };
        token.misread(made_of::not_in_turn(written[places[of][part]].0.text))
    })?;
    let mut moves: Vec<Option<Move>> = vec![None; written.len()];
    for place in order {
        let (name, made) = &written[place];
        let known = |place: usize| moves[place].as_ref().expect("what a move is made of comes before it");
        let (mut is_rotation, mut product) = (is_rotation(name.text), Action::identity(orientations.len()));
        for &(part, power) in &parts[place] {
            product = product.then(&known(part).action.signed_power(power, orientations), orientations);
        }
        if let MoveDefinition::Action(action) = made {
            product = action.clone();
        } else if let MoveDefinition::Alias(_) = made {
            is_rotation |= known(parts[place][0].0).is_rotation;
        }
        if product.order(orientations).is_none() {
            return Err(name.misread(format!("a move of order at most {MOST_ORDER}")));
        }
        moves[place] = Some(Move { is_rotation, ..Move::new(name.text, product) });
    }
    Ok(moves.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests;
