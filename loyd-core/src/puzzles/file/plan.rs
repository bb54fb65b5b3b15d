//! Words of moves that bring one piece home and leave those home that were before: piece after piece they lead from
//! every position to the goal, though not on a short way (T. Minkwitz, "An algorithm for solving the factorization
//! problem in permutation groups", Journal of Symbolic Computation 26, 1998).
//!
//! Short words are drawn and sifted: a word that leaves the first slots as they are, and brings a piece from another
//! slot into the next, is kept there if none that does the same is shorter; the longer of the two, taken back and then
//! followed by the shorter, leaves one slot more as it is, and goes on. At last the words of each slot are joined with
//! those of the slots behind it, until they bring all pieces home that can come there.

use rustc_hash::FxHashMap;

use super::Defined;
use crate::cells::Bytes;
use crate::definition::Action;
use crate::puzzle::bits::Word;
use crate::puzzle::{BeamHints, MoveSet, Puzzle};
use crate::splitmix;

/// Words of few moves that are sifted, all of them in order of their lengths.
const FIRST: usize = 10_000;

/// Products of two words that are sifted.
const PRODUCTS: usize = 60_000;

/// The most moves of a product that is sifted: of the first, and of the last.
const LENGTHS: (usize, usize) = (12, 200);

/// The most slots of a puzzle that is planned for: the work grows with their square.
const MOST_SLOTS: usize = 128;

/// The most moves that take back a move that has no inverse among the moves.
const MOST_BACK: u32 = 64;

/// Rounds in which words are joined with those behind them.
const ROUNDS: usize = 16;

/// Plans for a position whose pieces are alike: which of them goes where is drawn, and may be wrong.
const DRAWS: u64 = 64;

/// What a word brings into a slot: from which slot, turned by how much.
type Key = (u16, u8);

/// A word of moves, and what it does.
#[derive(Clone, Debug)]
struct Known {
    moves: Vec<u8>,
    action: Action,
}

/// The words, slot by slot.
#[derive(Debug)]
pub struct Plan {
    moves: Moves,
    /// For each slot the words that leave all slots before it as they are.
    words: Vec<FxHashMap<Key, Known>>,
}

/// The moves as an algebra.
#[derive(Debug)]
struct Moves {
    actions: Vec<(u8, Action)>,
    orientations: Vec<u8>,
    /// Two moves that do what one does, or nothing.
    joins: FxHashMap<(u8, u8), Option<u8>>,
    /// By move: those that take it back.
    backs: Vec<Vec<u8>>,
}

impl Moves {
    fn new(actions: Vec<(u8, Action)>, orientations: &[u8]) -> Option<Self> {
        let number: FxHashMap<&Action, u8> = actions.iter().map(|(m, action)| (action, *m)).collect();
        let mut joins = FxHashMap::default();
        let mut backs = vec![Vec::new(); 256];
        for (m, action) in &actions {
            for (other, next) in &actions {
                let both = action.then(next, orientations);
                match number.get(&both) {
                    Some(&one) => _ = joins.insert((*m, *other), Some(one)),
                    None if both.is_identity() => _ = joins.insert((*m, *other), None),
                    None => {}
                }
            }
            let inverse = action.inverse(orientations);
            backs[usize::from(*m)] = match number.get(&inverse) {
                Some(&back) => vec![back],
                None => {
                    let order = action.order(orientations).filter(|&order| order <= MOST_BACK)?;
                    vec![*m; order as usize - 1]
                }
            };
        }
        Some(Moves { orientations: orientations.into(), joins, backs, actions })
    }

    /// Appends a move to a word, joined with its last.
    fn push(&self, word: &mut Vec<u8>, m: u8) {
        match word.last().and_then(|&last| self.joins.get(&(last, m))) {
            None => word.push(m),
            Some(None) => _ = word.pop(),
            Some(&Some(joined)) => {
                word.pop();
                self.push(word, joined);
            }
        }
    }

    fn joined(&self, first: &Known, second: &Known) -> Known {
        let mut moves = first.moves.clone();
        second.moves.iter().for_each(|&m| self.push(&mut moves, m));
        Known { moves, action: first.action.then(&second.action, &self.orientations) }
    }

    fn back(&self, known: &Known) -> Known {
        let mut moves = Vec::with_capacity(known.moves.len());
        for &m in known.moves.iter().rev() {
            self.backs[usize::from(m)].iter().for_each(|&back| self.push(&mut moves, back));
        }
        Known { moves, action: known.action.inverse(&self.orientations) }
    }

    /// The first words in the order of their lengths.
    fn first_words(&self, most: usize) -> Vec<Known> {
        let nothing = Known { moves: Vec::new(), action: Action::identity(self.orientations.len()) };
        let mut words = vec![nothing];
        let mut at = 0;
        while at < words.len() && words.len() < most {
            for (m, action) in &self.actions {
                let mut moves = words[at].moves.clone();
                self.push(&mut moves, *m);
                if moves.len() > words[at].moves.len() {
                    let action = words[at].action.then(action, &self.orientations);
                    words.push(Known { moves, action });
                }
            }
            at += 1;
        }
        words
    }
}

fn key(slot: usize, action: &Action) -> Key {
    (action.from()[slot], action.twist()[slot])
}

impl Plan {
    /// The words of these moves, of which none has a condition; `None` where there are too many slots, or a move cannot
    /// be taken back by few.
    fn new(actions: Vec<(u8, Action)>, orientations: &[u8]) -> Option<Self> {
        if orientations.len() > MOST_SLOTS {
            return None;
        }
        let moves = Moves::new(actions, orientations)?;
        let mut plan = Plan { moves, words: vec![FxHashMap::default(); orientations.len()] };
        for word in plan.moves.first_words(FIRST) {
            plan.sift(word, 0, LENGTHS.1);
        }
        let mut below = splitmix::below(0x9bac);
        for number in 0..PRODUCTS {
            let slot = below(plan.words.len() as u64) as usize;
            let words = &plan.words[slot];
            if words.len() < 2 {
                continue;
            }
            let mut draw = || words.values().nth(below(words.len() as u64) as usize).expect("one of them");
            let most = LENGTHS.0 + (LENGTHS.1 - LENGTHS.0) * number / PRODUCTS;
            let (first, second) = (draw(), draw());
            if first.moves.len() + second.moves.len() <= most {
                let both = plan.moves.joined(first, second);
                plan.sift(both, slot, most);
            }
        }
        for slot in (0..plan.words.len()).rev() {
            plan.join(slot);
        }
        Some(plan)
    }

    /// Keeps a word that leaves all slots before `from` as they are where it is of use.
    fn sift(&mut self, mut word: Known, from: usize, most: usize) {
        for slot in from..self.words.len() {
            let key = key(slot, &word.action);
            if key == (slot as u16, 0) {
                continue;
            }
            if word.moves.len() > most {
                return;
            }
            let back = self.moves.back(&word);
            let kept = match self.words[slot].entry(key) {
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(word);
                    // What takes it back is as long.
                    let back_key = self::key(slot, &back.action);
                    self.words[slot].entry(back_key).or_insert(back);
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

    /// Joins the words of a slot with those of the slots from it on, for what no word brings there, or a longer one.
    fn join(&mut self, slot: usize) {
        for _ in 0..ROUNDS {
            let nothing = Known { moves: Vec::new(), action: Action::identity(self.moves.orientations.len()) };
            let mut better: FxHashMap<Key, (usize, &Known, &Known)> = FxHashMap::default();
            let modulus = self.moves.orientations[slot];
            for then in self.words[slot].values().chain([&nothing]) {
                let (at, turned) = key(slot, &then.action);
                for first in self.words[slot..].iter().flat_map(FxHashMap::values) {
                    let (from, twist) = key(at.into(), &first.action);
                    let key = (from, (twist + turned) % modulus);
                    let length = first.moves.len() + then.moves.len();
                    let is_shorter = |known: &Known| length < known.moves.len();
                    let known = self.words[slot].get(&key);
                    if key != (slot as u16, 0)
                        && known.is_none_or(is_shorter)
                        && better.get(&key).is_none_or(|&(found, ..)| length < found)
                    {
                        better.insert(key, (length, first, then));
                    }
                }
            }
            let better: Vec<(Key, Known)> =
                better.into_iter().map(|(key, (_, first, then))| (key, self.moves.joined(first, then))).collect();
            if better.is_empty() {
                return;
            }
            self.words[slot].extend(better);
        }
    }
}

impl<const N: usize, W: Word> BeamHints<Self> for Defined<N, W> {
    /// All of the way to the goal.
    fn subgoal(&self, state: &Bytes<N>) -> Option<Vec<u8>> {
        self.plan_of(state)
    }
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// A way to the goal; `None` where moves have conditions, or words for all pieces were not found.
    pub(super) fn plan_of(&self, state: &Bytes<N>) -> Option<Vec<u8>> {
        let plan = self.plan.get_or_init(|| {
            let turns = &self.rules.turns;
            let moves = self.free.iter().map(|m| (m, turns[usize::from(m)].action.clone())).collect();
            let is_free = self.bound.is_empty() && self.rules.legal.is_empty();
            if is_free { Plan::new(moves, &self.rules.orientations) } else { None }
        });
        let plan = plan.as_ref()?;
        (0..DRAWS).find_map(|draw| self.way_home(plan, state, draw))
    }

    /// The way to the goal, slot by slot; `None` if a piece that is like another went to the wrong place. The first
    /// draw takes the shortest word each time.
    fn way_home(&self, plan: &Plan, state: &Bytes<N>, draw: u64) -> Option<Vec<u8>> {
        let goal = &self.goals[0];
        let mut below = splitmix::below(draw);
        let (mut state, mut way) = (*state, Vec::new());
        for (slot, words) in plan.words.iter().enumerate() {
            let alphabet = self.alphabet(slot);
            let (wanted, turned) = alphabet.of_code(goal.0[slot]);
            let modulus = u16::from(alphabet.classes[wanted].modulus);
            let fits = |from: u16, twist: u8| {
                let (class, orientation) = self.alphabet(from.into()).of_code(state.0[usize::from(from)]);
                class == wanted && (u16::from(orientation) + u16::from(twist)) % modulus == u16::from(turned)
            };
            let stays = fits(slot as u16, 0);
            let mut fitting: Vec<&Known> =
                words.iter().filter(|((from, twist), _)| fits(*from, *twist)).map(|(_, known)| known).collect();
            fitting.sort_by(|one, other| (one.moves.len(), &one.moves).cmp(&(other.moves.len(), &other.moves)));
            let number = fitting.len() + usize::from(stays);
            let chosen = if draw == 0 { 0 } else { below(number.max(1) as u64) as usize };
            let chosen = if stays { chosen.checked_sub(1) } else { Some(chosen) };
            let Some(chosen) = chosen else { continue };
            for &m in &fitting.get(chosen)?.moves {
                self.apply(&mut state, m);
                plan.moves.push(&mut way, m);
            }
        }
        self.is_goal(&state).then_some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Notation;
    use crate::puzzles::file::tests::opened;

    /// Positions drawn from the whole group, also of identical pieces and of one-way moves.
    #[test]
    fn plans_lead_home() {
        for id in ["2x2x2", "3x3x3", "3x3x3?U,R", "pyraminx", "skewb", "dino", "m12", "4x4x4", "hungarian-rings"] {
            let puzzle = opened(id);
            let mut below = splitmix::below(3);
            for _ in 0..20 {
                let start = puzzle.random(&mut below);
                let way = puzzle.subgoal(&start).unwrap_or_else(|| panic!("{id}: {}", puzzle.write(&start)));
                let mut state = start;
                way.iter().for_each(|&m| _ = puzzle.apply(&mut state, m));
                assert!(puzzle.is_goal(&state), "{id}");
            }
        }
    }

    /// Moves of a piece that must be somewhere are no group.
    #[test]
    fn conditions_have_no_plan() {
        let puzzle = opened("square-1");
        assert!(puzzle.subgoal(&puzzle.goals[0]).is_none());
    }

    /// What a word of a slot does: nothing to the slots before, and what its key says.
    #[test]
    fn words_do_what_they_are_kept_for() {
        let puzzle = opened("3x3x3");
        puzzle.subgoal(&puzzle.goals[0]);
        let plan = puzzle.plan.get().unwrap().as_ref().unwrap();
        let of = &plan.moves.orientations;
        for (slot, words) in plan.words.iter().enumerate() {
            for (&found, known) in words {
                let turn = |made: Action, &m: &u8| made.then(&puzzle.rules.turns[usize::from(m)].action, of);
                let made = known.moves.iter().fold(Action::identity(of.len()), turn);
                assert_eq!((key(slot, &made), &made), (found, &known.action));
                assert!((0..slot).all(|before| key(before, &made) == (before as u16, 0)));
            }
        }
    }
}
