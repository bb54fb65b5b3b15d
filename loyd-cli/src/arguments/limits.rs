//! The limits of a request, with the same options in every command.

use std::time::Duration;

use clap::{Arg, Args};
use loyd_core::search::Stop;

use super::units;

/// The limits for building a table.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (of the table for --depth)")]
pub struct TableLimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h [default: 10]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Build no table that needs more memory: 500MB, 4GiB, or bytes [default: 2GB]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}

/// The limits for shortening a move sequence.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (of shortening)")]
pub struct WordLimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h [default: 10]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Stop before the search uses more memory: 500MB, 4GiB, or bytes [default: 2GB]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}

/// The limits of a search.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (for each position)")]
pub struct LimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Stop before the search uses more memory: 500MB, 4GiB, or bytes [default: nine tenths of the free memory]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    /// Stop after generating this many nodes; the current expansion is still finished
    #[arg(long, value_name = "N", value_parser = units::whole::<u64>)]
    pub limit_nodes: Option<u64>,
    /// Search only for solutions of at most this many moves
    #[arg(long, value_name = "N", value_parser = units::whole::<u32>)]
    pub limit_moves: Option<u32>,
    /// Search only for solutions of at most this cost, where moves differ in cost
    #[arg(long, value_name = "N", value_parser = units::whole::<u32>)]
    pub limit_cost: Option<u32>,
}

/// The time limit for commands with a default time limit.
pub fn short(limit: Arg) -> Arg {
    limit.help("Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h [default: 10]")
}

/// The memory limit for commands with a default memory limit.
pub fn small(limit: Arg) -> Arg {
    limit.help("Stop before the search uses more memory: 500MB, 4GiB, or bytes [default: 2GB]")
}

impl From<&TableLimitArguments> for LimitArguments {
    fn from(table: &TableLimitArguments) -> Self {
        let TableLimitArguments { limit_seconds, limit_memory } = *table;
        LimitArguments { limit_seconds, limit_memory, ..LimitArguments::default() }
    }
}

impl LimitArguments {
    /// The limits, each with the name of its option.
    pub const NAMES: [(Stop, &'static str); 5] = [
        (Stop::Time, "--limit-seconds"),
        (Stop::Bytes, "--limit-memory"),
        (Stop::Nodes, "--limit-nodes"),
        (Stop::Moves, "--limit-moves"),
        (Stop::Cost, "--limit-cost"),
    ];

    /// The limits given, each with the name of its option.
    pub fn given(&self) -> impl Iterator<Item = (Stop, &'static str)> {
        let LimitArguments { limit_seconds, limit_memory, limit_nodes, limit_moves, limit_cost } = self;
        let (time, memory, nodes) = (limit_seconds.is_some(), limit_memory.is_some(), limit_nodes.is_some());
        let given = [time, memory, nodes, limit_moves.is_some(), limit_cost.is_some()];
        given.into_iter().zip(Self::NAMES).filter(|(given, _)| *given).map(|(_, named)| named)
    }
}
