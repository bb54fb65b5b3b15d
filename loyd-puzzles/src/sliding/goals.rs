//! The named goals of a board.

use super::board::Board;
use super::layout::SlidingLayout;
use super::{Misread, Sliding};
use loyd_core::exact::exact;
use loyd_core::text::nearest;
use loyd_core::text::plain_name;

/// The names of goals: the tiles in reading order with the blank last or first; and on the 3x3 board the tiles around
/// the blank, as in Luogu P1379 and the older textbooks (123804765).
const NAMES: [&str; 3] = ["blank-last", "blank-first", "spiral"];

/// The goal called `name`, as the piece in each cell; 0 is the blank. `None` if the board has no such goal.
fn named(board: &Board, name: &str) -> Option<Vec<u8>> {
    let last = exact::<u8>(board.cells() - 1);
    match name {
        "blank-last" => Some((1..=last).chain([0]).collect()),
        "blank-first" => Some((0..=last).collect()),
        "spiral" => (board.size() == (3, 3) && board.is_rectangle()).then(|| vec![1, 2, 3, 8, 0, 4, 7, 6, 5]),
        _ => None,
    }
}

/// The named goals of a board, the standard one first.
pub(super) fn of(board: &Board) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    NAMES.into_iter().filter_map(|name| Some((name, named(board, name)?)))
}

impl<C: SlidingLayout> Sliding<C> {
    /// Reads a goal that is given by its name or written like a position.
    pub(super) fn goal_of(&self, text: &str) -> Result<Vec<u8>, Misread> {
        let name = plain_name(text);
        if let Some(pieces) = named(&self.board, &name) {
            return Ok(pieces);
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
        assert_eq!(fifteen.goals_in_reach(&fifteen.goal()), ["blank-last"]);
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
