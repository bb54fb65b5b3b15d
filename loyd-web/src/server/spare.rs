//! Connections beyond the places and the file descriptors. Only health requests are answered on them.

use std::collections::VecDeque;
#[cfg(unix)]
use std::fs::File;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

/// The number of descriptors that are reserved for health requests.
#[cfg(unix)]
const RESERVE: usize = 32;
/// The most connections beyond the places. They are fewer than the reserve, so that the next one finds a descriptor.
const AT_A_TIME: usize = 24;
/// The time between two warnings about one subject.
const WARN_EVERY: Duration = Duration::from_secs(1);

/// The connections beyond the places. If there are too many, the oldest is closed, so that clients which send nothing
/// cannot keep others out.
#[derive(Debug, Default)]
pub struct Spare(Mutex<VecDeque<AbortHandle>>);

impl Spare {
    /// Serves a connection, and closes the oldest one if there are too many.
    pub fn serve(&self, connection: impl Future<Output = ()> + Send + 'static) {
        let mut served = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        served.retain(|one| !one.is_finished());
        if served.len() >= AT_A_TIME
            && let Some(oldest) = served.pop_front()
        {
            oldest.abort();
        }
        served.push_back(tokio::spawn(connection).abort_handle());
    }
}

/// Open descriptors without a use, which are closed to make room for connections.
#[derive(Debug, Default)]
pub struct Reserve {
    #[cfg(unix)]
    held: Vec<File>,
}

impl Reserve {
    /// Closes one descriptor. Returns `false` if none is left.
    pub fn give(&mut self) -> bool {
        #[cfg(unix)]
        return self.held.pop().is_some();
        #[cfg(not(unix))]
        return false;
    }

    /// Opens descriptors until the reserve is full. Returns `false` if the system has too few.
    pub fn fill(&mut self) -> bool {
        #[cfg(unix)]
        while self.held.len() < RESERVE {
            match File::open("/dev/null") {
                Ok(file) => self.held.push(file),
                Err(_) => return false,
            }
        }
        true
    }
}

/// Limits warnings to one in [`WARN_EVERY`].
#[derive(Debug, Default)]
pub struct Seldom {
    last: Option<Instant>,
    held_back: u64,
}

impl Seldom {
    /// Returns the number of warnings that were held back since the last one, or `None` if it is too early for another.
    pub fn due(&mut self, now: Instant) -> Option<u64> {
        if self.last.is_some_and(|last| now.saturating_duration_since(last) < WARN_EVERY) {
            self.held_back += 1;
            return None;
        }
        self.last = Some(now);
        Some(std::mem::take(&mut self.held_back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_a_second_counts_the_others() {
        let (mut seldom, began) = (Seldom::default(), Instant::now());
        let due = [0, 1, 999, 1000, 1001, 5000].map(|ms| seldom.due(began + Duration::from_millis(ms)));
        assert_eq!(due, [Some(0), None, None, Some(2), None, Some(1)]);
    }

    #[tokio::test]
    async fn the_oldest_makes_room() {
        let (spare, alive) = (Spare::default(), std::sync::Arc::new(()));
        for _ in 0..10 * AT_A_TIME {
            let held = alive.clone();
            spare.serve(async move {
                std::future::pending::<()>().await;
                drop(held);
            });
            tokio::task::yield_now().await;
        }
        // Tasks that were aborted are dropped when the runtime runs them.
        for _ in 0..20 * AT_A_TIME {
            tokio::task::yield_now().await;
        }
        assert_eq!(std::sync::Arc::strong_count(&alive), AT_A_TIME + 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_was_given_up_is_taken_back() {
        let mut reserve = Reserve::default();
        assert!(reserve.fill());
        assert!(reserve.give());
        assert_eq!(reserve.held.len(), RESERVE - 1);
        assert!(reserve.fill());
        assert_eq!(reserve.held.len(), RESERVE);
    }
}
