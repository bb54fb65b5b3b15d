//! `loyd cluster map`: runs one of the processes that draw a map together.

use std::sync::Arc;

use loyd::catalogue;
use loyd::service::{Fault, Kind, Origin};
use loyd_cluster::{ClusterSettings, ClusterToken, Flow, NotJoined, hosts, join};
use loyd_core::table::map::Partnership;

use super::metrics::ClusterMetrics;
use super::watch::FlowWatch;
use crate::arguments::{ClusterMapArguments, JoinArguments, MapArguments};
use crate::commands::spaces::map;
use crate::exit::{Code, Failure};
use crate::machine::memory::budget;
use crate::output::tell;

/// The memory for messages on their way is this fraction (one in `BUFFERS`) of all, and at most `MOST_BUFFERS` bytes.
const BUFFERS: u64 = 8;
pub const MOST_BUFFERS: u64 = 256 << 20;

/// Runs the command.
///
/// # Errors
/// The errors of `loyd map`; also when the processes do not find each other, or one of them is lost.
pub fn run(asked: &ClusterMapArguments) -> Result<Code, Failure> {
    // The metrics come first, so that no process waits for one that cannot listen.
    let metrics = asked.metrics.as_deref().map(ClusterMetrics::listen).transpose()?;
    if let (Some(metrics), true) = (&metrics, asked.map.verbose) {
        tell(&format!("map: metrics at http://{}/metrics", metrics.address()));
    }
    let flow = joined(&asked.join, agreement(&asked.map))?;
    let memory = budget(asked.map.limits.limit_memory, 1).unwrap_or(u64::MAX);
    let together =
        Partnership::new(flow.clone(), (memory / BUFFERS).min(MOST_BUFFERS)).beside(beside(flow.hosts().len()));
    let watched = flow.clone();
    let together = Arc::new(together.watching(move || watched.lost()));
    let watch = Arc::new(FlowWatch::new(&flow, together, asked.map.verbose));
    let served = metrics.map_or(Ok(()), |metrics| metrics.tell_of(Arc::clone(&watch)));
    let drawn = served.and_then(|()| map::draw(&asked.map, Some(&*watch)));
    end(flow, drawn)
}

/// Returns the bytes that the connections of so many processes hold, whatever they send.
pub fn beside(processes: usize) -> u64 {
    /// The thread stacks and later allocations, for each other process and for all together.
    const EACH: u64 = 4 << 20;
    const ALL: u64 = 12 << 20;
    (loyd_cluster::BUFFERS + EACH) * (processes as u64 - 1) + ALL
}

/// Connects this process to the other processes.
///
/// # Errors
/// When a file cannot be read, or the processes do not find each other.
pub fn joined(asked: &JoinArguments, agree: Vec<(String, String)>) -> Result<Flow, Failure> {
    let hosts = hosts::read(&asked.hosts).map_err(|why| Failure::usage(format!("--hosts: {why}")))?;
    if asked.process >= hosts.len() {
        let last = hosts.len() - 1;
        return Err(Failure::usage(format!("--process: expected a number from 0 to {last}, found {}", asked.process)));
    }
    let mut settings = ClusterSettings::new(hosts, asked.process);
    if let Some(path) = &asked.token_file {
        let token = ClusterToken::read(path).map_err(|why| Failure::usage(format!("--token-file: {why}")))?;
        settings.token = Some(token);
    }
    (settings.patience, settings.agree) = (asked.wait_seconds, agree);
    join(settings).map_err(|why| match why {
        NotJoined::Missing { .. } | NotJoined::Gone { .. } => {
            Fault::new(Kind::Lost, Origin::Peer, why.to_string()).into()
        }
        NotJoined::Listen { .. } | NotJoined::System(_) => Fault::system(why.to_string()).into(),
        NotJoined::NoToken { .. } => {
            Failure::usage(format!("{why}; use --token-file with a file that all machines have"))
        }
        _ => Failure::usage(why.to_string()),
    })
}

/// Returns the values that must be the same in all processes, by name.
fn agreement(asked: &MapArguments) -> Vec<(String, String)> {
    let goal = asked.puzzle.goal.clone().unwrap_or_else(|| "the standard one".into());
    let from = asked.from.clone().unwrap_or_else(|| "the goal".into());
    let is_kept = if asked.disk.is_some() { "kept" } else { "in memory only" };
    let named = if asked.antipodes.is_some() { "all" } else { "some" };
    [
        ("loyd", env!("CARGO_PKG_VERSION").to_string()),
        ("work", "map".into()),
        ("puzzle", catalogue::resolve(&asked.puzzle.puzzle)),
        ("goal", goal),
        ("from", from),
        ("map", is_kept.into()),
        ("antipodes", named.into()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into()
}

/// Leaves the other processes: in agreement, or with the reason why this process cannot go on.
///
/// # Errors
/// The failure in `done`.
pub fn end(flow: Flow, done: Result<Code, Failure>) -> Result<Code, Failure> {
    match done {
        Ok(code) => {
            // The work is complete, so a process that is lost now does not matter.
            if let Err(why) = flow.leave() {
                tell(&format!("loyd: {why}, after the map was complete"));
            }
            Ok(code)
        }
        Err(failure) => {
            if flow.lost().is_none() {
                flow.give_up(&failure.to_string());
            }
            Err(failure)
        }
    }
}
