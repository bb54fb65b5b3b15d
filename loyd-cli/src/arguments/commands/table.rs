//! Arguments of `loyd table`, and the option by which other commands use a table.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::arguments::{CacheArguments, Format, MovesArgument, PuzzleArguments, help, units};

/// A table of all distances, for every command that looks them up.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Tables")]
pub struct NamedTable {
    /// Answer from this table of all distances (`loyd table build --bits`)
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

/// Arguments of `table`.
#[derive(Debug, Args)]
pub struct TableCommands {
    /// The action; each is a command of its own.
    #[command(subcommand)]
    pub command: TableCommand,
}

/// The actions on tables.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build the tables of a lower bound, or with --bits the table of all distances, ahead of time
    #[command(after_help = help::TABLE_BUILD)]
    Build(TableBuildArguments),
    /// Show the puzzle and the size of a table and, if it has all distances, the greatest distance
    #[command(after_help = help::TABLE_INFO)]
    Info(TableInfoArguments),
    /// Check every byte of a table, and compare all distances with the distances of their neighbours
    #[command(after_help = help::TABLE_VERIFY)]
    Verify(TableVerifyArguments),
    /// Look up how far positions are from the goal
    #[command(after_help = help::TABLE_QUERY)]
    Query(TableQueryArguments),
    /// Draw positions uniformly, from all of a table or from those at one distance
    #[command(after_help = help::TABLE_SAMPLE)]
    Sample(TableSampleArguments),
}

/// Arguments of `table build`.
#[derive(Debug, Args)]
pub struct TableBuildArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The lower bound whose tables to build [default: the strongest that auto climbs to]
    #[arg(long, value_name = "H", conflicts_with = "bits")]
    pub heuristic: Option<String>,
    /// Build the distances of all states instead, in so many bits each: 8, 4 (up to 14 moves) or 2 (modulo 3)
    #[arg(long, value_name = "N")]
    #[arg(value_parser = PossibleValuesParser::new(["2", "4", "8"]).map(|bits| bits.parse::<u8>().unwrap_or(8)))]
    pub bits: Option<u8>,
    /// With --bits: write the table to this file instead of the cache folder
    #[arg(short, long, value_name = "FILE", requires = "bits", conflicts_with_all = ["cache_dir", "no_cache"])]
    pub output: Option<PathBuf>,
    /// Print what would be built, its bytes and its time, and build nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Text for people, or one JSON object a table
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h; nothing is kept of a table that is not whole
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Build nothing that takes more memory: 500MB, 4GiB, or bytes [default: nine tenths of what is free]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// Arguments of `table info`.
#[derive(Debug, Args)]
pub struct TableInfoArguments {
    /// The table's file
    pub file: PathBuf,
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `table verify`.
#[derive(Debug, Args)]
pub struct TableVerifyArguments {
    /// The table's file
    pub file: PathBuf,
    /// Compare about this many distances, spread evenly, with the distances of their neighbours [default: all, and
    /// 2^30 of a larger table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
}

/// Arguments of `table query`.
#[derive(Debug, Args)]
pub struct TableQueryArguments {
    /// The table's file
    pub file: PathBuf,
    /// Positions; `-` reads one a line from standard input
    #[arg(required = true, value_name = "STATE")]
    pub states: Vec<String>,
    /// One distance a line, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `table sample`.
#[derive(Debug, Args)]
pub struct TableSampleArguments {
    /// The table's file
    pub file: PathBuf,
    /// Only positions at exactly this many moves from the goal
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The same seed draws the same positions [default: from the system; -v prints it]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// One position a line, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print the seed on standard error
    #[arg(short, long)]
    pub verbose: bool,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// With two bits a state: follow no layers that take more memory [default: nine tenths of what is free]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}
