//! `loyd map`.

use super::{Run, file, loyd};

#[test]
fn the_eight_puzzle_is_counted_at_once() {
    let run = loyd(&["map", "8", "--goal", "x12345678"]).ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    // The output is a head, depths 0 to 31, the sum, and the two farthest positions.
    assert_eq!(lines.len(), 1 + 32 + 4, "{run:#?}");
    let layer: Vec<&str> = lines[32].split_whitespace().collect();
    assert_eq!(layer[..3], ["31", "2", "181,440"]);
    assert_eq!(lines[33], "sliding:3x3: 181,440 positions, God's number 31, mean 21.972399, 2.667 moves per position");
    assert_eq!(lines[34], "2 positions are farthest:");
    assert!(lines[35..].iter().all(|line| line.starts_with("  ")));
    assert_eq!(run.err, "");
}

/// The counts are from the articles' swap game: every position has the smaller distance of both kinds.
#[test]
fn a_program_reads_the_census() {
    let run = loyd(&["map", "swap:3x3", "--format", "json"]).ends(0);
    let [census] = &run.json()[..] else { panic!("{run:#?}") };
    assert_eq!(census["version"], 1);
    assert_eq!(
        (&census["puzzle"], &census["states"], &census["diameter"]),
        (&"swap:3x3".into(), &362_880.into(), &12.into())
    );
    let layers: Vec<u64> = census["layers"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!(layers, [1, 20, 112, 1036, 4166, 18754, 47195, 94448, 111_363, 66320, 18596, 862, 7]);
    let antipodes = census["antipodes"].as_array().unwrap();
    assert_eq!(antipodes.len(), 7);
    for state in antipodes {
        let solved = loyd(&["solve", "swap:3x3", state.as_str().unwrap(), "--format", "json"]).ends(0);
        assert_eq!(solved.json()[0]["length"], 12);
    }
    assert!((census["mean"].as_f64().unwrap() - 7.554_569).abs() < 1e-6 && census["stopped"].is_null());
    assert!(census["seconds"].is_f64() && census["peak_bytes"].as_u64().unwrap() > 180_000);
}

#[test]
fn rows_pictures_and_files_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plot, farthest) = (path("a.svg"), path("a.txt"));
    let run =
        loyd(&["map", "pancake:8", "--format", "csv", "--plot", &plot, "--antipodes", &farthest, "--threads", "1"]);
    let run = run.ends(0);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["depth", "states", "total", "seconds"]);
    // The counts are from OEIS A092113 and the project's own census.
    let counts = ["1", "7", "42", "251", "1191", "4281", "10561", "15011", "8520", "455"];
    assert!(rows[1..].iter().map(|row| row[1]).eq(counts), "{run:#?}");
    assert_eq!(rows[10][2], "40320");
    let farthest = std::fs::read_to_string(farthest).unwrap();
    assert_eq!(farthest.lines().count(), 455);
    assert!(farthest.lines().all(|line| line.split(' ').count() == 8));
    let plot = std::fs::read_to_string(plot).unwrap();
    assert!(plot.contains("pancake:8") && plot.contains("God&apos;s number 9") && plot.contains("logarithmic"));
    assert_eq!(plot.matches("fill=\"#2B6CB0\"").count(), 20, "a bar for each layer in both panels");
    // A stopped map keeps the earlier picture, and leaves nothing beside it.
    let limited = loyd(&["map", "15", "--memory", "1GB", "--plot", &path("a.svg")]);
    assert!(limited.code == 4 && std::fs::read_to_string(path("a.svg")).unwrap() == plot, "{limited:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    loyd(&["map", "pancake:6", "--plot", &path("B.SVG")]).ends(0);
    assert!(std::fs::read_to_string(path("B.SVG")).unwrap().starts_with("<svg"));
}

/// Text, JSON and a file list the same positions first, whatever other options are given.
#[test]
fn the_first_of_the_farthest_are_the_same_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, farthest) in [("pancake:9", 5804), ("top-spin:10x5", 0), ("swap:3x3", 7), ("sliding:2x5", 2)] {
        let file = folder.path().join("a.txt").display().to_string();
        let text = loyd(&["map", puzzle]).ends(0).out;
        let with_file = loyd(&["map", puzzle, "--antipodes", &file]).ends(0).out;
        let json = &loyd(&["map", puzzle, "--format", "json"]).ends(0).json()[0];
        let all = std::fs::read_to_string(&file).unwrap();
        let all: Vec<&str> = all.lines().collect();
        assert!(farthest == 0 || all.len() == farthest, "{puzzle}: {} are farthest", all.len());
        let some = &all[..all.len().min(100)];
        assert!(json["antipodes"].as_array().unwrap().iter().eq(some), "{puzzle}: {json}");
        assert_eq!(json["antipodes_are_first"], true);
        let printed = |out: &str| -> Vec<String> {
            out.lines()
                .filter_map(|line| line.strip_prefix("  ").map(String::from))
                .filter(|line| !line.contains(','))
                .collect()
        };
        for out in [&text, &with_file] {
            let lines = printed(out);
            let names = &lines[lines.len() - all.len().min(5)..];
            assert!(names.iter().eq(&all[..names.len()]), "{puzzle}: {out}");
        }
        assert_eq!(text.contains("; the first 5:"), all.len() > 5, "{text}");
    }
}

#[test]
fn what_it_takes_is_told_before() {
    let run = loyd(&["map", "sliding:2x7", "--dry-run"]).ends(0);
    assert!(run.out.starts_with("sliding:2x7: 43,589,145,600 states, 10.9"), "{run:#?}");
    let run = loyd(&["map", "15", "--limit-memory", "8GB"]).ends(4);
    assert_eq!(run.out, "");
    for word in ["sliding:4x4", "2.6", "8.00 GB", "10,461,394,944,000", "--limit-memory"] {
        assert!(run.err.contains(word), "{word}: {run:#?}");
    }
    let run = loyd(&["map", "15", "--limit-memory", "8GB", "--format", "json"]).ends(4);
    assert_eq!(run.json()[0]["error"]["kind"], "memory");
    let plan = loyd(&["map", "pancake:9", "--dry-run", "--format", "json"]).ends(0).json();
    assert_eq!(plan[0]["states"], 362_880);
    let bytes = plan[0]["bytes"].as_u64().unwrap();
    loyd(&["map", "pancake:9", "--memory", &bytes.to_string()]).ends(0);
    loyd(&["map", "pancake:9", "--memory", &(bytes - 1).to_string()]).ends(4);
}

#[test]
fn a_map_is_counted_from_a_position_that_reaches_no_goal() {
    let run = loyd(&["map", "8", "--from", "21345678x"]).ends(0);
    assert!(run.out.contains("181,440 positions, the farthest from 2 1 3 4 5 6 7 8 x at 31"), "{run:#?}");
    let json = loyd(&["map", "8", "--from", "21345678x", "--format", "json"]).ends(0).json();
    assert_eq!((&json[0]["goal"], &json[0]["from"]), (&"1 2 3 4 5 6 7 8 x".into(), &"2 1 3 4 5 6 7 8 x".into()));
    let file = tempfile::tempdir().unwrap().path().join("a.table").display().to_string();
    loyd(&["map", "8", "--from", "21345678x", "--save", &file]).ends(2);
}

/// The layers of the 3x3x3 by half turns are from OEIS A080601.
#[test]
fn layers_without_ranks_are_counted_as_far_as_is_asked() {
    let run = loyd(&["map", "3x3x3", "--limit-moves", "5", "--format", "json"]).ends(4);
    let census = &run.json()[0];
    assert_eq!(census["layers"], serde_json::json!([1, 18, 243, 3_240, 43_239, 574_908]), "{run:#?}");
    assert_eq!((&census["stopped"], &census["diameter"]), (&"moves".into(), &serde_json::Value::Null));
    let run = loyd(&["map", "2x2x2", "--up-to", "rotation", "--limit-moves", "3"]).ends(4);
    assert!(run.out.ends_with("\nup to rotation: 385 positions, each counted 24 times above\n"), "{run:#?}");
    let run = loyd(&["map", "3x3x3", "--limit-moves", "3"]).ends(4);
    assert!(run.out.ends_with(
        "stopped by the move limit: 3,502 positions of 3x3x3 within 3 moves; the layers above are complete\n"
    ));
    let run = loyd(&["map", "3x3x3", "--dry-run"]).ends(0);
    assert!(run.out.contains("the map uses no numbers of states") && run.out.contains("--disk"), "{run:#?}");
    let run = loyd(&["map", "3x3x3", "--dry-run", "--format", "json"]).ends(0);
    assert!(run.json()[0]["states"].is_null() && run.json()[0]["least_bytes"].is_u64(), "{run:#?}");
    let run = loyd(&["map", "3x3x3", "--limit-memory", "1MB"]).ends(4);
    assert!(run.err.contains("the map of 3x3x3 needs"), "{run:#?}");
    // In a folder, with little memory, the map goes on where it stopped.
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("map").display().to_string();
    let map = |moves| loyd(&["map", "3x3x3", "--disk", &disk, "--limit-memory", "64MB", "--limit-moves", moves]);
    let run = map("5").ends(4);
    assert!(run.err.contains("the same command resumes it"), "{run:#?}");
    let run = map("6").ends(4);
    assert!(run.err.contains("resuming the map") && run.out.contains("7,618,438"), "{run:#?}");
    let run = loyd(&["map", "3x3x3", "-o", &disk]).ends(2);
    assert!(run.err.contains("the states are not numbered, as a table of distances or several processes require"));
}

/// M24 has 244,823,040 positions, whose ranks take 61 MB.
#[test]
fn first_layers_need_no_ranks() {
    let map = |arguments: &[&str]| loyd(&[&["map", "m24", "--no-cache"], arguments].concat());
    let refused = map(&["--limit-memory", "60MB"]).ends(4);
    assert!(refused.err.ends_with("or count its first layers with --limit-moves\n"), "{refused:#?}");
    let layers =
        |memory| map(&["--limit-moves", "4", "--limit-memory", memory, "--json"]).ends(4).json()[0]["layers"].clone();
    assert_eq!(layers("60MB"), serde_json::json!([1, 23, 44, 504, 878]));
    assert_eq!(layers("60MB"), layers("1GB"));
}

#[test]
fn what_has_no_map_says_why() {
    let run = loyd(&["map", "24"]).ends(2);
    assert!(run.err.contains("map cannot be used on sliding:5x5: the states are not numbered"), "{run:#?}");
    let run = loyd(&["map", "light-up:7x7"]);
    assert_eq!(run.code, 2, "{run:#?}");
    for name in ["a.jpg", "a.png", "svg"] {
        let run = loyd(&["map", "8", "--plot", name]).ends(2);
        assert!(run.err.contains("expected a file name that ends in .svg"), "{run:#?}");
    }
    let run = loyd(&["map", "8", "--plot", "/nowhere/at/all/a.svg"]).ends(2);
    assert!(run.err.starts_with("loyd: cannot write /nowhere/at/all/a.svg: "), "{run:#?}");
    loyd(&["map", "8", "--threads", "0"]).ends(2);
    loyd(&["map", "8", "--dry-run", "--plot", "a.svg"]).ends(2);
}

#[test]
fn positions_are_counted_by_cost() {
    let puzzle = "m12?metric=weights";
    let run = loyd(&["map", puzzle, "-v"]).ends(0);
    assert!(
        run.out.starts_with(" cost  ") && run.out.contains("95,040 positions, the farthest at a cost of "),
        "{run:#?}"
    );
    assert!(run.err.contains("by ranks and costs"), "{run:#?}");
    let json = &loyd(&["map", puzzle, "--format", "json"]).ends(0).json()[0];
    let layers: Vec<u64> = json["layers"].as_array().unwrap().iter().map(|layer| layer.as_u64().unwrap()).collect();
    assert_eq!((layers.iter().sum::<u64>(), json["diameter"].as_u64()), (95_040, Some(layers.len() as u64 - 1)));
    // The map takes one byte per position.
    let plan = loyd(&["map", puzzle, "--dry-run", "--format", "json"]).ends(0).json();
    let bytes = plan[0]["bytes"].as_u64().unwrap();
    assert_eq!(bytes, 95_040 + (8 << 20));
    loyd(&["map", puzzle, "--memory", &(bytes - 1).to_string()]).ends(4);
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("a.table").display().to_string();
    let run = loyd(&["map", puzzle, "--save", &table]).ends(2);
    assert!(run.err.contains("the moves differ in cost, but a table of distances counts moves"), "{run:#?}");
    let dear = "name = \"dear\"\npicture = \"1 2 3\"\n[moves]\nt = { cycles = \"1 2 3\", weight = 251 }\n";
    let run = loyd(&["map", &file(folder.path(), "dear.loyd", dear, "")]).ends(2);
    assert!(run.err.contains("expected moves that cost at most 250, found a move that costs 251"), "{run:#?}");
}

#[test]
fn a_map_saves_its_distances() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table").display().to_string();
    let run = loyd(&["map", "pancake:7", "--save", &path]).ends(0);
    assert!(run.out.contains("God's number 8"), "{run:?}");
    assert_eq!(loyd(&["table", "query", &path, "1 4 7 3 6 2 5"]).ends(0).out, "8\n");
    loyd(&["table", "verify", &path]).ends(0);
    let run = loyd(&["map", "pancake:7", "--save", "/nowhere/at/all/a.table"]);
    assert!(run.code == 2 && run.out.is_empty() && run.err.contains("/nowhere/at/all/a.table"), "{run:?}");
    loyd(&["map", "pancake:7", "--save", &path, "--from", "1 2 3 4 5 6 7"]).ends(2);
}

/// A map by blocks is itself a table. Its bytes are the same from memory, from a folder that holds most of the map, and
/// from `table build`.
#[test]
fn a_map_by_blocks_is_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [saved, kept, built, disk] = ["saved", "kept", "built", "disk"].map(path);
    let run = loyd(&["map", "pancake:11", "--save", &saved]).ends(0);
    assert!(run.out.contains("39,916,800 positions, God's number 13"), "{run:?}");
    let least =
        loyd(&["map", "pancake:11", "--dry-run", "--format", "json"]).ends(0).json()[0]["least_bytes"].to_string();
    let run = loyd(&["map", "pancake:11", "--save", &kept, "--disk", &disk, "--memory", &least, "--format", "json"]);
    let antipodes = run.ends(0).json()[0]["antipodes"].clone();
    loyd(&["table", "build", "pancake:11", "--bits", "2", "-o", &built]).ends(0);
    let bytes = std::fs::read(&saved).unwrap();
    assert!(bytes == std::fs::read(kept).unwrap() && bytes == std::fs::read(built).unwrap());
    let info = loyd(&["table", "info", &saved, "--format", "json"]).ends(0).json();
    assert_eq!((&info[0]["layout"], &info[0]["diameter"]), (&"blocks/1".into(), &13.into()));
    let some = antipodes[0].as_str().unwrap();
    assert_eq!(loyd(&["table", "query", &saved, some]).ends(0).out, "13\n");
    let solved = loyd(&["solve", "pancake:11", some, "--table", &saved, "--format", "json"]).ends(0).json();
    assert_eq!((&solved[0]["length"], &solved[0]["algorithm"]), (&13.into(), &"table".into()));
    // The table is refused for another puzzle, and the error names the table's puzzle.
    let refused = loyd(&["solve", "pancake:10", "--table", &saved, "1 2 3 4 5 6 7 8 10 9"]).ends(5);
    assert!(refused.err.contains("pancake:11"), "{refused:?}");
}

/// Symmetries change the cost of a map, and nothing in its result. The counts are the project's own, by ranks and by
/// plain search.
#[test]
fn a_map_by_symmetries_names_the_same_positions() {
    let ring = |more: &[&str]| loyd(&[&["map", "top-spin:10x4", "--format", "json"], more].concat()).ends(0).json();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt").display().to_string();
    let by_symmetry = ring(&["--antipodes", &file]);
    assert_eq!((&by_symmetry[0]["states"], &by_symmetry[0]["diameter"]), (&1_814_400.into(), &10.into()));
    let farthest: Vec<_> = by_symmetry[0]["antipodes"].as_array().unwrap().clone();
    assert_eq!(farthest.len(), 10);
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 10);
    // A map from the goal forwards, without symmetries, is equal, because the ring's moves are their own inverses.
    let forwards = ring(&["--from", "1 2 3 4 5 6 7 8 9 10"]);
    assert_eq!(
        (&forwards[0]["layers"], &forwards[0]["antipodes"]),
        (&by_symmetry[0]["layers"], &by_symmetry[0]["antipodes"])
    );
}

/// Every position that fits a goal is a goal position. The census has the number of goal positions that moves reach.
#[test]
fn what_is_counted_is_said_where_goals_are_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cycles.loyd");
    let moves = "[moves]\nleft = \"a b c\"\nright = \"b c d\"\n";
    let file = |goal: &str| {
        std::fs::write(&path, format!("picture = \"a b c d\"\ngoal = {goal}\n{moves}")).unwrap();
        format!("@{}", path.display())
    };
    let apart = file("[\"a b c d\", \"b a ? ?\"]");
    let told = "counted: all positions from which moves lead to one of 3 goal positions; moves lead from the solved \
                position to 2 of these";
    let text = loyd(&["map", &apart]).ends(0);
    assert!(text.out.contains("24 positions") && text.out.contains(told), "{text:#?}");
    let csv = loyd(&["map", &apart, "--format", "csv"]).ends(0);
    assert!(csv.err.contains(told) && !csv.out.contains("counted"), "{csv:#?}");
    let json = &loyd(&["map", &apart, "--format", "json"]).ends(0).json()[0];
    assert_eq!((&json["goal_positions"], &json["goal_positions_reached"]), (&3.into(), &2.into()));
    let from = &loyd(&["map", &apart, "--format", "json", "--from", "a b c d"]).ends(0).json()[0];
    assert!(from["goal_positions"].is_null() && from["states"] == 12, "{from}");
    let odd = file("[\"b a c d\"]");
    let text = loyd(&["map", &odd]).ends(0);
    let told = "counted: all positions from which moves lead to the goal; no moves lead from the solved position to it";
    assert!(text.out.contains("12 positions") && text.out.contains(told), "{text:#?}");
    // If all goals are within reach, nothing is printed about them.
    let together = file("[\"a b c d\", \"b a d c\"]");
    let text = loyd(&["map", &together]).ends(0);
    assert!(text.out.contains("12 positions") && !text.out.contains("counted"), "{text:#?}");
}

/// Every map compares some positions with their neighbours. `--verify` compares all, and so does a small map.
#[test]
fn a_map_is_compared_with_the_moves() {
    let checked = |run: &Run| run.json().remove(0)["checked"].clone();
    for (id, states) in [("8", 181_440), ("pancake:7", 5040), ("m12", 95_040)] {
        let map = loyd(&["map", id, "--format", "json"]).ends(0).json().remove(0);
        let (some, layers) = (&map["checked"], map["layers"].as_array().map_or(0, Vec::len) as u64);
        assert!(some["all"] == false && some["positions"].as_u64() >= Some(layers), "{id}: {some}");
        let run = loyd(&["map", id, "--format", "json", "--verify"]).ends(0);
        let all = checked(&run);
        assert!(all["all"] == true && all["positions"] == states, "{id}: {all}");
        assert!(all["moves"].as_u64() > all["positions"].as_u64(), "{id}: {all}");
        assert!(run.err.starts_with("loyd: the map agrees with the moves of all "), "{run:#?}");
    }
    let small = loyd(&["map", "pancake:4", "--verbose"]).ends(0);
    assert!(small.err.contains("the map agrees with the moves of all 24 positions: "), "{small:#?}");
    let packed = loyd(&["map", "3x3x3", "--limit-moves", "3", "--verify", "--format", "json"]).ends(4);
    assert!(checked(&packed)["positions"].as_u64() > Some(100), "{packed:#?}");
}

/// A file has a position, a pattern or moves in each line. The command prints a path that `check` accepts.
#[test]
fn sets_of_positions_are_texts_or_files() {
    let folder = tempfile::tempdir().unwrap();
    let set = file(folder.path(), "goals", "1 2 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 x 8\r\n", "");
    let run = loyd(&["map", "8", "--goal-set", &set, "--from-set", "8 6 7 2 5 4 3 x 1", "--json"]).ends(0);
    let census = &run.json()[0];
    assert_eq!((&census["goal_set"], &census["from_set"], &census["unreached"]), (&2.into(), &1.into(), &0.into()));
    let moves: Vec<&str> =
        census["antipode_moves"].as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
    assert_eq!(census["diameter"], moves.len());
    // The goal is the position without the last move, or with it.
    let check = |goal| loyd(&["check", "8", "8 6 7 2 5 4 3 x 1", &moves.join(" "), "--goal", goal]);
    let reached = ["1 2 3 4 5 6 7 8 x", "1 2 3 4 5 6 7 x 8"].map(|goal| check(goal).out.contains("reach"));
    assert!(reached.contains(&true), "{census}");
    let text = loyd(&["map", "8", "--goal-set", &set, "--from-set", "1 2 3 4 5 6 8 7 x"]).ends(0);
    assert!(text.out.contains("not counted: 1 position from which no moves lead to the 2 positions of the goal set"));
    for (set, said) in [
        ("@no-such-file", "cannot read no-such-file"),
        (&*file(folder.path(), "empty", "\n \n", ""), "expected a position on each line, found no position"),
        (
            &*file(folder.path(), "long", "1 2 3 4 5 6 7 8 x\n".repeat(100_001), ""),
            "--goal-set: found 100,001 entries, expected a list of at most 100,000 entries",
        ),
        ("1 2 9 ? ? ? ? ? ?", "--goal-set: line 1, column 5: found `9`, expected `?`"),
    ] {
        let run = loyd(&["map", "8", "--goal-set", set]).ends(2);
        assert!(run.out.is_empty() && run.err.contains(said), "{run:#?}");
    }
    let run = loyd(&["map", "8", "--goal-set", "?", "--from", "1 2 3 4 5 6 7 8 x"]).ends(2);
    assert!(run.err.contains("--from"), "{run:#?}");
}
