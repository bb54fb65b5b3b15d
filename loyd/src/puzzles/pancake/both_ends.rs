//! The stack sorted from both ends: a way is begun at its start or at its end, whichever leaves less to try.
//!
//! A flip can be made in the stack, as the next of a way, or in the goal, as its last one (which takes itself back). All flips of the one
//! are all that a way can go on with, all flips of the other all that it can end with, and to look at either lot is enough (A. Felner, C.
//! Moldenhauer, N. Sturtevant and J. Schaeffer, "Single-frontier bidirectional search", AAAI 2010). Where every flip must close a gap, either end has
//! two at most, and the end that has fewer is taken: one that has none ends the branch.
//!
//! Stack and goal are kept as paths: the place of each pancake, which a flip changes in all of them by one formula, and the two that it lies
//! between, which a flip changes in three. So no pancake is carried from place to place, and a flip takes a few instructions of sixteen bytes.

use std::hash::{Hash, Hasher};

use crate::puzzle::bits::{Bits, Word};
use crate::puzzle::{ElsewhereVisitor, Heuristic, MoveSet, NotListed, Puzzle};

use super::guide::{Loners, Memo};
use super::{Layout, Pancake};

/// The pancakes from the top to the plate as a path; the last number is nobody's, and nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path<const N: usize> {
    places: [u8; N],
    /// The one above and the one below, in no order.
    beside: [[u8; 2]; N],
    top: u8,
}

/// The places say it all.
impl<const N: usize> Hash for Path<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.places.hash(hasher);
    }
}

/// The place of nobody.
const NOWHERE: u8 = u8::MAX;

impl<const N: usize> Path<N> {
    const NOBODY: u8 = (N - 1) as u8;

    fn new(pancakes: impl Iterator<Item = u8> + Clone) -> Self {
        let mut path = Path { places: [NOWHERE; N], beside: [[Self::NOBODY; 2]; N], top: Self::NOBODY };
        path.top = pancakes.clone().next().unwrap_or(Self::NOBODY);
        let mut above = Self::NOBODY;
        // The pancakes first: there are as many as a byte can count.
        for (pancake, place) in pancakes.zip(0..) {
            path.places[usize::from(pancake)] = place;
            path.beside[usize::from(pancake)][0] = above;
            if above != Self::NOBODY {
                path.beside[usize::from(above)][1] = pancake;
            }
            above = pancake;
        }
        path
    }

    #[inline(always)]
    fn place(&self, pancake: u8) -> u8 {
        self.places[usize::from(pancake) % N]
    }

    #[inline(always)]
    fn beside(&self, pancake: u8) -> [u8; 2] {
        self.beside[usize::from(pancake) % N]
    }

    /// The pancake right above another.
    #[inline(always)]
    fn above(&self, pancake: u8) -> u8 {
        let [one, other] = self.beside(pancake);
        if self.place(one).wrapping_add(1) == self.place(pancake) { one } else { other }
    }

    /// The other one beside a pancake.
    #[inline(always)]
    fn beyond(&self, pancake: u8, one: u8) -> u8 {
        let beside = self.beside(pancake);
        if beside[0] == one { beside[1] } else { beside[0] }
    }

    #[inline(always)]
    fn are_together(&self, one: u8, other: u8) -> bool {
        self.place(one).abs_diff(self.place(other)) == 1
    }

    #[inline(always)]
    fn part(&mut self, pancake: u8, from: u8, to: u8) {
        let beside = &mut self.beside[usize::from(pancake) % N];
        let index = usize::from(beside[1] == from);
        beside[index] = to;
    }

    /// Turns over all that lies above a pancake; the same once more takes it back.
    #[inline(always)]
    fn flip_above(&mut self, below: u8) {
        let (top, last, length) = (self.top, self.above(below), self.place(below));
        self.part(below, last, top);
        self.part(last, below, Self::NOBODY);
        self.part(top, Self::NOBODY, below);
        self.top = last;
        for place in &mut self.places {
            let turned = length.wrapping_sub(1).wrapping_sub(*place);
            *place = if *place < length { turned } else { *place };
        }
    }
}

/// The stack, and the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair<const N: usize> {
    ends: [Path<N>; 2],
    /// The end whose turn it is where both are as good: they take turns.
    turn: u8,
}

/// A flip of all above a pancake, or above the plate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flip {
    below: u8,
    /// 0 for the stack, 1 for the goal.
    end: u8,
}

/// Flips at one end.
#[derive(Clone, Copy, Debug)]
pub struct Flips<W> {
    /// Those that close a gap, which are tried first.
    closing: Bits<W>,
    others: Bits<W>,
    end: u8,
}

impl<W: Word> MoveSet for Flips<W> {
    type Move = Flip;

    const MOST: usize = W::BITS;

    fn none() -> Self {
        Flips { closing: Bits::none(), others: Bits::none(), end: 0 }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Flip> {
        let end = self.end;
        self.closing.pop().or_else(|| self.others.pop()).map(|below| Flip { below, end })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        if self.end != other.end {
            return self;
        }
        let without = |set: Bits<W>| set.without(other.closing).without(other.others);
        Flips { closing: without(self.closing), others: without(self.others), ..self }
    }
}

/// The puzzle whose states are stacks with their goals.
#[derive(Clone, Debug)]
pub struct BothEnds<W, const N: usize> {
    count: u8,
    /// All pancakes and the plate.
    all: Bits<W>,
    sorted: Path<N>,
}

impl<W: Word, const N: usize> BothEnds<W, N> {
    /// For a stack; `None` if it is too large.
    pub fn new<C: Layout>(stack: &Pancake<C>) -> Option<Self> {
        let count = stack.count;
        let fits = usize::from(count) + 2 <= N && W::BITS >= N;
        fits.then(|| BothEnds { count, all: (0..=count).collect(), sorted: Path::new(0..=count) })
    }

    /// A stack with the sorted one as its goal.
    pub fn pair<C: Layout>(&self, state: &C) -> Pair<N> {
        let pancakes = (0..self.count).map(|place| state.get(place)).chain([self.count]);
        Pair { ends: [Path::new(pancakes), self.sorted], turn: 0 }
    }

    /// Lends it in place of the stack.
    pub fn lend<C: Layout, V: ElsewhereVisitor<Pancake<C>>>(&self, starts: &[C], visitor: V) -> V::Output {
        let starts: Vec<_> = starts.iter().map(|start| self.pair(start)).collect();
        visitor.visit(self, &Gaps, &Loners, &starts, |start, moves| self.lengths(start, moves))
    }

    /// The lengths of the flips by which a stack is sorted: those of the stack, then those of the goal from the last to the first.
    pub fn lengths(&self, start: &Pair<N>, moves: &[Flip]) -> Vec<u8> {
        let (mut state, mut lengths) = (*start, [Vec::new(), Vec::new()]);
        for &m in moves {
            lengths[usize::from(m.end & 1)].push(state.ends[usize::from(m.end & 1)].place(m.below));
            self.apply(&mut state, m);
        }
        let [first, last] = lengths;
        first.into_iter().chain(last.into_iter().rev()).collect()
    }

    /// The flips at one end that close a gap, and their number: above a pancake that belongs beside the topmost, and lies below one that it
    /// does not belong beside.
    #[inline(always)]
    fn closing(&self, state: &Pair<N>, end: usize) -> (Bits<W>, u32) {
        let (path, other) = (&state.ends[end], &state.ends[1 - end]);
        let (mut closing, mut number) = (Bits::<W>::none(), 0);
        let [one, another] = other.beside(path.top);
        for below in [one, another] {
            // Nobody is nowhere, and nothing lies above the topmost.
            let place = path.place(below);
            if place >= 2 && place != NOWHERE && !other.are_together(path.above(below), below) {
                closing.0.insert(below);
                number += 1;
            }
        }
        (closing, number)
    }

    /// 1 if two that lie together at one end do not at the other.
    #[inline(always)]
    fn gap(state: &Pair<N>, end: usize, one: u8, other: u8) -> u32 {
        u32::from(!state.ends[1 - end].are_together(one, other))
    }

    /// The gaps, and the pancakes that do not lie alone.
    pub fn loners(&self, state: &Pair<N>) -> Memo {
        let path = &state.ends[0];
        let alone = |pancake: &u8| path.beside(*pancake).iter().all(|&one| Self::gap(state, 0, one, *pancake) == 1);
        let joined = (0..self.count).filter(|pancake| !alone(pancake)).count() as u32;
        Memo { gaps: Gaps.memo(self, state), joined }
    }

    /// The same after a flip.
    #[inline(always)]
    pub fn loners_ahead(&self, state: &Pair<N>, m: Flip, memo: Memo) -> Memo {
        let end = usize::from(m.end & 1);
        let path = &state.ends[end];
        let (top, last, below) = (path.top, path.above(m.below), m.below);
        let gap = |one, other| Self::gap(state, end, one, other);
        let (cut, joint) = (gap(last, below), gap(top, below));
        let (under_top, over_last) = (gap(top, path.beyond(top, Path::<N>::NOBODY)), gap(last, path.beyond(last, below)));
        // The plate never counts as alone.
        let under_below = if below == self.count { 0 } else { gap(below, path.beyond(below, last)) };
        let before = under_top + (over_last & cut) + (cut & under_below);
        let after = (under_top & joint) + over_last + (joint & under_below);
        Memo { gaps: memo.gaps + joint - cut, joined: memo.joined + before - after }
    }
}

impl<W: Word, const N: usize> Puzzle for BothEnds<W, N> {
    type State = Pair<N>;
    type Move = Flip;
    type Undo = Flip;
    type Moves = Flips<W>;

    /// Those at the end where fewer close a gap.
    #[inline(always)]
    fn moves(&self, state: &Pair<N>) -> Flips<W> {
        let ((front, few), (back, fewer)) = (self.closing(state, 0), self.closing(state, 1));
        let end = usize::from(2 * fewer < 2 * few + u32::from(state.turn));
        let closing = if end == 1 { back } else { front };
        // Above the second, and the topmost, there is nothing to be turned over.
        let path = &state.ends[end];
        let [one, other] = path.beside(path.top);
        let idle: Bits<W> = [path.top, one, other].into_iter().collect();
        Flips { closing, others: self.all.without(idle).without(closing), end: end as u8 }
    }

    #[inline(always)]
    fn apply(&self, state: &mut Pair<N>, m: Flip) -> Flip {
        state.ends[usize::from(m.end & 1)].flip_above(m.below);
        state.turn ^= 1;
        m
    }

    #[inline(always)]
    fn undo(&self, state: &mut Pair<N>, undo: Flip) {
        self.apply(state, undo);
    }

    #[inline(always)]
    fn back(&self, _state: &Pair<N>, m: Flip) -> Flips<W> {
        Flips { closing: Bits::none(), others: Bits::one(m.below), end: m.end }
    }

    fn undos_into(&self, state: &Pair<N>, each: &mut impl FnMut(Flip)) {
        for (end, path) in (0..).zip(&state.ends) {
            for below in (0..=self.count).filter(|&below| path.place(below) >= 2) {
                let mut parent = *state;
                let m = Flip { below, end };
                self.undo(&mut parent, m);
                if self.moves(&parent).end == end {
                    each(m);
                }
            }
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &Pair<N>) -> bool {
        state.ends[0].places == state.ends[1].places
    }

    fn goals(&self) -> Result<Vec<Pair<N>>, NotListed> {
        Err(NotListed("every stack is one, with itself as its goal"))
    }

    fn order(&self, _state: &Pair<N>, m: Flip) -> u32 {
        u32::from(m.end) << 8 | u32::from(m.below)
    }
}

/// The gaps: those that lie together and do not in the goal.
#[derive(Clone, Copy, Debug)]
pub struct Gaps;

impl<W: Word, const N: usize> Heuristic<BothEnds<W, N>> for Gaps {
    type Memo = u32;

    fn memo(&self, puzzle: &BothEnds<W, N>, state: &Pair<N>) -> u32 {
        let [path, other] = &state.ends;
        let parted = |&pancake: &u8| pancake != path.top && !other.are_together(path.above(pancake), pancake);
        (0..=puzzle.count).filter(parted).count() as u32
    }

    #[inline(always)]
    fn ahead(&self, _puzzle: &BothEnds<W, N>, state: &Pair<N>, m: Flip, memo: &u32) -> u32 {
        let end = usize::from(m.end & 1);
        let (path, other) = (&state.ends[end], &state.ends[1 - end]);
        let gap = |above: u8| u32::from(!other.are_together(above, m.below));
        memo + gap(path.top) - gap(path.above(m.below))
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }

    const NARROWS: bool = true;

    #[inline(always)]
    fn narrow(
        &self,
        _puzzle: &BothEnds<W, N>,
        _state: &Pair<N>,
        moves: Flips<W>,
        memo: &u32,
        most: u32,
    ) -> (Flips<W>, Option<u32>) {
        match *memo {
            memo if memo <= most => (moves, None),
            memo if memo == most + 1 => (Flips { others: Bits::none(), ..moves }, Some(memo)),
            memo => (Flips { end: moves.end, ..Flips::none() }, Some(memo - 1)),
        }
    }
}

#[cfg(test)]
mod tests;
