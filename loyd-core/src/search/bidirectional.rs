//! Breadth-first search from both ends, the smaller layer first (I. Pohl, "Bi-directional search", 1971).
//!
//! **When it is proved.** Both sides are grown by whole layers. While the states within `f` moves of a start and those
//! within `b` moves of a goal have nothing in common, every solution has more than `f + b` moves: a solution of at most
//! `f + b` has a state that is within `f` of its start and within `b` of its end. So the first state met by both, in
//! the layer that makes it `f + b`, lies on a shortest solution. Nothing is assumed of parity, nor of moves having
//! inverses: the backward side goes by [`Puzzle::undos_into`]; and what a state must remember (the kind of the last
//! move) is part of it on both sides.

use super::depths::{Batch, Depths};
use super::{Met, Outcome, a_move};
use crate::limits::{Growth, Meter, Side, Stop};
use crate::puzzle::{Puzzle, Unsolvable};

/// Searches from `starts` and from `goals` until they meet; with `whole`, to the end of that layer, so that all states
/// in the middle of shortest solutions are known.
///
/// # Complexity
/// Time and memory in proportion to the states within half the length of either end; bytes a state as [`Depths`] says,
/// and a handle for each in the two outermost layers.
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

/// One end: its last layer. Both ends share one closed list, so that one look tells who has met a state; a label there
/// is twice the depth, and 1 more for the backward side.
struct End<H> {
    side: Side,
    bit: u32,
    layer: Vec<H>,
    depth: u32,
}

impl<H> End<H> {
    fn label(&self) -> u32 {
        self.depth * 2 + self.bit
    }

    fn owns(&self, label: u32) -> bool {
        label & 1 == self.bit
    }
}

impl<P: Puzzle, D: Depths<P>> Met<P, D> {
    /// The moves from the nearest start to a state that the forward side has met; not for [`middles`](Met::middles).
    pub fn before(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        self.labels.get(puzzle, state).filter(|label| label & 1 == 0).map(|label| label / 2)
    }

    /// The moves to the nearest goal from a state that the backward side has met; not for [`middles`](Met::middles).
    pub fn after(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        self.labels.get(puzzle, state).filter(|label| label & 1 == 1).map(|label| label / 2)
    }
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
    let mut labels = D::empty(puzzle, meter)?;
    let mut forward = End { side: Side::Start, bit: 0, layer: Vec::new(), depth: 0 };
    let mut backward = End { side: Side::Goal, bit: 1, layer: Vec::new(), depth: 0 };
    let (mut middles, mut growth) = (Vec::new(), Growth::new(meter));
    for (side, states) in [(&mut backward, goals), (&mut forward, starts)] {
        for state in states {
            meter.stats.generated += 1;
            let handle = D::handle(puzzle, state);
            match labels.insert(handle, side.label(), meter)? {
                None => meter.push(&mut side.layer, handle)?,
                Some(label) if side.owns(label) => {}
                Some(_) => {
                    labels.change(handle, side.label());
                    middles.push(*state);
                }
            }
        }
    }
    if let Some(growth) = &mut growth {
        growth.layer(Some(Side::Start), forward.layer.len() + middles.len(), true, &meter.stats);
        growth.layer(Some(Side::Goal), backward.layer.len(), true, &meter.stats);
    }
    let (mut batch, mut left) = (Batch::new(), Vec::new());
    while middles.is_empty() {
        *proved = forward.depth + backward.depth + 1;
        if forward.layer.is_empty() || backward.layer.is_empty() {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        meter.allow(*proved)?;
        meter.look(*proved)?;
        let ahead = forward.layer.len() <= backward.layer.len();
        let here = if ahead { &mut forward } else { &mut backward };
        here.depth += 1;
        let mut next = Vec::new();
        let layer = std::mem::take(&mut here.layer);
        let mut rest = &layer[..];
        while !rest.is_empty() {
            meter.tick(*proved)?;
            batch.fill::<P, D>(puzzle, &mut rest, ahead, meter);
            labels.sift(&batch.children, |label| here.owns(label), &mut left);
            let (mut made, mut new) = (batch.children.len(), 0);
            for &place in &left {
                let child = batch.children[place as usize];
                match labels.insert(child, here.label(), meter)? {
                    None => meter.push(&mut next, child)?,
                    Some(label) if here.owns(label) => continue,
                    Some(_) => {
                        // From now on it is known here, too: so it is told once.
                        labels.change(child, here.label());
                        middles.push(labels.state(puzzle, child));
                    }
                }
                new += 1;
                if !whole && !middles.is_empty() {
                    made = place as usize + 1;
                    rest = &[];
                    break;
                }
            }
            batch.count(made, new, meter);
        }
        if let Some(growth) = &mut growth {
            let is_last = !middles.is_empty() || next.is_empty();
            growth.layer(Some(here.side), next.len() + middles.len(), is_last, &meter.stats);
        }
        meter.free(layer);
        here.layer = next;
    }
    let (split, length) = (forward.depth, forward.depth + backward.depth);
    meter.stats.depth = length;
    Ok(Outcome::Solved(Met { length, split, middles, labels }))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::cells::Nibbles;
    use crate::limits::{Limits, Stats};
    use crate::puzzle::{MoveSet, Ranked};
    use crate::puzzles::magic_board::MagicBoard;
    use crate::puzzles::sliding::{Sliding, board::Board};
    use crate::puzzles::swap::Swap;
    use crate::search::depths::{RankList, StateList};

    /// On a ring of sixteen cells no layer has more than two of the 240 states, and there are many layers.
    #[test]
    fn layers_that_are_done_with_hold_no_memory() {
        let board = Board::parse("#####\n#...#\n#...#\n#...#\n#####").unwrap();
        let ring = Sliding::<Nibbles>::new(board).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let far = ring.unrank(ring.ranks() / 2);
        let outcome = search::<_, RankList>(&ring, &[far], &[ring.goal()], false, &mut meter);
        assert!(matches!(outcome, Outcome::Solved(met) if met.length > 80));
        assert!(meter.finish().bytes < 4096);
    }

    /// Distances by a plain queue, along the moves or against them.
    fn plain<P: Puzzle>(puzzle: &P, from: &[P::State], ahead: bool) -> HashMap<P::State, u32> {
        let mut distances: HashMap<_, _> = from.iter().map(|state| (*state, 0)).collect();
        let mut queue: Vec<_> = distances.keys().copied().collect();
        let mut at = 0;
        while let Some(state) = queue.get(at).copied() {
            let mut next = |found: P::State| {
                let distance = distances[&state] + 1;
                distances.entry(found).or_insert_with(|| {
                    queue.push(found);
                    distance
                });
            };
            if ahead {
                puzzle.moves(&state).iter().for_each(|m| {
                    let mut child = state;
                    puzzle.apply(&mut child, m);
                    next(child);
                });
            } else {
                puzzle.undos_into(&state, &mut |undo| {
                    let mut parent = state;
                    puzzle.undo(&mut parent, undo);
                    next(parent);
                });
            }
            at += 1;
        }
        distances
    }

    /// Searches with one closed list, and compares all that is found; returns the counts.
    fn with_list<P: Puzzle, D: Depths<P>>(
        puzzle: &P,
        starts: &[P::State],
        goals: &[P::State],
        whole: bool,
        [before, after]: [&HashMap<P::State, u32>; 2],
    ) -> Stats {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let outcome = search::<_, D>(puzzle, starts, goals, whole, &mut meter);
        let length = starts.iter().filter_map(|start| after.get(start)).min();
        match (outcome, length) {
            (Outcome::Unsolvable(why), None) => assert_eq!(why, Unsolvable::Exhausted),
            (Outcome::Solved(met), Some(&length)) => {
                assert_eq!(met.length, length);
                let in_the_middle =
                    |state: &P::State| before[state] == met.split && after.get(state) == Some(&(length - met.split));
                let middles: HashSet<_> = met.middles.iter().copied().collect();
                assert_eq!(middles.len(), met.middles.len());
                assert!(!middles.is_empty() && middles.iter().all(in_the_middle));
                if whole {
                    assert_eq!(middles, before.keys().copied().filter(in_the_middle).collect());
                }
                for (state, depth) in before {
                    assert!(middles.contains(state) || met.before(puzzle, state).is_none_or(|found| found == *depth));
                    assert!(met.before(puzzle, state).is_some() || *depth >= met.split);
                }
                for (state, depth) in after {
                    assert!(middles.contains(state) || met.after(puzzle, state).is_none_or(|found| found == *depth));
                    assert!(met.after(puzzle, state).is_some() || *depth >= length - met.split);
                }
            }
            (outcome, length) => panic!("{:?}, and by a plain queue {length:?}", outcome.map(|met| met.length)),
        }
        Stats { seconds: 0.0, bytes: 0, ..meter.finish() }
    }

    fn agree<P: Ranked>(puzzle: &P, starts: &[P::State], goals: &[P::State]) {
        let (before, after) = (plain(puzzle, starts, true), plain(puzzle, goals, false));
        for whole in [false, true] {
            let distances = [&before, &after];
            let flat = with_list::<_, RankList>(puzzle, starts, goals, whole, distances);
            let hashed = with_list::<_, RankList<0>>(puzzle, starts, goals, whole, distances);
            let by_state = with_list::<_, StateList<P::State>>(puzzle, starts, goals, whole, distances);
            assert_eq!((flat, flat), (hashed, by_state));
        }
    }

    /// One-way moves, several starts and goals, starts that are goals, and every closed list.
    #[test]
    fn as_a_plain_queue_finds_it() {
        let board = MagicBoard::standard();
        for place in 0..6 {
            agree(&board, &[board.unrank(place * 6_719 + 5)], &[board.goal()]);
        }
        agree(&board, &[board.unrank(17), board.unrank(40_000)], &[board.goal(), board.unrank(123), board.goal()]);
        agree(&board, &[board.unrank(17), board.goal(), board.goal()], &[board.goal(), board.unrank(17)]);
        let swap = Swap::<Nibbles>::rectangle(2, 4).unwrap();
        for position in [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0, 2, 3, 4, 5, 6, 7], [3, 1, 4, 0, 5, 2, 6, 7]] {
            agree(&swap, &swap.position(&position), &swap.goals().unwrap());
        }
        let tiles = Sliding::<Nibbles>::rectangle(2, 4).unwrap();
        for rank in [0, 777, 12_345, 20_159] {
            agree(&tiles, &[tiles.unrank(rank)], &[tiles.goal()]);
        }
    }

    /// A position without a solution has no rank; told apart by themselves, its states are all met.
    #[test]
    fn a_space_is_exhausted() {
        let tiles = Sliding::<Nibbles>::rectangle(2, 3).unwrap();
        let start = tiles.state(&[2, 1, 3, 4, 5, 0]).unwrap();
        let distances = [&plain(&tiles, &[start], true), &plain(&tiles, &[tiles.goal()], false)];
        let stats = with_list::<_, StateList<_>>(&tiles, &[start], &[tiles.goal()], false, distances);
        assert!(stats.expanded >= 360);
    }

    /// Whatever the limit, no more is held, and no node is generated beyond what one expansion gives.
    #[test]
    fn limits_hold_with_every_list() {
        fn stopped<D: Depths<Sliding<Nibbles>>>(limits: &Limits) -> (Option<Stop>, Stats) {
            let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
            let start = fifteen.state(&[15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]).unwrap();
            let mut meter = Meter::new(limits);
            let outcome = search::<_, D>(&fifteen, &[start], &[fifteen.goal()], false, &mut meter);
            let why = if let Outcome::Stopped { why, .. } = outcome { Some(why) } else { None };
            (why, meter.finish())
        }
        for bytes in [1, 40_000, 300_000, 3_000_000] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            for (why, stats) in [stopped::<RankList>(&limits), stopped::<StateList<_>>(&limits)] {
                assert!(why == Some(Stop::Bytes) && stats.bytes <= bytes, "{why:?} {stats:?}");
            }
        }
        for nodes in [0, 1, 2, 1_000, 70_001] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for (why, stats) in [stopped::<RankList>(&limits), stopped::<StateList<_>>(&limits)] {
                let generated = nodes.max(2)..nodes.max(2) + 4;
                assert!(why == Some(Stop::Nodes) && generated.contains(&stats.generated), "{why:?} {stats:?}");
            }
        }
    }
}
