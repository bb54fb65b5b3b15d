//! `loyd solve`: solves one position, or one on each line of standard input.

pub mod lines;
mod way;

use std::io::{self, Write};
use std::sync::Arc;

use loyd::service::batch::{self, Line};
use loyd::service::reply::{Answer, Listed, stopped, told};
use loyd::service::{Event, PositionRef, Solve};
use loyd::service::{Options, Want};
use loyd_core::puzzle::Spelling;
use loyd_core::search::{Outcome, Stop};

use crate::arguments::{Format, SolveArguments};
use crate::commands::asked::position::MANY;
use crate::commands::tell_merged;
use crate::exit::{Code, Failure};
use crate::machine::memory;
use crate::output::tell;
use crate::output::{self, json, text};
use crate::progress;
use crate::session::{Hear, Session};
use lines::{LineSolver, Totals};

/// Runs the command.
///
/// # Errors
/// Any failure that prevents an answer.
pub fn run(asked: &SolveArguments) -> Result<Code, Failure> {
    refuse_idle_options(asked)?;
    solve(asked).map_err(|failure| named(asked, failure))
}

/// Changes a failure so that it names the option that the user gave: `--moves` also sets the convention.
pub fn named(asked: &SolveArguments, failure: Failure) -> Failure {
    match failure {
        Failure::Fault(mut fault) if asked.convention != asked.whose() => {
            fault.message = fault.message.replacen("--convention", "--moves", 1);
            Failure::Fault(fault)
        }
        failure => failure,
    }
}

fn solve(asked: &SolveArguments) -> Result<Code, Failure> {
    let many = asked.state.as_deref() == Some(MANY);
    let shares = if many { threads(asked) } else { 1 };
    let session = Session::new(asked.verbose, |service| {
        service.memory(memory::budget(asked.limits.limit_memory, shares)).at_a_time(shares)
    })?;
    let question = asked_question(asked);
    if asked.verbose {
        tell_merged(&session, &question);
    }
    if many { run_many(asked, &session, &question) } else { run_one(asked, &session, question) }
}

/// Returns the question of the arguments, without the position.
pub fn asked_question(asked: &SolveArguments) -> Solve {
    let want = match asked {
        SolveArguments { all: true, max_solutions, .. } => Want::All { most: *max_solutions },
        SolveArguments { count: true, .. } => Want::Count,
        SolveArguments { lexicographic: true, .. } => Want::Lexicographic,
        _ => Want::One,
    };
    let options = Options {
        algorithm: asked.search.algorithm,
        heuristic: asked.search.heuristic.clone(),
        want,
        within: asked.within,
        first: asked.first,
        threads: None,
        cuts: asked.cuts,
        convention: asked.whose(),
        words: asked.has_words(),
    };
    Solve {
        puzzle: asked.puzzle.puzzle.as_str().into(),
        goal: asked.puzzle.goal.clone(),
        position: PositionRef { scramble: asked.scramble.clone(), ..PositionRef::default() },
        options,
        table: asked.named.table.clone(),
        limits: asked.limits.cost(),
        tables: asked.tables.folder(),
    }
}

/// Refuses options that have no effect beside the others. The library refuses options that the puzzle makes idle.
///
/// # Errors
/// The failure for the first such option.
pub fn refuse_idle_options(asked: &SolveArguments) -> Result<(), Failure> {
    if asked.max_solutions.is_some() && !asked.all {
        return Err(Failure::no_effect("--max-solutions", "the option needs --all"));
    }
    let many = asked.state.as_deref() == Some(MANY);
    let idle = [
        ("--show", asked.show, asked.format == Format::Json, "JSON output has no drawing"),
        ("--show", asked.show, asked.count, "--count prints no solution"),
        ("--show", asked.show, many, "answers to lines of standard input have no drawing"),
        ("--svg", asked.svg.is_some(), asked.count, "--count prints no solution"),
        ("--svg", asked.svg.is_some(), asked.all, "the drawing shows one solution, and --all lists several"),
        ("--svg", asked.svg.is_some(), many, "answers to lines of standard input have no drawing"),
        ("--moves", asked.moves.is_some(), asked.count && asked.scramble.is_none(), "--count prints no solution"),
        ("--moves", asked.has_words(), asked.count, "--count prints no solution"),
        (
            "--convention",
            asked.convention.is_some(),
            asked.whose() != asked.convention,
            "--moves already chooses the direction",
        ),
    ];
    match idle.iter().find(|(_, given, applies, _)| *given && *applies) {
        Some((option, .., why)) => Err(Failure::no_effect(option, why)),
        None => Ok(()),
    }
}

/// Returns the number of threads for many positions: as asked, or one for each core.
pub fn threads(asked: &SolveArguments) -> usize {
    asked.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from)
}

fn run_one(asked: &SolveArguments, session: &Session, mut question: Solve) -> Result<Code, Failure> {
    (question.position.state, question.options.threads) = (asked.state.clone(), asked.threads);
    let film = asked.svg.as_deref().map(way::begin).transpose()?;
    let mut out = output::stdout_with_colours();
    let listed = matches!(question.options.want, Want::All { .. });
    let spelling = if listed { Some(session.open(&question)?.spelling()) } else { None };
    let mut hear = |event| match (event, spelling) {
        (Event::Solution(listed), Some(spelling)) => {
            write_listed(asked.format, &listed, spelling, &mut out)?;
            if asked.show { way::draw(session, &question, &listed.moves, out.as_it_is()) } else { Ok(()) }
        }
        _ => Ok(()),
    };
    let hear = listed.then_some(&mut hear as Hear<'_>);
    let answer = session.hear(&question, progress::message, hear)?;
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
    if let (Format::Text, Some(note)) = (asked.format, &answer.note) {
        tell(&format!("note: {note}"));
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

/// Writes one solution of a list of all solutions.
fn write_listed(format: Format, listed: &Listed, spelling: Spelling, out: &mut dyn Write) -> Result<(), Failure> {
    let written = match format {
        Format::Text => writeln!(out, "{}", told(&listed.moves, listed.words.as_deref(), spelling)),
        Format::Json => json::line(listed, out),
    };
    written.map_err(Failure::Output)
}

/// Writes the line for an answer. In a batch, a list of all solutions ends with a line about the proof.
fn write_answer(format: Format, answer: &Answer, many: bool, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        return json::line(answer, out);
    }
    let line = match (&answer.outcome, &answer.best) {
        // For one position, the first line contains the moves, and the second line gives the proof. In a batch there
        // is only one line, which must not look like a shortest solution unless the user asked for another solution.
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
    // The last of several lines for one position gives the proof.
    match &answer.outcome {
        Outcome::Solved(solution) if many && matches!(answer.want, Want::All { .. }) => {
            writeln!(out, "{}", text::proof(solution, answer.want))
        }
        _ => Ok(()),
    }
}

fn run_many(asked: &SolveArguments, session: &Session, question: &Solve) -> Result<Code, Failure> {
    let threads = threads(asked);
    let mut control = session.control();
    control.batch = true;
    let lines = LineSolver::new(session, question, asked.format, asked.verbose, &control)?;
    let spread = lines.spread(threads);
    let many = Arc::new(Many { lines, totals: Totals::default() });
    let seconds = lines::answer_all(session, spread, &control.cancel, Shared(many.clone()))?;
    if asked.verbose {
        tell(&many.totals.account(seconds, threads));
    }
    Ok(if session.interrupt.is_set() { Code::Interrupted } else { many.totals.code() })
}

/// The state of a batch.
struct Many {
    lines: LineSolver,
    totals: Totals,
}

/// The handle on the batch that its workers share.
struct Shared(Arc<Many>);

impl batch::AnswerLine for Shared {
    type Failure = Failure;

    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<(), Failure> {
        let account = self.0.lines.answer(line, out)?;
        self.0.totals.add(account);
        Ok(())
    }
}
