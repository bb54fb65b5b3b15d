//! First positions of games: given, drawn uniformly, at an exact distance, or as far away as possible.

use loyd::puzzle::Convention;
use loyd::service::{Ask, Control, Fault, Kind as FaultKind, Origin, Question, Reply};

use super::{Asker, Errand, PATIENCE, Subject, unexpected};
use crate::play::game::{Game, Kind};

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

impl Asker {
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
        let mut question = Question::new(Ask::Moves, puzzle);
        question.goal = goal.map(String::from);
        let engine = self.service.open(&question, &Control::default())?;
        // For a puzzle without two conventions, the library reports that the option has no effect.
        let convention = if engine.has_conventions() { named.or(Some(Convention::Tile)) } else { named };
        let drawn = state.is_none() && scramble.is_none() && engine.state("").is_err();
        let state = if drawn { Some(self.drawn(puzzle, goal)?) } else { state };
        let legal = |question: &Question| match self.service.ask(question, &Control::default())? {
            Reply::Moves(legal) => Ok(legal),
            _ => Err(unexpected()),
        };
        // A scramble is read as in every command: without a named convention, letters name the blank's direction.
        let state = match &scramble {
            None => state,
            Some(_) => {
                (question.state, question.scramble, question.convention) = (state, scramble, named);
                Some(legal(&question)?.state)
            }
        };
        (question.state, question.scramble, question.convention) = (state, None, convention);
        let legal = legal(&question)?;
        let (kind, position) = super::read(*legal);
        let subject = Subject {
            puzzle: puzzle.into(),
            goal: goal.map(String::from),
            start: position.state.clone(),
            convention: convention.filter(|_| engine.has_conventions()),
        };
        Ok((subject, Game::new(kind, position)))
    }

    fn drawn(&self, puzzle: &str, goal: Option<&str>) -> Result<String, Fault> {
        let mut question = Question::random(puzzle);
        question.goal = goal.map(String::from);
        match self.service.ask(&question, &Control::default())? {
            Reply::Drawn(drawn) => Ok(drawn.state),
            _ => Err(unexpected()),
        }
    }

    /// Restarts the game of `subject` from another position.
    ///
    /// # Errors
    /// When the position cannot be read.
    pub fn restart(&self, subject: &Subject, start: &str) -> Result<(Subject, Game), Fault> {
        let subject = Subject { start: start.into(), ..subject.clone() };
        let (kind, position): (Kind, _) = self.position(&subject, std::iter::empty())?;
        Ok((subject, Game::new(kind, position)))
    }
}

impl Errand {
    /// Finds a position for a new game.
    pub(super) fn start(&self, depth: Depth) -> Result<String, Fault> {
        let mut question = Question::random(self.subject.puzzle.clone());
        question.goal = self.subject.goal.clone();
        match depth {
            Depth::Any => self.drawn(&question),
            Depth::Exactly(moves) => {
                question.depth = Some(moves);
                self.terms.tell(&mut question);
                self.drawn(&question).or_else(|fault| match fault.kind {
                    // No table holds the positions of that distance, so a random walk looks for one.
                    FaultKind::NoSuchState if moves <= FARTHEST_WALK => self.walk(moves)?.ok_or(fault),
                    _ => Err(fault),
                })
            }
            Depth::Hardest => self.farthest(),
        }
    }

    fn drawn(&self, question: &Question) -> Result<String, Fault> {
        let mut control = Control::new(self.cancel.clone());
        control.patience = PATIENCE;
        match self.service.ask(question, &control)? {
            Reply::Drawn(drawn) => Ok(drawn.state),
            _ => Err(unexpected()),
        }
    }

    /// Picks one of the farthest positions.
    fn farthest(&self) -> Result<String, Fault> {
        let mut question = Question::map(self.subject.puzzle.clone());
        question.goal = self.subject.goal.clone();
        (question.limit_seconds, question.limit_memory) = (self.terms.time, self.terms.memory);
        let mut planned = question.clone();
        planned.dry_run = true;
        let Reply::MapCost(cost) = self.ask(&planned)? else { return Err(unexpected()) };
        if cost.plan.states.is_none() {
            let why = "the farthest positions are not known: the states are too many to be numbered";
            return Err(Fault::new(FaultKind::NotApplicable, Origin::Question, why));
        }
        let Reply::Census(census) = self.ask(&question)? else { return Err(unexpected()) };
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
        let mut question = Question::new(Ask::Moves, self.subject.puzzle.clone());
        (question.goal, question.scramble) = (self.subject.goal.clone(), Some(String::new()));
        let mut before = None;
        for made in 0..depth.saturating_mul(WALK_FACTOR) {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let Reply::Moves(legal) = self.service.ask(&question, &Control::default())? else {
                return Err(unexpected());
            };
            if made >= depth {
                let mut far = Question::distance(self.subject.puzzle.clone(), legal.state.clone());
                far.goal = self.subject.goal.clone();
                self.terms.tell(&mut far);
                if self.ask(&far)?.length() == Some(depth) {
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
            (question.state, question.scramble) = (Some(next), None);
        }
        Ok(None)
    }
}

/// A random number below `n`. It is nearly uniform, because `n` is small.
fn below(n: u64) -> Result<u64, Fault> {
    let number =
        getrandom::u64().map_err(|error| Fault::system(format!("the system gives no random numbers: {error}")))?;
    Ok(number % n.max(1))
}
