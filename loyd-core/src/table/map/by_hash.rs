//! Maps of states that are neither numbered nor packed: each state that is met is stored in a hash table in memory.
//!
//! If symmetries take the first states to each other, one state of each orbit is stored, and it counts for its images.

use std::fmt::Debug;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::check::{ComparisonExtent, MapCheck, PositionLayer, PositionLookup, near_state};
use super::orbit::{orbit, symmetries_of};
use super::store::folder::CheckpointRecord;
use super::{Advance, Farthest, Ground, Halt, Layer, MapCensus, MapOptions, MapProgress, Unmapped, ended, layers};
use crate::exact::exact;
use crate::limits::{Meter, WorkPart};
use crate::puzzle::{Puzzle, Symmetric};

/// The check of one position takes about as long as the map of `PRICE / 50` states.
const PRICE: u64 = 1 << 8;

/// The fewest orbits of a layer that are compared with their moves, so that wrong symmetries are found in small spaces.
const FEWEST_ORBITS: usize = 1 << 6;

/// A state that was met: its layer, the size of its orbit, and its number in the order in which states were met.
#[derive(Clone, Copy, Debug)]
struct HashedState {
    depth: u32,
    orbit: u32,
    number: u64,
}

/// The stored states of a layer, and the number of positions for which they count.
struct LayerStates<S> {
    states: Vec<S>,
    positions: u64,
}

/// The known part of the space.
struct ByHash<'p, P: Puzzle> {
    puzzle: &'p P,
    /// The symmetries, if one state of each orbit is stored.
    symmetric: Option<&'p dyn Symmetric<P>>,
    forwards: bool,
    /// The number of positions in layer 0.
    first: u64,
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
        self.0.met.get(&self.0.represented(position).0).map(|met| met.number)
    }

    fn place_of(&self, _entry: u64) -> PositionLayer {
        unreachable!("a position is looked up by its state")
    }

    fn place(&self, position: P::State) -> PositionLayer {
        match self.0.met.get(&self.0.represented(position).0) {
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
    /// The state that is stored for a state, and the size of the orbit.
    fn represented(&self, mut state: P::State) -> (P::State, u32) {
        let size = self.symmetric.map_or(1, |symmetric| exact(symmetric.represent(&mut state)));
        (state, size)
    }

    /// Stores the representative of a state if it is new, and puts it into the layer that is made.
    fn add(
        &mut self,
        state: P::State,
        depth: u32,
        next: &mut LayerStates<P::State>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let (stored, orbit) = self.represented(state.clone());
        meter.room(&mut self.met)?;
        let number = self.met.len() as u64;
        if self.loses.is_some_and(|each| number % each == each - 1) {
            return Ok(());
        }
        match self.met.get(&stored) {
            Some(met) if met.orbit == orbit => return Ok(()),
            Some(met) => return Err(unequal(&state, orbit, &stored, met.orbit)),
            None => {}
        }
        if self.symmetric.is_some() {
            let (again, size) = self.represented(stored.clone());
            if again != stored {
                let what = format!("the state {stored:?} represents {state:?}, and {again:?} represents {stored:?}");
                return Err(Halt::Wrong(what));
            }
            if size != orbit || orbit == 0 {
                return Err(unequal(&state, orbit, &stored, size));
            }
        }
        meter.grow(2 * self.puzzle.state_heap_bytes())?;
        self.met.insert(stored.clone(), HashedState { depth, orbit, number });
        next.positions += u64::from(orbit);
        Ok(meter.push(&mut next.states, stored)?)
    }

    /// The next layer, as far as the limits let it be made.
    fn make(&mut self, depth: u32, next: &mut LayerStates<P::State>, meter: &mut Meter<'_>) -> Result<(), Halt> {
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

    /// Compares the orbit of a stored state with the moves: the images are as many as the map counts, each of them has
    /// the same representative, and the moves of the images lead to the images of the states that the moves of the
    /// state lead to.
    ///
    /// If this holds for every stored state, every image is at the same distance as its state.
    fn compare_orbit(&self, symmetric: &dyn Symmetric<P>, state: P::State) -> Result<ComparisonExtent, Halt> {
        let images = orbit(Some(symmetric), &state);
        let (most, counted) = (symmetric.symmetries(), self.represented(state.clone()).1);
        let wrong = |what: String| Err(Halt::Wrong(format!("the state {state:?} {what}")));
        if images.len() as u64 > most {
            return wrong(format!("has {} images, and the puzzle has {most} symmetries", images.len()));
        }
        if images.len() as u64 != u64::from(counted) {
            return wrong(format!("has {} images, and counts for {counted}", images.len()));
        }
        if !images.contains(&state) {
            return wrong("is not one of its images".into());
        }
        if let Some(image) = images.iter().find(|&image| self.represented(image.clone()) != (state.clone(), counted)) {
            return wrong(format!("has the image {image:?}, which has another representative"));
        }
        let near = |state: &P::State| {
            let mut near = Vec::new();
            near_state(self.puzzle, state, !self.forwards, &mut |state| near.push(state));
            near
        };
        let of_images: Vec<P::State> = images.iter().flat_map(near).collect();
        let of_moves: Vec<P::State> = near(&state).iter().flat_map(|near| orbit(Some(symmetric), near)).collect();
        let moves = (of_images.len() + of_moves.len()) as u64;
        let all = |states: Vec<P::State>| states.into_iter().collect::<HashSet<P::State>>();
        match all(of_images) == all(of_moves) {
            true => Ok(ComparisonExtent { positions: images.len() as u64, moves, is_partial: false }),
            false => wrong("has an image whose moves do not lead to images of the states beside it".into()),
        }
    }

    /// Compares orbits of the current layer with the moves.
    fn check_orbits(&self, depth: u32, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let Some(symmetric) = self.symmetric else { return Ok(()) };
        let few = check.quota(self.layer.len() as u64, PRICE).max(FEWEST_ORBITS);
        let states = check.some_of(&self.layer, few);
        check.each(&states[..], depth, meter, &|state| self.compare_orbit(symmetric, state))
    }
}

/// The fault of two states of one orbit that have different numbers of images, or none.
fn unequal<S: Debug>(state: &S, images: u32, other: &S, its_images: u32) -> Halt {
    Halt::Wrong(format!(
        "the state {state:?} has {images} images, and the state {other:?} of its orbit has {its_images}"
    ))
}

impl<'p, P: Puzzle> Ground<'p> for ByHash<'p, P> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, _is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        let mut next = LayerStates { states: Vec::new(), positions: 0 };
        if let Err(halt) = self.make(depth, &mut next, meter) {
            self.met.retain(|_, met| met.depth <= depth);
            meter.free(next.states);
            return Err(halt);
        }
        if next.positions > 0 {
            let before = std::mem::replace(&mut self.layer, next.states);
            meter.free(std::mem::replace(&mut self.before, before));
        }
        Ok(Advance::Whole(next.positions))
    }

    fn check(&mut self, depth: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        if states > 0 {
            self.check_orbits(depth, check, meter)?;
        }
        // The states of a layer are compared when the layer is done, if parents are known, and all states that they
        // lead to when the next layer is done.
        let nothing = Vec::new();
        let (here, before) = if states == 0 { (&nothing, &self.layer) } else { (&self.layer, &self.before) };
        let here = if depth == 0 || self.puzzle.knows_parents() { here } else { &nothing };
        let lookup = AtDepth(self, depth);
        let mut counted = check.checked.positions;
        for (layer, is_before) in [(here, false), (before, true)] {
            let quota = check.quota(layer.len() as u64, PRICE);
            let positions = check.some_of(layer, quota);
            match depth {
                0 => check.starts(&lookup, &positions)?,
                _ => check.compare(&lookup, &positions, depth, meter)?,
            }
            // Every layer is once the layer before. With symmetries, its orbits are counted already.
            if is_before && self.symmetric.is_none() {
                counted += positions.len() as u64;
            }
        }
        check.checked.positions = counted;
        Ok(())
    }

    fn positions(&mut self, _depth: u32) -> Result<u64, Halt> {
        unreachable!("no position is two states")
    }

    fn farthest(&mut self, _depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        self.named = self.layer.iter().flat_map(|state| orbit(self.symmetric, state)).take(most).collect();
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

/// Maps a space from its goals, or from the positions of the task, in memory. Returns the map and its antipodes. The
/// space of a catalogue's puzzle is mapped by [`map`](super::map) or [`map_unranked`](super::map_unranked).
///
/// # Errors
/// [`Unmapped`].
///
/// # Complexity
/// Every move of every state once, on one thread; the state and 16 bytes for each state that is met. Symmetries divide
/// both by up to their number.
pub fn map_by_hash<P: Puzzle>(
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
    let mut farthest = Vec::new();
    let map = meter.work(WorkPart::new("map", 1, 1, None), |meter| {
        let (met, layer, before, named) = Default::default();
        let mut space = ByHash {
            puzzle,
            symmetric: symmetries_of(puzzle, &first, meter)?,
            forwards: task.from.is_some(),
            first: 0,
            met,
            layer,
            before,
            named,
            loses: task.spoiled.map(|(_, each)| exact::<u64>(each)),
        };
        let mut starts = LayerStates { states: Vec::new(), positions: 0 };
        first.into_iter().try_for_each(|state| space.add(state, 0, &mut starts, meter))?;
        (space.layer, space.first) = (starts.states, starts.positions);
        let map = layers(MapProgress::new(false, task, None), &mut space, None, meter, each, None)?;
        farthest = std::mem::take(&mut space.named);
        Ok(map)
    });
    Ok((ended(map, 0, meter)?, farthest))
}
