//! Distance tables: the number of moves to the nearest goal, for every rank.
//!
//! [`DistanceTable`] has a byte for each rank; one thread builds it in memory, from a queue. All threads build
//! [`StoredDistances`], which has eight, four or two bits for each state and is kept in files.

mod build;
mod codes;
mod encoding;
mod layer;
mod layout;
mod stored;
mod tabulate;
mod verify;
mod walk;

pub use codes::StopCheck;
pub use encoding::Encoding;
pub use layer::LayerOf;
pub use layout::{Layout, TableForm};
pub use stored::{KIND, StoredDistances};
pub use tabulate::ToFile;
pub use verify::{Extent, TableFault, Unverified};
pub use walk::Walks;

use super::retrograde::entries;
pub use super::retrograde::{MOST_STATES, Unbuilt};
use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::Ranked;

const UNMET: u8 = u8::MAX;

/// The distance to the nearest goal for every rank, one byte each.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_puzzles::magic_board::MagicBoard;
/// use loyd_core::table::distance::DistanceTable;
/// let limits = Limits::default();
/// let table = DistanceTable::build(&MagicBoard::standard(), &mut Meter::new(&limits)).unwrap();
/// assert_eq!(table.layers().len(), 23); // no position is farther than 22
/// assert_eq!(table.layers().iter().sum::<u64>(), 40_320);
/// ```
#[derive(Clone, Debug)]
pub struct DistanceTable {
    distances: Vec<u8>,
    layers: Vec<u64>,
}

impl DistanceTable {
    /// Searches backwards from the goals until every state that reaches a goal has its distance.
    ///
    /// # Errors
    /// [`Unbuilt`].
    ///
    /// # Complexity
    /// One rank for every move of every state; a byte for each rank, and the packed states of the two layers at hand.
    pub fn build<P: Ranked>(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        let (distances, layers) = entries(puzzle, meter, UNMET, 0, |distance, _, _| distance)?;
        Ok(DistanceTable { distances, layers })
    }

    /// The distances, and the number of states at each distance.
    pub fn into_parts(self) -> (Vec<u8>, Vec<u64>) {
        (self.distances, self.layers)
    }

    /// The number of bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The distance of a rank, if a goal is reached from it.
    #[inline]
    pub fn get(&self, rank: u64) -> Option<u32> {
        let distance = self.distances[exact::<usize>(rank)];
        (distance != UNMET).then_some(u32::from(distance))
    }

    /// The number of states at distance 0, 1, 2, ...
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The distance of every rank; 255 where no goal is reached.
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }
}
