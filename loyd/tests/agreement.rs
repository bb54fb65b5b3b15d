//! Compares all algorithms on one file of cases and on random positions of every small example: lengths, numbers of
//! shortest solutions, the solutions themselves, and the smallest solution.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use loyd::catalogue::FAMILIES;
use loyd::planner::{Algorithm, Engine, EngineAnswer, Options, Request, Solution, Want, open_within};
use loyd_core::cost::Cost;
use loyd_core::limits::Limits;
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, RegularFiles};
use loyd_core::puzzle::{Convention, Spelling};
use loyd_core::search::Outcome;

/// Opens a puzzle by its id, which may name a file.
fn open(id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_within(&Opening::default().reading(&RegularFiles), id, goal)
}

/// Whether a law runs in its whole form, as `.ci/long` runs it.
fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

fn ask(engine: &Engine, state: &str, algorithm: Option<Algorithm>, want: Want) -> (EngineAnswer, Vec<Solution>) {
    let mut listed = Vec::new();
    let request = Request::from(Options { algorithm, want, ..Options::default() });
    let answer = engine.solve(state, &request, &mut |solution| {
        listed.push(solution.clone());
        ControlFlow::Continue(())
    });
    (answer.unwrap_or_else(|error| panic!("{}: {state}: {algorithm:?}: {error}", engine.id())), listed)
}

fn solution(answer: EngineAnswer) -> Option<Solution> {
    match answer.outcome {
        Outcome::Solved(solution) => Some(solution),
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped { .. } => panic!("stopped without a limit"),
    }
}

fn spelled(engine: &Engine, moves: &[String]) -> String {
    moves.join(if engine.spelling() == Spelling::Letters { "" } else { " " })
}

/// Replays a solution, because the tests do not trust a reply.
fn replay(engine: &Engine, state: &str, moves: &[String]) {
    let text = spelled(engine, moves);
    let check = engine.check(state, &text, Convention::Blank).unwrap();
    assert!(check.reaches_goal && check.illegal.is_none(), "{}: {state}: {text}: {check:?}", engine.id());
}

fn algorithms(engine: &Engine) -> Vec<Option<Algorithm>> {
    let applicable = Algorithm::ALL.into_iter().filter(|algorithm| engine.inapplicable(*algorithm).is_none());
    applicable.map(Some).chain([None]).collect()
}

/// Compares all algorithms on one position, and returns the length.
fn agree(engine: &Engine, state: &str, most_listed: u128) -> Option<u32> {
    let id = engine.id();
    let mut lengths = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    let mut lists = BTreeSet::new();
    let mut smallest = BTreeSet::new();
    for algorithm in algorithms(engine) {
        let one = solution(ask(engine, state, algorithm, Want::One).0);
        lengths.insert(one.as_ref().map(|one| one.cost.amount()));
        let Some(one) = one else { continue };
        assert_eq!(one.length().map(|length| length.0), Some(one.cost.amount()));
        replay(engine, state, &one.moves);
        let counted = solution(ask(engine, state, algorithm, Want::Count).0).expect("solved before");
        assert_eq!(counted.cost, one.cost, "{id}: {state}: {algorithm:?} when counting");
        numbers.insert(counted.count.expect("a count"));
        let first = solution(ask(engine, state, algorithm, Want::Lexicographic).0).expect("solved before");
        replay(engine, state, &first.moves);
        smallest.insert(first.moves.clone());
        if counted.count.unwrap() <= most_listed {
            let (answer, listed) = ask(engine, state, algorithm, Want::All { most: None });
            assert_eq!(solution(answer).unwrap().count, counted.count, "{id}: {state}: {algorithm:?} when listing");
            let set: BTreeSet<Vec<String>> = listed.iter().map(|solution| solution.moves.clone()).collect();
            assert_eq!(set.len() as u128, counted.count.unwrap(), "{id}: {state}: {algorithm:?} lists each once");
            set.iter().for_each(|moves| replay(engine, state, moves));
            assert!(set.contains(&first.moves), "{id}: {state}: {algorithm:?}: the smallest is among all");
            lists.insert(set);
        }
    }
    assert_eq!(lengths.len(), 1, "{id}: {state}: lengths {lengths:?}");
    assert!(numbers.len() <= 1, "{id}: {state}: numbers of solutions {numbers:?}");
    assert!(lists.len() <= 1, "{id}: {state}: sets of solutions");
    assert!(smallest.len() <= 1, "{id}: {state}: smallest {smallest:?}");
    lengths.pop_first().flatten()
}

#[test]
fn every_algorithm_on_every_case() {
    let cases = include_str!("../../tests/data/cases.txt");
    let lines: Vec<&str> = cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(lines.len() >= 40, "only {} cases", lines.len());
    // The shorter law takes a solvable and an unsolvable case of each puzzle, and every fourth of the other cases.
    let (is_whole, mut met) = (is_whole(), BTreeSet::new());
    let mut is_chosen = |(number, line): &(usize, &str)| {
        let is_first = met.insert((line.split('|').next().map(String::from), line.ends_with("unsolvable")));
        is_first || is_whole || number % 4 == 0
    };
    let chosen: Vec<&str> =
        lines.into_iter().enumerate().filter(|case| is_chosen(case)).map(|(_, line)| line).collect();
    let queue = Mutex::new(chosen.into_iter());
    let work = || {
        while let Some(line) = { queue.lock().unwrap().next() } {
            agree_on_case(line);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

/// Compares all algorithms on the case of a line.
fn agree_on_case(line: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [id, goal, state, length] = fields[..] else { panic!("four fields: {line}") };
    // The paths of files are relative to the root of the repository.
    let id = &id.replace("@tests/", concat!("@", env!("CARGO_MANIFEST_DIR"), "/../tests/"));
    let engine = open(id, Some(goal).filter(|goal| !goal.is_empty())).unwrap_or_else(|error| panic!("{line}: {error}"));
    let expected = length.parse().ok();
    assert!(expected.is_some() || length == "unsolvable", "{line}");
    assert_eq!(agree(&engine, state, 2000), expected, "{line}");
}

#[test]
fn every_algorithm_on_random_positions_of_small_examples() {
    // Examples on which every algorithm ends at once. The laws and the tests of the judges cover the other puzzles.
    let small = [
        "sliding:2x2",
        "sliding:2x3",
        "sliding:1x4",
        "sliding:2x3?metric=multi",
        "sliding:2x4?metric=multi",
        "swap:2x2",
        "swap:2x3",
        "magic-board",
        "pancake:4",
        "pancake:7",
        "top-spin:5x4",
        "top-spin:7x4",
        "top-spin:6x4:turns",
        "light-up:@../tests/data/lights-4x4.txt",
        "file:@../tests/data/definitions/2x4slide.tws?metric=quarter",
        "file:@../tests/data/definitions/topspin8_4.tws",
        "m12",
        "letters:aab/bc-",
        "pyraminx?moves=U,L&omit=tips",
    ];
    let families: BTreeSet<&str> = small.iter().map(|id| id.split(':').next().unwrap()).collect();
    // All bundled definitions share one type with the definitions in files.
    let is_bundled = |name: &str| loyd_definitions::bundled::BUNDLED.iter().any(|bundled| bundled.name == name);
    let own = FAMILIES.iter().filter(|family| !is_bundled(family.name));
    for family in own.filter(|family| family.name != "rolling-cubes") {
        assert!(families.contains(family.name), "{} has no small example here", family.name);
    }
    let mut seed = 7u64;
    let mut below = move |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    for id in small {
        let engine = open(id, None).unwrap_or_else(|error| panic!("{id}: {error}"));
        for _ in 0..if is_whole() { 15 } else { 6 } {
            let state = engine.random(None, &Request::default(), &mut below).unwrap();
            assert!(agree(&engine, &state, 500).is_some(), "{id}: {state}: drawn from the solvable");
        }
    }
}

#[test]
fn the_two_solutions_of_the_articles_sample_grid() {
    // Seed article 1 gives the sample and its other solution. The grid has exactly these two.
    let engine = open("swap:3", None).unwrap();
    for algorithm in algorithms(&engine) {
        let (_, listed) = ask(&engine, "1 2 9 4 6 3 7 8 5", algorithm, Want::All { most: None });
        let words: BTreeSet<String> = listed.iter().map(|solution| solution.moves.join(" ")).collect();
        assert_eq!(words, BTreeSet::from(["3-9 5-6 6-9".into(), "6-9 3-6 5-9".into()]), "{algorithm:?}");
    }
}

#[test]
fn limits_stop_with_what_is_proved() {
    let far = "8 7 6 5 1 2 3 4"; // one A away
    for algorithm in Algorithm::ALL {
        let ask = |limits: Limits| {
            // The puzzle is opened again, because a table that exists already costs nothing.
            let engine = open("magic-board", None).unwrap();
            let request = Request { limits, ..Options::by(algorithm).into() };
            engine.solve(far, &request, &mut |_| ControlFlow::Continue(())).unwrap().outcome
        };
        let none = ask(Limits { cost: Some(Cost::moves(0)), ..Limits::default() });
        assert!(
            matches!(none, Outcome::Stopped { at_least, .. } if at_least == Cost::moves(1)),
            "{algorithm:?}: {none:?}"
        );
        let one = ask(Limits { cost: Some(Cost::moves(1)), ..Limits::default() });
        assert!(matches!(&one, Outcome::Solved(solution) if solution.cost == Cost::moves(1)), "{algorithm:?}: {one:?}");
        let few = ask(Limits { nodes: Some(1), ..Limits::default() });
        assert!(
            matches!(few, Outcome::Stopped { at_least, .. } if at_least <= Cost::moves(1)),
            "{algorithm:?}: {few:?}"
        );
        if algorithm != Algorithm::IdaStar {
            let few = ask(Limits { bytes: Some(8), ..Limits::default() });
            assert!(
                matches!(few, Outcome::Stopped { at_least, .. } if at_least <= Cost::moves(1)),
                "{algorithm:?}: {few:?}"
            );
        }
    }
}

/// The node limit is checked before a node is expanded, and an expansion is always finished. So the excess is at most
/// the successors of one node, or in depth-first search the successors of all nodes on the path.
#[test]
fn the_node_limit_is_kept_but_for_what_is_being_expanded() {
    const MOVES: u64 = 3;
    let far = open("magic-board", None).unwrap().state("5 4 3 2 1 6 7 8").unwrap();
    for algorithm in Algorithm::ALL {
        for nodes in [1, 10, 77, 500] {
            let engine = open("magic-board", None).unwrap();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let request = Request { limits, ..Options::by(algorithm).into() };
            let EngineAnswer { outcome, stats, .. } = engine.solve(&far, &request, &mut |_| unreachable!()).unwrap();
            assert!(matches!(outcome, Outcome::Stopped { .. }), "{algorithm:?}: {outcome:?}");
            let at_hand = if algorithm == Algorithm::IdaStar { u64::from(stats.depth) } else { 1 };
            // Both ends are started before the limit is checked.
            let most = (nodes - 1).max(2) + MOVES * at_hand;
            assert!((nodes..=most).contains(&stats.generated), "{algorithm:?} {nodes}: {stats:?}");
        }
    }
}
