//! `loyd compare`: one position, every algorithm.

use std::io::{self, Write};
use std::ops::ControlFlow;

use loyd::planner::{self, Algorithm, Answer, Refused, Request, TablePlan};
use loyd::search::Outcome;
use serde::Serialize;

use super::{bounded, limits, listener, open_table, start, tell};
use crate::arguments::{Compare, Format};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::json::{self, Cost};
use crate::output::{table, text};
use crate::progress::{self, grouped};

/// One algorithm, with one bound if it uses any.
#[derive(Clone, Debug)]
struct Entry {
    algorithm: Algorithm,
    heuristic: Option<&'static str>,
}

/// What came of it; `Err` says why it cannot be used.
type Tried = Result<Answer, String>;

#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    puzzle: &'a str,
    state: &'a str,
    goal: &'a str,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    outcome: &'static str,
    length: Option<u32>,
    at_least: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
    stats: Option<Cost>,
}

/// Bytes of tables that are built for a comparison: a fraction of a second.
const QUICKLY_BUILT: u64 = 4 << 20;

/// Runs the command.
///
/// # Errors
/// When the position cannot be read, or two algorithms contradict each other.
pub fn run(asked: &Compare) -> Result<Code, Failure> {
    let open = || planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref());
    let engine = open()?;
    let named = asked.named.table.as_deref().map(|path| open_table(path).map(|table| (path, table))).transpose()?;
    if let Some((path, table)) = &named {
        engine.use_table(path, table)?;
    }
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let given = bounded(&asked.limits);
    let limits = limits(&given, &interrupt, line.as_ref(), 1);
    let mut state = start(&*engine, asked.state.as_deref(), asked.scramble.is_some())?;
    if let Some(moves) = &asked.scramble {
        state = engine.after(&state, text::moves_given(moves), Default::default())?;
    }
    let position = engine.state(&state)?;
    let goal = engine.goal();
    let mut out = io::stdout();
    let mut rows = Vec::new();
    // Bounds whose tables take long to build are left to those who have them.
    let cache = asked.tables.cache();
    let at_hand = |name: &&'static str| match engine.tables(Some(name)) {
        Ok(tables) => {
            let kept = |table: &TablePlan| cache.path(&table.identity).is_some_and(|path| path.exists());
            tables.iter().all(kept) || tables.iter().map(|table| table.bytes).sum::<u64>() <= QUICKLY_BUILT
        }
        Err(_) => true,
    };
    let heuristics: Vec<&'static str> = engine.heuristics().into_iter().filter(at_hand).collect();
    for entry in entries(&heuristics) {
        if interrupt.is_set() {
            break;
        }
        let request = Request {
            algorithm: Some(entry.algorithm),
            heuristic: entry.heuristic.map(String::from),
            limits: limits.clone(),
            cache: asked.tables.cache(),
            notify: Some(listener(false, line.as_ref())),
            ..Request::default()
        };
        let _running = interrupt.running();
        // A fresh engine: no algorithm profits from a table that another has built.
        let engine_of_its_own = open()?;
        if let (Some((path, table)), Algorithm::Table) = (&named, entry.algorithm) {
            engine_of_its_own.use_table(path, table)?;
        }
        let result = match engine_of_its_own.solve(&state, &request, &mut |_| ControlFlow::Continue(())) {
            Ok(answer) => Ok(answer),
            Err(Refused::NotApplicable { why, .. }) => Err(why),
            Err(refused) => return Err(refused.into()),
        };
        if let Some(line) = &line {
            line.hide();
        }
        if asked.format == Format::Json {
            json::line(&row(engine.id(), &position, &goal, &entry, &result), &mut out).map_err(Failure::Output)?;
        }
        rows.push((entry, result));
    }
    if asked.format == Format::Text {
        write(&rows, &mut out).map_err(Failure::Output)?;
        let seconds = given.limit_seconds.unwrap_or_default().as_secs_f64();
        let memory = text::memory(given.limit_memory.unwrap_or_default());
        tell(&format!("limits for each: {seconds} s, {memory}"));
    }
    let outcomes: Vec<_> =
        rows.iter().filter_map(|(entry, result)| Some((entry, &result.as_ref().ok()?.outcome))).collect();
    if let Some(contradiction) = contradiction(&outcomes) {
        return Err(Failure::Internal(contradiction));
    }
    Ok(if interrupt.is_set() { Code::Interrupted } else { code(&outcomes) })
}

fn entries(heuristics: &[&'static str]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for algorithm in Algorithm::ALL {
        if algorithm.uses_heuristic() {
            entries.extend(heuristics.iter().map(|&name| Entry { algorithm, heuristic: Some(name) }));
        } else {
            entries.push(Entry { algorithm, heuristic: None });
        }
    }
    entries
}

fn row<'a>(puzzle: &'a str, state: &'a str, goal: &'a str, entry: &Entry, result: &Tried) -> Row<'a> {
    let mut row = Row {
        version: json::VERSION,
        puzzle,
        state,
        goal,
        algorithm: entry.algorithm.name(),
        heuristic: entry.heuristic,
        outcome: "not-applicable",
        length: None,
        at_least: None,
        reason: None,
        explanation: None,
        stats: None,
    };
    match result {
        Err(why) => row.explanation = Some(why.clone()),
        Ok(answer) => {
            row.outcome = json::outcome_word(&answer.outcome);
            row.stats = Some(Cost::from(&answer.stats));
            match &answer.outcome {
                Outcome::Solved(solution) => {
                    (row.length, row.at_least) = (Some(solution.length), Some(solution.length))
                }
                Outcome::Unsolvable(why) => (row.reason, row.explanation) = (Some(why.kind()), Some(why.to_string())),
                Outcome::Stopped { at_least, best, why } => {
                    row.at_least = Some(*at_least);
                    row.reason = Some(json::stop_word(*why));
                    row.explanation = Some(text::stopped(*at_least, *best, *why));
                }
            }
        }
    }
    row
}

/// The table, and below it what its cells have no room for.
fn write(rows: &[(Entry, Tried)], out: &mut impl Write) -> io::Result<()> {
    let mut notes: Vec<String> = Vec::new();
    let cells = rows.iter().map(|(entry, tried)| {
        let name = entry.algorithm.name();
        let mut cells = vec![name.to_string(), entry.heuristic.unwrap_or("").into()];
        let note = match tried {
            Err(why) => {
                cells.push("cannot be used".into());
                cells.extend(std::iter::repeat_n(String::new(), 4));
                Some(format!("{name} cannot be used: {why}"))
            }
            Ok(answer) => {
                let (moves, note) = match &answer.outcome {
                    Outcome::Solved(solution) => (solution.length.to_string(), None),
                    Outcome::Unsolvable(why) => ("unsolvable".into(), Some(format!("unsolvable: {why}"))),
                    Outcome::Stopped { at_least, best, why } => {
                        (format!(">= {at_least}, {why}"), best.map(|best| format!("{name} knows a solution of {best}")))
                    }
                };
                let stats = &answer.stats;
                cells.extend([moves, grouped(stats.expanded), grouped(stats.generated)]);
                cells.extend([text::memory(stats.bytes), format!("{:.4}", stats.seconds)]);
                note
            }
        };
        // All that prove a position unsolvable give one reason.
        notes.extend(note.filter(|note| !notes.contains(note)));
        cells
    });
    let header = ["algorithm", "heuristic", "moves", "expanded", "generated", "memory", "seconds"];
    let table = table::table(&header, cells.collect(), &[2, 3, 4, 5, 6]);
    write!(out, "{table}")?;
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

/// Two outcomes that cannot both be right, if there are any.
fn contradiction(outcomes: &[(&Entry, &Outcome<planner::Solution>)]) -> Option<String> {
    let name = |entry: &Entry| entry.algorithm.name();
    for (index, (one, first)) in outcomes.iter().enumerate() {
        for (other, second) in &outcomes[index + 1..] {
            let clash = match (first, second) {
                (Outcome::Solved(a), Outcome::Solved(b)) => a.length != b.length,
                (Outcome::Solved(_), Outcome::Unsolvable(_)) | (Outcome::Unsolvable(_), Outcome::Solved(_)) => true,
                (Outcome::Solved(solution), Outcome::Stopped { at_least, .. })
                | (Outcome::Stopped { at_least, .. }, Outcome::Solved(solution)) => solution.length < *at_least,
                _ => false,
            };
            if clash {
                return Some(format!("{} and {} contradict each other", name(one), name(other)));
            }
        }
    }
    None
}

/// Answered if any algorithm did.
fn code(outcomes: &[(&Entry, &Outcome<planner::Solution>)]) -> Code {
    let any = |is: fn(&Outcome<planner::Solution>) -> bool| outcomes.iter().any(|(_, outcome)| is(outcome));
    if any(|outcome| matches!(outcome, Outcome::Solved(_))) {
        Code::Answered
    } else if any(|outcome| matches!(outcome, Outcome::Unsolvable(_))) {
        Code::No
    } else {
        Code::Limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::planner::Solution;
    use loyd::puzzle::Unsolvable;
    use loyd::search::Stop;

    fn solved(length: u32) -> Outcome<Solution> {
        Outcome::Solved(Solution { length, moves: vec![], count: None })
    }

    #[test]
    fn contradictions_are_found() {
        let [a, b] = [Algorithm::Bfs, Algorithm::Table].map(|algorithm| Entry { algorithm, heuristic: None });
        let stopped = |at_least| Outcome::Stopped { at_least, best: None, why: Stop::Time };
        let clash = |x: &Outcome<Solution>, y: &Outcome<Solution>| contradiction(&[(&a, x), (&b, y)]).is_some();
        assert!(clash(&solved(3), &solved(4)));
        assert!(clash(&solved(3), &stopped(4)));
        assert!(clash(&Outcome::Unsolvable(Unsolvable::Exhausted), &solved(4)));
        assert!(!clash(&solved(4), &stopped(4)));
        assert!(!clash(&solved(4), &solved(4)));
    }

    #[test]
    fn one_answer_is_an_answer() {
        let entry = Entry { algorithm: Algorithm::Bfs, heuristic: None };
        let stopped = Outcome::Stopped { at_least: 1, best: None, why: Stop::Bytes };
        let unsolvable = Outcome::Unsolvable(Unsolvable::Exhausted);
        assert_eq!(code(&[(&entry, &stopped), (&entry, &solved(1))]), Code::Answered);
        assert_eq!(code(&[(&entry, &stopped), (&entry, &unsolvable)]), Code::No);
        assert_eq!(code(&[(&entry, &stopped)]), Code::Limit);
    }
}
