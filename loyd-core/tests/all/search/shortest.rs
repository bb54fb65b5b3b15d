use loyd_core::cells::{Bytes, Nibbles};
use loyd_core::limits::Limits;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::{MoveSet, Puzzle};
use loyd_core::search::depths::{Depths, RankList};
use loyd_core::search::shortest::*;
use loyd_core::search::{Outcome, ReachedGoals, bfs};
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::board::Board;
use loyd_puzzles::swap::Swap;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The memory for marks and counts is announced to the meter before it is held.
#[test]
fn walking_back_and_counting_are_within_the_bytes() {
    let swap = Swap::<Nibbles>::rectangle(2, 3).unwrap();
    let starts = swap.position(&[5, 4, 3, 2, 1, 0]);
    let free = Limits::default();
    let meter = &mut Meter::new(&free);
    let Outcome::Solved(reached) = bfs::search::<_, RankList>(&swap, &starts, true, meter) else { panic!("solvable") };
    let ReachedGoals { cost, goals, depths } = reached;
    let length = cost.amount();
    let depth_of = |state: &_| depths.get(&swap, state);
    let within = |bytes| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let meter = &mut Meter::new(&limits);
        let marked = Remaining::behind(&swap, &goals, length, 0, &depth_of, meter)?;
        count(&swap, &starts, length, &|state| marked.get(state), meter)
    };
    let (mut least, mut most) = (0u64, 1 << 20);
    let number = within(most).unwrap().unwrap();
    assert!(number > 1);
    while least + 1 < most {
        let middle = (least + most) / 2;
        match within(middle) {
            Ok(again) => (most, _) = (middle, assert_eq!(again, Some(number))),
            Err(why) => (least, _) = (middle, assert_eq!(why, Stop::Bytes)),
        }
    }
    // A state and its count take 24 bytes, and every solution has at least `length` states.
    assert!(most > 24 * u64::from(length), "{most}");
    let none = Limits { bytes: Some(0), ..Limits::default() };
    let smallest = smallest(&swap, &starts, length, &|_| Some(length), &mut Meter::new(&none));
    assert_eq!(smallest.map(|_| ()), Err(Stop::Bytes));
}

/// On a ring of 236 cells there is one way back, and 20,000 nested calls would not fit a thread's stack.
#[test]
fn the_longest_solutions_are_listed() {
    const LENGTH: u32 = 20_000;
    let (side, between) = ("#".repeat(60), format!("\n#{}#", ".".repeat(58)).repeat(58));
    let ring = Sliding::<Bytes<256>>::new(Board::parse(&format!("{side}{between}\n{side}")).unwrap()).unwrap();
    let mut state = ring.goal();
    let mut remaining = HashMap::from([(state, 0)]);
    let mut back = MoveSet::none();
    for step in 1..=LENGTH {
        let m = ring.moves(&state).without(back).pop().unwrap();
        back = ring.back(&state, m);
        ring.apply(&mut state, m);
        remaining.insert(state, step);
    }
    let limits = Limits::default();
    let mut lengths = Vec::new();
    let mut each = |_: &_, word: &[u8]| {
        lengths.push(word.len());
        ControlFlow::Continue(())
    };
    let known = |state: &_| remaining.get(state).copied();
    list(&ring, &[state], LENGTH, &known, &mut Meter::new(&limits), &mut each).unwrap();
    assert_eq!(lengths, [LENGTH as usize]);
}
