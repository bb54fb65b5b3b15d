//! Which algorithm answers when the user leaves it open.

use super::{Algorithm, Want};

/// What the choice goes by.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// The number of states, where they are numbered.
    pub ranks: Option<u64>,
    /// Whether the goals can be listed.
    pub goals_listed: bool,
    /// Whether the puzzle's default bound is known to make depth-first search the better one on large boards.
    pub strong_bound: bool,
    /// Whether the user named a bound.
    pub bound_named: bool,
    /// Whether many positions follow, so that a table may pay for itself.
    pub batch: bool,
    /// The most bytes.
    pub bytes: Option<u64>,
    /// What is wanted.
    pub want: Want,
    /// Whether a longer solution than a shortest will do.
    pub content: bool,
    /// Whether time or nodes are limited.
    pub limited: bool,
    /// Whether the user has named a table of all distances.
    pub table_named: bool,
}

/// Tables of up to this many states are built for a batch: a few seconds at most, 32 MiB.
const TABLE_FOR_BATCH: u64 = 1 << 25;

/// Spaces of up to this many states are searched with a closed list where solutions are counted.
const CLOSED_LIST: u64 = 1 << 25;

/// The algorithm, and why.
pub fn choose(situation: &Situation) -> (Algorithm, String) {
    let Situation { ranks, goals_listed, strong_bound, bound_named, batch, bytes, want, content, limited, table_named } =
        *situation;
    let fits = |ranks: u64, each: u64| bytes.is_none_or(|bytes| ranks.saturating_mul(each) <= bytes);
    if table_named {
        return (Algorithm::Table, "the table named has the answer".into());
    }
    if content {
        return (Algorithm::Anytime, "a solution that is not proved shortest will do".into());
    }
    // What such a space is worth shows on the way: where it ends too soon, the best known solution is better than none.
    if want == Want::One && ranks.is_none() && goals_listed && (strong_bound || limited) {
        return (Algorithm::Anytime, "a large space: it has a solution at once, and goes on to a shortest".into());
    }
    let small = |most: u64, each: u64| ranks.filter(|&ranks| ranks <= most && fits(ranks, each));
    if let (true, true, false, Some(ranks)) = (batch, goals_listed, bound_named, small(TABLE_FOR_BATCH, 2)) {
        return (Algorithm::Table, format!("many positions share one table of {ranks} states"));
    }
    if let (Want::Count, Some(ranks)) = (want, small(CLOSED_LIST, 4)) {
        return (Algorithm::AStar, format!("solutions are counted without being listed, and {ranks} states are few"));
    }
    // A closed list of a small space is taken whole: two of them, with their layers, are eight bytes a state.
    if ranks.is_some_and(|ranks| ranks <= CLOSED_LIST && !fits(ranks, 8)) {
        return (Algorithm::IdaStar, "it needs no memory, and there is too little for a closed list".into());
    }
    if bound_named || strong_bound {
        return (Algorithm::IdaStar, "its lower bound is strong, and it needs no memory".into());
    }
    if !goals_listed {
        return (Algorithm::IdaStar, "its goals cannot be listed, and it needs no memory".into());
    }
    (
        Algorithm::Bidirectional,
        "its lower bounds are weak, and two halves of the way are far less than the whole".into(),
    )
}
