//! The searches of a game, and the effects of their results.

use std::time::Duration;

use loyd::service::Fault;

use super::{App, Wanted};
use crate::play::ask::{News, Task};
use crate::play::choice::ListChoice;
use crate::play::game::GameStep;
use crate::play::known::Known;
use crate::play::playback::Playback;
use loyd_core::cost::{Cost, CostMeasure};

impl App {
    /// Shows all optimal moves, now or when a search has found them.
    pub(super) fn hint(&mut self) {
        if self.game.position().solved {
            self.message = "this is the goal; n begins a new game".into();
        } else if self.game.known().best.is_some() {
            self.show_hint();
        } else if self.game.known().unsolvable.is_none() {
            self.want(Wanted::Hint, Task::Hint);
        }
    }

    pub(super) fn show_hint(&mut self) {
        let Some(best) = &self.game.known().best else { return };
        let of_best = |step: &&GameStep| best.contains(&step.name);
        let words: Vec<&str> =
            self.game.position().steps.iter().filter(of_best).map(|step| step.words.as_str()).collect();
        self.message = match &words[..] {
            [] => "no move reduces the distance".into(),
            [one] => format!("best: {one}"),
            words => format!("best: {}", words.join(", or ")),
        };
        (self.hinted, self.game.helped) = (true, true);
    }

    /// Plays a solution from the current position, when a search has found one.
    pub(super) fn solve(&mut self) {
        if self.game.position().solved {
            self.message = "this is the goal; n begins a new game".into();
        } else if self.game.known().unsolvable.is_none() {
            self.want(Wanted::Solution, Task::Solution);
        }
    }

    pub(super) fn want(&mut self, wanted: Wanted, task: Task) {
        self.stop();
        self.message.clear();
        (self.wanted, self.of_start, self.building) = (Some(wanted), false, None);
        self.asker.begin(task, &self.subject, self.game.made());
    }

    /// Searches for the distance of the position, if it is not known; otherwise for the distance of the first position,
    /// with which the coach compares.
    pub(super) fn search(&mut self) {
        (self.wanted, self.building) = (None, None);
        let done = |known: &Known| known.is_settled() || known.stopped.is_some();
        if !done(self.game.known()) {
            self.of_start = false;
            self.asker.begin(Task::Distance, &self.subject, self.game.made());
        } else if !done(self.game.known_of_start()) {
            self.of_start = true;
            self.asker.begin(Task::Distance, &self.subject, std::iter::empty());
        } else {
            self.asker.leave();
        }
    }

    /// Takes in the news from the search under way.
    ///
    /// # Errors
    /// When a search has failed by a fault of ours.
    pub fn hear(&mut self, now: Duration) -> Result<(), Fault> {
        for news in self.asker.news() {
            let known = if self.of_start { self.game.known_of_start_mut() } else { self.game.known_mut() };
            match news {
                News::Proved { at_least, at_most, building } => {
                    if self.wanted != Some(Wanted::Start) {
                        known.learn(at_least, at_most);
                    }
                    self.building = building;
                }
                News::Known(told) => {
                    known.take(told);
                    let stopped = known.stopped.clone();
                    self.building = None;
                    match self.wanted.take() {
                        Some(Wanted::Hint) if self.game.known().best.is_some() => self.show_hint(),
                        Some(Wanted::Hint) => {
                            let why = stopped.unwrap_or_else(|| "nothing is proved".into());
                            self.message = format!("no hint: {why}");
                        }
                        _ => {}
                    }
                    self.search();
                }
                News::Solution(told, moves) => {
                    known.take(told);
                    (self.wanted, self.building) = (None, None);
                    if moves.is_empty() {
                        self.message =
                            known.stopped.as_ref().map_or(String::new(), |why| format!("no solution found: {why}"));
                    } else {
                        let how = match known.exact().map(Cost::measure) {
                            Some(CostMeasure::Moves) => "the shortest",
                            Some(CostMeasure::Weights) => "the cheapest",
                            None => "not proved shortest",
                        };
                        self.message = format!("a solution of {} moves, {how}", moves.len());
                        self.playback = Some(Playback::new(moves, now));
                        self.game.helped = true;
                    }
                }
                News::Start(state) => {
                    (self.subject, self.game) = self.asker.restart(&self.subject, &state)?;
                    self.choice = ListChoice::default();
                    self.stop();
                    self.arrived(now);
                }
                News::Failed(fault) => {
                    let wanted = self.wanted.take();
                    self.building = None;
                    self.message = fault.to_string();
                    if wanted == Some(Wanted::Start) {
                        self.search();
                    }
                }
                News::Died => return Err(Fault::internal("a search failed")),
            }
        }
        Ok(())
    }
}
