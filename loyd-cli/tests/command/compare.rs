//! `loyd compare`.

use super::{file, loyd};

#[test]
fn every_algorithm_and_bound_has_its_row() {
    let run = loyd(&["compare", "8", "2 3 4 1 5 x 7 6 8"]).ends(0);
    for name in [
        "bfs",
        "bidirectional",
        "a-star",
        "ida-star",
        "table",
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "additive",
    ] {
        assert!(run.out.contains(name), "{run:#?}");
    }
    assert_eq!(run.out.lines().filter(|line| line.contains("| 19 ") || line.contains(" 19 |")).count(), 11, "{run:#?}");
    assert_eq!(run.err, "limits for each: 10 s, 2.00 GB\n");
    let objects = loyd(&["compare", "8", "2 3 4 1 5 x 7 6 8", "--format", "json"]).ends(0).json();
    assert!(objects.len() == 11 && objects.iter().all(|object| object["length"] == 19), "{objects:?}");
}

#[test]
fn a_row_says_which_limit_it_reached() {
    let hard = "5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9";
    let run = loyd(&["compare", "15", hard, "--limit-nodes", "2000", "--no-cache"]).ends(4);
    assert_eq!(
        run.out.lines().filter(|line| line.contains(">= ") && line.contains(", node limit |")).count(),
        12,
        "{run:#?}"
    );
    assert!(run.out.contains("cannot be used |") && run.out.contains("table cannot be used: "), "{run:#?}");
}

#[test]
fn unsolvable_positions_and_puzzles_without_goals_are_told() {
    loyd(&["compare", "8", "21345678x"]).ends(3);
    let folder = tempfile::tempdir().unwrap();
    let puzzle = file(folder.path(), "lamps", "..\n..\n", "light-up:");
    let objects = loyd(&["compare", &puzzle, "--format", "json"]).ends(0).json();
    assert!(objects.iter().any(|object| object["outcome"] == "not-applicable"), "{objects:?}");
    loyd(&["compare", "8", "--scramble", "ulld"]).ends(0);
}
