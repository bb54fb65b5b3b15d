//! The examples of `serve`: a server runs until it is ended, so each one is started, asked and ended.

use std::path::Path;
use std::process::{Command, Stdio};

#[path = "../serve/serving.rs"]
#[allow(dead_code, reason = "the tests of the server use all of it")]
mod serving;

use super::command;
use serving::Serving;

/// Runs an example of `serve`, or of a request to it, at a free port.
pub(crate) fn example(line: &str, folder: &Path) {
    if let Some(arguments) = line.strip_prefix("loyd serve") {
        // No browser is opened, and the port may be taken.
        let mut words: Vec<&str> = arguments.split_whitespace().filter(|word| *word != "--open").collect();
        if let Some(at) = words.iter().position(|word| *word == "--listen") {
            words.drain(at..at + 2);
        }
        let server = Serving::of(command().current_dir(folder), &words);
        assert_eq!(server.client().get("/healthz").status, 200, "{line}");
        server.signal("TERM");
        assert_eq!(server.ends().0, 0, "{line}");
        return;
    }
    let server = Serving::of(&mut command(), &["--no-cache"]);
    let line = line.replace("127.0.0.1:8015", &server.address.to_string());
    let asked = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
    if asked.status.code() == Some(127) {
        println!("NOT RUN, a program of it is missing: {line}");
        return;
    }
    let reply = String::from_utf8(asked.stdout).unwrap();
    assert!(asked.status.success() && reply.starts_with("{\"version\":1,"), "{line}: {reply}");
}

#[test]
fn names_and_origins_that_would_never_be_met_are_refused() {
    for (option, values) in [
        ("--allow-host", &["https://puzzles.example", "puzzles.example:443", "puzzles.example/loyd", ""][..]),
        (
            "--allow-origin",
            &["https://puzzles.example/", "puzzles.example", "https://Puzzles.example", "*", "https://"],
        ),
    ] {
        for value in values {
            let refused = super::loyd(&["serve", "--listen", "192.0.2.1:8015", option, value]).ends(2);
            assert!(refused.err.contains("expected a"), "{option} {value}: {refused:#?}");
        }
    }
    let good = ["serve", "--listen", "192.0.2.1:8015", "--allow-host", "a.example", "--allow-origin", "http://b:8080"];
    assert!(super::loyd(&good).ends(1).err.contains("cannot serve at 192.0.2.1:8015"));
}

/// The document has all options and their defaults.
#[test]
fn the_options_are_documented() {
    let document = include_str!("../../../docs/serve.md");
    let help = super::loyd(&["serve", "--help"]).ends(0).out;
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with("| `-")).collect();
    let row = |name: &str| rows.iter().find(|row| row.contains(&format!("`{name}"))).copied();
    let mut options = 0;
    let mut last = "";
    for line in help.lines().map(str::trim_start) {
        if let Some((_, name)) = line.split_once("--").filter(|_| line.starts_with('-')) {
            last = name.split([' ', ',']).next().unwrap();
            // The options `help` and `color` mean the same in every command.
            if !["help", "color"].contains(&last) {
                assert!(row(&format!("--{last}")).is_some(), "--{last} is not in docs/serve.md");
                options += 1;
            }
        } else if let Some(default) = line.strip_prefix("[default: ").filter(|_| last != "color") {
            let default = default.trim_end_matches(']');
            assert!(row(&format!("--{last}")).unwrap().contains(&format!("| `{default}` |")), "--{last}: {default}");
        }
    }
    assert_eq!(options, rows.len(), "{rows:?}");
}
