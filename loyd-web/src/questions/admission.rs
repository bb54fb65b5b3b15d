//! Who may search now: so many at a time, so many waiting, and nobody longer than it is worth.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The places of searches, and those who wait for one.
#[derive(Clone, Debug)]
pub struct Admission {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    refused: Arc<AtomicU64>,
    concurrency: usize,
    queue: usize,
}

/// A place; given back when it is dropped.
pub type Place = OwnedSemaphorePermit;

/// Somebody who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Admission {
    /// So many places, and so many who may wait.
    pub fn new(concurrency: usize, queue: usize) -> Admission {
        let concurrency = concurrency.max(1);
        let places = Arc::new(Semaphore::new(concurrency));
        Admission { places, waiting: Arc::default(), refused: Arc::default(), concurrency, queue }
    }

    /// A place, or the problem that too many wait, or that none was free in that time.
    pub async fn admit(&self, patience: Duration) -> Result<Place, Problem> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let waiting = Waiting(&self.waiting);
        if before >= self.queue {
            drop(waiting);
            return Err(self.refuse("too many questions wait", patience));
        }
        match tokio::time::timeout(patience, self.places.clone().acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(self.refuse("no search ended in time", patience)),
        }
    }

    /// A place, however long it takes: for those who are held back elsewhere.
    pub async fn wait(&self) -> Option<Place> {
        self.places.clone().acquire_owned().await.ok()
    }

    fn refuse(&self, why: &str, patience: Duration) -> Problem {
        self.refused.fetch_add(1, Ordering::Relaxed);
        // Those who wait have about this long to go; a time that is too short only brings the client back sooner.
        let turns = self.waiting() / self.concurrency + 1;
        let seconds = (turns as u64).saturating_mul(patience.as_secs().max(1)).min(60);
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", why).retry(seconds)
    }

    /// How many found no place.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// How many search.
    pub fn running(&self) -> usize {
        self.concurrency - self.places.available_permits().min(self.concurrency)
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }
}
