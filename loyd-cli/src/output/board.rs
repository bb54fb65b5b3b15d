//! Drawings of positions: boxes in Unicode on a terminal, in ASCII elsewhere, side by side as far as the width allows.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use loyd_core::puzzle::{Picture, Square};
use unicode_width::UnicodeWidthStr;

use super::printable::one_line;

/// The style of a piece that the last move brought to its square.
const MOVED: Style = AnsiColor::Cyan.on_default().bold();
/// The style of a wall.
const WALL: Style = Style::new().invert();
/// The number of blanks between two boards of a row.
const GAP: usize = 3;

/// The characters that boxes are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Box-drawing characters.
    Unicode,
    /// `+`, `-` and `|`.
    Ascii,
}

/// One drawn position: lines of the same visible width. Colour codes do not count as width.
struct Drawing {
    width: usize,
    lines: Vec<String>,
}

/// Draws positions in order, each under its caption, with as many side by side as `width` columns hold. A wider board
/// stands alone in unbroken lines, and the terminal cuts them.
///
/// # Errors
/// When the output cannot be written.
pub fn draw(pictures: &[Picture], captions: &[String], ink: Ink, width: usize, out: &mut impl Write) -> io::Result<()> {
    let drawings: Vec<Drawing> = pictures
        .iter()
        .enumerate()
        .map(|(index, picture)| {
            let before = index.checked_sub(1).map(|before| &pictures[before]);
            let caption = captions.get(index).map_or("".into(), |caption| one_line(caption));
            drawing(picture, before, &caption, ink)
        })
        .collect();
    let mut rest = &drawings[..];
    while !rest.is_empty() {
        let (row, later) = rest.split_at(fitting(rest, width));
        write_row(row, out)?;
        rest = later;
        if !rest.is_empty() {
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Returns how many of the drawings fit side by side, and at least one.
fn fitting(drawings: &[Drawing], width: usize) -> usize {
    let mut used = 0;
    let fits = drawings.iter().take_while(|drawing| {
        used += drawing.width + if used == 0 { 0 } else { GAP };
        used <= width
    });
    fits.count().max(1)
}

fn write_row(row: &[Drawing], out: &mut impl Write) -> io::Result<()> {
    let height = row.iter().map(|drawing| drawing.lines.len()).max().unwrap_or(0);
    for at in 0..height {
        let mut line = String::new();
        for (index, drawing) in row.iter().enumerate() {
            if index > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            match drawing.lines.get(at) {
                Some(part) => line.push_str(part),
                None => line.push_str(&" ".repeat(drawing.width)),
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn drawing(picture: &Picture, before: Option<&Picture>, caption: &str, ink: Ink) -> Drawing {
    let columns = picture.iter().map(Vec::len).max().unwrap_or(0);
    let inner = picture.iter().flatten().map(|square| text(square).width()).max().unwrap_or(0).max(1) + 2;
    let width = (columns * (inner + 1) + 1).max(caption.width());
    let mut lines = vec![padded(caption, caption.width(), width)];
    for row in 0..=picture.len() {
        let rule = rule(picture, row, columns, inner, ink);
        lines.push(padded(&rule, rule.width(), width));
        if row < picture.len() {
            let (line, long) = cells(picture, before, row, columns, inner, ink);
            lines.push(padded(&line, long, width));
        }
    }
    Drawing { width, lines }
}

fn padded(text: &str, long: usize, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(long)))
}

fn text(square: &Square) -> Cow<'_, str> {
    match square {
        Square::Hole | Square::Empty => "".into(),
        Square::Piece(text) | Square::Wall(text) => one_line(text),
    }
}

fn at(picture: &Picture, row: Option<usize>, column: Option<usize>) -> Option<&Square> {
    let square = picture.get(row?)?.get(column?)?;
    (*square != Square::Hole).then_some(square)
}

/// Returns the line above row `row`. It has an edge wherever a square of the board lies above or below.
pub fn rule(picture: &Picture, row: usize, columns: usize, inner: usize, ink: Ink) -> String {
    let above = row.checked_sub(1);
    let edge = |column: Option<usize>| at(picture, above, column).is_some() || at(picture, Some(row), column).is_some();
    let side = |row: Option<usize>, column: usize| {
        at(picture, row, column.checked_sub(1)).is_some() || at(picture, row, Some(column)).is_some()
    };
    let mut line = String::new();
    for column in 0..=columns {
        let (left, right) = (edge(column.checked_sub(1)), edge(Some(column)));
        let (up, down) = (side(above, column), side(Some(row), column));
        line.push(corner(up, down, left, right, ink));
        if column < columns {
            let dash = match (right, ink) {
                (false, _) => ' ',
                (true, Ink::Unicode) => '─',
                (true, Ink::Ascii) => '-',
            };
            line.extend(std::iter::repeat_n(dash, inner));
        }
    }
    line
}

fn corner(up: bool, down: bool, left: bool, right: bool, ink: Ink) -> char {
    if ink == Ink::Ascii {
        return if up || down || left || right { '+' } else { ' ' };
    }
    // The index has the bits up, down, left, right, from the highest to the lowest.
    const CORNERS: [char; 16] = [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'];
    let bits = [up, down, left, right].into_iter().fold(0, |bits, bit| bits * 2 + usize::from(bit));
    CORNERS[bits]
}

/// Returns one row of squares, and its width without the colour codes.
fn cells(
    picture: &Picture,
    before: Option<&Picture>,
    row: usize,
    columns: usize,
    inner: usize,
    ink: Ink,
) -> (String, usize) {
    let mut line = String::new();
    for column in 0..=columns {
        let here = at(picture, Some(row), Some(column));
        let wall = here.is_some() || at(picture, Some(row), column.checked_sub(1)).is_some();
        line.push(match (wall, ink) {
            (false, _) => ' ',
            (true, Ink::Unicode) => '│',
            (true, Ink::Ascii) => '|',
        });
        if column == columns {
            break;
        }
        let content = here.map_or("".into(), text);
        let blank = inner - content.width();
        let (left, right) = (blank - blank / 2, blank / 2);
        let fill = if matches!(here, Some(Square::Wall(_))) && ink == Ink::Ascii { "#" } else { " " };
        let cell = format!("{}{content}{}", fill.repeat(left), fill.repeat(right));
        let changed = before.is_some_and(|before| at(before, Some(row), Some(column)) != here);
        let style = match here {
            Some(Square::Wall(_)) => WALL,
            Some(Square::Piece(_)) if changed => MOVED,
            _ => Style::new(),
        };
        line.push_str(&format!("{style}{cell}{style:#}"));
    }
    (line, columns * (inner + 1) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str) -> Square {
        Square::Piece(text.into())
    }

    fn drawn(pictures: &[Picture], captions: &[&str], ink: Ink, width: usize) -> String {
        let captions: Vec<String> = captions.iter().map(|caption| caption.to_string()).collect();
        let mut out = anstream::StripStream::new(Vec::new());
        draw(pictures, &captions, ink, width, &mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    fn two() -> Picture {
        vec![vec![piece("1"), piece("12")], vec![Square::Empty, piece("3")]]
    }

    #[test]
    fn a_board_is_drawn_in_either_ink() {
        let unicode = "start\n┌────┬────┐\n│  1 │ 12 │\n├────┼────┤\n│    │  3 │\n└────┴────┘\n";
        assert_eq!(drawn(&[two()], &["start"], Ink::Unicode, 80), unicode);
        let ascii = "start\n+----+----+\n|  1 | 12 |\n+----+----+\n|    |  3 |\n+----+----+\n";
        assert_eq!(drawn(&[two()], &["start"], Ink::Ascii, 80), ascii);
    }

    #[test]
    fn boards_stand_side_by_side_within_the_width() {
        let three = [two(), two(), two()];
        let text = drawn(&three, &["a", "b", "c"], Ink::Ascii, 30);
        assert!(text.starts_with("a             b\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 25), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with('c')).count(), 1);
    }

    #[test]
    fn a_board_wider_than_the_terminal_stands_alone() {
        let wide: Picture = vec![(0..16).map(|n| piece(&n.to_string())).collect()];
        let text = drawn(&[wide.clone(), wide], &["a", "b"], Ink::Ascii, 20);
        assert_eq!(text.lines().filter(|line| line.len() == 16 * 5 + 1).count(), 6, "{text}");
    }

    #[test]
    fn holes_have_no_edges() {
        let ring = vec![vec![Square::Hole, piece("1")], vec![piece("2"), Square::Wall("3".into())]];
        let unicode = "\n    ┌───┐\n    │ 1 │\n┌───┼───┤\n│ 2 │ 3 │\n└───┴───┘\n";
        assert_eq!(drawn(&[ring], &[""], Ink::Unicode, 80), unicode);
        assert_eq!(drawn(&[], &[], Ink::Ascii, 80), "");
        assert_eq!(drawn(&[vec![]], &["nothing"], Ink::Ascii, 80).lines().next(), Some("nothing"));
    }
}
