//! Numbered work on the threads of the current rayon pool. The work is behind a virtual call, so that the threads' code
//! is compiled once and not for every puzzle.

use std::ops::Range;

use rayon::prelude::*;

use crate::limits::Stop;

/// The work for one number. It returns a count, which is added up.
pub(super) type NumberedWork<'e> = dyn Fn(usize) -> u64 + Sync + 'e;

/// The sum of what `each` returns for all numbers; a thread takes at least `share` numbers at a time.
pub(super) fn sum_of(numbers: Range<usize>, share: usize, each: &NumberedWork<'_>) -> u64 {
    numbers.into_par_iter().with_min_len(share).map(each).sum()
}

/// Starts the threads before memory is taken. If the system has no memory left for threads, it refuses them. A
/// browser has no threads to start: rayon then does all work on the caller's thread.
///
/// # Errors
/// [`Stop::Bytes`] if the system cannot start the threads.
pub(super) fn ready() -> Result<(), Stop> {
    use std::error::Error;
    if cfg!(target_family = "wasm") || rayon::current_thread_index().is_some() {
        return Ok(());
    }
    // An error without a source means that the threads have been started already.
    match rayon::ThreadPoolBuilder::new().build_global() {
        Err(error) if error.source().is_some() => Err(Stop::Bytes),
        _ => Ok(()),
    }
}
