//! Single questions to a service that keeps its tables.

use std::time::Duration;

use loyd::service::Algorithm;
use loyd::service::{Check, Control, Random, Service, Solve};

/// Asks for `count` random positions of a puzzle, with a new service. Returns how many of them a table answered, and
/// the bytes of all tables at the end.
fn asked(puzzle: &str, count: u64, lasting: bool) -> (usize, u64) {
    let mut random = Random::new(puzzle);
    (random.count, random.seed) = (Some(count), Some(11));
    let service = Service::builder().memory(1 << 30).build();
    let mut control = Control::default();
    (control.ceiling.time, control.lasting) = (Some(Duration::from_secs(20)), lasting);
    let positions = service.ask(&random, &control).unwrap_or_else(|fault| panic!("{puzzle}: {fault}"));
    let mut by_table = Vec::new();
    for position in positions {
        let answer = service.ask(&Solve::new(puzzle, &position.state), &control).unwrap();
        let moves = answer.moves().unwrap();
        by_table.push(answer.algorithm == Algorithm::Table);
        let checked = service.ask(&Check::new(puzzle, &position.state, moves), &control).unwrap();
        assert!(checked.reaches_goal(), "{puzzle}: {}", position.state);
    }
    // Once the table exists, it answers all questions.
    assert!(by_table.is_sorted(), "{puzzle}: {by_table:?}");
    (by_table.iter().filter(|table| **table).count(), service.ledger().tables())
}

#[test]
fn a_small_space_has_its_table_once_it_pays() {
    let (from_table, bytes) = asked("8", 600, true);
    // A table of 181,440 states with 2 moves each costs as many nodes as some hundred positions.
    assert!((100..600).contains(&from_table) && bytes >= 181_440, "{from_table} {bytes}");
    assert_eq!(asked("8", 600, false).0, 0);
    assert_eq!(asked("8", 20, true).0, 0);
    assert_eq!(asked("sliding:2x5", 60, true).0, 0);
}
