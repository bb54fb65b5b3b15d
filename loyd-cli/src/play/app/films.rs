//! The playback of a solution: its moves are made when they are due, and keys control it.

use std::time::Duration;

use loyd::service::Fault;

use super::App;
use crate::play::playback::Playback;

impl App {
    /// Handles a playback key. Returns whether a solution is played and `character` is a key for it.
    pub(super) fn control_playback(&mut self, character: char, now: Duration) -> Result<bool, Fault> {
        let Some(playback) = &mut self.playback else { return Ok(false) };
        match character {
            ' ' => playback.pause(!playback.is_paused(), now),
            '+' | '=' => playback.pace(true, now),
            '-' | '_' => playback.pace(false, now),
            '.' => self.step_playback(now)?,
            ',' => self.step_back(now),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Makes the next move of a solution, if it is due.
    ///
    /// # Errors
    /// When the library fails.
    pub fn tick(&mut self, now: Duration) -> Result<(), Fault> {
        match &self.playback {
            Some(playback) if playback.due(now).is_some() => self.step_playback(now),
            _ => Ok(()),
        }
    }

    /// Makes the next move of the solution.
    pub(super) fn step_playback(&mut self, now: Duration) -> Result<(), Fault> {
        let Some(next) = self.playback.as_ref().and_then(|playback| playback.next()) else { return Ok(()) };
        let at = self.game.position().steps.iter().position(|step| step.name == next);
        let at = at.ok_or_else(|| Fault::internal(format!("the solution makes {next}, which is not legal")))?;
        self.make(at, true, now)?;
        if let Some(playback) = &mut self.playback {
            playback.advance(now);
            if playback.is_over() {
                self.playback = None;
            }
        }
        Ok(())
    }

    /// Takes back the last move of the solution.
    pub(super) fn step_back(&mut self, now: Duration) {
        if self.playback.as_mut().is_some_and(Playback::back) && self.game.undo(now) {
            self.arrived(now);
        }
    }
}
