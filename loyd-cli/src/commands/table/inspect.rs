//! `loyd table info` and `loyd table verify`: what a table's file is of, and whether it is right.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use loyd::limits::Watcher;
use loyd::planner::Refused;
use loyd::search::Limits;
use loyd::table::distance::{Distances, KIND};
use loyd::table::file::Table;
use serde::Serialize;

use super::super::{no_effect, open_table};
use super::engine_of;
use crate::arguments::{Format, TableInfo, TableVerify};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::{json, text};
use crate::progress::{self, grouped};

/// Of larger tables only so many distances are compared.
const WHOLE: u64 = 1 << 30;

#[derive(Serialize)]
struct Info<'a> {
    version: u32,
    path: String,
    puzzle: &'a str,
    goal: &'a str,
    kind: &'a str,
    layout: &'a str,
    parameters: &'a BTreeMap<String, String>,
    encoding: &'a str,
    entries: u64,
    bytes: u64,
    bits: Option<u8>,
    states: Option<u64>,
    diameter: Option<usize>,
    mean: Option<f64>,
    layers: Option<&'a [u64]>,
}

#[derive(Serialize)]
struct Verified<'a> {
    version: u32,
    path: String,
    puzzle: &'a str,
    kind: &'a str,
    bytes: u64,
    entries: u64,
    states: Option<u64>,
    compared: u64,
    walked: u64,
    seconds: f64,
}

/// Says what a table is of.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub fn info(asked: &TableInfo) -> Result<Code, Failure> {
    let table = open_table(&asked.file)?;
    let identity = table.identity();
    let distances = distances_of(asked, &table)?;
    let layers = distances.as_ref().and_then(Distances::layers);
    let states = layers.map(|layers| layers.iter().sum::<u64>());
    let sum = layers.map(|layers| (0u128..).zip(layers).map(|(depth, &states)| depth * u128::from(states)).sum());
    let info = Info {
        version: json::VERSION,
        path: asked.file.display().to_string(),
        puzzle: &identity.puzzle,
        goal: &identity.goal,
        kind: &identity.kind,
        layout: &identity.layout,
        parameters: &identity.parameters,
        encoding: &identity.encoding,
        entries: identity.entries,
        bytes: table.bytes(),
        bits: distances.as_ref().map(|distances| distances.encoding().bits()),
        states,
        diameter: layers.map(|layers| layers.len().saturating_sub(1)),
        mean: states.zip(sum).map(|(states, sum): (u64, u128)| sum as f64 / states.max(1) as f64),
        layers,
    };
    let mut out = io::stdout();
    let written = match asked.format {
        Format::Json => json::line(&info, &mut out),
        Format::Text => tell(&info, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// The distances, if it is a table of them.
fn distances_of(asked: &TableInfo, table: &Table) -> Result<Option<Distances>, Failure> {
    if table.identity().kind != KIND {
        return Ok(None);
    }
    let bad = |why| Failure::from(Refused::Table { path: asked.file.clone(), why });
    Distances::of(table).map(Some).map_err(bad)
}

fn tell(info: &Info<'_>, out: &mut impl Write) -> io::Result<()> {
    let Info { puzzle, goal, kind, layout, encoding, entries, bytes, .. } = *info;
    writeln!(out, "{kind} of {puzzle}, goal {goal}")?;
    info.parameters.iter().try_for_each(|(name, value)| writeln!(out, "  {name} {value}"))?;
    writeln!(out, "  {} entries in {} ({encoding}; order {layout})", grouped(entries), text::memory(bytes))?;
    if let (Some(diameter), Some(states), Some(mean)) = (info.diameter, info.states, info.mean) {
        let states = grouped(states);
        writeln!(out, "  {states} states reach the goal, the farthest from {diameter} moves away, mean {mean:.6}")?;
    }
    writeln!(out, "  every byte is as it was written")
}

/// Checks every byte of a table, and its distances.
///
/// # Errors
/// What is wrong, and where.
pub fn verify(asked: &TableVerify) -> Result<Code, Failure> {
    let began = Instant::now();
    let table = open_table(&asked.file)?;
    let identity = table.identity();
    let is_whole = identity.kind == KIND;
    if !is_whole {
        let only = format!("a table of kind `{}` is checked byte by byte, and no more", identity.kind);
        if asked.sample.is_some() {
            return Err(no_effect("--sample", only));
        }
        if asked.limit_seconds.is_some() {
            return Err(no_effect("--limit-seconds", only));
        }
    }
    let (mut compared, mut walked, mut states) = (0, 0, None);
    if is_whole {
        let engine = engine_of(&asked.file, &table)?;
        let interrupt = Interrupt::listen()?;
        let line = progress::Line::new();
        let progress = line.clone().map(|line| -> Watcher {
            Arc::new(move |progress| {
                line.say(progress.seconds, || format!("{} distances compared", grouped(progress.nodes)));
            })
        });
        let limits =
            Limits { time: asked.limit_seconds, cancel: Some(interrupt.flag()), progress, ..Limits::default() };
        let _running = interrupt.running();
        let extent = engine.verify_table(asked.sample.unwrap_or(WHOLE), &limits);
        line.iter().for_each(progress::Line::hide);
        let extent = extent?;
        (compared, walked, states) = (extent.compared, extent.walked, Some(extent.states));
    }
    let verified = Verified {
        version: json::VERSION,
        path: asked.file.display().to_string(),
        puzzle: &identity.puzzle,
        kind: &identity.kind,
        bytes: table.bytes(),
        entries: identity.entries,
        states,
        compared,
        walked,
        seconds: began.elapsed().as_secs_f64(),
    };
    let mut out = io::stdout();
    let written = match asked.format {
        Format::Json => json::line(&verified, &mut out),
        Format::Text => sentences(&verified).iter().try_for_each(|said| writeln!(out, "{said}")),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn sentences(verified: &Verified<'_>) -> Vec<String> {
    let Verified { puzzle, kind, bytes, states, compared, walked, .. } = *verified;
    let mut said =
        vec![format!("good: {kind} of {puzzle}, every byte of {} is as it was written", text::memory(bytes))];
    if let Some(states) = states {
        let all = if compared == states { "all".into() } else { format!("{} of", grouped(compared)) };
        said.push(format!("{all} {} distances agree with those of their neighbours", grouped(states)));
    }
    if walked > 0 {
        said.push(format!("{} positions were walked down to a goal", grouped(walked)));
    }
    said
}
