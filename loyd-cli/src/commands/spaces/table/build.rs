//! `loyd table build`: builds the tables of lower bounds, or the distances of all states, in advance.

use std::io::{self, Write};

use loyd::service::amounts::{grouped, memory};
use loyd::service::reply::{BoundTable, BuiltDistances};
use loyd::service::{Bounds, Distances, Event, Kind, TableLimits};
use loyd_core::puzzle::pattern::Product;

use crate::arguments::{Format, TableBuildArguments};
use crate::exit::{Code, Failure};
use crate::machine::memory::budget;
use crate::output::{self, json};
use crate::progress;
use crate::session::Session;

/// Builds the tables, or prints what they would cost.
///
/// # Errors
/// When the puzzle or the heuristic is unknown, a limit is reached, or a file cannot be written.
pub fn run(asked: &TableBuildArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service.memory(budget(asked.limit_memory, 1)))?;
    let (puzzle, goal) = (asked.puzzle.puzzle.as_str().into(), asked.puzzle.goal.clone());
    let limits = TableLimits { time: asked.limit_seconds, memory: asked.limit_memory };
    let (tables, dry_run) = (asked.tables.folder(), asked.dry_run);
    let mut out = output::stdout();
    if asked.bits.is_none() {
        let question = Bounds { puzzle, goal, heuristic: asked.heuristic.clone(), limits, tables, dry_run };
        let mut missing = false;
        let mut hear = |event| {
            let Event::Built(table) = event else { return Ok(()) };
            missing |= table.path.is_none();
            let written = match asked.format {
                Format::Json => json::line(&table, &mut out),
                Format::Text => tell_bound(&table, asked.dry_run, &mut out),
            };
            written.map_err(Failure::Output)
        };
        session.hear(&question, progress::message, Some(&mut hear))?;
        return Ok(if missing && !asked.dry_run { Code::Failed } else { Code::Answered });
    }
    let output = asked.output.clone();
    let question = Distances { puzzle, goal, bits: asked.bits, output, limits, tables, dry_run };
    let table = session.hear(&question, progress::layers, None).map_err(|failure| remedied(failure, asked.bits))?;
    let written = match asked.format {
        Format::Json => json::line(&table, &mut out),
        Format::Text => tell_distances(&table, asked.dry_run, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(if asked.dry_run || table.path.is_some() { Code::Answered } else { Code::Failed })
}

/// Adds advice to the failure for lack of memory.
fn remedied(failure: Failure, bits: Option<u8>) -> Failure {
    match failure {
        Failure::Fault(mut fault) if fault.kind == Kind::Memory => {
            let fewer = if bits == Some(2) { "choose a smaller puzzle" } else { "choose fewer bits" };
            fault.message += &format!("; raise --limit-memory if the machine has more memory, or {fewer}");
            Failure::Fault(fault)
        }
        failure => failure,
    }
}

fn tell_bound(row: &BoundTable, dry: bool, out: &mut impl Write) -> io::Result<()> {
    let pieces = match (row.notes.get("pieces"), row.notes.get("goal")) {
        (Some(pieces), Some(goal)) => format!("{pieces} of the goal {goal}"),
        _ => format!("in cells {}", row.pieces),
    };
    let pieces = match Product::is_layout(&row.layout) {
        true => format!(": {}", row.pieces),
        false => format!(" of pieces {pieces}"),
    };
    let what = format!("{}{pieces}: {} entries, {}", row.kind, grouped(row.entries), memory(row.bytes));
    let done = match (row.kept, dry) {
        (true, _) => "already there".into(),
        (false, true) => {
            let (states, bytes) = (grouped(row.states), memory(row.building_bytes));
            format!("would visit {states} states with {bytes} of memory, about {:.1} s", row.seconds)
        }
        (false, false) => format!("built in {:.1} s", row.seconds),
    };
    writeln!(out, "{what}\n  {done}: {}", place(row.path.as_deref(), dry))
}

fn tell_distances(row: &BuiltDistances, dry: bool, out: &mut impl Write) -> io::Result<()> {
    let BuiltDistances { puzzle, bits, entries, bytes, building_bytes, kept, seconds, .. } = row;
    let done = match (kept, dry) {
        (true, _) => "already there".into(),
        (false, true) => format!("would be built in {} of memory, about {seconds:.1} s", memory(*building_bytes)),
        (false, false) => format!("built in {seconds:.1} s"),
    };
    let (entries, bytes, place) = (grouped(*entries), memory(*bytes), place(row.path.as_deref(), dry));
    writeln!(out, "distances of {puzzle}: {entries} states with {bits} bits each, {bytes}\n  {done}: {place}")
}

fn place(path: Option<&str>, dry: bool) -> &str {
    match path {
        Some(path) => path,
        None if dry => "no folder to store it in",
        None => "not stored",
    }
}
