//! What is known of a puzzle, for the catalogue.

use std::borrow::Cow;

/// A goal that people ask for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGoal {
    /// The name: of a puzzle of this library in small letters with hyphens, of a file's as the file has it.
    pub name: Cow<'static, str>,
    /// The goal, as it is written.
    pub goal: String,
}

/// What is known of a puzzle, beside the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// One sentence.
    pub what: String,
    /// The number of states that reach the goal, where known and below 2^128.
    pub states: Option<u128>,
    /// The number of states as a formula, for people.
    pub states_formula: String,
    /// The greatest distance to the standard goal, where known.
    pub gods_number: Option<u32>,
    /// Where the figures come from.
    pub source: String,
    /// What the moves are, and their letters.
    pub moves: String,
    /// How a state is written.
    pub state_syntax: String,
    /// A state to try, solvable.
    pub example: String,
}
