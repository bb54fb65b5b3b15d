//! The stored data of a plan.

use std::sync::OnceLock;

use super::insertion::InsertionTables;
use super::reach::Reach;
use super::shapes::Shapes;
use super::sift::SchreierWords;
use super::stages::Stages;
use loyd_core::limits::holds;

/// The shapes and words from which plans are made.
#[derive(Debug)]
pub struct StoredPlan<const N: usize> {
    pub(super) shapes: Shapes<N>,
    pub(super) words: SchreierWords,
}

holds!(for [const N: usize] StoredPlan<N> { shapes, words });

/// The plan that leads to the goal without a search for a shortest solution, made by the first search that needs it.
#[derive(Debug)]
pub(crate) struct LazyPlans<const N: usize> {
    /// Words that lead to the goal where no search has found a solution.
    pub(crate) plan: OnceLock<Option<StoredPlan<N>>>,
    /// The reachable set of the moves, if they have conditions.
    pub(crate) reach: OnceLock<Option<Reach<N>>>,
    /// The tables for shorter solutions than the plan's, by insertions.
    pub(crate) insertions: OnceLock<Option<InsertionTables>>,
    /// The subgroup chain through which a search finds some solution.
    pub(crate) stages: OnceLock<Stages>,
}

impl<const N: usize> Default for LazyPlans<N> {
    fn default() -> Self {
        LazyPlans {
            plan: OnceLock::new(),
            reach: OnceLock::new(),
            insertions: OnceLock::new(),
            stages: OnceLock::new(),
        }
    }
}

holds!(for [const N: usize] LazyPlans<N> { plan, reach, insertions, stages });
