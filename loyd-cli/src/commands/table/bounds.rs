//! `loyd table build`: the tables of lower bounds, built ahead.

use std::io::{self, Write};
use std::time::Instant;

use loyd::planner::{self, Engine, Request, Size, TablePlan};
use loyd::puzzle::pattern::Order;
use loyd::search::Limits;
use serde::Serialize;

use super::super::{limits, listener, no_effect};
use crate::arguments::{Format, LimitArguments, TableBuild};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::json;
use crate::output::text::memory;
use crate::progress::{self, grouped};

/// States that one core looks at in a second, and placements that it then brings into the order of their cells, as measured on the machine of
/// the project's figures; the time before a build is an estimate by them.
const STATES_A_SECOND: f64 = 80e6;
const PLACEMENTS_A_SECOND: f64 = 38e6;

#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    puzzle: &'a str,
    kind: &'a str,
    pieces: &'a str,
    layout: &'a str,
    encoding: &'a str,
    entries: u64,
    bytes: u64,
    building_bytes: u64,
    states: u64,
    path: Option<String>,
    /// Whether the table was there before.
    kept: bool,
    /// Measured, or with `--dry-run` estimated for what is not there.
    seconds: f64,
}

/// Builds the tables of a lower bound.
///
/// # Errors
/// When the puzzle or the bound is none, or a limit is reached.
pub fn build(asked: &TableBuild) -> Result<Code, Failure> {
    if asked.tables.no_cache {
        return Err(no_effect("--no-cache", "the tables are built to be kept"));
    }
    let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
    let plans = engine.tables(asked.heuristic.as_deref())?;
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let TableBuild { limit_seconds, limit_memory, .. } = *asked;
    let given = LimitArguments { limit_seconds, limit_memory, ..LimitArguments::default() };
    let request = Request {
        limits: limits(&given, &interrupt, line.as_ref(), 1),
        cache: asked.tables.cache(),
        notify: Some(listener(false, line.as_ref())),
        ..Request::default()
    };
    let mut out = io::stdout();
    let mut code = Code::Answered;
    for (index, plan) in plans.iter().enumerate() {
        let path = request.cache.path(&plan.identity);
        let kept = path.as_ref().is_some_and(|path| path.exists());
        let size = engine.table_size(asked.heuristic.as_deref(), index)?;
        let began = Instant::now();
        if !asked.dry_run {
            let what = format!("table {} of {}, {} states: ", index + 1, plans.len(), grouped(size.states));
            let progress = line.as_ref().map(|line| line.callback_for(&what));
            let request = Request { limits: Limits { progress, ..request.limits.clone() }, ..request.clone() };
            let _running = interrupt.running();
            let built = engine.table(asked.heuristic.as_deref(), index, &request);
            if let Some(line) = &line {
                line.hide();
            }
            built?;
        }
        let seconds = match asked.dry_run {
            false => began.elapsed().as_secs_f64(),
            true if kept => 0.0,
            true => estimate(&size, plan),
        };
        let path = path.filter(|path| asked.dry_run || path.exists());
        let path = path.map(|path| path.display().to_string());
        let row = Row { path, kept, seconds, ..row(&*engine, plan, &size) };
        let written = match asked.format {
            Format::Json => json::line(&row, &mut out),
            Format::Text => tell(&row, asked.dry_run, &mut out),
        };
        written.map_err(Failure::Output)?;
        if !asked.dry_run && row.path.is_none() {
            code = Code::Failed;
        }
    }
    Ok(code)
}

fn estimate(size: &Size, plan: &TablePlan) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let by_cells = if plan.identity.layout == Order::Cells.name() { size.entries as f64 } else { 0.0 };
    (size.states as f64 / STATES_A_SECOND + by_cells / PLACEMENTS_A_SECOND) / cores as f64
}

fn row<'a>(engine: &'a dyn Engine, plan: &'a TablePlan, size: &Size) -> Row<'a> {
    let identity = &plan.identity;
    Row {
        version: json::VERSION,
        puzzle: engine.id(),
        kind: &identity.kind,
        pieces: identity.parameters.get("pieces").map_or("", String::as_str),
        layout: &identity.layout,
        encoding: &identity.encoding,
        entries: identity.entries,
        bytes: plan.bytes,
        building_bytes: size.bytes,
        states: size.states,
        path: None,
        kept: false,
        seconds: 0.0,
    }
}

fn tell(row: &Row<'_>, dry: bool, out: &mut impl Write) -> io::Result<()> {
    let what =
        format!("{} of pieces {}: {} entries, {}", row.kind, row.pieces, grouped(row.entries), memory(row.bytes));
    let done = match (row.kept, dry) {
        (true, _) => "there already".into(),
        (false, true) => {
            let (states, bytes) = (grouped(row.states), memory(row.building_bytes));
            format!("would look at {states} states in {bytes}, about {:.1} s", row.seconds)
        }
        (false, false) => format!("built in {:.1} s", row.seconds),
    };
    let place = match &row.path {
        Some(path) => path.as_str(),
        None if dry => "no folder to keep it in",
        None => "not kept",
    };
    writeln!(out, "{what}\n  {done}: {place}")
}
