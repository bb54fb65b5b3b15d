//! Puzzles whose moves differ in cost: no sentence takes a cost for a number of moves.

use super::{fed, file, loyd};

/// From `c b a`, the move C is a shortest solution of cost 9, and B A B is the cheapest, of cost 7.
const CARDS: &str = "picture = \"a b c\"\n[moves]\nA = { cycles = \"(a b)\", weight = 3 }\n\
                     B = { cycles = \"(b c)\", weight = 2 }\nC = { cycles = \"(a c)\", weight = 9 }\n";

#[test]
fn check_compares_costs() {
    let folder = tempfile::tempdir().unwrap();
    let cards = &file(folder.path(), "cards", CARDS, "");
    let check = |state: &str, moves: &str| loyd(&["check", cards, state, moves]).ends(0).out;
    let best = "yes: 1 move at a cost of 3, all legal, and the goal is reached\nthere is no cheaper solution\n";
    assert_eq!(check("b a c", "A"), best);
    let dear =
        "yes: 1 move at a cost of 9, all legal, and the goal is reached\nthe cheapest solution costs 7, 2 less\n";
    assert_eq!(check("c b a", "C"), dear);
    assert!(check("c b a", "B A B").ends_with("\nthere is no cheaper solution\n"));
    let run = loyd(&["check", cards, "c b a", "B"]).ends(3);
    assert!(run.out.contains("\nthe cheapest solution from there costs 5\n"), "{run:#?}");
    assert!(run.out.ends_with("\nthe cheapest solution from the start costs 7\n"), "{run:#?}");
    let run = loyd(&["check", cards, "c b a", "B", "--limit-nodes", "1"]).ends(3);
    assert!(run.out.contains("the solution from the start costs at least "), "{run:#?}");
    let json = &loyd(&["check", cards, "c b a", "C", "--format", "json"]).ends(0).json()[0];
    let numbers = ["given", "legal", "cost", "shortest", "remaining"].map(|key| json[key].as_u64().unwrap());
    assert_eq!(numbers, [1, 1, 9, 7, 0]);
}

#[test]
fn solutions_are_cheapest_and_counts_have_no_length() {
    let folder = tempfile::tempdir().unwrap();
    let cards = &file(folder.path(), "cards", CARDS, "");
    let solve = |more: &[&str]| loyd(&[&["solve", cards, "c b a"], more].concat());
    assert_eq!(solve(&[]).ends(0).out, "B A B\n3 moves at a cost of 7, proved cheapest\n");
    assert_eq!(solve(&["--count"]).ends(0).out, "1\n1 cheapest solution of cost 7\n");
    assert_eq!(solve(&["--all"]).ends(0).out, "B A B\n1 cheapest solution of cost 7, all listed\n");
    let [one, counted] = [&["--json"][..], &["--json", "--count"]].map(|more| solve(more).ends(0).json().remove(0));
    let numbers = |json: &serde_json::Value| ["length", "cost", "at_least"].map(|key| json[key].as_u64());
    assert_eq!(numbers(&one), [Some(3), Some(7), Some(7)]);
    assert_eq!(numbers(&counted), [None, Some(7), Some(7)]);
    let stopped = solve(&["--limit-nodes", "1"]).ends(4).out;
    assert!(stopped.starts_with("stopped by the node limit: every solution costs at least "), "{stopped}");
    let answers = fed(&["solve", cards, "-", "--limit-nodes", "1"], "c b a\n").ends(4).out;
    assert!(answers.starts_with("stopped by the node limit: every solution costs at least "), "{answers}");
}

/// A search bounds the cost, so moves cannot be limited.
#[test]
fn a_limit_has_the_measure_of_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let cards = &file(folder.path(), "cards", CARDS, "");
    for command in [&["solve", cards, "c b a"][..], &["check", cards, "c b a", "C"], &["compare", cards, "c b a"]] {
        let refused = loyd(&[command, &["--limit-moves", "3"]].concat()).ends(2);
        assert!(refused.err.contains("--limit-moves has no effect here: the moves of "), "{refused:#?}");
    }
    let stopped = loyd(&["solve", cards, "c b a", "--limit-cost", "6"]).ends(4);
    assert_eq!(stopped.out, "stopped by the cost limit: every solution costs at least 7\n");
    loyd(&["solve", cards, "c b a", "--limit-cost", "7"]).ends(0);
    loyd(&["map", cards, "--limit-moves", "2"]).ends(2);
    let map = loyd(&["map", cards, "--limit-cost", "2"]).ends(4);
    assert!(map.out.contains("stopped by the cost limit: 2 positions of "), "{map:#?}");
    assert!(map.out.ends_with("within a cost of 2; the layers above are complete\n"), "{map:#?}");
    let refused = loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--limit-cost", "7"]).ends(2);
    assert!(refused.err.contains("--limit-cost has no effect here: every move of sliding:3x3 costs 1"), "{refused:#?}");
    let refused = loyd(&["random", cards, "--depth", "2"]).ends(2);
    assert!(refused.err.contains("the moves differ in cost, but a table of distances counts moves"), "{refused:#?}");
}

#[test]
fn comparisons_show_costs() {
    let folder = tempfile::tempdir().unwrap();
    let cards = &file(folder.path(), "cards", CARDS, "");
    let one = loyd(&["compare", cards, "c b a"]).ends(0).out;
    assert!(one.lines().next().unwrap().contains(" cost |"), "{one}");
    let a_star = one.lines().find(|line| line.contains("| a-star ")).unwrap();
    assert_eq!(a_star.split('|').nth(3).unwrap().trim(), "7", "{one}");
    let many = fed(&["compare", cards, "-"], "c b a\nb a c\n").ends(0).out;
    assert!(many.contains(" cost |") && many.contains(" 5.00 |"), "{many}");
    let rows = loyd(&["compare", cards, "c b a", "--format", "csv"]).ends(0).out;
    let (head, row) = (rows.lines().next().unwrap(), rows.lines().find(|row| row.contains(",a-star,")).unwrap());
    let value = |key: &str| row.split(',').nth(head.split(',').position(|name| name == key).unwrap()).unwrap();
    assert_eq!(["length", "at_least", "cost"].map(value), ["3", "7", "7"], "{rows}");
}

/// The published figure of an instance is its least cost.
#[test]
fn instances_are_compared_by_cost() {
    let folder = tempfile::tempdir().unwrap();
    let cards = file(folder.path(), "cards", CARDS, "");
    let set = folder.path().join("set");
    std::fs::write(&set, format!("puzzle: {cards}\n1: c b a = 7\n2: b a c = 3\n")).unwrap();
    let bench = |more: &[&str]| loyd(&[&["bench", set.to_str().unwrap()], more].concat());
    let run = bench(&[]).ends(0).out;
    assert!(run.contains("\nid   cost  published") && run.contains("solved: 2 of 2"), "{run}");
    let json = bench(&["--format", "json"]).ends(0).json().remove(0);
    let row = &json["instances"][0];
    let numbers = ["length", "cost", "published_length", "published_cost"].map(|key| row[key].as_u64());
    assert_eq!((numbers, row["length_agrees"].as_bool()), ([Some(3), Some(7), None, Some(7)], Some(true)));
    std::fs::write(&set, format!("puzzle: {cards}\n1: c b a = 3\n")).unwrap();
    let wrong = bench(&["--limit-nodes", "1"]);
    assert!(wrong.err.contains("instance 1: every solution costs at least 7, but 3 is published"), "{wrong:#?}");
}
