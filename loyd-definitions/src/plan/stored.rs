//! The stored data of a plan.

use super::shapes::Shapes;
use super::sift::Words;
use loyd_core::limits::holds;

/// The shapes and words from which plans are made.
#[derive(Debug)]
pub struct Plan<const N: usize> {
    pub(super) shapes: Shapes<N>,
    pub(super) words: Words,
}

holds!(for [const N: usize] Plan<N> { shapes, words });
