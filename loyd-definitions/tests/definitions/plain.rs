//! A plain player of definitions. It lists every arrangement, makes moves as they are written, and finds distances by
//! relaxing every edge until nothing changes. It shares only the model with the code that it checks.

use std::collections::HashMap;

use loyd_definitions::{Condition, Definition, Metric, Repeats, RuleChoice};

/// The piece and the orientation of each slot.
pub type Board = Vec<(u8, u8)>;

/// A move's place in the definition, and its power; a negative power takes the move back.
pub type Key = (usize, i32);

/// A move that a player may make: a power of a move of the definition.
pub struct Made {
    /// The place and the power of the move.
    pub key: Key,
    /// The cost of the move.
    pub cost: u32,
    /// For each position, the position after the move; `None` if the move cannot be made there.
    pub to: Vec<Option<usize>>,
}

/// A definition with all its positions and moves.
pub struct Plain {
    /// Every arrangement that is legal.
    pub boards: Vec<Board>,
    /// The position that the puzzle comes in.
    pub home: usize,
    /// Every move.
    pub moves: HashMap<Key, Made>,
    /// For each position, whether it is a goal.
    pub goals: Vec<bool>,
}

/// The slots that are not left out, as their numbers in the definition.
struct Slots<'d> {
    definition: &'d Definition,
    kept: Vec<usize>,
    set_of: Vec<usize>,
}

impl Slots<'_> {
    /// Adds all ways to put pieces into the slots from `slot` on.
    fn fill(&self, slot: usize, left: &mut Vec<Vec<u8>>, board: &mut Board, all: &mut Vec<Board>) {
        if slot == self.kept.len() {
            all.push(board.clone());
            return;
        }
        let set = self.set_of[self.kept[slot]];
        let mut pieces = left[set].clone();
        pieces.sort_unstable();
        pieces.dedup();
        for piece in pieces {
            let place = left[set].iter().position(|&other| other == piece).unwrap();
            left[set].remove(place);
            for orientation in 0..self.definition.sets[set].modulus(piece) {
                board.push((piece, orientation));
                self.fill(slot + 1, left, board, all);
                board.pop();
            }
            left[set].push(piece);
        }
    }

    fn holds(&self, conditions: &[Condition], board: &Board) -> bool {
        conditions.iter().all(|condition| {
            let place = self.kept.iter().position(|&slot| slot == usize::from(condition.slot)).unwrap();
            condition.pieces.contains(&board[place].0) == condition.must
        })
    }

    /// The board after a move, or before it.
    fn turned(&self, board: &Board, from: &[u16], twist: &[u8], is_back: bool) -> Board {
        let mut after = board.clone();
        for (to, &slot) in self.kept.iter().enumerate() {
            let source = self.kept.iter().position(|&slot| slot == usize::from(from[self.kept[to]])).unwrap();
            let set = &self.definition.sets[self.set_of[slot]];
            let (get, put) = if is_back { (to, source) } else { (source, to) };
            let (piece, orientation) = board[get];
            let by = if is_back { set.orientations - twist[slot] } else { twist[slot] };
            after[put] = (piece, (orientation + by) % set.modulus(piece));
        }
        after
    }
}

/// Whether a definition can be played with a choice: no condition is on a slot that is left out.
pub fn is_playable(definition: &Definition, choice: &RuleChoice) -> bool {
    let sets = definition.set_of_slots();
    let moves = definition.moves.iter();
    let chosen = moves.filter(|m| m.is_rotation || choice.moves.as_ref().is_none_or(|names| names.contains(&m.name)));
    let mut conditions = definition.legal.iter().chain(chosen.flat_map(|m| &m.when));
    conditions.all(|rule| !choice.omit.contains(&definition.sets[sets[usize::from(rule.slot)]].name))
}

impl Plain {
    /// Lists the positions and the moves of a definition.
    pub fn new(definition: &Definition, choice: &RuleChoice) -> Self {
        let set_of = definition.set_of_slots();
        let is_kept = |slot: &usize| !choice.omit.contains(&definition.sets[set_of[*slot]].name);
        let slots = Slots { definition, kept: (0..definition.slots()).filter(is_kept).collect(), set_of };
        let mut left: Vec<Vec<u8>> =
            (0..definition.sets.len()).map(|set| definition.solved.pieces[definition.slots_of(set)].to_vec()).collect();
        let mut boards = Vec::new();
        slots.fill(0, &mut left, &mut Vec::new(), &mut boards);
        boards.retain(|board| slots.holds(&definition.legal, board));
        let number: HashMap<Board, usize> = boards.iter().cloned().zip(0..).collect();
        let is_chosen = |(_, m): &(usize, &loyd_definitions::Move)| match &choice.moves {
            None => !m.is_rotation,
            Some(names) => names.contains(&m.name),
        };
        let chosen: Vec<_> = definition.moves.iter().enumerate().filter(is_chosen).collect();
        let by_weight = match choice.metric {
            None => chosen.iter().any(|(_, m)| m.weight != 1),
            Some(metric) => metric == Metric::Weights,
        };
        let mut moves = HashMap::new();
        for (place, m) in chosen {
            let (from, twist) = (m.action.from(), m.action.twist());
            // The order of the move if all orientations matter.
            let order = order(&slots, from, twist);
            let half = order as i32 / 2;
            let powers: Vec<i32> = match m.repeats {
                _ if order == 1 => vec![],
                Repeats::None => vec![1],
                Repeats::Powers if choice.metric != Some(Metric::Quarter) => (-half..=half).collect(),
                _ => vec![1, -1],
            };
            // Without conditions a backward half turn is the half turn.
            let is_double = |power: i32| power == 0 || m.when.is_empty() && order.is_multiple_of(2) && power == -half;
            for power in powers.into_iter().filter(|&power| !is_double(power)) {
                let (is_back, steps) = (power < 0, power.unsigned_abs());
                let make = |board: &Board| {
                    let mut board = board.clone();
                    for _ in 0..steps {
                        let next = slots.turned(&board, from, twist, is_back);
                        slots.holds(&m.when, if is_back { &next } else { &board }).then_some(())?;
                        board = next;
                    }
                    number.get(&board).copied()
                };
                let cost = if by_weight { m.weight * steps } else { 1 };
                let key = (place, power);
                moves.insert(key, Made { key, cost, to: boards.iter().map(make).collect() });
            }
        }
        let is_goal = |board: &Board| {
            // Any goal that has the name of the first goal will do.
            let first = &definition.goals[0].name;
            definition.goals.iter().filter(|goal| goal.name == *first).any(|goal| {
                slots.kept.iter().zip(board).all(|(&slot, &(piece, orientation))| {
                    let modulus = definition.sets[slots.set_of[slot]].modulus(piece);
                    goal.pieces[slot].is_none_or(|wanted| wanted == piece)
                        && goal.orientations[slot].is_none_or(|wanted| wanted % modulus == orientation)
                })
            })
        };
        let goals = boards.iter().map(is_goal).collect();
        let solved = |slot: usize| {
            let (piece, set) = (definition.solved.pieces[slot], slots.set_of[slot]);
            (piece, definition.solved.orientations[slot] % definition.sets[set].modulus(piece))
        };
        let home = number[&slots.kept.iter().map(|&slot| solved(slot)).collect::<Board>()];
        Plain { boards, home, moves, goals }
    }

    /// The distance of every position by these moves; `None` where no goal is reached.
    pub fn distances(&self, moves: &[&Made]) -> Vec<Option<u32>> {
        let mut far: Vec<Option<u32>> = self.goals.iter().map(|&is_goal| is_goal.then_some(0)).collect();
        loop {
            let mut changed = false;
            for at in 0..far.len() {
                for made in moves {
                    let Some(onward) = made.to[at].and_then(|to| far[to]) else { continue };
                    if far[at].is_none_or(|known| onward + made.cost < known) {
                        far[at] = Some(onward + made.cost);
                        changed = true;
                    }
                }
            }
            if !changed {
                return far;
            }
        }
    }

    /// The number of cheapest solutions from a position, and the first in the order of the moves.
    pub fn solutions(&self, moves: &[&Made], far: &[Option<u32>], start: usize) -> (u128, Vec<Key>) {
        let mut ways: HashMap<usize, u128> = HashMap::new();
        let number = self.ways(moves, far, start, &mut ways);
        let (mut at, mut first) = (start, Vec::new());
        while far[at] != Some(0) {
            let made = moves.iter().find(|made| leads(made, far, at)).unwrap();
            first.push(made.key);
            at = made.to[at].unwrap();
        }
        (number, first)
    }

    fn ways(&self, moves: &[&Made], far: &[Option<u32>], at: usize, known: &mut HashMap<usize, u128>) -> u128 {
        if far[at] == Some(0) {
            return 1;
        }
        if let Some(&number) = known.get(&at) {
            return number;
        }
        let onward = moves.iter().filter(|made| leads(made, far, at)).map(|made| made.to[at].unwrap());
        let number = onward.map(|to| self.ways(moves, far, to, known)).sum();
        known.insert(at, number);
        number
    }
}

/// Whether a move begins a cheapest solution from a position.
fn leads(made: &Made, far: &[Option<u32>], at: usize) -> bool {
    made.to[at].and_then(|to| far[to]).is_some_and(|onward| Some(onward + made.cost) == far[at])
}

/// The number of times after which a move has brought every piece back, with its orientation.
fn order(slots: &Slots<'_>, from: &[u16], twist: &[u8]) -> u32 {
    let begin: Vec<(usize, u32)> = slots.kept.iter().map(|&slot| (slot, 0)).collect();
    let (mut now, mut times) = (begin.clone(), 0);
    loop {
        let before = now.clone();
        for (&slot, after) in slots.kept.iter().zip(&mut now) {
            let source = slots.kept.iter().position(|&other| other == usize::from(from[slot])).unwrap();
            let of = u32::from(slots.definition.sets[slots.set_of[slot]].orientations);
            *after = (before[source].0, (before[source].1 + u32::from(twist[slot])) % of);
        }
        times += 1;
        if now == begin {
            return times;
        }
    }
}
