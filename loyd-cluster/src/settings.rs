//! The settings with which a process joins the others.

use std::time::Duration;

use crate::meet::token::ClusterToken;

/// The processes, and how long they wait for each other.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClusterSettings {
    /// The address where each process listens, as `host:port`.
    pub hosts: Vec<String>,
    /// The number of this process: its index in `hosts`.
    pub own: usize,
    /// The secret that all processes must prove. Without a token, every host must be a loopback address.
    pub token: Option<ClusterToken>,
    /// The names and values that must be equal in all processes: version, puzzle, goal, shards.
    pub agree: Vec<(String, String)>,
    /// How long to wait until all processes are there.
    pub patience: Duration,
    /// How long a handshake may take.
    pub handshake: Duration,
    /// The heartbeats.
    pub beats: Beats,
}

impl ClusterSettings {
    /// Settings for process `own` among these hosts, with defaults for the rest.
    pub fn new(hosts: Vec<String>, own: usize) -> ClusterSettings {
        ClusterSettings {
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

/// How processes check that the others are alive.
#[derive(Clone, Copy, Debug)]
pub struct Beats {
    /// The time between two beats.
    pub every: Duration,
    /// A process that has sent nothing for this long is lost.
    pub limit: Duration,
}

impl Default for Beats {
    fn default() -> Beats {
        Beats { every: Duration::from_secs(1), limit: Duration::from_secs(15) }
    }
}
