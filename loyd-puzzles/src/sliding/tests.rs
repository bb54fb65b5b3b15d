//! Tests of sliding puzzles: state counts, solution lengths and laws.

use super::bounds::Manhattan;
use super::bounds::linear_conflict::LinearConflict;
use super::layout::SlidingLayout;
use super::*;
use loyd_core::heuristic::{Bounded, Heuristic};
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::search::ida_star::{Prune, solve, with_bound};
use loyd_core::search::{Limits, Meter, Outcome};

type Word = Sliding<Nibbles>;

/// The distance of every rank from the goal, by plain breadth-first search.
fn distances(puzzle: &Word) -> Vec<u8> {
    let mut table = vec![u8::MAX; puzzle.ranks() as usize];
    let mut layer = vec![puzzle.goal()];
    table[puzzle.rank(&puzzle.goal()) as usize] = 0;
    for depth in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            puzzle.undos_into(state, &mut |undo| {
                let mut parent = *state;
                puzzle.undo(&mut parent, undo);
                let known = &mut table[puzzle.rank(&parent) as usize];
                if *known == u8::MAX {
                    *known = depth;
                    next.push(parent);
                }
            });
        }
        if next.is_empty() {
            return table;
        }
        layer = next;
    }
    unreachable!("a search ends with an empty layer")
}

/// The number of states at each depth.
fn census(table: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; 1 + usize::from(*table.iter().max().unwrap())];
    table.iter().for_each(|&depth| counts[usize::from(depth)] += 1);
    counts
}

fn with_blank_in(rows: usize, columns: usize, blank: usize) -> Word {
    let mut pieces: Vec<u8> = (1..(rows * columns) as u8).collect();
    pieces.insert(blank, 0);
    Word::rectangle(rows, columns).unwrap().with_goal(&pieces).unwrap()
}

/// Rows, columns, the blank's goal cell, and the number of states at each depth. A search without ranks computed these
/// numbers for this project; they agree with the published greatest distances (OEIS A151944).
const CENSUSES: &[(usize, usize, usize, &[u64])] = &[
    (2, 2, 0, &[1, 2, 2, 2, 2, 2, 1]),
    (2, 3, 0, &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]),
    (2, 3, 1, &[1, 3, 4, 4, 6, 10, 10, 10, 16, 20, 20, 26, 36, 40, 40, 37, 29, 20, 14, 9, 4, 1]),
    (
        2,
        4,
        0,
        &[
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664,
            1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
        ],
    ),
    (
        2,
        4,
        1,
        &[
            1, 3, 5, 7, 10, 16, 24, 34, 49, 72, 100, 134, 182, 252, 339, 439, 557, 714, 892, 1082, 1281, 1503, 1741,
            1913, 1963, 1883, 1681, 1330, 887, 512, 280, 146, 72, 36, 16, 4,
        ],
    ),
    (
        3,
        3,
        0,
        &[
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
            17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ],
    ),
    (
        3,
        3,
        1,
        &[
            1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596, 13930, 14713,
            21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
        ],
    ),
    (
        3,
        3,
        4,
        &[
            1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612,
            18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
        ],
    ),
];

#[test]
fn censuses_are_those_known() {
    for &(rows, columns, blank, counts) in CENSUSES {
        assert_eq!(census(&distances(&with_blank_in(rows, columns, blank))), counts, "{rows}x{columns} from {blank}");
        let (last, turned) = (rows * columns - 1, with_blank_in(rows, columns, rows * columns - 1 - blank));
        assert_eq!(census(&distances(&turned)), counts, "{rows}x{columns} from {}", last - blank);
    }
    // The census depends on the blank's goal cell only, not on the order of the tiles in the goal.
    let spiral = Word::rectangle(3, 3).unwrap().with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    assert_eq!(census(&distances(&spiral)), CENSUSES[7].3);
}

/// Asserts that the bound never exceeds the distance, that a move changes the bound by exactly one, and that the memo
/// from `ahead` equals the recomputed memo.
fn bound_laws<H: Heuristic<Word>>(puzzle: &Word, table: &[u8], bound: &H) {
    for (rank, &distance) in table.iter().enumerate() {
        let state = puzzle.unrank(rank as u64);
        let memo = bound.memo(puzzle, &state);
        let low = bound.bound(&memo);
        assert!(low <= distance.into(), "{} is {distance} moves away, not {low}", puzzle.write(&state));
        assert_eq!(low % 2, u32::from(distance) % 2);
        for m in puzzle.moves(&state).iter() {
            let ahead = bound.ahead(puzzle, &state, m, &memo);
            let mut child = state;
            puzzle.apply(&mut child, m);
            assert_eq!(ahead, bound.memo(puzzle, &child), "{} to {}", puzzle.write(&state), puzzle.write(&child));
            assert_eq!(bound.bound(&ahead).abs_diff(low), 1);
        }
    }
}

#[test]
fn bounds_hold_on_whole_spaces() {
    let with_goals = |puzzle: Word| {
        let first: Vec<u8> = (0..puzzle.board().cells() as u8).collect();
        let mut scrambled: Vec<u8> = first.iter().rev().copied().collect();
        scrambled.rotate_left(2);
        [puzzle.with_goal(&first).unwrap(), puzzle.with_goal(&scrambled).unwrap(), puzzle]
    };
    let mut puzzles = Vec::new();
    for (rows, columns) in [(2, 3), (3, 2), (2, 4), (4, 2), (1, 5), (2, 2)] {
        puzzles.extend(with_goals(Word::rectangle(rows, columns).unwrap()));
    }
    let eight = Word::rectangle(3, 3).unwrap();
    for goal in [
        [1, 2, 3, 8, 0, 4, 7, 6, 5],
        [0, 1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8, 0],
        [8, 1, 6, 3, 5, 7, 4, 0, 2],
    ] {
        puzzles.push(eight.with_goal(&goal).unwrap());
    }
    for map in [
        "###.##\n######",
        "####\n#..#\n####",
        "###\n###\n#.#",
        "##.\n###\n.##",
        "##.##\n#####\n##...",
        "#.#\n###\n#.#",
        "###\n#..\n###\n#..",
    ] {
        puzzles.extend(with_goals(Word::new(Board::parse(map).unwrap()).unwrap()));
    }
    for puzzle in &puzzles {
        let table = distances(puzzle);
        assert!(table.iter().all(|&distance| distance != u8::MAX), "every rank is reached");
        bound_laws(puzzle, &table, &Manhattan);
        bound_laws(puzzle, &table, &LinearConflict::new());
    }
}

#[test]
fn the_linear_conflict_sees_more() {
    // In the first position one tile must leave its row, in the second two. In the last a tile must leave its column.
    let eight = Word::rectangle(3, 3).unwrap();
    let bounds = |text: &str| {
        let state = eight.starts(text).unwrap()[0];
        (Manhattan.memo(&eight, &state), LinearConflict::new().memo(&eight, &state))
    };
    assert_eq!(bounds("2 1 3 4 5 6 7 8 x"), (2, 4));
    assert_eq!(bounds("3 2 1 4 5 6 7 8 x"), (4, 8));
    assert_eq!(bounds("x 2 3 4 5 1 7 8 6"), (4, 4));
    assert_eq!(bounds("4 2 3 1 5 6 7 8 x"), (2, 4));
    // A hole ends a line, so the tiles 1 and 2 are in different lines.
    let apart = Word::new(Board::parse("#.#\n###").unwrap()).unwrap();
    let state = apart.starts("2 1 3 4 x").unwrap()[0];
    assert_eq!(LinearConflict::new().memo(&apart, &state), Manhattan.memo(&apart, &state));
}

/// A small generator of random numbers; its quality does not matter.
pub fn rng(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut word = seed;
    move |many| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    }
}

/// Walks at random, and asserts that updated bounds equal recomputed bounds and that `undo` restores the state.
fn walk<C: SlidingLayout>(puzzle: &Sliding<C>, steps: u64) {
    let (mut state, linear_conflict) = (puzzle.goal(), LinearConflict::new());
    let mut memos = (Manhattan.memo(puzzle, &state), linear_conflict.memo(puzzle, &state));
    assert_eq!(memos, (0, 0));
    let mut below = rng(7);
    for _ in 0..steps {
        let moves: Vec<u8> = puzzle.moves(&state).iter().collect();
        let m = moves[below(moves.len() as u64) as usize];
        memos = (Manhattan.ahead(puzzle, &state, m, &memos.0), linear_conflict.ahead(puzzle, &state, m, &memos.1));
        let before = state;
        let undo = puzzle.apply(&mut state, m);
        assert_eq!(memos, (Manhattan.memo(puzzle, &state), linear_conflict.memo(puzzle, &state)));
        assert!(memos.0 <= memos.1);
        assert!(puzzle.is_solvable(&state));
        assert_eq!(puzzle.back(&before, m).iter().collect::<Vec<_>>(), [before.blank()]);
        let (mut back, mut parents) = (state, vec![]);
        puzzle.undo(&mut back, undo);
        assert_eq!(back, before);
        puzzle.undos_into(&state, &mut |undo| {
            let mut parent = state;
            puzzle.undo(&mut parent, undo);
            parents.push(parent);
        });
        assert!(parents.contains(&before) && parents.len() == puzzle.moves(&state).iter().count());
    }
}

#[test]
fn what_is_carried_is_what_is_recomputed() {
    walk(&Word::rectangle(3, 3).unwrap(), 5_000);
    walk(&Word::rectangle(4, 4).unwrap(), 20_000);
    walk(&Word::rectangle(2, 8).unwrap(), 20_000);
    walk(&with_blank_in(4, 4, 6), 20_000);
    walk(&Sliding::<Bytes<32>>::rectangle(5, 5).unwrap(), 20_000);
    walk(&Sliding::<Bytes<32>>::rectangle(3, 10).unwrap(), 20_000);
    walk(&Sliding::<Bytes<32>>::new(Board::hdu4021()).unwrap(), 20_000);
    walk(&Sliding::<Bytes<64>>::rectangle(8, 8).unwrap(), 10_000);
    walk(&Sliding::<Bytes<256>>::rectangle(16, 16).unwrap(), 10_000);
    walk(&Sliding::<Bytes<256>>::new(Board::parse(&"#".repeat(256)).unwrap()).unwrap(), 2_000);
}

/// R. E. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985, table 1: number, shortest solution,
/// nodes generated by IDA* with the Manhattan distance, and the position; the goal has the blank first.
const KORF: &[(u32, u32, u64, [u8; 16])] = &[
    (12, 45, 546_344, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15]),
    (19, 46, 1_280_495, [7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10]),
    (42, 42, 877_823, [4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10]),
    (47, 47, 1_411_294, [6, 10, 1, 14, 15, 8, 3, 5, 13, 0, 2, 7, 4, 9, 11, 12]),
    (55, 41, 927_212, [13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11]),
    (79, 42, 540_860, [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]),
    (94, 53, 1_337_340, [5, 7, 11, 8, 0, 14, 9, 13, 10, 12, 3, 15, 6, 1, 4, 2]),
    (97, 44, 1_002_927, [9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3]),
];

/// Replays a shortest solution, and returns its length and the number of nodes generated.
fn solved<C: SlidingLayout>(puzzle: &Sliding<C>, bound: &str, start: SlidingState<C>, prune: Prune) -> (u32, u64) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = with_bound(puzzle, bound, |walker| solve(puzzle, walker, &[start], prune, &mut meter));
    let Some(Outcome::Solved(found)) = outcome else { panic!("it can be solved") };
    let mut state = start;
    for &m in &found.moves {
        assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
        puzzle.apply(&mut state, m);
    }
    assert!(puzzle.is_goal(&state));
    (found.moves.len() as u32, meter.finish().generated)
}

#[test]
fn korfs_node_counts() {
    let fifteen = with_blank_in(4, 4, 0);
    for (number, length, nodes, pieces) in KORF {
        let start = fifteen.state(pieces).unwrap();
        assert_eq!(solved(&fifteen, "manhattan", start, Prune::Back), (*length, *nodes), "instance {number}");
        let (with_conflicts, fewer) = solved(&fifteen, "linear-conflict", start, Prune::Follow);
        assert_eq!(with_conflicts, *length, "instance {number}");
        assert!(fewer < nodes / 2, "instance {number}: {fewer}");
    }
}

#[test]
fn the_farthest_positions_of_the_eight_puzzle() {
    let eight = Word::rectangle(3, 3).unwrap();
    let table = distances(&eight);
    let antipodes = (0..eight.ranks()).filter(|&rank| table[rank as usize] == 31).map(|rank| eight.unrank(rank));
    let mut written: Vec<String> = antipodes.clone().map(|state| eight.write(&state)).collect();
    written.sort();
    assert_eq!(written, ["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"]);
    for state in antipodes {
        assert_eq!(solved(&eight, "linear-conflict", state, Prune::Follow).0, 31);
    }
}

#[test]
fn both_layouts_are_one_puzzle() {
    let (word, bytes) = (Word::rectangle(3, 4).unwrap(), Sliding::<Bytes<32>>::rectangle(3, 4).unwrap());
    let text = word.facts().example;
    let lengths = [
        solved(&word, "linear-conflict", word.starts(&text).unwrap()[0], Prune::Back),
        solved(&bytes, "linear-conflict", bytes.starts(&text).unwrap()[0], Prune::Back),
    ];
    assert_eq!(lengths[0], lengths[1]);
}

/// Returns whether the opened puzzle has ranks, its goal, and the names of its bounds.
struct Describe;

impl Visitor for Describe {
    type Output = (&'static str, String, Vec<String>);

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        ("ranked", puzzle.write_goal(), puzzle.bounds().iter().map(|bound| bound.name.into()).collect())
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        ("unranked", puzzle.write_goal(), puzzle.bounds().iter().map(|bound| bound.name.into()).collect())
    }
}

fn opened(id: &str, goal: Option<&str>) -> Result<<Describe as Visitor>::Output, String> {
    crate::with_files(id, goal, Describe).map_err(|error| error.to_string())
}

#[test]
fn the_catalogue_opens_them() {
    for id in FAMILY.examples {
        let bounds = opened(id, None).unwrap().2;
        match *id {
            // No bound that counts steps of single tiles is offered where a move slides several.
            _ if !id.contains('?') => assert_eq!(bounds[..2], ["linear-conflict", "manhattan"], "{id}"),
            "sliding:5x5?metric=multi" | "sliding:@../tests/data/shape-bridge.txt?metric=multi" => {
                assert_eq!(bounds, ["divided-manhattan"], "{id}");
            }
            _ => assert_eq!(bounds, ["walking-distance", "divided-manhattan"], "{id}"),
        }
    }
    let bounds =
        ["linear-conflict", "manhattan", "walking-distance", "additive", "misplaced"].map(String::from).to_vec();
    assert_eq!(opened("8", Some("123804765")).unwrap(), ("ranked", "1 2 3 8 x 4 7 6 5".into(), bounds));
    let of = |id: &str| opened(id, None).unwrap().2;
    assert_eq!(of("15")[4..], ["5-5-5", "6-6-3", "7-7-1", "7-8", "misplaced"]);
    assert_eq!(of("24")[2..], ["additive", "6-6-6-6", "two-6-6-6-6"]);
    assert_eq!(of("sliding:16x16").len(), 2);
    assert_eq!(opened("sliding:2X3", None).unwrap().1, "1 2 3 4 5 x");
    assert_eq!(opened("24", None).unwrap().0, "unranked");
    assert_eq!(opened("sliding:1x2", None).unwrap().1, "1 x");
}

#[test]
fn ids_that_are_none_say_so() {
    let expected = "expected rows x columns, such as 3x3, each from 1 to 16, with at least 2 cells; or @ and the path \
                    of a map; or hdu4021";
    for parameters in
        ["0x3", "1x1", "100x100", "17x2", "3x", "x", "3x3x3", "-1x3", "+3x3", "999999999999999999999x3", "hdu"]
    {
        let error = opened(&format!("sliding:{parameters}"), None).unwrap_err();
        assert_eq!(error, format!("puzzle `sliding:{parameters}`: found `{parameters}`, {expected}"));
    }
    assert_eq!(opened("sliding", None).unwrap_err(), format!("puzzle `sliding`: found no size, {expected}"));
    for choice in ["metric=quarter", "metric=", "metric=multi&metric=multi", "moves=u", "metric=multi&", "a=multi"] {
        let error = opened(&format!("sliding:3x3?{choice}"), None).unwrap_err();
        assert!(error.contains(&format!("found `{choice}`, expected metric=multi, or nothing")), "{error}");
    }
    assert!(opened("sliding:3x3?", None).unwrap_err().contains("found `3x3?`"));
    let goal = opened("8", Some("123456789")).unwrap_err();
    assert!(goal.starts_with("goal: line 1, column 9: found `9`, expected the tiles 1 to 8"), "{goal}");
    assert!(opened("8", Some("1 2 3")).unwrap_err().contains("there are only 3"));
}

#[test]
fn maps_that_cannot_be_read_name_the_file() {
    let folder = std::env::temp_dir().join(format!("loyd-maps-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let say = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        let error = opened(&format!("sliding:@{}", path.display()), None).unwrap_err();
        error.strip_prefix(&format!("{}: ", path.display())).expect("the path comes first").to_owned()
    };
    assert!(say("empty", b"").starts_with("line 1, column 1: found end of text, expected at least 2 cells"));
    assert!(say("one", b"#\r\n").contains("only 1"));
    assert!(say("apart", b"#.#\n").starts_with("line 1, column 3: found a cell that is cut off"));
    assert!(say("letters", b"##\n#a\n").starts_with("line 2, column 2: found `a`"));
    assert!(say("not-utf-8", b"##\n#\xff\n").starts_with("line 2, column 2: found `\u{fffd}`"));
    assert!(say("many", "#".repeat(257).as_bytes()).starts_with("line 1, column 257"));
    let large = format!("##\n{}", " ".repeat(2_000_000));
    assert_eq!(
        say("large", large.as_bytes()),
        "line 2, column 1048574: found still more, expected the end of the board within 1 MiB"
    );
    let missing = opened("sliding:@no/such/file", None).unwrap_err();
    assert!(missing.starts_with("cannot read no/such/file: "), "{missing}");
    assert!(opened("sliding:@", None).unwrap_err().starts_with("cannot read : "));
    std::fs::write(folder.join("well"), "\u{feff}##.\r\n.## \r\n\r\n").unwrap();
    assert_eq!(opened(&format!("sliding:@{}", folder.join("well").display()), None).unwrap().1, "1 2 3 x");
    std::fs::remove_dir_all(&folder).unwrap();
}
