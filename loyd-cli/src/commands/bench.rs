//! `loyd bench`: the instances of a paper, and whether they come out as published.

mod report;
mod verdict;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use loyd::planner::{self, Answer, Engine, Refused, Request};
use loyd::puzzle::Convention;
use loyd::puzzles::Unopened;
use loyd::search::{Limits, Outcome};
use loyd::text::{Misread, Token, quoted};

use super::{allow, limits, listener, options, tell};
use crate::arguments::{Bench, Format};
use crate::exit::{Code, Failure, complain};
use crate::instances::{self, Instance, Set};
use crate::interrupt::Interrupt;
use crate::output::{json, text};
use crate::progress;
use report::Table;
use verdict::Verdict;

/// One instance that was tried.
struct Tried<'a> {
    instance: &'a Instance<'a>,
    answer: Answer,
    verdict: Verdict,
}

/// A whole run.
struct Run<'a> {
    name: &'a str,
    set: &'a Set<'a>,
    /// How many instances there are to choose from.
    of: usize,
    puzzle: &'a str,
    goal: &'a str,
    threads: Option<u16>,
    tried: Vec<Tried<'a>>,
}

/// Runs the command.
///
/// # Errors
/// When the set cannot be read, or an option has no effect. A wrong length is no error but an exit code: the run goes on.
pub fn run(asked: &Bench) -> Result<Code, Failure> {
    let began = Instant::now();
    let name = asked.set.as_str();
    let text = instances::text(name)?;
    let mut set = instances::read(name, &text)?;
    let of = set.instances.len();
    let engine = open(name, &set)?;
    allow(&*engine, &options(&asked.search, &asked.limits, &asked.tables), &asked.tables)?;
    // Before hours are spent on the first, all are read.
    for instance in &set.instances {
        engine.state(instance.position.text).map_err(|refused| in_file(name, &instance.position, refused))?;
    }
    let easiest = asked.easiest.map(|most| most as usize);
    set.choose(asked.instances.as_ref(), easiest).map_err(Failure::Usage)?;

    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let request = Request {
        algorithm: asked.search.algorithm,
        heuristic: asked.search.heuristic.clone(),
        limits: limits(&asked.limits, &interrupt, line.as_ref(), 1),
        batch: set.instances.len() > 1,
        threads: asked.threads.map_or(0, usize::from),
        cache: asked.tables.cache(),
        notify: Some(listener(asked.verbose, line.as_ref())),
        ..Request::default()
    };
    let goal = engine.goal();
    let mut run =
        Run { name, set: &set, of, puzzle: engine.id(), goal: &goal, threads: asked.threads, tried: Vec::new() };
    let mut out = io::stdout();
    let table = (asked.format == Format::Text).then(|| Table::of(&set));
    let mut code = Code::Answered;
    // Until the totals are written, so that Ctrl-C never loses them.
    let _running = interrupt.running();
    for (index, instance) in set.instances.iter().enumerate() {
        let what = format!("{} ({} of {}): ", instance.id, index + 1, set.instances.len());
        let progress = line.as_ref().map(|line| line.callback_for(&what));
        let request = Request { limits: Limits { progress, ..request.limits.clone() }, ..request.clone() };
        let answer = solve(&*engine, instance, &request);
        if let Some(line) = &line {
            line.hide();
        }
        let tried = Tried::new(instance, answer?, &set, &request);
        if index == 0 && asked.verbose {
            tell(&format!("algorithm: {}: {}", tried.how(), tried.answer.why));
        }
        if let Some(table) = &table {
            table.row(&run, &tried, &mut out).map_err(Failure::Output)?;
        }
        code = code.and(tried.code());
        for failure in tried.verdict.failures(&instance.id) {
            complain(&failure);
        }
        run.tried.push(tried);
        if interrupt.is_set() && run.tried.len() < set.instances.len() {
            code = Code::Interrupted;
            break;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    match asked.format {
        Format::Text => report::totals(&run, seconds, &mut out),
        Format::Json => json::line(&report::Report::new(&run, seconds), &mut out),
    }
    .and_then(|()| out.flush())
    .map_err(Failure::Output)?;
    Ok(code)
}

/// Opens the puzzle of a set with its goal.
fn open(name: &str, set: &Set<'_>) -> Result<Box<dyn Engine>, Failure> {
    planner::open(set.puzzle.text, set.goal.map(|goal| goal.text)).map_err(|unopened| match unopened {
        Unopened::Goal(misread) => {
            Failure::Instances { path: name.into(), misread: shifted(&set.goal.unwrap_or(set.puzzle), misread) }
        }
        Unopened::Unknown { nearest, .. } => {
            let hint = nearest.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            let expected = format!("a puzzle{hint}; `loyd puzzles` lists them");
            Failure::Instances { path: name.into(), misread: set.puzzle.misread(expected) }
        }
        Unopened::Parameters { expected, .. } => {
            Failure::Instances { path: name.into(), misread: set.puzzle.misread(expected) }
        }
        unopened => unopened.into(),
    })
}

/// A refused position with its place in the file.
fn in_file(name: &str, position: &Token<'_>, refused: Refused) -> Failure {
    match refused {
        Refused::State(misread) => Failure::Instances { path: name.into(), misread: shifted(position, misread) },
        refused => refused.into(),
    }
}

/// The same misreading of a token where the token stands.
fn shifted(token: &Token<'_>, misread: Misread) -> Misread {
    Misread { line: token.line, column: token.column + misread.column - 1, ..misread }
}

/// Solves an instance and replays the solution.
fn solve(engine: &dyn Engine, instance: &Instance<'_>, request: &Request) -> Result<Answer, Failure> {
    let position = instance.position.text;
    let answer = engine.solve(position, request, &mut |_| ControlFlow::Continue(()))?;
    if let Outcome::Solved(solution) = &answer.outcome {
        let moves = text::moves(&solution.moves, engine.spelling());
        let checked = engine.check(position, text::moves_given(&moves), Convention::default())?;
        let length = solution.length as usize;
        if !checked.reaches_goal || checked.illegal.is_some() || [checked.legal, checked.given] != [length; 2] {
            let (id, moves) = (&instance.id, quoted(&moves));
            return Err(Failure::Internal(format!("instance {id}: {moves} is no solution of {length} moves")));
        }
    }
    Ok(answer)
}

impl<'a> Tried<'a> {
    fn new(instance: &'a Instance<'a>, answer: Answer, set: &Set<'_>, request: &Request) -> Tried<'a> {
        let verdict = Verdict::of(instance, &answer, set.counted, request);
        Tried { instance, answer, verdict }
    }

    /// The algorithm, with its bound if it uses any.
    fn how(&self) -> String {
        let bound = self.answer.heuristic.map_or(String::new(), |name| format!(" with {name}"));
        format!("{}{bound}", self.answer.algorithm.name())
    }

    fn code(&self) -> Code {
        let code = match &self.answer.outcome {
            Outcome::Solved(_) => Code::Answered,
            Outcome::Unsolvable(_) => Code::No,
            Outcome::Stopped { why, .. } => Code::stopped(*why),
        };
        if self.verdict.fails() { code.and(Code::Failed) } else { code }
    }
}
