//! Known facts of sliding puzzles in the multi-tile metric.

use super::MultiTileSliding;
use crate::sliding::layout::SlidingLayout;
use loyd_core::puzzle::{Facts, Notation};

/// The shorter side, the longer side, the greatest distance to a goal with the blank in a corner, and its source.
const GODS_NUMBERS: &[(usize, usize, u32, &str)] = &[
    (2, 2, 6, OWN),
    (2, 3, 20, OWN),
    (2, 4, 25, OWN),
    (2, 5, 36, OWN),
    (2, 6, 41, OWN),
    (3, 3, 24, OWN),
    (3, 4, 33, OWN),
    (4, 4, 43, "OEIS A389728; B. Norskog and M. Davidson 2010"),
];

const OWN: &str = "own census";

pub(super) fn of<C: SlidingLayout>(puzzle: &MultiTileSliding<C>) -> Facts {
    let single = puzzle.single.facts();
    let (board, blank) = (puzzle.single.board(), puzzle.single.goal().blank());
    let (rows, columns) = board.size();
    let (least, most) = (rows.min(columns), rows.max(columns));
    let is_corner = board.is_rectangle() && board.neighbours(blank).len() <= least.min(2);
    let known = GODS_NUMBERS.iter().find(|known| (known.0, known.1) == (least, most) && is_corner);
    let states = single.source.split(';').next().unwrap_or_default();
    let source = known.map_or(String::new(), |(.., source)| {
        format!("; God's number, for a goal with the blank in a corner: {source}")
    });
    Facts {
        what: format!("{}, any number of tiles of a row or column in one move", single.what),
        gods_number: known.map(|(_, _, number, _)| *number),
        source: format!("{states}{source}"),
        moves: "u d l r: the blank goes up, down, left or right (with the tile convention, the tiles do); l3 slides \
                three tiles"
            .into(),
        ..single
    }
}
