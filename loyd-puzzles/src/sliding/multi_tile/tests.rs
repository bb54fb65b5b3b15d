use std::collections::{BTreeSet, HashMap, HashSet};

use super::*;
use crate::sliding::board::Board;
use crate::sliding::board::tests::shapes;
use loyd_core::cells::Bytes;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic};
use loyd_core::puzzle::{Convention, Notation};

/// The arrangements that one move leads to, calculated on the drawn board: rows of squares, `None` for a hole.
fn plain_moves(rows: &[Vec<Option<u8>>]) -> Vec<Vec<Vec<Option<u8>>>> {
    let mut found = Vec::new();
    let blank = rows.iter().enumerate().find_map(|(row, squares)| {
        squares.iter().position(|square| *square == Some(0)).map(|column| (row as i32, column as i32))
    });
    let (row, column) = blank.unwrap();
    for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let mut board = rows.to_vec();
        let (mut at, mut next) = ((row, column), (row + down, column + right));
        let square = |board: &[Vec<Option<u8>>], (row, column): (i32, i32)| -> Option<u8> {
            *board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?
        };
        while let Some(tile) = square(&board, next) {
            board[at.0 as usize][at.1 as usize] = Some(tile);
            board[next.0 as usize][next.1 as usize] = Some(0);
            found.push(board.clone());
            (at, next) = (next, (next.0 + down, next.1 + right));
        }
    }
    found
}

/// The distance of every arrangement from the goal, by breadth-first search on drawn boards.
fn plain_distances(goal: Vec<Vec<Option<u8>>>) -> HashMap<Vec<Vec<Option<u8>>>, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal];
    for distance in 1.. {
        let mut farther = Vec::new();
        for next in layer.iter().flat_map(|board| plain_moves(board)) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                farther.push(next);
            }
        }
        if farther.is_empty() {
            break;
        }
        layer = farther;
    }
    distances
}

fn drawn<C: SlidingLayout>(puzzle: &MultiTileSliding<C>, state: &SlidingState<C>) -> Vec<Vec<Option<u8>>> {
    let board = puzzle.single().board();
    let (rows, columns) = board.size();
    let square = |row, column| board.cell_at(row, column).map(|cell| state.cells().get(cell));
    (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect()).collect()
}

fn counts(distances: &HashMap<Vec<Vec<Option<u8>>>, u32>) -> Vec<usize> {
    let most = distances.values().max().unwrap();
    (0..=*most).map(|depth| distances.values().filter(|distance| **distance == depth).count()).collect()
}

/// Asserts that a bound is never above the distance, and that a carried memo equals the memo from scratch.
struct Admissible<'a, C: SlidingLayout> {
    puzzle: &'a MultiTileSliding<C>,
    states: &'a [(SlidingState<C>, u32)],
}

impl<C: SlidingLayout> BoundVisitor<MultiTileSliding<C>> for Admissible<'_, C> {
    /// The sum of the bounds.
    type Output = u64;

    fn visit<H: Heuristic<MultiTileSliding<C>>>(self, bound: H) -> u64 {
        let mut sum = 0;
        for (state, distance) in self.states {
            let memo = bound.memo(self.puzzle, state);
            let low = bound.bound(&memo);
            assert!(low <= *distance, "{low} against {distance}: {state:?}");
            sum += u64::from(low);
            for m in self.puzzle.moves(state).iter() {
                let mut child = *state;
                self.puzzle.apply(&mut child, m);
                let ahead = bound.ahead(self.puzzle, state, m, &memo);
                assert_eq!(ahead, bound.memo(self.puzzle, &child), "{state:?} {m}");
                assert!(low <= bound.bound(&ahead) + 1, "{state:?} {m}: not consistent");
            }
        }
        sum
    }
}

/// Compares moves, and all bounds, with breadth-first search on drawn boards, over the whole space of a board.
fn whole<C: SlidingLayout>(puzzle: &MultiTileSliding<C>) -> (Vec<usize>, Vec<u64>) {
    let board = puzzle.single().board().clone();
    let distances = plain_distances(drawn(puzzle, &puzzle.single().goal()));
    let mut states = Vec::new();
    for (squares, distance) in &distances {
        let pieces: Vec<u8> = squares.iter().flatten().copied().flatten().collect();
        let state = puzzle.single().state(&pieces).unwrap();
        assert_eq!((pieces.len(), puzzle.unsolvable(&state)), (board.cells(), None));
        let expected: BTreeSet<_> = plain_moves(squares).into_iter().collect();
        let mut found = BTreeSet::new();
        for m in puzzle.moves(&state).iter() {
            let mut child = state;
            let undo = puzzle.apply(&mut child, m);
            found.insert(drawn(puzzle, &child));
            // A move that `follow` leaves out leads to the state itself, or to a state that one move reaches.
            for next in puzzle.moves(&child).iter().filter(|&next| is_in(puzzle.follow(&state, m), next)) {
                let mut after = child;
                puzzle.apply(&mut after, next);
                assert!(after == state || expected.contains(&drawn(puzzle, &after)));
            }
            puzzle.undo(&mut child, undo);
            assert_eq!(child, state);
        }
        assert_eq!(found, expected);
        states.push((state, *distance));
    }
    let sums = puzzle
        .bounds()
        .into_iter()
        .map(|facts| puzzle.with_bound(facts.name, Admissible { puzzle, states: &states }).expect("a listed bound"));
    (counts(&distances), sums.collect())
}

fn is_in<S: MoveSet<Move = u8>>(set: S, cell: u8) -> bool {
    set.iter().any(|other| other == cell)
}

fn rectangle(rows: usize, columns: usize) -> MultiTileSliding<Nibbles> {
    MultiTileSliding::new(Sliding::rectangle(rows, columns).unwrap())
}

#[test]
fn bounds_are_admissible_on_whole_rectangles() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (1, 4), (5, 1)] {
        let puzzle = rectangle(rows, columns);
        let (counts, sums) = whole(&puzzle);
        assert_eq!(counts.iter().sum::<usize>() as u64, puzzle.ranks(), "{rows}x{columns}");
        assert!(sums.iter().all(|sum| *sum > 0), "{rows}x{columns}");
        let large = MultiTileSliding::new(Sliding::<Bytes<256>>::rectangle(rows, columns).unwrap());
        assert_eq!(whole(&large).0, counts, "{rows}x{columns}");
        let backwards: Vec<u8> = (0..puzzle.single().board().cells() as u8).rev().collect();
        whole(&MultiTileSliding::new(puzzle.single().with_goal(&backwards).unwrap()));
    }
}

#[test]
fn the_eight_puzzle_needs_at_most_24_moves() {
    let (counts, sums) = whole(&rectangle(3, 3));
    assert_eq!((counts.len() - 1, counts.iter().sum()), (24, 181_440));
    // The walking distance is the stronger bound.
    assert!(sums[0] > sums[1], "{sums:?}");
}

#[test]
fn boards_with_holes() {
    for board in shapes(5).into_iter().chain(["#.#\n###\n#.#", "##.##\n#####"].map(|map| Board::parse(map).unwrap())) {
        if board.cells() <= 7 {
            whole(&MultiTileSliding::new(Sliding::<Nibbles>::new(board).unwrap()));
        }
    }
}

#[test]
fn moves_are_written_with_the_number_of_tiles() {
    let fifteen = rectangle(4, 4);
    let goal = fifteen.single().goal();
    let names = |state: &SlidingState<Nibbles>, convention| -> Vec<String> {
        fifteen.moves(state).iter().map(|m| fifteen.move_name(state, m, convention)).collect()
    };
    assert_eq!(names(&goal, Convention::Blank), ["u3", "u2", "u", "l3", "l2", "l"]);
    assert_eq!(names(&goal, Convention::Tile), ["d3", "d2", "d", "r3", "r2", "r"]);
    let words: Vec<String> = fifteen.moves(&goal).iter().map(|m| fifteen.move_words(&goal, m)).collect();
    assert_eq!(
        words,
        [
            "slide 12 to 4 down",
            "slide 12 and 8 down",
            "slide 12 down",
            "slide 15 to 13 right",
            "slide 15 and 14 right",
            "slide 15 right"
        ]
    );
    let spelled = |text: &'static str| -> Vec<(String, usize, usize)> {
        let words = fifteen.spelled(text).unwrap();
        words.into_iter().map(|spelled| (spelled.name.into(), spelled.word.line, spelled.word.column)).collect()
    };
    let of = |name: &str, line, column| (name.to_string(), line, column);
    assert_eq!(spelled("L3u2 r1,\nd12"), [of("L3", 1, 1), of("u2", 1, 3), of("r", 1, 6), of("d12", 2, 1)]);
    assert_eq!(spelled("3l"), [of("3", 1, 1), of("l", 1, 2)]);
    assert_eq!(spelled("é1٣"), [of("é1", 1, 1), of("٣", 1, 3)]);
    assert_eq!(spelled(""), []);
    assert_eq!(fifteen.move_named(&goal, "L3", Convention::Blank), Some(12));
    assert_eq!(fifteen.move_named(&goal, "l4", Convention::Blank), None);
    assert_eq!(fifteen.move_named(&goal, "l0", Convention::Blank), None);
}

#[test]
fn runs_of_steps_become_one_move() {
    let fifteen = rectangle(4, 4);
    assert_eq!(fifteen.merged(15, &[14, 13, 9, 5, 1, 2]), [13, 1, 2]);
    // Back and forth in one line leaves nothing of the line, and the moves before it and after it join.
    assert_eq!(fifteen.merged(15, &[11, 10, 9, 10, 11, 7]), [7]);
    assert_eq!(fifteen.merged(15, &[14, 15]), [0; 0]);
    assert_eq!(fifteen.merged(15, &[]), [0; 0]);
}

/// OEIS A389728 (Ben Whitmore 2026) counts the positions of the 15-puzzle by distance.
#[test]
fn the_fifteen_puzzle_begins_as_published() {
    let fifteen = rectangle(4, 4);
    let (mut known, mut layer) = (HashSet::from([fifteen.single().goal()]), vec![fifteen.single().goal()]);
    for expected in [1, 6, 18, 54, 162, 486, 1457, 4334, 12568, 36046, 102801, 289534] {
        assert_eq!(layer.len(), expected);
        let mut farther = Vec::new();
        for state in layer {
            for m in fifteen.moves(&state).iter() {
                let mut child = state;
                fifteen.apply(&mut child, m);
                if known.insert(child) {
                    farther.push(child);
                }
            }
        }
        layer = farther;
    }
}

#[test]
fn figures() {
    let number = |rows, columns| rectangle(rows, columns).facts().gods_number;
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let most = whole(&rectangle(rows, columns)).0.len() - 1;
        assert_eq!(number(rows, columns), Some(most as u32), "{rows}x{columns}");
    }
    assert_eq!((number(4, 4), number(4, 3), number(3, 5)), (Some(43), Some(33), None));
    assert!(rectangle(4, 4).facts().source.ends_with("OEIS A389728; B. Norskog and M. Davidson 2010"));
    let centre = rectangle(3, 3).single().with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    assert_eq!(MultiTileSliding::new(centre).facts().gods_number, None);
}
