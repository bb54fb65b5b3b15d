//! First positions of games: given, drawn uniformly, at an exact distance, or as far away as possible.

use loyd::service::reply::Drawn;
use loyd::service::{
    Control, Distance, DryRun, Fault, Kind as FaultKind, Map, MapLimits, Moves, Origin, PositionRef, Random,
    TableLimits,
};
use loyd_core::cost::Length;
use loyd_core::puzzle::Convention;

use super::{Errand, GameAsker, PATIENCE, Subject};
use crate::play::game::{Game, GameKind};

/// The distance from the goal at which a new game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Any distance: every solvable position is equally likely.
    Any,
    /// Exactly this number of moves away.
    Exactly(u32),
    /// One of the farthest positions.
    Hardest,
}

/// The largest distance for which a walk is tried, because searches for larger distances would take too long.
const FARTHEST_WALK: u32 = 60;
/// The largest number of moves of a walk, for each move of the distance.
const WALK_FACTOR: u32 = 200;

impl GameAsker {
    /// Opens a game of a puzzle, from the given position or from a random one.
    ///
    /// # Errors
    /// When the puzzle cannot be opened, or the position cannot be read.
    pub fn open(
        &self,
        puzzle: &str,
        goal: Option<&str>,
        state: Option<String>,
        scramble: Option<String>,
        named: Option<Convention>,
    ) -> Result<(Subject, Game), Fault> {
        let mut question = Moves { puzzle: puzzle.into(), ..Moves::default() };
        question.goal = goal.map(String::from);
        let engine = self.service.open(&question, &Control::default())?;
        // For a puzzle without two conventions, the library reports that the option has no effect.
        let convention = if engine.has_conventions() { named.or(Some(Convention::Tile)) } else { named };
        let drawn = state.is_none() && scramble.is_none() && engine.state("").is_err();
        let state = if drawn { Some(self.drawn(puzzle, goal)?) } else { state };
        // A scramble is read as in every command: without a named convention, letters name the blank's direction.
        let state = match &scramble {
            None => state,
            Some(_) => {
                (question.position, question.convention) = (PositionRef { state, scramble, moves: None }, named);
                Some(self.service.moves(&question)?.state)
            }
        };
        (question.position, question.convention) = (PositionRef { state, ..PositionRef::default() }, convention);
        let (kind, position) = super::read(self.service.moves(&question)?);
        let subject = Subject {
            puzzle: puzzle.into(),
            goal: goal.map(String::from),
            start: position.state.clone(),
            convention: convention.filter(|_| engine.has_conventions()),
        };
        Ok((subject, Game::new(kind, position)))
    }

    fn drawn(&self, puzzle: &str, goal: Option<&str>) -> Result<String, Fault> {
        let question = Random { goal: goal.map(String::from), ..Random::new(puzzle) };
        one(self.service.random(&question)?)
    }

    /// Restarts the game of `subject` from another position.
    ///
    /// # Errors
    /// When the position cannot be read.
    pub fn restart(&self, subject: &Subject, start: &str) -> Result<(Subject, Game), Fault> {
        let subject = Subject { start: start.into(), ..subject.clone() };
        let (kind, position): (GameKind, _) = self.position(&subject, std::iter::empty())?;
        Ok((subject, Game::new(kind, position)))
    }
}

impl Errand {
    /// Finds a position for a new game.
    pub(super) fn start(&self, depth: Depth) -> Result<String, Fault> {
        let mut question = Random::new(self.subject.puzzle.clone());
        question.goal = self.subject.goal.clone();
        match depth {
            Depth::Any => self.drawn(&question),
            Depth::Exactly(moves) => {
                question.depth = Some(moves);
                question.limits = TableLimits { time: self.terms.time, memory: self.terms.memory };
                question.tables = self.terms.tables.folder();
                self.drawn(&question).or_else(|fault| match fault.kind {
                    // No table holds the positions of that distance, so a random walk looks for one.
                    FaultKind::NoSuchState if moves <= FARTHEST_WALK => self.walk(moves)?.ok_or(fault),
                    _ => Err(fault),
                })
            }
            Depth::Hardest => self.farthest(),
        }
    }

    fn drawn(&self, question: &Random) -> Result<String, Fault> {
        let mut control = Control::new(self.cancel.clone());
        control.patience = PATIENCE;
        one(self.service.ask(question, &control)?)
    }

    /// Picks one of the farthest positions.
    fn farthest(&self) -> Result<String, Fault> {
        let limits = MapLimits { time: self.terms.time, memory: self.terms.memory, ..MapLimits::default() };
        let question = Map { goal: self.subject.goal.clone(), limits, ..Map::new(self.subject.puzzle.clone()) };
        let cost = self.ask(&DryRun(question.clone()))?;
        if cost.plan.states.is_none() {
            let why = "the farthest positions are not known, because there are too many states";
            return Err(Fault::new(FaultKind::NotApplicable, Origin::Question, why));
        }
        let census = self.ask(&question)?;
        let farthest = &census.antipodes;
        match (census.map.stopped, farthest.len() as u64) {
            (None, 1..) => Ok(farthest[below(farthest.len() as u64)? as usize].clone()),
            (why, _) => {
                let origin = why.map_or(Origin::Question, Origin::Limit);
                Err(Fault::new(FaultKind::Limit, origin, "the farthest positions are not known within the limits"))
            }
        }
    }

    /// Finds a position at the distance `depth` by a random walk from the goal. A move changes the distance by at most
    /// one, so a walk that goes far enough passes through `depth`. Returns `None` if the walk does not find one.
    fn walk(&self, depth: u32) -> Result<Option<String>, Fault> {
        let mut question = Moves {
            puzzle: self.subject.puzzle.as_str().into(),
            goal: self.subject.goal.clone(),
            position: PositionRef { scramble: Some(String::new()), ..PositionRef::default() },
            convention: None,
        };
        let mut before = None;
        for made in 0..depth.saturating_mul(WALK_FACTOR) {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let legal = self.service.moves(&question)?;
            if made >= depth {
                let mut far = Distance::new(self.subject.puzzle.clone(), legal.state.clone());
                far.goal = self.subject.goal.clone();
                (far.limits, far.tables) = (self.terms.limits(), self.terms.tables.folder());
                if self.ask(&far)?.length() == Some(Length(depth)) {
                    return Ok(Some(legal.state));
                }
            }
            let onward: Vec<_> = legal.moves.iter().filter(|step| Some(&step.state) != before.as_ref()).collect();
            let steps = if onward.is_empty() { legal.moves.iter().collect() } else { onward };
            if steps.is_empty() {
                return Ok(None);
            }
            let next = steps[below(steps.len() as u64)? as usize].state.clone();
            before = Some(legal.state);
            question.position = next.into();
        }
        Ok(None)
    }
}

/// The one position of a drawing.
fn one(drawn: Vec<Drawn>) -> Result<String, Fault> {
    drawn.into_iter().next().map(|drawn| drawn.state).ok_or_else(unexpected)
}

fn unexpected() -> Fault {
    Fault::internal("a reply to another question")
}

/// A random number below `n`. It is nearly uniform, because `n` is small.
fn below(n: u64) -> Result<u64, Fault> {
    let number =
        getrandom::u64().map_err(|error| Fault::system(format!("the system provides no random numbers: {error}")))?;
    Ok(number % n.max(1))
}
