//! The bound of rings: the number of neighbours that are not neighbours in the goal.

use super::{FLIP, LEFT, Ring, TopSpin, TopSpinMoves};
use loyd_core::heuristic::{BoundFacts, Heuristic};

/// The name of [`Breaks`] for users, with turns or without.
pub(super) const NAME: &str = "breaks";

/// Facts about [`Breaks`] where any window is reversed.
pub(super) const FLIPS: BoundFacts = BoundFacts {
    name: NAME,
    what: "half the neighbours on the ring that are no neighbours in the goal: a flip parts and joins but two pairs",
    synonyms: &[],
    consistent: true,
    strong: false,
    tables: false,
    vast: false,
    source: "as the breakpoints of sorting by reversals (J. Kececioglu and D. Sankoff 1995), on a ring; proved where \
             it is defined",
};

/// Facts about [`Breaks`] where turns are moves.
pub(super) const TURNS: BoundFacts = BoundFacts {
    name: NAME,
    what: "half the neighbours on the ring that are no neighbours in the goal, and a turn before every flip but the \
           first",
    synonyms: &[],
    consistent: true,
    strong: false,
    tables: false,
    vast: false,
    source: FLIPS.source,
};

/// A bound from breaks: neighbours on the ring that are not neighbours in the goal. The goal has no breaks.
///
/// **Without turns**: half the breaks, rounded up. A flip parts and joins only the pairs at the two ends of its window,
/// so it changes the number by two at most, and the bound by one: it is consistent, and so admissible. (A window of all
/// places, or of all but one, leaves the same neighbours, and changes nothing.)
///
/// **With turns**: let f be half the breaks, rounded up, and let f' be the same number after a flip made now. The bound
/// is 0 if f is 0; 2f - 1 if f' is less than f; and 2f if not.
///
/// *Admissible.* Turns do not change the breaks, so at least f flips are to come. In a shortest solution no flip
/// follows another, because they would undo each other, so there are f - 1 turns between flips: at least 2f - 1 moves.
/// Now let f' be not less than f. A shortest solution that begins with a turn has one move more than the 2f - 1 of the
/// rest. A shortest solution that begins with a flip goes on with a turn, because f' is not 0 and no flip follows a
/// flip; after these two moves, at least 2f' - 1 are still to come.
///
/// *Consistent.* A turn leaves f, so the bound changes by one at most. A flip with f' less than f leads to a ring whose
/// half is f' = f - 1, and where a flip would raise it again: the bound there is 2f', or 0, one less than here. Any
/// other flip leads to a half of f or more, where the bound is 2f - 1 or more, from 2f.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::top_spin::{Breaks, TopSpin, TopSpinMoves};
/// let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
/// let state = ring.starts("4 3 2 1 5 6 7 8").unwrap()[0];
/// type Ring = TopSpin<Nibbles>;
/// let bound = |ring: &Ring, state| Heuristic::<Ring>::bound(&Breaks, &Breaks.memo(ring, &state));
/// assert_eq!(bound(&ring, state), 1); // two breaks: 8 beside 4, and 1 beside 5
/// let turning = TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 4, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
/// assert_eq!(bound(&turning, state), 1);
/// assert_eq!(bound(&turning, turning.starts("8 4 3 2 1 5 6 7").unwrap()[0]), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Breaks;

impl<C: Ring> TopSpin<C> {
    /// 1 if two pieces side by side make a break, else 0.
    #[inline(always)]
    fn broken(&self, a: u8, b: u8) -> u8 {
        let apart = a.abs_diff(b);
        // There are at least three places, so this does not wrap.
        u8::from(apart != 1 && apart != self.places.wrapping_sub(1))
    }

    /// The number of breaks.
    fn breaks(&self, state: &C) -> u8 {
        let last = self.places - 1;
        let inside: u8 = (0..last).map(|place| self.broken(state.get(place), state.get(place + 1))).sum();
        inside + self.broken(state.get(last), state.get(0))
    }

    /// The number of breaks after the window that begins at `first` is reversed, if there are `breaks` now.
    #[inline(always)]
    fn breaks_after(&self, state: &C, first: u8, breaks: u8) -> u8 {
        if self.window.wrapping_add(1) >= self.places {
            return breaks;
        }
        // With at most 64 places, a sum of two is below 128. There are at most as many breaks as places, and only
        // existing breaks go.
        let around = |first: u8, more: u8| {
            let place = first.wrapping_add(more);
            state.get(if place >= self.places { place.wrapping_sub(self.places) } else { place })
        };
        let before = around(first, self.places.wrapping_sub(1));
        let after = around(first, self.window);
        let (first, last) = (state.get(first), around(first, self.window.wrapping_sub(1)));
        let more = self.broken(before, last).wrapping_add(self.broken(first, after));
        let less = self.broken(before, first).wrapping_add(self.broken(last, after));
        breaks.wrapping_add(more).wrapping_sub(less)
    }
}

/// The memo of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreaksMemo {
    /// The number of breaks.
    breaks: u8,
    /// With turns, the number of breaks after a flip.
    flipped: u8,
    /// The bound.
    low: u8,
}

impl BreaksMemo {
    #[inline(always)]
    fn without_turns(breaks: u8) -> BreaksMemo {
        BreaksMemo { breaks, flipped: 0, low: breaks.div_ceil(2) }
    }

    #[inline(always)]
    fn with_turns(breaks: u8, flipped: u8) -> BreaksMemo {
        let (flips, after) = (breaks.div_ceil(2), flipped.div_ceil(2));
        BreaksMemo { breaks, flipped, low: 2 * flips - u8::from(after < flips) }
    }
}

impl<C: Ring> Heuristic<TopSpin<C>> for Breaks {
    type Memo = BreaksMemo;

    fn memo(&self, ring: &TopSpin<C>, state: &C) -> BreaksMemo {
        let breaks = ring.breaks(state);
        match ring.kind {
            TopSpinMoves::Flips => BreaksMemo::without_turns(breaks),
            TopSpinMoves::Turns => BreaksMemo::with_turns(breaks, ring.breaks_after(state, 0, breaks)),
        }
    }

    #[inline(always)]
    fn ahead(&self, ring: &TopSpin<C>, state: &C, m: u8, memo: &BreaksMemo) -> BreaksMemo {
        let BreaksMemo { breaks, flipped, .. } = *memo;
        match (ring.kind, m) {
            (TopSpinMoves::Flips, _) => BreaksMemo::without_turns(ring.breaks_after(state, m, breaks)),
            (TopSpinMoves::Turns, FLIP) => BreaksMemo::with_turns(flipped, breaks),
            // The places that a turn brings under the window begin one place to the right of it, or one to the left.
            (TopSpinMoves::Turns, LEFT) => BreaksMemo::with_turns(breaks, ring.breaks_after(state, 1, breaks)),
            (TopSpinMoves::Turns, _) => {
                BreaksMemo::with_turns(breaks, ring.breaks_after(state, ring.places - 1, breaks))
            }
        }
    }

    #[inline(always)]
    fn bound(&self, memo: &BreaksMemo) -> u32 {
        memo.low.into()
    }
}
