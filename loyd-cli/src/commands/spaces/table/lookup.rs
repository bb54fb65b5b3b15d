//! `loyd table query` and `loyd table sample`: positions and their distances.

use std::io::{self, BufReader, BufWriter, Write};

use loyd::service::batch::{LONGEST_LINE, Lines};
use loyd::service::{Distance, Fault, Prepared, Random, TableLimits};

use crate::arguments::{Format, TableQueryArguments, TableSampleArguments};
use crate::commands::positions::random;
use crate::commands::positions::solve::lines::{of_line, write_error};
use crate::exit::{Code, Failure};
use crate::input;
use crate::machine::interrupt::Interrupt;
use crate::machine::memory::budget;
use crate::output::{self, json};
use crate::session::Session;

/// The STATE argument for many positions, one on each line of standard input.
const MANY: &str = "-";

/// Looks up the distances of positions.
///
/// # Errors
/// When the table cannot be used, or a position does not belong to its puzzle.
pub fn query(asked: &TableQueryArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let interrupt = &session.interrupt;
    let question = Distance { table: Some(asked.file.clone()), ..Distance::default() };
    let prepared = session.service.prepare(&question, &session.control())?;
    let asker = Asker { prepared, interrupt, format: asked.format };
    let mut out = BufWriter::new(output::stdout());
    let mut code = Code::Answered;
    for state in &asked.states {
        let answered = match state.as_str() {
            MANY => asker.lines(&mut out),
            state => {
                let _running = interrupt.running();
                asker.answer(state, &mut out)
            }
        };
        // The answers are written before an error about a later position is reported.
        out.flush().map_err(Failure::Output)?;
        code = code.and(answered?);
        if interrupt.is_set() {
            return Ok(Code::Interrupted);
        }
    }
    Ok(code)
}

struct Asker<'a> {
    prepared: Prepared,
    interrupt: &'a Interrupt,
    format: Format,
}

impl Asker<'_> {
    /// Answers one position in one line.
    fn answer(&self, text: &str, out: &mut impl Write) -> Result<Code, Failure> {
        let far = self.prepared.distance(text)?;
        let written = match (self.format, &far.distance) {
            (Format::Text, Ok(distance)) => writeln!(out, "{}", distance.amount()),
            (Format::Text, Err(why)) => writeln!(out, "unsolvable: {why}"),
            (Format::Json, _) => json::line(&far, out),
        };
        written.map_err(Failure::Output)?;
        Ok(if far.distance.is_ok() { Code::Answered } else { Code::No })
    }

    /// Answers each line of standard input as soon as its answer is known, with its distance or its error.
    fn lines(&self, out: &mut impl Write) -> Result<Code, Failure> {
        let blank_counts = self.prepared.engine().is_ok_and(|engine| engine.state("").is_ok());
        input::tell_of_terminal("positions, one a line,");
        let mut lines = Lines::new(BufReader::with_capacity(LONGEST_LINE, io::stdin()), blank_counts);
        let (mut code, mut running) = (Code::Answered, None);
        loop {
            if !lines.is_at_hand() {
                // The answers so far are written before the command waits for a line. A signal ends the waiting.
                out.flush().map_err(Failure::Output)?;
                running = None;
                // The flag is read after the guard is dropped, because a later signal ends the process at once.
                if self.interrupt.is_set() {
                    return Ok(Code::Interrupted);
                }
            }
            let Some((_, line)) = lines.next_line().map_err(|error| Failure::input(&error))? else { break };
            running.get_or_insert_with(|| self.interrupt.running());
            if self.interrupt.is_set() {
                return Ok(Code::Interrupted);
            }
            let answered = match &line.text {
                Ok(text) => self.answer(text, out),
                Err(misread) => Err(Fault::line(misread).into()),
            };
            let failure = match answered {
                Ok(answered) => {
                    code = code.and(answered);
                    continue;
                }
                Err(Failure::Fault(fault)) => of_line(fault, line.number)?,
                Err(failure) => return Err(failure),
            };
            code = code.and(failure.code());
            write_error(self.format, &failure, line.number, out).map_err(Failure::Output)?;
        }
        Ok(code)
    }
}

/// Draws random positions.
///
/// # Errors
/// When the table cannot be used, or has no position at the requested depth.
pub fn sample(asked: &TableSampleArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service.memory(budget(asked.limit_memory, 1)))?;
    let limits = TableLimits { time: asked.limit_seconds, memory: asked.limit_memory };
    let question = Random { table: Some(asked.file.clone()), depth: asked.depth, limits, ..Random::default() };
    random::draw(&session, question, asked.count, asked.seed, asked.format, asked.verbose)
}
