//! Switches of the questions under way: each is thrown when its client goes away, all when the server stops.

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

    /// A question that begins. The switch is thrown when the guard is dropped before it is let go.
    pub fn begin(&self) -> Begun {
        let (number, cancel) = (self.0.next.fetch_add(1, Ordering::Relaxed), Cancel::default());
        self.switches().insert(number, cancel.clone());
        // Looked at after it is listed, so that one that begins while all are stopped is stopped, too.
        if self.is_stopped() {
            cancel.cancel();
        }
        Begun { all: self.clone(), number, cancel }
    }

    /// Stops all of them, and those that begin later.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
        self.switches().values().for_each(Cancel::cancel);
    }

    /// Whether that has happened.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::SeqCst)
    }
}

/// A question under way. Dropped, it is cancelled: of one that is answered nothing is left to cancel.
#[derive(Debug)]
pub struct Begun {
    all: Underway,
    number: u64,
    cancel: Cancel,
}

impl Begun {
    /// Its switch.
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
