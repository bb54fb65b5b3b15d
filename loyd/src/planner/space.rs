//! What the planner asks of a puzzle's states: whether they are numbered, which closed list suits them, and the table.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use crate::limits::{Meter, Stop};
use crate::puzzle::{Bounded, Notation, Ranked};
use crate::search::depths::{ByRank, ByRankHashed, ByState, Depths};
use crate::table::distance::{DistanceTable, Unbuilt};
use crate::table::map::{self, Layer, Map, Method, Size, Task, Unmapped};

/// Something to be done with the closed list that suits the puzzle.
pub trait DepthsVisitor<P: Bounded + Notation> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<D: Depths<P>>(self) -> Self::Output;
}

/// A puzzle, and what can be done with the numbers of its states if there are any.
pub trait Space: Send + Sync {
    /// The puzzle.
    type Puzzle: Bounded + Notation + 'static;

    /// The puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// The number of ranks, where states are numbered.
    fn ranks(&self) -> Option<u64>;

    /// Chooses the closed list.
    fn with_depths<V: DepthsVisitor<Self::Puzzle>>(&self, visitor: V) -> V::Output;

    /// The distance table, built now or earlier; `None` where states are not numbered.
    fn table(&self, meter: &mut Meter<'_>) -> Option<Result<Arc<DistanceTable>, Unbuilt>>;

    /// The distance of a state by a table of this space.
    fn distance(&self, table: &DistanceTable, state: &<Self::Puzzle as crate::puzzle::Puzzle>::State) -> Option<u32>;

    /// The `index`th state at `depth` by a table of this space, in the order of ranks.
    fn state_at(
        &self,
        table: &DistanceTable,
        depth: u32,
        index: u64,
    ) -> Option<<Self::Puzzle as crate::puzzle::Puzzle>::State>;

    /// The state of a rank; `None` where states are not numbered, or there is no such rank.
    fn state_of_rank(&self, rank: u64) -> Option<<Self::Puzzle as crate::puzzle::Puzzle>::State>;

    /// What a map takes, and the mean number of moves of some states; `None` where states are not numbered.
    fn map_size(&self) -> Option<(Size, f64)>;

    /// The map of the space; `None` where states are not numbered.
    fn map(
        &self,
        antipodes: usize,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<Map, Unmapped>>;
}

/// States whose moves are counted for an estimate.
const SAMPLE: u64 = 256;

/// A closed list of a byte pair for every state is taken up to this many states: 16 MiB.
const SMALL: u64 = 1 << 23;

/// A puzzle with numbered states, and its table once it is built.
pub struct Numbered<P> {
    puzzle: P,
    table: Mutex<Option<Arc<DistanceTable>>>,
}

impl<P> Numbered<P> {
    /// Without a table yet.
    pub fn new(puzzle: P) -> Self {
        Numbered { puzzle, table: Mutex::new(None) }
    }

    /// Whoever comes second waits for the first, within its own limits, and then reads. A poisoned lock holds no half-built table: it
    /// is set whole.
    fn wait(&self, meter: &mut Meter<'_>) -> Result<MutexGuard<'_, Option<Arc<DistanceTable>>>, Stop> {
        const A_WHILE: Duration = Duration::from_millis(1);
        loop {
            match self.table.try_lock() {
                Ok(table) => return Ok(table),
                Err(TryLockError::Poisoned(table)) => return Ok(table.into_inner()),
                Err(TryLockError::WouldBlock) => meter.watch(0)?,
            }
            std::thread::sleep(A_WHILE);
        }
    }
}

impl<P: Ranked + Bounded + Notation + 'static> Space for Numbered<P> {
    type Puzzle = P;

    fn puzzle(&self) -> &P {
        &self.puzzle
    }

    fn ranks(&self) -> Option<u64> {
        Some(self.puzzle.ranks())
    }

    fn with_depths<V: DepthsVisitor<P>>(&self, visitor: V) -> V::Output {
        if self.puzzle.ranks() <= SMALL { visitor.visit::<ByRank>() } else { visitor.visit::<ByRankHashed>() }
    }

    fn table(&self, meter: &mut Meter<'_>) -> Option<Result<Arc<DistanceTable>, Unbuilt>> {
        let mut table = match self.wait(meter) {
            Ok(table) => table,
            Err(why) => return Some(Err(why.into())),
        };
        Some(match &*table {
            Some(table) => meter.grow(table.bytes()).map(|()| Arc::clone(table)).map_err(Unbuilt::from),
            None => DistanceTable::build(&self.puzzle, meter).map(|built| Arc::clone(table.insert(Arc::new(built)))),
        })
    }

    fn distance(&self, table: &DistanceTable, state: &P::State) -> Option<u32> {
        table.get(self.puzzle.rank(state))
    }

    fn state_at(&self, table: &DistanceTable, depth: u32, index: u64) -> Option<P::State> {
        let ranks = table.distances().iter().enumerate().filter(|(_, distance)| u32::from(**distance) == depth);
        ranks.map(|(rank, _)| rank as u64).nth(usize::try_from(index).ok()?).map(|rank| self.puzzle.unrank(rank))
    }

    fn state_of_rank(&self, rank: u64) -> Option<P::State> {
        (rank < self.puzzle.ranks()).then(|| self.puzzle.unrank(rank))
    }

    fn map_size(&self) -> Option<(Size, f64)> {
        let ranks = self.puzzle.ranks();
        let (sample, mut moves) = (ranks.min(SAMPLE), 0);
        (0..sample).for_each(|part| self.puzzle.children(ranks / sample * part, &mut |_, _| moves += 1));
        Some((map::size(&self.puzzle, Method::Best), f64::from(moves) / sample as f64))
    }

    fn map(
        &self,
        antipodes: usize,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<Map, Unmapped>> {
        Some(map::map(&self.puzzle, &Task { antipodes, ..Task::default() }, meter, each))
    }
}

/// A puzzle whose states have no numbers.
pub struct Unnumbered<P>(pub P);

impl<P: Bounded + Notation + 'static> Space for Unnumbered<P> {
    type Puzzle = P;

    fn puzzle(&self) -> &P {
        &self.0
    }

    fn ranks(&self) -> Option<u64> {
        None
    }

    fn with_depths<V: DepthsVisitor<P>>(&self, visitor: V) -> V::Output {
        visitor.visit::<ByState<P::State>>()
    }

    fn table(&self, _meter: &mut Meter<'_>) -> Option<Result<Arc<DistanceTable>, Unbuilt>> {
        None
    }

    fn distance(&self, _table: &DistanceTable, _state: &P::State) -> Option<u32> {
        None
    }

    fn state_at(&self, _table: &DistanceTable, _depth: u32, _index: u64) -> Option<P::State> {
        None
    }

    fn state_of_rank(&self, _rank: u64) -> Option<P::State> {
        None
    }

    fn map_size(&self) -> Option<(Size, f64)> {
        None
    }

    fn map(
        &self,
        _antipodes: usize,
        _meter: &mut Meter<'_>,
        _each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<Map, Unmapped>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::puzzles::magic_board::MagicBoard;

    #[test]
    fn who_waits_for_a_table_heeds_its_own_limits() {
        let space = Numbered::new(MagicBoard::standard());
        let table = |limits: &Limits| space.table(&mut Meter::new(limits)).unwrap().map(|table| table.bytes());
        let soon = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
        let building = space.table.lock().unwrap();
        assert_eq!(table(&soon), Err(Unbuilt::Stopped(Stop::Time)));
        drop(building);
        assert_eq!(table(&Limits::default()), Ok(40_320));
        // Built by another or not, it is held.
        let little = Limits { bytes: Some(40_319), ..Limits::default() };
        assert_eq!(table(&little), Err(Unbuilt::Stopped(Stop::Bytes)));
    }
}
