//! Maps of states that are neither numbered nor packed: each state that is met is stored in a hash table in memory.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::check::{Checks, MapCheck, PositionLayer, PositionLookup, near_state};
use super::store::folder::CheckpointRecord;
use super::{Advance, Farthest, Ground, Halt, Layer, MapCensus, MapOptions, MapProgress, Unmapped, ended, layers};
use crate::exact::exact;
use crate::limits::{Meter, WorkPart};
use crate::puzzle::Puzzle;

/// The check of one position takes about as long as the map of `PRICE / 50` states.
const PRICE: u64 = 1 << 8;

/// A state that was met: its layer, and its number in the order in which states were met.
#[derive(Clone, Copy, Debug)]
struct HashedState {
    depth: u32,
    number: u64,
}

/// The known part of the space.
struct ByHash<'p, P: Puzzle> {
    puzzle: &'p P,
    forwards: bool,
    met: HashMap<P::State, HashedState, FxBuildHasher>,
    layer: Vec<P::State>,
    /// The layer before, which is compared where the parents of a state are not known.
    before: Vec<P::State>,
    named: Vec<P::State>,
    /// A fault, for a test: of so many states, one is never stored.
    loses: Option<u64>,
}

/// The map as it is when the layer of a depth is complete.
struct AtDepth<'h, 'p, P: Puzzle>(&'h ByHash<'p, P>, u32);

impl<P: Puzzle> PositionLookup for AtDepth<'_, '_, P> {
    type Position = P::State;

    fn entry(&self, position: P::State) -> Option<u64> {
        self.0.met.get(&position).map(|met| met.number)
    }

    fn place_of(&self, _entry: u64) -> PositionLayer {
        unreachable!("a position is looked up by its state")
    }

    fn place(&self, position: P::State) -> PositionLayer {
        match self.0.met.get(&position) {
            None => PositionLayer::Unmet,
            Some(met) if met.depth == self.1 => PositionLayer::Here,
            Some(met) if met.depth + 1 == self.1 => PositionLayer::Before,
            Some(_) => PositionLayer::Earlier,
        }
    }

    fn near(&self, position: P::State, is_back: bool, each: &mut dyn FnMut(P::State)) {
        near_state(self.0.puzzle, &position, is_back, each);
    }

    fn rank(&self, position: P::State) -> u64 {
        self.entry(position).unwrap_or(u64::MAX)
    }
}

impl<P: Puzzle> ByHash<'_, P> {
    /// Stores a state if it is new, and puts it into the layer that is made.
    fn add(
        &mut self,
        state: P::State,
        depth: u32,
        next: &mut Vec<P::State>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        meter.room(&mut self.met)?;
        let number = self.met.len() as u64;
        if self.loses.is_some_and(|each| number % each == each - 1) || self.met.contains_key(&state) {
            return Ok(());
        }
        self.met.insert(state, HashedState { depth, number });
        Ok(meter.push(next, state)?)
    }

    /// The next layer, as far as the limits let it be made.
    fn make(&mut self, depth: u32, next: &mut Vec<P::State>, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let layer = std::mem::take(&mut self.layer);
        let made = layer.iter().try_for_each(|state| {
            meter.tick(depth)?;
            let mut added = Ok(());
            near_state(self.puzzle, state, !self.forwards, &mut |near| {
                meter.stats.generated += 1;
                if added.is_ok() {
                    added = self.add(near, depth + 1, next, meter);
                }
            });
            added
        });
        self.layer = layer;
        made
    }
}

impl<'p, P: Puzzle> Ground<'p> for ByHash<'p, P> {
    fn first(&self) -> u64 {
        self.layer.len() as u64
    }

    fn advance(&mut self, depth: u32, _is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let mut next = Vec::new();
        if let Err(halt) = self.make(depth, &mut next, meter) {
            self.met.retain(|_, met| met.depth <= depth);
            meter.free(next);
            return Err(halt);
        }
        let states = next.len() as u64;
        if states > 0 {
            let before = std::mem::replace(&mut self.layer, next);
            meter.free(std::mem::replace(&mut self.before, before));
        }
        Ok(Advance::Whole(states))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        // The states of a layer are compared when the layer is done, if parents are known, and all states that they
        // lead to when the next layer is done.
        let nothing = Vec::new();
        let (here, before) = if states == 0 { (&nothing, &self.layer) } else { (&self.layer, &self.before) };
        let here = if depth == 0 || self.puzzle.knows_parents() { here } else { &nothing };
        let lookup = AtDepth(self, depth);
        for layer in [here, before] {
            let positions: Vec<P::State> = match check.checks {
                Checks::All => layer.clone(),
                Checks::Drawn => {
                    let quota = check.quota(layer.len() as u64, PRICE).min(layer.len());
                    (0..quota).map(|_| layer[check.below(layer.len())]).collect()
                }
            };
            match depth {
                0 => check.starts(&lookup, &positions)?,
                _ => check.compare(&lookup, &positions, depth, meter)?,
            }
        }
        Ok(())
    }

    fn pairs(&mut self, _depth: u32) -> Result<u64, Halt> {
        unreachable!("no position is two states")
    }

    fn farthest(&mut self, _depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        self.named = self.layer.iter().copied().take(most).collect();
        Ok(Farthest { ranks: Vec::new(), are_first: positions <= most as u64 })
    }

    fn checkpoint(&mut self, _record: CheckpointRecord) -> Result<(), Halt> {
        Ok(())
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        Ok(None)
    }

    fn notes(&self) -> Vec<u64> {
        Vec::new()
    }

    fn recall(&mut self, _notes: &[u64]) -> Option<()> {
        None
    }

    fn hand_over(
        &mut self,
        _take: &mut dyn FnMut(&[std::sync::atomic::AtomicU64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        unreachable!("states without numbers are no table")
    }
}

/// Maps a space from its goals, or from the positions of the task, in memory. Returns the map and its antipodes.
///
/// # Complexity
/// Every move of every state once, on one thread; the state and 16 bytes for each state that is met.
pub(super) fn map_by_hash<P: Puzzle>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<(MapCensus, Vec<P::State>), Unmapped> {
    if task.keep.is_some() {
        return Err(Unmapped::InMemory);
    }
    let first = match &task.from {
        Some(from) => from.clone(),
        None => puzzle.goals()?,
    };
    let mut named = Vec::new();
    let map = meter.work(WorkPart::new("map", 1, 1, None), |meter| {
        let (met, layer, before) = Default::default();
        let loses = task.spoiled.map(|(_, each)| exact::<u64>(each));
        let mut space = ByHash { puzzle, forwards: task.from.is_some(), met, layer, before, named: Vec::new(), loses };
        let mut starts = Vec::new();
        first.into_iter().try_for_each(|state| space.add(state, 0, &mut starts, meter))?;
        space.layer = starts;
        let map = layers(MapProgress::new(false, task, None), &mut space, None, meter, each, None)?;
        named = std::mem::take(&mut space.named);
        Ok(map)
    });
    Ok((ended(map, 0, meter)?, named))
}
