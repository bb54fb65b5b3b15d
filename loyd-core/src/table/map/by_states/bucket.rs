//! A bucket: the states in one part of all hashes, layer by layer, and the states that wait to be looked up.

use std::borrow::Cow;

use hashbrown::HashTable;

use super::comparison::{AskedStates, Comparison, StateLayer};
use super::files::{Filed, StateFiles};
use super::hash::hash;
use super::packs::Packs;
use crate::exact::exact;
use crate::table::map::Halt;
use crate::table::map::store::folder::FolderError;

/// The states of a layer in a bucket.
#[derive(Debug)]
enum Pile {
    /// In memory.
    Held(Vec<u8>),
    /// In a file.
    Filed(Filed),
}

impl Pile {
    fn load(&self, files: Option<&StateFiles<'_>>) -> Result<Cow<'_, [u8]>, FolderError> {
        match (self, files) {
            (Pile::Held(states), _) => Ok(Cow::Borrowed(states)),
            (Pile::Filed(filed), Some(files)) => files.read(filed).map(Cow::Owned),
            (Pile::Filed(_), None) => unreachable!("what is in a file has a folder"),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Pile::Held(states) => states.len() as u64,
            Pile::Filed(filed) => filed.bytes,
        }
    }
}

/// The result of a look-up.
#[derive(Clone, Copy, Debug, Default)]
pub struct BucketCounts {
    /// The number of new positions.
    pub positions: u64,
    /// Bytes of the states that stand for these positions.
    pub bytes: u64,
}

/// The states in one part of all hashes.
#[derive(Debug)]
pub struct Bucket {
    width: usize,
    /// The layers that are still looked up, the latest last.
    layers: Vec<Pile>,
    /// The layer that is being made.
    next: Pile,
    /// States that were found and not yet looked up.
    waiting: Vec<u8>,
    asked: AskedStates,
}

impl Default for Pile {
    fn default() -> Pile {
        Pile::Held(Vec::new())
    }
}

/// The states that were met, and the states added since.
struct BucketStates {
    width: usize,
    states: Vec<u8>,
    table: HashTable<u32>,
    /// The number of states up to the end of each layer, and of the next layer, the latest last.
    ends: Vec<usize>,
}

impl BucketStates {
    fn state(states: &[u8], width: usize, number: u32) -> &[u8] {
        &states[number as usize * width..][..width]
    }

    /// Adds a state. Returns whether it is new.
    #[inline]
    fn add(&mut self, state: &[u8]) -> bool {
        let BucketStates { width, states, table, .. } = self;
        let hash_of = |&number: &u32| hash(BucketStates::state(states, *width, number));
        let is_it = |&number: &u32| BucketStates::state(states, *width, number) == state;
        match table.entry(hash(state), is_it, hash_of) {
            hashbrown::hash_table::Entry::Occupied(_) => false,
            hashbrown::hash_table::Entry::Vacant(place) => {
                place.insert(exact::<u32>(states.len() / *width));
                states.extend_from_slice(state);
                true
            }
        }
    }

    /// The layer in which a state is.
    fn layer_of(&self, state: &[u8]) -> StateLayer {
        let is_it = |&number: &u32| BucketStates::state(&self.states, self.width, number) == state;
        let Some(&number) = self.table.find(hash(state), is_it) else { return StateLayer::Nowhere };
        let place = self.ends.partition_point(|&end| end <= number as usize);
        match self.ends.len() - 1 - place {
            0 | 1 => StateLayer::Here,
            2 => StateLayer::Before,
            _ => StateLayer::Earlier,
        }
    }
}

impl Bucket {
    /// An empty bucket for states of `width` bytes, with one layer.
    pub fn new(width: usize) -> Self {
        let (next, waiting, asked) = Default::default();
        Bucket { width, layers: vec![Pile::default()], next, waiting, asked }
    }

    /// Adds states to the latest layer, which is in memory.
    pub fn add(&mut self, more: &[u8]) {
        if let Some(Pile::Held(states)) = self.layers.last_mut() {
            states.extend_from_slice(more);
        }
    }

    /// Adds states that wait to be looked up.
    pub fn wait(&mut self, states: &[u8]) {
        self.waiting.extend_from_slice(states);
    }

    /// Takes out the waiting states.
    pub fn take_waiting(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.waiting)
    }

    /// The states of a layer that is looked up, counted back from the latest.
    pub fn layer(&self, back: usize, files: Option<&StateFiles<'_>>) -> Result<Cow<'_, [u8]>, FolderError> {
        self.layers[self.layers.len() - 1 - back].load(files)
    }

    fn looked_at_of(&self, looks_at: usize) -> &[Pile] {
        &self.layers[self.layers.len().saturating_sub(looks_at)..]
    }

    /// Bytes of the states that are looked up, with the waiting states.
    pub fn looked_at(&self, looks_at: usize) -> u64 {
        let layers: u64 = self.looked_at_of(looks_at).iter().map(Pile::bytes).sum();
        layers + self.next.bytes() + self.waiting.len() as u64
    }

    /// Looks up the waiting states, in memory or in the bucket's file, in the last layers and in the layer that is
    /// being made. Adds the new states to that layer.
    pub fn look_up(
        &mut self,
        packs: &dyn Packs,
        looks_at: usize,
        files: Option<&StateFiles<'_>>,
        spilled: Option<usize>,
        compared: Option<&Comparison>,
    ) -> Result<BucketCounts, Halt> {
        let is_asked = compared.is_some() && !self.asked.askers.is_empty();
        if self.waiting.is_empty() && spilled.is_none() && !is_asked {
            return Ok(BucketCounts::default());
        }
        let mut met = self.read_states(looks_at, files)?;
        let waiting = self.take_waiting();
        let old = met.states.len();
        let mut positions = 0;
        let mut look_up = |states: &[u8]| {
            for state in states.chunks_exact(self.width) {
                if met.add(state) {
                    positions += packs.images(state);
                }
            }
        };
        if let (Some(files), Some(own)) = (files, spilled) {
            files.take_scratch(own, self.width, &mut look_up)?;
        }
        look_up(&waiting);
        let new = &met.states[old..];
        if let Pile::Held(states) = &mut self.next {
            states.reserve_exact(new.len());
            states.extend_from_slice(new);
        }
        let bytes = new.len() as u64;
        if let Some(compared) = compared {
            met.ends.pop();
            met.ends.push(met.states.len() / self.width);
            self.reply(&met, compared);
        }
        Ok(BucketCounts { positions, bytes })
    }

    /// The states of the last layers and of the layer that is being made. No state is in two layers.
    fn read_states(&self, looks_at: usize, files: Option<&StateFiles<'_>>) -> Result<BucketStates, Halt> {
        let known = exact::<usize>(self.looked_at(looks_at)) / self.width;
        let table = HashTable::with_capacity(known);
        let mut met = BucketStates { width: self.width, states: Vec::new(), table, ends: Vec::new() };
        for pile in self.looked_at_of(looks_at).iter().chain([&self.next]) {
            for state in pile.load(files)?.chunks_exact(self.width) {
                if !met.add(state) {
                    return Err(Halt::Wrong(format!("the packed state {state:?} is in two layers, or twice in one")));
                }
            }
            met.ends.push(met.states.len() / self.width);
        }
        Ok(met)
    }

    /// Adds the question where a state is.
    pub fn ask(&mut self, state: &[u8], asker: u32) {
        self.asked.states.extend_from_slice(state);
        self.asked.askers.push(asker);
    }

    /// Answers the questions, when the layer that is being made is complete.
    pub fn answer(
        &mut self,
        looks_at: usize,
        files: Option<&StateFiles<'_>>,
        compared: &Comparison,
    ) -> Result<(), Halt> {
        if !self.asked.askers.is_empty() {
            let met = self.read_states(looks_at, files)?;
            self.reply(&met, compared);
        }
        Ok(())
    }

    fn reply(&mut self, met: &BucketStates, compared: &Comparison) {
        let AskedStates { states, askers } = &mut self.asked;
        for (state, asker) in states.chunks_exact(self.width).zip(askers.drain(..)) {
            compared.found(asker, met.layer_of(state));
        }
        states.clear();
    }

    /// Writes the layer that is being made, which is complete, to a file.
    pub fn file_next(&mut self, files: &StateFiles<'_>, depth: usize, own: usize) -> Result<(), FolderError> {
        let filed = files.write(depth, Some(own), &self.next.load(None)?)?;
        self.next = Pile::Filed(filed);
        Ok(())
    }

    /// Makes the new layer the latest, and drops the layers that are no longer looked up.
    pub fn step(&mut self, looks_at: usize) {
        self.layers.push(std::mem::take(&mut self.next));
        self.layers.drain(..self.layers.len().saturating_sub(looks_at));
    }

    /// Drops the states found for the layer that is being made.
    pub fn drop_next(&mut self) {
        (self.waiting, self.next, self.asked) = Default::default();
    }

    /// Restores a layer after the layers before it: from a file, or else as an empty layer in memory.
    pub fn take_up(&mut self, filed: Option<Filed>) {
        self.layers.push(filed.map_or_else(Pile::default, Pile::Filed));
    }

    /// Drops all layers.
    pub fn clear(&mut self) {
        self.layers.clear();
    }

    /// The file of a layer, counted back from the latest; `None` if the layer is in memory.
    pub fn filed(&self, back: usize) -> Option<Filed> {
        match self.layers[self.layers.len() - 1 - back] {
            Pile::Filed(filed) => Some(filed),
            Pile::Held(_) => None,
        }
    }

    /// Reads all layers of the bucket into memory.
    pub fn hold(&mut self, files: &StateFiles<'_>) -> Result<(), FolderError> {
        for pile in &mut self.layers {
            if let Pile::Filed(filed) = *pile {
                *pile = Pile::Held(files.read(&filed)?);
            }
        }
        Ok(())
    }
}
