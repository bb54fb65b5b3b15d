//! The actions that keys and clicks ask for.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKey {
    /// The key that moves up.
    Up,
    /// The key that moves down.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl ArrowKey {
    /// The letter of a move in that direction.
    pub fn letter(self) -> &'static str {
        match self {
            ArrowKey::Up => "u",
            ArrowKey::Down => "d",
            ArrowKey::Left => "l",
            ArrowKey::Right => "r",
        }
    }

    /// The direction as a word.
    pub fn word(self) -> &'static str {
        match self {
            ArrowKey::Up => "up",
            ArrowKey::Down => "down",
            ArrowKey::Left => "left",
            ArrowKey::Right => "right",
        }
    }

    /// The direction of a letter of `wasd` or `hjkl`.
    pub fn of_letter(letter: char) -> Option<ArrowKey> {
        Some(match letter.to_ascii_lowercase() {
            'w' | 'k' => ArrowKey::Up,
            's' | 'j' => ArrowKey::Down,
            'a' | 'h' => ArrowKey::Left,
            'd' | 'l' => ArrowKey::Right,
            _ => return None,
        })
    }
}

/// An action of the player, independent of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// An arrow key.
    Arrow(ArrowKey),
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
pub fn action(event: &Event) -> Option<KeyAction> {
    match event {
        Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
        Event::Key(KeyEvent { code, modifiers, .. }) => key(*code, *modifiers),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            Some(KeyAction::Click(*column, *row))
        }
        Event::Resize(..) => Some(KeyAction::Redraw),
        _ => None,
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<KeyAction> {
    if let (KeyCode::Char(letter), true) = (code, modifiers.contains(KeyModifiers::CONTROL)) {
        return match letter.to_ascii_lowercase() {
            'c' => Some(KeyAction::Interrupt),
            'z' => Some(KeyAction::Suspend),
            'l' => Some(KeyAction::Redraw),
            'r' | 'y' => Some(KeyAction::Redo),
            _ => None,
        };
    }
    match code {
        KeyCode::Up => Some(KeyAction::Arrow(ArrowKey::Up)),
        KeyCode::Down => Some(KeyAction::Arrow(ArrowKey::Down)),
        KeyCode::Left => Some(KeyAction::Arrow(ArrowKey::Left)),
        KeyCode::Right => Some(KeyAction::Arrow(ArrowKey::Right)),
        KeyCode::Enter => Some(KeyAction::Enter),
        KeyCode::Esc => Some(KeyAction::Escape),
        KeyCode::Backspace => Some(KeyAction::Backspace),
        KeyCode::Home => Some(KeyAction::First),
        KeyCode::End => Some(KeyAction::Last),
        KeyCode::F(1) => Some(KeyAction::Help),
        KeyCode::Char(character) if !modifiers.contains(KeyModifiers::ALT) => Some(KeyAction::Character(character)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_clicks_are_understood() {
        let press = |code, modifiers| action(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(press(KeyCode::Up, KeyModifiers::NONE), Some(KeyAction::Arrow(ArrowKey::Up)));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(KeyAction::Interrupt));
        assert_eq!(press(KeyCode::Char('Z'), KeyModifiers::CONTROL), Some(KeyAction::Suspend));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::NONE), Some(KeyAction::Character('c')));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::ALT), None);
        let mut released = KeyEvent::new(KeyCode::Up, KeyModifiers::NONE);
        released.kind = KeyEventKind::Release;
        assert_eq!(action(&Event::Key(released)), None);
        let mouse = |kind| {
            let modifiers = KeyModifiers::NONE;
            action(&Event::Mouse(MouseEvent { kind, column: 3, row: 4, modifiers }))
        };
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(KeyAction::Click(3, 4)));
        assert_eq!(mouse(MouseEventKind::Up(MouseButton::Left)), None);
        assert_eq!(action(&Event::Resize(1, 2)), Some(KeyAction::Redraw));
    }

    #[test]
    fn letters_of_both_kinds_are_ways() {
        for (letters, way) in
            [("wkWK", ArrowKey::Up), ("sj", ArrowKey::Down), ("ah", ArrowKey::Left), ("dl", ArrowKey::Right)]
        {
            assert!(letters.chars().all(|letter| ArrowKey::of_letter(letter) == Some(way)));
            assert!(way.word().starts_with(way.letter()));
        }
        assert_eq!(ArrowKey::of_letter('u'), None);
    }
}
