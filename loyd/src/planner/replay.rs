//! Makes moves that are given as text, one after the other.

use std::cmp::Ordering;

use loyd_core::limits::Watch;
use loyd_core::puzzle::{Convention, MoveSet, Notation, Puzzle};
use loyd_core::text::{Misread, Token};

/// The legal part of a sequence of moves. The positions on the way are not kept.
pub struct Replay<P: Notation> {
    /// The number of legal moves.
    pub legal: usize,
    /// The first start from which this many moves are legal.
    pub start: P::State,
    /// The last position for each start from which this many moves are legal.
    pub ends: Vec<P::State>,
    /// The sum of the weights of these moves, from `start`.
    pub cost: u64,
    /// The fault of the first move that was not legal.
    pub error: Option<Misread>,
}

/// States on a way, and the moves between them.
pub type TypedPath<P> = (Vec<<P as Puzzle>::State>, Vec<<P as Puzzle>::Move>);

/// The names of moves as tokens; the column is the number of the move.
pub(super) fn tokens_of(names: &[String]) -> Vec<Token<'_>> {
    names.iter().enumerate().map(|(index, text)| Token { text, line: 1, column: index + 1 }).collect()
}

/// Makes the named moves from the start that allows the most of them.
///
/// # Panics
/// If there is no start.
pub fn replay<P: Notation>(puzzle: &P, starts: &[P::State], names: &[Token<'_>], convention: Convention) -> Replay<P> {
    let from = |start: &P::State| {
        let (mut cost, mut before) = (0, start.clone());
        let (end, legal, error) = made(puzzle, start.clone(), names, convention, &mut |m, after| {
            cost += u64::from(puzzle.cost(&before, m));
            before.clone_from(after);
        });
        Replay { legal, start: start.clone(), ends: vec![end], cost, error }
    };
    let join = |mut best: Replay<P>, other: Replay<P>| match best.legal.cmp(&other.legal) {
        Ordering::Less => other,
        Ordering::Equal => {
            best.ends.extend(other.ends);
            best
        }
        Ordering::Greater => best,
    };
    let mut replay = starts.iter().map(from).reduce(join).expect("a position has a state");
    if let Some(error) = replay.error.as_mut().filter(|_| puzzle.has_conventions()) {
        let other = if convention == Convention::Blank { Convention::Tile } else { Convention::Blank };
        let legal = starts.iter().map(|start| made(puzzle, start.clone(), names, other, &mut |_, _| {}).1).max();
        if let Some(legal) = legal.filter(|&legal| legal > replay.legal) {
            let moves = if legal == names.len() { "all moves".into() } else { format!("{legal} moves") };
            let name = other.name();
            error.expected += &format!("; {moves} can be made as directions of the {name} (`convention` {name})");
        }
    }
    replay
}

/// The start of a [`replay`] in which all moves are legal, with the position after each move, and the moves.
///
/// # Errors
/// The fault of the first move that is not legal.
pub fn path<P: Notation>(
    puzzle: &P,
    starts: &[P::State],
    names: &[Token<'_>],
    convention: Convention,
) -> Result<TypedPath<P>, Misread> {
    let Replay { start, error, .. } = replay(puzzle, starts, names, convention);
    error.map_or(Ok(()), Err)?;
    let (mut states, mut moves) = (vec![start.clone()], Vec::new());
    made(puzzle, start, names, convention, &mut |m, state| {
        moves.push(m);
        states.push(state.clone());
    });
    Ok((states, moves))
}

/// Makes the named moves as far as they are legal, and calls `each` after every move. Returns the last position, the
/// number of moves made, and the fault of the next move.
fn made<P: Notation>(
    puzzle: &P,
    start: P::State,
    names: &[Token<'_>],
    convention: Convention,
    each: &mut dyn FnMut(P::Move, &P::State),
) -> (P::State, usize, Option<Misread>) {
    let mut state = start;
    for (index, token) in names.iter().enumerate() {
        Watch::demand(|watch| watch.spend(MOVE_OPERATIONS));
        let Some(m) = puzzle.move_named(&state, token.text, convention) else {
            let mut legal = Vec::new();
            for m in puzzle.moves(&state).iter().take(LISTED) {
                legal.push(puzzle.move_name(&state, m, convention));
            }
            return (state, index, Some(illegal(token, index, &legal)));
        };
        puzzle.apply(&mut state, m);
        each(m, &state);
    }
    (state, names.len(), None)
}

/// About the elementary operations of finding a move by its name.
const MOVE_OPERATIONS: u64 = 1 << 10;

/// The most legal moves that an error lists.
const LISTED: usize = 40;

fn illegal(token: &Token<'_>, index: usize, legal: &[String]) -> Misread {
    let legal = if legal.is_empty() { "no move, because no move is legal there".into() } else { legal.join(" ") };
    token.misread(format!("for move {} one of: {legal}", index + 1))
}
