//! The walk over a tree that is expanded [without branches](BranchFree): two subtrees at a time, on one thread.
//!
//! A node waits for what was stored a moment ago: its own words, then its tile, then what the tile promises. While one
//! lane waits, the other goes on. The lanes are a part of the tree and the part behind it: when one has come to its
//! end, it gets what lies lowest on the stack of the other, which is to be walked last there. So it is always known
//! what comes first in the order of the textbook, and a solution ends the walk with the textbook's counts: a solution
//! of the second lane waits for the first lane, and what was walked behind a solution is not counted.

use std::mem::{swap, take};
use std::ops::Add;

use super::{Task, Walk};
use crate::heuristic::UNREACHABLE;
use crate::heuristic::branch_free::{BranchFree, MOST_CHILDREN};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::Mark;

/// Room for nodes that wait in a lane.
const WAITING: usize = 512;

/// The most moves to spend with which that suffices: a level leaves all children but one waiting.
#[expect(clippy::cast_possible_truncation, reason = "a quotient of two small constants")]
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
    /// The move after which so many are left to spend, on the path to the node at hand.
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
    fn step<P: Puzzle<Move = M>, T: BranchFree<P, Node = N>>(&mut self, tree: &T) -> bool {
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
        // A tree leaves at most `MOST_CHILDREN`, and the place on top is below `WAITING`; counts of 64 bits do not end.
        self.top = top.wrapping_add(left as usize).wrapping_sub(1);
        self.counts.generated = self.counts.generated.wrapping_add(generated.into());
        self.counts.expanded = self.counts.expanded.wrapping_add(1);
        false
    }

    /// Takes the half of what waits in another lane, from the bottom, and the path there.
    fn take_half(&mut self, other: &mut Self) {
        let half = other.top.div_ceil(2);
        self.stack[1..=half].copy_from_slice(&other.stack[1..=half]);
        self.top = half;
        other.stack.copy_within(half + 1..=other.top, 1);
        other.top -= half;
        self.path.copy_from_slice(&other.path);
    }
}

/// The node of a task, and a move of it; `None` where the tree does not fit.
pub fn root<P: Puzzle, T: BranchFree<P>>(tree: &T, puzzle: &P, task: &Task<P>) -> Option<(T::Node, P::Move)> {
    let filler = task.moves.iter().next().filter(|_| task.left <= MOST_LEFT)?;
    Some((tree.node(puzzle, &task.state, task.moves, task.left)?, filler))
}

/// Walks what is below a task, from its [`root`].
pub fn walk<'a, P: Puzzle, T: BranchFree<P>>(
    tree: &T,
    (root, filler): (T::Node, P::Move),
    walk: Walk<'a, P>,
    task: &Task<P>,
) -> Walk<'a, P> {
    let mut first = Lane::new(task.left, filler);
    (first.stack[1], first.top) = (root, 1);
    let begun = Counts { expanded: walk.expanded, generated: walk.generated };
    let second = Lane::new(task.left, filler);
    let behind = Counts::default();
    Lanes { tree, task, first, second, begun, before: begun, behind, waits: false }.run(walk)
}

/// A part of the tree and the part behind it.
struct Lanes<'t, P: Puzzle, T: BranchFree<P>> {
    tree: &'t T,
    task: &'t Task<P>,
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

impl<P: Puzzle, T: BranchFree<P>> Lanes<'_, P, T> {
    fn counted(&self) -> Counts {
        self.before + self.first.counts + self.second.counts + self.behind
    }

    fn run<'a>(mut self, mut walk: Walk<'a, P>) -> Walk<'a, P> {
        loop {
            if self.first.top == 0 {
                self.before = self.before + take(&mut self.first.counts);
                swap(&mut self.first, &mut self.second);
                if self.waits {
                    return self.solved(walk, true);
                }
            }
            tell(&mut walk, self.counted());
            if self.first.top == 0 {
                walk.is_complete = true;
                return self.ended(walk);
            }
            if walk.generated >= walk.next_look && walk.look().is_break() {
                return self.broken_off(walk);
            }
            if self.second.top == 0 && self.first.top > 1 {
                self.behind = self.behind + take(&mut self.second.counts);
                self.second.take_half(&mut self.first);
            }
            if self.go(walk.next_look.saturating_sub(walk.generated)) {
                let in_order = walk.stop.in_order();
                return self.solved(walk, in_order);
            }
            if self.waits && !walk.stop.in_order() {
                swap(&mut self.first, &mut self.second);
                return self.solved(walk, false);
            }
        }
    }

    /// Goes on until so many nodes are generated, a few more or less, or a lane has come to its end. Returns whether
    /// that is a solution of the first.
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

    /// The walk, with the least excess in what was walked: whether any child was pruned is told by their number.
    fn ended<'a>(&self, walk: Walk<'a, P>) -> Walk<'a, P> {
        let all = self.counted();
        let (expanded, generated) = (all.expanded - self.begun.expanded, all.generated - self.begun.generated);
        let waiting = (self.first.top + self.second.top) as u64;
        // The first node was generated by nobody here.
        let excess = if generated + 1 > expanded + waiting { T::EXCESS } else { UNREACHABLE };
        Walk { excess, ..walk }
    }

    /// The moves to a node that waits in a lane.
    fn path(&self, lane: &Lane<T::Node, P::Move>, node: &T::Node) -> Vec<P::Move> {
        let left = self.tree.left(node);
        let mut path = self.task.path.clone();
        if left < self.task.left {
            path.extend((left + 1..self.task.left).rev().map(|left| lane.path[left as usize]));
            path.push(self.tree.last(node));
        }
        path
    }

    /// Ends with the solution on top of the first lane. In order, nothing is counted that was walked behind it, nor are
    /// the children behind each node on the path to it.
    fn solved<'a>(&self, mut walk: Walk<'a, P>, in_order: bool) -> Walk<'a, P> {
        walk.path = self.path(&self.first, &self.first.stack[self.first.top]);
        walk.found = true;
        if !in_order {
            tell(&mut walk, self.counted());
            return self.ended(walk);
        }
        tell(&mut walk, self.before + self.first.counts);
        let (puzzle, mut state, mut moves) = (walk.puzzle, self.task.state, self.task.moves);
        for &m in &walk.path[self.task.path.len()..] {
            let behind = moves.iter().skip_while(|&other| other != m).skip(1);
            walk.generated -= behind.count() as u64;
            let back = puzzle.back(&state, m);
            puzzle.apply(&mut state, m);
            moves = puzzle.moves(&state).without(back);
        }
        self.ended(walk)
    }

    /// Ends because the walk was told to: with the solution that is known, if there is one; else what waits is left
    /// over, the deepest of the first lane last.
    fn broken_off<'a>(&mut self, mut walk: Walk<'a, P>) -> Walk<'a, P> {
        if self.waits {
            (walk.splitting, walk.stopped) = (false, None);
            swap(&mut self.first, &mut self.second);
            return self.solved(walk, false);
        }
        if walk.splitting {
            for lane in [&self.second, &self.first] {
                walk.rest.extend(lane.waiting().iter().map(|node| Task {
                    state: self.tree.state(node),
                    mark: Mark::default(),
                    moves: self.tree.moves(node),
                    left: self.tree.left(node),
                    path: self.path(lane, node),
                }));
            }
        }
        self.ended(walk)
    }
}

/// Tells the walk what was counted.
fn tell<P: Puzzle>(walk: &mut Walk<'_, P>, counts: Counts) {
    (walk.expanded, walk.generated) = (counts.expanded, counts.generated);
}
