//! Lists, powers and products of a question are counted before they are made.

use super::*;
use loyd::service::{CostLimits, List, MapLimits, Moves};

/// Moves of six letters each, and their number.
const LONG: &str = "(R U F L D B)160000";

/// Asks a question that may hold so many bytes.
fn within<Q: Asked>(bytes: u64, question: &Q) -> Result<Q::Reply, Fault> {
    let mut control = Control::default();
    control.ceiling.memory = Some(bytes);
    Service::default().ask(question, &control)
}

#[test]
fn the_results_of_a_comparison_are_counted_before_the_first_search() {
    let states = vec![EIGHT.to_string(); 1000];
    let mut question = Compare { states: List::of("states", states).unwrap(), ..Compare::new("8", "") };
    question.position.state = None;
    question.heuristics = ["manhattan", "misplaced", "MD"].into();
    question.limits = CostLimits { memory: Some(4_000_000), ..CostLimits::default() };
    let (reply, events) = heard(&Service::default(), &question);
    let fault = reply.unwrap_err();
    assert_eq!((fault.kind, fault.field, events.len()), (Kind::Memory, Some("limit_memory"), 0), "{fault}");
    // Three algorithms use no lower bound.
    let expected = "1,000 positions with 7 choices of an algorithm and a lower bound are 7,000 searches, whose results \
                    need 14.34 MB of memory, but only 4.00 MB is available";
    assert_eq!(fault.message, expected);
}

#[test]
fn the_patterns_of_a_set_count_as_memory() {
    // The first six tiles in each order.
    let pattern = |mut number: usize| {
        let mut tiles: Vec<usize> = (1..9).collect();
        let mut drawn = Vec::new();
        for left in (3..9).rev() {
            drawn.push(tiles.remove(number % left).to_string());
            number /= left;
        }
        format!("{} ? ? ?", drawn.join(" "))
    };
    let set = List::of("goal_set", (0..20_160).map(pattern).collect()).unwrap();
    assert_eq!(set.len(), 20_160);
    let limits = MapLimits { memory: Some(11_000_000), ..MapLimits::default() };
    let mut question = Map { goal_set: Some(set), limits, ..Map::new("8") };
    let fault = ask(&question).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Memory, Some("limit_memory")), "{fault}");
    question.goal_set = Some(["1 2 3 4 5 ? ? ? ?"].into());
    assert!(ask(&question).is_ok());
    let names = vec!["u"; 1001].join(",");
    question.goal_set = Some([format!("moves={names}")].into());
    let fault = ask(&question).unwrap_err();
    assert!(fault.message.ends_with("expected at most 1000 names of moves, found 1001"), "{fault}");
}

/// Moves are refused by the memory that they would take, in every field that has moves.
#[test]
fn powers_count_as_memory() {
    const FEW: u64 = 100_000_000;
    let home = the_only(ask(&Random::new("3x3x3")).unwrap()).state;
    let with = |moves: &str| Moves::new("3x3x3", PositionRef { moves: Some(moves.into()), ..home.as_str().into() });
    let fault = within(FEW, &with(LONG)).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Moves, Some("moves")), "{fault}");
    let place = fault.place.unwrap();
    assert_eq!((&*place.found, place.column), ("960000 moves", 13), "{place}");
    assert!(place.expected.starts_with("moves that need at most ") && place.expected.ends_with(", not 245760000"));
    assert!(within(FEW, &with("(R U F L D B)1000")).is_ok());
    let check = Check::new("3x3x3", home.as_str(), LONG);
    assert_eq!(within(FEW, &check).unwrap_err().kind, Kind::Moves);
    // A scramble is one action, whatever its powers; its moves are not listed.
    let scrambled = PositionRef { scramble: Some(LONG.into()), ..PositionRef::default() };
    assert!(within(FEW, &Moves::new("3x3x3", scrambled)).is_ok());
    // A power of a move can be many moves of the metric.
    let turn = "picture = \"1 2 3 4 5 6 7 8 9\"\n[moves]\nturn = \"1 2 3 4 5 6 7 8 9\"\n";
    let puzzle = loyd::service::PuzzleRef { id: "file?metric=quarter".into(), board: Some(turn.into()) };
    let mut question = Moves { puzzle, ..Moves::new("", "1 2 3 4 5 6 7 8 9") };
    question.position.moves = Some("(turn4)200000".into());
    let fault = within(FEW, &question).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Moves, Some("moves")), "{fault}");
}

#[test]
fn pictures_are_counted_before_they_are_drawn() {
    let draw = Draw::new("8", EIGHT, "ud".repeat(5001));
    let fault = ask(&draw).unwrap_err();
    assert_eq!(fault.field, Some("moves"));
    assert_eq!(fault.message, "`moves`: found 10,002 moves, expected at most 10,000 that are drawn");
    let draw = Draw::new("8", EIGHT, "ud".repeat(5000));
    assert_eq!(ask(&draw).unwrap().pictures.len(), 10_001);
    let fault = within(5_000_000, &draw).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Moves, Some("moves")));
    assert!(fault.message.contains("found 10000 moves, expected moves whose pictures need at most "), "{fault}");
}

/// A question whose moves are many is not answered among the questions that are answered in a moment.
#[test]
fn questions_with_long_moves_are_not_cheap() {
    let service = Service::default();
    let mut question = Moves::new("3x3x3", "R U");
    service.moves(&question).unwrap();
    assert!(service.estimate_opened(&question).unwrap().is_cheap);
    for moves in [LONG, "((R U)1000)1000", "R1000000", "[(R)9999, U]"] {
        question.position.moves = Some(moves.into());
        let estimate = service.estimate_opened(&question).unwrap();
        assert!(!estimate.is_cheap && estimate.bytes > Some(1 << 20), "{moves}: {estimate:?}");
    }
}
