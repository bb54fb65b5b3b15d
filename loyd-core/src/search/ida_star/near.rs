//! What an iteration came nearest with, from which the next one's solution is looked for first.
//!
//! An iteration that ends without a solution has walked, now and then, nearly all of the way: to a node with few moves left to spend, and none among
//! its children within the bound. With a move more to spend, or however many the next bound grants, the little that is missing is often
//! found below such a node, while a walk in depth from the start spends the move at once, in places from which it is hardly ever enough.
//! What is found is a shortest, since the iterations before have proved that there is none shorter.

use std::ops::ControlFlow;

use super::leave::Leave;
use super::walk::{Task, Walk};
use super::watch::Patient;
use crate::heuristic::Heuristic;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};

/// How many nodes are kept of an iteration.
const KEPT: usize = 512;

/// A node without a child within the bound.
#[derive(Clone, Debug)]
struct Near<M> {
    /// Moves left to spend.
    left: u32,
    /// The moves from the start to the node.
    path: Vec<M>,
}

/// The nodes with the fewest moves left to spend, from one start.
#[derive(Clone, Debug)]
pub struct Nearest<M> {
    nodes: Vec<Near<M>>,
    /// Only nodes with fewer moves left are taken.
    below: u32,
}

/// Takes none.
impl<M> Default for Nearest<M> {
    fn default() -> Self {
        Nearest { nodes: Vec::new(), below: 0 }
    }
}

impl<M: Copy> Nearest<M> {
    /// Takes the nearest; or none at all.
    pub fn new(takes: bool) -> Self {
        Nearest { nodes: Vec::new(), below: if takes { u32::MAX } else { 0 } }
    }

    /// As many more, empty.
    pub fn anew(&self) -> Self {
        Nearest::new(self.below > 0)
    }

    /// The most bytes that it takes with ways of so many moves.
    pub fn bytes(moves: u32) -> u64 {
        (2 * KEPT * (size_of::<Near<M>>() + moves as usize * size_of::<M>())) as u64
    }

    /// Whether a node with so many moves left would be taken.
    #[inline(always)]
    pub fn takes(&self, left: u32) -> bool {
        left < self.below
    }

    /// Takes a node.
    #[cold]
    pub fn take(&mut self, left: u32, path: &[M]) {
        self.nodes.push(Near { left, path: path.to_vec() });
        if self.nodes.len() == 2 * KEPT {
            self.nodes.select_nth_unstable_by_key(KEPT - 1, |near| near.left);
            self.nodes.truncate(KEPT);
            self.below = self.nodes[KEPT - 1].left;
        }
    }

    /// Takes what another took.
    pub fn absorb(&mut self, other: Self) {
        let taken = other.nodes.into_iter().filter(|near| near.left < self.below);
        self.nodes.extend(taken);
    }
}

/// Looks for a solution below the nearest nodes of an iteration, with so many moves more than were left there, until it has generated so
/// many nodes; that none is found proves nothing.
///
/// # Errors
/// The limit that was reached.
pub fn try_nearest<P: Puzzle, H: Heuristic<P>, L: Leave<P>>(
    tree: (&P, &H, L),
    start: &P::State,
    nearest: &Nearest<P::Move>,
    (bound, more): (u32, u32),
    patience: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<P::Move>>, Stop> {
    let mut order: Vec<&Near<P::Move>> = nearest.nodes.iter().collect();
    order.sort_by_key(|near| near.left);
    order.truncate(KEPT);
    let until = meter.stats.generated.saturating_add(patience);
    for near in order {
        let task = task_at(tree, start, near, more);
        let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
        let mut watch = Patient { meter, bound, until };
        let next_look = watch.next_look();
        let mut ignore = |_: &P::State, _: &[P::Move]| ControlFlow::Break(());
        let counts = (expanded, generated, next_look);
        let mut walk = Walk::<P, H, L, _, false>::new(tree, start, counts, &mut watch, &mut ignore);
        let (_, whole) = walk.run(&task);
        let (expanded, generated, stopped) = (walk.expanded, walk.generated, walk.stopped);
        let found = walk.solution();
        (meter.stats.expanded, meter.stats.generated) = (expanded, generated);
        match stopped {
            Some(why) => return Err(why),
            None if found.is_some() => return Ok(found),
            None if whole => {}
            None => break,
        }
    }
    Ok(None)
}

/// What is below a node, with more moves to spend.
fn task_at<P: Puzzle, H: Heuristic<P>, L: Leave<P>>(
    (puzzle, heuristic, leave): (&P, &H, L),
    start: &P::State,
    near: &Near<P::Move>,
    more: u32,
) -> Task<P, H::Memo, L::Mark> {
    let (mut state, mut memo) = (*start, heuristic.memo(puzzle, start));
    let (mut mark, mut dropped) = leave.begin(puzzle, start);
    for &m in &near.path {
        memo = heuristic.ahead(puzzle, &state, m, &memo);
        (mark, dropped) = leave.after(puzzle, &state, mark, m);
        puzzle.apply(&mut state, m);
    }
    let moves = puzzle.moves(&state).without(dropped);
    Task { state, memo, mark, moves, left: near.left + more, path: near.path.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::leave::AfterOne;
    use super::*;
    use crate::cells::Nibbles;
    use crate::limits::Limits;
    use crate::puzzle::Ranked;
    use crate::puzzles::pancake::{Gap, Pancake};
    use crate::table::distance::DistanceTable;

    #[test]
    fn the_nearest_are_kept() {
        let number = |index: u32| index.wrapping_mul(0x9e37_79b9) >> 20;
        let (mut nearest, mut more, mut none) = (Nearest::new(true), Nearest::new(true), Nearest::<u8>::default());
        for index in 0..9000 {
            let nearest = if index % 3 == 0 { &mut more } else { &mut nearest };
            if nearest.takes(number(index)) {
                nearest.take(number(index), &[index as u8]);
            }
            assert!(!none.takes(number(index)));
        }
        assert!(nearest.nodes.len() < 2 * KEPT);
        none.absorb(more.clone());
        assert!(none.nodes.is_empty());
        nearest.absorb(more);
        let mut kept: Vec<u32> = nearest.nodes.iter().map(|near| near.left).collect();
        let mut all: Vec<u32> = (0..9000).map(number).collect();
        kept.sort_unstable();
        all.sort_unstable();
        assert_eq!(kept[..KEPT], all[..KEPT]);
    }

    /// Below any state that is not to be left by the move back, so many moves more as are missing are enough, fewer are not, and limits are kept.
    #[test]
    fn what_is_missing_is_found() {
        let (stack, limits) = (Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6]), Limits::default());
        let table = DistanceTable::build(&stack, &mut Meter::new(&limits)).unwrap();
        let tree = (&stack, &Gap, AfterOne::Follow);
        let (mut stopped, mut given_up) = (0, 0);
        for rank in (0..stack.ranks()).step_by(19) {
            let (start, mut state) = (stack.unrank(rank), stack.unrank(rank));
            let path = [2 + (rank % 6) as u8, 2 + (rank / 6 % 6) as u8];
            let path = if path[0] == path[1] { &path[..1] } else { &path };
            let mut distances = [0; 2];
            for &m in path {
                stack.apply(&mut state, m);
                distances = [distances[1], table.get(stack.rank(&state)).unwrap()];
            }
            let [before, distance] = if path.len() == 1 { [table.get(rank).unwrap(), distances[1]] } else { distances };
            let bound = Heuristic::<Pancake<Nibbles>>::bound(&Gap, &Gap.memo(&stack, &state));
            let attempt = |more: u32, patience: u64, limits: &Limits| {
                let nodes = vec![Near { left: bound, path: path.to_vec() }];
                let nearest = Nearest { nodes, below: u32::MAX };
                let mut meter = Meter::new(limits);
                try_nearest(tree, &start, &nearest, (path.len() as u32 + bound + more, more), patience, &mut meter)
            };
            // The move back is left out.
            if bound == 0 || before < distance {
                continue;
            }
            let moves = attempt(distance - bound, u64::MAX, &limits).unwrap().expect("enough");
            assert_eq!(moves.len(), path.len() + distance as usize);
            let mut state = start;
            for &m in &moves {
                stack.apply(&mut state, m);
            }
            assert!(stack.is_goal(&state));
            for more in 0..distance - bound {
                assert!(attempt(more, u64::MAX, &limits).unwrap().is_none(), "{more} more");
            }
            // A dive to a solution ends before anyone looks.
            let few = Limits { nodes: Some(1), ..Limits::default() };
            match attempt(distance - bound, u64::MAX, &few) {
                Err(why) => stopped += u32::from(why == Stop::Nodes),
                Ok(found) => assert!(found.is_some()),
            }
            given_up += u32::from(attempt(distance - bound, 1, &limits).unwrap().is_none());
        }
        assert!(stopped > 0 && given_up == stopped, "{stopped} stopped, {given_up} given up");
    }
}
