//! Puzzles as data: any puzzle of slots and pieces that a definition file describes.
//!
//! The modules, roughly from the ground up. A module uses mostly modules above it in this table. Exceptions:
//! [`formats`] uses [`algs`]; [`algs`] uses [`bundled`]; [`compiled`] stores values of the four modules below it;
//! [`coordinates`] uses [`ranks`].
//!
//! | module | contents |
//! |---|---|
//! | [`definition`] | a definition as data, and its rules of play with a choice of metric, moves and sets |
//! | [`formats`] | definitions as text: `tws`, `kpuzzle`, `gap` and `loyd` are read and written, `psvn` is read |
//! | [`algs`] | moves as text: algorithms, scrambles, texts of other programs, shortened words |
//! | [`bundled`] | the definitions that have names, with known facts about them |
//! | [`structure`] | the permutation group behind a definition: order, orbits, why a position cannot be reached |
//! | [`lint`] | findings about what is odd in a definition |
//! | [`compiled`] | a definition as a puzzle: states, moves, symmetries, text |
//! | [`coordinates`] | numbers that moves change without regard to the rest of a state, with move tables |
//! | [`ranks`] | dense numbers of all states |
//! | [`patterns`] | pattern databases over products of coordinates, and how a state is looked up in them |
//! | [`plan`] | solutions that need not be shortest: words that bring piece after piece home, subgroup chains |
//! | [`ids`] | puzzles of definitions, opened by their ids |

// A wrapped number is a wrong answer, so lossy casts are refused. Tests may cast, because they choose the numbers.
#![deny(clippy::cast_possible_truncation)]
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

pub mod algs;
pub mod bundled;
pub mod compiled;
pub mod coordinates;
pub mod definition;
pub mod formats;
pub mod ids;
pub mod lint;
pub mod patterns;
pub mod plan;
pub mod ranks;
pub mod structure;

pub use definition::{
    Action, Condition, Definition, DefinitionFormat, Goal, Metric, Move, NoRules, Pattern, PlayRules, Repeats,
    RuleChoice, Set,
};
