//! Algorithms as lists of steps, and the position after them.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::alg::{self, Alg, PartSize, Reading};
use crate::definition::move_names::{A_MOVE, MoveNames};
use crate::definition::{Action, Condition, Definition, Pattern};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The most single turns that are made if moves have conditions.
pub(crate) const MOST_MADE: u32 = 100_000;

/// The most moves that an error lists.
const LISTED: usize = 40;

/// A power of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePower {
    /// The move's place in the definition.
    pub place: usize,
    /// The power; less than 0 if the move is taken back.
    pub power: i32,
    /// The place, among the words of the text, of the word that names the move.
    word: u32,
}

/// The moves that a text contains, each with its word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedMoves<'t> {
    /// The moves.
    pub steps: Vec<MovePower>,
    words: Vec<Token<'t>>,
}

impl<'t> ParsedMoves<'t> {
    /// The word of the text that names a step's move.
    pub fn word(&self, step: &MovePower) -> Token<'t> {
        self.words[step.word as usize]
    }

    /// No moves, with room for this number of moves.
    pub(crate) fn with_room(moves: usize) -> Self {
        ParsedMoves { steps: Vec::with_capacity(moves), words: Vec::with_capacity(moves) }
    }

    /// Adds a step.
    pub(crate) fn push(&mut self, word: Token<'t>, place: usize, power: i32) {
        self.steps.push(MovePower { place, power, word: exact::<u32>(self.words.len()) });
        self.words.push(word);
    }
}

/// The moves that an algorithm expands to: places among the definition's moves, and powers.
///
/// ```
/// use loyd_definitions::formats::read;
/// use loyd_definitions::algs::steps;
/// let text = "Set S 3 1\nSolved\nEnd\nMove A\nS\n2 1 3\nEnd\nMove B\nS\n1 3 2\nEnd";
/// let definition = read(text).unwrap();
/// assert_eq!(steps::expand("[A: B2]", &definition), Ok(vec![(0, 1), (1, 2), (0, -1)]));
/// ```
///
/// # Errors
/// [`Misread`] for an unknown move, a bracket that is not closed, more than [`MOST_OF_ALG`](alg::MOST_OF_ALG) moves, or
/// more than [`MOST_BRACKETS`](alg::MOST_BRACKETS) brackets within one another.
pub fn expand(text: &str, definition: &Definition) -> Result<Vec<(usize, i32)>, Misread> {
    let said = in_alg(Alg::new(text), &MoveNames::of(definition))?;
    Ok(said.steps.iter().map(|step| (step.place, step.power)).collect())
}

/// Reads the moves of an algorithm.
pub(crate) fn in_alg<'t>(alg: Alg<'t>, names: &MoveNames<'_>) -> Result<ParsedMoves<'t>, Misread> {
    let listed = StepList { text: alg.text(), names: names.lengths(), words: RefCell::default() };
    let steps = alg::read(alg, names, &listed)?;
    Ok(ParsedMoves { steps, words: listed.words.into_inner() })
}

/// The same error with a list of the moves, if it expects a move.
pub(crate) fn named(wrong: Misread, definition: &Definition) -> Misread {
    if wrong.expected != A_MOVE {
        return wrong;
    }
    let derived = definition.derived.iter().map(|derived| derived.name.as_str());
    let names = listed(definition.moves.iter().map(|m| m.name.as_str()).chain(derived));
    Misread { expected: format!("a move, perhaps with a number or ' behind it: {names}"), ..wrong }
}

/// The first of some names, and `...` if there are more.
fn listed<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    let first: Vec<&str> = names.by_ref().take(LISTED).collect();
    first.join(" ") + if names.next().is_some() { " ..." } else { "" }
}

/// The position after moves. `left` is the number of turns that may still be made, and is lowered by each turn.
pub(crate) fn made(
    said: &ParsedMoves<'_>,
    pattern: &Pattern,
    definition: &Definition,
    left: &mut u32,
) -> Result<Pattern, Misread> {
    let orientations = definition.orientations();
    let mut actions: FxHashMap<(usize, i32), Action> = FxHashMap::default();
    let mut pattern = pattern.clone();
    for step in &said.steps {
        // PSVN rules that exclude each other may have one name, so the move of this name that can be made is chosen.
        let named = |place: usize| definition.moves[place].name == definition.moves[step.place].name;
        let can = |place: usize| {
            let m = &definition.moves[place];
            let after = definition.after(&pattern, &m.action.signed_power(step.power.signum(), &orientations));
            holds(&m.when, if step.power > 0 { &pattern } else { &after })
        };
        let place = match definition.moves[step.place].when.is_empty() || can(step.place) {
            true => step.place,
            false => (0..definition.moves.len()).find(|&other| named(other) && can(other)).unwrap_or(step.place),
        };
        let m = &definition.moves[place];
        // Each turn of a power must be one that can be made. A power of a move without conditions is one turn.
        let (times, power) =
            if m.when.is_empty() { (1, step.power) } else { (step.power.unsigned_abs(), step.power.signum()) };
        let over = || said.word(step).misread(format!("at most {MOST_MADE} moves in all"));
        *left = left.checked_sub(times).ok_or_else(over)?;
        let action = actions.entry((place, power));
        let action = action.or_insert_with(|| m.action.signed_power(power, &orientations));
        let mut after = pattern.clone();
        let mut is_made = true;
        for _ in 0..times {
            let next = definition.after(&after, action);
            // The conditions that a turn needs before it must hold after the turn is taken back.
            is_made &= holds(&m.when, if power > 0 { &after } else { &next });
            after = next;
        }
        if !is_made || !holds(&definition.legal, &after) {
            return Err(unmakeable(&said.word(step), &pattern, definition));
        }
        pattern = after;
    }
    Ok(pattern)
}

fn holds(conditions: &[Condition], pattern: &Pattern) -> bool {
    conditions.iter().all(|condition| condition.allows(pattern.pieces[usize::from(condition.slot)]))
}

/// The error for a move that cannot be made. It lists the moves that can be made.
fn unmakeable(word: &Token<'_>, pattern: &Pattern, definition: &Definition) -> Misread {
    let can = |m: &&crate::definition::Move| {
        !m.is_rotation && holds(&m.when, pattern) && holds(&definition.legal, &definition.after(pattern, &m.action))
    };
    let names = listed(definition.moves.iter().filter(can).map(|m| m.name.as_str()));
    word.misread(format!("a move that can be made there: {names}"))
}

/// Reads algorithms as lists of steps.
struct StepList<'t> {
    text: &'t str,
    /// The length of each move's name.
    names: Vec<usize>,
    words: RefCell<Vec<Token<'t>>>,
}

impl Reading for StepList<'_> {
    type Part = Vec<MovePower>;

    fn nothing(&self) -> Vec<MovePower> {
        Vec::new()
    }

    fn turn(&self, word: &Token<'_>, place: usize, power: i32) -> Vec<MovePower> {
        let begin = word.text.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut words = self.words.borrow_mut();
        words.push(Token { text: &self.text[begin..begin + word.text.len()], line: word.line, column: word.column });
        vec![MovePower { place, power, word: exact::<u32>(words.len()) - 1 }]
    }

    fn push(&self, part: &mut Vec<MovePower>, next: Vec<MovePower>) {
        match part.is_empty() {
            true => *part = next,
            false => part.extend(next),
        }
    }

    fn inverse(&self, part: &Vec<MovePower>) -> Vec<MovePower> {
        part.iter().rev().map(|step| MovePower { power: -step.power, ..*step }).collect()
    }

    fn repeated(&self, part: Vec<MovePower>, times: u32) -> Vec<MovePower> {
        if times == 1 { part } else { part.repeat(times as usize) }
    }

    fn size(&self, part: &Vec<MovePower>) -> PartSize {
        let sizes = part.iter().map(|step| PartSize::of(1, self.names.get(step.place).copied().unwrap_or(0)));
        sizes.fold(PartSize::default(), PartSize::plus)
    }
}
