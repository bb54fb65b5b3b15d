//! States as short strings of bytes, for lists on disk and for lists that store only states.

use crate::puzzle::{NoFacet, Puzzle};

/// States packed into bytes.
pub trait Packed<P: Puzzle + ?Sized = Self>: Send + Sync {
    /// The number of bytes of a packed state, at least 1.
    fn width(&self) -> usize;

    /// Packs a state into a slice of `width` bytes, so that equal states, and no others, have equal bytes.
    fn pack(&self, state: &P::State, bytes: &mut [u8]);

    /// The state that was packed into `bytes`.
    fn unpack(&self, bytes: &[u8]) -> P::State;

    /// Whether a move can always be taken back by a move, so that states a move apart differ by at most one in
    /// distance. **Wrongly true: wrong distances.** Default: `false`, it is not known.
    fn are_two_way(&self) -> bool {
        false
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
