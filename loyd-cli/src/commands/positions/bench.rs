//! `loyd bench`: solves the instances of a paper and compares the results with the published ones.

mod report;

use std::io::Write;

use loyd::service::reply::BenchRow;
use loyd::service::{Bench, Event};
use loyd_core::search::Outcome;

use crate::arguments::{BenchArguments, Format};
use crate::exit::{Code, Failure, complain};
use crate::machine::memory;
use crate::output::{self, json, tell};
use crate::progress;
use crate::session::Session;
use report::{BenchTable, how};

/// Runs the command.
///
/// # Errors
/// When the set cannot be read, or an option has no effect. A wrong length is not an error: it sets the exit code, and
/// the run goes on.
pub fn run(asked: &BenchArguments) -> Result<Code, Failure> {
    let session = Session::new(asked.verbose, |service| service.memory(memory::budget(asked.limits.limit_memory, 1)))?;
    let question = Bench {
        set: asked.set.clone(),
        instances: asked.instances.clone(),
        easiest: asked.easiest,
        threads: asked.threads,
        search: asked.search.search(),
        limits: asked.limits.cost(),
        tables: asked.tables.folder(),
    };
    let mut out = output::stdout();
    let (mut table, mut code, mut chosen, mut tried) = (None, Code::Answered, 0, 0);
    let mut hear = |event| {
        match event {
            Event::Chosen(set) => {
                chosen = set.instances.len();
                table = (asked.format == Format::Text).then(|| (BenchTable::of(&set), set));
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
    let run = session.hear(&question, progress::message, Some(&mut hear))?;
    match asked.format {
        Format::Text => report::totals(&run, &mut out),
        Format::Json => json::line(&run, &mut out),
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
