//! The part of a puzzle that belongs to a table's identity beside the id, because a puzzle's file may change.

use crate::puzzle::{Notation, Puzzle, Square};

/// The identity parameter (name and value) that distinguishes the puzzle from others with its id: the
/// [fingerprint](Notation::fingerprint) of its rules, or the shape of a board from a file. `None` if the id is enough.
pub fn told_apart<P: Puzzle + Notation>(puzzle: &P, id: &str) -> Option<(String, String)> {
    match puzzle.fingerprint() {
        Some(rules) => Some(("rules".into(), rules)),
        None => id.contains('@').then(|| ("board".into(), board(puzzle))),
    }
}

/// The shape of the board, rows separated by `/`: `#` for cells and `.` for holes.
fn board<P: Puzzle + Notation>(puzzle: &P) -> String {
    let goals = puzzle.goals().unwrap_or_default();
    let picture = goals.first().map(|goal| puzzle.picture(goal)).unwrap_or_default();
    let row = |row: &Vec<Square>| row.iter().map(|square| if *square == Square::Hole { '.' } else { '#' }).collect();
    picture.iter().map(row).collect::<Vec<String>>().join("/")
}
