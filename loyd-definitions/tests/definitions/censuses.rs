//! Compares whole spaces of definition files, by their numbered states, with published counts and the counts of
//! families.

use std::path::{Path, PathBuf};

use crate::catalogue::{is_whole, with_definition};
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::opening::Opening;
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::table::distance::DistanceTable;
use loyd_core::table::map::{MOST_COST, MapOptions, map};
use loyd_definitions::formats::read;
use loyd_definitions::ids::open_definition;
use loyd_definitions::{Metric, Repeats, RuleChoice};

use crate::backwards::backwards;

/// The number of positions at each distance.
struct Census;

impl Visitor for Census {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        let limits = Limits::default();
        DistanceTable::build(&puzzle, &mut Meter::new(&limits)).expect("a small table").layers().to_vec()
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        backwards(&puzzle).0
    }
}

/// The number of positions at each cost.
struct ByCost;

impl Visitor for ByCost {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        assert!(puzzle.costs().is_some());
        let limits = Limits::default();
        map(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).expect("a small space").layers
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("its states are numbered")
    }
}

/// The number of positions at each distance, counted by the map.
struct Mapped;

impl Visitor for Mapped {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        let limits = Limits::default();
        let found = map(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).expect("a small space");
        assert_eq!(found.layers, backwards(&puzzle).0);
        found.layers
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("its states are numbered")
    }
}

/// The project's folder.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn census(path: &Path, choice: &RuleChoice, is_one_way: bool) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut definition = read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if is_one_way {
        definition.moves.iter_mut().for_each(|m| m.repeats = Repeats::None);
    }
    let layers = open_definition("file", definition, choice, None, &Opening::default(), Census);
    let layers = layers.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    layers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn ours(file: &str) -> PathBuf {
    project().join("tests/data/definitions").join(file)
}

fn metric(metric: Metric) -> RuleChoice {
    RuleChoice { metric: Some(metric), ..RuleChoice::default() }
}

/// The expected counts are from twsearch 268d1a3.
#[test]
fn our_files_have_the_censuses_of_another_program() {
    for (file, by, expected) in [
        ("pyraminx_notips.tws", Metric::Half, "1 8 48 288 1728 9896 51808 220111 480467 166276 2457 32"),
        (
            "magicboard.tws",
            Metric::Quarter,
            "1 5 14 34 82 188 412 872 1651 2937 4650 6074 7624 7482 5738 2184 322 48 2",
        ),
        ("magicboard.tws", Metric::Half, "1 7 24 72 181 403 820 1636 2824 4428 5750 7148 7778 6624 2222 378 24"),
    ] {
        assert_eq!(census(&ours(file), &metric(by), false), expected, "{file}");
    }
}

/// If every turn costs 1, a half turn costs 2, so positions by cost are positions by quarter turns. The expected counts
/// are from twsearch 268d1a3.
#[test]
fn turns_that_cost_one_are_counted_as_quarter_turns() {
    let layers = with_definition("2x2x2?moves=U,R,F&metric=weights", None, ByCost).unwrap();
    let expected = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276];
    assert_eq!(layers, expected);
    let board = format!("file:@{}?metric=weights", ours("magicboard.tws").display());
    let layers = with_definition(&board, None, ByCost).unwrap();
    let expected = [1, 5, 14, 34, 82, 188, 412, 872, 1651, 2937, 4650, 6074, 7624, 7482, 5738, 2184, 322, 48, 2];
    assert_eq!(layers, expected);
}

/// If all moves have the same cost, the layers by cost are the layers by moves, at multiples of that cost.
#[test]
fn equal_costs_leave_the_census_as_it_is() {
    let text = std::fs::read_to_string(ours("2x4slide.tws")).unwrap();
    let mut definition = read(&text).unwrap();
    definition.moves.iter_mut().for_each(|m| m.repeats = Repeats::Inverse);
    let plain =
        open_definition("file", definition.clone(), &RuleChoice::default(), None, &Opening::default(), Census).unwrap();
    for cost in [2, 7, MOST_COST] {
        definition.moves.iter_mut().for_each(|m| m.weight = cost);
        let dear =
            open_definition("file", definition.clone(), &RuleChoice::default(), None, &Opening::default(), ByCost)
                .unwrap();
        let apart = |(number, &layer): (usize, &u64)| (layer > 0).then_some((number, layer));
        let there: Vec<(usize, u64)> = dear.iter().enumerate().filter_map(apart).collect();
        let expected: Vec<(usize, u64)> =
            plain.iter().enumerate().map(|(number, &layer)| (number * cost as usize, layer)).collect();
        assert_eq!(there, expected, "{cost}");
    }
}

/// A slot with a condition that no move touches holds no blank, even if a moving piece has the same name as its piece.
#[test]
fn a_fixed_slot_with_a_condition_is_no_blank() {
    let text = "picture = \"a b c d\"\nsolved = \"A B C A\"\n[moves]\n\
        turn = { cycles = \"a b c\", when = \"d = A\" }\nswap = { cycles = \"a b\", when = \"d = A\" }\n";
    let layers =
        open_definition("file", read(text).unwrap(), &RuleChoice::default(), None, &Opening::default(), Mapped)
            .unwrap();
    assert_eq!(layers, [1, 3, 2]);
}

/// A test over the catalogue compares the families with the same list. The last three files, which have millions of
/// states, are compared if `LOYD_LONG` is set.
#[test]
fn files_have_the_censuses_of_their_families() {
    let list = include_str!("../../../tests/data/census.txt");
    let files = [
        ("sliding:2x4 | x 1 2 3 4 5 6 7 | ", "2x4slide.tws", Metric::Quarter, false),
        ("sliding:3x3 | x 1 2 3 4 5 6 7 8 | ", "8puzzle.tws", Metric::Quarter, false),
        ("pancake:8 | | ", "pancake8.tws", Metric::Half, false),
        ("top-spin:8x4:turns | | ", "topspin8_4.tws", Metric::Quarter, false),
        ("top-spin:8x4 | | ", "topspinN8_4.tws", Metric::Half, false),
        ("magic-board | | ", "magicboard.tws", Metric::Half, true),
        ("pancake:10 | | ", "pancake10.tws", Metric::Half, false),
        ("top-spin:10x4:turns | | ", "topspin10_4.tws", Metric::Quarter, false),
        ("top-spin:10x4 | | ", "topspinN10_4.tws", Metric::Half, false),
    ];
    for (family, file, by, is_one_way) in files.into_iter().take(if is_whole() { 9 } else { 6 }) {
        let expected = list.lines().find_map(|line| line.strip_prefix(family));
        assert_eq!(Some(&*census(&ours(file), &metric(by), is_one_way)), expected, "{family}{file}");
    }
}

/// The most states of a file of another program that is compared, and the number of such lines of `answers.tsv`. The
/// second pair applies if `LOYD_LONG` is set.
const MOST: [(u64, usize); 2] = [(1_000_000, 2), (4_000_000, 7)];

/// Compares files of another program with the counts of that program.
#[test]
fn files_of_others_have_the_censuses_of_their_program() {
    let folder = project().join("tests/data/definitions");
    let answers = std::fs::read_to_string(folder.join("answers.tsv")).unwrap();
    let (most, lines) = MOST[usize::from(is_whole())];
    let mut number = 0;
    for line in answers.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [label, file, options, states, _, expected] = fields[..] else { panic!("six columns: {line}") };
        // Files in which rotations are moves that are not counted are left out.
        if !file.starts_with("twsearch/") || file.contains("symm_") || states.parse::<u64>().unwrap() > most {
            continue;
        }
        let words: Vec<&str> = options.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            Some(words[place + 1].split(',').map(String::from).collect::<Vec<_>>())
        };
        let by = if words.contains(&"-q") { Metric::Quarter } else { Metric::Half };
        let choice = RuleChoice {
            metric: Some(by),
            moves: after("--moves"),
            omit: after("--omit").unwrap_or_default(),
            ..RuleChoice::default()
        };
        assert_eq!(census(&folder.join(file), &choice, false), expected, "{label}");
        number += 1;
    }
    assert_eq!(number, lines);
}
