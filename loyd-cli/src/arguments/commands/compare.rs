//! Arguments of `loyd compare`.

use clap::{Args, ValueEnum};
use loyd::planner::Algorithm;

use crate::arguments::{CacheArguments, LimitArguments, MovesArgument, NamedTable, PuzzleArguments, Unquoted};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The position, or @FILE; `-` reads many, one a line, and without it a board is read from standard input
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Make these moves first, from STATE (from the goal when STATE is left out)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    /// Only these algorithms, such as a-star,ida-star [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = algorithm)]
    pub algorithms: Vec<Algorithm>,
    /// Only these lower bounds, whatever their tables take [default: all whose tables are at hand or quickly built]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub heuristics: Vec<String>,
    /// A table for people, one JSON object a line, or comma-separated rows
    #[arg(long, value_enum, default_value_t)]
    pub format: CompareFormat,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// The form in which a comparison is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    // For people. (No doc comments here: clap would turn the short help into the long one.)
    #[default]
    Text,
    Json,
    Csv,
}

/// An algorithm that finds shortest solutions, by name.
fn algorithm(name: &str) -> Result<Algorithm, String> {
    let names = Algorithm::ALL.map(Algorithm::name).join(", ");
    Algorithm::named(name).ok_or_else(|| format!("expected some of: {names}"))
}
