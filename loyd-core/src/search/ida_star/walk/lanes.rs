//! A walk over a tree that is expanded by [straight-line code](StraightLine): two subtrees at a time, on one thread.
//!
//! A node waits for what was stored a moment ago: its own words, then its tile, then what the tile promises. While one lane waits, the other
//! goes on. The lanes are a part of the tree and the part behind it: when one has come to its end, it gets what lies lowest on the stack of
//! the other, which is to be walked last there. So it is always known what comes first in the order of the textbook, and a solution ends the walk
//! with the textbook's counts: a solution of the second lane waits for the first lane, and what was walked behind a solution is not counted.

use std::mem::{swap, take};
use std::ops::{Add, ControlFlow};

use super::{Leave, Part, Task, Walk};
use crate::heuristic::straight_line::{MOST_CHILDREN, StraightLine, StraightLineVisitor};
use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::puzzle::{MoveSet, Puzzle};

/// Room for nodes that wait in a lane.
const WAITING: usize = 512;

/// The most moves to spend with which that suffices: a level leaves all children but one waiting.
const MOST_LEFT: u32 = ((WAITING - MOST_CHILDREN) / (MOST_CHILDREN - 1)) as u32;

/// Expanded and generated nodes.
#[derive(Clone, Copy, Default)]
struct Counts {
    expanded: u64,
    generated: u64,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts { expanded: self.expanded + other.expanded, generated: self.generated + other.generated }
    }
}

/// A part of the tree.
struct Lane<N, M> {
    /// The nodes still to be walked, the last one first; from place 1 on, and behind them room for what a node leaves.
    stack: Box<[N; WAITING + MOST_CHILDREN]>,
    top: usize,
    /// The move after which so many are left to spend, on the way to the node at hand.
    path: Vec<M>,
    counts: Counts,
}

impl<N: Copy + Default, M: Copy> Lane<N, M> {
    fn new(left: u32, filler: M) -> Self {
        let stack = Box::new([N::default(); WAITING + MOST_CHILDREN]);
        Lane { stack, top: 0, path: vec![filler; left as usize + 1], counts: Counts::default() }
    }

    fn waiting(&self) -> &[N] {
        &self.stack[1..=self.top]
    }

    /// Expands the last node, unless it is a goal. Returns whether it is.
    #[inline(always)]
    fn step<P: Puzzle<Move = M>, T: StraightLine<P, Node = N>>(&mut self, tree: &T) -> bool {
        let top = self.top % WAITING;
        let node = self.stack[top];
        if tree.is_goal(&node) {
            return true;
        }
        if let Some(place) = self.path.get_mut(tree.left(&node) as usize) {
            *place = tree.last(&node);
        }
        let room = self.stack[top..].first_chunk_mut().expect("room for the children of the node on top");
        let (generated, left) = tree.expand(&node, room);
        self.top = top + left as usize - 1;
        self.counts.generated += u64::from(generated);
        self.counts.expanded += 1;
        false
    }

    /// Takes the half of what waits in another lane, from the bottom, and the way there.
    fn take_half(&mut self, other: &mut Self) {
        let half = other.top.div_ceil(2);
        self.stack[1..=half].copy_from_slice(&other.stack[1..=half]);
        self.top = half;
        other.stack.copy_within(half + 1..=other.top, 1);
        other.top -= half;
        self.path.copy_from_slice(&other.path);
    }
}

/// What is below a task, for the tree that a bound lends.
pub struct Below<'w, 'a, P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool> {
    pub walk: &'w mut Walk<'a, P, H, L, F, LIST>,
    pub task: &'w Part<P, H, L>,
}

impl<P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool> StraightLineVisitor<P>
    for Below<'_, '_, P, H, L, F, LIST>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    /// As [`Walk::run`]; `None` if the tree does not fit.
    type Output = Option<(u32, bool)>;

    fn visit<T: StraightLine<P>>(self, tree: &T) -> Self::Output {
        let Below { walk, task } = self;
        let filler = task.moves.iter().next()?;
        if task.left > MOST_LEFT {
            return None;
        }
        let root = tree.node(walk.puzzle, &task.state, task.moves, task.left)?;
        let mut first = Lane::new(task.left, filler);
        (first.stack[1], first.top) = (root, 1);
        let begun = Counts { expanded: walk.expanded, generated: walk.generated };
        let second = Lane::new(task.left, filler);
        let behind = Counts::default();
        Some(Lanes { tree, task, first, second, begun, before: begun, behind, waits: false }.run(walk))
    }
}

/// A part of the tree and the part behind it.
struct Lanes<'t, P: Puzzle, H: Heuristic<P>, L: Leave<P>, T: StraightLine<P>> {
    tree: &'t T,
    task: &'t Part<P, H, L>,
    first: Lane<T::Node, P::Move>,
    second: Lane<T::Node, P::Move>,
    /// What the walk had counted before.
    begun: Counts,
    /// And before what is in the first lane.
    before: Counts,
    /// What was counted behind what is in the second lane.
    behind: Counts,
    /// Whether there is a solution on top of the second lane, which waits for the first.
    waits: bool,
}

impl<P: Puzzle, H: Heuristic<P>, L: Leave<P>, T: StraightLine<P>> Lanes<'_, P, H, L, T> {
    fn counted(&self) -> Counts {
        self.before + self.first.counts + self.second.counts + self.behind
    }

    fn run<F, const LIST: bool>(mut self, walk: &mut Walk<'_, P, H, L, F, LIST>) -> (u32, bool)
    where
        F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
    {
        loop {
            if self.first.top == 0 {
                self.before = self.before + take(&mut self.first.counts);
                swap(&mut self.first, &mut self.second);
                if self.waits {
                    return self.solved(walk, true);
                }
            }
            tell(walk, self.counted());
            if self.first.top == 0 {
                return (self.excess(), true);
            }
            if walk.generated >= walk.next_look && walk.look().is_break() {
                return self.broken_off(walk);
            }
            if self.second.top == 0 && self.first.top > 1 {
                self.behind = self.behind + take(&mut self.second.counts);
                self.second.take_half(&mut self.first);
            }
            if self.go(walk.next_look.saturating_sub(walk.generated)) {
                return self.solved(walk, walk.watch.in_order());
            }
            if self.waits && !walk.watch.in_order() {
                swap(&mut self.first, &mut self.second);
                return self.solved(walk, false);
            }
        }
    }

    /// Goes on until so many nodes are generated, a few more or less, or a lane has come to its end. Returns whether that is a solution of the first.
    #[inline(never)]
    fn go(&mut self, generate: u64) -> bool {
        let (first, second) = (&mut self.first, &mut self.second);
        let pairs = generate / (2 * MOST_CHILDREN) as u64;
        if second.top == 0 || self.waits || pairs == 0 {
            for _ in 0..=pairs {
                if first.top == 0 {
                    break;
                }
                if first.step(self.tree) {
                    return true;
                }
            }
            return false;
        }
        for _ in 0..pairs {
            if first.top == 0 || second.top == 0 {
                break;
            }
            // Not the one or the other: both are on their way at one time.
            let solved = (first.step(self.tree), second.step(self.tree));
            if solved.0 | solved.1 {
                self.waits = solved.1;
                return solved.0;
            }
        }
        false
    }

    /// The least excess in what was walked: whether any child was left out is told by their number.
    fn excess(&self) -> u32 {
        let all = self.counted();
        let (expanded, generated) = (all.expanded - self.begun.expanded, all.generated - self.begun.generated);
        let waiting = (self.first.top + self.second.top) as u64;
        // The first node was generated by nobody here.
        if generated + 1 > expanded + waiting { T::EXCESS } else { UNREACHABLE }
    }

    /// The moves to a node that waits in a lane.
    fn way(&self, lane: &Lane<T::Node, P::Move>, node: &T::Node) -> Vec<P::Move> {
        let left = self.tree.left(node);
        let mut way = self.task.path.clone();
        if left < self.task.left {
            way.extend((left + 1..self.task.left).rev().map(|left| lane.path[left as usize]));
            way.push(self.tree.last(node));
        }
        way
    }

    /// Ends with the solution on top of the first lane. In order, nothing is counted that was walked behind it, nor are the children behind
    /// each node on the way to it.
    fn solved<F, const LIST: bool>(&self, walk: &mut Walk<'_, P, H, L, F, LIST>, in_order: bool) -> (u32, bool) {
        walk.path = self.way(&self.first, &self.first.stack[self.first.top]);
        walk.found = true;
        if !in_order {
            tell(walk, self.counted());
            return (self.excess(), false);
        }
        tell(walk, self.before + self.first.counts);
        let (mut state, mut mark, mut moves) = (self.task.state, self.task.mark, self.task.moves);
        for &m in &walk.path[self.task.path.len()..] {
            let behind = moves.iter().skip_while(|&other| other != m).skip(1);
            walk.generated -= behind.count() as u64;
            let (next, dropped) = walk.leave.after(walk.puzzle, &state, mark, m);
            walk.puzzle.apply(&mut state, m);
            (mark, moves) = (next, walk.puzzle.moves(&state).without(dropped));
        }
        (self.excess(), false)
    }

    /// Ends because the walk was told to: with the solution that is known, if there is one; else what waits is left over, the deepest of the first
    /// lane last.
    fn broken_off<F, const LIST: bool>(&mut self, walk: &mut Walk<'_, P, H, L, F, LIST>) -> (u32, bool) {
        if self.waits {
            (walk.splitting, walk.stopped) = (false, None);
            swap(&mut self.first, &mut self.second);
            return self.solved(walk, false);
        }
        if walk.splitting {
            for lane in [&self.second, &self.first] {
                for node in lane.waiting() {
                    let state = self.tree.state(node);
                    walk.rest.push(Task {
                        state,
                        memo: walk.heuristic.memo(walk.puzzle, &state),
                        mark: walk.leave.begin(walk.puzzle, &state).0,
                        moves: self.tree.moves(node),
                        left: self.tree.left(node),
                        path: self.way(lane, node),
                    });
                }
            }
        }
        (self.excess(), false)
    }
}

/// Tells the walk what was counted.
fn tell<P: Puzzle, H: Heuristic<P>, L: Leave<P>, F, const LIST: bool>(
    walk: &mut Walk<'_, P, H, L, F, LIST>,
    counts: Counts,
) {
    (walk.expanded, walk.generated) = (counts.expanded, counts.generated);
}
