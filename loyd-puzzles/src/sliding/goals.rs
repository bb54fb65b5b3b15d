//! The named goals of a board.

use super::board::Board;
use super::layout::SlidingLayout;
use super::{Misread, Sliding};
use loyd_core::exact::exact;
use loyd_core::puzzle::{Convention, Notation, Puzzle};
use loyd_core::text::nearest;
use loyd_core::text::plain_name;

/// The names of goals: the tiles in reading order with the blank last or first; and on rectangles of two rows and
/// columns or more the tiles along a spiral, clockwise from the first cell, with the blank at its end. On the 3x3 board
/// that is the goal of Luogu P1379 and the older textbooks (123804765).
const NAMES: [&str; 3] = ["blank-last", "blank-first", "spiral"];

/// The goal called `name`, as the piece in each cell; 0 is the blank. `None` if the board has no such goal.
fn named(board: &Board, name: &str) -> Option<Vec<u8>> {
    let last = exact::<u8>(board.cells() - 1);
    match name {
        "blank-last" => Some((1..=last).chain([0]).collect()),
        "blank-first" => Some((0..=last).collect()),
        "spiral" => spiral(board),
        _ => None,
    }
}

/// The goal whose tiles go along a spiral.
fn spiral(board: &Board) -> Option<Vec<u8>> {
    let (rows, columns) = board.size();
    if !board.is_rectangle() || rows.min(columns) < 2 {
        return None;
    }
    let mut pieces = vec![0; board.cells()];
    let (mut row, mut column, mut way) = (0, 0, 0);
    for tile in 1..board.cells() {
        pieces[row * columns + column] = exact::<u8>(tile);
        // The next cell, right, down, left or up; a cell outside, or one that has a tile, is a corner of the spiral.
        let next = |way: usize| match way % 4 {
            0 => (row, column + 1),
            1 => (row + 1, column),
            2 => (row, column.wrapping_sub(1)),
            _ => (row.wrapping_sub(1), column),
        };
        let is_free =
            |(row, column): (usize, usize)| row < rows && column < columns && pieces[row * columns + column] == 0;
        way += usize::from(!is_free(next(way)));
        (row, column) = next(way);
    }
    Some(pieces)
}

/// The named goals of a board, the standard one first.
pub(super) fn of(board: &Board) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    NAMES.into_iter().filter_map(|name| Some((name, named(board, name)?)))
}

impl<C: SlidingLayout> Sliding<C> {
    /// Reads a goal that is given by its name, written like a position, or given by moves of the blank from the
    /// standard goal.
    pub(super) fn goal_of(&self, text: &str) -> Result<Vec<u8>, Misread> {
        let name = plain_name(text);
        if let Some(pieces) = named(&self.board, &name) {
            return Ok(pieces);
        }
        if are_letters(text) {
            return self.after_letters(text);
        }
        let is_name = name.len() > 2 && name.starts_with(|first: char| first.is_alphabetic());
        self.pieces_of(text).map_err(|misread| {
            if !is_name {
                return misread;
            }
            let names: Vec<&str> = of(&self.board).map(|(name, _)| name).collect();
            let near = nearest(&name, names.iter().copied());
            let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            let expected = format!("a position, or one of the goals {}{hint}", names.join(", "));
            Misread { line: 1, column: 1, found: loyd_core::text::quoted(text.trim()), expected }
        })
    }

    /// The position after moves of the blank from this goal.
    fn after_letters(&self, text: &str) -> Result<Vec<u8>, Misread> {
        let mut state = self.goal();
        for spelled in self.spelled(text)? {
            let m = self.move_named(&state, &spelled.name, Convention::Blank);
            let m =
                m.ok_or_else(|| spelled.word.misread("a move that the blank can make there from the standard goal"))?;
            self.apply(&mut state, m);
        }
        Ok(self.unpacked(&state))
    }
}

/// Whether a text is letters of moves, with numbers behind some.
fn are_letters(text: &str) -> bool {
    let is_sign = |sign: char| "udlrUDLR, ".contains(sign) || sign.is_ascii_digit() || sign.is_whitespace();
    text.trim_start().starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(is_sign)
}

#[cfg(test)]
mod tests {
    use crate::sliding::*;
    use loyd_core::cells::Nibbles;
    use loyd_core::puzzle::Notation;

    #[test]
    fn goals_have_names() {
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        let goals: Vec<_> = eight.named_goals().into_iter().map(|goal| (goal.name, goal.goal)).collect();
        let expected = [
            ("blank-last", "1 2 3 4 5 6 7 8 x"),
            ("blank-first", "x 1 2 3 4 5 6 7 8"),
            ("spiral", "1 2 3 8 x 4 7 6 5"),
        ];
        assert_eq!(goals, expected.map(|(name, goal)| (name.into(), goal.to_string())));
        assert_eq!(eight.goal_of(" Blank_First"), Ok(vec![0, 1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(eight.goal_of("123804765"), eight.goal_of("spiral"));
        // On the 3x3 board, the goals with the blank first and last are in the same half of the arrangements.
        let reached = |text: &str| eight.goals_in_reach(&eight.starts(text).unwrap()[0]);
        assert_eq!(reached("1 2 3 4 5 6 7 8 x"), ["blank-last", "blank-first"]);
        assert_eq!(reached("2 1 3 4 5 6 7 8 x"), ["spiral"]);
        let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
        assert_eq!(fifteen.goals_in_reach(&fifteen.goal()), ["blank-last", "spiral"]);
    }

    #[test]
    fn spirals_end_with_the_blank() {
        for (rows, columns, pieces) in [
            (4, 4, "1 2 3 4 12 13 14 5 11 x 15 6 10 9 8 7"),
            (2, 2, "1 2 x 3"),
            (2, 4, "1 2 3 4 x 7 6 5"),
            (3, 2, "1 2 x 3 5 4"),
            (3, 5, "1 2 3 4 5 12 13 14 x 6 11 10 9 8 7"),
        ] {
            let board = Sliding::<Nibbles>::rectangle(rows, columns).unwrap();
            assert_eq!(board.goal_of("spiral"), board.pieces_of(pieces), "{rows}x{columns}");
        }
        let row = Sliding::<Nibbles>::rectangle(1, 4).unwrap();
        assert!(row.goal_of("spiral").unwrap_err().to_string().contains("one of the goals blank-last, blank-first"));
        let kite = Sliding::<Nibbles>::new(Board::parse("##.\n###\n.##").unwrap()).unwrap();
        assert!(kite.goal_of("spiral").is_err());
    }

    #[test]
    fn goals_may_be_moves() {
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        for (moves, goal) in [("ul", "1 2 3 4 x 5 7 8 6"), ("U2 L", "1 x 2 4 5 3 7 8 6")] {
            assert_eq!(eight.goal_of(moves), eight.pieces_of(goal), "{moves}");
        }
        assert!(
            eight.goal_of("ur").unwrap_err().to_string().starts_with("line 1, column 2: found `r`, expected a move")
        );
    }

    #[test]
    fn a_mistyped_goal_is_named() {
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        let say = |text: &str| eight.goal_of(text).unwrap_err().to_string();
        let said = say("blank-frist");
        assert!(said.contains("found `blank-frist`, expected a position, or one of the goals blank-last"), "{said}");
        assert!(said.ends_with("(did you mean `blank-first`?)"), "{said}");
        assert!(say("1 2 3").contains("found end of text"), "{}", say("1 2 3"));
        assert!(say("x").contains("found end of text"), "{}", say("x"));
    }
}
