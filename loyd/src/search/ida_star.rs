//! Iterative deepening A*: depth-first below a bound, which is raised to the least sum that exceeded it
//! (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence
//! 27, 1985). Memory: the recursion, one frame a move.
//!
//! **The stack.** A solution of n moves takes n calls within each other. Measured in a release build on 256 cells, states in place, a
//! call takes 130 bytes of stack for one solution and 250 for all of them; unoptimised it is several times that. So the 2 MiB of a
//! spawned thread hold some eight thousand moves: far more than any rectangle's solutions, but on a ring of 256 cells they have up to
//! 32,000. Search such boards on a thread with more ([`std::thread::Builder::stack_size`]); the command takes 64 MiB, of which only what
//! is used becomes memory.
//!
//! The loop passes down the number of moves left, not depth and bound: one number in a register. A child's bound is
//! known before its move is made ([`Heuristic::ahead`]), so a pruned child costs no apply and no undo. A node's counts go to
//! memory once, and what its children exceeded the bound by comes back as the return value: no child waits for a store.

use std::cmp::Ordering;
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
///
/// ```
/// use loyd::cells::Nibbles;
/// use loyd::limits::{Limits, Meter};
/// use loyd::puzzle::Notation;
/// use loyd::puzzles::sliding::{Sliding, bounds::Manhattan};
/// use loyd::search::{Outcome, ida_star};
///
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let starts = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
/// let limits = Limits::default();
/// let outcome = ida_star::solve(&eight, &Manhattan, &starts, ida_star::Prune::Back, &mut Meter::new(&limits));
/// let Outcome::Solved(found) = outcome else { panic!("solvable") };
/// assert_eq!(found.moves.len(), 19);
/// ```
pub fn solve<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    prune: Prune,
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    let outcome = match prune {
        Prune::Back => deepen::<P, H, _, false, false>(puzzle, heuristic, starts, meter, &mut ignore),
        Prune::Follow => deepen::<P, H, _, true, false>(puzzle, heuristic, starts, meter, &mut ignore),
    };
    outcome.map(|(_, found)| found)
}

/// Every shortest solution from any of `starts`, each once, start by start and in the order of the move letters, until
/// `each` breaks. Returns their common length.
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
    deepen::<P, H, _, false, true>(puzzle, heuristic, starts, meter, each).map(|(length, _)| length)
}

/// The smallest of the shortest solutions in the order of the move letters, over all starts.
///
/// # Complexity
/// As [`solve`]: the length first, then the tree in the order of the letters, up to the first solution from each start.
pub fn smallest<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Outcome<Found<P>> {
    let length = match solve(puzzle, heuristic, starts, Prune::Back, meter) {
        Outcome::Solved(found) => found.moves.len() as u32,
        outcome => return outcome,
    };
    let mut least: Option<Found<P>> = None;
    for start in starts {
        let mut first = None;
        let mut keep = |start: &P::State, moves: &[P::Move]| {
            if moves.len() as u32 == length {
                first = Some(Found { start: *start, moves: moves.to_vec() });
            }
            ControlFlow::Break(())
        };
        // Another start may be farther from the goal: no farther than the length is looked.
        let outcome = walk_once::<P, H, _, true>(puzzle, heuristic, start, length, meter, &mut keep);
        if let Err(why) = outcome {
            return Outcome::Stopped { at_least: length, best: Some(length), why };
        }
        least = match (least, first) {
            (Some(old), Some(new)) if compare(puzzle, &new, &old) == Ordering::Less => Some(new),
            (old, new) => old.or(new),
        };
    }
    Outcome::Solved(least.expect("some start has a solution of the length found"))
}

/// Compares two solutions by the letters of their moves.
fn compare<P: Puzzle>(puzzle: &P, a: &Found<P>, b: &Found<P>) -> Ordering {
    letters(puzzle, a).cmp(letters(puzzle, b))
}

fn letters<'a, P: Puzzle>(puzzle: &'a P, found: &'a Found<P>) -> impl Iterator<Item = u32> + 'a {
    let mut state = found.start;
    found.moves.iter().map(move |m| {
        let order = puzzle.order(&state, *m);
        puzzle.apply(&mut state, *m);
        order
    })
}

fn ignore<S, M>(_: &S, _: &[M]) -> ControlFlow<()> {
    ControlFlow::Break(())
}

/// Raises the bound until a solution is met, and returns that bound. With `LIST`, `each` gets every solution of that bound in
/// the order of the letters; without, the first is returned and `each` is not called.
fn deepen<P: Puzzle, H: Heuristic<P>, F, const FOLLOW: bool, const LIST: bool>(
    puzzle: &P,
    heuristic: &H,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    each: &mut F,
) -> Outcome<(u32, Found<P>)>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    meter.stats.generated += starts.len() as u64;
    if let Some(start) = starts.iter().find(|start| puzzle.is_goal(start)) {
        let _ = each(start, &[]);
        return Outcome::Solved((0, Found { start: *start, moves: Vec::new() }));
    }
    let roots: Vec<_> = starts.iter().map(|start| (*start, heuristic.memo(puzzle, start))).collect();
    let mut bound = roots.iter().map(|(_, memo)| heuristic.bound(memo)).min().unwrap_or(UNREACHABLE).max(1);
    loop {
        // Nothing but proofs that there is no way: a sum that exceeds the bound by that much holds one.
        if bound >= UNREACHABLE {
            return Outcome::Unsolvable(Unsolvable::Exhausted);
        }
        if let Err(why) = meter.allow(bound).and_then(|()| meter.look(bound)) {
            return Outcome::Stopped { at_least: bound, best: None, why };
        }
        let mut excess = UNREACHABLE;
        let mut last = None;
        for (start, memo) in &roots {
            let low = heuristic.bound(memo);
            if low > bound {
                excess = excess.min(low - bound);
                continue;
            }
            let mut walk = Walk::<P, H, F, FOLLOW, LIST>::new(puzzle, heuristic, start, bound, meter, each);
            let over = walk.begin(*memo);
            let Walk { found, stopped, path, .. } = walk;
            if let Some(why) = stopped {
                return Outcome::Stopped { at_least: bound, best: found.then_some(bound), why };
            }
            if found {
                last = Some(Found { start: *start, moves: path });
            }
            if over == BREAK {
                break;
            }
            excess = excess.min(over);
        }
        if let Some(found) = last {
            return Outcome::Solved((bound, found));
        }
        bound = bound.saturating_add(excess);
    }
}

/// One iteration from one start, listing in the order of the letters.
fn walk_once<P: Puzzle, H: Heuristic<P>, F, const LIST: bool>(
    puzzle: &P,
    heuristic: &H,
    start: &P::State,
    bound: u32,
    meter: &mut Meter<'_>,
    each: &mut F,
) -> Result<(), Stop>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    if puzzle.is_goal(start) {
        let _ = each(start, &[]);
        return Ok(());
    }
    let memo = heuristic.memo(puzzle, start);
    if heuristic.bound(&memo) > bound {
        return Ok(());
    }
    let mut walk = Walk::<P, H, F, false, LIST>::new(puzzle, heuristic, start, bound, meter, each);
    walk.begin(memo);
    walk.stopped.map_or(Ok(()), Err)
}

/// What the walk returns when it ends early; no excess is zero.
const BREAK: u32 = 0;

/// States up to this many bytes travel down the recursion by value, in two registers.
const IN_REGISTERS: usize = 16;

/// How the state travels down the recursion: by value when it is small, in place when it is larger.
trait Traveller<P: Puzzle> {
    /// The traveller one move on.
    type Child<'c>: Traveller<P>
    where
        Self: 'c;

    fn state(&self) -> &P::State;

    /// Makes a move, goes on below it, and takes it back.
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(Self::Child<'_>) -> R) -> R;
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

/// One iteration from one start.
struct Walk<'a, 'm, P: Puzzle, H: Heuristic<P>, F, const FOLLOW: bool, const LIST: bool> {
    puzzle: &'a P,
    heuristic: &'a H,
    start: P::State,
    bound: u32,
    expanded: u64,
    generated: u64,
    next_look: u64,
    found: bool,
    stopped: Option<Stop>,
    /// With `LIST`, the moves to the node at hand; without, the solution, filled from its end while the recursion unwinds.
    path: Vec<P::Move>,
    meter: &'a mut Meter<'m>,
    each: &'a mut F,
}

impl<'a, 'm, P: Puzzle, H: Heuristic<P>, F, const FOLLOW: bool, const LIST: bool> Walk<'a, 'm, P, H, F, FOLLOW, LIST>
where
    F: FnMut(&P::State, &[P::Move]) -> ControlFlow<()>,
{
    fn new(
        puzzle: &'a P,
        heuristic: &'a H,
        start: &P::State,
        bound: u32,
        meter: &'a mut Meter<'m>,
        each: &'a mut F,
    ) -> Self {
        let (expanded, generated, next_look) = (meter.stats.expanded, meter.stats.generated, meter.next_look());
        let (start, path) = (*start, Vec::new());
        Walk {
            puzzle,
            heuristic,
            start,
            bound,
            expanded,
            generated,
            next_look,
            found: false,
            stopped: None,
            path,
            meter,
            each,
        }
    }

    /// Walks the whole tree under the bound. Returns the least excess over it, or [`BREAK`].
    fn begin(&mut self, memo: H::Memo) -> u32 {
        let mut start = self.start;
        let moves = self.puzzle.moves(&start);
        let over = if const { size_of::<P::State>() <= IN_REGISTERS } {
            self.below(Copied(start), memo, moves, self.bound)
        } else {
            self.below(InPlace(&mut start), memo, moves, self.bound)
        };
        self.meter.stats.generated = self.generated;
        self.meter.stats.expanded = self.expanded;
        self.meter.stats.depth = self.bound;
        if !LIST {
            self.path.reverse();
        }
        over
    }

    /// Searches below a node whose `moves` are to be tried, with `left` moves to spend; the parent looks the moves up, since
    /// it has the puzzle at hand and the child would wait for it. Returns by how much the least sum met exceeds the bound,
    /// or [`BREAK`].
    fn below<T: Traveller<P>>(&mut self, mut at: T, memo: H::Memo, mut moves: P::Moves, left: u32) -> u32 {
        if self.generated >= self.next_look && self.look().is_break() {
            return BREAK;
        }
        let mut excess = UNREACHABLE;
        let mut generated = 0;
        let mut order = None;
        for _ in 0..P::Moves::MOST {
            let next = if LIST { self.next_letter(at.state(), moves, &mut order) } else { moves.pop() };
            let Some(m) = next else { break };
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
                    let moves = self.puzzle.moves(child.state()).without(next);
                    self.below(child, ahead, moves, left - 1)
                }
            });
            if under == BREAK {
                if !LIST {
                    self.path.push(m);
                }
                excess = BREAK;
                break;
            }
            if LIST {
                self.path.pop();
            }
            excess = excess.min(under);
        }
        self.expanded += 1;
        self.generated += generated;
        excess
    }

    /// The move whose letter comes next after `last`. A pass over the set for each: no list is made.
    fn next_letter(&self, state: &P::State, moves: P::Moves, last: &mut Option<u32>) -> Option<P::Move> {
        let orders = moves.iter().map(|m| (self.puzzle.order(state, m), m));
        let (order, m) =
            orders.filter(|(order, _)| last.is_none_or(|last| *order > last)).min_by_key(|(order, _)| *order)?;
        *last = Some(order);
        Some(m)
    }

    #[cold]
    fn goal(&mut self) -> u32 {
        self.found = true;
        if LIST && (self.each)(&self.start, &self.path).is_continue() { UNREACHABLE } else { BREAK }
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
