//! Breadth-first search from both ends, the smaller layer first (I. Pohl, "Bi-directional search", 1971).
//!
//! **When it is proved.** Both sides are grown by whole layers. While the states within `f` moves of a start and those within `b`
//! moves of a goal have nothing in common, every solution has more than `f + b` moves: a solution of at most `f + b` has a
//! state that is within `f` of its start and within `b` of its end. So the first state met by both, in the layer that makes it
//! `f + b`, lies on a shortest solution. Nothing is assumed of parity, nor of moves having inverses: the backward side goes by
//! [`Puzzle::undos_into`]; and what a state must remember (the kind of the last move) is part of it on both sides.

use super::depths::{Depths, Lowered};
use super::{Met, Outcome, a_move};
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle, Unsolvable};

/// Searches from `starts` and from `goals` until they meet; with `whole`, to the end of that layer, so that all states in the
/// middle of shortest solutions are known.
///
/// # Complexity
/// Time and memory in proportion to the states within half the length of either end; bytes a state as [`Depths`] says.
pub fn search<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    meter: &mut Meter<'_>,
) -> Outcome<Met<P, D>> {
    let mut proved = a_move(puzzle, starts);
    meet(puzzle, starts, goals, whole, &mut proved, meter).unwrap_or_else(|why| Outcome::Stopped {
        at_least: proved,
        best: None,
        why,
    })
}

/// One end: the states met from there, and the last layer.
struct Side<D, H> {
    depths: D,
    layer: Vec<H>,
    depth: u32,
}

fn begin<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    states: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<Side<D, D::Handle>, Stop> {
    let mut side = Side { depths: D::empty(puzzle, meter)?, layer: Vec::new(), depth: 0 };
    for state in states {
        meter.stats.generated += 1;
        let (lowered, handle) = side.depths.lower(puzzle, state, 0, meter)?;
        if lowered == Lowered::New {
            meter.push(&mut side.layer, handle)?;
        }
    }
    Ok(side)
}

/// `proved` is always such that no solution is shorter.
fn meet<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    proved: &mut u32,
    meter: &mut Meter<'_>,
) -> Result<Outcome<Met<P, D>>, Stop> {
    let mut forward: Side<D, _> = begin(puzzle, starts, meter)?;
    let mut backward: Side<D, _> = begin(puzzle, goals, meter)?;
    let mut middles: Vec<P::State> =
        starts.iter().filter(|start| backward.depths.get(puzzle, start).is_some()).copied().collect();
    while middles.is_empty() {
        *proved = forward.depth + backward.depth + 1;
        if forward.layer.is_empty() || backward.layer.is_empty() {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        meter.allow(*proved)?;
        meter.look(*proved)?;
        let ahead = forward.layer.len() <= backward.layer.len();
        let (here, there) = if ahead { (&mut forward, &backward) } else { (&mut backward, &forward) };
        here.depth += 1;
        let mut next = Vec::new();
        let mut children = Vec::new();
        let mut layer = std::mem::take(&mut here.layer);
        'layer: for handle in layer.drain(..) {
            meter.tick(*proved)?;
            meter.stats.expanded += 1;
            let state = here.depths.state(puzzle, handle);
            if ahead {
                children.extend(puzzle.moves(&state).iter().map(|m| {
                    let mut child = state;
                    puzzle.apply(&mut child, m);
                    child
                }));
            } else {
                puzzle.undos_into(&state, &mut |undo| {
                    let mut parent = state;
                    puzzle.undo(&mut parent, undo);
                    children.push(parent);
                });
            }
            for child in children.drain(..) {
                meter.stats.generated += 1;
                let (lowered, handle) = here.depths.lower(puzzle, &child, here.depth, meter)?;
                if lowered != Lowered::New {
                    meter.stats.duplicates += 1;
                    continue;
                }
                meter.push(&mut next, handle)?;
                if there.depths.get(puzzle, &child) == Some(there.depth) {
                    middles.push(child);
                    if !whole {
                        break 'layer;
                    }
                }
            }
        }
        meter.free(layer);
        here.layer = next;
    }
    let Side { depths: before, depth: split, .. } = forward;
    let Side { depths: after, depth: rest, .. } = backward;
    meter.stats.depth = split + rest;
    Ok(Outcome::Solved(Met { length: split + rest, split, middles, before, after }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Nibbles;
    use crate::limits::Limits;
    use crate::puzzle::Ranked;
    use crate::puzzles::sliding::{Sliding, board::Board};
    use crate::search::depths::ByRank;

    /// On a ring of sixteen cells no layer has more than two of the 240 states, and there are many layers.
    #[test]
    fn layers_that_are_done_with_hold_no_memory() {
        let board = Board::parse("#####\n#...#\n#...#\n#...#\n#####").unwrap();
        let ring = Sliding::<Nibbles>::new(board).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let far = ring.unrank(ring.ranks() / 2);
        let outcome = search::<_, ByRank>(&ring, &[far], &[ring.goal()], false, &mut meter);
        assert!(matches!(outcome, Outcome::Solved(met) if met.length > 80));
        assert!(meter.finish().bytes < 4096);
    }
}
