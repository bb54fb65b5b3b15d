//! Too little memory at every point of every kind of work: the answers are still true, and no memory stays reserved.

use loyd::service::Algorithm;
use loyd::service::Want;
use loyd::service::{
    Catalogue, CatalogueReply, Check, Control, Distance, Fault, FlatQuestion, Map, Next, Origin, Question, Random,
    Reply, Service, Solve,
};
use loyd_core::cost::Cost;
use loyd_core::search::{Outcome, Stop};
use loyd_core::table::cache::Cache;

use super::is_whole;

const HARD: &str = "8 6 7 2 5 4 3 x 1";
/// The number of limits for each question, evenly spaced up to a limit at which it is answered.
fn steps() -> u64 {
    if is_whole() { 40 } else { 13 }
}

fn by(algorithm: Algorithm, want: Want) -> Question {
    let mut question = Solve::new("8", HARD);
    (question.options.algorithm, question.options.want) = (Some(algorithm), want);
    question.into()
}

fn tabled(puzzle: &str, state: &str, bound: &str) -> Question {
    let mut question = Solve::new(puzzle, state);
    (question.options.algorithm, question.options.heuristic) = (Some(Algorithm::AStar), Some(bound.into()));
    question.into()
}

fn drawn(depth: u32) -> Question {
    let mut question = Random::new("8");
    (question.depth, question.seed) = (Some(depth), Some(1));
    question.into()
}

/// Questions that hold memory, each with about as much memory as its answer needs.
fn questions() -> Vec<(Question, u64)> {
    let every = Want::All { most: None };
    vec![
        (by(Algorithm::Bfs, Want::One), 4 << 20),
        (by(Algorithm::Bfs, Want::Count), 16 << 20),
        (by(Algorithm::Bidirectional, Want::One), 2 << 20),
        (by(Algorithm::Bidirectional, every), 4 << 20),
        (by(Algorithm::AStar, Want::One), 4 << 20),
        (by(Algorithm::AStar, Want::Lexicographic), 8 << 20),
        (by(Algorithm::Table, Want::One), 2 << 20),
        (Solve::new("8", HARD).into(), 4 << 20),
        (Solve::new("pancake:16", "3 1 4 15 9 2 6 5 16 8 7 10 13 11 14 12").into(), 4 << 20),
        (tabled("8", HARD, "additive"), 4 << 20),
        (tabled("swap:3", "9 8 7 6 5 4 3 2 1", "projection"), 4 << 20),
        (Distance::new("8", HARD).into(), 4 << 20),
        (Next::new("8", HARD).into(), 8 << 20),
        (Check::new("8", HARD, "u").into(), 8 << 20),
        (drawn(31), 4 << 20),
        (Map::new("pancake:8").into(), 16 << 20),
        (Map::new("swap:3").into(), 24 << 20),
    ]
}

/// The bounds that a reply proves: the least and the most number of moves.
fn proved(reply: &Reply) -> (u32, u32) {
    match reply {
        Reply::Answer(answer) => match &answer.outcome {
            Outcome::Solved(solution) => (solution.cost.amount(), solution.cost.amount()),
            Outcome::Stopped { at_least, best, .. } => (at_least.amount(), best.map_or(u32::MAX, Cost::amount)),
            Outcome::Unsolvable(_) => (u32::MAX, u32::MAX),
        },
        Reply::Census(census) => match census.map.stopped {
            None => (census.map.diameter(), census.map.diameter()),
            Some(_) => (census.map.layers.len() as u32, u32::MAX),
        },
        reply => reply.cost().map_or((0, u32::MAX), |cost| (cost.amount(), cost.amount())),
    }
}

#[test]
fn too_little_memory_is_said_and_nothing_untrue() {
    let service = Service::builder().cache(Cache::none()).build();
    let ask = |question: &Question, limit: Option<u64>| -> Result<Reply, Fault> {
        let mut flat = FlatQuestion::from(question);
        flat.limit_memory = limit;
        // No table is built before an answer.
        service.evict();
        service.ask(&Question::try_from(flat)?, &Control::default())
    };
    for (question, enough) in questions() {
        let truth = ask(&question, None).unwrap_or_else(|fault| panic!("{question:?}: {fault}"));
        let (truth, _) = proved(&truth);
        let (mut refused, mut answered) = (0, 0);
        for step in 0..=steps() {
            let limit = enough * step / steps();
            match ask(&question, Some(limit)) {
                Ok(reply) => {
                    let (low, high) = proved(&reply);
                    assert!(low <= truth && truth <= high, "{question:?} with {limit} bytes: {reply:?}");
                    assert!(matches!(reply.stopped(), None | Some(Stop::Bytes)), "{question:?}: {reply:?}");
                    answered += u32::from(reply.stopped().is_none());
                    refused += u32::from(reply.stopped().is_some());
                }
                Err(fault) => {
                    let is_memory = matches!(fault.origin, Origin::Memory | Origin::Limit(Stop::Bytes));
                    assert!(is_memory, "{question:?} with {limit} bytes: {fault:?}");
                    refused += 1;
                }
            }
            assert_eq!(service.ledger().reserved(), 0, "{question:?} with {limit} bytes");
        }
        assert!(answered > 0, "{question:?}: {enough} bytes are too little");
        let names_algorithm = matches!(&question, Question::Solve(solve) if solve.options.algorithm.is_some());
        assert!(refused > 0 || !names_algorithm, "{question:?}: no limit was too small");
    }
}

/// Definitions that differ in a comment are different puzzles. The bytes of each definition count, and the oldest
/// definitions are forgotten, so that all together keep to the memory that questions share.
#[test]
fn opened_definitions_keep_to_the_memory() {
    const BUDGET: u64 = 160 << 20;
    let cube = include_str!("../../../loyd-definitions/definitions/4x4x4.loyd");
    let service = Service::builder().memory(BUDGET).at_a_time(2).build();
    let mut most = 0;
    for number in 0..8 {
        let mut question = Catalogue::new("file");
        question.puzzle.board = Some(format!("{cube}\n# {number}\n"));
        service.catalogue(&question).unwrap();
        let held = service.ledger().tables();
        assert!(held + service.ledger().reserved() <= BUDGET, "{held} bytes are held");
        most = most.max(held);
    }
    assert!(most > 1 << 20, "only {most} bytes are counted");
    service.evict();
    assert_eq!(service.ledger().tables(), 0);
}

/// A limit that stops the opening of a family's examples is a fault, and not a shorter list.
#[test]
fn no_example_is_left_out_for_a_limit() {
    let whole = Service::default().catalogue(&Catalogue::new("pyraminx")).unwrap();
    assert!(matches!(whole, CatalogueReply::Family(family) if family.members.len() == 1));
    let mut control = Control::default();
    control.ceiling.memory = Some(1 << 20);
    let fault = Service::default().ask(&Catalogue::new("pyraminx"), &control).unwrap_err();
    assert_eq!(fault.origin, Origin::Limit(Stop::Bytes), "{fault}");
}
