use loyd_core::cost::Cost;
use loyd_core::limits::Limits;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::Ranked;
use loyd_core::search::Outcome;
use loyd_core::search::bfs::*;
use loyd_core::search::depths::RankList;
use loyd_puzzles::magic_board::MagicBoard;

/// A search that stops before it makes a layer has proved only whether a start is a goal.
#[test]
fn nothing_is_proved_without_memory_to_begin() {
    let board = MagicBoard::standard();
    let limits = Limits { bytes: Some(1), ..Limits::default() };
    let outcome = search::<_, RankList>(&board, &[board.goal()], false, &mut Meter::new(&limits));
    assert_eq!(outcome.map(|_| ()), Outcome::Stopped { at_least: Cost::moves(0), best: None, why: Stop::Bytes });
    let outcome = search::<_, RankList>(&board, &[board.unrank(7)], false, &mut Meter::new(&limits));
    assert_eq!(outcome.map(|_| ()), Outcome::Stopped { at_least: Cost::moves(1), best: None, why: Stop::Bytes });
}
