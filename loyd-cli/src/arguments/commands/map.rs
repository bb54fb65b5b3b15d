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
    /// Count how far positions are from this one, instead of how far they are from the goal, which it need not reach
    #[arg(long, value_name = "STATE")]
    pub from: Option<String>,
    /// Keep in this folder what does not fit in memory, and go on from there when it was interrupted
    #[arg(long, value_name = "DIR")]
    pub disk: Option<PathBuf>,
    /// Time between two checkpoints: seconds, or 5m [default: 300 with --disk; without, only when interrupted, in the
    /// cache folder]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub checkpoint_seconds: Option<Duration>,
    /// How many threads work [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all of the farthest positions to this file, one a line
    #[arg(long, value_name = "FILE")]
    pub antipodes: Option<PathBuf>,
    /// Write the distance of every position to this table file, in two bits each, as `loyd table build --bits 2` does
    #[arg(short, long, alias = "save", value_name = "FILE", conflicts_with = "from")]
    pub output: Option<PathBuf>,
    /// Draw the number of positions at each distance, as an SVG: FILE.svg
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Text for people, a JSON object, or comma-separated rows
    #[arg(long, value_enum, default_value_t)]
    pub format: MapFormat,
    /// Compare every position with its neighbours, and not only a sample; this takes many times the work of the map
    #[arg(long)]
    pub verify: bool,
    /// Print the number of states, and the memory and approximate time of a map, and make none
    #[arg(long, conflicts_with_all = ["antipodes", "plot", "output", "disk", "checkpoint_seconds"])]
    pub dry_run: bool,
    /// Print on standard error how the space is searched, and what the map cost
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
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h; the same command goes on from there
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Take no more memory: 500MB, 4GiB, or bytes [default: nine tenths of what is free]
    #[arg(long, alias = "memory", value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    /// Stop after the layer of so many moves, or of that cost
    #[arg(long, value_name = "N")]
    pub limit_moves: Option<u32>,
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
