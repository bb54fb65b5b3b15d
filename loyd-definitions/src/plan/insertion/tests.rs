//! Tests of solutions by insertion.

use super::*;
use crate::compiled::Defined;
use crate::compiled::tests::{from_text, is_whole, opened};
use crate::definition::{Metric, RuleChoice};
use loyd_core::limits::Limits;
use loyd_core::puzzle::{BeamHints, MoveSet, Notation, Puzzle};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

type Opened = Defined<128, [u64; 4]>;

const RINGS: &str = "picture = '1 2 3 4 5 6 7 8 9'\nsolved = 'a a a b b b c c c'\n[moves]\n\
                     A = '(1 2 3 4 5)'\nB = '(5 6 7 8 9)'\n";

fn tables(puzzle: &Opened) -> Option<InsertionTables> {
    InsertionTables::new(&puzzle.rules, &puzzle.codes, &puzzle.goals[0].0)
}

/// The cube in the quarter-turn metric.
fn quarter() -> Opened {
    let definition = crate::bundled::open("3x3x3", "").unwrap().unwrap();
    let choice = RuleChoice { metric: Some(Metric::Quarter), ..RuleChoice::default() };
    let rules = crate::definition::PlayRules::new(&definition, &choice).unwrap();
    Defined::new(definition, rules).unwrap()
}

/// The lengths of the solutions from a start, each replayed to the goal, and the end of the search.
fn lengths(puzzle: &Opened, seed: u64, limits: &Limits, nodes: u64) -> (Vec<usize>, Result<(), Stop>) {
    let start = puzzle.random(&mut splitmix::below(seed));
    let known = puzzle.plan_of(&start);
    let below = known.as_ref().map_or(u32::MAX, |known| known.len() as u32);
    let mut lengths = vec![below as usize];
    let mut each = |moves: Vec<u8>| {
        let mut state = start;
        for &m in &moves {
            assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
            puzzle.apply(&mut state, m);
        }
        assert!(puzzle.is_goal(&state) && moves.len() < *lengths.last().unwrap());
        lengths.push(moves.len());
    };
    let search = ShorterSearch { round: 0, seed: 1, nodes, below };
    let ended = puzzle.shorter(&start, known.as_deref(), search, &mut Meter::new(limits), &mut each);
    (lengths, ended)
}

/// Solutions lead to the goal and get shorter, with equal pieces, few moves, quarter turns, moves that cannot be
/// taken back, and conditions, with which nothing is found. `LOYD_LONG` takes three positions of each puzzle.
#[test]
fn solutions_by_insertion_lead_home() {
    let named = ["2x2x2", "3x3x3?U,R", "pyraminx", "skewb", "dino", "m12", "m24", "hungarian-rings", "square-1"];
    let one_way = include_str!("../../../../definitions/one-way.loyd");
    let puzzles = named.into_iter().map(opened).chain([quarter(), from_text(RINGS), from_text(one_way)]);
    for puzzle in puzzles {
        for seed in 1..if is_whole() { 4 } else { 2 } {
            let (lengths, ended) = lengths(&puzzle, seed, &Limits::default(), 100_000);
            assert!(ended.is_ok() && (puzzle.motions.are_free() || lengths.len() == 1));
        }
    }
    for (id, most) in [("3x3x3", 60), ("4x4x4", 120), ("megaminx", 250)] {
        let puzzle = opened(id);
        let (all, ended) = lengths(&puzzle, 1, &Limits::default(), 400_000);
        assert!(ended.is_ok() && *all.last().unwrap() <= most, "{id}: {all:?}");
        // The same search finds the same solutions. It is compiled once, so one puzzle shows it.
        if id == "3x3x3" || is_whole() {
            assert_eq!(lengths(&puzzle, 1, &Limits::default(), 400_000).0, all, "{id}");
        }
    }
}

/// Limits of nodes and time and the cancel flag end a search, and the solutions found by then remain.
#[test]
fn limits_end_a_search() {
    let puzzle = opened("4x4x4");
    // The tables are made before the clock starts.
    assert!(lengths(&puzzle, 2, &Limits::default(), 1).1.is_ok());
    let few = Limits { nodes: Some(400_000), ..Limits::default() };
    let (found, ended) = lengths(&puzzle, 2, &few, u64::MAX);
    assert!(ended == Err(Stop::Nodes) && found.len() > 1, "{found:?}");
    let cancelled = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(lengths(&puzzle, 2, &cancelled, u64::MAX).1, Err(Stop::Cancelled));
    let short = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    assert_eq!(lengths(&puzzle, 2, &short, u64::MAX).1, Err(Stop::Time));
}

/// A reduced word has the effect of the word and is not longer, and each word of the library has its recorded effect.
#[test]
fn words_do_what_they_are_kept_for() {
    for puzzle in [opened("3x3x3"), opened("4x4x4"), opened("megaminx"), from_text(RINGS)] {
        let tables = tables(&puzzle).unwrap();
        let InsertionTables { model, reducer, library, .. } = &tables;
        let effect = |word: &[u8]| {
            let nothing = model::SlotPermutation::identity();
            word.iter().fold(nothing, |made, &m| model.then(&made, &model.moves[usize::from(m)].effect))
        };
        let mut below = splitmix::below(5);
        for _ in 0..200 {
            let word: Vec<u8> = (0..20).map(|_| below(model.moves.len() as u64) as u8).collect();
            let reduced = reducer.reduced(&[&word]);
            assert!(effect(&word) == effect(&reduced) && reduced.len() <= word.len());
            assert_eq!(effect(&[&word[..], &model.back(&word)].concat()).support(), 0);
        }
        for word in library.words.iter().step_by(29) {
            let made = effect(&word.moves);
            assert_eq!(made.support().count_ones() as usize, word.changes.len());
            for change in word.changes.all() {
                let to = usize::from(change.to);
                assert_eq!((made.from[to], made.twist[to]), (change.from, change.twist));
            }
            assert!(model.is_even(&model.after(&model.goal, &word.moves)));
        }
    }
    let cube = tables(&opened("3x3x3")).unwrap();
    assert!(!cube.model.is_even(&cube.model.after(&cube.model.goal, &[0])));
    assert!(tables(&opened("m24")).is_none());
}
