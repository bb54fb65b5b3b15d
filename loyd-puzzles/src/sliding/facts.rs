//! Known facts of sliding puzzles: numbers of states, God's numbers, and example positions.

use super::Sliding;
use super::layout::SlidingLayout;
use super::solvability::BlockKind;
use loyd_core::exact::exact;
use loyd_core::puzzle::{Facts, MoveSet, Notation, Puzzle};

/// The shorter side, the longer side, and the greatest distance to a goal with the blank in a corner (OEIS A151944).
/// The order of the tiles in the goal does not matter.
const GODS_NUMBERS: &[(usize, usize, u32)] = &[
    (2, 2, 6),
    (2, 3, 21),
    (2, 4, 36),
    (2, 5, 55),
    (2, 6, 80),
    (2, 7, 108),
    (2, 8, 140),
    (3, 3, 31),
    (3, 4, 53),
    (3, 5, 84),
    (4, 4, 80),
];

const SOURCE: &str = "states: R. M. Wilson, Graph puzzles, homotopy, and the alternating group, J. Combin. Theory B \
                      16, 1974";
const SOURCE_OF_GODS_NUMBER: &str = "; God's number, for a goal with the blank in a corner: OEIS A151944";

pub(super) fn of<C: SlidingLayout>(puzzle: &Sliding<C>) -> Facts {
    let (board, cells) = (&puzzle.board, puzzle.board.cells());
    let gods_number = gods_number(puzzle);
    let (rows, columns) = board.size();
    let board_name = match board.is_rectangle() {
        true => format!("{rows}x{columns}"),
        false => format!("a board of {cells} cells"),
    };
    Facts {
        what: format!(
            "slide the tiles 1 to {} on {board_name} into the one blank cell until they are in order",
            cells - 1
        ),
        states: puzzle.blocks.reachable(),
        states_formula: formula(puzzle),
        gods_number,
        source: format!("{SOURCE}{}", if gods_number.is_some() { SOURCE_OF_GODS_NUMBER } else { "" }),
        moves: "u d l r: the blank goes up, down, left or right (with the tile convention, the tile does)".into(),
        state_syntax: format!(
            "{cells} pieces in reading order: the tiles 1 to {} and one blank, written x, 0, _ or .{}",
            cells - 1,
            if cells <= 10 { "; the separators may be left out" } else { "" }
        ),
        example: example(puzzle),
    }
}

fn gods_number<C: SlidingLayout>(puzzle: &Sliding<C>) -> Option<u32> {
    let (board, blank) = (&puzzle.board, puzzle.goal.blank);
    let (rows, columns) = board.size();
    if !board.is_rectangle() || board.neighbours(blank).len() > rows.min(columns).min(2) {
        return None;
    }
    match (rows.min(columns), rows.max(columns)) {
        // The blank only goes along the line.
        (1, cells) => Some(exact::<u32>(cells) - 1),
        size => GODS_NUMBERS.iter().find(|(least, most, _)| size == (*least, *most)).map(|(_, _, number)| *number),
    }
}

/// The formula for the number of states: the blank's cells times the order of each block's group.
fn formula<C: SlidingLayout>(puzzle: &Sliding<C>) -> String {
    let cells = puzzle.board.cells();
    if puzzle.blocks.is_one_alternating() {
        return format!("{cells}!/2");
    }
    let factors = puzzle.blocks.blocks().iter().filter_map(|block| match block.kind {
        BlockKind::Edge => None,
        BlockKind::Ring => Some(block.cells.len().to_string()),
        BlockKind::Alternating => Some(format!("{}!/2", block.cells.len())),
    });
    std::iter::once(cells.to_string()).chain(factors).collect::<Vec<_>>().join(" x ")
}

/// The README's example on the 3x3 board if it is solvable; else the position after a short walk from the goal.
fn example<C: SlidingLayout>(puzzle: &Sliding<C>) -> String {
    let known = [2, 3, 4, 1, 5, 0, 7, 6, 8];
    if puzzle.board.size() == (3, 3)
        && let Some(state) = puzzle.state(&known)
        && puzzle.is_solvable(&state)
    {
        return puzzle.write(&state);
    }
    let mut state = puzzle.goal;
    let mut back = C::Steps::none();
    for step in 0..14 {
        let moves: Vec<u8> = puzzle.moves(&state).without(back).iter().collect();
        let Some(&m) = moves.get((step / 2) % moves.len().max(1)) else { break };
        back = puzzle.back(&state, m);
        puzzle.apply(&mut state, m);
    }
    puzzle.write(&state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::board::Board;
    use loyd_core::cells::{Bytes, Nibbles};

    #[test]
    fn figures_and_formulas() {
        let facts = |rows, columns| Sliding::<Nibbles>::rectangle(rows, columns).unwrap().facts();
        assert_eq!((facts(3, 3).states, facts(3, 3).gods_number), (Some(181_440), Some(31)));
        assert_eq!(facts(3, 3).example, "2 3 4 1 5 x 7 6 8");
        assert_eq!((facts(4, 4).states_formula.as_str(), facts(4, 4).states), ("16!/2", Some(10_461_394_944_000)));
        assert_eq!((facts(2, 2).states_formula.as_str(), facts(2, 2).states), ("4 x 3", Some(12)));
        assert_eq!((facts(4, 1).states, facts(4, 1).gods_number), (Some(4), Some(3)));
        assert_eq!((facts(4, 3).gods_number, facts(4, 2).gods_number), (Some(53), Some(36)));
        let centre = Sliding::<Nibbles>::rectangle(3, 3).unwrap().with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
        assert_eq!(centre.facts().gods_number, None);
        assert_eq!(Sliding::<Bytes<64>>::rectangle(6, 6).unwrap().facts().states, None);
        let arms = Sliding::<Bytes<32>>::new(Board::hdu4021()).unwrap().facts();
        assert_eq!((arms.states_formula.as_str(), arms.states), ("24 x 15!/2", Some(24 * 1_307_674_368_000 / 2)));
    }

    #[test]
    fn examples_can_be_solved_and_are_not() {
        for (rows, columns) in [(2, 2), (2, 3), (1, 2), (1, 9), (3, 3), (4, 4), (2, 8)] {
            let puzzle = Sliding::<Nibbles>::rectangle(rows, columns).unwrap();
            let state = puzzle.starts(&puzzle.facts().example).unwrap()[0];
            assert!(puzzle.is_solvable(&state) && !puzzle.is_goal(&state), "{rows}x{columns}");
        }
    }
}
