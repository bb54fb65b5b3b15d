//! Lists from which the player chooses: moves other than directions, and puzzles.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use unicode_width::UnicodeWidthStr;

use super::super::app::App;
use super::super::choice::ListChoice;
use super::super::hits::Hits;
use super::{CHOSEN, FAINT, HINT, LIST_WIDTH, TITLE, WIDE, folded, on_screen, write};

/// The largest number of lines of a list below the board.
const MOST_LINES: u16 = 4;

/// An item: its text, and its style when it is not chosen.
struct Item {
    text: String,
    style: Style,
}

/// Draws the legal moves beside the board, or below it on a narrow screen, and returns the rest of the area. `>` stands
/// before the chosen move. `*` stands after an optimal move, if a hint was requested.
pub fn moves(buffer: &mut Buffer, area: Rect, app: &App, hits: &mut Hits) -> Rect {
    let known = app.game.known();
    let best = known.best.as_ref().filter(|_| app.hinted);
    let steps = &app.game.position().steps;
    let wide = area.width >= WIDE;
    let item = |step: &super::super::game::GameStep| {
        let is_best = best.is_some_and(|best| best.contains(&step.name));
        let star = if is_best { " *" } else { "" };
        let words = if wide && step.words != step.name { format!("  {}", step.words) } else { String::new() };
        Item { text: format!("{}{words}{star}", step.name), style: if is_best { HINT } else { Style::new() } }
    };
    let items: Vec<Item> = steps.iter().map(item).collect();
    let (place, rest) = if wide {
        let list = (pitch(&items) + 1).clamp(LIST_WIDTH, area.width / 2);
        let board = Rect { width: area.width - list, ..area };
        let title = format!("{} moves, best marked *", steps.len());
        let title = if best.is_some() { title } else { format!("{} moves", steps.len()) };
        let column = Rect { x: area.x + board.width, width: list, ..area };
        write(buffer, column, 0, &title, TITLE);
        (Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..column }, board)
    } else {
        let lines = lines_of(&items, area.width).min(MOST_LINES).min(area.height / 3);
        let board = Rect { height: area.height - lines, ..area };
        (Rect { y: board.bottom(), height: lines, ..area }, board)
    };
    hits.steps = columns(buffer, place, &items, Some(app.choice.chosen), if wide { 1 } else { u16::MAX });
    rest
}

/// The width of an item with its mark and a space.
fn pitch(items: &[Item]) -> u16 {
    items.iter().map(|item| on_screen(item.text.width())).max().unwrap_or(0).saturating_add(3)
}

fn lines_of(items: &[Item], width: u16) -> u16 {
    on_screen(items.len()).div_ceil((width / pitch(items)).max(1))
}

/// Draws items in columns, line by line, scrolled so that the chosen item is visible. Returns the areas of the items.
fn columns(buffer: &mut Buffer, area: Rect, items: &[Item], chosen: Option<usize>, most: u16) -> Vec<(Rect, usize)> {
    if area.is_empty() {
        return Vec::new();
    }
    let pitch = pitch(items).min(area.width);
    let across = usize::from((area.width / pitch).clamp(1, most));
    let height = usize::from(area.height);
    let all = items.len().div_ceil(across);
    let first = (chosen.unwrap_or(0) / across).saturating_sub(height / 2).min(all.saturating_sub(height));
    let mut hits = Vec::new();
    for (at, item) in items.iter().enumerate().skip(first * across).take(height * across) {
        let (line, column) = (at / across - first, at % across);
        let width = if most == 1 { area.width } else { pitch };
        let place = Rect { x: area.x + on_screen(column) * pitch, y: area.y + on_screen(line), width, height: 1 };
        let (mark, style) = if Some(at) == chosen { (">", item.style.patch(CHOSEN)) } else { (" ", item.style) };
        write(buffer, place, 0, &format!("{mark}{}", item.text), style);
        hits.push((place, at));
    }
    hits
}

/// Draws the puzzles to choose from.
pub fn puzzles(
    buffer: &mut Buffer,
    area: Rect,
    ids: &[String],
    choice: &ListChoice,
    message: &str,
) -> Vec<(Rect, usize)> {
    write(buffer, area, 0, "another puzzle", TITLE);
    let prompt = format!("puzzle: {}_", choice.typed);
    write(buffer, area, 1, &prompt, Style::new());
    let help = folded(
        &["type its name, or choose with the arrows", "Enter plays it", "Esc back"].map(String::from),
        area.width,
    );
    let message = folded(&[message.into()], area.width);
    let below = on_screen(help.len() + message.len());
    for (at, line) in message.iter().chain(&help).enumerate() {
        write(buffer, area, area.height.saturating_add(on_screen(at)).saturating_sub(below), line, FAINT);
    }
    let items: Vec<Item> = ids.iter().map(|id| Item { text: id.clone(), style: Style::new() }).collect();
    let is_typed = |&at: &usize| ids.get(at).is_some_and(|id| id.starts_with(&choice.typed));
    let place = Rect { y: area.y + 3, height: area.height.saturating_sub(4).saturating_sub(below), ..area };
    columns(buffer, place, &items, Some(choice.chosen).filter(is_typed), u16::MAX)
}
