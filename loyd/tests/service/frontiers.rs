//! The growth of searches in the events that a listener gets.

use loyd::service::{Algorithm, Want};
use loyd::service::{Event, Random, Service, Solve, reply};
use loyd_core::cost::Cost;
use loyd_core::limits::{Frontier, Side};
use loyd_core::search::Outcome;

use super::{ask, families, heard, is_whole, the_only};

/// The answer, and the frontier events.
fn watched(question: &Solve) -> (reply::Answer, Vec<Frontier>) {
    let (reply, events) = heard(&Service::default(), question);
    (reply.unwrap_or_else(|fault| panic!("{question:?}: {fault:?}")), frontiers_of(events))
}

fn frontiers_of(events: Vec<Event>) -> Vec<Frontier> {
    let frontier = |event| if let Event::Frontier(frontier) = event { Some(frontier) } else { None };
    events.into_iter().filter_map(frontier).collect()
}

fn asked(puzzle: &str, state: &str, algorithm: Algorithm) -> Solve {
    let mut question = Solve::new(puzzle, state);
    question.options.algorithm = Some(algorithm);
    question
}

/// The published number of states at each depth from a goal, which is written as in the file.
fn census(puzzle: &str, goal: &str) -> Vec<u64> {
    let file = include_str!("../../../tests/data/census.txt");
    let line = file.lines().find_map(|line| line.strip_prefix(&format!("{puzzle} | {goal} | "))).unwrap();
    line.split(' ').map(|count| count.parse().unwrap()).collect()
}

/// Renaming tiles keeps distances, so a position has the census of a goal with the blank in a symmetric cell.
#[test]
fn layers_of_the_eight_puzzle_are_its_census() {
    for (state, goal) in [("8 6 7/2 5 4/3 x 1", "1 x 2 3 4 5 6 7 8"), ("8 7 6/5 4 3/2 1 x", "x 1 2 3 4 5 6 7 8")] {
        let (census, mut question) = (census("sliding:3x3", goal), asked("8", state, Algorithm::Bfs));
        // For all shortest solutions, the last layer must be complete.
        for (want, is_whole) in [(Want::Count, true), (Want::One, false)] {
            question.options.want = want;
            let (answer, frontiers) = watched(&question);
            let length = answer.solution().unwrap().cost.amount() as usize;
            assert_eq!(frontiers.len(), length + 1);
            for (depth, frontier) in frontiers.iter().enumerate() {
                let whole = if is_whole { depth + 1 } else { (depth + 1).min(length) };
                assert_eq!(frontier.by_depth[..whole], census[..whole], "{state}: layer {depth}");
                assert_eq!(frontier.by_depth.len(), depth + 1);
            }
        }
    }
}

/// The laws of every search in layers, for one end of the search or for its only end.
fn layers_add_up(what: &str, layers: &[&Frontier]) {
    for (depth, layer) in layers.iter().enumerate() {
        assert_eq!(layer.depth as usize, depth, "{what}");
        assert_eq!(layer.by_depth.len(), depth + 1, "{what}");
        assert_eq!(layer.by_depth.iter().sum::<u64>(), layer.closed + layer.frontier, "{what}: {layer:?}");
        assert_eq!(layer.threshold, None, "{what}");
    }
    for pair in layers.windows(2) {
        assert!(pair[1].by_depth.starts_with(&pair[0].by_depth), "{what}: {pair:?}");
        assert!(pair[1].closed <= pair[0].closed + pair[0].frontier, "{what}: {pair:?}");
    }
}

fn obeys(what: &str, algorithm: Algorithm, answer: &reply::Answer, frontiers: &[Frontier]) {
    let (solution, stats) = (answer.solution(), &answer.stats);
    let last = frontiers.last().unwrap_or_else(|| panic!("{what}: nothing was heard"));
    if !matches!(answer.outcome, Outcome::Stopped { .. }) {
        assert_eq!((last.expanded, last.generated), (stats.expanded, stats.generated), "{what}");
    }
    assert!(last.expanded <= stats.expanded && last.generated <= stats.generated, "{what}");
    match algorithm {
        Algorithm::Bfs => {
            layers_add_up(what, &frontiers.iter().collect::<Vec<_>>());
            for layer in frontiers {
                assert_eq!((layer.side, layer.closed), (None, layer.expanded), "{what}");
            }
            if let Some(solution) = solution {
                assert_eq!(last.depth, solution.cost.amount(), "{what}");
                assert_eq!(last.closed + last.frontier, stats.generated - stats.duplicates, "{what}");
            }
        }
        Algorithm::Bidirectional => {
            let of = |side| frontiers.iter().filter(|layer| layer.side == Some(side)).collect::<Vec<_>>();
            let ends = [of(Side::Start), of(Side::Goal)];
            ends.iter().for_each(|layers| layers_add_up(what, layers));
            let [start, goal] = ends.map(|layers| (*layers.last().unwrap()).clone());
            assert_eq!(start.closed + goal.closed, last.expanded, "{what}");
            if let Some(solution) = solution {
                assert_eq!(start.depth + goal.depth, solution.cost.amount(), "{what}");
            }
        }
        _ => {
            for frontier in frontiers {
                assert_eq!((frontier.side, frontier.closed), (None, frontier.expanded), "{what}");
                assert_eq!(frontier.by_depth.iter().sum::<u64>(), frontier.closed, "{what}");
                assert_eq!(frontier.depth as usize, frontier.by_depth.len().saturating_sub(1), "{what}");
            }
            for pair in frontiers.windows(2) {
                assert!(pair[0].threshold < pair[1].threshold, "{what}: {pair:?}");
                assert!(pair[0].closed <= pair[1].closed, "{what}: {pair:?}");
            }
            // The bounds are admissible, so the search ends with the states whose sum is the length.
            assert_eq!(last.expanded, stats.expanded, "{what}");
            if let Some(solution) = solution {
                assert_eq!(last.threshold, Some(solution.cost.amount()), "{what}");
            }
        }
    }
}

/// Random positions of every example are searched until the end or until a limit of nodes.
#[test]
fn counts_add_up_all_over_the_catalogue() {
    let (mut solved, mut stopped) = (0, 0);
    for family in families() {
        for id in family.members().take(if is_whole() { usize::MAX } else { 1 }) {
            let mut random = Random::new(id);
            random.seed = Some(3);
            let state = &the_only(ask(&random).unwrap()).state;
            for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::AStar] {
                let what = format!("{id}: {}: {}", algorithm.name(), state);
                let mut question = asked(id, state, algorithm);
                question.limits.nodes = Some(if is_whole() { 20_000 } else { 5_000 });
                let (reply, events) = heard(&Service::default(), &question);
                // Some algorithms do not apply to some puzzles.
                let Ok(answer) = reply else { continue };
                let frontiers = frontiers_of(events);
                if matches!(answer.outcome, Outcome::Unsolvable(_)) && answer.stats.expanded == 0 {
                    assert!(frontiers.is_empty(), "{what}");
                    continue;
                }
                obeys(&what, algorithm, &answer, &frontiers);
                *if answer.solution().is_some() { &mut solved } else { &mut stopped } += 1;
            }
        }
    }
    let least = if is_whole() { 20 } else { 8 };
    assert!(solved >= least && stopped >= least, "{solved} solved, {stopped} stopped");
}

/// A* with every bound of the 8-puzzle, for one and for all shortest solutions.
#[test]
fn the_least_sum_rises_to_the_length() {
    for heuristic in ["misplaced", "manhattan", "linear-conflict", "walking-distance", "additive"] {
        for want in [Want::One, Want::Count] {
            let mut question = asked("8", "8 6 7/2 5 4/3 x 1", Algorithm::AStar);
            (question.options.heuristic, question.options.want) = (Some(heuristic.into()), want);
            let (answer, frontiers) = watched(&question);
            obeys(heuristic, Algorithm::AStar, &answer, &frontiers);
            let exact = heuristic == "additive";
            assert!(frontiers.len() > if exact { 0 } else { 3 }, "{heuristic}: {frontiers:?}");
        }
    }
}

/// IDA* has no closed list. Its iterations show its growth, whether the question or the planner chose it.
#[test]
fn iterations_are_heard_of_ida_star_named_and_chosen() {
    for algorithm in [Some(Algorithm::IdaStar), None] {
        let mut question = Solve::new("15", "5 1 3 4/2 6 8 12/9 10 7 11/13 14 15 x");
        question.options.algorithm = algorithm;
        let (reply, events) = heard(&Service::default(), &question);
        let cost = reply.unwrap().cost();
        let bounds: Vec<Cost> = events
            .iter()
            .filter_map(|event| if let Event::Iteration(iteration) = event { Some(iteration.threshold) } else { None })
            .collect();
        assert_eq!(bounds.last().copied(), cost, "{algorithm:?}: {bounds:?}");
        assert!(bounds.is_sorted_by(|one, next| one < next), "{algorithm:?}: {bounds:?}");
        assert!(!events.iter().any(|event| matches!(event, Event::Frontier(_))));
    }
}
