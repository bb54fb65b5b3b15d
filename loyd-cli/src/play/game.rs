//! The game: the positions that were played, the facts known about each, the undone moves, and the clock.

use std::time::Duration;

use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::puzzle::{Picture, PictureKind};

use super::clock::Clock;
use super::known::Known;

/// A legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStep {
    /// The name of the move.
    pub name: String,
    /// The effect of the move, in words.
    pub words: String,
    /// The cost of the move.
    pub cost: Cost,
    /// The square that a player clicks to make the move.
    pub pointed_at: Option<(usize, usize)>,
    /// The squares that the move changes.
    pub squares: Vec<(usize, usize)>,
}

/// A position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamePosition {
    /// The position in its text form.
    pub state: String,
    /// Whether the position is a goal.
    pub solved: bool,
    /// The picture to draw.
    pub picture: Picture,
    /// The legal moves.
    pub steps: Vec<GameStep>,
}

/// The properties that do not change during a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameKind {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal, as text.
    pub goal: String,
    /// The kind of the pictures.
    pub look: PictureKind,
    /// Whether moves are directions: `u`, `d`, `l`, `r`.
    pub directed: bool,
}

/// A position of the game, and the move that led to it.
#[derive(Clone, Debug)]
struct Place {
    position: GamePosition,
    known: Known,
    by: Option<GameStep>,
}

impl Place {
    fn new(position: GamePosition, mut known: Known, by: Option<GameStep>) -> Place {
        if position.solved {
            known = Known::exactly(Cost::default());
        }
        Place { position, known, by }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The puzzle and its goal.
    pub kind: GameKind,
    /// Whether a hint was given, or moves of a solution were made.
    pub helped: bool,
    places: Vec<Place>,
    at: usize,
    clock: Clock,
}

impl Game {
    /// Creates a game that begins at `start`.
    pub fn new(kind: GameKind, start: GamePosition) -> Game {
        let places = vec![Place::new(start, Known::default(), None)];
        Game { kind, helped: false, places, at: 0, clock: Clock::default() }
    }

    fn place(&self) -> &Place {
        &self.places[self.at]
    }

    /// The current position.
    pub fn position(&self) -> &GamePosition {
        &self.place().position
    }

    /// The facts known about the distance of the current position.
    pub fn known(&self) -> &Known {
        &self.place().known
    }

    /// The facts about the distance of the current position, to be changed.
    pub fn known_mut(&mut self) -> &mut Known {
        &mut self.places[self.at].known
    }

    /// The facts known about the distance of the first position.
    pub fn known_of_start(&self) -> &Known {
        &self.places[0].known
    }

    /// The facts about the distance of the first position, to be changed.
    pub fn known_of_start_mut(&mut self) -> &mut Known {
        &mut self.places[0].known
    }

    /// The move that led to the current position.
    pub fn last(&self) -> Option<&GameStep> {
        self.place().by.as_ref()
    }

    /// The number of moves made.
    pub fn count(&self) -> usize {
        self.at
    }

    /// The names of the moves made.
    pub fn made(&self) -> impl Iterator<Item = &str> {
        self.places[1..=self.at].iter().filter_map(|place| place.by.as_ref()).map(|step| step.name.as_str())
    }

    /// The number of undone moves, which can be made again.
    pub fn undone(&self) -> usize {
        self.places.len() - 1 - self.at
    }

    /// Makes a move, which leads to the position `to`. Undone moves are kept only if the first of them is `step`.
    pub fn make(&mut self, step: GameStep, to: GamePosition, now: Duration) {
        self.clock.go(now);
        let again = self.places.get(self.at + 1).and_then(|next| next.by.as_ref());
        if again.is_none_or(|again| again.name != step.name) {
            let known = self.known().after(&step.name, step.cost);
            self.places.truncate(self.at + 1);
            self.places.push(Place::new(to, known, Some(step)));
        }
        self.at += 1;
        self.arrived(now);
    }

    /// Takes back the last move. Returns `false` if no move was made.
    pub fn undo(&mut self, now: Duration) -> bool {
        let Some(before) = self.at.checked_sub(1) else { return false };
        self.at = before;
        self.clock.go(now);
        self.arrived(now);
        true
    }

    /// Makes the last undone move again. Returns `false` if no move was undone.
    pub fn redo(&mut self, now: Duration) -> bool {
        if self.undone() == 0 {
            return false;
        }
        self.at += 1;
        self.clock.go(now);
        self.arrived(now);
        true
    }

    fn arrived(&mut self, now: Duration) {
        if self.position().solved {
            self.clock.stop(now);
        }
    }

    /// The playing time.
    pub fn time(&self, now: Duration) -> Duration {
        self.clock.read(now)
    }

    /// Whether the clock is running.
    pub fn is_timed(&self) -> bool {
        self.clock.goes()
    }

    /// Stops the clock until `resume` or the next move.
    pub fn pause(&mut self, now: Duration) {
        self.clock.stop(now);
    }

    /// Lets the clock run again.
    pub fn resume(&mut self, now: Duration) {
        self.clock.go(now);
    }

    /// Compares the moves made with a shortest solution, in one sentence, if both distances are known.
    pub fn coach(&self) -> Option<String> {
        let (shortest, rest) = (self.places[0].known.exact()?, self.known().exact()?);
        let steps = self.places[1..=self.at].iter().filter_map(|place| place.by.as_ref());
        let made: u64 = steps.map(|step| u64::from(step.cost.amount())).sum();
        let more = (made + u64::from(rest.amount())).checked_sub(shortest.amount().into())?;
        let (measure, shortest) = (shortest.measure(), shortest.amount());
        match (measure, more) {
            _ if made == 0 => None,
            (CostMeasure::Moves, 0) => Some(format!("a shortest solution: {shortest} in all")),
            (CostMeasure::Moves, 1) => Some(format!("1 move more than the shortest, {shortest}")),
            (CostMeasure::Moves, more) => Some(format!("{more} moves more than the shortest, {shortest}")),
            (CostMeasure::Weights, 0) => Some(format!("a cheapest solution: a cost of {shortest} in all")),
            (CostMeasure::Weights, more) => Some(format!("a cost {more} above the cheapest, {shortest}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn position(state: &str) -> GamePosition {
        GamePosition { state: state.into(), solved: state == "goal", ..GamePosition::default() }
    }

    fn step(name: &str) -> GameStep {
        GameStep { name: name.into(), cost: Cost::moves(1), ..GameStep::default() }
    }

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::new(GameKind::default(), position("start"));
        for (at, name) in moves.iter().enumerate() {
            game.make(step(name), position(name), SECOND * at as u32);
        }
        game
    }

    #[test]
    fn moves_are_taken_back_and_made_again() {
        let mut game = played(&["a", "b", "c"]);
        assert_eq!((game.count(), game.undone(), game.made().collect::<String>()), (3, 0, "abc".into()));
        assert!(!game.redo(SECOND) && game.undo(SECOND) && game.undo(SECOND));
        assert_eq!((game.position().state.as_str(), game.count(), game.undone()), ("a", 1, 2));
        assert!(game.redo(SECOND));
        assert_eq!((game.position().state.as_str(), game.last()), ("b", Some(&step("b"))));
        // Making the undone move by hand keeps the moves after it. Making another move does not.
        game.make(step("c"), position("c"), SECOND);
        assert!(game.undo(SECOND) && game.undo(SECOND));
        game.make(step("b"), position("b"), SECOND);
        assert_eq!(game.undone(), 1);
        game.make(step("d"), position("d"), SECOND);
        assert_eq!((game.made().collect::<String>(), game.undone()), ("abd".into(), 0));
        while game.undo(SECOND) {}
        assert_eq!((game.position(), game.last()), (&position("start"), None));
    }

    #[test]
    fn the_clock_goes_from_the_first_move_to_the_goal() {
        let mut game = Game::new(GameKind::default(), position("start"));
        assert!(!game.is_timed());
        game.make(step("a"), position("a"), SECOND * 10);
        assert_eq!((game.is_timed(), game.time(SECOND * 14)), (true, SECOND * 4));
        game.make(step("b"), position("goal"), SECOND * 15);
        assert_eq!((game.is_timed(), game.time(SECOND * 99)), (false, SECOND * 5));
        assert_eq!(game.known().exact(), Some(Cost::moves(0)));
        game.undo(SECOND * 100);
        game.pause(SECOND * 101);
        assert_eq!(game.time(SECOND * 200), SECOND * 6);
        game.resume(SECOND * 200);
        assert_eq!(game.time(SECOND * 201), SECOND * 7);
    }

    #[test]
    fn what_is_known_of_a_position_stays_with_it() {
        let mut game = played(&[]);
        *game.known_mut() = Known::exactly(Cost::moves(5));
        assert_eq!(game.coach(), None);
        game.make(step("a"), position("a"), SECOND);
        assert_eq!((game.known().exact(), game.coach()), (None, None));
        *game.known_mut() = Known::exactly(Cost::moves(4));
        assert_eq!(game.coach().as_deref(), Some("a shortest solution: 5 in all"));
        *game.known_mut() = Known::exactly(Cost::moves(6));
        assert_eq!(game.coach().as_deref(), Some("2 moves more than the shortest, 5"));
        game.undo(SECOND);
        assert_eq!(game.known().exact(), Some(Cost::moves(5)));
        game.redo(SECOND);
        assert_eq!(game.known().exact(), Some(Cost::moves(6)));
    }
}
