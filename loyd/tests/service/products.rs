//! Lists and products of a question are counted before they are made.

use super::*;
use loyd::service::{CostLimits, List, MapLimits};

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
