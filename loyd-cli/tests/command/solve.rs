//! `loyd solve` with one position.

use super::{file, loyd, stopped};

const NINETEEN: &str = "2 3 4 1 5 x 7 6 8";

#[test]
fn the_moves_stand_alone_on_the_first_line() {
    let run = loyd(&["solve", "8", NINETEEN]).ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{run:#?}");
    assert!(lines[0].len() == 19 && lines[0].chars().all(|c| "udlr".contains(c)), "{run:#?}");
    assert_eq!(lines[1], "19 moves, proved shortest");
    assert_eq!(run.err, "");
    loyd(&["check", "8", NINETEEN, lines[0]]).ends(0);
}

#[test]
fn a_state_is_read_as_a_person_writes_it() {
    for state in
        ["23415x768", "2,3,4/1 5 0/7 6 8", "2 3 4\r\n1\t5 _\n7 6 8 \n", "\u{feff}2 3 4 1 5 . 7 6 8", "234 15X 768"]
    {
        assert!(loyd(&["solve", "8", state]).ends(0).out.contains("19 moves"), "{state:?}");
    }
}

#[test]
fn every_algorithm_finds_the_same_length() {
    for algorithm in ["bfs", "bidirectional", "a-star", "ida-star", "table", "auto"] {
        let run = loyd(&["solve", "8", NINETEEN, "--algorithm", algorithm, "-v"]).ends(0);
        assert!(run.out.contains("19 moves"), "{algorithm}");
        assert!(run.err.contains("algorithm: ") && run.err.contains("generated: "), "{run:#?}");
    }
    let run = loyd(&["solve", "8", NINETEEN, "--algorithm", "a-star", "--heuristic", "manhattan", "-v"]).ends(0);
    assert!(run.err.contains("a-star with manhattan"), "{run:#?}");
}

#[test]
fn a_solved_position_has_no_moves() {
    let run = loyd(&["solve", "8", "12345678x"]).ends(0);
    assert_eq!(run.out, "(no moves)\n0 moves, this is the goal\n");
    loyd(&["check", "8", "12345678x", "(no moves)"]).ends(0);
}

#[test]
fn an_unsolvable_position_is_told_with_its_reason() {
    let run = loyd(&["solve", "8", "21345678x"]).ends(3);
    assert!(run.out.starts_with("unsolvable: parity: ") && run.out.lines().count() == 1, "{run:#?}");
    assert!(run.err.starts_with("hint: "), "{run:#?}");
}

#[test]
fn every_limit_leaves_what_is_proved() {
    let hard = "5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9";
    let cases = [
        (vec!["--limit-nodes", "1000"], "stopped by the node limit: every solution has at least "),
        (vec!["--limit-moves", "20"], "stopped by the move limit: every solution has at least "),
        (vec!["--limit-seconds", "0"], "stopped by the time limit: every solution has at least "),
        (
            vec!["--limit-memory", "10kB", "--algorithm", "bfs"],
            "stopped by the memory limit: every solution has at least ",
        ),
    ];
    for (options, says) in cases {
        let run = loyd(&[&["solve", "15", hard][..], &options].concat()).ends(4);
        assert!(run.out.starts_with(says), "{run:#?}");
        let moves =
            run.out[says.len()..].trim().strip_suffix(" moves").or(run.out[says.len()..].trim().strip_suffix(" move"));
        assert!(moves.is_some_and(|moves| moves.parse::<u32>().unwrap() <= 51), "{run:#?}");
    }
}

#[test]
fn all_are_listed_and_counted() {
    // The two solutions that the article prints.
    let sample = ["solve", "swap:3", "1 2 9 / 4 6 3 / 7 8 5"];
    let run = loyd(&[&sample[..], &["--all"]].concat()).ends(0);
    let mut lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.pop(), Some("2 shortest solutions of 3 moves, all listed"));
    lines.sort_unstable();
    assert_eq!(lines, ["3-9 5-6 6-9", "6-9 3-6 5-9"]);
    let run = loyd(&[&sample[..], &["--count"]].concat()).ends(0);
    assert_eq!(run.out, "2\n2 shortest solutions of 3 moves\n");
    let run = loyd(&[&sample[..], &["--all", "--max-solutions", "1"]].concat()).ends(0);
    assert_eq!(run.out.lines().count(), 2);
    let run = loyd(&[&sample[..], &["--lexicographic"]].concat()).ends(0);
    assert!(run.out.starts_with("3-9 5-6 6-9\n3 moves, proved shortest, the first"), "{run:#?}");
}

#[test]
fn a_scramble_is_made_first() {
    let run = loyd(&["solve", "15", "--scramble", "ul"]).ends(0);
    assert_eq!(run.out, "rd\n2 moves, proved shortest\n");
    let run = loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--scramble", "u"]).ends(0);
    assert_eq!(run.out, "dr\n2 moves, proved shortest\n");
    let run = loyd(&["solve", "8", "--scramble", "uqq"]).ends(2);
    assert!(run.err.contains("scramble: line 1, column 2: found `q`"), "{run:#?}");
}

#[test]
fn the_convention_may_be_the_tiles() {
    let run = loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--convention", "tile"]).ends(0);
    assert_eq!(run.out.lines().next(), Some("l"));
    let run = loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--convention", "tile", "--format", "json"]).ends(0);
    assert_eq!(run.json()[0]["convention"], "tile");
}

#[test]
fn another_goal_may_be_given() {
    // Luogu P1379's sample: 283104765 is four moves from 123804765.
    let run = loyd(&["solve", "8", "283104765", "--goal", "123804765"]).ends(0);
    assert!(run.out.contains("4 moves"), "{run:#?}");
}

#[test]
fn json_has_every_key_always() {
    const KEYS: [&str; 23] = [
        "version",
        "puzzle",
        "state",
        "note",
        "goal",
        "outcome",
        "length",
        "cost",
        "moves",
        "words",
        "convention",
        "at_least",
        "best",
        "best_moves",
        "best_words",
        "gap",
        "reason",
        "explanation",
        "algorithm",
        "heuristic",
        "count",
        "stats",
        "other_goals",
    ];
    let hard = "5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9";
    let cases = [
        (vec!["8", NINETEEN], "solved", 0),
        (vec!["8", "21345678x"], "unsolvable", 3),
        (vec!["15", hard, "--limit-nodes", "1000"], "stopped", 4),
        (vec!["swap:3", "1 2 9 4 6 3 7 8 5", "--count"], "solved", 0),
    ];
    for (arguments, outcome, code) in cases {
        let run = loyd(&[&["solve", "--format", "json"][..], &arguments].concat()).ends(code);
        let [object] = &run.json()[..] else { panic!("{run:#?}") };
        let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut expected = KEYS;
        expected.sort_unstable();
        assert_eq!(keys, expected);
        assert_eq!((object["version"].as_u64(), object["outcome"].as_str()), (Some(1), Some(outcome)));
        for key in ["expanded", "generated", "duplicates", "depth", "seconds", "bytes"] {
            assert!(object["stats"][key].is_number(), "{key}");
        }
        assert_eq!(object["length"].is_number(), outcome == "solved");
        assert_eq!(object["reason"].is_string(), outcome != "solved");
        assert_eq!(object["count"].as_u64(), arguments.contains(&"--count").then_some(2));
    }
    let documented = include_str!("../../../docs/formats.md");
    for key in KEYS {
        assert!(documented.contains(&format!("| `{key}` |")), "{key} is not in docs/formats.md");
    }
    let run = loyd(&["solve", "8", NINETEEN, "--format", "json"]).ends(0);
    assert_eq!(run.json()[0]["moves"].as_array().unwrap().len(), 19);
    let run = loyd(&["solve", "swap:3", "1 2 9 4 6 3 7 8 5", "--all", "--format", "json"]).ends(0);
    let objects = run.json();
    assert_eq!(objects.len(), 3);
    assert_eq!((objects[0]["solution"].as_u64(), objects[1]["solution"].as_u64()), (Some(1), Some(2)));
    assert_eq!((objects[2]["count"].as_u64(), objects[2]["moves"].is_null()), (Some(2), true));
}

#[test]
fn json_errors_are_objects_too() {
    let run = loyd(&["solve", "8", "1 2 3 4 5 6 7 8 9", "--format", "json"]).ends(2);
    let error = &run.json()[0]["error"];
    assert_eq!(
        (error["kind"].as_str(), error["line"].as_u64(), error["column"].as_u64()),
        (Some("state"), Some(1), Some(17))
    );
    assert_eq!(error["found"], "`9`");
    assert!(run.err.starts_with("loyd: "));
    let run = loyd(&["solve", "slidng:3x3", "x", "--format", "json"]).ends(2);
    assert_eq!(run.json()[0]["error"]["kind"], "puzzle");
}

#[test]
fn boards_are_drawn_in_ascii_in_a_pipe() {
    let run = loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--show"]).ends(0);
    let drawing = "\
r
1 move, proved shortest

start           1: r
+---+---+---+   +---+---+---+
| 1 | 2 | 3 |   | 1 | 2 | 3 |
+---+---+---+   +---+---+---+
| 4 | 5 | 6 |   | 4 | 5 | 6 |
+---+---+---+   +---+---+---+
| 7 |   | 8 |   | 7 | 8 |   |
+---+---+---+   +---+---+---+
";
    assert_eq!(run.out, drawing);
    let wide = loyd(&["solve", "sliding:16x16", "--scramble", "ulu", "--show"]).ends(0);
    assert!(wide.out.is_ascii() && wide.out.lines().any(|line| line.len() == 16 * 6 + 1), "{wide:#?}");
}

#[test]
fn threads_and_cuts_find_the_same_length_and_tell_their_iterations() {
    let textbook = ["solve", "8", NINETEEN, "--algorithm", "ida-star", "-v"];
    for more in [&["--threads", "2"][..], &["--cuts"], &["--cuts", "--threads", "3"]] {
        let run = loyd(&[&textbook[..], more].concat()).ends(0);
        assert!(run.out.contains("19 moves, proved shortest"), "{run:#?}");
        assert!(run.err.contains("iteration: threshold 19, "), "{run:#?}");
    }
}

#[test]
fn options_without_effect_are_errors() {
    let cases: &[(&[&str], &str)] = &[
        (&["8", NINETEEN, "--max-solutions", "3"], "--max-solutions has no effect"),
        (&["8", NINETEEN, "--algorithm", "bfs", "--heuristic", "manhattan"], "--heuristic has no effect"),
        (&["pancake:4", "2 1 3 4", "--convention", "tile"], "--convention has no effect"),
        (&["pancake:4", "2 1 3 4", "--convention", "blank"], "--convention has no effect"),
        (&["8", NINETEEN, "--count", "--convention", "tile"], "--convention has no effect"),
        (&["8", NINETEEN, "--show", "--format", "json"], "--show has no effect"),
        (&["8", NINETEEN, "--show", "--count"], "--show has no effect"),
        (&["8", "-", "--show"], "--show has no effect"),
        (&["8", NINETEEN, "--algorithm", "bfs", "--threads", "2"], "--threads has no effect"),
        (&["8", NINETEEN, "--algorithm", "bfs", "--no-cache"], "--no-cache has no effect"),
        (
            &[
                "15",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15",
                "--algorithm",
                "ida-star",
                "--heuristic",
                "manhattan",
                "--limit-memory",
                "1G",
            ],
            "--limit-memory has no effect",
        ),
        (
            &[
                "15",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15",
                "--algorithm",
                "ida-star",
                "--heuristic",
                "manhattan",
                "--cache-dir",
                "tables",
            ],
            "--cache-dir has no effect",
        ),
        (&["8", NINETEEN, "--algorithm", "ida-star", "--count", "--threads", "2"], "--threads has no effect"),
        (&["8", NINETEEN, "--algorithm", "ida-star", "--all", "--cuts"], "--cuts has no effect"),
        (&["8", NINETEEN, "--algorithm", "ida-star", "--lexicographic", "--cuts"], "--cuts has no effect"),
        (&["8", NINETEEN, "--algorithm", "a-star", "--cuts"], "--cuts has no effect"),
    ];
    for (arguments, says) in cases {
        let run = loyd(&[&["solve"], *arguments].concat()).ends(2);
        assert!(run.err.starts_with("loyd: ") && run.err.contains(says), "{run:#?}");
        assert_eq!(run.out.is_empty(), !arguments.contains(&"json"), "{run:#?}");
    }
}

#[test]
fn light_up_starts_without_lamps_when_no_state_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = file(folder.path(), "lamps", "..\n..\n", "light-up:");
    let run = loyd(&["solve", &puzzle]).ends(0);
    assert!(run.out.contains("2 moves"), "{run:#?}");
    let run = loyd(&["solve", &puzzle, "--algorithm", "table"]).ends(2);
    assert!(run.err.contains("table cannot be used on light-up"), "{run:#?}");
}

/// A random 24-puzzle, its goal with the blank last.
const TWENTY_FOUR: &str = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13";

#[test]
fn the_first_solution_comes_with_what_is_proved_of_it() {
    let run = loyd(&["solve", "24", TWENTY_FOUR, "--first"]).ends(0);
    let (moves, claim) = run.out.trim_end().split_once('\n').unwrap();
    assert!(claim.starts_with(&format!("{} moves; every solution has at least ", moves.len())), "{run:#?}");
    assert!(claim.ends_with(" % longer than optimal"), "{run:#?}");
    // A gap above 100 % is printed as a multiple.
    let run = loyd(&["solve", "3x3x3", "--scramble", "U R2 F B R B2 R U2 L", "--first", "--limit-nodes", "1"]).ends(0);
    assert!(run.out.trim_end().ends_with(" times as long as optimal"), "{run:#?}");
    let checked = loyd(&["check", "24", TWENTY_FOUR, moves, "--limit-nodes", "1000"]);
    assert!(checked.out.contains("reach"), "{checked:#?}");
}

#[test]
fn a_ratio_is_kept() {
    let hard = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let run =
        loyd(&["solve", "15", "5 1 3 4 2 10 6 7 13 9 11 8 x 14 15 12", "--within", "1.5", "--format", "json"]).ends(0);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert!(["found", "solved"].contains(&answer["outcome"].as_str().unwrap()), "{answer}");
    assert_eq!(answer["algorithm"], "anytime");
    for bad in ["0.9", "x", "inf", "-1"] {
        loyd(&["solve", "15", hard, &format!("--within={bad}")]).ends(2);
    }
    loyd(&["solve", "15", hard, "--within", "1.1", "--algorithm", "ida-star"]).ends(2);
    loyd(&["solve", "15", hard, "--first", "--all"]).ends(2);
}

#[test]
fn a_limit_leaves_the_best_solution() {
    let run = stopped(&["solve", "24", TWENTY_FOUR, "--format", "json"], "\"best_moves\":[");
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &"time".into()));
    let (best, least) = (answer["best"].as_u64().unwrap(), answer["at_least"].as_u64().unwrap());
    assert_eq!(answer["best_moves"].as_array().unwrap().len() as u64, best);
    assert!((answer["gap"].as_f64().unwrap() - (best as f64 / least as f64 - 1.0)).abs() < 1e-9);
    assert_eq!(answer["moves"], serde_json::Value::Null);
}
