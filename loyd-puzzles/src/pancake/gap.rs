//! The gap bound of pancake stacks.

use super::{Pancake, StackLayout};
use loyd_core::heuristic::{BoundFacts, Heuristic, Restricts};
use loyd_core::puzzle::MoveSet;
use loyd_core::puzzle::bits::{Bits, Word};

/// Facts about [`Gap`].
pub(super) const FACTS: BoundFacts = BoundFacts {
    name: "gap",
    what: "the number of neighbours in the stack, the plate below it included, whose sizes are not neighbours",
    synonyms: &[],
    consistent: true,
    strong: true,
    tables: false,
    vast: false,
    source: "M. Helmert, \"Landmark heuristics for the pancake problem\", SoCS 2010",
};

/// The number of gaps: neighbouring places whose pancakes are not neighbours in the goal. The plate counts as one more
/// pancake, the largest, under the stack.
///
/// The sorted stack has no gap. A flip parts one pair of neighbours, at the cut, and joins one, so the number changes
/// by one at most: the bound is consistent, and so admissible.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::pancake::{Gap, Pancake};
/// let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4]).unwrap();
/// let gaps = |text| {
///     let memo = Gap.memo(&stack, &stack.starts(text).unwrap()[0]);
///     Heuristic::<Pancake<Nibbles>>::bound(&Gap, &memo)
/// };
/// assert_eq!(gaps("1 2 3 4 5"), 0);
/// assert_eq!(gaps("5 4 3 2 1"), 1); // between 1 and the plate
/// assert_eq!(gaps("2 5 3 1 4"), 5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gap;

/// 1 if two pancakes that lie together make a gap, else 0.
#[inline(always)]
pub fn gap(above: u8, below: u8) -> u32 {
    u32::from(above.abs_diff(below) != 1)
}

/// The pancake at a place; the plate at the place below the last.
#[inline(always)]
pub fn at<C: StackLayout>(stack: &Pancake<C>, state: &C, place: u8) -> u8 {
    if place == stack.count { stack.count } else { state.get(place) }
}

impl<C: StackLayout> Heuristic<Pancake<C>> for Gap {
    /// The number of gaps.
    type Memo = u32;

    fn memo(&self, stack: &Pancake<C>, state: &C) -> u32 {
        (0..stack.count).map(|place| gap(state.get(place), at(stack, state, place + 1))).sum()
    }

    #[inline(always)]
    fn ahead(&self, stack: &Pancake<C>, state: &C, m: u8, memo: &u32) -> u32 {
        // A flip turns two pancakes or more. There are at most 256 gaps, and a flip closes only an existing gap.
        let (top, last, below) = (state.get(0), state.get(m.wrapping_sub(1)), at(stack, state, m));
        memo.wrapping_add(gap(top, below)).wrapping_sub(gap(last, below))
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

impl<C: StackLayout> Restricts<Pancake<C>> for Gap {
    /// If every move must close a gap, only two can: the cut is in a gap, above a pancake that is a neighbour of the
    /// topmost one in the goal.
    #[inline(always)]
    fn restrict(
        &self,
        stack: &Pancake<C>,
        state: &C,
        moves: Bits<C::Word>,
        memo: &u32,
        most: u32,
    ) -> (Bits<C::Word>, Option<u32>) {
        let mut closing = Bits::none();
        if *memo <= most {
            return (moves, None);
        }
        if *memo > most + 1 {
            return (closing, Some(memo - 1));
        }
        let top = state.get(0);
        let above = if top + 1 == stack.count { stack.count } else { state.cell_of(top + 1) };
        let places = [above, if top == 0 { 0 } else { state.cell_of(top - 1) }];
        for place in places.into_iter().filter(|&place| place > 1 && moves.contains(place)) {
            if gap(state.get(place - 1), at(stack, state, place)) == 1 {
                closing.0.insert(place);
            }
        }
        (closing, Some(*memo))
    }
}
