//! Reasons why there is no solution, and why goals are not listed.

use std::fmt;

/// The reason why goals cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goals cannot be listed: {0}")]
pub struct NotListed(pub &'static str);

/// The reason why a state reaches no goal: a claim that a test evaluates by breadth-first search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// A number that every move keeps even or odd is not as in the goal, such as the parity of a permutation.
    Parity(String),
    /// The goal needs a piece in slots that the piece cannot reach.
    Trapped(String),
    /// Start and goal do not have the same pieces.
    DifferentPieces(String),
    /// The permutation is not in the group that the moves generate.
    OutsideGroup(String),
    /// A search or a table proves that no state that moves reach is a goal.
    Exhausted,
}

impl Unsolvable {
    /// The reason as one word for programs: `parity`, `trapped`, `pieces`, `group` or `exhausted`.
    pub fn kind(&self) -> &'static str {
        match self {
            Unsolvable::Parity(_) => "parity",
            Unsolvable::Trapped(_) => "trapped",
            Unsolvable::DifferentPieces(_) => "pieces",
            Unsolvable::OutsideGroup(_) => "group",
            Unsolvable::Exhausted => "exhausted",
        }
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::Parity(why) => write!(f, "parity: {why}"),
            Unsolvable::Trapped(why) => write!(f, "trapped piece: {why}"),
            Unsolvable::DifferentPieces(why) => write!(f, "different pieces: {why}"),
            Unsolvable::OutsideGroup(why) => write!(f, "outside the group of the moves: {why}"),
            Unsolvable::Exhausted => write!(f, "exhausted: no sequence of moves leads to the goal"),
        }
    }
}
