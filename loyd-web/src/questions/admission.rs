//! Bounds the searches that run at a time, the questions that wait for a place, and the time that they wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The places of searches, and the number of questions that wait for a place.
#[derive(Clone, Debug)]
pub struct Admission {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    refused: Arc<AtomicU64>,
    concurrency: usize,
    queue: usize,
}

/// A place for one question. Dropping it frees the place.
pub type SearchPlace = OwnedSemaphorePermit;

/// A question that waits. Dropping it reduces the number of waiting questions.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Admission {
    /// Creates `concurrency` places, and allows `queue` questions to wait.
    pub fn new(concurrency: usize, queue: usize) -> Admission {
        let concurrency = concurrency.max(1);
        let places = Arc::new(Semaphore::new(concurrency));
        Admission { places, waiting: Arc::default(), refused: Arc::default(), concurrency, queue }
    }

    /// Returns `places` places, or a problem if too many questions wait already or no place was free within `patience`.
    /// Without a patience the question waits for a place without a limit, because it is held back by other means.
    pub async fn admit(&self, places: u32, patience: Option<Duration>) -> Result<SearchPlace, Problem> {
        if let Ok(place) = self.places.clone().try_acquire_many_owned(places) {
            return Ok(place);
        }
        let Some(patience) = patience else {
            return self.places.clone().acquire_many_owned(places).await.map_err(|_| Problem::stopping());
        };
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let waiting = Waiting(&self.waiting);
        if before >= self.queue {
            drop(waiting);
            return Err(self.refuse("too many questions wait", patience));
        }
        match tokio::time::timeout(patience, self.places.clone().acquire_many_owned(places)).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(self.refuse("no search ended in time", patience)),
        }
    }

    fn refuse(&self, why: &str, patience: Duration) -> Problem {
        self.refused.fetch_add(1, Ordering::Relaxed);
        // An estimate of the time until all waiting questions have a place. If it is short, clients return sooner.
        let turns = self.waiting() / self.concurrency + 1;
        let seconds = (turns as u64).saturating_mul(patience.as_secs().max(1)).min(60);
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", why).retry(seconds)
    }

    /// The number of questions that found no place.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// The number of places in use.
    pub fn running(&self) -> usize {
        self.concurrency - self.places.available_permits().min(self.concurrency)
    }

    /// The number of questions that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }
}
