//! Puzzles with numbered states.

use super::rank_moves::RankMoves;
use super::shuffle::Arranged;
use crate::puzzle::pattern::FoldedRanks;
use crate::puzzle::{NoFacet, Puzzle};

/// The most ranks that a puzzle may have, so that a closed list stores a rank and a depth in one word. The limit is
/// 2^48; sixteen pieces in any order, twice over, need fewer ranks.
pub const MOST_RANKS: u64 = 1 << 48;

/// A puzzle whose states are numbered densely: every number below [`ranks`](Ranked::ranks) is the rank of
/// exactly one state, and every state that reaches a goal or is reached from one has a rank.
///
/// A puzzle with more states than [`MOST_RANKS`] is a plain [`Puzzle`]: searches compare its states, not ranks.
pub trait Ranked: Puzzle {
    /// The number of ranks, at most [`MOST_RANKS`].
    fn ranks(&self) -> u64;

    /// The rank of a state. [`Puzzle::unsolvable`] must not reject the state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with this rank, a number below [`ranks`](Ranked::ranks).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Whether moves lead from the state of every rank to a goal. **True though they do not: wrong counts. False though
    /// they do: slower.** Default: they do.
    fn is_every_rank_solvable(&self) -> bool {
        true
    }

    /// Whether a rank takes as long as several moves, so that a search of a large space does not rely on ranks.
    /// Default: `false`.
    fn are_ranks_slow(&self) -> bool {
        false
    }

    /// Makes large tables of moves on ranks, which pay only for a map or a table of the whole space. Default: nothing,
    /// [`rank_moves`](Ranked::rank_moves) needs no such tables.
    fn prepare_rank_moves(&self) {}

    /// The facet with moves on ranks, if they can be calculated. Default: `None`, moves are made on states.
    #[inline(always)]
    fn rank_moves(&self) -> Option<&impl RankMoves<Self>> {
        None::<&NoFacet>
    }

    /// The facet with states as arrangements of pieces, if the puzzle has few enough cells. Default: `None`.
    #[inline(always)]
    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        None::<&NoFacet>
    }

    /// The ranks reduced by symmetries that keep the goal, built when they are first asked for. Default: `None`, with
    /// which the map of the 2x2x2 takes 5.3 times the instructions and 12 times the memory.
    fn folded_ranks(&self) -> Option<&FoldedRanks> {
        None
    }

    /// Calls `each` for every move of the state with this rank: with the rank of the successor and the move's
    /// [`order`](Puzzle::order).
    #[inline]
    fn children(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_child(rank, each);
        }
        let state = self.unrank(rank);
        for m in super::super::MoveSet::iter(self.moves(&state)) {
            let mut child = state.clone();
            self.apply(&mut child, m);
            each(self.rank(&child), self.order(&state, m));
        }
    }

    /// Calls `each` once for every move that leads to the state with this rank: with the rank of the parent, and with
    /// the order of the move **in the parent**.
    #[inline]
    fn parents(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_parent(rank, each);
        }
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state.clone();
            let m = self.undo(&mut parent, undo);
            each(self.rank(&parent), self.order(&parent, m));
        });
    }

    /// Calls `each` with the ranks of the parents, in any order; a rank may come several times.
    #[inline]
    fn predecessors(&self, rank: u64, each: &mut impl FnMut(u64)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_parent(rank, &mut |rank, _| each(rank));
        }
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state.clone();
            self.undo(&mut parent, undo);
            each(self.rank(&parent));
        });
    }

    /// Whether `is_it` holds for a rank from [`children`](Ranked::children); the remaining ranks may be left out.
    #[inline]
    fn any_child(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        if let Some(moves) = self.rank_moves() {
            return moves.any_child(rank, is_it);
        }
        let state = self.unrank(rank);
        super::super::MoveSet::iter(self.moves(&state)).any(|m| {
            let mut child = state.clone();
            self.apply(&mut child, m);
            is_it(self.rank(&child))
        })
    }

    /// Whether `is_it` holds for a rank from [`predecessors`](Ranked::predecessors).
    #[inline]
    fn any_parent(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        if let Some(moves) = self.rank_moves() {
            return moves.any_parent(rank, is_it);
        }
        let mut is_any = false;
        self.predecessors(rank, &mut |rank| is_any = is_any || is_it(rank));
        is_any
    }

    /// Whether ranks `2p` and `2p + 1` are the two states of one position, for all `p`, as they are if arrangements lie
    /// on two [sheets](super::shuffle::Arrangement::sheets). The distance of a position is the distance of its nearer
    /// state, and a map counts positions.
    fn is_paired(&self) -> bool {
        self.arranged().is_some_and(|arranged| arranged.arrangement().sheets == 2)
    }
}
