use super::plain::PlainSearch;
use super::*;
use crate::compiled::tests::is_whole;
use crate::definition::{DefinitionFormat, MOST_OF_SET, Move, PlayRules, Repeats, RuleChoice};
use crate::formats::write;
use loyd_core::text::Misread;

mod published;

fn opened(name: &str, parameters: &str) -> Definition {
    open(name, parameters).unwrap().unwrap()
}

fn census(name: &str, parameters: &str, choice: &str, metric: Metric) -> Vec<usize> {
    PlainSearch::new(&opened(name, parameters), choice, metric).census()
}

#[test]
fn every_bundled_puzzle_opens() {
    for bundled in BUNDLED {
        for example in bundled.examples {
            let (name, parameters) = example.split_once(':').unwrap_or((example, ""));
            assert_eq!(name, bundled.name);
            let definition = open(name, parameters).unwrap().unwrap_or_else(|error| panic!("{example}: {error}"));
            assert!(!definition.spots.is_empty(), "{example}");
            // Every slot is drawn. If a slot is drawn more than once, every side of its pieces is drawn.
            for slot in 0..definition.slots() {
                let drawn = definition.spots.iter().filter(|spot| usize::from(spot.slot) == slot);
                let mut sides: Vec<u8> = drawn.map(|spot| spot.side).collect();
                sides.sort_unstable();
                assert!(!sides.is_empty() && sides.iter().zip(0..).all(|(&side, at)| side == at), "{example} {slot}");
            }
        }
        assert!(bundled.syntax.starts_with(bundled.name));
        for known in bundled.known {
            assert!(open(bundled.name, known.parameters).unwrap().is_ok());
        }
        if let BundledSource::Text(text) = bundled.source {
            let read: Result<Definition, Misread> = loyd::read(text);
            assert!(read.is_ok(), "{}: {read:?}", bundled.name);
        }
    }
}

/// A puzzle, its parameters and choice, a metric, and its census.
type Census = (&'static str, &'static str, &'static str, Metric, &'static [usize]);

/// Counts by depth from twsearch (commit 268d1a3). The counts of M12, twiddle and burnt pancakes are our own. The
/// counts of signed reversals, block transpositions and the torus are from a search in another program.
const COUNTS: [Census; 33] = [
    (
        "2x2x2",
        "",
        "moves=U,R,F",
        Metric::Half,
        &[1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644],
    ),
    (
        "2x2x2",
        "",
        "moves=U,R,F",
        Metric::Quarter,
        &[1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276],
    ),
    ("pyraminx", "", "omit=tips", Metric::Half, &[1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]),
    ("skewb", "", "", Metric::Half, &[1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90]),
    ("loopover", "3x3", "", Metric::Half, &[1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475]),
    ("sixteen", "3x3", "", Metric::Half, &[1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475]),
    ("m12", "", "", Metric::Half, &[1, 11, 20, 110, 196, 856, 1467, 5777, 9260, 26662, 24279, 22246, 3936, 211, 8]),
    ("twiddle", "3x3", "", Metric::Half, &[1, 12, 108, 936, 7740, 56220, 211446, 86194, 223]),
    ("twiddle", "3x3", "", Metric::Quarter, &[1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20]),
    ("burnt-pancake", "2", "", Metric::Half, &[1, 2, 2, 2, 1]),
    ("burnt-pancake", "3", "", Metric::Half, &[1, 3, 6, 12, 18, 6, 2]),
    ("burnt-pancake", "4", "", Metric::Half, &[1, 4, 12, 36, 90, 124, 96, 18, 3]),
    ("burnt-pancake", "5", "", Metric::Half, &[1, 5, 20, 80, 280, 680, 1214, 1127, 389, 40, 4]),
    ("burnt-pancake", "6", "", Metric::Half, &[1, 6, 30, 150, 675, 2340, 6604, 12795, 15519, 6957, 959, 43, 1]),
    (
        "burnt-pancake",
        "7",
        "",
        Metric::Half,
        &[1, 7, 42, 252, 1386, 6230, 24024, 71568, 159326, 222995, 136301, 21951, 1021, 15, 1],
    ),
    ("signed-reversals", "2", "", Metric::Half, &[1, 3, 3, 1]),
    ("signed-reversals", "3", "", Metric::Half, &[1, 6, 16, 25]),
    ("signed-reversals", "4", "", Metric::Half, &[1, 10, 50, 170, 145, 8]),
    ("signed-reversals", "5", "", Metric::Half, &[1, 15, 120, 700, 1554, 1447, 3]),
    ("signed-reversals", "6", "", Metric::Half, &[1, 21, 245, 2170, 8820, 19495, 15148, 180]),
    ("signed-reversals", "7", "", Metric::Half, &[1, 28, 448, 5586, 35612, 138229, 262688, 202464, 64]),
    ("block-transpositions", "3", "", Metric::Half, &[1, 4, 1]),
    ("block-transpositions", "4", "", Metric::Half, &[1, 10, 12, 1]),
    ("block-transpositions", "5", "", Metric::Half, &[1, 20, 68, 31]),
    ("block-transpositions", "6", "", Metric::Half, &[1, 35, 259, 380, 45]),
    ("block-transpositions", "7", "", Metric::Half, &[1, 56, 770, 2700, 1513]),
    ("block-transpositions", "8", "", Metric::Half, &[1, 84, 1932, 13467, 22000, 2836]),
    ("block-transpositions", "9", "", Metric::Half, &[1, 120, 4284, 52512, 191636, 114327]),
    ("torus", "1x5", "", Metric::Half, &[1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1]),
    ("torus", "2x2", "", Metric::Half, &[1, 2, 2, 2, 2, 2, 1]),
    ("torus", "2x3", "", Metric::Half, &[1, 3, 6, 11, 20, 37, 64, 109, 157, 164, 105, 35, 7, 1]),
    (
        "torus",
        "2x4",
        "",
        Metric::Half,
        &[1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1191, 1963, 3015, 3772, 3732, 2837, 1589, 572, 78, 18],
    ),
    (
        "torus",
        "3x3",
        "",
        Metric::Half,
        &[1, 4, 12, 34, 96, 272, 749, 2010, 5100, 11778, 24238, 43550, 66287, 80476, 71070, 41098, 13743, 2214, 144, 4],
    ),
];

fn have_the_known_census(which: impl Fn(&str) -> bool) {
    let most = if is_whole() { usize::MAX } else { 100_000 };
    let is_mapped = |(name, .., counts): &Census| which(name) && counts.iter().sum::<usize>() < most;
    for (name, parameters, choice, metric, counts) in COUNTS.into_iter().filter(is_mapped) {
        assert_eq!(census(name, parameters, choice, metric), counts, "{name} {parameters} {choice}");
    }
}

#[test]
fn the_cube_of_eight_corners_has_the_known_census() {
    have_the_known_census(|name| name == "2x2x2");
}

#[test]
fn small_puzzles_have_the_known_census() {
    have_the_known_census(|name| name != "2x2x2");
}

#[test]
fn facts_are_those_of_the_census() {
    for bundled in BUNDLED {
        for known in bundled.known.iter().filter(|known| known.states.len() < 8) {
            for &(metric, depth) in known.gods_number {
                let asked = (bundled.name, known.parameters, known.choice, metric);
                let is_it =
                    |(name, parameters, choice, metric, _): &&Census| (*name, *parameters, *choice, *metric) == asked;
                let own = COUNTS.iter().find(is_it).map(|(.., counts)| counts.to_vec());
                let counts = own.or_else(|| published::published(bundled.name, known.parameters));
                let counts = counts.unwrap_or_else(|| panic!("no census: {asked:?}"));
                let found = (counts.iter().sum::<usize>().to_string(), counts.len() - 1);
                assert_eq!(found, (known.states.into(), depth as usize), "{asked:?}");
            }
        }
    }
}

#[test]
fn the_magic_board_is_the_known_one() {
    let board = loyd::read(include_str!("../../../definitions/magic-board.loyd")).unwrap();
    assert_eq!(
        PlainSearch::new(&board, "", Metric::Quarter).census(),
        [1, 5, 14, 34, 82, 188, 412, 872, 1651, 2937, 4650, 6074, 7624, 7482, 5738, 2184, 322, 48, 2]
    );
    let one_way = Definition {
        moves: board.moves.iter().map(|m| Move { repeats: Repeats::None, ..m.clone() }).collect(),
        ..board.clone()
    };
    let counts = PlainSearch::new(&one_way, "", Metric::Half).census();
    assert_eq!((counts.len(), counts.iter().sum::<usize>(), counts[22]), (23, 40320, 5));
}

#[test]
fn first_depths_of_larger_puzzles_are_the_known_ones() {
    // Counts from twsearch (commit 268d1a3); the counts of the 3x3x3 are from oeis.org/A080601.
    for (name, choice, expected) in [
        ("2x2x2", "", &[1, 18, 243, 2874, 28000][..]),
        ("dino", "", &[1, 16, 160, 1408, 11712]),
        ("m24", "", &[1, 23, 44, 504, 878, 9551, 16632]),
        ("3x3x3", "omit=centres", &[1, 18, 243, 3240, 43239]),
    ] {
        let plain = PlainSearch::new(&opened(name, ""), choice, Metric::Half);
        assert_eq!(plain.first(expected.len()), expected, "{name}");
    }
}

#[test]
fn parameters_that_a_puzzle_does_not_have_are_refused() {
    let refused = |name, parameters| open(name, parameters).unwrap().unwrap_err().to_string();
    assert_eq!(refused("2x2x2", "3"), "found `3`, expected nothing after the name");
    let size = format!("expected ROWSxCOLUMNS, with 2 to {MOST_OF_SET} places");
    for parameters in ["", "3", "0x4", "1x1", "3x", "16x16", "99999999999999999999x2", "3x3x3"] {
        assert_eq!(refused("loopover", parameters), format!("found `{parameters}`, {size}"));
    }
    for parameters in ["", "4", "1x1", "0x4", "5x13", "1000x1000", "16x16", "18446744073709551616x1", "4x4x4"] {
        let expected = format!("found `{parameters}`, expected ROWSxCOLUMNS, with 2 to 64 places");
        assert_eq!(refused("torus", parameters), expected);
    }
    assert!(refused("twiddle", "3x3n4").contains("a side from 2 to 3"));
    assert!(refused("twiddle", "1x3").contains("squares of a side from 2 to 1"));
    assert!(refused("twiddle", "3x3oo").contains("expected ROWSxCOLUMNS, n and"));
    assert!(refused("letters", "ab/cd").contains("expected - or _ for the gap"));
    assert!(refused("letters", "ab//_d").contains("expected rows of letters"));
    assert!(refused("letters", "ab/'_").contains("expected rows of letters"));
}

#[test]
fn a_torus_has_a_move_for_each_neighbour() {
    for (parameters, moves) in [("1x2", 2), ("1x4", 8), ("2x2", 8), ("2x3", 18), ("3x3", 36), ("4x4", 64), ("8x8", 256)]
    {
        let board = opened("torus", parameters);
        assert_eq!(board.moves.len(), moves, "{parameters}");
        assert!(PlayRules::new(&board, &RuleChoice::default()).is_ok(), "{parameters}");
    }
    let names: Vec<String> = opened("torus", "4x4").moves.iter().rev().take(4).map(|m| m.name.clone()).collect();
    assert_eq!(names, ["15-16", "13-16", "12-16", "4-16"]);
}

#[test]
fn squares_turn_clockwise() {
    let board = opened("twiddle", "3x3n3o");
    // 1 2 3 / 4 5 6 / 7 8 9 becomes 7 4 1 / 8 5 2 / 9 6 3, all tiles a quarter clockwise.
    assert_eq!(board.moves[0].action.from(), [6, 3, 0, 7, 4, 1, 8, 5, 2]);
    assert_eq!(board.moves[0].action.twist(), [1; 9]);
    let names: Vec<String> = opened("twiddle", "8x8").moves.iter().map(|m| m.name.clone()).collect();
    assert_eq!((names.len(), &*names[25], &*names[26], &*names[48]), (49, "z", "aa", "aw"));
    let rows = opened("twiddle", "2x3r");
    assert_eq!(*rows.solved.pieces, [0, 0, 0, 1, 1, 1]);
}

#[test]
fn the_square_has_the_known_shapes() {
    // Two-phase solvers count 3678 shapes, rotated ones included. Here all corners are one piece, and all edges
    // another.
    let mut square = opened("square-1", "");
    let label = |piece: u8| square.labels[0][usize::from(piece)].clone();
    let kind = |piece: u8| match label(piece) {
        label if label == "join" => 0,
        label => label.len() as u8,
    };
    let pieces: Vec<u8> = (0..24).map(|slot| kind(square.solved.pieces[slot])).chain([0]).collect();
    let joins: Vec<u8> = square.legal.iter().flat_map(|condition| condition.pieces.clone()).collect();
    assert!(joins.iter().all(|&piece| label(piece) == "join"));
    square.legal.iter_mut().for_each(|condition| condition.pieces = vec![0]);
    square.solved.pieces = pieces.into();
    assert_eq!(PlainSearch::new(&square, "omit=middle", Metric::Half).census().iter().sum::<usize>(), 3678);
}

#[test]
fn what_is_written_is_read_again() {
    for example in BUNDLED.iter().flat_map(|bundled| bundled.examples) {
        let (name, parameters) = example.split_once(':').unwrap_or((example, ""));
        let definition = opened(name, parameters);
        let text =
            write::write(&definition, DefinitionFormat::Loyd).unwrap_or_else(|error| panic!("{example}: {error}"));
        let again = loyd::read(&text).unwrap_or_else(|error| panic!("{example}: {error}\n{text}"));
        assert_eq!(again.moves, definition.moves, "{example}");
        assert_eq!((again.solved, again.goals), (definition.solved, definition.goals), "{example}");
        assert_eq!((again.sets, again.legal, again.spots), (definition.sets, definition.legal, definition.spots));
        assert_eq!(again.drawing, definition.drawing, "{example}");
    }
}
