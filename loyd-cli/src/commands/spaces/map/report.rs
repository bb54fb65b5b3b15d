//! The output of `loyd map`: a row when a layer is complete, and a summary at the end.

use std::io::{self, Write};

use loyd::service::MapPlan;
use loyd::service::amounts::{self, counted, grouped, memory};
use loyd::service::reply::{Census, MapCost};
use loyd_core::cost::Cost;
use loyd_core::puzzle::GoalPositions;
use loyd_core::table::map::{Layer, MapCensus, MapChecked};

use crate::arguments::{MapArguments, MapFormat};
use crate::exit::{Code, Failure};
use crate::output::{self, json, tell};
use crate::progress;

/// The largest number of farthest positions that are printed.
const FEW: usize = 5;

/// Prints what a map would cost.
///
/// # Errors
/// When the output cannot be written.
pub fn announce(asked: &MapArguments, cost: &MapCost) -> Result<Code, Failure> {
    let mut out = output::stdout();
    let MapCost { puzzle, plan, bytes, least_bytes: least, seconds, .. } = cost;
    let Some((states, seconds)) = plan.states.zip(*seconds) else { return announce_unranked(asked, cost) };
    let disk = plan.disk;
    let written = match asked.format {
        MapFormat::Json => json::line(cost, &mut out),
        MapFormat::Csv => {
            writeln!(out, "states,bytes,least_bytes,disk_bytes,seconds\n{states},{bytes},{least},{disk},{seconds:.1}")
        }
        MapFormat::Text => {
            let kept = if least < bytes {
                let (least, disk) = (memory(*least), memory(disk));
                format!("; with --disk at least {least} of memory and at most {disk} of disk")
            } else {
                String::new()
            };
            let (states, bytes) = (grouped(states), memory(*bytes));
            writeln!(out, "{puzzle}: {states} states, {bytes} of memory, about {}{kept}", progress::time(seconds))
        }
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Prints what a map without ranks would cost. The number of its states is unknown.
fn announce_unranked(asked: &MapArguments, cost: &MapCost) -> Result<Code, Failure> {
    let mut out = output::stdout();
    let (puzzle, least) = (&cost.puzzle, cost.least_bytes);
    let written = match asked.format {
        MapFormat::Json => json::line(cost, &mut out),
        MapFormat::Csv => writeln!(out, "states,bytes,least_bytes,disk_bytes,seconds\n,,{least},,"),
        MapFormat::Text => writeln!(
            out,
            "{puzzle}: the map uses no numbers of states; it needs at least {} of memory and counts layers until the \
             memory, or with --disk the disk, is full",
            memory(least)
        ),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// The columns of a row of text.
const WIDE: usize = 72;

/// Whether a terminal is too narrow for all columns.
fn is_narrow() -> bool {
    output::to_terminal() && output::width() < WIDE
}

/// Writes the heading above the rows.
///
/// # Errors
/// When the output cannot be written.
pub fn head(format: MapFormat, plan: &MapPlan, out: &mut impl Write) -> io::Result<()> {
    let layer = if plan.by_costs { " cost" } else { "depth" };
    match format {
        MapFormat::Text if is_narrow() => writeln!(out, "{layer}           states    seconds"),
        MapFormat::Text => writeln!(out, "{layer}           states            total    seconds        states/s"),
        MapFormat::Csv => writeln!(out, "depth,states,total,seconds"),
        MapFormat::Json => Ok(()),
    }
}

/// Writes the row of a layer.
///
/// # Errors
/// When the output cannot be written.
pub fn row(format: MapFormat, layer: &Layer, out: &mut impl Write) -> io::Result<()> {
    let Layer { depth, states, total, seconds } = *layer;
    match format {
        MapFormat::Text if is_narrow() => {
            writeln!(out, "{depth:>5} {:>16} {seconds:>10.3}", grouped(states))?;
            out.flush()
        }
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

/// Writes the summary of the layers, and returns the exit code.
///
/// # Errors
/// When the output cannot be written.
pub fn finish(asked: &MapArguments, census: &Census) -> Result<Code, Failure> {
    let mut out = output::stdout();
    let written = match asked.format {
        MapFormat::Json => json::line(census, &mut out),
        MapFormat::Text => summary(census, &mut out),
        MapFormat::Csv => {
            counted_around(census).into_iter().chain(unreached(census)).for_each(|what| tell(&what));
            Ok(())
        }
    };
    written.map_err(Failure::Output)?;
    let map = &census.map;
    if asked.verbose {
        let (bytes, seconds) = (memory(map.stats.bytes), map.stats.seconds);
        tell(&format!("map: {bytes}, {}", progress::rate(map.states(), "states", seconds)));
    }
    if asked.verbose || asked.verify {
        tell(&checked(map));
    }
    let Some(why) = map.stopped else { return Ok(Code::Answered) };
    if asked.format == MapFormat::Csv {
        tell(&format!("loyd: {}: the printed layers are complete, the farther layers are missing", why.told()));
    }
    Ok(Code::stopped(why))
}

/// Returns a sentence about how much was compared.
fn checked(map: &MapCensus) -> String {
    let Some(MapChecked { positions, moves, all }) = map.checked else {
        return "loyd: the map was not compared with the moves".into();
    };
    let which = match all {
        true => format!("all {}", counted(positions.into(), "position")),
        false => format!("{} of {}", grouped(positions), counted(map.states().into(), "position")),
    };
    format!("loyd: the map agrees with the moves of {which}: {} compared", counted(moves.into(), "move"))
}

/// Formats a distance.
pub fn distance(plan: &MapPlan, distance: u32) -> String {
    amounts::cost(if plan.by_costs { Cost::weights(distance) } else { Cost::moves(distance) })
}

/// Returns which positions are counted, if the moves may not reach every goal position from the solved position.
fn counted_around(census: &Census) -> Option<String> {
    let GoalPositions { number, reached, .. } = census.goals_apart()?;
    let (goals, reached) = match (number, reached) {
        (1, Some(_)) => ("the goal".into(), "no moves lead from the solved position to it".into()),
        (1, None) => ("the goal".into(), "it is not known whether moves lead from the solved position to it".into()),
        (number, reached) => {
            let reached = match reached {
                Some(reached) => format!("moves lead from the solved position to {} of these", grouped(reached)),
                None => "it is not known to how many of these moves lead from the solved position".into(),
            };
            (format!("one of {} goal positions", grouped(number)), reached)
        }
    };
    Some(format!("counted: all positions from which moves lead to {goals}; {reached}"))
}

/// Returns the number of counted positions up to rotation, if the goals are one goal in all rotations.
fn counted_up_to_rotation(census: &Census) -> Option<String> {
    let rotations = census.rotations()?;
    let positions = counted((census.map.states() / rotations).into(), "position");
    Some(format!("up to rotation: {positions}, each counted {rotations} times above"))
}

fn summary(census: &Census, out: &mut impl Write) -> io::Result<()> {
    let Census { puzzle: id, plan, map, antipodes, .. } = census;
    let states = grouped(map.states());
    if let Some(why) = map.stopped {
        return match map.layers.len() {
            0 => writeln!(out, "{}: no layer is complete", why.told()),
            _ => {
                writeln!(
                    out,
                    "{}: {} of {id} within {}; the layers above are complete",
                    why.told(),
                    counted(map.states().into(), "position"),
                    distance(plan, map.diameter())
                )?;
                counted_up_to_rotation(census).map_or(Ok(()), |what| writeln!(out, "{what}"))
            }
        };
    }
    let branching = match plan.moves_exact {
        true => format!("{:.3}", plan.moves),
        false => format!("about {:.1}", plan.moves),
    };
    if map.layers.is_empty() {
        writeln!(out, "{id}: no moves lead from a counted position to {}", goals(census))?;
        return write_unreached(census, out);
    }
    let farthest = match census.from() {
        _ if census.has_sets() => format!("the farthest from {} at {}", goals(census), map.diameter()),
        None if plan.by_costs => format!("the farthest at {}", distance(plan, map.diameter())),
        Some(from) if plan.by_costs => format!("the farthest from {from} at {}", distance(plan, map.diameter())),
        None => format!("God's number {}", map.diameter()),
        Some(from) => format!("the farthest from {from} at {}", map.diameter()),
    };
    let positions = if map.states() == 1 { "position" } else { "positions" };
    writeln!(out, "{id}: {states} {positions}, {farthest}, mean {:.6}, {branching} moves per position", map.mean())?;
    let counted = counted_around(census).into_iter().chain(counted_up_to_rotation(census));
    counted.into_iter().try_for_each(|what| writeln!(out, "{what}"))?;
    let farthest = map.layers.last().copied().unwrap_or(0);
    let what = if farthest == 1 { "1 position is" } else { &format!("{} positions are", grouped(farthest)) };
    let names = &antipodes[..antipodes.len().min(FEW)];
    let these = match (names.len(), map.are_first) {
        (all, _) if all as u64 == farthest => String::new(),
        (some, true) => format!("; the first {some}"),
        (some, false) => format!("; {some} of them"),
    };
    writeln!(out, "{what} farthest{these}:")?;
    names.iter().try_for_each(|name| writeln!(out, "  {name}"))?;
    if let Some(moves) = census.antipode_moves.as_deref().filter(|moves| !moves.is_empty()) {
        writeln!(out, "a shortest path from the first: {}", moves.join(" "))?;
    }
    write_unreached(census, out)
}

/// Returns the positions that distances are counted to, of a map with sets.
pub fn goals(census: &Census) -> String {
    match census.goal_set {
        Some(1) => "the position of the goal set".into(),
        Some(goals) => format!("the {} positions of the goal set", grouped(goals)),
        None => "the goal".into(),
    }
}

/// Returns how many positions do not reach the set, if there are any.
fn unreached(census: &Census) -> Option<String> {
    let unreached = census.unreached.filter(|&unreached| unreached > 0)?;
    let positions = counted(unreached.into(), "position");
    Some(format!("not counted: {positions} from which no moves lead to {}", goals(census)))
}

/// Writes how many positions do not reach the set, and some of them.
fn write_unreached(census: &Census, out: &mut impl Write) -> io::Result<()> {
    let Some(what) = unreached(census) else { return Ok(()) };
    let names = &census.unreached_positions[..census.unreached_positions.len().min(FEW)];
    let these = match names.len() as u64 {
        all if Some(all) == census.unreached => String::new(),
        some => format!("; {some} of them"),
    };
    writeln!(out, "{what}{these}:")?;
    names.iter().try_for_each(|name| writeln!(out, "  {name}"))
}
