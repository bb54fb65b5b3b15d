//! Lanes of questions, waiting times, and the messages of a stream, for the asker and for the workers.

use std::time::Duration;

use super::answering::Answered;

/// One question may use all of the memory except one part in this many, so that light questions find some memory.
pub const LIGHT: u64 = 8;
/// The longest time that a question waits for a place.
pub const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The extra time after the limit of a question, until the question is cancelled from outside.
pub const MARGIN: Duration = Duration::from_millis(500);

/// A lane of questions that are not light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Questions without a search, whose puzzle must be opened.
    Openings,
    /// All other questions.
    Searches,
}

/// A message about a question that is answered as a stream of events.
#[derive(Debug)]
pub enum StreamMessage {
    /// An event before the end, as JSON.
    Event(String),
    /// The reply at the end, or the problem instead of it.
    End(Answered),
}
