//! `loyd cluster`: the work that several processes do together.

mod local;
mod map;
mod metrics;
mod plan;
mod solve;
mod status;
mod watch;

use crate::arguments::{ClusterCommand, ClusterCommands, Format};
use crate::exit::{Code, Failure};

/// Returns the format of errors.
pub fn format(asked: &ClusterCommands) -> Format {
    match &asked.command {
        ClusterCommand::Map(asked) => super::spaces::map::format(&asked.map),
        ClusterCommand::Solve(asked) => asked.solve.format,
        ClusterCommand::Run(_) => Format::Text,
        ClusterCommand::Plan(asked) => asked.format,
        ClusterCommand::Status(asked) => asked.format,
    }
}

/// Runs the command.
///
/// # Errors
/// The errors of the chosen command.
pub fn run(asked: &ClusterCommands) -> Result<Code, Failure> {
    match &asked.command {
        ClusterCommand::Map(asked) => map::run(asked),
        ClusterCommand::Solve(asked) => solve::run(asked),
        ClusterCommand::Run(asked) => local::run(asked),
        ClusterCommand::Plan(asked) => plan::run(asked),
        ClusterCommand::Status(asked) => status::run(asked),
    }
}
