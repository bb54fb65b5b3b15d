//! Moves with different costs: A* and IDA* find one solution, all solutions, their number and the smallest. They are
//! compared with costs that are found by relaxing every edge until nothing changes.

use std::ops::ControlFlow;

use loyd_core::cells::{Cells, Nibbles};
use loyd_core::cost::Cost;
use loyd_core::heuristic::Heuristic;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::bits::Bits;
use loyd_core::puzzle::{Costs, MoveSet, NotListed, Puzzle, RankCosts, Ranked};
use loyd_core::rank::lehmer;
use loyd_core::search::depths::{Depths, RankList};
use loyd_core::search::ida_star::{self, PlainBound, Prune};
use loyd_core::search::shortest::{self, Remaining};
use loyd_core::search::{Found, Outcome, a_star};
use loyd_core::table::map::{MapOptions, map};

const CARS: u8 = 5;

/// A train whose neighbouring cars change places. The cost of an exchange depends on the car that follows, so that a
/// detour may be as cheap as the direct way.
struct Train;

impl Puzzle for Train {
    type State = Nibbles;
    type Move = u8;
    type Undo = u8;
    type Moves = Bits<u16>;

    fn moves(&self, _: &Nibbles) -> Bits<u16> {
        Bits((1 << (CARS - 1)) - 1)
    }
    fn apply(&self, state: &mut Nibbles, m: u8) -> u8 {
        state.swap(m, m + 1);
        m
    }
    fn back(&self, _: &Nibbles, m: u8) -> Bits<u16> {
        Bits::one(m)
    }
    fn is_goal(&self, state: &Nibbles) -> bool {
        self.rank(state) == 0
    }
    fn goals(&self) -> Result<Vec<Nibbles>, NotListed> {
        Ok(vec![self.unrank(0)])
    }
    fn costs(&self) -> Option<&impl Costs<Self>> {
        Some(self)
    }
}

impl Costs for Train {
    fn of(&self, state: &Nibbles, m: u8) -> u32 {
        1 + u32::from(state.get((m + 2) % CARS)) * 4 % 5
    }

    fn greatest(&self) -> u32 {
        5
    }

    fn on_ranks(&self) -> &dyn RankCosts {
        self
    }
}

impl RankCosts for Train {
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        let state = self.unrank(rank);
        self.children(rank, &mut |child, order| each(child, self.cost(&state, order as u8)));
    }

    fn each_parent(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        self.parents(rank, &mut |parent, order| each(parent, self.cost(&self.unrank(parent), order as u8)));
    }
}

impl Ranked for Train {
    fn ranks(&self) -> u64 {
        lehmer::FACTORIALS[usize::from(CARS)]
    }
    fn rank(&self, state: &Nibbles) -> u64 {
        lehmer::rank(*state, CARS.into())
    }
    fn unrank(&self, rank: u64) -> Nibbles {
        lehmer::unrank(rank, CARS.into())
    }
}

/// A lower bound: every pair in the wrong order must be exchanged, and each exchange costs at least 1.
struct Inversions;

impl Heuristic<Train> for Inversions {
    type Memo = u32;
    fn memo(&self, _: &Train, state: &Nibbles) -> u32 {
        (0..CARS).map(|a| (a + 1..CARS).filter(|&b| state.get(a) > state.get(b)).count() as u32).sum()
    }
    fn ahead(&self, _: &Train, state: &Nibbles, m: u8, memo: &u32) -> u32 {
        if state.get(m) > state.get(m + 1) { memo - 1 } else { memo + 1 }
    }
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

/// The cost from each state to the goal.
fn relaxed() -> Vec<u32> {
    let mut costs = vec![u32::MAX; Train.ranks() as usize];
    costs[0] = 0;
    loop {
        let before = costs.clone();
        for rank in 0..Train.ranks() {
            let state = Train.unrank(rank);
            for m in Train.moves(&state).iter() {
                let mut child = state;
                Train.apply(&mut child, m);
                let onward = costs[Train.rank(&child) as usize].saturating_add(Train.cost(&state, m));
                costs[rank as usize] = costs[rank as usize].min(onward);
            }
        }
        if costs == before {
            return costs;
        }
    }
}

/// All solutions of minimal cost, in the order of the letters.
fn words(costs: &[u32], state: Nibbles, word: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let left = costs[Train.rank(&state) as usize];
    if left == 0 {
        found.push(word.clone());
        return;
    }
    for m in Train.moves(&state).iter() {
        let mut child = state;
        Train.apply(&mut child, m);
        if costs[Train.rank(&child) as usize] + Train.cost(&state, m) == left {
            word.push(m);
            words(costs, child, word, found);
            word.pop();
        }
    }
}

#[test]
fn a_map_counts_states_by_cost() {
    let limits = Limits::default();
    let census = |costs: &[u32]| {
        let mut layers = vec![0u64; *costs.iter().max().unwrap() as usize + 1];
        costs.iter().for_each(|&cost| layers[cost as usize] += 1);
        layers
    };
    let costs = relaxed();
    let task = MapOptions { antipodes: usize::MAX, ..MapOptions::default() };
    let to_the_goal = map(&Train, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
    assert_eq!(to_the_goal.layers, census(&costs));
    let is_far = |&rank: &u64| costs[rank as usize] == to_the_goal.diameter();
    assert_eq!(to_the_goal.antipodes, (0..Train.ranks()).filter(is_far).collect::<Vec<_>>());
    // Forwards: the cost of the way from one state to each other state.
    let task = MapOptions { from: Some(vec![Train.unrank(7)]), ..MapOptions::default() };
    let from = map(&Train, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
    assert_eq!(from.states(), Train.ranks());
    let mut ways = vec![u32::MAX; Train.ranks() as usize];
    ways[7] = 0;
    for _ in 0..Train.ranks() {
        for rank in 0..Train.ranks() {
            let cost = ways[rank as usize];
            Train.each_child(rank, &mut |child, by| {
                ways[child as usize] = ways[child as usize].min(cost.saturating_add(by));
            });
        }
    }
    assert_eq!(from.layers, census(&ways));
}

#[test]
fn the_cheapest_solutions_are_found_by_both_searches() {
    let (costs, limits) = (relaxed(), Limits::default());
    let mut of_two_lengths = 0;
    for rank in 0..Train.ranks() {
        let (start, cost) = (Train.unrank(rank), costs[rank as usize]);
        let mut all = Vec::new();
        words(&costs, start, &mut Vec::new(), &mut all);
        let check = |found: &Found<Train>, by: &str| {
            assert!(all.contains(&found.moves), "{by}: {start:?}: {found:?}");
            assert_eq!(found.cost(&Train), Cost::weights(cost), "{by}: {start:?}");
        };
        of_two_lengths += usize::from(all.iter().any(|word| word.len() != all[0].len()));

        let plain = PlainBound(Inversions);
        for prune in [Prune::Back, Prune::Follow] {
            let outcome = ida_star::solve(&Train, &plain, &[start], prune, &mut Meter::new(&limits));
            let Outcome::Solved(found) = outcome else { panic!("{outcome:?}") };
            check(&found, "ida-star");
        }
        let outcome = ida_star::smallest(&Train, &plain, &[start], 0, &mut Meter::new(&limits));
        let Outcome::Solved(smallest) = outcome else { panic!("{outcome:?}") };
        assert_eq!(Some(&smallest.moves), all.first());
        let mut listed = Vec::new();
        let mut each = |_: &Nibbles, word: &[u8]| {
            listed.push(word.to_vec());
            ControlFlow::Continue(())
        };
        let outcome =
            ida_star::all(&Train, &plain, &[start], cost.saturating_sub(1), &mut Meter::new(&limits), &mut each);
        assert_eq!((outcome, &listed), (Outcome::Solved(Cost::weights(cost)), &all));

        let mut meter = Meter::new(&limits);
        let outcome = a_star::search::<_, RankList>(&Train, &Inversions, &[start], true, &mut meter);
        let Outcome::Solved(reached) = outcome else { panic!("{:?}", outcome.map(|_| ())) };
        assert_eq!(reached.cost, Cost::weights(cost));
        let depth = |state: &Nibbles| reached.depths.get(&Train, state);
        let marked = Remaining::behind(&Train, &reached.goals, cost, 0, &depth, &mut meter).unwrap();
        let remaining = |state: &Nibbles| marked.get(state);
        check(&shortest::one(&Train, &[start], cost, &remaining), "a-star");
        let smallest = shortest::smallest(&Train, &[start], cost, &remaining, &mut meter).unwrap();
        assert_eq!(Some(&smallest.moves), all.first());
        let count = shortest::count(&Train, &[start], cost, &remaining, &mut meter).unwrap();
        assert_eq!(count, Some(all.len() as u128));
        let mut listed = Vec::new();
        let mut each = |_: &Nibbles, word: &[u8]| {
            listed.push(word.to_vec());
            ControlFlow::Continue(())
        };
        shortest::list(&Train, &[start], cost, &remaining, &mut meter, &mut each).unwrap();
        assert_eq!(listed, all);
    }
    assert!(of_two_lengths > 0, "no position has solutions of equal cost and different length");
}
