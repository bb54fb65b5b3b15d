//! A map without ranks: layers of packed states, distinguished by hashing, in memory or on disk.
//!
//! States are spread over buckets by their hash. The states that a layer's moves lead to are put into their buckets at
//! once, and looked up later, bucket by bucket. A state is dropped if it is in the layer or in the layer before, or
//! came twice (R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004). Where a move is
//! not taken back by a move, all layers are looked up. So a thread holds one bucket, and the others may be in files.
//!
//! One state of each orbit under the symmetries is stored, and it counts for all its images.

mod bucket;
mod check;
mod comparison;
mod files;
mod hash;
mod packs;

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::by_hash::map_by_hash;
use super::check::{Checks, MapCheck, MapChecked};
use super::orbit::symmetries_of;
use super::store::folder::{CheckpointRecord, FolderError};
use super::{
    Advance, Farthest, Ground, Halt, Keep, Layer, MapCensus, MapOptions, MapProgress, Unmapped, ended, layers,
};
use crate::exact::exact;
use crate::limits::{Limits, Meter, Stop, WorkPart};
use crate::puzzle::{Notation, Packed, Puzzle, Symmetric};
use crate::table::board::told_apart;
use crate::table::file::Identity;

use bucket::{Bucket, BucketCounts};
use comparison::Comparison;
use files::{Filed, StateFiles};
use hash::hash;
use packs::{Packs, PacksOf};

/// The name of the encoding in a checkpoint's identity.
const ENCODING: &str = "packed states by bucket of splitmix";

/// The number of buckets: a bucket of a layer of a gigabyte fits a processor's cache. Layers of tests are small.
const BUCKETS: usize = if cfg!(test) { 1 << 5 } else { 1 << 10 };

/// The fewest and the most bytes of states that wait to be looked up.
const WAITING: (u64, u64) = (8 << 10, 512 << 20);

/// The fewest bytes of a map: the states that threads have found and not yet put into buckets.
const LEAST: u64 = 32 << 20;

/// The most bytes of a layer that is stored in one file, where there is no limit of memory.
const SMALL: u64 = 64 << 20;

/// States that are followed between two looks at the limits, and by a thread at a time.
const SLAB: usize = 1 << 17;
const SHARE: usize = 1 << 12;

/// Steps of a thread between two looks at the limits, a step being some nanoseconds.
const STEPS: u64 = 1 << 24;

/// Buckets that are looked up between two looks at the limits.
const GROUP: usize = 1 << 4;

/// The number of moves of a state, as long as no moves are counted.
const SOME_MOVES: u64 = 64;

/// The figures and the identity of a map without ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Unranked {
    /// The fewest bytes of memory that the map takes.
    pub least: u64,
    /// The number of symmetries: at most this many states form an orbit, of which one is stored.
    pub symmetries: u64,
    /// The mean number of moves of a state, on a walk.
    pub moves: f64,
    /// The identity of the map.
    pub identity: Identity,
    /// Whether the map is made in memory and cannot be kept in a folder, because states are not packed.
    pub is_in_memory: bool,
}

/// The figures of a map without ranks; `None` where states are neither packed nor
/// [mapped by hash](Puzzle::IS_MAPPED_BY_HASH), moves differ in cost, or a position is more than one state.
pub fn unranked<P: Puzzle + Notation>(puzzle: &P, id: &str, from: Option<&str>) -> Option<Unranked> {
    let is_one = |goal: &P::State| puzzle.starts(&puzzle.write(goal)).is_ok_and(|starts| starts.len() == 1);
    let goals = puzzle.goals().unwrap_or_default();
    let packed = puzzle.packed();
    assert!(P::IS_PACKED || packed.is_none(), "`IS_PACKED` is false for a packed puzzle");
    let has_map = packed.is_some() || P::IS_MAPPED_BY_HASH;
    if !has_map || puzzle.costs().is_some() || !goals.first().is_none_or(is_one) {
        return None;
    }
    let is_reduced = match packed {
        Some(_) => from.is_none(),
        None => {
            let first = from.map_or_else(|| goals.clone(), |from| puzzle.starts(from).unwrap_or_default());
            let known = symmetries_of(puzzle, &first, &mut Meter::new(&Limits::default()));
            known.is_ok_and(|symmetric| symmetric.is_some())
        }
    };
    let symmetries = puzzle.symmetric().filter(|_| is_reduced).map_or(1, Symmetric::symmetries);
    let (layout, encoding, least) = match (packed, symmetries) {
        (Some(_), _) => (format!("states/1 by {symmetries} symmetries"), ENCODING, LEAST),
        (None, 1) => ("hash/1".into(), "none", 0),
        (None, _) => (format!("hash/1 by {symmetries} symmetries"), "none", 0),
    };
    let parameters = from.map(|from| ("from".to_string(), from.to_string()));
    let identity = Identity {
        puzzle: id.into(),
        goal: puzzle.write_goal(),
        kind: "map".into(),
        layout,
        parameters: parameters.into_iter().chain(told_apart(puzzle, id)).collect(),
        entries: 0,
        encoding: encoding.into(),
    };
    let (moves, is_in_memory) = (packs::mean_moves(puzzle, &goals), packed.is_none());
    Some(Unranked { least, symmetries, moves, identity, is_in_memory })
}

/// Maps the space of a puzzle without ranks, layer by layer, as far as memory, or the folder, and the limits allow.
/// Returns the map, and its antipodes as states. All else is as in [`map`](super::map). States that are not packed are
/// stored in a hash table in memory.
///
/// # Errors
/// [`Unmapped`].
///
/// # Panics
/// If moves differ in cost: [`unranked`] returns `None` for such a puzzle.
///
/// # Complexity
/// Makes every move of every state once. Stores the packed bytes of all layers, or of three layers where every move is
/// taken back by a move. Symmetries divide both. On disk, the states found in a layer are written and read once.
pub fn map_unranked<P: Puzzle>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<(MapCensus, Vec<P::State>), Unmapped> {
    assert!(puzzle.costs().is_none(), "asked of `unranked` before");
    // The compiler drops what a constant excludes, so each puzzle has the code of its own map alone.
    if P::IS_PACKED
        && let Some(packed) = puzzle.packed()
    {
        return map_packed(puzzle, packed, task, meter, each);
    }
    if P::IS_MAPPED_BY_HASH {
        return map_by_hash(puzzle, task, meter, each);
    }
    unreachable!("asked of `unranked` before")
}

/// Maps the space of a puzzle whose states are packed.
fn map_packed<P: Puzzle>(
    puzzle: &P,
    packed: &impl Packed<P>,
    task: &MapOptions<'_, P::State>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<(MapCensus, Vec<P::State>), Unmapped> {
    let first = match &task.from {
        Some(from) => from.clone(),
        None => puzzle.goals()?,
    };
    let forwards = task.from.is_some();
    let packs = PacksOf::new(puzzle, packed, puzzle.symmetric().filter(|_| !forwards), forwards);
    let packs = packs.losing(task.spoiled.map(|(_, each)| each as u64));
    let first = packs.first(&first);
    let keep = task.keep.as_ref();
    let mut named = Vec::new();
    let map = meter.work(WorkPart::new("map", 1, 1, None), |meter| {
        let mut space = ByStates::new(&packs, &first, (packed.are_two_way(), task.checks), keep, meter)?;
        let map = layers(MapProgress::new(false, task, None), &mut space, keep, meter, each, None)?;
        named = packs.states(&space.named, task.antipodes);
        Ok(map)
    });
    Ok((ended(map, LEAST, meter)?, named))
}

/// The known part of the space, in buckets.
struct ByStates<'p> {
    packs: &'p dyn Packs,
    buckets: Vec<Mutex<Bucket>>,
    files: Option<StateFiles<'p>>,
    /// Whether large layers are in files, and not in memory.
    is_filed: bool,
    /// The places of the layers that are looked up, the latest last.
    places: Vec<LayerStorage>,
    /// Bytes of the layers in memory, and the part of these bytes that was just read from a checkpoint.
    held: u64,
    taken_up: u64,
    /// The bytes that layers may take, if there is a limit, and whether the layers of the checkpoint take more. Then
    /// they stay in their files, and the map continues only with a higher limit.
    room: Option<u64>,
    is_too_large: bool,
    /// The number of layers that are looked up: the last two, where every move is taken back by a move.
    looks_at: usize,
    first: u64,
    depth: usize,
    /// Whether there is a checkpoint of this depth.
    is_kept: bool,
    /// Whether the layer that was made last is in files.
    is_next_filed: bool,
    /// The most bytes that wait to be looked up.
    most_waiting: u64,
    /// The most moves of a state, as counted.
    most_moves: Option<u64>,
    /// The number of positions in the current layer.
    layer: u64,
    /// The farthest positions, as packed states.
    named: Vec<Vec<u8>>,
    comparison: Comparison,
}

/// Where a layer is stored.
#[derive(Debug)]
enum LayerStorage {
    /// In memory, with this number of bytes, and in these files if a checkpoint contains the layer.
    Held { bytes: u64, filed: Vec<Filed> },
    /// In a file for each bucket.
    Filed,
}

/// The result of the look-up of the states found.
#[derive(Default)]
struct LayerLookup {
    /// The number of new positions, and the bytes in memory of the states that stand for them.
    new: BucketCounts,
    /// Whether some of the states found are in files.
    is_spilled: bool,
}

fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bucket of a hash, by bits that the bucket's own table does not use.
fn bucket_of(hash: u64) -> usize {
    (hash >> 40) as usize % BUCKETS
}

impl<'p> ByStates<'p> {
    /// A map with these packed states in layer 0, each once.
    fn new(
        packs: &'p dyn Packs,
        first: &[Vec<u8>],
        (are_two_way, checks): (bool, Checks),
        keep: Option<&Keep<'p>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let limit = keep.and_then(|keep| keep.memory).or(meter.limits().bytes);
        let most_waiting = limit.map_or(WAITING.1, |most| (most / 16).clamp(WAITING.0, WAITING.1));
        let bytes = (first.len() * packs.width()) as u64;
        // The memory of the waiting states, of as many states that threads have found (both in lists that double), of
        // the states of questions, and of layer 0.
        meter.grow(4 * most_waiting + Comparison::bytes(most_waiting) + bytes)?;
        let buckets: Vec<Mutex<Bucket>> = (0..BUCKETS).map(|_| Mutex::new(Bucket::new(packs.width()))).collect();
        first.iter().for_each(|state| lock(&buckets[bucket_of(hash(state))]).add(state));
        let number = first.iter().map(|state| packs.images(state)).sum();
        Ok(ByStates {
            packs,
            buckets,
            is_filed: keep.is_some_and(|keep| keep.memory.is_some()),
            files: keep.map(|keep| StateFiles::new(keep.folder, &keep.identity)).transpose()?,
            places: vec![LayerStorage::Held { bytes, filed: Vec::new() }],
            held: bytes,
            taken_up: 0,
            room: meter.limits().bytes.map(|most| most.saturating_sub(meter.held())),
            is_too_large: false,
            looks_at: if are_two_way { 2 } else { usize::MAX },
            first: number,
            depth: 0,
            is_kept: false,
            is_next_filed: false,
            most_waiting,
            most_moves: None,
            layer: number,
            named: Vec::new(),
            comparison: Comparison::new(checks, are_two_way),
        })
    }

    /// The most moves of a state, as counted, or a guess.
    fn most_moves(&self) -> u64 {
        self.most_moves.unwrap_or(SOME_MOVES)
    }

    /// Follows the moves of all states of the layer, and looks up the states found.
    fn make(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<BucketCounts, Halt> {
        let width = self.packs.width();
        let mut made = LayerLookup::default();
        self.comparison.begin(self.layer);
        let (mut slab, mut waiting, mut draw) = (Vec::new(), 0, self.draw());
        for own in 0..BUCKETS {
            let begin = slab.len();
            slab.extend_from_slice(&lock(&self.buckets[own]).layer(0, self.files.as_ref())?);
            self.ask_some(&mut draw, &slab[begin..])?;
            let is_last = own + 1 == BUCKETS;
            let mut done = 0;
            loop {
                // To find the representative of a state, every byte of every image is made.
                let each = self.packs.symmetries().saturating_mul(width as u64).max(1);
                let steps = STEPS * rayon::current_num_threads() as u64 / each;
                // The first state is followed alone, because its moves may be many.
                let most = (self.most_waiting / width as u64).min(steps);
                let states = self.most_moves.map_or(1, |moves| most / moves);
                let states = exact::<usize>(states.clamp(1, SLAB as u64));
                let left = slab.len() - done;
                if left == 0 || (!is_last && left < states * width) {
                    break;
                }
                let bytes = left.min(states * width);
                let found = self.follow(&slab[done..done + bytes]);
                done += bytes;
                waiting += found * width as u64;
                meter.stats.generated += found;
                self.most_moves = Some(found.div_ceil((bytes / width) as u64).max(1));
                meter.look(depth)?;
                if waiting < self.most_waiting {
                    continue;
                }
                waiting = 0;
                match &self.files {
                    Some(files) if self.is_filed => {
                        let spill = |(own, bucket)| files.append(own, &lock(bucket).take_waiting());
                        self.buckets.par_iter().enumerate().try_for_each(spill)?;
                        made.is_spilled = true;
                    }
                    _ => self.look_up(depth, &mut made, None, meter)?,
                }
            }
            slab.drain(..done);
        }
        self.look_up(depth, &mut made, Some(&self.comparison), meter)?;
        self.conclude(depth, meter)?;
        // Small layers stay in memory.
        if let Some(files) = self.files.as_ref().filter(|_| self.is_filed && !made.is_spilled)
            && self.held + made.new.bytes > self.most_waiting
        {
            let next = self.depth + 1;
            let file = |(own, bucket)| lock(bucket).file_next(files, next, own);
            self.buckets.par_iter().enumerate().try_for_each(file)?;
            meter.shrink(made.new.bytes);
            made.new.bytes = 0;
            made.is_spilled = true;
        }
        self.is_next_filed = made.is_spilled;
        Ok(made.new)
    }

    /// Follows the moves of these states, and puts the states found into buckets. Returns how many were found.
    fn follow(&self, states: &[u8]) -> u64 {
        let found = AtomicU64::new(0);
        let width = self.packs.width();
        let share = SHARE.min((states.len() / width).div_ceil(rayon::current_num_threads()).max(1));
        states.par_chunks(share * width).for_each_init(
            || vec![Vec::new(); BUCKETS],
            |into, states| {
                let mut number = 0;
                for state in states.chunks_exact(width) {
                    self.packs.follow(state, &mut |there| {
                        number += 1;
                        into[bucket_of(hash(there))].extend_from_slice(there);
                    });
                }
                found.fetch_add(number, Ordering::Relaxed);
                for (bucket, states) in self.buckets.iter().zip(into) {
                    if !states.is_empty() {
                        lock(bucket).wait(states);
                        states.clear();
                    }
                }
            },
        );
        found.into_inner()
    }

    /// Looks up the waiting states of all buckets, and at the end the states of the comparison. If some of the states
    /// found are in files, the whole layer waits, and is written to files, too.
    fn look_up(
        &self,
        depth: u32,
        made: &mut LayerLookup,
        compared: Option<&Comparison>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let threads = rayon::current_num_threads() as u64;
        let (files, next) = (self.files.as_ref(), self.depth + 1);
        let look_up = |own: usize, bucket: &Mutex<Bucket>| -> Result<BucketCounts, Halt> {
            let mut bucket = lock(bucket);
            let found = bucket.look_up(self.packs, self.looks_at, files, made.is_spilled.then_some(own), compared)?;
            match files {
                Some(files) if made.is_spilled => {
                    bucket.file_next(files, next, own)?;
                    Ok(BucketCounts { bytes: 0, ..found })
                }
                _ => Ok(found),
            }
        };
        let mut new = BucketCounts::default();
        for (number, group) in self.buckets.chunks(GROUP).enumerate() {
            let looked_at = group.iter().map(|bucket| lock(bucket).looked_at(self.looks_at));
            // The states of a bucket, and twice as many bytes for their table.
            let at_hand = looked_at.max().unwrap_or(0) * 3 * threads;
            meter.grow(at_hand)?;
            let all = group.par_iter().enumerate().map(|(at, bucket)| look_up(number * GROUP + at, bucket));
            let found = all.collect::<Result<Vec<BucketCounts>, Halt>>();
            meter.shrink(at_hand);
            for found in found? {
                meter.grow(found.bytes)?;
                new.bytes += found.bytes;
                new.positions += found.positions;
            }
            meter.look(depth)?;
        }
        made.new.positions += new.positions;
        made.new.bytes += new.bytes;
        Ok(())
    }

    /// Drops the states found for a layer that is not complete.
    fn drop_next(&mut self) {
        self.comparison.clear();
        self.all_buckets().for_each(Bucket::drop_next);
        if let Some(files) = &self.files {
            // A file that cannot be removed is dropped when the layer is made again, or with the folder.
            let _ = files.drop_waiting().and_then(|()| files.drop_layer(self.depth + 1));
        }
    }

    fn all_buckets(&mut self) -> impl Iterator<Item = &mut Bucket> {
        self.buckets.iter_mut().map(|bucket| bucket.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// The files of a layer, counted back from the latest. A layer that is only in memory is written to files.
    fn file(&mut self, back: usize) -> Result<Vec<Filed>, FolderError> {
        let Some(files) = &self.files else { return Ok(Vec::new()) };
        let (depth, place) = (self.depth - back, self.places.len() - 1 - back);
        let each = |file: &(dyn Fn(usize, &Bucket) -> Result<Filed, FolderError> + Sync)| {
            let all = self.buckets.par_iter().enumerate().map(|(own, bucket)| file(own, &lock(bucket)));
            all.collect::<Result<Vec<Filed>, FolderError>>()
        };
        match &mut self.places[place] {
            LayerStorage::Filed => each(&|_, bucket| Ok(bucket.filed(back).unwrap_or(Filed::NONE))),
            LayerStorage::Held { bytes, filed } => {
                // The layer is put together in memory, so it must be small compared with the limit, too.
                if filed.is_empty() && *bytes <= SMALL.min(self.most_waiting) {
                    let mut all = Vec::new();
                    for bucket in &self.buckets {
                        all.extend_from_slice(&lock(bucket).layer(back, None)?);
                    }
                    *filed = vec![files.write(depth, None, &all)?];
                } else if filed.is_empty() {
                    *filed = each(&|own, bucket| files.write(depth, Some(own), &bucket.layer(back, None)?))?;
                }
                Ok(filed.clone())
            }
        }
    }

    /// Restores a layer after the layers before it. Returns where the layer is.
    fn take_up(&self, layer: Vec<Filed>) -> Result<LayerStorage, FolderError> {
        let Some(files) = &self.files else { return Ok(LayerStorage::Filed) };
        if self.is_too_large {
            return Ok(LayerStorage::Held { bytes: 0, filed: layer });
        }
        let whole = layer.iter().find(|filed| filed.bucket().is_none());
        let mut of_bucket = vec![None; BUCKETS];
        layer.iter().for_each(|filed| filed.bucket().into_iter().for_each(|own| of_bucket[own] = Some(*filed)));
        self.buckets.iter().zip(of_bucket).for_each(|(bucket, filed)| lock(bucket).take_up(filed));
        if let Some(whole) = whole {
            for state in files.read(whole)?.chunks_exact(self.packs.width()) {
                lock(&self.buckets[bucket_of(hash(state))]).add(state);
            }
        } else if self.is_filed {
            return Ok(LayerStorage::Filed);
        } else {
            self.buckets.par_iter().try_for_each(|bucket| lock(bucket).hold(files))?;
        }
        Ok(LayerStorage::Held { bytes: layer.iter().map(|filed| filed.bytes).sum(), filed: layer })
    }
}

impl<'p> Ground<'p> for ByStates<'p> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, is_due: &dyn Fn() -> bool, meter: &mut Meter<'_>) -> Result<Advance, Halt> {
        // A layer in files is kept as soon as it is complete, because that costs only a record.
        let is_filed = matches!(self.places.last(), Some(LayerStorage::Filed));
        if self.files.is_some() && !self.is_kept && (is_filed || is_due()) {
            return Ok(Advance::Due);
        }
        if self.is_too_large {
            return Err(Stop::Bytes.into());
        }
        meter.grow(std::mem::take(&mut self.taken_up))?;
        let before = meter.held();
        let new = match self.make(depth, meter) {
            Ok(new) => new,
            Err(halt) => {
                self.drop_next();
                meter.shrink(meter.held() - before);
                return Err(halt);
            }
        };
        meter.stats.expanded += self.layer;
        if new.positions > 0 {
            let looks_at = self.looks_at;
            self.all_buckets().for_each(|bucket| bucket.step(looks_at));
            self.places.push(match self.is_next_filed {
                true => LayerStorage::Filed,
                false => LayerStorage::Held { bytes: new.bytes, filed: Vec::new() },
            });
            self.held += new.bytes;
            for place in self.places.drain(..self.places.len().saturating_sub(looks_at)) {
                if let LayerStorage::Held { bytes, .. } = place {
                    meter.shrink(bytes);
                    self.held -= bytes;
                }
            }
            (self.layer, self.is_kept) = (new.positions, false);
            self.depth += 1;
        }
        Ok(Advance::Whole(new.positions))
    }

    fn check(&mut self, _depth: u32, _states: u64, check: &mut MapCheck, _meter: &mut Meter<'_>) -> Result<(), Halt> {
        let all = check.checked.all && self.comparison.checked.all;
        check.checked = MapChecked { all, ..self.comparison.checked };
        Ok(())
    }

    fn positions(&mut self, _depth: u32) -> Result<u64, Halt> {
        unreachable!("no position is two packed states")
    }

    fn farthest(&mut self, _depth: u32, positions: u64, most: usize) -> Result<Farthest, Halt> {
        let width = self.packs.width();
        let mut least = BinaryHeap::new();
        for bucket in &self.buckets {
            for state in lock(bucket).layer(0, self.files.as_ref())?.chunks_exact(width) {
                if least.len() < most {
                    least.push(state.to_vec());
                } else if least.peek().is_some_and(|last: &Vec<u8>| state < &last[..]) {
                    least.pop();
                    least.push(state.to_vec());
                }
            }
        }
        self.named = least.into_sorted_vec();
        Ok(Farthest { ranks: Vec::new(), are_first: positions <= most as u64 })
    }

    fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        let layers: Result<Vec<_>, _> = (0..self.places.len()).rev().map(|back| self.file(back)).collect();
        let (layers, Some(files)) = (layers?, &mut self.files) else { return Ok(()) };
        files.commit(record, self.depth, self.layer, &layers)?;
        self.is_kept = true;
        Ok(())
    }

    fn restore(&mut self) -> Result<Option<CheckpointRecord>, Halt> {
        let Some(files) = &mut self.files else { return Ok(None) };
        let Some((record, kept)) = files.recall(self.packs.width())? else { return Ok(None) };
        (self.depth, self.layer, self.is_kept) = (kept.depth, kept.layer, true);
        self.all_buckets().for_each(Bucket::clear);
        self.places.clear();
        // A layer in one file is in memory twice while it is put into buckets.
        let files = || kept.layers.iter().flatten();
        let twice = files().filter(|filed| filed.bucket().is_none()).map(|filed| filed.bytes).max().unwrap_or(0);
        let bytes = files().map(|filed| filed.bytes).sum::<u64>() + twice;
        self.is_too_large = !self.is_filed && self.room.is_some_and(|room| bytes > room);
        for layer in kept.layers {
            let place = self.take_up(layer)?;
            self.places.push(place);
        }
        let bytes = |place: &LayerStorage| if let LayerStorage::Held { bytes, .. } = place { *bytes } else { 0 };
        self.held = self.places.iter().map(bytes).sum();
        self.taken_up = self.held;
        Ok(Some(record))
    }

    fn notes(&self) -> Vec<u64> {
        // The notes are written with the files.
        Vec::new()
    }

    fn recall(&mut self, _notes: &[u64]) -> Option<()> {
        Some(())
    }

    fn hand_over(&mut self, _: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>) -> Result<(), Halt> {
        unreachable!("no table of distances is made of states without ranks")
    }
}
