//! A beam below a bound: a try at a solution of so many moves as an iteration is about to look for, before that iteration walks its tree.
//!
//! The iterations before have proved that there is none shorter, so one that is found is a shortest. Most of a tree lies below states from which
//! the moves that are left hardly ever suffice; a walk in depth meets them first and leaves them last, a beam keeps of each layer only
//! the most promising. Moves that lower the bound come first: the others are looked at where too few of those are left.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::heuristic::Heuristic;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};

/// A state of a layer.
struct Kept<P: Puzzle, M, G> {
    state: P::State,
    memo: M,
    hint: G,
    moves: P::Moves,
    /// Where the step that led to it is listed.
    step: u32,
}

/// A child that may be kept.
#[derive(Clone, Copy)]
struct Child<T, M, G> {
    /// What the guide says, and of equals the first.
    key: u64,
    parent: u32,
    m: T,
    memo: M,
    hint: G,
}

/// Throws a beam from a start whose bound is at most `bound`: a solution of `bound` moves at most, or `None`, which proves nothing.
///
/// # Errors
/// The limit that was reached; none for memory, of which a beam that does not fit takes nothing.
pub fn throw<P: Puzzle, H: Heuristic<P>, G: Heuristic<P>>(
    (puzzle, heuristic, guide): (&P, &H, &G),
    start: &P::State,
    bound: u32,
    width: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<P::Move>>, Stop> {
    let each = 2 * size_of::<Kept<P, H::Memo, G::Memo>>()
        + (ENOUGH + 1) * size_of::<Child<P::Move, H::Memo, G::Memo>>()
        + (bound as usize) * size_of::<(u32, P::Move)>();
    let most_of_one = P::Moves::MOST * size_of::<Child<P::Move, H::Memo, G::Memo>>();
    let bytes = (2 * (each * width + most_of_one)) as u64;
    if meter.grow(bytes).is_err() {
        return Ok(None);
    }
    let found = Beam { puzzle, heuristic, guide, width, steps: Vec::new() }.search(start, bound, meter);
    meter.shrink(bytes);
    found
}

struct Beam<'a, P: Puzzle, H, G> {
    puzzle: &'a P,
    heuristic: &'a H,
    guide: &'a G,
    width: usize,
    /// Steps of all ways: the step before, and the move.
    steps: Vec<(u32, P::Move)>,
}

/// So many times the width are enough children to choose from.
const ENOUGH: usize = 8;

/// The step before the first.
const START: u32 = u32::MAX;

impl<P: Puzzle, H: Heuristic<P>, G: Heuristic<P>> Beam<'_, P, H, G> {
    fn search(&mut self, start: &P::State, bound: u32, meter: &mut Meter<'_>) -> Result<Option<Vec<P::Move>>, Stop> {
        let (memo, hint) = (self.heuristic.memo(self.puzzle, start), self.guide.memo(self.puzzle, start));
        let mut layer = vec![Kept { state: *start, memo, hint, moves: self.puzzle.moves(start), step: START }];
        let (mut next, mut children) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        for left in (1..=bound).rev() {
            seen.clear();
            children.clear();
            layer.iter_mut().zip(0..).for_each(|(kept, parent)| self.lowering(kept, parent, left, &mut children));
            meter.stats.expanded += layer.len() as u64;
            meter.stats.generated += children.len() as u64;
            if let Some(end) = self.keep(&layer, &mut children, left - 1, &mut seen, &mut next) {
                return Ok(Some(self.way_to(end)));
            }
            if next.len() < self.width {
                children.clear();
                for (kept, parent) in layer.iter().zip(0..) {
                    self.others(kept, parent, left, &mut children);
                    if children.len() >= ENOUGH * self.width {
                        break;
                    }
                }
                meter.stats.generated += children.len() as u64;
                if let Some(end) = self.keep(&layer, &mut children, left - 1, &mut seen, &mut next) {
                    return Ok(Some(self.way_to(end)));
                }
            }
            meter.tick(bound)?;
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(None)
    }

    /// Makes the most promising children until the next layer is as wide as the beam; the step to a goal if one is met.
    fn keep(
        &mut self,
        layer: &[Kept<P, H::Memo, G::Memo>],
        children: &mut [Child<P::Move, H::Memo, G::Memo>],
        left: u32,
        seen: &mut FxHashSet<u64>,
        next: &mut Vec<Kept<P, H::Memo, G::Memo>>,
    ) -> Option<u32> {
        let mut rest = children;
        while !rest.is_empty() && next.len() < self.width {
            // Some turn out to be dead ends, or known.
            let most = (2 * (self.width - next.len()) + 16).min(rest.len());
            if most < rest.len() {
                rest.select_nth_unstable_by_key(most, |child| child.key);
            }
            let (promising, others) = rest.split_at_mut(most);
            rest = others;
            promising.sort_unstable_by_key(|child| child.key);
            for child in promising {
                let end = self.make(layer, child, left, seen, next);
                if end.is_some() {
                    return end;
                }
                if next.len() == self.width {
                    break;
                }
            }
        }
        None
    }

    /// Lists the children whose bound is less, and leaves the node the other moves.
    fn lowering(
        &self,
        kept: &mut Kept<P, H::Memo, G::Memo>,
        parent: u32,
        left: u32,
        children: &mut Vec<Child<P::Move, H::Memo, G::Memo>>,
    ) {
        let most = self.heuristic.bound(&kept.memo).saturating_sub(1).min(left - 1);
        let (lowering, _) = self.heuristic.narrow(self.puzzle, &kept.state, kept.moves, &kept.memo, most);
        kept.moves = kept.moves.without(lowering);
        self.list(kept, lowering, parent, left, children);
    }

    /// Lists the other children, where there are moves to spare.
    fn others(
        &self,
        kept: &Kept<P, H::Memo, G::Memo>,
        parent: u32,
        left: u32,
        children: &mut Vec<Child<P::Move, H::Memo, G::Memo>>,
    ) {
        if self.heuristic.bound(&kept.memo) < left {
            self.list(kept, kept.moves, parent, left, children);
        }
    }

    fn list(
        &self,
        kept: &Kept<P, H::Memo, G::Memo>,
        moves: P::Moves,
        parent: u32,
        left: u32,
        children: &mut Vec<Child<P::Move, H::Memo, G::Memo>>,
    ) {
        for m in moves.iter() {
            if let Ok(memo) = self.heuristic.ahead_within(self.puzzle, &kept.state, m, &kept.memo, left - 1) {
                let hint = self.guide.ahead(self.puzzle, &kept.state, m, &kept.hint);
                let key = u64::from(self.guide.bound(&hint)) << 32 | children.len() as u64;
                children.push(Child { key, parent, m, memo, hint });
            }
        }
    }

    /// Makes a child, with so many moves left, and keeps it if it can go on; the step to it if it is a goal.
    fn make(
        &mut self,
        layer: &[Kept<P, H::Memo, G::Memo>],
        child: &Child<P::Move, H::Memo, G::Memo>,
        left: u32,
        seen: &mut FxHashSet<u64>,
        next: &mut Vec<Kept<P, H::Memo, G::Memo>>,
    ) -> Option<u32> {
        let parent = &layer[child.parent as usize];
        let mut state = parent.state;
        self.puzzle.apply(&mut state, child.m);
        let step = self.steps.len() as u32;
        if self.heuristic.bound(&child.memo) == 0 && self.puzzle.is_goal(&state) {
            self.steps.push((parent.step, child.m));
            return Some(step);
        }
        let moves = self.puzzle.moves(&state).without(self.puzzle.back(&parent.state, child.m));
        let (able, _) = self.heuristic.narrow(self.puzzle, &state, moves, &child.memo, left.checked_sub(1)?);
        if able.iter().next().is_none() || !seen.insert(FxBuildHasher.hash_one(state)) {
            return None;
        }
        self.steps.push((parent.step, child.m));
        next.push(Kept { state, memo: child.memo, hint: child.hint, moves, step });
        None
    }

    fn way_to(&self, mut step: u32) -> Vec<P::Move> {
        let mut moves = Vec::new();
        while step != START {
            let (before, m) = self.steps[step as usize];
            moves.push(m);
            step = before;
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Nibbles;
    use crate::limits::Limits;
    use crate::puzzle::Ranked;
    use crate::puzzles::pancake::{Gap, Pancake};
    use crate::puzzles::sliding::Sliding;
    use crate::puzzles::sliding::bounds::Manhattan;
    use crate::table::distance::DistanceTable;

    /// What a beam finds is a solution of no more moves than it may have, and a wide one finds it wherever there is one.
    fn thrown<P: Ranked, H: Heuristic<P>>(puzzle: &P, heuristic: &H, step: usize) {
        let limits = Limits::default();
        let table = DistanceTable::build(puzzle, &mut Meter::new(&limits)).unwrap();
        let (mut found, mut narrow) = (0, 0);
        for rank in (0..puzzle.ranks()).step_by(step) {
            let (start, distance) = (puzzle.unrank(rank), table.get(rank).unwrap());
            let throw = |bound: u32, width: usize| {
                let mut meter = Meter::new(&limits);
                throw((puzzle, heuristic, heuristic), &start, bound, width, &mut meter).unwrap()
            };
            if distance == 0 {
                continue;
            }
            assert!(throw(distance - 1, 64).is_none());
            let moves = throw(distance, puzzle.ranks() as usize).expect("all states fit");
            assert_eq!(moves.len() as u32, distance);
            for moves in [Some(moves), throw(distance, 4)].into_iter().flatten() {
                let mut state = start;
                for &m in &moves {
                    assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
                    puzzle.apply(&mut state, m);
                }
                assert!(puzzle.is_goal(&state) && moves.len() as u32 <= distance);
                narrow += 1;
            }
            found += 1;
        }
        assert!(narrow > found, "narrow ones find some");
        let limits = Limits { bytes: Some(1000), ..Limits::default() };
        let farthest = (0..puzzle.ranks()).max_by_key(|&rank| table.get(rank)).unwrap();
        let (start, distance) = (puzzle.unrank(farthest), table.get(farthest).unwrap());
        let none = super::throw((puzzle, heuristic, heuristic), &start, distance, 64, &mut Meter::new(&limits));
        assert!(matches!(none, Ok(None)), "no memory, no beam");
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let why = super::throw((puzzle, heuristic, heuristic), &start, distance, 64, &mut Meter::new(&limits));
        assert!(matches!(why, Err(Stop::Nodes)));
    }

    #[test]
    fn beams_find_solutions_below_their_bound_and_none_else() {
        thrown(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5]), &Gap, 7);
        thrown(&Sliding::<Nibbles>::rectangle(2, 3).unwrap(), &Manhattan, 7);
    }
}
