//! What of a puzzle from a file is part of what a table is of: the file may change.

use crate::puzzle::{Notation, Puzzle, Square};

/// What tells the puzzle of an id from others of that id: the [fingerprint](Notation::fingerprint) of its rules, or the
/// shape of a board that is from a file.
pub fn told_apart<P: Puzzle + Notation>(puzzle: &P, id: &str) -> Option<(String, String)> {
    match puzzle.fingerprint() {
        Some(rules) => Some(("rules".into(), rules)),
        None => id.contains('@').then(|| ("board".into(), board(puzzle))),
    }
}

/// The shape of the board: a row after the other, `#` for cells and `.` for holes.
fn board<P: Puzzle + Notation>(puzzle: &P) -> String {
    let goals = puzzle.goals().unwrap_or_default();
    let picture = goals.first().map(|goal| puzzle.picture(goal)).unwrap_or_default();
    let row = |row: &Vec<Square>| row.iter().map(|square| if *square == Square::Hole { '.' } else { '#' }).collect();
    picture.iter().map(row).collect::<Vec<String>>().join("/")
}
