use loyd_core::cells::Nibbles;
use loyd_core::cost::Cost;
use loyd_core::limits::Limits;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::Puzzle;
use loyd_core::search::Outcome;
use loyd_core::search::a_star::*;
use loyd_core::search::depths::RankList;
use loyd_puzzles::swap::{Swap, ThirdManhattan};

/// The solution is a diagonal move, then an orthogonal move before which the bound is 0. So the goal is met while a
/// lesser sum is at hand.
#[test]
fn no_solution_beyond_the_move_limit() {
    let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
    let (bound, starts) = (ThirdManhattan::new(&swap), swap.position(&[1, 3, 2, 0, 4, 5, 6, 7, 8]));
    let found = |moves, whole| {
        let limits = Limits { cost: Some(Cost::moves(moves)), ..Limits::default() };
        search::<_, RankList>(&swap, &bound, &starts, whole, &mut Meter::new(&limits)).map(|reached| reached.cost)
    };
    for whole in [false, true] {
        assert_eq!(found(0, whole), Outcome::Stopped { at_least: Cost::moves(1), best: None, why: Stop::Moves });
        assert_eq!(
            found(1, whole),
            Outcome::Stopped { at_least: Cost::moves(2), best: Some(Cost::moves(2)), why: Stop::Moves }
        );
        assert_eq!(found(2, whole), Outcome::Solved(Cost::moves(2)));
    }
}

/// A search that stops before it expands a state has still proved the bound of the start.
#[test]
fn the_bound_of_the_start_is_proved_without_memory() {
    let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
    let (bound, starts) = (ThirdManhattan::new(&swap), swap.position(&[8, 7, 6, 5, 4, 3, 2, 1, 0]));
    let limits = Limits { bytes: Some(1), ..Limits::default() };
    let outcome = search::<_, RankList>(&swap, &bound, &starts, false, &mut Meter::new(&limits));
    // The Manhattan distances add up to 24.
    assert_eq!(outcome.map(|_| ()), Outcome::Stopped { at_least: Cost::moves(8), best: None, why: Stop::Bytes });
    let outcome = loyd_core::search::bidirectional::search::<_, RankList>(
        &swap,
        &starts,
        &swap.goals().unwrap(),
        false,
        &mut Meter::new(&limits),
    );
    assert_eq!(outcome.map(|_| ()), Outcome::Stopped { at_least: Cost::moves(1), best: None, why: Stop::Bytes });
}
