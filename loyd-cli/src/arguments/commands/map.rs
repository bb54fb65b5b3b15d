//! Arguments of `loyd map`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::arguments::{CacheArguments, MovesArgument, PuzzleArguments, units};

/// Arguments of `map`.
#[derive(Debug, Args)]
pub struct MapArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// Count distances from this position instead of the goal; the position may be unsolvable
    #[arg(long, value_name = "STATE")]
    pub from: Option<String>,
    /// Count distances to this set of positions instead of the goal: a position, a pattern in which `?` is any piece,
    /// moves=NAME,NAME for the positions that these moves reach from the goal, or @FILE with one of these per line
    #[arg(long, value_name = "SET", conflicts_with = "from")]
    pub goal_set: Vec<String>,
    /// Count only the positions of this set, in the same form
    #[arg(long, value_name = "SET", conflicts_with = "from")]
    pub from_set: Vec<String>,
    /// Store the data that does not fit in memory in this folder, and resume an interrupted map from there
    #[arg(long, value_name = "DIR")]
    pub disk: Option<PathBuf>,
    /// Time between two checkpoints: seconds, or a time such as 5m [default: 300 with --disk; otherwise only when
    /// interrupted, in the cache folder]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub checkpoint_seconds: Option<Duration>,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all farthest positions to this file, one per line
    #[arg(long, value_name = "FILE")]
    pub antipodes: Option<PathBuf>,
    /// Write the distance of every position to this table file, with 2 bits each, as `loyd table build --bits 2` does
    #[arg(short, long, alias = "save", value_name = "FILE", conflicts_with = "from")]
    pub output: Option<PathBuf>,
    /// Draw the number of positions at each distance into this file, as an SVG: FILE.svg
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Output as text, as a JSON object, or as comma-separated rows
    #[arg(long, value_enum, default_value_t)]
    pub format: MapFormat,
    /// Compare every position with its neighbours instead of a sample; this takes many times as long as the map
    #[arg(long)]
    pub verify: bool,
    /// Print the number of states, the memory and the approximate time of the map, and stop
    #[arg(long, conflicts_with_all = ["antipodes", "plot", "output", "disk", "checkpoint_seconds"])]
    pub dry_run: bool,
    /// Print the method and the costs of the map on standard error
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: MapLimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// The limits of a map.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub struct MapLimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h; the same command then resumes the map
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Use at most this much memory: 500MB, 4GiB, or bytes [default: nine tenths of the free memory]
    #[arg(long, alias = "memory", value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    /// Stop after the layer at this number of moves
    #[arg(long, value_name = "N")]
    pub limit_moves: Option<u32>,
    /// Stop after the layer at this cost, where moves differ in cost
    #[arg(long, value_name = "N")]
    pub limit_cost: Option<u32>,
}

/// The form in which a census is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MapFormat {
    // For people. (No doc comments here: clap would turn the short help into the long one.)
    #[default]
    Text,
    Json,
    Csv,
}
