//! Ctrl-C, SIGTERM and SIGHUP.

#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{begun, command, loyd};

/// A 24-puzzle that takes hours.
const HARD: &str = "x 21 17 14 12 2 8 6 19 18 11 16 24 7 23 10 1 22 4 5 20 13 15 3 9";

/// Interrupts a command `milliseconds` after it has begun to listen for signals, if that can be known, because a slow
/// machine takes time to begin.
fn interrupt(child: &Child, milliseconds: u64) {
    signal(child, "INT", milliseconds);
}

fn signal(child: &Child, signal: &str, milliseconds: u64) {
    let began = Instant::now();
    while listens(child) == Some(false) {
        assert!(began.elapsed() < Duration::from_secs(120), "it does not listen");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(milliseconds));
    assert!(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success());
}

/// Whether the process handles signal 15, the last signal that it listens for on all systems (from Linux's /proc).
fn listens(child: &Child) -> Option<bool> {
    Some(signals(&child.id().to_string(), "SigCgt:")? >> 14 & 1 != 0)
}

/// The signals that a process catches or ignores, one bit each (from Linux's /proc).
fn signals(process: &str, which: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let signals = status.lines().find_map(|line| line.strip_prefix(which))?;
    u64::from_str_radix(signals.trim(), 16).ok()
}

/// Waits for the end with code 130, no longer than a slow machine needs.
fn ends_with_130(child: Child) -> String {
    ends_with(child, 130)
}

fn ends_with(mut child: Child, expected: i32) -> String {
    let began = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        assert!(began.elapsed() < Duration::from_secs(120), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(code, Some(expected));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    out
}

#[test]
fn what_is_proved_is_told() {
    let child = begun(&["solve", "24", HARD]);
    interrupt(&child, 500);
    let out = ends_with_130(child);
    let (moves, claim) = out.split_once('\n').unwrap();
    assert!(claim.contains(" moves, interrupted; every solution has at least 9"), "{out:?}");
    assert!(claim.contains(" % longer than optimal"), "{out:?}");
    assert!(moves.len() > 90 && moves.chars().all(|letter| "udlr".contains(letter)), "{out:?}");
}

/// A command that proves something reports it at every signal by which a process is asked to end.
#[test]
fn every_request_to_end_is_heard() {
    let is_ignored = signals("self", "SigIgn:").is_none_or(|ignored| ignored & 1 != 0);
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        // SIGHUP has no effect if the tests run under nohup. It is skipped, too, if that cannot be known.
        if name == "HUP" && is_ignored {
            continue;
        }
        let child = begun(&["solve", "24", HARD, "--threads", "1"]);
        signal(&child, name, 500);
        let out = ends_with(child, code);
        assert!(out.contains("interrupted") && out.contains("every solution has at least "), "{name}: {out:?}");
        let cache = tempfile::tempdir().unwrap();
        let child = map_with_layers(cache.path());
        signal(&child, name, 0);
        let out = ends_with(child, code);
        assert!(out.lines().last().unwrap().starts_with("interrupted: "), "{name}: {out:?}");
        assert!(std::fs::read_dir(cache.path()).unwrap().count() > 0, "{name}: no checkpoint");
        // A command that waits for input has nothing to report.
        let mut child = begun(&["judge", "poj2870"]);
        let stdin = child.stdin.take();
        signal(&child, name, 200);
        ends_with(child, code);
        drop(stdin);
    }
}

#[test]
fn under_nohup_the_end_of_the_terminal_is_none() {
    let mut shell = Command::new("sh");
    let line = "trap '' HUP; exec \"$@\"";
    shell.args(["-c", line, "sh", env!("CARGO_BIN_EXE_loyd"), "solve", "24", HARD, "--threads", "1"]);
    let child = shell.stdout(Stdio::piped()).spawn().unwrap();
    signal(&child, "HUP", 200);
    // Both signals have come when the command handles the second one, so the second one ends the command.
    signal(&child, "INT", 200);
    ends_with_130(child);
}

#[test]
fn a_query_that_waits_for_a_line_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table").display().to_string();
    loyd(&["table", "build", "pancake:5", "--bits", "8", "-o", &table]).ends(0);
    let mut child = begun(&["table", "query", &table, "-"]);
    let mut stdin = child.stdin.take().unwrap();
    // Each line is answered before the next one is written. A second signal would end any command.
    for _ in 0..3 {
        writeln!(stdin, "2 1 3 4 5").unwrap();
        let mut answer = [0; 2];
        child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"1\n");
    }
    interrupt(&child, 0);
    assert_eq!(ends_with_130(child), "");
    drop(stdin);
}

#[test]
fn a_batch_tells_it_for_the_lines_at_work() {
    let mut child = begun(&["solve", "24", "-", "--threads", "2"]);
    // The input stays open, because the command does not wait for its end.
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{HARD}").unwrap();
    interrupt(&child, 500);
    let out = ends_with_130(child);
    drop(stdin);
    assert!(out.starts_with("interrupted: every solution has at least 9") && out.lines().count() == 1, "{out:?}");
}

#[test]
fn a_judge_tells_it_for_its_case() {
    let mut child = begun(&["judge", "uva10181"]);
    let mut stdin = child.stdin.take().unwrap();
    let easy = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
    // The second board takes 80 moves, the most there are.
    writeln!(stdin, "2\n{easy}0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1").unwrap();
    drop(stdin);
    interrupt(&child, 2000);
    let mut told = child.stderr.take().unwrap();
    assert_eq!(ends_with_130(child), "R\n");
    let mut message = String::new();
    told.read_to_string(&mut message).unwrap();
    let proved = message.strip_prefix("loyd: interrupted in case 2: every solution has at least ").expect(&message);
    assert!(proved.trim_end().strip_suffix(" moves").unwrap().parse::<u32>().unwrap() >= 50, "{message}");
}

#[test]
fn drawing_says_how_far_it_came() {
    let mut child = begun(&["random", "15", "--count", "1000000000"]);
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    interrupt(&child, 300);
    let output = child.wait_with_output().unwrap();
    reader.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("loyd: interrupted after ") && told.ends_with(" of 1000000000 positions\n"), "{told}");
}

#[test]
fn a_judge_that_waits_for_input_ends_at_once() {
    let mut child = begun(&["judge", "poj2870"]);
    let stdin = child.stdin.take();
    interrupt(&child, 300);
    ends_with_130(child);
    drop(stdin);
}

#[test]
fn a_bench_tells_it_and_what_was_not_begun() {
    let child = begun(&["bench", "korf-felner50", "--heuristic", "manhattan"]);
    interrupt(&child, 500);
    let out = ends_with_130(child);
    assert!(out.contains("interrupted: every solution has at least ") && out.contains("not started: 49\n"), "{out:?}");
}

/// A map that takes at least a quarter of a minute, and has printed its first layers.
fn map_with_layers(cache: &Path) -> Child {
    let mut map = command();
    map.args(["map", "swap:3x4", "--threads", "1"]).env("LOYD_CACHE", cache).stdout(Stdio::piped());
    let mut child = map.spawn().unwrap();
    // The head and two layers are read byte by byte, because bytes read ahead would be lost.
    let (mut lines, mut byte) = (0, [0]);
    while lines < 3 {
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        lines += usize::from(byte[0] == b'\n');
    }
    child
}

#[test]
fn a_map_keeps_its_layers() {
    let cache = tempfile::tempdir().unwrap();
    let child = map_with_layers(cache.path());
    interrupt(&child, 0);
    let out = ends_with_130(child);
    let last = out.lines().last().unwrap();
    assert!(last.starts_with("interrupted: ") && last.ends_with("the layers above are complete"), "{out:?}");
}
