//! Boards of squares, as large as the area allows. A ring is drawn as two rows, clockwise.

use std::borrow::Cow;

use loyd_core::puzzle::{Picture, PictureKind, Square};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Style};
use unicode_width::UnicodeWidthStr;

use super::{HINT, MOVED, Mark, centred, on_screen};
use crate::output::board::{Ink, rule};
use crate::output::printable::one_line;

/// The largest number of lines within a square.
const HIGHEST: u16 = 7;
/// The text that fills a wall.
const WALL: &str = "▒";

/// The screen area of a square, and the square's row and column in the picture.
type Hit = (Rect, (usize, usize));

/// The size of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    /// Columns within a square.
    width: u16,
    /// Lines within a square.
    height: u16,
    /// Whether lines are drawn between squares.
    ruled: bool,
}

/// Draws a board in the middle of the area. Returns the areas of its squares.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    picture: &Picture,
    look: PictureKind,
    mark: &dyn Fn(usize, usize) -> Mark,
) -> Vec<Hit> {
    let (laid, places) = laid_out(picture, look);
    let rows = laid.len();
    let columns = laid.iter().map(Vec::len).max().unwrap_or(0);
    let text = laid.iter().flatten().map(|square| on_screen(text(square).width())).max().unwrap_or(0).max(1);
    let size = fitting(area, on_screen(rows), on_screen(columns), text);
    let Size { width, height, ruled } = size;
    let (pitch_x, pitch_y) = if ruled { (width.saturating_add(1), height + 1) } else { (width, height) };
    let edge = u16::from(ruled);
    let length = |squares: usize, pitch: u16| on_screen(squares).saturating_mul(pitch).saturating_add(edge);
    let whole = (length(columns, pitch_x), length(rows, pitch_y));
    // A board that does not fit is drawn around the squares that the last move has changed.
    let focus = focus(&laid, &places, mark);
    let (x, skipped_columns) = placed(area.x, area.width, whole.0, pitch_x, focus.1);
    let (y, skipped_rows) = placed(area.y, area.height, whole.1, pitch_y, focus.0);
    let visible = Rect { x, y, width: area.right().saturating_sub(x), height: area.bottom().saturating_sub(y) };
    if ruled {
        for row in 0..=rows {
            let line = rule(&laid, row, columns, width.into(), Ink::Unicode);
            buffer.set_stringn(
                x,
                y.saturating_add(on_screen(row).saturating_mul(pitch_y)),
                line,
                visible.width.into(),
                Style::new(),
            );
        }
    }
    let mut hits = Vec::new();
    for (row, squares) in laid.iter().enumerate().skip(skipped_rows) {
        for (column, square) in squares.iter().enumerate().skip(skipped_columns) {
            let place = Rect {
                x: x.saturating_add(length(column - skipped_columns, pitch_x)),
                y: y.saturating_add(length(row - skipped_rows, pitch_y)),
                width,
                height,
            };
            if *square == Square::Hole || place.right() > visible.right() || place.bottom() > visible.bottom() {
                continue;
            }
            let at = places[row][column];
            fill(buffer, place, square, look, mark(at.0, at.1), ruled);
            if ruled {
                sides(buffer, place);
            }
            hits.push((place, at));
        }
    }
    hits
}

/// The picture as it is drawn, and the row and column in the original picture for each square.
fn laid_out(picture: &Picture, look: PictureKind) -> (Picture, Vec<Vec<(usize, usize)>>) {
    let places: Vec<Vec<(usize, usize)>> = match (look, &picture[..]) {
        (PictureKind::Ring, [ring]) => {
            let half = ring.len().div_ceil(2);
            let below = (0..half).map(|column| (0, 2 * half - 1 - column));
            vec![(0..half).map(|column| (0, column)).collect(), below.collect()]
        }
        _ => {
            let row = |(row, squares): (usize, &Vec<Square>)| (0..squares.len()).map(|column| (row, column)).collect();
            picture.iter().enumerate().map(row).collect()
        }
    };
    let square = |&(row, column): &(usize, usize)| picture[row].get(column).cloned().unwrap_or(Square::Hole);
    (places.iter().map(|row| row.iter().map(square).collect()).collect(), places)
}

/// The largest size that fits, or the smallest size if no size fits.
fn fitting(area: Rect, rows: u16, columns: u16, text: u16) -> Size {
    // Brackets around the text need room, too.
    let least = text.saturating_add(2);
    for height in (1..=HIGHEST).rev() {
        let widest = (area.width.saturating_sub(1) / columns.max(1)).saturating_sub(1);
        let width = (2 * height + 1).max(least).min(widest);
        if width >= least && width > height && rows.saturating_mul(height + 1) < area.height {
            return Size { width, height, ruled: true };
        }
    }
    Size { width: least, height: 1, ruled: false }
}

/// Returns where a board of this length begins on the screen, and how many squares before `focus` are left out.
fn placed(from: u16, room: u16, length: u16, pitch: u16, focus: usize) -> (u16, usize) {
    if length <= room {
        return (from + (room - length) / 2, 0);
    }
    let shown = usize::from((room / pitch).max(1));
    let all = usize::from(length / pitch);
    (from, focus.saturating_sub(shown / 2).min(all.saturating_sub(shown)))
}

/// The row and column to show: the first marked square, or else the blank.
fn focus(laid: &Picture, places: &[Vec<(usize, usize)>], mark: &dyn Fn(usize, usize) -> Mark) -> (usize, usize) {
    let all = || laid.iter().enumerate().flat_map(|(row, squares)| (0..squares.len()).map(move |column| (row, column)));
    let is_marked = |&(row, column): &(usize, usize)| {
        let (row, column) = places[row][column];
        let mark = mark(row, column);
        mark.moved || mark.bracketed
    };
    let is_empty = |&(row, column): &(usize, usize)| laid[row][column] == Square::Empty;
    all().find(is_marked).or_else(|| all().find(is_empty)).unwrap_or_default()
}

fn text(square: &Square) -> Cow<'_, str> {
    match square {
        Square::Hole | Square::Empty => "".into(),
        Square::Piece(text) | Square::Wall(text) => one_line(text),
    }
}

fn fill(buffer: &mut Buffer, place: Rect, square: &Square, look: PictureKind, mark: Mark, ruled: bool) {
    let content = text(square);
    let content = match (mark.bracketed, square) {
        (true, _) if content.is_empty() => "[ ]".into(),
        (true, _) => format!("[{content}]"),
        (false, Square::Empty) if !ruled => "·".into(),
        _ => content.into_owned(),
    };
    let style = match square {
        _ if mark.bracketed => HINT,
        Square::Piece(_) if mark.moved => MOVED,
        Square::Piece(text) if look == PictureKind::Cubes => coloured(text),
        _ => Style::new(),
    };
    for line in 0..place.height {
        let is_middle = line == (place.height - 1) / 2;
        let content = if is_middle { content.as_str() } else { "" };
        let fill = if matches!(square, Square::Wall(_)) { WALL } else { " " };
        let line_text = centred(content, place.width.into(), fill);
        buffer.set_stringn(place.x, place.y + line, line_text, place.width.into(), style);
    }
}

/// Draws the lines to the left and right of a square.
fn sides(buffer: &mut Buffer, place: Rect) {
    for y in place.top()..place.bottom() {
        for x in [place.x - 1, place.right()] {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_symbol("│");
            }
        }
    }
}

/// The colour that the first letter of a cube names.
fn coloured(text: &str) -> Style {
    match text.chars().next() {
        Some('R') => Style::new().fg(Color::Red),
        Some('B') => Style::new().fg(Color::Blue),
        _ => Style::new(),
    }
}
