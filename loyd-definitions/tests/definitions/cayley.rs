//! Compares definitions of Cayley graphs with the growth that others have published: layer by layer around the
//! identity, or around an arrangement of equal pieces. The tests of `table::map` contain the other families.

use crate::catalogue::is_whole;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::opening::Opening;
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::table::map::{MapOptions, Method, map, map_unranked};
use loyd_definitions::bundled;
use loyd_definitions::ids::open_definition;
use loyd_definitions::{Action, Definition, DefinitionFormat, Move, Pattern, Repeats, RuleChoice, Set};

/// The most positions of a space that is mapped by every method.
const FEW: u64 = 100_000;

/// The most positions of a space that is mapped; the second number applies if `LOYD_LONG` is set.
const MOST: [u64; 2] = [400_000, 12_000_000];

/// The census by every method, or only by the best method for a large space.
struct Census {
    states: u64,
}

impl Visitor for Census {
    type Output = Vec<Vec<u64>>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let limits = Limits::default();
        let by = |method| {
            let task = MapOptions { method, ..MapOptions::default() };
            map(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap().layers
        };
        if self.states > FEW {
            return vec![by(Method::Best)];
        }
        let (unranked, _) =
            map_unranked(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap();
        [Method::Symmetric, Method::Blocks, Method::Ranks].map(by).into_iter().chain([unranked.layers]).collect()
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let limits = Limits::default();
        vec![map_unranked(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap().0.layers]
    }
}

/// A generator: the slot from which each slot gets its piece, and whether that piece is turned over.
type Generator = Vec<(usize, bool)>;

/// The places `0..n`, with the places before `end` in reverse order.
fn reversed(n: usize, end: usize, is_turned: bool) -> Generator {
    (0..n).map(|slot| if slot < end { (end - 1 - slot, is_turned) } else { (slot, false) }).collect()
}

fn exchanged(n: usize, first: usize) -> Generator {
    let from = |slot| {
        if slot == first {
            first + 1
        } else if slot == first + 1 {
            first
        } else {
            slot
        }
    };
    (0..n).map(|slot| (from(slot), false)).collect()
}

fn rotated(n: usize, by: usize) -> Generator {
    (0..n).map(|slot| ((slot + by) % n, false)).collect()
}

/// The puzzle whose only moves are these generators.
fn definition(pieces: &[u8], sides: u8, generators: &[Generator]) -> Definition {
    let orientations = vec![sides; pieces.len()];
    let solved = Pattern { pieces: pieces.into(), orientations: vec![0; pieces.len()].into() };
    let moves = generators.iter().enumerate().map(|(number, generator)| {
        let from: Vec<u16> = generator.iter().map(|&(from, _)| from as u16).collect();
        let twist: Vec<u8> = generator.iter().map(|&(_, is_turned)| is_turned.into()).collect();
        let action = Action::new(&from, &twist, &orientations).unwrap();
        Move { repeats: Repeats::None, ..Move::new(format!("g{number}"), action) }
    });
    let sets = vec![Set::new("points", pieces.len(), sides)];
    Definition { moves: moves.collect(), ..Definition::new(DefinitionFormat::Loyd, sets, solved) }
}

/// The rows of a table: the key of the row, and the sizes of the layers.
fn rows(table: &str) -> impl Iterator<Item = (&str, Vec<u64>)> {
    table.lines().map(|line| {
        let (key, sizes) = line.split_once(",\"[").unwrap();
        (key, sizes.trim_end_matches("]\"").split(',').map(|size| size.trim().parse().unwrap()).collect())
    })
}

/// Compares a table. The key of each row is a number of points, or pieces as digits. Every fourth row of a table with
/// many rows is compared, or every row if `LOYD_LONG` is set.
fn agrees(name: &str, table: &str, sides: u8, generators: impl Fn(usize) -> Vec<Generator>, least: usize) {
    let most = MOST[usize::from(is_whole())];
    let step = if least < 40 || is_whole() { 1 } else { 4 };
    let mut number = 0;
    for (key, sizes) in rows(table).step_by(step) {
        let states = sizes.iter().sum();
        let pieces: Vec<u8> = match key.parse() {
            Ok(points) if !key.starts_with('0') => (0..points).collect(),
            _ => key.bytes().map(|digit| digit - b'0').collect(),
        };
        if states > most || pieces.len() < 2 {
            continue;
        }
        let definition = definition(&pieces, sides, &generators(pieces.len()));
        let censuses =
            open_definition("cayley", definition, &RuleChoice::default(), None, &Opening::default(), Census { states })
                .unwrap();
        for (number, layers) in censuses.into_iter().enumerate() {
            assert_eq!(layers, sizes, "{name} {key}, method {number}");
        }
        number += 1;
    }
    assert!(number >= least / step, "{name}: only {number} rows");
}

/// The families with names, by every method.
#[test]
fn families_with_names_grow_as_published() {
    for (name, table) in [
        ("lx", include_str!("../../../tests/data/cayleypy/lx.csv")),
        ("lrx", include_str!("../../../tests/data/cayleypy/lrx.csv")),
        ("star", include_str!("../../../tests/data/cayleypy/stars.csv")),
        ("transpositions", include_str!("../../../tests/data/cayleypy/all_transpositions.csv")),
        ("cyclic-coxeter", include_str!("../../../tests/data/cayleypy/cyclic_coxeter.csv")),
        ("coxeter", include_str!("../../../tests/data/cayleypy/coxeter.csv")),
        ("reversals", include_str!("../../../tests/data/cayleypy/full_reversals.csv")),
    ] {
        let mut number = 0;
        for (key, sizes) in rows(table) {
            let states: u64 = sizes.iter().sum();
            if states > 10_000 {
                continue;
            }
            let definition = bundled::open(name, key).unwrap().unwrap();
            let choice = RuleChoice::default();
            let censuses = open_definition(name, definition, &choice, None, &Opening::default(), Census { states });
            for (method, layers) in censuses.unwrap().into_iter().enumerate() {
                assert_eq!(layers, sizes, "{name}:{key}, method {method}");
            }
            number += 1;
        }
        assert!(number >= 5, "{name}: only {number} rows");
    }
}

macro_rules! published {
    ($($test:ident: $table:literal, $sides:literal, $generators:expr, $least:literal;)*) => {$(
        #[test]
        fn $test() {
            let table = include_str!(concat!("../../../tests/data/cayleypy/", $table, ".csv"));
            agrees($table, table, $sides, $generators, $least);
        }
    )*};
}

published! {
    pancakes_grow_as_published: "pancake", 1, |n| (2..=n).map(|end| reversed(n, end, false)).collect(), 7;
    burnt_pancakes_grow_as_published: "burnt_pancake", 2, |n| (1..=n).map(|end| reversed(n, end, true)).collect(), 5;
    neighbours_exchanged_grow_as_published: "coxeter", 1, |n| (1..n).map(|last| exchanged(n, last - 1)).collect(), 7;
    equal_pieces_rotated_and_exchanged_grow_as_published: "lrx_coset", 1,
        |n| vec![rotated(n, 1), rotated(n, n - 1), exchanged(n, 0)], 40;
    equal_pieces_of_a_ring_grow_as_published: "top_spin_coset", 1,
        |n| vec![rotated(n, 1), rotated(n, n - 1), reversed(n, 4, false)], 40;
}
