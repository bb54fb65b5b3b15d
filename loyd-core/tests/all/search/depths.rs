use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::search::depths::{Depths, RankList};
use loyd_puzzles::magic_board::MagicBoard;

#[test]
fn a_depth_that_cannot_be_told_has_its_own_reason() {
    let board = MagicBoard::standard();
    let limits = Limits::default();
    let meter = &mut Meter::new(&limits);
    let mut depths: RankList = Depths::empty(&board, meter).unwrap();
    assert!(depths.lower(&board, &board.goal(), 65_534, meter).is_ok());
    assert_eq!(depths.lower(&board, &board.goal(), 65_535, meter), Err(Stop::Depth));
}
