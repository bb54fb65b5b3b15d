//! What `loyd table` may be asked.

use std::time::Duration;

use clap::{Args, Subcommand};

use super::{CacheArguments, Format, PuzzleArguments, help, units};

/// Arguments of `table`.
#[derive(Debug, Args)]
pub struct Table {
    /// What to do.
    #[command(subcommand)]
    pub command: TableCommand,
}

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build the tables of a lower bound ahead, and keep them in the cache folder
    #[command(after_help = help::TABLE_BUILD)]
    Build(TableBuild),
}

/// Arguments of `table build`.
#[derive(Debug, Args)]
pub struct TableBuild {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// The lower bound whose tables to build [default: the strongest that auto climbs to]
    #[arg(long, value_name = "H")]
    pub heuristic: Option<String>,
    /// Say what would be built, its bytes and its time, and build nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Text for people, or one JSON object a table
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Stop after this many seconds; nothing is kept of a table that is not whole
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Build nothing that takes more memory: 500MB, 4GiB, or bytes [default: nine tenths of what is free]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    #[command(flatten)]
    pub tables: CacheArguments,
}
