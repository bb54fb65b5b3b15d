//! `loyd compare`: one position, every algorithm.

use std::io::{self, Write};

use loyd::planner::Solution;
use loyd::search::Outcome;
use loyd::service::amounts::{grouped, memory};
use loyd::service::reply::CompareRow;
use loyd::service::{Ask, Event, USUAL_MEMORY, USUAL_TIME};

use super::question;
use crate::arguments::{Compare, Format};
use crate::exit::{Code, Failure};
use crate::output::tell;
use crate::output::{self, json, table};
use crate::progress;
use crate::session::Session;

/// Runs the command.
///
/// # Errors
/// When the position cannot be read, or two algorithms contradict each other.
pub fn run(asked: &Compare) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let mut question = question(Ask::Compare, &asked.puzzle);
    (question.state, question.scramble) = (asked.state.clone(), asked.scramble.clone());
    question.table = asked.named.table.clone();
    asked.limits.tell(&mut question);
    asked.tables.tell(&mut question);
    let mut out = output::stdout();
    let mut rows = Vec::new();
    let mut hear = |event| {
        let Event::Compared(row) = event else { return Ok(()) };
        if asked.format == Format::Json {
            json::line(&row, &mut out).map_err(Failure::Output)?;
        }
        rows.push(row);
        Ok(())
    };
    let reply = session.hear(&question, progress::message, Some(&mut hear));
    // What contradicts itself is shown before that is said.
    if rows.is_empty() {
        reply?;
        return Ok(Code::Interrupted);
    }
    if asked.format == Format::Text {
        write(&rows, &mut out).map_err(Failure::Output)?;
        let seconds = asked.limits.limit_seconds.unwrap_or(USUAL_TIME).as_secs_f64();
        let memory = memory(asked.limits.limit_memory.unwrap_or(USUAL_MEMORY));
        tell(&format!("limits for each: {seconds} s, {memory}"));
    }
    reply?;
    let outcomes = rows.iter().filter_map(|row| Some(&row.tried.as_ref().ok()?.outcome));
    Ok(if session.interrupt.is_set() { Code::Interrupted } else { code(outcomes) })
}

/// The table, and below it what its cells have no room for.
fn write(rows: &[CompareRow], out: &mut impl Write) -> io::Result<()> {
    let mut notes: Vec<String> = Vec::new();
    let cells = rows.iter().map(|CompareRow { algorithm, heuristic, tried, .. }| {
        let name = algorithm.name();
        let mut cells = vec![name.to_string(), heuristic.clone().unwrap_or_default()];
        let note = match tried {
            Err(why) => {
                cells.push("cannot be used".into());
                cells.extend(std::iter::repeat_n(String::new(), 4));
                Some(format!("{name} cannot be used: {why}"))
            }
            Ok(answer) => {
                let (moves, note) = match &answer.outcome {
                    Outcome::Solved(solution) => (solution.length.to_string(), None),
                    Outcome::Unsolvable(why) => ("unsolvable".into(), Some(format!("unsolvable: {why}"))),
                    Outcome::Stopped { at_least, best, why } => {
                        (format!(">= {at_least}, {why}"), best.map(|best| format!("{name} knows a solution of {best}")))
                    }
                };
                let stats = &answer.stats;
                cells.extend([moves, grouped(stats.expanded), grouped(stats.generated)]);
                cells.extend([memory(stats.bytes), format!("{:.4}", stats.seconds)]);
                note
            }
        };
        // All that prove a position unsolvable give one reason.
        notes.extend(note.filter(|note| !notes.contains(note)));
        cells
    });
    let header = ["algorithm", "heuristic", "moves", "expanded", "generated", "memory", "seconds"];
    let table = table::table(&header, cells.collect(), &[2, 3, 4, 5, 6]);
    write!(out, "{table}")?;
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

/// Answered if any algorithm did.
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
    use loyd::puzzle::Unsolvable;
    use loyd::search::Stop;

    #[test]
    fn one_answer_is_an_answer() {
        let solved = Outcome::Solved(Solution { length: 1, cost: 1, ..Solution::default() });
        let stopped = Outcome::Stopped { at_least: 1, best: None, why: Stop::Bytes };
        let unsolvable = Outcome::Unsolvable(Unsolvable::Exhausted);
        assert_eq!(code([&stopped, &solved].into_iter()), Code::Answered);
        assert_eq!(code([&stopped, &unsolvable].into_iter()), Code::No);
        assert_eq!(code([&stopped].into_iter()), Code::Limit);
    }
}
