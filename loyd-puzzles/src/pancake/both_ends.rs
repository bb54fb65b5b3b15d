//! Sorts a stack from both ends: a step extends the solution at its start or its end, whichever leaves less to try.
//!
//! A flip can be made in the stack, as the next one of a solution, or in the goal, as its last one (which takes itself
//! back). The flips of the stack are all possible next flips, the flips of the goal are all possible last flips, and it
//! is enough to try either set (A. Felner, C. Moldenhauer, N. Sturtevant and J. Schaeffer, "Single-frontier
//! bidirectional search", AAAI 2010). If every flip must close a gap, either end has two at most. A flip after which an
//! end has no such flip is not made. The end with fewer flips is taken, and an end without flips ends the branch.
//!
//! Stack and goal are stored as paths of edges ([`path`]), with the next two flips that each end may make
//! ([`outlook`]). So no pancake moves from place to place, and an outlook stays valid while the other end makes flips.

use std::hash::{Hash, Hasher};

use loyd_core::heuristic::{Heuristic, Reformulation, Restricts};
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::{MoveSet, NotListed, Puzzle, Undo};

use super::{Pancake, StackLayout};
use outlook::FlipOutlook;
pub use path::PancakeSpot;
use path::Path;

mod outlook;
mod path;

/// A state: the stack, and its goal.
#[derive(Clone, Copy, Debug)]
pub struct StackPair<T, W, const N: usize> {
    ends: [Path<T, N>; 2],
    /// For each end, the edges that are not in the other end's path.
    gaps: [Bits<W>; 2],
    outlooks: [FlipOutlook; 2],
    /// The number of gaps, equal at both ends.
    number: u8,
    /// The end to take if both are equally good: they take turns.
    turn: u8,
}

/// Compares only places, because the numbers of edges and sides depend on the path that led to a state.
impl<T: PancakeSpot, W: Word, const N: usize> PartialEq for StackPair<T, W, N> {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn && self.places() == other.places()
    }
}

impl<T: PancakeSpot, W: Word, const N: usize> Eq for StackPair<T, W, N> {}

impl<T: PancakeSpot, W: Word, const N: usize> Hash for StackPair<T, W, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.places().hash(hasher);
    }
}

impl<T: PancakeSpot, W: Word, const N: usize> StackPair<T, W, N> {
    fn places(&self) -> [[u8; N]; 2] {
        [self.ends[0].places(), self.ends[1].places()]
    }

    #[inline(always)]
    fn end(&self, end: usize) -> outlook::PathEnd<'_, T, W, N> {
        (&self.ends[end], &self.ends[1 - end], &self.gaps[end], &self.gaps[1 - end])
    }

    /// Whether an edge of an end is a gap: not in the other end's path. The missing edge counts as a gap.
    #[inline(always)]
    fn is_gap(&self, end: usize, edge: u8) -> bool {
        edge == Path::<T, N>::NONE || self.gaps[end].contains(edge)
    }

    /// Updates the gaps for a flip that need not close one. The edge that it joins counts only if the other end has it.
    fn open(&mut self, end: usize, below: u8, cut: u8) {
        let (path, other) = (&self.ends[end], &self.ends[1 - end]);
        let (top, last) = (path.top, path.over(cut, below));
        if !self.gaps[end].contains(cut) {
            self.gaps[1 - end].0.insert(other.between(last, below));
            self.number += 1;
        }
        if other.are_together(top, below) {
            self.gaps[1 - end] = self.gaps[1 - end].without(Bits::one(other.between(top, below)));
            self.gaps[end] = self.gaps[end].without(Bits::one(cut));
            self.number -= 1;
        } else {
            self.gaps[end].0.insert(cut);
        }
    }
}

/// A flip of all pancakes above a pancake, or above the plate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flip {
    below: u8,
    /// 0 for the stack, 1 for the goal.
    end: u8,
    /// Which of the two flips that may close a gap: 0 or 1; [`ANY`] for every other flip.
    index: u8,
}

/// The index of a flip that is not one of the two that may close a gap.
const ANY: u8 = 2;

/// The data to take a flip back: everything that it changed.
#[derive(Clone, Copy, Debug)]
pub struct Flipped<T, W, const N: usize> {
    m: Flip,
    cut: u8,
    top: u8,
    number: u8,
    turn: u8,
    gaps: [Bits<W>; 2],
    outlooks: [FlipOutlook; 2],
    spots: [T; N],
}

/// A set of flips at one end.
#[derive(Clone, Copy, Debug)]
pub struct Flips<W> {
    /// The pancakes below the two flips that may close a gap.
    closing: [u8; 2],
    /// One bit for each of these two: `living` if both ends can go on closing gaps after the flip, which is then tried
    /// first; else `dead`.
    living: u8,
    dead: u8,
    /// The pancakes below all other flips, and below the flips that close a gap, until these are popped.
    others: Bits<W>,
    end: u8,
}

impl<W: Word> Flips<W> {
    /// The pancakes below the flips that close a gap.
    fn closing(&self) -> Bits<W> {
        let (closing, mut all) = (self.living | self.dead, Bits::<W>::none());
        for (below, bit) in self.closing.into_iter().zip([1, 2]) {
            if closing & bit != 0 {
                all.0.insert(below);
            }
        }
        all
    }
}

impl<W: Word> MoveSet for Flips<W> {
    type Move = Flip;

    const MOST: usize = W::BITS;

    fn none() -> Self {
        Flips { closing: [0; 2], living: 0, dead: 0, others: Bits::none(), end: 0 }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Flip> {
        let end = self.end;
        let closing = if self.living != 0 { &mut self.living } else { &mut self.dead };
        if *closing != 0 {
            let index = *closing & 1 ^ 1;
            *closing &= closing.wrapping_sub(1);
            let below = self.closing[usize::from(index)];
            self.others = self.others.without(Bits::one(below));
            return Some(Flip { below, end, index });
        }
        self.others.pop().map(|below| Flip { below, end, index: ANY })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        let none = other.living | other.dead == 0 && other.others == Bits::none();
        if none || self.end != other.end {
            return self;
        }
        let rest = |set: Bits<W>| set.without(other.others).without(other.closing());
        let stays = |index: usize| u8::from(rest(Bits::one(self.closing[index])) != Bits::none());
        let kept = stays(0) | stays(1) << 1;
        Flips { living: self.living & kept, dead: self.dead & kept, others: rest(self.others), ..self }
    }

    fn number(m: Flip) -> u32 {
        u32::from(m.end) << 8 | u32::from(m.below)
    }
}

/// The puzzle whose states are stacks with their goals.
#[derive(Clone, Debug)]
pub struct BothEnds<T, W, const N: usize> {
    count: u8,
    /// All pancakes and the plate.
    all: Bits<W>,
    sorted: Path<T, N>,
}

impl<T: PancakeSpot, W: Word, const N: usize> BothEnds<T, W, N> {
    /// Makes the puzzle for a stack; `None` if the stack is too large.
    pub fn new<C: StackLayout>(stack: &Pancake<C>) -> Option<Self> {
        let count = stack.count;
        let fits = usize::from(count) + 2 <= N && W::BITS >= N && usize::from(count) < 1 << (8 * size_of::<T>() - 1);
        fits.then(|| BothEnds { count, all: (0..=count).collect(), sorted: Path::new(0..=count) })
    }

    /// The state of a stack whose goal is the sorted stack.
    #[expect(clippy::cast_possible_truncation, reason = "at most 256 pancakes")]
    pub fn pair<C: StackLayout>(&self, state: &C) -> StackPair<T, W, N> {
        let stack = Path::new((0..self.count).map(|place| state.get(place)).chain([self.count]));
        let ends = [stack, self.sorted];
        let gaps = [0, 1].map(|end| {
            let (path, other) = (&ends[end], &ends[1 - end]);
            let parted = |&pancake: &u8| {
                pancake != path.top && !other.are_together(path.over(path.above(pancake), pancake), pancake)
            };
            (0..=self.count).filter(parted).map(|pancake| path.above(pancake)).collect::<Bits<W>>()
        });
        let number = gaps[0].iter().count() as u8;
        let mut pair = StackPair { ends, gaps, outlooks: [FlipOutlook::default(); 2], number, turn: 0 };
        pair.outlooks = [FlipOutlook::new(pair.end(0)), FlipOutlook::new(pair.end(1))];
        pair
    }

    /// The lengths of the flips that sort a stack: the stack's flips, then the goal's flips from the last to the first.
    pub fn lengths(&self, start: &StackPair<T, W, N>, moves: &[Flip]) -> Vec<u8> {
        let (mut state, mut lengths) = (*start, [Vec::new(), Vec::new()]);
        for &m in moves {
            let end = usize::from(m.end & 1);
            lengths[end].push(state.ends[end].spot(m.below).place());
            self.apply(&mut state, m);
        }
        let [first, last] = lengths;
        first.into_iter().chain(last.into_iter().rev()).collect()
    }
}

impl<C: StackLayout, T: PancakeSpot, W: Word, const N: usize> Reformulation<Pancake<C>> for BothEnds<T, W, N> {
    type Puzzle = Self;
    type Heuristic = PairGaps;

    fn puzzle(&self) -> &Self {
        self
    }

    fn heuristic(&self) -> PairGaps {
        PairGaps
    }

    fn start(&self, start: &C) -> StackPair<T, W, N> {
        self.pair(start)
    }

    fn solution(&self, start: &StackPair<T, W, N>, moves: &[Flip]) -> Vec<u8> {
        self.lengths(start, moves)
    }
}

impl<T: PancakeSpot, W: Word, const N: usize> Undo<BothEnds<T, W, N>> for Flipped<T, W, N> {
    #[inline(always)]
    fn take_back(self, _puzzle: &BothEnds<T, W, N>, state: &mut StackPair<T, W, N>) -> Flip {
        let Flipped { m, cut, top, number, turn, gaps, outlooks, ref spots } = self;
        state.ends[usize::from(m.end & 1)].unflip(m.below, cut, spots, top);
        (state.number, state.turn, state.gaps, state.outlooks) = (number, turn, gaps, outlooks);
        m
    }

    fn each_into(puzzle: &BothEnds<T, W, N>, state: &StackPair<T, W, N>, each: &mut impl FnMut(Self)) {
        for end in [0, 1] {
            let path = &state.ends[usize::from(end)];
            for below in (0..=puzzle.count).filter(|&below| path.spot(below).place() >= 2) {
                let mut parent = *state;
                puzzle.apply(&mut parent, Flip { below, end, index: ANY });
                for turn in [0, 1] {
                    parent.turn = turn;
                    let m = puzzle.moves(&parent).iter().find(|m| (m.end, m.below) == (end, below));
                    // After the flip, it is the other end's turn.
                    if let Some(m) = m.filter(|_| state.turn != end) {
                        let mut again = parent;
                        each(puzzle.apply(&mut again, m));
                    }
                }
            }
        }
    }
}

impl<T: PancakeSpot, W: Word, const N: usize> Puzzle for BothEnds<T, W, N> {
    type State = StackPair<T, W, N>;
    type Move = Flip;
    type Undo = Flipped<T, W, N>;
    type Moves = Flips<W>;

    /// The flips at the end where less is left to try.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most 256 pancakes")]
    fn moves(&self, state: &StackPair<T, W, N>) -> Flips<W> {
        let (end, living) = match state.number {
            2.. => outlook::fewest(&state.outlooks, state.turn),
            // The flip that closes the last gap needs no flip after it.
            _ => (0, state.outlooks[0].closing()),
        };
        let (path, other, outlook) = (&state.ends[end], &state.ends[1 - end], &state.outlooks[end]);
        let over = |index| other.over(outlook.flip(index).0, path.top);
        let closing = [over(0), over(1)];
        let all = outlook.closing();
        // A flip above the topmost pancake or the second turns nothing over.
        let second = path.over(path.below(path.top), path.top);
        let others = self.all.without(Bits::one(path.top)).without(Bits::one(second));
        Flips { closing, living, dead: all & !living, others, end: end as u8 }
    }

    #[inline(always)]
    fn apply(&self, state: &mut StackPair<T, W, N>, m: Flip) -> Flipped<T, W, N> {
        let end = usize::from(m.end & 1);
        let (path, outlook) = (&state.ends[end], state.outlooks[end]);
        let (joined, cut) = if m.index == ANY { (0, path.above(m.below)) } else { outlook.flip(m.index.into()) };
        let StackPair { gaps, outlooks, number, turn, .. } = *state;
        let undo = Flipped { m, cut, top: path.top, number, turn, gaps, outlooks, spots: path.spots };
        state.turn = m.end ^ 1;
        if m.index == ANY {
            state.open(end, m.below, cut);
            state.ends[end].flip(m.below, cut);
            state.outlooks = [FlipOutlook::new(state.end(0)), FlipOutlook::new(state.end(1))];
        } else {
            state.gaps[end] = gaps[end].without(Bits::one(cut));
            state.gaps[1 - end] = gaps[1 - end].without(Bits::one(joined));
            state.number -= 1;
            state.ends[end].flip(m.below, cut);
            state.outlooks[end] = outlook.after(state.end(end), m.index.into());
            state.outlooks[1 - end] = outlooks[1 - end].without(joined, cut);
        }
        undo
    }

    #[inline(always)]
    fn back(&self, _state: &StackPair<T, W, N>, m: Flip) -> Flips<W> {
        Flips { others: Bits::one(m.below), end: m.end, ..Flips::none() }
    }

    /// Drops no flip after one that closes a gap: taking it back opens a gap, which is hardly ever within reach.
    #[inline(always)]
    fn follow(&self, state: &StackPair<T, W, N>, m: Flip) -> Flips<W> {
        if m.index == ANY { self.back(state, m) } else { Flips::none() }
    }

    #[inline(always)]
    fn is_goal(&self, state: &StackPair<T, W, N>) -> bool {
        state.number == 0
    }

    fn goals(&self) -> Result<Vec<StackPair<T, W, N>>, NotListed> {
        Err(NotListed("every stack is one, with itself as its goal"))
    }
}

/// The number of gaps: neighbours that are not neighbours in the goal.
#[derive(Clone, Copy, Debug)]
pub struct PairGaps;

impl<T: PancakeSpot, W: Word, const N: usize> Heuristic<BothEnds<T, W, N>> for PairGaps {
    type Memo = u32;

    fn memo(&self, _puzzle: &BothEnds<T, W, N>, state: &StackPair<T, W, N>) -> u32 {
        state.number.into()
    }

    #[inline(always)]
    fn ahead(&self, _puzzle: &BothEnds<T, W, N>, state: &StackPair<T, W, N>, m: Flip, memo: &u32) -> u32 {
        if m.index != ANY {
            return memo - 1;
        }
        let end = usize::from(m.end & 1);
        let (path, other) = (&state.ends[end], &state.ends[1 - end]);
        let joint = u32::from(!other.are_together(path.top, m.below));
        memo + joint - u32::from(state.is_gap(end, path.above(m.below)))
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

impl<T: PancakeSpot, W: Word, const N: usize> Restricts<BothEnds<T, W, N>> for PairGaps {
    /// If every flip must close a gap, flips after which an end has no closing flip left are beyond reach, too.
    #[inline(always)]
    fn restrict(
        &self,
        _puzzle: &BothEnds<T, W, N>,
        _state: &StackPair<T, W, N>,
        moves: Flips<W>,
        memo: &u32,
        most: u32,
    ) -> (Flips<W>, Option<u32>) {
        match *memo {
            memo if memo <= most => (moves, None),
            memo if memo == most + 1 => (Flips { dead: 0, others: Bits::none(), ..moves }, Some(memo)),
            memo => (Flips { end: moves.end, ..Flips::none() }, Some(memo - 1)),
        }
    }
}

#[cfg(test)]
mod tests;
