//! Arguments of `loyd bench`.

use clap::Args;
use loyd::service::bench::Selection;

use crate::arguments::{CacheArguments, Format, LimitArguments, SearchArguments};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// korf100, korf-felner50, hardest15, or a file of positions
    #[arg(value_hint = clap::ValueHint::FilePath)]
    pub set: String,
    /// Solve only these instances: ids and ranges of ids, such as 1-10,45
    #[arg(long, value_name = "IDS", value_parser = instances)]
    pub instances: Option<String>,
    /// Solve only the N instances with the smallest published node counts, in that order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub easiest: Option<u32>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Threads for each position; with 1, node counts must equal the published counts of the same search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Output as a table, or as one JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print the algorithm for the first instance, the reason for it, and the costs on standard error
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// Checks the form of a list of ids; the set decides whether the ids exist.
fn instances(text: &str) -> Result<String, String> {
    Selection::read(text).map(|_| text.into())
}
