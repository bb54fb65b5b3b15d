//! What the processes tell each other: JSON, a message each.

use serde::{Deserialize, Serialize};

use super::record::Record;

/// What one process tells another.
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// To process 0: how many lines this one answers at one time, and the lines whose answers are in logs that it has.
    Ready {
        /// How many lines at one time.
        threads: usize,
        /// The numbers of the lines, ascending.
        held: Vec<u64>,
    },
    /// From process 0: answer this line.
    Solve {
        /// Its number.
        line: u64,
        /// Its text.
        text: String,
    },
    /// From process 0: look that line's answer up.
    Recall {
        /// Its number.
        line: u64,
    },
    /// To process 0: the answer to a line.
    Reply(Record),
    /// A signal came: what is at work stops, and says how far it came.
    Interrupted,
    /// From process 0: there is nothing more to do.
    End,
    /// To the process itself: one of its threads has failed.
    Failed,
}

impl Message {
    /// As it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a message has text for keys")
    }

    /// What was sent, if it is a message.
    pub fn of(bytes: &[u8]) -> Option<Message> {
        serde_json::from_slice(bytes).ok()
    }
}
