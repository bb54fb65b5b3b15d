//! The walk over a tree that is expanded [without branches](BranchFree): two subtrees at a time, on one thread.
//!
//! A node waits for its own words, stored a moment ago, then for its tile, then for the table entry of that tile. While
//! one lane waits, the other goes on. The lanes are a part of the tree and the part behind it. When one lane has come
//! to its end, it gets the lowest nodes on the stack of the other, which are to be walked last there. So the order of
//! the textbook is always known, and a solution ends the walk with the textbook's counts: a solution of the second lane
//! waits for the first lane, and nodes walked behind a solution are not counted.

use std::mem::{swap, take};
use std::ops::Add;

use super::{SubtreeTask, TreeWalk};
use crate::heuristic::UNREACHABLE;
use crate::heuristic::branch_free::{BranchFree, MOST_CHILDREN};
use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::AutomatonMark;

/// The number of nodes that may wait in a lane.
const WAITING: usize = 512;

/// The most moves to spend for which `WAITING` suffices, because a level leaves all children but one waiting.
#[expect(clippy::cast_possible_truncation, reason = "a quotient of two small constants")]
const MOST_LEFT: u32 = ((WAITING - MOST_CHILDREN) / (MOST_CHILDREN - 1)) as u32;

/// The numbers of expanded and generated nodes.
#[derive(Clone, Copy, Default)]
struct NodeCounts {
    expanded: u64,
    generated: u64,
}

impl Add for NodeCounts {
    type Output = NodeCounts;

    fn add(self, other: NodeCounts) -> NodeCounts {
        NodeCounts { expanded: self.expanded + other.expanded, generated: self.generated + other.generated }
    }
}

/// A part of the tree, with the nodes that wait there.
struct Lane<N, M> {
    /// The nodes still to be walked, the last one first. They begin at place 1; behind them is room for children.
    stack: Box<[N; WAITING + MOST_CHILDREN]>,
    top: usize,
    /// The path to the node at hand: at each index, the move after which that many moves are left to spend.
    path: Vec<M>,
    counts: NodeCounts,
}

impl<N: Copy + Default, M: Copy> Lane<N, M> {
    fn new(left: u32, filler: M) -> Self {
        let stack = Box::new([N::default(); WAITING + MOST_CHILDREN]);
        Lane { stack, top: 0, path: vec![filler; left as usize + 1], counts: NodeCounts::default() }
    }

    fn waiting(&self) -> &[N] {
        &self.stack[1..=self.top]
    }

    /// Expands the last node, unless it is a goal. Returns whether it is a goal.
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
        // A tree leaves at most `MOST_CHILDREN`, and `top` is below `WAITING`; counts of 64 bits do not overflow.
        self.top = top.wrapping_add(left as usize).wrapping_sub(1);
        self.counts.generated = self.counts.generated.wrapping_add(generated.into());
        self.counts.expanded = self.counts.expanded.wrapping_add(1);
        false
    }

    /// Takes half of the nodes that wait in another lane, from the bottom, and the path there.
    fn take_half(&mut self, other: &mut Self) {
        let half = other.top.div_ceil(2);
        self.stack[1..=half].copy_from_slice(&other.stack[1..=half]);
        self.top = half;
        other.stack.copy_within(half + 1..=other.top, 1);
        other.top -= half;
        self.path.copy_from_slice(&other.path);
    }
}

/// The node of a task, and one of its moves; `None` if the tree does not fit.
pub fn root<P: Puzzle, T: BranchFree<P>>(tree: &T, puzzle: &P, task: &SubtreeTask<P>) -> Option<(T::Node, P::Move)> {
    let filler = task.moves.iter().next().filter(|_| task.left <= MOST_LEFT)?;
    Some((tree.node(puzzle, &task.state, task.moves, task.left)?, filler))
}

/// Walks the subtree of a task, from its [`root`].
pub fn walk<'a, P: Puzzle, T: BranchFree<P>>(
    tree: &T,
    (root, filler): (T::Node, P::Move),
    walk: TreeWalk<'a, P>,
    task: &SubtreeTask<P>,
) -> TreeWalk<'a, P> {
    let mut first = Lane::new(task.left, filler);
    (first.stack[1], first.top) = (root, 1);
    let begun = NodeCounts { expanded: walk.expanded, generated: walk.generated };
    let second = Lane::new(task.left, filler);
    let behind = NodeCounts::default();
    Lanes { tree, task, first, second, begun, before: begun, behind, waits: false }.run(walk)
}

/// The two lanes: a part of the tree and the part behind it.
struct Lanes<'t, P: Puzzle, T: BranchFree<P>> {
    tree: &'t T,
    task: &'t SubtreeTask<P>,
    first: Lane<T::Node, P::Move>,
    second: Lane<T::Node, P::Move>,
    /// The counts of the walk before this task.
    begun: NodeCounts,
    /// The counts before the part in the first lane.
    before: NodeCounts,
    /// The counts behind the part in the second lane.
    behind: NodeCounts,
    /// Whether a solution on top of the second lane waits for the first lane.
    waits: bool,
}

impl<P: Puzzle, T: BranchFree<P>> Lanes<'_, P, T> {
    fn counted(&self) -> NodeCounts {
        self.before + self.first.counts + self.second.counts + self.behind
    }

    fn run<'a>(mut self, mut walk: TreeWalk<'a, P>) -> TreeWalk<'a, P> {
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

    /// Goes on until about `generate` nodes are generated, or a lane has come to its end or to a solution. Returns
    /// whether the first lane has come to a solution.
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
            // Both steps are made before either result is looked at, so that the processor overlaps them.
            let solved = (first.step(self.tree), second.step(self.tree));
            if solved.0 | solved.1 {
                self.waits = solved.1;
                return solved.0;
            }
        }
        false
    }

    /// Returns the walk with the least excess of the walked part. The counts show whether any child was pruned.
    fn ended<'a>(&self, walk: TreeWalk<'a, P>) -> TreeWalk<'a, P> {
        let all = self.counted();
        let (expanded, generated) = (all.expanded - self.begun.expanded, all.generated - self.begun.generated);
        let waiting = (self.first.top + self.second.top) as u64;
        // The first node was not generated here, so it adds 1.
        let excess = if generated + 1 > expanded + waiting { T::EXCESS } else { UNREACHABLE };
        TreeWalk { excess, ..walk }
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

    /// Ends with the solution on top of the first lane. With `in_order`, the nodes walked behind the solution are not
    /// counted, nor are the children behind each node on the path to it.
    fn solved<'a>(&self, mut walk: TreeWalk<'a, P>, in_order: bool) -> TreeWalk<'a, P> {
        walk.path = self.path(&self.first, &self.first.stack[self.first.top]);
        walk.found = true;
        if !in_order {
            tell(&mut walk, self.counted());
            return self.ended(walk);
        }
        tell(&mut walk, self.before + self.first.counts);
        let (puzzle, mut state, mut moves) = (walk.puzzle, self.task.state.clone(), self.task.moves);
        for &m in &walk.path[self.task.path.len()..] {
            let behind = moves.iter().skip_while(|&other| other != m).skip(1);
            walk.generated -= behind.count() as u64;
            let back = puzzle.back(&state, m);
            puzzle.apply(&mut state, m);
            moves = puzzle.moves(&state).without(back);
        }
        self.ended(walk)
    }

    /// Ends because the stop condition demands it. Returns the known solution, if there is one; otherwise a split
    /// leaves the waiting nodes over, the deepest of the first lane last.
    fn broken_off<'a>(&mut self, mut walk: TreeWalk<'a, P>) -> TreeWalk<'a, P> {
        if self.waits {
            (walk.splitting, walk.stopped) = (false, None);
            swap(&mut self.first, &mut self.second);
            return self.solved(walk, false);
        }
        if walk.splitting {
            for lane in [&self.second, &self.first] {
                walk.rest.extend(lane.waiting().iter().map(|node| SubtreeTask {
                    state: self.tree.state(node),
                    mark: AutomatonMark::default(),
                    moves: self.tree.moves(node),
                    left: self.tree.left(node),
                    path: self.path(lane, node),
                }));
            }
        }
        self.ended(walk)
    }
}

/// Copies the counts to the walk.
fn tell<P: Puzzle>(walk: &mut TreeWalk<'_, P>, counts: NodeCounts) {
    (walk.expanded, walk.generated) = (counts.expanded, counts.generated);
}
