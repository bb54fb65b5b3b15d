//! `loyd check`.

use super::loyd;

const STATE: &str = "2 3 4 1 5 x 7 6 8";

#[test]
fn shortest_moves_are_told_from_longer_ones() {
    let run = loyd(&["check", "8", STATE, "ullddrurdllurdruldr"]).ends(0);
    assert_eq!(run.out, "yes: 19 moves, all legal, and the goal is reached\nthere is no shorter solution\n");
    let run = loyd(&["check", "8", "1 2 3 4 5 6 7 x 8", "lrr"]).ends(0);
    assert!(run.out.contains("the shortest solution has 1 move, 2 fewer"), "{run:#?}");
}

#[test]
fn wrong_moves_end_with_no() {
    let run = loyd(&["check", "8", STATE, "u"]).ends(3);
    assert!(
        run.out
            .starts_with("no: 1 move, all legal, but the goal is not reached\nafter the moves the position is 2 3 x")
    );
    assert!(run.out.contains("the shortest solution from there has 18 moves"), "{run:#?}");
    let run = loyd(&["check", "8", STATE, "uu"]).ends(3);
    assert!(run.out.starts_with("no: move 2 of 2 is not legal: line 1, column 2: found `u`"), "{run:#?}");
    let run = loyd(&["check", "8", "21345678x", ""]).ends(3);
    assert!(run.out.contains("no moves lead from there to the goal: parity"), "{run:#?}");
    // The goal is reached on the way, but an illegal move follows.
    let run = loyd(&["check", "8", "1 2 3 4 5 6 7 x 8", "rr"]).ends(3);
    assert!(run.out.contains(", which is a goal\n"), "{run:#?}");
}

/// The last move determines the kind of the next move.
#[test]
fn what_remains_goes_on_from_the_moves_made() {
    let run = loyd(&["check", "swap:3", "1 2 3/4 5 6/7 8 9", "1-2"]).ends(3);
    assert!(!run.out.contains("the shortest solution from there has 1 move\n"), "{run:#?}");
    let left = loyd(&["check", "swap:3", "1 2 3/4 5 6/7 8 9", "1-2", "--format", "json"]).ends(3).json();
    assert_eq!(left[0]["remaining"], 3);
}

#[test]
fn conventions_and_goals_are_those_of_solve() {
    loyd(&["check", "8", "1 2 3 4 5 6 7 x 8", "l", "--convention", "tile"]).ends(0);
    loyd(&["check", "8", "1 2 3 4 5 6 7 x 8", "l"]).ends(3);
    loyd(&["check", "8", "12345678x", "", "--goal", "12345678x"]).ends(0);
    let run = loyd(&["check", "pancake:3", "1 2 3", "", "--convention", "tile"]).ends(2);
    assert!(run.err.contains("--convention has no effect"));
}

#[test]
fn a_hard_position_does_not_hang() {
    let hard = "5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9";
    let run = loyd(&["check", "15", hard, "d", "--limit-nodes", "1000", "--format", "json"]).ends(3);
    let object = &run.json()[0];
    assert!(object["remaining"].is_null() && object["remaining_at_least"].as_u64() > Some(20), "{run:#?}");
    assert_eq!((object["legal"].as_u64(), object["reaches_goal"].as_bool()), (Some(1), Some(false)));
}
