//! `loyd bench`.

use super::{Run, file, loyd};

/// The search whose node counts Korf published.
const TEXTBOOK: [&str; 6] = ["--heuristic", "manhattan", "--algorithm", "ida-star", "--threads", "1"];

/// Runs `loyd bench` on a file with this text.
fn on(text: impl AsRef<[u8]>, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let name = file(folder.path(), "set", text, "");
    loyd(&[&["bench", name.trim_start_matches('@')], options].concat())
}

/// Two of Korf's hundred instances that his search solves with fewer than a million nodes (Korf 1985, Table 1).
#[test]
fn korfs_counts_are_met() {
    let run = loyd(&[&["bench", "korf100", "--instances", "12,79"], &TEXTBOOK[..]].concat()).ends(0);
    assert_eq!(run.err, "");
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    for (id, moves, generated) in [("12", "45", "546,344"), ("79", "42", "540,860")] {
        let row = lines.iter().find(|row| row.first() == Some(&id)).unwrap_or_else(|| panic!("{run:#?}"));
        assert_eq!((row[1], row[2], row[4], row[5], row.len()), (moves, moves, generated, generated, 7), "{run:#?}");
    }
    for says in [
        "korf100: 2 of 100 instances of sliding:4x4, goal x 1 2 ",
        "published: R. E. Korf, ",
        "ida-star with manhattan, 1 thread\n",
        "solved: 2 of 2, all with the published length\n",
        "nodes generated: equal to the published count in 2 of 2\n",
        "mean: ",
    ] {
        assert!(run.out.contains(says), "{says:?} is missing in {run:#?}");
    }
}

#[test]
fn a_program_reads_one_object() {
    let options = ["--instances", "12", "--format", "json", "-v"];
    let run = loyd(&[&["bench", "korf100"], &TEXTBOOK[..], &options[..]].concat()).ends(0);
    assert_eq!(run.err, "algorithm: ida-star with manhattan: as asked\n");
    let objects = run.json();
    let [report] = &objects[..] else { panic!("{run:#?}") };
    let keys = |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        keys(report),
        "goal instances mean_expanded mean_generated name puzzle solved source threads total_seconds version"
    );
    let instance = &report["instances"][0];
    assert_eq!(
        keys(instance),
        "algorithm at_least best bytes cost expanded generated generated_agrees heuristic id length length_agrees \
         outcome published_cost published_expanded published_generated published_length reason seconds state"
    );
    for (key, value) in [
        ("version", serde_json::json!(1)),
        ("name", "korf100".into()),
        ("puzzle", "sliding:4x4".into()),
        ("threads", 1.into()),
        ("solved", 1.into()),
        ("mean_generated", 546_344.0.into()),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    for (key, value) in [
        ("id", serde_json::json!(12)),
        ("outcome", "solved".into()),
        ("length", 45.into()),
        ("at_least", 45.into()),
        ("generated", 546_344.into()),
        ("published_generated", 546_344.into()),
        ("published_length", 45.into()),
        ("published_expanded", serde_json::Value::Null),
        ("length_agrees", true.into()),
        ("generated_agrees", true.into()),
        ("algorithm", "ida-star".into()),
        ("heuristic", "manhattan".into()),
    ] {
        assert_eq!(instance[key], value, "{key}");
    }
    let seconds = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!(seconds(&instance["seconds"]) > 0.0, "{instance}");
    assert!(seconds(&report["total_seconds"]) >= seconds(&instance["seconds"]), "{report}");
}

/// The 8-puzzle of the README takes 19 moves.
const EIGHT: &str = "puzzle: 8\ncounts: ida-star manhattan\na: 2 3 4 1 5 x 7 6 8 = 19\n";

#[test]
fn a_wrong_length_is_named_and_the_run_goes_on() {
    let text = EIGHT.replace("= 19", "= 21") + "b: 1 2 3 4 5 6 7 x 8 = 1\n";
    let run = on(&text, &[]).ends(1);
    assert_eq!(run.err, "loyd: instance a: a shortest solution of 19 moves was found, but 21 are published\n");
    assert!(
        run.out.contains("wrong length\n") && run.out.contains("solved: 2 of 2, 1 with another length than published"),
        "{run:#?}"
    );
    let report = &on(&text, &["--format", "json"]).ends(1).json()[0];
    assert_eq!(
        (&report["instances"][0]["length_agrees"], &report["instances"][0]["length"]),
        (&false.into(), &19.into())
    );
    assert_eq!((&report["instances"][1]["length_agrees"], &report["instances"][1]["id"]), (&true.into(), &"b".into()));
    on(EIGHT, &[]).ends(0);
    // A limit may stop the search: the proved bound is enough to find the wrong length.
    let run = on(text.replace("= 21", "= 5"), &["--heuristic", "manhattan", "--limit-nodes", "1"]).ends(1);
    assert!(run.err.contains("instance a: every solution has at least "), "{run:#?}");
    let run = on("puzzle: 8\n2 1 3 4 5 6 7 8 x = 7\n", &[]).ends(1);
    assert!(run.err.contains("instance 1: proved unsolvable, but 7 are published"), "{run:#?}");
}

#[test]
fn nodes_must_be_met_by_the_same_search_on_one_thread_only() {
    let text = EIGHT.replace("= 19", "= 19 3");
    let run = on(&text, &TEXTBOOK).ends(1);
    assert!(run.err.starts_with("loyd: instance a: ") && run.err.ends_with(" but 3 are published\n"), "{run:#?}");
    assert!(run.out.contains("node count differs from published\n"), "{run:#?}");
    let run = on(&text, &TEXTBOOK[..4]).ends(0);
    assert!(
        run.err.is_empty() && run.out.contains("nodes generated: equal to the published count in 0 of 1"),
        "{run:#?}"
    );
    for options in [&["--algorithm", "a-star", "--threads", "1"][..], &["--heuristic", "manhattan", "--threads", "1"]] {
        let run = on(&text, options).ends(0);
        assert!(!run.out.contains("equal to the published count") && run.out.contains("(published: 3)"), "{run:#?}");
    }
}

#[test]
fn a_limit_says_what_is_proved() {
    let easy = ["bench", "korf-felner50", "--easiest", "1", "--heuristic", "manhattan", "--limit-nodes", "10000"];
    let run = loyd(&easy).ends(4);
    assert!(run.out.contains("stopped by the node limit: every solution has at least "), "{run:#?}");
    assert!(run.out.contains("solved: 0 of 1\n") && run.out.contains(">="), "{run:#?}");
    let report = &loyd(&[&easy[..], &["--format", "json"]].concat()).ends(4).json()[0];
    let instance = &report["instances"][0];
    assert_eq!((&instance["outcome"], &instance["reason"]), (&"stopped".into(), &"nodes".into()));
    assert!(instance["length"].is_null() && instance["length_agrees"].is_null(), "{instance}");
    assert!(instance["at_least"].as_u64() > Some(50) && report["mean_expanded"].is_null(), "{report}");
}

#[test]
fn any_puzzle_can_be_in_a_file() {
    let text = "# pancakes\npuzzle: pancake:4\ngoal: 4 3 2 1\nup: 1 2 3 4 = 1 # one flip\n4 3 2 1 = 0\n2 1 3 4\n";
    let run = on(text, &[]).ends(0);
    assert!(run.out.contains("3 instances of pancake:4, goal 4 3 2 1\n"), "{run:#?}");
    assert!(run.out.contains("solved: 3 of 3, all with the published length"), "{run:#?}");
    let ids = &on(text, &["--instances", "2-3", "--format", "json"]).ends(0).json()[0]["instances"];
    assert_eq!((&ids[0]["id"], &ids[1]["id"], ids[2].is_null()), (&2.into(), &3.into(), true));
    on("puzzle: 8\n2 1 3 4 5 6 7 8 x\n", &[]).ends(3);
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let cases: &[(&[u8], &str)] = &[
        (b"", "line 1, column 1: found end of text, expected a line `puzzle: ID`"),
        (b"puzzle: 8\n", "line 2, column 1: found end of text, expected a position"),
        (b"puzzle: slidng:3x3\n1", "line 1, column 9: found `slidng:3x3`, expected a puzzle (did you mean `sliding`?)"),
        (b"puzzle: sliding:0x3\n1", "line 1, column 9: found `sliding:0x3`, expected "),
        (b"puzzle: 8\n goal: 1 2 3 4 5 6 7 8 9\n1", "line 2, column 24: found `9`"),
        (b"puzzle: 8\nlast: 1 2 3 4 5 6 7 8 9 = 3\n", "line 2, column 23: found `9`"),
        (b"puzzle: 8\n12345678x\n  1 2 3", "line 3, column 8: found end of text"),
        (b"puzzle: 8\n12345678x = few\n", "line 2, column 13: found `few`, expected a published length"),
        (b"puzzle: 8\n\xff\n", "line 2, column 1: found byte 0xff, expected text in UTF-8"),
        (b"\0\0\0", "line 1, column 1: found `\\0\\0\\0`, expected a line `puzzle: ID`"),
    ];
    for (text, says) in cases {
        let run = on(text, &[]).ends(2);
        assert!(run.out.is_empty() && run.err.starts_with("loyd: ") && run.err.contains(says), "{says}: {run:#?}");
        assert!(run.err.len() < 600, "{run:#?}");
    }
    let error = &on(cases[5].0, &["--format", "json"]).ends(2).json()[0]["error"];
    assert_eq!((&error["kind"], &error["line"], &error["column"]), (&"input".into(), &2.into(), &23.into()));
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    for name in [missing.to_str().unwrap(), folder.path().to_str().unwrap()] {
        assert!(loyd(&["bench", name]).ends(2).err.starts_with("loyd: cannot read "), "{name}");
    }
    assert!(loyd(&["bench", "korf10"]).ends(2).err.contains("did you mean `korf100`?"));
}

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_printed() {
    let cases: &[(&[&str], &str)] = &[
        (&["korf100", "--instances", "101"], "no instance `101`; the ids are 1 to 100"),
        (&["korf100", "--instances", "1-101"], "no instance `1-101`"),
        (&["korf100", "--instances", "1,,2"], "ids and ranges of ids"),
        (&["korf100", "--easiest", "101"], "--easiest: expected at most 100 instances, found 101"),
        (&["korf100", "--easiest", "0"], "--easiest"),
        (&["hardest15", "--easiest", "1"], "--easiest needs published node counts"),
        (&["hardest15", "--algorithm", "bfs", "--heuristic", "manhattan"], "--heuristic has no effect"),
        (&["hardest15", "--algorithm", "bfs", "--no-cache"], "--no-cache has no effect"),
        (&["hardest15", "--heuristic", "manhatan"], "did you mean `manhattan`?"),
        (&["hardest15", "--algorithm", "table"], "table cannot be used on sliding:4x4"),
        (&["hardest15", "--threads", "0"], "1..=1024"),
        (&[], "<SET>"),
    ];
    for (arguments, says) in cases {
        let run = loyd(&[&["bench"], *arguments].concat()).ends(2);
        assert!(run.out.is_empty() && run.err.contains(says), "{says}: {run:#?}");
    }
}

/// The table of docs/agreement.md contains Korf's published figures, instance by instance.
#[test]
fn the_documented_table_is_the_published_one() {
    let published = include_str!("../../../loyd/data/korf100.txt").lines().filter_map(|line| {
        let (position, figures) = line.split_once('=')?;
        Some((position.split_once(':')?.0.parse().ok()?, figures.split_whitespace().map(String::from).collect()))
    });
    let published: Vec<(u64, Vec<String>)> = published.collect();
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace(',', "")).collect::<Vec<_>>();
    let page = include_str!("../../../docs/agreement.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Korf's hundred")).unwrap();
    let documented = section.lines().map(cells).filter_map(|row| {
        let [_, id, published_length, length, published, generated, _, _] = &row[..] else { return None };
        let id = id.parse().ok()?;
        assert_eq!((published_length, published), (length, generated), "{row:?}");
        Some((id, vec![length.clone(), generated.clone()]))
    });
    assert_eq!(documented.collect::<Vec<(u64, Vec<String>)>>(), published);
    assert_eq!(published.len(), 100);
}
