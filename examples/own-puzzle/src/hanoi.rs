//! Rules with every facet: the towers of Hanoi.

use std::fmt;

use loyd::own::{OwnPuzzle, Rules};
use loyd::puzzle::{Picture, Square};

/// The most discs.
pub const MOST: usize = 16;

/// The peg of each disc, 0 to 2, from the smallest disc, and the number of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pegs([u8; MOST], u8);

impl Pegs {
    fn discs(&self) -> &[u8] {
        &self.0[..usize::from(self.1)]
    }
}

/// A tower with this number of discs. It is solved when all discs are on the last peg.
pub struct Hanoi(pub u8);

/// Moves the top disc of the first peg to the second peg; pegs are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift(u8, u8);

const LIFTS: [Lift; 6] = [Lift(0, 1), Lift(0, 2), Lift(1, 0), Lift(1, 2), Lift(2, 0), Lift(2, 1)];

impl Rules for Hanoi {
    type State = Pegs;
    type Move = Lift;

    /// The top disc of a peg may go to any peg that is empty or has a larger top disc.
    fn moves(&self, pegs: &Pegs) -> impl IntoIterator<Item = Lift> {
        let top = [0, 1, 2].map(|peg| pegs.discs().iter().position(|&on| on == peg).unwrap_or(MOST));
        LIFTS.into_iter().filter(move |lift| top[usize::from(lift.0)] < top[usize::from(lift.1)])
    }

    fn apply(&self, pegs: &mut Pegs, lift: Lift) {
        let disc = pegs.discs().iter().position(|&on| on == lift.0).expect("a disc on the peg");
        pegs.0[disc] = lift.1;
    }

    fn is_goal(&self, pegs: &Pegs) -> bool {
        pegs.discs().iter().all(|&peg| peg == 2)
    }
}

impl Hanoi {
    /// The tower with everything that is known of it.
    pub fn puzzle(self) -> OwnPuzzle<Hanoi, true> {
        let (start, ranks) = (Pegs([0; MOST], self.0), 3u64.pow(self.0.into()));
        // The goal is listed: with `inverse`, searches start from both ends, and maps count distances to the goal. A
        // lift is taken back by the lift in the other direction.
        let goal = self.unrank(ranks - 1);
        OwnPuzzle::new(self)
            .goals([goal])
            .inverse(|_, lift| Lift(lift.1, lift.0))
            .bound(Hanoi::bound)
            .numbers(ranks, Hanoi::rank, Hanoi::unrank)
            .text_by(start, Hanoi::read, Hanoi::write)
            .picture(Hanoi::picture)
    }

    /// The exact distance. From the largest disc down, a disc `d` (from 0) that is not on its target costs 2^d moves: 1
    /// of its own, and 2^d - 1 that bring the smaller discs after it from the third peg, which is their next target.
    fn bound(&self, pegs: &Pegs) -> u32 {
        let (mut target, mut moves) = (2, 0);
        for (disc, &peg) in pegs.discs().iter().enumerate().rev() {
            if peg != target {
                target = 3 - target - peg;
                moves += 1 << disc;
            }
        }
        moves
    }

    /// The pegs are the digits of a number in base 3.
    fn rank(&self, pegs: &Pegs) -> u64 {
        pegs.discs().iter().rev().fold(0, |rank, &peg| 3 * rank + u64::from(peg))
    }

    fn unrank(&self, mut rank: u64) -> Pegs {
        let mut pegs = Pegs([0; MOST], self.0);
        for peg in &mut pegs.0[..usize::from(self.0)] {
            *peg = (rank % 3) as u8;
            rank /= 3;
        }
        pegs
    }

    /// A text with another number of discs is no position of this tower.
    fn read(&self, text: &str) -> Result<Pegs, String> {
        let is_peg = |byte: &u8| (b'1'..=b'3').contains(byte);
        if text.len() != usize::from(self.0) || !text.as_bytes().iter().all(is_peg) {
            return Err(format!("the peg of each of {} discs, 1 to 3, from the smallest disc", self.0));
        }
        let mut pegs = Pegs([0; MOST], self.0);
        pegs.0.iter_mut().zip(text.bytes()).for_each(|(peg, digit)| *peg = digit - b'1');
        Ok(pegs)
    }

    fn write(&self, pegs: &Pegs) -> String {
        pegs.discs().iter().map(|peg| (peg + 1).to_string()).collect()
    }

    /// A column for each peg, the smallest disc on top.
    fn picture(&self, pegs: &Pegs) -> Picture {
        let on = |peg: u8| (1..).zip(pegs.discs()).filter(move |(_, on)| **on == peg).map(|(disc, _)| disc).collect();
        let stacks: [Vec<u8>; 3] = [on(0), on(1), on(2)];
        let discs = pegs.discs().len();
        let square = |stack: &Vec<u8>, row: usize| match (row + stack.len()).checked_sub(discs) {
            Some(place) => Square::Piece(stack[place].to_string()),
            None => Square::Empty,
        };
        (0..discs).map(|row| stacks.iter().map(|stack| square(stack, row)).collect()).collect()
    }
}

impl fmt::Display for Lift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 + 1, self.1 + 1)
    }
}
