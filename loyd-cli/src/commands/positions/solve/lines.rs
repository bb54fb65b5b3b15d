//! A batch with one position on each line: the answer to each line, and the data that all lines share.

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loyd::planner::{Engine, Solution};
use loyd::service::amounts::grouped;
use loyd::service::batch::{self, Ended, LONGEST_LINE, Line, Spread};
use loyd::service::reply::Answer;
use loyd::service::{Cancel, Control, Fault, Kind, Prepared, Solve};
use loyd_core::puzzle::Spelling;
use loyd_core::search::{Outcome, Stop};
use loyd_core::text::Misread;
use serde::{Deserialize, Serialize};

use super::{write_answer, write_listed};
use crate::arguments::Format;
use crate::exit::{Code, Failure};
use crate::input;
use crate::machine::net;
use crate::output::{self, json, tell};
use crate::progress::{self, Alone};
use crate::session::Session;

/// The result of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineVerdict {
    /// The position has a solution.
    Solved,
    /// The position is proved to have no solution.
    Unsolvable,
    /// A limit was reached before the answer.
    Stopped,
    /// A signal came before the answer.
    Interrupted,
    /// The position cannot be read, or the moves cannot be made from it.
    Error,
}

impl LineVerdict {
    fn of(outcome: &Outcome<Solution>) -> LineVerdict {
        match outcome {
            Outcome::Solved(_) | Outcome::Stopped { why: Stop::Enough, .. } => LineVerdict::Solved,
            Outcome::Unsolvable(_) => LineVerdict::Unsolvable,
            Outcome::Stopped { why: Stop::Cancelled, .. } => LineVerdict::Interrupted,
            Outcome::Stopped { .. } => LineVerdict::Stopped,
        }
    }

    /// Returns the exit code for the result.
    pub fn code(self) -> Code {
        match self {
            LineVerdict::Solved => Code::Answered,
            LineVerdict::Unsolvable => Code::No,
            LineVerdict::Stopped => Code::Limit,
            LineVerdict::Interrupted => Code::Interrupted,
            LineVerdict::Error => Code::BadInput,
        }
    }
}

/// The result of a line, and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The result.
    pub verdict: LineVerdict,
    /// The number of nodes whose successors were generated.
    pub expanded: u64,
    /// The number of nodes that were generated.
    pub generated: u64,
    /// How the position was solved, in words, if the user asked for this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
}

/// The solver of lines.
pub struct LineSolver {
    prepared: Prepared,
    /// The limit of time of a line.
    time: Option<Duration>,
    format: Format,
    verbose: bool,
}

impl LineSolver {
    /// Returns the solver, after it has prepared once what all lines share.
    ///
    /// # Errors
    /// An error that concerns all lines.
    pub fn new(
        session: &Session,
        question: &Solve,
        format: Format,
        verbose: bool,
        control: &Control<'_>,
    ) -> Result<LineSolver, Failure> {
        let _work = session.hold(question);
        let (time, _) = session.service.limits_of(question, control);
        Ok(LineSolver { prepared: session.service.prepare(question, control)?, time, format, verbose })
    }

    /// Returns the engine of the puzzle.
    ///
    /// # Errors
    /// The limit that was reached before the puzzle was open.
    #[cfg(feature = "cluster")]
    pub fn engine(&self) -> Result<&Engine, Failure> {
        Ok(self.prepared.engine()?)
    }

    /// Returns how the lines are spread over threads.
    pub fn spread(&self, threads: usize) -> Spread {
        // For some puzzles an empty line is a position.
        Spread {
            blank_counts: self.prepared.engine().is_ok_and(|engine| engine.state("").is_ok()),
            ..Spread::over(threads)
        }
    }

    /// Writes the answer to a line.
    ///
    /// # Errors
    /// An error that concerns all lines or the output. The error of a single line is written as its answer.
    pub fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<Account, Failure> {
        let solved = match &line.text {
            Ok(text) => self.solve(text, out),
            Err(misread) => Err(Fault::line(misread).into()),
        };
        let failure = match solved {
            Ok(answer) => {
                if let (Format::Text, Some(note)) = (self.format, &answer.note) {
                    tell(&format!("note: line {}: {note}", line.number));
                }
                return Ok(self.account(&answer));
            }
            Err(Failure::Fault(fault)) => of_line(fault, line.number)?,
            Err(failure) => return Err(failure),
        };
        write_error(self.format, &failure, line.number, out).map_err(Failure::Output)?;
        Ok(Account { verdict: LineVerdict::Error, expanded: 0, generated: 0, how: None })
    }

    fn solve(&self, text: &str, out: &mut dyn Write) -> Result<Answer, Failure> {
        let mut failed = None;
        let work = net::hold(self.time, None);
        let spelling = self.prepared.engine().map_or(Spelling::Words, Engine::spelling);
        let answer = self.prepared.solve(text, &mut |listed| match write_listed(self.format, &listed, spelling, out) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        });
        drop(work);
        failed.map_or(Ok(()), Err)?;
        let answer = answer?;
        write_answer(self.format, &answer, true, out).map_err(Failure::Output)?;
        Ok(answer)
    }

    fn account(&self, answer: &Answer) -> Account {
        let solved = self.verbose && matches!(answer.outcome, Outcome::Solved(_));
        let how = solved.then(|| {
            let bound = answer.heuristic.as_ref().map_or(String::new(), |name| format!(" with {name}"));
            format!("algorithm: {}{bound}: {}\n", answer.algorithm.name(), answer.why)
        });
        let (expanded, generated) = (answer.stats.expanded, answer.stats.generated);
        Account { verdict: LineVerdict::of(&answer.outcome), expanded, generated, how }
    }
}

/// Answers all lines of standard input in order, and returns the seconds that this took.
///
/// # Errors
/// The first failure that concerns all lines.
pub fn answer_all(
    session: &Session,
    spread: Spread,
    cancel: &Cancel,
    answer: impl batch::AnswerLine<Failure = Failure>,
) -> Result<f64, Failure> {
    let lines = BufReader::with_capacity(LONGEST_LINE, io::stdin());
    input::tell_of_terminal("positions, one a line,");
    let output = Alone::new(output::stdout(), session.line.as_ref());
    let began = Instant::now();
    let mut watch = |done| {
        let seconds = began.elapsed().as_secs_f64();
        if let Some(line) = &session.line {
            line.say(seconds, || format!("{} lines, {}", grouped(done), progress::rate(done, "lines", seconds)));
        }
    };
    // The batch itself watches for Ctrl-C, between lines and within them.
    let _running = session.interrupt.running();
    let ended = batch::answer_lines(lines, output, spread, cancel, &mut watch, answer);
    session.hide();
    ended.map_err(|ended| match ended {
        Ended::Input(error) => Failure::input(&error),
        Ended::Output(error) => Failure::Output(error),
        Ended::Thread(error) => Fault::system(format!("cannot start a thread: {error}")).into(),
        Ended::Panicked(number) => panicked(number),
        Ended::Failed(failure) => failure,
    })?;
    Ok(began.elapsed().as_secs_f64())
}

/// Returns the failure for a panic in the answer to a line.
pub fn panicked(number: u64) -> Failure {
    Fault::internal(format!("the answer to line {number} failed")).into()
}

/// The totals over the answers to all lines.
#[derive(Default)]
pub struct Totals(Mutex<Sums>);

#[derive(Default)]
struct Sums {
    code: Option<Code>,
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    errors: u64,
    expanded: u64,
    generated: u64,
    how: Option<String>,
}

impl Totals {
    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the result of a line.
    pub fn add(&self, account: Account) {
        let Account { verdict, expanded, generated, how } = account;
        let mut sums = self.sums();
        match verdict {
            LineVerdict::Solved => sums.solved += 1,
            LineVerdict::Unsolvable => sums.unsolvable += 1,
            LineVerdict::Stopped | LineVerdict::Interrupted => sums.stopped += 1,
            LineVerdict::Error => sums.errors += 1,
        }
        sums.code = Some(sums.code.unwrap_or(Code::Answered).and(verdict.code()));
        sums.expanded += expanded;
        sums.generated += generated;
        if sums.how.is_none() {
            sums.how = how;
        }
    }

    /// Returns the exit code of the batch.
    pub fn code(&self) -> Code {
        self.sums().code.unwrap_or(Code::Answered)
    }

    /// Returns the totals as text, with the algorithm that solved the positions.
    pub fn account(&self, seconds: f64, threads: usize) -> String {
        let sums = self.sums();
        let Sums { solved, unsolvable, stopped, errors, .. } = &*sums;
        let how = sums.how.as_deref().unwrap_or("");
        let (expanded, generated) = (grouped(sums.expanded), grouped(sums.generated));
        format!(
            "{how}solved: {solved}\nunsolvable: {unsolvable}\nstopped: {stopped}\nerrors: {errors}\nexpanded: \
             {expanded}\n\
             generated: {generated}\nthreads: {threads}\nseconds: {seconds:.6}"
        )
    }
}

/// Returns the failure of a single line: a position that cannot be read, with its place in the input, or moves that
/// cannot be made.
///
/// # Errors
/// Any other fault, because it concerns all lines.
pub fn of_line(fault: Fault, number: u64) -> Result<Failure, Failure> {
    match (fault.kind, &fault.place) {
        (Kind::State, Some(place)) => {
            let line = usize::try_from(number).unwrap_or(usize::MAX);
            Ok(Fault::line(&Misread { line, ..place.clone() }).into())
        }
        (Kind::Moves, _) => Ok(fault.into()),
        _ => Err(fault.into()),
    }
}

/// Writes the error of a line in place of its answer.
pub fn write_error(format: Format, failure: &Failure, number: u64, out: &mut dyn Write) -> io::Result<()> {
    match (format, failure) {
        (Format::Json, _) => json::error(failure, out),
        (Format::Text, Failure::Fault(fault)) if fault.kind == Kind::State => writeln!(out, "error: {fault}"),
        (Format::Text, _) => writeln!(out, "error: line {number}: {failure}"),
    }
}
