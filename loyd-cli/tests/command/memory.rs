//! A memory limit bounds all memory that the process holds, mapped files included: at most the limit, a tenth and
//! 32 MB, whatever is searched, built, mapped or streamed. Too little memory is an error, and never an abort.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use loyd::planner::open;
use loyd_core::table::cache::Cache;
use loyd_core::table::file::{ElementKind, Identity, Tensor, write};

use super::{Run, command, is_whole, loyd};

/// Bytes of the process itself, and of memory that the system's allocator does not give back.
const SLACK: u64 = 32_000_000;

/// The most bytes that a running process has held until now (proc(5), `VmHWM`).
fn held(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Runs a command. Asserts the most bytes that it has held, and that it ends with one of these codes.
#[track_caller]
fn within(limit: u64, mut command: Command, input: &str, codes: &[i32]) -> u64 {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let process = child.id();
    // The value only grows, and a peak in the last moment is missed, so no false peak is found. A process that ends at
    // once may not be seen at all.
    let watcher = std::thread::spawn(move || {
        let mut most = 0;
        while let Some(bytes) = held(process) {
            most = bytes.max(most);
            std::thread::sleep(Duration::from_millis(2));
        }
        most
    });
    let run = Run::of(child.wait_with_output().unwrap());
    let most = watcher.join().unwrap();
    feeder.join().unwrap();
    assert!(codes.contains(&run.code), "{command:?}: {run:#?}");
    assert!(most <= limit + limit / 10 + SLACK, "{command:?}: {most} bytes held, {limit} are allowed");
    most
}

/// The command with a limit in megabytes, and with its tables in `folder`.
fn limited(arguments: &[&str], megabytes: u64, folder: &Path) -> Command {
    let mut command = command();
    command.args(arguments).args(["--limit-memory", &format!("{megabytes}MB")]).env("LOYD_CACHE", folder);
    command
}

const FIFTEEN: &str = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 x";
const TWENTY_FOUR: &str = "14 5 9 2 18 8 23 19 12 17 15 x 10 20 4 6 11 21 1 7 24 3 16 22 13";
const SWAP: &str = "25 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1";
const STACK: &str = "11 1 10 3 9 5 7 6 8 4 2";

#[test]
fn searches_hold_no_more_than_their_limit() {
    let folder = tempfile::tempdir().unwrap();
    let mut most = 0;
    for (puzzle, state) in [("15", FIFTEEN), ("24", TWENTY_FOUR), ("swap:5x5", SWAP), ("pancake:11", STACK)] {
        for more in [
            &["--algorithm", "bfs"][..],
            &["--algorithm", "bidirectional"],
            &["--algorithm", "a-star"],
            &["--first"],
            &[],
        ] {
            for megabytes in [5, 60] {
                let arguments = [&["solve", puzzle, state, "--limit-nodes", "3000000"], more].concat();
                let held = within(megabytes * 1_000_000, limited(&arguments, megabytes, folder.path()), "", &[0, 4]);
                most = held.max(most);
            }
        }
    }
    // Some of the searches fill their limit.
    assert!(most > 40_000_000, "{most} bytes at most were seen");
}

/// Kept tables are read only if they fit, because a file is in memory as soon as it is checked.
#[test]
fn kept_tables_hold_no_more_than_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    // Forty million zeros are not true distances, and no command may read them.
    let kept = |identity: &Identity, name: &str, bytes: u64| {
        let zeros = vec![0; bytes as usize];
        let tensor = Tensor { name, kind: ElementKind::U8, shape: vec![bytes], bytes: &zeros };
        let path = cache.path(identity).unwrap();
        write(&path, identity, &[tensor]).unwrap();
        path.display().to_string()
    };
    let distances = open("pancake:11", None).unwrap().distance_plan(8).unwrap();
    let file = kept(&distances.identity, "distances", distances.bytes);
    for (more, codes) in
        [(&[][..], &[0][..]), (&["--algorithm", "table"], &[4]), (&["--count"], &[0, 4]), (&["--table", &file], &[4])]
    {
        let arguments = [&["solve", "pancake:11", STACK], more].concat();
        within(5_000_000, limited(&arguments, 5, folder.path()), "", codes);
    }
    within(5_000_000, limited(&["random", "pancake:11", "--depth", "9"], 5, folder.path()), "", &[4]);
    for plan in open("15", None).unwrap().tables(Some("7-7-1")).unwrap() {
        kept(&plan.identity, "entries", plan.bytes);
    }
    let solve = ["solve", "15", FIFTEEN, "--heuristic", "7-7-1", "--limit-nodes", "100000"];
    within(5_000_000, limited(&solve, 5, folder.path()), "", &[4]);
    within(5_000_000, limited(&["table", "build", "15", "--heuristic", "7-7-1"], 5, folder.path()), "", &[4]);
}

#[test]
fn builds_hold_no_more_than_their_limit() {
    let folder = tempfile::tempdir().unwrap();
    for (heuristic, megabytes, codes) in [("6-6-3", 5, &[4][..]), ("6-6-3", 30, &[0]), ("7-7-1", 60, &[4])] {
        let build = limited(&["table", "build", "15", "--heuristic", heuristic], megabytes, folder.path());
        within(megabytes * 1_000_000, build, "", codes);
    }
    let build = limited(&["table", "build", "sliding:2x5", "--bits", "8"], 2, folder.path());
    within(2_000_000, build, "", &[0]);
}

#[test]
fn maps_hold_no_more_than_their_limit() {
    let folder = tempfile::tempdir().unwrap();
    let farthest = folder.path().join("farthest").display().to_string();
    let disk = folder.path().join("disk").display().to_string();
    // The shorter law leaves out the second of two puzzles with as many ranks.
    let puzzles = ["pancake:11", "rolling-cubes", "top-spin:11x4"];
    for puzzle in &puzzles[..if is_whole() { 3 } else { 2 }] {
        let plan = &loyd(&["map", puzzle, "--dry-run", "--format", "json"]).ends(0).json()[0];
        let bytes = |key: &str| plan[key].as_u64().unwrap();
        for (key, more) in
            [("bytes", &[][..]), ("bytes", &["--antipodes", &farthest]), ("least_bytes", &["--disk", &disk])]
        {
            let mut map = command();
            map.args(["map", puzzle, "--limit-memory", &bytes(key).to_string()]).args(more);
            map.env("LOYD_CACHE", folder.path());
            within(bytes(key), map, "", &[0]);
        }
    }
}

#[test]
fn a_stream_holds_no_more_than_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let lines =
        loyd(&["random", "8", "--count", if is_whole() { "30000" } else { "10000" }, "--seed", "1"]).ends(0).out;
    for more in [&[][..], &["--algorithm", "a-star"], &["--all"]] {
        let arguments = [&["solve", "8", "-", "--threads", "2"], more].concat();
        within(2 * 20_000_000, limited(&arguments, 20, folder.path()), &lines, &[0]);
    }
}

/// If the system refuses memory that our limits allow, the command still reports what is proved.
#[test]
fn memory_that_the_system_refuses_is_no_abort() {
    let folder = tempfile::tempdir().unwrap();
    let program = command().get_program().to_os_string();
    // Kilobytes of address space: enough for the process, but too few for the tables of 7-8.
    for kilobytes in [220_000, 300_000, 380_000] {
        for arguments in
            [&["table", "build", "15", "--heuristic", "7-8"][..], &["solve", "15", FIFTEEN, "--heuristic", "7-8"]]
        {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")]).arg(&program);
            let run = Run::of(shell.args(arguments).env("LOYD_CACHE", folder.path()).output().unwrap());
            let said = format!("{}{}", run.out, run.err);
            assert!(run.code == 4 && said.contains("memory limit"), "{kilobytes} kB: {run:#?}");
        }
    }
}

/// A map without ranks holds no more than its limit while it writes its checkpoint, and when it goes on from a
/// checkpoint of a map with more memory. An earlier version read 154 MB under a limit of 50 MB.
#[test]
fn checkpoints_of_states_hold_no_more_than_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    // Distances from a scrambled cube have no symmetry, and the layer of 6 takes 120 MB.
    let map = |megabytes: u64| {
        let from = ["map", "3x3x3", "--from", "R U F2 L D B' R2 U' F L2", "--limit-moves", "6"];
        let more = ["--checkpoint-seconds", "3600", "--format", "json"];
        within(megabytes * 1_000_000, limited(&[&from[..], &more].concat(), megabytes, folder.path()), "", &[4]);
    };
    [50, 400, 50].into_iter().for_each(map);
}
