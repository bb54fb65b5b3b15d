//! `loyd compare`.

use super::{fed, file, loyd};

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
        "misplaced",
    ] {
        assert!(run.out.contains(name), "{run:#?}");
    }
    assert_eq!(run.out.lines().filter(|line| line.contains("| 19 ") || line.contains(" 19 |")).count(), 13, "{run:#?}");
    assert_eq!(run.err, "limits: 10 s for all searches together, 2.00 GB for each\n");
    let objects = loyd(&["compare", "8", "2 3 4 1 5 x 7 6 8", "--format", "json"]).ends(0).json();
    assert!(objects.len() == 13 && objects.iter().all(|object| object["length"] == 19), "{objects:?}");
}

#[test]
fn a_row_says_which_limit_it_reached() {
    let hard = "5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9";
    let run = loyd(&["compare", "15", hard, "--limit-nodes", "2000", "--no-cache"]).ends(4);
    assert_eq!(
        run.out.lines().filter(|line| line.contains(">= ") && line.contains(", node limit |")).count(),
        14,
        "{run:#?}"
    );
    assert!(run.out.contains("cannot be used |") && run.out.contains("table cannot be used: "), "{run:#?}");
}

#[test]
fn unsolvable_positions_and_puzzles_without_goals_are_told() {
    // A result that is proved without a search is printed once.
    let run = loyd(&["compare", "8", "21345678x"]).ends(3);
    assert!(run.out.starts_with("unsolvable: parity: ") && run.out.lines().count() == 1, "{run:#?}");
    let objects = loyd(&["compare", "8", "21345678x", "--format", "json"]).ends(3).json();
    assert_eq!((objects.len(), &objects[0]["algorithm"], &objects[0]["reason"]), (1, &().into(), &"parity".into()));
    let folder = tempfile::tempdir().unwrap();
    let puzzle = file(folder.path(), "lamps", "..\n..\n", "light-up:");
    let objects = loyd(&["compare", &puzzle, "--format", "json"]).ends(0).json();
    assert!(objects.iter().any(|object| object["outcome"] == "not-applicable"), "{objects:?}");
    loyd(&["compare", "8", "--scramble", "ulld"]).ends(0);
}

const ROWS: [&str; 4] = ["a-star,misplaced", "a-star,manhattan", "ida-star,misplaced", "ida-star,manhattan"];

#[test]
fn algorithms_and_bounds_are_chosen() {
    let chosen = ["--algorithms", "a-star,ida-star", "--heuristics", "misplaced,manhattan", "--format", "csv"];
    let run = loyd(&[&["compare", "8", "2 3 4 1 5 x 7 6 8"], &chosen[..]].concat()).ends(0);
    let rows: Vec<&str> = run.out.lines().skip(1).collect();
    assert!(
        run.out.starts_with("number,state,algorithm,heuristic,outcome,length,at_least,reason,expanded,"),
        "{run:#?}"
    );
    assert_eq!(rows.len(), 4);
    let mut expanded = Vec::new();
    for (row, names) in rows.iter().zip(ROWS) {
        assert!(row.starts_with(&format!("1,2 3 4 1 5 x 7 6 8,{names},solved,19,19,,")), "{row}");
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells.len(), run.out.lines().next().unwrap().split(',').count());
        expanded.push(cells[8].parse::<u64>().unwrap());
    }
    // The weaker bound expands more nodes.
    assert!(expanded[0] > expanded[1] && expanded[2] > expanded[3], "{expanded:?}");
    for (arguments, says) in [
        (
            &["--algorithms", "bfs", "--heuristics", "manhattan"][..],
            "--heuristics has no effect here: the algorithms use no lower bound",
        ),
        (&["--heuristics", "manhatan"], "did you mean `manhattan`?"),
        (&["--algorithms", "dijkstra"], "expected one or more of bfs, "),
        (
            &["--algorithms", "bfs,bfs,bfs,bfs,bfs,bfs"],
            "--algorithms: found 6 entries, expected a list of at most 5 entries",
        ),
    ] {
        let run = loyd(&[&["compare", "8", "2 3 4 1 5 x 7 6 8"], arguments].concat()).ends(2);
        assert!(run.err.contains(says), "{run:#?}");
    }
}

#[test]
fn many_positions_are_compared() {
    let lines = "2 3 4 1 5 x 7 6 8\n2 1 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n";
    let chosen = ["compare", "8", "-", "--algorithms", "bidirectional,a-star", "--heuristics", "manhattan,additive"];
    let run = fed(&chosen, lines).ends(3);
    let row = |name: &str| run.out.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{run:#?}"));
    for name in ["| bidirectional |", "| manhattan |", "| additive  |"] {
        // The mean of 19 and 1.
        assert!(row(name).contains("| 2 of 2 | 10.00 |"), "{run:#?}");
    }
    assert!(run.out.contains("\nposition 2: unsolvable: parity: ") && run.out.contains("\n3 positions; "), "{run:#?}");
    let objects = fed(&[&chosen[..], &["--format", "json"]].concat(), lines).ends(3).json();
    assert_eq!(objects.len(), 1 + 2 * 3);
    assert_eq!((&objects[0]["number"], &objects[0]["outcome"]), (&2.into(), &"unsolvable".into()));
    let additive: Vec<_> = objects.iter().filter(|object| object["heuristic"] == "additive").collect();
    let seconds = |object: &serde_json::Value, key: &str| object["stats"][key].as_f64().unwrap();
    // The first position pays for the tables, and later positions pay nothing for them.
    assert!(
        seconds(additive[0], "table_seconds") > 0.0 && seconds(additive[1], "table_seconds") == 0.0,
        "{additive:?}"
    );
    assert!(additive.iter().all(|object| seconds(object, "table_seconds") <= seconds(object, "seconds")));
    let rows = fed(&[&chosen[..], &["--format", "csv"]].concat(), lines).ends(3).out;
    assert_eq!(rows.lines().count(), 1 + 1 + 2 * 3);
    // A position that cannot be read is named by its line, before any search.
    let run = fed(&chosen, "1 2 3 4 5 6 7 x 8\n1 2 3\n").ends(2);
    assert!(run.err.starts_with("loyd: line 2, column ") && run.out.is_empty(), "{run:#?}");
    assert!(fed(&chosen, "").ends(2).err.contains("expected at least one position on standard input"));
}
