//! The shapes of a heuristic give one tree; threads and cuts give one length.

use super::*;
use crate::cells::Nibbles;
use crate::limits::Limits;
use crate::puzzles::sliding::Sliding;
use crate::puzzles::sliding::bounds::Manhattan;
use crate::search::Stats;

type Fifteen = Sliding<Nibbles>;

/// Korf's instance 12 (Artificial Intelligence 27, 1985, Table 1): 45 moves, 546,344 nodes generated.
const TWELVE: [u8; 16] = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
const TWELVE_NODES: u64 = 546_344;

fn blank_first() -> Fifteen {
    let goal: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    Fifteen::rectangle(4, 4).and_then(|fifteen| fifteen.with_goal(&goal)).unwrap()
}

fn solved<P: Puzzle>(puzzle: &P, heuristic: &impl Heuristic<P>, start: P::State) -> (u32, Stats) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let Outcome::Solved(found) = solve(puzzle, heuristic, &[start], Prune::Back, &mut meter) else {
        panic!("solvable")
    };
    (found.moves.len() as u32, meter.finish())
}

/// Manhattan, as if it were looked up.
struct LookedUp;

impl Heuristic<Fifteen> for LookedUp {
    type Memo = u32;
    const LOOKS_UP: bool = true;

    fn memo(&self, puzzle: &Fifteen, state: &<Fifteen as Puzzle>::State) -> u32 {
        Manhattan.memo(puzzle, state)
    }

    fn ahead(&self, puzzle: &Fifteen, state: &<Fifteen as Puzzle>::State, m: u8, memo: &u32) -> u32 {
        Manhattan.ahead(puzzle, state, m, memo)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

/// Manhattan, which gives up early and then proves no more than it must.
struct GivesUp;

impl Heuristic<Fifteen> for GivesUp {
    type Memo = u32;

    fn memo(&self, puzzle: &Fifteen, state: &<Fifteen as Puzzle>::State) -> u32 {
        Manhattan.memo(puzzle, state)
    }

    fn ahead(&self, _: &Fifteen, _: &<Fifteen as Puzzle>::State, _: u8, _: &u32) -> u32 {
        unreachable!("the search asks within its bound")
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }

    fn ahead_within(
        &self,
        puzzle: &Fifteen,
        state: &<Fifteen as Puzzle>::State,
        m: u8,
        memo: &u32,
        most: u32,
    ) -> Result<u32, u32> {
        let ahead = Manhattan.ahead(puzzle, state, m, memo);
        if ahead <= most { Ok(ahead) } else { Err(most + 1) }
    }
}

#[test]
fn every_shape_of_a_heuristic_walks_the_published_tree() {
    let fifteen = blank_first();
    let start = fifteen.state(&TWELVE).unwrap();
    let (length, stats) = solved(&fifteen, &Manhattan, start);
    assert_eq!((length, stats.generated), (45, TWELVE_NODES));
    assert_eq!(solved(&fifteen, &LookedUp, start).1.expanded, stats.expanded);
    assert_eq!(solved(&fifteen, &LookedUp, start).1.generated, TWELVE_NODES);
    // Bounds of one parity, raised one by one: every second iteration is a copy of the one before.
    let (length, stats) = solved(&fifteen, &GivesUp, start);
    assert_eq!(length, 45);
    assert!(stats.generated > TWELVE_NODES);
}
