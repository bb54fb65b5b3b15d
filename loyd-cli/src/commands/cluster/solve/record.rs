//! The answer to a line, in the form in which it is sent and kept.

use loyd::service::batch::Line;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::commands::positions::solve::lines::Account;

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the line in the input, from 1.
    pub line: u64,
    /// The [checksum] of the line.
    pub of: String,
    /// The result of the line, and its cost.
    #[serde(flatten)]
    pub account: Account,
    /// The text that is written for the line, with its line ends.
    pub reply: String,
}

/// Returns the checksum (xxh3 of 64 bits) of a line's text, or of the reason why the line is not text.
pub fn checksum(line: &Line) -> String {
    let hash = match &line.text {
        Ok(text) => XxHash3_64::oneshot(text.as_bytes()),
        Err(misread) => XxHash3_64::oneshot(misread.to_string().as_bytes()),
    };
    format!("{hash:016x}")
}
