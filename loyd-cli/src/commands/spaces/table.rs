//! `loyd table`: builds, describes, checks and queries tables, and draws positions from them.

mod build;
mod inspect;
mod lookup;

use crate::arguments::{Format, TableCommand, TableCommands};
use crate::exit::{Code, Failure};

/// Returns the format that the user asked for.
pub fn format(asked: &TableCommands) -> Format {
    match &asked.command {
        TableCommand::Build(asked) => asked.format,
        TableCommand::Info(asked) => asked.format,
        TableCommand::Verify(asked) => asked.format,
        TableCommand::Query(asked) => asked.format,
        TableCommand::Sample(asked) => asked.format,
    }
}

/// Runs the command.
///
/// # Errors
/// Any failure that prevents an answer.
pub fn run(asked: &TableCommands) -> Result<Code, Failure> {
    match &asked.command {
        TableCommand::Build(asked) => build::run(asked),
        TableCommand::Info(asked) => inspect::info(asked),
        TableCommand::Verify(asked) => inspect::verify(asked),
        TableCommand::Query(asked) => lookup::query(asked),
        TableCommand::Sample(asked) => lookup::sample(asked),
    }
}
