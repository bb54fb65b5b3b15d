//! What `loyd map` writes: rows as layers are done, then what they come to.

use std::io::{self, Write};

use loyd::planner::{Engine, MapPlan};
use loyd::table::map::{self, Layer};
use serde::Serialize;

use super::super::tell;
use super::{SOME, keep};
use crate::arguments::{Map, MapFormat};
use crate::exit::{Code, Failure};
use crate::output::{json, text};
use crate::progress::{self, grouped};

/// Farthest positions that are printed.
const FEW: usize = 5;

#[derive(Serialize)]
struct Census<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    from: Option<&'a str>,
    states: u64,
    diameter: Option<u32>,
    mean: Option<f64>,
    branching: f64,
    layers: &'a [u64],
    antipodes: &'a [String],
    stopped: Option<&'static str>,
    seconds: f64,
    peak_bytes: u64,
}

#[derive(Serialize)]
struct Plan<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    from: Option<&'a str>,
    states: u64,
    bytes: u64,
    least_bytes: u64,
    disk_bytes: u64,
    seconds: f64,
}

/// Says what a map would take.
///
/// # Errors
/// When that cannot be written.
pub fn announce(asked: &Map, engine: &dyn Engine, plan: &MapPlan, seconds: f64) -> Result<Code, Failure> {
    let (mut out, puzzle, goal) = (io::stdout(), engine.id(), &engine.goal()[..]);
    let MapPlan { states, disk, .. } = *plan;
    let (bytes, least) = (keep::whole(plan), keep::least(plan));
    let (from, version) = (plan.identity.parameters.get("from").map(String::as_str), json::VERSION);
    let report = Plan { version, puzzle, goal, from, states, bytes, least_bytes: least, disk_bytes: disk, seconds };
    let written = match asked.format {
        MapFormat::Json => json::line(&report, &mut out),
        MapFormat::Csv => {
            writeln!(out, "states,bytes,least_bytes,disk_bytes,seconds\n{states},{bytes},{least},{disk},{seconds:.1}")
        }
        MapFormat::Text => {
            let (states, memory, disk) = (grouped(states), text::memory(bytes), text::memory(disk));
            let kept = if least < bytes {
                format!("; with --disk from {} of memory on, and at most {disk} on disk", text::memory(least))
            } else {
                String::new()
            };
            writeln!(out, "{puzzle}: {states} states, {memory} of memory, about {seconds:.1} s{kept}")
        }
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Writes what stands above the rows.
///
/// # Errors
/// When it cannot be written.
pub fn head(format: MapFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        MapFormat::Text => writeln!(out, "depth           states            total    seconds        states/s"),
        MapFormat::Csv => writeln!(out, "depth,states,total,seconds"),
        MapFormat::Json => Ok(()),
    }
}

/// Writes the row of a layer.
///
/// # Errors
/// When it cannot be written.
pub fn row(format: MapFormat, layer: &Layer, out: &mut impl Write) -> io::Result<()> {
    let Layer { depth, states, total, seconds } = *layer;
    match format {
        MapFormat::Text => {
            let rate = grouped((total as f64 / seconds.max(1e-6)) as u64);
            writeln!(out, "{depth:>5} {:>16} {:>16} {seconds:>10.3} {rate:>15}", grouped(states), grouped(total))?;
            out.flush()
        }
        MapFormat::Csv => {
            writeln!(out, "{depth},{states},{total},{seconds:.6}")?;
            out.flush()
        }
        MapFormat::Json => Ok(()),
    }
}

/// Writes what the layers come to.
///
/// # Errors
/// When it cannot be written.
pub fn finish(asked: &Map, engine: &dyn Engine, plan: &MapPlan, census: &map::Map) -> Result<Code, Failure> {
    let name = |&rank: &u64| engine.position(rank);
    let most = if asked.format == MapFormat::Json { SOME } else { FEW };
    let names: Vec<String> = census.antipodes.iter().take(most).filter_map(name).collect();
    let from = plan.identity.parameters.get("from").map(String::as_str);
    let mut out = io::stdout();
    let written = match asked.format {
        MapFormat::Json => {
            let whole = census.stopped.is_none();
            let report = Census {
                version: json::VERSION,
                puzzle: engine.id(),
                goal: &engine.goal(),
                from,
                states: census.states(),
                diameter: whole.then(|| census.diameter()),
                mean: whole.then(|| census.mean()),
                branching: plan.moves,
                layers: &census.layers,
                antipodes: &names,
                stopped: census.stopped.map(json::stop_word),
                seconds: census.stats.seconds,
                peak_bytes: census.stats.bytes,
            };
            json::line(&report, &mut out)
        }
        MapFormat::Text => summary(engine, plan, census, &names, &mut out),
        MapFormat::Csv => Ok(()),
    };
    written.map_err(Failure::Output)?;
    if asked.verbose {
        let (bytes, seconds) = (text::memory(census.stats.bytes), census.stats.seconds);
        tell(&format!("map: {bytes}, {}", progress::rate(census.states(), "states", seconds)));
    }
    let Some(why) = census.stopped else { return Ok(Code::Answered) };
    if asked.format == MapFormat::Csv {
        tell(&format!("loyd: {}: the layers written are whole, farther ones are missing", why.told()));
    }
    Ok(Code::stopped(why))
}

fn summary(
    engine: &dyn Engine,
    plan: &MapPlan,
    census: &map::Map,
    names: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let (id, states) = (engine.id(), grouped(census.states()));
    if let Some(why) = census.stopped {
        return match census.layers.len() {
            0 => writeln!(out, "{}: nothing is counted yet", why.told()),
            _ => writeln!(
                out,
                "{}: {states} positions of {id} are within {} moves; the layers above are whole",
                why.told(),
                census.diameter()
            ),
        };
    }
    let branching = match plan.moves_exact {
        true => format!("{:.3}", plan.moves),
        false => format!("about {:.1}", plan.moves),
    };
    let farthest = match plan.identity.parameters.get("from") {
        None => format!("God's number {}", census.diameter()),
        Some(from) => format!("the farthest from {from} at {}", census.diameter()),
    };
    writeln!(out, "{id}: {states} positions, {farthest}, mean {:.6}, {branching} moves a position", census.mean())?;
    let farthest = census.layers.last().copied().unwrap_or(0);
    let what = if farthest == 1 { "1 position is" } else { &format!("{} positions are", grouped(farthest)) };
    let first = if names.len() as u64 == farthest { String::new() } else { format!("; the first {}", names.len()) };
    writeln!(out, "{what} farthest{first}:")?;
    names.iter().try_for_each(|name| writeln!(out, "  {name}"))
}
