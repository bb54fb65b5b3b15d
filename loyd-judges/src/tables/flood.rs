//! The layers of a breadth-first search in a ranked state space, made on demand, with one bit for each state.

use std::ops::Range;

use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::{MoveSet, Ranked};

/// The states at one distance from the starts, and the bits that are needed to find the next layer.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::magic_board::MagicBoard;
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
    /// One bit for each rank: whether the state was generated.
    met: Vec<u64>,
    /// The first rank that has a bit.
    first: u64,
    depth: u32,
    layer: Vec<LayerState<P>>,
    next: Vec<LayerState<P>>,
}

/// A state of the layer, and the moves that undo the move to the state.
#[derive(Debug)]
struct LayerState<P: Ranked> {
    state: P::State,
    back: P::Moves,
}

impl<P: Ranked> Flood<P> {
    /// Creates layer 0, the starts. The ranks of all states that can be reached must be in `ranks`.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if there is no memory for the bits, or [`Stop`] for another limit.
    ///
    /// # Panics
    /// If the rank of a start, or later of a reached state, is not in `ranks`.
    pub fn new(puzzle: &P, starts: &[P::State], ranks: Range<u64>, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let words = (ranks.end - ranks.start).div_ceil(64);
        meter.grow(words * 8)?;
        let met = vec![0; usize::try_from(words).map_err(|_| Stop::Bytes)?];
        let mut flood = Flood { met, first: ranks.start, depth: 0, layer: Vec::new(), next: Vec::new() };
        for start in starts {
            meter.stats.generated += 1;
            if flood.is_new(puzzle.rank(start)) {
                meter.push(&mut flood.layer, LayerState { state: start.clone(), back: P::Moves::none() })?;
            }
        }
        Ok(flood)
    }

    /// The bytes of the bits and of the layers.
    pub fn bytes(&self) -> u64 {
        let edges = self.layer.capacity() + self.next.capacity();
        (self.met.len() * size_of::<u64>() + edges * size_of::<LayerState<P>>()) as u64
    }

    /// The distance of the layer from the starts.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The states of the layer.
    pub fn layer(&self) -> impl ExactSizeIterator<Item = &P::State> {
        self.layer.iter().map(|edge| &edge.state)
    }

    /// Marks the state of a rank as met. Returns whether it was new.
    #[inline(always)]
    fn is_new(&mut self, rank: u64) -> bool {
        let rank = rank - self.first;
        let (word, bit) = (&mut self.met[(rank / 64) as usize], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Advances to the next layer. The layer is empty after all states were met.
    ///
    /// # Errors
    /// The limit that was reached. Then the flood must not be used any more.
    ///
    /// # Complexity
    /// One rank for every move of every state of the layer, except the moves straight back.
    pub fn rise(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.depth += 1;
        let mut layer = std::mem::take(&mut self.layer);
        for LayerState { state, back } in layer.drain(..) {
            meter.tick(self.depth)?;
            meter.stats.expanded += 1;
            for m in puzzle.moves(&state).without(back).iter() {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                meter.stats.generated += 1;
                let new = self.is_new(puzzle.rank(&child));
                meter.push_if(&mut self.next, LayerState { state: child, back: puzzle.back(&state, m) }, new)?;
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
    use loyd_core::limits::Limits;
    use loyd_puzzles::rolling_cubes::{CubesState, RollingCubes, Tops, part};

    /// The expected numbers come from the censuses in the tests of rolling cubes.
    #[test]
    fn a_part_of_a_space_has_its_own_bits() {
        let cubes = RollingCubes::new(Tops::STANDARD);
        let limits = Limits::default();
        for (start, reached) in [(0, 4_133_430), (1, 3_306_744), (4, 4_133_430)] {
            let start = CubesState::start(start);
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
        let start = CubesState::start(0);
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
