//! `loyd cluster` as its operator runs it: real processes.
#![cfg(unix)]

mod counting;
mod documents;
mod joining;
mod losses;
mod memory;
mod processes;
mod seeing;
mod signals;
mod solve;
mod status;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The result of a run.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Asserts the exit code, and returns the run.
    #[track_caller]
    fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, code, "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
        self
    }

    /// The lines of the output as JSON.
    #[track_caller]
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }

    /// The census of the last line, without the values that differ between runs.
    #[track_caller]
    fn census(&self) -> Value {
        let mut census = self.json().pop().expect("a line");
        for key in ["seconds", "peak_bytes", "checked"] {
            census[key] = Value::Null;
        }
        census
    }
}

/// The command. By default it keeps its files in `folder`, never in the folder of the user who runs the tests.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("loyd"));
    command.stdin(Stdio::null()).env("LOYD_CACHE", folder.join("cache"));
    command
}

fn loyd(folder: &Path, arguments: &[&str]) -> Run {
    Run::of(command(folder).args(arguments).output().expect("runs"))
}

/// Runs `loyd cluster run --local` with `number` processes.
fn local(folder: &Path, number: usize, arguments: &[&str]) -> Run {
    loyd(folder, &[&["cluster", "run", "--local", &number.to_string()], arguments].concat())
}

/// The census of a map by one process.
fn alone(folder: &Path, arguments: &[&str]) -> Value {
    loyd(folder, &[&["map", "--format", "json"], arguments].concat()).ends(0).census()
}
