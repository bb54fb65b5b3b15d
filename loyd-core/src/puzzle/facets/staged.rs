//! Stages: groups of moves, each within the one before, and the coordinates by which a state is brought from one into
//! the next.

use crate::exact::exact;
use crate::limits::{Watch, holds};
use crate::puzzle::pattern::Factor;
use crate::puzzle::{NoFacet, Puzzle};

/// The most coordinates of a stage.
pub const MOST_COORDINATES: usize = 12;

/// The values of a stage's coordinates.
pub type Values = [u32; MOST_COORDINATES];

/// A set of powers by their numbers.
pub type Numbers = super::super::bits::Bits<[u64; 4]>;

/// The stages of a puzzle: the moves of each lead from what the stage before left to what the next begins with, and at
/// last to the goal (M. B. Thistlethwaite 1981; H. Kociemba's two phases 1992).
pub trait Staged<P: Puzzle + ?Sized = Self> {
    /// The stages, one after the other; empty where there are none.
    fn stages(&self) -> &[Stage];

    /// The number of symmetries that make other stages of these, the identity first.
    fn views(&self) -> usize;

    /// What the symmetry of that number makes of a state.
    fn image(&self, view: usize, state: &P::State) -> P::State;

    /// Calls `each` with the moves of which the symmetry of that number makes a power of a move.
    fn spell(&self, view: usize, power: u8, each: &mut dyn FnMut(P::Move));

    /// The values of the coordinates of a stage; `None` where the moves of the stage do not lead from the state to the
    /// goal.
    fn values(&self, stage: usize, state: &P::State) -> Option<Values>;
}

/// A stage: some of the powers of the moves, what they do to coordinates, and how far those are from where the next
/// stage begins.
#[derive(Debug)]
pub struct Stage {
    /// The numbers of its powers.
    pub powers: Vec<u8>,
    /// The moves that each takes.
    pub costs: Vec<u8>,
    /// By the number of any power: those that need not follow it.
    pub follow: Vec<Numbers>,
    /// What its powers, in their order, do to its coordinates.
    pub coordinates: Vec<Factor>,
    /// Lower bounds.
    pub tables: Vec<Distances>,
}

/// How many moves two coordinates are from where the next stage begins.
#[derive(Debug)]
pub struct Distances {
    /// The places of the coordinates in the stage; one twice where there is but one.
    pub of: (usize, usize),
    /// At `first * values of the second + second`; of one coordinate, at its value.
    pub entries: Vec<u8>,
}

/// What no moves bring there.
pub const NEVER: u8 = u8::MAX;

impl Stage {
    /// The least number of moves that the values still need: 0 exactly where the next stage begins. [`NEVER`]: there
    /// is no way.
    #[inline(always)]
    pub fn bound(&self, values: &Values) -> u8 {
        let entry = |table: &Distances| table.entries[table.number(&self.coordinates, values)];
        self.tables.iter().map(entry).max().unwrap_or(0)
    }

    /// The values after the power at that place.
    #[inline(always)]
    pub fn after(&self, place: usize, values: &Values) -> Values {
        let mut after = *values;
        for (factor, value) in self.coordinates.iter().zip(&mut after) {
            *value = factor.after(place, *value);
        }
        after
    }
}

impl Distances {
    /// The distances of the pairs of two coordinates' values to `ends`, by powers of these costs. A stop of the
    /// question unwinds as [`Watch::demand`] does.
    ///
    /// # Complexity
    /// Dijkstra's search over all pairs, with a bucket for each number of moves.
    pub fn new(coordinates: &[Factor], costs: &[u8], of: (usize, usize), ends: Vec<(u32, u32)>) -> Self {
        let (first, second) = (&coordinates[of.0], &coordinates[of.1]);
        let size = if of.0 == of.1 { 1 } else { second.values };
        let mut entries = vec![NEVER; first.values as usize * size as usize];
        // A pair's number is a place in the table, or its look-up below panics; depths are of a byte.
        let number = |pair: (u32, u32)| pair.0.wrapping_mul(size).wrapping_add(if size == 1 { 0 } else { pair.1 });
        let mut buckets: Vec<Vec<u32>> = vec![ends.into_iter().map(number).collect()];
        buckets[0].iter().for_each(|&end| entries[end as usize] = 0);
        let mut depth = 0;
        while depth < buckets.len() {
            let bucket = std::mem::take(&mut buckets[depth]);
            for pairs in bucket.chunks(1 << 10) {
                Watch::demand(|watch| watch.spend(4 * (pairs.len() * costs.len()) as u64));
                for &pair in pairs {
                    // It was met by fewer moves since.
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
        Distances { of, entries }
    }

    #[inline(always)]
    fn number(&self, coordinates: &[Factor], values: &Values) -> usize {
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

    fn values(&self, _stage: usize, _state: &P::State) -> Option<Values> {
        match *self {}
    }
}

holds!(Distances { of, entries });
holds!(Stage { powers, costs, follow, coordinates, tables });
