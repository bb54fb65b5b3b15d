//! Known facts of sliding puzzles in the multi-tile metric.

use super::MultiTileSliding;
use crate::sliding::layout::SlidingLayout;
use loyd_core::puzzle::{Facts, Notation};

/// The shorter side, the longer side, and the greatest distance to a goal with the blank in a corner.
const GODS_NUMBERS: &[(usize, usize, u32)] = &[(3, 3, 24), (4, 4, 43)];

const SOURCE: &str = "; God's number, for a goal with the blank in a corner: OEIS A389728 (15-puzzle), own census";

pub(super) fn of<C: SlidingLayout>(puzzle: &MultiTileSliding<C>) -> Facts {
    let single = puzzle.single.facts();
    let (board, blank) = (puzzle.single.board(), puzzle.single.goal().blank());
    let (rows, columns) = board.size();
    let (least, most) = (rows.min(columns), rows.max(columns));
    let is_corner = board.is_rectangle() && board.neighbours(blank).len() <= least.min(2);
    let known = GODS_NUMBERS.iter().find(|(shorter, longer, _)| (*shorter, *longer) == (least, most));
    let gods_number = known.filter(|_| is_corner).map(|(.., number)| *number);
    let states = single.source.split(';').next().unwrap_or_default();
    Facts {
        what: format!("{}, any number of tiles of a row or column in one move", single.what),
        gods_number,
        source: format!("{states}{}", if gods_number.is_some() { SOURCE } else { "" }),
        moves: "u d l r: the blank goes up, down, left or right (with the tile convention, the tiles do); l3 slides \
                three tiles"
            .into(),
        ..single
    }
}
