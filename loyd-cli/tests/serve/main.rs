//! `loyd serve` as its operator runs it.

mod agreement;
#[cfg(target_os = "linux")]
mod connections;
mod ending;
mod log;
#[cfg(target_os = "linux")]
mod memory;
mod options;
mod serving;
#[cfg(target_os = "linux")]
mod workers;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use serving::Serving;

/// The command. It keeps its tables in `folder`, never in the folder of the user who runs the tests.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("loyd"));
    command.stdin(Stdio::null()).env("LOYD_CACHE", folder.join("cache"));
    command
}

/// Starts a server with these arguments.
fn serving(folder: &Path, arguments: &[&str]) -> Serving {
    Serving::of(&mut command(folder), arguments)
}

/// Starts a server that is not expected to begin. Returns its exit code and its messages.
fn refused(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let Output { status, stderr, .. } = command(folder).arg("serve").args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

/// A question that cannot be answered in the time of a test.
fn hopeless() -> Value {
    let tiles: Vec<String> = (1..81).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    json!({"puzzle": "sliding:9x9", "state": tiles.join(" ")})
}

/// Asks for a map that its time limit stops, with limits that double: before a worker has opened the puzzle, no map is
/// stopped, and how long that takes depends on the machine.
fn stops(server: &Serving, map: &Value) {
    for limit in (0..10).map(|doubled| 0.1 * f64::from(1 << doubled)) {
        let mut map = map.clone();
        map["limit_seconds"] = json!(limit);
        let reply = server.client().post("/map", &map);
        if reply.status == 200 {
            assert_eq!(reply.json()["stopped"], "time", "{}", reply.text());
            return;
        }
        assert_eq!(reply.json()["kind"], "limit", "{}", reply.text());
    }
    panic!("no map is stopped: {map}");
}

const JSON: (&str, &str) = ("content-type", "application/json");
