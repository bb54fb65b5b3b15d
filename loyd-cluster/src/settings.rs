//! What is set where a process joins the others.

use std::time::Duration;

use crate::meet::token::Token;

/// Who the processes are, and how long they wait for each other.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Where each process listens, as `host:port`.
    pub hosts: Vec<String>,
    /// The number of this process: its place among the hosts.
    pub own: usize,
    /// What all have to prove. Without one, every host has to be loopback.
    pub token: Option<Token>,
    /// What has to be the same for all, by name: version, puzzle, goal, shards.
    pub agree: Vec<(String, String)>,
    /// How long to wait until all are there.
    pub patience: Duration,
    /// How long a handshake may take.
    pub handshake: Duration,
    /// The heartbeats.
    pub beats: Beats,
}

impl Settings {
    /// This process among these hosts, the rest as by default.
    pub fn new(hosts: Vec<String>, own: usize) -> Settings {
        Settings {
            hosts,
            own,
            token: None,
            agree: Vec::new(),
            patience: Duration::from_secs(60),
            handshake: Duration::from_secs(5),
            beats: Beats::default(),
        }
    }
}

/// How processes know that the others live.
#[derive(Clone, Copy, Debug)]
pub struct Beats {
    /// A beat is sent so often.
    pub every: Duration,
    /// A process from which nothing is heard for so long is lost.
    pub limit: Duration,
}

impl Default for Beats {
    fn default() -> Beats {
        Beats { every: Duration::from_secs(1), limit: Duration::from_secs(15) }
    }
}
