//! Known facts about a puzzle, for the catalogue.

use std::borrow::Cow;

/// A goal that people ask for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGoal {
    /// The name: small letters with hyphens in this library's puzzles, the file's own spelling in a puzzle of a file.
    pub name: Cow<'static, str>,
    /// The goal as text.
    pub goal: String,
}

/// Known facts about a puzzle, beside its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// One sentence that describes the puzzle.
    pub what: String,
    /// The number of states that reach the goal, if it is known and below 2^128.
    pub states: Option<u128>,
    /// The number of states as a formula, for people.
    pub states_formula: String,
    /// The greatest distance to the standard goal, if it is known.
    pub gods_number: Option<u32>,
    /// The source of the figures.
    pub source: String,
    /// The moves and their letters, as a text.
    pub moves: String,
    /// The syntax of a state.
    pub state_syntax: String,
    /// A solvable state to try.
    pub example: String,
}
