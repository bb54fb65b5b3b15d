//! Work by number on the threads of the rayon pool it is called in. What is done is behind a virtual call, so that the
//! threads' code is compiled once and not for every puzzle.

use std::ops::Range;

use rayon::prelude::*;

use crate::limits::Stop;

/// What is done with a number.
pub(super) type Each<'e> = dyn Fn(usize) -> u64 + Sync + 'e;

/// The sum of what `each` says of all numbers; a thread takes at least `share` at a time.
pub(super) fn sum_of(numbers: Range<usize>, share: usize, each: &Each<'_>) -> u64 {
    numbers.into_par_iter().with_min_len(share).map(each).sum()
}

/// Makes sure of the threads before memory is taken: a system that has none left for them refuses memory.
///
/// # Errors
/// [`Stop::Bytes`] where the system gives no threads.
pub(super) fn ready() -> Result<(), Stop> {
    use std::error::Error;
    if rayon::current_thread_index().is_some() {
        return Ok(());
    }
    // It fails without a source where the threads are there already.
    match rayon::ThreadPoolBuilder::new().build_global() {
        Err(error) if error.source().is_some() => Err(Stop::Bytes),
        _ => Ok(()),
    }
}
