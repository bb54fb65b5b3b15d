//! `loyd solve`: one position, or one a line.

mod way;

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use loyd::planner::Want;
use loyd::puzzle::Spelling;
use loyd::search::{Outcome, Stop};
use loyd::service::amounts::grouped;
use loyd::service::batch::{self, Ended, LONGEST_LINE, Line};
use loyd::service::reply::{Answer, Listed, stopped, told};
use loyd::service::{Ask, Event, Fault, Kind, Prepared, Question, Reply};
use loyd::text::Misread;

use super::position::MANY;
use super::{question, unexpected};
use crate::arguments::{Format, Moves, Solve};
use crate::exit::{Code, Failure};
use crate::input;
use crate::memory;
use crate::output::tell;
use crate::output::{self, json, text};
use crate::progress::{self, Alone};
use crate::session::{Hear, Session};

/// Runs the command.
///
/// # Errors
/// Whatever keeps it from its answer.
pub fn run(asked: &Solve) -> Result<Code, Failure> {
    refuse_idle_options(asked)?;
    solve(asked).map_err(|failure| match failure {
        // Named by the option that was given.
        Failure::Fault(mut fault) if asked.convention != asked.whose() => {
            fault.message = fault.message.replacen("--convention", "--moves", 1);
            Failure::Fault(fault)
        }
        failure => failure,
    })
}

fn solve(asked: &Solve) -> Result<Code, Failure> {
    let many = asked.state.as_deref() == Some(MANY);
    let shares = if many { threads(asked) } else { 1 };
    let session = Session::new(asked.verbose, |service| {
        service.memory(memory::budget(asked.limits.limit_memory, shares)).at_a_time(shares)
    })?;
    let mut question = question(Ask::Solve, &asked.puzzle);
    question.scramble = asked.scramble.clone();
    question.want = match asked {
        Solve { all: true, max_solutions, .. } => Want::All { most: *max_solutions },
        Solve { count: true, .. } => Want::Count,
        Solve { lexicographic: true, .. } => Want::Lexicographic,
        _ => Want::One,
    };
    (question.within, question.first, question.cuts) = (asked.within, asked.first, asked.cuts);
    (question.convention, question.words) = (asked.whose(), asked.moves == Some(Moves::Words));
    question.table = asked.named.table.clone();
    asked.search.tell(&mut question);
    asked.limits.tell(&mut question);
    asked.tables.tell(&mut question);
    if many { run_many(asked, &session, &question) } else { run_one(asked, &session, question) }
}

/// Options that the others leave without effect; those that depend on the puzzle are the library's to refuse.
fn refuse_idle_options(asked: &Solve) -> Result<(), Failure> {
    if asked.max_solutions.is_some() && !asked.all {
        return Err(Failure::no_effect("--max-solutions", "it needs --all"));
    }
    let many = asked.state.as_deref() == Some(MANY);
    let idle = [
        ("--show", asked.show, asked.format == Format::Json, "JSON is not drawn"),
        ("--show", asked.show, asked.count, "--count shows no solution"),
        ("--show", asked.show, many, "lines of standard input are not drawn"),
        ("--svg", asked.svg.is_some(), asked.count, "--count shows no solution"),
        ("--svg", asked.svg.is_some(), asked.all, "it shows one solution, and --all lists them"),
        ("--svg", asked.svg.is_some(), many, "lines of standard input are not drawn"),
        ("--moves", asked.moves.is_some(), asked.count && asked.scramble.is_none(), "--count shows no solution"),
        ("--moves", asked.moves == Some(Moves::Words), asked.count, "--count shows no solution"),
        ("--convention", asked.convention.is_some(), asked.whose() != asked.convention, "--moves says whose way"),
    ];
    match idle.iter().find(|(_, given, applies, _)| *given && *applies) {
        Some((option, .., why)) => Err(Failure::no_effect(option, why)),
        None => Ok(()),
    }
}

/// The threads that many positions are spread over: as asked, or one for each core.
fn threads(asked: &Solve) -> usize {
    asked.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from)
}

fn run_one(asked: &Solve, session: &Session, mut question: Question) -> Result<Code, Failure> {
    (question.state, question.threads) = (asked.state.clone(), asked.threads);
    let film = asked.svg.as_deref().map(way::begin).transpose()?;
    let mut out = output::stdout_with_colours();
    let listed = matches!(question.want, Want::All { .. });
    let spelling = if listed { Some(session.service.open(&question)?.spelling()) } else { None };
    let mut hear = |event| match (event, spelling) {
        (Event::Solution(listed), Some(spelling)) => {
            write_listed(asked.format, &listed, spelling, &mut out)?;
            if asked.show { way::draw(session, &question, &listed.moves, out.as_it_is()) } else { Ok(()) }
        }
        _ => Ok(()),
    };
    let hear = listed.then_some(&mut hear as Hear<'_>);
    let Reply::Answer(answer) = session.hear(&question, progress::message, hear)? else { return unexpected() };
    write_answer(asked.format, &answer, false, &mut out).map_err(Failure::Output)?;
    if let (Format::Text, Some(second)) = (asked.format, text::second_line(&answer)) {
        writeln!(out, "{second}").map_err(Failure::Output)?;
    }
    let best = answer.solution().or(answer.best.as_ref());
    if asked.show && !matches!(answer.want, Want::All { .. }) {
        writeln!(out).map_err(Failure::Output)?;
        way::draw(session, &question, best.map_or(&[], |best| &best.moves), out.as_it_is())?;
    }
    out.flush().map_err(Failure::Output)?;
    if let Some(film) = film {
        film.show(session, &question, &answer, best)?;
    }
    if let (Format::Text, Some(advice)) = (asked.format, text::advice(&answer, &asked.puzzle.puzzle)) {
        tell(&advice);
    }
    if asked.verbose {
        tell(&text::account(&answer));
    }
    Ok(code_of(&answer))
}

fn code_of(answer: &Answer) -> Code {
    match &answer.outcome {
        Outcome::Solved(_) => Code::Answered,
        Outcome::Unsolvable(_) => Code::No,
        Outcome::Stopped { why, .. } => Code::stopped(*why),
    }
}

/// Writes one of all solutions.
fn write_listed(format: Format, listed: &Listed, spelling: Spelling, out: &mut dyn Write) -> Result<(), Failure> {
    let written = match format {
        Format::Text => writeln!(out, "{}", told(&listed.moves, listed.words.as_deref(), spelling)),
        Format::Json => json::line(listed, out),
    };
    written.map_err(Failure::Output)
}

/// Writes what an answer says in one line.
fn write_answer(format: Format, answer: &Answer, many: bool, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        return json::line(answer, out);
    }
    let line = match (&answer.outcome, &answer.best) {
        // Alone, the moves stand on the first line, and the second says what they are. Among many there is one line
        // only, which must not look like a shortest solution, unless another was asked for.
        (Outcome::Stopped { why, .. }, Some(best)) if !many || *why == Stop::Enough => {
            Some(text::in_line(best, answer.spelling))
        }
        (Outcome::Stopped { at_least, why, best: length }, Some(best)) => {
            Some(format!("{}: {}", stopped(*at_least, *length, *why), text::in_line(best, answer.spelling)))
        }
        _ => text::first_line(answer),
    };
    if let Some(line) = line {
        writeln!(out, "{line}")?;
    }
    // Where many lines belong to one position, the last says so.
    match &answer.outcome {
        Outcome::Solved(solution) if many && matches!(answer.want, Want::All { .. }) => {
            writeln!(out, "{}", text::proof(solution, answer.want))
        }
        _ => Ok(()),
    }
}

fn run_many(asked: &Solve, session: &Session, question: &Question) -> Result<Code, Failure> {
    let threads = threads(asked);
    let mut control = session.control();
    control.batch = true;
    let lines = Arc::new(Lines {
        prepared: session.service.prepare(question, &control)?,
        format: asked.format,
        verbose: asked.verbose,
        totals: Mutex::default(),
    });
    let blank_counts = lines.prepared.engine().state("").is_ok();
    let lines_in = BufReader::with_capacity(LONGEST_LINE, io::stdin());
    input::tell_of_terminal("positions, one a line,");
    let output = Alone::new(output::stdout(), session.line.as_ref());
    let began = Instant::now();
    let mut watch = |done| {
        let seconds = began.elapsed().as_secs_f64();
        if let Some(line) = &session.line {
            line.say(seconds, || format!("{} lines, {}", grouped(done), progress::rate(done, "lines", seconds)));
        }
    };
    // Ctrl-C is seen by the batch itself, between lines and within them.
    let _running = session.interrupt.running();
    let shared = Shared(lines.clone());
    let ended = batch::answer_lines(lines_in, output, threads, blank_counts, &control.cancel, &mut watch, shared);
    session.hide();
    ended.map_err(|ended| match ended {
        Ended::Input(error) => Failure::input(&error),
        Ended::Output(error) => Failure::Output(error),
        Ended::Thread(error) => Fault::system(format!("cannot start a thread: {error}")).into(),
        Ended::Panicked(number) => Fault::internal(format!("the answer to line {number} failed")).into(),
        Ended::Failed(failure) => failure,
    })?;
    let totals = lines.totals();
    if asked.verbose {
        tell(&totals.account(began.elapsed().as_secs_f64(), threads));
    }
    Ok(if session.interrupt.is_set() { Code::Interrupted } else { totals.code.unwrap_or(Code::Answered) })
}

/// What the answers to all lines have in common.
struct Lines {
    prepared: Prepared,
    format: Format,
    verbose: bool,
    totals: Mutex<Totals>,
}

/// What a batch cost.
#[derive(Default)]
struct Totals {
    code: Option<Code>,
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    errors: u64,
    expanded: u64,
    generated: u64,
    how: Option<String>,
}

impl Lines {
    fn totals(&self) -> MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn solve(&self, text: &str, out: &mut dyn Write) -> Result<Answer, Failure> {
        let mut failed = None;
        let answer = self.prepared.solve(text, &mut |listed| match write_listed(
            self.format,
            &listed,
            self.prepared.engine().spelling(),
            out,
        ) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        });
        failed.map_or(Ok(()), Err)?;
        let answer = answer?;
        write_answer(self.format, &answer, true, out).map_err(Failure::Output)?;
        Ok(answer)
    }

    fn ends(&self, code: Code) {
        if code != Code::Answered {
            let mut totals = self.totals();
            totals.code = Some(totals.code.unwrap_or(Code::Answered).and(code));
        }
    }
}

/// Lines that the workers of a batch share.
struct Shared(Arc<Lines>);

impl batch::Answer for Shared {
    type Failure = Failure;

    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<(), Failure> {
        let lines = &*self.0;
        let solved = match &line.text {
            Ok(text) => lines.solve(text, out),
            Err(misread) => Err(Fault::line(misread).into()),
        };
        let failure = match solved {
            Ok(answer) => {
                if lines.verbose {
                    lines.totals().add(&answer);
                }
                lines.ends(code_of(&answer));
                return Ok(());
            }
            Err(Failure::Fault(fault)) => of_line(fault, line.number)?,
            Err(failure) => return Err(failure),
        };
        lines.totals().errors += 1;
        write_error(lines.format, &failure, line.number, out).map_err(Failure::Output)?;
        lines.ends(failure.code());
        Ok(())
    }
}

/// The fault of a line: a position that cannot be read, where it stands in the input, or moves that cannot be made
/// there.
///
/// # Errors
/// Any other: it concerns all lines.
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

/// Writes a line's error in its place.
pub fn write_error(format: Format, failure: &Failure, number: u64, out: &mut dyn Write) -> io::Result<()> {
    match (format, failure) {
        (Format::Json, _) => json::error(failure, out),
        (Format::Text, Failure::Fault(fault)) if fault.kind == Kind::State => writeln!(out, "error: {fault}"),
        (Format::Text, _) => writeln!(out, "error: line {number}: {failure}"),
    }
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
            let bound = answer.heuristic.as_ref().map_or(String::new(), |name| format!(" with {name}"));
            self.how = Some(format!("algorithm: {}{bound}: {}\n", answer.algorithm.name(), answer.why));
        }
    }

    fn account(&self, seconds: f64, threads: usize) -> String {
        let Totals { solved, unsolvable, stopped, errors, .. } = self;
        let how = self.how.as_deref().unwrap_or("");
        let (expanded, generated) = (grouped(self.expanded), grouped(self.generated));
        format!(
            "{how}solved: {solved}\nunsolvable: {unsolvable}\nstopped: {stopped}\nerrors: {errors}\nexpanded: \
             {expanded}\n\
             generated: {generated}\nthreads: {threads}\nseconds: {seconds:.6}"
        )
    }
}
