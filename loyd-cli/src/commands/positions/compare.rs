//! `loyd compare`: solves one position or many positions by several algorithms.

mod report;

use std::collections::BTreeMap;
use std::io::{self, BufReader};

use loyd::service::Solution;
use loyd::service::amounts::{grouped, memory};
use loyd::service::batch::{LONGEST_LINE, Lines};
use loyd::service::reply::CompareRow;
use loyd::service::{Compare, Event, Fault, List, PositionRef, USUAL_MEMORY, USUAL_TIME};
use loyd_core::search::Outcome;

use crate::arguments::{CompareArguments, CompareFormat, Format};
use crate::commands::asked::position::MANY;
use crate::exit::{Code, Failure};
use crate::output::{self, json, tell};
use crate::progress;
use crate::session::Session;

/// The most bytes of the positions on standard input.
const LONGEST: usize = 16 << 20;

/// Returns the format of errors.
pub fn format(asked: &CompareArguments) -> Format {
    if asked.format == CompareFormat::Json { Format::Json } else { Format::Text }
}

/// Runs the command.
///
/// # Errors
/// When a position cannot be read, or two algorithms contradict each other.
pub fn run(asked: &CompareArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let many = asked.state.as_deref() == Some(MANY);
    let state = asked.state.clone().filter(|_| !many);
    let question = Compare {
        puzzle: asked.puzzle.puzzle.as_str().into(),
        goal: asked.puzzle.goal.clone(),
        position: PositionRef { state, scramble: asked.scramble.clone(), moves: None },
        states: List::of("states", if many { positions()? } else { Vec::new() })?,
        algorithms: List::of("algorithms", asked.algorithms.clone())?,
        heuristics: List::of("heuristics", asked.heuristics.clone())?,
        convention: None,
        table: asked.named.table.clone(),
        limits: asked.limits.cost(),
        tables: asked.tables.folder(),
    };
    let mut out = output::stdout();
    if asked.format == CompareFormat::Csv {
        report::head(&mut out).map_err(Failure::Output)?;
    }
    let mut rows = Vec::new();
    let mut hear = |event| {
        let Event::Compared(row) = event else { return Ok(()) };
        let written = match asked.format {
            CompareFormat::Text => Ok(()),
            CompareFormat::Json => json::line(&row, &mut out),
            CompareFormat::Csv => report::row(&row, &mut out),
        };
        rows.push(row);
        written.map_err(Failure::Output)
    };
    let reply = session.hear(&question, progress::message, Some(&mut hear));
    // The rows are written before a contradiction in them is reported.
    if rows.is_empty() {
        reply?;
        return Ok(Code::Interrupted);
    }
    if asked.format == CompareFormat::Text {
        let written = if many { report::write_means(&rows, &mut out) } else { report::write(&rows, &mut out) };
        written.map_err(Failure::Output)?;
        if rows.iter().any(|row| row.algorithm.is_some()) {
            let seconds = asked.limits.limit_seconds.unwrap_or(USUAL_TIME).as_secs_f64();
            let memory = memory(asked.limits.limit_memory.unwrap_or(USUAL_MEMORY));
            tell(&format!("limits: {seconds} s for all searches together, {memory} for each"));
        }
    }
    reply?;
    Ok(if session.interrupt.is_set() { Code::Interrupted } else { of_all(&rows) })
}

/// Reads the positions from standard input.
fn positions() -> Result<Vec<String>, Failure> {
    let (mut states, mut lines) = (Vec::new(), Lines::new(BufReader::with_capacity(LONGEST_LINE, io::stdin()), false));
    let mut bytes = 0;
    while let Some((_, line)) = lines.next_line().map_err(|error| Failure::input(&error))? {
        let text = line.text.map_err(|misread| Fault::line(&misread))?;
        bytes += text.len();
        if states.len() == Compare::MOST_STATES || bytes > LONGEST {
            let (most, bytes) = (grouped(Compare::MOST_STATES as u64), memory(LONGEST as u64));
            return Err(Failure::usage(format!("expected at most {most} positions, and {bytes}, on standard input")));
        }
        states.push(text);
    }
    if states.is_empty() {
        return Err(Failure::usage("expected at least one position on standard input"));
    }
    Ok(states)
}

/// Returns the exit code for all positions.
fn of_all(rows: &[CompareRow]) -> Code {
    let mut outcomes: BTreeMap<_, Vec<&Outcome<Solution>>> = BTreeMap::new();
    for row in rows {
        outcomes.entry(row.number).or_default().extend(row.tried.iter().map(|tried| &tried.outcome));
    }
    outcomes.values().map(|of_it| code(of_it.iter().copied())).fold(Code::Answered, Code::and)
}

/// Returns the exit code for one position: `Answered` if any algorithm solved it.
fn code<'a>(outcomes: impl Iterator<Item = &'a Outcome<Solution>> + Clone) -> Code {
    let any = |is: fn(&Outcome<Solution>) -> bool| outcomes.clone().any(is);
    if any(|outcome| matches!(outcome, Outcome::Solved(_))) {
        Code::Answered
    } else if any(|outcome| matches!(outcome, Outcome::Unsolvable(_))) {
        Code::No
    } else {
        Code::Limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cost::Cost;
    use loyd_core::puzzle::Unsolvable;
    use loyd_core::search::Stop;

    #[test]
    fn one_answer_is_an_answer() {
        let solved = Outcome::Solved(Solution { cost: Cost::moves(1), ..Solution::default() });
        let stopped = Outcome::Stopped { at_least: Cost::moves(1), best: None, why: Stop::Bytes };
        let unsolvable = Outcome::Unsolvable(Unsolvable::Exhausted);
        assert_eq!(code([&stopped, &solved].into_iter()), Code::Answered);
        assert_eq!(code([&stopped, &unsolvable].into_iter()), Code::No);
        assert_eq!(code([&stopped].into_iter()), Code::Limit);
    }
}
