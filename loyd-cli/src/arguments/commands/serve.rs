//! Arguments of `serve`.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;

use crate::arguments::{CacheArguments, units};

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// The address to listen on; an address other than loopback admits other machines
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], loyd_web::PORT)))]
    pub listen: SocketAddr,
    /// A host name of the server, besides addresses and localhost; may be repeated
    #[arg(long, value_name = "NAME", value_parser = host)]
    pub allow_host: Vec<String>,
    /// An origin such as https://example.org whose pages may send requests; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub allow_origin: Vec<String>,
    /// The time limit of a request: seconds, or 500ms, 1m, 1m30s
    #[arg(long, value_name = "S", value_parser = units::seconds, default_value = "30")]
    pub max_seconds: Duration,
    /// The memory limit of all requests together: 500MB, 4GiB, or bytes
    #[arg(long, value_name = "B", value_parser = units::bytes, default_value = "2GB")]
    pub max_memory: u64,
    /// The number of searches at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// The number of requests that may wait for a search [default: 16 per core]
    #[arg(long, value_name = "N")]
    pub queue: Option<u16>,
    /// The number of connections at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000), default_value_t = 1024)]
    pub connections: u32,
    /// Answer small puzzles from a table of all distances in memory, once that saves time
    ///
    /// Answers from a table are faster. The algorithm in the answer, and the choice among several shortest
    /// solutions, then depend on earlier questions.
    #[arg(long)]
    pub keep_tables: bool,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Also log details for debugging
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub tables: CacheArguments,
    // A worker of a server: it answers questions from standard input, with `max_memory` for `concurrency` questions.
    #[arg(long, hide = true)]
    pub worker: bool,
}

/// Checks a host name as it appears in a `Host` header without the port; no other text could ever match.
fn host(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => Ok(text.into()),
        false => Err("expected a name such as puzzles.example, without scheme, port and path".into()),
    }
}

/// An origin as a browser sends it: a scheme, a name and perhaps a port, in lower case.
fn origin(text: &str) -> Result<String, String> {
    let name = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._:[]".contains(c);
    match !name.is_empty() && name.chars().all(plain) {
        true => Ok(text.into()),
        false => Err("expected an origin such as https://example.org, in lower case and without a path".into()),
    }
}
