//! The actions that keys and clicks ask for.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Up.
    Up,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Way {
    /// The letter of a move in that direction.
    pub fn letter(self) -> &'static str {
        match self {
            Way::Up => "u",
            Way::Down => "d",
            Way::Left => "l",
            Way::Right => "r",
        }
    }

    /// The direction as a word.
    pub fn word(self) -> &'static str {
        match self {
            Way::Up => "up",
            Way::Down => "down",
            Way::Left => "left",
            Way::Right => "right",
        }
    }

    /// The direction of a letter of `wasd` or `hjkl`.
    pub fn of_letter(letter: char) -> Option<Way> {
        Some(match letter.to_ascii_lowercase() {
            'w' | 'k' => Way::Up,
            's' | 'j' => Way::Down,
            'a' | 'h' => Way::Left,
            'd' | 'l' => Way::Right,
            _ => return None,
        })
    }
}

/// An action of the player, independent of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// An arrow key.
    Arrow(Way),
    /// A character: a move, a command, or part of a typed name.
    Character(char),
    /// Takes the chosen item.
    Enter,
    /// Leaves a prompt, a search or a playback.
    Escape,
    /// Takes back the last character or the last move.
    Backspace,
    /// Takes back all moves.
    First,
    /// Makes all undone moves again.
    Last,
    /// Makes the last undone move again.
    Redo,
    /// Opens the page with all keys.
    Help,
    /// A click on this column and row.
    Click(u16, u16),
    /// Draws everything anew.
    Redraw,
    /// Ends the command, as Ctrl-C does.
    Interrupt,
    /// Returns to the shell, until `fg`.
    Suspend,
}

/// The action that an event asks for, if any.
pub fn action(event: &Event) -> Option<Action> {
    match event {
        Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
        Event::Key(KeyEvent { code, modifiers, .. }) => key(*code, *modifiers),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            Some(Action::Click(*column, *row))
        }
        Event::Resize(..) => Some(Action::Redraw),
        _ => None,
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
    if let (KeyCode::Char(letter), true) = (code, modifiers.contains(KeyModifiers::CONTROL)) {
        return match letter.to_ascii_lowercase() {
            'c' => Some(Action::Interrupt),
            'z' => Some(Action::Suspend),
            'l' => Some(Action::Redraw),
            'r' | 'y' => Some(Action::Redo),
            _ => None,
        };
    }
    match code {
        KeyCode::Up => Some(Action::Arrow(Way::Up)),
        KeyCode::Down => Some(Action::Arrow(Way::Down)),
        KeyCode::Left => Some(Action::Arrow(Way::Left)),
        KeyCode::Right => Some(Action::Arrow(Way::Right)),
        KeyCode::Enter => Some(Action::Enter),
        KeyCode::Esc => Some(Action::Escape),
        KeyCode::Backspace => Some(Action::Backspace),
        KeyCode::Home => Some(Action::First),
        KeyCode::End => Some(Action::Last),
        KeyCode::F(1) => Some(Action::Help),
        KeyCode::Char(character) if !modifiers.contains(KeyModifiers::ALT) => Some(Action::Character(character)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_clicks_are_understood() {
        let press = |code, modifiers| action(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(press(KeyCode::Up, KeyModifiers::NONE), Some(Action::Arrow(Way::Up)));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Interrupt));
        assert_eq!(press(KeyCode::Char('Z'), KeyModifiers::CONTROL), Some(Action::Suspend));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::NONE), Some(Action::Character('c')));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::ALT), None);
        let mut released = KeyEvent::new(KeyCode::Up, KeyModifiers::NONE);
        released.kind = KeyEventKind::Release;
        assert_eq!(action(&Event::Key(released)), None);
        let mouse = |kind| {
            let modifiers = KeyModifiers::NONE;
            action(&Event::Mouse(MouseEvent { kind, column: 3, row: 4, modifiers }))
        };
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Action::Click(3, 4)));
        assert_eq!(mouse(MouseEventKind::Up(MouseButton::Left)), None);
        assert_eq!(action(&Event::Resize(1, 2)), Some(Action::Redraw));
    }

    #[test]
    fn letters_of_both_kinds_are_ways() {
        for (letters, way) in [("wkWK", Way::Up), ("sj", Way::Down), ("ah", Way::Left), ("dl", Way::Right)] {
            assert!(letters.chars().all(|letter| Way::of_letter(letter) == Some(way)));
            assert!(way.word().starts_with(way.letter()));
        }
        assert_eq!(Way::of_letter('u'), None);
    }
}
