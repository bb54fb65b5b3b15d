//! `loyd cluster status`: the progress of a map that several processes keep on disk.

use std::io::Write;

use loyd::service::amounts::{counted, grouped, memory};
use loyd_core::table::map::{FoundCheckpoint, Status};
use serde::Serialize;

use crate::arguments::{ClusterStatusArguments, Format};
use crate::exit::{Code, Failure};
use crate::output::{self, json};

/// A status as JSON.
#[derive(Serialize)]
struct Row<'s> {
    version: u32,
    folder: String,
    puzzle: Option<&'s str>,
    goal: Option<&'s str>,
    /// The number of layers in the checkpoint that counts.
    layers: Option<u64>,
    states: Option<u64>,
    shards: u64,
    missing: Vec<[u64; 2]>,
    damaged: Vec<String>,
    bytes: u64,
    processes: Vec<usize>,
}

/// Runs the command.
///
/// # Errors
/// When the folder cannot be read.
pub fn run(asked: &ClusterStatusArguments) -> Result<Code, Failure> {
    let status = Status::of(&asked.folder).map_err(loyd::service::Fault::from)?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Json => json::line(&row(asked, &status), &mut out),
        Format::Text => tell(asked, &status, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(if status.is_whole() { Code::Answered } else { Code::Damaged })
}

fn row<'s>(asked: &ClusterStatusArguments, status: &'s Status) -> Row<'s> {
    let Status { found, shards, missing, damaged, bytes, processes } = status;
    Row {
        version: loyd::service::VERSION,
        folder: asked.folder.display().to_string(),
        puzzle: found.as_ref().map(|found| found.identity.puzzle.as_str()),
        goal: found.as_ref().map(|found| found.identity.goal.as_str()),
        layers: found.as_ref().map(|found| found.layers.len() as u64),
        states: found.as_ref().map(|found| found.layers.iter().sum()),
        shards: *shards,
        missing: missing.iter().map(|range| [range.start, range.end]).collect(),
        damaged: damaged.iter().map(ToString::to_string).collect(),
        bytes: *bytes,
        processes: processes.clone(),
    }
}

fn tell(asked: &ClusterStatusArguments, status: &Status, out: &mut impl Write) -> std::io::Result<()> {
    let folder = asked.folder.display();
    let Some(FoundCheckpoint { identity, layers, .. }) = &status.found else {
        if let Some(why) = status.damaged.first() {
            return writeln!(out, "{folder}: no usable checkpoint: {why}");
        }
        return writeln!(out, "{folder}: no checkpoint: the map is finished, or was never started here");
    };
    let states: u64 = layers.iter().sum();
    writeln!(
        out,
        "{}: {} within {} moves, {} on disk, in the folders of processes {}",
        identity.puzzle,
        counted(states.into(), "position"),
        layers.len().saturating_sub(1),
        memory(status.bytes),
        status.processes.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    )?;
    writeln!(out, "goal {}", identity.goal)?;
    if status.is_whole() {
        return writeln!(out, "all {} shards are present", grouped(status.shards));
    }
    for range in &status.missing {
        writeln!(out, "missing: shards {} to {} of {}", range.start, range.end - 1, status.shards)?;
    }
    status.damaged.iter().try_for_each(|why| writeln!(out, "damaged: {why}"))
}
