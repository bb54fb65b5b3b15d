//! Limits of work that generates no nodes: reading a text, opening a puzzle, computing what searches need of a puzzle.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use web_time::{Duration, Instant};

use super::{Limits, Stop};

/// Elementary operations between two checks of the clock: about a millisecond of work.
const LOOK_EVERY: u64 = 1 << 20;

/// Watches the limits of one request outside its searches. A clone is the same watch.
///
/// A text determines how much work opening it takes. So every loop whose length depends on a text calls
/// [`spend`](Watch::spend), and every allocation whose size depends on a text calls [`grow`](Watch::grow).
///
/// ```
/// use loyd_core::limits::{Limits, Stop, Watch};
/// let limits = Limits { bytes: Some(1000), ..Limits::default() };
/// let watch = Watch::new(&limits);
/// assert_eq!((watch.grow(900), watch.grow(200), watch.held()), (Ok(()), Err(Stop::Bytes), 900));
/// assert_eq!((watch.room(), Watch::default().room()), (100, u64::MAX));
/// ```
#[derive(Clone, Debug)]
pub struct Watch(Arc<WatchedLimits>);

#[derive(Debug)]
struct WatchedLimits {
    began: Instant,
    time: Option<Duration>,
    bytes: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    /// The most operations of an optional part.
    operations: Option<u64>,
    spent: AtomicU64,
    /// Bytes held by this watch, and by the watches of which this watch is a part.
    held: Arc<AtomicU64>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch::new(&Limits::default())
    }
}

thread_local! {
    /// The watch of the request that this thread works for.
    static HERE: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// The payload of the unwinding that leads from [`Watch::demand`] to [`Watch::over`].
struct Unwinding(Stop);

impl Watch {
    /// Whether a demand can be left half done: not where a panic aborts, as on wasm32.
    pub const UNWINDS: bool = cfg!(panic = "unwind");

    /// Starts the clock. Only time, bytes and the cancel flag are watched.
    pub fn new(limits: &Limits) -> Self {
        Watch(Arc::new(WatchedLimits {
            began: Instant::now(),
            time: limits.time,
            bytes: limits.bytes,
            cancel: limits.cancel.clone(),
            operations: None,
            spent: AtomicU64::new(0),
            held: Arc::default(),
        }))
    }

    /// Counts elementary operations of about a nanosecond each; the product of two permutations counts one for each
    /// point. From time to time, it checks the clock and the cancel flag.
    ///
    /// # Errors
    /// The limit that was reached; [`Stop::Nodes`] if the operations of an [optional](Watch::optional) part are spent.
    #[inline]
    pub fn spend(&self, operations: u64) -> Result<(), Stop> {
        // Threads that share a watch may overwrite each other's count, so they check the limits a little later.
        let before = self.0.spent.load(Ordering::Relaxed);
        let after = before.saturating_add(operations);
        self.0.spent.store(after, Ordering::Relaxed);
        if before / LOOK_EVERY == after / LOOK_EVERY { Ok(()) } else { self.look() }
    }

    /// Checks the clock, the cancel flag and the operations.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn look(&self) -> Result<(), Stop> {
        let WatchedLimits { began, time, cancel, operations, spent, .. } = &*self.0;
        if cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if time.is_some_and(|time| began.elapsed() >= time) {
            return Err(Stop::Time);
        }
        if operations.is_some_and(|most| spent.load(Ordering::Relaxed) > most) {
            return Err(Stop::Nodes);
        }
        Ok(())
    }

    /// Announces bytes that are about to be allocated.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the total would exceed the limit. The caller should then allocate nothing.
    pub fn grow(&self, bytes: u64) -> Result<(), Stop> {
        let held = self.held().saturating_add(bytes);
        if self.0.bytes.is_some_and(|most| held > most) {
            return Err(Stop::Bytes);
        }
        self.0.held.store(held, Ordering::Relaxed);
        Ok(())
    }

    /// Announces bytes that were freed.
    pub fn shrink(&self, bytes: u64) {
        self.0.held.store(self.held().saturating_sub(bytes), Ordering::Relaxed);
    }

    /// The number of bytes held now.
    pub fn held(&self) -> u64 {
        self.0.held.load(Ordering::Relaxed)
    }

    /// The bytes that may still be announced; `u64::MAX` without a limit.
    pub fn room(&self) -> u64 {
        self.0.bytes.map_or(u64::MAX, |most| most.saturating_sub(self.held()))
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.began.elapsed()
    }

    /// The remaining time, if there is a time limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.0.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Does work that only makes an answer faster, with its own budget of operations; `None` if the budget or the bytes
    /// are spent.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`] if the whole request is stopped.
    ///
    /// ```
    /// use loyd_core::limits::{Stop, Watch};
    /// let watch = Watch::default();
    /// let endless = |watch: &Watch| -> Result<(), Stop> {
    ///     loop {
    ///         watch.spend(1000)?;
    ///     }
    /// };
    /// assert_eq!(watch.optional(1 << 22, endless), Ok(None));
    /// assert_eq!(watch.optional(1 << 22, |watch| watch.spend(7).map(|()| 1)), Ok(Some(1)));
    /// ```
    pub fn optional<T>(
        &self,
        operations: u64,
        does: impl FnOnce(&Watch) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let WatchedLimits { began, time, bytes, ref cancel, ref held, .. } = *self.0;
        let (cancel, held, before) = (cancel.clone(), Arc::clone(held), self.held());
        let (operations, spent) = (Some(operations), AtomicU64::new(0));
        let part = Watch(Arc::new(WatchedLimits { began, time, bytes, cancel, operations, spent, held }));
        let done = does(&part);
        self.spend(part.0.spent.load(Ordering::Relaxed))?;
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Stop::Nodes | Stop::Bytes) => {
                self.0.held.store(before, Ordering::Relaxed);
                Ok(None)
            }
            Err(why) => Err(why),
        }
    }

    /// Does the work of a request under this watch: the limits of this watch stop whatever the work
    /// [demands](Watch::demand) on this thread.
    ///
    /// # Errors
    /// The limit that stopped a demand.
    ///
    /// ```
    /// use std::time::Duration;
    /// use loyd_core::limits::{Limits, Stop, Watch};
    /// let late = Watch::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    /// let lazily = || Watch::demand(|watch| watch.look().map(|()| 1));
    /// assert_eq!((late.over(lazily), lazily()), (Err(Stop::Time), 1));
    /// ```
    pub fn over<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stop> {
        struct Restored(Option<Watch>);
        impl Drop for Restored {
            fn drop(&mut self) {
                HERE.replace(self.0.take());
            }
        }
        let _restored = Restored(HERE.replace(Some(self.clone())));
        catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Unwinding>() {
            Ok(unwinding) => unwinding.0,
            Err(panic) => resume_unwind(panic),
        })
    }

    /// The watch of this thread, or a watch without limits if the thread has no watch.
    pub fn here() -> Watch {
        HERE.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Puts this thread under this watch, for a thread of a pool that works for one request.
    pub fn stay(&self) {
        HERE.replace(Some(self.clone()));
    }

    /// Does lazy work, once, in a method that cannot return an error. A stop unwinds to [`Watch::over`]. A `OnceLock`
    /// on the way stays empty, so the next request does the work again. If this thread has no watch, nothing stops the
    /// work. Nothing stops it either where a panic aborts, as on wasm32: the search after it meets the limit.
    pub fn demand<T>(does: impl FnOnce(&Watch) -> Result<T, Stop>) -> T {
        // Prints no message, because this unwinding is not a panic.
        let watch = if Watch::UNWINDS { Watch::here() } else { Watch::default() };
        does(&watch).unwrap_or_else(|why| resume_unwind(Box::new(Unwinding(why))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;

    #[test]
    fn a_demand_that_was_stopped_is_made_anew() {
        let cancel = Arc::new(AtomicBool::new(true));
        let watch = Watch::new(&Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() });
        let made = OnceLock::new();
        let get = || *made.get_or_init(|| Watch::demand(|watch| watch.spend(LOOK_EVERY).map(|()| 7)));
        assert_eq!(watch.over(get), Err(Stop::Cancelled));
        assert!(made.get().is_none());
        cancel.store(false, Ordering::Relaxed);
        assert_eq!(watch.over(get), Ok(7));
    }

    /// The watch of an inner request ends with this request, and a panic is not a stop.
    #[test]
    fn watches_are_nested_and_panics_go_through() {
        let late = Watch::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let look = || Watch::demand(Watch::look);
        let nested = Watch::default().over(|| (late.over(look), look()));
        assert_eq!(nested, Ok((Err(Stop::Time), ())));
        let panicked = catch_unwind(AssertUnwindSafe(|| late.over(|| resume_unwind(Box::new("other")))));
        assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"other"));
        look();
    }

    #[test]
    fn a_part_that_is_dropped_gives_its_bytes_back() {
        let watch = Watch::new(&Limits { bytes: Some(100), ..Limits::default() });
        let greedy = |part: &Watch| part.grow(60).and_then(|()| part.grow(60));
        assert_eq!((watch.grow(30), watch.optional(1, greedy), watch.held()), (Ok(()), Ok(None), 30));
        let modest = |part: &Watch| part.grow(60);
        assert_eq!((watch.optional(1, modest), watch.held()), (Ok(Some(())), 90));
    }
}
