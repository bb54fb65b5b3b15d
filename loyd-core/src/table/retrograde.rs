//! Retrograde analysis: breadth-first search backwards from all goals, layer by layer, with one number stored for every
//! rank (K. Ströhlein, 1970; for puzzles the articles' "table" method). The tables differ only in this number.

use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::{NotListed, Ranked};

/// A table needs fewer states than this, because no memory holds a byte for each of so many.
pub const MOST_STATES: u64 = 1 << 40;

/// The reason why a table was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbuilt {
    /// The goals cannot be listed.
    #[error("no retrograde search: {0}")]
    NotListed(#[from] NotListed),
    /// A limit was reached.
    #[error("stopped by the {0}")]
    Stopped(Stop),
    /// The puzzle has too many states for a table in memory.
    #[error("the puzzle has {0} states, too many for a table in memory")]
    TooLarge(u64),
    /// A state is farther from the goals than a byte can store.
    #[error("the puzzle has positions more than 254 moves from the goal")]
    TooDeep,
    /// A state is farther from the goals than this number of bits can store.
    #[error(
        "the puzzle has positions more than {deepest} moves from the goal, too far for {bits} bits; choose {}",
        if *bits == 4 { "8 or 2 bits" } else { "2 bits" }
    )]
    TooDeepFor {
        /// The number of bits of an entry.
        bits: u8,
        /// The largest distance that these bits can store.
        deepest: u32,
    },
    /// The distances in a table from a file contradict each other.
    #[error("the distances in the table contradict each other")]
    Inconsistent,
}

impl From<Stop> for Unbuilt {
    fn from(stop: Stop) -> Self {
        Unbuilt::Stopped(stop)
    }
}

/// The largest distance that fits in a byte beside the value for unmet ranks.
const DEEPEST: u32 = 254;

/// Returns the entry of every rank, `unmet` if no goal is reached, and the number of states at distance 0, 1, 2, ...
///
/// The entry of a goal is `goal`. The entry of another state is the least value of `entry` for its distance, the state,
/// and a child one move nearer. Smaller distances must have smaller entries, and `unmet` must be the largest.
///
/// # Errors
/// [`Unbuilt`].
///
/// # Complexity
/// One rank for every move of every state; an entry for each rank, and the packed states of the two layers at hand.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::magic_board::MagicBoard;
/// use loyd_core::table::retrograde::entries;
/// let (board, limits) = (MagicBoard::standard(), Limits::default());
/// let farther = |distance, _: &_, _: &_| distance;
/// let (distances, layers) = entries(&board, &mut Meter::new(&limits), u8::MAX, 0, farther).unwrap();
/// assert_eq!((distances[board.rank(&board.goal()) as usize], &layers[..3]), (0, &[1, 3, 7][..]));
/// ```
pub fn entries<P: Ranked, E: Copy + Ord>(
    puzzle: &P,
    meter: &mut Meter<'_>,
    unmet: E,
    goal: E,
    entry: impl Fn(u8, &P::State, &P::State) -> E,
) -> Result<(Vec<E>, Vec<u64>), Unbuilt> {
    let goals = puzzle.goals()?;
    let ranks = puzzle.ranks();
    let size = usize::try_from(ranks).ok().filter(|_| ranks < MOST_STATES).ok_or(Unbuilt::TooLarge(ranks))?;
    let mut entries = meter.filled(size, unmet)?;
    let mut layers = Vec::new();
    let (mut layer, mut next) = (Vec::new(), Vec::new());
    for state in goals {
        let known = &mut entries[exact::<usize>(puzzle.rank(&state))];
        meter.stats.generated += 1;
        if *known == unmet {
            *known = goal;
            meter.push(&mut layer, state)?;
        }
    }
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let depth = exact::<u32>(layers.len());
        let distance = depth.min(DEEPEST + 1) as u8;
        for state in layer.drain(..) {
            meter.tick(depth)?;
            meter.stats.expanded += 1;
            let mut full = Ok(());
            puzzle.undos_into(&state, &mut |undo| {
                let mut parent = state.clone();
                puzzle.undo(&mut parent, undo);
                meter.stats.generated += 1;
                let known = &mut entries[exact::<usize>(puzzle.rank(&parent))];
                let new = *known == unmet;
                *known = entry(distance, &parent, &state).min(*known);
                full = full.and(meter.push_if(&mut next, parent, new));
                meter.stats.duplicates += u64::from(!new);
            });
            full?;
        }
        if depth > DEEPEST && !next.is_empty() {
            return Err(Unbuilt::TooDeep);
        }
        std::mem::swap(&mut layer, &mut next);
    }
    meter.stats.depth = exact::<u32>(layers.len()).saturating_sub(1);
    meter.free(layer);
    meter.free(next);
    Ok((entries, layers))
}

#[cfg(test)]
mod tests {
    use super::entries;
    use crate::limits::{Limits, Meter};
    use crate::puzzle::bits::Bits;
    use crate::puzzle::{NotListed, Puzzle, Ranked};
    use crate::table::distance::{DistanceTable, Unbuilt};

    /// A line of places; the piece must reach the first place.
    struct Line(u32);

    impl Puzzle for Line {
        type State = u32;
        type Move = u8;
        type Undo = u8;
        type Moves = Bits<u32>;

        fn moves(&self, state: &u32) -> Bits<u32> {
            Bits(u32::from(*state > 0) | u32::from(*state + 1 < self.0) << 1)
        }

        fn apply(&self, state: &mut u32, m: u8) -> u8 {
            *state = if m == 0 { *state - 1 } else { *state + 1 };
            1 - m
        }

        fn is_goal(&self, state: &u32) -> bool {
            *state == 0
        }

        fn goals(&self) -> Result<Vec<u32>, NotListed> {
            Ok(vec![0])
        }
    }

    impl Ranked for Line {
        fn ranks(&self) -> u64 {
            self.0.into()
        }

        fn rank(&self, state: &u32) -> u64 {
            u64::from(*state)
        }

        fn unrank(&self, rank: u64) -> u32 {
            rank as u32
        }
    }

    /// A byte stores distances up to 254, and a table of exactly that depth is built.
    #[test]
    fn the_deepest_table_fits_and_none_deeper() {
        let limits = Limits::default();
        let distances = |places| DistanceTable::build(&Line(places), &mut Meter::new(&limits));
        let wide = |places| entries(&Line(places), &mut Meter::new(&limits), u16::MAX, 0, |far, _, _| u16::from(far));
        let built = distances(255).unwrap();
        assert!((0..255).all(|place| built.get(place) == Some(place as u32)));
        assert_eq!(built.layers(), [1; 255]);
        assert_eq!(wide(255).unwrap().0[254], 254);
        assert_eq!(distances(256).unwrap_err(), Unbuilt::TooDeep);
        assert_eq!(wide(256).unwrap_err(), Unbuilt::TooDeep);
        let mut meter = Meter::new(&limits);
        DistanceTable::build(&Line(5), &mut meter).unwrap();
        // Every place generates its neighbours, and every place but the goal is new once.
        let stats = meter.finish();
        assert_eq!((stats.expanded, stats.generated, stats.duplicates, stats.depth), (5, 9, 4, 4));
    }
}
