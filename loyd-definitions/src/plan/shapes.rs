//! Shapes of positions: the part of a position on which the conditions of moves depend.
//!
//! Pieces of a set are of one kind if every condition treats them alike. The shape of a position is the kind of the
//! piece in each slot. It decides which moves may be made, and the shape after each of them. So the shapes are the
//! vertices of a graph, and the moves are its edges. Moves that lead from a shape back to it may be made in every
//! position of that shape. If no move has a condition, there is one shape.

use rustc_hash::FxHashMap;

use crate::compiled::budget::{grow, spend};
use crate::compiled::codes::PieceCodes;
use crate::compiled::motion::CompiledMoves;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};

/// The most bytes of the shapes that are looked at.
const MOST_BYTES: usize = 1 << 23;

/// The most moves from shapes that are looked at, if the caller does no more work for each of them.
pub const MOST_MOVES: usize = 1 << 21;

/// The shapes that moves lead to, breadth-first from the first.
#[derive(Debug)]
pub struct Shapes<const N: usize> {
    kinds: Kinds,
    all: Vec<Bytes<N>>,
    number: FxHashMap<Bytes<N>, u32>,
    reached: Vec<ShapeStep>,
}

/// The last step of a shortest path from the first shape to a shape. The first shape is reached from itself.
#[derive(Clone, Copy, Debug)]
struct ShapeStep {
    /// The shape before it on the path.
    before: u32,
    /// The move from that shape.
    m: u8,
    /// The number of moves of the path.
    depth: u32,
}

/// The kinds of pieces.
#[derive(Debug)]
struct Kinds {
    /// By set and code: the least code of the same kind.
    least: Vec<[u8; 256]>,
    set_of: Box<[usize]>,
}

impl Kinds {
    fn new(codes: &PieceCodes, motions: &CompiledMoves) -> Self {
        let of_set = |set: usize| {
            let alphabet = &codes.alphabets[set];
            let checks: Vec<_> = motions.checks().filter(|&(slot, _)| codes.set_of[slot] == set).collect();
            let mut least = [0; 256];
            let mut known: FxHashMap<Vec<bool>, u8> = FxHashMap::default();
            for class in &alphabet.classes {
                let code = usize::from(class.base);
                let seen = checks.iter().map(|(_, allowed)| allowed[code / 64] >> (code % 64) & 1 == 1).collect();
                let kind = *known.entry(seen).or_insert(class.base);
                least[code..code + usize::from(class.modulus)].fill(kind);
            }
            least
        };
        Kinds { least: (0..codes.alphabets.len()).map(of_set).collect(), set_of: codes.set_of.as_slice().into() }
    }

    /// The shape of a state, as the state of that shape in which every piece is the least of its kind.
    fn shape<const N: usize>(&self, mut state: Bytes<N>) -> Bytes<N> {
        for (code, &set) in state.0.iter_mut().zip(&self.set_of) {
            *code = self.least[set][usize::from(*code)];
        }
        state
    }
}

impl<const N: usize> Shapes<N> {
    /// The shapes that these moves lead to from the shape of `home`, which is number 0; `None` if they are too many, or
    /// more than `most_moves` moves lead from them.
    pub fn new(
        codes: &PieceCodes,
        motions: &CompiledMoves,
        moves: &[u8],
        home: &Bytes<N>,
        most_moves: usize,
    ) -> Option<Self> {
        let kinds = Kinds::new(codes, motions);
        let first = kinds.shape(*home);
        let number = FxHashMap::from_iter([(first, 0)]);
        let mut shapes =
            Shapes { kinds, all: vec![first], number, reached: vec![ShapeStep { before: 0, m: 0, depth: 0 }] };
        let most = (most_moves / moves.len().max(1)).min(MOST_BYTES / N);
        let mut at = 0;
        while at < shapes.all.len() {
            spend(moves.len() * 2 * N);
            for &m in moves {
                let Some(next) = shapes.made(motions, exact(at), m) else { continue };
                if !shapes.number.contains_key(&next) {
                    if shapes.all.len() >= most {
                        return None;
                    }
                    grow(4 * N);
                    shapes.number.insert(next, exact(shapes.all.len()));
                    shapes.all.push(next);
                    let depth = shapes.reached[at].depth + 1;
                    shapes.reached.push(ShapeStep { before: exact(at), m, depth });
                }
            }
            at += 1;
        }
        Some(shapes)
    }

    /// The number of shapes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a state's shape; `None` if the moves do not lead to it.
    pub fn of(&self, state: &Bytes<N>) -> Option<u32> {
        self.number.get(&self.kinds.shape(*state)).copied()
    }

    /// The shape to which move `m` leads from `shape`; `None` if the move may not be made.
    pub fn after(&self, motions: &CompiledMoves, shape: u32, m: u8) -> Option<u32> {
        self.made(motions, shape, m).map(|next| self.number[&next])
    }

    fn made(&self, motions: &CompiledMoves, shape: u32, m: u8) -> Option<Bytes<N>> {
        let mut state = self.all[shape as usize];
        if !motions.is_legal(&state.0, m) {
            return None;
        }
        motions.make(&mut state.0, m);
        Some(self.kinds.shape(state))
    }

    /// The last step of a shortest path to a shape: the shape before it, and the move; `None` for the first shape.
    pub fn last_step(&self, shape: u32) -> Option<(u32, u8)> {
        let reached = self.reached[shape as usize];
        (shape > 0).then_some((reached.before, reached.m))
    }

    /// The moves with which no stored path ends: the shape before each, the move, and the shape after it.
    pub fn off_ways(
        &self,
        motions: &CompiledMoves,
        moves: impl Iterator<Item = u8> + Clone,
    ) -> impl Iterator<Item = (u32, u8, u32)> {
        let all = (0..exact(self.len())).flat_map(move |shape| moves.clone().map(move |m| (shape, m)));
        all.filter_map(|(shape, m)| self.after(motions, shape, m).map(|next| (shape, m, next)))
            .filter(|&(shape, m, next)| self.last_step(next) != Some((shape, m)))
    }

    /// Whether moves lead to the first shape from all these shapes, and from no others.
    pub fn are_all(&self, motions: &CompiledMoves, moves: &[u8]) -> bool {
        let mut met = vec![false; self.len()];
        met[0] = true;
        let (mut found, mut at) = (vec![0], 0);
        while let Some(&shape) = found.get(at) {
            spend(moves.len() * 2 * N);
            let state = &self.all[shape as usize];
            for &m in moves.iter().filter(|&&m| motions.leads_to(&state.0, m)) {
                let mut before = *state;
                motions.take_back(&mut before.0, m);
                let Some(&before) = self.number.get(&self.kinds.shape(before)) else { return false };
                if !std::mem::replace(&mut met[before as usize], true) {
                    found.push(before);
                }
            }
            at += 1;
        }
        found.len() == self.len()
    }

    /// The number of moves of a shortest path from the first shape to `shape`.
    pub fn depth(&self, shape: u32) -> usize {
        self.reached[shape as usize].depth as usize
    }

    /// The stored shortest path from the first shape to `shape`. Each beginning of it is the stored path to its end.
    pub fn way_to(&self, mut shape: u32) -> Vec<u8> {
        let mut way = Vec::with_capacity(self.depth(shape));
        while shape > 0 {
            let ShapeStep { before, m, .. } = self.reached[shape as usize];
            way.push(m);
            shape = before;
        }
        way.reverse();
        way
    }
}

holds_nothing!(ShapeStep);
holds!(Kinds { least, set_of });
holds!(for [const N: usize] Shapes<N> { kinds, all, number, reached });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::tests::{from_text, opened};
    use loyd_core::puzzle::{MoveSet, Puzzle};
    use loyd_core::splitmix;

    /// The moves that may be made, and the shape after each, depend on the shape alone, for all states met on walks.
    #[test]
    fn shapes_decide_what_moves_do() {
        let bandaged = from_text(include_str!("../../../definitions/bandaged-cube.loyd"));
        let puzzles =
            [("square-1", opened("square-1")), ("bandaged", bandaged), ("letters", opened("letters:abc/cab/ba-"))];
        for ((id, puzzle), number) in puzzles.into_iter().zip([3678, 4, 9]) {
            let moves: Vec<u8> = puzzle.moves.free.iter().chain(puzzle.moves.bound.iter().copied()).collect();
            let shapes = Shapes::new(&puzzle.codes, &puzzle.motions, &moves, &puzzle.goals[0], MOST_MOVES).unwrap();
            assert_eq!(shapes.len(), number, "{id}");
            let (mut state, mut below) = (puzzle.goals[0], splitmix::below(1));
            for _ in 0..2_000 {
                let shape = shapes.of(&state).unwrap();
                let legal: Vec<u8> = puzzle.moves(&state).iter().collect();
                for &m in &moves {
                    let mut next = state;
                    puzzle.apply(&mut next, m);
                    let expected = if legal.contains(&m) { shapes.of(&next) } else { None };
                    assert_eq!(shapes.after(&puzzle.motions, shape, m), expected, "{id}");
                }
                puzzle.apply(&mut state, legal[below(legal.len() as u64) as usize]);
            }
        }
    }

    /// The path to a shape leads there by moves that may be made.
    #[test]
    fn ways_lead_to_their_shapes() {
        let puzzle = opened("square-1");
        let shapes =
            Shapes::new(&puzzle.codes, &puzzle.motions, &puzzle.moves.bound, &puzzle.goals[0], MOST_MOVES).unwrap();
        for shape in 0..shapes.len() as u32 {
            let way = shapes.way_to(shape);
            assert_eq!(way.len(), shapes.depth(shape));
            let end = way.iter().try_fold(0, |at, &m| shapes.after(&puzzle.motions, at, m));
            assert_eq!(end, Some(shape));
        }
    }
}
