//! Iterative deepening A*: depth-first below a bound, which is raised to the least sum that exceeded it
//! (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence
//! 27, 1985). Memory: the recursion, one frame a move.
//!
//! The loop passes down the number of moves left, not depth and bound: one number in a register. A child's bound is
//! known before its move is made ([`Heuristic::ahead`]), so a pruned child costs no apply and no undo.

use std::ops::ControlFlow;

use super::{Found, Meter, Outcome, Stop};
use crate::puzzle::{Heuristic, MoveSet, Puzzle, UNREACHABLE, Unsolvable};

/// Which moves the tree leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// Only the move straight back: the textbook's, whose node counts are published. Sound for counting and listing.
    Back,
    /// All that [`Puzzle::follow`] rules out. For one solution only.
    Follow,
}

/// One shortest solution from any of `starts`.
///
/// # Complexity
/// Time exponential in the length less what the bound sees; memory O(length). On a puzzle with endless walks and no
/// solution it never ends by itself, unless the bound proves it: give limits, and ask [`Puzzle::unsolvable`] first.
pub fn solve<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    prune: Prune,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    let mut first = None;
    let outcome = match prune {
        Prune::Back => deepen::<P, H, false, false>(puzzle, heuristic, starts, meter, &mut |start, moves| {
            first = Some(Found { start: *start, moves: moves.to_vec() });
            ControlFlow::Break(())
        }),
        Prune::Follow => deepen::<P, H, true, false>(puzzle, heuristic, starts, meter, &mut |start, moves| {
            first = Some(Found { start: *start, moves: moves.to_vec() });
            ControlFlow::Break(())
        }),
    };
    match outcome {
        Outcome::Solved(_) => Outcome::Solved(first.expect("a solved search has shown its solution")),
        Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
        Outcome::Stopped { at_least, best, why } => Outcome::Stopped { at_least, best, why },
    }
}

/// Every shortest solution from any of `starts`, each once, start by start and in the order of the moves, until `each`
/// breaks. Returns their common length.
///
/// # Complexity
/// As [`solve`], with the last iteration searched to its end.
pub fn all<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    each: &mut impl FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
) -> Outcome<u32> {
    deepen::<P, H, false, true>(puzzle, heuristic, starts, meter, each)
}

fn deepen<P: Puzzle, H: Heuristic<P>, const FOLLOW: bool, const LIST: bool>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    each: &mut impl FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
) -> Outcome<u32> {
    meter.stats.generated += starts.len() as u64;
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        let _ = each(start, &[]);
        return Outcome::Solved(0);
    }
    let roots: Vec<_> = starts.iter().map(|start| (*start, heuristic.memo(puzzle, start))).collect();
    let Some(mut bound) = roots.iter().map(|(_, memo)| heuristic.bound(memo).max(1)).min() else {
        return Outcome::Unsolvable(Unsolvable::Exhausted);
    };
    loop {
        // Nothing but proofs that there is no way: a sum that exceeds the bound by that much holds one.
        if bound >= UNREACHABLE {
            return Outcome::Unsolvable(Unsolvable::Exhausted);
        }
        if let Err(why) = meter.allow(bound).and_then(|()| meter.look(bound)) {
            return Outcome::Stopped { at_least: bound, best: None, why };
        }
        let mut walk: Walk<'_, '_, P, H, _, FOLLOW, LIST> = Walk {
            puzzle,
            heuristic,
            bound,
            excess: u32::MAX,
            found: false,
            stopped: None,
            path: Vec::new(),
            start: roots[0].0,
            expanded: meter.stats.expanded,
            generated: meter.stats.generated,
            next_look: meter.next_look(),
            meter: &mut *meter,
            each: &mut *each,
        };
        for (start, memo) in &roots {
            let low = heuristic.bound(memo);
            if low > bound {
                walk.excess = walk.excess.min(low - bound);
                continue;
            }
            walk.start = *start;
            let under = if const { size_of::<P::State>() <= IN_REGISTERS } {
                walk.below(Copied(*start), *memo, P::Moves::none(), bound)
            } else {
                walk.below(InPlace(&mut { *start }), *memo, P::Moves::none(), bound)
            };
            if under == BREAK {
                break;
            }
            walk.excess = walk.excess.min(under);
        }
        let Walk { excess, found, stopped, generated, expanded, mut path, start, .. } = walk;
        meter.stats.generated = generated;
        meter.stats.expanded = expanded;
        if let Some(why) = stopped {
            return Outcome::Stopped { at_least: bound, best: None, why };
        }
        if found {
            if !LIST {
                path.reverse();
                let _ = each(&start, &path);
            }
            return Outcome::Solved(bound);
        }
        bound = bound.saturating_add(excess);
    }
}

/// What the walk returns when it ends early; no excess is zero.
const BREAK: u32 = 0;

/// States up to this many bytes travel down the recursion by value, in registers.
const IN_REGISTERS: usize = 16;

/// How the state travels down the recursion: by value when it fits two registers, in place when it is larger.
trait Traveller<P: Puzzle> {
    fn state(&self) -> &P::State;

    /// Makes a move, goes on below it, and takes it back.
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(Self::Child<'_>) -> R) -> R;

    type Child<'c>: Traveller<P>
    where
        Self: 'c;
}

struct Copied<P: Puzzle>(P::State);

impl<P: Puzzle> Traveller<P> for Copied<P> {
    type Child<'c>
        = Copied<P>
    where
        P: 'c;

    #[inline(always)]
    fn state(&self) -> &P::State {
        &self.0
    }

    #[inline(always)]
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(Copied<P>) -> R) -> R {
        let mut child = self.0;
        puzzle.apply(&mut child, m);
        below(Copied(child))
    }
}

struct InPlace<'s, P: Puzzle>(&'s mut P::State);

impl<P: Puzzle> Traveller<P> for InPlace<'_, P> {
    type Child<'c>
        = InPlace<'c, P>
    where
        Self: 'c;

    #[inline(always)]
    fn state(&self) -> &P::State {
        self.0
    }

    #[inline(always)]
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(InPlace<'_, P>) -> R) -> R {
        let undo = puzzle.apply(self.0, m);
        let result = below(InPlace(self.0));
        puzzle.undo(self.0, undo);
        result
    }
}

struct Walk<'a, 'm, P: Puzzle, H: Heuristic<P>, F, const FOLLOW: bool, const LIST: bool> {
    puzzle: &'a P,
    heuristic: &'a H,
    bound: u32,
    /// The least sum above the bound, less the bound.
    excess: u32,
    expanded: u64,
    generated: u64,
    next_look: u64,
    found: bool,
    stopped: Option<Stop>,
    path: Vec<P::Move>,
    start: P::State,
    meter: &'a mut Meter<'m>,
    each: &'a mut F,
}

impl<P: Puzzle, H: Heuristic<P>, F, const FOLLOW: bool, const LIST: bool> Walk<'_, '_, P, H, F, FOLLOW, LIST>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    /// Searches below a node with `left` moves to spend. Returns by how much the least sum met exceeds the bound,
    /// or [`BREAK`]: returned rather than stored, as are the counts once a node, so that no child waits for memory.
    fn below<T: Traveller<P>>(&mut self, mut at: T, memo: H::Memo, banned: P::Moves, left: u32) -> u32 {
        if self.generated >= self.next_look && self.look().is_break() {
            return BREAK;
        }
        let mut excess = u32::MAX;
        let mut generated = 0;
        let mut moves = self.puzzle.moves(at.state()).without(banned);
        for _ in 0..P::Moves::MOST {
            let Some(m) = moves.pop() else { break };
            generated += 1;
            let ahead = self.heuristic.ahead(self.puzzle, at.state(), m, &memo);
            let low = self.heuristic.bound(&ahead);
            if low >= left {
                excess = excess.min(low + 1 - left);
                continue;
            }
            let state = at.state();
            let next = if FOLLOW { self.puzzle.follow(state, m) } else { self.puzzle.back(state, m) };
            if LIST {
                self.path.push(m);
            }
            let under = at.step(self.puzzle, m, |child| {
                if low == 0 && self.puzzle.is_goal(child.state()) {
                    self.goal()
                } else {
                    self.below(child, ahead, next, left - 1)
                }
            });
            if LIST {
                self.path.pop();
            }
            if under == BREAK {
                self.path.push(m);
                excess = BREAK;
                break;
            }
            excess = excess.min(under);
        }
        self.expanded += 1;
        self.generated += generated;
        excess
    }

    #[cold]
    fn goal(&mut self) -> u32 {
        self.found = true;
        if LIST && (self.each)(&self.start, &self.path).is_continue() { u32::MAX } else { BREAK }
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        self.meter.stats.generated = self.generated;
        match self.meter.look(self.bound) {
            Ok(()) => {
                self.next_look = self.meter.next_look();
                ControlFlow::Continue(())
            }
            Err(why) => {
                self.stopped = Some(why);
                ControlFlow::Break(())
            }
        }
    }
}
