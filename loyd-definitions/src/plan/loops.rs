//! Loops of moves: words that may be made in every position of one shape, and lead back to that shape.

use std::collections::BTreeMap;

use super::shapes::Shapes;
use super::sift::{MOST_LENGTH, MoveAlgebra, WordAction};
use crate::compiled::budget::spend;
use crate::compiled::motion::CompiledMoves;
use crate::definition::Action;

/// The most short words that are expanded, and the most loops that are made of them, in the order of their lengths.
const FIRST: usize = 10_000;

/// The most pairs of words that are joined for loops. Some joined words are shorter than both words together.
const PAIRS: usize = 16 * FIRST;

/// A word that may be made in positions of the first shape, and the shape that it leads to.
struct ShapeWord {
    known: WordAction,
    shape: u32,
}

/// Loops at the first shape: short loops in the order of their lengths, then some loops that together generate all
/// others.
pub fn loops<const N: usize>(moves: &MoveAlgebra, shapes: &Shapes<N>, motions: &CompiledMoves) -> Vec<WordAction> {
    let walks = walks(moves, shapes, motions);
    let mut loops: Vec<WordAction> =
        walks.iter().filter(|walk| walk.shape == 0).map(|walk| walk.known.clone()).collect();
    if shapes.len() > 1 {
        meet(moves, &walks, &mut loops);
        loops.extend(generators(moves, shapes, motions));
    }
    loops
}

/// The first words in the order of their lengths.
fn walks<const N: usize>(moves: &MoveAlgebra, shapes: &Shapes<N>, motions: &CompiledMoves) -> Vec<ShapeWord> {
    let nothing = WordAction { moves: Vec::new(), action: Action::identity(moves.orientations.len()) };
    let mut walks = vec![ShapeWord { known: nothing, shape: 0 }];
    let mut at = 0;
    while at < walks.len() && walks.len() < FIRST && walks[at].known.moves.len() < MOST_LENGTH {
        spend(8 * moves.actions.len() * moves.orientations.len());
        for (m, action) in &moves.actions {
            let ShapeWord { known, shape } = &walks[at];
            let Some(shape) = shapes.after(motions, *shape, *m) else { continue };
            let mut word = known.moves.clone();
            moves.push(&mut word, *m);
            if word.len() > known.moves.len() {
                let known = WordAction { moves: word, action: known.action.then(action, &moves.orientations) };
                walks.push(ShapeWord { known, shape });
            }
        }
        at += 1;
    }
    walks
}

/// Adds the loops that are longer than all walks: one walk, and then another walk to the same shape, taken back. Each
/// loop is cut in its middle, so it comes once.
fn meet(moves: &MoveAlgebra, walks: &[ShapeWord], loops: &mut Vec<WordAction>) {
    let mut ends: BTreeMap<(usize, u32), Vec<&WordAction>> = BTreeMap::new();
    for ShapeWord { known, shape } in walks {
        ends.entry((known.moves.len(), *shape)).or_default().push(known);
    }
    let mut pairs = 0;
    let longest = walks.last().map_or(0, |walk| walk.known.moves.len());
    for length in longest + 1..=2 * longest {
        let half = length / 2;
        for (&(_, shape), back) in ends.range((half, 0)..=(half, u32::MAX)) {
            let there = ends.get(&(length - half, shape)).into_iter().flatten();
            for (there, back) in there.flat_map(|there| back.iter().map(move |back| (there, back))) {
                pairs += 1;
                spend(8 * moves.orientations.len());
                if loops.len() >= FIRST || pairs > PAIRS {
                    return;
                }
                let joined = moves.joined(there, &moves.back(back));
                if joined.moves.len() >= length {
                    loops.push(joined);
                }
            }
        }
    }
}

/// A loop through each move from each shape, on shortest paths. These loops generate all loops (O. Schreier, "Die
/// Untergruppen der freien Gruppen", 1927). If they are very many, only some of them are returned.
fn generators<const N: usize>(moves: &MoveAlgebra, shapes: &Shapes<N>, motions: &CompiledMoves) -> Vec<WordAction> {
    let edges: Vec<(u32, u8, u32)> = shapes
        .off_ways(motions, moves.actions.iter().map(|&(m, _)| m))
        .filter(|&(shape, _, next)| shapes.depth(shape) + shapes.depth(next) < MOST_LENGTH)
        .collect();
    let through = |&(shape, m, next): &(u32, u8, u32)| {
        spend((shapes.depth(shape) + shapes.depth(next) + 2) * 4 * moves.orientations.len());
        let mut there = shapes.way_to(shape);
        moves.push(&mut there, m);
        moves.joined(&moves.word(there), &moves.back(&moves.word(shapes.way_to(next))))
    };
    edges.iter().step_by(edges.len().div_ceil(FIRST).max(1)).map(through).collect()
}
