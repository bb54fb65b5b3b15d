//! The help line, and the page with all keys.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::super::app::{App, Mode};
use super::super::game::GameKind;
use super::{TITLE, on_screen, write};

/// The keys that work in the current mode, with a few words for each.
pub fn line(app: &App) -> Vec<String> {
    let of_play = ["space hint", "g solve", "u undo", "r redo", "n new", "p puzzle", "? help", "q quit"];
    let keys: Vec<&str> = match &app.mode {
        Mode::New(_) => vec!["0-9 distance", "Enter", "h hardest", "Esc back"],
        _ if app.playback.is_some() => vec!["space pause", "←→ step", "+- speed", "Esc stop", "? help", "q quit"],
        _ if app.game.kind.directed => [&["↑↓←→ move"][..], &of_play].concat(),
        _ => [&["↑↓ Enter move"][..], &of_play].concat(),
    };
    keys.into_iter().map(String::from).collect()
}

const DIRECTED: &str = "\
arrows wasd hjkl  move a piece
click             move that piece";

const LISTED: &str = "\
arrows, Enter     choose a move, make it
its name          make that move
click             on a move or its squares";

const ALL: &str = "\
space             hint: all best moves
g                 solve from here
  space, + -      pause, speed
  ← →             step back and on
u Backspace       undo
r Ctrl-R          redo
Home End          first, last position
n                 new game, by distance
p                 another puzzle
Esc               stop a search
Ctrl-Z            suspend
q Ctrl-C          quit
distance: the least number of moves.
42 to 58: proved bounds so far.
Press any key to go back.";

/// Draws the page with all keys.
pub fn draw(buffer: &mut Buffer, area: Rect, kind: &GameKind) {
    write(buffer, area, 0, &format!("goal {}", kind.goal), TITLE);
    let moves = if kind.directed { DIRECTED } else { LISTED };
    for (at, line) in moves.lines().chain(ALL.lines()).enumerate() {
        write(buffer, area, on_screen(at + 1), line, Style::new());
    }
}
