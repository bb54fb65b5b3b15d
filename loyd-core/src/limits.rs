//! The limits and the cost of a request: one [`Limits`], one [`Stats`], and the [`Meter`] that checks and counts, for
//! every search and every table build.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

use hashbrown::HashMap;

use crate::cost::{Cost, CostMeasure};

pub(crate) use frontier::Growth;
pub use frontier::{Frontier, FrontierLog, Side};
pub use held::Held;
pub use held::{holds, holds_nothing};
pub use progress::{Progress, Watcher, WorkPart};
pub use watch::Watch;

mod frontier;
mod held;
mod progress;
mod watch;

/// The limits of a request. The default is no limit.
#[derive(Clone, Default)]
pub struct Limits {
    /// Wall-clock time from the start of the request.
    pub time: Option<Duration>,
    /// Bytes held by the search's own tables at any one time.
    pub bytes: Option<u64>,
    /// Nodes generated. The limit is checked before a node is expanded, and the expansion is completed. So the nodes
    /// beyond it are fewer than the successors of one node; in depth-first search, of all nodes on the path.
    pub nodes: Option<u64>,
    /// The cost of a solution, in the measure of the puzzle: dearer solutions are not searched.
    pub cost: Option<Cost>,
    /// A flag that another thread sets to stop the request.
    pub cancel: Option<Arc<AtomicBool>>,
    /// A function that a searching thread calls from time to time with the progress.
    pub progress: Option<Watcher>,
    /// A function that is called after each iteration of iterative deepening.
    pub log: Option<Logger>,
    /// A function that is called with the growth of a search with a closed list.
    pub frontiers: Option<FrontierLog>,
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time)
            .field("bytes", &self.bytes)
            .field("nodes", &self.nodes)
            .field("cost", &self.cost)
            .finish_non_exhaustive()
    }
}

/// The function that is called with each iteration of iterative deepening.
pub type Logger = Arc<dyn Fn(&Iteration) + Send + Sync>;

/// The cost of an iteration of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// The iteration searched for every solution of at most this cost.
    pub threshold: Cost,
    /// The number of expanded nodes.
    pub expanded: u64,
    /// The number of generated successors.
    pub generated: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// The cost of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The number of expanded nodes.
    pub expanded: u64,
    /// Successors generated or examined, and the starts. A successor excluded before it is examined does not count.
    pub generated: u64,
    /// The number of generated nodes that were known already.
    pub duplicates: u64,
    /// The greatest depth, or the last bound: moves, or a cost where moves differ in cost.
    pub depth: u32,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The part of `seconds` for tables of bounds or of all distances: to read them, wait for them or build them.
    pub table_seconds: f64,
    /// The most bytes held at one time.
    pub bytes: u64,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The bytes are used up, or the system has no more.
    Bytes,
    /// The nodes are used up.
    Nodes,
    /// A solution would have more moves than allowed.
    Moves,
    /// A solution would cost more than allowed, where moves differ in cost.
    Cost,
    /// The search is deeper than a closed list can store: 65,534 moves, or a cost of 65,534.
    Depth,
    /// The caller cancelled the search.
    Cancelled,
    /// The solution found is as good as the request asked for.
    Enough,
}

impl Stop {
    /// The stop of a search whose next solution would cost more than `limit`.
    pub fn beyond(limit: Cost) -> Stop {
        match limit.measure() {
            CostMeasure::Moves => Stop::Moves,
            CostMeasure::Weights => Stop::Cost,
        }
    }

    /// The beginning of a message about the stop.
    ///
    /// ```
    /// use loyd_core::limits::Stop;
    /// assert_eq!(Stop::Time.told(), "stopped by the time limit");
    /// assert_eq!(Stop::Cancelled.told(), "interrupted");
    /// ```
    pub fn told(self) -> String {
        match self {
            Stop::Cancelled => "interrupted".into(),
            Stop::Enough => "good enough".into(),
            limit => format!("stopped by the {limit}"),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit",
            Stop::Bytes => "memory limit",
            Stop::Nodes => "node limit",
            Stop::Moves => "move limit",
            Stop::Cost => "cost limit",
            Stop::Depth => "depth limit of a closed list, 65,534",
            Stop::Cancelled => "interrupt",
            Stop::Enough => "wish",
        })
    }
}

/// Watches the limits of one request while it runs, and counts what it costs.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    next_look: u64,
    steps: u64,
    /// The counts so far.
    pub stats: Stats,
    bytes: u64,
    /// The measure of the depths that are reported.
    measure: CostMeasure,
    /// The time when an iteration began, and the nodes expanded and generated before it.
    iteration: (Instant, u64, u64),
    /// The current part of the work, and the nodes expanded before it.
    working: Option<(Arc<WorkPart>, u64)>,
    /// Whether no limit stops the current work.
    is_unstopped: bool,
}

/// Nodes between two checks of the clock: a few hundred microseconds of searching.
const LOOK_EVERY: u64 = 1 << 16;

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits) -> Self {
        let (started, stats) = (Instant::now(), Stats::default());
        let iteration = (started, 0, 0);
        let mut meter = Meter {
            limits,
            started,
            next_look: 0,
            steps: 0,
            stats,
            bytes: 0,
            measure: CostMeasure::default(),
            iteration,
            working: None,
            is_unstopped: false,
        };
        meter.plan();
        meter
    }

    /// The limits that the meter checks.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// A meter for a part of the request under its own limits. The clock runs on, and the bytes held now are included.
    pub fn part<'b>(&self, limits: &'b Limits) -> Meter<'b> {
        let stats = Stats { depth: self.stats.depth, bytes: self.bytes, ..Stats::default() };
        let iteration = (Instant::now(), 0, 0);
        let (started, bytes, measure) = (self.started, self.bytes, self.measure);
        let mut part = Meter { limits, started, bytes, measure, stats, iteration, ..Meter::new(limits) };
        part.plan();
        part
    }

    /// Adds the cost of a part of the request.
    pub fn absorb(&mut self, part: &Stats) {
        self.stats.expanded += part.expanded;
        self.stats.generated += part.generated;
        self.stats.duplicates += part.duplicates;
        self.stats.table_seconds += part.table_seconds;
        self.stats.depth = part.depth;
        self.stats.bytes = self.stats.bytes.max(part.bytes);
        self.plan();
    }

    fn plan(&mut self) {
        let soon = self.stats.generated + LOOK_EVERY;
        self.next_look = self.limits.nodes.map_or(soon, |nodes| soon.min(nodes));
    }

    /// The number of generated nodes at which [`look`](Meter::look) must be called next.
    #[inline(always)]
    pub fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Checks the limits if it is time to; cheap enough for every expansion. Calls count too, so a loop that generates
    /// no nodes also checks the clock.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline(always)]
    pub fn tick(&mut self, depth: u32) -> Result<(), Stop> {
        self.steps += 1;
        let is_due = self.stats.generated >= self.next_look || self.steps.is_multiple_of(LOOK_EVERY);
        if is_due { self.look(depth) } else { Ok(()) }
    }

    /// Counts a step of work that generates no node, such as walking back from a goal. From time to time, it checks the
    /// clock and the cancel flag.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline(always)]
    pub fn step(&mut self, depth: u32) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_EVERY) { self.watch(depth) } else { Ok(()) }
    }

    /// Checks the clock, the cancel flag and the node count, and reports progress.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn look(&mut self, depth: u32) -> Result<(), Stop> {
        self.watch(depth)?;
        if !self.is_unstopped && self.limits.nodes.is_some_and(|nodes| self.stats.generated >= nodes) {
            return Err(Stop::Nodes);
        }
        self.plan();
        Ok(())
    }

    /// Checks everything except the node count, for work that waits and generates no nodes.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn watch(&mut self, depth: u32) -> Result<(), Stop> {
        self.stats.depth = depth;
        let elapsed = self.started.elapsed();
        if let Some(progress) = &self.limits.progress {
            let (seconds, bytes) = (elapsed.as_secs_f64(), self.bytes);
            let (layer, best, case, part) = (None, None, None, None);
            let here = Progress { depth: self.measure.cost(depth), layer, best, nodes: 0, seconds, bytes, case, part };
            progress(&match &self.working {
                Some((part, before)) => Progress {
                    depth: self.measure.cost(0),
                    layer: Some(depth),
                    nodes: self.stats.expanded - before,
                    part: Some(part.clone()),
                    ..here
                },
                None => Progress { nodes: self.stats.generated, ..here },
            });
        }
        self.check_clock()
    }

    /// Checks the clock and the cancel flag, and reports nothing. Threads that share the work may call it.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check_clock(&self) -> Result<(), Stop> {
        if self.is_unstopped {
            return Ok(());
        }
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Does a part of the work that [`Progress`] reports separately, with the nodes that the part has expanded. A part
    /// of a part is not reported separately.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use loyd_core::limits::{Limits, Meter, Progress, WorkPart};
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let tell = told.clone();
    /// let watch = move |progress: &Progress| tell.lock().unwrap().push(progress.clone());
    /// let limits = Limits { progress: Some(Arc::new(watch)), ..Limits::default() };
    /// let mut meter = Meter::new(&limits);
    /// (meter.stats.expanded, meter.stats.generated) = (7, 12);
    /// let build = |meter: &mut Meter<'_>| {
    ///     meter.expect(10);
    ///     meter.stats.expanded += 5;
    ///     meter.look(0)
    /// };
    /// meter.work(WorkPart::new("table", 1, 2, None), build).unwrap();
    /// meter.look(0).unwrap();
    /// let told = told.lock().unwrap();
    /// let part = told[0].part.as_ref().unwrap();
    /// assert_eq!((&part.name[..], part.fraction(&told[0]), told[0].nodes), ("table", Some(0.5), 5));
    /// assert_eq!((&told[1].part, told[1].nodes), (&None, 12));
    /// ```
    pub fn work<T>(&mut self, mut part: WorkPart, does: impl FnOnce(&mut Self) -> T) -> T {
        if self.working.is_some() {
            return does(self);
        }
        part.begun = self.started.elapsed().as_secs_f64();
        self.working = Some((Arc::new(part), self.stats.expanded));
        let done = does(self);
        self.working = None;
        done
    }

    /// Does a part of the work without checking the clock, the cancel flag or the node count, because a process that
    /// stops in the middle of it would leave other processes waiting. Progress is still reported.
    ///
    /// ```
    /// use std::time::Duration;
    /// use loyd_core::limits::{Limits, Meter, Stop};
    /// let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    /// let mut meter = Meter::new(&limits);
    /// assert_eq!(meter.unstopped(|meter| meter.look(0)), Ok(()));
    /// assert_eq!(meter.look(0), Err(Stop::Time));
    /// ```
    pub fn unstopped<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_unstopped, true);
        let done = does(self);
        self.is_unstopped = before;
        done
    }

    /// Sets the number of states of the current part of the work, if this part is reported separately.
    pub fn expect(&mut self, states: u64) {
        if let Some((part, _)) = &mut self.working {
            Arc::make_mut(part).states = Some(states);
        }
    }

    /// Sets the number of states of the current part of the work that were done before this run.
    pub fn was_done(&mut self, states: u64) {
        if let Some((part, _)) = &mut self.working {
            Arc::make_mut(part).before = states;
        }
    }

    /// Gets a table by `have`, and counts the time as time for tables.
    pub fn time_table<T>(&mut self, have: impl FnOnce(&mut Self) -> T) -> T {
        let (began, before) = (Instant::now(), self.stats.table_seconds);
        let table = have(self);
        self.stats.table_seconds = before + began.elapsed().as_secs_f64();
        table
    }

    /// Marks the beginning of an iteration.
    pub fn begin_iteration(&mut self) {
        self.iteration = (Instant::now(), self.stats.expanded, self.stats.generated);
    }

    /// Logs the iteration, and returns the number of nodes it generated.
    pub fn end_iteration(&self, threshold: Cost) -> u64 {
        let (began, expanded, generated) = self.iteration;
        let (expanded, generated) = (self.stats.expanded - expanded, self.stats.generated - generated);
        if let Some(log) = &self.limits.log {
            log(&Iteration { threshold, expanded, generated, seconds: began.elapsed().as_secs_f64() });
        }
        generated
    }

    /// Announces bytes that are about to be allocated.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the total would exceed the limit. The caller should then allocate nothing.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        let held = self.bytes.saturating_add(bytes);
        if self.limits.bytes.is_some_and(|limit| held > limit) {
            return Err(Stop::Bytes);
        }
        self.bytes = held;
        self.stats.bytes = self.stats.bytes.max(held);
        Ok(())
    }

    /// Whether this number of additional bytes is within the limit.
    pub fn fits(&self, bytes: u64) -> bool {
        self.limits.bytes.is_none_or(|limit| self.bytes.saturating_add(bytes) <= limit)
    }

    /// Pushes an item to a list, and announces the growth of the list before it grows.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the list would have to grow beyond the limit; then nothing is pushed.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.enlarge(list)?;
        }
        list.push(item);
        Ok(())
    }

    /// Pushes an item to a list only if it is wanted, without a branch. If half of the items are wanted, a wrong
    /// prediction of the processor takes longer than an unwanted store.
    ///
    /// # Errors
    /// The errors of [`push`](Meter::push).
    #[inline(always)]
    pub fn push_if<T>(&mut self, list: &mut Vec<T>, item: T, wanted: bool) -> Result<(), Stop> {
        self.push(list, item)?;
        list.truncate(list.len() - usize::from(!wanted));
        Ok(())
    }

    #[cold]
    fn enlarge<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stop> {
        let old = list.capacity();
        let size = size_of::<T>();
        // At first the new capacity fills a page, but it is at least four items and at most 64.
        let new = (old * 2).max((4096 / size.max(1)).clamp(4, 64));
        // While the list moves, both the old list and the new list are in memory.
        self.grow((new * size) as u64)?;
        list.try_reserve_exact(new - list.len()).map_err(|_| Stop::Bytes)?;
        self.shrink((old * size) as u64);
        Ok(())
    }

    /// Makes room for one more entry in a map, and announces the growth of the map before it grows.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the map would have to grow beyond the limit; then the map is unchanged.
    #[inline]
    pub fn room<K: Eq + Hash, V, S: BuildHasher>(&mut self, map: &mut HashMap<K, V, S>) -> Result<(), Stop> {
        if map.len() < map.capacity() { Ok(()) } else { self.enlarge_map(map) }
    }

    #[cold]
    fn enlarge_map<K: Eq + Hash, V, S: BuildHasher>(&mut self, map: &mut HashMap<K, V, S>) -> Result<(), Stop> {
        // The new map has twice the slots. Both maps are in memory until the old slots are freed.
        let old = map_bytes(map);
        self.grow((2 * old).max(4 * slot_bytes::<K, V>()))?;
        map.try_reserve(1).map_err(|_| Stop::Bytes)?;
        self.shrink(old);
        Ok(())
    }

    /// Frees a map and announces the freed bytes.
    pub fn free_map<K, V, S>(&mut self, map: HashMap<K, V, S>) {
        self.shrink(map_bytes(&map));
    }

    /// A list of `length` equal items, whose bytes are announced first.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the bytes are more than the limit allows or the system has.
    ///
    /// ```
    /// use loyd_core::limits::{Limits, Meter, Stop};
    /// let limits = Limits::default();
    /// let mut meter = Meter::new(&limits);
    /// assert_eq!(meter.filled(3, 255u8), Ok(vec![255; 3]));
    /// assert_eq!(meter.filled(usize::MAX, 255u8), Err(Stop::Bytes));
    /// ```
    pub fn filled<T: Clone>(&mut self, length: usize, item: T) -> Result<Vec<T>, Stop> {
        let mut list = Vec::new();
        let (bytes, most) = ((length as u64).saturating_mul(size_of::<T>() as u64), self.stats.bytes);
        self.grow(bytes)?;
        if list.try_reserve_exact(length).is_err() {
            self.shrink(bytes);
            self.stats.bytes = most;
            return Err(Stop::Bytes);
        }
        list.resize(length, item);
        Ok(list)
    }

    /// A list of `length` equal items, whose bytes the caller has announced already.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the system does not have the bytes.
    ///
    /// ```
    /// use loyd_core::limits::{Meter, Stop};
    /// assert_eq!(Meter::announced(3, 0u8), Ok(vec![0; 3]));
    /// assert_eq!(Meter::announced(usize::MAX, 0u8), Err(Stop::Bytes));
    /// ```
    pub fn announced<T: Clone>(length: usize, item: T) -> Result<Vec<T>, Stop> {
        let mut list = Vec::new();
        list.try_reserve_exact(length).map_err(|_| Stop::Bytes)?;
        list.resize(length, item);
        Ok(list)
    }

    /// Frees a list and announces the freed bytes.
    pub fn free<T>(&mut self, list: Vec<T>) {
        self.shrink((list.capacity() * size_of::<T>()) as u64);
    }

    /// The number of bytes held now.
    pub fn held(&self) -> u64 {
        self.bytes
    }

    /// Announces bytes that were freed.
    pub fn shrink(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Sets the measure of the depths that are reported. Default: moves.
    pub fn measure_in(&mut self, measure: CostMeasure) {
        self.measure = measure;
    }

    /// Whether solutions of this cost are still wanted.
    ///
    /// # Errors
    /// [`Stop::Moves`] if they have too many moves, [`Stop::Cost`] if they cost too much where moves differ in cost.
    ///
    /// # Panics
    /// If the limit has another measure.
    pub fn allow(&self, cost: Cost) -> Result<(), Stop> {
        let Some(limit) = self.limits.cost else { return Ok(()) };
        assert_eq!(limit.measure(), cost.measure(), "the limit of a solution's cost has the measure of the puzzle");
        if cost <= limit { Ok(()) } else { Err(Stop::beyond(limit)) }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The counts, including the elapsed time.
    pub fn finish(mut self) -> Stats {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats
    }
}

/// Bytes of a slot of a map: the pair, and one control byte.
const fn slot_bytes<K, V>() -> u64 {
    size_of::<(K, V)>() as u64 + 1
}

/// Bytes of a map. Up to seven eighths of its slots may be used; the number of slots is a power of two.
fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    match map.capacity() as u64 {
        0 => 0,
        capacity => capacity.next_power_of_two() * slot_bytes::<K, V>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_large_items_begin_small() {
        let limits = Limits::default();
        let held = |meter: Meter<'_>| meter.finish().bytes;
        let mut meter = Meter::new(&limits);
        meter.push(&mut Vec::new(), 0u32).unwrap();
        assert_eq!(held(meter), 256);
        let mut meter = Meter::new(&limits);
        meter.push(&mut Vec::new(), [0u8; 257]).unwrap();
        assert_eq!(held(meter), 15 * 257);
    }

    /// The meter counts the bytes that a map has, and refuses a map before it grows.
    #[test]
    fn maps_are_counted_as_they_grow() {
        let limits = Limits { bytes: Some(10_000), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let mut map = HashMap::<u64, u64>::new();
        let full = (0..).find_map(|key| match meter.room(&mut map) {
            Ok(()) => {
                map.insert(key, key);
                assert_eq!(meter.bytes, map_bytes(&map));
                None
            }
            Err(why) => Some(why),
        });
        // The map has 256 slots of 17 bytes, and there is no room for 512 more slots.
        assert_eq!((full, map.len(), meter.stats.bytes), (Some(Stop::Bytes), 224, 384 * 17));
        meter.free_map(map);
        assert_eq!(meter.bytes, 0);
    }

    /// Work that generates no nodes also checks the clock.
    #[test]
    fn steps_heed_the_clock() {
        let limits = Limits { time: Some(Duration::ZERO), nodes: Some(0), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let steps = (1..).find(|_| meter.step(0).is_err());
        assert_eq!(steps, Some(LOOK_EVERY));
        let limits = Limits { nodes: None, ..limits };
        let mut meter = Meter::new(&limits);
        assert_eq!((1..).find(|_| meter.tick(0).is_err()), Some(LOOK_EVERY));
    }
}
