//! Shortest paths on the spot: a start, a function that lists successors and a test for the goal, without a trait.
//!
//! Every state is stored once, in the order in which the states were met, beside the number of its parent. A hash table
//! of these numbers finds a state again.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::exact::exact;

/// Marks the start, which has no parent.
const NO_PARENT: u32 = u32::MAX;

/// The states that were met, with their parents and depths.
struct ClosedStates<S> {
    states: Vec<(S, u32, u32)>,
    numbers: HashTable<u32>,
}

impl<S: Eq + Hash> ClosedStates<S> {
    fn with(start: S) -> Self {
        let mut met = ClosedStates { states: Vec::new(), numbers: HashTable::new() };
        met.lower(start, NO_PARENT, 0);
        met
    }

    /// Stores a state that is new or was met at a greater depth, and returns its number; `None` for any other state.
    ///
    /// # Panics
    /// If there are more than 2^32 - 1 states.
    fn lower(&mut self, state: S, parent: u32, depth: u32) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(&state);
        let states = &mut self.states;
        if let Some(&number) = self.numbers.find(hash, |&number| states[number as usize].0 == state) {
            let (_, old_parent, old_depth) = &mut states[number as usize];
            let is_lower = depth < *old_depth;
            if is_lower {
                (*old_parent, *old_depth) = (parent, depth);
            }
            return is_lower.then_some(number);
        }
        let number = exact::<u32>(states.len());
        assert!(number != NO_PARENT, "fewer than 2^32 - 1 states");
        states.push((state, parent, depth));
        self.numbers.insert_unique(hash, number, |&number| FxBuildHasher.hash_one(&states[number as usize].0));
        Some(number)
    }

    /// The path from the start to a state.
    fn path_to(self, last: u32) -> Vec<S> {
        let (mut numbers, mut at) = (Vec::new(), last);
        while at != NO_PARENT {
            numbers.push(at);
            at = self.states[at as usize].1;
        }
        let mut states: Vec<Option<S>> = self.states.into_iter().map(|(state, ..)| Some(state)).collect();
        numbers.into_iter().rev().filter_map(|number| states[number as usize].take()).collect()
    }
}

/// Returns a shortest path from `start` to a goal, both included, by breadth-first search; `None` if there is no
/// path.
///
/// ```
/// use loyd_core::search::shortest;
/// // A knight's way from one corner of the chessboard to the other.
/// let jumps = |&(x, y): &(i32, i32)| {
///     let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     let squares = steps.into_iter().map(move |(right, up)| (x + right, y + up));
///     squares.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
/// };
/// let path = shortest((0, 0), jumps, |square| *square == (7, 7)).unwrap();
/// assert_eq!(path.len() - 1, 6);
/// ```
///
/// # Panics
/// If more than 2^32 - 1 states are met.
///
/// # Complexity
/// At most one call of `successors` for each state that is nearer than the goal. Each state that is met takes the size
/// of a state and about 16 bytes.
pub fn shortest<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>> {
    if is_goal(&start) {
        return Some(vec![start]);
    }
    let (mut met, mut at) = (ClosedStates::with(start), 0u32);
    while let Some((state, _, depth)) = met.states.get(at as usize) {
        let (state, depth) = (state.clone(), depth + 1);
        for child in successors(&state) {
            let is_end = is_goal(&child);
            if let Some(number) = met.lower(child, at, depth)
                && is_end
            {
                return Some(met.path_to(number));
            }
        }
        at += 1;
    }
    None
}

/// Returns a shortest path from `start` to a goal, both included, by A* with a lower bound of the moves that remain;
/// `None` if there is no path. **A bound that is too high may give a path that is too long.**
///
/// ```
/// use loyd_core::search::shortest_with_bound;
/// // The smallest number of steps from 1 to 1,000, where a step doubles or adds 1.
/// let bound = |&n: &u32| if n >= 1_000 { 0 } else { (1_000 / n).ilog2() };
/// let path = shortest_with_bound(1, |&n| [2 * n, n + 1].into_iter().filter(|&n| n <= 1_000), bound, |&n| n == 1_000);
/// assert_eq!(path.unwrap().len() - 1, 14);
/// ```
///
/// # Panics
/// If more than 2^32 - 1 states are met.
///
/// # Complexity
/// Time and memory in proportion to the states whose depth plus bound is at most the length; with an inconsistent bound
/// a state can be expanded more than once. A bound may return `u32::MAX` for a state that reaches no goal.
pub fn shortest_with_bound<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut bound: impl FnMut(&S) -> u32,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>> {
    // By depth plus bound. In a bucket the state that was met last comes first, because it is often the deepest.
    let mut buckets: BTreeMap<u64, Vec<(u32, u32)>> = BTreeMap::new();
    let sum = |depth: u32, least: u32| u64::from(depth) + u64::from(least);
    buckets.insert(sum(0, bound(&start)), vec![(0, 0)]);
    let mut met = ClosedStates::with(start);
    while let Some(mut first) = buckets.first_entry() {
        let Some((number, depth)) = first.get_mut().pop() else {
            first.remove();
            continue;
        };
        let (state, _, least_depth) = &met.states[number as usize];
        if depth > *least_depth {
            continue;
        }
        let state = state.clone();
        if is_goal(&state) {
            return Some(met.path_to(number));
        }
        for child in successors(&state) {
            let least = bound(&child);
            if let Some(number) = met.lower(child, number, depth + 1) {
                buckets.entry(sum(depth + 1, least)).or_default().push((number, depth + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::limits::{Limits, Meter};
    use crate::puzzle::sample::{Gaps, Stack};
    use crate::puzzle::{MoveSet, Puzzle, Ranked};
    use crate::table::distance::DistanceTable;

    /// Both functions find paths of the true length, along moves, from every state of a stack of six.
    #[test]
    fn paths_are_shortest() {
        let (stack, limits) = (Stack(6), Limits::default());
        let table = DistanceTable::build(&stack, &mut Meter::new(&limits)).unwrap();
        let successors = |state: &_| {
            let children = stack.moves(state).iter().map(|m| {
                let mut child = *state;
                stack.apply(&mut child, m);
                child
            });
            children.collect::<Vec<_>>()
        };
        for start in (0..stack.ranks()).map(|rank| stack.unrank(rank)) {
            let blind = shortest(start, successors, |state| stack.is_goal(state)).unwrap();
            let bound = |state: &_| Gaps.memo(&stack, state);
            let guided = shortest_with_bound(start, successors, bound, |state| stack.is_goal(state)).unwrap();
            for path in [blind, guided] {
                assert_eq!(path.len() as u32 - 1, table.get(stack.rank(&start)).unwrap());
                assert!(path.windows(2).all(|pair| successors(&pair[0]).contains(&pair[1])));
                assert!(path[0] == start && stack.is_goal(path.last().unwrap()));
            }
        }
    }

    /// A bound that is as great as a number can be stands for a dead end, and takes no memory.
    #[test]
    fn a_dead_end_may_be_infinitely_far() {
        let successors = |&n: &u32| [n + 1, n + 2].into_iter().filter(|&n| n < 9);
        let bound = |&n: &u32| if n % 2 == 1 { u32::MAX } else { 0 };
        assert_eq!(shortest_with_bound(0, successors, bound, |&n| n == 8).unwrap(), [0, 2, 4, 6, 8]);
    }

    #[test]
    fn no_path_is_none() {
        let successors = |&n: &u32| [(n + 2) % 10];
        assert_eq!(shortest(0, successors, |&n| n == 5), None);
        assert_eq!(shortest_with_bound(0, successors, |_| 0, |&n| n == 5), None);
        assert_eq!(shortest(4, successors, |&n| n == 4), Some(vec![4]));
    }

    /// A bound drops by more than one over a move, so a child has a smaller sum than its parent.
    #[test]
    fn an_inconsistent_bound_finds_the_shortest() {
        // 0 -> 1 -> 2 -> ... -> 6 and 0 -> 2. State 1, on the longer path, is expanded before 2.
        let successors = |&n: &u32| match n {
            0 => vec![1, 2],
            n if n < 6 => vec![n + 1],
            _ => vec![],
        };
        let bound = |&n: &u32| [4, 0, 4, 0, 2, 1, 0][n as usize];
        assert_eq!(shortest_with_bound(0, successors, bound, |&n| n == 6).unwrap(), [0, 2, 3, 4, 5, 6]);
    }
}
