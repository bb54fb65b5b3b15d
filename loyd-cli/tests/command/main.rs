//! The built command, as a user runs it.

mod architecture;
mod atlas;
mod bad_input;
mod batch;
mod bench;
mod cache;
mod canary;
mod catalogue;
mod check;
mod compare;
mod costs;
mod definitions;
mod definitions_document;
mod forged;
mod help;
mod hostile;
mod interrupt;
mod judge;
mod map;
mod map_kept;
mod memory;
mod options;
mod outputs;
#[cfg(feature = "play")]
mod play;
mod readme;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod table;
mod tolerant;
mod translations;
mod verdicts;
mod way;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

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
            code: output.status.code().expect("the command ends by itself"),
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
    fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }
}

/// Whether a law runs in its whole form, as `.ci/long` runs it.
fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

/// The ids of the catalogue that name no file. Three laws share the families: the law with the number `turn` (0 to 2)
/// takes the first id of every third family. In the whole form of a law it takes all ids.
fn members(turn: usize) -> impl Iterator<Item = &'static str> {
    let (most, step) = if is_whole() { (usize::MAX, 1) } else { (1, 3) };
    let families = loyd::catalogue::FAMILIES.iter().skip(turn % step).step_by(step);
    families.flat_map(move |family| family.members().take(most))
}

fn command() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("loyd"));
    command.stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    // The tests never use the tables of the user who runs them.
    command.env("LOYD_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/loyd-cache"));
    command
}

fn loyd(arguments: &[&str]) -> Run {
    Run::of(command().args(arguments).output().expect("runs"))
}

/// Runs a command that its time limit stops, with limits that double until its output contains `expected`: how far a
/// command comes within a limit depends on the machine.
#[track_caller]
fn stopped(arguments: &[&str], expected: &str) -> Run {
    let mut limit = 0.05;
    loop {
        let run = loyd(&[arguments, &["--limit-seconds", &format!("{limit}s")]].concat()).ends(4);
        if run.out.contains(expected) || run.err.contains(expected) {
            return run;
        }
        assert!(limit < 60.0, "{expected}: {run:#?}");
        limit *= 2.0;
    }
}

/// Starts a command with pipes to all of its streams.
fn begun(arguments: &[&str]) -> Child {
    let mut command = command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("runs")
}

/// Runs a command with `input` on standard input; the command need not read it to its end.
fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = begun(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("ends");
    feeder.join().expect("fed");
    Run::of(output)
}

/// Writes a file into a folder and returns `prefix@path`.
fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>, prefix: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("writes");
    format!("{prefix}@{}", path.display())
}
