//! Questions about one position that a search or a table answers, and those about its moves and its number.

use std::ops::ControlFlow;

use super::event::Event;
use super::reply::{
    Answer, Bounds, Checked, Far, Listed, NO_MOVES, NextMove, NextMoves, Numbered, Pictures, Reply, VERSION,
};
use super::{Fault, Question, Task};
use crate::planner::{Algorithm, Engine, Refused, Request, Solution, Want};
use crate::puzzle::Convention;
use crate::search::{Limits, Outcome, Stop};

/// A text of moves as a user gives it, where [`NO_MOVES`] may stand for none.
fn moves_given(text: &str) -> &str {
    if text.trim() == NO_MOVES { "" } else { text }
}

impl Task<'_> {
    /// The convention asked for, if the puzzle has two.
    fn convention(&self, engine: &dyn Engine) -> Result<Convention, Fault> {
        match self.question.convention {
            Some(_) if !engine.has_conventions() => {
                let why = format!("the moves of {} have one name each", engine.id());
                Err(Fault::no_effect("convention", why))
            }
            asked => Ok(asked.unwrap_or_default()),
        }
    }

    /// The position a question starts from: the one given, or where a puzzle begins when it is left out; then the moves made first.
    pub(super) fn start(&self, engine: &dyn Engine) -> Result<String, Fault> {
        let Question { state, scramble, .. } = self.question;
        let start = match state {
            Some(state) => state.clone(),
            None => usual_start(engine, scramble.is_some())?,
        };
        let Some(moves) = scramble else { return Ok(start) };
        Ok(engine.after(&start, moves_given(moves), self.question.convention.unwrap_or_default())?)
    }

    /// Refuses what a named algorithm and its bound leave without effect: another bound, memory limits, the folder of tables.
    pub(super) fn refuse_idle_search(&self, engine: &dyn Engine) -> Result<(), Fault> {
        let Question { algorithm, heuristic, limit_memory, cache_dir, no_cache, .. } = self.question;
        let Some(algorithm) = algorithm else { return Ok(()) };
        let name = algorithm.name();
        if heuristic.is_some() && !algorithm.uses_heuristic() {
            return Err(Fault::no_effect("heuristic", format!("{name} uses none")));
        }
        // A bound that there is none of is the engine's to refuse.
        let reads = |bound: &str| !matches!(engine.tables(Some(bound)), Err(Refused::NoTables { .. }));
        if heuristic.as_deref().is_some_and(reads) {
            return Ok(());
        }
        if limit_memory.is_some() && !algorithm.uses_memory() {
            return Err(Fault::no_effect("limit_memory", format!("{name} holds none but its way")));
        }
        if *algorithm == Algorithm::Table {
            return Ok(());
        }
        let folder = [("cache_dir", cache_dir.is_some()), ("no_cache", *no_cache)];
        match folder.into_iter().find(|(_, given)| *given) {
            Some((field, _)) => Err(Fault::no_effect(field, format!("{name} keeps no tables there"))),
            None => Ok(()),
        }
    }

    pub(super) fn solve(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &*engine;
        self.refuse_idle_search(engine)?;
        let Question { want, scramble, .. } = self.question;
        if self.question.convention.is_some() && *want == Want::Count && scramble.is_none() {
            return Err(Fault::no_effect("convention", "a number of solutions names no moves"));
        }
        let convention = self.convention(engine)?;
        let shown = engine.has_conventions().then_some(convention);
        let position = self.start(engine)?;
        let mut solutions = Vec::new();
        let mut solution = 0;
        let mut each = |found: &Solution| {
            solution += 1;
            let Solution { length, moves, .. } = found;
            let listed =
                Listed { version: VERSION, solution, length: *length, moves: moves.clone(), convention: shown };
            if self.out.is_heard() {
                return self.out.item(Event::Solution(listed));
            }
            solutions.push(listed);
            ControlFlow::Continue(())
        };
        let answer = engine.solve(&position, &self.request(), &mut each)?;
        Ok(Reply::Answer(Box::new(Answer {
            puzzle: engine.id().into(),
            goal: engine.goal(),
            state: answer.state,
            outcome: answer.outcome,
            best: answer.best,
            solutions,
            want: *want,
            convention: shown,
            spelling: engine.spelling(),
            algorithm: answer.algorithm,
            heuristic: answer.heuristic,
            why: answer.why,
            stats: answer.stats,
        })))
    }

    pub(super) fn check(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &*engine;
        let convention = self.convention(engine)?;
        let Question { state, moves, .. } = self.question;
        let state = state.as_deref().ok_or_else(|| Fault::missing("state"))?;
        let moves = moves.as_deref().ok_or_else(|| Fault::missing("moves"))?;
        let check = engine.check(state, moves_given(moves), convention)?;
        let request = self.request();
        let far = |state: &str| -> Result<Bounds, Fault> {
            let answer = engine.solve(state, &request, &mut |_| ControlFlow::Continue(()))?;
            Ok(Bounds::of(answer.outcome))
        };
        let shortest = far(state)?;
        let remaining = if check.reaches_goal { Bounds::Known(0) } else { far(&check.state)? };
        let (puzzle, goal) = (engine.id().into(), engine.goal());
        let convention = engine.has_conventions().then_some(convention);
        let checked = Checked { puzzle, goal, check, convention, shortest, remaining };
        let given = checked.check.given;
        match checked.shortest.known() {
            Some(least) if checked.reaches_goal() && given < least as usize => {
                Err(Fault::internal(format!("{given} moves reach the goal, where {least} were proved least")))
            }
            _ => Ok(Reply::Checked(Box::new(checked))),
        }
    }

    pub(super) fn distance(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &*engine;
        let position = self.start(engine)?;
        let (puzzle, goal) = (engine.id().into(), engine.goal());
        if self.question.table.is_some() {
            let state = engine.state(&position)?;
            let distance = engine.distance(&position, &self.request())?;
            return Ok(Reply::Distance(Box::new(Far { puzzle, goal, state, distance, why: None })));
        }
        self.refuse_idle_search(engine)?;
        let answer = engine.solve(&position, &self.request(), &mut |_| ControlFlow::Continue(()))?;
        let (distance, why) = match Bounds::of(answer.outcome) {
            Bounds::Known(moves) => (Ok(moves), None),
            Bounds::AtLeast(moves, why) => (Ok(moves), Some(why)),
            Bounds::None(why) => (Err(why), None),
        };
        Ok(Reply::Distance(Box::new(Far { puzzle, goal, state: answer.state, distance, why })))
    }

    pub(super) fn next(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &*engine;
        self.refuse_idle_search(engine)?;
        let convention = self.convention(engine)?;
        let position = self.start(engine)?;
        let request = self.request();
        let answer = engine.solve(&position, &request, &mut |_| ControlFlow::Continue(()))?;
        let distance = Bounds::of(answer.outcome);
        // One move fewer is allowed after a move: what stops there for want of moves is proved not to be optimal.
        let rest = distance.known().map(|length| length.checked_sub(1));
        let mut moves = Vec::new();
        for (name, state) in engine.moves(&position, convention)? {
            let optimal = match (rest, &distance) {
                (Some(None), _) | (_, Bounds::None(_)) => Some(false),
                (Some(Some(rest)), _) => {
                    let limits = Limits { moves: Some(rest), ..request.limits.clone() };
                    let request = Request { limits, want: Want::One, ..request.clone() };
                    match engine.solve_after(&position, &name, &request)?.outcome {
                        Outcome::Solved(_) => Some(true),
                        Outcome::Unsolvable(_) | Outcome::Stopped { why: Stop::Moves, .. } => Some(false),
                        Outcome::Stopped { at_least, .. } => (at_least > rest).then_some(false),
                    }
                }
                (None, _) => None,
            };
            moves.push(NextMove { name, state, optimal });
        }
        let convention = engine.has_conventions().then_some(convention);
        let (puzzle, goal) = (engine.id().into(), engine.goal());
        Ok(Reply::Next(Box::new(NextMoves { puzzle, goal, state: answer.state, convention, distance, moves })))
    }

    pub(super) fn draw(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let position = self.start(&*engine)?;
        let convention = self.convention(&*engine)?;
        let moves = engine.names(moves_given(self.question.moves.as_deref().unwrap_or_default()));
        let pictures = engine.pictures(&position, &moves, convention)?;
        let state = engine.state(&position)?;
        Ok(Reply::Pictures(Pictures { puzzle: engine.id().into(), state, moves, pictures }))
    }

    pub(super) fn rank(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let state = self.question.state.as_deref().ok_or_else(|| Fault::missing("state"))?;
        let number = engine.rank(state)?;
        let state = engine.state(state)?;
        Ok(Reply::Number(Numbered { version: VERSION, puzzle: engine.id().into(), state, number }))
    }

    pub(super) fn unrank(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let number = self.question.number.ok_or_else(|| Fault::missing("number"))?;
        let state = engine.unrank(number)?;
        Ok(Reply::Number(Numbered { version: VERSION, puzzle: engine.id().into(), state, number }))
    }
}

/// Where a puzzle begins when no position is given: the one it has, or the goal that moves are made from.
fn usual_start(engine: &dyn Engine, scrambled: bool) -> Result<String, Fault> {
    if engine.state("").is_ok() {
        return Ok(String::new());
    }
    if !scrambled {
        let facts = engine.facts();
        let (syntax, example) = (facts.state_syntax, facts.example);
        let message = format!("no state given; how it is written: {syntax}; for example \"{example}\"");
        return Err(Fault::usage("state", message));
    }
    let none = || Fault::usage("state", format!("no state given, and the goal of {} is no position", engine.id()));
    engine.state(&engine.goal()).map_err(|_| none())
}
