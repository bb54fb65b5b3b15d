//! Arguments of `loyd compare`.

use clap::{Args, ValueEnum};
use loyd::service::Algorithm;

use crate::arguments::{CacheArguments, LimitArguments, MovesArgument, NamedTable, PuzzleArguments, Unquoted};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The position, or @FILE; `-` reads one position per line from standard input, and without STATE one board
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Make these moves first, from STATE (default: from the goal)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    /// Compare only these algorithms, such as a-star,ida-star [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = algorithm)]
    pub algorithms: Vec<Algorithm>,
    /// Compare only these lower bounds, whatever the size of their tables [default: all whose tables exist or are
    /// quick to build]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub heuristics: Vec<String>,
    /// Output as a table, as one JSON object per line, or as comma-separated rows
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
    Algorithm::named(name).ok_or_else(|| format!("expected one or more of {names}"))
}
