//! Elements of a group as ranks, for pieces that turn, and ranks by formulas: on small puzzles.

use std::collections::{BTreeSet, VecDeque};

use super::LazyRanks;
use super::numbering::{OneSet, StateNumbering};
use super::views::views;
use crate::bundled::BUNDLED;
use crate::compiled::{Defined, MOST_NUMBERED};
use crate::definition::{Action, Condition, Definition, DefinitionFormat, Move, Pattern, PlayRules, RuleChoice, Set};
use crate::formats::read;
use crate::ids::definition;
use loyd_core::opening::Opening;
use loyd_core::puzzle::{MoveSet, Puzzle, RankMoves, Ranked};
use loyd_core::splitmix::below;

/// Cycles of three and four slots whose pieces turn on the way, and a goal that has turned pieces.
const TEXTS: [(&str, u64); 4] = [
    ("Set S 3 2\nSolved\nS\n1 2 3\nEnd\nMove A\nS\n2 3 1\n1 0 0\nEnd\nMove B\nS\n2 1 3\n1 0 0\nEnd\n", 48),
    ("Set S 3 3\nSolved\nS\n2 1 3\n1 0 2\nEnd\nMove A\nS\n2 3 1\n1 2 0\nEnd\nMove B\nS\n2 1 3\n1 1 0\nEnd\n", 162),
    (
        "Set S 4 4\nSolved\nS\n1 2 3 4\n0 3 2 1\nEnd\nMove A\nS\n2 3 4 1\n1 0 0 3\nEnd\n\
         Move B\nS\n1 2 3 4\n2 2 0 0\nEnd\n",
        32,
    ),
    ("Set S 4 1\nSolved\nS\n1 2 3 4\nEnd\nMove A\nS\n2 3 4 1\nEnd\nMove B\nS\n2 1 3 4\nEnd\n", 24),
];

#[test]
fn elements_number_pieces_that_turn() {
    for (text, positions) in TEXTS {
        let definition = read(&format!("Name turning\n{text}")).unwrap();
        let rules = PlayRules::new(&definition, &RuleChoice::default()).unwrap();
        let mut puzzle = Defined::<128, [u64; 4]>::new(definition, rules).unwrap();
        let goals: Vec<Vec<u8>> = puzzle.goals.iter().map(|goal| goal.0[..puzzle.rules.slots()].to_vec()).collect();
        let set = OneSet::of(&puzzle.rules, &puzzle.codes, &views(&puzzle.rules, &puzzle.codes), &goals).expect(text);
        puzzle.ranks = LazyRanks::new(Some(StateNumbering::Cosets(Box::new(set))));
        let (mut seen, mut queue) = (BTreeSet::new(), VecDeque::from([puzzle.goals[0]]));
        while let Some(state) = queue.pop_front() {
            let rank = puzzle.rank(&state);
            assert_eq!(puzzle.unrank(rank), state, "{text}");
            if !seen.insert(rank) {
                continue;
            }
            let mut children = Vec::new();
            puzzle.each_child(rank, &mut |child, m| children.push((child, m)));
            for m in puzzle.moves(&state).iter() {
                let mut after = state;
                puzzle.apply(&mut after, m);
                assert!(children.contains(&(puzzle.rank(&after), m.into())), "{text}");
                assert!(RankMoves::any_parent(&puzzle, puzzle.rank(&after), &mut |parent| parent == rank), "{text}");
                queue.push_back(after);
            }
        }
        assert_eq!((seen.len() as u64, puzzle.ranks()), (positions, positions), "{text}");
    }
}

/// A random definition of one or two sets: up to 20 slots with few kinds of pieces, or few slots with different pieces.
/// Some pieces turn, some have fewer orientations, and some slots of the goal are open.
fn random(below: &mut dyn FnMut(u64) -> u64) -> Definition {
    let (mut sets, mut pieces, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..1 + below(2) {
        let orientations = [1, 1, 2, 3, 4][below(5) as usize];
        let (slots, kinds) = match below(3) {
            0 => (14 + below(7), 1 + below(2)),
            1 => (5 + below(3), 1 + below(3)),
            _ => (3 + below(3), 6),
        };
        let mut set = Set::new(format!("S{number}"), slots as usize, orientations);
        // One piece of each kind but the last, which has the other slots.
        pieces.extend((0..slots).map(|slot| slot.min(kinds) as u8));
        let is_large = slots > 8;
        if orientations > 1 && is_large {
            set.known_modulo.push((kinds as u8, 1));
        } else if orientations == 4 && below(2) == 0 {
            set.known_modulo.push((0, 2));
        }
        open.push(below(4) == 0 && kinds > 1);
        sets.push(set);
    }
    let solved = Pattern { orientations: vec![0; pieces.len()].into(), pieces: pieces.into() };
    let mut definition = Definition::new(DefinitionFormat::Loyd, sets, solved);
    let of = definition.orientations();
    let is_even = below(3) == 0;
    for number in 0..2 + below(2) {
        let mut from: Vec<u16> = (0..definition.slots() as u16).collect();
        let mut twist = vec![0; from.len()];
        for set in 0..definition.sets.len() {
            let slots = definition.slots_of(set);
            if number == 0 && !is_even {
                from[slots.clone()].rotate_left(1);
            } else {
                // A cycle of three slots, or an exchange of two.
                let last = if is_even { 2 } else { 1 };
                let first = slots.start + below((slots.len() - last) as u64) as usize;
                from[first..=first + last].rotate_left(1);
            }
            let turns = below(2) == 0;
            let sum_is_kept = below(2) == 0;
            if turns {
                let a = slots.start + below(slots.len() as u64) as usize;
                let b = slots.start + below(slots.len() as u64) as usize;
                twist[a] = (1 % of[a] + twist[a]) % of[a];
                if sum_is_kept {
                    twist[b] = (of[b] - 1 % of[b] + twist[b]) % of[b];
                }
            }
        }
        definition.moves.push(Move::new(format!("m{number}"), Action::new(&from, &twist, &of).unwrap()));
    }
    for (set, _) in open.iter().enumerate().filter(|(_, open)| **open) {
        for slot in definition.slots_of(set).filter(|&slot| definition.solved.pieces[slot] == 1) {
            (definition.goals[0].pieces[slot], definition.goals[0].orientations[slot]) = (None, None);
        }
    }
    if below(4) == 0 {
        let piece = definition.solved.pieces[0];
        definition.moves[1].when = vec![Condition { slot: 1, pieces: vec![piece], must: below(2) == 0 }];
    }
    definition
}

/// Compares the ranks of a puzzle, and moves on ranks, with its states. Returns whether there are tables of moves.
fn ranks_are_right(name: &str, puzzle: &Defined<128, [u64; 4]>) -> bool {
    let ranks = puzzle.ranks();
    for part in 0..ranks.min(400) {
        let rank = ((u128::from(part) * u128::from(ranks)) / u128::from(ranks.min(400))) as u64;
        assert_eq!(puzzle.rank(&puzzle.unrank(rank)), rank, "{name}");
    }
    puzzle.prepare_rank_moves();
    let tables = puzzle.rank_moves();
    let (mut seen, mut queue) = (BTreeSet::new(), VecDeque::from(puzzle.goals.clone()));
    while let (Some(state), true) = (queue.pop_front(), seen.len() < 1000) {
        assert_eq!(puzzle.unnumbered_slots(&state), None, "{name}");
        let rank = puzzle.rank(&state);
        assert!(rank < ranks && puzzle.unrank(rank) == state, "{name}: {rank}");
        if !seen.insert(rank) {
            continue;
        }
        let (mut made, mut unmade) = (Vec::new(), Vec::new());
        for m in puzzle.moves(&state).iter() {
            let mut after = state;
            puzzle.apply(&mut after, m);
            made.push((puzzle.rank(&after), u32::from(m)));
        }
        puzzle.undos_into(&state, &mut |undo| {
            let mut before = state;
            let m = puzzle.undo(&mut before, undo);
            unmade.push((puzzle.rank(&before), u32::from(m)));
            queue.push_back(before);
        });
        if let Some(tables) = tables {
            let (mut children, mut parents) = (Vec::new(), Vec::new());
            tables.each_child(rank, &mut |child, m| children.push((child, m)));
            tables.each_parent(rank, &mut |parent, m| parents.push((parent, m)));
            parents.sort_unstable();
            unmade.sort_unstable();
            assert_eq!((children, parents), (made, unmade), "{name}");
        }
    }
    // A state that the numbering does not refuse is the state of its rank.
    if seen.len() < 1000 && puzzle.rules.turns.iter().all(|turn| turn.when.is_empty()) {
        let every = seen.iter().map(|&rank| puzzle.unrank(rank));
        for state in every.take(50) {
            let mut turned = state;
            turned.0[0] = puzzle.codes.turned(0, 1)[usize::from(turned.0[0])];
            let known = puzzle.unnumbered_slots(&turned).is_none().then(|| puzzle.rank(&turned));
            assert!(known.is_none_or(|rank| puzzle.unrank(rank) == turned), "{name}");
        }
    }
    tables.is_some()
}

/// The puzzle of a definition, numbered by coordinates of so many values and by formulas; `None` if it has no rules.
fn numbered(definition: &Definition, most_values: usize) -> Option<Defined<128, [u64; 4]>> {
    let rules = PlayRules::new(definition, &RuleChoice::default()).ok()?;
    let mut puzzle = Defined::<128, [u64; 4]>::new(definition.clone(), rules).ok()?;
    let goals: Vec<Vec<u8>> = puzzle.goals.iter().map(|goal| goal.0[..puzzle.rules.slots()].to_vec()).collect();
    let numbering = StateNumbering::mixed(&puzzle.rules, &puzzle.codes, &goals, most_values)?;
    puzzle.ranks = LazyRanks::new(Some(numbering));
    Some(puzzle)
}

#[test]
fn formulas_number_the_states_of_random_definitions() {
    let (mut numbers, mut with_tables) = (0, 0);
    for seed in 0..30 {
        let definition = random(&mut below(seed));
        for most_values in [1, 100] {
            let Some(puzzle) = numbered(&definition, most_values) else { continue };
            let name = format!("seed {seed}, {most_values}");
            numbers += u32::from(matches!(&puzzle.ranks.numbering, Some(StateNumbering::Mixed(_))));
            with_tables += u32::from(ranks_are_right(&name, &puzzle));
        }
    }
    assert!(numbers > 30 && with_tables > 30, "{numbers}, {with_tables}");
}

/// The most ranks of a bundled puzzle whose numbers are compared.
const FEW: u64 = 1 << 20;

#[test]
fn formulas_number_the_states_of_bundled_puzzles() {
    let mut numbers = 0;
    for id in BUNDLED.iter().flat_map(|bundled| bundled.examples) {
        let definition = definition(id, &Opening::default()).unwrap().unwrap();
        if definition.slots() > MOST_NUMBERED {
            continue;
        }
        if let Some(puzzle) = numbered(&definition, 1).filter(|puzzle| puzzle.ranks() <= FEW) {
            numbers += 1;
            ranks_are_right(id, &puzzle);
        }
    }
    assert!(numbers > 10, "{numbers}");
}
