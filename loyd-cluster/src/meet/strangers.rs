//! Callers that have not yet proved that they have the token.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most callers without a proof at a time. The oldest caller makes room for the next, so callers that send nothing
/// cannot keep a process out.
const MOST: usize = 256;

/// The callers without a proof, the oldest one first.
#[derive(Debug, Default)]
pub(super) struct Strangers(Mutex<VecDeque<Arc<TcpStream>>>);

impl Strangers {
    fn callers(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a caller.
    pub(super) fn take(&self, caller: &Arc<TcpStream>) {
        let is_full = {
            let mut callers = self.callers();
            callers.push_back(Arc::clone(caller));
            callers.len() > MOST
        };
        if is_full {
            self.drop_oldest();
        }
    }

    /// Closes the connection of the oldest caller, so that its thread ends, too. Returns `false` if there is no caller.
    pub(super) fn drop_oldest(&self) -> bool {
        let oldest = self.callers().pop_front();
        oldest.is_some_and(|oldest| {
            // The caller may have closed the connection already.
            let _ = oldest.shutdown(Shutdown::Both);
            true
        })
    }

    /// Removes a caller that has proved the token or was turned away.
    pub(super) fn release(&self, caller: &Arc<TcpStream>) {
        self.callers().retain(|one| !Arc::ptr_eq(one, caller));
    }
}
