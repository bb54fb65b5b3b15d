//! The puzzles through the library: every kind of question, with figures that are known.

use std::collections::HashSet;

use loyd::search::{Cost, Length};
use loyd::service::Algorithm;
use loyd::service::{Asked, Check, Compare, Control, Distance, Distances, Fault, Kind, Map, Question, Service, Solve};

fn service() -> Service {
    own_puzzle::families().into_iter().fold(Service::builder(), loyd::service::Builder::family).build()
}

fn ask<Q: Asked>(question: &Q) -> Result<Q::Reply, Fault> {
    service().ask(question, &Control::default())
}

/// A tower of n discs takes 2^n - 1 moves (E. Lucas, 1883), by every algorithm.
#[test]
fn towers_are_moved_in_the_fewest_moves() {
    for discs in [1, 3, 7] {
        let start = "1".repeat(discs);
        for algorithm in Algorithm::ALL {
            let mut question = Solve::new(format!("hanoi:{discs}"), &start);
            question.options.algorithm = Some(algorithm);
            let reply = ask(&question).unwrap();
            assert_eq!(reply.length(), Some(Length((1 << discs) - 1)), "{discs} discs by {}", algorithm.name());
            let moves = reply.moves().unwrap();
            let checked = ask(&Check::new(format!("hanoi:{discs}"), &start, moves)).unwrap();
            assert!(checked.reaches_goal());
        }
    }
}

/// Distances in the graph of three discs, from a corner: 2^(ones of the binary number) positions at each, so that the
/// layers are Gould's sequence (OEIS A001316).
#[test]
fn maps_are_goulds_sequence() {
    let census = ask(&Map::new("hanoi:5")).unwrap();
    let gould: Vec<u64> = (0..32u32).map(|depth| 1 << depth.count_ones()).collect();
    assert_eq!(census.map.layers, gould);
}

/// Rules alone are solved breadth-first, and mapped from a position by hashing. The lamps reach 2^12 arrangements,
/// because sixteen of the 2^16 sets of buttons do nothing (M. Anderson and T. Feil, 1998).
#[test]
fn rules_alone_are_enough() {
    let reply = ask(&Solve::new("lights", "1111111111111111")).unwrap();
    assert_eq!(reply.length(), Some(Length(4)));
    let mut count = Solve::new("lights", "1111111111111111");
    count.options.want = loyd::service::Want::Count;
    let answer = ask(&count).unwrap();
    // Three sets of four buttons, each pressed in any order.
    assert_eq!(answer.solution().unwrap().count.unwrap() % 24, 0);
    let mut map = Map::new("lights");
    map.from = Some("0000000000000000".into());
    let census = ask(&map).unwrap();
    assert_eq!(census.map.layers.iter().sum::<u64>(), 1 << 12);
    let rows = ask(&Compare::new("lights", "0000000000110111")).unwrap();
    assert!(rows.iter().any(|row| row.tried.is_ok()), "{rows:?}");
    let refused = ask(&Map::new("lights")).unwrap_err();
    assert!(refused.message.contains("the rules define no inverse moves"), "{refused:?}");
}

/// A board of pegs, counted without loyd: 0 is no part of the board, 1 a hole, 2 a peg.
type Grid = [[u8; 7]; 7];

/// The boards after every jump.
fn jumped(grid: &Grid) -> Vec<Grid> {
    let at = |grid: &Grid, row: i32, column: i32| match (usize::try_from(row), usize::try_from(column)) {
        (Ok(row @ 0..7), Ok(column @ 0..7)) => grid[row][column],
        _ => 0,
    };
    let mut boards = Vec::new();
    for place in 0..49 {
        let (row, column) = (place / 7, place % 7);
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let [over, to] = [1, 2].map(|far| (row + far * down, column + far * right));
            if [(row, column), over, to].map(|(row, column)| at(grid, row, column)) == [2, 2, 1] {
                let mut board = *grid;
                for (row, column) in [(row, column), over, to] {
                    let cell = &mut board[row as usize][column as usize];
                    *cell = 3 - *cell;
                }
                boards.push(board);
            }
        }
    }
    boards
}

/// The least of the eight images of a board.
fn least_image(grid: &Grid) -> Grid {
    let transposed: Grid = std::array::from_fn(|row| std::array::from_fn(|column| grid[column][row]));
    let upside_down = |mut grid: Grid| {
        grid.reverse();
        grid
    };
    let mirrored = |mut grid: Grid| {
        grid.iter_mut().for_each(|row| row.reverse());
        grid
    };
    let images = [*grid, transposed].into_iter().flat_map(|grid| [grid, upside_down(grid)]);
    images.flat_map(|grid| [grid, mirrored(grid)]).min().unwrap()
}

/// The map of peg solitaire from the start stores one position of each orbit, and counts all positions. The numbers of
/// orbits by jumps are OEIS A112737.
#[test]
fn solitaire_is_mapped_up_to_symmetry() {
    const ORBITS: [usize; 10] = [1, 1, 2, 8, 39, 171, 719, 2_757, 9_751, 31_312];
    const START: &str = "ooo/ooo/ooooooo/ooo.ooo/ooooooo/ooo/ooo";
    let mut map = Map { from: Some(START.into()), verify: true, ..Map::new("solitaire") };
    map.limits.moves = Some(ORBITS.len() as u32 - 1);
    let census = ask(&map).unwrap();
    assert_eq!(census.plan.symmetries, 8);

    let on_board = |row: usize, column: usize| (2..5).contains(&row) || (2..5).contains(&column);
    let cell =
        |row, column| u8::from(on_board(row, column)) + u8::from(on_board(row, column) && (row, column) != (3, 3));
    let start: Grid = std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)));
    let mut layer = HashSet::from([start]);
    for (depth, orbits) in ORBITS.into_iter().enumerate() {
        assert_eq!(layer.iter().map(least_image).collect::<HashSet<Grid>>().len(), orbits, "after {depth} jumps");
        assert_eq!(census.map.layers[depth], layer.len() as u64, "after {depth} jumps");
        // Every jump removes a peg, so a position is in one layer only.
        layer = layer.iter().flat_map(jumped).collect();
    }
    assert_eq!(census.map.layers.len(), ORBITS.len());
    // The symmetries do not keep a start with another hole, so every position is stored.
    let around = Map { from: Some(START.replace("ooo.ooo", "oooooo.")), ..map };
    let census = ask(&around).unwrap();
    assert_eq!((census.plan.symmetries, &census.map.layers[..2]), (1, &[1, 1][..]));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let wrong = |question: &Solve| ask(question).unwrap_err();
    let fault = wrong(&Solve::new("hanoi:0", ""));
    assert!(fault.message.contains("found `0`, expected a number of discs from 1 to 16"), "{fault:?}");
    let fault = wrong(&Solve::new("hanoi:3", "1114"));
    assert!(fault.message.contains("expected a position such as `111` (the peg of each of 3 discs"), "{fault:?}");
    let fault = wrong(&Solve::new("hanoi:3", "1111"));
    assert!(fault.message.contains("found `1111`, expected a position such as `111` (the peg"), "{fault:?}");
    assert_eq!(wrong(&Solve::new("hanio:3", "111")).kind, Kind::Puzzle);
}

/// A question is a line of JSON, and its reply is one.
#[test]
fn questions_are_json() {
    let question: Question =
        serde_json::from_str(r#"{"ask": "distance", "puzzle": "hanoi:4", "state": "2222"}"#).unwrap();
    let reply = serde_json::to_value(ask(&question).unwrap()).unwrap();
    assert_eq!(reply["distance"], 15);
}

/// A table in a file answers, and belongs to one number of discs.
#[test]
fn tables_are_kept_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let service = own_puzzle::families().into_iter().fold(Service::builder().paths(), loyd::service::Builder::family);
    let (service, file) = (service.build(), folder.path().join("hanoi.safetensors"));
    let mut build = Distances::new("hanoi:6");
    build.output = Some(file.clone());
    service.distances(&build).unwrap();
    let mut distance = Distance::new("", "111111");
    distance.table = Some(file.clone());
    let far = service.distance(&distance).unwrap();
    assert_eq!(far.distance, Ok(Cost::moves(63)));
    let mut other = Distance::new("hanoi:5", "11111");
    other.table = Some(file);
    assert!(service.distance(&other).is_err());
}

/// Another goal is a position.
#[test]
fn goals_are_positions() {
    let mut question = Solve::new("hanoi:4", "1111");
    question.goal = Some("2222".into());
    assert_eq!(ask(&question).unwrap().length(), Some(Length(15)));
    question.goal = Some("2111".into());
    assert_eq!(ask(&question).unwrap().length(), Some(Length(1)));
}

/// docs/adding.md shows the lamps as they are.
#[test]
fn the_document_shows_the_rules() {
    let source = include_str!("../src/lights.rs");
    let code = &source[source.find("use loyd::own").unwrap()..];
    assert!(include_str!("../../../docs/adding.md").contains(code.trim_end()));
}
