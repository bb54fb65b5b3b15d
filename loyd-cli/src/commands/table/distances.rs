//! `loyd table build --bits`: the distances of all states, built ahead.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use loyd::limits::Watcher;
use loyd::planner::{self, DistancePlan, Request};
use loyd::search::Limits;
use serde::Serialize;

use super::super::{listener, no_effect};
use crate::arguments::{Format, TableBuild};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::{json, text};
use crate::progress::{self, grouped};

/// Moves that one core follows in a second, by ranks and by blocks, as measured on the machine of the project's figures; the time before a
/// build is an estimate by it.
const MOVES_A_SECOND: [f64; 2] = [20e6, 200e6];

#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    kind: &'a str,
    layout: &'a str,
    encoding: &'a str,
    bits: u8,
    entries: u64,
    bytes: u64,
    building_bytes: u64,
    path: Option<String>,
    /// Whether the table was there before.
    kept: bool,
    /// Measured, or with `--dry-run` estimated for what is not there.
    seconds: f64,
}

/// Builds the table, or says what it would take.
///
/// # Errors
/// When the puzzle is none or has no such table, a limit is reached, or the file cannot be written.
pub fn build(asked: &TableBuild, bits: u8) -> Result<Code, Failure> {
    if asked.tables.no_cache {
        return Err(no_effect("--no-cache", "the table is built to be kept: name a file with -o"));
    }
    let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
    let plan = engine.distance_plan(bits)?;
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let may_take = asked.limit_memory.or_else(|| memory::share(1));
    let limits = Limits {
        time: asked.limit_seconds,
        bytes: may_take,
        cancel: Some(interrupt.flag()),
        progress: line.clone().map(|line| watcher(line, plan.identity.entries)),
        ..Limits::default()
    };
    let (cache, notify) = (asked.tables.cache(), Some(listener(false, line.as_ref())));
    let request = Request { limits, cache, notify, ..Request::default() };
    let path = asked.output.clone().or_else(|| request.cache.path(&plan.identity));
    let kept = asked.output.is_none() && path.as_ref().is_some_and(|path| path.exists());
    let began = Instant::now();
    if !asked.dry_run {
        if !kept {
            fits(engine.id(), &plan, bits, may_take)?;
        }
        let _running = interrupt.running();
        let built = engine.build_distances(bits, asked.output.as_deref(), &request);
        line.iter().for_each(progress::Line::hide);
        built?;
    }
    let seconds = match asked.dry_run {
        false => began.elapsed().as_secs_f64(),
        true if kept => 0.0,
        true => estimate(&plan),
    };
    let path = path.filter(|path| asked.dry_run || path.exists());
    let identity = &plan.identity;
    let row = Row {
        version: json::VERSION,
        puzzle: engine.id(),
        goal: &identity.goal,
        kind: &identity.kind,
        layout: &identity.layout,
        encoding: &identity.encoding,
        bits,
        entries: identity.entries,
        bytes: plan.bytes,
        building_bytes: plan.building_bytes,
        path: path.as_deref().map(Path::display).map(|path| path.to_string()),
        kept,
        seconds,
    };
    let mut out = io::stdout();
    let written = match asked.format {
        Format::Json => json::line(&row, &mut out),
        Format::Text => tell(&row, asked.dry_run, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(if asked.dry_run || row.path.is_some() { Code::Answered } else { Code::Failed })
}

fn watcher(line: progress::Line, entries: u64) -> Watcher {
    Arc::new(move |progress| {
        line.say(progress.seconds, || {
            let (found, all) = (grouped(progress.nodes), grouped(entries));
            let rate = progress::rate(progress.nodes, "states", progress.seconds);
            format!("depth {}, {found} of {all} states, {rate}", progress.depth + 1)
        });
    })
}

/// Whether the memory does.
fn fits(puzzle: &str, plan: &DistancePlan, bits: u8, may_take: Option<u64>) -> Result<(), Failure> {
    match may_take {
        Some(most) if plan.building_bytes > most => {
            let (needs, states) = (text::memory(plan.building_bytes), grouped(plan.identity.entries));
            let fewer = if bits == 2 { "take a smaller puzzle" } else { "take fewer bits" };
            Err(Failure::Memory(format!(
                "the table of {puzzle} needs {needs} of memory for its {states} states, and {} may be taken: allow more with \
                 --limit-memory where the machine has it, or {fewer}",
                text::memory(most)
            )))
        }
        _ => Ok(()),
    }
}

fn estimate(plan: &DistancePlan) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    plan.identity.entries as f64 * plan.moves / MOVES_A_SECOND[usize::from(plan.by_blocks)] / cores as f64
}

fn tell(row: &Row<'_>, dry: bool, out: &mut impl Write) -> io::Result<()> {
    let Row { puzzle, bits, entries, bytes, building_bytes, kept, seconds, .. } = *row;
    let done = match (kept, dry) {
        (true, _) => "there already".into(),
        (false, true) => format!("would be built in {} of memory, about {seconds:.1} s", text::memory(building_bytes)),
        (false, false) => format!("built in {seconds:.1} s"),
    };
    let place = match &row.path {
        Some(path) => path.as_str(),
        None if dry => "no folder to keep it in",
        None => "not kept",
    };
    let (entries, bytes) = (grouped(entries), text::memory(bytes));
    writeln!(out, "distances of {puzzle}: {entries} states of {bits} bits, {bytes}\n  {done}: {place}")
}
