//! Distance tables by retrograde analysis: breadth-first search backwards from all goals (K. Ströhlein, 1970; for puzzles the
//! articles' "table" method).

use crate::limits::{Meter, Stop};
use crate::puzzle::{NotListed, Ranked};

const UNMET: u8 = u8::MAX;

/// The distance to the nearest goal for every rank, one byte each.
///
/// ```
/// use loyd::limits::{Limits, Meter};
/// use loyd::puzzles::magic_board::MagicBoard;
/// use loyd::table::distance::DistanceTable;
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

/// Why a table was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbuilt {
    /// The goals cannot be listed.
    #[error("no retrograde search: {0}")]
    NotListed(#[from] NotListed),
    /// A limit was reached.
    #[error("stopped by the {0}")]
    Stopped(Stop),
    /// The puzzle has too many states for a table in memory.
    #[error("its {0} states are too many for a table in memory")]
    TooLarge(u64),
    /// A state is farther from the goals than a byte can tell.
    #[error("it has positions more than 254 moves from the goal")]
    TooDeep,
    /// Its words do not fit the numbers that hold them.
    #[error("its words do not fit: they have more than 31 letters, or more than four different ones")]
    LongWords,
}

impl From<Stop> for Unbuilt {
    fn from(stop: Stop) -> Self {
        Unbuilt::Stopped(stop)
    }
}

impl DistanceTable {
    /// Searches backwards from the goals until every state that reaches one has its distance.
    ///
    /// # Errors
    /// [`Unbuilt`].
    ///
    /// # Complexity
    /// One rank for every move of every state; a byte a state, and a packed state for each of the two layers at hand.
    pub fn build<P: Ranked>(puzzle: &P, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        let goals = puzzle.goals()?;
        let ranks = puzzle.ranks();
        let size = usize::try_from(ranks).ok().filter(|&size| size < 1 << 40).ok_or(Unbuilt::TooLarge(ranks))?;
        let mut distances = meter.filled(size, UNMET)?;
        let mut layers = Vec::new();
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        for goal in goals {
            let distance = &mut distances[puzzle.rank(&goal) as usize];
            meter.stats.generated += 1;
            if *distance == UNMET {
                *distance = 0;
                meter.push(&mut layer, goal)?;
            }
        }
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            let depth = layers.len() as u32;
            let distance = u8::try_from(depth).ok().filter(|&distance| distance != UNMET).ok_or(Unbuilt::TooDeep)?;
            for state in layer.drain(..) {
                meter.tick(depth)?;
                meter.stats.expanded += 1;
                let mut full = Ok(());
                puzzle.undos_into(&state, &mut |undo| {
                    let mut parent = state;
                    puzzle.undo(&mut parent, undo);
                    meter.stats.generated += 1;
                    let known = &mut distances[puzzle.rank(&parent) as usize];
                    let new = *known == UNMET;
                    // No distance known before is greater, and no distance is the greatest number.
                    *known = distance.min(*known);
                    full = full.and(meter.push_if(&mut next, parent, new));
                    meter.stats.duplicates += u64::from(!new);
                });
                full?;
            }
            std::mem::swap(&mut layer, &mut next);
        }
        meter.stats.depth = layers.len() as u32 - 1;
        meter.free(layer);
        meter.free(next);
        Ok(DistanceTable { distances, layers })
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The distance of a rank, if a goal is reached from it.
    #[inline]
    pub fn get(&self, rank: u64) -> Option<u32> {
        let distance = self.distances[rank as usize];
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
