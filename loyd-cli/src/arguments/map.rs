//! What `loyd map` may be asked.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{PuzzleArguments, units};

/// Arguments of `map`.
#[derive(Debug, Args)]
pub struct Map {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// Take no more memory: 500MB, 4GiB, or bytes [default: nine tenths of what is free]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub memory: Option<u64>,
    /// How many threads work [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all of the farthest positions to this file, one a line
    #[arg(long, value_name = "FILE")]
    pub antipodes: Option<PathBuf>,
    /// Draw the number of positions at each distance: FILE.svg
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Text for people, a JSON object, or comma-separated rows
    #[arg(long, value_enum, default_value_t)]
    pub format: MapFormat,
    /// Say how many states there are, how much memory and about how much time a map takes, and draw none
    #[arg(long, conflicts_with_all = ["antipodes", "plot"])]
    pub dry_run: bool,
    /// Say on standard error how it is searched, and what it cost
    #[arg(short, long)]
    pub verbose: bool,
}

/// How a census is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MapFormat {
    // For people. (No doc comments here: clap would turn the short help into the long one.)
    #[default]
    Text,
    Json,
    Csv,
}
