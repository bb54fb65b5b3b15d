//! Lower bounds with the type of the memo erased, for searches that ask a bound once for each node.

use crate::heuristic::Heuristic;
use crate::puzzle::{MoveSet, Puzzle};

/// A lower bound of a puzzle. Every [`Heuristic`] is a lower bound; a virtual call serves all children of a node.
pub trait Bound<P: Puzzle>: Send + Sync {
    /// The bound of a state.
    fn of(&self, puzzle: &P, state: &P::State) -> u32;

    /// Lists the moves of a state with the bounds of the states they lead to, in the order of the moves.
    fn children(&self, puzzle: &P, state: &P::State, children: &mut Vec<(P::Move, u32)>);

    /// A stack of memos for a depth-first search.
    fn memo_stack<'a>(&'a self, puzzle: &'a P) -> Box<dyn MemoStack<P> + 'a>;
}

/// A child on a stack, with its bound.
#[derive(Clone, Copy, Debug)]
pub struct Stacked<M> {
    /// The move to the child.
    pub m: M,
    /// The bound of the child, or a smaller proved bound that is above the limit.
    pub low: u32,
    /// The place of its memo on the stack.
    pub place: usize,
}

/// The memos of a path and of the children beside it, so that no memo is computed twice.
pub trait MemoStack<P: Puzzle> {
    /// Clears the stack, and stores the memo of a start at place 0.
    fn restart(&mut self, start: &P::State);

    /// Adds the children that `moves` lead to from the state at `place`; their bounds are computed only as far as
    /// `most`. First drops the memos behind `children`, because they belong to branches that were left.
    fn expand(
        &mut self,
        place: usize,
        state: &P::State,
        moves: P::Moves,
        most: u32,
        children: &mut Vec<Stacked<P::Move>>,
    );
}

impl<P: Puzzle, H: Heuristic<P>> Bound<P> for H {
    fn of(&self, puzzle: &P, state: &P::State) -> u32 {
        self.bound(&self.memo(puzzle, state))
    }

    fn children(&self, puzzle: &P, state: &P::State, children: &mut Vec<(P::Move, u32)>) {
        let memo = self.memo(puzzle, state);
        children.clear();
        let bounded = |m| (m, self.bound(&self.ahead(puzzle, state, m, &memo)));
        children.extend(puzzle.moves(state).iter().map(bounded));
    }

    fn memo_stack<'a>(&'a self, puzzle: &'a P) -> Box<dyn MemoStack<P> + 'a> {
        Box::new(Memos { puzzle, heuristic: self, memos: Vec::new() })
    }
}

struct Memos<'a, P: Puzzle, H: Heuristic<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
    /// The memo of the start, and behind it one memo for each listed child.
    memos: Vec<H::Memo>,
}

impl<P: Puzzle, H: Heuristic<P>> MemoStack<P> for Memos<'_, P, H> {
    fn restart(&mut self, start: &P::State) {
        self.memos.clear();
        self.memos.push(self.heuristic.memo(self.puzzle, start));
    }

    fn expand(
        &mut self,
        place: usize,
        state: &P::State,
        moves: P::Moves,
        most: u32,
        children: &mut Vec<Stacked<P::Move>>,
    ) {
        self.memos.truncate(children.len() + 1);
        let memo = self.memos[place];
        for m in moves.iter() {
            let (ahead, low) = match self.heuristic.ahead_within(self.puzzle, state, m, &memo, most) {
                Ok(ahead) => (ahead, self.heuristic.bound(&ahead)),
                Err(low) => (memo, low),
            };
            children.push(Stacked { m, low, place: self.memos.len() });
            self.memos.push(ahead);
        }
    }
}
