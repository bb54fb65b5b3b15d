//! The first process that is lost: the suspicions, the verdict, and the threads that wait for the verdict.
//!
//! A thread that sees something wrong only reports a suspicion. The thread of the heartbeats is the judge: a report of
//! another process about the first loss counts more than connections that break as its consequence.

pub(crate) mod beat;
pub(crate) mod signal;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loyd_core::table::map::Lost;

/// A report that something is wrong with a process.
#[derive(Clone, Debug)]
pub(crate) struct Suspicion {
    pub(crate) process: usize,
    pub(crate) why: String,
    pub(crate) since: Instant,
}

/// How this process parts from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    /// All processes have finished.
    Leave,
    /// This process cannot go on, and sends the reason.
    GiveUp(String),
    /// This process ends and sends nothing.
    Cut,
}

type Waker = Box<dyn Fn() + Send>;

#[derive(Default)]
struct WatchState {
    suspicions: Vec<Suspicion>,
    parting: Option<Parting>,
    lost: Option<Lost>,
    wakers: Vec<Waker>,
}

/// The suspicions, the parting, and the verdict.
#[derive(Default)]
pub(crate) struct LossWatch {
    state: Mutex<WatchState>,
    changed: Condvar,
    is_lost: AtomicBool,
}

impl LossWatch {
    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports that something is wrong with a process, and wakes the judge.
    pub(crate) fn suspect(&self, process: usize, why: impl Into<String>) {
        self.state().suspicions.push(Suspicion { process, why: why.into(), since: Instant::now() });
        self.changed.notify_all();
    }

    /// Records how this process parts from the others. Only the first call counts.
    pub(crate) fn part(&self, parting: Parting) {
        self.state().parting.get_or_insert(parting);
        self.changed.notify_all();
    }

    /// The lost process, or `None`.
    pub(crate) fn lost(&self) -> Option<Lost> {
        if self.is_lost.load(Ordering::Acquire) { self.state().lost.clone() } else { None }
    }

    /// Succeeds while no process is lost.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost.
    pub(crate) fn check(&self) -> Result<(), Lost> {
        self.lost().map_or(Ok(()), Err)
    }

    /// Calls `waker` when a process is lost, or at once if one is lost already.
    pub(crate) fn on_loss(&self, waker: impl Fn() + Send + 'static) {
        let mut state = self.state();
        if state.lost.is_some() {
            drop(state);
            waker();
        } else {
            state.wakers.push(Box::new(waker));
        }
    }

    /// Records the verdict of the judge, and wakes all waiting threads. Only the first verdict counts.
    pub(crate) fn record(&self, lost: Lost) {
        let mut state = self.state();
        if state.lost.is_some() {
            return;
        }
        state.lost = Some(lost);
        self.is_lost.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut state.wakers);
        drop(state);
        self.changed.notify_all();
        wakers.iter().for_each(|wake| wake());
    }

    /// The suspicions and the parting, which the judge considers.
    pub(crate) fn evidence(&self) -> (Vec<Suspicion>, Option<Parting>) {
        let state = self.state();
        (state.suspicions.clone(), state.parting.clone())
    }

    /// Waits until there are more than `seen` suspicions, or this process parts from the others, or `time` is over.
    pub(crate) fn wait(&self, seen: usize, time: Option<Duration>) {
        let quiet = |state: &mut WatchState| state.suspicions.len() <= seen && state.parting.is_none();
        let state = self.state();
        drop(match time {
            Some(time) => self.changed.wait_timeout_while(state, time, quiet).unwrap_or_else(PoisonError::into_inner).0,
            None => self.changed.wait_while(state, quiet).unwrap_or_else(PoisonError::into_inner),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn lost(process: usize) -> Lost {
        Lost { process, name: "host".into(), why: "why".into() }
    }

    #[test]
    fn the_first_loss_counts_and_wakes() {
        let watch = LossWatch::default();
        let woken = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&woken);
        watch.on_loss(move || flag.store(true, Ordering::Relaxed));
        watch.check().unwrap();
        watch.record(lost(2));
        assert!(woken.load(Ordering::Relaxed));
        watch.record(lost(1));
        assert_eq!(watch.check().unwrap_err().process, 2);
        let flag = Arc::clone(&woken);
        watch.on_loss(move || flag.store(false, Ordering::Relaxed));
        assert!(!woken.load(Ordering::Relaxed));
    }

    #[test]
    fn a_suspicion_and_a_parting_end_the_wait() {
        let watch = LossWatch::default();
        watch.wait(0, Some(Duration::from_millis(1)));
        watch.suspect(1, "gone");
        watch.wait(0, None);
        watch.part(Parting::Cut);
        watch.part(Parting::Leave);
        watch.wait(1, None);
        let (suspicions, parting) = watch.evidence();
        assert_eq!((suspicions.len(), parting), (1, Some(Parting::Cut)));
    }
}
