//! `loyd table query` and `loyd table sample`: positions and how far they are.

use std::io::{self, BufReader, BufWriter, Write};

use loyd::planner::{Engine, Refused, Request};
use loyd::search::Limits;
use loyd::text::Misread;
use serde::Serialize;

use super::super::random::Drawing;
use super::opened;
use crate::arguments::{Format, TableQuery, TableSample};
use crate::batch::{LONGEST_LINE, Lines};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::json;
use crate::progress;

/// STATE for one position a line of standard input.
const MANY: &str = "-";

#[derive(Serialize)]
struct Found<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    state: &'a str,
    distance: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
}

/// Looks positions up.
///
/// # Errors
/// When the table cannot be used, or a position is none of its puzzle.
pub fn query(asked: &TableQuery) -> Result<Code, Failure> {
    let engine = opened(&asked.file)?;
    let goal = engine.goal();
    let asker = Asker { engine: &*engine, goal: &goal, format: asked.format };
    let interrupt = Interrupt::listen()?;
    let _running = interrupt.running();
    let mut out = BufWriter::new(io::stdout());
    let mut code = Code::Answered;
    for state in &asked.states {
        let answered = match state.as_str() {
            MANY => asker.lines(&interrupt, &mut out),
            state => asker.answer(state, &mut out),
        };
        // What was answered before a position that cannot be read goes out before that is named.
        out.flush().map_err(Failure::Output)?;
        code = code.and(answered?);
        if interrupt.is_set() {
            return Ok(Code::Interrupted);
        }
    }
    Ok(code)
}

struct Asker<'a> {
    engine: &'a dyn Engine,
    goal: &'a str,
    format: Format,
}

impl Asker<'_> {
    /// One position, in one line.
    fn answer(&self, text: &str, out: &mut impl Write) -> Result<Code, Failure> {
        let state = &self.engine.state(text)?;
        let distance = self.engine.distance(text, &Request::default())?;
        let written = match (self.format, &distance) {
            (Format::Text, Ok(distance)) => writeln!(out, "{distance}"),
            (Format::Text, Err(why)) => writeln!(out, "unsolvable: {why}"),
            (Format::Json, _) => {
                let found = Found {
                    version: json::VERSION,
                    puzzle: self.engine.id(),
                    goal: self.goal,
                    state,
                    distance: distance.as_ref().ok().copied(),
                    reason: distance.as_ref().err().map(|why| why.kind()),
                    explanation: distance.as_ref().err().map(|why| why.to_string()),
                };
                json::line(&found, out)
            }
        };
        written.map_err(Failure::Output)?;
        Ok(if distance.is_ok() { Code::Answered } else { Code::No })
    }

    /// Every line of standard input, each with its answer or what is wrong with it.
    fn lines(&self, interrupt: &Interrupt, out: &mut impl Write) -> Result<Code, Failure> {
        let blank_counts = self.engine.state("").is_ok();
        let mut lines = Lines::new(BufReader::with_capacity(LONGEST_LINE, io::stdin()), blank_counts);
        let mut code = Code::Answered;
        while let Some((_, line)) = lines.next().map_err(Failure::Input)? {
            if interrupt.is_set() {
                return Ok(Code::Interrupted);
            }
            let number = usize::try_from(line.number).unwrap_or(usize::MAX);
            let answered = match &line.text {
                Ok(text) => self.answer(text, out),
                Err(misread) => Err(Failure::Line(misread.clone())),
            };
            let failure = match answered {
                Ok(answered) => {
                    code = code.and(answered);
                    continue;
                }
                Err(Failure::Refused(Refused::State(misread))) => Failure::Line(Misread { line: number, ..misread }),
                Err(failure @ Failure::Line(_)) => failure,
                Err(failure) => return Err(failure),
            };
            code = code.and(failure.code());
            let written = match self.format {
                Format::Text => writeln!(out, "error: {failure}"),
                Format::Json => json::error(&failure, &mut *out),
            };
            written.map_err(Failure::Output)?;
        }
        Ok(code)
    }
}

/// Draws positions.
///
/// # Errors
/// When the table cannot be used, or there is no position at that depth.
pub fn sample(asked: &TableSample) -> Result<Code, Failure> {
    let engine = opened(&asked.file)?;
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let limits = Limits {
        time: asked.limit_seconds,
        bytes: asked.limit_memory.or_else(|| memory::share(1)),
        cancel: Some(interrupt.flag()),
        progress: line.as_ref().map(progress::Line::callback),
        ..Limits::default()
    };
    let request = Request { limits, ..Request::default() };
    let TableSample { count, depth, seed, format, verbose, .. } = *asked;
    let drawing = Drawing { engine: &*engine, count, depth, seed, format, verbose };
    drawing.run(&interrupt, line.as_ref(), &mut |below| match depth {
        Some(_) => engine.random(depth, &request, below),
        None => engine.sample(&request, below),
    })
}
