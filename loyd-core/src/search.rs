//! Searches: a shortest way using nothing but the contract.

use std::fmt;

use crate::heuristic::UNREACHABLE;
use crate::puzzle::{Puzzle, Unsolvable};
use bound::Bound;

pub use crate::limits::{Frontier, Iteration, Limits, Logger, Meter, Progress, Stats, Stop};

pub mod a_star;
pub mod anytime;
pub mod beam;
pub mod bfs;
pub mod bidirectional;
pub mod bound;
pub mod cuts;
pub mod depths;
pub mod ida_star;
pub mod shorten;
pub mod shortest;
pub mod staged;

/// What came of a search: three different things, never confused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// The answer, proved.
    Solved(A),
    /// Proved to have no solution.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped {
        /// Every solution has at least this many moves: proved.
        at_least: u32,
        /// The length of the best solution known, not proved shortest.
        best: Option<u32>,
        /// Which limit.
        why: Stop,
    },
}

impl<A> Outcome<A> {
    /// The same outcome with its answer turned into another.
    pub fn map<B>(self, turn: impl FnOnce(A) -> B) -> Outcome<B> {
        self.and_then(|answer| Outcome::Solved(turn(answer)))
    }

    /// The outcome of what is done with the answer; without one, the same outcome.
    pub fn and_then<B>(self, next: impl FnOnce(A) -> Outcome<B>) -> Outcome<B> {
        match self {
            Outcome::Solved(answer) => next(answer),
            Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
            Outcome::Stopped { at_least, best, why } => Outcome::Stopped { at_least, best, why },
        }
    }
}

/// What a search that was stopped has proved, in words: everybody says it alike.
///
/// ```
/// assert_eq!(loyd_core::search::proved(1, Some(5)), "every solution has at least 1 move, and one of 5 is known");
/// ```
pub fn proved(at_least: u32, best: Option<u32>) -> String {
    let moves = if at_least == 1 { "move" } else { "moves" };
    let known = best.map_or(String::new(), |best| format!(", and one of {best} is known"));
    format!("every solution has at least {at_least} {moves}{known}")
}

/// What is proved of the length of a solution before anything is searched: the least bound of a start, and, where no
/// start is a goal, a move.
pub fn at_least<P: Puzzle>(puzzle: &P, bound: &dyn Bound<P>, starts: &[P::State]) -> u32 {
    let bounds = starts.iter().map(|start| bound.of(puzzle, start));
    // Where a bound proves that there is no path at all, any number would do.
    let bound = bounds.min().filter(|&bound| bound < UNREACHABLE).unwrap_or(0);
    bound.max(a_move(puzzle, starts))
}

/// 1 where no start is a goal, else 0: the length without any bound.
fn a_move<P: Puzzle>(puzzle: &P, starts: &[P::State]) -> u32 {
    u32::from(!starts.iter().any(|start| puzzle.is_goal(start)))
}

/// Sorts the children of a node; equal ones stay in their order. By insertion: it is compiled for every puzzle, and the
/// library's sort is some 2,000 lines each time. Many are sorted as keys and places, which is compiled once.
fn sort_few<T: Copy>(few: &mut [T], key: impl Fn(&T) -> u32) {
    const MANY: usize = 64;
    if few.len() > MANY {
        let mut order = Vec::with_capacity(few.len());
        for (place, one) in few.iter().enumerate() {
            order.push((key(one), place));
        }
        sort_places(&mut order);
        let before = few.to_vec();
        for (place, (_, from)) in order.into_iter().enumerate() {
            few[place] = before[from];
        }
        return;
    }
    for end in 1..few.len() {
        let (one, its) = (few[end], key(&few[end]));
        let mut at = end;
        while at > 0 && key(&few[at - 1]) > its {
            few[at] = few[at - 1];
            at -= 1;
        }
        few[at] = one;
    }
}

fn sort_places(order: &mut [(u32, usize)]) {
    order.sort_unstable();
}

/// What was found: where a solution starts, and its moves.
pub struct Found<P: Puzzle> {
    /// The start, one of those given.
    pub start: P::State,
    /// The moves from there.
    pub moves: Vec<P::Move>,
}

impl<P: Puzzle> Found<P> {
    /// What its moves cost; where each costs 1, their number.
    pub fn cost(&self, puzzle: &P) -> u32 {
        let mut state = self.start;
        let cost = |&m: &P::Move| {
            let cost = puzzle.cost(&state, m);
            puzzle.apply(&mut state, m);
            cost
        };
        self.moves.iter().map(cost).sum()
    }
}

// Derived, these would ask the puzzle itself to be `Debug` and `Clone`.
impl<P: Puzzle> fmt::Debug for Found<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("start", &self.start).field("moves", &self.moves).finish()
    }
}

impl<P: Puzzle> Clone for Found<P> {
    fn clone(&self) -> Self {
        Found { start: self.start, moves: self.moves.clone() }
    }
}

/// A search with a closed list that met goals: how far, which, and the list to walk back through.
#[derive(Debug)]
pub struct Reached<P: Puzzle, D> {
    /// The length of the shortest solutions.
    pub length: u32,
    /// Goals at that depth: all, or at least one.
    pub goals: Vec<P::State>,
    /// The depths of the states met; exact for every state on a shortest solution.
    pub depths: D,
}

/// A search from both ends that met.
#[derive(Debug)]
pub struct Met<P: Puzzle, D> {
    /// The length of the shortest solutions.
    pub length: u32,
    /// How many moves from the start the middle lies.
    pub split: u32,
    /// States in the middle of shortest solutions: all, or at least one.
    pub middles: Vec<P::State>,
    /// What either side knows of a state; [`before`](Met::before) and [`after`](Met::after) read it.
    labels: D,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_sorted_and_equal_ones_stay_in_order() {
        let mut rng = 1;
        for length in (0..70).chain([100, 500]) {
            let mut sorted: Vec<(u32, usize)> =
                (0..length).map(|place| (crate::splitmix::next(&mut rng) as u32 % 20, place)).collect();
            let mut expected = sorted.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_few(&mut sorted, |(key, _)| *key);
            assert_eq!(sorted, expected);
        }
    }
}
