//! A map checks itself: positions are drawn as layers are made, and compared with their neighbours.
//!
//! Neighbours are found by the moves of states, and none of the tables or the symmetries by which the map is made. When
//! a layer of distance `d` is done, it must be so that
//!
//! - a position of the layer has a successor at `d - 1`, and none nearer; the positions at 0 are the goals;
//! - a position that was not met has no successor at `d - 1` or nearer;
//! - the predecessors of a position at `d - 1` or nearer were all met.
//!
//! Where that holds of all positions, all distances are right. In a map from a position, predecessors take the place of
//! successors.

use rayon::prelude::*;

use super::{Halt, Task};
use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::{Costs, MoveSet, Puzzle, Ranked};
use crate::splitmix;

/// Which positions of a map are compared with their neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Some, so that it takes a small part of the time.
    #[default]
    Drawn,
    /// All that can be.
    All,
}

/// How much of a map was compared with its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapChecked {
    /// Positions, one as often as it was drawn.
    pub positions: u64,
    /// Their moves, and the moves that lead to them.
    pub moves: u64,
    /// Whether every position was compared with all its neighbours, in every layer.
    pub all: bool,
}

/// Positions that are drawn of a whole space, about.
const DRAWN: u64 = 100_000;

/// Positions that are drawn of a layer, at least.
pub const FEWEST: u64 = 4;

/// Positions that are compared between two looks at the limits.
const AT_A_TIME: usize = 1 << 9;

/// Where the map has a position when a layer is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    /// It was not met.
    Unmet,
    /// In the layer.
    Here,
    /// In the layer, or in one a multiple of three before it.
    LikeHere,
    /// In the layer before it; where depths are stored modulo three, or a multiple of three before that.
    Before,
    /// In an earlier one.
    Earlier,
    /// In a part of the space that is not in memory.
    Elsewhere,
    /// The map has no entry that stands for it: that is wrong.
    Missing,
}

/// How positions are looked up, and their neighbours found.
pub trait Lookup: Sync {
    /// A position.
    type Position: Copy + Send + Sync;

    /// The number of the entry that stands for a position in the whole map, if one does.
    fn entry(&self, position: Self::Position) -> Option<u64>;

    /// Where the map has the positions of an entry. A number that another process sent may be the number of no entry.
    fn place_of(&self, entry: u64) -> Place;

    /// Where the map has a position.
    fn place(&self, position: Self::Position) -> Place {
        self.entry(position).map_or(Place::Missing, |entry| self.place_of(entry))
    }

    /// Calls `each` with the positions on the far side of the moves, or of the moves that lead here.
    fn near(&self, position: Self::Position, is_back: bool, each: &mut dyn FnMut(Self::Position));

    /// The rank of a position.
    fn rank(&self, position: Self::Position) -> u64;

    /// Whether a position is in layer 0, where [`Place::LikeHere`] does not distinguish it.
    fn is_start(&self, _position: Self::Position) -> bool {
        false
    }
}

/// The moves of states by their ranks.
pub trait Edges: Sync {
    /// Calls `each` with the ranks of the states that moves lead to, or from which they lead here, and with what each
    /// move costs.
    fn near_rank(&self, rank: u64, is_back: bool, each: &mut dyn FnMut(u64, u32));
}

/// The states on the far side of the moves of a state, or of the moves that lead to it.
pub fn near_state<P: Puzzle>(puzzle: &P, state: &P::State, is_back: bool, each: &mut dyn FnMut(P::State)) {
    if is_back {
        puzzle.undos_into(state, &mut |undo| {
            let mut parent = *state;
            puzzle.undo(&mut parent, undo);
            each(parent);
        });
    } else {
        for m in puzzle.moves(state).iter() {
            let mut child = *state;
            puzzle.apply(&mut child, m);
            each(child);
        }
    }
}

/// The positions of a map to compare, and the number compared so far.
#[derive(Debug)]
pub struct Check {
    pub checks: Checks,
    /// Whether distances are counted from some positions.
    pub forwards: bool,
    /// The positions of the whole space, as far as they are known.
    ranks: Option<u64>,
    random: u64,
    pub checked: MapChecked,
}

impl Check {
    pub fn new<S>(task: &Task<'_, S>, ranks: Option<u64>) -> Self {
        let checked = MapChecked { all: task.checks == Checks::All, ..MapChecked::default() };
        Check { checks: task.checks, forwards: task.from.is_some(), ranks, random: 0xc4ec, checked }
    }

    /// How many positions are drawn of a layer of so many, where the check of one takes as long as the map of `price`
    /// divided by 50.
    pub fn quota(&self, states: u64, price: u64) -> usize {
        let of_all = self.ranks.map_or(u64::MAX, |ranks| {
            (u128::from(states) * u128::from(DRAWN) / u128::from(ranks.max(1))).try_into().unwrap_or(u64::MAX)
        });
        exact(FEWEST.saturating_add(of_all.min(states / price)).min(DRAWN))
    }

    /// A number below a bound; 0 below 0.
    pub fn below(&mut self, bound: usize) -> usize {
        exact(splitmix::next(&mut self.random) % (bound.max(1) as u64))
    }

    /// One of the bits that are set, if any is.
    pub fn bit(&mut self, bits: u64) -> Option<u32> {
        let number = bits.count_ones();
        let skip = if number == 0 { return None } else { self.below(exact(number)) };
        let rest = (0..skip).fold(bits, |bits, _| bits & (bits - 1));
        Some(rest.trailing_zeros())
    }

    /// Some of a word's states of three kinds in turn: in the layer, not met, met before the layer.
    pub fn bit_of(&mut self, turn: usize, here: u64, met: u64, all: u64) -> Option<u32> {
        self.bit(match turn % 3 {
            0 => here,
            1 => !met & all,
            _ => met & !here,
        })
    }

    /// Makes sure that positions are in layer 0.
    ///
    /// # Errors
    /// [`Halt::Wrong`], if one is not.
    pub fn starts<L: Lookup>(&mut self, lookup: &L, positions: &[L::Position]) -> Result<(), Halt> {
        for &position in positions {
            if !matches!(lookup.place(position), Place::Here | Place::LikeHere | Place::Elsewhere) {
                let rank = lookup.rank(position);
                return Err(Halt::Wrong(format!("the position of rank {rank} is not at 0, where the map begins")));
            }
        }
        Ok(())
    }

    /// Compares positions with their neighbours when the layer of `depth` is done.
    ///
    /// # Errors
    /// [`Halt::Wrong`], if they disagree; [`Halt::Stop`], if a limit is reached.
    pub fn compare<L: Lookup>(
        &mut self,
        lookup: &L,
        positions: &[L::Position],
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let forwards = self.forwards;
        self.each(positions, depth, meter, &|position| compared(lookup, position, depth, forwards))
    }

    /// Compares each position by `compare`, on all threads, and counts what was compared.
    ///
    /// # Errors
    /// The error of `compare`; [`Halt::Stop`], if a limit is reached.
    pub fn each<T: Copy + Sync>(
        &mut self,
        positions: &[T],
        depth: u32,
        meter: &mut Meter<'_>,
        compare: &(dyn Fn(T) -> Result<Compared, Halt> + Sync),
    ) -> Result<(), Halt> {
        for some in positions.chunks(AT_A_TIME) {
            meter.watch(depth)?;
            let add = |one: Compared, other: Compared| {
                Ok(Compared { moves: one.moves + other.moves, is_partial: one.is_partial || other.is_partial })
            };
            let all = some.par_iter().map(|&position| compare(position)).try_reduce(Compared::default, add)?;
            self.checked.positions += some.len() as u64;
            self.checked.moves += all.moves;
            self.checked.all &= !all.is_partial;
        }
        Ok(())
    }
}

/// The extent of the comparison of a position, or of several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub moves: u64,
    /// Whether a neighbour, or the cost of a position, could not be compared.
    pub is_partial: bool,
}

/// Calls `each` with the neighbours with which a position is compared. `forwards`: distances are counted from some
/// positions, not to the goals.
pub fn near_compared<L: Lookup>(lookup: &L, position: L::Position, forwards: bool, each: &mut dyn FnMut(L::Position)) {
    match lookup.place(position) {
        Place::Here | Place::LikeHere | Place::Unmet => lookup.near(position, forwards, each),
        Place::Before | Place::Earlier => lookup.near(position, !forwards, each),
        Place::Elsewhere | Place::Missing => {}
    }
}

/// Compares a position with its neighbours.
fn compared<L: Lookup>(lookup: &L, position: L::Position, depth: u32, forwards: bool) -> Result<Compared, Halt> {
    let place = lookup.place(position);
    let wrong = |what: &str| {
        let rank = lookup.rank(position);
        Err(Halt::Wrong(format!("when the layer of {depth} was done, the position of rank {rank} {what}")))
    };
    let (mut moves, mut before, mut earlier, mut unmet, mut elsewhere, mut missing) = (0, 0, 0, 0, 0, 0);
    let mut count = |near: L::Position| {
        moves += 1;
        match lookup.place(near) {
            Place::Unmet => unmet += 1,
            Place::Here | Place::LikeHere => {}
            Place::Before => before += 1,
            Place::Earlier => earlier += 1,
            Place::Elsewhere => elsewhere += 1,
            Place::Missing => missing += 1,
        }
    };
    near_compared(lookup, position, forwards, &mut count);
    match place {
        Place::Elsewhere => elsewhere += 1,
        Place::Missing => missing += 1,
        _ => {}
    }
    // The positions from which moves lead to earlier ones are compared themselves, wherever all are.
    let is_partial = elsewhere > 0 && !matches!(place, Place::Before | Place::Earlier);
    match place {
        _ if missing > 0 => wrong("or one beside it has no entry that stands for it"),
        // Goals look like the layers that are a multiple of three behind them.
        Place::LikeHere if lookup.is_start(position) => Ok(Compared { moves, is_partial: false }),
        Place::Here | Place::LikeHere if depth > 0 && before + elsewhere == 0 => {
            wrong("is in it, and no move leads to the layer before")
        }
        Place::Here if earlier > 0 => wrong("is in it, and a move leads to an earlier layer than the one before"),
        Place::Unmet if before + earlier > 0 => wrong("was not met, and a move leads to an earlier layer"),
        Place::Before | Place::Earlier if unmet > 0 => wrong("is in an earlier layer, and a move to it was not met"),
        _ => Ok(Compared { moves, is_partial }),
    }
}

/// The look-ups of a map by ranks.
pub struct Ranks<'l> {
    pub edges: &'l dyn Edges,
    pub place: &'l (dyn Fn(u64) -> Place + Sync),
}

impl Lookup for Ranks<'_> {
    type Position = u64;

    fn entry(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }

    fn place_of(&self, rank: u64) -> Place {
        (self.place)(rank)
    }

    fn near(&self, rank: u64, is_back: bool, each: &mut dyn FnMut(u64)) {
        self.edges.near_rank(rank, is_back, &mut |rank, _| each(rank));
    }

    fn rank(&self, rank: u64) -> u64 {
        rank
    }
}

/// The moves of a puzzle's states.
pub struct EdgesOf<'p, P>(pub &'p P);

impl<P: Ranked> Edges for EdgesOf<'_, P> {
    fn near_rank(&self, rank: u64, is_back: bool, each: &mut dyn FnMut(u64, u32)) {
        let (puzzle, here) = (self.0, self.0.unrank(rank));
        let Some(costs) = puzzle.costs() else {
            return near_state(puzzle, &here, is_back, &mut |state| each(puzzle.rank(&state), 1));
        };
        let forwards = |state: &P::State, each: &mut dyn FnMut(P::State, u32)| {
            for m in puzzle.moves(state).iter() {
                let mut child = *state;
                puzzle.apply(&mut child, m);
                each(child, costs.of(state, m));
            }
        };
        match is_back {
            false => forwards(&here, &mut |state, cost| each(puzzle.rank(&state), cost)),
            // The state where a move is made decides the cost of the move.
            true => near_state(puzzle, &here, true, &mut |parent| {
                forwards(&parent, &mut |state, cost| {
                    if state == here {
                        each(puzzle.rank(&parent), cost);
                    }
                });
            }),
        }
    }
}
