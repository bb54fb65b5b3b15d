//! The questions under way. A client that leaves cancels its question, and a stop of the server cancels all.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loyd::service::Cancel;

/// The questions under way.
#[derive(Clone, Debug, Default)]
pub struct Underway(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    next: AtomicU64,
    stopped: AtomicBool,
    switches: Mutex<HashMap<u64, Cancel>>,
}

impl Underway {
    fn switches(&self) -> MutexGuard<'_, HashMap<u64, Cancel>> {
        self.0.switches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a question. Dropping the returned guard cancels the question.
    pub fn begin(&self) -> Begun {
        let (number, cancel) = (self.0.next.fetch_add(1, Ordering::Relaxed), Cancel::default());
        self.switches().insert(number, cancel.clone());
        // The flag is read after the registration, so a question that begins while all are stopped is stopped, too.
        if self.is_stopped() {
            cancel.cancel();
        }
        Begun { all: self.clone(), number, cancel }
    }

    /// Cancels all questions, and those that begin later.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
        self.switches().values().for_each(Cancel::cancel);
    }

    /// Whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::SeqCst)
    }
}

/// A question under way. Dropping the guard cancels it, which has no effect after the answer.
#[derive(Debug)]
pub struct Begun {
    all: Underway,
    number: u64,
    cancel: Cancel,
}

impl Begun {
    /// The cancel switch of the question.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.all.switches().remove(&self.number);
    }
}
