//! Makes moves that are given as text, one after the other.

use loyd_core::puzzle::{Convention, MoveSet, Notation};
use loyd_core::text::{Misread, Token};

/// The legal part of a sequence of moves, and the positions to which it led.
pub struct Replay<P: Notation> {
    /// The start, and the position after each legal move.
    pub states: Vec<P::State>,
    /// The legal moves.
    pub moves: Vec<P::Move>,
    /// The last position for each start from which this many moves are legal.
    pub ends: Vec<P::State>,
    /// The fault of the first move that was not legal.
    pub error: Option<Misread>,
}

/// The names of moves as tokens; the column is the number of the move.
pub(super) fn tokens_of(names: &[String]) -> Vec<Token<'_>> {
    names.iter().enumerate().map(|(index, text)| Token { text, line: 1, column: index + 1 }).collect()
}

/// Makes the named moves from the start that allows the most of them. `starts` must not be empty.
pub fn replay<P: Notation>(puzzle: &P, starts: &[P::State], names: &[Token<'_>], convention: Convention) -> Replay<P> {
    let mut best = Replay { states: Vec::new(), moves: Vec::new(), ends: Vec::new(), error: None };
    for start in starts {
        let (mut states, mut moves, mut state, mut error) = (vec![*start], Vec::new(), *start, None);
        for (index, token) in names.iter().enumerate() {
            let Some(m) = puzzle.move_named(&state, token.text, convention) else {
                let mut legal = Vec::new();
                for m in puzzle.moves(&state).iter().take(LISTED) {
                    legal.push(puzzle.move_name(&state, m, convention));
                }
                error = Some(illegal(token, index, &legal));
                break;
            };
            puzzle.apply(&mut state, m);
            states.push(state);
            moves.push(m);
        }
        if states.len() > best.states.len() {
            best = Replay { states, moves, ends: vec![state], error };
        } else if states.len() == best.states.len() {
            best.ends.push(state);
        }
    }
    best
}

/// The most legal moves that an error lists.
const LISTED: usize = 40;

fn illegal(token: &Token<'_>, index: usize, legal: &[String]) -> Misread {
    let legal = if legal.is_empty() { "no move, because no move is legal there".into() } else { legal.join(" ") };
    token.misread(format!("for move {} one of: {legal}", index + 1))
}
