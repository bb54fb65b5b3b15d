//! Tests of a service: every kind of question, the events before the reply, and the limits.

mod batch;
mod bench;
mod costs;
mod files;
mod frontiers;
#[path = "../../../loyd-definitions/tests/definitions/generate.rs"]
#[allow(dead_code, reason = "other tests of definitions rename moves, too")]
mod generate;
#[cfg(feature = "serde")]
mod json;
mod lasting;
mod lines_alone;
mod memory;
mod moves;
mod own;
mod patterns;
#[path = "../../../loyd-definitions/tests/definitions/plain.rs"]
#[allow(dead_code, reason = "other tests of definitions also list solutions")]
mod plain;
mod portfolio;
mod products;
mod sets;
mod spaces;
mod verdicts;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loyd::catalogue::{FAMILIES, Family};
use loyd::planner::{Algorithm, Solution, Want};
use loyd::service::{
    Ask, Asked, Bench, Bounds, Cancel, Catalogue, CatalogueReply, Check, Compare, Control, Distance, Distances, Draw,
    DryRun, Event, Fault, FlatQuestion, Info, Kind, Map, Next, Origin, PositionRef, Question, Random, Rank, Reply,
    Service, Solve, TableFolder, Unrank, Verify, amounts, reply,
};
use loyd_core::cost::{Cost, Length};
use loyd_core::opening::RegularFiles;
use loyd_core::puzzle::{Spelling, Unsolvable};
use loyd_core::search::{Outcome, Stop};
use loyd_definitions::bundled::BUNDLED;

const EIGHT: &str = "2 3 4 1 5 x 7 6 8";
const SWAP: &str = "1 2 9/4 6 3/7 8 5";

/// Whether a law runs in its whole form, as `.ci/long` runs it.
fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

/// The families: all in the whole form of a law, else every native family and a third of the bundled definitions, which
/// share one type of puzzle.
fn families() -> impl Iterator<Item = &'static Family> {
    let is_bundled = |family: &Family| BUNDLED.iter().any(|bundled| bundled.name == family.name);
    let is_chosen = move |(place, family): &(usize, &Family)| is_whole() || place % 3 == 0 || !is_bundled(family);
    FAMILIES.iter().enumerate().filter(is_chosen).map(|(_, family)| family)
}

/// The examples of each of these families: the first, or all in the whole form of a law.
fn examples() -> impl Iterator<Item = &'static str> {
    let most = if is_whole() { usize::MAX } else { 1 };
    families().flat_map(move |family| family.examples.iter().copied().take(most))
}

fn ask<Q: Asked>(question: &Q) -> Result<Q::Reply, Fault> {
    Service::default().ask(question, &Control::default())
}

/// The reply and all events before it.
fn heard<Q: Asked>(service: &Service, question: &Q) -> (Result<Q::Reply, Fault>, Vec<Event>) {
    let mut events = Vec::new();
    let mut hear = |event| {
        events.push(event);
        ControlFlow::Continue(())
    };
    let reply = service.ask(question, &Control::default().hear(&mut hear));
    (reply, events)
}

/// The position that a question without a number of positions draws.
fn the_only(drawn: Vec<reply::Drawn>) -> reply::Drawn {
    let [drawn] = <[_; 1]>::try_from(drawn).unwrap();
    drawn
}

#[test]
fn positions_are_solved_counted_and_listed() {
    let reply = ask(&Solve::new("8", EIGHT)).unwrap();
    assert_eq!((reply.length(), reply.moves().as_deref()), (Some(Length(19)), Some("ullddrurdllurrdlurd")));
    let mut question = Solve::new("swap:3", SWAP);
    let reply = ask(&question).unwrap();
    assert_eq!((reply.length(), reply.moves().as_deref()), (Some(Length(3)), Some("3-9 5-6 6-9")));
    question.options.want = Want::Count;
    assert_eq!(ask(&question).unwrap().solution().unwrap().count, Some(2));
    question = Solve::new("8", "8 6 7/2 5 4/3 x 1");
    question.options.want = Want::Lexicographic;
    let smallest = ask(&question).unwrap().moves().unwrap();
    question.options.want = Want::All { most: None };
    let answer = ask(&question).unwrap();
    assert_eq!(
        (answer.solutions.len() as u128, answer.length()),
        (answer.solution().unwrap().count.unwrap(), Some(Length(31)))
    );
    assert_eq!(answer.solutions.iter().map(|listed| listed.moves.concat()).min(), Some(smallest));
    question.options.want = Want::All { most: Some(3) };
    assert_eq!(ask(&question).unwrap().solutions.len(), 3);
}

#[test]
fn unsolvable_and_stopped_are_replies() {
    let reply = ask(&Question::from(Solve::new("8", "2 1 3 4 5 6 7 8 x"))).unwrap();
    assert!(reply.is_unsolvable() && reply.length().is_none() && reply.stopped().is_none());
    let mut question = Solve::new("8", "8 6 7/2 5 4/3 x 1");
    question.limits.nodes = Some(10);
    question.options.algorithm = Some(Algorithm::Bfs);
    let reply = ask(&Question::from(question)).unwrap();
    assert_eq!((reply.stopped(), reply.length()), (Some(Stop::Nodes), None));
}

#[test]
fn solutions_are_heard_one_by_one() {
    let mut question = Solve::new("8", "8 6 7/2 5 4/3 x 1");
    question.options.want = Want::All { most: None };
    let service = Service::default();
    let (reply, events) = heard(&service, &question);
    let reply = reply.unwrap();
    let listed: Vec<u64> = events
        .iter()
        .filter_map(|event| if let Event::Solution(one) = event { Some(one.solution) } else { None })
        .collect();
    let count = reply.solution().unwrap().count.unwrap();
    assert_eq!(listed, (1..=count as u64).collect::<Vec<_>>());
    assert!(reply.solutions.is_empty(), "who listens has them");
}

/// The reason for an unsolvable position names pieces as positions do.
#[test]
fn reasons_name_pieces_as_they_are_written() {
    let cube = "URF UFL UBR ULB DFR DLF DRB DBL/UF UR UL UB FR FL BR BL DF DR DL DB/U R F L B D";
    let why = "no move takes piece R out of slot 2 of centres, where the goal has piece F";
    let cases = [("3x3x3", cube), ("3x3x3?omit=corners", cube.split_once('/').unwrap().1)];
    for (puzzle, state) in cases {
        let answer = ask(&Solve::new(puzzle, state)).unwrap();
        let Outcome::Unsolvable(found) = &answer.outcome else { panic!("{puzzle}: {answer:#?}") };
        assert!(found.to_string().ends_with(why), "{puzzle}: {found}");
    }
}

/// The service waits for a slow listener, which gets all events.
#[test]
fn a_slow_listener_hears_everything() {
    let mut question = Random::new("8");
    question.count = Some(2_000);
    question.seed = Some(7);
    let mut drawn = Vec::new();
    let mut hear = |event| {
        if let Event::Drawn(one) = event {
            if drawn.len() % 500 == 0 {
                std::thread::sleep(Duration::from_millis(30));
            }
            drawn.push(one.state);
        }
        ControlFlow::Continue(())
    };
    Service::default().ask(&question, &Control::default().hear(&mut hear)).unwrap();
    let all = ask(&question).unwrap();
    assert_eq!(drawn, all.into_iter().map(|one| one.state).collect::<Vec<_>>());
}

#[test]
fn a_listener_may_break() {
    let mut question = Random::new("8");
    question.count = Some(u64::MAX);
    let mut left = 10;
    let mut hear = |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Service::default().ask(&question, &Control::default().hear(&mut hear)).unwrap();
    assert_eq!(left, 0);
}

#[test]
fn moves_are_checked() {
    let checked = ask(&Check::new("8", EIGHT, "ullddrurdllurrdlurd")).unwrap();
    assert!(checked.reaches_goal());
    let [shortest, remaining] = [19, 0].map(|moves| reply::CostBounds::Known(Cost::moves(moves)));
    assert_eq!((checked.shortest, checked.remaining), (shortest, remaining));
    let checked = ask(&Check::new("8", EIGHT, "uu")).unwrap();
    assert!(!checked.reaches_goal() && checked.check.legal == 1);
    for none in ["(no moves)", " (no moves)\n"] {
        let checked = ask(&Check::new("8", "1 2 3 4 5 6 7 8 x", none)).unwrap();
        assert!(checked.reaches_goal());
    }
}

#[test]
fn contradictions_are_found() {
    let solved = |moves| Outcome::Solved(Solution { cost: Cost::moves(moves), ..Solution::default() });
    let stopped = |moves| Outcome::Stopped { at_least: Cost::moves(moves), best: None, why: Stop::Time };
    let clash = |a, b| reply::contradiction(&[(Algorithm::Bfs, &a), (Algorithm::Table, &b)]).is_some();
    assert!(clash(solved(3), solved(4)));
    assert!(clash(solved(3), stopped(4)));
    assert!(clash(Outcome::Unsolvable(Unsolvable::Exhausted), solved(4)));
    assert!(!clash(solved(4), stopped(4)));
    assert!(!clash(solved(4), solved(4)));
}

/// An empty list of moves is written as words that are read as no moves (`moves_are_checked`).
#[test]
fn moves_are_written_as_they_can_be_read_back() {
    let written = |names: &[&str], spelling| {
        let names: Vec<String> = names.iter().map(|&name| name.into()).collect();
        reply::spelled(&names, spelling)
    };
    assert_eq!(written(&["3", "12"], Spelling::Words), "3 12");
    assert_eq!(written(&["u", "l"], Spelling::Letters), "ul");
    assert_eq!([Spelling::Words, Spelling::Letters].map(|spelling| written(&[], spelling)), [reply::NO_MOVES; 2]);
}

#[test]
fn numbers_are_grouped_by_thousands() {
    let numbers = [0, 999, 1_000, 123_456, 1_234_567].map(amounts::grouped);
    assert_eq!(numbers, ["0", "999", "1,000", "123,456", "1,234,567"]);
}

#[test]
fn distances_are_told() {
    assert_eq!(ask(&Distance::new("8", EIGHT)).unwrap().length(), Some(Length(19)));
    let mut question = Distance::new("8", EIGHT);
    question.position.state = None;
    question.position.scramble = Some("ul".into());
    assert_eq!(ask(&question).unwrap().length(), Some(Length(2)));
    assert!(ask(&Question::from(Distance::new("8", "2 1 3 4 5 6 7 8 x"))).unwrap().is_unsolvable());
}

/// Every legal move is listed, and is optimal exactly if the position after it is one move nearer.
#[test]
fn next_moves_are_all_the_optimal_ones() {
    for (puzzle, state) in
        [("8", EIGHT), ("8", "8 6 7/2 5 4/3 x 1"), ("pancake:5", "2 4 1 5 3"), ("8", "1 2 3 4 5 6 7 8 x")]
    {
        let next = ask(&Next::new(puzzle, state)).unwrap();
        let distance = next.distance.known().unwrap();
        assert!(!next.moves.is_empty());
        for one in &next.moves {
            let after = ask(&Distance::new(puzzle, one.state.as_str())).unwrap().cost().unwrap();
            assert_eq!(one.optimal, Some(after < distance), "{puzzle} {state} {}", one.name);
        }
    }
    // A position of the swap puzzle does not contain the kind of the next move, so it is not asked again.
    let next = ask(&Next::new("swap:3", SWAP)).unwrap();
    let optimal: Vec<&str> =
        next.moves.iter().filter(|one| one.optimal == Some(true)).map(|one| one.name.as_str()).collect();
    assert_eq!(optimal, ["3-9", "6-9"]);
}

#[test]
fn algorithms_are_compared() {
    let service = Service::default();
    for (puzzle, state, algorithms, length) in [("8", EIGHT, Algorithm::ALL.len(), 19), ("3x3x3", "R U F", 4, 3)] {
        let (reply, events) = heard(&service, &Compare::new(puzzle, state));
        let rows = reply.unwrap();
        // The positions of the 3x3x3 are too many for a table.
        let tried: Vec<_> =
            rows.iter().filter(|row| row.algorithm != Some(Algorithm::Table) || row.tried.is_ok()).collect();
        assert!(tried.len() >= algorithms, "{rows:?}");
        for row in tried {
            let Outcome::Solved(solution) = &row.tried.as_ref().unwrap().outcome else { panic!("{row:?}") };
            assert_eq!(solution.length(), Some(Length(length)), "{:?}", row.algorithm);
        }
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Compared(_))).count(), rows.len());
    }
}

/// Every algorithm solves each of many positions. A position that is proved unsolvable by theory has one row.
#[test]
fn many_positions_are_compared() {
    let mut question = Compare { puzzle: "8".into(), ..Compare::default() };
    let (first, second) = ("1 2 3 4 5 6 7 x 8", "2 1 3 4 5 6 7 8 x");
    question.states = [first, second, EIGHT].into();
    question.algorithms = [Algorithm::AStar, Algorithm::Table, Algorithm::AStar].into();
    // A repeated entry counts once, also by another name.
    question.heuristics = ["misplaced", "additive", "misplaced", "Misplaced"].into();
    let rows = ask(&question).unwrap();
    let lengths: Vec<_> = rows
        .iter()
        .map(|row| match &row.tried.as_ref().unwrap().outcome {
            Outcome::Solved(solution) => (row.number, row.algorithm, solution.length()),
            outcome => {
                assert!(matches!(outcome, Outcome::Unsolvable(Unsolvable::Parity { .. })), "{outcome:?}");
                (row.number, row.algorithm, None)
            }
        })
        .collect();
    let (a_star, table) = (Some(Algorithm::AStar), Some(Algorithm::Table));
    let each = |algorithm| [(1, algorithm, Some(Length(1))), (3, algorithm, Some(Length(19)))];
    assert_eq!(lengths, [&[(2, None, None)][..], &each(a_star), &each(a_star), &each(table)].concat());
    question.states = [first, second, "1 2 3"].into();
    let fault = ask(&question).unwrap_err();
    assert_eq!((fault.kind, fault.field, fault.place.unwrap().line), (Kind::State, Some("states"), 3));
    question.states = [first, second].into();
    question.position.state = Some(EIGHT.into());
    assert_eq!(ask(&question).unwrap_err().field, Some("state"));
    question.position.state = None;
    question.heuristics = ["none"].into();
    assert_eq!(ask(&question).unwrap_err().kind, Kind::Heuristic);
}

#[test]
fn positions_are_drawn_by_seed_and_depth() {
    let mut question = Random::new("8");
    question.seed = Some(5);
    question.depth = Some(20);
    let drawn = the_only(ask(&question).unwrap());
    assert_eq!(ask(&Distance::new("8", drawn.state.as_str())).unwrap().length(), Some(Length(20)));
    let again = the_only(ask(&question).unwrap());
    assert_eq!(drawn, again);
    question.depth = Some(32);
    assert_eq!(ask(&question).unwrap_err().kind, Kind::NoSuchState);
    // Without a seed, two questions are unlikely to draw the same position.
    let [one, other] = [(); 2].map(|()| the_only(ask(&Random::new("15")).unwrap()));
    assert_ne!(one.seed, other.seed);
}

#[test]
fn numbers_go_both_ways() {
    let ranked = ask(&Rank::new("pancake:9", "357412968")).unwrap();
    assert_eq!(ranked.number, 98_884);
    let back = ask(&Unrank::new("pancake:9", ranked.number)).unwrap();
    assert_eq!(back.state, ranked.state);
    assert_eq!(ask(&Unrank::new("8", u128::MAX)).unwrap_err().kind, Kind::NoSuchState);
}

#[test]
fn positions_are_drawn_as_pictures() {
    let drawn = ask(&Draw::new("8", EIGHT, "ul")).unwrap();
    assert_eq!((drawn.pictures.len(), &drawn.moves[..]), (3, &["u".to_string(), "l".into()][..]));
    assert_eq!(ask(&Draw::new("8", EIGHT, "uu")).unwrap_err().kind, Kind::Moves);
}

#[test]
fn a_space_is_mapped_layer_by_layer() {
    let service = Service::default();
    let (reply, events) = heard(&service, &Map::new("8"));
    let census = reply.unwrap();
    assert_eq!((census.map.states(), census.map.diameter(), census.antipodes.len()), (181_440, 31, 2));
    let layers: Vec<u64> = events
        .iter()
        .filter_map(|event| if let Event::Layer(layer) = event { Some(layer.states) } else { None })
        .collect();
    assert_eq!(layers, census.map.layers);
    assert_eq!(ask(&DryRun(Map::new("8"))).unwrap().plan.states, Some(181_440));
    let mut question = Map::new("8");
    question.limits.memory = Some(1000);
    let fault = ask(&question).unwrap_err();
    assert_eq!((fault.kind, fault.origin), (Kind::Memory, Origin::Memory));
}

#[test]
fn the_catalogue_opens() {
    let CatalogueReply::Families(families) = ask(&Catalogue::default()).unwrap() else { panic!() };
    assert!(families.iter().any(|row| row.family == "sliding"));
    // Opening all members of a family takes a while, so the shorter law asks for every third family.
    for row in families.iter().step_by(if is_whole() { 1 } else { 3 }) {
        let CatalogueReply::Family(family) = ask(&Catalogue::new(row.family)).unwrap() else { panic!() };
        assert_eq!(family.members.len(), row.examples.len());
    }
    let CatalogueReply::Puzzle(puzzle) = ask(&Catalogue::new("15")).unwrap() else { panic!() };
    assert_eq!((&puzzle.puzzle[..], puzzle.facts.gods_number), ("sliding:4x4", Some(80)));
}

#[test]
fn a_board_comes_as_text() {
    let mut question = Distance::new("sliding", "1 2 3/4 x/5 6 7");
    question.puzzle.board = Some("###\n#.#\n###\n".into());
    question.position.state = None;
    question.position.scramble = Some(String::new());
    assert_eq!(ask(&question).unwrap().length(), Some(Length(0)));
    question.puzzle.board = Some("###\n#q#\n".into());
    let fault = ask(&question).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Puzzle, Some("board")));
    assert_eq!(fault.place.unwrap().line, 2);
    question.puzzle.id = "pancake".into();
    assert_eq!(ask(&question).unwrap_err().field, Some("board"));
}

#[test]
fn a_board_as_text_keeps_the_choice_of_its_id() {
    let length = |id: &str, board: &str, state: &str| {
        let mut question = Distance::new(id, state);
        question.puzzle.board = Some(board.into());
        ask(&question).map(|far| far.length()).map_err(|fault| fault.message)
    };
    let (grid, state) = ("###\n###\n", "1 2 3 x 4 5");
    assert_eq!(length("sliding", grid, state), Ok(Some(Length(2))));
    for id in ["sliding?metric=multi", "sliding:@?metric=multi", "sliding:@name.txt?metric=multi"] {
        assert_eq!(length(id, grid, state), Ok(Some(Length(1))), "{id}");
    }
    let ring = "picture = \"1 2 3 4\"\n[moves]\nL = \"(1 2 3 4)\"\n";
    assert_eq!(length("file", ring, "3 4 1 2"), Ok(Some(Length(1))));
    assert_eq!(length("@ring.loyd?metric=quarter", ring, "3 4 1 2"), Ok(Some(Length(2))));
    for (id, board) in [("sliding?metric=half", grid), ("light-up?metric=multi", "..\n"), ("file?metric=multi", ring)] {
        let why = length(id, board, state).unwrap_err();
        assert!(why.contains("found `metric="), "{id}: {why}");
    }
}

#[test]
fn faults_name_the_field() {
    fn flat(question: impl Into<Question>) -> FlatQuestion {
        FlatQuestion::from(&question.into())
    }
    let mut cases = vec![
        (flat(Solve::new("8", "1 2 3")), Kind::State, "state"),
        (flat(Solve::new("rubric", "")), Kind::Puzzle, "puzzle"),
        (flat(Check::new("8", EIGHT, "q")), Kind::Moves, "moves"),
    ];
    let mut with = |of: FlatQuestion, change: fn(&mut FlatQuestion), kind, field| {
        let mut question = of;
        change(&mut question);
        cases.push((question, kind, field));
    };
    let eight = || flat(Solve::new("8", EIGHT));
    with(eight(), |q| q.goal = Some("1 2".into()), Kind::Goal, "goal");
    with(eight(), |q| q.heuristic = Some("manhatan".into()), Kind::Heuristic, "heuristic");
    with(eight(), |q| q.depth = Some(1), Kind::NoEffect, "depth");
    with(eight(), |q| (q.cache_dir, q.no_cache) = (Some("tables".into()), true), Kind::NoEffect, "cache_dir");
    with(eight(), |q| q.version = 2, Kind::Usage, "version");
    with(eight(), |q| q.state = None, Kind::Usage, "state");
    with(eight(), |q| q.scramble = Some("zz".into()), Kind::Moves, "scramble");
    with(
        flat(Solve::new("pancake:5", "2 1 3 4 5")),
        |q| q.convention = Some(Default::default()),
        Kind::NoEffect,
        "convention",
    );
    with(flat(Bounds::new("8")), |q| q.heuristic = Some("manhattan".into()), Kind::NoTables, "heuristic");
    with(flat(Map::new("8")), |q| q.from = Some("1 2".into()), Kind::State, "from");
    for (question, kind, field) in cases {
        let kind_of_question = question.ask;
        let Err(fault) = Question::try_from(question).and_then(|question| ask(&question)) else {
            // A wrong move in a `check` question is part of the reply.
            assert_eq!(kind_of_question, Ask::Check);
            continue;
        };
        assert_eq!((fault.kind, fault.field), (kind, Some(field)), "{fault}");
        assert!(!fault.message.contains("--"), "{fault}");
    }
}

/// Asks a question, and cancels it from another thread after the time `begun`. `cargo bench -p loyd-benches --bench
/// cancel` measures the delay. Most of these questions would never end if they ignored the cancellation.
fn cancelled_after<Q: Asked>(
    service: &Service,
    question: &Q,
    begun: Duration,
    listens: bool,
) -> Result<Q::Reply, Fault> {
    let cancel = Cancel::default();
    let other = cancel.clone();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(begun);
        other.cancel();
    });
    let mut hear = |_| ControlFlow::Continue(());
    let control = Control::new(cancel);
    let control = if listens { control.hear(&mut hear) } else { control };
    let reply = service.ask(question, &control);
    raised.join().unwrap();
    reply
}

#[test]
fn a_search_is_cancelled_from_another_thread() {
    let state: Vec<String> = (1..25).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    for (algorithm, listens) in
        [(None, false), (None, true), (Some(Algorithm::IdaStar), true), (Some(Algorithm::AStar), false)]
    {
        let mut question = Solve::new("24", state.join(" "));
        question.options.algorithm = algorithm;
        question.limits.memory = (algorithm == Some(Algorithm::AStar)).then_some(1 << 30);
        let reply = cancelled_after(&Service::default(), &question, Duration::from_millis(150), listens);
        assert_eq!(reply.unwrap().stopped(), Some(Stop::Cancelled));
    }
}

/// The building of pattern databases, of tables of all distances and of maps obeys a cancellation, too.
#[test]
fn a_build_is_cancelled_from_another_thread() {
    let mut tabled = Solve::new("15", "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 x");
    (tabled.options.algorithm, tabled.options.heuristic) = (Some(Algorithm::IdaStar), Some("7-8".into()));
    let mut distances = Distances::new("swap:3x4");
    distances.limits.memory = Some(8 << 30);
    let folder = tempfile::tempdir().unwrap();
    distances.output = Some(folder.path().join("table"));
    for question in [Question::from(tabled), distances.into(), Map::new("sliding:3x4").into()] {
        let service = Service::builder().files(RegularFiles).paths().build();
        let reply = cancelled_after(&service, &question, Duration::from_millis(300), true);
        match reply {
            Ok(reply) => assert_eq!(reply.stopped(), Some(Stop::Cancelled)),
            Err(fault) => assert_eq!(fault.origin, Origin::Limit(Stop::Cancelled), "{fault}"),
        }
    }
}

#[test]
fn memory_is_reserved_and_given_back() {
    let service = Service::builder().memory(1 << 30).build();
    assert_eq!(service.ledger().free(), Some(1 << 30));
    let mut question = Random::new("8");
    question.depth = Some(9);
    service.ask(&question, &Control::default()).unwrap();
    let tables = service.ledger().tables();
    assert!(tables >= 181_440, "the table of all distances stays: {tables}");
    service.ask(&question, &Control::default()).unwrap();
    assert_eq!((service.ledger().tables(), service.ledger().reserved()), (tables, 0), "it is charged once");
    service.evict();
    assert_eq!((service.ledger().tables(), service.ledger().free()), (0, Some(1 << 30)));
}

/// Two questions need more memory than there is: the second is refused, or waits for the first.
#[test]
fn the_budget_is_shared() {
    let service = Service::builder().memory(100 << 20).build();
    let state: Vec<String> = (1..25).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    let mut question = Solve::new("24", state.join(" "));
    question.limits.time = Some(Duration::from_millis(600));
    let (first, other) = (service.clone(), question.clone());
    let first = std::thread::spawn(move || first.ask(&other, &Control::default()).unwrap());
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(service.ledger().reserved(), 100 << 20);
    let fault = service.ask(&question, &Control::default()).unwrap_err();
    assert_eq!((fault.kind, fault.origin), (Kind::Memory, Origin::Memory));
    // A question that holds no memory is answered meanwhile.
    service.ask(&Rank::new("8", EIGHT), &Control::default()).unwrap();
    let mut patient = Control::default();
    patient.patience = Duration::from_secs(20);
    assert_eq!(service.ask(&question, &patient).unwrap().stopped(), Some(Stop::Time));
    assert_eq!(first.join().unwrap().stopped(), Some(Stop::Time));
    assert_eq!(service.ledger().reserved(), 0);
}

#[test]
fn what_a_question_takes_is_estimated() {
    let service = Service::builder().files(RegularFiles).paths().build();
    let of = |question: Question| service.estimate(&question, &Control::default()).unwrap();
    assert!(of(Rank::new("8", EIGHT).into()).is_cheap);
    assert!(of(Solve::new("8", EIGHT).into()).is_cheap);
    let large = of(Solve::new("24", "").into());
    assert!(!large.is_cheap && large.bytes.is_none());
    let map = of(Map::new("sliding:3x4").into());
    assert!(map.bytes.unwrap() > 50 << 20 && map.seconds.unwrap() > 0.0);
    let bounds = of(Bounds::new("15").into());
    assert!(!bounds.is_cheap && bounds.bytes.unwrap() > 100 << 20);
    let distances = of(Distances::new("8").into());
    assert!(distances.is_cheap && distances.bytes.unwrap() >= 181_440);
}

/// A kept table counts as kept even if another process removes it at once.
#[test]
fn a_table_cleared_as_soon_as_it_is_kept_was_kept() {
    use loyd::service::Listener;
    use loyd_core::table::cache;
    let folder = tempfile::tempdir().unwrap();
    let tables = TableFolder::At(folder.path().into());
    let distances = Distances { tables: tables.clone(), ..Distances::new("pancake:6") };
    let bounds = Bounds { tables, heuristic: Some("projection".into()), ..Bounds::new("magic-board") };
    for question in [Question::from(distances), bounds.into()] {
        let mut control = Control::default();
        control.news = Some(Listener(Arc::new(|event| {
            if let cache::CacheEvent::Kept { path, .. } = event {
                std::fs::remove_file(path).unwrap();
            }
        })));
        let paths: Vec<Option<String>> =
            match Service::builder().files(RegularFiles).paths().build().ask(&question, &control).unwrap() {
                Reply::Distances(table) => vec![table.path],
                Reply::Bounds(tables) => tables.into_iter().map(|table| table.path).collect(),
                reply => panic!("{reply:?}"),
            };
        assert!(!paths.is_empty() && paths.iter().all(Option::is_some), "{paths:?}");
        assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    }
}

#[test]
fn tables_are_built_looked_at_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::builder().files(RegularFiles).paths().build();
    let path = folder.path().join("eight");
    let built = service.distances(&Distances { output: Some(path.clone()), ..Distances::new("8") }).unwrap();
    assert_eq!((built.bits, built.entries), (8, 181_440));
    let info = service.info(&Info::new(&path)).unwrap();
    assert_eq!((info.diameter, info.states, info.bits), (Some(31), Some(181_440), Some(8)));
    let verified = service.verify(&Verify::new(&path)).unwrap();
    assert_eq!(verified.compared, 181_440);
    let far = Distance { table: Some(path.clone()), ..Distance::new("", EIGHT) };
    assert_eq!(service.distance(&far).unwrap().length(), Some(Length(19)));
    let random = Random { table: Some(path.clone()), ..Random::new("") };
    let drawn = the_only(service.random(&random).unwrap());
    assert!(service.distance(&Distance::new("8", drawn.state)).unwrap().length().is_some());
    // A table of another puzzle is refused.
    let wrong = Solve { table: Some(path), ..Solve::new("15", "") };
    assert_eq!(service.solve(&wrong).unwrap_err().kind, Kind::Table);
}

#[test]
fn instances_are_solved_and_compared() {
    let service = Service::default();
    let mut question = Bench::new("korf100");
    question.easiest = Some(2);
    let (reply, events) = heard(&service, &question);
    let run = reply.unwrap();
    assert_eq!((run.set.of, run.rows.len(), run.solved().count()), (100, 2, 2));
    assert!(run.rows.iter().all(|row| row.verdict.cost == Some(Ok(()))));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Tried(_))).count(), 2);
    question.set = "korf10".into();
    assert_eq!(ask(&question).unwrap_err().field, Some("set"));
}

/// A deep solution on a ring of 68 cells, on which a search takes stack for every move, is found from a thread with a
/// stack of 128 KiB.
#[test]
fn no_stack_of_the_callers_is_needed() {
    let asked = std::thread::Builder::new().stack_size(128 << 10).spawn(|| {
        let (side, between) = ("#".repeat(18), format!("#{}#\n", ".".repeat(16)).repeat(16));
        let mut question = Random::new("sliding");
        (question.puzzle.board, question.seed) = (Some(format!("{side}\n{between}{side}")), Some(2));
        let drawn = the_only(ask(&question).unwrap());
        let mut question = Solve::new(question.puzzle, drawn.state);
        question.options.algorithm = Some(Algorithm::IdaStar);
        ask(&question).unwrap().length()
    });
    assert!(asked.unwrap().join().unwrap().unwrap() > Length(1_000));
}

#[test]
fn one_service_answers_many_threads() {
    let service = Service::builder().memory(4 << 30).at_a_time(4).build();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let reply = service.ask(&Solve::new("8", EIGHT), &Control::default()).unwrap();
                    assert_eq!(reply.length(), Some(Length(19)));
                }
            });
        }
    });
    assert_eq!(service.ledger().reserved(), 0);
}

/// The reply and all events before it, which a listener on the thread that works gets.
fn heard_at_once<Q: Asked>(service: &Service, question: &Q) -> (Result<Q::Reply, Fault>, Vec<Event>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&events);
    let control = Control::default().hear_at_once(move |event| {
        kept.lock().unwrap().push(event);
        ControlFlow::Continue(())
    });
    let reply = service.ask(question, &control);
    (reply, std::mem::take(&mut events.lock().unwrap()))
}

/// Each better solution that is reported on the way leads to the goal, and the best of them is in the answer.
#[test]
fn better_solutions_are_reported_with_their_moves() {
    let ids = ["24", "3x3x3", "pancake:40", "square-1"];
    for (id, is_at_once) in ids.into_iter().flat_map(|id| [(id, false), (id, true)]) {
        let mut random = Random::new(id);
        random.seed = Some(5);
        let state = the_only(ask(&random).unwrap()).state;
        let engine = loyd::planner::open(id, None).unwrap();
        let mut question = Solve::new(id, &*state);
        question.limits.nodes = Some(400_000);
        let listened = if is_at_once { heard_at_once::<Solve> } else { heard::<Solve> };
        let (reply, events) = listened(&Service::default(), &question);
        let mut best: Option<Cost> = None;
        for event in events {
            let Event::Better { cost, moves: Some(moves) } = event else { continue };
            assert!(best.is_none_or(|best| cost < best), "{id}: {cost:?} after {best:?}");
            let moves = moves.join(if engine.spelling() == Spelling::Letters { "" } else { " " });
            let check = engine.check(&state, &moves, Default::default()).unwrap();
            assert!(check.reaches_goal && check.cost == cost, "{id}: {moves}: {check:?}");
            best = Some(cost);
        }
        match reply.unwrap().outcome {
            Outcome::Stopped { best: known, .. } => {
                assert!(best.is_some() && best == known, "{id}: {best:?}, {known:?}")
            }
            Outcome::Solved(known) => assert!(best.is_none_or(|best| best >= known.cost), "{id}: {best:?}"),
            Outcome::Unsolvable(proof) => panic!("{id}: {proof:?}"),
        }
    }
}
