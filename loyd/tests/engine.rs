//! Questions to an engine that is opened by its id: the effects of limits, tables and bounds on answers.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use loyd::planner::{Algorithm, Options, Request, Solution, Want, open, open_within};
use loyd_core::cost::Cost;
use loyd_core::limits::{Limits, Progress};
use loyd_core::opening::{Opening, RegularFiles};
use loyd_core::search::{Outcome, Stop};
use loyd_core::table::file::Table;

/// The table and the length are known already, so only the listing counts against the limit.
#[test]
fn listing_obeys_the_limits() {
    let swap = open("swap:2x4", None).unwrap();
    let request = Request::from(Options::by(Algorithm::Table));
    let state = "8 7 6 5/4 3 2 1";
    let solved = swap.solve(state, &request, &mut |_| ControlFlow::Continue(())).unwrap().outcome;
    let Outcome::Solved(Solution { cost, .. }) = solved else { panic!("{solved:?}") };
    let limits = Limits { nodes: Some(20), ..Limits::default() };
    let options = Options { want: Want::All { most: None }, ..request.options };
    let request = Request { limits, ..options.into() };
    let stopped = swap.solve(state, &request, &mut |_| ControlFlow::Continue(())).unwrap().outcome;
    assert_eq!(stopped, Outcome::Stopped { at_least: cost, best: Some(cost), why: Stop::Nodes });
}

/// If the tables do not fit, the bound without tables is still proved.
#[test]
fn tables_that_do_not_fit_leave_the_plain_bound() {
    let fifteen = open("15", Some("x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")).unwrap();
    let at_least = |request: &Request| {
        let outcome = fifteen.solve("14 13 15 7 11 12 9 5 6 x 2 1 4 8 10 3", request, &mut |_| unreachable!());
        match outcome.unwrap().outcome {
            Outcome::Stopped { at_least, best: None, why: Stop::Bytes } => at_least,
            outcome => panic!("{outcome:?}"),
        }
    };
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    for algorithm in [Algorithm::IdaStar, Algorithm::AStar] {
        let tabled = Options { heuristic: Some("7-8".into()), ..Options::by(algorithm) };
        // The Manhattan distance is 41 (Korf 1985, instance 1), and linear conflict is at least as large.
        assert!(
            at_least(&Request { limits: limits.clone(), ..tabled.into() }) >= Cost::moves(41),
            "{}",
            algorithm.name()
        );
    }
}

/// A solution is known while the tables of a named bound are built or read, and while IDA* proves with the bound.
#[test]
fn a_solution_is_kept_while_tables_are_built() {
    let options = Options { heuristic: Some("6-6-6-6".into()), ..Options::default() };
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    let state = "17 1 20 9 16/2 22 19 14 5/15 21 x 3 24/23 18 13 12 7/10 8 6 4 11";
    let board = open("24", Some("x 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 24")).unwrap();
    let answer = board.solve(state, &Request { limits, ..options.into() }, &mut |_| unreachable!()).unwrap();
    let Outcome::Stopped { at_least, best: Some(best), why: Stop::Bytes } = answer.outcome else {
        panic!("{:?}", answer.outcome)
    };
    // The shortest solution has 100 moves (Korf & Felner 2002, instance 5).
    let optimum = Cost::moves(100);
    assert!((Cost::moves(70)..=optimum).contains(&at_least) && best >= optimum, "{at_least} {best}");
    assert_eq!(answer.best.unwrap().cost, best);
}

/// With a bound that reads tables, IDA* proves with all threads, and each iteration is logged.
#[test]
fn a_bound_of_tables_proves_by_ida_star() {
    let bounds = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = bounds.clone();
    let log: loyd_core::limits::Logger = Arc::new(move |iteration| told.lock().unwrap().push(iteration.threshold));
    let limits = Limits { log: Some(log), ..Limits::default() };
    let options = Options { heuristic: Some("additive".into()), ..Options::default() };
    let request = Request { limits, ..options.into() };
    let board = open("sliding:4x5", None).unwrap();
    let state = "3 9 2 14 15/8 13 18 1 6/11 x 5 16 4/17 7 12 10 19";
    let answer = board.solve(state, &request, &mut |_| unreachable!()).unwrap();
    let Outcome::Solved(solution) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(answer.heuristic.as_deref(), Some("additive"));
    assert_eq!(bounds.lock().unwrap().last(), Some(&solution.cost));
}

#[test]
fn tables_beyond_the_last_are_refused() {
    let fifteen = open("15", None).unwrap();
    assert!(fifteen.table_size(Some("5-5-5"), 2).is_ok());
    let refused = [
        fifteen.table_size(Some("5-5-5"), 3).map(|_| ()),
        fifteen.table(Some("5-5-5"), 3, &Request::default()).map(|_| ()),
    ];
    for refused in refused {
        let said = refused.unwrap_err().to_string();
        assert_eq!(said, "5-5-5 of sliding:4x4 reads 3 tables: expected an index below 3, found 3");
    }
}

/// The bytes of a build that is stopped count in the statistics.
#[test]
fn a_build_that_ends_early_is_counted() {
    let cancel = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let raised = cancel.clone();
    let progress: loyd_core::limits::Watcher =
        Arc::new(move |progress| raised.store(progress.bytes > 0, std::sync::atomic::Ordering::Relaxed));
    let limits = Limits { cancel: Some(cancel), progress: Some(progress), ..Limits::default() };
    let options = Options { heuristic: Some("6-6-3".into()), ..Options::by(Algorithm::IdaStar) };
    let request = Request { limits, ..options.into() };
    let fifteen = open("15", None).unwrap();
    let answer = fifteen.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 x 14 15", &request, &mut |_| unreachable!()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{:?}", answer.outcome);
    assert!(answer.stats.bytes > 1 << 20, "{} bytes", answer.stats.bytes);
}

/// One thread builds the table of an engine and is held up. Another thread asks for the same table meanwhile.
#[test]
fn who_waits_for_a_table_obeys_its_own_limits() {
    let puzzle = open("pancake:9", None).unwrap();
    let ask = |limits: Limits| {
        let request = Request { limits, ..Options::by(Algorithm::Table).into() };
        puzzle.solve("9 8 7 6 5 4 3 2 1", &request, &mut |_| unreachable!()).unwrap().outcome
    };
    let stop = |outcome| match outcome {
        Outcome::Stopped { why, .. } => why,
        outcome => panic!("{outcome:?}"),
    };
    let (begun, has_begun) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let progress: loyd_core::limits::Watcher = Arc::new(move |progress| {
        if progress.bytes > 0 {
            let _ = begun.send(());
            // Receiving ends at once when the other side is dropped.
            let _ = may_go_on.lock().unwrap().recv();
        }
    });
    thread::scope(|scope| {
        let ask = &ask;
        let built = scope.spawn(move || ask(Limits { progress: Some(progress), ..Limits::default() }));
        has_begun.recv().expect("a table is built");
        let soon = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
        assert_eq!(stop(ask(soon)), Stop::Time);
        drop(go_on);
        assert!(matches!(built.join().unwrap(), Outcome::Solved(_)));
    });
    assert!(matches!(ask(Limits::default()), Outcome::Solved(_)));
    // The table counts whichever question built it: one byte for each of the 9! stacks.
    let little = Limits { bytes: Some(362_879), ..Limits::default() };
    assert_eq!(stop(ask(little)), Stop::Bytes);
    // The answer needs little more memory: the states on a shortest path.
    let enough = Limits { bytes: Some(362_880 + 4_096), ..Limits::default() };
    assert!(matches!(ask(enough), Outcome::Solved(_)));
}

/// A newcomer tries the examples of the catalogue first.
#[test]
fn every_example_is_soon_solved_without_options() {
    let opening = Opening::default().reading(&RegularFiles);
    for id in loyd::catalogue::FAMILIES.iter().flat_map(|family| family.examples) {
        let engine = open_within(&opening, id, None).unwrap_or_else(|error| panic!("{id}: {error}"));
        let limits = Limits { nodes: Some(1_000_000), ..Default::default() };
        let request = Request { limits, ..Default::default() };
        let answer = engine.solve(&engine.facts().example, &request, &mut |_| unreachable!()).unwrap();
        let Outcome::Solved(solution) = answer.outcome else { panic!("{id}: {:?}", answer.outcome) };
        assert!(!solution.moves.is_empty(), "{id}");
    }
}

/// A generator of numbers below a bound, with the same numbers in every run.
fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    }
}

/// Drawing a position one move from the goal needs no table of the space: the memory is too small for one.
#[test]
fn a_position_near_the_goal_takes_no_table() {
    let (mut large, mut all, mut below) = (0, 0, numbers(1));
    let opening = Opening::default().reading(&RegularFiles);
    for id in loyd::catalogue::FAMILIES.iter().flat_map(|family| family.examples) {
        let engine = open_within(&opening, id, None).unwrap_or_else(|error| panic!("{id}: {error}"));
        let Ok(plan) = engine.distance_plan(8) else { continue };
        let request = Request { limits: Limits { bytes: Some(5 << 20), ..Limits::default() }, ..Request::default() };
        let state = engine.random(Some(1), &request, &mut below).unwrap_or_else(|error| panic!("{id}: {error}"));
        let answer = engine.solve(&state, &Request::default(), &mut |_| unreachable!()).unwrap();
        assert!(
            matches!(answer.outcome, Outcome::Solved(Solution { cost, .. }) if cost == Cost::moves(1)),
            "{id}: {state}"
        );
        (large, all) = (large + u32::from(plan.bytes > 5 << 20), all + 1);
    }
    assert!(large >= 10 && all >= 30, "{large} {all}");
}

/// The same seed draws the same position at a distance, whether it is found backwards from the goal or in a table.
#[test]
fn a_table_draws_what_is_drawn_without_one() {
    let (plain, tabled) = (open("skewb", None).unwrap(), open("skewb", None).unwrap());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("skewb.table");
    let request = Request::default();
    plain.build_distances(8, Some(&path), &request).unwrap();
    tabled.use_table(&path, &Table::open_any(&path).unwrap()).unwrap();
    for depth in [0, 1, 2, 3, 5, 8, 11] {
        let drawn = [&plain, &tabled].map(|engine| {
            let mut below = numbers(u64::from(depth));
            [(); 5].map(|()| engine.random(Some(depth), &request, &mut below).unwrap())
        });
        assert_eq!(drawn[0], drawn[1], "{depth}");
        let far = tabled.distance(&drawn[0][0], &request).unwrap();
        assert_eq!(far, Ok(depth));
    }
    let none = plain.random(Some(12), &request, &mut numbers(1)).unwrap_err();
    assert_eq!(none.to_string(), "no position of skewb is 12 moves from the goal; the farthest is at most 11");
}

/// The proved lower bound never falls, whatever is built. Progress names the tables being built, with their size.
#[test]
fn progress_keeps_what_is_proved() {
    let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let tell = told.clone();
    let watch = move |progress: &Progress| tell.lock().unwrap().push(progress.clone());
    let limits = Limits { progress: Some(Arc::new(watch)), ..Limits::default() };
    let engine = open("sliding:3x4", None).unwrap();
    // The solution has 47 moves. The search costs as much as building the tables, so it continues with tables.
    let options = Options { threads: Some(1), ..Options::default() };
    let request = Request { limits, ..options.into() };
    let answer = engine.solve("3 1 6 5 8 7 2 9 x 4 11 10", &request, &mut |_| ControlFlow::Continue(())).unwrap();
    let Outcome::Solved(Solution { cost, .. }) = answer.outcome else { panic!("{answer:?}") };
    let told = told.lock().unwrap();
    assert!(told.windows(2).all(|pair| pair[0].depth <= pair[1].depth), "{told:?}");
    assert!(told.iter().all(|progress| progress.depth <= cost));
    let building: Vec<&Progress> = told.iter().filter(|progress| progress.part.is_some()).collect();
    assert!(!building.is_empty() && building.len() < told.len(), "{} of {}", building.len(), told.len());
    for progress in building {
        let part = progress.part.as_ref().unwrap();
        assert_eq!(part.name, "table of additive");
        assert!(
            part.fraction(progress).is_some() && progress.layer.is_some() && progress.depth > Cost::moves(20),
            "{progress:?}"
        );
    }
}
