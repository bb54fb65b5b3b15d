//! Why there is no solution, and why goals are not listed.

use std::fmt;

/// Why goals cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its goals cannot be listed: {0}")]
pub struct NotListed(pub &'static str);

/// Why a state reaches no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// An odd permutation is wanted where only even ones can be made.
    Parity(String),
    /// A piece is needed in a part of the board it cannot get to.
    Trapped(String),
    /// Start and goal do not have the same pieces.
    DifferentPieces(String),
    /// The permutation is not in the group that the moves generate.
    OutsideGroup(String),
    /// Every state that can be reached was looked at.
    Exhausted,
}

impl Unsolvable {
    /// One word for programs: `parity`, `trapped`, `pieces`, `group` or `exhausted`.
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
            Unsolvable::Exhausted => write!(f, "exhausted: every position that can be reached was looked at"),
        }
    }
}
