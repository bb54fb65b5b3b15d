//! Tables of all distances: builds, names and verifies tables, looks up distances, and draws positions.

use std::path::Path;
use std::sync::Arc;

use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::puzzle::Unsolvable;
use loyd_core::table::cache::CacheEvent;
use loyd_core::table::distance::{Extent, Layout, StoredDistances, TableForm, Unbuilt, Unverified, Walks};
use loyd_core::table::file::{self, Identity, OwnedTensor, Table, Tensor};
use loyd_core::table::map::{Method, Share};

use super::engine::Engine;
use super::{Below, MapPlan, Refused, Request};

/// The identity of a table of all distances and the memory it needs, known before any work.
#[derive(Clone, Debug, PartialEq)]
pub struct DistancePlan {
    /// The content of the table, by which its file is recognised.
    pub identity: Identity,
    /// The number of bytes of the entries.
    pub bytes: u64,
    /// The most bytes held while the table is built.
    pub building_bytes: u64,
    /// The mean number of moves of a state, from a sample.
    pub moves: f64,
    /// Whether the table is built as a map by blocks, which is many times as fast.
    pub by_blocks: bool,
}

impl Engine {
    fn no_distances(&self, why: String) -> Refused {
        Refused::NotApplicable { algorithm: "a table of all distances", puzzle: self.id.clone(), why }
    }

    fn form(&self, bits: u8) -> Result<TableForm, Refused> {
        if self.puzzle.numbers().ranks().is_none() {
            return Err(self.no_distances("the states are not numbered".into()));
        }
        self.counts_moves().map_err(|why| self.no_distances(why.into()))?;
        let why = || format!("expected 8, 4 or 2 bits for each entry, found {bits}");
        self.puzzle.numbers().form_of_bits(bits).ok_or_else(|| self.no_distances(why()))
    }

    fn unbuilt(&self, why: Unbuilt) -> Refused {
        match why {
            Unbuilt::Stopped(why) => Refused::Unbuilt(why),
            why => self.no_distances(why.to_string()),
        }
    }

    fn table_at_hand(
        &self,
        request: &Request,
        meter: &mut Meter<'_>,
        stopped: fn(Stop) -> Refused,
    ) -> Result<Arc<StoredDistances>, Refused> {
        let cannot = |why: String| Refused::NoSuchState(format!("the distances of {} are not known: {why}", self.id));
        match self.puzzle.numbers().table(request, true, meter) {
            Some(Ok(table)) => Ok(table),
            Some(Err(Unbuilt::Stopped(why))) => Err(stopped(why)),
            Some(Err(why)) => Err(cannot(why.to_string())),
            None => Err(cannot("the states are not numbered, so there is no table".into())),
        }
    }

    /// Draws a position uniformly from the positions at a depth, or from all positions with a distance in the table.
    pub(super) fn drawn(&self, depth: Option<u32>, request: &Request, below: Below<'_>) -> Result<String, Refused> {
        if let (Some(_), Err(why)) = (depth, self.counts_moves()) {
            return Err(Refused::NoSuchState(format!("the distances of {} are not known: {why}", self.id)));
        }
        let mut meter = Meter::new(&request.limits);
        if let Some(drawn) = depth.and_then(|depth| self.drawn_near(depth, true, &mut *below, &mut meter).transpose()) {
            return drawn;
        }
        let table = match (self.table_at_hand(request, &mut meter, Refused::Stopped), depth) {
            // Memory that is too small for a table may be enough for the few states near the goal.
            (Err(Refused::Stopped(Stop::Bytes)), Some(depth)) => {
                let drawn = self.drawn_near(depth, false, below, &mut meter)?;
                return drawn.ok_or(Refused::Stopped(Stop::Bytes));
            }
            (table, _) => table?,
        };
        let layers = table.layers().ok_or_else(|| {
            Refused::NoSuchState("the table does not record how many states are at each depth".into())
        })?;
        let number = match depth {
            Some(depth) => layers.get(depth as usize).copied().unwrap_or(0),
            None => table.entries(),
        };
        let walks = Walks::default();
        // The distance of a position is the distance of its nearest state. A position with n states at this distance is
        // drawn n times as often, so it is accepted with probability 1/n.
        for _ in 0..number.saturating_mul(TRIES) {
            meter.watch(depth.unwrap_or(0)).map_err(Refused::Stopped)?;
            let place = below(number);
            if depth.is_none() && table.entry(place).is_none() {
                continue;
            }
            let at = self.puzzle.at(&table, &walks, depth, place, &mut meter).map_err(Refused::Stopped)?;
            let Some((text, distances)) = at else {
                let Some(depth) = depth else { continue };
                return Err(Refused::WrongTable(format!(
                    "the table has fewer states at distance {depth} than it counts"
                )));
            };
            if distances.is_empty() || walks.broken().is_some() {
                return Err(Refused::WrongTable(format!(
                    "no sequence of decreasing distances leads from {text} to a goal"
                )));
            }
            let share = distances.iter().filter(|&&distance| depth.is_none_or(|depth| distance == depth)).count();
            if let (Some(depth), 0) = (depth, share) {
                let why = format!("{text} is counted at distance {depth}, but its states have other distances");
                return Err(Refused::WrongTable(why));
            }
            let nearest = depth.is_none_or(|depth| distances.iter().all(|&distance| distance >= depth));
            if nearest && (share == 1 || below(share as u64) == 0) {
                return Ok(text);
            }
        }
        let deepest = layers.len().saturating_sub(1);
        Err(match depth {
            Some(depth) => self.none_at(depth, u32::try_from(deepest).unwrap_or(u32::MAX)),
            None => Refused::NoSuchState(format!("no position of {} was drawn", self.id)),
        })
    }
}

/// Tries to draw for each state at a distance. A try fails if another state of the drawn position is nearer.
const TRIES: u64 = 64;

impl Engine {
    /// Draws a position at a distance by a search backwards from the goals. `None` if a table should be used, as
    /// `StateNumbers::near` decides by `may_be_table`. A table by ranks gives the same position.
    fn drawn_near(
        &self,
        depth: u32,
        may_be_table: bool,
        below: Below<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<String>, Refused> {
        let numbers = self.puzzle.numbers();
        // A named table is always used, so that a wrong table is found.
        if numbers.named_table().is_some() {
            return Ok(None);
        }
        let Some(near) = numbers.near(depth, may_be_table, meter).map_err(Refused::Stopped)? else { return Ok(None) };
        if let Some(farthest) = near.farthest() {
            return Err(self.none_at(depth, farthest));
        }
        let number = near.layer().len() as u64;
        for _ in 0..number.saturating_mul(TRIES) {
            let (text, distances) = numbers.near_at(&near, below(number));
            let share = distances.iter().filter(|distance| **distance == Some(depth)).count() as u64;
            let nearest = distances.iter().all(|distance| distance.is_none_or(|distance| distance >= depth));
            if nearest && (share == 1 || below(share) == 0) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn none_at(&self, depth: u32, farthest: u32) -> Refused {
        let id = &self.id;
        let why = format!("no position of {id} is {depth} moves from the goal; the farthest is at most {farthest}");
        Refused::NoSuchState(why)
    }
}

/// Tables of all distances.
impl Engine {
    /// The plan of a table of 8, 4 or 2 bits for each state.
    ///
    /// # Errors
    /// [`Refused::NotApplicable`] if states are not numbered, goals cannot be listed, or the bits are too few.
    pub fn distance_plan(&self, bits: u8) -> Result<DistancePlan, Refused> {
        let form = self.form(bits)?;
        let encoding = form.encoding;
        self.puzzle.goals().map_err(|why| self.no_distances(why))?;
        let numbered = self.puzzle.numbers().identity(form).zip(self.puzzle.numbers().map_plan(
            None,
            Method::Blocks,
            Share::WHOLE,
        ));
        let (identity, MapPlan { moves, .. }) =
            numbered.ok_or_else(|| self.no_distances("the states are not numbered".into()))?;
        let farthest = self.facts().gods_number.filter(|_| self.is_standard);
        if let (Some(deepest), Some(farthest)) = (encoding.deepest(), farthest)
            && farthest > deepest
        {
            return Err(self.unbuilt(Unbuilt::TooDeepFor { bits, deepest }));
        }
        let bytes = encoding.bytes(identity.entries);
        let by_blocks = form.layout == Layout::Blocks;
        Ok(DistancePlan {
            identity,
            bytes,
            building_bytes: self.puzzle.numbers().building_bytes(form),
            moves,
            by_blocks,
        })
    }

    /// Builds a table of all distances and writes it to the file `to`, or without `to` ensures that the request's cache
    /// folder contains it. Uses the threads of the rayon pool of the caller.
    ///
    /// # Errors
    /// As [`distance_plan`](Engine::distance_plan), [`Refused::Unbuilt`], or [`Refused::Unwritten`]. A cache folder
    /// that cannot be written is reported to the request's listener instead.
    pub fn build_distances(&self, bits: u8, to: Option<&Path>, request: &Request) -> Result<(), Refused> {
        let DistancePlan { identity, .. } = self.distance_plan(bits)?;
        let form = self.form(bits)?;
        let mut meter = Meter::new(&request.limits);
        let build = |meter: &mut Meter<'_>| -> Result<Vec<OwnedTensor>, Unbuilt> {
            let built = self.puzzle.numbers().build(form, meter).unwrap_or(Err(Unbuilt::TooLarge(identity.entries)));
            built.map(|table| table.tensors())
        };
        let Some(path) = to else {
            let notify = |event: &CacheEvent<'_>| request.notify.iter().for_each(|tell| tell.0(event));
            let kept = request.cache.get_or_build(&identity, &mut meter, &notify, build);
            return kept.map(|_| ()).map_err(|why| self.unbuilt(why));
        };
        let unwritten = |why| Refused::Unwritten { path: path.into(), why };
        file::can_write(path).map_err(unwritten)?;
        let tensors = build(&mut meter).map_err(|why| self.unbuilt(why))?;
        let lent: Vec<Tensor<'_>> = tensors.iter().map(OwnedTensor::lend).collect();
        file::write(path, &identity, &lent).map_err(unwritten)
    }

    /// Builds the table of all distances in memory, a byte for each rank.
    ///
    /// ```
    /// use loyd::planner::{Request, open};
    /// let (eight, far) = (open("8", None).unwrap(), "8 6 7 2 5 4 3 x 1");
    /// let table = eight.distances_by_rank(&Request::default()).unwrap();
    /// let rank = eight.entry(&table, far).unwrap().unwrap();
    /// assert_eq!((table.entry(rank), &eight.position_of(&table, rank).unwrap()[..]), (Some(31), far));
    /// ```
    ///
    /// # Errors
    /// As [`distance_plan`](Engine::distance_plan), and [`Refused::Unbuilt`].
    pub fn distances_by_rank(&self, request: &Request) -> Result<StoredDistances, Refused> {
        let DistancePlan { identity, .. } = self.distance_plan(8)?;
        let form = self.form(8)?;
        let built = self.puzzle.numbers().build(form, &mut Meter::new(&request.limits));
        built.unwrap_or(Err(Unbuilt::TooLarge(identity.entries))).map_err(|why| self.unbuilt(why))
    }

    /// The index of the entry of a position in a table of this puzzle; `None` if the position reaches no goal.
    ///
    /// # Errors
    /// [`Refused::State`], or [`Refused::NotApplicable`] if the position stands for several states.
    pub fn entry(&self, table: &StoredDistances, state: &str) -> Result<Option<u64>, Refused> {
        let mut position = self.open(state)?;
        if position.drop_hopeless().is_some() {
            return Ok(None);
        }
        let entry = position.entry(table);
        entry.map(Some).ok_or_else(|| self.no_distances("the position stands for several states".into()))
    }

    /// The position of an entry in a table of this puzzle.
    ///
    /// # Errors
    /// [`Refused::NoSuchState`] if the entry belongs to no position.
    pub fn position_of(&self, table: &StoredDistances, entry: u64) -> Result<String, Refused> {
        let none = || {
            let (id, entries) = (&self.id, table.entries());
            Refused::NoSuchState(format!("{id} has {entries} ranks from 0, and no position of rank {entry}"))
        };
        self.puzzle.of_entry(table, entry).ok_or_else(none)
    }

    /// Uses the table of a file from now on for everything that a table answers. The first table named stays in use.
    ///
    /// # Errors
    /// [`Refused::Table`] if the table is for something else; [`Refused::NotApplicable`] if states have no numbers.
    pub fn use_table(&self, path: &Path, table: &Table) -> Result<(), Refused> {
        let bad = |why| Refused::Table { path: path.into(), why };
        let distances = self.puzzle.numbers().read_table(table);
        let distances = distances.ok_or_else(|| self.no_distances("the states are not numbered".into()))?;
        self.puzzle.numbers().name_table(distances.map_err(bad)?);
        Ok(())
    }

    /// The distance of a position by the named table, or else by the table that [`Engine::solve`] would use. A position
    /// that reaches no goal has no distance; the proof is returned.
    ///
    /// # Errors
    /// [`Refused::State`], [`Refused::WrongTable`], [`Refused::Unwalked`], or the errors of building a table.
    pub fn distance(&self, state: &str, request: &Request) -> Result<Result<u32, Unsolvable>, Refused> {
        let mut position = self.open(state)?;
        if let Some((proof, _)) = position.drop_hopeless() {
            return Ok(Err(proof));
        }
        let mut meter = Meter::new(&request.limits);
        let table = self.table_at_hand(request, &mut meter, Refused::Unbuilt)?;
        let walks = Walks::default();
        let nearest = position.distance(&table, &walks, &mut meter).map_err(Refused::Unwalked)?;
        match walks.broken() {
            Some(entry) => {
                Err(Refused::WrongTable(format!("entry {entry}: no sequence of decreasing distances leads to a goal")))
            }
            None => Ok(nearest.ok_or(Unsolvable::Exhausted)),
        }
    }

    /// Draws a position uniformly from the positions that reach the goal, according to the table.
    ///
    /// # Errors
    /// As [`distance`](Engine::distance).
    pub(crate) fn sample(&self, request: &Request, below: Below<'_>) -> Result<String, Refused> {
        self.drawn(None, request, below)
    }

    /// Compares the distances of the named table with each other: all distances, or about `most` of them.
    ///
    /// # Errors
    /// [`Refused::WrongTable`], [`Refused::Unverified`], or [`Refused::NotApplicable`] if no table was named.
    pub(crate) fn verify_table(&self, most: u64, limits: &Limits) -> Result<Extent, Refused> {
        let table = self.puzzle.numbers().named_table().ok_or_else(|| self.no_distances("none was named".into()))?;
        match self.puzzle.numbers().verify(table, most, &mut Meter::new(limits)) {
            Ok(extent) => Ok(extent),
            Err(Unverified::Stopped(why)) => Err(Refused::Unverified(why)),
            Err(Unverified::Wrong(fault)) => Err(Refused::WrongTable(fault.to_string())),
        }
    }
}
