//! One iteration, or a part of one: the recursion below a bound.

use std::ops::ControlFlow;

use self::lanes::Below;
use super::leave::Leave;
use super::near::Nearest;
use super::traveller::{Copied, IN_REGISTERS, InPlace, Traveller};
use super::watch::{Verdict, Watch};
use crate::heuristic::{FEW_MOVES, Heuristic, UNREACHABLE};
use crate::limits::Stop;
use crate::puzzle::{MoveSet, Puzzle};

mod lanes;

/// What the walk returns when it ends early; no excess is zero.
const BREAK: u32 = 0;

/// A node and those of its moves that are still to be tried: a part of the tree that can be walked later, and by another.
pub struct Task<P: Puzzle, M, K> {
    /// The node.
    pub state: P::State,
    /// Its memo.
    pub memo: M,
    /// What is remembered of the way to it.
    pub mark: K,
    /// The moves to be tried.
    pub moves: P::Moves,
    /// Moves to spend.
    pub left: u32,
    /// The moves from the start to the node.
    pub path: Vec<P::Move>,
}

/// A part of the tree, as a heuristic and a rule see it.
pub type Part<P, H, L> = Task<P, <H as Heuristic<P>>::Memo, <L as Leave<P>>::Mark>;

/// A child that was looked up. Of one that the bound rules out the memo is not to be used.
struct Child<P: Puzzle, M: Copy> {
    m: P::Move,
    /// The set of this move alone.
    alone: P::Moves,
    memo: M,
    low: u32,
}

// Derived, these would ask the puzzle to be so.
impl<P: Puzzle, M: Copy> Clone for Child<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle, M: Copy> Copy for Child<P, M> {}

type Children<P, H> = [Option<Child<P, <H as Heuristic<P>>::Memo>>; FEW_MOVES];

/// A walk over a part of the tree.
pub struct Walk<'a, P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool> {
    puzzle: &'a P,
    heuristic: &'a H,
    leave: L,
    start: P::State,
    /// Nodes whose moves were tried.
    pub expanded: u64,
    /// Children looked at.
    pub generated: u64,
    next_look: u64,
    /// Whether a solution was found.
    pub found: bool,
    /// The limit that was reached.
    pub stopped: Option<Stop>,
    /// Whether what is not walked was left over as tasks.
    pub splitting: bool,
    /// With `LIST`, the moves to the node at hand; without, the moves from where the walk ended early, filled while the recursion
    /// unwinds, the last first.
    path: Vec<P::Move>,
    /// After a split, what is still to be walked, the shallowest first.
    pub rest: Vec<Part<P, H, L>>,
    /// While the recursion unwinds after a split: the same, the deepest first, each with the number of moves from it to where the walk ended.
    unwound: Vec<(usize, Part<P, H, L>)>,
    /// The least excess met in the nodes that were handed over.
    excess: u32,
    /// Of a bound that narrows, the moves from the start to the node at hand, and the nodes that came nearest.
    trail: Vec<P::Move>,
    nearest: Nearest<P::Move>,
    watch: &'a mut dyn Watch,
    each: &'a mut F,
}

impl<'a, P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool> Walk<'a, P, H, L, F, LIST>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    /// A walk that has counted so much before, and asks the watch when so many nodes are generated.
    pub fn new(
        (puzzle, heuristic, leave): (&'a P, &'a H, L),
        start: &P::State,
        (expanded, generated, next_look): (u64, u64, u64),
        watch: &'a mut dyn Watch,
        each: &'a mut F,
    ) -> Self {
        Walk {
            puzzle,
            heuristic,
            leave,
            start: *start,
            expanded,
            generated,
            next_look,
            found: false,
            stopped: None,
            splitting: false,
            path: Vec::new(),
            rest: Vec::new(),
            unwound: Vec::new(),
            excess: UNREACHABLE,
            trail: Vec::new(),
            nearest: Nearest::default(),
            watch,
            each,
        }
    }

    /// The walk, with what takes the nodes that it comes nearest with.
    pub fn taking(self, nearest: Nearest<P::Move>) -> Self {
        Walk { nearest, ..self }
    }

    /// The nodes that it came nearest with.
    pub fn nearest(&mut self) -> Nearest<P::Move> {
        std::mem::take(&mut self.nearest)
    }

    /// Walks what is below a node. Returns the least excess over the bound in what was walked, and whether that is everything.
    pub fn run(&mut self, task: &Part<P, H, L>) -> (u32, bool) {
        if !LIST && self.leave.only_back_will_do() {
            let walked = self.heuristic.straight_line(self.puzzle, Below { walk: self, task });
            if let Some(Some(ended)) = walked {
                return ended;
            }
        }
        let Task { mut state, memo, mark, moves, left, ref path } = *task;
        if Self::TRAILS {
            self.trail.clone_from(path);
        }
        let over = if const { size_of::<P::State>() <= IN_REGISTERS } {
            self.below(Copied(state), memo, mark, moves, left)
        } else {
            self.below(InPlace(&mut state), memo, mark, moves, left)
        };
        if !LIST {
            self.path.extend(path.iter().rev());
            self.path.reverse();
        }
        let path = &self.path;
        let whole = |(below, task)| Task { path: path[..path.len() - below].to_vec(), ..task };
        self.rest.extend(self.unwound.drain(..).rev().map(whole));
        if over == BREAK { (self.excess, false) } else { (over, true) }
    }

    /// The solution found.
    pub fn solution(self) -> Option<Vec<P::Move>> {
        self.found.then_some(self.path)
    }

    /// Searches below a node whose `moves` are to be tried, with `left` moves to spend; the parent looks the moves up, since
    /// it has the puzzle at hand and the child would wait for it. Returns by how much the least sum met exceeds the bound,
    /// or [`BREAK`].
    fn below<T: Traveller<P>>(
        &mut self,
        mut at: T,
        memo: H::Memo,
        mark: L::Mark,
        mut moves: P::Moves,
        left: u32,
    ) -> u32 {
        if self.generated >= self.next_look && self.look().is_break() {
            return self.leave_over(at.state(), memo, mark, moves, left);
        }
        let mut excess = UNREACHABLE;
        if H::NARROWS && self.leave.narrows() {
            let (narrowed, low) = self.heuristic.narrow(self.puzzle, at.state(), moves, &memo, left - 1);
            moves = narrowed;
            excess = low.map_or(excess, |low| low + 1 - left);
        }
        if Self::LOOKS_UP {
            return self.below_looked_up(at, memo, mark, moves, left, excess);
        }
        let mut generated = 0;
        let mut order = None;
        for _ in 0..P::Moves::MOST {
            let next = if LIST { self.next_letter(at.state(), moves, &mut order) } else { moves.pop() };
            let Some(m) = next else { break };
            generated += 1;
            let ahead = match self.heuristic.ahead_within(self.puzzle, at.state(), m, &memo, left - 1) {
                Ok(ahead) => ahead,
                Err(low) => {
                    excess = excess.min(low + 1 - left);
                    continue;
                }
            };
            let low = self.heuristic.bound(&ahead);
            let under = self.step(&mut at, m, ahead, low, mark, left);
            if under == BREAK {
                self.generated += generated;
                self.excess = self.excess.min(excess);
                return self.leave_over(at.state(), memo, mark, moves, left);
            }
            excess = excess.min(under);
        }
        if Self::TRAILS && generated == 0 && self.nearest.takes(left) {
            self.nearest.take(left, &self.trail);
        }
        self.expanded += 1;
        self.generated += generated;
        excess
    }

    /// Whether the way to the node at hand is kept.
    const TRAILS: bool = H::NARROWS && !LIST;

    /// [`below`](Walk::below) with all children looked up beforehand: those that are left by the bound are told from the others without a
    /// branch for each, which would be taken by chance. The textbook walks them in the order of the moves; else those that are nearer than their parent by the
    /// bound come first, and only the last iteration is the shorter for it (A. Reinefeld and T. A. Marsland, "Enhanced iterative-deepening
    /// search", IEEE PAMI 16, 1994).
    #[inline(always)]
    fn below_looked_up<T: Traveller<P>>(
        &mut self,
        mut at: T,
        memo: H::Memo,
        mark: L::Mark,
        moves: P::Moves,
        left: u32,
        mut excess: u32,
    ) -> u32 {
        let children = self.look_up(at.state(), &memo, moves, left);
        let here = if self.leave.narrows() { self.heuristic.bound(&memo) } else { 0 };
        let (mut number, mut rest, mut nearer) = (0, 0u32, 0u32);
        for (index, child) in children.iter().enumerate().take(P::Moves::MOST) {
            let Some(Child { low, .. }) = child else { break };
            let is_left = *low < left;
            rest |= u32::from(is_left) << index;
            nearer |= u32::from(*low < here) << index;
            excess = excess.min(if is_left { UNREACHABLE } else { low + 1 - left });
            number += 1;
        }
        nearer &= rest;
        rest &= !nearer;
        while nearer | rest != 0 {
            let first = if nearer != 0 { &mut nearer } else { &mut rest };
            let index = first.trailing_zeros() as usize % FEW_MOVES;
            *first &= *first - 1;
            let Some(Child { m, memo: ahead, low, .. }) = children[index] else { break };
            let under = self.step(&mut at, m, ahead, low, mark, left);
            if under == BREAK {
                self.excess = self.excess.min(excess);
                let rest = nearer | rest;
                return self.break_off((at.state(), memo, mark, left), (&children, moves), index, rest);
            }
            excess = excess.min(under);
        }
        self.expanded += 1;
        self.generated += number;
        excess
    }

    /// Ends a node below the child at that place, of which the `rest` of the children are still to be walked. Whoever walks them counts them; where
    /// nobody will, the textbook has not come to those behind.
    #[cold]
    fn break_off(
        &mut self,
        (state, memo, mark, left): (&P::State, H::Memo, L::Mark, u32),
        (children, mut moves): (&Children<P, H>, P::Moves),
        place: usize,
        rest: u32,
    ) -> u32 {
        for (index, child) in children.iter().flatten().enumerate() {
            if rest >> index & 1 == 0 {
                self.generated += u64::from(self.splitting || index <= place);
                moves = moves.without(child.alone);
            }
        }
        self.leave_over(state, memo, mark, moves, left)
    }

    /// Makes a move, and searches below it.
    #[inline(always)]
    fn step<T: Traveller<P>>(
        &mut self,
        at: &mut T,
        m: P::Move,
        ahead: H::Memo,
        low: u32,
        mark: L::Mark,
        left: u32,
    ) -> u32 {
        let (next, dropped) = self.leave.after(self.puzzle, at.state(), mark, m);
        if LIST {
            self.path.push(m);
        }
        if Self::TRAILS {
            self.trail.push(m);
        }
        let under = at.step(self.puzzle, m, |child| {
            if low == 0 && self.puzzle.is_goal(child.state()) {
                return self.goal();
            }
            let moves = self.puzzle.moves(child.state()).without(dropped);
            if low == 0 && left == 1 {
                return self.spent(child.state(), &ahead, moves);
            }
            self.below(child, ahead, next, moves, left - 1)
        });
        if Self::TRAILS {
            self.trail.pop();
        }
        if LIST && under != BREAK {
            self.path.pop();
        } else if !LIST && under == BREAK {
            self.path.push(m);
        }
        under
    }

    /// A node that is no goal, though its bound is zero, and no move left to spend: its children are counted, and all exceed.
    #[cold]
    fn spent(&mut self, state: &P::State, memo: &H::Memo, moves: P::Moves) -> u32 {
        let mut excess = UNREACHABLE;
        for m in moves.iter() {
            self.generated += 1;
            let ahead = self.heuristic.ahead(self.puzzle, state, m, memo);
            excess = excess.min(self.heuristic.bound(&ahead).saturating_add(1));
        }
        self.expanded += 1;
        excess.min(UNREACHABLE)
    }

    /// Whether the memos of a node's children are looked up before any of them is branched on.
    const LOOKS_UP: bool = H::LOOKS_UP && P::Moves::MOST <= FEW_MOVES && !LIST;

    /// The children, in the order of the moves: loads that do not wait for each other.
    #[inline(always)]
    fn look_up(&self, state: &P::State, memo: &H::Memo, moves: P::Moves, left: u32) -> Children<P, H> {
        let mut children = [None; FEW_MOVES];
        let mut rest = moves;
        for child in children.iter_mut().take(P::Moves::MOST) {
            let before = rest;
            let Some(m) = rest.pop() else { break };
            let (memo, low) = self.heuristic.ahead_first(self.puzzle, state, m, memo);
            *child = Some(Child { m, alone: before.without(rest), memo, low });
        }
        if H::LOOKS_TWICE {
            for child in children.iter_mut().flatten().filter(|child| child.low < left) {
                child.low = self.heuristic.ahead_rest(self.puzzle, state, child.m, memo, &mut child.memo);
            }
        }
        children
    }

    /// The move whose letter comes next after `last`. A pass over the set for each: no list is made.
    fn next_letter(&self, state: &P::State, moves: P::Moves, last: &mut Option<u32>) -> Option<P::Move> {
        let orders = moves.iter().map(|m| (self.puzzle.order(state, m), m));
        let (order, m) =
            orders.filter(|(order, _)| last.is_none_or(|last| *order > last)).min_by_key(|(order, _)| *order)?;
        *last = Some(order);
        Some(m)
    }

    /// Leaves a node before all its moves were tried: it is counted as expanded now, or by the walk that tries the rest.
    #[cold]
    fn leave_over(&mut self, state: &P::State, memo: H::Memo, mark: L::Mark, moves: P::Moves, left: u32) -> u32 {
        if !self.splitting || moves.iter().next().is_none() {
            self.expanded += 1;
        } else {
            let task = Task { state: *state, memo, mark, moves, left, path: Vec::new() };
            self.unwound.push((self.path.len(), task));
        }
        BREAK
    }

    #[cold]
    fn goal(&mut self) -> u32 {
        self.found = true;
        if LIST && (self.each)(&self.start, &self.path).is_continue() { UNREACHABLE } else { BREAK }
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        match self.watch.look(self.expanded, self.generated) {
            Verdict::Until(next) => {
                self.next_look = next;
                return ControlFlow::Continue(());
            }
            Verdict::Split => self.splitting = true,
            Verdict::End(why) => self.stopped = why,
        }
        ControlFlow::Break(())
    }
}
