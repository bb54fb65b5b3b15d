//! The rounds and the posts that have arrived, and the threads that wait for them.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loyd_core::table::map::{Lost, Parcel};

use crate::watch::LossWatch;

#[derive(Default)]
struct ArrivalState {
    rounds: VecDeque<Vec<Parcel>>,
    posts: VecDeque<Parcel>,
    is_over: bool,
}

/// The queues between the thread of the dataflow and the threads that wait for rounds and posts.
#[derive(Default)]
pub(super) struct Arrivals {
    state: Mutex<ArrivalState>,
    changed: Condvar,
}

impl Arrivals {
    /// Creates empty queues. A wait ends when `watch` records a loss.
    pub(super) fn new(watch: &LossWatch) -> Arc<Arrivals> {
        let arrivals = Arc::new(Arrivals::default());
        let woken = Arc::downgrade(&arrivals);
        watch.on_loss(move || {
            if let Some(arrivals) = woken.upgrade() {
                // After this lock, a thread that checked for a loss before it was recorded is waiting.
                drop(arrivals.state());
                arrivals.changed.notify_all();
            }
        });
        arrivals
    }

    fn state(&self) -> MutexGuard<'_, ArrivalState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a complete round.
    pub(super) fn put(&self, round: Vec<Parcel>) {
        self.state().rounds.push_back(round);
        self.changed.notify_all();
    }

    /// Adds a post that has arrived.
    pub(super) fn post(&self, post: Parcel) {
        self.state().posts.push_back(post);
        self.changed.notify_all();
    }

    /// Marks the end of the dataflow.
    pub(super) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    /// Waits for the next round.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost.
    pub(super) fn take(&self, watch: &LossWatch) -> Result<Vec<Parcel>, Lost> {
        self.wait(watch, |state| state.rounds.pop_front())
    }

    /// Waits for the next post, for at most `patience`.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost.
    pub(super) fn take_post(&self, watch: &LossWatch, patience: Duration) -> Result<Option<Parcel>, Lost> {
        let until = Instant::now() + patience;
        let mut state = self.state();
        loop {
            if let Some(post) = state.posts.pop_front() {
                return Ok(Some(post));
            }
            watch.check()?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits for the end of the dataflow.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost.
    pub(super) fn ended(&self, watch: &LossWatch) -> Result<(), Lost> {
        self.wait(watch, |state| state.is_over.then_some(()))
    }

    fn wait<T>(&self, watch: &LossWatch, mut take: impl FnMut(&mut ArrivalState) -> Option<T>) -> Result<T, Lost> {
        let mut state = self.state();
        loop {
            if let Some(taken) = take(&mut state) {
                return Ok(taken);
            }
            watch.check()?;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
