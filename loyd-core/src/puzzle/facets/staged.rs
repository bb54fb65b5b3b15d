//! Stages: a subgroup chain (each group of moves within the one before), and the coordinates with which a search brings
//! a state from one group into the next.

use crate::exact::exact;
use crate::limits::{Watch, holds};
use crate::puzzle::pattern::Factor;
use crate::puzzle::{NoFacet, Puzzle};

/// The most coordinates of a stage.
pub const MOST_COORDINATES: usize = 12;

/// The values of a stage's coordinates.
pub type StageValues = [u32; MOST_COORDINATES];

/// A set of powers of moves, by their numbers.
pub type MovePowers = crate::puzzle::bits::Bits<[u64; 4]>;

/// The stages of a puzzle: the moves of a stage lead from the end of the stage before to the beginning of the next
/// stage, and the moves of the last stage to the goal (M. B. Thistlethwaite 1981; H. Kociemba's two phases 1992).
pub trait Staged<P: Puzzle + ?Sized = Self> {
    /// The stages in order; empty if the puzzle has no stages.
    fn stages(&self) -> &[Stage];

    /// The number of symmetries that take the stages to different stages, counting the identity, which is number 0.
    fn views(&self) -> usize;

    /// The image of a state under the symmetry with this number.
    fn image(&self, view: usize, state: &P::State) -> P::State;

    /// Calls `each` with the moves that the symmetry with this number takes to the moves of `power`.
    fn spell(&self, view: usize, power: u8, each: &mut dyn FnMut(P::Move));

    /// The values of a stage's coordinates; `None` if the stage's moves cannot lead from the state to the goal.
    fn values(&self, stage: usize, state: &P::State) -> Option<StageValues>;
}

/// A stage: some powers of the moves, their effect on coordinates, and the distances of the coordinates from the
/// beginning of the next stage.
#[derive(Debug)]
pub struct Stage {
    /// The numbers of the stage's powers.
    pub powers: Vec<u8>,
    /// The number of moves that each power takes.
    pub costs: Vec<u8>,
    /// For each number of a power: the powers that need not follow it.
    pub follow: Vec<MovePowers>,
    /// The stage's coordinates, with the effect of the stage's powers in the order of `powers`.
    pub coordinates: Vec<Factor>,
    /// Tables of lower bounds.
    pub tables: Vec<StageDistances>,
}

/// The distances, in moves, of the values of two coordinates from the beginning of the next stage.
#[derive(Debug)]
pub struct StageDistances {
    /// The indices of the two coordinates in the stage; the same index twice for a table of one coordinate.
    pub of: (usize, usize),
    /// The entry of a pair is at `first * values of the second + second`. With one coordinate, it is at the value.
    pub entries: Vec<u8>,
}

/// The entry of values from which no moves lead to the next stage.
pub const NEVER: u8 = u8::MAX;

impl Stage {
    /// A lower bound for the moves that the values still need: 0 exactly if the next stage can begin, [`NEVER`] if no
    /// moves lead there.
    #[inline(always)]
    pub fn bound(&self, values: &StageValues) -> u8 {
        let entry = |table: &StageDistances| table.entries[table.number(&self.coordinates, values)];
        self.tables.iter().map(entry).max().unwrap_or(0)
    }

    /// The values after the power at index `place` of `powers`.
    #[inline(always)]
    pub fn after(&self, place: usize, values: &StageValues) -> StageValues {
        let mut after = *values;
        for (factor, value) in self.coordinates.iter().zip(&mut after) {
            *value = factor.after(place, *value);
        }
        after
    }
}

impl StageDistances {
    /// The distances from all pairs of values of two coordinates to `ends`, with powers of these costs. A stop of the
    /// request unwinds, as [`Watch::demand`] does.
    ///
    /// # Complexity
    /// Dijkstra's search over all pairs, with a bucket for each number of moves.
    pub fn new(coordinates: &[Factor], costs: &[u8], of: (usize, usize), ends: Vec<(u32, u32)>) -> Self {
        let (first, second) = (&coordinates[of.0], &coordinates[of.1]);
        let size = if of.0 == of.1 { 1 } else { second.values };
        let mut entries = vec![NEVER; first.values as usize * size as usize];
        // The number of a pair is an index of the table; otherwise its look-up below panics. Depths fit in a byte.
        let number = |pair: (u32, u32)| pair.0.wrapping_mul(size).wrapping_add(if size == 1 { 0 } else { pair.1 });
        let mut buckets: Vec<Vec<u32>> = vec![ends.into_iter().map(number).collect()];
        buckets[0].iter().for_each(|&end| entries[end as usize] = 0);
        let mut depth = 0;
        while depth < buckets.len() {
            let bucket = std::mem::take(&mut buckets[depth]);
            for pairs in bucket.chunks(1 << 10) {
                Watch::demand(|watch| watch.spend(4 * (pairs.len() * costs.len()) as u64));
                for &pair in pairs {
                    // The pair was reached by fewer moves in the meantime.
                    if usize::from(entries[pair as usize]) < depth {
                        continue;
                    }
                    let ones = &first.row_back(pair / size)[..costs.len()];
                    let others = &second.row_back(pair % size)[..costs.len()];
                    for (m, &cost) in costs.iter().enumerate() {
                        let (before, far) = (number((ones[m], others[m])) as usize, depth.wrapping_add(cost.into()));
                        if far < usize::from(entries[before]) {
                            entries[before] = exact::<u8>(far);
                            buckets.resize(buckets.len().max(far + 1), Vec::new());
                            buckets[far].push(exact::<u32>(before));
                        }
                    }
                }
            }
            depth += 1;
        }
        StageDistances { of, entries }
    }

    #[inline(always)]
    fn number(&self, coordinates: &[Factor], values: &StageValues) -> usize {
        let one = values[self.of.0] as usize;
        if self.of.0 == self.of.1 {
            return one;
        }
        one * coordinates[self.of.1].values as usize + values[self.of.1] as usize
    }
}

impl<P: Puzzle + ?Sized> Staged<P> for NoFacet {
    fn stages(&self) -> &[Stage] {
        match *self {}
    }

    fn views(&self) -> usize {
        match *self {}
    }

    fn image(&self, _view: usize, _state: &P::State) -> P::State {
        match *self {}
    }

    fn spell(&self, _view: usize, _power: u8, _each: &mut dyn FnMut(P::Move)) {
        match *self {}
    }

    fn values(&self, _stage: usize, _state: &P::State) -> Option<StageValues> {
        match *self {}
    }
}

holds!(StageDistances { of, entries });
holds!(Stage { powers, costs, follow, coordinates, tables });
