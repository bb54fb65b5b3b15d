//! How a search with a closed list grows, for those who want to show it.

use crate::exact::exact;
use std::sync::Arc;

use super::{Meter, Stats};

/// What is called with each record of how a search grows.
pub type FrontierLog = Arc<dyn Fn(Frontier) + Send + Sync>;

/// The end that a search grows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The position.
    Start,
    /// The goals.
    Goal,
}

impl Side {
    /// `start` or `goal`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Start => "start",
            Side::Goal => "goal",
        }
    }
}

/// What a search with a closed list has met and expanded so far.
///
/// | search | one record | `by_depth` adds up to |
/// |---|---|---|
/// | breadth-first | for the starts, and after each layer | `closed + frontier` |
/// | bidirectional | for each end, and after each layer of it; `expanded`, `generated` of both | `closed + frontier` |
/// | A* | when all states with the least *f* are expanded, and at the end | `closed` |
///
/// The layer in which the solution is found is told as far as it was made. A layer that a limit interrupts is not told.
/// A search tells its first thousand records, or those up to depth 1,000, and its last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frontier {
    /// The end it belongs to, in a search from both.
    pub side: Option<Side>,
    /// In A*: all states whose *f* is less are expanded, and all whose *f* is equal, unless the search has ended.
    pub threshold: Option<u32>,
    /// The depth of the layer; in A* the greatest of an expanded state.
    pub depth: u32,
    /// Nodes whose successors were made, by the whole search.
    pub expanded: u64,
    /// Successors made, and the starts, by the whole search.
    pub generated: u64,
    /// States that were met and not expanded. In A* the entries of its queue: a state that was met again by a shorter
    /// path has one for each.
    pub frontier: u64,
    /// States that were expanded. One that A* expands again, because a bound is not consistent, counts again.
    pub closed: u64,
    /// By depth from 0: in layers the states met, in A* those expanded.
    pub by_depth: Vec<u64>,
}

/// Records of one search, and depths of one record that are told before the last.
const MOST: usize = 1_000;

/// Counts how a search grows, and tells it.
pub(crate) struct Growth<'a> {
    log: &'a FrontierLog,
    told: usize,
    /// Nodes expanded and generated before this search.
    before: (u64, u64),
    /// Those of the starts and those of the goals.
    ends: [Counts; 2],
    /// The *f* of the states that are expanded now.
    threshold: Option<u32>,
}

#[derive(Default)]
struct Counts {
    closed: u64,
    by_depth: Vec<u64>,
}

impl<'a> Growth<'a> {
    /// Nothing where nobody listens.
    pub fn new(meter: &Meter<'a>) -> Option<Growth<'a>> {
        let log = meter.limits().frontiers.as_ref()?;
        let before = (meter.stats.expanded, meter.stats.generated);
        Some(Growth { log, told: 0, before, ends: Default::default(), threshold: None })
    }

    /// The next layer of an end is made, and so many states were met in it.
    pub fn layer(&mut self, side: Option<Side>, met: usize, is_last: bool, stats: &Stats) {
        let (end, other) = match side {
            Some(Side::Goal) => (1, 0),
            Some(Side::Start) | None => (0, 1),
        };
        let expanded = stats.expanded - self.before.0;
        self.ends[end].closed = expanded - self.ends[other].closed;
        self.ends[end].by_depth.push(met as u64);
        let frontier = self.ends[end].by_depth.iter().sum::<u64>() - self.ends[end].closed;
        self.tell(side, end, frontier, is_last, stats);
    }

    /// Whether the states that are expanded from now on have a greater *f* than those before.
    pub fn rises(&self, sum: u32) -> bool {
        self.threshold != Some(sum)
    }

    /// All states up to an *f* were expanded; those of `sum` come next, and so many states wait.
    pub fn rise(&mut self, sum: u32, waiting: u64, stats: &Stats) {
        if self.threshold.is_some() {
            self.tell(None, 0, waiting, false, stats);
        }
        self.threshold = Some(sum);
    }

    /// A state of that depth is expanded.
    pub fn expand(&mut self, depth: u32) {
        let Counts { closed, by_depth } = &mut self.ends[0];
        if by_depth.len() <= depth as usize {
            by_depth.resize(depth as usize + 1, 0);
        }
        by_depth[depth as usize] += 1;
        *closed += 1;
    }

    /// The search has ended with no state of an *f* below `sum` left; without one, with no state left at all.
    pub fn end(&mut self, sum: Option<u32>, waiting: u64, stats: &Stats) {
        if let Some(sum) = sum.filter(|&sum| self.rises(sum)) {
            self.rise(sum, waiting, stats);
        }
        self.tell(None, 0, waiting, true, stats);
    }

    fn tell(&mut self, side: Option<Side>, end: usize, frontier: u64, is_last: bool, stats: &Stats) {
        let Counts { closed, ref by_depth } = self.ends[end];
        if !is_last && (self.told >= MOST || by_depth.len() > MOST) {
            return;
        }
        self.told += 1;
        (self.log)(Frontier {
            side,
            threshold: self.threshold,
            depth: exact::<u32>(by_depth.len().saturating_sub(1)),
            expanded: stats.expanded - self.before.0,
            generated: stats.generated - self.before.1,
            frontier,
            closed,
            by_depth: by_depth.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::limits::Limits;

    /// Whose layers are many is told of a thousand and of the last.
    #[test]
    fn records_are_not_told_without_end() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let tell = told.clone();
        let frontiers: FrontierLog = Arc::new(move |frontier| tell.lock().unwrap().push(frontier));
        let limits = Limits { frontiers: Some(frontiers), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let mut growth = Growth::new(&meter).unwrap();
        for depth in 0..3_000u64 {
            meter.stats.expanded = depth;
            growth.layer(None, 1, depth == 2_999, &meter.stats);
        }
        let told = std::mem::take(&mut *told.lock().unwrap());
        assert_eq!(told.iter().map(|one| one.depth).collect::<Vec<_>>(), (0..1_000).chain([2_999]).collect::<Vec<_>>());
        assert!(told.iter().all(|one| one.frontier == 1 && one.by_depth.iter().all(|&met| met == 1)));
        assert!(Growth::new(&Meter::new(&Limits::default())).is_none());
    }
}
