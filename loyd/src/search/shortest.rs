//! From distances to solutions: one, the number of all, all, or the smallest, once it is known of the states on shortest
//! solutions how many moves remain from each.
//!
//! Searches with a closed list know depths; [`Remaining`] turns them round by walking back from the goals. A distance table
//! is asked as it is.

use std::ops::ControlFlow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Found;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};

type StateMap<P, V> = HashMap<<P as Puzzle>::State, V, FxBuildHasher>;

/// The moves that remain from every state on a shortest solution.
#[derive(Debug)]
pub struct Remaining<P: Puzzle>(StateMap<P, u32>);

impl<P: Puzzle> Remaining<P> {
    /// Marks the states on the ways back from `ends`, which lie at `depth` and have `remaining` moves to go.
    /// `depth_of` must be exact for every state on a shortest solution, and at least the true depth for every other.
    ///
    /// # Complexity
    /// Time and memory in proportion to the states marked; 4 bytes and the state each.
    pub fn behind(
        puzzle: &P,
        ends: &[P::State],
        depth: u32,
        remaining: u32,
        depth_of: &impl Fn(&P::State) -> Option<u32>,
    ) -> Self {
        let mut marked: StateMap<P, u32> = ends.iter().map(|end| (*end, remaining)).collect();
        let mut layer: Vec<P::State> = marked.keys().copied().collect();
        for back in 1..=depth {
            let mut before = Vec::new();
            for state in &layer {
                puzzle.undos_into(state, &mut |undo| {
                    let mut parent = *state;
                    puzzle.undo(&mut parent, undo);
                    if depth_of(&parent) == Some(depth - back) && marked.insert(parent, remaining + back).is_none() {
                        before.push(parent);
                    }
                });
            }
            layer = before;
        }
        Remaining(marked)
    }

    /// Marks the states on the ways on from `middles`, which have `remaining` moves to go; `remaining_of` is exact where it
    /// is known.
    pub fn ahead(
        &mut self,
        puzzle: &P,
        middles: &[P::State],
        remaining: u32,
        remaining_of: &impl Fn(&P::State) -> Option<u32>,
    ) {
        let mut layer = middles.to_vec();
        for left in (0..remaining).rev() {
            let mut after = Vec::new();
            for state in &layer {
                for m in puzzle.moves(state).iter() {
                    let mut child = *state;
                    puzzle.apply(&mut child, m);
                    if remaining_of(&child) == Some(left) && self.0.insert(child, left).is_none() {
                        after.push(child);
                    }
                }
            }
            layer = after;
        }
    }

    /// The moves that remain from `state`, if it is on a shortest solution.
    pub fn get(&self, state: &P::State) -> Option<u32> {
        self.0.get(state).copied()
    }
}

/// The states from which a shortest solution may start: each once. With no moves to make there is only one solution, the empty
/// one, whatever the number of starts.
fn beginnings<P: Puzzle>(
    starts: &[P::State],
    length: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
) -> Vec<P::State> {
    let mut beginnings: Vec<P::State> = Vec::new();
    for start in starts {
        if remaining(start) == Some(length) && !beginnings.contains(start) {
            beginnings.push(*start);
        }
    }
    if length == 0 {
        beginnings.truncate(1);
    }
    beginnings
}

/// The moves of `state` that lead on a shortest way, with the children, in the order of their letters.
fn onward<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    left: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
) -> Vec<(u32, P::Move, P::State)> {
    let children = puzzle.moves(state).iter().map(|m| {
        let mut child = *state;
        puzzle.apply(&mut child, m);
        (puzzle.order(state, m), m, child)
    });
    let mut onward: Vec<_> = children.filter(|(_, _, child)| remaining(child) == Some(left - 1)).collect();
    onward.sort_by_key(|(order, _, _)| *order);
    onward
}

/// One shortest solution.
///
/// # Panics
/// If `remaining` does not lead from a start to a goal in `length` moves.
pub fn one<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    length: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
) -> Found<P> {
    let start = *starts.iter().find(|start| remaining(start) == Some(length)).expect("a start that far from the goal");
    let mut state = start;
    let moves = (0..length).rev().map(|left| {
        let on = |m: &P::Move| {
            let mut child = state;
            puzzle.apply(&mut child, *m);
            remaining(&child) == Some(left)
        };
        let m = puzzle.moves(&state).iter().find(on).expect("a move towards the goal");
        puzzle.apply(&mut state, m);
        m
    });
    let moves = moves.collect();
    Found { start, moves }
}

/// The smallest of the shortest solutions in the order of the move letters ([`Puzzle::order`]), over all starts.
///
/// # Complexity
/// The states on shortest solutions that share a smallest beginning are carried along together, each once: never more than a
/// layer, however many solutions there are.
pub fn smallest<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    length: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
) -> Found<P> {
    // All words so far are equal; from which start a state was reached matters only for the answer.
    let mut ties: Vec<Tie<P>> = beginnings::<P>(starts, length, remaining).into_iter().map(Tie::at).collect();
    for left in (1..=length).rev() {
        let mut best = u32::MAX;
        let mut next: Vec<Tie<P>> = Vec::new();
        for tie in &ties {
            for (order, m, child) in onward(puzzle, &tie.state, left, remaining) {
                if order < best {
                    best = order;
                    next.clear();
                }
                if order == best && next.iter().all(|known| known.state != child) {
                    next.push(tie.then(m, child));
                }
            }
        }
        ties = next;
    }
    let Tie { start, word: moves, .. } = ties.swap_remove(0);
    Found { start, moves }
}

/// A way of which the letters are as small as those of any other, so far.
struct Tie<P: Puzzle> {
    start: P::State,
    state: P::State,
    word: Vec<P::Move>,
}

impl<P: Puzzle> Tie<P> {
    fn at(start: P::State) -> Self {
        Tie { start, state: start, word: Vec::new() }
    }

    fn then(&self, m: P::Move, state: P::State) -> Self {
        let mut word = self.word.clone();
        word.push(m);
        Tie { start: self.start, state, word }
    }
}

/// The number of shortest solutions: distinct words over all starts. `None` beyond 2^128.
///
/// # Complexity
/// One pass over the states on shortest solutions, a layer at a time.
pub fn count<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    length: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
) -> Option<u128> {
    let mut ways: StateMap<P, u128> =
        beginnings::<P>(starts, length, remaining).into_iter().map(|start| (start, 1)).collect();
    for left in (1..=length).rev() {
        let mut next: StateMap<P, u128> = StateMap::<P, u128>::default();
        for (state, number) in &ways {
            for (_, _, child) in onward(puzzle, state, left, remaining) {
                let sum = next.entry(child).or_default();
                *sum = sum.checked_add(*number)?;
            }
        }
        ways = next;
    }
    ways.values().try_fold(0u128, |sum, number| sum.checked_add(*number))
}

/// Every shortest solution, each once, start by start and in the order of the move letters, until `each` breaks.
///
/// # Errors
/// The limit that was reached: there may be more solutions than a search met states.
///
/// # Complexity
/// O(length) memory beside the distances; a constant number of look-ups a move listed. No recursion: on a long ring a
/// solution has tens of thousands of moves.
pub fn list<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    length: u32,
    remaining: &impl Fn(&P::State) -> Option<u32>,
    meter: &mut Meter<'_>,
    each: &mut impl FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    for start in beginnings::<P>(starts, length, remaining) {
        let mut word = Vec::with_capacity(length as usize);
        // For every state of the way, what is still to be tried from there.
        let mut untried = Vec::with_capacity(length as usize);
        let mut arrived = Some(start);
        loop {
            if let Some(state) = arrived.take() {
                let left = length - word.len() as u32;
                if left > 0 {
                    let onward = onward(puzzle, &state, left, remaining);
                    meter.stats.expanded += 1;
                    meter.stats.generated += onward.len() as u64;
                    meter.tick(length)?;
                    untried.push(onward.into_iter());
                } else {
                    if each(&start, &word).is_break() {
                        return Ok(());
                    }
                    word.pop();
                }
            }
            let Some(here) = untried.last_mut() else { break };
            if let Some((_, m, child)) = here.next() {
                word.push(m);
                arrived = Some(child);
            } else {
                untried.pop();
                word.pop();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Bytes;
    use crate::limits::Limits;
    use crate::puzzles::sliding::{Sliding, board::Board};

    /// On a ring of 236 cells there is one way back, and 20,000 calls of a function would not fit a thread's stack.
    #[test]
    fn the_longest_solutions_are_listed() {
        const LENGTH: u32 = 20_000;
        let (side, between) = ("#".repeat(60), format!("\n#{}#", ".".repeat(58)).repeat(58));
        let ring = Sliding::<Bytes<256>>::new(Board::parse(&format!("{side}{between}\n{side}")).unwrap()).unwrap();
        let mut state = ring.goal();
        let mut remaining = StateMap::<Sliding<Bytes<256>>, u32>::from_iter([(state, 0)]);
        let mut back = MoveSet::none();
        for step in 1..=LENGTH {
            let m = ring.moves(&state).without(back).pop().unwrap();
            back = ring.back(&state, m);
            ring.apply(&mut state, m);
            remaining.insert(state, step);
        }
        let limits = Limits::default();
        let mut lengths = Vec::new();
        let mut each = |_: &_, word: &[u8]| {
            lengths.push(word.len());
            ControlFlow::Continue(())
        };
        let known = |state: &_| remaining.get(state).copied();
        list(&ring, &[state], LENGTH, &known, &mut Meter::new(&limits), &mut each).unwrap();
        assert_eq!(lengths, [LENGTH as usize]);
    }
}
