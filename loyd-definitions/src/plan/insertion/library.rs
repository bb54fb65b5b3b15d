//! A library of short words that move few pieces, with an index by the pieces that they bring home.
//!
//! If two effects A and B move only one common slot, then their commutator A B A⁻¹ B⁻¹ moves at most three
//! pieces. So conjugates S M S⁻¹ of moves are made, and the commutators of each two of them that have few common slots.

use super::changes::{Change, FewChanges};
use super::collect::{FoundWord, collected};
use super::model::PieceModel;
use super::reduce::WordReducer;
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};

/// A word of the library.
#[derive(Clone, Debug)]
pub struct SmallWord {
    pub moves: Box<[u8]>,
    pub cost: u32,
    pub changes: FewChanges,
    /// The moves that can be its first move, and the moves that can be its last move.
    pub firsts: Box<[u8]>,
    pub lasts: Box<[u8]>,
}

/// A word in a list of the index.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListedWord {
    pub number: u32,
    pub cost: u8,
    pub changes: FewChanges,
}

/// The words, and an index by what they bring where.
#[derive(Debug)]
pub struct WordLibrary {
    pub words: Vec<SmallWord>,
    /// By key of a change: the first place in `listed`. The last entry is the length of `listed`.
    begins: Vec<u32>,
    /// The words by the changes that they contain.
    listed: Vec<ListedWord>,
    slots: usize,
    most_orientations: usize,
}

impl WordLibrary {
    /// The library of a puzzle's moves; `None` if no short word moves few pieces.
    pub fn new(model: &PieceModel, reducer: &WordReducer) -> Option<Self> {
        let ended = |FoundWord { moves, cost, changes }: FoundWord| {
            let (firsts, lasts) = (reducer.firsts(&moves).into(), reducer.lasts(&moves).into());
            SmallWord { moves, cost, changes, firsts, lasts }
        };
        let words: Vec<SmallWord> = collected(model, reducer).into_iter().map(ended).collect();
        (!words.is_empty()).then(|| Self::indexed(model, words))
    }

    fn indexed(model: &PieceModel, words: Vec<SmallWord>) -> Self {
        let most_orientations = model.orientations.iter().copied().max().unwrap_or(1).into();
        let slots = model.slots;
        let mut library = WordLibrary { words, begins: Vec::new(), listed: Vec::new(), slots, most_orientations };
        let keys = slots * slots * most_orientations;
        let mut counts = vec![0u32; keys + 1];
        for change in library.words.iter().flat_map(|word| word.changes.all()) {
            counts[library.key(*change) + 1] += 1;
        }
        (0..keys).for_each(|key| counts[key + 1] += counts[key]);
        let mut next = counts.clone();
        let mut listed = vec![ListedWord::default(); counts[keys] as usize];
        for (number, word) in library.words.iter().enumerate() {
            for change in word.changes.all() {
                let place = &mut next[library.key(*change)];
                listed[*place as usize] =
                    ListedWord { number: exact(number), cost: exact(word.cost), changes: word.changes };
                *place += 1;
            }
        }
        (library.begins, library.listed) = (counts, listed);
        library
    }

    fn key(&self, change: Change) -> usize {
        (usize::from(change.to) * self.slots + usize::from(change.from)) * self.most_orientations
            + usize::from(change.twist)
    }

    /// The words that contain a change, the shortest first.
    #[inline(always)]
    pub fn with(&self, change: Change) -> &[ListedWord] {
        let key = self.key(change);
        &self.listed[self.begins[key] as usize..self.begins[key + 1] as usize]
    }
}

holds_nothing!(ListedWord);
holds!(SmallWord { moves, cost, changes, firsts, lasts });
holds!(WordLibrary { words, begins, listed, slots, most_orientations });
