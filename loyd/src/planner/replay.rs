//! Moves given as text, made one after the other.

use std::ops::ControlFlow;

use crate::puzzle::{Convention, MoveSet, Notation, Spelling};
use crate::text::{Misread, Token, characters, tokens};

/// The names in a text of moves.
pub fn names<'a, P: Notation>(puzzle: &P, text: &'a str) -> Vec<Token<'a>> {
    match puzzle.spelling() {
        Spelling::Words => tokens(text),
        Spelling::Letters => tokens(text).iter().flat_map(characters).collect(),
    }
}

/// How far a sequence of moves could be made, and where it led.
pub struct Replay<P: Notation> {
    /// The positions: the start, and that after each legal move.
    pub states: Vec<P::State>,
    /// What was wrong with the first move that was not legal.
    pub error: Option<Misread>,
}

/// Makes the named moves from whichever of the starts lets them go farthest.
pub fn replay<P: Notation>(
    puzzle: &P,
    starts: &[P::State],
    names: &[Token<'_>],
    convention: Convention,
) -> Option<Replay<P>> {
    let from = |start: &P::State| {
        let mut states = vec![*start];
        let mut state = *start;
        let error = names.iter().enumerate().try_for_each(|(index, token)| {
            let Some(m) = puzzle.move_named(&state, token.text, convention) else {
                let legal: Vec<String> =
                    puzzle.moves(&state).iter().take(40).map(|m| puzzle.move_name(&state, m, convention)).collect();
                let legal = if legal.is_empty() { "no move: none is legal there".into() } else { legal.join(" ") };
                return ControlFlow::Break(token.misread(format!("as move {} one of: {legal}", index + 1)));
            };
            puzzle.apply(&mut state, m);
            states.push(state);
            ControlFlow::Continue(())
        });
        Replay { states, error: error.break_value() }
    };
    let replays = starts.iter().map(from);
    replays.reduce(|best, next| if next.states.len() > best.states.len() { next } else { best })
}
