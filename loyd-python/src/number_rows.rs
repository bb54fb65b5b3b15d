//! Rows of numbers as texts of positions, and texts as rows.

use loyd::service::{Fault, Kind, Origin};
use loyd_core::text::push_number;

/// How the positions of one puzzle are rows of numbers: one number a token, and 0 for the blank `x`.
#[derive(Clone)]
pub struct NumberRows {
    /// The number of tokens of a position.
    pub cells: usize,
    /// Whether 0 is written `x`.
    has_blank: bool,
}

impl NumberRows {
    /// The form of the rows of a puzzle with this position; `None` if a token is not a number, or if the position has a
    /// blank and a piece 0.
    pub fn of(position: &str) -> Option<NumberRows> {
        let tokens: Vec<&str> = tokens(position).collect();
        let has_blank = tokens.contains(&"x");
        let is_number = |token: &&str| token.parse::<u16>().is_ok();
        let are_numbers = tokens.iter().all(|token| is_number(token) || *token == "x");
        (are_numbers && tokens.len() > 1 && !(has_blank && tokens.contains(&"0")))
            .then_some(NumberRows { cells: tokens.len(), has_blank })
    }

    /// Writes a row at the end of `text`.
    pub fn write(&self, row: &[u16], text: &mut String) {
        for &number in row {
            if !text.is_empty() {
                text.push(' ');
            }
            match number {
                0 if self.has_blank => text.push('x'),
                number => push_number(text, number.into()),
            }
        }
    }

    /// Reads a position, and adds its numbers to `row`.
    ///
    /// # Errors
    /// If the text is not a position of so many numbers, which a puzzle with numbers does not write.
    pub fn read(&self, text: &str, row: &mut Vec<u16>) -> Result<(), Fault> {
        let before = row.len();
        for token in tokens(text) {
            let number = if token == "x" { Ok(0) } else { token.parse() };
            row.push(number.map_err(|_| unexpected(text))?);
        }
        if row.len() - before == self.cells { Ok(()) } else { Err(unexpected(text)) }
    }
}

fn unexpected(text: &str) -> Fault {
    Fault::new(Kind::State, Origin::Question, format!("expected a position of numbers, found `{text}`"))
}

/// The tokens of a position: rows may be separated by `/`.
fn tokens(position: &str) -> impl Iterator<Item = &str> {
    position.split(|character: char| character.is_whitespace() || character == '/').filter(|token| !token.is_empty())
}
