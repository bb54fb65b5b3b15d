//! Arguments of `loyd play`.

use std::time::Duration;

use clap::Args;
use loyd_core::puzzle::Convention;

use crate::arguments::choices::ConventionParser;
use crate::arguments::{CacheArguments, ChoiceArguments, MovesArgument, Unquoted, units};

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// The puzzle: 8, 15, sliding:3x4, swap:3, pancake:7 ... (`loyd puzzles` lists all)
    #[arg(default_value = "8")]
    pub puzzle: String,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The first position, or @FILE [default: a random position]
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Another goal: a name (`loyd puzzles NAME` lists the names), a position, or @FILE
    #[arg(long, value_name = "S")]
    pub goal: Option<String>,
    /// Make these moves first, from STATE (default: from the goal)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    /// Begin at a random position at exactly this distance from the goal
    #[arg(long, value_name = "D", conflicts_with_all = ["state", "scramble"])]
    pub depth: Option<u32>,
    /// Whether an arrow key names the direction of the tile or of the blank [default: tile]
    #[arg(long, value_name = "WHOSE", value_parser = ConventionParser)]
    pub convention: Option<Convention>,
    #[command(flatten)]
    pub limits: PlayLimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// The limits of the search for a distance, a hint or a solution.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (of each search)")]
pub struct PlayLimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h [default: 60]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Stop before the search uses more memory: 500MB, 4GiB, or bytes [default: three tenths of the free memory]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}
