//! What a request may cost and what it did cost: one [`Limits`], one [`Stats`], and the [`Meter`] that watches them, for every
//! search and every table build.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a request may cost. The default is no limit.
#[derive(Clone, Default)]
pub struct Limits {
    /// Wall-clock time from the start of the request.
    pub time: Option<Duration>,
    /// Bytes held by the search's own tables at any one time.
    pub bytes: Option<u64>,
    /// Nodes generated.
    pub nodes: Option<u64>,
    /// Moves of a solution: longer ones are not looked for.
    pub moves: Option<u32>,
    /// Set from outside to stop.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called now and then, from a searching thread, with how far it is.
    pub progress: Option<Watcher>,
    /// Called after each iteration of iterative deepening.
    pub log: Option<Logger>,
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

/// What is called with the progress of a search, from the thread that searches.
pub type Watcher = Arc<dyn Fn(&Progress) + Send + Sync>;

/// What is called with each iteration of iterative deepening.
pub type Logger = Arc<dyn Fn(&Iteration) + Send + Sync>;

/// What an iteration of iterative deepening cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// The bound: every solution of at most that many moves was looked for.
    pub bound: u32,
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// How far a running search or table build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The depth searched, or the bound of the iteration: no solution is shorter.
    pub depth: u32,
    /// Nodes generated.
    pub nodes: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Bytes held.
    pub bytes: u64,
}

/// What a request cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made, and the starts.
    pub generated: u64,
    /// Generated nodes that were known already.
    pub duplicates: u64,
    /// The greatest depth, or the last bound.
    pub depth: u32,
    /// Wall-clock seconds.
    pub seconds: f64,
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
    /// Cancelled from outside.
    Cancelled,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit",
            Stop::Bytes => "memory limit",
            Stop::Nodes => "node limit",
            Stop::Moves => "move limit",
            Stop::Cancelled => "interrupt",
        })
    }
}

/// Watches the limits of one request while it runs, and counts what it costs.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    next_look: u64,
    /// The counts so far.
    pub stats: Stats,
    bytes: u64,
    /// When an iteration began, and the nodes expanded and generated before it.
    iteration: (Instant, u64, u64),
}

/// Nodes between two looks at the clock: a few hundred microseconds of searching.
const LOOK_EVERY: u64 = 1 << 16;

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits) -> Self {
        let (started, stats) = (Instant::now(), Stats::default());
        let mut meter = Meter { limits, started, next_look: 0, stats, bytes: 0, iteration: (started, 0, 0) };
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
        let mut part = Meter { limits, started: self.started, next_look: 0, stats, bytes: self.bytes, iteration };
        part.plan();
        part
    }

    /// Adds what a part of the request cost.
    pub fn absorb(&mut self, part: &Stats) {
        self.stats.expanded += part.expanded;
        self.stats.generated += part.generated;
        self.stats.duplicates += part.duplicates;
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

    /// Looks at the clock, the cancel flag and the node count, and reports progress.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn look(&mut self, depth: u32) -> Result<(), Stop> {
        self.stats.depth = depth;
        let elapsed = self.started.elapsed();
        if let Some(progress) = &self.limits.progress {
            let (nodes, bytes) = (self.stats.generated, self.bytes);
            progress(&Progress { depth, nodes, seconds: elapsed.as_secs_f64(), bytes });
        }
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return Err(Stop::Time);
        }
        if self.limits.nodes.is_some_and(|nodes| self.stats.generated >= nodes) {
            return Err(Stop::Nodes);
        }
        self.plan();
        Ok(())
    }

    /// Marks the beginning of an iteration.
    pub fn begin_iteration(&mut self) {
        self.iteration = (Instant::now(), self.stats.expanded, self.stats.generated);
    }

    /// Logs the iteration, and returns the number of nodes it generated.
    pub fn end_iteration(&self, bound: u32) -> u64 {
        let (began, expanded, generated) = self.iteration;
        let (expanded, generated) = (self.stats.expanded - expanded, self.stats.generated - generated);
        if let Some(log) = &self.limits.log {
            log(&Iteration { bound, expanded, generated, seconds: began.elapsed().as_secs_f64() });
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

    /// Pushes to a list an item that may not be wanted, without a branch for that: where half of them are, a processor that
    /// guesses wrong waits longer than the store takes.
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
        let new = (old * 2).max(64);
        let size = size_of::<T>();
        // While it moves, both the old list and the new one are held.
        self.grow((new * size) as u64)?;
        list.try_reserve_exact(new - list.len()).map_err(|_| Stop::Bytes)?;
        self.shrink((old * size) as u64);
        Ok(())
    }

    /// A list of so many equal items, its bytes announced first.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if they are more than the limit allows or than the system gives.
    ///
    /// ```
    /// use loyd::limits::{Limits, Meter, Stop};
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

    /// Frees a list and announces that.
    pub fn free<T>(&mut self, list: Vec<T>) {
        self.shrink((list.capacity() * size_of::<T>()) as u64);
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

    /// The counts, with the time filled in.
    pub fn finish(mut self) -> Stats {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats
    }
}
