//! Tests sums of several tables on whole state spaces, on samples of larger ones, and on long walks.

use std::ops::RangeInclusive;

use super::*;
use crate::sliding::bounds::Manhattan;
use crate::sliding::bounds::linear_conflict::LinearConflict;
use crate::sliding::bounds::partitions::MOST_PATTERNS;
use crate::sliding::tests::rng;
use loyd_core::cells::Nibbles;
use loyd_core::heuristic::Max;
use loyd_core::heuristic::{BoundVisitor, Bounded};
use loyd_core::puzzle::{MoveSet, Notation, Puzzle, Ranked};
use loyd_core::search::ida_star::{LookingUp, PlainBound, Prune, Walker, solve};
use loyd_core::search::{Found, Limits, Meter, Outcome};
use loyd_core::table::distance::DistanceTable;
use loyd_core::table::pattern::build_freely;

type Board = Sliding<Nibbles>;

/// A board whose goal has the blank in cell `blank`.
fn board(rows: usize, columns: usize, blank: usize) -> Board {
    let mut pieces: Vec<u8> = (1..(rows * columns) as u8).collect();
    pieces.insert(blank, 0);
    Board::rectangle(rows, columns).unwrap().with_goal(&pieces).unwrap()
}

/// Builds the tables of a named partition, and passes their sum to the visitor.
fn with_sum<V: BoundVisitor<Board>>(puzzle: &Board, partition: &str, visitor: V) -> V::Output {
    let patterns = puzzle.patterns(partition);
    assert!(!patterns.is_empty(), "{partition}");
    let tables: Vec<Vec<u8>> = patterns.iter().map(build_freely).collect();
    let lent: Vec<_> =
        patterns.iter().zip(&tables).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
    // The searches for boards of up to sixteen cells have room for four patterns only, because no such board of the
    // catalogue has more.
    if lent.len() > 4 {
        return visitor.visit(Additive::<ByCells<'_>, MOST_PATTERNS>::new(puzzle, &lent).expect("a partition"));
    }
    puzzle.with_tables(partition, &lent, visitor).expect("tables of the puzzle's own patterns")
}

/// Asserts that a sum is never above the distance or below the Manhattan distance, and that `ahead` equals `memo`.
struct Whole<'a>(&'a Board, &'a str);

impl BoundVisitor<Board> for Whole<'_> {
    type Output = ();

    fn visit<H: Heuristic<Board>>(self, sum: H) {
        let Whole(puzzle, name) = self;
        let limits = Limits::default();
        let table = DistanceTable::build(puzzle, &mut Meter::new(&limits)).unwrap();
        let mut exact = 0;
        for rank in 0..puzzle.ranks() {
            let (state, distance) = (puzzle.unrank(rank), table.get(rank).unwrap());
            let memo = sum.memo(puzzle, &state);
            let low = sum.bound(&memo);
            assert!(low <= distance && low % 2 == distance % 2, "{name}: {} of {distance}", puzzle.write(&state));
            assert!(low >= Manhattan.memo(puzzle, &state));
            exact += u64::from(low == distance);
            if rank % 7 != 0 {
                continue;
            }
            for m in puzzle.moves(&state).iter() {
                let ahead = sum.ahead(puzzle, &state, m, &memo);
                let mut child = state;
                puzzle.apply(&mut child, m);
                assert_eq!(ahead, sum.memo(puzzle, &child), "{name}: {m} from {}", puzzle.write(&state));
            }
        }
        assert!(exact > puzzle.ranks() / 1000, "{name}: nearly never exact");
    }
}

#[test]
fn sums_stay_below_whole_tables() {
    let sums: [(usize, usize, &[usize], &[&str]); 4] = [
        (2, 4, &[0, 1, 5, 7], &["4-3", "3-2-2", "2-2-1-1-1", "7"]),
        (4, 2, &[0, 3], &["3-3-1"]),
        (3, 3, &[0, 1, 4, 8], &["4-4", "3-3-2", "7-1", "2-2-2-1-1"]),
        (2, 5, &[0, 2], &["3-3-3"]),
    ];
    for (rows, columns, blanks, names) in sums {
        for &blank in blanks {
            let puzzle = board(rows, columns, blank);
            for name in names {
                with_sum(&puzzle, name, Whole(&puzzle, name));
            }
        }
    }
}

/// The patterns of a partition, and their tables.
fn built(puzzle: &Board, name: &str) -> (Vec<Tiles>, Vec<Vec<u8>>) {
    let patterns = puzzle.patterns(name);
    let tables = patterns.iter().map(build_freely).collect();
    (patterns, tables)
}

/// The greater of the sums over two partitions is a lower bound, too.
#[test]
fn two_sums_stay_below_whole_tables() {
    let puzzle = board(3, 3, 8);
    let sums = [built(&puzzle, "4-4"), built(&puzzle, "3-3-2")];
    let [one, other] = sums.each_ref().map(|(patterns, tables)| {
        let lent = patterns.iter().zip(tables).map(|(pattern, entries)| PatternTable { pattern, entries });
        Additive::<ByCells<'_>, 4>::new(&puzzle, &lent.collect::<Vec<_>>()).unwrap()
    });
    Whole(&puzzle, "4-4 and 3-3-2").visit(Max(one, other));
}

/// Solves some positions of a board that is too large for a table of all distances.
struct Sample<'a>(&'a Board, &'a str);

impl BoundVisitor<Board> for Sample<'_> {
    type Output = ();

    fn visit<H: Heuristic<Board>>(self, _sum: H) {
        unreachable!("sums of tables are looked up");
    }

    fn visit_looking_up<H: Heuristic<Board>>(self, sum: H) {
        let (Sample(puzzle, name), limits, mut rng) = (self, Limits::default(), rng(11));
        let sum = LookingUp(sum);
        for _ in 0..12 {
            let start = puzzle.random(&mut rng);
            let length = |outcome: Outcome<Found<Board>>| match outcome {
                Outcome::Solved(found) => found.moves.len(),
                outcome => panic!("{outcome:?}"),
            };
            let plain =
                solve(puzzle, &PlainBound(LinearConflict::new()), &[start], Prune::Back, &mut Meter::new(&limits));
            let summed = solve(puzzle, &sum, &[start], Prune::Back, &mut Meter::new(&limits));
            let distance = length(plain);
            assert_eq!(length(summed), distance, "{name}: {}", puzzle.write(&start));
            assert!(sum.bound().of(puzzle, &start) as usize <= distance);
        }
    }
}

#[test]
fn sums_on_twelve_cells_find_the_lengths() {
    for (blank, names) in [(0, ["4-4-3", "6-5"]), (5, ["3-3-3-2", "additive"])] {
        let puzzle = board(3, 4, blank);
        for name in names {
            with_sum(&puzzle, name, Sample(&puzzle, name));
        }
    }
}

/// On a long walk from the goal, updated memos equal recomputed ones, and bounds never exceed the moves made.
struct Walk<'a> {
    puzzle: &'a Board,
    name: &'a str,
    bounds: RangeInclusive<u32>,
}

impl BoundVisitor<Board> for Walk<'_> {
    type Output = ();

    fn visit<H: Heuristic<Board>>(self, sum: H) {
        let (Walk { puzzle, name, bounds }, mut rng) = (self, rng(5));
        let (mut state, mut greatest) = (puzzle.goal(), 0);
        let mut memo = sum.memo(puzzle, &state);
        assert_eq!(sum.bound(&memo), 0);
        for step in 1..=50_000u32 {
            let moves: Vec<u8> = puzzle.moves(&state).iter().collect();
            let m = moves[rng(moves.len() as u64) as usize];
            memo = sum.ahead(puzzle, &state, m, &memo);
            puzzle.apply(&mut state, m);
            assert_eq!(memo, sum.memo(puzzle, &state), "{name}: {}", puzzle.write(&state));
            let low = sum.bound(&memo);
            assert!(low <= step && low >= Manhattan.memo(puzzle, &state), "{name}: {low} after {step} moves");
            greatest = greatest.max(low);
        }
        assert!(bounds.contains(&greatest), "{name}: {greatest} at most");
    }
}

/// Partitions of more than four patterns have a memo type of their own.
#[test]
fn five_patterns_are_carried_along_walks() {
    for blank in [0, 5, 15] {
        let puzzle = board(4, 4, blank);
        for name in ["3-3-3-3-3", "2-2-2-2-2-2-2-1", "4-4-4-3"] {
            // Only a few positions of the 15-puzzle are 80 moves away, and this walk reaches bounds of forty and more.
            with_sum(&puzzle, name, Walk { puzzle: &puzzle, name, bounds: 40..=79 });
        }
    }
}
