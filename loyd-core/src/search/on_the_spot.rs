//! Shortest and cheapest paths on the spot: a start, a function that lists successors and a test for the goal, without
//! a trait.
//!
//! Every state is stored once, in the order in which the states were met, beside the number of its parent. A hash table
//! of these numbers finds a state again.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::cost::CostMeasure;
use crate::exact::exact;
use crate::limits::{Limits, Meter, Stop};

/// Marks the start, which has no parent.
const NO_PARENT: u32 = u32::MAX;

/// The bytes that count for a node in a bucket: the node, and its part of a list that is half full.
const NODE_BYTES: u64 = 32;

/// The states that were met, with their parents and costs.
struct ClosedStates<S, C> {
    states: Vec<(S, u32, C)>,
    numbers: HashTable<u32>,
}

impl<S: Eq + Hash, C: Copy + Default + Ord> ClosedStates<S, C> {
    fn with(start: S, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut met = ClosedStates { states: Vec::new(), numbers: HashTable::new() };
        met.lower(start, NO_PARENT, C::default(), meter)?;
        Ok(met)
    }

    /// Stores a state that is new or was met at a greater cost, and returns its number; `None` for any other state.
    ///
    /// # Panics
    /// If there are more than 2^32 - 1 states.
    fn lower(&mut self, state: S, parent: u32, cost: C, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let hash = FxBuildHasher.hash_one(&state);
        let states = &mut self.states;
        if let Some(&number) = self.numbers.find(hash, |&number| states[number as usize].0 == state) {
            let (_, old_parent, old_cost) = &mut states[number as usize];
            let is_lower = cost < *old_cost;
            if is_lower {
                (*old_parent, *old_cost) = (parent, cost);
            }
            return Ok(is_lower.then_some(number));
        }
        if self.numbers.len() == self.numbers.capacity() {
            self.enlarge(meter)?;
        }
        let number = exact::<u32>(self.states.len());
        assert!(number != NO_PARENT, "fewer than 2^32 - 1 states");
        meter.push(&mut self.states, (state, parent, cost))?;
        let states = &self.states;
        self.numbers.insert_unique(hash, number, |&number| FxBuildHasher.hash_one(&states[number as usize].0));
        Ok(Some(number))
    }

    /// Enlarges the hash table, and announces its growth. Both tables are in memory until the old one is freed.
    #[cold]
    fn enlarge(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let old = self.numbers.allocation_size() as u64;
        meter.grow((2 * old).max(64))?;
        let states = &self.states;
        let hash = |&number: &u32| FxBuildHasher.hash_one(&states[number as usize].0);
        self.numbers.try_reserve(1, hash).map_err(|_| Stop::Bytes)?;
        meter.shrink(old);
        Ok(())
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

/// The result of a search without limits.
fn unlimited<T>(found: Result<T, Stop>) -> T {
    found.unwrap_or_else(|why| panic!("a search without limits was {}", why.told()))
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
/// If more than 2^32 - 1 states are met, or the system has no memory for them.
///
/// # Complexity
/// At most one call of `successors` for each state that is nearer than the goal. Each state that is met takes the size
/// of a state and about 16 bytes.
pub fn shortest<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    successors: impl FnMut(&S) -> I,
    is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>> {
    unlimited(shortest_within(&Limits::default(), start, successors, is_goal))
}

/// Returns a shortest path, as [`shortest`], within limits. `limits.cost` is a number of moves. The heap bytes
/// of a state do not count as memory.
///
/// # Errors
/// The limit that was reached.
///
/// ```
/// use loyd_core::search::{Limits, Stop, shortest_within};
/// // Two jugs of 5 and 3 litres are to measure 4 litres.
/// let pour = |jugs: &Vec<u32>| {
///     let (a, b) = (jugs[0], jugs[1]);
///     let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
///     [[5, b], [a, 3], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]].map(|jugs| jugs.to_vec())
/// };
/// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
/// let path = shortest_within(&limits, vec![0, 0], pour, |jugs| jugs[0] == 4)?.unwrap();
/// assert_eq!((path.len() - 1, &path[6]), (6, &vec![4, 3]));
/// let limits = Limits { nodes: Some(10), ..limits };
/// assert_eq!(shortest_within(&limits, vec![0, 0], pour, |jugs| jugs[0] == 4), Err(Stop::Nodes));
/// # Ok::<(), Stop>(())
/// ```
///
/// # Panics
/// If more than 2^32 - 1 states are met.
pub fn shortest_within<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    limits: &Limits,
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Result<Option<Vec<S>>, Stop> {
    if is_goal(&start) {
        return Ok(Some(vec![start]));
    }
    let mut meter = Meter::new(limits);
    let (mut met, mut at) = (ClosedStates::with(start, &mut meter)?, 0u32);
    while let Some((state, _, depth)) = met.states.get(at as usize) {
        let (state, depth) = (state.clone(), depth + 1);
        if let Some(most) = limits.cost.filter(|most| depth > most.amount()) {
            return Err(Stop::beyond(most));
        }
        meter.tick(depth)?;
        for child in successors(&state) {
            meter.stats.generated += 1;
            let is_end = is_goal(&child);
            if let Some(number) = met.lower(child, at, depth, &mut meter)?
                && is_end
            {
                return Ok(Some(met.path_to(number)));
            }
        }
        at += 1;
    }
    Ok(None)
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
/// As [`shortest`].
///
/// # Complexity
/// As [`cheapest`], where every move costs 1.
pub fn shortest_with_bound<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    bound: impl FnMut(&S) -> u32,
    is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>> {
    let each = |state: &S| successors(state).into_iter().map(|child| (child, 1));
    unlimited(cheapest(&Limits::default(), start, each, bound, is_goal)).map(|(path, _)| path)
}

/// Returns a cheapest path from `start` to a goal, both included, and its cost; `None` if there is no path.
/// `successors` lists each successor with the cost of the move. The search is A* with a lower bound of the cost that
/// remains, and Dijkstra's algorithm if the bound is 0 everywhere. **A bound that is too high may give a path that is
/// too dear.** A bound of `u32::MAX` means that the state reaches no goal.
///
/// # Errors
/// The limit that was reached. `limits.cost` is a cost. The heap bytes of a state do not count as memory.
///
/// ```
/// use loyd_core::search::{Limits, Stop, cheapest};
/// // From 1 to 100, where doubling costs 5 and adding 1 costs 2.
/// let steps = |&n: &u32| [(2 * n, 5), (n + 1, 2)].into_iter().filter(|&(n, _)| n <= 100);
/// let (path, cost) = cheapest(&Limits::default(), 1, steps, |_| 0, |&n| n == 100)?.unwrap();
/// assert_eq!((path, cost), (vec![1, 2, 3, 6, 12, 24, 25, 50, 100], 31));
/// # Ok::<(), Stop>(())
/// ```
///
/// # Panics
/// If more than 2^32 - 1 states are met.
///
/// # Complexity
/// Time and memory in proportion to the states whose cost plus bound is at most the cost of the path, and to the number
/// of different sums; with an inconsistent bound a state can be expanded more than once. Each state that is met takes
/// the size of a state and about 20 bytes.
pub fn cheapest<S: Clone + Eq + Hash, I: IntoIterator<Item = (S, u32)>>(
    limits: &Limits,
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut bound: impl FnMut(&S) -> u32,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Result<Option<(Vec<S>, u64)>, Stop> {
    let mut meter = Meter::new(limits);
    meter.measure_in(CostMeasure::Weights);
    // By cost plus bound. In a bucket the state that was met last comes first, because it is often the deepest.
    let mut buckets: BTreeMap<u64, Vec<(u32, u64)>> = BTreeMap::new();
    buckets.insert(bound(&start).into(), vec![(0, 0)]);
    meter.grow(NODE_BYTES)?;
    let mut met = ClosedStates::with(start, &mut meter)?;
    while let Some(mut first) = buckets.first_entry() {
        let sum = *first.key();
        let Some((number, cost)) = first.get_mut().pop() else {
            first.remove();
            continue;
        };
        meter.shrink(NODE_BYTES);
        let (state, _, least_cost) = &met.states[number as usize];
        if cost > *least_cost {
            continue;
        }
        if let Some(most) = limits.cost.filter(|most| sum > most.amount().into()) {
            return Err(Stop::beyond(CostMeasure::Weights.cost(most.amount())));
        }
        let state = state.clone();
        if is_goal(&state) {
            return Ok(Some((met.path_to(number), cost)));
        }
        meter.tick(u32::try_from(sum).unwrap_or(u32::MAX))?;
        for (child, step) in successors(&state) {
            meter.stats.generated += 1;
            let (least, cost) = (bound(&child), cost + u64::from(step));
            if least != u32::MAX
                && let Some(number) = met.lower(child, number, cost, &mut meter)?
            {
                meter.grow(NODE_BYTES)?;
                buckets.entry(cost + u64::from(least)).or_default().push((number, cost));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use crate::heuristic::Heuristic;
    use crate::puzzle::sample::{Gaps, Stack};
    use crate::puzzle::{MoveSet, Puzzle, Ranked};
    use crate::splitmix;
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

    /// The sum of the costs of a path.
    fn sum(path: &[u32], successors: impl Fn(&u32) -> Vec<(u32, u32)>) -> u64 {
        let step =
            |pair: &[u32]| successors(&pair[0]).iter().filter(|(to, _)| *to == pair[1]).map(|&(_, cost)| cost).min();
        path.windows(2).map(|pair| u64::from(step(pair).unwrap())).sum()
    }

    /// Cheapest paths of random graphs cost what relaxing every edge again and again finds (Bellman and Ford), with
    /// costs of 0 and of 2^32 - 1, and with the exact cost or half of it as the bound.
    #[test]
    fn paths_are_cheapest() {
        let (mut rng, mut found) = (1u64, 0);
        for round in 0..300 {
            let mut below = |most: u64| splitmix::next(&mut rng) % most;
            let states = 2 + below(30);
            let costs = [3, 1000, u64::from(u32::MAX) + 1][round % 3];
            let edges: Vec<_> = (0..below(4 * states))
                .map(|_| (below(states) as u32, below(states) as u32, below(costs) as u32))
                .collect();
            let successors = |from: &u32| {
                edges.iter().filter(|edge| edge.0 == *from).map(|edge| (edge.1, edge.2)).collect::<Vec<_>>()
            };
            let goal = states as u32 - 1;
            let mut known = vec![u64::MAX; states as usize];
            known[goal as usize] = 0;
            for _ in 0..states {
                for &(from, to, cost) in &edges {
                    let by = known[to as usize].saturating_add(cost.into());
                    known[from as usize] = known[from as usize].min(by);
                }
            }
            for share in [0, 1, 2] {
                let bound = |state: &u32| match known[*state as usize] {
                    u64::MAX if share > 0 => u32::MAX,
                    cost => (cost.min(u64::from(u32::MAX - 1)) as u32).checked_div(share).unwrap_or(0),
                };
                let limits = Limits::default();
                let path = cheapest(&limits, 0, successors, bound, |&state| state == goal).unwrap();
                let cost = path.map(|(path, cost)| {
                    assert_eq!((path[0], path.last(), sum(&path, successors)), (0, Some(&goal), cost));
                    cost
                });
                assert_eq!(cost, Some(known[0]).filter(|&cost| cost < u64::MAX), "{edges:?}");
                // One less than the cost is too little, and the cost is enough.
                if let Some(cost) = cost.and_then(|cost| u32::try_from(cost).ok()).filter(|&cost| cost > 0) {
                    found += 1;
                    let within = |cost| {
                        let limits = Limits { cost: Some(CostMeasure::Weights.cost(cost)), ..Limits::default() };
                        cheapest(&limits, 0, successors, bound, |&state| state == goal)
                    };
                    assert_eq!(within(cost - 1), Err(Stop::beyond(CostMeasure::Weights.cost(cost - 1))));
                    assert_eq!(within(cost).unwrap().unwrap().1, u64::from(cost));
                }
            }
        }
        assert!(found > 200, "{found}");
    }

    /// Each limit ends a search through an endless space.
    #[test]
    fn limits_end_every_search() {
        let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        for (limits, why) in [
            (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, Stop::Time),
            (Limits { nodes: Some(1_000), ..Limits::default() }, Stop::Nodes),
            (Limits { bytes: Some(1_000_000), ..Limits::default() }, Stop::Bytes),
            (Limits { cost: Some(Cost::moves(500)), ..Limits::default() }, Stop::beyond(Cost::moves(500))),
            (Limits { cancel: Some(cancel), ..Limits::default() }, Stop::Cancelled),
        ] {
            let ended = shortest_within(&limits, 0u64, |&n| [n + 1, n + 2], |_| false);
            assert_eq!(ended, Err(why));
            let limits = Limits { cost: limits.cost.map(|cost| CostMeasure::Weights.cost(cost.amount())), ..limits };
            let why = limits.cost.map_or(why, Stop::beyond);
            let ended = cheapest(&limits, 0u64, |&n| [(n + 1, 1), (n + 2, 3)], |_| 0, |_| false);
            assert_eq!(ended, Err(why));
        }
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
