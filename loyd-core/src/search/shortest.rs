//! Derives solutions from distances: one shortest solution, all of them, their number, or the smallest. The input is
//! the number of moves that remain from each state on a shortest solution (or their cost, where moves differ in cost).
//!
//! A search with a closed list records depths; [`Remaining`] turns depths into remaining moves by walking back from the
//! goals. A distance table is used as it is.

use std::hash::Hash;
use std::ops::ControlFlow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Found, sort_few};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Puzzle};

type StateMap<P, V> = HashMap<<P as Puzzle>::State, V, FxBuildHasher>;

/// The number of moves that remain from each state on a shortest solution.
#[derive(Debug)]
pub struct Remaining<P: Puzzle>(StateMap<P, u32>);

impl<P: Puzzle> Remaining<P> {
    /// Marks the states on the paths back from `ends`, which lie at `depth` and have `remaining` moves to go.
    /// `depth_of` must be exact for states on a shortest solution, and at least the true depth for all other states.
    ///
    /// # Errors
    /// The limit that was reached. The node limit does not apply, because the nodes were generated before.
    ///
    /// # Complexity
    /// Time and memory in proportion to the marked states; each takes at least 4 bytes and the size of a state.
    pub fn behind(
        puzzle: &P,
        ends: &[P::State],
        depth: u32,
        remaining: u32,
        depth_of: &dyn Fn(&P::State) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut marked = StateMap::<P, u32>::default();
        // The states by depth. Where moves differ in cost, a parent may lie several layers before its child.
        let mut layers: Vec<Vec<P::State>> = Vec::new();
        for _ in 0..=depth {
            meter.push(&mut layers, Vec::new())?;
        }
        for end in ends {
            mark(&mut marked, end.clone(), remaining, &mut layers[depth as usize], meter)?;
        }
        for at in (1..=depth).rev() {
            let layer = std::mem::take(&mut layers[at as usize]);
            for state in &layer {
                meter.step(depth + remaining)?;
                let mut full = Ok(());
                puzzle.undos_into(state, &mut |undo| {
                    let mut parent = state.clone();
                    let m = puzzle.undo(&mut parent, undo);
                    let Some(before) = at.checked_sub(puzzle.cost(&parent, m)) else { return };
                    if full.is_ok() && depth_of(&parent) == Some(before) {
                        full =
                            mark(&mut marked, parent, remaining + depth - before, &mut layers[before as usize], meter);
                    }
                });
                full?;
            }
            meter.free(layer);
        }
        meter.free(layers.swap_remove(0));
        meter.free(layers);
        Ok(Remaining(marked))
    }

    /// Marks the states on the paths from `middles`, which have `remaining` moves to go, to the goals. Where
    /// `remaining_of` returns a number, the number must be exact.
    ///
    /// # Errors
    /// As [`behind`](Remaining::behind).
    pub fn ahead(
        &mut self,
        puzzle: &P,
        middles: &[P::State],
        remaining: u32,
        remaining_of: &dyn Fn(&P::State) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut layer = Vec::new();
        for middle in middles {
            meter.push(&mut layer, middle.clone())?;
        }
        for left in (0..remaining).rev() {
            let mut after = Vec::new();
            for state in &layer {
                meter.step(remaining)?;
                for m in puzzle.moves(state).iter() {
                    let mut child = state.clone();
                    puzzle.apply(&mut child, m);
                    if remaining_of(&child) == Some(left) {
                        mark(&mut self.0, child, left, &mut after, meter)?;
                    }
                }
            }
            meter.free(std::mem::replace(&mut layer, after));
        }
        meter.free(layer);
        Ok(())
    }

    /// Marks the same states as [`behind`](Remaining::behind) marks, for a puzzle that cannot list parents: the search
    /// is made again from the starts, and then the layers are walked back.
    ///
    /// # Errors
    /// As [`behind`](Remaining::behind).
    ///
    /// # Complexity
    /// Time and memory in proportion to the states that are at most `depth` from the starts, and to `depth`.
    pub fn from_starts(
        puzzle: &P,
        starts: &[P::State],
        depth: u32,
        depth_of: &dyn Fn(&P::State) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut met = StateMap::<P, u32>::default();
        // The states by depth. Where moves differ in cost, a child may lie several layers after its parent.
        let mut layers: Vec<Vec<P::State>> = Vec::new();
        for _ in 0..=depth {
            meter.push(&mut layers, Vec::new())?;
        }
        for start in starts {
            mark(&mut met, start.clone(), 0, &mut layers[0], meter)?;
        }
        for at in 0..depth {
            let layer = std::mem::take(&mut layers[at as usize]);
            for state in &layer {
                meter.step(depth)?;
                for (child, cost) in children(puzzle, state) {
                    let after = at.saturating_add(cost);
                    if after <= depth && depth_of(&child) == Some(after) && !met.contains_key(&child) {
                        mark(&mut met, child, after, &mut layers[after as usize], meter)?;
                    }
                }
            }
            layers[at as usize] = layer;
        }
        meter.free_map(met);
        let (mut marked, mut listed) = (StateMap::<P, u32>::default(), Vec::new());
        for (at, layer) in layers.iter().enumerate().rev() {
            let left = depth - exact::<u32>(at);
            for state in layer {
                let is_on = match left {
                    0 => puzzle.is_goal(state),
                    _ => children(puzzle, state).any(|(child, cost)| {
                        left.checked_sub(cost).is_some_and(|rest| marked.get(&child) == Some(&rest))
                    }),
                };
                if is_on {
                    mark(&mut marked, state.clone(), left, &mut listed, meter)?;
                }
            }
        }
        meter.free(listed);
        layers.iter_mut().for_each(|layer| meter.free(std::mem::take(layer)));
        meter.free(layers);
        Ok(Remaining(marked))
    }

    /// The number of moves that remain from `state`, if it is on a shortest solution.
    pub fn get(&self, state: &P::State) -> Option<u32> {
        self.0.get(state).copied()
    }
}

/// The successors of a state, each with the cost of the move to it.
fn children<P: Puzzle>(puzzle: &P, state: &P::State) -> impl Iterator<Item = (P::State, u32)> {
    puzzle.moves(state).iter().map(|m| {
        let mut child = state.clone();
        puzzle.apply(&mut child, m);
        (child, puzzle.cost(state, m))
    })
}

/// Marks a state, and puts it into the layer if it was not marked before.
fn mark<S: Clone + Eq + Hash>(
    marked: &mut HashMap<S, u32, FxBuildHasher>,
    state: S,
    remaining: u32,
    layer: &mut Vec<S>,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    meter.room(marked)?;
    match marked.insert(state.clone(), remaining) {
        None => meter.push(layer, state),
        Some(_) => Ok(()),
    }
}

/// The distinct states from which a shortest solution may start. With a cost of 0 there is only one solution, the
/// empty one, whatever the number of starts.
fn beginnings<P: Puzzle>(
    starts: &[P::State],
    cost: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
) -> Vec<P::State> {
    let mut beginnings: Vec<P::State> = Vec::new();
    for start in starts {
        if remaining(start) == Some(cost) && !beginnings.contains(start) {
            beginnings.push(start.clone());
        }
    }
    if cost == 0 {
        beginnings.truncate(1);
    }
    beginnings
}

/// The moves of `state` that are on a shortest solution, with their children, in the order of the move letters.
fn onward<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    left: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
) -> Vec<(u32, P::Move, P::State)> {
    let children = puzzle.moves(state).iter().map(|m| {
        let mut child = state.clone();
        puzzle.apply(&mut child, m);
        (puzzle.order(state, m), m, child)
    });
    let leads = |&(_, m, ref child): &(u32, P::Move, P::State)| {
        left.checked_sub(puzzle.cost(state, m)).is_some_and(|rest| remaining(child) == Some(rest))
    };
    let mut onward: Vec<_> = children.filter(leads).collect();
    sort_few(&mut onward, |(order, _, _)| *order);
    onward
}

/// One shortest solution.
///
/// # Panics
/// If `remaining` does not lead from a start to a goal at a cost of `cost`.
pub fn one<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    cost: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
) -> Found<P> {
    let start = starts.iter().find(|start| remaining(start) == Some(cost)).expect("a start that far from the goal");
    let (mut state, mut left, mut moves) = (start.clone(), cost, Vec::new());
    while left > 0 {
        let on = |m: P::Move| {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            let rest = left.checked_sub(puzzle.cost(&state, m))?;
            (remaining(&child) == Some(rest)).then_some((m, child, rest))
        };
        let (m, child, rest) = puzzle.moves(&state).iter().find_map(on).expect("a move towards the goal");
        moves.push(m);
        (state, left) = (child, rest);
    }
    Found { start: start.clone(), moves }
}

/// The smallest of the shortest solutions in the order of the move letters ([`Puzzle::order`]), over all starts.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// The states that the smallest word so far leads to are carried along together, each once. They are never more than a
/// layer, however many solutions there are.
pub fn smallest<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    cost: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
    meter: &mut Meter<'_>,
) -> Result<Found<P>, Stop> {
    let beginnings = beginnings::<P>(starts, cost, remaining);
    // The states that the letters so far lead to, each with the first start from which the letters lead there.
    let mut ties = StateMap::<P, usize>::default();
    for (start, state) in beginnings.iter().enumerate() {
        meter.room(&mut ties)?;
        ties.insert(state.clone(), start);
    }
    let mut letters = Vec::new();
    // If the letters so far reach a goal, their word is the beginning of all other candidates, and so the smallest.
    let start = loop {
        let ended = ties.iter().filter(|(state, _)| remaining(state) == Some(0)).map(|(_, start)| *start).min();
        if let Some(start) = ended {
            break beginnings[start].clone();
        }
        let mut best = u32::MAX;
        let mut next = StateMap::<P, usize>::default();
        for (state, start) in &ties {
            meter.step(cost)?;
            let left = remaining(state).expect("what remains on a way");
            for (order, _, child) in onward(puzzle, state, left, remaining) {
                if order < best {
                    best = order;
                    next.clear();
                }
                if order == best {
                    meter.room(&mut next)?;
                    next.entry(child).and_modify(|first| *first = *start.min(first)).or_insert(*start);
                }
            }
        }
        letters.push(best);
        meter.free_map(std::mem::replace(&mut ties, next));
    };
    // The moves of one state have different letters, so the word names one path from its start.
    let mut state = start.clone();
    let moves = letters.into_iter().map(|letter| {
        let m = puzzle.moves(&state).iter().find(|m| puzzle.order(&state, *m) == letter).expect("a letter of the word");
        puzzle.apply(&mut state, m);
        m
    });
    let moves = moves.collect();
    Ok(Found { start, moves })
}

/// The number of shortest solutions, as distinct words over all starts; `None` if it is 2^128 or more.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// One pass over the states on shortest solutions, a layer at a time.
pub fn count<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    cost: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
    meter: &mut Meter<'_>,
) -> Result<Option<u128>, Stop> {
    // The number of words that lead to each state, by the cost that remains.
    let mut paths: Vec<StateMap<P, u128>> = (0..=cost).map(|_| StateMap::<P, u128>::default()).collect();
    for start in beginnings::<P>(starts, cost, remaining) {
        meter.room(&mut paths[cost as usize])?;
        paths[cost as usize].insert(start, 1);
    }
    for left in (1..=cost).rev() {
        let here = std::mem::take(&mut paths[left as usize]);
        for (state, number) in &here {
            meter.step(cost)?;
            for (_, m, child) in onward(puzzle, state, left, remaining) {
                let next = &mut paths[(left - puzzle.cost(state, m)) as usize];
                meter.room(next)?;
                let sum = next.entry(child).or_default();
                let Some(more) = sum.checked_add(*number) else { return Ok(None) };
                *sum = more;
            }
        }
        meter.free_map(here);
    }
    Ok(paths[0].values().try_fold(0u128, |sum, number| sum.checked_add(*number)))
}

/// Calls `each` with every shortest solution once, start by start, in the order of the move letters, until `each`
/// breaks.
///
/// # Errors
/// The limit that was reached; a listing may reach one, because solutions may outnumber the states of the search.
///
/// # Complexity
/// Memory for the untried moves of each state on the path, beside the distances; a constant number of look-ups for each
/// listed move. The listing does not recurse, because on a long ring a solution has tens of thousands of moves.
pub fn list<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    cost: u32,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
    meter: &mut Meter<'_>,
    each: &mut impl FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    for start in beginnings::<P>(starts, cost, remaining) {
        let mut word = Vec::new();
        // The moves still to be tried from each state on the path.
        let mut untried = Vec::new();
        let mut arrived = Some((start.clone(), cost));
        loop {
            if let Some((state, left)) = arrived.take() {
                if left > 0 {
                    let onward = onward(puzzle, &state, left, remaining).into_iter();
                    let onward: Vec<_> =
                        onward.map(|(_, m, child)| (m, child, left - puzzle.cost(&state, m))).collect();
                    meter.stats.expanded += 1;
                    meter.stats.generated += onward.len() as u64;
                    meter.tick(cost)?;
                    let bytes = (onward.capacity() * size_of_val(&onward[0])) as u64;
                    meter.grow(bytes)?;
                    meter.push(&mut untried, (onward.into_iter(), bytes))?;
                } else {
                    if each(&start, &word).is_break() {
                        return Ok(());
                    }
                    word.pop();
                }
            }
            let Some((here, bytes)) = untried.last_mut() else { break };
            if let Some((m, child, rest)) = here.next() {
                meter.push(&mut word, m)?;
                arrived = Some((child, rest));
            } else {
                meter.shrink(*bytes);
                untried.pop();
                word.pop();
            }
        }
        meter.free(untried);
        meter.free(word);
    }
    Ok(())
}
