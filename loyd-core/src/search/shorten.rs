//! Shortens a solution: cuts out a window of some dozens of moves, joins the states at its ends anew by a shortest
//! path, and moves the window on. (D. Ratner and I. Pohl, "Joint and LPA*: combination of approximation and search",
//! AAAI 1986, shorten solutions of sliding puzzles so.) It proves nothing about the whole solution.
//!
//! IDA* searches for the path between the two states, with the bound that the puzzle lends for them
//! ([`Bounded::toward`]), for fewer moves than the window has, and within a budget of nodes. If the puzzle lends none,
//! as where pieces are alike or moves have conditions, a search from both states does. The window grows while the
//! budgets suffice and shrinks when they do not, so that each puzzle finds its own width.

use rustc_hash::FxHashMap;

use super::depths::StateList;
use super::ida_star::{self, Prune};
use super::shortest::{self, Remaining};
use super::{Found, Outcome, bidirectional};
use crate::cost::Cost;
use crate::exact::exact;
use crate::heuristic::{Bounded, Toward};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Puzzle;
use crate::splitmix;

/// The node budget of the first windows.
const BUDGET: u64 = 1 << 14;

/// The node budget of the last windows, when smaller budgets change nothing any more.
const LARGEST_BUDGET: u64 = 1 << 18;

/// The width of the first window, and where a search from both of its ends joins them.
const FIRST_WIDTH: f64 = 24.0;
const FIRST_WIDTH_WITHOUT_BOUND: f64 = 8.0;

/// The largest width of a window.
const WIDEST: f64 = 200.0;

/// A solution that is being shortened.
#[derive(Debug)]
pub struct Shortener<P: Puzzle> {
    start: P::State,
    moves: Vec<P::Move>,
    /// The state before each move, and the last state.
    states: Vec<P::State>,
    width: f64,
    budget: u64,
    at: usize,
    /// The number of windows tried since the last change.
    idle: usize,
    rng: u64,
}

impl<P: Bounded> Shortener<P> {
    /// Begins with a solution. The same seed gives the same windows.
    pub fn new(puzzle: &P, found: Found<P>, seed: u64) -> Self {
        let mut shortener = Shortener {
            start: found.start,
            moves: found.moves,
            states: Vec::new(),
            width: FIRST_WIDTH,
            budget: BUDGET,
            at: 0,
            idle: 0,
            rng: seed,
        };
        shortener.cut_loops(puzzle);
        if let [from, .., to] = &shortener.states[..]
            && puzzle.toward(from, to).is_none()
        {
            shortener.width = FIRST_WIDTH_WITHOUT_BOUND;
        }
        shortener
    }

    /// The solution as it is now.
    pub fn found(&self) -> Found<P> {
        Found { start: self.start.clone(), moves: self.moves.clone() }
    }

    /// The number of moves of the solution as it is now.
    pub fn length(&self) -> u32 {
        exact::<u32>(self.moves.len())
    }

    fn walk(&mut self, puzzle: &P) {
        let mut state = self.start.clone();
        self.states.clear();
        self.states.push(state.clone());
        for &m in &self.moves {
            puzzle.apply(&mut state, m);
            self.states.push(state.clone());
        }
    }

    /// Removes the moves between two visits of one state.
    fn cut_loops(&mut self, puzzle: &P) {
        self.walk(puzzle);
        let last: FxHashMap<&P::State, usize> = self.states.iter().zip(0..).collect();
        let (mut moves, mut at) = (Vec::new(), 0);
        while at < self.moves.len() {
            at = last[&self.states[at]];
            moves.extend(self.moves.get(at));
            at += 1;
        }
        self.moves = moves;
        self.walk(puzzle);
    }

    /// Joins one window anew. Returns whether the solution is shorter now; `None` if windows of the largest budget were
    /// tried all over the solution without any change, or if the puzzle has no search from one state to another: moves
    /// differ in cost, or parents are not known.
    ///
    /// # Errors
    /// The limit that was reached; the solution stays complete.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a conversion from a float saturates, and the length is smaller"
    )]
    pub fn step(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<Option<bool>, Stop> {
        let length = self.moves.len();
        if length < 3 {
            return Ok(None);
        }
        let width = (self.width as usize).clamp(3, length);
        let passes = 2 * (length / (width / 2).max(1) + 1);
        if self.idle > passes {
            if self.budget >= LARGEST_BUDGET {
                return Ok(None);
            }
            (self.budget, self.idle) = (self.budget * 4, 0);
        }
        if self.at + width > length {
            // Each pass begins at another place.
            self.at = if length > width {
                exact::<usize>(splitmix::next(&mut self.rng) % (width / 2).min(length - width + 1).max(1) as u64)
            } else {
                0
            };
        }
        let (begin, end) = (self.at, self.at + width);
        let joined =
            join(puzzle, (&self.states[begin], &self.states[end]), exact::<u32>(width) - 1, self.budget, meter);
        let Some((joined, why)) = joined else { return Ok(None) };
        self.at += (width / 2).max(1);
        self.idle += 1;
        let Some(joined) = joined else {
            match why {
                Some(Stop::Nodes | Stop::Bytes) => self.width = (self.width * 0.96).max(6.0),
                _ => self.width = (self.width * 1.01).min(WIDEST),
            }
            meter.look(0)?;
            return Ok(Some(false));
        };
        // The new moves are checked before they are used.
        let mut state = self.states[begin].clone();
        for &m in &joined {
            puzzle.apply(&mut state, m);
        }
        if state != self.states[end] || joined.len() >= width {
            return Ok(Some(false));
        }
        self.moves.splice(begin..end, joined);
        self.walk(puzzle);
        (self.at, self.idle) = (begin.saturating_sub(width / 2), 0);
        meter.look(0)?;
        Ok(Some(true))
    }
}

/// Searches for a path of at most `most` moves from one state to another, within `budget` nodes. Returns the path, or
/// the limit that was reached; `None` if the puzzle has no search from one state to another.
#[allow(clippy::type_complexity)]
fn join<P: Bounded>(
    puzzle: &P,
    (from, to): (&P::State, &P::State),
    most: u32,
    budget: u64,
    meter: &mut Meter<'_>,
) -> Option<(Option<Vec<P::Move>>, Option<Stop>)> {
    let bytes = meter.limits().bytes.map(|bytes| bytes.saturating_sub(meter.held()));
    let toward = puzzle.toward(from, to);
    if toward.is_none() && (!puzzle.knows_parents() || puzzle.costs().is_some()) {
        return None;
    }
    // A node that is stored takes longer than a node of a tree.
    let nodes = Some(if toward.is_some() { budget } else { budget / 2 });
    let limits = Limits { nodes, cost: Some(Cost::moves(most)), bytes, ..Limits::default() };
    let mut within = Meter::new(&limits);
    let outcome = match toward {
        Some(Toward { puzzle: other, start, bound }) => {
            let puzzle = other.as_ref().unwrap_or(puzzle);
            ida_star::with_bound(puzzle, bound, |walker| {
                ida_star::solve(puzzle, walker, &[start], Prune::Follow, &mut within)
            })?
        }
        None => meet(puzzle, from, to, &mut within),
    };
    meter.stats.generated += within.stats.generated;
    meter.stats.expanded += within.stats.expanded;
    Some(match outcome {
        Outcome::Solved(found) => (Some(found.moves), None),
        Outcome::Stopped { why, .. } => (None, Some(why)),
        Outcome::Unsolvable(_) => (None, None),
    })
}

/// Searches from both states for a shortest path from one to the other.
fn meet<P: Puzzle>(puzzle: &P, from: &P::State, to: &P::State, meter: &mut Meter<'_>) -> Outcome<Found<P>> {
    let [from, to] = [from, to].map(std::slice::from_ref);
    bidirectional::search::<P, StateList<P::State>>(puzzle, from, to, false, meter).and_then(|met| {
        let (length, rest) = (met.length.0, met.length.0 - met.split);
        let before = |state: &P::State| met.before(puzzle, state);
        let marked = Remaining::behind(puzzle, &met.middles, met.split, rest, &before, meter).and_then(|mut marked| {
            marked.ahead(puzzle, &met.middles, rest, &|state| met.after(puzzle, state), meter)?;
            Ok(marked)
        });
        match marked {
            Ok(marked) => Outcome::Solved(shortest::one(puzzle, from, length, &|state| marked.get(state))),
            Err(why) => Outcome::Stopped { at_least: Cost::moves(length), best: None, why },
        }
    })
}
