//! Comparisons of several algorithms on positions.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::planner::{Algorithm, Engine, Options, Refused, Solution, TablePlan};
use crate::service::amounts::{counted, grouped, memory};
use crate::service::event::Event;
use crate::service::reply::{CompareRow, Reply, Tried};
use crate::service::{Compare, Fault, PositionRef, Task};
use loyd_core::search::{Outcome, Stats};
use loyd_core::text::Misread;

/// The most bytes of tables built for a comparison if no lower bound is named, in a fraction of a second.
const QUICKLY_BUILT: u64 = 4 << 20;

/// The bytes of a row and of its text in a reply, without the texts of the position and the moves of a solution.
const ROW_BYTES: u64 = 2 << 10;

/// The bytes of a move of a solution in a row.
const MOVE_BYTES: usize = 64;

/// An algorithm, with one lower bound if it uses any.
type Entry<'a> = (Algorithm, Option<&'a str>);

/// A position that is compared.
struct Position {
    number: u64,
    /// The position as it was given. `state` is the position in standard form, after the moves that were made.
    text: String,
    state: String,
    /// A remark on how the text was read.
    note: Option<String>,
}

impl Position {
    fn new(number: u64, text: String, state: String, engine: &Engine) -> Position {
        let note = engine.described().and_then(|described| described.note(&text));
        Position { number, text, state, note }
    }
}

impl Task<'_> {
    pub(in crate::service) fn compare(&self, asked: &Compare) -> Result<Reply, Fault> {
        let engine = &self.engine()?;
        let positions = self.positions(asked, engine)?;
        let heuristics = self.heuristics_to_compare(asked, engine)?;
        let entries = entries(algorithms_to_compare(asked), &heuristics);
        self.have_room(asked, entries.len())?;
        if !asked.heuristics.is_empty() && entries.iter().all(|(_, heuristic)| heuristic.is_none()) {
            return Err(Fault::no_effect("heuristics", "the algorithms use no lower bound"));
        }
        let mut compared =
            Compared { task: self, asked, engine, goal: engine.goal(), rows: Vec::new(), bytes: 0, left: 0 };
        let mut hopeful = Vec::new();
        for position in positions {
            // A proof without a search is reported once, and not for every algorithm.
            match engine.unsolvable(&position.state)? {
                None => hopeful.push(position),
                Some(proof) => {
                    let tried = Tried { outcome: Outcome::Unsolvable(proof), stats: Stats::default() };
                    if compared.add(&position, None, None, Ok(tried)).is_break() {
                        return Ok(Reply::Comparison(compared.rows));
                    }
                }
            }
        }
        compared.left = u32::try_from(entries.len() * hopeful.len()).unwrap_or(u32::MAX);
        for (algorithm, heuristic) in entries {
            if hopeful.is_empty() || compared.run(algorithm, heuristic, &hopeful)?.is_break() {
                break;
            }
        }
        let rows = compared.rows;
        let mut outcomes: HashMap<_, Vec<_>> = HashMap::new();
        for row in &rows {
            if let (Some(algorithm), Ok(tried)) = (row.algorithm, &row.tried) {
                outcomes.entry(row.number).or_default().push((algorithm, &tried.outcome));
            }
        }
        for position in &hopeful {
            let of_it = outcomes.get(&position.number).map_or(&[][..], |of_it| of_it);
            if let Some(why) = contradiction(of_it) {
                return Err(Fault::internal(format!("{}: {why}", position.state)));
            }
        }
        Ok(Reply::Comparison(rows))
    }

    /// The positions that the question names, or a fault if one of them cannot be read.
    fn positions(&self, asked: &Compare, engine: &Engine) -> Result<Vec<Position>, Fault> {
        let (one, many) = (&asked.position, &asked.states);
        if many.is_empty() {
            let text = self.start(engine, one)?;
            let state = engine.after(&text, one.made(), self.convention())?;
            return Ok(vec![Position::new(1, text, state, engine)]);
        }
        if one.state.is_some() {
            return Err(Fault::no_effect("state", "`states` already gives the positions"));
        }
        if one.moves.is_some() {
            return Err(Fault::no_effect("moves", "`states` already gives the positions"));
        }
        let read = |(index, given): (usize, &String)| {
            let line = |fault: Fault| match fault.place {
                Some(place) => Fault::line(&Misread { line: index + 1, ..place }).instead("state", "states"),
                None => fault,
            };
            let position = PositionRef { state: Some(given.clone()), ..one.clone() };
            let text = self.start(engine, &position).map_err(line)?;
            let state = engine.state(&text).map_err(|why| line(why.into()))?;
            Ok(Position::new(index as u64 + 1, text, state, engine))
        };
        let read = |given| self.watch.look().map_err(Fault::stopped).and_then(|()| read(given));
        many.iter().enumerate().map(read).collect()
    }

    /// Refuses a comparison whose results need more memory than the question may hold.
    fn have_room(&self, asked: &Compare, entries: usize) -> Result<(), Fault> {
        let needed = asked.result_bytes(entries);
        let Some(most) = self.reserved.bytes().filter(|&most| most < needed) else { return Ok(()) };
        let (positions, entries) = (asked.positions(), entries as u64);
        let fault = Fault::memory(format!(
            "{} with {} of an algorithm and a lower bound are {} searches, whose results need {} of memory, but only \
             {} is available",
            counted(positions.into(), "position"),
            counted(entries.into(), "choice"),
            grouped(positions.saturating_mul(entries)),
            memory(needed),
            memory(most)
        ));
        Err(fault.lasting(self.reserved.never_has(needed)))
    }

    /// The lower bounds that the question names. If it names none, those whose tables exist or are quickly built.
    fn heuristics_to_compare<'a>(&self, asked: &Compare, engine: &'a Engine) -> Result<Vec<&'a str>, Fault> {
        let (algorithms, asked) = (algorithms_to_compare(asked), &asked.heuristics);
        if !asked.is_empty() {
            let mut named = Vec::new();
            for name in asked.iter() {
                let name = engine.heuristic(name)?;
                // A bound that is named by its synonym, too, counts once.
                if !named.contains(&name) {
                    named.push(name);
                }
            }
            return Ok(named);
        }
        // Which tables a bound needs takes seconds to find for a large puzzle.
        if !algorithms.iter().any(|algorithm| algorithm.uses_heuristic()) {
            return Ok(Vec::new());
        }
        let cache = self.cache();
        let at_hand = |name: &&str| match engine.tables(Some(name)) {
            Ok(tables) => {
                let kept = |table: &TablePlan| cache.path(&table.identity).is_some_and(|path| path.exists());
                tables.iter().all(kept) || tables.iter().map(|table| table.bytes).sum::<u64>() <= QUICKLY_BUILT
            }
            Err(_) => true,
        };
        Ok(engine.heuristics().into_iter().filter(at_hand).collect())
    }
}

impl Compare {
    /// The number of positions.
    fn positions(&self) -> u64 {
        self.states.len().max(1) as u64
    }

    /// The bytes of the results if each position is solved by so many algorithms and lower bounds.
    pub(in crate::service) fn result_bytes(&self, entries: usize) -> u64 {
        self.positions().saturating_mul(entries as u64).saturating_mul(ROW_BYTES)
    }

    /// The most bytes of the results, for a puzzle with so many lower bounds.
    pub(in crate::service) fn most_result_bytes(&self, bounds: usize) -> u64 {
        let bounds = if self.heuristics.is_empty() { bounds } else { self.heuristics.len() };
        self.result_bytes(algorithms_to_compare(self).len() * bounds.max(1))
    }
}

impl CompareRow {
    /// The bytes of the row and of its text in a reply.
    fn bytes(&self) -> u64 {
        let moves = match &self.tried {
            Ok(Tried { outcome: Outcome::Solved(solution), .. }) => solution.moves.len(),
            _ => 0,
        };
        let texts = self.puzzle.len() + self.state.len() + self.goal.len() + self.note.as_ref().map_or(0, String::len);
        ROW_BYTES + (2 * texts + moves * MOVE_BYTES) as u64
    }
}

fn algorithms_to_compare(asked: &Compare) -> &[Algorithm] {
    if asked.algorithms.is_empty() { &Algorithm::ALL } else { &asked.algorithms }
}

/// The rows so far, and what they have in common.
struct Compared<'c> {
    task: &'c Task<'c>,
    asked: &'c Compare,
    engine: &'c Arc<Engine>,
    goal: String,
    rows: Vec<CompareRow>,
    /// The bytes of the rows.
    bytes: u64,
    /// The number of searches still to come. Each has an equal part of the remaining time.
    left: u32,
}

impl Compared<'_> {
    /// Solves the positions by an algorithm. Breaks when the listener has left or the question is cancelled.
    fn run(
        &mut self,
        algorithm: Algorithm,
        heuristic: Option<&str>,
        positions: &[Position],
    ) -> Result<ControlFlow<()>, Fault> {
        // No algorithm profits from a table that another has built. A named table belongs to the opened puzzle.
        let fresh = match algorithm {
            Algorithm::Table if self.asked.table.is_some() => Arc::clone(self.engine),
            _ => self.engine.without_tables().into(),
        };
        for position in positions {
            if self.task.is_cancelled() {
                return Ok(ControlFlow::Break(()));
            }
            let heuristic = heuristic.map(String::from);
            let mut request = self.task.request(self.engine);
            request.options = Options { algorithm: Some(algorithm), heuristic, ..request.options };
            let limits = &mut request.limits;
            limits.time = limits.time.map(|left| left / self.left.max(1));
            limits.bytes = limits.bytes.map(|most| most.saturating_sub(fresh.heap_bytes() + self.bytes));
            self.left = self.left.saturating_sub(1);
            let made = self.asked.position.made();
            let each = &mut |_: &_| ControlFlow::Continue(());
            let tried = match fresh.solve_after(&position.text, made, &request, each) {
                Ok(answer) => Ok(Tried { outcome: answer.outcome, stats: answer.stats }),
                Err(Refused::NotApplicable { why, .. }) => Err(why),
                Err(why) => return Err(why.into()),
            };
            if self.add(position, Some(algorithm), request.options.heuristic, tried).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn add(
        &mut self,
        position: &Position,
        algorithm: Option<Algorithm>,
        heuristic: Option<String>,
        tried: Result<Tried, String>,
    ) -> ControlFlow<()> {
        let (puzzle, goal) = (self.engine.id().into(), self.goal.clone());
        let Position { number, state, note, .. } = position;
        let (state, note) = (state.clone(), note.clone());
        let row = CompareRow { puzzle, number: *number, state, note, goal, algorithm, heuristic, tried };
        self.task.out.item(Event::Compared(row.clone()))?;
        self.bytes += row.bytes();
        self.rows.push(row);
        ControlFlow::Continue(())
    }
}

fn entries<'a>(algorithms: &[Algorithm], heuristics: &[&'a str]) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for &algorithm in algorithms {
        if algorithm.uses_heuristic() {
            entries.extend(heuristics.iter().map(|&name| (algorithm, Some(name))));
        } else {
            entries.push((algorithm, None));
        }
    }
    entries
}

/// Names two algorithms whose outcomes cannot both be right, if there are any.
///
/// ```
/// use loyd::planner::{Algorithm, Solution};
/// use loyd::search::{Cost, Outcome, Stop};
/// use loyd::service::reply::contradiction;
///
/// let solved = |moves| Outcome::Solved(Solution { cost: Cost::moves(moves), ..Solution::default() });
/// let stopped = |moves| Outcome::Stopped { at_least: Cost::moves(moves), best: None, why: Stop::Time };
/// let clash = |a, b| contradiction(&[(Algorithm::Bfs, &a), (Algorithm::Table, &b)]).is_some();
/// assert!(clash(solved(3), solved(4)) && clash(solved(3), stopped(4)));
/// assert!(!clash(solved(4), stopped(4)) && !clash(solved(4), solved(4)));
/// ```
pub fn contradiction(outcomes: &[(Algorithm, &Outcome<Solution>)]) -> Option<String> {
    for (index, (one, first)) in outcomes.iter().enumerate() {
        for (other, second) in &outcomes[index + 1..] {
            let clash = match (first, second) {
                (Outcome::Solved(a), Outcome::Solved(b)) => a.cost != b.cost,
                (Outcome::Solved(_), Outcome::Unsolvable(_)) | (Outcome::Unsolvable(_), Outcome::Solved(_)) => true,
                (Outcome::Solved(solution), Outcome::Stopped { at_least, .. })
                | (Outcome::Stopped { at_least, .. }, Outcome::Solved(solution)) => solution.cost < *at_least,
                _ => false,
            };
            if clash {
                return Some(format!("{} and {} contradict each other", one.name(), other.name()));
            }
        }
    }
    None
}
