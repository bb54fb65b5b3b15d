//! The states of a puzzle for the planner: their numbers, their closed list, and their tables of all distances.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock, RwLockWriteGuard, TryLockError};
use std::time::Duration;

use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Meter, Stop, WorkPart};
use loyd_core::puzzle::{Notation, Puzzle, Ranked};
use loyd_core::search::depths::{Depths, RankList, StateList};
use loyd_core::table::cache::CacheEvent;
use loyd_core::table::distance::{
    DistanceTable, Encoding, Extent, LayerOf, Layout, MOST_STATES, StoredDistances, TableForm, Unbuilt, Unverified,
    Walks,
};
use loyd_core::table::file::{FileError, Identity, Table};
#[cfg(feature = "shared")]
use loyd_core::table::map::MapCourse;
use loyd_core::table::map::{
    self, Layer, MapCensus, MapOptions, MapSize, Method, RankSet, Share, TableTaker, Unmapped, Unranked,
};

use super::near::Near;
use super::sets::{self, MappedSet, NoSetMap, SetRequest};
use super::{Below, MapPlan, Request};

/// The name of the work of building a table of distances.
const ALL_DISTANCES: &str = "table of all distances";

/// A pattern of the space's puzzle.
pub type PatternOf<S> = <<S as Space>::Puzzle as Bounded>::Pattern;
/// A move of the space's puzzle.
pub type MoveOf<S> = <<S as Space>::Puzzle as Puzzle>::Move;
/// A state of the space's puzzle.
pub type StateOf<S> = <<S as Space>::Puzzle as Puzzle>::State;

/// The numbers of a puzzle's states, if states are numbered, and its tables of all distances. The default methods are
/// for a puzzle whose states have no numbers.
pub trait StateNumbers: Send + Sync {
    /// The number of ranks, if states are numbered.
    fn ranks(&self) -> Option<u64> {
        None
    }

    /// Whether [ranks are slow](Ranked::are_ranks_slow).
    fn are_ranks_slow(&self) -> bool {
        false
    }

    /// The distance table: the table that the user has named, else a table in memory, else a table from the request's
    /// cache folder, else a new table if `build` allows it. `None` if there is no table or states are not numbered.
    fn table(&self, _: &Request, _build: bool, _: &mut Meter<'_>) -> Option<Result<Arc<StoredDistances>, Unbuilt>> {
        None
    }

    /// The states at a distance, found backwards from the goals; `None` if a table is better (see [`Near::new`]).
    ///
    /// # Errors
    /// The limit that was reached.
    fn near(&self, _depth: u32, _may_be_table: bool, _: &mut Meter<'_>) -> Result<Option<Arc<Near>>, Stop> {
        Ok(None)
    }

    /// The position of the near state at this place, and the distance of each of its states; `None` if it is farther.
    fn near_at(&self, _: &Near, _place: u64) -> (String, Vec<Option<u32>>) {
        Default::default()
    }

    /// The text of a position drawn uniformly from the positions that a map counts; `None` if states are not numbered.
    fn drawn(&self, _: Below<'_>, _: &mut Meter<'_>) -> Option<Result<String, Stop>> {
        None
    }

    /// Whether a distance table is in memory, or a thread is building it.
    fn holds_table(&self) -> bool {
        false
    }

    /// The distance table in a file that the user has named; `None` if states are not numbered.
    fn read_table(&self, _: &Table) -> Option<Result<StoredDistances, FileError>> {
        None
    }

    /// Uses this table from now on instead of any other table.
    fn name_table(&self, _: StoredDistances) {}

    /// The table that the user has named.
    fn named_table(&self) -> Option<&Arc<StoredDistances>> {
        None
    }

    /// Bytes of the distance tables in memory.
    fn held(&self) -> u64 {
        0
    }

    /// The identity of a distance table in this form; `None` if states are not numbered.
    fn identity(&self, _: TableForm) -> Option<Identity> {
        None
    }

    /// All forms that a distance table may have, the form with the quickest look-ups first.
    fn forms(&self) -> Vec<TableForm> {
        Vec::new()
    }

    /// The form with this number of bits a state that is built in the shortest time.
    fn form_of_bits(&self, _bits: u8) -> Option<TableForm> {
        None
    }

    /// Bytes held while a distance table is built.
    fn building_bytes(&self, _: TableForm) -> u64 {
        0
    }

    /// Builds a distance table; `None` if states are not numbered.
    fn build(&self, _: TableForm, _: &mut Meter<'_>) -> Option<Result<StoredDistances, Unbuilt>> {
        None
    }

    /// Compares the entries of a table with each other.
    fn verify(&self, table: &StoredDistances, _most: u64, _: &mut Meter<'_>) -> Result<Extent, Unverified> {
        Ok(Extent { compared: 0, states: table.entries(), walked: 0 })
    }

    /// The course of a map by several processes; `None` if states are not numbered.
    #[cfg(feature = "shared")]
    fn map_course(&self, _processes: usize) -> Option<MapCourse> {
        None
    }

    /// The plan of a map by a method; `None` if the space has no map by this method.
    fn map_plan(&self, _from: Option<&str>, _method: Method, _share: Share) -> Option<MapPlan> {
        None
    }

    /// The plan of a map without ranks, if there is such a map.
    fn plan_without_ranks(&self, _from: Option<&str>) -> Option<MapPlan> {
        None
    }

    /// The plan of a map to a set, or the reason why the space has no such map. `None` if states are not numbered. With
    /// `has_starts`, the map counts the positions of a second set only.
    fn set_plan(&self, _has_starts: bool) -> Option<Result<MapPlan, Unmapped>> {
        None
    }
}

/// A typed puzzle with the numbers of its states, if states are numbered.
pub trait Space: StateNumbers + Sized + 'static {
    /// The puzzle.
    type Puzzle: Bounded + Notation + 'static;

    /// The closed list for the states of the puzzle.
    type Depths: Depths<Self::Puzzle>;

    /// Whether states are numbered. Code that needs numbers begins with `if const` on this flag, so that it is not
    /// compiled for other puzzles.
    const IS_NUMBERED: bool;

    /// The puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// A space that shares the opened puzzle but has no tables.
    fn without_tables(&self) -> Self;

    /// The distance of a state by a table of this space.
    fn distance(&self, _: &StoredDistances, _: &Walks, _: &StateOf<Self>) -> Option<u32> {
        None
    }

    /// The distance of a state by a table of this space, within the limits of a meter.
    fn distance_within(
        &self,
        _: &StoredDistances,
        _: &Walks,
        _: &StateOf<Self>,
        _: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        Ok(None)
    }

    /// A shortest solution by a table of this space, if it can be found by moves on ranks.
    fn way(&self, _: &StoredDistances, _: &StateOf<Self>) -> Option<Vec<MoveOf<Self>>> {
        None
    }

    /// The `place`th state at `depth` by a table of this space, in the order of the table or of the ranks.
    fn state_at(
        &self,
        _: &StoredDistances,
        _depth: u32,
        _place: u64,
        _: &mut Meter<'_>,
    ) -> Result<Option<StateOf<Self>>, Stop> {
        Ok(None)
    }

    /// The index of the entry of a state.
    fn entry_of(&self, _: &StoredDistances, _: &StateOf<Self>) -> Option<u64> {
        None
    }

    /// The state of an entry of a table of this space.
    fn state_of_entry(&self, _: &StoredDistances, _index: u64) -> Option<StateOf<Self>> {
        None
    }

    /// Makes a map of the space. Returns it with its farthest positions as text. A taker receives the map's words as a
    /// table of two bits a state. `None` if there is no [plan](StateNumbers::map_plan).
    fn map(
        &self,
        _: &MapOptions<'_, StateOf<Self>>,
        _: &mut Meter<'_>,
        _: &mut (dyn FnMut(&Layer) + Send),
        _: Option<&mut dyn TableTaker>,
    ) -> Option<Result<(MapCensus, Vec<String>), Unmapped>> {
        None
    }

    /// Makes a map to a set, by a [plan](StateNumbers::set_plan); `None` if states are not numbered.
    fn map_to_set(
        &self,
        _: &SetRequest<'_>,
        _: &mut Meter<'_>,
        _: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<MappedSet, NoSetMap>> {
        None
    }

    /// Makes a map of the space from states, by a [plan](StateNumbers::plan_without_ranks) without ranks.
    fn map_without_ranks(
        &self,
        task: &MapOptions<'_, StateOf<Self>>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<(MapCensus, Vec<String>), Unmapped>> {
        let puzzle = self.puzzle();
        if puzzle.costs().is_some() || puzzle.packed().is_none() && !Self::Puzzle::IS_MAPPED_BY_HASH {
            return None;
        }
        let map = map::map_unranked(puzzle, task, meter, each);
        Some(map.map(|(map, farthest)| (map, farthest.iter().map(|state| puzzle.write(state)).collect())))
    }
}

/// A puzzle with numbered states, and its distance table as soon as there is one.
pub struct NumberedSpace<P> {
    id: String,
    puzzle: Arc<P>,
    table: RwLock<Option<Arc<StoredDistances>>>,
    /// Whether a thread is building the table.
    is_coming: AtomicBool,
    named: OnceLock<Arc<StoredDistances>>,
    /// The layer from which states were last drawn, for a table that does not store distances.
    layer: Mutex<Option<Arc<LayerOf>>>,
    /// The layer near the goal from which states were last drawn.
    near: Mutex<Option<Arc<Near>>>,
    /// The ranks of the solvable positions, as far as a draw needed them.
    solvable: Mutex<Option<Arc<RankSet>>>,
}

impl<P> NumberedSpace<P> {
    /// Makes the space of a puzzle with this full id, without a table.
    pub fn new(id: &str, puzzle: impl Into<Arc<P>>) -> Self {
        let (table, is_coming, named, layer, near, solvable) = Default::default();
        NumberedSpace { id: id.into(), puzzle: puzzle.into(), table, is_coming, named, layer, near, solvable }
    }

    /// Locks the table. A thread that comes second waits within its own limits, and then reads the table of the first
    /// thread. A poisoned lock is used, because only a complete table is stored.
    fn wait(&self, meter: &mut Meter<'_>) -> Result<RwLockWriteGuard<'_, Option<Arc<StoredDistances>>>, Stop> {
        const A_WHILE: Duration = Duration::from_millis(1);
        loop {
            match self.table.try_write() {
                Ok(table) => return Ok(table),
                Err(TryLockError::Poisoned(table)) => return Ok(table.into_inner()),
                Err(TryLockError::WouldBlock) => meter.watch(0)?,
            }
            std::thread::sleep(A_WHILE);
        }
    }
}

impl<P: Ranked + Bounded + Notation + 'static> NumberedSpace<P> {
    /// The ranks of the solvable positions, from the last draw if there was one.
    fn solvable(&self, meter: &mut Meter<'_>) -> Result<Arc<RankSet>, Stop> {
        let mut kept = self.solvable.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(ranks) = &*kept {
            meter.grow(RankSet::bytes(ranks.ranks()))?;
            return Ok(Arc::clone(ranks));
        }
        let puzzle = &*self.puzzle;
        puzzle.prepare_rank_moves();
        let ranks = match map::solvable_ranks(puzzle, &puzzle.goals().unwrap_or_default(), meter)? {
            Some(ranks) => ranks,
            None => {
                let all = RankSet::empty(puzzle.ranks(), meter)?;
                all.insert_where(&|_| true, meter)?;
                all
            }
        };
        Ok(Arc::clone(kept.insert(Arc::new(ranks))))
    }

    /// Builds the table with a byte a state. Where ranks are the numbers of a group, moves on ranks take a hundredth of
    /// the time of moves on states that are numbered one by one.
    fn all_distances(&self, meter: &mut Meter<'_>) -> Result<StoredDistances, Unbuilt> {
        self.puzzle.prepare_rank_moves();
        match self.puzzle.rank_moves() {
            // `DistanceTable` reports a space larger than any memory, also if a limit of memory is reached.
            Some(_) if self.puzzle.ranks() < MOST_STATES => {
                StoredDistances::build(&*self.puzzle, TableForm::by_ranks(Encoding::Bytes), meter)
            }
            _ => DistanceTable::build(&*self.puzzle, meter).map(StoredDistances::from),
        }
    }

    /// A table from the cache folder that fits the memory, the table with the quickest look-ups first.
    fn in_cache(&self, request: &Request, meter: &Meter<'_>) -> Option<StoredDistances> {
        let notify = |event: &CacheEvent<'_>| request.notify.iter().for_each(|tell| tell.0(event));
        TableForm::all(&*self.puzzle).find_map(|form| {
            let identity = StoredDistances::identity(&self.id, &*self.puzzle, form);
            // A file is checked in memory as a whole.
            let fits = meter.fits(form.encoding.bytes(identity.entries));
            let there = fits && request.cache.path(&identity).is_some_and(|path| path.exists());
            StoredDistances::of(
                &there.then(|| request.cache.get(&identity, request.limits.cancel.as_deref(), &notify))??,
            )
            .ok()
        })
    }
}

impl<P: Ranked + Bounded + Notation + 'static> StateNumbers for NumberedSpace<P> {
    fn ranks(&self) -> Option<u64> {
        Some(self.puzzle.ranks())
    }

    fn are_ranks_slow(&self) -> bool {
        self.puzzle.are_ranks_slow()
    }

    fn table(
        &self,
        request: &Request,
        build: bool,
        meter: &mut Meter<'_>,
    ) -> Option<Result<Arc<StoredDistances>, Unbuilt>> {
        let held = |table: &Arc<StoredDistances>, meter: &mut Meter<'_>| {
            meter.grow(table.bytes()).map(|()| Arc::clone(table)).map_err(Unbuilt::from)
        };
        if let Some(named) = self.named.get() {
            return Some(held(named, meter));
        }
        if let Some(table) = self.table.try_read().ok().and_then(|table| table.clone()) {
            return Some(held(&table, meter));
        }
        let mut table = match self.wait(meter) {
            Ok(table) => table,
            Err(why) => return Some(Err(why.into())),
        };
        if let Some(table) = &*table {
            return Some(held(table, meter));
        }
        if let Some(kept) = self.in_cache(request, meter) {
            return Some(held(table.insert(Arc::new(kept)), meter));
        }
        build.then(|| {
            let part = WorkPart::new(ALL_DISTANCES, 1, 1, Some(self.puzzle.ranks()));
            self.is_coming.store(true, Ordering::Relaxed);
            let before = meter.held();
            let built = meter.work(part, |meter| self.all_distances(meter));
            self.is_coming.store(false, Ordering::Relaxed);
            if built.is_err() {
                // The half-built table is dropped.
                meter.shrink(meter.held() - before);
            }
            Ok(Arc::clone(table.insert(Arc::new(built?))))
        })
    }

    fn near(&self, depth: u32, may_be_table: bool, meter: &mut Meter<'_>) -> Result<Option<Arc<Near>>, Stop> {
        let mut kept = self.near.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if kept.as_ref().is_none_or(|near| near.depth() != depth) {
            *kept = Near::new(&*self.puzzle, depth, may_be_table, meter)?.map(Arc::new);
        }
        Ok(kept.clone())
    }

    fn near_at(&self, near: &Near, place: u64) -> (String, Vec<Option<u32>>) {
        let rank = usize::try_from(place).ok().and_then(|place| near.layer().get(place)).copied().unwrap_or(0);
        let text = self.puzzle.write(&self.puzzle.unrank(rank));
        let states = self.puzzle.starts(&text).expect("what a puzzle writes it reads");
        let distances = states.iter().map(|state| near.distance(self.puzzle.rank(state))).collect();
        (text, distances)
    }

    fn drawn(&self, below: Below<'_>, meter: &mut Meter<'_>) -> Option<Result<String, Stop>> {
        Some(self.solvable(meter).map(|ranks| {
            let rank = ranks.nth(below(ranks.len())).expect("fewer ranks come before it than there are");
            self.puzzle.write(&self.puzzle.unrank(rank))
        }))
    }

    fn holds_table(&self) -> bool {
        // A thread that only looks for a kept table holds the lock, too.
        match self.table.try_read() {
            Ok(table) => table.is_some(),
            Err(TryLockError::Poisoned(table)) => table.into_inner().is_some(),
            Err(TryLockError::WouldBlock) => self.is_coming.load(Ordering::Relaxed),
        }
    }

    fn read_table(&self, table: &Table) -> Option<Result<StoredDistances, FileError>> {
        Some(StoredDistances::of_puzzle(table, &self.id, &*self.puzzle))
    }

    fn name_table(&self, table: StoredDistances) {
        let _ = self.named.set(Arc::new(table));
    }

    fn named_table(&self) -> Option<&Arc<StoredDistances>> {
        self.named.get()
    }

    fn held(&self) -> u64 {
        let built = self.table.try_read().ok().and_then(|table| table.as_ref().map(|table| table.bytes()));
        let solvable = self.solvable.try_lock().ok().and_then(|ranks| Some(RankSet::bytes(ranks.as_ref()?.ranks())));
        built.unwrap_or(0) + self.named.get().map_or(0, |table| table.bytes()) + solvable.unwrap_or(0)
    }

    fn identity(&self, form: TableForm) -> Option<Identity> {
        Some(StoredDistances::identity(&self.id, &*self.puzzle, form))
    }

    fn forms(&self) -> Vec<TableForm> {
        TableForm::all(&*self.puzzle).collect()
    }

    fn form_of_bits(&self, bits: u8) -> Option<TableForm> {
        TableForm::of_bits(bits, &*self.puzzle)
    }

    fn building_bytes(&self, form: TableForm) -> u64 {
        StoredDistances::building_bytes(&*self.puzzle, form)
    }

    fn build(&self, form: TableForm, meter: &mut Meter<'_>) -> Option<Result<StoredDistances, Unbuilt>> {
        self.puzzle.prepare_rank_moves();
        let part = WorkPart::new(ALL_DISTANCES, 1, 1, Some(self.puzzle.ranks()));
        Some(meter.work(part, |meter| StoredDistances::build(&*self.puzzle, form, meter)))
    }

    fn verify(&self, table: &StoredDistances, most: u64, meter: &mut Meter<'_>) -> Result<Extent, Unverified> {
        table.verify(&*self.puzzle, most, meter)
    }

    #[cfg(feature = "shared")]
    fn map_course(&self, processes: usize) -> Option<MapCourse> {
        Some(map::course(&*self.puzzle, Method::Best, false, processes))
    }

    fn map_plan(&self, from: Option<&str>, method: Method, share: Share) -> Option<MapPlan> {
        let puzzle = &*self.puzzle;
        puzzle.prepare_rank_moves();
        let is_by_blocks = |form: TableForm| form.layout == Layout::Blocks;
        let is_table = !share.is_shared
            && method == Method::Blocks
            && from.is_none()
            && TableForm::of_bits(2, puzzle).is_some_and(is_by_blocks);
        let size = map::share_size(puzzle, method, from.is_some(), share);
        let MapSize { ranks, bytes, by_blocks, by_costs, symmetries, .. } = size;
        // A map of block orbits is held in memory whole. Only a map of all blocks can use a folder.
        let all_blocks = || map::share_size(puzzle, Method::Blocks, from.is_some(), share);
        let in_folder = if by_blocks && symmetries > 1 { all_blocks() } else { size };
        let (least, disk) = (in_folder.least.min(bytes), in_folder.disk);
        let identity = map::identity(puzzle, &self.id, from, method, share);
        let (moves, moves_exact) = map::moves(puzzle);
        Some(MapPlan {
            states: Some(ranks),
            bytes,
            least,
            disk,
            by_blocks,
            by_costs,
            on_ranks: !by_costs && puzzle.rank_moves().is_some(),
            moves,
            moves_exact,
            is_table,
            symmetries,
            identity,
            is_in_memory: false,
        })
    }

    fn plan_without_ranks(&self, from: Option<&str>) -> Option<MapPlan> {
        plan_without_ranks(&*self.puzzle, &self.id, from)
    }

    fn set_plan(&self, has_starts: bool) -> Option<Result<MapPlan, Unmapped>> {
        if let Err(why) = map::may_be_mapped(&*self.puzzle) {
            return Some(Err(why));
        }
        let plan = self.map_plan(None, Method::Ranks, Share::WHOLE)?;
        let is_part = has_starts || !self.puzzle.is_every_rank_solvable();
        let bytes = map::set_map_bytes(self.puzzle.ranks(), is_part);
        Some(Ok(MapPlan { bytes, least: bytes, disk: 0, is_in_memory: true, ..plan }))
    }
}

impl<P: Ranked + Bounded + Notation + 'static> Space for NumberedSpace<P> {
    type Puzzle = P;
    type Depths = RankList;

    const IS_NUMBERED: bool = true;

    fn puzzle(&self) -> &P {
        &self.puzzle
    }

    fn without_tables(&self) -> Self {
        NumberedSpace::new(&self.id, Arc::clone(&self.puzzle))
    }

    fn distance(&self, table: &StoredDistances, walks: &Walks, state: &P::State) -> Option<u32> {
        table.distance(&*self.puzzle, state, walks)
    }

    fn distance_within(
        &self,
        table: &StoredDistances,
        walks: &Walks,
        state: &P::State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        table.distance_unless(&*self.puzzle, state, walks, &mut || meter.watch(0))
    }

    fn way(&self, table: &StoredDistances, state: &P::State) -> Option<Vec<P::Move>> {
        table.way(&*self.puzzle, state)
    }

    fn state_at(
        &self,
        table: &StoredDistances,
        depth: u32,
        place: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<P::State>, Stop> {
        if table.encoding().deepest().is_some() {
            let entry = table.nth_at(depth, place);
            return Ok(entry.and_then(|entry| table.state(&*self.puzzle, entry)));
        }
        let layer = {
            let mut kept = self.layer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match &*kept {
                Some(layer) if layer.depth() == depth => Arc::clone(layer),
                _ => Arc::clone(kept.insert(Arc::new(LayerOf::new(table, &*self.puzzle, depth, meter)?))),
            }
        };
        Ok(layer.nth(place).and_then(|entry| table.state(&*self.puzzle, entry)))
    }

    fn entry_of(&self, table: &StoredDistances, state: &P::State) -> Option<u64> {
        Some(table.index(&*self.puzzle, state))
    }

    fn state_of_entry(&self, table: &StoredDistances, index: u64) -> Option<P::State> {
        table.state(&*self.puzzle, index)
    }

    fn map(
        &self,
        task: &MapOptions<'_, P::State>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
        taker: Option<&mut dyn TableTaker>,
    ) -> Option<Result<(MapCensus, Vec<String>), Unmapped>> {
        self.puzzle.prepare_rank_moves();
        let map = match taker {
            #[cfg(feature = "shared")]
            None if task.together.is_some() => map::map_together(&*self.puzzle, task, meter, each),
            None => map::map(&*self.puzzle, task, meter, each),
            Some(taker) => map::tabulate(&*self.puzzle, task, meter, each, taker),
        };
        let name = |&rank: &u64| self.puzzle.write(&self.puzzle.unrank(rank));
        Some(map.map(|map| {
            let farthest = map.antipodes.iter().map(name).collect();
            (map, farthest)
        }))
    }

    fn map_to_set(
        &self,
        request: &SetRequest<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<MappedSet, NoSetMap>> {
        self.puzzle.prepare_rank_moves();
        Some(sets::map(&*self.puzzle, request, meter, each))
    }
}

/// A puzzle whose states have no numbers, with its full id.
pub struct UnnumberedSpace<P> {
    id: String,
    puzzle: Arc<P>,
}

impl<P> UnnumberedSpace<P> {
    /// Makes the space of a puzzle with this full id.
    pub fn new(id: &str, puzzle: impl Into<Arc<P>>) -> Self {
        UnnumberedSpace { id: id.into(), puzzle: puzzle.into() }
    }
}

impl<P: Bounded + Notation + 'static> StateNumbers for UnnumberedSpace<P> {
    fn map_plan(&self, from: Option<&str>, method: Method, share: Share) -> Option<MapPlan> {
        self.plan_without_ranks(from).filter(|_| method == Method::Best && !share.is_shared)
    }

    fn plan_without_ranks(&self, from: Option<&str>) -> Option<MapPlan> {
        plan_without_ranks(&*self.puzzle, &self.id, from)
    }
}

impl<P: Bounded + Notation + 'static> Space for UnnumberedSpace<P> {
    type Puzzle = P;
    type Depths = StateList<P::State>;

    const IS_NUMBERED: bool = false;

    fn puzzle(&self) -> &P {
        &self.puzzle
    }

    fn without_tables(&self) -> Self {
        UnnumberedSpace::new(&self.id, Arc::clone(&self.puzzle))
    }
}

/// The plan of a map without ranks.
fn plan_without_ranks<P: Puzzle + Notation>(puzzle: &P, id: &str, from: Option<&str>) -> Option<MapPlan> {
    let Unranked { least, symmetries, moves, identity, is_in_memory } = map::unranked(puzzle, id, from)?;
    Some(MapPlan {
        states: None,
        bytes: least,
        least,
        disk: 0,
        by_blocks: false,
        by_costs: false,
        on_ranks: false,
        moves,
        moves_exact: false,
        is_table: false,
        symmetries,
        identity,
        is_in_memory,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::Nibbles;
    use loyd_puzzles::sliding::Sliding;

    /// A thread that looks for a table must not find one only because another thread is looking, too.
    #[test]
    fn a_table_that_nobody_builds_is_not_held() {
        let space = NumberedSpace::new("8", Sliding::<Nibbles>::rectangle(3, 3).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..100_000).for_each(|_| assert!(!space.holds_table())));
            }
        });
    }
}
