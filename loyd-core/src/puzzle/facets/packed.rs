//! States as short strings of bytes, for lists on disk and lists that keep nothing else.

use crate::puzzle::{NoFacet, Puzzle};

/// States packed into bytes, and the symmetries under which many of them are one.
///
/// A symmetry takes states to states, moves to moves and goals to goals, so a state is as far from the goals as its
/// images. **An image that is not as far: wrong counts.**
pub trait Packed<P: Puzzle + ?Sized = Self>: Send + Sync {
    /// The bytes of a packed state: at least 1.
    fn width(&self) -> usize;

    /// Packs a state into as many bytes, so that equal states, and no others, have equal bytes.
    fn pack(&self, state: &P::State, bytes: &mut [u8]);

    /// The state of packed bytes.
    fn unpack(&self, bytes: &[u8]) -> P::State;

    /// Whether every move is taken back by a move, so that states a move apart differ by at most one in distance.
    /// **Wrongly true: wrong distances.** Provided: it is not known.
    fn are_two_way(&self) -> bool {
        false
    }

    /// The number of symmetries, which are a group. Provided: there is only the identity.
    fn symmetries(&self) -> u64 {
        1
    }

    /// Takes a state to the one that stands for all its images, itself among them. Returns how many those are.
    /// Provided: it stands for itself.
    fn represent(&self, _state: &mut P::State) -> u64 {
        1
    }

    /// Calls `each` with the images of a state, which may repeat. Provided: with itself.
    fn images(&self, state: &P::State, each: &mut dyn FnMut(P::State)) {
        each(*state);
    }
}

impl<P: Puzzle + ?Sized> Packed<P> for NoFacet {
    fn width(&self) -> usize {
        match *self {}
    }

    fn pack(&self, _state: &P::State, _bytes: &mut [u8]) {
        match *self {}
    }

    fn unpack(&self, _bytes: &[u8]) -> P::State {
        match *self {}
    }
}
