//! What a request may cost and what it did cost: one [`Limits`], one [`Stats`], and the [`Meter`] that watches them,
//! for every search and every table build.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hashbrown::HashMap;

pub(crate) use frontier::Growth;
pub use frontier::{Frontier, FrontierLog, Side};
pub use held::Held;
pub use held::{holds, holds_nothing};
pub use progress::{Part, Progress, Watcher};
pub use watch::Watch;

mod frontier;
mod held;
mod progress;
mod watch;

/// What a request may cost. The default is no limit.
#[derive(Clone, Default)]
pub struct Limits {
    /// Wall-clock time from the start of the request.
    pub time: Option<Duration>,
    /// Bytes held by the search's own tables at any one time.
    pub bytes: Option<u64>,
    /// Nodes generated. It is looked at before a node is expanded, and an expansion is finished: what is generated
    /// beyond it is fewer than the successors of one node, in depth-first search those of the nodes on its way.
    pub nodes: Option<u64>,
    /// Moves of a solution: longer ones are not looked for.
    pub moves: Option<u32>,
    /// Set from outside to stop.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called now and then, from a searching thread, with how far it is.
    pub progress: Option<Watcher>,
    /// Called after each iteration of iterative deepening.
    pub log: Option<Logger>,
    /// Called with how a search with a closed list grows.
    pub frontiers: Option<FrontierLog>,
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time)
            .field("bytes", &self.bytes)
            .field("nodes", &self.nodes)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}

/// What is called with each iteration of iterative deepening.
pub type Logger = Arc<dyn Fn(&Iteration) + Send + Sync>;

/// What an iteration of iterative deepening cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Every solution of at most that many moves was looked for.
    pub threshold: u32,
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// What a request cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made or looked at, and the starts. What is ruled out before it is looked at does not count.
    pub generated: u64,
    /// Generated nodes that were known already.
    pub duplicates: u64,
    /// The greatest depth, or the last bound.
    pub depth: u32,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Of them, those for tables of bounds or of all distances: to read them, wait for them or build them.
    pub table_seconds: f64,
    /// The most bytes held at one time.
    pub bytes: u64,
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The bytes are used up, or the system has no more.
    Bytes,
    /// The nodes are used up.
    Nodes,
    /// A solution would be longer than allowed.
    Moves,
    /// Deeper than a closed list tells depths: 65,534 moves.
    Depth,
    /// Cancelled from outside.
    Cancelled,
    /// What was found is as good as was asked for.
    Enough,
}

impl Stop {
    /// What happened, as a message begins.
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
            Stop::Depth => "depth of 65,534 moves that a closed list can tell",
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
    /// When an iteration began, and the nodes expanded and generated before it.
    iteration: (Instant, u64, u64),
    /// The part of the work at hand, and the nodes expanded before it.
    working: Option<(Arc<Part>, u64)>,
    /// Whether nothing stops the work at hand.
    is_unstopped: bool,
}

/// Nodes between two looks at the clock: a few hundred microseconds of searching.
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
            iteration,
            working: None,
            is_unstopped: false,
        };
        meter.plan();
        meter
    }

    /// The limits it watches.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// A meter for a part of the request under limits of its own: the clock runs on, and what is held is counted in.
    pub fn part<'b>(&self, limits: &'b Limits) -> Meter<'b> {
        let stats = Stats { depth: self.stats.depth, bytes: self.bytes, ..Stats::default() };
        let iteration = (Instant::now(), 0, 0);
        let (started, bytes) = (self.started, self.bytes);
        let mut part = Meter { limits, started, bytes, stats, iteration, ..Meter::new(limits) };
        part.plan();
        part
    }

    /// Adds what a part of the request cost.
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

    /// Looks at the limits if it is time to; cheap enough for every expansion.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline(always)]
    pub fn tick(&mut self, depth: u32) -> Result<(), Stop> {
        if self.stats.generated < self.next_look { Ok(()) } else { self.look(depth) }
    }

    /// A step of work that generates no node, such as walking back from a goal: now and then a look at the clock and
    /// the cancel flag.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline(always)]
    pub fn step(&mut self, depth: u32) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_EVERY) { self.watch(depth) } else { Ok(()) }
    }

    /// Looks at the clock, the cancel flag and the node count, and reports progress.
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

    /// Looks at all but the node count: for those that wait, and generate nothing.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn watch(&mut self, depth: u32) -> Result<(), Stop> {
        self.stats.depth = depth;
        let elapsed = self.started.elapsed();
        if let Some(progress) = &self.limits.progress {
            let (seconds, bytes) = (elapsed.as_secs_f64(), self.bytes);
            let here = Progress { depth, layer: None, best: None, nodes: 0, seconds, bytes, case: None, part: None };
            progress(&match &self.working {
                Some((part, before)) => Progress {
                    depth: 0,
                    layer: Some(depth),
                    nodes: self.stats.expanded - before,
                    part: Some(part.clone()),
                    ..here
                },
                None => Progress { nodes: self.stats.generated, ..here },
            });
        }
        if self.is_unstopped {
            return Ok(());
        }
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Does a part of the work that is told apart in the [`Progress`]: there its nodes are those that it has expanded.
    /// A part of a part is not told.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use loyd_core::limits::{Limits, Meter, Part, Progress};
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
    /// meter.work(Part::new("table", 1, 2, None), build).unwrap();
    /// meter.look(0).unwrap();
    /// let told = told.lock().unwrap();
    /// let part = told[0].part.as_ref().unwrap();
    /// assert_eq!((&part.name[..], part.fraction(&told[0]), told[0].nodes), ("table", Some(0.5), 5));
    /// assert_eq!((&told[1].part, told[1].nodes), (&None, 12));
    /// ```
    pub fn work<T>(&mut self, mut part: Part, does: impl FnOnce(&mut Self) -> T) -> T {
        if self.working.is_some() {
            return does(self);
        }
        part.begun = self.started.elapsed().as_secs_f64();
        self.working = Some((Arc::new(part), self.stats.expanded));
        let done = does(self);
        self.working = None;
        done
    }

    /// Does a part of the work that looks neither at the clock nor at the cancel flag nor at the node count: who
    /// stopped in the midst of it would leave others waiting. Progress is reported all the same.
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

    /// Says of how many states the part of the work at hand is, if it is one that is told apart.
    pub fn expect(&mut self, states: u64) {
        if let Some((part, _)) = &mut self.working {
            Arc::make_mut(part).states = Some(states);
        }
    }

    /// Says how many states of the part of the work at hand were done before this run.
    pub fn was_done(&mut self, states: u64) {
        if let Some((part, _)) = &mut self.working {
            Arc::make_mut(part).before = states;
        }
    }

    /// Has a table, and counts the time apart.
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
    pub fn end_iteration(&self, threshold: u32) -> u64 {
        let (began, expanded, generated) = self.iteration;
        let (expanded, generated) = (self.stats.expanded - expanded, self.stats.generated - generated);
        if let Some(log) = &self.limits.log {
            log(&Iteration { threshold, expanded, generated, seconds: began.elapsed().as_secs_f64() });
        }
        generated
    }

    /// Announces bytes about to be asked of the system.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if that would be more than allowed in all; then nothing should be allocated.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        let held = self.bytes.saturating_add(bytes);
        if self.limits.bytes.is_some_and(|limit| held > limit) {
            return Err(Stop::Bytes);
        }
        self.bytes = held;
        self.stats.bytes = self.stats.bytes.max(held);
        Ok(())
    }

    /// Whether so many bytes more may be held.
    pub fn fits(&self, bytes: u64) -> bool {
        self.limits.bytes.is_none_or(|limit| self.bytes.saturating_add(bytes) <= limit)
    }

    /// Pushes to a list, announcing its growth first.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the list would have to grow beyond the limit; nothing is pushed then.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.enlarge(list)?;
        }
        list.push(item);
        Ok(())
    }

    /// Pushes to a list an item that may not be wanted, without a branch for that: where half of them are, a processor
    /// that guesses wrong waits longer than the store takes.
    ///
    /// # Errors
    /// As [`push`](Meter::push).
    #[inline(always)]
    pub fn push_if<T: Copy>(&mut self, list: &mut Vec<T>, item: T, wanted: bool) -> Result<(), Stop> {
        self.push(list, item)?;
        list.truncate(list.len() - usize::from(!wanted));
        Ok(())
    }

    #[cold]
    fn enlarge<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stop> {
        let old = list.capacity();
        let size = size_of::<T>();
        // A page at first, but neither more than 64 items nor fewer than four.
        let new = (old * 2).max((4096 / size.max(1)).clamp(4, 64));
        // While it moves, both the old list and the new one are held.
        self.grow((new * size) as u64)?;
        list.try_reserve_exact(new - list.len()).map_err(|_| Stop::Bytes)?;
        self.shrink((old * size) as u64);
        Ok(())
    }

    /// Makes room for one more in a map, announcing its growth first.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the map would have to grow beyond the limit; it is unchanged then.
    #[inline]
    pub fn room<K: Eq + Hash, V, S: BuildHasher>(&mut self, map: &mut HashMap<K, V, S>) -> Result<(), Stop> {
        if map.len() < map.capacity() { Ok(()) } else { self.enlarge_map(map) }
    }

    #[cold]
    fn enlarge_map<K: Eq + Hash, V, S: BuildHasher>(&mut self, map: &mut HashMap<K, V, S>) -> Result<(), Stop> {
        // Twice the slots beside the old ones, until the old ones are freed.
        let old = map_bytes(map);
        self.grow((2 * old).max(4 * slot_bytes::<K, V>()))?;
        map.try_reserve(1).map_err(|_| Stop::Bytes)?;
        self.shrink(old);
        Ok(())
    }

    /// Frees a map and announces that.
    pub fn free_map<K, V, S>(&mut self, map: HashMap<K, V, S>) {
        self.shrink(map_bytes(&map));
    }

    /// A list of so many equal items, its bytes announced first.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if they are more than the limit allows or than the system gives.
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

    /// The same of bytes that are announced already.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the system does not give them.
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

    /// Frees a list and announces that.
    pub fn free<T>(&mut self, list: Vec<T>) {
        self.shrink((list.capacity() * size_of::<T>()) as u64);
    }

    /// Bytes held now.
    pub fn held(&self) -> u64 {
        self.bytes
    }

    /// Announces bytes given back.
    pub fn shrink(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Whether solutions of that many moves are still wanted.
    ///
    /// # Errors
    /// [`Stop::Moves`] if not.
    pub fn allow(&self, moves: u32) -> Result<(), Stop> {
        if self.limits.moves.is_some_and(|limit| moves > limit) { Err(Stop::Moves) } else { Ok(()) }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The counts, with the time filled in.
    pub fn finish(mut self) -> Stats {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats
    }
}

/// Bytes of a slot of a map: the pair, and a byte of its own.
const fn slot_bytes<K, V>() -> u64 {
    size_of::<(K, V)>() as u64 + 1
}

/// Bytes a map holds. Seven eighths of its slots, a power of two, may be used.
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

    /// What is announced of a map is what it has, and is refused before it grows.
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
        // 256 slots of 17 bytes, and no room for 512 beside them.
        assert_eq!((full, map.len(), meter.stats.bytes), (Some(Stop::Bytes), 224, 384 * 17));
        meter.free_map(map);
        assert_eq!(meter.bytes, 0);
    }

    /// Work that generates nothing heeds the clock all the same.
    #[test]
    fn steps_heed_the_clock() {
        let limits = Limits { time: Some(Duration::ZERO), nodes: Some(0), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let steps = (1..).find(|_| meter.step(0).is_err());
        assert_eq!(steps, Some(LOOK_EVERY));
    }
}
