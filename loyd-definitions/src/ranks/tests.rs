//! Elements of a group as ranks, for pieces that turn: on small puzzles, whose positions are all visited.

use std::collections::{BTreeSet, VecDeque};

use super::LazyRanks;
use super::numbering::{OneSet, StateNumbering, views};
use crate::compiled::Defined;
use crate::definition::{PlayRules, RuleChoice};
use crate::formats::read;
use loyd_core::puzzle::{MoveSet, Puzzle, RankMoves, Ranked};

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
