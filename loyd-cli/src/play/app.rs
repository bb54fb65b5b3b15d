//! What is played, what is shown, and what follows from a key: the state of the whole command.

mod films;
mod prompts;
mod searches;

use std::time::Duration;

use loyd::puzzle::Convention;
use loyd::service::Fault;

use super::ask::{Asker, Depth, Subject, Task};
use super::choice::{Choice, Typed};
use super::clock;
use super::game::{Game, Step};
use super::hits::Hits;
use super::keys::{Action, Way};
use super::playback::Playback;

/// What is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game.
    Play,
    /// The page with all keys.
    Help,
    /// The distance of a new game is typed.
    New(String),
    /// Another puzzle is chosen, or typed.
    Puzzles(Choice),
}

/// How it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next key.
    On,
    /// The whole screen is drawn anew.
    Redraw,
    /// Suspended, until `fg`.
    Suspend,
    /// Not at all: the player leaves.
    Quit,
    /// Not at all: Ctrl-C.
    Interrupted,
}

/// What a search under way is for, beside the distance, which is always searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All optimal moves.
    Hint,
    /// A solution.
    Solution,
    /// A new game.
    Start,
}

/// The state of the command.
pub struct App {
    asker: Asker,
    subject: Subject,
    convention: Option<Convention>,
    /// What is played.
    pub game: Game,
    /// What is on the screen.
    pub mode: Mode,
    /// The last thing to be said.
    pub message: String,
    /// What is built before a search goes on.
    pub building: Option<String>,
    /// What somebody waits for.
    pub wanted: Option<Wanted>,
    /// The move that is chosen of the list.
    pub choice: Choice,
    /// Whether the optimal moves are shown.
    pub hinted: bool,
    /// The square that was clicked first, where one does not settle a move.
    pub picked: Option<(usize, usize)>,
    /// A solution that is played.
    pub playback: Option<Playback>,
    /// The puzzles to choose from.
    pub puzzles: Vec<String>,
    /// Whether the search under way is for the first position.
    of_start: bool,
    /// Whether the clock went when the process was suspended.
    was_timed: bool,
    /// Where what can be clicked was drawn last.
    pub hits: Hits,
}

impl App {
    /// A game that was opened.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn new(asker: Asker, subject: Subject, convention: Option<Convention>, game: Game) -> Result<App, Fault> {
        let puzzles = asker.puzzles()?;
        let mut app = App {
            asker,
            subject,
            convention,
            game,
            mode: Mode::Play,
            message: String::new(),
            building: None,
            wanted: None,
            choice: Choice::default(),
            hinted: false,
            picked: None,
            playback: None,
            puzzles,
            of_start: false,
            was_timed: false,
            hits: Hits::default(),
        };
        app.search();
        Ok(app)
    }

    /// Begins a new game at that distance.
    pub fn begin(&mut self, depth: Depth) {
        self.want(Wanted::Start, Task::Start(depth));
    }

    /// Stops the clock while the process is suspended.
    pub fn pause(&mut self, now: Duration) {
        self.was_timed = self.game.is_timed();
        self.game.pause(now);
    }

    /// Has the clock go on, if it did before.
    pub fn resume(&mut self, now: Duration) {
        if self.was_timed {
            self.game.resume(now);
        }
    }

    /// Whether a search is under way.
    pub fn searches(&self) -> bool {
        self.asker.searches()
    }

    /// Whether the distance of the position shown is searched for.
    pub fn measures(&self) -> bool {
        self.searches() && !self.of_start && self.wanted != Some(Wanted::Start)
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// When the library fails.
    pub fn act(&mut self, action: Action, now: Duration) -> Result<Flow, Fault> {
        match action {
            Action::Interrupt => return Ok(Flow::Interrupted),
            Action::Suspend => return Ok(Flow::Suspend),
            Action::Redraw => return Ok(Flow::Redraw),
            _ => {}
        }
        match std::mem::replace(&mut self.mode, Mode::Play) {
            Mode::Play => return self.play(action, now),
            // Any key leads back.
            Mode::Help => {}
            Mode::New(typed) => self.mode = self.type_depth(action, typed),
            Mode::Puzzles(choice) => self.mode = self.choose_puzzle(action, choice),
        }
        Ok(Flow::On)
    }

    fn play(&mut self, action: Action, now: Duration) -> Result<Flow, Fault> {
        match action {
            Action::Arrow(way) => self.arrow(way, now)?,
            Action::Character(character) => return self.character(character, now),
            Action::Enter => self.choose(now)?,
            Action::Escape => self.escape(),
            Action::Backspace if !self.choice.typed.is_empty() => self.choice.typed.clear(),
            Action::Backspace => self.undo(now),
            Action::First => {
                while self.game.undo(now) {}
                self.stop();
                self.arrived(now);
            }
            Action::Last => {
                while self.game.redo(now) {}
                self.stop();
                self.arrived(now);
            }
            Action::Redo => self.redo(now),
            Action::Help => self.mode = Mode::Help,
            Action::Click(column, row) => self.click(column, row, now)?,
            Action::Redraw | Action::Interrupt | Action::Suspend => {}
        }
        Ok(Flow::On)
    }

    /// A character: of a solution that is played, a direction, part of a move's name, or a command, in this order.
    fn character(&mut self, character: char, now: Duration) -> Result<Flow, Fault> {
        if self.control_playback(character, now)? {
            return Ok(Flow::On);
        }
        if self.game.kind.directed {
            if let Some(way) = Way::of_letter(character) {
                self.arrow_of_player(way, now)?;
                return Ok(Flow::On);
            }
        } else {
            let steps = &self.game.position().steps;
            let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
            match self.choice.typed(character, &names) {
                Typed::Whole(at) => {
                    self.make_step(at, now)?;
                    return Ok(Flow::On);
                }
                Typed::Begun => return Ok(Flow::On),
                Typed::Nothing => {}
            }
        }
        match character.to_ascii_lowercase() {
            'q' => return Ok(Flow::Quit),
            '?' => self.mode = Mode::Help,
            ' ' => self.hint(),
            'g' => self.solve(),
            'u' => self.undo(now),
            'r' | 'y' => self.redo(now),
            'n' => self.mode = Mode::New(String::new()),
            'p' => self.mode = Mode::Puzzles(Choice::default()),
            _ => self.message = format!("no key: {} (? lists the keys)", character.escape_debug()),
        }
        Ok(Flow::On)
    }

    fn arrow(&mut self, way: Way, now: Duration) -> Result<(), Fault> {
        match (way, self.playback.is_some()) {
            (Way::Right, true) => {
                if let Some(playback) = &mut self.playback {
                    playback.pause(true, now);
                }
                self.step_playback(now)
            }
            (Way::Left, true) => {
                self.step_back(now);
                Ok(())
            }
            _ => self.arrow_of_player(way, now),
        }
    }

    fn arrow_of_player(&mut self, way: Way, now: Duration) -> Result<(), Fault> {
        let steps = &self.game.position().steps;
        if !self.game.kind.directed {
            self.choice.step(matches!(way, Way::Down | Way::Right), steps.len());
            return Ok(());
        }
        match steps.iter().position(|step| step.name == way.letter()) {
            Some(at) => self.make_step(at, now),
            None => {
                self.message = format!("nothing can move {} here", way.word());
                Ok(())
            }
        }
    }

    /// Makes the move that is chosen of the list.
    fn choose(&mut self, now: Duration) -> Result<(), Fault> {
        let at = self.choice.chosen;
        let steps = self.game.position().steps.len();
        if self.game.kind.directed || at >= steps { Ok(()) } else { self.make_step(at, now) }
    }

    fn click(&mut self, column: u16, row: u16, now: Duration) -> Result<(), Fault> {
        if let Some(at) = self.hits.step(column, row).filter(|&at| at < self.game.position().steps.len()) {
            return self.make_step(at, now);
        }
        let Some(square) = self.hits.square(column, row) else { return Ok(()) };
        let steps = &self.game.position().steps;
        if let Some(at) = steps.iter().position(|step| step.pointed_at == Some(square)) {
            return self.make_step(at, now);
        }
        let of_both = |step: &Step| {
            step.squares.contains(&square) && self.picked.is_none_or(|picked| step.squares.contains(&picked))
        };
        let mut fitting = (0..steps.len()).filter(|&at| of_both(&steps[at]));
        match (fitting.next(), fitting.next()) {
            (Some(at), None) => self.make_step(at, now),
            (Some(_), Some(_)) if self.picked.is_none() => {
                self.picked = Some(square);
                self.message = "click another square that the move changes".into();
                Ok(())
            }
            (first, _) => {
                self.picked = None;
                let several = first.is_some();
                self.message =
                    if several { "several moves change it: choose one" } else { "no move changes it" }.into();
                Ok(())
            }
        }
    }

    /// Makes a legal move of the player's.
    fn make_step(&mut self, at: usize, now: Duration) -> Result<(), Fault> {
        self.stop();
        self.make(at, false, now)
    }

    /// Makes a legal move; `on_the_way`: it is the next of a solution.
    fn make(&mut self, at: usize, on_the_way: bool, now: Duration) -> Result<(), Fault> {
        let step = self.game.position().steps[at].clone();
        let made = self.game.made().chain([step.name.as_str()]);
        let (_, position) = self.asker.position(&self.subject, made)?;
        let nearer = self.game.known().nearer();
        self.game.make(step, position, now);
        if on_the_way {
            self.game.known_mut().take(nearer);
        }
        self.arrived(now);
        Ok(())
    }

    /// Another position is shown.
    fn arrived(&mut self, now: Duration) {
        (self.hinted, self.picked) = (false, None);
        self.message.clear();
        self.choice.typed.clear();
        self.choice.chosen = self.choice.chosen.min(self.game.position().steps.len().saturating_sub(1));
        if self.game.position().solved && self.game.count() > 0 {
            let moves = self.game.count();
            let moves = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
            let help = if self.game.helped { ", with help" } else { "" };
            self.message = format!("Solved in {moves} and {}{help}.", clock::told(self.game.time(now)));
        }
        self.search();
    }

    fn undo(&mut self, now: Duration) {
        self.stop();
        if self.game.undo(now) { self.arrived(now) } else { self.message = "no move to take back".into() }
    }

    fn redo(&mut self, now: Duration) {
        self.stop();
        if self.game.redo(now) { self.arrived(now) } else { self.message = "no move to make again".into() }
    }

    fn escape(&mut self) {
        self.choice.typed.clear();
        self.picked = None;
        self.stop();
        if self.wanted.take().is_some() {
            self.message = "stopped".into();
            self.asker.leave();
            self.search();
        } else {
            self.message.clear();
        }
    }

    /// No solution is played any longer.
    fn stop(&mut self) {
        self.playback = None;
    }

    /// How long nothing happens by itself.
    pub fn wait(&self, now: Duration) -> Duration {
        const SEARCHING: Duration = Duration::from_millis(20);
        const IDLE: Duration = Duration::from_millis(100);
        let usual = if self.searches() { SEARCHING } else { IDLE };
        self.playback.as_ref().and_then(|playback| playback.wait(now)).map_or(usual, |wait| wait.min(usual))
    }
}

#[cfg(test)]
mod tests;
