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

/// A search that stops each time when a budget of nodes is spent, and goes on, finds the same as a search without a
/// limit, and counts the same nodes.
#[test]
fn a_search_goes_on_where_it_stopped() {
    let board = MagicBoard::standard();
    for (start, whole) in [(17, true), (40_000, false), (board.rank(&board.goal()), true)] {
        let (starts, unlimited) = ([board.unrank(start)], Limits::default());
        let mut meter = Meter::new(&unlimited);
        let Outcome::Solved(reached) = search::<_, RankList>(&board, &starts, whole, &mut meter) else {
            panic!("solvable")
        };
        let counts = |meter: &Meter<'_>| [meter.stats.expanded, meter.stats.generated, meter.stats.duplicates];
        let all = counts(&meter);
        for budget in [1, 100, 5_000] {
            let limits = Limits { nodes: Some(budget), ..Limits::default() };
            let mut meter = Meter::new(&limits);
            let mut search = BreadthFirst::<_, RankList>::new(&board, &starts, whole, &mut meter).unwrap();
            let mut sums = counts(&meter);
            loop {
                let mut meter = Meter::new(&limits);
                let outcome = search.run(&board, &mut meter);
                sums.iter_mut().zip(counts(&meter)).for_each(|(sum, more)| *sum += more);
                match outcome {
                    Outcome::Stopped { at_least, why: Stop::Nodes, .. } => assert!(at_least <= reached.cost),
                    outcome => break assert_eq!(outcome, Outcome::Solved(())),
                }
            }
            let again = search.reached();
            assert_eq!((again.cost, again.goals, sums), (reached.cost, reached.goals.clone(), all), "{budget}");
        }
    }
}
