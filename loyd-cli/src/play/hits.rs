//! The targets of clicks on the screen.

use ratatui_core::layout::Rect;

/// The screen areas of everything that can be clicked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// The squares of the picture, by row and column.
    pub squares: Vec<(Rect, (usize, usize))>,
    /// The items of a list, by number.
    pub steps: Vec<(Rect, usize)>,
}

impl Hits {
    /// The square at that column and row of the screen.
    pub fn square(&self, column: u16, row: u16) -> Option<(usize, usize)> {
        self.squares.iter().find(|(area, _)| area.contains((column, row).into())).map(|(_, square)| *square)
    }

    /// The item of a list at that column and row of the screen.
    pub fn step(&self, column: u16, row: u16) -> Option<usize> {
        self.steps.iter().find(|(area, _)| area.contains((column, row).into())).map(|(_, step)| *step)
    }
}
