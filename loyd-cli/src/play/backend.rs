//! Ratatui's access to the terminal. Ratatui's own backend (`ratatui-crossterm`) adds a quarter to its build time, and
//! writes colours even if the user wants none.

use std::io::{self, Write};

use crossterm::style::{Attribute, Color as Ink, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType as What};
use crossterm::{cursor, queue};
use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::Cell;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Color, Modifier};

/// Writes cells to a terminal.
#[derive(Debug)]
pub struct Terminal<W> {
    output: W,
    coloured: bool,
}

impl<W: Write> Terminal<W> {
    /// Creates a backend for `output`. `coloured`: whether colours are wanted.
    pub fn new(output: W, coloured: bool) -> Terminal<W> {
        Terminal { output, coloured }
    }
}

/// Converts a colour that the game uses.
fn ink(color: Color) -> Option<Ink> {
    match color {
        Color::Red => Some(Ink::Red),
        Color::Green => Some(Ink::Green),
        Color::Blue => Some(Ink::Blue),
        Color::Cyan => Some(Ink::Cyan),
        _ => None,
    }
}

/// The attributes that the game uses.
const ATTRIBUTES: [(Modifier, Attribute); 3] =
    [(Modifier::BOLD, Attribute::Bold), (Modifier::DIM, Attribute::Dim), (Modifier::REVERSED, Attribute::Reverse)];

impl<W: Write> Backend for Terminal<W> {
    type Error = io::Error;

    fn draw<'c, I: Iterator<Item = (u16, u16, &'c Cell)>>(&mut self, content: I) -> io::Result<()> {
        let mut style = (Color::Reset, Modifier::empty());
        let mut next = None;
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(self.output, cursor::MoveTo(x, y))?;
            }
            next = Some((x + 1, y));
            if style != (cell.fg, cell.modifier) {
                style = (cell.fg, cell.modifier);
                queue!(self.output, SetAttribute(Attribute::Reset))?;
                for (_, attribute) in ATTRIBUTES.iter().filter(|(modifier, _)| cell.modifier.contains(*modifier)) {
                    queue!(self.output, SetAttribute(*attribute))?;
                }
                if let Some(ink) = ink(cell.fg).filter(|_| self.coloured) {
                    queue!(self.output, SetForegroundColor(ink))?;
                }
            }
            queue!(self.output, Print(cell.symbol()))?;
        }
        queue!(self.output, SetAttribute(Attribute::Reset))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        queue!(self.output, cursor::Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        queue!(self.output, cursor::Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        queue!(self.output, cursor::MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        queue!(self.output, Clear(What::All))
    }

    fn clear_region(&mut self, what: ClearType) -> io::Result<()> {
        let what = match what {
            ClearType::All => What::All,
            ClearType::AfterCursor => What::FromCursorDown,
            ClearType::BeforeCursor => What::FromCursorUp,
            ClearType::CurrentLine => What::CurrentLine,
            ClearType::UntilNewLine => What::UntilNewLine,
        };
        queue!(self.output, Clear(what))
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use ratatui_core::style::Style;

    use super::*;

    fn written(coloured: bool) -> String {
        let mut cells = [Cell::new("a"), Cell::new("b"), Cell::new("c")];
        cells[1].set_style(Style::new().fg(Color::Green).add_modifier(Modifier::BOLD));
        let mut terminal = Terminal::new(Vec::new(), coloured);
        terminal.draw(cells.iter().zip([(4, 2), (5, 2), (0, 3)]).map(|(cell, (x, y))| (x, y, cell))).unwrap();
        String::from_utf8(terminal.output).unwrap()
    }

    #[test]
    fn cells_are_written_where_they_belong() {
        let (colours, none) = (written(true), written(false));
        assert_eq!(none, "\u{1b}[3;5Ha\u{1b}[0m\u{1b}[1mb\u{1b}[4;1H\u{1b}[0mc\u{1b}[0m");
        assert_eq!(colours.matches("\u{1b}[38;5;10m").count(), 1, "{colours:?}");
    }
}
