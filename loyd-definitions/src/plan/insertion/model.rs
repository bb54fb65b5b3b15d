//! The moves of a puzzle as permutations of slots with twists, in the form that insertions need.

use crate::compiled::codes::PieceCodes;
use crate::definition::{Action, PlayRules};
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};

/// The most slots of a puzzle that insertions are made for, because a set of slots is a number of this many bits.
pub const MOST_SLOTS: usize = 128;

/// The most moves, so that their number fits in a byte.
const MOST_MOVES: usize = 255;

/// The most orientations, so that the sum of some twists is less than 256.
const MOST_ORIENTATIONS: u8 = 60;

/// The sums of this many twists are looked up without a division.
const MOST_TURNS: u8 = 4;

/// A permutation of slots with twists: each slot takes the piece of the slot in `from` and turns it by `twist`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotPermutation {
    pub from: [u8; MOST_SLOTS],
    pub twist: [u8; MOST_SLOTS],
}

impl SlotPermutation {
    /// The permutation that leaves all pieces as they are.
    #[expect(clippy::cast_possible_truncation, reason = "at most 128 slots")]
    pub fn identity() -> Self {
        SlotPermutation { from: std::array::from_fn(|slot| slot as u8), twist: [0; MOST_SLOTS] }
    }

    fn of(action: &Action) -> Self {
        let mut made = Self::identity();
        for (slot, (&from, &twist)) in action.from().iter().zip(action.twist()).enumerate() {
            (made.from[slot], made.twist[slot]) = (exact(from), twist);
        }
        made
    }

    /// The slots whose pieces change.
    pub fn support(&self) -> u128 {
        let moves = |slot: usize| usize::from(self.from[slot]) != slot || self.twist[slot] != 0;
        (0..MOST_SLOTS).filter(|&slot| moves(slot)).fold(0, |set, slot| set | 1 << slot)
    }
}

/// A move of the model.
#[derive(Clone, Debug)]
pub struct ModelMove {
    /// The number of the move in the puzzle.
    pub number: u8,
    /// The cost of the move.
    pub cost: u32,
    /// The effect of the move.
    pub effect: SlotPermutation,
    /// The slots whose pieces change, as a set of bits.
    pub support: u128,
    /// The slots whose pieces change, ascending.
    pub changes: Vec<u8>,
    /// The slot that the piece in each slot goes to.
    pub to: [u8; MOST_SLOTS],
    /// The place of the move that takes this move back.
    pub back: u8,
}

/// The pieces and moves of a puzzle without conditions. Its moves are numbered by their places in `moves`.
#[derive(Debug)]
pub struct PieceModel {
    pub slots: usize,
    /// By slot: the number of orientations.
    pub orientations: Vec<u8>,
    /// By slot: the row that turns a code by 0. The rows for the twists up to [`MOST_TURNS`] times the orientations
    /// follow it.
    rows: Vec<u16>,
    /// The code that each code becomes, by row.
    turned: Vec<[u8; 256]>,
    /// By slot: the code of the goal.
    pub goal: Vec<u8>,
    /// The sets of slots in which pieces move, each with all its pieces different.
    different: Vec<Vec<u8>>,
    pub moves: Vec<ModelMove>,
}

impl PieceModel {
    /// The model of the moves whose inverse is a move; `None` if there are too many slots or moves, or no such
    /// move.
    pub fn new(rules: &PlayRules, codes: &PieceCodes, goal: &[u8]) -> Option<Self> {
        let slots = rules.slots();
        if slots > MOST_SLOTS || rules.orientations.iter().any(|&of| of > MOST_ORIENTATIONS) {
            return None;
        }
        let orientations = rules.orientations.clone();
        let (mut rows, mut turned, mut row_of_set) = (Vec::new(), Vec::new(), vec![None; codes.alphabets.len()]);
        for slot in 0..slots {
            let row = *row_of_set[codes.set_of[slot]].get_or_insert_with(|| {
                let row = exact::<u16>(turned.len());
                let twists = (0..MOST_TURNS * orientations[slot]).map(|twist| twist % orientations[slot]);
                turned.extend(twists.map(|twist| codes.turned(slot, twist)));
                row
            });
            rows.push(row);
        }
        let mut moves: Vec<ModelMove> = Vec::new();
        for (number, turn) in rules.turns.iter().enumerate() {
            let effect = SlotPermutation::of(&turn.action);
            let support = effect.support();
            let changes = (0..MOST_SLOTS).filter(|slot| support >> slot & 1 == 1).map(exact).collect();
            // Moves with the same effect are one move of the model, the cheapest of them.
            let same = moves.iter().position(|known| known.effect == effect);
            if support == 0 || same.is_some_and(|same| moves[same].cost <= turn.cost) {
                continue;
            }
            let to = inverse(&effect, &rules.orientations).from;
            let made = ModelMove { number: exact(number), cost: turn.cost, effect, support, changes, to, back: 0 };
            match same {
                Some(same) => moves[same] = made,
                None => moves.push(made),
            }
        }
        if moves.len() > MOST_MOVES {
            return None;
        }
        let backs: Vec<Option<usize>> = moves
            .iter()
            .map(|m| {
                let inverse = inverse(&m.effect, &orientations);
                moves.iter().position(|other| other.effect == inverse)
            })
            .collect();
        let kept: Vec<usize> = (0..moves.len()).filter(|&m| backs[m].is_some()).collect();
        let place = |old: usize| exact(kept.partition_point(|&m| m < old));
        let moves: Vec<ModelMove> =
            kept.iter().map(|&m| ModelMove { back: backs[m].map_or(0, place), ..moves[m].clone() }).collect();
        let goal = goal[..slots].to_vec();
        let mut model = PieceModel { slots, orientations, rows, turned, goal, different: Vec::new(), moves };
        model.different = model.orbits().into_iter().filter(|orbit| model.are_different(orbit)).collect();
        (!model.moves.is_empty()).then_some(model)
    }

    /// The orbits of the slots under the moves.
    fn orbits(&self) -> Vec<Vec<u8>> {
        let mut orbits: Vec<Vec<u8>> = Vec::new();
        for slot in 0..exact::<u8>(self.slots) {
            if orbits.iter().any(|orbit| orbit.contains(&slot)) {
                continue;
            }
            let (mut orbit, mut at) = (vec![slot], 0);
            while let Some(&slot) = orbit.get(at) {
                for m in &self.moves {
                    let to = m.to[usize::from(slot)];
                    if !orbit.contains(&to) {
                        orbit.push(to);
                    }
                }
                at += 1;
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether each piece of an orbit has one home.
    fn are_different(&self, orbit: &[u8]) -> bool {
        orbit
            .iter()
            .all(|&slot| orbit.iter().filter(|&&home| self.fits(self.goal[usize::from(slot)], home)).count() == 1)
    }

    /// Whether the piece with this code is at home in a slot, however it is turned.
    fn fits(&self, code: u8, slot: u8) -> bool {
        let slot = usize::from(slot);
        (0..self.orientations[slot]).any(|twist| self.turn(slot, code, twist) == self.goal[slot])
    }

    /// Whether the pieces of each orbit, where all are different, are permuted evenly. Commutators change no parity.
    pub fn is_even(&self, state: &[u8]) -> bool {
        self.different.iter().all(|orbit| {
            let home = |&slot: &u8| orbit.iter().copied().find(|&home| self.fits(state[usize::from(slot)], home));
            let mut homes: Vec<Option<u8>> = orbit.iter().map(home).collect();
            let mut swaps = 0;
            for place in 0..orbit.len() {
                while let Some(other) = homes[place].filter(|&home| home != orbit[place]) {
                    let other = orbit.iter().position(|&slot| slot == other).expect("a slot of the orbit");
                    if homes[other] == homes[place] {
                        return false;
                    }
                    homes.swap(place, other);
                    swaps += 1;
                }
            }
            swaps % 2 == 0
        })
    }

    /// The code that `code` becomes in `slot` when it is turned by `twist`, a sum of at most
    /// [`MOST_TURNS`] twists.
    #[inline(always)]
    pub fn turn(&self, slot: usize, code: u8, twist: u8) -> u8 {
        self.turned[usize::from(self.rows[slot]) + usize::from(twist)][usize::from(code)]
    }

    /// Whether the pieces of one slot can lie in the other.
    pub fn are_of_one_set(&self, one: usize, other: usize) -> bool {
        self.rows[one] == self.rows[other]
    }

    /// Makes a move.
    pub fn apply(&self, state: &mut [u8], m: u8) {
        let m = &self.moves[usize::from(m)];
        let mut before = [0; MOST_SLOTS];
        before[..state.len()].copy_from_slice(state);
        for &to in &m.changes {
            let to = usize::from(to);
            state[to] = self.turn(to, before[usize::from(m.effect.from[to])], m.effect.twist[to]);
        }
    }

    /// The effect of `first` and then `next`.
    pub fn then(&self, first: &SlotPermutation, next: &SlotPermutation) -> SlotPermutation {
        let mut both = SlotPermutation::identity();
        for slot in 0..self.slots {
            let from = usize::from(next.from[slot]);
            both.from[slot] = first.from[from];
            let twist = first.twist[from] + next.twist[slot];
            both.twist[slot] = if twist >= self.orientations[slot] { twist - self.orientations[slot] } else { twist };
        }
        both
    }

    /// The effect that takes an effect back.
    pub fn inverse(&self, effect: &SlotPermutation) -> SlotPermutation {
        inverse(effect, &self.orientations)
    }

    /// The moves that take a word back.
    pub fn back(&self, word: &[u8]) -> Vec<u8> {
        word.iter().rev().map(|&m| self.moves[usize::from(m)].back).collect()
    }

    /// The places of the moves with these numbers; `None` if a move is not in the model.
    pub fn places(&self, numbers: &[u8]) -> Option<Vec<u8>> {
        let place = |&number: &u8| self.moves.iter().position(|m| m.number == number).map(exact);
        numbers.iter().map(place).collect()
    }

    /// The numbers of the moves of a word.
    pub fn numbers(&self, word: &[u8]) -> Vec<u8> {
        word.iter().map(|&m| self.moves[usize::from(m)].number).collect()
    }

    /// The cost of a word.
    pub fn cost(&self, word: &[u8]) -> u32 {
        word.iter().map(|&m| self.moves[usize::from(m)].cost).sum()
    }

    /// The state after a word.
    pub fn after(&self, state: &[u8], word: &[u8]) -> Vec<u8> {
        let mut state = state.to_vec();
        word.iter().for_each(|&m| self.apply(&mut state, m));
        state
    }
}

fn inverse(effect: &SlotPermutation, orientations: &[u8]) -> SlotPermutation {
    let mut back = SlotPermutation::identity();
    for (slot, &of) in orientations.iter().enumerate() {
        let from = usize::from(effect.from[slot]);
        back.from[from] = exact(slot);
        back.twist[from] = (of - effect.twist[slot]) % of;
    }
    back
}

holds_nothing!(SlotPermutation);
holds!(ModelMove { number, cost, effect, support, changes, to, back });
holds!(PieceModel { slots, orientations, rows, turned, goal, different, moves });
