//! One position, every algorithm.

use std::ops::ControlFlow;

use super::event::Event;
use super::reply::{CompareRow, Reply};
use super::{Fault, Task};
use crate::planner::{Algorithm, Refused, Request, Solution, TablePlan};
use crate::search::Outcome;

/// Bytes of tables that are built for a comparison: a fraction of a second.
const QUICKLY_BUILT: u64 = 4 << 20;

/// An algorithm, with one bound if it uses any.
type Entry<'a> = (Algorithm, Option<&'a str>);

impl Task<'_> {
    pub(super) fn compare(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &engine;
        let position = self.start(engine)?;
        let state = engine.state(&position)?;
        let (goal, cache) = (engine.goal(), self.cache());
        // Bounds whose tables take long to build are left to those who have them.
        let at_hand = |name: &&str| match engine.tables(Some(name)) {
            Ok(tables) => {
                let kept = |table: &TablePlan| cache.path(&table.identity).is_some_and(|path| path.exists());
                tables.iter().all(kept) || tables.iter().map(|table| table.bytes).sum::<u64>() <= QUICKLY_BUILT
            }
            Err(_) => true,
        };
        let heuristics: Vec<&str> = engine.heuristics().into_iter().filter(at_hand).collect();
        let board = self.service.board(self.question)?;
        let mut rows: Vec<CompareRow> = Vec::new();
        for (algorithm, heuristic) in entries(&heuristics) {
            if self.is_cancelled() {
                break;
            }
            let request =
                Request { algorithm: Some(algorithm), heuristic: heuristic.map(String::from), ..self.request() };
            // A fresh engine: no algorithm profits from a table that another has built.
            let fresh = match algorithm {
                Algorithm::Table => self.service.fresh(self.question, board.as_deref(), &self.cancel)?,
                _ => self.service.opened(self.question, board.as_deref())?.into(),
            };
            let tried = match fresh.solve(&position, &request, &mut |_| ControlFlow::Continue(())) {
                Ok(answer) => Ok(answer),
                Err(Refused::NotApplicable { why, .. }) => Err(why),
                Err(why) => return Err(why.into()),
            };
            let (puzzle, state, goal) = (engine.id().into(), state.clone(), goal.clone());
            let row = CompareRow { puzzle, state, goal, algorithm, heuristic: heuristic.map(String::from), tried };
            if self.out.item(Event::Compared(row.clone())).is_break() {
                break;
            }
            rows.push(row);
        }
        let outcomes: Vec<_> =
            rows.iter().filter_map(|row| Some((row.algorithm, &row.tried.as_ref().ok()?.outcome))).collect();
        match contradiction(&outcomes) {
            Some(why) => Err(Fault::internal(why)),
            None => Ok(Reply::Comparison(rows)),
        }
    }
}

fn entries<'a>(heuristics: &[&'a str]) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for algorithm in Algorithm::ALL {
        if algorithm.uses_heuristic() {
            entries.extend(heuristics.iter().map(|&name| (algorithm, Some(name))));
        } else {
            entries.push((algorithm, None));
        }
    }
    entries
}

/// Two outcomes that cannot both be right, if there are any.
///
/// ```
/// use loyd::planner::{Algorithm, Solution};
/// use loyd::search::{Outcome, Stop};
/// use loyd::service::reply::contradiction;
///
/// let solved = |length| Outcome::Solved(Solution { length, cost: length, ..Solution::default() });
/// let stopped = |at_least| Outcome::Stopped { at_least, best: None, why: Stop::Time };
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
