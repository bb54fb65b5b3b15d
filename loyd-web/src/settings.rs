//! What an operator may set.

use std::net::SocketAddr;
use std::time::Duration;

/// The port where nobody says another.
pub const PORT: u16 = 8015;

/// What a server listens to, and what it gives at most.
///
/// The times are those of a client that does nothing: a server that waits for it longer is a server for fewer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Names that a `Host` may have beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Origins, as `https://example.org`, whose pages may ask.
    pub origins: Vec<String>,
    /// The most time of a question.
    pub time: Duration,
    /// The most bytes that all questions together may hold, tables included.
    pub memory: u64,
    /// How many searches run at a time.
    pub concurrency: usize,
    /// How many questions may wait for one of them to end.
    pub queue: usize,
    /// The most threads of a question.
    pub cores: usize,
    /// Whether the table of all distances of a small space is kept once it pays. Then the algorithm of a reply, and
    /// which of several shortest solutions it names, depend on what was asked before.
    pub keep_tables: bool,
    /// How many connections are served at a time; more of them wait.
    pub connections: usize,
    /// How long a client may take for the head of a request, and may send nothing between two requests.
    pub head: Duration,
    /// How long it may take for the body of one, and how long a batch goes unread before it is ended.
    pub body: Duration,
    /// How long a client may take in nothing of a reply.
    pub unread: Duration,
    /// Between two comments on a stream of events, which keep the way open.
    pub comment: Duration,
    /// How long replies under way may take once the server is told to stop.
    pub grace: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], PORT)),
            hosts: Vec::new(),
            origins: Vec::new(),
            time: Duration::from_secs(30),
            memory: 2_000_000_000,
            concurrency: cores,
            queue: 16 * cores,
            cores,
            keep_tables: false,
            connections: 1024,
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            unread: Duration::from_secs(30),
            comment: Duration::from_secs(15),
            grace: Duration::from_secs(4),
        }
    }
}
