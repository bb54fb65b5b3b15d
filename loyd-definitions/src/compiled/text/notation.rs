//! Positions of compiled puzzles as text: a word for the piece in each slot, `3`, or `3+1` if it is turned, `/` between
//! sets, and `.` for pieces that do not matter. Moves have the names of the definition.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::goals;
use crate::compiled::budget::spend;
use crate::compiled::codes::{Class, PieceClasses};
use crate::compiled::still::HeldStill;
use crate::compiled::unreachable::Behind;
use crate::compiled::{Defined, packed};
use crate::definition::{Metric, Repeats, Turn};
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{
    Convention, Described, Drawing, Facts, MoveSet, NamedGoal, Notation, Numbers, Picture, PictureKind, Puzzle,
    Spelled, Spelling, Square,
};
use loyd_core::text::{Misread, plain_board};

impl<const N: usize, W: Word> Defined<N, W> {
    pub(crate) fn alphabet(&self, slot: usize) -> &PieceClasses {
        &self.codes.alphabets[self.codes.set_of[slot]]
    }

    /// Reads a position slot by slot. Comments and a first line with the size are skipped.
    pub(crate) fn read(&self, text: &str) -> Result<Bytes<N>, Misread> {
        let read = |plain: String| self.read_all(&plain).ok();
        self.read_all(text).or_else(|wrong| plain_board(text).and_then(read).ok_or(wrong))
    }

    fn read_all(&self, text: &str) -> Result<Bytes<N>, Misread> {
        let tokens = self.names.words(text);
        let written = self.names.read(text, &tokens)?;
        let mut pattern = self.rules.solved.clone();
        for (slot, (piece, orientation)) in written.into_iter().enumerate() {
            let set = self.codes.set_of[slot];
            // A dot stands for the only class that has several pieces.
            let piece = match piece {
                Some(piece) => piece,
                None => {
                    let alphabet = &self.codes.alphabets[set];
                    let mut open = alphabet.classes.iter().filter(|class| class.pieces.len() > 1);
                    let class = open.next().filter(|_| open.next().is_none());
                    class.ok_or_else(|| tokens[slot].misread("a piece, because no piece may be left open here"))?.pieces
                        [0]
                }
            };
            pattern.pieces[slot] = piece;
            pattern.orientations[slot] = orientation.unwrap_or(0);
        }
        let codes = self.codes.of_pattern(&pattern).map_err(|set| {
            let first = self.codes.set_of.iter().position(|&of| of == set).unwrap_or(0);
            let sets = &self.names.sets;
            let solved = (0..sets.len()).filter(|&slot| self.codes.set_of[slot] == set).take(30);
            let all: Vec<&str> = solved.map(|slot| self.names.of(sets[slot], self.rules.solved.pieces[slot])).collect();
            let name = &self.rules.sets[set].name;
            tokens[first]
                .misread(format!("every piece of {name} as often as in the solved position: {}", all.join(" ")))
        })?;
        let state = packed(&codes);
        let illegal = self.rules.legal.iter().find(|condition| {
            let slot = usize::from(condition.slot);
            !condition.allows(pattern.pieces[slot])
        });
        match illegal {
            Some(condition) => Err(tokens[usize::from(condition.slot)].misread("a piece that may lie in that slot")),
            None => Ok(state),
        }
    }

    /// The text for the piece in a slot.
    fn written(&self, state: &Bytes<N>, slot: usize, set: usize) -> Cow<'_, str> {
        let (class, orientation) = self.alphabet(slot).of_code(state.0[slot]);
        let classes = &self.alphabet(slot).classes;
        let has_many = |class: &&Class| class.pieces.len() > 1;
        let is_the_rest = has_many(&&classes[class]) && classes.iter().filter(has_many).count() == 1;
        let piece = if is_the_rest { "." } else { self.names.of(set, classes[class].pieces[0]) };
        if orientation == 0 { piece.into() } else { format!("{piece}+{orientation}").into() }
    }

    /// Whether it is proved that moves lead from a position to a goal with this name.
    fn reaches(&self, state: &Bytes<N>, goal: &str) -> bool {
        self.toward_named(state, goal).is_some_and(|(other, state)| {
            other.refusal(&state).is_none() && (other.decides() || other.finds_goal(&state))
        })
    }

    /// Whether a short search finds a goal.
    fn finds_goal(&self, state: &Bytes<N>) -> bool {
        let (mut met, mut waiting) = (FxHashSet::from_iter([*state]), VecDeque::from([*state]));
        while let Some(state) = waiting.pop_front() {
            if self.is_goal(&state) {
                return true;
            }
            for m in self.moves(&state).iter() {
                spend(N);
                let mut next = state;
                self.apply(&mut next, m);
                if met.len() < MOST_SEARCHED && met.insert(next) {
                    waiting.push_back(next);
                }
            }
        }
        false
    }

    /// The puzzle with the goals of this name, and the position there; `None` if these goals distinguish pieces that
    /// have one code here.
    pub(crate) fn toward_named(&self, state: &Bytes<N>, goal: &str) -> Option<(Self, Bytes<N>)> {
        spend(self.definition.goals.len() + self.rules.turns.len() * self.rules.slots());
        let rules = self.rules.clone().towards(self.definition.goals_named(goal));
        let other = Self::new(self.definition.clone(), rules).ok()?;
        let mut codes = Vec::with_capacity(self.rules.slots());
        for slot in 0..self.rules.slots() {
            let (class, orientation) = self.alphabet(slot).of_code(state.0[slot]);
            let class = &self.alphabet(slot).classes[class];
            let wider = other.alphabet(slot).class(class.pieces[0]);
            let tells = |wider: &&Class| {
                class.pieces.iter().all(|piece| wider.pieces.contains(piece))
                    && class.modulus.is_multiple_of(wider.modulus)
            };
            let wider = wider.filter(tells)?;
            codes.push(wider.base + orientation % wider.modulus);
        }
        Some((other, packed(&codes)))
    }

    /// Whether all positions that are counted lead to the goal.
    fn all_lead_home(&self) -> bool {
        let Behind { structure, leads, .. } = self.behind();
        self.positions_in_reach().is_some() || *leads && !structure.has_conditions() && self.goals.len() == 1
    }

    /// God's number, if it is known in this metric.
    fn gods_number(&self) -> Option<u32> {
        let known = self.known?.gods_number.iter();
        known.copied().find(|(metric, _)| *metric == self.rules.metric).map(|(_, number)| number)
    }

    /// The goal after a few moves.
    fn mixed(&self) -> Bytes<N> {
        let mut state = self.goals[0];
        // The moves are few, so that every puzzle is soon solved.
        for step in 0..if self.ranks.numbering.is_some() { 8usize } else { 4 } {
            let moves: Vec<u8> = self.moves(&state).iter().collect();
            if let Some(&m) = moves.get(step * 5 % moves.len().max(1)) {
                let mut next = state;
                self.apply(&mut next, m);
                if !self.is_goal(&next) {
                    state = next;
                }
            }
        }
        state
    }

    /// A hash of everything that the rules depend on. It distinguishes the tables of this puzzle from all others.
    pub(crate) fn print(&self) -> &str {
        self.facts.print.get_or_init(|| {
            let rules = &self.rules;
            let mut hash = [0x243f_6a88_85a3_08d3u64, 0x1319_8a2e_0370_7344];
            // The text contains the names of these types and fields. Another name is another hash, which refuses the
            // tables in all existing files.
            let text = format!("{:?}", (&rules.sets, &rules.turns, &rules.goals, &rules.legal, &rules.solved));
            for &byte in text.as_bytes() {
                hash[0] = (hash[0] ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
                hash[1] = (hash[1].rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            format!("{:016x}{:016x}", hash[0], hash[1])
        })
    }
}

/// Draws positions uniformly from the reachable set of moves with conditions, if it is known, or from the group, if its
/// elements can be drawn and it leads to all goals; otherwise by a long random walk, which may leave out positions.
#[derive(Clone, Copy, Debug)]
pub enum RandomPosition {}

/// The most positions of a search for a named goal, if theory does not decide whether moves lead there.
const MOST_SEARCHED: usize = 10_000;

/// The most draws of a group element until one leads to a position.
const MOST_DRAWS: usize = 1000;

/// The number of moves of a long walk.
const WALK: usize = 10_000;

impl<const N: usize, W: Word> Numbers<Defined<N, W>> for RandomPosition {
    fn draws_all(puzzle: &Defined<N, W>) -> bool {
        *puzzle.facts.draws_all.get_or_init(|| {
            let Behind { structure, leads, .. } = puzzle.behind();
            let are_one = || *leads && structure.decides() || puzzle.goals_reached() == Some(puzzle.goals.len());
            match puzzle.positions_in_reach() {
                Some(positions) => positions.is_exact(),
                // If moves have conditions, the group may contain positions that they do not reach.
                None => puzzle.motions.are_free() && structure.order().is_exact() && are_one(),
            }
        })
    }

    fn random(puzzle: &Defined<N, W>, below: &mut dyn FnMut(u64) -> u64) -> Bytes<N> {
        if let Some(state) = puzzle.drawn_in_reach(below) {
            return state;
        }
        let structure = &puzzle.behind().structure;
        for _ in 0..if Self::draws_all(puzzle) { MOST_DRAWS } else { 0 } {
            let Ok(drawn) = structure.random(below) else { break };
            let state = puzzle.codes.of_pattern(&drawn).map(|codes| packed(&codes));
            if let Some(state) = state.ok().filter(|state| puzzle.refusal(state).is_none()) {
                return state;
            }
        }
        let mut state = puzzle.goals[exact::<usize>(below(puzzle.goals.len() as u64))];
        // The number of moves is odd as often as it is even.
        for _ in 0..WALK + exact::<usize>(below(2)) {
            let mut parents = Vec::new();
            puzzle.undos_into(&state, &mut |undo| parents.push(undo));
            if parents.is_empty() {
                break;
            }
            puzzle.undo(&mut state, parents[exact::<usize>(below(parents.len() as u64))]);
        }
        state
    }
}

impl<const N: usize, W: Word> Notation for Defined<N, W> {
    type Numbers = RandomPosition;

    fn starts(&self, text: &str) -> Result<Vec<Bytes<N>>, Misread> {
        Ok(vec![self.start_of(text)?])
    }

    fn write(&self, state: &Bytes<N>) -> String {
        self.names.joined(|slot, set| self.written(state, slot, set))
    }

    fn write_goal(&self) -> String {
        goals::write(&self.rules.goals, &self.rules, &self.names).expect("pieces were checked when it was made")
    }

    fn facts(&self) -> Facts {
        let rules = &self.rules;
        let name = if self.definition.name.is_empty() { "a puzzle" } else { &self.definition.name };
        let names: Vec<&str> = rules.turns.iter().map(|turn| turn.name.as_str()).collect();
        // Whether some move is a turn whose other powers could be moves, too.
        let of = self.definition.orientations();
        let has_powers = rules
            .moves
            .iter()
            .map(|&place| &self.definition.moves[place])
            .any(|m| m.repeats == Repeats::Powers && m.action.order(&of).is_some_and(|order| order > 3));
        let metric = match (rules.metric, has_powers) {
            (Metric::Weights, _) => "each costs its weight for every turn",
            (_, false) => "each costs 1",
            (Metric::Half, true) => "each costs 1, half turns too",
            (Metric::Quarter, true) => "each costs 1, half turns are two",
        };
        let sets: Vec<String> = rules.sets.iter().map(|set| format!("{} {}", set.slots, set.name)).collect();
        let positions = self.positions();
        let is_exact = positions.is_exact() && self.all_lead_home();
        let counted = if is_exact { positions.factors().number() } else { None };
        let states = counted.or(self.known.and_then(|known| known.states.parse().ok()));
        let mut factors = positions.factors().to_string();
        if let Some(HeldStill { rotations, positions, moves }) = self.held_still().filter(|_| is_exact) {
            let _ =
                write!(factors, " = {rotations} * {positions}, and --moves {} holds the puzzle still", moves.join(","));
        }
        Facts {
            what: format!("{name}, from a definition: {}", sets.join(", ")),
            states,
            states_formula: if is_exact { factors } else { format!("at most {factors}") },
            gods_number: self.gods_number(),
            source: self.known.map_or("the definition", |known| known.source).into(),
            moves: format!("{} ({metric})", names.join(" ")),
            state_syntax: "the piece of each slot, with +1 if it is turned once, and / between sets".into(),
            example: self.write(&self.mixed()),
        }
    }

    fn named_goals(&self) -> Vec<NamedGoal> {
        let named = self.definition.goal_names().into_iter().filter_map(|name| {
            spend(self.definition.goals.len() + self.rules.turns.len() * self.rules.slots());
            let towards = self.rules.clone().towards(self.definition.goals_named(name));
            let goal = goals::write(&towards.goals, &towards, &self.names)?;
            Some(NamedGoal { name: name.to_string().into(), goal })
        });
        named.collect()
    }

    fn goals_in_reach(&self, state: &Bytes<N>) -> Vec<Cow<'static, str>> {
        let names = self.definition.goal_names().into_iter();
        names.filter(|name| self.reaches(state, name)).map(|name| name.to_string().into()).collect()
    }

    fn picture(&self, state: &Bytes<N>) -> Picture {
        let sets = &self.names.sets;
        let square = |slot: usize| Square::Piece(self.written(state, slot, sets[slot]).into());
        if self.definition.spots.is_empty() {
            let mut rows: Picture = Vec::new();
            for slot in 0..sets.len() {
                if slot == 0 || sets[slot] != sets[slot - 1] {
                    rows.push(Vec::new());
                }
                rows.last_mut().expect("a row was begun").push(square(slot));
            }
            return rows;
        }
        let size =
            |of: fn(&crate::definition::PictureSpot) -> u16| self.definition.spots.iter().map(of).max().unwrap_or(0);
        let (rows, columns) = (usize::from(size(|spot| spot.row)) + 1, usize::from(size(|spot| spot.column)) + 1);
        let mut picture = vec![vec![Square::Hole; columns]; rows];
        for spot in &self.definition.spots {
            if let Some(slot) = self.rules.slots.iter().position(|&slot| slot == spot.slot) {
                let (class, orientation) = self.alphabet(slot).of_code(state.0[slot]);
                let class = &self.alphabet(slot).classes[class];
                picture[usize::from(spot.row)][usize::from(spot.column)] = match class.pieces[..] {
                    [piece] => match self.definition.label_at(spot, piece, orientation) {
                        gap if gap == "_" => Square::Empty,
                        seen => Square::Piece(seen),
                    },
                    _ => square(slot),
                };
            }
        }
        picture
    }

    fn look(&self) -> PictureKind {
        if self.definition.drawing.is_some() { PictureKind::Facelets } else { PictureKind::Squares }
    }

    fn drawing(&self) -> Option<Drawing> {
        if let Some(plan) = &self.definition.drawing {
            return Some(plan.drawing(&self.definition));
        }
        let orientations = self.definition.turning_squares();
        let flat = Drawing { colours: Vec::new(), palettes: Vec::new(), facelets: Vec::new(), orientations };
        Some(flat).filter(|flat| !flat.orientations.is_empty())
    }

    fn spelling(&self) -> Spelling {
        if self.definition.has_layers() { Spelling::Layers } else { Spelling::Algs }
    }

    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        self.spelled_as_others_do(moves)
    }

    fn scrambled(&self, state: &Bytes<N>, moves: &str) -> Option<Result<Bytes<N>, Misread>> {
        Some(self.after_scramble(state, moves))
    }

    fn move_name(&self, _state: &Bytes<N>, m: u8, _convention: Convention) -> String {
        self.rules.turns[usize::from(m)].name.clone()
    }

    fn move_named(&self, state: &Bytes<N>, name: &str, _convention: Convention) -> Option<u8> {
        let moves: Vec<u8> = self.moves(state).iter().collect();
        let turn = |m: &u8| &self.rules.turns[usize::from(*m)];
        let exact = moves.iter().find(|m| turn(m).name == name);
        let same = || moves.iter().find(|m| turn(m).same.iter().any(|same| same == name));
        let alias = || {
            let (_, place) = self.rules.aliases.iter().find(|(alias, _)| alias == name)?;
            moves.iter().find(|m| usize::from(**m) == *place)
        };
        exact.or_else(same).or_else(alias).copied()
    }

    /// Small letters, as in all move words. Moves whose names differ only in case also have their numbers.
    fn move_words(&self, _state: &Bytes<N>, m: u8) -> String {
        let small = |turn: &Turn| turn.name.to_lowercase().replace([',', '\n'], " ");
        let name = small(&self.rules.turns[usize::from(m)]);
        let alike = self.rules.turns.iter().filter(|turn| small(turn) == name).count();
        if alike == 1 { format!("make {name}") } else { format!("make {name} (move {})", m + 1) }
    }

    fn described(&self) -> Option<&dyn Described> {
        Some(self)
    }

    fn fingerprint(&self) -> Option<String> {
        Some(self.print().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::tests::opened;
    use loyd_core::splitmix;

    /// Turns and slices never part a corner of the Square-1 from the slot after it.
    #[test]
    fn random_positions_can_be_reached_though_moves_have_conditions() {
        let square = opened("square-1");
        let mut below = splitmix::below(1);
        for _ in 0..10 {
            let written = square.write(&square.random(&mut below));
            let (layers, _) = written.split_once('/').unwrap();
            let layers: Vec<&str> = layers.split_whitespace().collect();
            for layer in layers.chunks(12) {
                for (piece, next) in layer.iter().zip(layer.iter().cycle().skip(1)) {
                    assert_eq!(piece.len() == 3, *next == "join", "{written}");
                }
            }
        }
    }
}
