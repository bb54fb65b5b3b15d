//! The order of a table's entries: the only place that knows which entry is which state's.

use crate::puzzle::Ranked;

/// In which order the states of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In the order of their ranks.
    Ranks,
}

impl Layout {
    /// Its name in a table's identity, with its version: raised when an entry comes to mean another state.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Ranks => "rank/1",
        }
    }

    /// The layout of that name.
    pub fn named(name: &str) -> Option<Layout> {
        [Layout::Ranks].into_iter().find(|layout| layout.name() == name)
    }

    /// The number of entries, of which some may be no state's.
    pub fn entries<P: Ranked>(self, puzzle: &P) -> u64 {
        match self {
            Layout::Ranks => puzzle.ranks(),
        }
    }

    /// The entry of a state.
    #[inline(always)]
    pub fn index<P: Ranked>(self, puzzle: &P, state: &P::State) -> u64 {
        match self {
            Layout::Ranks => puzzle.rank(state),
        }
    }

    /// The entry of the state of a rank.
    #[inline(always)]
    pub fn index_of_rank<P: Ranked>(self, _puzzle: &P, rank: u64) -> u64 {
        match self {
            Layout::Ranks => rank,
        }
    }

    /// The state of an entry, if it is one's.
    pub fn state<P: Ranked>(self, puzzle: &P, index: u64) -> Option<P::State> {
        match self {
            Layout::Ranks => (index < puzzle.ranks()).then(|| puzzle.unrank(index)),
        }
    }
}
