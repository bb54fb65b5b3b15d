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

use std::collections::HashSet;
use std::sync::OnceLock;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::limits::Meter;
use crate::puzzle::{MoveSet, Phased, Puzzle};

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
const TIERS: [(u64, usize); 4] = [(1 << 17, 1 << 12), (1 << 20, 1 << 15), (1 << 23, 1 << 18), (1 << 26, 1 << 20)];

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
        let reached = TIERS.iter().rposition(|(nodes, _)| generated >= *nodes)?;
        (0..=reached).rev().find_map(|tier| {
            // A word, its state in a hash set at most seven eighths full, and in two layers.
            let most = MOST_BYTES / (2 * size_of::<P::State>() + 64);
            let words = TIERS[tier].1.min(most);
            let bytes = (words * (4 * size_of::<P::State>() + 128)) as u64;
            if self.tiers[tier].get().is_none() {
                meter.grow(bytes).ok()?;
                self.tiers[tier].get_or_init(|| Automaton::build(puzzle, Budget { words, ..Budget::default() }));
                meter.shrink(bytes);
            }
            self.tiers[tier].get()?.as_ref()
        })
    }
}

/// What the making of words may hold at a time.
const MOST_BYTES: usize = 1 << 28;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark(u16);

/// The automaton of a puzzle.
///
/// # Complexity
/// Two bytes a node and letter, and a set of moves a node: one load and one set a move.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{MoveSet, Puzzle};
/// use loyd_core::puzzles::sliding::Sliding;
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

/// The most nodes: a mark is two bytes.
const MOST_NODES: usize = 1 << 16;

/// The most letters.
const MOST_LETTERS: usize = 64;

/// A first word.
struct Word {
    /// The word without its last letter; the empty word is its own.
    parent: u32,
    /// The word without its first letter.
    suffix: u32,
    /// The phase it ends in.
    phase: u16,
    /// Letters by which first words go on, one bit each, and the first of those words.
    longer: u64,
    first_longer: u32,
    /// Letters by which it becomes a forbidden word.
    forbidden: u64,
    /// Whether a forbidden word begins with it; empty words are there as the beginning of everything.
    begins: bool,
}

impl Word {
    fn new(parent: u32, suffix: u32, phase: usize) -> Self {
        Word { parent, suffix, phase: phase as u16, longer: 0, first_longer: 0, forbidden: 0, begins: false }
    }
}

impl<P: Puzzle> Automaton<P> {
    /// The automaton, or none if the puzzle does not name its phases, has too many moves, or has no redundant word that
    /// short.
    ///
    /// # Complexity
    /// A hashed state for each first word, at most `budget.words`: some tens of milliseconds and megabytes with the
    /// default.
    pub fn build(puzzle: &P, budget: Budget) -> Option<Self> {
        let phased = puzzle.phased()?;
        let phases = phased.phases();
        let mut letters: Letters<P::Move> = Vec::new();
        for state in &phases {
            let mut named: Vec<_> = puzzle.moves(state).iter().map(|m| (phased.letter(state, m), m)).collect();
            named.sort_unstable_by_key(|(letter, _)| *letter);
            letters.push(named);
        }
        let most = letters.iter().flatten().map(|(letter, _)| letter + 1).max()?;
        if most > MOST_LETTERS || phases.len() > MOST_NODES {
            return None;
        }
        let words = Words::make(puzzle, &phases, &letters, budget);
        let phase_after = |phase: usize, place: usize| {
            let mut state = phases[phase];
            puzzle.apply(&mut state, letters[phase][place].1);
            phased.phase(&state)
        };
        let nodes = words.nodes(&letters, phase_after);
        let (of, classes) = join(&nodes, &letters);
        if words.longest == 0 {
            return None;
        }
        let shift = most.next_power_of_two().trailing_zeros();
        let mut next = vec![0; classes << shift];
        let mut dropped = vec![P::Moves::none(); classes];
        for (node, &class) in nodes.iter().zip(&of) {
            let phase = usize::from(node.phase);
            dropped[class as usize] =
                set(puzzle.moves(&phases[phase]), |m| node.dropped >> phased.letter(&phases[phase], m) & 1 == 1);
            for ((letter, _), &to) in letters[phase].iter().zip(&node.next) {
                if node.dropped >> letter & 1 == 0 {
                    next[(class as usize) << shift | letter] = of[to as usize] as u16;
                }
            }
        }
        let begin = of[..phases.len()].iter().map(|&class| class as u16).collect();
        Some(Automaton { begin, next: next.into(), shift, dropped: dropped.into(), longest: words.longest })
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

/// All first words up to a length: the shorter before the longer, and each one's continuations side by side in the
/// order of letters.
struct Words {
    words: Vec<Word>,
    /// The length of the longest forbidden word; 0 if there is none.
    longest: usize,
}

/// The moves of each phase, in the order of their letters.
type Letters<M> = Vec<Vec<(usize, M)>>;

impl Words {
    fn make<P: Puzzle>(puzzle: &P, phases: &[P::State], letters: &Letters<P::Move>, budget: Budget) -> Self {
        let empty = |phase| Word { begins: true, ..Word::new(phase as u32, phase as u32, phase) };
        let mut all = Words { words: (0..phases.len()).map(empty).collect(), longest: 0 };
        // What words do, by the phase they begin in.
        let mut done: Vec<HashSet<P::State, FxBuildHasher>> =
            phases.iter().map(|state| HashSet::from_iter([*state])).collect();
        let mut layer: Vec<(u32, u16, P::State)> =
            phases.iter().enumerate().map(|(phase, state)| (phase as u32, phase as u16, *state)).collect();
        let mut begun = phases.len();
        for length in 1..=budget.length {
            let (mut longer, mut redundant) = (Vec::new(), Vec::new());
            for &(word, begin, state) in &layer {
                for &(letter, m) in &letters[usize::from(all.words[word as usize].phase)] {
                    let mut child = state;
                    puzzle.apply(&mut child, m);
                    if done[usize::from(begin)].insert(child) {
                        longer.push((word, letter, begin, child));
                    } else {
                        redundant.push((word, letter));
                    }
                }
                if all.words.len() + longer.len() > budget.words {
                    return all;
                }
            }
            redundant.retain(|&(word, letter)| all.begins_shorter(word, letter, length));
            let mut marked = Vec::new();
            for &(word, _) in &redundant {
                let mut prefix = word as usize;
                while !std::mem::replace(&mut all.words[prefix].begins, true) {
                    marked.push(prefix);
                    prefix = all.words[prefix].parent as usize;
                }
            }
            begun += marked.len();
            if begun > budget.nodes.min(MOST_NODES) {
                marked.into_iter().for_each(|prefix| all.words[prefix].begins = false);
                return all;
            }
            if !redundant.is_empty() {
                all.longest = length;
            }
            redundant.into_iter().for_each(|(word, letter)| all.words[word as usize].forbidden |= 1 << letter);
            if longer.is_empty() {
                return all;
            }
            layer.clear();
            for (word, letter, begin, child) in longer {
                let phase = puzzle.phased().map_or(0, |phased| phased.phase(&child));
                let suffix = match length {
                    1 => phase as u32,
                    _ => all.child(all.words[word as usize].suffix, letter).expect("a part of a first word is first"),
                };
                let index = all.words.len() as u32;
                let parent = &mut all.words[word as usize];
                if parent.longer == 0 {
                    parent.first_longer = index;
                }
                parent.longer |= 1 << letter;
                all.words.push(Word::new(word, suffix, phase));
                layer.push((index, begin, child));
            }
        }
        all
    }

    /// Whether a redundant word, one letter on from a first word, is first again without its first letter.
    fn begins_shorter(&self, word: u32, letter: usize, length: usize) -> bool {
        length == 1 || self.child(self.words[word as usize].suffix, letter).is_some()
    }

    /// The word one letter on, if that is first.
    fn child(&self, word: u32, letter: usize) -> Option<u32> {
        let word = &self.words[word as usize];
        let before = word.longer & ((1 << letter) - 1);
        (word.longer >> letter & 1 == 1).then(|| word.first_longer + before.count_ones())
    }

    /// The automaton: a node is the longest end of the way so far with which a forbidden word begins.
    fn nodes(&self, letters: &Letters<impl Copy>, phase_after: impl Fn(usize, usize) -> usize) -> Vec<Node> {
        let mut number: Vec<u32> = vec![0; self.words.len()];
        let mut nodes: Vec<Node> = Vec::new();
        let begun = (0..self.words.len()).filter(|&word| self.words[word].begins);
        for word in begun.clone() {
            number[word] = nodes.len() as u32;
            nodes.push(Node { phase: self.words[word].phase, dropped: self.words[word].forbidden, next: Vec::new() });
        }
        for word in begun {
            let Word { parent, phase, .. } = self.words[word];
            let empty = parent as usize == word;
            // Shorter words have their nodes already.
            let shorter = (!empty).then(|| {
                let mut shorter = self.words[word].suffix;
                while !self.words[shorter as usize].begins {
                    shorter = self.words[shorter as usize].suffix;
                }
                number[shorter as usize] as usize
            });
            let index = number[word] as usize;
            if let Some(shorter) = shorter {
                nodes[index].dropped |= nodes[shorter].dropped;
            }
            let next = letters[usize::from(phase)].iter().enumerate().map(|(place, &(letter, _))| {
                let longer = self.child(word as u32, letter).filter(|&longer| self.words[longer as usize].begins);
                match (longer, shorter) {
                    (Some(longer), _) => number[longer as usize],
                    (None, Some(shorter)) => nodes[shorter].next[place],
                    (None, None) => phase_after(usize::from(phase), place) as u32,
                }
            });
            nodes[index].next = next.collect();
        }
        nodes
    }
}

/// A node of the automaton.
struct Node {
    phase: u16,
    /// Letters that must not come next.
    dropped: u64,
    /// The next node, by the place of the letter among those of the phase.
    next: Vec<u32>,
}

/// Nodes from which the same ways are allowed are joined: the class of each node, and the number of classes (E. F.
/// Moore, "Gedanken-experiments on sequential machines", 1956). A dropped letter leads nowhere.
///
/// Classes are told apart by hashes while they become finer, and compared in full at the end; should two have had one
/// hash, nothing is joined.
fn join(nodes: &[Node], letters: &Letters<impl Copy>) -> (Vec<u32>, usize) {
    let allowed = |node: &'_ Node| {
        let dropped = node.dropped;
        let letters = letters[usize::from(node.phase)].iter();
        letters.map(move |(letter, _)| dropped >> letter & 1 == 0).collect::<Vec<bool>>()
    };
    let allowed: Vec<Vec<bool>> = nodes.iter().map(allowed).collect();
    let ways = |index: usize| nodes[index].next.iter().zip(&allowed[index]).filter(|(_, allowed)| **allowed);
    let mut number: FxHashMap<u64, u32> = FxHashMap::default();
    let mut class: Vec<u32> = nodes.iter().map(|node| node.phase.into()).collect();
    let mut classes = 0;
    loop {
        number.clear();
        let mut finer = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let own = mixed(mixed(class[index].into(), node.dropped), node.phase.into());
            let hash = ways(index).fold(own, |hash, (&next, _)| mixed(hash, class[next as usize].into()));
            let fresh = number.len() as u32;
            finer.push(*number.entry(hash).or_insert(fresh));
        }
        class = finer;
        if number.len() == classes {
            break;
        }
        classes = number.len();
    }
    let mut first: Vec<Option<usize>> = vec![None; classes];
    for (index, node) in nodes.iter().enumerate() {
        let other = *first[class[index] as usize].get_or_insert(index);
        let after = |index| ways(index).map(|(&next, _)| class[next as usize]);
        let same =
            (node.phase, node.dropped) == (nodes[other].phase, nodes[other].dropped) && after(index).eq(after(other));
        if !same {
            return ((0..nodes.len() as u32).collect(), nodes.len());
        }
    }
    (class, classes)
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014) over both.
fn mixed(hash: u64, value: u64) -> u64 {
    let z = (hash ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests;
