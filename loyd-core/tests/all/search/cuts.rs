//! Compares the automaton with breadth-first search, over every small puzzle of the catalogue.

use std::collections::HashMap;

use crate::catalogue::{examples, with_files};
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::Limits;
use loyd_core::limits::Meter;
use loyd_core::puzzle::{MoveSet, Phased, Puzzle};
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::search::cuts::*;
use loyd_core::splitmix;

/// Returns the depth at which allowed words first meet each state, and the number of allowed words of each length.
fn met_by_words<P: Puzzle>(puzzle: &P, cuts: &Automaton<P>, from: P::State) -> (HashMap<P::State, u32>, Vec<u64>) {
    let mut met = HashMap::from([(from.clone(), 0)]);
    let mut layer = HashMap::from([((from.clone(), cuts.begin(puzzle, &from)), 1)]);
    let (mut counts, mut depth, mut dry) = (vec![1], 0, false);
    while !dry {
        depth += 1;
        dry = true;
        let mut next: HashMap<(P::State, AutomatonMark), u64> = HashMap::new();
        for ((state, mark), words) in layer {
            for m in puzzle.moves(&state).without(cuts.dropped(mark)).iter() {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                *next.entry((child.clone(), cuts.after(puzzle, &state, mark, m))).or_default() += words;
                met.entry(child).or_insert_with(|| {
                    dry = false;
                    depth
                });
            }
        }
        counts.push(next.values().sum());
        layer = next;
    }
    (met, counts)
}

fn depths<P: Puzzle>(puzzle: &P, from: P::State) -> HashMap<P::State, u32> {
    let mut met = HashMap::from([(from.clone(), 0)]);
    let mut queue = vec![from];
    let mut index = 0;
    while index < queue.len() {
        let (state, depth) = (queue[index].clone(), met[&queue[index]]);
        index += 1;
        for m in puzzle.moves(&state).iter() {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            met.entry(child.clone()).or_insert_with(|| {
                queue.push(child);
                depth + 1
            });
        }
    }
    met
}

const SMALL: u64 = 11_000;

struct EveryState<'a>(&'a str);

impl EveryState<'_> {
    /// Checks from one state of each phase that allowed words meet every state at its depth. Without phases, nothing
    /// may be built.
    fn check<P: Notation>(self, puzzle: &P, ranks: Option<u64>) -> bool {
        let id = self.0;
        let Some(phased) = puzzle.phased() else {
            assert!(Automaton::build(puzzle, AutomatonBudget::default()).is_none());
            return false;
        };
        let phases = phased.phases();
        assert!(!phases.is_empty(), "{id}");
        for (number, state) in phases.iter().enumerate() {
            assert_eq!(phased.phase(state), number, "{id}");
        }
        for words in [100, 5_000] {
            let Some(cuts) = Automaton::build(puzzle, AutomatonBudget { words, ..AutomatonBudget::default() }) else {
                continue;
            };
            assert!(cuts.nodes() <= MOST_NODES && cuts.longest() > 0);
            if ranks.is_none_or(|ranks| ranks > SMALL) {
                continue;
            }
            for start in &phases {
                let (met, _) = met_by_words(puzzle, &cuts, start.clone());
                assert!(met == depths(puzzle, start.clone()), "{id}: {words} words from {start:?}");
            }
        }
        true
    }
}

impl Visitor for EveryState<'_> {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        let ranks = puzzle.ranks();
        self.check(&puzzle, Some(ranks))
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        self.check(&puzzle, None)
    }
}

#[test]
fn allowed_words_meet_every_state_where_it_is() {
    let is_phased = |id: &&str| with_files(id, None, EveryState(id)).unwrap();
    let phased: Vec<&str> = examples().filter(is_phased).filter_map(|id| id.split([':', '?']).next()).collect();
    for family in ["sliding", "swap", "pancake", "top-spin", "magic-board"] {
        assert!(phased.contains(&family), "{family} names its phases");
    }
    for id in ["sliding:2x4", "sliding:3x2", "pancake:6", "top-spin:8x4", "swap:4x2"] {
        assert!(with_files(id, None, EveryState(id)).unwrap());
    }
}

/// The piece in each place with the number of its set, because pieces of two sets of a definition may have one name.
/// Such a puzzle is asked for its text, set by set, because its picture may show one side of a piece at a time.
fn pieces<P: Notation>(puzzle: &P, state: &P::State) -> Vec<(usize, String)> {
    if puzzle.described().is_none() {
        return puzzle.picture(state).concat().iter().map(|square| (0, format!("{square:?}"))).collect();
    }
    let text = puzzle.write(state);
    let sets = text.split('/').enumerate();
    sets.flat_map(|(set, text)| text.split(' ').map(move |piece| (set, piece.into()))).collect()
}

/// Checks that the phase determines the moves, their letters and their effects on places, whatever pieces are there.
struct Phases<'a>(&'a str);

impl Phases<'_> {
    fn check<P: Notation>(self, puzzle: &P) {
        let id = self.0;
        let Some(phased) = puzzle.phased() else { return };
        let phases = phased.phases();
        let mut below = splitmix::below(1);
        for _ in 0..200 {
            let mut walked = puzzle.random(&mut below);
            let mut plain = phases[phased.phase(&walked)].clone();
            // The pieces of one position are the pieces of the other, renamed, and stay so after every move.
            let mut names: HashMap<(usize, String), (usize, String)> = HashMap::new();
            for step in 0..30 {
                assert_eq!(phased.phase(&walked), phased.phase(&plain), "{id}");
                let (moves, same) = (puzzle.moves(&walked), puzzle.moves(&plain));
                assert!(moves.iter().eq(same.iter()), "{id}");
                assert!(moves.iter().all(|m| phased.letter(&walked, m) == phased.letter(&plain, m)), "{id}");
                for (piece, plain) in pieces(puzzle, &walked).into_iter().zip(pieces(puzzle, &plain)) {
                    assert_eq!(names.entry(piece).or_insert(plain.clone()), &plain, "{id}: after {step} moves");
                }
                let moves: Vec<_> = moves.iter().collect();
                let Some(&m) = moves.get(below(moves.len().max(1) as u64) as usize) else { break };
                puzzle.apply(&mut walked, m);
                puzzle.apply(&mut plain, m);
            }
        }
    }
}

impl Visitor for Phases<'_> {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.check(&puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        self.check(&puzzle);
    }
}

#[test]
fn a_phase_settles_what_moves_do() {
    for id in examples() {
        with_files(id, None, Phases(id)).unwrap();
    }
}

/// As long as no word was left out, the number of allowed words of each length is the number of states at that depth.
#[test]
fn with_whole_words_the_tree_is_the_graph() {
    let swap = loyd_puzzles::swap::Swap::<loyd_core::cells::Nibbles>::rectangle(4, 4).unwrap();
    // The census counts states with the kind of the last move, where an orthogonal move comes first (census.txt, "swap
    // 4x4 first layers").
    let first: [u64; 5] = [1, 24, 432, 6_520, 73_871];
    let start = swap.phases()[1];
    let cuts = Automaton::build(&swap, AutomatonBudget { length: 4, words: 1 << 20, nodes: 1 << 16 }).unwrap();
    let mut layer = HashMap::from([((start, cuts.begin(&swap, &start)), 1u64)]);
    for (depth, &states) in first.iter().enumerate() {
        assert_eq!(layer.values().sum::<u64>(), states, "{depth} moves");
        let mut next = HashMap::new();
        for ((state, mark), words) in layer {
            for m in swap.moves(&state).without(cuts.dropped(mark)).iter() {
                let mut child = state;
                swap.apply(&mut child, m);
                *next.entry((child, cuts.after(&swap, &state, mark, m))).or_default() += words;
            }
        }
        layer = next;
    }
}

/// A loop of twelve moves around four cells is two words of six moves with the same effect.
#[test]
fn words_of_six_are_the_loops_around_four_cells() {
    let fifteen = loyd_puzzles::sliding::Sliding::<loyd_core::cells::Nibbles>::rectangle(4, 4).unwrap();
    let short = Automaton::build(&fifteen, AutomatonBudget { length: 5, ..AutomatonBudget::default() }).unwrap();
    assert_eq!(short.longest(), 2, "only the moves back");
    let loops = Automaton::build(&fifteen, AutomatonBudget { length: 6, ..AutomatonBudget::default() }).unwrap();
    assert_eq!(loops.longest(), 6);
    assert!(format!("{loops:?}").contains("longest: 6"));
}

#[test]
fn cuts_are_made_when_they_are_worth_it_and_fit() {
    let eight = loyd_puzzles::sliding::Sliding::<loyd_core::cells::Nibbles>::rectangle(3, 3).unwrap();
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    let (cuts, mut meter) = (Cuts::new(), Meter::new(&limits));
    assert!(cuts.worth(&eight, TIERS[0].0 - 1, &mut meter).is_none());
    let small = cuts.worth(&eight, TIERS[0].0, &mut meter).unwrap().longest();
    // The larger automaton does not fit a mebibyte, so the smaller one is used.
    assert_eq!(cuts.worth(&eight, TIERS[2].0, &mut meter).map(Automaton::longest), Some(small));
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    assert!(cuts.worth(&eight, TIERS[2].0, &mut meter).unwrap().longest() > small);
}
