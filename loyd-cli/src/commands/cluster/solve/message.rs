//! The messages between the processes, each as a JSON text.

use serde::{Deserialize, Serialize};

use super::record::Record;

/// A message from one process to another.
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// To process 0: this process is ready.
    Ready {
        /// The number of lines that the process answers at one time.
        threads: usize,
        /// The numbers of the lines whose answers the process has in its logs, ascending.
        held: Vec<u64>,
    },
    /// From process 0: answer this line.
    Solve {
        /// The number of the line.
        line: u64,
        /// The text of the line.
        text: String,
    },
    /// From process 0: look up the answer to this line.
    Recall {
        /// The number of the line.
        line: u64,
    },
    /// To process 0: the answer to a line.
    Reply(Record),
    /// A signal came: running searches stop and report what they have proved.
    Interrupted,
    /// From process 0: there is no more work.
    End,
    /// To the process itself: one of its threads has failed.
    Failed,
}

impl Message {
    /// Returns the message as the bytes that are sent.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a message has text for keys")
    }

    /// Reads the bytes of a message; `None` if they are no message.
    pub fn of(bytes: &[u8]) -> Option<Message> {
        serde_json::from_slice(bytes).ok()
    }
}
