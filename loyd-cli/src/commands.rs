//! The commands, one file each, and what several of them need.

mod bench;
mod cache;
mod check;
mod compare;
mod completions;
mod judge;
mod map;
mod puzzles;
mod random;
mod rank;
mod solve;
mod table;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use loyd::planner::policy::{Field, Options};
use loyd::planner::{Engine, Listener, Refused};
use loyd::search::Limits;
use loyd::table::cache::Event;
use loyd::table::file::Table;

use crate::arguments::{CacheArguments, Command, Format, LimitArguments, Loyd, NamedTable, SearchArguments};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::json;
use crate::progress;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps a command from its answer; with `--format json` it has been written as an object, too.
pub fn run(asked: &Loyd) -> Result<Code, Failure> {
    let (result, format) = match &asked.command {
        Command::Solve(asked) => (solve::run(asked), asked.format),
        Command::Compare(asked) => (compare::run(asked), asked.format),
        Command::Bench(asked) => (bench::run(asked), asked.format),
        Command::Check(asked) => (check::run(asked), asked.format),
        Command::Random(asked) => (random::run(asked), asked.format),
        Command::Judge(asked) => (judge::run(asked), Format::Text),
        Command::Rank(asked) => (rank::rank(asked), Format::Text),
        Command::Unrank(asked) => (rank::unrank(asked), Format::Text),
        Command::Puzzles(asked) => (puzzles::run(asked), asked.format),
        Command::Cache(asked) => (cache::run(asked), cache::format(asked)),
        Command::Map(asked) => (map::run(asked), map::format(asked)),
        Command::Table(asked) => (table::run(asked), table::format(asked)),
        Command::Completions(asked) => (completions::run(asked), Format::Text),
    };
    if let (Err(failure), Format::Json) = (&result, format)
        && !matches!(failure, Failure::Output(_))
    {
        json::error(failure, &mut io::stdout()).map_err(Failure::Output)?;
    }
    result
}

/// What each of `shares` searches at a time may cost, and who may stop it.
fn limits(given: &LimitArguments, interrupt: &Interrupt, line: Option<&progress::Line>, shares: usize) -> Limits {
    Limits {
        time: given.limit_seconds,
        bytes: given.limit_memory.or_else(|| memory::share(shares)),
        nodes: given.limit_nodes,
        moves: given.limit_moves,
        cancel: Some(interrupt.flag()),
        progress: line.map(progress::Line::callback),
        log: None,
    }
}

/// Who hears of tables: warnings and waiting always, the rest with `-v`.
fn listener(verbose: bool, line: Option<&progress::Line>) -> Listener {
    let line = line.cloned();
    Listener(Arc::new(move |event| {
        if verbose || event.is_warning() || matches!(event, Event::Waiting { .. }) {
            if let Some(line) = &line {
                line.hide();
            }
            tell(&event.to_string());
        }
    }))
}

/// The limits given, and those of a command that should never hang in place of time and memory not given.
fn bounded(given: &LimitArguments) -> LimitArguments {
    const TIME: Duration = Duration::from_secs(10);
    const MEMORY: u64 = 2_000_000_000;
    let mut limits = given.clone();
    limits.limit_seconds.get_or_insert(TIME);
    limits.limit_memory.get_or_insert(MEMORY);
    limits
}

/// The options of a search, for the library's rules of what may be asked.
fn options<'a>(search: &'a SearchArguments, limits: &LimitArguments, tables: &CacheArguments) -> Options<'a> {
    Options {
        algorithm: search.algorithm,
        heuristic: search.heuristic.as_deref(),
        memory: limits.limit_memory.is_some(),
        cache: tables.given().is_some(),
        ..Options::default()
    }
}

/// Refuses what the library's rules do not allow.
fn allow(engine: &dyn Engine, options: &Options<'_>, tables: &CacheArguments) -> Result<(), Failure> {
    engine.allowed(options).map_err(|refused| match (refused, tables.given()) {
        (Refused::NoEffect { option, why }, Some(given)) if option == Field::Cache.name() => no_effect(given, why),
        (refused, _) => refused.into(),
    })
}

/// The failure that an option would not be used.
fn no_effect(option: &'static str, why: impl Into<String>) -> Failure {
    Refused::NoEffect { option, why: why.into() }.into()
}

/// Makes the engine answer from the table that the user has named, if any.
fn use_table(engine: &dyn Engine, named: &NamedTable) -> Result<(), Failure> {
    let Some(path) = &named.table else { return Ok(()) };
    Ok(engine.use_table(path, &open_table(path)?)?)
}

/// A table's file, every byte checked.
fn open_table(path: &Path) -> Result<Table, Failure> {
    let table = Table::open_any(path);
    table.map_err(|why| Refused::Table { path: path.into(), why }.into())
}

/// The position a command starts from: STATE, or where a puzzle begins when it is left out.
fn start(engine: &dyn Engine, state: Option<&str>, scrambled: bool) -> Result<String, Failure> {
    if let Some(state) = state {
        return Ok(state.into());
    }
    if engine.state("").is_ok() {
        return Ok(String::new());
    }
    let goal = engine.goal();
    if !scrambled {
        let facts = engine.facts();
        let (syntax, example) = (facts.state_syntax, facts.example);
        return Err(Failure::Usage(format!("no STATE given; how it is written: {syntax}; for example \"{example}\"")));
    }
    match engine.state(&goal) {
        Ok(goal) => Ok(goal),
        Err(_) => Err(Failure::Usage(format!("no STATE given, and the goal of {} is no position", engine.id()))),
    }
}

/// Writes to standard error, whether or not anybody listens there.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
