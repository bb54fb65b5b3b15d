//! Builds the automaton from letters and phases, without the puzzle. The parent module defines first and redundant
//! words.

use crate::exact::exact;
use rustc_hash::FxHashMap;

use super::AutomatonBudget;

/// The largest number of nodes, because a mark is two bytes.
pub const MOST_NODES: usize = 1 << 16;

/// The largest number of letters, because a set of letters is one word of 64 bits.
const MOST_LETTERS: usize = 64;

/// The states that words lead to. The words of one length are a layer, and a word is known by its place in the layer;
/// the first layer has an empty word for each phase.
pub(super) trait Effects {
    /// The phase after the move at `place` among the moves of a phase, in the first layer.
    fn after(&self, phase: u16, place: usize) -> u16;

    /// Makes a word of the layer one letter longer, by the letter at `place` among the letters of `phase`, in which the
    /// word ends. Returns the phase after it; `None` if another word from the phase `begin` had the same effect before.
    fn longer(&mut self, word: usize, begin: u16, phase: u16, place: usize) -> Option<u16>;

    /// Replaces the layer by the longer words.
    fn advance(&mut self);
}

/// The tables of an automaton.
pub(super) struct AutomatonTables {
    /// The node before any move, by phase.
    pub(super) begin: Box<[u16]>,
    /// The next node, by node and letter.
    pub(super) next: Box<[u16]>,
    /// The number of bits of a letter.
    pub(super) shift: u32,
    /// The phase of each node, and the letters that must not come next.
    pub(super) nodes: Vec<(u16, u64)>,
    pub(super) longest: usize,
}

/// Builds the tables; `None` if there are too many letters or phases, or no redundant word within the budget.
pub(super) fn tables(letters: Letters, effects: &mut dyn Effects, budget: AutomatonBudget) -> Option<AutomatonTables> {
    let most = letters.iter().flatten().map(|letter| letter + 1).max()?;
    if most > MOST_LETTERS || letters.len() > MOST_NODES {
        return None;
    }
    let after: Vec<Vec<u32>> = (0..letters.len())
        .map(|phase| (0..letters[phase].len()).map(|place| effects.after(exact::<u16>(phase), place).into()).collect())
        .collect();
    let words = FirstWords::make(&letters, effects, budget);
    if words.longest == 0 {
        return None;
    }
    let nodes = words.nodes(&letters, &after);
    let (of, classes) = join(&nodes, &letters);
    let shift = most.next_power_of_two().trailing_zeros();
    let mut next = vec![0; classes << shift];
    let mut kept = vec![(0, 0); classes];
    for (node, &class) in nodes.iter().zip(&of) {
        kept[class as usize] = (node.phase, node.dropped);
        for (letter, &to) in letters[usize::from(node.phase)].iter().zip(&node.next) {
            if node.dropped >> letter & 1 == 0 {
                next[(class as usize) << shift | letter] = exact::<u16>(of[to as usize]);
            }
        }
    }
    let begin = of[..letters.len()].iter().map(|&class| exact::<u16>(class)).collect();
    Some(AutomatonTables { begin, next: next.into(), shift, nodes: kept, longest: words.longest })
}

/// The letters of each phase, in order.
type Letters = Vec<Vec<usize>>;

/// A first word.
struct FirstWord {
    /// The word without its last letter; an empty word is its own parent.
    parent: u32,
    /// The word without its first letter.
    suffix: u32,
    /// The phase in which the word ends.
    phase: u16,
    /// The letters that make longer first words, one bit each; `first_longer` is the first of those words.
    longer: u64,
    first_longer: u32,
    /// The letters that make a forbidden word, one bit each.
    forbidden: u64,
    /// Whether a forbidden word begins with this word; true for empty words, because everything begins with them.
    begins: bool,
}

impl FirstWord {
    fn new(parent: u32, suffix: u32, phase: u16) -> Self {
        FirstWord { parent, suffix, phase, longer: 0, first_longer: 0, forbidden: 0, begins: false }
    }
}

/// All first words up to a length, shorter words before longer ones. The longer words that one word makes lie side by
/// side, in the order of their letters.
struct FirstWords {
    words: Vec<FirstWord>,
    /// The length of the longest forbidden word; 0 without forbidden words.
    longest: usize,
}

impl FirstWords {
    fn make(letters: &Letters, effects: &mut dyn Effects, budget: AutomatonBudget) -> Self {
        let empty = |phase: u16| FirstWord { begins: true, ..FirstWord::new(phase.into(), phase.into(), phase) };
        let mut all =
            FirstWords { words: (0..letters.len()).map(|phase| empty(exact::<u16>(phase))).collect(), longest: 0 };
        // The words of the layer, with the phases in which they begin.
        let mut layer: Vec<(u32, u16)> =
            (0..letters.len()).map(|phase| (exact::<u32>(phase), exact::<u16>(phase))).collect();
        let mut begun = letters.len();
        for length in 1..=budget.length {
            let (mut longer, mut redundant) = (Vec::new(), Vec::new());
            for (index, &(word, begin)) in layer.iter().enumerate() {
                let phase = all.words[word as usize].phase;
                for (place, &letter) in letters[usize::from(phase)].iter().enumerate() {
                    match effects.longer(index, begin, phase, place) {
                        Some(after) => longer.push((word, letter, begin, after)),
                        None => redundant.push((word, letter)),
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
            effects.advance();
            for (word, letter, begin, phase) in longer {
                let suffix = match length {
                    1 => phase.into(),
                    _ => all.child(all.words[word as usize].suffix, letter).expect("a part of a first word is first"),
                };
                let index = exact::<u32>(all.words.len());
                let parent = &mut all.words[word as usize];
                if parent.longer == 0 {
                    parent.first_longer = index;
                }
                parent.longer |= 1 << letter;
                all.words.push(FirstWord::new(word, suffix, phase));
                layer.push((index, begin));
            }
        }
        all
    }

    /// Whether a redundant word, a first word with one letter more, is first again without its first letter.
    fn begins_shorter(&self, word: u32, letter: usize, length: usize) -> bool {
        length == 1 || self.child(self.words[word as usize].suffix, letter).is_some()
    }

    /// The word with one letter more, if that word is first.
    fn child(&self, word: u32, letter: usize) -> Option<u32> {
        let word = &self.words[word as usize];
        let before = word.longer & ((1 << letter) - 1);
        (word.longer >> letter & 1 == 1).then(|| word.first_longer + before.count_ones())
    }

    /// Makes the nodes. A node is the longest suffix of the path so far that is a prefix of a forbidden word.
    fn nodes(&self, letters: &Letters, after: &[Vec<u32>]) -> Vec<AutomatonNode> {
        let mut number: Vec<u32> = vec![0; self.words.len()];
        let mut nodes: Vec<AutomatonNode> = Vec::new();
        let begun = (0..self.words.len()).filter(|&word| self.words[word].begins);
        for word in begun.clone() {
            number[word] = exact::<u32>(nodes.len());
            nodes.push(AutomatonNode {
                phase: self.words[word].phase,
                dropped: self.words[word].forbidden,
                next: Vec::new(),
            });
        }
        for word in begun {
            let FirstWord { parent, phase, .. } = self.words[word];
            let empty = parent as usize == word;
            // The nodes of shorter words are complete already.
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
            let next = letters[usize::from(phase)].iter().enumerate().map(|(place, &letter)| {
                let longer =
                    self.child(exact::<u32>(word), letter).filter(|&longer| self.words[longer as usize].begins);
                match (longer, shorter) {
                    (Some(longer), _) => number[longer as usize],
                    (None, Some(shorter)) => nodes[shorter].next[place],
                    (None, None) => after[usize::from(phase)][place],
                }
            });
            nodes[index].next = next.collect();
        }
        nodes
    }
}

/// A node of the automaton.
struct AutomatonNode {
    phase: u16,
    /// The letters that must not come next.
    dropped: u64,
    /// The next node, by the place of the letter among the letters of the phase.
    next: Vec<u32>,
}

/// Joins nodes from which the same paths are allowed. Returns the class of each node, and the number of classes (E. F.
/// Moore, "Gedanken-experiments on sequential machines", 1956). A dropped letter leads nowhere.
///
/// Hashes distinguish the classes while they become finer, and the classes are compared in full at the end. If two
/// classes had the same hash, nothing is joined.
fn join(nodes: &[AutomatonNode], letters: &Letters) -> (Vec<u32>, usize) {
    let allowed = |node: &'_ AutomatonNode| {
        let dropped = node.dropped;
        let letters = letters[usize::from(node.phase)].iter();
        letters.map(move |letter| dropped >> letter & 1 == 0).collect::<Vec<bool>>()
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
            let fresh = exact::<u32>(number.len());
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
            return ((0..exact::<u32>(nodes.len())).collect(), nodes.len());
        }
    }
    (class, classes)
}

/// Mixes `value` into `hash` by the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
pub(super) fn mixed(hash: u64, value: u64) -> u64 {
    let z = (hash ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
