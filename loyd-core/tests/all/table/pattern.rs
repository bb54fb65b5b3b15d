use loyd_core::heuristic::projection::KeptPieces;
use loyd_core::limits::Limits;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::pattern::PatternOrder;
use loyd_core::puzzle::pattern::PatternSpace;
use loyd_core::table::pattern::*;
use loyd_puzzles::sliding::board::Board;
use loyd_puzzles::sliding::tiles::Tiles;
use loyd_puzzles::swap::Swap;

/// All memory that will be held is announced before the work begins, and a limit one byte lower refuses it.
fn announced(pattern: &impl PatternSpace) {
    let size = size(pattern).unwrap();
    let enough = Limits { bytes: Some(size.bytes), ..Limits::default() };
    let mut meter = Meter::new(&enough);
    let table = build(pattern, &mut meter).unwrap();
    let held = meter.stats.bytes;
    assert_eq!(held, size.bytes);
    assert!(held >= size.entries.div_ceil(2) + table.len() as u64, "the table in both orders");
    assert!(meter.grow(size.bytes - table.len() as u64).is_ok() && meter.grow(1).is_err(), "all else is given back");
    let little = Limits { bytes: Some(size.bytes - 1), ..Limits::default() };
    let mut meter = Meter::new(&little);
    assert_eq!(build(pattern, &mut meter).unwrap_err(), Stop::Bytes);
    assert_eq!(meter.stats.generated, 0);
}

#[test]
fn all_memory_is_announced() {
    let board = Board::rectangle(4, 4).unwrap();
    for order in [PatternOrder::Placements, PatternOrder::Cells] {
        announced(&Tiles::new(&board, &[1, 2, 3, 5], 0, order).unwrap());
        announced(&Tiles::new(&board, &[1], 0, order).unwrap());
    }
    let swap = Swap::<loyd_core::cells::Nibbles>::rectangle(3, 3).unwrap();
    announced(&KeptPieces::new(&swap, &[0, 1, 2]).unwrap());
    announced(&KeptPieces::new(&swap, &[0, 1, 2]).unwrap().shared());
}
