//! `loyd puzzles NAME --group`: the group behind a puzzle of a definition.

use std::io::{self, Write};

use loyd::planner::Engine;
use loyd::puzzle::{BlockFacts, GroupFacts, Merged, OrbitFacts, Size};
use serde::Serialize;

use super::super::described;
use crate::arguments::Format;
use crate::exit::{Code, Failure};
use crate::output::{self, json, table};

/// The most digits that people are told of a number.
const MOST_DIGITS: usize = 60;

/// It as JSON.
#[derive(Serialize)]
struct Row<'r> {
    version: u32,
    puzzle: &'r str,
    orbits: Vec<OrbitRow<'r>>,
    fixed_slots: usize,
    order: String,
    order_factors: String,
    order_is_exact: bool,
    positions: String,
    positions_factors: String,
    positions_are_exact: bool,
    gods_number: Option<u32>,
    bound: &'r [(String, String)],
    blocks: Vec<BlockRow<'r>>,
    rules: &'r [String],
    has_conditions: bool,
    merged: Vec<MergedRow<'r>>,
}

#[derive(Serialize)]
struct OrbitRow<'r> {
    orbit: &'r str,
    set: &'r str,
    slots: usize,
    permutations: String,
    permutations_factors: String,
    orientations: u8,
    has_identical_pieces: bool,
    is_free: bool,
}

#[derive(Serialize)]
struct BlockRow<'r> {
    orbit: &'r str,
    blocks: &'r [Vec<usize>],
}

#[derive(Serialize)]
struct MergedRow<'r> {
    #[serde(rename = "move")]
    kept: &'r str,
    same: &'r [String],
}

/// Tells the group of an opened puzzle.
///
/// # Errors
/// Where it is none of a definition, or the output cannot be written.
pub fn run(engine: &Engine, format: Format) -> Result<Code, Failure> {
    let described = described(engine).map_err(|why| Failure::no_effect("--group", why))?;
    let group = described.group();
    let mut out = output::stdout();
    let written = match format {
        Format::Text => tell(engine, &group, &mut out),
        Format::Json => json::line(&row(engine, &group, &described.merged()), &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn row<'r>(engine: &'r Engine, group: &'r GroupFacts, merged: &'r [Merged]) -> Row<'r> {
    let GroupFacts { orbits, fixed, order, positions, bound, blocks, rules, has_conditions } = group;
    Row {
        version: json::VERSION,
        puzzle: engine.id(),
        orbits: orbits.iter().map(orbit_row).collect(),
        fixed_slots: *fixed,
        order: order.factors.decimal(),
        order_factors: order.factors.to_string(),
        order_is_exact: order.is_exact,
        positions: positions.factors.decimal(),
        positions_factors: positions.factors.to_string(),
        positions_are_exact: positions.is_exact,
        gods_number: engine.facts().gods_number,
        bound,
        blocks: blocks.iter().map(|BlockFacts { orbit, blocks }| BlockRow { orbit, blocks }).collect(),
        rules,
        has_conditions: *has_conditions,
        merged: merged.iter().map(|Merged { kept, same }| MergedRow { kept, same }).collect(),
    }
}

fn orbit_row(orbit: &OrbitFacts) -> OrbitRow<'_> {
    let OrbitFacts { name, set, slots, permutations, orientations, has_identical_pieces, is_free } = orbit;
    OrbitRow {
        orbit: name,
        set,
        slots: *slots,
        permutations: permutations.decimal(),
        permutations_factors: permutations.to_string(),
        orientations: *orientations,
        has_identical_pieces: *has_identical_pieces,
        is_free: *is_free,
    }
}

fn tell(engine: &Engine, group: &GroupFacts, out: &mut impl Write) -> io::Result<()> {
    let GroupFacts { orbits, fixed, order, positions, bound, blocks, rules, has_conditions } = group;
    writeln!(out, "{}: the group of its moves", engine.id())?;
    writeln!(out, "order: {}", number(order))?;
    writeln!(out, "positions: {}", number(positions))?;
    match engine.facts().gods_number {
        Some(number) => writeln!(out, "God's number: {number}")?,
        None => writeln!(out, "God's number: not known here")?,
    }
    if *has_conditions {
        writeln!(out, "Not every move can be made everywhere; the group is that of all of them.")?;
    }
    writeln!(out)?;
    let rows = orbits.iter().map(|orbit| {
        let yes = |is: bool| if is { "yes" } else { "no" }.to_string();
        let permutations = orbit.permutations.to_string();
        let turns = orbit.orientations.to_string();
        let alike = yes(orbit.has_identical_pieces);
        vec![orbit.name.clone(), orbit.slots.to_string(), permutations, turns, alike, yes(orbit.is_free)]
    });
    let header = ["orbit", "slots", "permutations", "orientations", "identical pieces", "independent"];
    write!(out, "{}", table::table(&header, rows.collect(), &[1, 3]))?;
    if *fixed > 0 {
        writeln!(out, "slots that no move changes: {fixed}")?;
    }
    if !rules.is_empty() {
        writeln!(out, "\nAll positions keep:")?;
        rules.iter().try_for_each(|rule| writeln!(out, "- {rule}"))?;
    }
    if !bound.is_empty() {
        writeln!(out, "\nBound to each other: where the pieces of one lie tells where those of the other do:")?;
        bound.iter().try_for_each(|(a, b)| writeln!(out, "- {a} and {b}"))?;
    }
    if !blocks.is_empty() {
        writeln!(out, "\nBlocks: the pieces of one stay together:")?;
        blocks.iter().try_for_each(|BlockFacts { orbit, blocks }| writeln!(out, "- {orbit}: {}", listed(blocks)))?;
    }
    Ok(())
}

/// `(1 4) (2 3)`.
fn listed(blocks: &[Vec<usize>]) -> String {
    let block = |block: &Vec<usize>| {
        let slots: Vec<String> = block.iter().map(ToString::to_string).collect();
        format!("({})", slots.join(" "))
    };
    blocks.iter().map(block).collect::<Vec<_>>().join(" ")
}

/// A number with its factors, or a bound of it.
fn number(size: &Size) -> String {
    let Size { factors, is_exact } = size;
    let digits = factors.decimal();
    let about = if digits.len() <= MOST_DIGITS {
        digits.clone()
    } else {
        format!("{}.{} * 10^{}, that is", &digits[..1], &digits[1..4], digits.len() - 1)
    };
    let bound = if *is_exact { "" } else { "at most " };
    let product = factors.to_string();
    if product == digits { format!("{bound}{digits}") } else { format!("{bound}{about} = {product}") }
}
