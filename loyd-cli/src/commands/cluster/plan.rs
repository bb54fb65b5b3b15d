//! `loyd cluster plan`: the calculated cost of a map by several machines.

use std::io::Write;

use loyd::planner;
use loyd::service::Fault;
use loyd::service::amounts::{grouped, memory};
use loyd_cluster::{Machines, PredictedCost};
use serde::Serialize;

use super::map::{MOST_BUFFERS, beside};
use crate::arguments::{ClusterPlanArguments, Format};
use crate::commands::asked::position;
use crate::exit::{Code, Failure};
use crate::output::{self, json};
use crate::progress::time;

/// The bytes per second in one GB/s.
const GIGA: f64 = 1e9;

/// A plan as JSON.
#[derive(Serialize)]
struct Row<'r> {
    version: u32,
    puzzle: &'r str,
    goal: String,
    states: u64,
    by_blocks: bool,
    /// The number of layers assumed after the first, and whether it is known.
    depth: u32,
    depth_is_known: bool,
    hosts: u16,
    threads: u16,
    bytes: u64,
    least_bytes: u64,
    disk_bytes: u64,
    in_memory: bool,
    sent_bytes: f64,
    sent_bytes_each: f64,
    core_seconds: f64,
    network_seconds: f64,
    disk_seconds: f64,
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// When the puzzle is unknown or has no map, or its depth is neither known nor given.
pub fn run(asked: &ClusterPlanArguments) -> Result<Code, Failure> {
    let hosts = usize::from(asked.hosts);
    let engine = planner::open_within(&position::opening(), &asked.puzzle.puzzle, asked.puzzle.goal.as_deref());
    let engine = engine.map_err(Fault::from)?;
    let (course, known) = engine.map_course(hosts).map_err(Fault::from)?;
    let known = known.filter(|_| asked.puzzle.goal.is_none() && asked.depth.is_none());
    let depth = asked.depth.or(known).ok_or_else(|| {
        Failure::usage(format!("God's number of {} is not known; give a guess with --depth", engine.id()))
    })?;
    let machines = Machines {
        number: hosts,
        threads: asked.threads.into(),
        memory: asked.memory,
        network: asked.network * GIGA,
        disk: asked.disk_rate * GIGA,
    };
    let plan = PredictedCost::new(&course, depth, &machines, MOST_BUFFERS + beside(hosts));
    let mut out = output::stdout();
    let row = Row {
        version: loyd::service::VERSION,
        puzzle: engine.id(),
        goal: engine.goal(),
        states: course.size.ranks,
        by_blocks: course.size.by_blocks,
        depth,
        depth_is_known: known.is_some(),
        hosts: asked.hosts,
        threads: asked.threads,
        bytes: plan.memory,
        least_bytes: plan.least_memory,
        disk_bytes: plan.disk,
        in_memory: plan.is_in_memory,
        sent_bytes: plan.sent,
        sent_bytes_each: plan.sent / hosts as f64,
        core_seconds: plan.core_seconds,
        network_seconds: plan.network_seconds,
        disk_seconds: plan.disk_seconds,
        seconds: plan.seconds(),
    };
    let written = match asked.format {
        Format::Json => json::line(&row, &mut out),
        Format::Text => tell(&row, &plan, asked, &mut out),
    };
    written.map_err(Failure::Output)?;
    // With less memory than this no map can be drawn.
    Ok(if asked.memory < plan.least_memory { Code::Limit } else { Code::Answered })
}

fn tell(
    row: &Row<'_>,
    plan: &PredictedCost,
    asked: &ClusterPlanArguments,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let way = if row.by_blocks { "by blocks" } else { "by ranks" };
    let guess = if row.depth_is_known { "the farthest at" } else { "the farthest guessed at" };
    let Row { puzzle, hosts, threads, depth, .. } = row;
    writeln!(
        out,
        "{puzzle}: {} states {way}, {guess} {depth}, {hosts} machines of {threads} cores",
        grouped(row.states)
    )?;
    let needed = memory(plan.memory);
    let least = memory(plan.least_memory);
    match (asked.memory < plan.least_memory, plan.is_in_memory) {
        (true, _) => writeln!(out, "memory: at least {least} for each machine, {} available", memory(asked.memory))?,
        (_, true) => writeln!(out, "memory: {needed} for each machine, with only checkpoints on disk")?,
        (_, false) => writeln!(
            out,
            "memory: all {} of each machine; {needed} would hold the whole map, {least} is the least",
            memory(asked.memory)
        )?,
    }
    writeln!(out, "disk: at most {} for each machine, with --disk", memory(plan.disk))?;
    let (all, each) = (memory(plan.sent as u64), memory(row.sent_bytes_each as u64));
    writeln!(out, "network: {all} in all, {each} sent by each machine")?;
    let [cores, network, disk] = [plan.core_seconds, plan.network_seconds, plan.disk_seconds].map(time);
    writeln!(out, "time: {} at most: cores {cores}, network {network}, disk {disk}", time(row.seconds))
}
