//! A batch answers each line as if it were alone. For every puzzle, cost and option, positions that are solved one
//! after another with a shared table have the same answers as single questions. The planner asserts that a batch ends:
//! a step without progress panics.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use loyd::catalogue::FAMILIES;
use loyd::planner::{Algorithm, Engine, Options, Request, Want, open_within};
use loyd::service::reply::Answer;
use loyd::service::{Cancel, Control, Fault, Reply, Service, Solve};
use loyd_core::cost::{Cost, Length};
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, RegularFiles};
use loyd_core::puzzle::Convention;
use loyd_core::search::{Limits, Outcome, Stop};

use super::is_whole;

/// Spaces with up to this many states are asked for far positions and with every algorithm.
const SMALL: u64 = 50_000;

/// Spaces with up to this many states are asked for any position.
const MEDIUM: u64 = 200_000;

/// Spaces with more than this many states are asked only two questions.
const HUGE: u64 = 1 << 62;

/// A text that is not a position.
const NO_POSITION: &str = "1 2 3 no position";

/// Opens a puzzle by its id, which may name a file.
fn open(id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_within(&Opening::default().reading(&RegularFiles), id, goal)
}

/// A generator of numbers below a bound, with the same numbers in every run.
fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    }
}

/// Every puzzle of the catalogue and every definition in the repository, also with other costs if it has any.
fn puzzles() -> Vec<String> {
    let mut all: Vec<String> = FAMILIES.iter().flat_map(|family| family.examples).map(ToString::to_string).collect();
    for folder in ["../definitions", "../tests/data/definitions"] {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_definition = |path: &Path| path.extension().is_some_and(|end| end == "tws" || end == "loyd");
        all.extend(entries.filter(|path| is_definition(path)).map(|path| format!("file:@{}", path.display())));
    }
    all.sort();
    let with_metrics = |id: &String| {
        let plain = open(id, None).unwrap_or_else(|error| panic!("{id}: {error}"));
        let metrics = if id.contains('?') || plain.described().is_none() { &[][..] } else { &["quarter", "weights"] };
        // Where all moves cost 1 and none is left out, the metric changes nothing.
        let moves = |engine: &Engine| engine.legal(&engine.facts().example, "", Convention::Blank).unwrap().steps.len();
        let is_other =
            |engine: &Engine| engine.inapplicable(Algorithm::Bfs).is_some() || moves(engine) != moves(&plain);
        let other = metrics.iter().map(|metric| format!("{id}?metric={metric}"));
        let other = other.filter(|id| open(id, None).is_ok_and(|engine| is_other(&engine)));
        [id.clone()].into_iter().chain(other).collect::<Vec<_>>()
    };
    all.iter().flat_map(with_metrics).collect()
}

/// The number of states, or `u64::MAX` if it is unknown or larger.
fn states(engine: &Engine) -> u64 {
    engine.facts().states.and_then(|states| states.to_string().parse().ok()).unwrap_or(u64::MAX)
}

/// Whether an algorithm solves a position within a number of nodes. Without good bounds, IDA* does not solve some
/// positions near the goal, and takes hours for far ones of a small space.
fn is_soon_solved(engine: &Engine, state: &str, algorithm: Option<Algorithm>, nodes: u64) -> bool {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { algorithm, want: Want::Count, ..Options::default() };
    let request = Request { limits, ..options.into() };
    let answer = engine.solve(state, &request, &mut |_| ControlFlow::Continue(())).unwrap();
    matches!(answer.outcome, Outcome::Solved(_) | Outcome::Unsolvable(_))
}

/// Positions that are solved quickly: any in a small space, and some moves from the goal in a large one. One text is
/// not a position.
fn positions(engine: &Engine, below: &mut impl FnMut(u64) -> u64) -> Vec<String> {
    let states = states(engine);
    let number = if states <= SMALL && is_whole() { 8 } else { 4 };
    let mut positions = Vec::new();
    for _ in 0..if states <= MEDIUM { number } else { 0 } {
        positions.push(engine.random(None, &Request::default(), below).unwrap());
    }
    if positions.is_empty() {
        let home = engine.home().unwrap_or_else(|| engine.facts().example);
        for length in [0, 1, 3, 5] {
            let mut state = home.clone();
            for _ in 0..length {
                let steps = engine.legal(&state, "", Convention::Blank).unwrap().steps;
                let Some(step) = steps.get(below(steps.len().max(1) as u64) as usize) else { break };
                state = step.state.clone();
            }
            let is_soon = |algorithm| is_soon_solved(engine, &state, algorithm, 20_000);
            let are_soon = is_soon(None) && is_soon(Some(Algorithm::IdaStar));
            positions.extend(are_soon.then_some(state));
        }
    }
    positions.insert(positions.len() / 2, NO_POSITION.into());
    positions
}

/// Questions without a position, each with other options, that are answered soon about each of the positions.
fn questions(id: &str, engine: &Engine, positions: &[String]) -> Vec<Solve> {
    let plain = Solve::new(id, "");
    // Four services open the puzzle for each question, and opening such a puzzle takes about a second.
    let is_huge = states(engine) > HUGE;
    let with = |change: &dyn Fn(&mut Solve)| {
        let mut question = plain.clone();
        change(&mut question);
        question
    };
    let mut all = vec![plain.clone(), with(&|q| q.limits.memory = Some(64 << 20))];
    if is_huge {
        return all;
    }
    all.push(with(&|q| q.options.want = Want::Count));
    // With other costs, only the questions that depend on costs are asked.
    if id.contains("?metric=") {
        all.push(with(&|q| q.options.within = Some(1.5)));
        return all;
    }
    all.push(with(&|q| q.options.first = true));
    all.push(with(&|q| q.options.want = Want::All { most: Some(3) }));
    all.push(with(&|q| q.options.want = Want::Lexicographic));
    all.push(with(&|q| q.options.within = Some(1.5)));
    all.push(with(&|q| q.limits.nodes = Some(2_000_000)));
    all.push(with(&|q| q.limits.moves = Some(3)));
    all.push(with(&|q| q.options.words = true));
    all.push(with(&|q| q.options.convention = Some(Convention::Tile)));
    let is_slow = |state: &String| !is_soon_solved(engine, state, Some(Algorithm::IdaStar), 300_000);
    // Where IDA* does not apply, the refusals are compared.
    let is_ida_star_slow = engine.inapplicable(Algorithm::IdaStar).is_none()
        && positions.iter().filter(|state| *state != NO_POSITION).any(is_slow);
    let is_asked = |algorithm: &Algorithm| !(is_ida_star_slow && *algorithm == Algorithm::IdaStar);
    all.extend(is_asked(&Algorithm::IdaStar).then(|| with(&|q| q.options.algorithm = Some(Algorithm::IdaStar))));
    if states(engine) <= SMALL {
        for algorithm in Algorithm::ALL.into_iter().filter(is_asked) {
            all.push(with(&|q| q.options.algorithm = Some(algorithm)));
        }
        for bound in engine.heuristics() {
            all.push(with(&|q| q.options.heuristic = Some(bound.into())));
        }
        all.push(with(&|q| q.limits.memory = Some(2_000)));
        all.push(with(&|q| q.options.cuts = true));
    }
    all
}

/// The question about a position.
fn about(question: &Solve, state: &str) -> Solve {
    let mut question = question.clone();
    question.position.state = Some(state.into());
    question
}

/// The part of an answer that is equal for all ways of asking. Two solutions of the same length are equal.
#[derive(Debug, PartialEq, Eq)]
enum Worth {
    Solved { length: Option<Length>, cost: Option<Cost>, count: Option<u128>, smallest: Option<Vec<String>> },
    Unsolvable,
    Stopped(Stop),
    Refused(String),
}

/// Replays the solutions of an answer, and returns its worth.
fn worth(engine: &Engine, question: &Solve, state: &str, answer: Result<Answer, Fault>) -> Worth {
    let answer = match answer {
        Ok(answer) => answer,
        Err(fault) => return Worth::Refused(fault.message),
    };
    let convention = question.options.convention.unwrap_or_default();
    let shown =
        answer.solution().or(answer.best.as_ref()).map(|solution| (Length::of(&solution.moves), &solution.moves));
    let listed = answer.solutions.iter().map(|listed| (listed.length, &listed.moves));
    let replayed =
        shown.into_iter().filter(|_| matches!(question.options.want, Want::One | Want::Lexicographic)).chain(listed);
    for (length, moves) in replayed {
        assert_eq!(moves.len(), length.0 as usize);
        let check = engine.check(state, &moves.join(" "), convention).unwrap();
        assert!(check.reaches_goal && check.illegal.is_none(), "{} {state}: {moves:?}", engine.id());
    }
    let is_content = question.options.first || question.options.within.is_some();
    match answer.outcome {
        Outcome::Solved(solution) => Worth::Solved {
            length: (!is_content && engine.inapplicable(Algorithm::Bfs).is_none()).then(|| solution.length()).flatten(),
            cost: (!is_content).then_some(solution.cost),
            count: solution.count,
            smallest: (question.options.want == Want::Lexicographic).then_some(solution.moves),
        },
        Outcome::Unsolvable(_) => Worth::Unsolvable,
        // Any solution is enough, and whether it is proved shortest depends on the way of asking.
        Outcome::Stopped { why: Stop::Enough, .. } if is_content => {
            Worth::Solved { length: None, cost: None, count: None, smallest: None }
        }
        Outcome::Stopped { why, .. } => Worth::Stopped(why),
    }
}

/// Asks one service the question for each position.
fn asked(
    service: &Service,
    question: &Solve,
    positions: &[String],
    control: &Control<'_>,
) -> Vec<Result<Answer, Fault>> {
    positions.iter().map(|state| service.ask(&about(question, state), control)).collect()
}

/// Asks as `solve -` does: one preparation, and then line after line.
fn in_lines(service: &Service, question: &Solve, positions: &[String]) -> Vec<Result<Answer, Fault>> {
    let mut control = Control::default();
    control.batch = true;
    let prepared = match service.prepare(question, &control) {
        Ok(prepared) => prepared,
        Err(fault) => return positions.iter().map(|_| Err(fault.clone())).collect(),
    };
    let line = |state: &String| {
        let mut solutions = Vec::new();
        let mut answer = prepared.solve(state, &mut |listed| {
            solutions.push(listed);
            ControlFlow::Continue(())
        })?;
        answer.solutions = solutions;
        Ok(answer)
    };
    positions.iter().map(line).collect()
}

/// A tally of the answers about some puzzles.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    by_table: HashSet<String>,
    algorithms: BTreeSet<&'static str>,
}

/// Asks every question about a puzzle in four ways, and compares the answers.
fn compare(id: &str, place: usize, tally: &mut Tally) {
    let engine = open(id, None).unwrap();
    let positions = positions(&engine, &mut numbers(place as u64 + 3));
    let services = || [(); 4].map(|()| Service::builder().files(RegularFiles).memory(1 << 30).at_a_time(2).build());
    let mut ways = services();
    for question in chosen(questions(id, &engine, &positions), place) {
        // Services are kept between questions to save time. If memory is limited they are new, because an existing
        // table counts.
        if states(&engine) > HUGE || question.limits.memory.is_some() {
            ways = services();
        }
        let [alone, lines, batch, lasting] = &ways;
        let lone = asked(alone, &question, &positions, &Control::default());
        let lone: Vec<Worth> =
            positions.iter().zip(lone).map(|(state, answer)| worth(&engine, &question, state, answer)).collect();
        tally.refused += lone.iter().filter(|worth| matches!(worth, Worth::Refused(_))).count();
        let mut several = Control::default();
        several.lasting = true;
        let stream: Vec<Solve> = positions.iter().map(|state| about(&question, state)).collect();
        let streamed = batch.batch(stream, 2, &Cancel::default()).in_order().map(|(_, reply)| match reply? {
            Reply::Answer(answer) => Ok(*answer),
            _ => panic!("an answer"),
        });
        for (way, answers) in [
            ("solve -", in_lines(lines, &question, &positions)),
            ("batch", streamed.collect()),
            ("lasting", asked(lasting, &question, &positions, &several)),
        ] {
            assert_eq!(answers.len(), positions.len(), "{id} {way}");
            for ((state, answer), lone) in positions.iter().zip(answers).zip(&lone) {
                tally.algorithms.extend(answer.as_ref().map(|answer| answer.algorithm.name()));
                let is_by_table = question.options.algorithm.is_none()
                    && answer.as_ref().is_ok_and(|answer| answer.algorithm == Algorithm::Table);
                tally.by_table.extend(is_by_table.then(|| id.to_string()));
                let own = worth(&engine, &question, state, answer);
                // A shared table may fit a limit at which the search for a single line stops.
                let is_more = is_by_table
                    && matches!(lone, Worth::Stopped(Stop::Bytes | Stop::Nodes))
                    && matches!(own, Worth::Solved { .. } | Worth::Unsolvable);
                assert!(own == *lone || is_more, "{id} {state} by {way}: {own:?}, alone {lone:?}: {question:?}");
            }
        }
    }
}

/// The questions about the puzzle at a place of the list: in the shorter law the first question, the question for a
/// search from both ends, which is seldom chosen for positions near the goal, and an eighth of the other questions,
/// another eighth for the next puzzle.
fn chosen(questions: Vec<Solve>, place: usize) -> Vec<Solve> {
    let is_named = |question: &Solve| question.options.algorithm == Some(Algorithm::Bidirectional);
    let is_in_turn = |number: usize| number < 1 || (number + place).is_multiple_of(8) || is_whole();
    let asked =
        questions.into_iter().enumerate().filter(|(number, question)| is_in_turn(*number) || is_named(question));
    asked.map(|(_, question)| question).collect()
}

#[test]
fn a_batch_is_its_lines() {
    let only = std::env::var("LOYD_PUZZLE").ok();
    let puzzles = puzzles();
    let asked = |id: &String| only.as_ref().is_none_or(|only| id.contains(only));
    // The shorter law asks one of each sixteen puzzles in the list: the first of the first sixteen, the second of the
    // next. Many puzzles come three times, once with each metric, so the law asks some puzzles with each metric.
    let step = if is_whole() || only.is_some() { 1 } else { 16 };
    let is_in_turn = |place: usize| place % step == place / step % step;
    let queue = Mutex::new(puzzles.iter().enumerate().filter(|&(place, id)| is_in_turn(place) && asked(id)));
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(4) {
            scope.spawn(|| {
                let mut own = Tally::default();
                loop {
                    let next = queue.lock().unwrap().next();
                    let Some((place, id)) = next else { break };
                    // The id is shown if the test fails, or with `--nocapture`.
                    println!("{id}");
                    compare(id, place, &mut own);
                }
                let mut tally = tally.lock().unwrap();
                tally.refused += own.refused;
                tally.by_table.extend(own.by_table);
                tally.algorithms.extend(own.algorithms);
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    if only.is_none() {
        let are_all_used = Algorithm::ALL.iter().all(|algorithm| tally.algorithms.contains(algorithm.name()));
        assert!(tally.refused > 100 / step && tally.by_table.len() > 10 / step && are_all_used, "{tally:?}");
    }
}
