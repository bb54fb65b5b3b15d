//! Ctrl-C.

#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::command;

/// A 24-puzzle that takes hours.
const HARD: &str = "x 21 17 14 12 2 8 6 19 18 11 16 24 7 23 10 1 22 4 5 20 13 15 3 9";

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Waits for the end, no longer than a slow machine needs.
fn ends_with_130(mut child: Child) -> String {
    let began = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        assert!(began.elapsed() < Duration::from_secs(20), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(code, Some(130));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    out
}

#[test]
fn what_is_proved_is_told() {
    let child = command().args(["solve", "24", HARD]).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let out = ends_with_130(child);
    assert!(out.starts_with("interrupted: every solution has at least 9"), "{out:?}");
}

#[test]
fn a_batch_tells_it_for_the_lines_at_work() {
    let mut child = command()
        .args(["solve", "24", "-", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The input stays open: nobody waits for its end.
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{HARD}").unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let out = ends_with_130(child);
    drop(stdin);
    assert!(out.starts_with("interrupted: every solution has at least 9") && out.lines().count() == 1, "{out:?}");
}

#[test]
fn a_judge_that_waits_for_input_ends_at_once() {
    let mut child = command().args(["judge", "poj2870"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    ends_with_130(child);
    drop(stdin);
}

#[test]
fn a_bench_tells_it_and_what_was_not_begun() {
    let arguments = ["bench", "korf-felner50", "--heuristic", "manhattan"];
    let child = command().args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let out = ends_with_130(child);
    assert!(out.contains("interrupted: every solution has at least ") && out.contains("not begun: 49\n"), "{out:?}");
}
