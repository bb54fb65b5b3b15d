//! Every pair of options of `solve` gets the same verdict, whatever the cache folder contains.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use super::{Run, command, loyd};

/// Values of every option of `solve`. An option has several values here if they are treated differently.
const OPTIONS: &[(&str, &[&str])] = &[
    ("--goal", &["1 2 3 4 x 5"]),
    ("--scramble", &["u"]),
    ("--algorithm", &["bfs", "bidirectional", "a-star", "ida-star", "table", "auto"]),
    ("--heuristic", &["manhattan", "additive", "none"]),
    ("--within", &["1.5"]),
    ("--first", &[]),
    ("--threads", &["1", "2"]),
    ("--cuts", &[]),
    ("--all", &[]),
    ("--count", &[]),
    ("--lexicographic", &[]),
    ("--max-solutions", &["2"]),
    ("--convention", &["tile"]),
    ("--moves", &["tiles", "words"]),
    ("--metric", &["quarter"]),
    ("--omit", &["TILES"]),
    ("--up-to", &["rotation"]),
    ("--svg", &[concat!(env!("CARGO_TARGET_TMPDIR"), "/verdicts.svg")]),
    ("--format", &["json"]),
    ("--show", &[]),
    ("--verbose", &[]),
    ("--json", &[]),
    ("--quiet", &[]),
    ("--color", &["never"]),
    ("--limit-seconds", &["60"]),
    ("--limit-memory", &["1GB"]),
    ("--limit-nodes", &["1000000"]),
    ("--limit-moves", &["40"]),
    ("--limit-cost", &["40"]),
];

/// Options that choose the kept tables, which this test varies by itself.
const STATES: [&str; 3] = ["--cache-dir", "--no-cache", "--table"];

const PUZZLE: &str = "sliding:2x3";
const STATE: &str = "5 4 3 2 1 x";

/// The files of a folder, which are put back before every command.
struct Folder {
    place: tempfile::TempDir,
    files: Vec<(String, Vec<u8>)>,
}

impl Folder {
    fn new(tables: bool, damaged: bool) -> Folder {
        let place = tempfile::tempdir().unwrap();
        let folder = &place.path().display().to_string()[..];
        if tables {
            loyd(&["table", "build", PUZZLE, "--bits", "8", "--cache-dir", folder]).ends(0);
            loyd(&["table", "build", PUZZLE, "--heuristic", "additive", "--cache-dir", folder]).ends(0);
        }
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for path in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let mut bytes = fs::read(&path).unwrap();
            if damaged && bytes.len() > 4096 {
                bytes[4096] ^= 1;
            }
            files.push((path.file_name().unwrap().to_str().unwrap().into(), bytes));
        }
        assert_eq!(tables, files.len() >= 2);
        Folder { place, files }
    }

    fn put_back(&self) -> &Path {
        for there in fs::read_dir(self.place.path()).unwrap() {
            fs::remove_file(there.unwrap().path()).unwrap();
        }
        self.files.iter().for_each(|(name, bytes)| fs::write(self.place.path().join(name), bytes).unwrap());
        self.place.path()
    }
}

/// The exit code, and the error message of a refused command.
fn verdict(run: Run) -> (i32, String) {
    let said = run.err.lines().find(|line| line.starts_with("loyd: ") || line.starts_with("error: "));
    // The message may name either option, because both concern the folder.
    let said = said.unwrap_or_default().replace("--no-cache", "--cache-dir");
    (run.code, if run.code == 2 { said } else { String::new() })
}

#[test]
fn every_pair_of_options_has_one_verdict() {
    let help = loyd(&["solve", "--help"]).ends(0).out;
    let first = |line: &str| {
        let line = line.trim_start();
        let long = line.split_once(", --").map_or(line, |(short, _)| &line[short.len() + 2..]);
        long.split_whitespace().next().filter(|name| name.starts_with("--")).map(String::from)
    };
    for name in help.lines().filter_map(first).filter(|name| name != "--help") {
        let known = STATES.contains(&&*name) || OPTIONS.iter().any(|(option, _)| *option == name);
        assert!(known, "`{name}` of `solve` is not tried here");
    }
    assert!(OPTIONS.iter().all(|(option, _)| help.contains(option)));
    let mut given: Vec<Vec<&str>> = Vec::new();
    for (option, values) in OPTIONS {
        match values {
            [] => given.push(vec![option]),
            values => given.extend(values.iter().map(|value| vec![*option, value])),
        }
    }
    let pairs: Vec<(usize, usize)> = (0..given.len()).flat_map(|a| (a..given.len()).map(move |b| (a, b))).collect();
    let (mut legal, halves) = (0, pairs.split_at(pairs.len() / 2));
    std::thread::scope(|scope| {
        let given = &given;
        let half = |pairs| scope.spawn(move || verdicts(pairs, given));
        legal = [half(halves.0), half(halves.1)].map(|half| half.join().unwrap()).iter().sum();
    });
    let tried = pairs.len() / if super::is_whole() { 1 } else { 6 };
    assert!(legal > tried / 4 && legal < tried, "{legal} of {tried} are legal");
}

/// Tries pairs of options, and returns the number of legal pairs.
fn verdicts(pairs: &[(usize, usize)], given: &[Vec<&str>]) -> usize {
    let folders = [(false, false), (true, false), (true, true)].map(|(tables, damaged)| Folder::new(tables, damaged));
    let mut legal = 0;
    // All pairs, or a sixth of them.
    let step = if super::is_whole() { 1 } else { 6 };
    for &(a, b) in pairs.iter().step_by(step) {
        let mut arguments = vec!["solve", PUZZLE, STATE];
        arguments.extend(&given[a]);
        if a != b {
            arguments.extend(&given[b]);
        }
        let run = |more: &[&OsStr]| {
            let mut command = command();
            verdict(Run::of(command.args(&arguments).args(more).output().unwrap()))
        };
        let without = run(&["--no-cache".as_ref()]);
        for folder in &folders {
            let with = run(&["--cache-dir".as_ref(), folder.put_back().as_ref()]);
            assert_eq!(with, without, "{arguments:?}");
        }
        legal += usize::from(without.0 != 2);
    }
    legal
}
