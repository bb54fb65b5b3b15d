//! Breadth-first layers of a numbered space, one after the other as they are wanted, with one bit for every state.

use std::ops::Range;

use loyd::limits::{Meter, Stop};
use loyd::puzzle::{MoveSet, Ranked};

/// The states at one distance from the starts, with what is needed to find those one move farther.
///
/// ```
/// use loyd::limits::{Limits, Meter};
/// use loyd::puzzle::Ranked;
/// use loyd::puzzles::magic_board::MagicBoard;
/// use loyd_judges::tables::flood::Flood;
/// let board = MagicBoard::standard();
/// let limits = Limits::default();
/// let meter = &mut Meter::new(&limits);
/// let mut flood = Flood::new(&board, &[board.goal()], 0..board.ranks(), meter).unwrap();
/// let mut census = vec![flood.layer().count()];
/// while flood.layer().count() > 0 {
///     flood.rise(&board, meter).unwrap();
///     census.push(flood.layer().count());
/// }
/// assert_eq!(census[..5], [1, 3, 7, 14, 26]);
/// assert_eq!(census.iter().sum::<usize>(), 40_320);
/// ```
#[derive(Debug)]
pub struct Flood<P: Ranked> {
    /// A bit for each rank: whether the state was met.
    met: Vec<u64>,
    /// The first of the ranks.
    first: u64,
    depth: u32,
    layer: Vec<Edge<P>>,
    next: Vec<Edge<P>>,
}

/// A state of the layer, and the moves that lead straight back.
#[derive(Debug)]
struct Edge<P: Ranked> {
    state: P::State,
    back: P::Moves,
}

impl<P: Ranked> Clone for Edge<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Ranked> Copy for Edge<P> {}

impl<P: Ranked> Flood<P> {
    /// Layer 0, the starts. No state is reached from them whose rank is not among `ranks`.
    ///
    /// # Errors
    /// [`Stop::Bytes`], if the bits are too many.
    ///
    /// # Panics
    /// If the rank of a start, or later of a state reached, is not among `ranks`.
    pub fn new(puzzle: &P, starts: &[P::State], ranks: Range<u64>, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let words = (ranks.end - ranks.start).div_ceil(64);
        meter.grow(words * 8)?;
        let met = vec![0; usize::try_from(words).map_err(|_| Stop::Bytes)?];
        let mut flood = Flood { met, first: ranks.start, depth: 0, layer: Vec::new(), next: Vec::new() };
        for start in starts {
            meter.stats.generated += 1;
            if flood.is_new(puzzle.rank(start)) {
                meter.push(&mut flood.layer, Edge { state: *start, back: P::Moves::none() })?;
            }
        }
        Ok(flood)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let edges = self.layer.capacity() + self.next.capacity();
        (self.met.len() * size_of::<u64>() + edges * size_of::<Edge<P>>()) as u64
    }

    /// The distance of the layer from the starts.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The states of the layer.
    pub fn layer(&self) -> impl ExactSizeIterator<Item = &P::State> {
        self.layer.iter().map(|edge| &edge.state)
    }

    /// Notes that the state of a rank is met, and returns whether it was not met before.
    #[inline(always)]
    fn is_new(&mut self, rank: u64) -> bool {
        let rank = rank - self.first;
        let (word, bit) = (&mut self.met[(rank / 64) as usize], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Goes on to the next layer; it is empty when all states were met.
    ///
    /// # Errors
    /// A limit that was reached; then the flood is not to be used any more.
    ///
    /// # Complexity
    /// One rank for every move of every state of the layer but those straight back.
    pub fn rise(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.depth += 1;
        let mut layer = std::mem::take(&mut self.layer);
        for Edge { state, back } in layer.drain(..) {
            meter.tick(self.depth)?;
            meter.stats.expanded += 1;
            for m in puzzle.moves(&state).without(back).iter() {
                let mut child = state;
                puzzle.apply(&mut child, m);
                meter.stats.generated += 1;
                let new = self.is_new(puzzle.rank(&child));
                meter.push_if(&mut self.next, Edge { state: child, back: puzzle.back(&state, m) }, new)?;
                meter.stats.duplicates += u64::from(!new);
            }
        }
        self.layer = std::mem::replace(&mut self.next, layer);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::limits::Limits;
    use loyd::puzzles::rolling_cubes::{RollingCubes, State, Tops, part};

    /// From the censuses in the tests of rolling cubes.
    #[test]
    fn a_part_of_a_space_has_its_own_bits() {
        let cubes = RollingCubes::new(Tops::STANDARD);
        let limits = Limits::default();
        for (start, reached) in [(0, 4_133_430), (1, 3_306_744), (4, 4_133_430)] {
            let start = State::start(start);
            let meter = &mut Meter::new(&limits);
            let mut flood = Flood::new(&cubes, &[start], part(start.odd_cubes()), meter).unwrap();
            let mut met = 0;
            while flood.layer().len() > 0 {
                met += flood.layer().len();
                flood.rise(&cubes, meter).unwrap();
            }
            assert_eq!(met, reached);
        }
    }

    #[test]
    fn limits_are_obeyed() {
        let cubes = RollingCubes::new(Tops::STANDARD);
        let start = State::start(0);
        let limits = Limits { bytes: Some(500_000), ..Limits::default() };
        let flood = Flood::new(&cubes, &[start], part(start.odd_cubes()), &mut Meter::new(&limits));
        assert_eq!(flood.map(|_| ()), Err(Stop::Bytes));
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let meter = &mut Meter::new(&limits);
        let mut flood = Flood::new(&cubes, &[start], part(start.odd_cubes()), meter).unwrap();
        let stopped = (0..40).find_map(|_| flood.rise(&cubes, meter).err());
        assert_eq!(stopped, Some(Stop::Nodes));
        assert!(meter.stats.generated < 1_010);
    }
}
