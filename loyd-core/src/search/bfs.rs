//! Breadth-first search, layer by layer (E. F. Moore, "The shortest path through a maze", 1959).

use super::depths::{Depths, Lowered, SuccessorBatch};
use super::{Outcome, ReachedGoals, a_move};
use crate::cost::Cost;
use crate::limits::{Growth, Meter, Stop};
use crate::puzzle::{Puzzle, Unsolvable};

/// Searches from `starts` until a goal is met; with `whole`, to the end of that layer, so that all nearest goals are
/// known.
///
/// # Complexity
/// Time and memory in proportion to the states nearer than the goal. A state takes the bytes of its closed list
/// ([`Depths`]), and a handle while it is in one of the two layers at hand.
pub fn search<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    whole: bool,
    meter: &mut Meter<'_>,
) -> Outcome<ReachedGoals<P, D>> {
    let mut proved = a_move(puzzle, starts);
    layers(puzzle, starts, whole, &mut proved, meter).unwrap_or_else(|why| Outcome::Stopped {
        at_least: Cost::moves(proved),
        best: None,
        why,
    })
}

/// Searches layer by layer. `proved` is always a lower bound on the length of every solution.
fn layers<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    whole: bool,
    proved: &mut u32,
    meter: &mut Meter<'_>,
) -> Result<Outcome<ReachedGoals<P, D>>, Stop> {
    let (mut depths, mut growth) = (D::empty(puzzle, meter)?, Growth::new(meter));
    let (mut layer, mut next, mut goals) = (Vec::new(), Vec::new(), Vec::new());
    for start in starts {
        meter.stats.generated += 1;
        let (lowered, handle) = depths.lower(puzzle, start, 0, meter)?;
        if lowered == Lowered::New {
            meter.push(&mut layer, handle)?;
            if puzzle.is_goal(start) {
                goals.push(*start);
            }
        }
    }
    if let Some(growth) = &mut growth {
        growth.layer(None, layer.len(), !goals.is_empty(), &meter.stats);
    }
    let (mut batch, mut left, mut depth) = (SuccessorBatch::new(), Vec::new(), 0);
    while goals.is_empty() {
        if layer.is_empty() {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        depth += 1;
        *proved = depth;
        meter.allow(Cost::moves(depth))?;
        meter.look(depth)?;
        let mut rest = &layer[..];
        while !rest.is_empty() {
            meter.tick(depth)?;
            batch.fill::<P, D>(puzzle, &mut rest, true, meter);
            depths.sift(&batch.children, |_| true, &mut left);
            let (mut made, mut new) = (batch.children.len(), 0);
            for &place in &left {
                let child = batch.children[place as usize];
                if depths.insert(child, depth, meter)?.is_some() {
                    continue;
                }
                new += 1;
                let state = depths.state(puzzle, child);
                if !puzzle.is_goal(&state) {
                    meter.push(&mut next, child)?;
                    continue;
                }
                goals.push(state);
                if !whole {
                    made = place as usize + 1;
                    rest = &[];
                    break;
                }
            }
            batch.count(made, new, meter);
        }
        if let Some(growth) = &mut growth {
            growth.layer(None, next.len() + goals.len(), !goals.is_empty() || next.is_empty(), &meter.stats);
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    meter.stats.depth = depth;
    Ok(Outcome::Solved(ReachedGoals { cost: Cost::moves(depth), goals, depths }))
}
