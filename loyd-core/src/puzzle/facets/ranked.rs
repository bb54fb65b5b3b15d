//! States that are numbered.

use super::rank_moves::RankMoves;
use super::shuffle::Arranged;
use crate::puzzle::pattern::FoldedRanks;
use crate::puzzle::{NoFacet, Puzzle};

/// The most ranks a puzzle may have: 2^48, which sixteen pieces in any order, twice over, do not reach. A closed list
/// then keeps a rank and a depth in one word.
pub const MOST_RANKS: u64 = 1 << 48;

/// A puzzle whose states are numbered densely: every number below [`ranks`](Ranked::ranks) is the rank of
/// exactly one state, and every state that reaches a goal or is reached from one has a rank.
///
/// A larger space than [`MOST_RANKS`] is a plain [`Puzzle`]: its states are told apart by themselves.
pub trait Ranked: Puzzle {
    /// The number of ranks, at most [`MOST_RANKS`].
    fn ranks(&self) -> u64;

    /// The number of a state; only for states that [`Puzzle::unsolvable`] does not reject.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number below [`ranks`](Ranked::ranks).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Moves on ranks, where they can be calculated. Provided: moves are made on states.
    #[inline(always)]
    fn rank_moves(&self) -> Option<&impl RankMoves<Self>> {
        None::<&NoFacet>
    }

    /// The states as arrangements of pieces, where they are that and the cells are few enough. Provided: they are not.
    #[inline(always)]
    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        None::<&NoFacet>
    }

    /// The ranks folded by symmetries that keep the goal, where that is known: made when it is first asked for.
    /// Provided: it is not.
    fn folded_ranks(&self) -> Option<&FoldedRanks> {
        None
    }

    /// Calls `each` with the ranks of the states that the moves of a state lead to, and with the moves'
    /// [`order`](Puzzle::order).
    #[inline]
    fn children(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_child(rank, each);
        }
        let state = self.unrank(rank);
        for m in super::super::MoveSet::iter(self.moves(&state)) {
            let mut child = state;
            self.apply(&mut child, m);
            each(self.rank(&child), self.order(&state, m));
        }
    }

    /// Calls `each` with the ranks of the states from which a move leads to a state, and with the order of that move
    /// **there**: once for each such move.
    #[inline]
    fn parents(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_parent(rank, each);
        }
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state;
            let m = self.undo(&mut parent, undo);
            each(self.rank(&parent), self.order(&parent, m));
        });
    }

    /// Calls `each` with the ranks of the states from which a move leads to a state, in any order; the same may come
    /// several times.
    #[inline]
    fn predecessors(&self, rank: u64, each: &mut impl FnMut(u64)) {
        if let Some(moves) = self.rank_moves() {
            return moves.each_predecessor(rank, each);
        }
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state;
            self.undo(&mut parent, undo);
            each(self.rank(&parent));
        });
    }

    /// Whether one of the ranks that [`children`](Ranked::children) gives `is_it`; the others need not be looked at.
    #[inline]
    fn any_child(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        if let Some(moves) = self.rank_moves() {
            return moves.any_child(rank, is_it);
        }
        let state = self.unrank(rank);
        super::super::MoveSet::iter(self.moves(&state)).any(|m| {
            let mut child = state;
            self.apply(&mut child, m);
            is_it(self.rank(&child))
        })
    }

    /// Whether one of the ranks that [`predecessors`](Ranked::predecessors) gives `is_it`.
    #[inline]
    fn any_parent(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        if let Some(moves) = self.rank_moves() {
            return moves.any_parent(rank, is_it);
        }
        let mut is_any = false;
        self.predecessors(rank, &mut |rank| is_any = is_any || is_it(rank));
        is_any
    }

    /// Whether ranks `2p` and `2p + 1` are the two states of one position, for all `p`: so it is where arrangements lie
    /// on two [sheets](super::shuffle::Arrangement::sheets). A position is as far as the nearer of its states, and a
    /// map counts positions.
    fn is_paired(&self) -> bool {
        self.arranged().is_some_and(|arranged| arranged.arrangement().sheets == 2)
    }
}
