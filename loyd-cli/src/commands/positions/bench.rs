//! `loyd bench`: solves the instances of a paper and compares the results with the published ones.

mod report;

use std::io::Write;

use loyd::search::Outcome;
use loyd::service::reply::BenchRow;
use loyd::service::{Ask, Event, Question, Reply};

use crate::arguments::{Bench, Format};
use crate::exit::{Code, Failure, complain};
use crate::machine::memory;
use crate::output::{self, json, tell};
use crate::progress;
use crate::session::Session;
use report::{Table, how};

/// Runs the command.
///
/// # Errors
/// When the set cannot be read, or an option has no effect. A wrong length is not an error: it sets the exit code, and
/// the run goes on.
pub fn run(asked: &Bench) -> Result<Code, Failure> {
    let session = Session::new(asked.verbose, |service| service.memory(memory::budget(asked.limits.limit_memory, 1)))?;
    let mut question = Question::new(Ask::Bench, "");
    question.set = Some(asked.set.clone());
    (question.instances, question.easiest) = (asked.instances.clone(), asked.easiest);
    question.threads = asked.threads;
    asked.search.tell(&mut question);
    asked.limits.tell(&mut question);
    asked.tables.tell(&mut question);
    let mut out = output::stdout();
    let (mut table, mut code, mut chosen, mut tried) = (None, Code::Answered, 0, 0);
    let mut hear = |event| {
        match event {
            Event::Chosen(set) => {
                chosen = set.instances.len();
                table = (asked.format == Format::Text).then(|| (Table::of(&set), set));
            }
            Event::Tried(row) => {
                if tried == 0 && asked.verbose {
                    tell(&format!("algorithm: {}: {}", how(&row), row.answer.why));
                }
                if let Some((table, set)) = &table {
                    table.row(set, &row, tried == 0, &mut out).map_err(Failure::Output)?;
                }
                code = code.and(code_of(&row));
                for why in row.verdict.failures() {
                    complain(&format!("instance {}: {why}", row.published.id));
                }
                tried += 1;
            }
            _ => {}
        }
        Ok(())
    };
    let reply = session.hear(&question, progress::message, Some(&mut hear))?;
    let Reply::Bench(run) = &reply else { return crate::commands::unexpected() };
    match asked.format {
        Format::Text => report::totals(run, &mut out),
        Format::Json => json::line(&reply, &mut out),
    }
    .and_then(|()| out.flush())
    .map_err(Failure::Output)?;
    Ok(if session.interrupt.is_set() && tried < chosen { Code::Interrupted } else { code })
}

fn code_of(row: &BenchRow) -> Code {
    let code = match &row.answer.outcome {
        Outcome::Solved(_) => Code::Answered,
        Outcome::Unsolvable(_) => Code::No,
        Outcome::Stopped { why, .. } => Code::stopped(*why),
    };
    if row.verdict.fails() { code.and(Code::Failed) } else { code }
}
