//! Searches for solutions. Every search uses only the puzzle contract, so it works for any puzzle.

use std::fmt;

use crate::cost::{Cost, CostMeasure, Length};
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
pub mod forecast;
pub mod ida_star;
mod layer;
pub mod on_the_spot;
pub mod shorten;
pub mod shortest;
pub mod staged;

pub use on_the_spot::{cheapest, shortest, shortest_with_bound, shortest_within};

/// The outcome of a search: solved, proved unsolvable, or stopped by a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// The proved answer.
    Solved(A),
    /// It is proved that there is no solution.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped {
        /// The proved lower bound of the cost of every solution.
        at_least: Cost,
        /// The cost of the best solution known, not proved least.
        best: Option<Cost>,
        /// The limit that was reached.
        why: Stop,
    },
}

impl<A> Outcome<A> {
    /// Replaces the answer by `turn(answer)`; every other outcome stays as it is.
    pub fn map<B>(self, turn: impl FnOnce(A) -> B) -> Outcome<B> {
        self.and_then(|answer| Outcome::Solved(turn(answer)))
    }

    /// Calls `next` with the answer and returns its outcome; every other outcome stays as it is.
    pub fn and_then<B>(self, next: impl FnOnce(A) -> Outcome<B>) -> Outcome<B> {
        match self {
            Outcome::Solved(answer) => next(answer),
            Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
            Outcome::Stopped { at_least, best, why } => Outcome::Stopped { at_least, best, why },
        }
    }
}

/// Describes in words what a stopped search has proved. All programs use this text, so that they report alike.
///
/// ```
/// use loyd_core::cost::Cost;
/// use loyd_core::search::proved;
/// let known = proved(Cost::moves(1), Some(Cost::moves(5)));
/// assert_eq!(known, "every solution has at least 1 move, and one of 5 is known");
/// let known = proved(Cost::weights(3), Some(Cost::weights(5)));
/// assert_eq!(known, "every solution costs at least 3, and one of cost 5 is known");
/// ```
pub fn proved(at_least: Cost, best: Option<Cost>) -> String {
    let known = best.map_or(String::new(), |best| match best.measure() {
        CostMeasure::Moves => format!(", and one of {} is known", best.amount()),
        CostMeasure::Weights => format!(", and one of cost {} is known", best.amount()),
    });
    match at_least.length() {
        Some(length) => format!("every solution has at least {length}{known}"),
        None => format!("every solution costs at least {}{known}", at_least.amount()),
    }
}

/// The lower bound on the cost of every solution that is known before the search: the least bound of the starts, but at
/// least 1 if no start is a goal.
pub fn at_least<P: Puzzle>(puzzle: &P, bound: &dyn Bound<P>, starts: &[P::State]) -> Cost {
    let bounds = starts.iter().map(|start| bound.of(puzzle, start));
    // If the bounds prove that there is no path at all, every number is a lower bound, so 0 will do.
    let bound = bounds.min().filter(|&bound| bound < UNREACHABLE).unwrap_or(0);
    puzzle.measure().cost(bound.max(a_move(puzzle, starts)))
}

/// The lower bound without a heuristic: 0 if a start is a goal, else 1.
fn a_move<P: Puzzle>(puzzle: &P, starts: &[P::State]) -> u32 {
    u32::from(!starts.iter().any(|start| puzzle.is_goal(start)))
}

/// Sorts the children of a node and keeps the order of equal keys. Sorts by insertion, because the library's sort is
/// some 2,000 lines for every puzzle. More than `MANY` children are sorted as pairs of key and place, by code compiled
/// once.
fn sort_few<T: Clone>(few: &mut [T], key: impl Fn(&T) -> u32) {
    const MANY: usize = 64;
    if few.len() > MANY {
        let mut order = Vec::with_capacity(few.len());
        for (place, one) in few.iter().enumerate() {
            order.push((key(one), place));
        }
        sort_places(&mut order);
        let before = few.to_vec();
        for (place, (_, from)) in order.into_iter().enumerate() {
            few[place] = before[from].clone();
        }
        return;
    }
    for end in 1..few.len() {
        let its = key(&few[end]);
        let mut at = end;
        while at > 0 && key(&few[at - 1]) > its {
            few.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn sort_places(order: &mut [(u32, usize)]) {
    order.sort_unstable();
}

/// A solution: its start and its moves.
pub struct Found<P: Puzzle> {
    /// The start, one of the states that the search was given.
    pub start: P::State,
    /// The moves from the start.
    pub moves: Vec<P::Move>,
}

impl<P: Puzzle> Found<P> {
    /// The number of the moves.
    pub fn length(&self) -> Length {
        Length::of(&self.moves)
    }

    /// The cost of the moves.
    pub fn cost(&self, puzzle: &P) -> Cost {
        let mut state = self.start.clone();
        let cost = |&m: &P::Move| {
            let cost = puzzle.cost(&state, m);
            puzzle.apply(&mut state, m);
            cost
        };
        puzzle.measure().cost(self.moves.iter().map(cost).sum())
    }
}

// Written by hand, because a derive would require the puzzle itself to be `Debug` and `Clone`.
impl<P: Puzzle> fmt::Debug for Found<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("start", &self.start).field("moves", &self.moves).finish()
    }
}

impl<P: Puzzle> Clone for Found<P> {
    fn clone(&self) -> Self {
        Found { start: self.start.clone(), moves: self.moves.clone() }
    }
}

/// The result of a search with a closed list that met goals: their depth, the goals, and the list for walking back.
#[derive(Debug)]
pub struct ReachedGoals<P: Puzzle, D> {
    /// The cost of the solutions of least cost.
    pub cost: Cost,
    /// Goals at that depth: all, or at least one.
    pub goals: Vec<P::State>,
    /// The depths of the states that were met; exact for every state on a shortest solution.
    pub depths: D,
}

/// The result of a search from both ends whose sides met.
#[derive(Debug)]
pub struct MeetingPoint<P: Puzzle, D> {
    /// The length of the shortest solutions.
    pub length: Length,
    /// The number of moves from the start to the middle.
    pub split: u32,
    /// States in the middle of shortest solutions: all, or at least one.
    pub middles: Vec<P::State>,
    /// The labels of the states, which hold depths; [`before`](MeetingPoint::before) and [`after`](MeetingPoint::after)
    /// read them.
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
