//! `loyd table` and `--table`: tables are built, found again, queried, sampled and checked, and errors are named.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use loyd_core::table::file::{ElementKind, Identity, OwnedTensor, Table, Tensor, write};

use super::{Run, command, fed, loyd, stopped};

/// A folder with tables.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Builds a table into a file.
    #[track_caller]
    fn build(&self, puzzle: &str, bits: &str, name: &str) -> String {
        let path = self.path(name);
        let run = loyd(&["table", "build", puzzle, "--bits", bits, "-o", &path]).ends(0);
        assert!(
            run.out.contains(&format!("with {bits} bits each")) && run.out.ends_with(&format!(": {path}\n")),
            "{run:#?}"
        );
        assert_eq!(run.err, "");
        path
    }

    fn files(&self) -> usize {
        fs::read_dir(self.0.path()).unwrap().count()
    }
}

fn flip(path: &str, at: usize) {
    let mut file = fs::read(path).unwrap();
    file[at] ^= 1;
    fs::write(path, file).unwrap();
}

/// One of the two positions of the 8-puzzle that are 31 moves away.
const FARTHEST: &str = "8 6 7 2 5 4 3 x 1";
/// A position with two tiles exchanged.
const UNSOLVABLE: &str = "2 1 3 4 5 6 7 8 x";

#[test]
fn every_encoding_tells_the_same() {
    let folder = Folder::new();
    let positions = loyd(&["random", "pancake:7", "--count", "200", "--seed", "5"]).ends(0).out;
    let solved = fed(&["solve", "pancake:7", "-", "--format", "json"], &positions).ends(0).json();
    let lengths: Vec<String> = solved.iter().map(|object| object["length"].to_string()).collect();
    for bits in ["8", "4", "2"] {
        let table = folder.build("pancake:7", bits, bits);
        let asked = fed(&["table", "query", &table, "-"], &positions).ends(0);
        assert!(asked.out.lines().eq(&lengths), "{bits} bits");
        let good = loyd(&["table", "verify", &table]).ends(0);
        assert!(good.out.contains("all 5,040 distances agree with the distances of their neighbours"), "{good:#?}");
        assert_eq!(good.out.contains("1,000 positions were followed down to a goal"), bits == "2", "{good:#?}");
        let info = loyd(&["table", "info", &table, "--format", "json"]).ends(0).json();
        let [info] = &info[..] else { panic!("{info:?}") };
        assert_eq!(info["layers"], serde_json::json!([1, 6, 30, 149, 543, 1357, 1903, 1016, 35]));
        assert_eq!((&info["diameter"], &info["states"], &info["kind"]), (&8.into(), &5040.into(), &"distances".into()));
        assert_eq!(info["bits"].to_string(), bits);
        let told = loyd(&["table", "info", &table]).ends(0).out;
        assert!(told.contains("5,040 states reach the goal, the farthest from 8 moves away"), "{told}");
    }
}

#[test]
fn a_table_kept_in_the_cache_is_found() {
    let cache = Folder::new();
    let kept = |arguments: &[&str]| {
        let mut command = command();
        Run::of(command.args(arguments).env("LOYD_CACHE", cache.0.path()).output().unwrap())
    };
    let before = kept(&["solve", "8", FARTHEST, "--format", "json"]).ends(0).json();
    assert_ne!(before[0]["algorithm"], "table");
    let dry = kept(&["table", "build", "8", "--bits", "2", "--dry-run"]).ends(0);
    assert!(dry.out.contains("181,440 states with 2 bits each") && dry.out.contains("would be built in"), "{dry:#?}");
    assert_eq!(cache.files(), 0);
    let built = kept(&["table", "build", "8", "--bits", "2", "--format", "json"]).ends(0).json();
    assert_eq!((&built[0]["kept"], &built[0]["bytes"], &built[0]["bits"]), (&false.into(), &45_360.into(), &2.into()));
    assert_eq!(kept(&["table", "build", "8", "--bits", "2", "--format", "json"]).ends(0).json()[0]["kept"], true);
    let path = built[0]["path"].as_str().unwrap();
    assert!(Path::new(path).exists());
    for more in [&[][..], &["--algorithm", "table"]] {
        let run = kept(&[&["solve", "8", FARTHEST, "-v", "--format", "json"], more].concat()).ends(0);
        assert_eq!((&run.json()[0]["algorithm"], &run.json()[0]["length"]), (&"table".into(), &31.into()));
        assert!(run.err.contains("read a table of 45") && run.err.contains(path), "{run:#?}");
    }
    let same = kept(&["solve", "8", FARTHEST, "--no-cache", "--format", "json"]).ends(0).json();
    assert_eq!(same[0]["algorithm"], before[0]["algorithm"]);
    // All shortest solutions are counted and listed by walks, too.
    let counted = kept(&["solve", "8", FARTHEST, "--count"]).ends(0).out;
    assert_eq!(counted.lines().next(), loyd(&["solve", "8", FARTHEST, "--count"]).ends(0).out.lines().next());
    let first = kept(&["solve", "8", FARTHEST, "--lexicographic"]).ends(0).out;
    assert_eq!(first, loyd(&["solve", "8", FARTHEST, "--lexicographic"]).ends(0).out);
    let drawn = kept(&["random", "8", "--depth", "31", "--count", "2", "--seed", "1"]).ends(0).out;
    assert_eq!(drawn, loyd(&["random", "8", "--depth", "31", "--count", "2", "--seed", "1"]).ends(0).out);
    // A damaged table is moved out of the way, and the answer is given all the same.
    flip(path, 4096 + 1000);
    let run = kept(&["solve", "8", FARTHEST, "--algorithm", "table"]).ends(0);
    assert!(run.err.contains("cannot be used (damaged: block 0"), "{run:#?}");
    assert!(!Path::new(path).exists() && run.out.contains("31 moves, proved shortest"), "{run:#?}");
    assert_eq!(kept(&["table", "build", "8", "--bits", "2", "--format", "json"]).ends(0).json()[0]["kept"], false);
}

/// The legal options never depend on the tables that are kept.
#[test]
fn a_table_kept_in_the_cache_makes_no_option_illegal() {
    let folder = Folder::new();
    let cache = &folder.path("cache")[..];
    loyd(&["table", "build", "8", "--bits", "8", "--cache-dir", cache]).ends(0);
    let kept =
        |more: &[&str]| loyd(&[&["solve", "8", FARTHEST, "--cache-dir", cache, "--format", "json"], more].concat());
    for (more, algorithm) in [
        (&[][..], "table"),
        (&["--count"], "table"),
        (&["--threads", "1"], "table"),
        (&["--first"], "anytime"),
        (&["--within", "1.5"], "anytime"),
        (&["--threads", "2"], "ida-star"),
        (&["--cuts"], "ida-star"),
        (&["--heuristic", "manhattan", "--threads", "2"], "ida-star"),
    ] {
        let with = &kept(more).ends(0).json()[0];
        assert_eq!(with["algorithm"], algorithm, "{more:?}");
        let without =
            loyd(&[&["solve", "8", FARTHEST, "--no-cache", "--format", "json"], more].concat()).ends(0).json();
        for field in ["count", "convention"] {
            assert_eq!(with[field], without[0][field], "{more:?}");
        }
    }
    // A damaged table is moved out of the way, and the answer is the same as with an empty folder.
    let file = fs::read_dir(cache).unwrap().map(|file| file.unwrap().path()).find(|path| path.is_file()).unwrap();
    flip(file.to_str().unwrap(), 4096 + 17);
    let run = kept(&[]).ends(0);
    assert!(run.err.contains("cannot be used (damaged: block 0"), "{run:#?}");
    assert_eq!((&run.json()[0]["algorithm"], &run.json()[0]["length"]), (&"ida-star".into(), &31.into()));
}

#[test]
fn a_table_named_answers() {
    let folder = Folder::new();
    for bits in ["8", "2"] {
        let table = &folder.build("8", bits, bits)[..];
        let run = loyd(&["solve", "8", FARTHEST, "--table", table, "-v"]).ends(0);
        assert!(run.out.ends_with("31 moves, proved shortest\n"), "{run:#?}");
        assert!(run.err.contains("algorithm: table: the named table has the answer"), "{run:#?}");
        let moves = run.out.lines().next().unwrap();
        let checked = loyd(&["check", "8", FARTHEST, moves, "--table", table]).ends(0);
        assert_eq!(checked.out, "yes: 31 moves, all legal, and the goal is reached\nthere is no shorter solution\n");
        let longer = loyd(&["check", "8", "1 2 3 4 5 6 7 x 8", "rlr", "--table", table]).ends(0);
        assert!(longer.out.contains("the shortest solution has 1 move, 2 fewer"), "{longer:#?}");
        let drawn = loyd(&["random", "8", "--depth", "30", "--table", table, "--seed", "3", "--count", "4"]).ends(0);
        assert_eq!(drawn.out, loyd(&["random", "8", "--depth", "30", "--seed", "3", "--count", "4"]).ends(0).out);
        let lines = loyd(&["random", "8", "--count", "20", "--seed", "9"]).ends(0).out;
        let many = fed(&["solve", "8", "-", "--table", table, "--count"], &lines).ends(0).out;
        assert_eq!(many, fed(&["solve", "8", "-", "--count"], &lines).ends(0).out);
        assert_eq!(loyd(&["solve", "8", UNSOLVABLE, "--table", table]).ends(3).out.lines().count(), 1);
        let rows = loyd(&["compare", "8", FARTHEST, "--table", table, "--format", "json"]).ends(0).json();
        let row = rows.iter().find(|row| row["algorithm"] == "table").unwrap();
        assert_eq!((&row["length"], row["stats"]["generated"].as_u64() < Some(1000)), (&31.into(), true), "{row}");
    }
}

#[test]
fn a_table_of_something_else_is_refused() {
    let folder = Folder::new();
    let table = &folder.build("pancake:5", "8", "five")[..];
    let refused = |arguments: &[&str], why: &str| {
        let run = loyd(&[arguments, &["--table", table]].concat()).ends(5);
        assert!(run.err.starts_with(&format!("loyd: {table}: another table: {why}")), "{run:#?}");
    };
    refused(&["solve", "pancake:6", "6 5 4 3 2 1"], "puzzle: expected `pancake:6`, found `pancake:5`");
    refused(
        &["solve", "pancake:5", "5 4 3 2 1", "--goal", "2 1 3 4 5"],
        "goal: expected `2 1 3 4 5`, found `1 2 3 4 5`",
    );
    refused(&["check", "8", FARTHEST, "u"], "puzzle: expected `");
    refused(&["random", "8", "--depth", "3"], "puzzle: expected `");
    refused(&["compare", "8", FARTHEST], "puzzle: expected `");
    let run = loyd(&["solve", "24", "--scramble", "ul", "--table", table]).ends(2);
    assert!(run.err.contains("the states are not numbered"), "{run:#?}");
    let json = loyd(&["solve", "8", FARTHEST, "--table", table, "--format", "json"]).ends(5).json();
    assert_eq!(json[0]["error"]["kind"], "table");
    // The table is damaged, missing, a folder, or another kind of file.
    flip(table, 4096 + 17);
    let run = loyd(&["solve", "pancake:5", "5 4 3 2 1", "--table", table]).ends(5);
    assert!(run.err.starts_with(&format!("loyd: {table}: damaged: block 0")), "{run:#?}");
    for command in [&["table", "info"][..], &["table", "verify"], &["table", "sample"]] {
        assert_eq!(loyd(&[command, &[table]].concat()).ends(5).err, run.err);
    }
    assert_eq!(loyd(&["table", "query", table, "1 2 3 4 5"]).ends(5).err, run.err);
    let missing = &folder.path("missing")[..];
    loyd(&["solve", "pancake:5", "5 4 3 2 1", "--table", missing]).ends(2);
    loyd(&["table", "info", missing]).ends(2);
    loyd(&["table", "verify", &folder.path("")]).ends(5);
    let text = folder.path("text");
    fs::write(&text, "no table\n").unwrap();
    let run = loyd(&["table", "info", &text]).ends(5);
    assert!(run.err.contains("foreign: expected a table file of loyd, found "), "{run:#?}");
}

#[test]
fn options_without_effect_are_refused() {
    let folder = Folder::new();
    let table = &folder.build("8", "2", "8")[..];
    for (arguments, option) in [
        (&["solve", "8", FARTHEST, "--table", table, "--algorithm", "bfs"][..], "--table"),
        (&["solve", "8", FARTHEST, "--table", table, "--heuristic", "manhattan"], "--heuristic"),
        (&["solve", "8", FARTHEST, "--table", table, "--first"], "--first"),
        (&["random", "8", "--table", table], "--table"),
        (&["random", "8", "--no-cache"], "--no-cache"),
        (&["table", "build", "8", "--bits", "2", "--no-cache"], "--no-cache"),
    ] {
        let run = loyd(arguments).ends(2);
        assert!(run.err.starts_with(&format!("loyd: {option} has no effect here: ")), "{run:#?}");
    }
    for arguments in [
        &["table", "build", "8", "--bits", "3"][..],
        &["table", "build", "8", "--bits", "2", "--heuristic", "manhattan"],
        &["table", "build", "8", "-o", "x"],
        &["table", "build", "8", "--bits", "2", "-o", "x", "--cache-dir", "y"],
        &["table", "query", table],
        &["table", "verify", table, "--sample", "0"],
        &["table"],
    ] {
        let run = loyd(arguments).ends(2);
        assert!(run.err.contains("--help") && run.out.is_empty(), "{run:#?}");
    }
}

#[test]
fn queries_answer_in_their_place() {
    let folder = Folder::new();
    let table = &folder.build("8", "2", "8")[..];
    let run = loyd(&["table", "query", table, "12345678x", FARTHEST]).ends(0);
    assert_eq!((&run.out[..], &run.err[..]), ("0\n31\n", ""));
    let run = loyd(&["table", "query", table, FARTHEST, UNSOLVABLE]).ends(3);
    assert!(run.out.starts_with("31\nunsolvable: parity: "), "{run:#?}");
    // The position of another puzzle comes after one that is answered.
    let run = loyd(&["table", "query", table, "12345678x", "3 1 4 2"]).ends(2);
    assert_eq!(run.out, "0\n");
    assert!(run.err.starts_with("loyd: state: line 1, column "), "{run:#?}");
    let lines = format!("12345678x\n3 1 4 2\n{UNSOLVABLE}\n\n{FARTHEST}\n\n");
    let run = fed(&["table", "query", table, "-"], &lines).ends(2);
    let said: Vec<&str> = run.out.lines().collect();
    assert_eq!((said.len(), said[0], said[4]), (5, "0", "31"), "{run:#?}");
    assert!(said[1].starts_with("error: line 2, column ") && said[2].starts_with("unsolvable: "), "{run:#?}");
    assert!(said[3].starts_with("error: line 4, "), "{run:#?}");
    let rows = fed(&["table", "query", table, "-", "--format", "json"], &lines).ends(2).json();
    assert_eq!(
        (&rows[0]["distance"], &rows[1]["error"]["line"], &rows[4]["distance"]),
        (&0.into(), &2.into(), &31.into())
    );
    assert_eq!((&rows[2]["distance"], &rows[2]["reason"]), (&serde_json::Value::Null, &"parity".into()));
    assert_eq!(rows[4].as_object().unwrap().len(), 7);
    assert_eq!(rows[4]["state"], FARTHEST);
}

/// Both antipodes are drawn about equally often. Without a depth, far positions are as likely as they are many.
#[test]
fn samples_are_drawn_from_the_table() {
    let folder = Folder::new();
    for bits in ["2", "8"] {
        let table = &folder.build("8", bits, bits)[..];
        let farthest = loyd(&["table", "sample", table, "--depth", "31", "--count", "60", "--seed", "4"]).ends(0).out;
        let different: HashSet<&str> = farthest.lines().collect();
        assert_eq!((different.len(), farthest.lines().count()), (2, 60));
        let often = farthest.lines().filter(|line| *line == FARTHEST).count();
        assert!((15..=45).contains(&often), "{often}");
        let all = loyd(&["table", "sample", table, "--count", "400", "--seed", "4", "--format", "json"]).ends(0).json();
        assert!(all.iter().all(|object| object["seed"] == 4 && object["depth"].is_null()));
        let lines: String = all.iter().map(|object| format!("{}\n", object["state"].as_str().unwrap())).collect();
        let distances = fed(&["table", "query", table, "-"], lines).ends(0).out;
        let sum: u32 = distances.lines().map(|line| line.parse::<u32>().unwrap()).sum();
        // The mean is 21.97, and its deviation for 400 draws is 0.15.
        assert!((21.2..22.8).contains(&(f64::from(sum) / 400.0)), "{sum}");
        let run = loyd(&["table", "sample", table, "--depth", "32"]).ends(2);
        assert!(run.err.contains("no position of sliding:3x3 is 32 moves from the goal"), "{run:#?}");
        let told = loyd(&["table", "sample", table, "-v"]).ends(0);
        let seed = told.err.trim().strip_prefix("seed: ").unwrap();
        assert_eq!(loyd(&["table", "sample", table, "--seed", seed]).ends(0).out, told.out);
    }
    // A position of the alternating swap has the smaller distance of its two states.
    let swap = &folder.build("swap:2x3", "2", "swap")[..];
    let drawn = loyd(&["table", "sample", swap, "--depth", "4", "--count", "30", "--seed", "1"]).ends(0).out;
    let distances = fed(&["table", "query", swap, "-"], &drawn).ends(0).out;
    assert!(distances.lines().all(|line| line == "4"), "{distances}");
    let solved = fed(&["solve", "swap:2x3", "-", "--format", "json", "--no-cache"], &drawn).ends(0).json();
    assert!(solved.iter().all(|object| object["length"] == 4));
}

#[test]
fn too_deep_too_large_or_unnumbered() {
    let folder = Folder::new();
    let path = folder.path("t");
    let build = |puzzle: &str, bits: &str, more: &[&str]| {
        loyd(&[&["table", "build", puzzle, "--bits", bits, "-o", &path], more].concat())
    };
    // The error is known before any work, or it is found during the work.
    for goal in [&[][..], &["--goal", "x12345678"], &["--dry-run"]] {
        let run = build("8", "4", goal).ends(2);
        assert!(run.err.contains("more than 14 moves from the goal, too far for 4 bits; choose 8 or 2 bits"));
    }
    let run = build("24", "2", &[]).ends(2);
    assert!(run.err.contains("a table of all distances cannot be used on sliding:5x5: the states are not numbered"));
    build("light-up:7x7", "2", &[]).ends(2);
    let run = build("15", "2", &["--limit-memory", "8GB"]).ends(4);
    for word in ["sliding:4x4", "3.9", "10,461,394,944,000", "8.00 GB", "--limit-memory"] {
        assert!(run.err.contains(word), "{word}: {run:#?}");
    }
    build("15", "2", &["--dry-run"]).ends(0);
    // The time limit counts from the first byte on.
    let run = build("sliding:2x5", "8", &["--limit-seconds", "0"]).ends(4);
    assert!(run.err.contains("stopped by the time limit before the puzzle was open"), "{run:#?}");
    // The puzzle opens in a moment, and its table takes at least some tenths of a second.
    let message = "stopped by the time limit before the table was complete; the incomplete table is discarded";
    let run = stopped(&["table", "build", "pancake:11", "--bits", "8", "-o", &path], message);
    assert!(run.err.contains(message), "{run:#?}");
    assert_eq!(folder.files(), 0);
    // A path that cannot be written is reported before the work, which would take a while.
    let run = loyd(&["table", "build", "pancake:10", "--bits", "8", "-o", "/nowhere/at/all"]).ends(2);
    assert!(run.err.starts_with("loyd: cannot write /nowhere/at/all: "), "{run:#?}");
    loyd(&["table", "build", "pancake:5", "--bits", "8", "-o", folder.0.path().to_str().unwrap()]).ends(2);
}

#[cfg(unix)]
#[test]
fn a_cache_that_keeps_nothing_is_a_failure() {
    for what in [&["15", "--heuristic", "5-5-5"][..], &["pancake:6", "--bits", "8"]] {
        let build = [&["table", "build"], what, &["--cache-dir", "/dev/null"]].concat();
        let run = loyd(&build).ends(1);
        assert!(run.err.contains("is not kept and must be built again") && run.out.contains("not stored"), "{run:#?}");
        loyd(&[&build[..], &["--dry-run"]].concat()).ends(0);
    }
}

#[test]
fn a_table_that_bounds_distances_tells_none() {
    let folder = Folder::new();
    let cache = folder.path("cache");
    let built =
        loyd(&["table", "build", "15", "--heuristic", "5-5-5", "--cache-dir", &cache, "--format", "json"]).ends(0);
    let path = built.json()[0]["path"].as_str().unwrap().to_string();
    let info = loyd(&["table", "info", &path]).ends(0).out;
    assert!(info.starts_with("additive pattern database of ") && info.contains("pieces "), "{info}");
    let good = loyd(&["table", "verify", &path]).ends(0).out;
    assert!(good.starts_with("good: additive pattern database of ") && good.lines().count() == 1, "{good}");
    loyd(&["table", "verify", &path, "--sample", "5"]).ends(2);
    for command in [&["table", "query", &path, "x"][..], &["table", "sample", &path]] {
        let run = loyd(command).ends(2);
        assert!(run.err.contains("bounds distances of ") && run.err.contains("which only bounds"), "{run:#?}");
    }
    let run = loyd(&["solve", "15", "--scramble", "ul", "--table", &path]).ends(5);
    assert!(run.err.contains("kind: expected `distances`, found `additive pattern database`"), "{run:#?}");
}

/// Tables with valid checksums and wrong distances, which no accident makes.
#[test]
fn distances_that_contradict_each_other_are_found() {
    let folder = Folder::new();
    for bits in ["8", "4", "2"] {
        let path = folder.build("pancake:6", bits, bits);
        let table = Table::open_any(Path::new(&path)).unwrap();
        let mut tensors: Vec<OwnedTensor> = table.tensors().to_vec();
        let mut bytes = tensors[0].bytes.to_vec();
        bytes[40] ^= 3;
        tensors[0].bytes = bytes.into();
        put(&path, table.identity(), &tensors);
        let run = loyd(&["table", "verify", &path]).ends(5);
        assert!(run.err.starts_with("loyd: the table is wrong: "), "{run:#?}");
        loyd(&["table", "info", &path]).ends(0);
        // A table with one distance everywhere leads nowhere, and is not followed for ever.
        let all = vec![if bits == "2" { 0xff } else { 0x11 }; tensors[0].bytes.len()];
        tensors[0].bytes = all.into();
        put(&path, table.identity(), &tensors);
        let run = loyd(&["solve", "pancake:6", "6 5 4 3 2 1", "--table", &path]).ends(5);
        assert!(run.err.contains("contradict each other"), "{run:#?}");
        loyd(&["table", "verify", &path]).ends(5);
    }
}

fn put(path: &str, identity: &Identity, tensors: &[OwnedTensor]) {
    let lent: Vec<Tensor<'_>> = tensors.iter().map(OwnedTensor::lend).collect();
    write(Path::new(path), identity, &lent).unwrap();
}

/// A file may come from another program, so its claims about itself are not trusted.
#[test]
fn arrays_that_are_not_what_the_identity_says() {
    let folder = Folder::new();
    let path = folder.path("t");
    let identity = |entries: u64, encoding: &str| Identity {
        puzzle: "pancake:4".into(),
        goal: "1 2 3 4".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: Default::default(),
        entries,
        encoding: encoding.into(),
    };
    let bytes = "bytes; 255: no goal is reached";
    let bad = |identity: &Identity, name: &str, bytes: &[u8], code: i32| {
        let tensor = Tensor { name, kind: ElementKind::U8, shape: vec![bytes.len() as u64], bytes };
        write(Path::new(&path), identity, &[tensor]).unwrap();
        loyd(&["table", "query", &path, "4 3 2 1"]).ends(code).err
    };
    assert!(bad(&identity(24, bytes), "distances", &[0; 23], 5).contains("does not hold 24 entries"));
    assert!(bad(&identity(24, bytes), "entries", &[0; 24], 5).contains("there is no tensor `distances`"));
    assert!(bad(&identity(24, "threes"), "distances", &[0; 24], 5).contains("encoding: expected "));
    assert!(bad(&identity(23, bytes), "distances", &[0; 23], 5).contains("entries: expected `24`, found `23`"));
    let elsewhere = Identity { puzzle: "rubric".into(), ..identity(24, bytes) };
    assert!(bad(&elsewhere, "distances", &[0; 24], 2).contains("rubric"));
    let odd = Identity { goal: "1 1 1 1".into(), ..identity(24, bytes) };
    bad(&odd, "distances", &[0; 24], 2);
    let other = Identity { layout: "rank/9".into(), ..identity(24, bytes) };
    assert!(bad(&other, "distances", &[0; 24], 5).contains("layout: expected `rank/1`, found `rank/9`"));
}

/// The shape identifies a board from a file.
#[test]
fn a_board_that_has_changed_is_another() {
    let folder = Folder::new();
    let shape = folder.path("shape");
    let puzzle = format!("sliding:@{shape}");
    fs::write(&shape, "###\n##.\n").unwrap();
    let table = &folder.build(&puzzle, "2", "t")[..];
    assert!(loyd(&["table", "info", table]).ends(0).out.contains("board ###/##."));
    loyd(&["table", "verify", table]).ends(0);
    fs::write(&shape, "###\n.##\n").unwrap();
    let run = loyd(&["table", "verify", table]).ends(5);
    assert!(run.err.contains("another table: parameters.board: expected"), "{run:#?}");
    fs::remove_file(&shape).unwrap();
    loyd(&["table", "verify", table]).ends(2);
}
