//! How far a running search, table build or map is.

use std::sync::Arc;

/// What is called with the progress of a search, from the thread that searches.
pub type Watcher = Arc<dyn Fn(&Progress) + Send + Sync>;

/// How far a running search or table build is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The depth searched, or the threshold of the iteration: no solution is shorter. While a table is built it
    /// is what was proved before, 0 where nothing was.
    pub depth: u32,
    /// While a table is built or a map drawn, the depth of the layer at hand, which bounds no solution.
    pub layer: Option<u32>,
    /// The length of the best solution found so far.
    pub best: Option<u32>,
    /// Nodes generated; in a part, by it.
    pub nodes: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Bytes held.
    pub bytes: u64,
    /// In a judge's input, the case at hand, from 1; the seconds are then those of the whole input.
    pub case: Option<u64>,
    /// The part of the work at hand, where it is one that is told apart.
    pub part: Option<Arc<Part>>,
}

/// A part of the work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// What it is: `map`, `table of 6-6-3`, or the name of an instance.
    pub name: String,
    /// Which part, from 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
    /// The number of states that will be looked at, where that is known.
    pub states: Option<u64>,
    /// States that were looked at before it began: by who left it unfinished.
    pub before: u64,
    /// When it began, in seconds since the start.
    pub begun: f64,
}

impl Part {
    /// A part of so many, of so many states where that is known, that begins with the work.
    pub fn new(name: impl Into<String>, number: u64, of: u64, states: Option<u64>) -> Part {
        Part { name: name.into(), number, of, states, before: 0, begun: 0.0 }
    }

    /// How much of it is done, from 0 to 1, where that is known.
    ///
    /// ```
    /// use loyd_core::limits::{Part, Progress};
    /// let mut part = Part::new("map", 1, 1, Some(800));
    /// (part.before, part.begun) = (200, 10.0);
    /// let (layer, nodes, seconds) = (Some(3), 200, 14.0);
    /// let progress = Progress { depth: 0, layer, best: None, nodes, seconds, bytes: 0, case: None, part: None };
    /// assert_eq!(part.fraction(&progress), Some(0.5));
    /// // Two hundred states took four seconds.
    /// assert_eq!(part.seconds_left(&progress), Some(8.0));
    /// ```
    pub fn fraction(&self, progress: &Progress) -> Option<f64> {
        let done = |states: u64| (self.before + progress.nodes) as f64 / states.max(1) as f64;
        self.states.map(|states| done(states).min(1.0))
    }

    /// About how many seconds it will still take, where its size is known and something of it is done: as long a state
    /// as until now.
    pub fn seconds_left(&self, progress: &Progress) -> Option<f64> {
        let left = self.states?.saturating_sub(self.before + progress.nodes);
        let a_state = (progress.seconds - self.begun).max(0.0) / progress.nodes as f64;
        (progress.nodes > 0).then_some(left as f64 * a_state)
    }
}
