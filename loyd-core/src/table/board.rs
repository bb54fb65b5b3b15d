//! The shape of a board from a file, which is part of what a table is of: the file may change.

use crate::puzzle::{Notation, Puzzle, Square};

/// The shape of the board: a row after the other, `#` for cells and `.` for holes.
pub fn board<P: Puzzle + Notation>(puzzle: &P) -> String {
    let goals = puzzle.goals().unwrap_or_default();
    let picture = goals.first().map(|goal| puzzle.picture(goal)).unwrap_or_default();
    let row = |row: &Vec<Square>| row.iter().map(|square| if *square == Square::Hole { '.' } else { '#' }).collect();
    picture.iter().map(row).collect::<Vec<String>>().join("/")
}
