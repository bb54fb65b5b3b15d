//! `loyd random` and `loyd table sample`: draw positions uniformly at random.

use std::io::{BufWriter, Write};

use loyd::service::{Event, Fault, Random, TableLimits};

use crate::arguments::{Format, RandomArguments};
use crate::exit::{Code, Failure};
use crate::output::{self, json, tell};
use crate::progress;
use crate::session::Session;

/// Runs the command.
///
/// # Errors
/// When there is no such position, or a limit is reached.
pub fn run(asked: &RandomArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let question = Random {
        puzzle: asked.puzzle.puzzle.as_str().into(),
        goal: asked.puzzle.goal.clone(),
        depth: asked.depth,
        scrambles: asked.scrambles,
        table: asked.named.table.clone(),
        limits: TableLimits { time: asked.limits.limit_seconds, memory: asked.limits.limit_memory },
        tables: asked.tables.folder(),
        ..Random::default()
    };
    draw(&session, question, asked.count, asked.seed, asked.format, asked.verbose)
}

/// Draws and writes `count` positions.
///
/// # Errors
/// The errors of the library, or an output that cannot be written.
pub fn draw(
    session: &Session,
    mut question: Random,
    count: u64,
    seed: Option<u64>,
    format: Format,
    verbose: bool,
) -> Result<Code, Failure> {
    let seed = seed.map_or_else(system_seed, Ok)?;
    (question.count, question.seed) = (Some(count), Some(seed));
    let mut out = BufWriter::new(output::stdout());
    if verbose {
        // A puzzle that cannot be opened is reported before the seed.
        session.open(&question)?;
        tell(&format!("seed: {seed}"));
    }
    let mut written = 0;
    let mut hear = |event| {
        let Event::Drawn(drawn) = event else { return Ok(()) };
        written += 1;
        match format {
            Format::Text => writeln!(out, "{}", drawn.scramble.as_ref().unwrap_or(&drawn.state)),
            Format::Json => json::line(&drawn, &mut out),
        }
        .map_err(Failure::Output)
    };
    let reply = session.hear(&question, progress::message, Some(&mut hear));
    // The positions drawn so far are written before an error is reported.
    out.flush().map_err(Failure::Output)?;
    reply?;
    if session.interrupt.is_set() && written < count {
        tell(&format!("loyd: interrupted after {written} of {count} positions"));
        return Ok(Code::Interrupted);
    }
    if written < count {
        tell(&format!("loyd: {written} different positions were found, and no other"));
    }
    Ok(Code::Answered)
}

fn system_seed() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Fault::system(format!("the system provides no random numbers: {error}")).into())
}
