//! The work of the search that loyd chooses by itself is at most three times the work of the best algorithm and bound,
//! and a constant. Work is counted in nodes, and never by time; tables count with their building.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::*;
use crate::generate;
use loyd::catalogue::family_of;
use loyd::planner::{Engine, Options, Request, open_within};
use loyd_core::limits::{Limits, Progress, Watcher};
use loyd_core::opening::Opening;
use loyd_core::splitmix::below;
use loyd_definitions::DefinitionFormat;
use loyd_definitions::formats::write::write;

/// The work that the chosen search may do beyond three times the least work.
const CONSTANT: u64 = 200_000;

/// The work of a chosen search after which the law is not checked, because the least work would take too long to find.
fn most() -> u64 {
    if is_whole() { 30_000_000 } else { 600_000 }
}

/// The work of a search with these options, if it ended with an answer. The chosen search depends on limits, so it is
/// cancelled after so many nodes.
fn work(engine: &Engine, state: &str, options: Options, nodes: u64) -> Option<u64> {
    let (cancel, is_chosen) = (Arc::new(AtomicBool::new(false)), options.algorithm.is_none());
    let flag = cancel.clone();
    let progress = move |progress: &Progress| {
        if is_chosen && progress.nodes > nodes {
            flag.store(true, Relaxed);
        }
    };
    let limits = Limits {
        nodes: (!is_chosen).then_some(nodes),
        bytes: Some(2 << 30),
        cancel: Some(cancel),
        progress: Some(Arc::new(progress)),
        ..Limits::default()
    };
    let request = Request { options, limits, ..Request::default() };
    let answer = match engine.solve(state, &request, &mut |_| ControlFlow::Continue(())) {
        // A table of too many states is refused.
        Err(_) if !is_chosen => return None,
        answer => answer.unwrap(),
    };
    match answer.outcome {
        Outcome::Stopped { .. } => None,
        _ => Some(answer.work),
    }
}

/// The bytes of the tables of a bound. An entry takes at most two bytes of a table, and two entries a node.
fn bytes(engine: &Engine, bound: &str) -> u64 {
    engine.tables(Some(bound)).map_or(0, |plans| plans.iter().map(|plan| plan.bytes).sum())
}

/// The least work of a single algorithm and bound that is below `most`, and its name.
fn least(open: &dyn Fn() -> Engine, state: &str, want: Want, most: u64) -> Option<(u64, String)> {
    let mut least: Option<(u64, String)> = None;
    let engine = open();
    for algorithm in Algorithm::ALL {
        if engine.inapplicable(algorithm).is_some() {
            continue;
        }
        let bounds: Vec<Option<String>> = match algorithm.uses_heuristic() {
            true => engine
                .heuristics()
                .iter()
                .filter(|name| bytes(&engine, name) / 2 < most)
                .map(|&name| Some(name.into()))
                .collect(),
            false => vec![None],
        };
        for heuristic in bounds {
            let most = least.as_ref().map_or(most, |(least, _)| *least);
            let name = format!("{} {}", algorithm.name(), heuristic.as_deref().unwrap_or(""));
            let options = Options { want, algorithm: Some(algorithm), heuristic, ..Options::default() };
            let found = work(&open(), state, options, most).filter(|&work| work < most);
            least = found.map(|work| (work, name)).or(least);
        }
    }
    least
}

/// The greatest ratio of a family, with its case.
type Worst = BTreeMap<String, (f64, String)>;

/// Positions of a puzzle at several depths: after walks, and one that is drawn from all.
fn positions(engine: &Engine, seed: u64) -> Vec<String> {
    let mut below = below(seed);
    let random = engine.random(None, &Request::default(), &mut below).ok();
    let home = engine.home().or_else(|| random.clone()).expect("a puzzle without a goal draws positions");
    let walk = |steps: u32| {
        let mut state = home.clone();
        for _ in 0..steps {
            let legal = engine.legal(&state, "", Default::default()).unwrap();
            if legal.steps.is_empty() {
                break;
            }
            state.clone_from(&legal.steps[below(legal.steps.len() as u64) as usize].state);
        }
        state
    };
    let depths: &[u32] = if is_whole() { &[4, 9, 16, 40] } else { &[9, 40] };
    depths.iter().copied().map(walk).chain(random).collect()
}

/// The questions about a position. A list ends after 1,000 solutions, because some positions have millions.
const WANTS: [Want; 4] = [Want::One, Want::Count, Want::Lexicographic, Want::All { most: Some(1_000) }];

/// All [`WANTS`] in the whole form of the law; in the short form the first, and by turns one of the others.
fn wants(turn: usize) -> impl Iterator<Item = Want> {
    let is_asked = move |(place, _): &(usize, Want)| is_whole() || [0, 1 + turn % 3].contains(place);
    WANTS.into_iter().enumerate().filter(is_asked).map(|(_, want)| want)
}

/// Checks positions of a puzzle. A chosen search that has not ended after the most work that is checked is too far from
/// the best if another search ends within a third of it.
fn check(family: &str, id: &str, open: &dyn Fn() -> Engine, seed: u64, worst: &mut Worst) {
    let positions = positions(&open(), seed).into_iter().zip(seed as usize..);
    for (state, want) in positions.flat_map(|(state, turn)| wants(turn).map(move |want| (state.clone(), want))) {
        let auto = work(&open(), &state, Options { want, ..Options::default() }, most());
        let over = auto.map_or((most() - CONSTANT) / 3, |auto| auto.saturating_sub(CONSTANT));
        let Some((least, by)) = (over > 0).then(|| least(open, &state, want, over)).flatten() else { continue };
        let ratio = auto.map_or(f64::INFINITY, |_| over as f64 / least as f64);
        let case = format!("{id} {state} {want:?}: {auto:?}, {by} {least}");
        if worst.get(family).is_none_or(|(before, _)| ratio > *before) {
            println!("{family}: {ratio:.2}, {case}");
            worst.insert(family.into(), (ratio, case));
        }
    }
}

/// The cases are printed where they are found, because the whole form of the law takes hours.
fn report(worst: &Worst) {
    let beyond: Vec<_> = worst.iter().filter(|(_, (ratio, _))| *ratio > 3.0).collect();
    assert!(beyond.is_empty(), "more than three times the least work: {beyond:#?}");
}

#[test]
fn the_default_is_near_the_best_over_the_catalogue() {
    let mut worst = Worst::new();
    for id in examples() {
        let open = || open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap();
        check(family_of(id).unwrap().name, id, &open, 1, &mut worst);
    }
    report(&worst);
}

/// Definitions that other people wrote: sliding blocks and knights as conditions, puzzles of twsearch and others.
#[test]
fn the_default_is_near_the_best_over_definitions_of_others() {
    let (mut worst, folder) = (Worst::new(), concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/definitions"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "tws" || kind == "loyd"));
    files.sort();
    assert!(files.len() > 20, "{files:?}");
    for (place, path) in files.iter().enumerate() {
        let kind = path.extension().unwrap();
        if is_whole() || kind == "loyd" || place % 6 == 0 {
            let id = format!("@{}", path.display());
            let open = || open_within(&Opening::default().reading(&RegularFiles), &id, None).unwrap();
            check(&path.file_name().unwrap().to_string_lossy(), &id, &open, 1, &mut worst);
        }
    }
    report(&worst);
}

/// A random board of 54 moves, for which 6,056,124 nodes are generated. When the layers of a search from both ends came
/// before the look for tables, they were 494,526,732 nodes.
#[test]
fn the_default_makes_no_vast_layers() {
    let open = || open_within(&Opening::default(), "15", None).unwrap();
    let state = "6 7 x 1 2 10 9 15 11 4 12 3 8 14 13 5";
    let auto = work(&open(), state, Options::default(), 20_000_000);
    assert!(auto.is_some(), "more than 20,000,000 nodes");
}

/// A position of swap:4x4 whose solutions A* counts in 193,404 nodes of a tree, and IDA* in 1,087,100. When A* began
/// after a million nodes, they were 1,471,459.
#[test]
fn a_count_has_its_turns_of_a_star() {
    let open = || open_within(&Opening::default(), "swap:4x4", None).unwrap();
    let state = "1 6 7 12/2 5 11 4/13 16 10 3/14 15 9 8";
    let options = |algorithm| Options { want: Want::Count, algorithm, ..Options::default() };
    let auto = work(&open(), state, options(None), 1_000_000).expect("more than 1,000,000 nodes");
    let a_star = work(&open(), state, options(Some(Algorithm::AStar)), 1_000_000).unwrap();
    assert!(auto <= 3 * a_star + CONSTANT, "{auto}, a-star {a_star}");
}

#[test]
fn the_default_is_near_the_best_over_random_definitions() {
    let (mut worst, folder) = (Worst::new(), std::env::temp_dir().join(format!("loyd-{}", std::process::id())));
    std::fs::create_dir_all(&folder).unwrap();
    for seed in 0..if is_whole() { 500 } else { 50 } {
        let definition = generate::definition(&mut below(seed)).0;
        let Ok(text) = write(&definition, DefinitionFormat::Loyd) else { continue };
        let path = folder.join(format!("{seed}.loyd"));
        std::fs::write(&path, text).unwrap();
        let id = format!("@{}", path.display());
        let open = || open_within(&Opening::default().reading(&RegularFiles), &id, None);
        if open().is_ok() {
            check("random definitions", &id, &|| open().unwrap(), seed, &mut worst);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    report(&worst);
}

/// Positions that other people found, whose bounds are weak: a Square-1 of 16 moves, the knights of Luogu P2324, which
/// need more than 15 moves, a position of sliding blocks, farthest from the classic Klotski, and the classic Klotski
/// itself, whose large block leaves after 116 steps (M. Gardner, Scientific American, February 1964).
#[test]
fn the_default_solves_where_bounds_are_weak() {
    let open = |id: &str, goal: Option<&str>| {
        let id = id.replace("@", concat!("@", env!("CARGO_MANIFEST_DIR"), "/../tests/data/definitions/"));
        open_within(&Opening::default().reading(&RegularFiles), &id, goal).unwrap()
    };
    let knights = "0 1 0 1 1 1 1 0 _ 1 0 1 1 1 0 0 1 0 1 0 0 0 1 0 0";
    let klotski = "t t t t u u u u s s s s l r A B _ _ C D";
    // (0,2) / (-5,1) / (-4,3) / (6,3) / (0,4) / (2,3) / (0,4)
    let square = "UR DLF join UF DRB join DFR join DB DBL join DR UB DL UBR join UFL join DF UL ULB join URF join/m";
    let (classic, exit) = ("t A B t u C D u t l r t u s s u s _ _ s", ". . . . . . . . . . . . . A B . . C D .");
    for (id, goal, state, most, expected) in [
        ("square-1", None, square, None, Ok(16)),
        ("@klotski.loyd", None, klotski, None, Ok(98)),
        ("@klotski.loyd", Some(exit), classic, None, Ok(116)),
        ("@knights.loyd", None, knights, Some(15), Err(16)),
    ] {
        let limits = Limits { cost: most.map(Cost::moves), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        let answer = open(id, goal).solve(state, &request, &mut |_| ControlFlow::Break(()));
        let answer = answer.unwrap();
        let found = match answer.outcome {
            Outcome::Solved(solution) => Ok(solution.cost.amount()),
            Outcome::Stopped { at_least, .. } => Err(at_least.amount()),
            Outcome::Unsolvable(proof) => panic!("{id}: {proof:?}"),
        };
        assert_eq!(found, expected, "{id}");
        assert!(answer.work < 12_000_000, "{id}: {}", answer.work);
        assert!(!answer.why.contains("would not fit"), "{id}: {}", answer.why);
    }
}

/// The sliding blocks have 90,316,800 solutions, as a breadth-first search in Python counts, too. IDA*, whose bound
/// counts as strong, walks every path to each of their 25,955 positions.
#[test]
fn the_default_counts_where_paths_are_many() {
    let id = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../tests/data/definitions/klotski.loyd");
    let state = "t t t t u u u u s s s s l r A B _ _ C D";
    for (want, count) in [(Want::Count, Some(90_316_800)), (Want::Lexicographic, None)] {
        let engine = open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap();
        let options = Options { want, ..Options::default() };
        let answer = engine.solve(state, &Request { options, ..Request::default() }, &mut |_| ControlFlow::Break(()));
        let answer = answer.unwrap();
        let Outcome::Solved(found) = &answer.outcome else { panic!("{answer:?}") };
        assert_eq!((found.cost, found.count), (Cost::moves(98), count));
        assert!(answer.work < 12_000_000, "{want:?}: {}", answer.work);
    }
    let (mut listed, options) = (HashSet::new(), Options { want: Want::All { most: Some(500) }, ..Options::default() });
    let engine = open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap();
    let answer = engine.solve(state, &Request { options, ..Request::default() }, &mut |solution| {
        assert_eq!(solution.cost, Cost::moves(98));
        assert!(engine.check(state, &solution.moves.join(" "), Default::default()).unwrap().reaches_goal);
        assert!(listed.insert(solution.moves.clone()));
        ControlFlow::Continue(())
    });
    let answer = answer.unwrap();
    assert!(matches!(answer.outcome, Outcome::Solved(_)) && listed.len() == 500, "{} of {answer:?}", listed.len());
    assert!(answer.work < 12_000_000, "{}", answer.work);
}

/// The sliding blocks where a move of the large block costs 2. IDA* alone has not solved them after 20 s, and A* solves
/// them in 0.3 s. Dijkstra's algorithm in Python found the same cost, and the same number of solutions.
#[test]
fn the_default_is_near_the_best_where_moves_differ_in_cost() {
    let folder = tempfile::tempdir().unwrap();
    let (path, source) = (folder.path().join("weighted.loyd"), "/../tests/data/definitions/klotski.loyd");
    let text = std::fs::read_to_string(env!("CARGO_MANIFEST_DIR").to_string() + source).unwrap();
    let weighted = |line: &str| match line.strip_suffix(" }").filter(|line| line.contains("= A")) {
        Some(line) => format!("{line}, weight = 2 }}\n"),
        None => format!("{line}\n"),
    };
    std::fs::write(&path, text.lines().map(weighted).collect::<String>()).unwrap();
    let open =
        || open_within(&Opening::default().reading(&RegularFiles), &format!("@{}", path.display()), None).unwrap();
    let state = "t t t t u u u u s s s s l r A B _ _ C D";
    let (least, by) = least(&open, state, Want::One, most()).unwrap();
    let limits = Limits { nodes: Some(3 * least + CONSTANT), ..Limits::default() };
    for limits in [Limits::default(), limits] {
        let answer = open().solve(state, &Request { limits, ..Request::default() }, &mut |_| ControlFlow::Break(()));
        let answer = answer.unwrap();
        assert!(matches!(&answer.outcome, Outcome::Solved(solution) if solution.cost.amount() == 104), "{answer:?}");
        assert!(answer.work <= 3 * least + CONSTANT, "{}, {by} {least}", answer.work);
    }
    let options = Options { want: Want::Count, ..Options::default() };
    let answer = open().solve(state, &Request { options, ..Request::default() }, &mut |_| ControlFlow::Break(()));
    let outcome = answer.unwrap().outcome;
    assert!(matches!(&outcome, Outcome::Solved(found) if found.count == Some(90_316_800)), "{outcome:?}");
}

/// A board of two rows with equal tiles, which has more than 2^25 positions. Moves in a row and in a column differ in
/// cost, so the sums of cost and bound that occur are near each other, or far apart.
fn weighted_board(row: u32, column: u32) -> String {
    let mut text = String::from("powers = false\npicture = '''\na1 a2 a3 a4 a5 a6 a7\nb1 b2 b3 b4 b5 b6 b7\n'''\n");
    text += "solved = '''\na a a b b b c\nc c d d d e _\n'''\n[moves]\n";
    let mut add = |from: String, to: String, way: &str, cost: u32| {
        text += &format!("{from}{way} = {{ cycles = \"({from} {to})\", when = \"{to} = _\", weight = {cost} }}\n");
    };
    for place in 1..=7 {
        for line in ["a", "b"].into_iter().filter(|_| place < 7) {
            add(format!("{line}{place}"), format!("{line}{}", place + 1), "r", row);
        }
        add(format!("a{place}"), format!("b{place}"), "d", column);
    }
    text
}

#[test]
fn the_default_is_near_the_best_whatever_the_costs() {
    let (mut worst, folder) = (Worst::new(), tempfile::tempdir().unwrap());
    let costs = [(37, 91), (1, 2), (10, 20), (50, 100)];
    for (row, column) in costs.into_iter().take(if is_whole() { costs.len() } else { 1 }) {
        let path = folder.path().join(format!("{row}-{column}.loyd"));
        std::fs::write(&path, weighted_board(row, column)).unwrap();
        let id = format!("@{}", path.display());
        let open = || open_within(&Opening::default().reading(&RegularFiles), &id, None).unwrap();
        check(&format!("costs of {row} and {column}"), &id, &open, 1, &mut worst);
    }
    report(&worst);
}

/// Whatever the memory, solutions are counted, and the smallest is found: where a closed list does not fit, IDA* goes
/// on. A list is complete, or none of it is shown.
#[test]
fn little_memory_changes_no_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.loyd");
    std::fs::write(&path, weighted_board(10, 20)).unwrap();
    let board = format!("@{}", path.display());
    let top_spin = "18 19 20 4 5 6 7 8 9 10 11 12 13 14 15 3 2 1 16 17";
    let skewb = "URF DBL+1 UFL DLF+1 DFR DRB ULB+1 UBR+1/B D U R L F";
    let mut full = HashSet::new();
    let weighted = (&board[..], "a a a b b b c c c d d _ d e");
    for (id, state) in [weighted, ("top-spin:20x4", top_spin), ("skewb", skewb)] {
        let engine = open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap();
        for want in [Want::Count, Want::Lexicographic, Want::All { most: None }] {
            let ask = |bytes: Option<u64>| {
                let mut listed = Vec::new();
                let limits = Limits { bytes, ..Limits::default() };
                let options = Options { want, ..Options::default() };
                let request = Request { limits, options, ..Request::default() };
                let answer = engine.solve(state, &request, &mut |solution| {
                    listed.push(solution.moves.clone());
                    ControlFlow::Continue(())
                });
                let answer = answer.unwrap();
                (answer.outcome, listed, answer.algorithm)
            };
            let (expected, all, usual) = ask(None);
            for bytes in (0..24).map(|power| 1 << power) {
                let (outcome, listed, algorithm) = ask(Some(bytes));
                if algorithm != usual {
                    full.insert((usual.name(), algorithm.name()));
                }
                if matches!((&outcome, want), (Outcome::Stopped { why: Stop::Bytes, .. }, Want::All { .. })) {
                    assert!(listed.is_empty(), "{id} {want:?} {bytes}");
                    continue;
                }
                assert_eq!((&outcome, &listed), (&expected, &all), "{id} {want:?} {bytes} {algorithm:?}");
            }
        }
    }
    assert_eq!(full, HashSet::from([("a-star", "ida-star"), ("bidirectional", "ida-star")]));
}

/// A list that is whole within a limit of nodes is whole within a larger one, though another search may take a step.
#[test]
fn more_nodes_never_shorten_a_list() {
    let engine = open_within(&Opening::default(), "swap:3", None).unwrap();
    for most in [1, 100, 256] {
        for nodes in [131_072, 131_073, 140_000, 300_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let options = Options { want: Want::All { most: Some(most) }, ..Options::default() };
            let (mut listed, request) = (HashSet::new(), Request { limits, options, ..Request::default() });
            let answer = engine.solve("9 8 7/6 5 4/3 2 1", &request, &mut |solution| {
                assert!(listed.insert(solution.moves.clone()));
                ControlFlow::Continue(())
            });
            let is_solved = matches!(answer.unwrap().outcome, Outcome::Solved(_));
            assert!(is_solved && listed.len() as u64 == most, "{} of {most} within {nodes}", listed.len());
        }
    }
}

/// A list that is stopped shows the solutions that are known by then, although they are kept back while another search
/// may begin the list anew. Once the cost is proved, at least one is known.
#[test]
fn a_list_that_is_stopped_shows_what_is_known() {
    let engine = open_within(&Opening::default(), "15", None).unwrap();
    // The list is cancelled at the first look at the clock after `most` nodes. So little memory leaves only IDA*.
    let ask = |most: u64, nodes: Option<u64>| {
        let cancel = Arc::new(AtomicBool::new(false));
        let switch = Arc::clone(&cancel);
        let progress = move |progress: &Progress| {
            switch.fetch_or(progress.nodes >= most, Relaxed);
        };
        let progress = Some(Arc::new(progress) as Watcher);
        let limits = Limits { cancel: Some(cancel), progress, bytes: Some(20_000), nodes, ..Limits::default() };
        let options = Options { want: Want::All { most: None }, ..Options::default() };
        let (mut listed, request) = (Vec::new(), Request { limits, options, ..Request::default() });
        let answer = engine.solve("2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 x", &request, &mut |solution| {
            listed.push(solution.moves.clone());
            ControlFlow::Continue(())
        });
        (answer.unwrap(), listed)
    };
    let (whole, all) = ask(u64::MAX, None);
    assert!(matches!(whole.outcome, Outcome::Solved(_)) && all.len() == 2);
    for expected in [Stop::Cancelled, Stop::Nodes] {
        let mut shown = 0;
        for nodes in (1..20).map(|nth| nth * whole.stats.generated / 20) {
            let (answer, listed) = match expected {
                Stop::Nodes => ask(u64::MAX, Some(nodes)),
                _ => ask(nodes, None),
            };
            assert!(listed.iter().collect::<HashSet<_>>().len() == listed.len(), "{nodes}");
            assert!(listed.iter().all(|moves| all.contains(moves)), "{nodes}");
            if let Outcome::Stopped { best, why, .. } = answer.outcome {
                assert_eq!((why, best.is_some()), (expected, !listed.is_empty()), "{nodes}");
                // More nodes never hide what fewer have shown.
                assert!(shown == 0 || !listed.is_empty(), "{expected:?} {nodes}");
                shown += listed.len();
            }
        }
        assert!(shown > 0, "{expected:?}");
    }
}

/// The best solution known within a limit of nodes, if there is one.
fn best(engine: &Engine, state: &str, first: bool, nodes: u64) -> Option<u32> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request { options: Options { first, ..Options::default() }, limits, ..Request::default() };
    let answer = engine.solve(state, &request, &mut |_| ControlFlow::Break(())).unwrap();
    match answer.outcome {
        Outcome::Solved(solution) => Some(solution.cost.amount()),
        Outcome::Stopped { best, .. } => best.map(Cost::amount),
        Outcome::Unsolvable(_) => None,
    }
}

/// Within any limit of nodes, the best solution is at least as short as the first one that `--first` finds within it.
#[test]
fn a_limit_never_makes_the_best_solution_longer_than_the_first() {
    let long = is_whole();
    let puzzles = ["24", "square-1", "hungarian-rings", "loopover:4x4", "3x3x3", "megaminx", "pancake:40"];
    for id in puzzles.iter().take(if long { puzzles.len() } else { 4 }) {
        let open = || open_within(&Opening::default(), id, None).unwrap();
        let mut below = below(7);
        let state = open().random(None, &Request::default(), &mut below).unwrap();
        for &nodes in [10_000, 150_000, 600_000, 2_000_000].iter().take(if long { 4 } else { 2 }) {
            let [default, first] = [false, true].map(|first| best(&open(), &state, first, nodes));
            let is_as_short = first.is_none_or(|first| default.is_some_and(|default| default <= first));
            assert!(is_as_short, "{id} {state}: {nodes} nodes: {default:?} by default, {first:?} at first");
        }
    }
}
