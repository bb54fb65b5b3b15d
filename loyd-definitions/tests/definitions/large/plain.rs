//! The space of a definition by a plain search backwards from its goals, with a map of all boards.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use loyd_definitions::{Condition, Definition, Repeats};

/// The content of up to sixteen slots, with one byte for each piece and its orientation.
pub type Board = u128;

/// The most slots.
pub const MOST_SLOTS: usize = 16;

/// A move of the definition, and its power; a negative power takes the move back.
struct Made {
    place: usize,
    power: i32,
    cost: u32,
}

/// The space of a definition.
pub struct Space {
    definition: Definition,
    /// The modulus of each slot's orientations.
    orientations: Vec<u8>,
    /// For each slot, the least piece of its set that no goal wants. All such pieces of a set count as this piece.
    open: Vec<Option<u8>>,
    /// The pieces that no goal wants, by set and piece.
    is_open: Vec<Vec<bool>>,
    set_of: Vec<usize>,
    /// The goals.
    pub goals: Vec<Board>,
    /// The distance of every board from which a goal is reached.
    pub far: FxHashMap<Board, u32>,
    /// The number of boards at each distance.
    pub layers: Vec<u64>,
}

fn get(board: Board, slot: usize) -> u8 {
    (board >> (8 * slot)) as u8
}

impl Space {
    /// Searches the space; `None` if no goal is legal, or there are more than `most` boards.
    pub fn new(definition: &Definition, most: usize) -> Option<Space> {
        let set_of: Vec<usize> = definition.set_of_slots();
        let wanted = |set: usize, piece: u8| {
            let slots = definition.slots_of(set);
            definition.goals.iter().any(|goal| slots.clone().any(|slot| goal.pieces[slot] == Some(piece)))
        };
        let is_open: Vec<Vec<bool>> =
            (0..definition.sets.len()).map(|set| (0..16).map(|piece| !wanted(set, piece)).collect()).collect();
        let open = |slot: usize| {
            let set = set_of[slot];
            let pieces = definition.slots_of(set).map(|slot| definition.solved.pieces[slot]);
            pieces.filter(|&piece| is_open[set][usize::from(piece)]).min()
        };
        let mut space = Space {
            definition: definition.clone(),
            orientations: definition.orientations(),
            open: (0..definition.slots()).map(open).collect(),
            is_open,
            set_of,
            goals: Vec::new(),
            far: FxHashMap::default(),
            layers: Vec::new(),
        };
        for goal in &definition.goals {
            let slot = |slot: usize| match goal.pieces[slot] {
                Some(piece) => space.code(slot, piece, goal.orientations[slot].expect("a piece that is wanted so")),
                None => space.code(slot, space.open[slot].expect("an open piece"), 0),
            };
            let board = (0..definition.slots()).fold(0, |board, at| board | slot(at) << (8 * at));
            if space.holds(&definition.legal, board) && !space.goals.contains(&board) {
                space.goals.push(board);
            }
        }
        (!space.goals.is_empty() && space.search(most)).then_some(space)
    }

    fn code(&self, slot: usize, piece: u8, orientation: u8) -> Board {
        let set = self.set_of[slot];
        match self.is_open[set][usize::from(piece)] {
            true => self.open[slot].expect("an open piece").into(),
            false => Board::from(piece | orientation << 4),
        }
    }

    fn holds(&self, conditions: &[Condition], board: Board) -> bool {
        conditions.iter().all(|condition| condition.allows(get(board, usize::from(condition.slot)) & 15))
    }

    /// The board after a move, or before it.
    fn turned(&self, board: Board, place: usize, is_back: bool) -> Board {
        let action = &self.definition.moves[place].action;
        let mut after = 0;
        for (to, (&from, &twist)) in action.from().iter().zip(action.twist()).enumerate() {
            let (get_at, put) = if is_back { (to, usize::from(from)) } else { (usize::from(from), to) };
            let there = get(board, get_at);
            let of = self.orientations[to];
            let by = if is_back { of - twist } else { twist };
            after |= self.code(put, there & 15, ((there >> 4) + by) % of) << (8 * put);
        }
        after
    }

    /// The board from which a move leads to this one.
    fn before(&self, board: Board, made: &Made) -> Option<Board> {
        let m = &self.definition.moves[made.place];
        let mut at = board;
        for _ in 0..made.power.unsigned_abs() {
            // The conditions that a turn needs before it must hold after the turn is taken back.
            let before = self.turned(at, made.place, made.power > 0);
            self.holds(&m.when, if made.power > 0 { before } else { at }).then_some(())?;
            at = before;
        }
        self.holds(&self.definition.legal, at).then_some(at)
    }

    fn moves(&self) -> Vec<Made> {
        let has_weights = self.definition.moves.iter().any(|m| m.weight != 1);
        let mut all = Vec::new();
        for (place, m) in self.definition.moves.iter().enumerate() {
            let order = m.action.order(&self.orientations).expect("a small order") as i32;
            let half = order / 2;
            let powers: Vec<i32> = match m.repeats {
                Repeats::None => vec![1],
                Repeats::Inverse => vec![1, -1],
                Repeats::Powers => (-half..=half).filter(|&power| power != 0).collect(),
            };
            for power in powers {
                all.push(Made { place, power, cost: if has_weights { m.weight * power.unsigned_abs() } else { 1 } });
            }
        }
        all
    }

    /// Finds the distances, cheapest first. Returns whether there are at most `most` boards.
    fn search(&mut self, most: usize) -> bool {
        let moves = self.moves();
        let mut waiting: BTreeMap<u32, Vec<Board>> = BTreeMap::from([(0, self.goals.clone())]);
        let mut far: FxHashMap<Board, u32> = self.goals.iter().map(|&goal| (goal, 0)).collect();
        while let Some((distance, boards)) = waiting.pop_first() {
            for board in boards {
                if far[&board] != distance {
                    continue;
                }
                self.layers.resize(distance as usize + 1, 0);
                self.layers[distance as usize] += 1;
                for made in &moves {
                    let Some(before) = self.before(board, made) else { continue };
                    let further = distance + made.cost;
                    if far.get(&before).is_none_or(|&known| further < known) {
                        far.insert(before, further);
                        waiting.entry(further).or_default().push(before);
                    }
                }
            }
            if far.len() > most {
                return false;
            }
        }
        self.far = far;
        true
    }

    /// A board as text, as positions are written.
    pub fn text(&self, board: Board) -> String {
        let slot = |slot: usize| match (get(board, slot) & 15, get(board, slot) >> 4) {
            (piece, 0) => (piece + 1).to_string(),
            (piece, orientation) => format!("{}+{orientation}", piece + 1),
        };
        (0..self.set_of.len()).map(slot).collect::<Vec<_>>().join(" ")
    }

    /// The board of a position that is written as text.
    pub fn board(&self, text: &str) -> Board {
        let words = text.split([' ', '/']).enumerate();
        words.fold(0, |board, (slot, word)| {
            let (piece, orientation) = word.split_once('+').unwrap_or((word, "0"));
            let piece = match piece {
                "." => self.open[slot].expect("an open piece"),
                piece => piece.parse::<u8>().unwrap() - 1,
            };
            board | self.code(slot, piece, orientation.parse().unwrap()) << (8 * slot)
        })
    }

    /// A random legal arrangement of the pieces.
    pub fn any(&self, below: &mut impl FnMut(u64) -> u64) -> Board {
        loop {
            let mut pieces = self.definition.solved.pieces.to_vec();
            for set in 0..self.definition.sets.len() {
                let slots = self.definition.slots_of(set);
                for slot in slots.clone() {
                    pieces.swap(slot, slots.start + below((slot - slots.start) as u64 + 1) as usize);
                }
            }
            let codes = pieces.iter().enumerate().map(|(slot, &piece)| {
                let orientation = below(self.orientations[slot].into()) as u8;
                self.code(slot, piece, orientation) << (8 * slot)
            });
            let board = codes.fold(0, |board, code| board | code);
            if self.holds(&self.definition.legal, board) {
                return board;
            }
        }
    }
}
