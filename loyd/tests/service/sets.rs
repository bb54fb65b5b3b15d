//! Maps to sets of positions: published figures, a plain search, and sets that are wrong.

use std::collections::HashMap;

use super::*;
use loyd::service::{List, MapLimits};

/// A file of the repository as the id of a definition.
fn file(name: &str) -> String {
    format!("file:{}/../tests/data/definitions/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn question(puzzle: &str, goal_set: &[&str], from_set: &[&str]) -> Map {
    let set = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
        (!texts.is_empty()).then(|| List::of("goal_set", texts).unwrap())
    };
    Map { goal_set: set(goal_set), from_set: set(from_set), ..Map::new(puzzle) }
}

fn counted(question: &Map) -> Result<reply::Census, Fault> {
    Service::builder().files(RegularFiles).build().map(question)
}

fn census(puzzle: &str, goal_set: &[&str], from_set: &[&str]) -> reply::Census {
    counted(&question(puzzle, goal_set, from_set)).unwrap()
}

/// The four steps of Thistlethwaite's method have 2,048, 1,082,565, 29,400 and 663,552 positions, and their farthest
/// positions are 7, 10, 13 and 15 moves away (M. Thistlethwaite, 1981; J. Scherphuis, jaapsch.net/puzzles/thistle.htm).
#[test]
fn the_steps_of_thistlethwaite_have_the_published_maxima() {
    let half_turns = "moves=U2,D2,R2,L2,F2,B2";
    let edges = format!(". . . . . . . ./{}/. . . . . .", [".+0"; 12].join(" "));
    let first = counted(&Map { goal: Some(edges), ..question("3x3x3", &[], &[]) }).unwrap().map;
    assert_eq!((first.states(), first.diameter()), (2_048, 7));
    let second = census(&file("thistlethwaite-2.tws"), &[], &[]).map;
    assert_eq!((second.states(), second.diameter()), (1_082_565, 10));
    // A coset has as many positions as half turns reach from the goal.
    let third = census(&file("thistlethwaite-3.tws"), &[half_turns], &[]);
    assert_eq!((third.goal_set, third.map.states(), third.map.diameter()), (Some(96), 96 * 29_400, 13));
    assert!(third.map.layers.iter().all(|states| states % 96 == 0));
    let fourth = census(&format!("3x3x3?{half_turns}"), &[], &[]).map;
    assert_eq!((fourth.states(), fourth.diameter()), (663_552, 15));
}

/// The cosets of a subgroup of the 2x2x2 have equally many positions at each distance.
#[test]
fn a_subgroup_of_the_small_cube_has_whole_cosets() {
    let map = census("2x2x2?moves=U,R,F", &["moves=U,R2,F2"], &[]);
    // 7! orders of the corners that are not turned; 3^6 ways to turn them.
    assert_eq!(map.goal_set, Some(5_040));
    assert_eq!((map.map.states(), map.unreached), (5_040 * 729, Some(0)));
    let oriented: Vec<String> = ["?+0"; 8].map(String::from).into();
    let pattern = census("2x2x2?moves=U,R,F", &[&oriented.join(" ")], &[]);
    assert_eq!((pattern.goal_set, &pattern.map.layers), (Some(5_040), &map.map.layers));
    // In quarter turns a half turn is no move, and the subgroup is the same.
    let quarter = census("2x2x2?moves=U,R,F&metric=quarter", &["moves=U,R2,F2"], &[]);
    assert_eq!(quarter.goal_set, Some(5_040));
    assert!(quarter.map.diameter() >= map.map.diameter());
}

/// The distance of each board of the 8-puzzle from the boards for which `is_goal` holds, by a plain search.
fn boards(is_goal: impl Fn(&[u8; 9]) -> bool) -> HashMap<[u8; 9], u32> {
    let near = |board: &[u8; 9]| {
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        let (row, column) = (blank / 3, blank % 3);
        let cells = (0..9usize).filter(move |cell| (cell / 3).abs_diff(row) + (cell % 3).abs_diff(column) == 1);
        let board = *board;
        cells.map(move |cell| {
            let mut next = board;
            next.swap(cell, blank);
            next
        })
    };
    let mut all = vec![[1, 2, 3, 4, 5, 6, 7, 8, 0]];
    let mut known: HashMap<[u8; 9], u32> = all.iter().map(|&board| (board, 0)).collect();
    let mut next = 0;
    while next < all.len() {
        for board in near(&all[next]) {
            if known.insert(board, 0).is_none() {
                all.push(board);
            }
        }
        next += 1;
    }
    let mut queue: Vec<_> = all.into_iter().filter(is_goal).collect();
    let mut far: HashMap<[u8; 9], u32> = queue.iter().map(|&board| (board, 0)).collect();
    let mut next = 0;
    while next < queue.len() {
        let distance = far[&queue[next]];
        for board in near(&queue[next]) {
            far.entry(board).or_insert_with(|| {
                queue.push(board);
                distance + 1
            });
        }
        next += 1;
    }
    far
}

#[test]
fn patterns_of_the_8_puzzle_are_the_boards_of_a_plain_search() {
    let far = boards(|board| board[..3] == [1, 2, 3]);
    let blank_first = |(board, _): &(&[u8; 9], &u32)| board[0] == 0;
    let mut layers = vec![0; 1 + *far.iter().filter(blank_first).map(|(_, far)| far).max().unwrap() as usize];
    far.iter().filter(blank_first).for_each(|(_, &far)| layers[far as usize] += 1);
    let map = census("8", &["123??????"], &["0 ? ? / ? ? ? / ? ? ?"]);
    assert_eq!((map.goal_set, map.from_set, map.map.layers), (Some(360), Some(20_160), layers.clone()));
    // The moves of the path lead from the first antipode to the set.
    let moves = map.antipode_moves.unwrap();
    assert_eq!(moves.len() + 1, layers.len());
    let engine = loyd::planner::open("8", None).unwrap();
    let end = engine.after(&map.antipodes[0], &moves.join(" "), Default::default()).unwrap();
    assert!(map.antipodes[0].starts_with('x') && end.starts_with("1 2 3"), "{end}");
    // The same positions one by one, twice.
    let texts: Vec<String> = far.iter().filter(|(_, far)| **far == 0).map(|(board, _)| written(board)).collect();
    let texts: Vec<&str> = texts.iter().chain(&texts).map(String::as_str).collect();
    let one_by_one = census("8", &texts, &["x ? ? ? ? ? ? ? ?"]);
    assert_eq!((one_by_one.goal_set, one_by_one.map.layers), (Some(360), layers));
}

fn written(board: &[u8; 9]) -> String {
    board.map(|tile| tile.to_string()).join(" ")
}

/// Positions that do not reach the goals are counted and named, whether they have a rank or not.
#[test]
fn positions_that_do_not_reach_the_set_are_named() {
    let odd = "1 2 3 4 5 6 8 7 x";
    let map = census("8", &[], &[odd, "8 6 7 2 5 4 3 x 1", odd]);
    assert_eq!((map.from_set, map.unreached, map.map.diameter()), (Some(2), Some(1), 31));
    assert_eq!(map.unreached_positions, [odd]);
    // Around a goal of the other half, the solved board is the one that is not reached.
    let map = census("8", &[odd], &["1 2 3 4 5 6 7 8 x"]);
    assert_eq!((map.goal_set, map.unreached, map.map.layers.len(), map.antipode_moves), (Some(1), Some(1), 0, None));
    let stopped = Map { limits: MapLimits { moves: Some(3), ..MapLimits::default() }, ..question("8", &[odd], &[]) };
    let map = counted(&stopped).unwrap();
    assert_eq!((map.map.stopped, map.map.layers, map.unreached), (Some(Stop::Moves), vec![1, 2, 4, 8], None));
}

/// Half of the arrangements of a board with wrap-around edges do not reach its goal, and on a single row all but three.
#[test]
fn patterns_contain_only_positions_of_the_space() {
    let torus = census("torus:2x4", &["1 2 3 4 ? ? ? ?"], &[]);
    assert_eq!((torus.goal_set, torus.map.states(), torus.map.diameter()), (Some(12), 20_160, 17));
    assert_eq!((torus.unreached, torus.map.antipodes.len()), (Some(0), 12));
    let mut row = question("file", &["? ? _"], &[]);
    row.puzzle.board = Some("picture = 'a b _'\nslides = '_'\n".into());
    let map = counted(&row).unwrap();
    assert_eq!((map.goal_set, map.map.layers, map.unreached), (Some(1), vec![1, 1, 1], Some(0)));
    // A set of starts has only positions of the space that fit, and every position that is written out.
    row.from_set = Some(["? ? _", "b a _"].into());
    let map = counted(&row).unwrap();
    assert_eq!((map.from_set, map.map.layers, map.unreached), (Some(2), vec![1], Some(1)));
}

#[test]
fn sets_that_are_wrong_say_where_and_what() {
    let said = |puzzle: &str, goal_set: &[&str]| {
        let fault = counted(&question(puzzle, goal_set, &[])).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::State, Some("goal_set")), "{fault:?}");
        fault.message
    };
    let both = ["1 2 3 4 5 6 7 8 x", "1 2 3 4 5 6 8 7 x"];
    for (goal_set, expected) in [
        (&["1 2 9 ? ? ? ? ? ?"][..], "column 5: found `9`, expected `?`, or a piece as in 1 2 3 4 5 6 7 8 x"),
        (&["1 2 3 4 5 6 7 8 x", "1 2 ?"], "entry 2: line 1, column 6: found end of text, expected 9 pieces"),
        (&["1 1 ? ? ? ? ? ? ?"], "no position of the space fits"),
        (&["moves=u,q"], "expected names of moves, found `q`"),
        (&["moves="], "found an empty name"),
        // No name of a file is read.
        (&["@/etc/passwd"], "found `@`"),
        (&both, "no moves lead from `1 2 3 4 5 6 8 7 x` to `1 2 3 4 5 6 7 8 x`"),
        (&[both[1], both[0]], "no moves lead from `1 2 3 4 5 6 7 8 x` to `1 2 3 4 5 6 8 7 x`"),
    ] {
        assert!(said("8", goal_set).contains(expected), "{goal_set:?}: {}", said("8", goal_set));
    }
    assert!(said("3x3x3?moves=U2,R2", &["moves=F"]).contains("from which no moves of the puzzle lead back"));
    let empty = counted(&Map { goal_set: Some([""; 0].into()), ..Map::new("8") }).unwrap_err();
    assert!(empty.message.contains("expected at least one position, found none"), "{}", empty.message);
}

/// Two sets of 17 slots, with two marked pieces each: 136 x 136 positions. Moves turn each row of slots around, and `R`
/// exchanges two slots of both.
#[test]
fn spaces_of_more_than_32_slots_are_mapped_to_sets() {
    let rows = file("two-17.tws");
    let (marked, any) = (format!("1 1{}", " 2".repeat(15)), ["?"; 17].join(" "));
    let whole = census(&rows, &[], &[]).map;
    assert_eq!(whole.states(), 136 * 136);
    // The first row alone is solved as quickly whatever the second row is.
    let first = census(&rows, &[&format!("{marked}/{any}")], &[]);
    assert_eq!((first.goal_set, first.map.states(), first.unreached), (Some(136), 136 * 136, Some(0)));
    assert_eq!(first.map.layers[0], 136);
    // The second row, given that the first is solved.
    let then = census(&rows, &[], &[&format!("{marked}/{any}")]);
    assert_eq!((then.from_set, then.map.states(), then.unreached), (Some(136), 136, Some(0)));
    assert!(then.map.diameter() <= whole.diameter());
}

#[test]
fn maps_to_sets_that_cannot_be_made_are_refused() {
    let said = |question: &Map| counted(question).unwrap_err();
    let pattern = ["1 ? ? ?"];
    for (puzzle, expected) in [
        ("swap:2x2", "a position is two states"),
        ("3x3x3", "needs numbered states, at most 2^48, and the puzzle has 43252003274489856000"),
    ] {
        let fault = said(&question(puzzle, &pattern, &[]));
        assert!(fault.kind == Kind::NotApplicable && fault.message.contains(expected), "{}", fault.message);
    }
    let weighted = format!("file:{}/../definitions/one-way.loyd", env!("CARGO_MANIFEST_DIR"));
    assert!(said(&question(&weighted, &["1 ? ? ? ? ?"], &[])).message.contains("the moves differ in cost"));
    let eight = || question("8", &["1 2 3 ? ? ? ? ? ?"], &[]);
    let paths = Service::builder().paths().build();
    for (asked, field) in [
        (Map { from: Some("1 2 3 4 5 6 7 8 x".into()), ..eight() }, "from"),
        (Map { disk: Some("folder".into()), ..eight() }, "disk"),
        (Map { save: Some("table".into()), ..eight() }, "save"),
        (Map { checkpoint_seconds: Some(Duration::from_secs(1)), ..eight() }, "checkpoint_seconds"),
    ] {
        let fault = paths.map(&asked).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::NoEffect, Some(field)));
    }
    let large =
        Map { limits: MapLimits { memory: Some(1 << 30), ..MapLimits::default() }, ..question("15", &["?"], &[]) };
    assert_eq!(said(&large).kind, Kind::Memory);
    let late = MapLimits { time: Some(Duration::ZERO), ..MapLimits::default() };
    let late = counted(&Map { limits: late, ..eight() });
    assert!(
        late.as_ref().is_ok_and(|map| map.map.stopped == Some(Stop::Time))
            || late.is_err_and(|why| why.kind == Kind::Limit)
    );
}
