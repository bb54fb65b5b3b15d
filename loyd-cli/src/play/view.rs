//! The drawing of the game, the page with all keys, and the prompts. Text shows everything; colours only repeat it.

mod board;
mod help;
mod list;
mod stack;

use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Mode, Wanted};
use super::clock;
use super::hits::Hits;
use crate::output::printable::one_line;
use loyd_core::puzzle::PictureKind;

/// The marks of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    /// Whether brackets stand around the text, because a hint, the chosen move or a click marks the square.
    bracketed: bool,
    /// The last move has changed the square.
    moved: bool,
}

/// The smallest screen that shows a board.
const LEAST: (u16, u16) = (20, 8);
/// The width from which a list of moves stands beside the board.
const WIDE: u16 = 76;
/// The smallest width of a list beside the board.
const LIST_WIDTH: u16 = 34;

const TITLE: Style = Style::new().add_modifier(Modifier::BOLD);
const HINT: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
const MOVED: Style = Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD);
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Draws everything. Returns the areas that can be clicked.
pub fn draw(buffer: &mut Buffer, app: &App, now: Duration) -> Hits {
    let area = buffer.area;
    let mut hits = Hits::default();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        write(buffer, area, 0, "too small: needs 40x20", Style::new());
        return hits;
    }
    match &app.mode {
        Mode::Help => help::draw(buffer, area, &app.game.kind),
        Mode::Puzzles(choice) => hits.steps = list::puzzles(buffer, area, &app.puzzles, choice, &app.message),
        Mode::Play | Mode::New(_) => game(buffer, area, app, now, &mut hits),
    }
    hits
}

fn game(buffer: &mut Buffer, area: Rect, app: &App, now: Duration, hits: &mut Hits) {
    let game = &app.game;
    let right = format!("moves {}   {}", game.count(), clock::told(game.time(now)));
    write(buffer, area, 0, &game.kind.puzzle, TITLE);
    write_right(buffer, area, 0, &right);
    let (goal, after) = (format!("goal {}", game.kind.goal), on_screen(game.kind.puzzle.width() + 3));
    if usize::from(after) + goal.width() + 3 + right.width() <= usize::from(area.width) {
        write(buffer, Rect { x: area.x + after, width: area.width - after, ..area }, 0, &goal, FAINT);
    }
    let coach = game.coach().unwrap_or_default();
    let distance = game.known().told(app.measures());
    write(buffer, area, 1, &distance, TITLE);
    let mut top = 2;
    if distance.width() + 3 + coach.width() <= usize::from(area.width) {
        write_right(buffer, area, 1, &coach);
    } else {
        write(buffer, area, 2, &coach, Style::new());
        top = 3;
    }
    let help = folded(&help::line(app), area.width);
    let message = folded(&[said(app)], area.width);
    let message: Vec<&String> = message.iter().take(usize::from(area.height / 6)).collect();
    let below = on_screen(help.len() + message.len().max(1));
    for (at, line) in help.iter().enumerate() {
        write(
            buffer,
            area,
            area.height.saturating_sub(on_screen(help.len())).saturating_add(on_screen(at)),
            line,
            FAINT,
        );
    }
    for (at, line) in message.iter().enumerate() {
        write(buffer, area, area.height.saturating_sub(below).saturating_add(on_screen(at)), line, Style::new());
    }
    let mut middle = Rect { y: area.y + top, height: area.height.saturating_sub(top).saturating_sub(below), ..area };
    if !game.kind.directed {
        middle = list::moves(buffer, middle, app, hits);
    }
    let mark = |row: usize, column: usize| Mark {
        bracketed: is_bracketed(app, (row, column)),
        moved: game.last().is_some_and(|last| last.squares.contains(&(row, column))),
    };
    let picture = &game.position().picture;
    hits.squares = match game.kind.look {
        PictureKind::Stack => stack::draw(buffer, middle, picture, &mark),
        look => board::draw(buffer, middle, picture, look, &mark),
    };
}

/// Whether brackets stand around a square. They mark a clicked square. With a hint, they also mark the squares to click
/// for an optimal move; otherwise the squares that the chosen move of the list changes.
fn is_bracketed(app: &App, square: (usize, usize)) -> bool {
    let position = app.game.position();
    if app.picked == Some(square) {
        return true;
    }
    match (app.hinted, &app.game.known().best) {
        (true, Some(best)) => {
            let mut steps = position.steps.iter().filter(|step| best.contains(&step.name));
            steps.any(|step| step.pointed_at == Some(square))
        }
        _ if app.game.kind.directed || position.solved => false,
        _ => position.steps.get(app.choice.chosen).is_some_and(|step| step.squares.contains(&square)),
    }
}

/// The text of the message line: a prompt, the search under way, or the last message.
fn said(app: &App) -> String {
    if let Mode::New(typed) = &app.mode {
        return format!("new game, distance: {typed}_  (Enter alone: random; h: hardest; Esc: back)");
    }
    if !app.choice.typed.is_empty() {
        return format!("move: {}_", app.choice.typed);
    }
    let waited = match app.wanted {
        Some(Wanted::Hint) => "looking for a hint ... (Esc stops)",
        Some(Wanted::Solution) => "looking for a solution ... (Esc stops)",
        Some(Wanted::Start) => "looking for a position ... (Esc stops)",
        None => "",
    };
    if let Some(building) = &app.building {
        return format!("{waited} {building}").trim_start().into();
    }
    if !waited.is_empty() {
        return waited.into();
    }
    if let Some(playback) = &app.playback {
        let message = if app.message.is_empty() { String::new() } else { format!("{}; ", app.message) };
        return format!("{message}{}", playback.told());
    }
    match &app.game.known().unsolvable {
        Some(why) if app.message.is_empty() => format!("no solution: {why}"),
        _ => app.message.clone(),
    }
}

/// Converts to a number of columns or lines. A number that does not fit in `u16` lies beyond every screen.
fn on_screen(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Writes one line of text, cut at the end of the area.
fn write(buffer: &mut Buffer, area: Rect, line: u16, text: &str, style: Style) {
    if line < area.height {
        buffer.set_stringn(area.x, area.y + line, one_line(text), usize::from(area.width), style);
    }
}

/// Writes one line of text that ends at the right edge of the area.
fn write_right(buffer: &mut Buffer, area: Rect, line: u16, text: &str) {
    let width = on_screen(text.width()).min(area.width);
    write(buffer, Rect { x: area.x + area.width - width, width, ..area }, line, text, Style::new());
}

/// Joins texts into lines of at most `width` columns. Lines break between words, never within a text that fits.
fn folded(texts: &[String], width: u16) -> Vec<String> {
    const GAP: &str = "  ";
    let width = usize::from(width);
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        let words: Vec<&str> = if text.width() <= width { vec![text] } else { text.split(' ').collect() };
        for (at, word) in words.iter().enumerate() {
            let gap = if at == 0 { GAP } else { " " };
            match lines.last_mut() {
                Some(line) if line.width() + gap.len() + word.width() <= width => {
                    line.push_str(gap);
                    line.push_str(word);
                }
                _ => lines.push((*word).into()),
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Centres a text in `width` columns, and repeats `fill` on both sides.
fn centred(text: &str, width: usize, fill: &str) -> String {
    let blank = width.saturating_sub(text.width());
    format!("{}{text}{}", fill.repeat(blank - blank / 2), fill.repeat(blank / 2))
}

#[cfg(test)]
mod tests;
