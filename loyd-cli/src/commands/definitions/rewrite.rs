//! `loyd rewrite`: words in the moves, reduced without a search and shortened by a search.

use std::io::{self, Write};
use std::time::Duration;

use loyd::planner::{Engine, Refused, Shortened, Shortening};
use loyd::service::amounts::counted;
use loyd::service::reply::stop_word;
use loyd::service::{CostLimits, Fault, Solve, USUAL_MEMORY, USUAL_TIME};
use loyd_core::limits::Watch;
use loyd_core::puzzle::Rewritten;
use loyd_core::search::{Limits, Stop};
use serde::Serialize;

use crate::arguments::{Format, RewriteArguments};
use crate::exit::{Code, Failure};
use crate::machine::net;
use crate::output::{self, json};
use crate::session::Session;

/// A rewritten word as JSON.
#[derive(Serialize)]
struct Row<'r> {
    version: u32,
    puzzle: &'r str,
    word: &'r str,
    length: u64,
    cost: Option<u64>,
    reduced: &'r str,
    reduced_length: u64,
    reduced_cost: Option<u64>,
    shortened: Option<&'r str>,
    shortened_length: Option<u64>,
    shortened_cost: Option<u64>,
    is_shortest: bool,
    proved_window: Option<usize>,
    stopped: Option<&'static str>,
    not_shortened: Option<&'r str>,
    inverse: &'r str,
    order: Option<u32>,
}

/// Runs the command.
///
/// # Errors
/// When the puzzle has no definition, or the words are not moves of it.
pub fn run(asked: &RewriteArguments) -> Result<Code, Failure> {
    let parts = [
        ("--shorten", asked.shorten),
        ("--invert", asked.invert),
        ("--canonical", asked.canonical),
        ("--order", asked.order),
    ];
    if let Some((part, _)) = parts.iter().find(|(_, given)| *given && asked.format == Format::Json) {
        return Err(Failure::no_effect(part, "JSON output always has all parts"));
    }
    let searches = !(asked.invert || asked.canonical || asked.order);
    let limits = [
        ("--limit-seconds", asked.limits.limit_seconds.is_some()),
        ("--limit-memory", asked.limits.limit_memory.is_some()),
    ];
    if let Some((limit, _)) = limits.iter().find(|(_, given)| *given && !searches) {
        return Err(Failure::no_effect(limit, "the limit applies only to shortening"));
    }
    let session = Session::new(false, |service| service)?;
    let mut question = Solve::new(asked.puzzle.clone(), "");
    let (time, bytes) = (asked.limits.limit_seconds, asked.limits.limit_memory);
    question.limits = CostLimits { time, memory: bytes, ..CostLimits::default() };
    let watch = Watch::new(&Limits { time, bytes, cancel: Some(session.interrupt.flag()), ..Limits::default() });
    let work = net::hold(time.or(searches.then_some(USUAL_TIME)), bytes.or(searches.then_some(USUAL_MEMORY)));
    let engine = session.service.open(&question, &session.control())?;
    let moves = engine.expect_described().map_err(|why| Fault::usage("puzzle", why))?;
    let word = asked.words.join(" ");
    let rewritten = watch.over(|| moves.rewritten(&word)).map_err(Fault::stopped)?;
    let rewritten = rewritten.map_err(|why| Fault::from(Refused::Moves(why)))?;
    let shortening = if searches { Some(shortened(&session, asked, &engine, &word, watch.elapsed())?) } else { None };
    drop(work);
    let mut out = output::stdout();
    match (asked.format, &shortening) {
        (Format::Json, _) => json::line(&row(&engine, &rewritten, shortening.as_ref()), &mut out),
        (Format::Text, Some(shortening)) if asked.shorten => match shortening {
            Shortening::Done(found) => writeln!(out, "{}", shown(&found.word)),
            Shortening::Not(why) => {
                output::tell(&format!("loyd: not shortened: {why}"));
                writeln!(out, "{}", shown(&rewritten.reduced))
            }
        },
        (Format::Text, _) => tell(asked, &rewritten, shortening.as_ref(), &mut out),
    }
    .map_err(Failure::Output)?;
    let stopped = match &shortening {
        Some(Shortening::Done(found)) => found.stopped,
        _ => None,
    };
    Ok(if stopped == Some(Stop::Cancelled) { Code::Interrupted } else { Code::Answered })
}

/// Shortens a word in the time that is left after the puzzle was opened.
fn shortened(
    session: &Session,
    asked: &RewriteArguments,
    engine: &Engine,
    word: &str,
    elapsed: Duration,
) -> Result<Shortening, Failure> {
    let limits = Limits {
        time: Some(asked.limits.limit_seconds.unwrap_or(USUAL_TIME).saturating_sub(elapsed)),
        bytes: Some(asked.limits.limit_memory.unwrap_or(USUAL_MEMORY)),
        cancel: Some(session.interrupt.flag()),
        ..Limits::default()
    };
    let _running = session.interrupt.running();
    match engine.shortened(word, &limits) {
        Some(found) => found.map_err(|why| Fault::from(why).into()),
        None => Err(Fault::internal("a definition without moves").into()),
    }
}

fn row<'r>(engine: &'r Engine, rewritten: &'r Rewritten, shortening: Option<&'r Shortening>) -> Row<'r> {
    let (found, why) = match shortening {
        Some(Shortening::Done(found)) => (Some(found), None),
        Some(Shortening::Not(why)) => (None, Some(why)),
        None => (None, None),
    };
    Row {
        version: json::VERSION,
        puzzle: engine.id(),
        word: &rewritten.word,
        length: rewritten.length,
        cost: rewritten.cost,
        reduced: &rewritten.reduced,
        reduced_length: rewritten.reduced_length,
        reduced_cost: rewritten.reduced_cost,
        shortened: found.map(|found| &*found.word),
        shortened_length: found.map(|found| found.length),
        shortened_cost: found.and_then(|found| found.cost),
        is_shortest: found.is_some_and(|found| found.is_shortest),
        proved_window: found.map(|found| found.window),
        stopped: found.and_then(|found| found.stopped).map(stop_word),
        not_shortened: why.map(String::as_str),
        inverse: &rewritten.inverse,
        order: rewritten.order,
    }
}

fn tell(
    asked: &RewriteArguments,
    rewritten: &Rewritten,
    shortening: Option<&Shortening>,
    out: &mut impl Write,
) -> io::Result<()> {
    let Rewritten { word: _, length, cost, reduced, reduced_length, reduced_cost, inverse, order } = rewritten;
    let order = order.map_or("more than 1000000".into(), |order| order.to_string());
    match asked {
        RewriteArguments { invert: true, .. } => writeln!(out, "{}", shown(inverse)),
        RewriteArguments { canonical: true, .. } => writeln!(out, "{}", shown(reduced)),
        RewriteArguments { order: true, .. } => writeln!(out, "{order}"),
        _ => {
            writeln!(out, "{}", shown(reduced))?;
            let (shorter, given) = (amount(*reduced_length, *reduced_cost), amount(*length, *cost));
            writeln!(out, "{shorter}, given as {given}")?;
            match shortening {
                Some(Shortening::Done(found)) => {
                    if found.word != *reduced {
                        writeln!(out, "shortened: {}", shown(&found.word))?;
                        writeln!(out, "{}", amount(found.length, found.cost))?;
                    }
                    writeln!(out, "{}", proved(found))?;
                }
                Some(Shortening::Not(why)) => writeln!(out, "not shortened: {why}")?,
                None => {}
            }
            writeln!(out, "order: {order}")?;
            writeln!(out, "inverse: {}", shown(inverse))
        }
    }
}

/// Returns a sentence about what is proved of a shortened word.
fn proved(found: &Shortened) -> String {
    let least = if found.cost.is_some() { "cheaper" } else { "shorter" };
    if found.is_shortest {
        return format!("proved: no {least} sequence has the same effect");
    }
    let why = found.stopped.map_or(String::new(), |why| format!(" ({})", why.told()));
    format!(
        "proved: no {} in a row can be replaced by a {least} sequence with the same effect{why}",
        counted(found.window as u128, "move")
    )
}

/// Formats a number of moves and their cost.
fn amount(moves: u64, cost: Option<u64>) -> String {
    let moves = counted(moves.into(), "move");
    cost.map_or(moves.clone(), |cost| format!("{moves} at a cost of {cost}"))
}

/// Returns the word, or a note if the word is empty.
fn shown(word: &str) -> &str {
    if word.is_empty() { "(no moves)" } else { word }
}
