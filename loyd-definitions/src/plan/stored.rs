//! The stored data of a plan.

use super::shapes::Shapes;
use super::sift::SchreierWords;
use loyd_core::limits::holds;

/// The shapes and words from which plans are made.
#[derive(Debug)]
pub struct StoredPlan<const N: usize> {
    pub(super) shapes: Shapes<N>,
    pub(super) words: SchreierWords,
}

holds!(for [const N: usize] StoredPlan<N> { shapes, words });
