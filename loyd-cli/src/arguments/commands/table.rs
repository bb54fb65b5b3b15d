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
    /// Look up answers in this table of all distances (from `loyd table build --bits`)
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
    /// Build the tables of a lower bound, or with --bits a table of all distances
    #[command(after_help = help::TABLE_BUILD)]
    Build(TableBuildArguments),
    /// Print the puzzle and the size of a table, and the greatest distance in a table of all distances
    #[command(after_help = help::TABLE_INFO)]
    Info(TableInfoArguments),
    /// Check every byte of a table, and compare each distance with the distances of its neighbours
    #[command(after_help = help::TABLE_VERIFY)]
    Verify(TableVerifyArguments),
    /// Look up the distances of positions from the goal
    #[command(after_help = help::TABLE_QUERY)]
    Query(TableQueryArguments),
    /// Draw random positions from a table, at any distance or at one distance
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
    /// The lower bound that needs the tables [default: the strongest bound that auto uses]
    #[arg(long, value_name = "H", conflicts_with = "bits")]
    pub heuristic: Option<String>,
    /// Build a table of all distances instead, with 8 bits for each state, 4 (up to 14 moves) or 2 (modulo 3)
    #[arg(long, value_name = "N")]
    #[arg(value_parser = PossibleValuesParser::new(["2", "4", "8"]).map(|bits| bits.parse::<u8>().unwrap_or(8)))]
    pub bits: Option<u8>,
    /// With --bits: write the table to this file instead of the cache folder
    #[arg(short, long, value_name = "FILE", requires = "bits", conflicts_with_all = ["cache_dir", "no_cache"])]
    pub output: Option<PathBuf>,
    /// Print the tables that would be built, their sizes and the time, and stop
    #[arg(long)]
    pub dry_run: bool,
    /// Output as text, or as one JSON object per table
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h; an incomplete table is discarded
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Build no table that needs more memory: 500MB, 4GiB, or bytes [default: nine tenths of the free memory]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// Arguments of `table info`.
#[derive(Debug, Args)]
pub struct TableInfoArguments {
    /// The table file
    pub file: PathBuf,
    /// Output as text, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `table verify`.
#[derive(Debug, Args)]
pub struct TableVerifyArguments {
    /// The table file
    pub file: PathBuf,
    /// Compare about this many distances, evenly spread, with their neighbours [default: all distances,
    /// or 2^30 of a larger table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Output as text, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
}

/// Arguments of `table query`.
#[derive(Debug, Args)]
pub struct TableQueryArguments {
    /// The table file
    pub file: PathBuf,
    /// The positions; `-` reads one position per line from standard input
    #[arg(required = true, value_name = "STATE")]
    pub states: Vec<String>,
    /// One distance per line, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `table sample`.
#[derive(Debug, Args)]
pub struct TableSampleArguments {
    /// The table file
    pub file: PathBuf,
    /// Draw only positions at exactly this distance from the goal
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The seed; the same seed draws the same positions [default: a random seed, which -v prints]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// One position per line, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print the seed on standard error
    #[arg(short, long)]
    pub verbose: bool,
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// The memory limit for drawing from a table with 2 bits per state [default: nine tenths of the free memory]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}
