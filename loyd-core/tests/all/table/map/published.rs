//! Maps of Cayley graphs of permutation groups against published growth tables, by every method.

use std::fmt::Write;

use super::*;
use loyd_core::opening::Opening;
use loyd_core::splitmix;
use loyd_definitions::RuleChoice;
use loyd_definitions::formats::read;
use loyd_definitions::ids::open_definition;

/// A permutation of points `0..n`: the image of each point.
pub type Permutation = Vec<usize>;

fn cycle(n: usize, points: &[usize]) -> Permutation {
    let mut goes: Permutation = (0..n).collect();
    points.iter().zip(points.iter().cycle().skip(1)).for_each(|(&from, &to)| goes[from] = to);
    goes
}

/// The permutation that puts the pieces of `order` into the places from `first` on.
fn reordered(n: usize, first: usize, order: impl IntoIterator<Item = usize>) -> Permutation {
    let mut goes: Permutation = (0..n).collect();
    order.into_iter().enumerate().for_each(|(place, piece)| goes[piece] = first + place);
    goes
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |first| (first + 1..n).map(move |second| (first, second)))
}

pub fn star(n: usize) -> Vec<Permutation> {
    (1..n).map(|point| cycle(n, &[0, point])).collect()
}

pub fn all_transpositions(n: usize) -> Vec<Permutation> {
    pairs(n).map(|(first, second)| cycle(n, &[first, second])).collect()
}

fn full_reversals(n: usize) -> Vec<Permutation> {
    pairs(n).map(|(first, last)| reordered(n, first, (first..=last).rev())).collect()
}

fn cyclic_coxeter(n: usize) -> Vec<Permutation> {
    (0..n).map(|point| cycle(n, &[point, (point + 1) % n])).collect()
}

fn rotation(n: usize, by: usize) -> Permutation {
    (0..n).map(|point| (point + by) % n).collect()
}

pub fn lrx(n: usize) -> Vec<Permutation> {
    vec![rotation(n, 1), rotation(n, n - 1), cycle(n, &[0, 1])]
}

fn lx(n: usize) -> Vec<Permutation> {
    vec![rotation(n, 1), cycle(n, &[0, 1])]
}

fn top_spin(n: usize) -> Vec<Permutation> {
    vec![rotation(n, 1), rotation(n, n - 1), reordered(n, 0, (0..4).rev())]
}

fn consecutive_cycles(n: usize, length: usize) -> Vec<Permutation> {
    (0..=n - length).map(|first| cycle(n, &(first..first + length).collect::<Vec<_>>())).collect()
}

/// Random even permutations of `n` points, from a seed.
pub fn random_even(n: usize, number: usize, seed: u64) -> Vec<Permutation> {
    let mut below = splitmix::below(seed);
    let mut one = || {
        let mut goes: Permutation = (0..n).collect();
        let mut is_odd = false;
        for place in (2..n).rev() {
            let other = below(place as u64 + 1) as usize;
            goes.swap(place, other);
            is_odd ^= place != other;
        }
        if is_odd {
            goes.swap(0, 1);
        }
        goes
    };
    (0..number).map(|_| one()).collect()
}

/// The definition of the puzzle whose moves are these permutations alone.
pub fn definition(n: usize, moves: &[Permutation]) -> String {
    let mut text = String::from("inverses = false\npowers = false\npicture = \"");
    (1..=n).for_each(|point| write!(text, "{point} ").unwrap());
    text.push_str("\"\n[moves]\n");
    for (number, goes) in moves.iter().enumerate() {
        write!(text, "m{number} = \"").unwrap();
        let mut is_seen = vec![false; n];
        for start in 0..n {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut is_seen[at], true) {
                cycle.push((at + 1).to_string());
                at = goes[at];
            }
            if cycle.len() > 1 {
                write!(text, "({})", cycle.join(" ")).unwrap();
            }
        }
        text.push_str("\"\n");
    }
    text
}

pub fn with_moves<V: Visitor>(n: usize, moves: &[Permutation], visitor: V) -> V::Output {
    let definition = read(&definition(n, moves)).unwrap();
    open_definition("file", definition, &RuleChoice::default(), None, &Opening::default(), visitor).unwrap()
}

/// The census by one method.
struct ByMethod(Method);

impl Visitor for ByMethod {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        freely(&puzzle, self.0).layers
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("arrangements of few pieces are numbered")
    }
}

/// The rows of a table: the numbers of a row's key, and the sizes of the layers.
fn rows(table: &'static str) -> impl Iterator<Item = (Vec<usize>, Vec<u64>)> {
    let numbers = |text: &str| text.split(',').map(|number| number.trim().parse().unwrap()).collect::<Vec<u64>>();
    table.lines().map(move |line| {
        let (key, sizes) = line.split_once("\"[").unwrap();
        let key = numbers(key.trim_end_matches(',').trim_matches('"'));
        (key.into_iter().map(|number| number as usize).collect(), numbers(sizes.trim_end_matches("]\"")))
    })
}

/// Spaces of at most this many positions are mapped by every method, larger ones by the best method alone.
const FEW: u64 = 400_000;

/// Compares maps with the rows of a table that have at most `most` positions.
fn agree(table: &'static str, most: u64, moves: impl Fn(&[usize]) -> Vec<Permutation>) {
    let mut number = 0;
    for (key, sizes) in rows(table).filter(|(_, sizes)| sizes.iter().sum::<u64>() <= most) {
        let moves = moves(&key);
        let methods: &[Method] = if sizes.iter().sum::<u64>() <= FEW { &METHODS } else { &[Method::Best] };
        for &method in methods {
            assert_eq!(with_moves(key[0], &moves, ByMethod(method)), sizes, "{key:?} by {method:?}");
        }
        number += 1;
    }
    assert!(number >= 4, "only {number} rows");
}

macro_rules! published {
    ($($test:ident: $table:literal, $most:literal, $moves:expr;)*) => {$(
        #[test]
        fn $test() {
            agree(include_str!(concat!("../../../../../tests/data/cayleypy/", $table, ".csv")), $most, $moves);
        }
    )*};
}

published! {
    stars_grow_as_published: "stars", 40_000_000, |key| star(key[0]);
    transpositions_grow_as_published: "all_transpositions", 4_000_000, |key| all_transpositions(key[0]);
    reversals_grow_as_published: "full_reversals", 4_000_000, |key| full_reversals(key[0]);
    neighbours_exchanged_in_a_ring_grow_as_published: "cyclic_coxeter", 4_000_000, |key| cyclic_coxeter(key[0]);
    rotations_and_an_exchange_grow_as_published: "lrx", 4_000_000, |key| lrx(key[0]);
    one_rotation_and_an_exchange_grow_as_published: "lx", 4_000_000, |key| lx(key[0]);
    top_spin_grows_as_published: "top_spin", 4_000_000, |key| top_spin(key[0]);
    consecutive_cycles_grow_as_published: "consecutive_k_cycles", 4_000_000, |key| consecutive_cycles(key[0], key[1]);
}

/// The planned memory and disk space of a map.
struct Sized(Method);

impl Visitor for Sized {
    type Output = MapSize;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> MapSize {
        size(&puzzle, self.0, false)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> MapSize {
        panic!("arrangements of few pieces are numbered")
    }
}

/// The bytes that a map by blocks holds.
struct Held(Method);

impl Visitor for Held {
    type Output = u64;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> u64 {
        held_by_blocks(&puzzle, self.0, None).0
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> u64 {
        panic!("arrangements of few pieces are numbered")
    }
}

/// A plan includes the tables of turnings, and random moves make thousands of turnings.
#[test]
fn a_plan_counts_the_turnings() {
    let random = |n, number| (n, random_even(n, number, 26));
    for (n, moves) in [
        (11, star(11)),
        (10, all_transpositions(10)),
        (11, all_transpositions(11)),
        (12, lrx(12)),
        random(9, 20),
        random(10, 8),
        random(11, 3),
        random(12, 2),
    ] {
        for method in [Method::Symmetric, Method::Blocks] {
            let MapSize { bytes, by_blocks, .. } = with_moves(n, &moves, Sized(method));
            let held = with_moves(n, &moves, Held(method));
            assert!(by_blocks && held <= bytes && bytes <= held + held / 5, "{n} {}: {held}, {bytes}", moves.len());
        }
    }
}

/// 64 random moves of 14 points make more turnings than there are numbers.
#[test]
fn what_has_too_many_turnings_is_not_mapped_by_blocks() {
    for method in METHODS {
        let planned = with_moves(14, &random_even(14, 64, 26), Sized(method));
        assert!(!planned.by_blocks && planned.symmetries == 1, "{planned:?}");
    }
    assert!(with_moves(14, &star(14), Sized(Method::Blocks)).by_blocks);
}

/// Stars and transpositions have millions of symmetries. Some of them are used, and they are found at once.
#[test]
fn of_many_symmetries_some_are_used() {
    for (n, moves) in [(11, star(11)), (14, star(14)), (9, all_transpositions(9))] {
        let MapSize { symmetries, .. } = with_moves(n, &moves, Sized(Method::Best));
        assert!((2..=64).contains(&symmetries), "{n}: {symmetries}");
    }
}
