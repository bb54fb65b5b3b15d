//! The progress of a running search, table build or map.

use std::sync::Arc;

use crate::cost::Cost;

/// The function that a searching thread calls with the progress.
pub type Watcher = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The progress of a running search or table build.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The depth of the search, or the threshold of the iteration: no solution is shorter. While a table is built, the
    /// depth that was proved before, or 0.
    pub depth: Cost,
    /// While a table or a map is built, the depth of the current layer. It is not a bound for solutions.
    pub layer: Option<u32>,
    /// The cost of the best solution found so far.
    pub best: Option<Cost>,
    /// The number of generated nodes; in a part of the work, the number of nodes that the part has expanded.
    pub nodes: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Bytes held.
    pub bytes: u64,
    /// In a judge's input, the number of the current case, from 1; `seconds` then counts the whole input.
    pub case: Option<u64>,
    /// The current part of the work, if it is reported separately.
    pub part: Option<Arc<WorkPart>>,
}

/// A part of the work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorkPart {
    /// The name of the part: `map`, `table of 6-6-3`, or the name of an instance.
    pub name: String,
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
    /// The number of states that will be examined, if it is known.
    pub states: Option<u64>,
    /// The number of states that an earlier, unfinished run has examined.
    pub before: u64,
    /// The time when the part began, in seconds since the start.
    pub begun: f64,
}

impl WorkPart {
    /// Part `number` of `of` parts, with its number of states if it is known. The part begins with the work.
    pub fn new(name: impl Into<String>, number: u64, of: u64, states: Option<u64>) -> WorkPart {
        WorkPart { name: name.into(), number, of, states, before: 0, begun: 0.0 }
    }

    /// The share of the part that is done, from 0 to 1, if it is known.
    ///
    /// ```
    /// use loyd_core::cost::Cost;
    /// use loyd_core::limits::{Progress, WorkPart};
    /// let mut part = WorkPart::new("map", 1, 1, Some(800));
    /// (part.before, part.begun) = (200, 10.0);
    /// let (layer, nodes, seconds) = (Some(3), 200, 14.0);
    /// let depth = Cost::default();
    /// let progress = Progress { depth, layer, best: None, nodes, seconds, bytes: 0, case: None, part: None };
    /// assert_eq!(part.fraction(&progress), Some(0.5));
    /// // Two hundred states took four seconds.
    /// assert_eq!(part.seconds_left(&progress), Some(8.0));
    /// ```
    pub fn fraction(&self, progress: &Progress) -> Option<f64> {
        let done = |states: u64| (self.before + progress.nodes) as f64 / states.max(1) as f64;
        self.states.map(|states| done(states).min(1.0))
    }

    /// About the number of seconds left, if the size of the part is known and some states are done. Each state left is
    /// expected to take as long as the states so far.
    pub fn seconds_left(&self, progress: &Progress) -> Option<f64> {
        let left = self.states?.saturating_sub(self.before + progress.nodes);
        let a_state = (progress.seconds - self.begun).max(0.0) / progress.nodes as f64;
        (progress.nodes > 0).then_some(left as f64 * a_state)
    }
}
