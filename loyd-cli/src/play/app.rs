//! The state of the whole command: the game, the screen, and the effect of each key.

mod films;
mod prompts;
mod searches;

use std::time::Duration;

use loyd::service::Fault;
use loyd_core::puzzle::Convention;

use super::ask::{Depth, GameAsker, Subject, Task};
use super::choice::{ListChoice, TypedText};
use super::clock;
use super::game::{Game, GameStep};
use super::hits::Hits;
use super::keys::{ArrowKey, KeyAction};
use super::playback::Playback;

/// The page that is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game.
    Play,
    /// The page with all keys.
    Help,
    /// The prompt for the distance of a new game, with the typed text.
    New(String),
    /// The list of other puzzles: one is chosen, or its name is typed.
    Puzzles(ListChoice),
}

/// How the main loop continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppFlow {
    /// Wait for the next key.
    On,
    /// Draw the whole screen anew.
    Redraw,
    /// Suspend the process until `fg`.
    Suspend,
    /// End, because the player leaves.
    Quit,
    /// Ends the game, because of Ctrl-C.
    Interrupted,
}

/// The purpose of the search under way, besides the distance, which is always searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All optimal moves.
    Hint,
    /// A solution to play.
    Solution,
    /// A position for a new game.
    Start,
}

/// The state of the command.
pub struct App {
    asker: GameAsker,
    subject: Subject,
    convention: Option<Convention>,
    /// The game that is played.
    pub game: Game,
    /// The page that is on the screen.
    pub mode: Mode,
    /// The last message to the player.
    pub message: String,
    /// The table that is being built before a search continues.
    pub building: Option<String>,
    /// The result that the player waits for.
    pub wanted: Option<Wanted>,
    /// The move that is chosen in the list.
    pub choice: ListChoice,
    /// Whether the optimal moves are shown.
    pub hinted: bool,
    /// The square that was clicked first, if one square does not determine a move.
    pub picked: Option<(usize, usize)>,
    /// A solution that is played.
    pub playback: Option<Playback>,
    /// The puzzles to choose from.
    pub puzzles: Vec<String>,
    /// Whether the search under way is for the first position.
    of_start: bool,
    /// Whether the clock was running when the process was suspended.
    was_timed: bool,
    /// The screen areas of everything that can be clicked, as of the last drawing.
    pub hits: Hits,
}

impl App {
    /// Creates the state for a game that was opened.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn new(asker: GameAsker, subject: Subject, convention: Option<Convention>, game: Game) -> Result<App, Fault> {
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
            choice: ListChoice::default(),
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

    /// Begins a new game at the distance `depth`.
    pub fn begin(&mut self, depth: Depth) {
        self.want(Wanted::Start, Task::Start(depth));
    }

    /// Stops the clock while the process is suspended.
    pub fn pause(&mut self, now: Duration) {
        self.was_timed = self.game.is_timed();
        self.game.pause(now);
    }

    /// Lets the clock run again, if it was running before.
    pub fn resume(&mut self, now: Duration) {
        if self.was_timed {
            self.game.resume(now);
        }
    }

    /// Whether a search is under way.
    pub fn searches(&self) -> bool {
        self.asker.searches()
    }

    /// Whether a search for the distance of the displayed position is under way.
    pub fn measures(&self) -> bool {
        self.searches() && !self.of_start && self.wanted != Some(Wanted::Start)
    }

    /// Performs an action of the player.
    ///
    /// # Errors
    /// When the library fails.
    pub fn act(&mut self, action: KeyAction, now: Duration) -> Result<AppFlow, Fault> {
        match action {
            KeyAction::Interrupt => return Ok(AppFlow::Interrupted),
            KeyAction::Suspend => return Ok(AppFlow::Suspend),
            KeyAction::Redraw => return Ok(AppFlow::Redraw),
            _ => {}
        }
        match std::mem::replace(&mut self.mode, Mode::Play) {
            Mode::Play => return self.play(action, now),
            // Press any key to go back to the game.
            Mode::Help => {}
            Mode::New(typed) => self.mode = self.type_depth(action, typed),
            Mode::Puzzles(choice) => self.mode = self.choose_puzzle(action, choice),
        }
        Ok(AppFlow::On)
    }

    fn play(&mut self, action: KeyAction, now: Duration) -> Result<AppFlow, Fault> {
        match action {
            KeyAction::Arrow(way) => self.arrow(way, now)?,
            KeyAction::Character(character) => return self.character(character, now),
            KeyAction::Enter => self.choose(now)?,
            KeyAction::Escape => self.escape(),
            KeyAction::Backspace if !self.choice.typed.is_empty() => self.choice.typed.clear(),
            KeyAction::Backspace => self.undo(now),
            KeyAction::First => {
                while self.game.undo(now) {}
                self.stop();
                self.arrived(now);
            }
            KeyAction::Last => {
                while self.game.redo(now) {}
                self.stop();
                self.arrived(now);
            }
            KeyAction::Redo => self.redo(now),
            KeyAction::Help => self.mode = Mode::Help,
            KeyAction::Click(column, row) => self.click(column, row, now)?,
            KeyAction::Redraw | KeyAction::Interrupt | KeyAction::Suspend => {}
        }
        Ok(AppFlow::On)
    }

    /// Handles a character: as a playback control, a direction, part of a move's name, or a command, in this order.
    fn character(&mut self, character: char, now: Duration) -> Result<AppFlow, Fault> {
        if self.control_playback(character, now)? {
            return Ok(AppFlow::On);
        }
        if self.game.kind.directed {
            if let Some(way) = ArrowKey::of_letter(character) {
                self.arrow_of_player(way, now)?;
                return Ok(AppFlow::On);
            }
        } else {
            let steps = &self.game.position().steps;
            let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
            match self.choice.typed(character, &names) {
                TypedText::Whole(at) => {
                    self.make_step(at, now)?;
                    return Ok(AppFlow::On);
                }
                TypedText::Begun => return Ok(AppFlow::On),
                TypedText::Nothing => {}
            }
        }
        match character.to_ascii_lowercase() {
            'q' => return Ok(AppFlow::Quit),
            '?' => self.mode = Mode::Help,
            ' ' => self.hint(),
            'g' => self.solve(),
            'u' => self.undo(now),
            'r' | 'y' => self.redo(now),
            'n' => self.mode = Mode::New(String::new()),
            'p' => self.mode = Mode::Puzzles(ListChoice::default()),
            _ => self.message = format!("unknown key: {} (? lists the keys)", character.escape_debug()),
        }
        Ok(AppFlow::On)
    }

    fn arrow(&mut self, way: ArrowKey, now: Duration) -> Result<(), Fault> {
        match (way, self.playback.is_some()) {
            (ArrowKey::Right, true) => {
                if let Some(playback) = &mut self.playback {
                    playback.pause(true, now);
                }
                self.step_playback(now)
            }
            (ArrowKey::Left, true) => {
                self.step_back(now);
                Ok(())
            }
            _ => self.arrow_of_player(way, now),
        }
    }

    fn arrow_of_player(&mut self, way: ArrowKey, now: Duration) -> Result<(), Fault> {
        let steps = &self.game.position().steps;
        if !self.game.kind.directed {
            self.choice.step(matches!(way, ArrowKey::Down | ArrowKey::Right), steps.len());
            return Ok(());
        }
        match steps.iter().position(|step| step.name == way.letter()) {
            Some(at) => self.make_step(at, now),
            None => {
                self.message = format!("no piece can move {} here", way.word());
                Ok(())
            }
        }
    }

    /// Makes the move that is chosen in the list.
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
        let of_both = |step: &GameStep| {
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

    /// Makes a legal move that the player chose.
    fn make_step(&mut self, at: usize, now: Duration) -> Result<(), Fault> {
        self.stop();
        self.make(at, false, now)
    }

    /// Makes a legal move. `on_the_way`: the move is the next move of a solution.
    fn make(&mut self, at: usize, on_the_way: bool, now: Duration) -> Result<(), Fault> {
        let step = self.game.position().steps[at].clone();
        let made = self.game.made().chain([step.name.as_str()]);
        let (_, position) = self.asker.position(&self.subject, made)?;
        let nearer = self.game.known().nearer(step.cost);
        self.game.make(step, position, now);
        if on_the_way {
            self.game.known_mut().take(nearer);
        }
        self.arrived(now);
        Ok(())
    }

    /// Updates the state after the displayed position has changed.
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
        if self.game.undo(now) { self.arrived(now) } else { self.message = "no move to undo".into() }
    }

    fn redo(&mut self, now: Duration) {
        self.stop();
        if self.game.redo(now) { self.arrived(now) } else { self.message = "no move to redo".into() }
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

    /// Ends the playback of a solution.
    fn stop(&mut self) {
        self.playback = None;
    }

    /// The time until the main loop must look again without an event.
    pub fn wait(&self, now: Duration) -> Duration {
        const SEARCHING: Duration = Duration::from_millis(20);
        const IDLE: Duration = Duration::from_millis(100);
        let usual = if self.searches() { SEARCHING } else { IDLE };
        self.playback.as_ref().and_then(|playback| playback.wait(now)).map_or(usual, |wait| wait.min(usual))
    }
}

#[cfg(test)]
mod tests;
