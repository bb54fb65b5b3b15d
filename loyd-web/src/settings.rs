//! The settings of the operator.

use std::net::SocketAddr;
use std::time::Duration;

/// The default port.
pub const PORT: u16 = 8015;

/// The address of a server, and its limits.
///
/// Some limits bound how long a client may do nothing, because a server that waits longer serves fewer clients.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The address where the server listens.
    pub listen: SocketAddr,
    /// The names that a `Host` may have, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// The origins, such as `https://example.org`, whose pages may ask.
    pub origins: Vec<String>,
    /// The most time for a question.
    pub time: Duration,
    /// The most bytes that all questions together may hold, with tables.
    pub memory: u64,
    /// The number of searches that run at a time.
    pub concurrency: usize,
    /// The number of questions that may wait for a place.
    pub queue: usize,
    /// The most threads for a question.
    pub cores: usize,
    /// Whether the table of all distances of a small space is kept once it pays. With kept tables, the algorithm in a
    /// reply and the choice among several shortest solutions depend on earlier questions.
    pub keep_tables: bool,
    /// The number of connections that are served at a time. More connections wait.
    pub connections: usize,
    /// The time that a client may take for the head of a request, and may be silent between two requests.
    pub head: Duration,
    /// The time that a client may take for the body of a request, and may leave the replies of a batch unread.
    pub body: Duration,
    /// The time that a client may leave a reply unread.
    pub unread: Duration,
    /// The time between two comments in a stream of events. Comments keep the connection open.
    pub comment: Duration,
    /// The time for replies under way after the server begins to stop.
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
            grace: Duration::from_millis(1900),
        }
    }
}

/// The most threads that answer light questions.
const LIGHT_THREADS: usize = 8;

impl Settings {
    /// The number of threads that answer light questions.
    pub(crate) fn light_threads(&self) -> usize {
        self.cores.clamp(1, LIGHT_THREADS)
    }
}
