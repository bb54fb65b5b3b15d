//! Answers about one position: by a search or a table, about its moves, and about its number.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use web_time::{Duration, Instant};

use crate::catalogue;
use crate::planner::policy::{Field, Given};
use crate::planner::{Algorithm, Engine, PathPictures, Refused, Request, Solution, Want};
use crate::service::amounts::grouped;
use crate::service::event::Event;
use crate::service::ledger::Reservation;
use crate::service::reply::{Answer, Checked, CostBounds, Far, Listed, NO_MOVES, Numbered, Pictures, Reply, VERSION};
use crate::service::{
    Check, Distance, Draw, Fault, PositionRef, PuzzleRef, Question, Rank, Solve, TableFolder, Task, Unrank,
};
use loyd_core::cost::{Cost, Length};
use loyd_core::family::split;
use loyd_core::puzzle::{Convention, Spelling};
use loyd_core::search::{Limits, Outcome, Stats, Stop};

/// The part of an id that accepts the goal however the puzzle is held.
const UP_TO_ROTATION: &str = "up-to=rotation";

/// The most moves that are drawn in one reply.
const MOST_DRAWN: usize = 10_000;

/// Returns the moves in a user's text. The text [`NO_MOVES`] stands for an empty list of moves.
pub(in crate::service) fn moves_given(text: &str) -> &str {
    if text.trim() == NO_MOVES { "" } else { text }
}

impl PositionRef {
    /// The moves that were made already.
    pub(in crate::service) fn made(&self) -> &str {
        moves_given(self.moves.as_deref().unwrap_or_default())
    }
}

/// A question to [solve](Solve) without its position. It solves many positions on many threads, and looks up its puzzle
/// once.
///
/// ```
/// use std::ops::ControlFlow;
/// use loyd::search::Length;
/// use loyd::service::{Control, Service, Solve};
///
/// let prepared = Service::default().prepare(&Solve::new("8", ""), &Control::default())?;
/// for (state, moves) in [("2 3 4 1 5 x 7 6 8", 19), ("1 2 3 4 5 6 7 x 8", 1)] {
///     let answer = prepared.solve(state, &mut |_| ControlFlow::Continue(()))?;
///     assert_eq!(answer.solution().unwrap().length(), Some(Length(moves)));
/// }
/// # Ok::<(), loyd::service::Fault>(())
/// ```
pub struct Prepared(Result<Ready, Unopened>);

/// The part that all positions of one question have in common.
struct Ready {
    engine: Arc<Engine>,
    /// The id of the puzzle, and the goal, as they were asked for.
    puzzle: String,
    goal: String,
    spelling: Spelling,
    convention: Option<Convention>,
    scramble: Option<String>,
    /// The moves that were made already.
    made: String,
    request: Request,
    has_table: bool,
    _reserved: Reservation,
}

/// A question whose limit was reached before its puzzle was open. No position is read, and nothing is proved of any.
struct Unopened {
    question: Solve,
    why: Stop,
    taken: Duration,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Prepared");
        match &self.0 {
            Ok(ready) => told.field("puzzle", &ready.engine.id()).field("request", &ready.request),
            Err(unopened) => told.field("puzzle", &unopened.question.puzzle.id).field("stopped", &unopened.why),
        };
        told.finish_non_exhaustive()
    }
}

impl Prepared {
    /// Sets the time limit of each position.
    pub(in crate::service) fn within(mut self, time: Option<Duration>) -> Prepared {
        if let Ok(ready) = &mut self.0 {
            ready.request.limits.time = time;
        }
        self
    }

    /// A prepared question whose limit was reached before its puzzle was open.
    pub(in crate::service) fn unopened(question: &Solve, why: Stop, taken: Duration) -> Prepared {
        Prepared(Err(Unopened { question: question.clone(), why, taken }))
    }

    fn ready(&self) -> Result<&Ready, Fault> {
        self.0.as_ref().map_err(|unopened| Fault::stopped(unopened.why))
    }

    /// The opened puzzle, for the command. It is not part of the surface.
    ///
    /// # Errors
    /// [`Kind::Limit`](crate::service::Kind::Limit) if a limit was reached before the puzzle was open.
    #[doc(hidden)]
    pub fn engine(&self) -> Result<&Engine, Fault> {
        Ok(&self.ready()?.engine)
    }

    /// Solves a position on the stack of this thread, which has to be as large as [`STACK`](crate::service::STACK): a
    /// thread of [`batch`](crate::service::batch) has such a stack. If all solutions are wanted, each of them goes to
    /// `each`, until `each` breaks.
    ///
    /// # Errors
    /// When the position cannot be read, or the algorithm cannot be used.
    pub fn solve(&self, state: &str, each: &mut dyn FnMut(Listed) -> ControlFlow<()>) -> Result<Answer, Fault> {
        match &self.0 {
            Ok(ready) => ready.solve(state, each),
            Err(Unopened { question, why, taken }) => Ok(unopened(question, state, *why, *taken)),
        }
    }

    /// Returns the distance of a position from the goal, by the table of the question or by solving the position.
    ///
    /// # Errors
    /// When the position cannot be read, or the table is wrong; [`Kind::Limit`](crate::service::Kind::Limit) if the
    /// puzzle is not open.
    pub fn distance(&self, state: &str) -> Result<Far, Fault> {
        self.ready()?.distance(state)
    }
}

impl Ready {
    /// The given position, or the usual start of the puzzle if no position is given.
    fn start(&self, state: Option<String>) -> Result<String, Fault> {
        state.map_or_else(|| usual_start(&self.engine, self.scramble.is_some()), Ok)
    }

    /// The position after the moves that are made first.
    fn position<'s>(&self, state: &'s str) -> Result<Cow<'s, str>, Fault> {
        match &self.scramble {
            None => Ok(state.into()),
            Some(moves) => Ok(scrambled(&self.engine, state, moves, self.request.options.letters())?.into()),
        }
    }

    fn solve(&self, state: &str, each: &mut dyn FnMut(Listed) -> ControlFlow<()>) -> Result<Answer, Fault> {
        let engine = &self.engine;
        let position = &self.position(state)?;
        let convention = self.convention;
        let mut solution = 0;
        let mut each = |found: &Solution| {
            solution += 1;
            let (length, Solution { cost, moves, words, .. }) = (Length::of(&found.moves), found.clone());
            each(Listed { version: VERSION, solution, length, cost, moves, words, convention })
        };
        let answer = engine.solve_after(position, &self.made, &self.request, &mut each)?;
        Ok(Answer {
            puzzle: self.puzzle.clone(),
            goal: self.goal.clone(),
            state: answer.state,
            note: engine.described().and_then(|described| described.note(state)),
            outcome: answer.outcome,
            best: answer.best,
            other_goals: answer.other_goals,
            solutions: Vec::new(),
            want: self.request.options.want,
            convention,
            spelling: self.spelling,
            algorithm: answer.algorithm,
            heuristic: answer.heuristic,
            why: answer.why,
            stats: answer.stats,
        })
    }

    fn distance(&self, state: &str) -> Result<Far, Fault> {
        let engine = &self.engine;
        let position = &self.position(state)?;
        let (puzzle, goal) = (engine.id().into(), self.goal.clone());
        // A table contains distances of positions, but moves that were made may leave only some of a position's states.
        if self.has_table && self.made.is_empty() {
            let state = engine.state(position)?;
            let distance = engine.distance(position, &self.request)?.map(Cost::moves);
            return Ok(Far { puzzle, goal, state, distance, why: None });
        }
        let answer = engine.solve_after(position, &self.made, &self.request, &mut |_| ControlFlow::Continue(()))?;
        let (distance, why) = match CostBounds::of(answer.outcome) {
            CostBounds::Known(cost) => (Ok(cost), None),
            CostBounds::AtLeast(cost, why) => (Ok(cost), Some(why)),
            CostBounds::None(why) => (Err(why), None),
        };
        Ok(Far { puzzle, goal, state: answer.state, distance, why })
    }
}

/// The answer to a question whose limit was reached before its puzzle was open: nothing is proved.
pub(in crate::service) fn unopened(question: &Solve, state: &str, why: Stop, taken: Duration) -> Answer {
    Answer {
        puzzle: catalogue::resolve(&question.puzzle.id),
        goal: question.goal.clone().unwrap_or_default(),
        state: state.into(),
        note: None,
        outcome: Outcome::Stopped { at_least: Cost::default(), best: None, why },
        best: None,
        other_goals: Vec::new(),
        solutions: Vec::new(),
        want: question.options.want,
        convention: None,
        spelling: Spelling::Words,
        algorithm: question.options.algorithm.unwrap_or(Algorithm::IdaStar),
        heuristic: None,
        why: "the limit was reached before the puzzle was open".into(),
        stats: Stats { seconds: taken.as_secs_f64(), ..Stats::default() },
    }
}

/// The time for the next of `searches` searches. Together they have the time `all`, and `taken` of it is used.
fn share(all: Duration, taken: Duration, searches: u32) -> Duration {
    all.saturating_sub(taken) / searches
}

/// The position after moves that are made first.
fn scrambled(engine: &Engine, state: &str, moves: &str, convention: Convention) -> Result<String, Fault> {
    engine.after(state, moves_given(moves), convention).map_err(|why| match why {
        Refused::Moves(wrong) => {
            let message = format!("scramble: {wrong}");
            Fault { message, ..Fault::from(Refused::Moves(wrong)).instead("moves", "scramble") }
        }
        why => why.into(),
    })
}

impl Task<'_> {
    /// The position that a question starts from: the given one or the puzzle's usual start, after the scramble.
    pub(in crate::service) fn start(&self, engine: &Engine, position: &PositionRef) -> Result<String, Fault> {
        let PositionRef { state, scramble, .. } = position;
        let start = match state {
            Some(state) => state.clone(),
            None => usual_start(engine, scramble.is_some())?,
        };
        let Some(moves) = scramble else { return Ok(start) };
        scrambled(engine, &start, moves, self.convention())
    }

    /// Refuses a question whose options the rules of the planner do not allow.
    pub(in crate::service) fn allow(&self, engine: &Engine) -> Result<(), Fault> {
        let parts = self.question.parts();
        let mut options = parts.options();
        if self.terms.batch {
            options.threads = Some(1);
        }
        let is_scrambled = |position: &PositionRef| position.scramble.is_some() || position.moves.is_some();
        let given = Given {
            scramble: parts.position().is_some_and(is_scrambled)
                || !matches!(self.question, Question::Solve(_) | Question::Distance(_)),
            table: parts.table().is_some(),
            memory: parts.limits().memory.is_some(),
            cache: *parts.tables() != TableFolder::Usual,
        };
        if options.words && options.want == Want::Count {
            return Err(Fault::no_effect("words", "a count contains no moves"));
        }
        engine.allowed(&options, given).map_err(|refused| match refused {
            Refused::NoEffect { option, why } if option == Field::Memory.name() => {
                Fault::no_effect("limit_memory", why)
            }
            Refused::NoEffect { option, why } if option == Field::Cache.name() => {
                let field = if *parts.tables() == TableFolder::Nowhere { "no_cache" } else { "cache_dir" };
                Fault::no_effect(field, why)
            }
            refused => refused.into(),
        })
    }

    /// Whether letters name the blank's or the tile's direction.
    pub(in crate::service) fn convention(&self) -> Convention {
        self.question.parts().convention().unwrap_or_default()
    }

    /// Prepares to solve positions.
    pub(in crate::service) fn prepare(self) -> Result<Prepared, Fault> {
        Ok(Prepared(Ok(self.ready()?)))
    }

    fn ready(self) -> Result<Ready, Fault> {
        let engine = self.engine()?;
        let parts = self.question.parts();
        let PositionRef { scramble, moves, .. } = parts.position().cloned().unwrap_or_default();
        let has_table = parts.table().is_some();
        self.allow(&engine)?;
        let convention = self.convention();
        Ok(Ready {
            puzzle: engine.id().into(),
            goal: engine.goal(),
            spelling: engine.spelling(),
            convention: engine.has_conventions().then_some(convention),
            scramble,
            made: moves_given(moves.as_deref().unwrap_or_default()).into(),
            request: self.request(&engine),
            has_table,
            engine,
            _reserved: self.reserved,
        })
    }

    pub(in crate::service) fn solve(self, asked: &Solve) -> Result<Reply, Fault> {
        let out = self.out;
        let state = asked.position.state.clone();
        let towards = self.towards_only_goal(asked)?.map(|engine| (self.request(&engine), engine));
        let mut ready = self.ready()?;
        let start = ready.start(state)?;
        if let Some((request, engine)) = towards {
            (ready.request, ready.engine) = (request, engine);
        }
        let mut solutions = Vec::new();
        let answer = ready.solve(&start, &mut |listed| {
            if out.is_heard() {
                return out.item(Event::Solution(listed));
            }
            solutions.push(listed);
            ControlFlow::Continue(())
        })?;
        Ok(Reply::Answer(Box::new(Answer { solutions, ..answer })))
    }

    /// The puzzle with the only goal that a position can reach among the goals up to rotation. A search of it takes as
    /// long as a search of a puzzle that is held in one way.
    fn towards_only_goal(&self, asked: &Solve) -> Result<Option<Arc<Engine>>, Fault> {
        let (id, chosen) = split(&asked.puzzle.id);
        let others: Vec<&str> = chosen.split('&').filter(|part| *part != UP_TO_ROTATION).collect();
        if self.question.parts().table().is_some() || !chosen.contains(UP_TO_ROTATION) {
            return Ok(None);
        }
        let engine = self.engine()?;
        let start = self.start(&engine, &asked.position)?;
        let Some(goal) = engine.described().and_then(|described| described.only_goal(&start)) else { return Ok(None) };
        let choice = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
        let puzzle = PuzzleRef { id: format!("{id}{choice}"), ..asked.puzzle.clone() };
        let question = Question::Solve(Solve { puzzle, goal: Some(goal), ..asked.clone() });
        self.service.engine(&question, self.watch, &self.cancel).map(Some)
    }

    pub(in crate::service) fn check(&self, asked: &Check) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &engine;
        self.allow(engine)?;
        let convention = self.convention();
        let Check { state, moves, .. } = asked;
        let check = engine.check(state, moves_given(moves), convention)?;
        let request = self.request(engine);
        let began = Instant::now();
        let far = |moves: &str, searches: u32| -> Result<CostBounds, Fault> {
            let time = request.limits.time.map(|all| share(all, began.elapsed(), searches));
            let request = Request { limits: Limits { time, ..request.limits.clone() }, ..request.clone() };
            let answer = engine.solve_after(state, moves, &request, &mut |_| ControlFlow::Continue(()))?;
            Ok(CostBounds::of(answer.outcome))
        };
        let shortest = far("", if check.reaches_goal { 1 } else { 2 })?;
        // Moves that were made may decide which moves can follow, so the search continues after them.
        let legal = engine.names(moves_given(moves))?[..check.legal].join(" ");
        let remaining = if check.reaches_goal { CostBounds::Known(engine.measure().cost(0)) } else { far(&legal, 1)? };
        let (puzzle, goal) = (engine.id().into(), engine.goal());
        let note = engine.described().and_then(|described| described.note(state));
        let convention = engine.has_conventions().then_some(convention);
        let checked = Checked { puzzle, goal, note, check, convention, shortest, remaining };
        let cost = checked.check.cost;
        match checked.shortest.known() {
            Some(least) if checked.reaches_goal() && cost < least => {
                Err(Fault::internal(format!("{cost} reaches the goal, where {least} was proved least")))
            }
            _ => Ok(Reply::Checked(Box::new(checked))),
        }
    }

    pub(in crate::service) fn distance(self, asked: &Distance) -> Result<Reply, Fault> {
        let state = asked.position.state.clone();
        let ready = self.ready()?;
        Ok(Reply::Distance(Box::new(ready.distance(&ready.start(state)?)?)))
    }

    pub(in crate::service) fn draw(&self, asked: &Draw) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let position = self.start(&engine, &asked.position)?;
        self.allow(&engine)?;
        let convention = self.convention();
        let moves = engine.names(asked.position.made())?;
        if moves.len() > MOST_DRAWN {
            let [found, most] = [moves.len(), MOST_DRAWN].map(|number| grouped(number as u64));
            let message = format!("`moves`: found {found} moves, expected at most {most} that are drawn");
            return Err(Fault::usage("moves", message));
        }
        let PathPictures { pictures, words } = engine.way(&position, &moves, convention)?;
        let state = engine.state(&position)?;
        Ok(Reply::Pictures(Pictures { puzzle: engine.id().into(), state, moves, words, pictures }))
    }

    pub(in crate::service) fn rank(&self, asked: &Rank) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let number = engine.rank(&asked.state)?;
        let state = engine.state(&asked.state)?;
        Ok(Reply::Number(Numbered { version: VERSION, puzzle: engine.id().into(), state, number, first: 0 }))
    }

    pub(in crate::service) fn unrank(&self, asked: &Unrank) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let number = asked.number;
        let state = engine.unrank(number)?;
        Ok(Reply::Number(Numbered { version: VERSION, puzzle: engine.id().into(), state, number, first: 0 }))
    }
}

/// The usual start of a puzzle, if no position is given: its own position, or the goal if a scramble is made from it.
fn usual_start(engine: &Engine, scrambled: bool) -> Result<String, Fault> {
    if engine.state("").is_ok() {
        return Ok(String::new());
    }
    if !scrambled {
        let facts = engine.facts();
        let (syntax, example) = (facts.state_syntax, facts.example);
        let message = format!("no state given; syntax of a state: {syntax}; for example \"{example}\"");
        return Err(Fault::usage("state", message));
    }
    let none = || Fault::usage("state", format!("no state given, and the goal of {} is not a position", engine.id()));
    engine.home().and_then(|home| engine.state(&home).ok()).ok_or_else(none)
}
