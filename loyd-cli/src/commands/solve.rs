//! `loyd solve`: one position, or one a line.

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use loyd::planner::policy::Options;
use loyd::planner::{self, Answer, Engine, Refused, Request, Solution, Want};
use loyd::puzzle::{Convention, Spelling};
use loyd::search::{Limits, Logger, Outcome, Stop};
use loyd::text::Misread;

use super::{allow, limits, listener, no_effect, options, start, tell, use_table};
use crate::arguments::{Format, Solve};
use crate::batch::{self, LONGEST_LINE, Line};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::board::{self, Ink};
use crate::output::{self, json, text};
use crate::progress::{self, Alone, grouped};

/// STATE for one position a line.
const MANY: &str = "-";

/// Runs the command.
///
/// # Errors
/// Whatever keeps it from its answer.
pub fn run(asked: &Solve) -> Result<Code, Failure> {
    refuse_idle_options(asked)?;
    let interrupt = Interrupt::listen()?;
    let many = asked.state.as_deref() == Some(MANY);
    let job = Job::new(asked, many, &interrupt)?;
    if many { job.run_many(asked, &interrupt) } else { job.run_one(asked, &interrupt) }
}

/// Options that the others leave without effect, as far as the library does not know them.
fn refuse_idle_options(asked: &Solve) -> Result<(), Failure> {
    if asked.max_solutions.is_some() && !asked.all {
        return Err(no_effect("--max-solutions", "it needs --all"));
    }
    let undrawn = [
        (asked.format == Format::Json, "JSON is not drawn"),
        (asked.count, "--count shows no solution"),
        (asked.state.as_deref() == Some(MANY), "lines of standard input are not drawn"),
    ];
    match undrawn.iter().find(|(applies, _)| *applies) {
        Some((_, why)) if asked.show => Err(no_effect("--show", *why)),
        _ => Ok(()),
    }
}

/// Everything that is the same for all positions of a run.
struct Job {
    engine: Box<dyn Engine>,
    goal: String,
    spelling: Spelling,
    request: Request,
    scramble: Option<String>,
    format: Format,
    many: bool,
    show: bool,
    verbose: bool,
    line: Option<progress::Line>,
    totals: Mutex<Totals>,
}

/// What a batch cost.
#[derive(Default)]
struct Totals {
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    errors: u64,
    expanded: u64,
    generated: u64,
    how: Option<String>,
}

/// The threads that many positions are spread over: as asked, or one for each core.
fn threads(asked: &Solve) -> usize {
    asked.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from)
}

/// Tells each iteration of iterative deepening as it ends.
fn iterations(line: Option<progress::Line>) -> Logger {
    std::sync::Arc::new(move |iteration| {
        if let Some(line) = &line {
            line.hide();
        }
        tell(&text::iteration(iteration));
    })
}

impl Job {
    fn new(asked: &Solve, many: bool, interrupt: &Interrupt) -> Result<Job, Failure> {
        let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
        let want = match asked {
            Solve { all: true, max_solutions, .. } => Want::All { most: *max_solutions },
            Solve { count: true, .. } => Want::Count,
            Solve { lexicographic: true, .. } => Want::Lexicographic,
            _ => Want::One,
        };
        let Solve { within, first, cuts, convention, .. } = *asked;
        let scramble = asked.scramble.is_some();
        // Of many positions, threads are spent on lines.
        let one_by = if many { 1 } else { asked.threads.map_or(0, usize::from) };
        let given = Options {
            want,
            within,
            first,
            threads: one_by,
            cuts,
            convention,
            scramble,
            ..options(&asked.search, &asked.limits, &asked.tables)
        };
        allow(&*engine, &given, &asked.tables)?;
        use_table(&*engine, &asked.named)?;
        let line = progress::Line::new();
        let log = (asked.verbose && !many).then(|| iterations(line.clone()));
        let request = Request {
            algorithm: asked.search.algorithm,
            heuristic: asked.search.heuristic.clone(),
            want,
            // Of many lines it is told how many are done.
            limits: match many {
                true => limits(&asked.limits, interrupt, None, threads(asked)),
                false => Limits { log, ..limits(&asked.limits, interrupt, line.as_ref(), 1) },
            },
            within,
            first,
            batch: many,
            threads: one_by,
            cuts,
            convention: convention.unwrap_or_default(),
            cache: asked.tables.cache(),
            notify: Some(listener(asked.verbose, line.as_ref())),
        };
        Ok(Job {
            goal: engine.goal(),
            spelling: engine.spelling(),
            request,
            scramble: asked.scramble.as_deref().map(|moves| text::moves_given(moves).into()),
            format: asked.format,
            many,
            show: asked.show,
            verbose: asked.verbose,
            line,
            totals: Mutex::default(),
            engine,
        })
    }

    fn run_one(&self, asked: &Solve, interrupt: &Interrupt) -> Result<Code, Failure> {
        let position = start(&*self.engine, asked.state.as_deref(), self.scramble.is_some())?;
        let mut out = output::stdout();
        let (answer, code) = {
            let _running = interrupt.running();
            self.solve(&position, &mut out)?
        };
        let second = match (&answer.outcome, &answer.best) {
            (Outcome::Solved(solution), _) => Some(text::proof(solution, self.request.want)),
            (Outcome::Stopped { at_least, why, .. }, Some(best)) => Some(text::claim(*at_least, best.length, *why)),
            _ => None,
        };
        if let (Format::Text, Some(second)) = (self.format, second) {
            writeln!(out, "{second}").map_err(Failure::Output)?;
        }
        if self.show && !matches!(self.request.want, Want::All { .. }) {
            let moves: &[String] = match &answer.outcome {
                Outcome::Solved(solution) => &solution.moves,
                _ => answer.best.as_ref().map_or(&[], |best| &best.moves),
            };
            writeln!(out).map_err(Failure::Output)?;
            self.draw(&answer.state, moves, &mut out)?;
        }
        out.flush().map_err(Failure::Output)?;
        if asked.verbose {
            tell(&text::account(&answer));
        }
        Ok(code)
    }

    fn run_many(self, asked: &Solve, interrupt: &Interrupt) -> Result<Code, Failure> {
        let threads = threads(asked);
        let blank_counts = self.engine.state("").is_ok();
        let input = BufReader::with_capacity(LONGEST_LINE, io::stdin());
        let began = Instant::now();
        let line = self.line.clone();
        let output = Alone::new(io::stdout(), line.as_ref());
        let job = std::sync::Arc::new(self);
        // Ctrl-C is seen by the batch itself, between lines and within them.
        let _running = interrupt.running();
        let code = batch::run(input, output, threads, blank_counts, interrupt, line.as_ref(), Shared(job.clone()));
        line.iter().for_each(progress::Line::hide);
        let code = code?;
        if asked.verbose {
            tell(&job.totals().account(began.elapsed().as_secs_f64(), threads));
        }
        Ok(code)
    }

    /// The position to be solved.
    fn position(&self, text: &str) -> Result<String, Refused> {
        match &self.scramble {
            Some(moves) => self.engine.after(text, moves, self.request.convention),
            None => Ok(text.into()),
        }
    }

    /// Solves a position and writes the solutions or what stands for them.
    fn solve(&self, text: &str, out: &mut dyn Write) -> Result<(Answer, Code), Failure> {
        let position = self.position(text)?;
        let mut listed = 0;
        let mut failed = None;
        let answer = self.engine.solve(&position, &self.request, &mut |solution| {
            listed += 1;
            match self.list(listed, &position, solution, out) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        });
        self.clear();
        if let Some(failure) = failed {
            return Err(failure);
        }
        let answer = answer?;
        self.write(&answer, out).map_err(Failure::Output)?;
        let code = match &answer.outcome {
            Outcome::Solved(_) => Code::Answered,
            Outcome::Unsolvable(_) => Code::No,
            Outcome::Stopped { why, .. } => Code::stopped(*why),
        };
        Ok((answer, code))
    }

    /// Takes the progress line away before one position's answer; of many lines, the batch shows how far it is.
    fn clear(&self) {
        if !self.many {
            self.line.iter().for_each(progress::Line::hide);
        }
    }

    /// Writes one of all solutions.
    fn list(&self, number: u64, position: &str, solution: &Solution, out: &mut dyn Write) -> Result<(), Failure> {
        self.clear();
        let Solution { length, moves, .. } = solution;
        let written = match self.format {
            Format::Text => writeln!(out, "{}", text::moves(moves, self.spelling)),
            Format::Json => {
                let convention = json::convention(&*self.engine, self.request.convention);
                let listed =
                    json::Listed { version: json::VERSION, solution: number, length: *length, moves, convention };
                json::line(&listed, out)
            }
        };
        written.map_err(Failure::Output)?;
        if self.show { self.draw(position, moves, out) } else { Ok(()) }
    }

    /// Writes what an answer says in one line.
    fn write(&self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        let want = self.request.want;
        match self.format {
            Format::Json => {
                let listed = matches!(want, Want::All { .. } | Want::Count);
                let convention: Convention = self.request.convention;
                json::line(&json::Report::new(&*self.engine, &self.goal, answer, convention, listed), out)
            }
            Format::Text => {
                let line = match (&answer.outcome, &answer.best) {
                    // Alone, the moves stand on the first line, and the second says what they are. Among many there is one line
                    // only, which must not look like a shortest solution, unless another was asked for.
                    (Outcome::Stopped { why, .. }, Some(best)) if !self.many || *why == Stop::Enough => {
                        Some(text::moves(&best.moves, self.spelling))
                    }
                    (Outcome::Stopped { .. }, Some(best)) => text::first_line(answer, want, self.spelling)
                        .map(|line| format!("{line}: {}", text::moves(&best.moves, self.spelling))),
                    _ => text::first_line(answer, want, self.spelling),
                };
                if let Some(line) = line {
                    writeln!(out, "{line}")?;
                }
                // Where many lines belong to one position, the last says so.
                match &answer.outcome {
                    Outcome::Solved(solution) if self.many && matches!(want, Want::All { .. }) => {
                        writeln!(out, "{}", text::proof(solution, want))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn draw(&self, state: &str, moves: &[String], out: &mut dyn Write) -> Result<(), Failure> {
        let pictures = self.engine.pictures(state, moves, self.request.convention)?;
        let steps = moves.iter().enumerate().map(|(index, name)| format!("{}: {name}", index + 1));
        let captions: Vec<String> = std::iter::once("start".to_string()).chain(steps).collect();
        let ink = if output::to_terminal() { Ink::Unicode } else { Ink::Ascii };
        let mut out = out;
        board::draw(&pictures, &captions, ink, output::width(), &mut out).map_err(Failure::Output)
    }

    fn totals(&self) -> std::sync::MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line's error in its place.
    fn write_error(&self, failure: &Failure, number: u64, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json => json::error(failure, out),
            Format::Text => match failure {
                Failure::Line(misread) => writeln!(out, "error: {misread}"),
                _ => writeln!(out, "error: line {number}: {failure}"),
            },
        }
    }
}

/// A job that the workers of a batch share.
struct Shared(std::sync::Arc<Job>);

impl batch::Answer for Shared {
    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<Code, Failure> {
        let job = &*self.0;
        let solved = match &line.text {
            Ok(text) => job.solve(text, out),
            Err(misread) => Err(Failure::Line(misread.clone())),
        };
        let failure = match solved {
            Ok((answer, code)) => {
                if job.verbose {
                    job.totals().add(&answer);
                }
                return Ok(code);
            }
            Err(Failure::Refused(Refused::State(misread))) => Failure::Line(at_line(misread, line.number)),
            Err(failure @ (Failure::Line(_) | Failure::Refused(Refused::Moves(_)))) => failure,
            Err(failure) => return Err(failure),
        };
        job.totals().errors += 1;
        job.write_error(&failure, line.number, out).map_err(Failure::Output)?;
        Ok(failure.code())
    }
}

/// The same misreading, on the line of the input where the position stands.
fn at_line(misread: Misread, number: u64) -> Misread {
    Misread { line: usize::try_from(number).unwrap_or(usize::MAX), ..misread }
}

impl Totals {
    fn add(&mut self, answer: &Answer) {
        match &answer.outcome {
            Outcome::Solved(_) | Outcome::Stopped { why: Stop::Enough, .. } => self.solved += 1,
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Stopped { .. } => self.stopped += 1,
        }
        self.expanded += answer.stats.expanded;
        self.generated += answer.stats.generated;
        if self.how.is_none() && matches!(answer.outcome, Outcome::Solved(_)) {
            let bound = answer.heuristic.map_or(String::new(), |name| format!(" with {name}"));
            self.how = Some(format!("algorithm: {}{bound}: {}\n", answer.algorithm.name(), answer.why));
        }
    }

    fn account(&self, seconds: f64, threads: usize) -> String {
        let Totals { solved, unsolvable, stopped, errors, .. } = self;
        let how = self.how.as_deref().unwrap_or("");
        let (expanded, generated) = (grouped(self.expanded), grouped(self.generated));
        format!(
            "{how}solved: {solved}\nunsolvable: {unsolvable}\nstopped: {stopped}\nerrors: {errors}\nexpanded: {expanded}\n\
             generated: {generated}\nthreads: {threads}\nseconds: {seconds:.6}"
        )
    }
}
