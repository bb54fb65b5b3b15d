//! Stop conditions: a walk asks one now and then whether it is to go on.

use web_time::Instant;

use crate::limits::{Meter, Stop};

/// The answer of a stop condition.
pub enum StopVerdict {
    /// Go on until this many nodes are generated.
    Until(u64),
    /// Hand over the rest of the walk, as tasks.
    Split,
    /// End: the given limit was reached, or, without a limit, the rest of the walk is not wanted.
    End(Option<Stop>),
}

/// Decides now and then whether a walk is to go on.
pub trait StopCondition {
    /// Returns the verdict on a walk that has expanded and generated so many nodes.
    fn look(&mut self, expanded: u64, generated: u64) -> StopVerdict;

    /// Whether the first solution in the order of the tree is wanted, with the counts up to it; otherwise any solution.
    fn in_order(&self) -> bool;
}

/// Gives the counts to the meter, which looks at the limits if it is time to.
fn count(meter: &mut Meter<'_>, threshold: u32, expanded: u64, generated: u64) -> Result<(), Stop> {
    (meter.stats.expanded, meter.stats.generated) = (expanded, generated);
    meter.tick(threshold)
}

/// The stop condition of a walk on one thread: the limits, and the time when its rest is worth sharing.
pub struct OneThread<'a, 'm> {
    /// The meter, with the limits and the counts.
    pub meter: &'a mut Meter<'m>,
    /// The threshold.
    pub threshold: u32,
    /// The time when the rest is worth sharing; `None` if it is not to be shared.
    pub split_at: Option<Instant>,
}

/// The number of nodes generated between two looks at whether the rest is worth sharing.
const LOOK_EVERY: u64 = 1 << 12;

impl OneThread<'_, '_> {
    /// The number of generated nodes at which the condition must be asked next.
    pub fn next_look(&self) -> u64 {
        let soon = self.split_at.map_or(u64::MAX, |_| self.meter.stats.generated + LOOK_EVERY);
        self.meter.next_look().min(soon)
    }
}

impl StopCondition for OneThread<'_, '_> {
    fn look(&mut self, expanded: u64, generated: u64) -> StopVerdict {
        match count(self.meter, self.threshold, expanded, generated) {
            Err(why) => StopVerdict::End(Some(why)),
            Ok(()) if self.split_at.is_some_and(|at| Instant::now() >= at) => StopVerdict::Split,
            Ok(()) => StopVerdict::Until(self.next_look()),
        }
    }

    fn in_order(&self) -> bool {
        true
    }
}

/// The stop condition of a walk that is given up after a number of nodes.
pub struct NodeBudget<'a, 'm> {
    /// The meter, with the limits and the counts.
    pub meter: &'a mut Meter<'m>,
    /// The threshold.
    pub threshold: u32,
    /// The number of generated nodes at which the walk is given up.
    pub until: u64,
}

impl NodeBudget<'_, '_> {
    /// The number of generated nodes at which the condition must be asked next.
    pub fn next_look(&self) -> u64 {
        self.meter.next_look().min(self.until)
    }
}

impl StopCondition for NodeBudget<'_, '_> {
    fn look(&mut self, expanded: u64, generated: u64) -> StopVerdict {
        match count(self.meter, self.threshold, expanded, generated) {
            Err(why) => StopVerdict::End(Some(why)),
            Ok(()) if generated >= self.until => StopVerdict::End(None),
            Ok(()) => StopVerdict::Until(self.next_look()),
        }
    }

    fn in_order(&self) -> bool {
        false
    }
}
