//! What answers lines in one process: the search, and the log.

use loyd::service::Fault;
use loyd::service::batch::Line;

use super::log::Log;
use super::record::{Record, checksum};
use crate::commands::positions::solve::lines::{Lines, Verdict};
use crate::exit::Failure;

/// What answers lines.
pub struct Station {
    /// The search.
    pub lines: Lines,
    /// Where the answers are kept.
    pub log: Option<Log>,
}

impl Station {
    /// Answers a line. When this returns the answer is in the log, unless a signal came.
    ///
    /// # Errors
    /// What concerns all lines, or the log.
    pub fn solve(&self, line: &Line) -> Result<Record, Failure> {
        let mut reply = Vec::new();
        let account = self.lines.answer(line, &mut reply)?;
        let reply = String::from_utf8(reply).map_err(|error| Failure::from(Fault::internal(error)))?;
        let record = Record { line: line.number, of: checksum(line), account, reply };
        match &self.log {
            Some(log) if record.account.verdict != Verdict::Interrupted => log.append(&record)?,
            _ => {}
        }
        Ok(record)
    }

    /// The answer that is in the log.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn recall(&self, line: u64) -> Result<Record, Failure> {
        let log = self.log.as_ref().ok_or_else(|| Fault::internal("an answer is looked up, and there is no log"))?;
        log.read(line)
    }
}
