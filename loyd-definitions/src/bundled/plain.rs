//! Plain breadth-first search, which checks definitions in tests.

use rustc_hash::FxHashSet;

use crate::definition::{Condition, Definition, Metric, Move, Pattern, Repeats};

/// A puzzle with a choice of moves and sets, prepared for the search.
pub struct PlainSearch {
    start: Vec<(u8, u8)>,
    orientations: Vec<u8>,
    turns: Vec<SteppedMove>,
    legal: Vec<Condition>,
    /// The number of bits of a packed orientation; `width` is the number of bits of a packed slot.
    turned_width: u32,
    width: u32,
}

/// A move of `steps` equal steps. In each step a slot takes the piece of the slot in `from` and turns it by `twist`.
struct SteppedMove {
    from: Vec<usize>,
    twist: Vec<u8>,
    steps: u32,
    /// The conditions that must hold before every step, or after every step if the move is taken back.
    when: Vec<Condition>,
    is_back: bool,
}

/// The search uses only the definition from the library. Positions are packed in the closed list, and otherwise lists.
impl PlainSearch {
    pub fn new(definition: &Definition, choice: &str, metric: Metric) -> Self {
        let chosen = |key: &str| -> Option<Vec<&str>> {
            choice.split('&').find_map(|part| part.strip_prefix(key)).map(|names| names.split(',').collect())
        };
        let (names, omitted) = (chosen("moves="), chosen("omit=").unwrap_or_default());
        let mut slots = Vec::new();
        for (set, place) in definition.sets.iter().zip(0..) {
            if !omitted.contains(&set.name.as_str()) {
                slots.extend(definition.slots_of(place));
            }
        }
        let Pattern { pieces, orientations } = &definition.solved;
        let all = definition.orientations();
        let mut plain = PlainSearch {
            start: slots.iter().map(|&slot| (pieces[slot], orientations[slot])).collect(),
            orientations: slots.iter().map(|&slot| all[slot]).collect(),
            turns: Vec::new(),
            legal: definition.legal.clone(),
            turned_width: 0,
            width: 0,
        };
        plain.choose_widths();
        for m in &definition.moves {
            if names.as_ref().map_or(!m.is_rotation, |names| names.contains(&m.name.as_str())) {
                plain.add(m, &slots, metric);
            }
        }
        plain
    }

    fn add(&mut self, m: &Move, slots: &[usize], metric: Metric) {
        let place = |slot: usize| slots.iter().position(|&other| other == slot).expect("within a set");
        let from: Vec<usize> = slots.iter().map(|&slot| place(usize::from(m.action.from()[slot]))).collect();
        let twist: Vec<u8> = slots.iter().map(|&slot| m.action.twist()[slot]).collect();
        let mut powers = vec![(from.clone(), twist.clone())];
        loop {
            let (last, turned) = powers.last().unwrap();
            let next: Vec<usize> = from.iter().map(|&slot| last[slot]).collect();
            let both = |at: usize| (turned[from[at]] + twist[at]) % self.orientations[at];
            let turned: Vec<u8> = (0..from.len()).map(both).collect();
            if next.iter().enumerate().all(|(at, &slot)| at == slot) && turned.iter().all(|&twist| twist == 0) {
                break;
            }
            powers.push((next, turned));
        }
        let order = powers.len() + 1;
        for times in 1..order {
            let is_move = match (m.repeats, metric) {
                (Repeats::None, _) => times == 1,
                (Repeats::Powers, Metric::Half) => true,
                _ => times == 1 || times == order - 1,
            };
            let is_back = m.repeats != Repeats::None && times > order - times;
            let steps = if is_back { order - times } else { times };
            // A power without conditions is made in one step.
            let (step, steps) = match (m.when.is_empty(), is_back) {
                (true, _) => (times, 1),
                (false, false) => (1, steps as u32),
                (false, true) => (order - 1, steps as u32),
            };
            let (from, twist) = powers[step - 1].clone();
            let is_same = |turn: &SteppedMove| turn.from == from && turn.twist == twist && turn.when.is_empty();
            if is_move && !(m.when.is_empty() && self.turns.iter().any(is_same)) {
                self.turns.push(SteppedMove { from, twist, steps, when: m.when.clone(), is_back });
            }
        }
    }

    /// Makes a move. Returns whether its conditions allow it and the position after it is legal.
    fn made(
        &self,
        turn: &SteppedMove,
        before: &[(u8, u8)],
        state: &mut Vec<(u8, u8)>,
        spare: &mut Vec<(u8, u8)>,
    ) -> bool {
        state.copy_from_slice(before);
        for _ in 0..turn.steps {
            if !turn.is_back && !PlainSearch::holds(&turn.when, state) {
                return false;
            }
            for (slot, moved) in spare.iter_mut().enumerate() {
                let (piece, orientation) = state[turn.from[slot]];
                let (turned, of) = (orientation + turn.twist[slot], self.orientations[slot]);
                *moved = (piece, if turned < of { turned } else { turned - of });
            }
            std::mem::swap(state, spare);
            if turn.is_back && !PlainSearch::holds(&turn.when, state) {
                return false;
            }
        }
        PlainSearch::holds(&self.legal, state)
    }

    fn holds(conditions: &[Condition], state: &[(u8, u8)]) -> bool {
        conditions.iter().all(|condition| condition.allows(state[usize::from(condition.slot)].0))
    }

    /// The number of positions at each depth.
    pub fn census(&self) -> Vec<usize> {
        self.first(usize::MAX)
    }

    /// The number of positions at each of the first `depths` depths.
    pub fn first(&self, depths: usize) -> Vec<usize> {
        let start = self.packed(&self.start);
        let mut known = FxHashSet::from_iter([start]);
        let (mut layer, mut counts) = (vec![start], Vec::new());
        let [mut before, mut state, mut spare] = [(); 3].map(|()| self.start.clone());
        while !layer.is_empty() && counts.len() < depths {
            counts.push(layer.len());
            let mut next = Vec::new();
            for &packed in &layer {
                self.unpack(packed, &mut before);
                for turn in &self.turns {
                    if self.made(turn, &before, &mut state, &mut spare) {
                        let packed = self.packed(&state);
                        if known.insert(packed) {
                            next.push(packed);
                        }
                    }
                }
            }
            layer = next;
        }
        counts
    }

    fn choose_widths(&mut self) {
        let width = |most: u8| u8::BITS - most.leading_zeros();
        self.turned_width = self.orientations.iter().map(|of| width(of - 1)).max().unwrap_or(0);
        self.width = self.turned_width + self.start.iter().map(|&(piece, _)| width(piece)).max().unwrap_or(0);
        assert!(self.width * self.start.len() as u32 <= u128::BITS);
    }

    fn packed(&self, state: &[(u8, u8)]) -> u128 {
        let code = |&(piece, orientation): &(u8, u8)| u128::from(piece) << self.turned_width | u128::from(orientation);
        state.iter().map(code).fold(0, |packed, code| packed << self.width | code)
    }

    fn unpack(&self, mut packed: u128, state: &mut [(u8, u8)]) {
        let low = |packed: u128, width: u32| (packed & ((1 << width) - 1)) as u8;
        for slot in state.iter_mut().rev() {
            let code = low(packed, self.width);
            (*slot, packed) = ((code >> self.turned_width, low(packed, self.turned_width)), packed >> self.width);
        }
    }
}
