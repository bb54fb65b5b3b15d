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
    /// Only these instances: ids and ranges of ids, such as 1-10,45
    #[arg(long, value_name = "IDS", value_parser = instances)]
    pub instances: Option<String>,
    /// Only the N instances with the smallest published node counts, the smallest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub easiest: Option<u32>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Threads for each position; with 1, published counts of the same search must be met
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A table for people, or one JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print on standard error how the first instance was solved, and why by that algorithm
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
}

/// A list of ids that can be one; what its parts name is known only with the set.
fn instances(text: &str) -> Result<String, String> {
    Selection::read(text).map(|_| text.into())
}
