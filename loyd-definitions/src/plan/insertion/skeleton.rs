//! Finds words that bring many pieces home: a beam search whose guide is the sum of the distances of all pieces, each
//! as if it were alone.

use rustc_hash::FxHashSet;

use super::model::PieceModel;
use crate::compiled::budget::spend;
use loyd_core::exact::exact;
use loyd_core::limits::{Meter, Stop, holds};

/// The layers without a better estimate after which a beam ends.
const MOST_IDLE: usize = 12;

/// The most states of all layers of a beam together.
const MOST_LOGGED: usize = 1 << 21;

/// A move in the units of the estimates.
const WORTH_OF_MOVE: u32 = 16;

/// The value of a piece in a slot that no moves bring home from there.
const UNREACHED: u16 = 1 << 12;

/// By slot and code: the expected cost to bring this piece home, in 16ths of a move.
#[derive(Debug)]
pub struct PieceDistances {
    rows: Vec<[u16; 256]>,
}

/// The expected cost of a piece by its distance from home in moves, in 16ths of a move.
const EXPECTED: [u16; 8] = [0, 34, 42, 47, 50, 52, 54, 56];

impl PieceDistances {
    /// The table by breadth-first search from the homes of all pieces.
    pub fn new(model: &PieceModel) -> Self {
        let mut distances = vec![[UNREACHED; 256]; model.slots];
        let mut layer = Vec::new();
        for slot in 0..model.slots {
            distances[slot][usize::from(model.goal[slot])] = 0;
            layer.push((slot, model.goal[slot]));
        }
        for depth in 1.. {
            let mut next = Vec::new();
            spend(8 * layer.len() * model.moves.len());
            for &(slot, code) in &layer {
                for m in &model.moves {
                    // The moves are closed under inverses, so backward steps are forward steps.
                    let to = usize::from(m.to[slot]);
                    let code = model.turn(to, code, m.effect.twist[to]);
                    if distances[to][usize::from(code)] == UNREACHED {
                        distances[to][usize::from(code)] = EXPECTED[depth.min(EXPECTED.len() - 1)];
                        next.push((to, code));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        PieceDistances { rows: distances }
    }

    /// The sum over all slots.
    pub fn of(&self, state: &[u8]) -> u32 {
        state.iter().zip(&self.rows).map(|(&code, row)| u32::from(row[usize::from(code)])).sum()
    }
}

/// A state of a beam.
struct BeamNode {
    state: Box<[u8]>,
    /// The sum of the expected costs of its pieces.
    value: u32,
    /// The place of its last move in the log of moves.
    logged: u32,
    last: Option<u8>,
}

/// A word that a beam found, and the estimate of the cost of the whole solution.
#[derive(Clone, Debug)]
pub struct Skeleton {
    pub moves: Vec<u8>,
    pub estimate: u32,
}

/// The settings of a beam.
#[derive(Clone, Copy, Debug)]
pub struct SkeletonBeam {
    /// The number of states that are kept of each layer.
    pub width: usize,
    /// The number of words that are returned of each layer.
    pub each: usize,
}

impl SkeletonBeam {
    /// The most bytes of the states, the successors and the log of a beam.
    pub fn bytes(&self, model: &PieceModel) -> u64 {
        let state = 3 * model.slots + 128;
        (self.width * (state + model.moves.len() * size_of::<(u32, u32, u8)>()) + MOST_LOGGED.min(self.width << 7) * 8)
            as u64
    }
}

/// The best words of a beam, the words with the least estimates first. The beam ends when its estimates no longer fall.
///
/// # Errors
/// The limit that was reached.
pub fn skeletons(
    model: &PieceModel,
    distances: &PieceDistances,
    start: &[u8],
    beam: SkeletonBeam,
    meter: &mut Meter<'_>,
) -> Result<Vec<Skeleton>, Stop> {
    let mut log: Vec<(u32, u8)> = vec![(0, 0)];
    let first = BeamNode { state: start.into(), value: distances.of(start), logged: 0, last: None };
    let mut found = vec![Skeleton { moves: Vec::new(), estimate: first.value }];
    let (mut layer, mut least, mut idle, mut cost) = (vec![first], u32::MAX, 0, 0);
    let step = model.moves.iter().map(|m| m.cost).min().unwrap_or(1);
    while idle < MOST_IDLE && log.len() < MOST_LOGGED && !layer.is_empty() {
        cost += step;
        let children = children(model, distances, &layer, meter)?;
        let mut met: FxHashSet<Box<[u8]>> = FxHashSet::default();
        let mut next: Vec<BeamNode> = Vec::with_capacity(beam.width);
        for (value, number, m) in children {
            if next.len() >= beam.width {
                break;
            }
            let node = &layer[number as usize];
            let mut state = node.state.clone();
            model.apply(&mut state, m);
            if met.insert(state.clone()) {
                log.push((node.logged, m));
                next.push(BeamNode { state, value, logged: exact(log.len() - 1), last: Some(m) });
            }
        }
        for node in next.iter().take(beam.each) {
            found.push(Skeleton { moves: logged(&log, node.logged), estimate: WORTH_OF_MOVE * cost + node.value });
        }
        let best = next.first().map_or(u32::MAX, |node| WORTH_OF_MOVE * cost + node.value);
        idle = if best < least { 0 } else { idle + 1 };
        least = least.min(best);
        layer = next;
    }
    found.sort_by_key(|skeleton| skeleton.estimate);
    Ok(found)
}

/// The successors of a layer: the value, the place of the state before, and the move; the least values first.
fn children(
    model: &PieceModel,
    distances: &PieceDistances,
    layer: &[BeamNode],
    meter: &mut Meter<'_>,
) -> Result<Vec<(u32, u32, u8)>, Stop> {
    let mut children = Vec::with_capacity(layer.len() * model.moves.len());
    for (node, number) in layer.iter().zip(0..) {
        meter.stats.expanded += 1;
        meter.stats.generated += model.moves.len() as u64;
        meter.tick(0)?;
        for (made, m) in model.moves.iter().zip(0..) {
            // Two moves of the same slots, such as two turns of a face, are mostly one move.
            if node.last.is_some_and(|last| model.moves[usize::from(last)].support == made.support) {
                continue;
            }
            let mut value = node.value;
            for &to in &made.changes {
                let to = usize::from(to);
                let row = &distances.rows[to];
                let code = model.turn(to, node.state[usize::from(made.effect.from[to])], made.effect.twist[to]);
                // The sum has a term for each slot, so the old term is in it.
                value = value + u32::from(row[usize::from(code)]) - u32::from(row[usize::from(node.state[to])]);
            }
            children.push((value, number, m));
        }
    }
    children.sort_unstable();
    Ok(children)
}

/// The word that leads to a place of the log.
fn logged(log: &[(u32, u8)], mut at: u32) -> Vec<u8> {
    let mut moves = Vec::new();
    while at > 0 {
        let (before, m) = log[at as usize];
        moves.push(m);
        at = before;
    }
    moves.reverse();
    moves
}

holds!(PieceDistances { rows });
