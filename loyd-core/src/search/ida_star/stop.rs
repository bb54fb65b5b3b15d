//! The stop condition of a walk: who is asked now and then whether it is to go on.

use std::time::Instant;

use crate::limits::{Meter, Stop};

/// What a stop condition says when it is asked.
pub enum Verdict {
    /// Go on until so many nodes are generated.
    Until(u64),
    /// Hand over what is still to be walked, as tasks.
    Split,
    /// End: a limit was reached, or, without one, the answer is known elsewhere.
    End(Option<Stop>),
}

/// Asked now and then whether a walk is to go on.
pub trait StopCondition {
    /// Asked with what was expanded and generated so far.
    fn look(&mut self, expanded: u64, generated: u64) -> Verdict;

    /// Whether the first solution in the order of the tree is wanted, and what is counted up to it; else any.
    fn in_order(&self) -> bool;
}

/// Tells the meter what was counted, which looks at the limits if it is time to.
fn count(meter: &mut Meter<'_>, threshold: u32, expanded: u64, generated: u64) -> Result<(), Stop> {
    (meter.stats.expanded, meter.stats.generated) = (expanded, generated);
    meter.tick(threshold)
}

/// Of a walk on one thread: the limits, and when the rest is worth to be shared.
pub struct OneThread<'a, 'm> {
    /// The limits, and the counts.
    pub meter: &'a mut Meter<'m>,
    /// The threshold.
    pub threshold: u32,
    /// When the rest is worth to be shared.
    pub split_at: Option<Instant>,
}

/// Nodes generated between two looks at whether the rest is worth to be shared.
const LOOK_EVERY: u64 = 1 << 12;

impl OneThread<'_, '_> {
    /// When it must be asked next.
    pub fn next_look(&self) -> u64 {
        let soon = self.split_at.map_or(u64::MAX, |_| self.meter.stats.generated + LOOK_EVERY);
        self.meter.next_look().min(soon)
    }
}

impl StopCondition for OneThread<'_, '_> {
    fn look(&mut self, expanded: u64, generated: u64) -> Verdict {
        match count(self.meter, self.threshold, expanded, generated) {
            Err(why) => Verdict::End(Some(why)),
            Ok(()) if self.split_at.is_some_and(|at| Instant::now() >= at) => Verdict::Split,
            Ok(()) => Verdict::Until(self.next_look()),
        }
    }

    fn in_order(&self) -> bool {
        true
    }
}

/// Of a walk that is given up after so many nodes.
pub struct NodeBudget<'a, 'm> {
    /// The limits, and the counts.
    pub meter: &'a mut Meter<'m>,
    /// The threshold.
    pub threshold: u32,
    /// The number of generated nodes at which it is given up.
    pub until: u64,
}

impl NodeBudget<'_, '_> {
    /// When it must be asked next.
    pub fn next_look(&self) -> u64 {
        self.meter.next_look().min(self.until)
    }
}

impl StopCondition for NodeBudget<'_, '_> {
    fn look(&mut self, expanded: u64, generated: u64) -> Verdict {
        match count(self.meter, self.threshold, expanded, generated) {
            Err(why) => Verdict::End(Some(why)),
            Ok(()) if generated >= self.until => Verdict::End(None),
            Ok(()) => Verdict::Until(self.next_look()),
        }
    }

    fn in_order(&self) -> bool {
        false
    }
}
