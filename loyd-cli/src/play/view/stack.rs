//! Stacks: a piece is as wide as its number, which is shown on it. Its place from the top is shown at the left.

use loyd_core::puzzle::{Picture, Square};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use unicode_width::UnicodeWidthStr;

use super::{FAINT, HINT, MOVED, Mark, centred, on_screen};
use crate::output::printable::one_line;

/// The largest difference in columns between a piece and the next smaller one.
const WIDEST_STEP: u16 = 6;

/// Draws a stack in the middle of the area. Returns the areas of its pieces.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    picture: &Picture,
    mark: &dyn Fn(usize, usize) -> Mark,
) -> Vec<(Rect, (usize, usize))> {
    let pieces: Vec<&str> = picture.iter().flatten().map(name).collect();
    let all = pieces.len();
    let margin = on_screen(all.to_string().len() + 2);
    let room = area.width.saturating_sub(2 * margin);
    // The smallest piece has room for its brackets and its number.
    let smallest = pieces.iter().map(|piece| on_screen(piece.width())).max().unwrap_or(1).saturating_add(4);
    let step = (room.saturating_sub(smallest) / on_screen(all.saturating_sub(1).max(1))).min(WIDEST_STEP);
    let lines = if all * 2 <= usize::from(area.height) { 2 } else { 1 };
    let height = on_screen(all * lines);
    let top = area.y + area.height.saturating_sub(height) / 2;
    // Pieces that do not fit are left out at the bottom, because the bottom pieces reach their right places first.
    let shown = (usize::from(area.height) / lines).min(all);
    let middle = area.x + margin + room / 2;
    let mut hits = Vec::new();
    for (place, piece) in pieces.iter().enumerate().take(shown) {
        let rank = pieces.iter().filter(|other| is_smaller(other, piece)).count();
        let width = smallest.saturating_add(on_screen(rank * usize::from(step))).min(room);
        let y = top.saturating_add(on_screen(place * lines));
        let mark = mark(0, place);
        let style = match mark {
            Mark { bracketed: true, .. } => HINT,
            Mark { moved: true, .. } => MOVED,
            _ => Style::new(),
        };
        let number = if mark.bracketed { format!("[{piece}]") } else { format!(" {piece} ") };
        let body = centred(&one_line(&number), usize::from(width).saturating_sub(2), "═");
        buffer.set_stringn(area.x, y, format!("{:>1$}", place + 1, usize::from(margin) - 1), area.width.into(), FAINT);
        let x = middle.saturating_sub(width / 2);
        buffer.set_stringn(x, y, format!("({body})"), width.into(), style);
        hits.push((Rect { x: area.x, y, width: area.width, height: on_screen(lines) }, (0, place)));
    }
    hits
}

fn name(square: &Square) -> &str {
    match square {
        Square::Piece(text) | Square::Wall(text) => text,
        Square::Hole | Square::Empty => "",
    }
}

/// Whether a piece is narrower than another: the pieces are compared as numbers if both are numbers, else as text.
fn is_smaller(one: &str, other: &str) -> bool {
    match (one.parse::<u64>(), other.parse::<u64>()) {
        (Ok(one), Ok(other)) => one < other,
        _ => one < other,
    }
}
