//! The prompts for the distance of a new game and for another puzzle.

use std::time::Duration;

use super::{App, Mode};
use crate::play::ask::Depth;
use crate::play::choice::Choice;
use crate::play::keys::{Action, Way};

impl App {
    pub(super) fn type_depth(&mut self, action: Action, mut typed: String) -> Mode {
        const LONGEST: usize = 4;
        match action {
            Action::Escape => return Mode::Play,
            Action::Character('h' | 'H') => {
                self.begin(Depth::Hardest);
                return Mode::Play;
            }
            Action::Enter => {
                self.begin(typed.parse().map_or(Depth::Any, Depth::Exactly));
                return Mode::Play;
            }
            Action::Character(digit @ '0'..='9') if typed.len() < LONGEST => typed.push(digit),
            Action::Backspace => drop(typed.pop()),
            _ => {}
        }
        Mode::New(typed)
    }

    pub(super) fn choose_puzzle(&mut self, action: Action, mut choice: Choice) -> Mode {
        match action {
            Action::Escape => return Mode::Play,
            Action::Arrow(way) => choice.step(matches!(way, Way::Down | Way::Right), self.puzzles.len()),
            Action::Backspace => drop(choice.typed.pop()),
            Action::Character(character) if !character.is_control() => {
                choice.typed.push(character);
                let begins = |id: &String| id.starts_with(&choice.typed);
                choice.chosen = self.puzzles.iter().position(begins).unwrap_or(choice.chosen);
            }
            Action::Click(column, row) => match self.hits.step(column, row).and_then(|at| self.puzzles.get(at)) {
                Some(id) => return self.open(&id.clone(), choice),
                None => return Mode::Puzzles(choice),
            },
            Action::Enter => {
                let listed = self.puzzles.get(choice.chosen).filter(|id| id.starts_with(&choice.typed)).cloned();
                let typed = choice.typed.clone();
                // A complete name comes before a longer name that begins with it.
                return match listed {
                    Some(listed) if typed.is_empty() => self.open(&listed, choice),
                    Some(listed) => match self.open(&typed, choice) {
                        Mode::Puzzles(choice) => self.open(&listed, choice),
                        mode => mode,
                    },
                    None => self.open(&typed, choice),
                };
            }
            _ => {}
        }
        Mode::Puzzles(choice)
    }

    /// Plays another puzzle, or shows why it cannot be opened.
    pub(super) fn open(&mut self, id: &str, choice: Choice) -> Mode {
        self.asker.leave();
        // Only some puzzles have two conventions.
        let opened = self.asker.open(id, None, None, None, None).and_then(|(subject, game)| match self.convention {
            Some(named) if subject.convention.is_some() => {
                self.asker.open(id, None, Some(subject.start), None, Some(named))
            }
            _ => Ok((subject, game)),
        });
        match opened {
            Ok((subject, game)) => {
                (self.subject, self.game, self.choice) = (subject, game, Choice::default());
                self.stop();
                self.arrived(Duration::ZERO);
                Mode::Play
            }
            Err(fault) => {
                self.search();
                self.message = fault.to_string();
                Mode::Puzzles(choice)
            }
        }
    }
}
