use loyd_core::cells::Bytes;
use loyd_core::heuristic::Heuristic;
use loyd_core::heuristic::{BoundVisitor, Bounded};
use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::puzzle::Notation;
use loyd_core::puzzle::{MoveSet, Puzzle};
use loyd_core::search::beam::*;
use loyd_core::splitmix;
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::bounds::Manhattan;
use std::time::Duration;

type Board = Sliding<Bytes<64>>;
type State = <Board as Puzzle>::State;

struct Guided<'a>(&'a Board, State, Beam);

impl BoundVisitor<Board> for Guided<'_> {
    type Output = (Option<Vec<u8>>, u64, u64);

    fn visit<G: Heuristic<Board>>(self, guide: G) -> Self::Output {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let found = search(self.0, &guide, &[self.1], self.2, &mut meter).unwrap();
        if let Some(found) = &found {
            let mut state = found.start;
            for &m in &found.moves {
                assert!(self.0.moves(&state).iter().any(|legal| legal == m));
                self.0.apply(&mut state, m);
            }
            assert!(self.0.is_goal(&state));
        }
        (found.map(|found| found.moves), meter.stats.generated, meter.stats.duplicates)
    }
}

fn start(board: &Board) -> State {
    let mut rng = 5;
    board.random(&mut |most| splitmix::next(&mut rng) % most)
}

/// A beam wide enough for two threads finds with two what it finds with one.
#[test]
fn threads_change_nothing() {
    let board = Board::rectangle(5, 6).unwrap();
    let run = |threads| {
        let beam = Beam { width: 3 * WIDE, seed: 7, below: u32::MAX, threads, due: None };
        board.with_guide(Guided(&board, start(&board), beam)).unwrap()
    };
    let alone = run(1);
    assert!(alone.0.is_some());
    assert_eq!(run(2), alone);
}

/// A beam that drops no state finds a solution of the shortest length, and no shorter one.
#[test]
fn a_beam_as_wide_as_the_space_finds_a_shortest_way() {
    let board = Sliding::<Bytes<32>>::rectangle(3, 3).unwrap();
    // The farthest position of the 8-puzzle: 31 moves (OEIS A087725).
    let far = board.starts("8 6 7 2 5 4 3 x 1").unwrap();
    let limits = Limits::default();
    for (below, length) in [(32, Some(31)), (31, None)] {
        let beam = Beam { width: 200_000, seed: 1, below, threads: 1, due: None };
        let found = search(&board, &Manhattan, &far, beam, &mut Meter::new(&limits)).unwrap();
        assert_eq!(found.map(|found| found.moves.len()), length);
    }
}

/// A beam that is late narrows, and generates less than a quarter of the nodes.
#[test]
fn a_beam_narrows_to_be_in_time() {
    let board = Board::rectangle(7, 7).unwrap();
    let run = |due| {
        let beam = Beam { width: 1 << 11, seed: 7, below: u32::MAX, threads: 1, due };
        board.with_guide(Guided(&board, start(&board), beam)).unwrap()
    };
    let (wide, late) = (run(None), run(Some(Due { at: Duration::ZERO, moves: 400 })));
    assert!(wide.0.is_some() && late.0.is_some());
    assert!(late.1 < wide.1 / 4, "{} of {}", late.1, wide.1);
    // A beam that is not late keeps its width.
    assert_eq!(run(Some(Due { at: Duration::from_secs(100_000), moves: 400 })), wide);
}

/// Both threads heed the limits, and hold no more bytes together than one limit allows.
#[test]
fn two_threads_heed_the_limits() {
    let board = Board::rectangle(8, 8).unwrap();
    let starts = [start(&board)];
    let beam = Beam { width: 1 << 15, seed: 7, below: u32::MAX, threads: 2, due: None };
    let stopped = |limits: &Limits| {
        let mut meter = Meter::new(limits);
        let why = search(&board, &Manhattan, &starts, beam, &mut meter).err();
        (why, meter.stats.bytes)
    };
    let (why, bytes) = stopped(&Limits { bytes: Some(12 << 20), ..Limits::default() });
    assert_eq!(why, Some(Stop::Bytes));
    assert!(bytes > 6 << 20 && bytes <= 12 << 20, "{bytes}");
    let (why, _) = stopped(&Limits { time: Some(Duration::from_millis(150)), ..Limits::default() });
    assert_eq!(why, Some(Stop::Time));
}
