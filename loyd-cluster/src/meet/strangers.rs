//! Callers that have not proved yet that they have the token.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many callers may be without a proof at a time. The oldest one makes room for the next, so that callers which
/// say nothing keep no process out.
const MOST: usize = 256;

/// The callers without a proof, the oldest one first.
#[derive(Debug, Default)]
pub(super) struct Strangers(Mutex<VecDeque<Arc<TcpStream>>>);

impl Strangers {
    fn callers(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in a caller.
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

    /// Ends the connection of the oldest caller, whose thread then ends, too. `false`: there is no caller.
    pub(super) fn drop_oldest(&self) -> bool {
        let oldest = self.callers().pop_front();
        oldest.is_some_and(|oldest| {
            // A caller that has gone already is not connected any more.
            let _ = oldest.shutdown(Shutdown::Both);
            true
        })
    }

    /// Lets a caller go that has given its proof, or is turned away.
    pub(super) fn release(&self, caller: &Arc<TcpStream>) {
        self.callers().retain(|one| !Arc::ptr_eq(one, caller));
    }
}
