//! Symmetries, by which a map stores one state for all its images.

use crate::puzzle::{NoFacet, Puzzle};

/// Symmetries that reduce the number of states of a map.
///
/// A symmetry takes states to states and moves to moves, so two images are as far apart as their states. The symmetries
/// form a group. The images of a state under all symmetries are its *orbit*.
///
/// A map that begins at some states uses the symmetries only if they take these states to each other. A map by hashing
/// compares the states. A map of [packed](crate::puzzle::Packed) states uses the symmetries only to count distances to
/// the goals, and relies on goals that are taken to goals.
///
/// **An image with another distance: wrong counts.** A map compares images with moves, and reports what disagrees.
pub trait Symmetric<P: Puzzle + ?Sized = Self>: Send + Sync {
    /// The number of symmetries, the identity included: the most states of an orbit.
    fn symmetries(&self) -> u64;

    /// Replaces a state by the representative of its orbit, and returns the number of states in the orbit.
    fn represent(&self, state: &mut P::State) -> u64;

    /// Calls `each` with the image of a state under every symmetry. Images may repeat.
    fn images(&self, state: &P::State, each: &mut dyn FnMut(P::State));
}

impl<P: Puzzle + ?Sized> Symmetric<P> for NoFacet {
    fn symmetries(&self) -> u64 {
        match *self {}
    }

    fn represent(&self, _state: &mut P::State) -> u64 {
        match *self {}
    }

    fn images(&self, _state: &P::State, _each: &mut dyn FnMut(P::State)) {
        match *self {}
    }
}
