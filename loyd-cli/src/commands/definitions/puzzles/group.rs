//! `loyd puzzles NAME --group`: describes the group of a puzzle that has a definition.

use std::io::{self, Write};

use loyd::service::reply::{Block, GroupReply};
use loyd::service::{Group, Kind, Service};

use crate::arguments::Format;
use crate::exit::{Code, Failure};
use crate::output::{self, json, table};

/// The most digits of a number that is printed in full.
const MOST_DIGITS: usize = 60;

/// Writes the group of the puzzle that the question names.
///
/// # Errors
/// When the puzzle has no definition, or the output cannot be written.
pub fn run(service: &Service, question: &Group, format: Format) -> Result<Code, Failure> {
    let group = service.group(question).map_err(|fault| match fault.kind {
        Kind::NotApplicable => Failure::no_effect("--group", fault),
        _ => fault.into(),
    })?;
    let mut out = output::stdout();
    let written = match format {
        Format::Text => tell(&group, &mut out),
        Format::Json => json::line(&group, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn tell(group: &GroupReply, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: the group of its moves", group.puzzle)?;
    writeln!(out, "order: {}", number(&group.order, &group.order_factors, group.order_is_exact))?;
    let positions = number(&group.positions, &group.positions_factors, group.positions_are_exact);
    writeln!(out, "positions: {positions}")?;
    match group.gods_number {
        Some(number) => writeln!(out, "God's number: {number}")?,
        None => writeln!(out, "God's number: not known here")?,
    }
    if group.has_conditions {
        writeln!(out, "Not every move can be made everywhere; the group is that of all of them.")?;
    }
    writeln!(out)?;
    let rows = group.orbits.iter().map(|orbit| {
        let yes = |is: bool| if is { "yes" } else { "no" }.to_string();
        let permutations = orbit.permutations_factors.clone();
        let turns = orbit.orientations.to_string();
        let alike = yes(orbit.has_identical_pieces);
        vec![orbit.orbit.clone(), orbit.slots.to_string(), permutations, turns, alike, yes(orbit.is_free)]
    });
    let header = ["orbit", "slots", "permutations", "orientations", "identical pieces", "independent"];
    write!(out, "{}", table::table(&header, rows.collect(), &[1, 3]))?;
    if group.fixed_slots > 0 {
        writeln!(out, "slots that no move changes: {}", group.fixed_slots)?;
    }
    if !group.rules.is_empty() {
        writeln!(out, "\nAll positions keep:")?;
        group.rules.iter().try_for_each(|rule| writeln!(out, "- {rule}"))?;
    }
    if !group.bound.is_empty() {
        writeln!(out, "\nBound to each other: where the pieces of one lie tells where those of the other do:")?;
        group.bound.iter().try_for_each(|(a, b)| writeln!(out, "- {a} and {b}"))?;
    }
    if !group.blocks.is_empty() {
        writeln!(out, "\nBlocks: the pieces of one stay together:")?;
        group
            .blocks
            .iter()
            .try_for_each(|Block { orbit, blocks, .. }| writeln!(out, "- {orbit}: {}", listed(blocks)))?;
    }
    Ok(())
}

/// Formats blocks as in `(1 4) (2 3)`.
fn listed(blocks: &[Vec<usize>]) -> String {
    let block = |block: &Vec<usize>| {
        let slots: Vec<String> = block.iter().map(ToString::to_string).collect();
        format!("({})", slots.join(" "))
    };
    blocks.iter().map(block).collect::<Vec<_>>().join(" ")
}

/// Formats a number with its factors, or an upper bound of the number.
fn number(digits: &str, factors: &str, is_exact: bool) -> String {
    let about = if digits.len() <= MOST_DIGITS {
        digits.to_string()
    } else {
        format!("{}.{} * 10^{}, that is", &digits[..1], &digits[1..4], digits.len() - 1)
    };
    let bound = if is_exact { "" } else { "at most " };
    if factors == digits { format!("{bound}{digits}") } else { format!("{bound}{about} = {factors}") }
}
