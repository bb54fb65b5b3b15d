//! Searches: a shortest way using nothing but the contract.

use std::fmt;

use crate::puzzle::{Puzzle, Unsolvable};

pub use crate::limits::{Limits, Meter, Progress, Stats, Stop};

pub mod a_star;
pub mod bfs;
pub mod bidirectional;
pub mod cuts;
pub mod depths;
pub mod ida_star;
pub mod shortest;

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

/// What was found: where a solution starts, and its moves.
pub struct Found<P: Puzzle> {
    /// The start, one of those given.
    pub start: P::State,
    /// The moves from there.
    pub moves: Vec<P::Move>,
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
    /// Depths from the start.
    pub before: D,
    /// Distances to the goal.
    pub after: D,
}
