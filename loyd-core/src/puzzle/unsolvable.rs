//! Reasons why there is no solution, and why goals are not listed.

use std::fmt;

/// The reason why goals cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goals cannot be listed: {0}")]
pub struct NotListed(pub &'static str);

/// The reason why a state reaches no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The goal needs an odd permutation, but the moves make only even permutations.
    Parity(String),
    /// The goal needs a piece in a part of the board that the piece cannot reach.
    Trapped(String),
    /// Start and goal do not have the same pieces.
    DifferentPieces(String),
    /// The permutation is not in the group that the moves generate.
    OutsideGroup(String),
    /// A search has no states left to examine: it examined them, or a bound proved that they reach no goal.
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
            Unsolvable::Exhausted => write!(f, "exhausted: the search visited every reachable position"),
        }
    }
}
