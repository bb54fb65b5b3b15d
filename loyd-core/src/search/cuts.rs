//! Cuts: sequences of moves that a tree search need not make, because another sequence has the same effect and comes
//! earlier. A finite automaton recognises them while the search goes down (L. A. Taylor & R. E. Korf, "Pruning
//! duplicate nodes in depth-first search", AAAI 1993).
//!
//! **Words.** The effect of a sequence of moves depends only on the [phase](Phased) of the state. Of the words with the
//! same effect from a phase, the **first** is the shortest, and of equally short words the least, letter by letter in
//! the order in which moves are tried. A word that is not first is **redundant**. If a part of a word is redundant, so
//! is the word: put the part's first word in its place, and the whole has the same effect, is legal (the phases before
//! and after the part are the same), and comes earlier. So first words have only first words as their parts, and every
//! redundant word contains a redundant word whose own parts are all first. The automaton forbids such words.
//!
//! **Proof that a shortest solution survives, from every state.** Of the shortest words that lead from the state to any
//! goal, take the one that comes first. A word that had the same effect and came earlier would lead to the same goal
//! and be as short. So the word is first, has no redundant part, and contains no forbidden word. The proof assumes
//! nothing about the number of goals or their phases. With several starts, each start has such a solution in its own
//! tree, also the nearest start. The automaton knows only forbidden words up to some length; longer words are not cut.
//!
//! **Why cuts serve no other search.** A solution that is cut is lost for counting, listing and the smallest in the
//! order of the letters. With a closed list, a state may be met first by a word that is cut.

mod words;

pub use words::MOST_NODES;

use std::collections::HashSet;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

use super::sort_few;
use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::{MoveSet, Phased, Puzzle};
use words::{AutomatonTables, Effects};

/// The largest size of an automaton. Words are made length by length; a length that does not fit is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomatonBudget {
    /// The length of the longest word.
    pub length: usize,
    /// The largest number of first words that are made, over all phases.
    pub words: usize,
    /// The largest number of nodes before equal nodes are joined; at most 65,536.
    pub nodes: usize,
}

impl Default for AutomatonBudget {
    fn default() -> Self {
        AutomatonBudget { length: 32, words: 1 << 17, nodes: 1 << 16 }
    }
}

/// The cuts of a puzzle, made when a search has become large enough for them, and kept for the next search.
///
/// An automaton for longer words prunes more, but takes longer to make. So there are several, each made when an
/// iteration has generated so many nodes that making it takes less time than that iteration took. The choice depends
/// only on that iteration, so that counts can be repeated.
pub struct Cuts<P: Puzzle> {
    /// An automaton that is used from the first iteration on.
    made: Option<Automaton<P>>,
    tiers: [OnceLock<Option<Automaton<P>>>; TIERS.len()],
}

/// For each tier, the nodes that an iteration must have generated, and the number of words that are made then.
pub const TIERS: [(u64, usize); 4] = [(1 << 17, 1 << 12), (1 << 20, 1 << 15), (1 << 23, 1 << 18), (1 << 26, 1 << 20)];

impl<P: Puzzle> Cuts<P> {
    /// Cuts without any automaton yet.
    pub fn new() -> Self {
        Cuts { made: None, tiers: [const { OnceLock::new() }; TIERS.len()] }
    }

    /// Cuts with an automaton that is already made, to be used from the first iteration on.
    pub fn made(automaton: Automaton<P>) -> Self {
        Cuts { made: Some(automaton), ..Cuts::new() }
    }

    /// The automaton worth having after an iteration with `generated` nodes, if there is one. An automaton is left out
    /// if its bytes are more than the meter allows.
    pub fn worth(&self, puzzle: &P, generated: u64, meter: &mut Meter<'_>) -> Option<&Automaton<P>> {
        if self.made.is_some() {
            return self.made.as_ref();
        }
        for tier in (0..TIERS.len()).rev().filter(|&tier| generated >= TIERS[tier].0) {
            if self.tiers[tier].get().is_none() {
                // A word, its state in a hash set that is at most seven eighths full, and its state in two layers.
                let words = TIERS[tier].1.min(MOST_BYTES / (2 * size_of::<P::State>() + 64));
                let bytes = (words * (4 * size_of::<P::State>() + 128)) as u64;
                if meter.grow(bytes).is_err() {
                    continue;
                }
                self.tiers[tier]
                    .get_or_init(|| Automaton::build(puzzle, AutomatonBudget { words, ..AutomatonBudget::default() }));
                meter.shrink(bytes);
            }
            if let Some(Some(automaton)) = self.tiers[tier].get() {
                return Some(automaton);
            }
        }
        None
    }
}

/// The largest number of bytes that the making of words may hold at a time.
const MOST_BYTES: usize = 1 << 28;

impl<P: Puzzle> Cuts<P> {
    /// The bytes of heap memory that the automata hold.
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

// Written by hand, because a derive would require the puzzle itself to be `Debug`.
impl<P: Puzzle> std::fmt::Debug for Cuts<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cuts").field("made", &self.made).field("tiers", &self.tiers).finish()
    }
}

/// The node of the automaton after the path to a search node. It remembers which forbidden words have begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AutomatonMark(u16);

/// The automaton of a puzzle, which recognises forbidden words.
///
/// # Complexity
/// Two bytes for each node and letter, and a set of moves for each node. Time for a move: one load and one set.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{MoveSet, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_core::search::cuts::{Automaton, AutomatonBudget};
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let cuts = Automaton::build(&eight, AutomatonBudget::default()).unwrap();
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
    /// The next node, by node and letter.
    next: Box<[u16]>,
    /// The number of bits of a letter.
    shift: u32,
    /// The moves that must not be made next, by node.
    dropped: Box<[P::Moves]>,
    longest: usize,
}

// Written by hand, because a derive would require the puzzle itself to be `Debug`.
impl<P: Puzzle> std::fmt::Debug for Automaton<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Automaton")
            .field("nodes", &self.nodes())
            .field("longest", &self.longest)
            .finish_non_exhaustive()
    }
}

impl<P: Puzzle> Automaton<P> {
    /// The bytes of heap memory that the automaton holds.
    fn held(&self) -> u64 {
        let Automaton { begin, next, dropped, .. } = self;
        (size_of_val(&**begin) + size_of_val(&**next) + size_of_val(&**dropped)) as u64
    }

    /// Builds the automaton; `None` if the puzzle names no phases, has too many moves, or no redundant word in the
    /// budget.
    ///
    /// # Complexity
    /// A hashed state for each first word, at most `budget.words`: some tens of milliseconds and megabytes with the
    /// default.
    pub fn build(puzzle: &P, budget: AutomatonBudget) -> Option<Self> {
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
            done_from.insert(state.clone());
            done.push(done_from);
        }
        let mut effects = States { puzzle, phased, moves: &moves, done, layer: phases.clone(), longer: Vec::new() };
        let AutomatonTables { begin, next, shift, nodes, longest } = words::tables(letters, &mut effects, budget)?;
        let mut sets = Vec::new();
        for (phase, dropped) in nodes {
            let state = &phases[usize::from(phase)];
            sets.push(set(puzzle.moves(state), |m| dropped >> phased.letter(state, m) & 1 == 1));
        }
        Some(Automaton { begin, next, shift, dropped: sets.into(), longest })
    }

    /// The mark before any move.
    #[inline(always)]
    pub fn begin(&self, puzzle: &P, state: &P::State) -> AutomatonMark {
        AutomatonMark(self.begin[puzzle.phased().map_or(0, |phased| phased.phase(state))])
    }

    /// The mark after `m` was made in `state`.
    #[inline(always)]
    pub fn after(&self, puzzle: &P, state: &P::State, mark: AutomatonMark, m: P::Move) -> AutomatonMark {
        let letter = puzzle.phased().map_or(0, |phased| phased.letter(state, m));
        AutomatonMark(self.next[usize::from(mark.0) << self.shift | letter])
    }

    /// The moves that need not be made next.
    #[inline(always)]
    pub fn dropped(&self, mark: AutomatonMark) -> P::Moves {
        self.dropped[usize::from(mark.0)]
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.dropped.len()
    }

    /// The length of the longest forbidden word.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The bytes of its tables.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.next) + size_of_val(&*self.dropped)) as u64
    }
}

/// The subset of the moves that are wanted.
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
    /// The moves of each phase with their letters, in the order of the letters.
    moves: &'a [Vec<(usize, P::Move)>],
    /// The states reached so far, by the phase that the words begin in.
    done: Vec<HashSet<P::State, FxBuildHasher>>,
    layer: Vec<P::State>,
    longer: Vec<P::State>,
}

impl<P: Puzzle> Effects for States<'_, P> {
    fn after(&self, phase: u16, place: usize) -> u16 {
        let mut state = self.layer[usize::from(phase)].clone();
        self.puzzle.apply(&mut state, self.moves[usize::from(phase)][place].1);
        exact::<u16>(self.phased.phase(&state))
    }

    fn longer(&mut self, word: usize, begin: u16, phase: u16, place: usize) -> Option<u16> {
        let mut child = self.layer[word].clone();
        self.puzzle.apply(&mut child, self.moves[usize::from(phase)][place].1);
        if !self.done[usize::from(begin)].insert(child.clone()) {
            return None;
        }
        let phase = self.phased.phase(&child);
        self.longer.push(child);
        Some(exact::<u16>(phase))
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.longer);
        self.longer.clear();
    }
}
