//! Schreier-Sims words: each word brings one piece home, and leaves the pieces home that were brought before. Piece
//! after piece, such words lead from every position to the goal, though not by few moves (T. Minkwitz, "An algorithm
//! for solving the factorization problem in permutation groups", Journal of Symbolic Computation 26, 1998).
//!
//! Short words are sifted, and products of two random words. A word that leaves the first slots as they are, and brings
//! a piece from another slot into the next, is kept for that slot if no word that does the same is shorter. The shorter
//! of the two, taken back and then followed by the longer, leaves one slot more as it is, and is sifted further. At
//! last the words of each slot are joined with the words of later slots, until they bring home all pieces that can come
//! there.

use rustc_hash::FxHashMap;

use crate::compiled::budget::spend;
use crate::compiled::motion::CompiledMoves;
use crate::definition::Action;
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};
use loyd_core::splitmix;

/// The number of products that are sifted for each pair of slots: one word of any slot, and one word of that slot or a
/// later slot. A plan of the 3x3x3 has 122 moves in the mean of 20 random positions. With 100,000 products it has 117
/// moves, and making the words takes about three times as long.
const PRODUCTS: usize = 40;

/// The fewest products that are sifted.
const FEWEST_PRODUCTS: usize = 4_000;

/// The most products that are sifted.
const MOST_PRODUCTS: usize = 100_000;

/// The most moves of a word that is sifted.
pub const MOST_LENGTH: usize = 200;

/// The most moves of the first products that are sifted. It grows evenly.
const FIRST_LENGTH: usize = 12;

/// The greatest order of a move that is taken back by repeating it, because it has no inverse among the moves.
const MOST_BACK: u32 = 64;

/// The most rounds in which words are joined with words of later slots.
const ROUNDS: usize = 16;

/// The slot from which a word brings a piece, and the turn of the piece.
pub type WordKey = (u16, u8);

/// A word of moves, and its action.
#[derive(Clone, Debug)]
pub struct WordAction {
    /// The moves.
    pub moves: Vec<u8>,
    /// The action of the moves one after the other.
    pub action: Action,
}

/// The words, slot by slot.
#[derive(Debug)]
pub struct SchreierWords {
    /// The moves of which the words are made.
    pub moves: MoveAlgebra,
    /// For each slot the words that leave all slots before it as they are.
    pub by_slot: Vec<FxHashMap<WordKey, WordAction>>,
}

/// The moves as an algebra. A word that is made of words may be made wherever they may be made.
#[derive(Debug)]
pub struct MoveAlgebra {
    /// The number and the action of each move, by ascending number.
    pub actions: Vec<(u8, Action)>,
    /// By slot: the number of orientations.
    pub orientations: Vec<u8>,
    /// The effect of two moves: by the number of the first, and then by the number of the second. A table, because
    /// every move of every word that is sifted is looked up here.
    joins: Vec<Vec<Join>>,
    /// By move: the moves that take it back.
    backs: Vec<Vec<u8>>,
}

impl MoveAlgebra {
    /// Keeps the moves that few moves take back wherever they may be made; `None` if no move is left.
    pub fn new(mut actions: Vec<(u8, Action)>, orientations: &[u8], motions: &CompiledMoves) -> Option<Self> {
        let mut backs = self::backs(&actions, orientations, motions);
        while actions.iter().any(|&(m, _)| backs[usize::from(m)].is_empty()) {
            // The moves that take a move back must be among the moves that stay.
            actions.retain(|&(m, _)| !backs[usize::from(m)].is_empty());
            backs = self::backs(&actions, orientations, motions);
        }
        actions.sort_unstable_by_key(|(m, _)| *m);
        let numbers = numbers(&actions);
        let most = actions.last().map_or(0, |&(m, _)| usize::from(m) + 1);
        let mut joins = vec![vec![Join::Both; most]; most];
        for (m, action) in &actions {
            for (other, next) in &actions {
                let both = action.then(next, orientations);
                let one = numbers.get(&both).and_then(|all| all.iter().find(|&&one| motions.is_let(one, *m, *other)));
                joins[usize::from(*m)][usize::from(*other)] = match one {
                    Some(&one) => Join::One(one),
                    None if both.is_identity() => Join::Nothing,
                    None => Join::Both,
                };
            }
        }
        let any = !actions.is_empty();
        any.then(|| MoveAlgebra { orientations: orientations.into(), joins, backs, actions })
    }

    /// The word of these moves, with its action.
    pub fn word(&self, moves: Vec<u8>) -> WordAction {
        let place = |m: u8| self.actions.binary_search_by_key(&m, |(m, _)| *m).expect("one of them");
        let action = |m: u8| &self.actions[place(m)].1;
        let nothing = Action::identity(self.orientations.len());
        let action = moves.iter().fold(nothing, |made, &m| made.then(action(m), &self.orientations));
        WordAction { moves, action }
    }

    /// Appends a move to a word, joined with the last move of the word if they do the same as one move, or nothing.
    pub fn push(&self, word: &mut Vec<u8>, m: u8) {
        match word.last().map_or(Join::Both, |&last| self.joins[usize::from(last)][usize::from(m)]) {
            Join::Both => word.push(m),
            Join::Nothing => _ = word.pop(),
            Join::One(joined) => {
                word.pop();
                self.push(word, joined);
            }
        }
    }

    /// The word `first`, and then the word `second`.
    pub fn joined(&self, first: &WordAction, second: &WordAction) -> WordAction {
        let mut moves = first.moves.clone();
        second.moves.iter().for_each(|&m| self.push(&mut moves, m));
        WordAction { moves, action: first.action.then(&second.action, &self.orientations) }
    }

    /// The word that takes a word back.
    pub fn back(&self, known: &WordAction) -> WordAction {
        let mut moves = Vec::with_capacity(known.moves.len());
        for &m in known.moves.iter().rev() {
            self.backs[usize::from(m)].iter().for_each(|&back| self.push(&mut moves, back));
        }
        WordAction { moves, action: known.action.inverse(&self.orientations) }
    }
}

/// The effect of two moves, one after the other.
#[derive(Clone, Copy, Debug)]
enum Join {
    /// The same as no single move.
    Both,
    /// The same as this move.
    One(u8),
    /// Every piece stays where it is.
    Nothing,
}

/// The numbers of the moves that have the same action, by this action.
fn numbers(actions: &[(u8, Action)]) -> FxHashMap<&Action, Vec<u8>> {
    let mut numbers: FxHashMap<&Action, Vec<u8>> = FxHashMap::default();
    actions.iter().for_each(|(m, action)| numbers.entry(action).or_default().push(*m));
    numbers
}

/// By move: the moves that take it back wherever it was made. The list is empty if no few moves do that.
fn backs(actions: &[(u8, Action)], orientations: &[u8], motions: &CompiledMoves) -> Vec<Vec<u8>> {
    let numbers = numbers(actions);
    let mut backs = vec![Vec::new(); 256];
    for (m, action) in actions {
        let inverse = numbers.get(&action.inverse(orientations)).into_iter().flatten();
        let again = || {
            let order = action.order(orientations).filter(|&order| order <= MOST_BACK && motions.lets(*m, *m));
            order.map_or(Vec::new(), |order| vec![*m; order as usize - 1])
        };
        let back = inverse.copied().find(|&back| motions.lets(*m, back));
        backs[usize::from(*m)] = back.map_or_else(again, |back| vec![back]);
    }
    backs
}

/// The slot from which an action brings a piece into `slot`, and the turn of the piece.
pub fn key(slot: usize, action: &Action) -> WordKey {
    (action.from()[slot], action.twist()[slot])
}

impl SchreierWords {
    /// Makes words from the words `first`, which come in the order of their lengths.
    pub fn new(moves: MoveAlgebra, first: impl Iterator<Item = WordAction>) -> Self {
        let mut words = SchreierWords { by_slot: vec![FxHashMap::default(); moves.orientations.len()], moves };
        for word in first {
            words.sift(word, 0, MOST_LENGTH);
        }
        let (slots, mut below) = (words.by_slot.len() as u64, splitmix::below(0x9bac));
        let products = (PRODUCTS * words.by_slot.len().pow(2)).clamp(FEWEST_PRODUCTS, MOST_PRODUCTS);
        for number in 0..products {
            let slot = below(slots);
            let later = slot + below(slots - slot);
            let mut draw = |slot: u64| {
                let known = &words.by_slot[exact::<usize>(slot)];
                (!known.is_empty()).then(|| known.values().nth(exact(below(known.len() as u64)))).flatten()
            };
            let (Some(one), Some(other)) = (draw(slot), draw(later)) else { continue };
            let most = FIRST_LENGTH + (MOST_LENGTH - FIRST_LENGTH) * number / products;
            if one.moves.len() + other.moves.len() <= most {
                let (first, second) = if number % 2 == 0 { (other, one) } else { (one, other) };
                let both = words.moves.joined(first, second);
                words.sift(both, exact(slot), most);
            }
        }
        for slot in (0..words.by_slot.len()).rev() {
            words.join(slot);
        }
        words
    }

    /// Sifts a word that leaves all slots before `from` as they are, and keeps it where it is of use.
    fn sift(&mut self, mut word: WordAction, from: usize, most: usize) {
        for slot in from..self.by_slot.len() {
            let key = key(slot, &word.action);
            if key == (exact(slot), 0) {
                continue;
            }
            if word.moves.len() > most {
                return;
            }
            spend(16 * self.by_slot.len() + 8 * word.moves.len());
            let kept = match self.by_slot[slot].entry(key) {
                std::collections::hash_map::Entry::Vacant(place) => {
                    let back = self.moves.back(place.insert(word));
                    // The word that takes it back is usually as long.
                    let back_key = self::key(slot, &back.action);
                    self.by_slot[slot].entry(back_key).or_insert(back);
                    return;
                }
                std::collections::hash_map::Entry::Occupied(mut place) => {
                    if word.moves.len() < place.get().moves.len() {
                        std::mem::swap(place.get_mut(), &mut word);
                    }
                    self.moves.back(place.get())
                }
            };
            word = self.moves.joined(&kept, &word);
        }
    }

    /// Joins the words of a slot with words of it and later slots, for keys that no word has, or only a longer word.
    fn join(&mut self, slot: usize) {
        for _ in 0..ROUNDS {
            let nothing = WordAction { moves: Vec::new(), action: Action::identity(self.moves.orientations.len()) };
            let mut better: FxHashMap<WordKey, (usize, &WordAction, &WordAction)> = FxHashMap::default();
            let modulus = self.moves.orientations[slot];
            let firsts: usize = self.by_slot[slot..].iter().map(FxHashMap::len).sum();
            for then in self.by_slot[slot].values().chain([&nothing]) {
                spend(16 * firsts);
                let (at, turned) = key(slot, &then.action);
                for first in self.by_slot[slot..].iter().flat_map(FxHashMap::values) {
                    let (from, twist) = key(at.into(), &first.action);
                    let key = (from, (twist + turned) % modulus);
                    let length = first.moves.len() + then.moves.len();
                    let is_shorter = |known: &WordAction| length < known.moves.len();
                    let known = self.by_slot[slot].get(&key);
                    if key != (exact(slot), 0)
                        && known.is_none_or(is_shorter)
                        && better.get(&key).is_none_or(|&(found, ..)| length < found)
                    {
                        better.insert(key, (length, first, then));
                    }
                }
            }
            let better: Vec<(WordKey, WordAction)> =
                better.into_iter().map(|(key, (_, first, then))| (key, self.moves.joined(first, then))).collect();
            if better.is_empty() {
                return;
            }
            self.by_slot[slot].extend(better);
        }
    }
}

holds_nothing!(Join);
holds!(WordAction { moves, action });
holds!(SchreierWords { moves, by_slot });
holds!(MoveAlgebra { actions, orientations, joins, backs });
