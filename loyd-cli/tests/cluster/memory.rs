//! The limit of `--limit-memory` holds for each process, including the data on its way to others.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::processes::hosts;
use super::{command, loyd};

/// Bytes of the process itself, and of memory that the system's allocator does not give back.
const SLACK: u64 = 32_000_000;

/// Bytes of the connection to another process.
const BESIDE: u64 = 32 << 20;

/// The most bytes that a running process has held until now (proc(5), `VmHWM`).
fn held(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Runs two processes with a limit of `limit` bytes each. Both hold no more, and the map is right.
#[track_caller]
fn within(folder: &Path, puzzle: &str, limit: u64, more: &[&str]) {
    let hosts = hosts(folder, 2);
    let start = |process: usize| {
        let mut map = command(folder);
        map.args(["cluster", "map", puzzle, "--format", "csv", "--threads", "1"]).args(more);
        map.args(["--limit-memory", &limit.to_string(), "--process", &process.to_string(), "--hosts"]).arg(&hosts);
        map.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children = [start(0), start(1)];
    let watch = children.each_ref().map(|child| child.id()).map(|process| {
        std::thread::spawn(move || {
            let mut most = 0;
            while let Some(bytes) = held(process) {
                most = bytes.max(most);
                std::thread::sleep(Duration::from_millis(2));
            }
            most
        })
    });
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{puzzle} {limit} {more:?}: {output:?}");
    }
    for watcher in watch {
        let most = watcher.join().unwrap();
        assert!(most <= limit + limit / 10 + SLACK, "{puzzle} {more:?}: {most} bytes held, {limit} are allowed");
    }
}

#[test]
fn processes_hold_no_more_than_their_limit() {
    for puzzle in ["pancake:11", "rolling-cubes"] {
        let folder = tempfile::tempdir().unwrap();
        let disk = folder.path().join("disk").display().to_string();
        let plan = loyd(folder.path(), &["map", puzzle, "--dry-run", "--format", "json"]).ends(0).json().remove(0);
        let [whole, least] = ["bytes", "least_bytes"].map(|key| plan[key].as_u64().unwrap());
        // An eighth is reserved for data on its way.
        within(folder.path(), puzzle, whole / 7 * 8 + BESIDE, &[]);
        within(folder.path(), puzzle, (whole / 3).max(least) / 7 * 8 + BESIDE, &["--disk", &disk]);
    }
}
