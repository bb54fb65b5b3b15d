//! Cuts: sequences of moves that a tree search need not make, because another does the same and comes earlier;
//! recognised by a finite automaton while the search goes down (L. A. Taylor & R. E. Korf, "Pruning duplicate nodes in
//! depth-first search", AAAI 1993).
//!
//! **Words.** What a sequence of moves does depends on the [phase](Phased) of the state alone. Of the words that do the
//! same from a phase, the **first** is the shortest, and of equally short ones the least, letter by letter in the order
//! in which moves are tried. A word that is not first is **redundant**. If a part of a word is redundant, so is the
//! word: put the part's first word in its place, and the whole does the same, is legal (the phases before and after the
//! part are the same), and comes earlier. So first words have only first words as their parts, and all redundant words
//! are known by the least of them: those whose own parts are all first. These the automaton forbids.
//!
//! **Proof that a shortest solution survives, from every state.** Of the shortest words that lead from the state to any
//! goal, take the first. A word that did the same and came earlier would lead to the same goal and be as short. So the
//! word is first, has no redundant part, and nothing of it is forbidden. Nothing is assumed about how many goals there
//! are, or of which phases. With several starts, each has such a solution in its own tree, the nearest start among
//! them. The automaton knows only forbidden words up to some length; the longer ones are merely not cut.
//!
//! **Why not with more.** A cut solution is lost for counting, listing and the smallest in the order of the letters,
//! and with a closed list a state may be met first by a word that is cut.

mod words;

pub use words::MOST_NODES;

use std::collections::HashSet;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

use super::sort_few;
use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::{MoveSet, Phased, Puzzle};
use words::{Effects, Tables};

/// How large an automaton may become. Words are made length by length, and a length that does not fit is left out
/// whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The longest word.
    pub length: usize,
    /// First words that are made, over all phases.
    pub words: usize,
    /// Nodes, before equal ones are joined; at most 65,536.
    pub nodes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { length: 32, words: 1 << 17, nodes: 1 << 16 }
    }
}

/// The cuts of a puzzle, made when a search has become large enough for them, and kept for the next search.
///
/// An automaton for longer words prunes more and takes longer to make, so there are several, each made when an
/// iteration has generated so many nodes that making it takes less time than that iteration took. Which one is used
/// depends on that iteration alone: counts can be repeated.
pub struct Cuts<P: Puzzle> {
    /// Used from the beginning.
    made: Option<Automaton<P>>,
    tiers: [OnceLock<Option<Automaton<P>>>; TIERS.len()],
}

/// Nodes generated in an iteration, and the words made then.
pub const TIERS: [(u64, usize); 4] = [(1 << 17, 1 << 12), (1 << 20, 1 << 15), (1 << 23, 1 << 18), (1 << 26, 1 << 20)];

impl<P: Puzzle> Cuts<P> {
    /// None made yet.
    pub fn new() -> Self {
        Cuts { made: None, tiers: [const { OnceLock::new() }; TIERS.len()] }
    }

    /// An automaton already made, to be used from the first iteration on.
    pub fn made(automaton: Automaton<P>) -> Self {
        Cuts { made: Some(automaton), ..Cuts::new() }
    }

    /// The automaton worth having after an iteration that generated so many nodes, if there is one; not where its bytes
    /// are more than the meter allows.
    pub fn worth(&self, puzzle: &P, generated: u64, meter: &mut Meter<'_>) -> Option<&Automaton<P>> {
        if self.made.is_some() {
            return self.made.as_ref();
        }
        for tier in (0..TIERS.len()).rev().filter(|&tier| generated >= TIERS[tier].0) {
            if self.tiers[tier].get().is_none() {
                // A word, its state in a hash set at most seven eighths full, and in two layers.
                let words = TIERS[tier].1.min(MOST_BYTES / (2 * size_of::<P::State>() + 64));
                let bytes = (words * (4 * size_of::<P::State>() + 128)) as u64;
                if meter.grow(bytes).is_err() {
                    continue;
                }
                self.tiers[tier].get_or_init(|| Automaton::build(puzzle, Budget { words, ..Budget::default() }));
                meter.shrink(bytes);
            }
            if let Some(Some(automaton)) = self.tiers[tier].get() {
                return Some(automaton);
            }
        }
        None
    }
}

/// What the making of words may hold at a time.
const MOST_BYTES: usize = 1 << 28;

impl<P: Puzzle> Cuts<P> {
    /// Bytes of the heap that the automata hold.
    pub fn held(&self) -> u64 {
        let tiers = self.tiers.iter().filter_map(|tier| tier.get()?.as_ref());
        self.made.iter().chain(tiers).map(Automaton::held).sum()
    }
}

impl<P: Puzzle> Default for Cuts<P> {
    fn default() -> Self {
        Self::new()
    }
}

// Derived, it would ask the puzzle itself to be `Debug`.
impl<P: Puzzle> std::fmt::Debug for Cuts<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cuts").field("made", &self.made).field("tiers", &self.tiers).finish()
    }
}

/// What is remembered of the way to a node: which forbidden words have begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mark(u16);

/// The automaton of a puzzle.
///
/// # Complexity
/// Two bytes a node and letter, and a set of moves a node: one load and one set a move.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{MoveSet, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_core::search::cuts::{Automaton, Budget};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let cuts = Automaton::build(&eight, Budget::default()).unwrap();
/// // Six moves around a 2x2 block do what six the other way round do: one of the two ways is cut short.
/// let around = [5, 4, 7, 8, 5, 4];
/// let other = [7, 4, 5, 8, 7, 4];
/// let allowed = |word: [u8; 6]| {
///     let (mut state, mut mark) = (eight.goal(), cuts.begin(&eight, &eight.goal()));
///     word.into_iter().all(|m| {
///         let allowed = eight.moves(&state).without(cuts.dropped(mark)).iter().any(|other| other == m);
///         mark = cuts.after(&eight, &state, mark, m);
///         eight.apply(&mut state, m);
///         allowed
///     })
/// };
/// assert!(allowed(around) && !allowed(other));
/// ```
#[derive(Clone)]
pub struct Automaton<P: Puzzle> {
    /// The node before any move, by phase.
    begin: Box<[u16]>,
    /// Node and letter to the next node.
    next: Box<[u16]>,
    /// Letters are this many bits.
    shift: u32,
    /// What must not be made next.
    dropped: Box<[P::Moves]>,
    longest: usize,
}

// Derived, it would ask the puzzle itself to be `Debug`.
impl<P: Puzzle> std::fmt::Debug for Automaton<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Automaton")
            .field("nodes", &self.nodes())
            .field("longest", &self.longest)
            .finish_non_exhaustive()
    }
}

impl<P: Puzzle> Automaton<P> {
    /// Bytes of the heap.
    fn held(&self) -> u64 {
        let Automaton { begin, next, dropped, .. } = self;
        (size_of_val(&**begin) + size_of_val(&**next) + size_of_val(&**dropped)) as u64
    }

    /// The automaton, or none if the puzzle does not name its phases, has too many moves, or has no redundant word that
    /// short.
    ///
    /// # Complexity
    /// A hashed state for each first word, at most `budget.words`: some tens of milliseconds and megabytes with the
    /// default.
    pub fn build(puzzle: &P, budget: Budget) -> Option<Self> {
        let phased = puzzle.phased()?;
        let phases = phased.phases();
        let (mut moves, mut letters, mut done) = (Vec::new(), Vec::new(), Vec::new());
        for state in &phases {
            let mut named = Vec::new();
            for m in puzzle.moves(state).iter() {
                named.push((phased.letter(state, m), m));
            }
            sort_few(&mut named, |(letter, _)| exact::<u32>(*letter));
            let mut own = Vec::new();
            for (letter, _) in &named {
                own.push(*letter);
            }
            letters.push(own);
            moves.push(named);
            let mut done_from = HashSet::default();
            done_from.insert(*state);
            done.push(done_from);
        }
        let mut effects = States { puzzle, phased, moves: &moves, done, layer: phases.clone(), longer: Vec::new() };
        let Tables { begin, next, shift, nodes, longest } = words::tables(letters, &mut effects, budget)?;
        let mut sets = Vec::new();
        for (phase, dropped) in nodes {
            let state = &phases[usize::from(phase)];
            sets.push(set(puzzle.moves(state), |m| dropped >> phased.letter(state, m) & 1 == 1));
        }
        Some(Automaton { begin, next, shift, dropped: sets.into(), longest })
    }

    /// Before any move.
    #[inline(always)]
    pub fn begin(&self, puzzle: &P, state: &P::State) -> Mark {
        Mark(self.begin[puzzle.phased().map_or(0, |phased| phased.phase(state))])
    }

    /// After `m`, made in `state`.
    #[inline(always)]
    pub fn after(&self, puzzle: &P, state: &P::State, mark: Mark, m: P::Move) -> Mark {
        let letter = puzzle.phased().map_or(0, |phased| phased.letter(state, m));
        Mark(self.next[usize::from(mark.0) << self.shift | letter])
    }

    /// The moves that need not be made next.
    #[inline(always)]
    pub fn dropped(&self, mark: Mark) -> P::Moves {
        self.dropped[usize::from(mark.0)]
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.dropped.len()
    }

    /// The length of the longest word it forbids.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The bytes of its tables.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.next) + size_of_val(&*self.dropped)) as u64
    }
}

/// The moves of a set that are wanted.
fn set<S: MoveSet>(all: S, wanted: impl Fn(S::Move) -> bool) -> S {
    let (mut rest, mut unwanted) = (all, all);
    loop {
        let before = rest;
        let Some(m) = rest.pop() else { return all.without(unwanted) };
        if wanted(m) {
            unwanted = unwanted.without(before.without(rest));
        }
    }
}

/// The states that words lead to.
struct States<'a, P: Puzzle> {
    puzzle: &'a P,
    phased: &'a dyn Phased<P>,
    /// The moves of each phase with their letters, in the order of these.
    moves: &'a [Vec<(usize, P::Move)>],
    /// The states reached so far, by the phase that the words begin in.
    done: Vec<HashSet<P::State, FxBuildHasher>>,
    layer: Vec<P::State>,
    longer: Vec<P::State>,
}

impl<P: Puzzle> Effects for States<'_, P> {
    fn after(&self, phase: u16, place: usize) -> u16 {
        let mut state = self.layer[usize::from(phase)];
        self.puzzle.apply(&mut state, self.moves[usize::from(phase)][place].1);
        exact::<u16>(self.phased.phase(&state))
    }

    fn longer(&mut self, word: usize, begin: u16, phase: u16, place: usize) -> Option<u16> {
        let mut child = self.layer[word];
        self.puzzle.apply(&mut child, self.moves[usize::from(phase)][place].1);
        if !self.done[usize::from(begin)].insert(child) {
            return None;
        }
        self.longer.push(child);
        Some(exact::<u16>(self.phased.phase(&child)))
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.longer);
        self.longer.clear();
    }
}
