//! The prompts for the distance of a new game and for another puzzle.

use std::time::Duration;

use super::{App, Mode};
use crate::play::ask::Depth;
use crate::play::choice::ListChoice;
use crate::play::keys::{ArrowKey, KeyAction};

impl App {
    pub(super) fn type_depth(&mut self, action: KeyAction, mut typed: String) -> Mode {
        const LONGEST: usize = 4;
        match action {
            KeyAction::Escape => return Mode::Play,
            KeyAction::Character('h' | 'H') => {
                self.begin(Depth::Hardest);
                return Mode::Play;
            }
            KeyAction::Enter => {
                self.begin(typed.parse().map_or(Depth::Any, Depth::Exactly));
                return Mode::Play;
            }
            KeyAction::Character(digit @ '0'..='9') if typed.len() < LONGEST => typed.push(digit),
            KeyAction::Backspace => drop(typed.pop()),
            _ => {}
        }
        Mode::New(typed)
    }

    pub(super) fn choose_puzzle(&mut self, action: KeyAction, mut choice: ListChoice) -> Mode {
        match action {
            KeyAction::Escape => return Mode::Play,
            KeyAction::Arrow(way) => choice.step(matches!(way, ArrowKey::Down | ArrowKey::Right), self.puzzles.len()),
            KeyAction::Backspace => drop(choice.typed.pop()),
            KeyAction::Character(character) if !character.is_control() => {
                choice.typed.push(character);
                let begins = |id: &String| id.starts_with(&choice.typed);
                choice.chosen = self.puzzles.iter().position(begins).unwrap_or(choice.chosen);
            }
            KeyAction::Click(column, row) => match self.hits.step(column, row).and_then(|at| self.puzzles.get(at)) {
                Some(id) => return self.open(&id.clone(), choice),
                None => return Mode::Puzzles(choice),
            },
            KeyAction::Enter => {
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
    pub(super) fn open(&mut self, id: &str, choice: ListChoice) -> Mode {
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
                (self.subject, self.game, self.choice) = (subject, game, ListChoice::default());
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
