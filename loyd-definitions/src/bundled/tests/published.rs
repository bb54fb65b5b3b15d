//! Compares Cayley graphs with the growth that CayleyPy has published (`tests/data/cayleypy/README.md`).

use super::*;

/// The most positions of a graph that is searched; the second number applies if `LOYD_LONG` is set.
const MOST: [usize; 2] = [200_000, 12_000_000];

/// A table of CayleyPy.
macro_rules! table {
    ($name:literal) => {
        include_str!(concat!("../../../../tests/data/cayleypy/", $name, ".csv"))
    };
}

/// The families, each with its table and the number of rows that are searched.
const FAMILIES: [(&str, &str, usize); 8] = [
    ("lx", table!("lx"), 6),
    ("lrx", table!("lrx"), 6),
    ("star", table!("stars"), 6),
    ("transpositions", table!("all_transpositions"), 7),
    ("cyclic-coxeter", table!("cyclic_coxeter"), 6),
    ("coxeter", table!("coxeter"), 7),
    ("reversals", table!("full_reversals"), 7),
    ("burnt-pancake", table!("burnt_pancake"), 5),
];

/// The rows of a table: the number of points, and the sizes of the layers.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<usize>)> {
    table.lines().map(|line| {
        let (key, sizes) = line.split_once(",\"[").unwrap();
        (key, sizes.trim_end_matches("]\"").split(", ").map(|size| size.parse().unwrap()).collect())
    })
}

/// The published growth of a family's graph.
pub fn published(name: &str, parameters: &str) -> Option<Vec<usize>> {
    let (_, table, _) = FAMILIES.into_iter().find(|(family, ..)| *family == name)?;
    rows(table).find(|(key, _)| *key == parameters).map(|(_, sizes)| sizes)
}

#[test]
fn cayley_graphs_grow_as_published() {
    let most = MOST[usize::from(is_whole())];
    for (name, table, least) in FAMILIES {
        let mut number = 0;
        for (parameters, sizes) in rows(table) {
            // A stack has two pancakes or more.
            if sizes.iter().sum::<usize>() < most && !(name == "burnt-pancake" && parameters == "1") {
                assert_eq!(census(name, parameters, "", Metric::Half), sizes, "{name}:{parameters}");
                number += 1;
            }
        }
        assert!(number >= least, "{name}: only {number} rows");
    }
}

#[test]
fn a_row_of_any_other_length_is_refused() {
    let refused = |name: &str, parameters: &str| open(name, parameters).unwrap().unwrap_err().to_string();
    for (name, least, most) in [
        ("lx", 3, 100),
        ("lrx", 3, 100),
        ("star", 3, 100),
        ("transpositions", 2, 23),
        ("cyclic-coxeter", 3, 100),
        ("coxeter", 2, 100),
        ("reversals", 2, 23),
        ("signed-reversals", 2, 22),
        ("block-transpositions", 2, 11),
    ] {
        let more = (most + 1).to_string();
        for parameters in ["", "0", "1", "-5", "5x5", "4000000000", "99999999999999999999999", &more] {
            let expected = format!("found `{parameters}`, expected {least} to {most} tiles");
            assert_eq!(refused(name, parameters), expected, "{name}");
        }
        for size in [least, most] {
            let definition = opened(name, &size.to_string());
            let rules =
                PlayRules::new(&definition, &RuleChoice::default()).unwrap_or_else(|why| panic!("{name} {why}"));
            assert!(definition.slots() == size && !rules.turns.is_empty(), "{name}:{size}");
        }
    }
}

#[test]
fn moves_are_named_by_places() {
    let after = |name: &str, word: &str| {
        let definition = opened(name, "6");
        let made = |state, part: &str| definition.after(&state, &definition.move_named(part).unwrap().action);
        let state = word.split(' ').fold(definition.solved.clone(), made);
        let tile =
            |(piece, turned): (&u8, &u8)| if *turned > 0 { -1 - i32::from(*piece) } else { 1 + i32::from(*piece) };
        state.pieces.iter().zip(&state.orientations).map(tile).collect::<Vec<_>>()
    };
    assert_eq!(after("lx", "L X"), [3, 2, 4, 5, 6, 1]);
    assert_eq!(after("lrx", "L R R X"), [1, 6, 2, 3, 4, 5]);
    assert_eq!(after("star", "1-4"), [4, 2, 3, 1, 5, 6]);
    assert_eq!(after("transpositions", "2-5"), [1, 5, 3, 4, 2, 6]);
    assert_eq!(after("coxeter", "2-3"), [1, 3, 2, 4, 5, 6]);
    assert_eq!(after("cyclic-coxeter", "6-1"), [6, 2, 3, 4, 5, 1]);
    assert_eq!(after("reversals", "2-5"), [1, 5, 4, 3, 2, 6]);
    assert_eq!(after("signed-reversals", "2-4 6-6"), [1, -4, -3, -2, 5, -6]);
    assert_eq!(after("block-transpositions", "2-3-6"), [1, 4, 5, 6, 2, 3]);
}
