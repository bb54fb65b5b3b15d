//! A table of first moves towards a goal: for every rank, the distance and the smallest letter of a move that leads
//! nearer.
//!
//! An entry is one number, with the distance above the letter. So the entry of a state is the minimum over its
//! children, and the retrograde search computes only minima.

use loyd_core::limits::Meter;
use loyd_core::puzzle::Ranked;
use loyd_core::table::distance::Unbuilt;
use loyd_core::table::retrograde::entries;

const UNMET: u16 = u16::MAX;

/// The distance to the nearest goal and the first letter of the smallest shortest word, two bytes for every rank.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_judges::tables::firsts::FirstTable;
/// let six = Sliding::<Nibbles>::rectangle(2, 3).unwrap();
/// let limits = Limits::default();
/// // The letter is the tile that moves.
/// type State = loyd_puzzles::sliding::SlidingState<Nibbles>;
/// let tile = |state: &State, next: &State| {
///     state.cells().get(next.blank())
/// };
/// let table = FirstTable::towards(&six, &mut Meter::new(&limits), tile).unwrap();
/// let start = six.state(&[1, 2, 3, 4, 0, 5]).unwrap();
/// assert_eq!(table.get(six.rank(&start)), Some((1, 5)));
/// ```
#[derive(Clone, Debug)]
pub struct FirstTable {
    entries: Vec<u16>,
}

impl FirstTable {
    /// Searches backwards from the goals until every state that reaches one has its entry. `letter` returns the
    /// letter of the move from a state to the next; the moves of a state have different letters.
    ///
    /// # Errors
    /// [`Unbuilt`], if a limit is reached, the goals cannot be listed or the ranks are too many.
    ///
    /// # Complexity
    /// One rank for every move of every state; 2 bytes a rank, and a packed state for each of the two layers at hand.
    pub fn towards<P: Ranked>(
        puzzle: &P,
        meter: &mut Meter<'_>,
        letter: impl Fn(&P::State, &P::State) -> u8,
    ) -> Result<Self, Unbuilt> {
        let entry = |distance: u8, parent: &_, state: &_| u16::from(distance) << 8 | u16::from(letter(parent, state));
        let (entries, _) = entries(puzzle, meter, UNMET, 0, entry)?;
        Ok(FirstTable { entries })
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.entries[..]) as u64
    }

    /// Returns the distance of a rank and the letter of its first move, or `None` if no goal is reached. The letter is
    /// 0 at distance 0.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Option<(u32, u8)> {
        let entry = self.entries[rank as usize];
        (entry != UNMET).then_some((u32::from(entry >> 8), entry as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::limits::{Limits, Stop};
    use loyd_core::puzzle::Puzzle;
    use loyd_core::search::shortest::smallest;
    use loyd_core::table::distance::DistanceTable;
    use loyd_puzzles::magic_board::MagicBoard;

    #[test]
    fn first_moves_are_the_smallest_and_distances_right() {
        let board = MagicBoard::standard();
        let limits = Limits::default();
        let letter = |state: &_, next: &_| {
            let leads = |m: &u8| {
                let mut child = *state;
                board.apply(&mut child, *m);
                child == *next
            };
            (0..3).find(leads).unwrap()
        };
        let table = FirstTable::towards(&board, &mut Meter::new(&limits), letter).unwrap();
        let distances = DistanceTable::build(&board, &mut Meter::new(&limits)).unwrap();
        for rank in 0..board.ranks() {
            let (length, first) = table.get(rank).unwrap();
            assert_eq!(Some(length), distances.get(rank));
            let start = [board.unrank(rank)];
            let found =
                smallest(&board, &start, length, &|state| distances.get(board.rank(state)), &mut Meter::new(&limits))
                    .unwrap();
            assert_eq!(found.moves.first().copied().unwrap_or(0), first);
        }
    }

    #[test]
    fn limits_are_obeyed() {
        let board = MagicBoard::standard();
        for (limits, why) in [
            (Limits { bytes: Some(80_000), ..Limits::default() }, Stop::Bytes),
            (Limits { nodes: Some(1_000), ..Limits::default() }, Stop::Nodes),
        ] {
            let table = FirstTable::towards(&board, &mut Meter::new(&limits), |_, _| 0);
            assert_eq!(table.unwrap_err(), Unbuilt::Stopped(why));
        }
    }
}
