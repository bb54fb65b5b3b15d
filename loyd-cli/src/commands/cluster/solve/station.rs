//! The part of each process that answers lines: the search and the log.

use loyd::service::Fault;
use loyd::service::batch::Line;

use super::log::Log;
use super::record::{Record, checksum};
use crate::commands::positions::solve::lines::{LineSolver, LineVerdict};
use crate::exit::Failure;

/// The search and the log of a process.
pub struct Station {
    /// The search.
    pub lines: LineSolver,
    /// The log that keeps the answers.
    pub log: Option<Log>,
}

impl Station {
    /// Answers a line. When this function returns, the answer is in the log, unless a signal came.
    ///
    /// # Errors
    /// An error that concerns all lines, or an error of the log.
    pub fn solve(&self, line: &Line) -> Result<Record, Failure> {
        let mut reply = Vec::new();
        let account = self.lines.answer(line, &mut reply)?;
        let reply = String::from_utf8(reply).map_err(|error| Failure::from(Fault::internal(error)))?;
        let record = Record { line: line.number, of: checksum(line), account, reply };
        match &self.log {
            Some(log) if record.account.verdict != LineVerdict::Interrupted => log.append(&record)?,
            _ => {}
        }
        Ok(record)
    }

    /// Returns the answer to a line from the log.
    ///
    /// # Errors
    /// When there is no log, or the answer cannot be read.
    pub fn recall(&self, line: u64) -> Result<Record, Failure> {
        let log = self.log.as_ref().ok_or_else(|| Fault::internal("an answer is looked up, and there is no log"))?;
        log.read(line)
    }
}
