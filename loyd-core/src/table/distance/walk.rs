//! The distance of a state by a table: looked up, or, if only the distance modulo 3 is stored, walked down to a goal.

use std::cell::{Cell, RefCell};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::codes::StopCheck;
use super::encoding::Encoding;
use super::stored::StoredDistances;
use crate::exact::exact;
use crate::limits::Stop;
use crate::puzzle::{MoveSet, RankMoves, Ranked, Undo};

/// Distances that walks have found, kept because callers ask for neighbours in turn, and their walks soon meet.
#[derive(Debug, Default)]
pub struct Walks {
    known: RefCell<HashMap<u64, u32, FxBuildHasher>>,
    broken: Cell<Option<u64>>,
}

/// The most distances that are kept: 16 bytes each, or a little more.
const MOST_KNOWN: usize = 1 << 16;

/// The number of states expanded between two calls of `look`: some tenths of a millisecond.
const LOOK_EVERY: usize = 1 << 10;

impl Walks {
    /// An entry that has a distance but no path to a goal: the table does not contain this puzzle's distances.
    pub fn broken(&self) -> Option<u64> {
        self.broken.get()
    }

    fn get(&self, index: u64) -> Option<u32> {
        self.known.borrow().get(&index).copied()
    }

    fn keep(&self, index: u64, distance: u32) {
        let mut known = self.known.borrow_mut();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(index, distance);
    }
}

impl StoredDistances {
    /// The distance of a state; `None` if no goal is reached from it, or if the table cannot be followed
    /// ([`Walks::broken`]).
    ///
    /// # Complexity
    /// One look-up; with two bits, one for each move of each state on a shortest path. If moves cannot be undone by
    /// moves, a neighbour of the right remainder may be farther from a goal instead of one move nearer. All such paths
    /// are followed at the same time, which may take long.
    pub fn distance<P: Ranked>(&self, puzzle: &P, state: &P::State, walks: &Walks) -> Option<u32> {
        self.distance_unless(puzzle, state, walks, &mut || Ok(())).unwrap_or_default()
    }

    /// Does what `distance` does; `look` is called now and then, and its error ends the work.
    ///
    /// # Errors
    /// The error that `look` returns.
    pub fn distance_unless<P: Ranked>(
        &self,
        puzzle: &P,
        state: &P::State,
        walks: &Walks,
        look: StopCheck<'_>,
    ) -> Result<Option<u32>, Stop> {
        let index = self.index(puzzle, state);
        let Some(entry) = self.entry(index) else { return Ok(None) };
        if !matches!(self.encoding, Encoding::Planes { .. }) {
            return Ok(Some(entry));
        }
        let found = if P::Undo::IS_MOVE {
            self.walk(puzzle, state, index, entry, walks)
        } else {
            self.flow(puzzle, state, index, entry, walks, look)?
        };
        if found.is_none() {
            walks.broken.set(Some(index));
        }
        Ok(found)
    }

    /// A shortest path from a state to a goal: from every state, the first move of its move set that leads down. `None`
    /// if no path leads down, if entries are not by ranks, if moves are not made on ranks, or if entries are remainders
    /// and moves are not undone by moves: then [`distance`](StoredDistances::distance) still finds the distance.
    ///
    /// # Complexity
    /// One rank, and one look-up for each move of each state on the path.
    pub fn way<P: Ranked>(&self, puzzle: &P, state: &P::State) -> Option<Vec<P::Move>> {
        let is_exact = !matches!(self.encoding, Encoding::Planes { .. });
        let moves = puzzle.rank_moves().filter(|_| self.order.is_by_ranks())?;
        if !is_exact && !P::Undo::IS_MOVE && !moves.are_two_way() {
            return None;
        }
        let (mut state, mut rank) = (state.clone(), puzzle.rank(state));
        let mut entry = self.entry(rank)?;
        let (mut way, mut nearer) = (Vec::new(), Vec::new());
        while entry > 0 || !puzzle.is_goal(&state) {
            if way.len() as u64 >= self.deepest() {
                return None;
            }
            let next = if is_exact { entry.checked_sub(1)? } else { (entry + 2) % 3 };
            nearer.clear();
            moves.each_child(rank, &mut |child, order| {
                if self.entry(child) == Some(next) {
                    nearer.push((order, child));
                }
            });
            let down = |m: P::Move| {
                let order = puzzle.order(&state, m);
                nearer.iter().find(|(known, _)| *known == order).map(|&(_, child)| (m, child))
            };
            let (m, child) = puzzle.moves(&state).iter().find_map(down)?;
            puzzle.apply(&mut state, m);
            (rank, entry) = (child, next);
            way.push(m);
        }
        Some(way)
    }

    /// A bound that no distance exceeds.
    fn deepest(&self) -> u64 {
        self.layers().map_or(self.entries, |layers| layers.len() as u64)
    }

    /// Walks down from neighbour to neighbour, and returns the distance.
    fn walk<P: Ranked>(&self, puzzle: &P, state: &P::State, index: u64, entry: u32, walks: &Walks) -> Option<u32> {
        let (mut state, mut index, mut entry) = (state.clone(), index, entry);
        let mut way = Vec::new();
        let end = loop {
            if let Some(known) = walks.get(index) {
                break known;
            }
            if entry == 0 && puzzle.is_goal(&state) {
                walks.keep(index, 0);
                break 0;
            }
            if way.len() as u64 > self.deepest() {
                return None;
            }
            way.push(index);
            let nearer = (entry + 2) % 3;
            let next = puzzle.moves(&state).iter().find_map(|m| {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                let index = self.index(puzzle, &child);
                (self.entry(index) == Some(nearer)).then_some((child, index))
            });
            (state, index) = next?;
            entry = nearer;
        };
        for (&index, distance) in way.iter().rev().zip(end + 1..) {
            walks.keep(index, distance);
        }
        Some(end + exact::<u32>(way.len()))
    }

    /// Follows every path that may lead down, breadth first. Among them are all shortest paths; the others are longer.
    fn flow<P: Ranked>(
        &self,
        puzzle: &P,
        state: &P::State,
        index: u64,
        entry: u32,
        walks: &Walks,
        look: StopCheck<'_>,
    ) -> Result<Option<u32>, Stop> {
        if let Some(known) = walks.get(index) {
            return Ok(Some(known));
        }
        let mut met: HashMap<u64, (), FxBuildHasher> = HashMap::from_iter([(index, ())]);
        let (mut layer, mut next) = (vec![state.clone()], Vec::new());
        let (mut distance, mut entry) = (0, entry);
        loop {
            if entry == 0 && layer.iter().any(|state| puzzle.is_goal(state)) {
                walks.keep(index, distance);
                return Ok(Some(distance));
            }
            entry = (entry + 2) % 3;
            distance += 1;
            for (number, state) in layer.drain(..).enumerate() {
                if number.is_multiple_of(LOOK_EVERY) {
                    look()?;
                }
                for m in puzzle.moves(&state).iter() {
                    let mut child = state.clone();
                    puzzle.apply(&mut child, m);
                    let index = self.index(puzzle, &child);
                    if self.entry(index) == Some(entry) && met.insert(index, ()).is_none() {
                        next.push(child);
                    }
                }
            }
            if next.is_empty() || u64::from(distance) > self.deepest() {
                return Ok(None);
            }
            std::mem::swap(&mut layer, &mut next);
        }
    }
}
