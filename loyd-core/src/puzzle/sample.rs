//! A puzzle for the unit tests of this crate: a stack of pancakes in as few lines as searches, tables and maps need.
//! The puzzles that people play are above this crate, and so are the tests that need them.

use crate::cells::{Cells, Nibbles};
use crate::exact::exact;
use crate::heuristic::{Heuristic, Restricts};
use crate::puzzle::bits::Bits;
use crate::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, pieces};
use crate::puzzle::{ByRank, Facts, Labelled, MoveSet, NotListed, Notation, Phased, Puzzle, Ranked};
use crate::rank::lehmer;
use crate::text::{Misread, permutation, push_number, spaced};

/// A stack of 2 to 16 pancakes. A move is the number of pancakes that are turned over.
#[derive(Clone, Copy, Debug)]
pub struct Stack(pub u8);

impl Stack {
    fn flips(self) -> impl Iterator<Item = u8> {
        2..=self.0
    }
}

impl Puzzle for Stack {
    type State = Nibbles;
    type Move = u8;
    type Undo = u8;
    type Moves = Bits<u32>;

    fn moves(&self, _: &Nibbles) -> Bits<u32> {
        self.flips().collect()
    }

    fn apply(&self, state: &mut Nibbles, m: u8) -> u8 {
        state.reverse_prefix(m);
        m
    }

    fn back(&self, _: &Nibbles, m: u8) -> Bits<u32> {
        Bits::one(m)
    }

    fn is_goal(&self, state: &Nibbles) -> bool {
        self.rank(state) == 0
    }

    fn goals(&self) -> Result<Vec<Nibbles>, NotListed> {
        Ok(vec![self.unrank(0)])
    }
}

impl Notation for Stack {
    type Numbers = ByRank;

    fn starts(&self, text: &str) -> Result<Vec<Nibbles>, Misread> {
        Ok(vec![Nibbles::pack(&permutation(text, self.0.into(), 1)?)])
    }

    fn write(&self, state: &Nibbles) -> String {
        spaced(state.unpack(self.0.into()), |text, pancake| push_number(text, u32::from(pancake) + 1))
    }

    fn facts(&self) -> Facts {
        unreachable!("no test asks a sample for them")
    }
}

impl Phased for Stack {
    fn phases(&self) -> Vec<Nibbles> {
        vec![self.unrank(0)]
    }
}

impl Labelled for Stack {
    fn places(&self) -> usize {
        self.0.into()
    }

    fn piece(&self, state: &Nibbles, place: u8) -> u8 {
        state.get(place)
    }

    fn rules(&self) -> String {
        format!("stack {}", self.0)
    }
}

impl Ranked for Stack {
    fn ranks(&self) -> u64 {
        lehmer::FACTORIALS[usize::from(self.0)]
    }

    fn rank(&self, state: &Nibbles) -> u64 {
        lehmer::rank(*state, self.0.into())
    }

    fn unrank(&self, rank: u64) -> Nibbles {
        lehmer::unrank(rank, self.0.into())
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        Some(self)
    }
}

impl Arranged for Stack {
    fn arrangement(&self) -> Arrangement {
        Arrangement { cells: self.0.into(), odd: None, sheets: 1 }
    }

    fn pieces(&self, state: &Nibbles) -> (CellPieces, u8) {
        (pieces(self.0.into(), |place| state.get(place)), 0)
    }

    fn state_of(&self, pieces: &[u8], _sheet: u8) -> Nibbles {
        Nibbles::pack(pieces)
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let turned = |flip, place| if place < flip { flip - 1 - place } else { place };
        let goes = |flip| (0..self.0).map(|place| turned(flip, place)).collect();
        self.flips().map(|flip| CellMove { at: None, sheets: (0, 0), goes: goes(flip) }).collect()
    }
}

/// The number of neighbouring places whose pancakes are not neighbours in the goal. The plate counts as one more
/// pancake, larger than all others.
#[derive(Clone, Copy, Debug)]
pub struct Gaps;

impl Heuristic<Stack> for Gaps {
    type Memo = u32;

    fn memo(&self, stack: &Stack, state: &Nibbles) -> u32 {
        let at = |place| if place == stack.0 { stack.0 } else { state.get(place) };
        exact::<u32>((0..stack.0).filter(|&place| at(place).abs_diff(at(place + 1)) != 1).count())
    }

    fn ahead(&self, stack: &Stack, state: &Nibbles, m: u8, _: &u32) -> u32 {
        let mut child = *state;
        stack.apply(&mut child, m);
        self.memo(stack, &child)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

impl Restricts<Stack> for Gaps {
    fn restrict(
        &self,
        stack: &Stack,
        state: &Nibbles,
        moves: Bits<u32>,
        memo: &u32,
        most: u32,
    ) -> (Bits<u32>, Option<u32>) {
        let can = |&m: &u8| self.ahead(stack, state, m, memo) <= most;
        let able: Bits<u32> = moves.iter().filter(can).collect();
        (able, moves.iter().map(|m| self.ahead(stack, state, m, memo)).filter(|&bound| bound > most).min())
    }
}
