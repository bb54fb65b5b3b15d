//! Cayley graphs of permutation groups, made for a number of tiles: a row of tiles, and the generators as moves.
//!
//! The known facts are rows of the tables of CayleyPy (arXiv 2509.19162), unless another source is named.

use super::{KnownFacts, NoBoard, known};
use crate::definition::{Action, Definition, DefinitionFormat, Metric, Move, Pattern, PictureSpot, Repeats, Set};
use loyd_core::exact::exact;

/// The most tiles of a graph with at most one generator for each tile.
const MOST: usize = 100;

/// The most tiles of a graph with a generator for each pair of places: 253 moves. A puzzle has at most 256 moves.
const MOST_OF_PAIRS: usize = 23;

/// The most tiles of a graph with a generator for each pair of places and each place: 253 moves.
const MOST_OF_SIGNED: usize = 22;

/// The most tiles of a graph with a generator for each two neighbouring blocks: 220 moves.
const MOST_OF_BLOCKS: usize = 11;

/// A generator: for each place the tile that comes there, by its place before.
type Order = Vec<usize>;

/// Reads the number of tiles.
fn tiles(parameters: &str, least: usize, most: usize) -> Result<usize, NoBoard> {
    let count = parameters.parse().ok().filter(|count| (least..=most).contains(count));
    count.ok_or_else(|| NoBoard::new(parameters, format!("{least} to {most} tiles")))
}

/// The row of `count` tiles with so many sides, whose moves are these generators.
fn row(family: &str, count: usize, sides: u8, moves: Vec<Move>) -> Definition {
    let solved = Pattern { pieces: (0..count).map(exact::<u8>).collect(), orientations: vec![0; count].into() };
    let spot = |slot: usize| PictureSpot { row: 0, column: exact(slot), slot: exact(slot), side: 0 };
    Definition {
        name: format!("{family} {count}"),
        moves,
        spots: (0..count).map(spot).collect(),
        ..Definition::new(DefinitionFormat::Loyd, vec![Set::new("tiles", count, sides)], solved)
    }
}

/// The move that puts the tiles into this order.
fn generator(name: String, order: &Order, repeats: Repeats) -> Move {
    let from: Vec<u16> = order.iter().map(|&from| exact(from)).collect();
    let (twist, sides) = (vec![0; from.len()], vec![1; from.len()]);
    let action = Action::new(&from, &twist, &sides).expect("an order of the tiles");
    Move { repeats, ..Move::new(name, action) }
}

/// The move `a-b`, which exchanges the tiles of two places.
fn exchange(count: usize, first: usize, second: usize) -> Move {
    let mut order: Order = (0..count).collect();
    order.swap(first, second);
    generator(format!("{}-{}", first + 1, second + 1), &order, Repeats::Powers)
}

/// The pairs of places, the first one before the second one.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// The moves `L` and perhaps `R`, which shift all tiles by one place, and `X`, which exchanges the first two.
fn shifts(count: usize, has_right: bool) -> Vec<Move> {
    let shift = |name: &str, by: usize| {
        let order: Order = (0..count).map(|place| (place + by) % count).collect();
        generator(name.into(), &order, Repeats::None)
    };
    let exchange = Move { name: "X".into(), ..exchange(count, 0, 1) };
    let right = has_right.then(|| shift("R", count - 1));
    [shift("L", 1)].into_iter().chain(right).chain([exchange]).collect()
}

/// Makes `lx:N`. The inverse of `L` is no move, so the graph is directed.
pub(super) fn lx(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 3, MOST)?;
    Ok(row("LX", count, 1, shifts(count, false)))
}

/// Makes `lrx:N`.
pub(super) fn lrx(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 3, MOST)?;
    Ok(row("LRX", count, 1, shifts(count, true)))
}

/// Makes `star:N`: the first tile is exchanged with any other tile.
pub(super) fn star(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 3, MOST)?;
    Ok(row("star", count, 1, (1..count).map(|place| exchange(count, 0, place)).collect()))
}

/// Makes `transpositions:N`: any two tiles are exchanged.
pub(super) fn transpositions(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 2, MOST_OF_PAIRS)?;
    Ok(row("transpositions", count, 1, pairs(count).map(|(first, second)| exchange(count, first, second)).collect()))
}

/// Makes `coxeter:N`: two neighbours are exchanged.
pub(super) fn coxeter(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 2, MOST)?;
    Ok(row("Coxeter", count, 1, (1..count).map(|place| exchange(count, place - 1, place)).collect()))
}

/// Makes `cyclic-coxeter:N`: two neighbours of a ring are exchanged. The last tile and the first one are neighbours.
pub(super) fn cyclic_coxeter(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 3, MOST)?;
    let moves = (0..count).map(|place| exchange(count, place, (place + 1) % count));
    Ok(row("cyclic Coxeter", count, 1, moves.collect()))
}

/// Makes `reversals:N`: the move `a-b` reverses the tiles from place a to place b.
pub(super) fn reversals(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 2, MOST_OF_PAIRS)?;
    let moves = pairs(count).map(|(first, last)| {
        let mut order: Order = (0..count).collect();
        order[first..=last].reverse();
        generator(format!("{}-{}", first + 1, last + 1), &order, Repeats::Powers)
    });
    Ok(row("reversals", count, 1, moves.collect()))
}

/// Makes `signed-reversals:N`: the move `a-b` reverses the tiles from place a to place b and turns them over. `a-a`
/// turns over a single tile (S. Hannenhalli and P. A. Pevzner, "Transforming cabbage into turnip", Journal of the ACM
/// 46, 1999).
pub(super) fn signed_reversals(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 2, MOST_OF_SIGNED)?;
    let moves = pairs(count + 1).map(|(first, end)| {
        let mut from: Vec<u16> = (0..exact::<u16>(count)).collect();
        from[first..end].reverse();
        let twist: Vec<u8> = (0..count).map(|place| u8::from((first..end).contains(&place))).collect();
        let action = Action::new(&from, &twist, &vec![2; count]).expect("a part of the row is reversed");
        Move::new(format!("{}-{end}", first + 1), action)
    });
    Ok(row("signed reversals", count, 2, moves.collect()))
}

/// Makes `block-transpositions:N`: the move `a-b-c` exchanges the block from place a to place b with the block that
/// follows and ends at place c (V. Bafna and P. A. Pevzner, "Sorting by transpositions", SIAM Journal on Discrete
/// Mathematics 11, 1998).
pub(super) fn block_transpositions(parameters: &str) -> Result<Definition, NoBoard> {
    let count = tiles(parameters, 2, MOST_OF_BLOCKS)?;
    let mut moves = Vec::new();
    for (first, middle) in pairs(count) {
        for end in middle + 1..=count {
            let mut order: Order = (0..count).collect();
            order[first..end].rotate_left(middle - first);
            moves.push(generator(format!("{}-{middle}-{end}", first + 1), &order, Repeats::None));
        }
    }
    Ok(row("block transpositions", count, 1, moves))
}

/// The numbers of tiles from 2 on, with their factorials.
const SIZES: [(&str, &str); 14] = [
    ("2", "2"),
    ("3", "6"),
    ("4", "24"),
    ("5", "120"),
    ("6", "720"),
    ("7", "5040"),
    ("8", "40320"),
    ("9", "362880"),
    ("10", "3628800"),
    ("11", "39916800"),
    ("12", "479001600"),
    ("13", "6227020800"),
    ("14", "87178291200"),
    ("15", "1307674368000"),
];

const CAYLEYPY: &str = "N! states; God's number: CayleyPy (arXiv 2509.19162)";
const STARS: &str = "N! states; God's number: CayleyPy (arXiv 2509.19162), of 12 tiles and more record/atlas";
const RINGS: &str = "N! states; God's number: CayleyPy (arXiv 2509.19162), of 14 tiles record/atlas";
const BLOCKS: &str = "N! states; God's number: record/atlas";
const SIGNED: &str = "2^N N! states; God's number: record/atlas";

/// God's number of a graph.
type Depth = [(Metric, u32); 1];

/// The known facts about the graphs of `least` tiles, one tile more and so on.
const fn facts<const N: usize>(least: usize, depths: &'static [Depth; N], source: &'static str) -> [KnownFacts; N] {
    let mut facts = [known("", "", "", &[], source); N];
    let mut place = 0;
    while place < N {
        let (parameters, states) = SIZES[least - 2 + place];
        facts[place] = known(parameters, "", states, &depths[place], source);
        place += 1;
    }
    facts
}

/// God's numbers, whatever counts as a move: each generator is one move.
macro_rules! depths {
    ($($depth:literal)*) => { &[$([(Metric::Half, $depth)]),*] };
}

pub(super) const LX: [KnownFacts; 13] = facts(3, depths!(2 6 11 18 25 35 45 58 71 87 103 122 141), CAYLEYPY);
pub(super) const LRX: [KnownFacts; 13] = facts(3, depths!(2 6 10 15 21 28 36 45 55 66 78 91 105), CAYLEYPY);
pub(super) const STAR: [KnownFacts; 12] = facts(3, depths!(3 4 6 7 9 10 12 13 15 16 18 19), STARS);
pub(super) const TRANSPOSITIONS: [KnownFacts; 14] = facts(2, depths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14), CAYLEYPY);
pub(super) const CYCLIC_COXETER: [KnownFacts; 12] = facts(3, depths!(2 4 6 9 12 16 20 25 30 36 42 49), RINGS);
pub(super) const COXETER: [KnownFacts; 14] = facts(2, depths!(1 3 6 10 15 21 28 36 45 55 66 78 91 105), CAYLEYPY);
pub(super) const REVERSALS: [KnownFacts; 13] = facts(2, depths!(1 2 3 4 5 6 7 8 9 10 11 12 13), CAYLEYPY);
pub(super) const BLOCK_TRANSPOSITIONS: [KnownFacts; 7] = facts(3, depths!(2 3 3 4 4 5 5), BLOCKS);
pub(super) const SIGNED_REVERSALS: [KnownFacts; 8] = [
    known("2", "", "8", &[(Metric::Half, 3)], SIGNED),
    known("3", "", "48", &[(Metric::Half, 3)], SIGNED),
    known("4", "", "384", &[(Metric::Half, 5)], SIGNED),
    known("5", "", "3840", &[(Metric::Half, 6)], SIGNED),
    known("6", "", "46080", &[(Metric::Half, 7)], SIGNED),
    known("7", "", "645120", &[(Metric::Half, 8)], SIGNED),
    known("8", "", "10321920", &[(Metric::Half, 9)], SIGNED),
    known("9", "", "185794560", &[(Metric::Half, 10)], SIGNED),
];
