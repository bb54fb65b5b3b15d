//! Every example in a help text is run, and every shell's completions are made.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Run, loyd};

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    listed(&loyd(&["--help"]).ends(0).out)
}

/// The commands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap().to_string()).filter(|name| name != "help").collect()
}

/// Commands that are optional features, and whether they are built in.
const OPTIONAL: [(&str, bool); 3] =
    [("play", cfg!(feature = "play")), ("serve", cfg!(feature = "web")), ("cluster", cfg!(feature = "cluster"))];

#[test]
fn every_command_is_listed_with_examples() {
    let commands = commands();
    for (name, is_built) in OPTIONAL {
        assert_eq!(commands.iter().any(|command| command == name), is_built, "{name}");
    }
    let always = commands.iter().filter(|command| OPTIONAL.iter().all(|(name, _)| name != command));
    let expected = [
        "solve",
        "compare",
        "bench",
        "check",
        "random",
        "judge",
        "rank",
        "unrank",
        "puzzles",
        "rewrite",
        "convert",
        "lint",
        "map",
        "table",
        "cache",
        "completions",
        "man",
    ];
    assert!(always.eq(&expected), "{commands:?}");
    for command in commands {
        let long = loyd(&[&command, "--help"]).ends(0);
        assert!(long.out.contains("\nExamples:\n  $ loyd "), "{command}: {long:#?}");
        assert_eq!(loyd(&["help", &command]).ends(0).out, long.out);
        loyd(&[&command, "-h"]).ends(0);
    }
    assert!(loyd(&["--version"]).ends(0).out.starts_with("loyd "));
}

#[test]
fn a_command_that_is_not_built_in_says_what_builds_it_in() {
    const BUILDS: &str = "cargo install --locked --path loyd-cli --features web,play,cluster";
    for readme in [include_str!("../../../README.md"), include_str!("../../../README.zh.md")] {
        assert!(readme.lines().any(|line| line == BUILDS));
    }
    for (name, _) in OPTIONAL.into_iter().filter(|(_, is_built)| !is_built) {
        for line in [&[name][..], &["-q", name, "8", "--open"], &["help", name], &["man", name]] {
            let run = loyd(line).ends(2);
            let says = format!("`loyd {name}` is a feature that was not built in");
            assert!(run.err.contains(&says) && run.err.ends_with(&format!(": {BUILDS}\n")), "{run:#?}");
            assert_eq!((run.err.lines().count(), &run.out[..]), (1, ""), "{run:#?}");
        }
    }
}

/// Runs a line with a shell, in which `loyd` is the built command.
pub(crate) fn shell(line: &str, folder: &Path) -> Run {
    let built = assert_cmd::cargo::cargo_bin!("loyd");
    let path = format!("{}:{}", built.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env("LOYD_CACHE", folder.join("cache"));
    Run::of(command.current_dir(folder).stdin(Stdio::null()).output().unwrap())
}

/// The command without arguments prints the first commands to type, on standard error, and ends with code 2.
#[cfg(unix)]
#[test]
fn without_arguments_the_first_commands_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let told = loyd(&[]).ends(2).err;
    assert!(told.contains("Usage: loyd") && told.lines().all(|line| line.len() <= 80), "{told}");
    let lines: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert!(lines.len() >= 5, "{told}");
    let runs_on = ["loyd play", "loyd serve"];
    for line in lines.into_iter().filter(|line| !runs_on.iter().any(|begin| line.starts_with(begin))) {
        let (command, _) = line.split_once("   ").expect("a command and what it does");
        let done = shell(command, folder.path());
        assert!(done.code == 0 && done.err.is_empty() && !done.out.is_empty(), "{done:#?}");
    }
    for (name, is_built) in OPTIONAL {
        assert!(is_built || !told.contains(&format!("loyd {name}")), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn every_example_does_what_its_comment_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut texts = vec![loyd(&["--help"]).ends(0).out];
    for command in commands() {
        let help = loyd(&[&command, "--help"]).ends(0).out;
        texts.extend(listed(&help).iter().map(|below| loyd(&[&command, below, "--help"]).ends(0).out));
        texts.push(help);
    }
    let mut run = 0;
    for line in texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("  $ ")) {
        let expected = line
            .split_once("exit code ")
            .map_or(0, |(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap());
        run += 1;
        if line.starts_with("loyd serve") || line.starts_with("curl") {
            #[cfg(feature = "web")]
            super::serve::example(line, folder.path());
            continue;
        }
        let done = shell(line, folder.path());
        assert_eq!(done.code, expected, "{line}: {done:#?}");
        assert!(expected != 0 || done.err.is_empty() || line.contains("compare"), "{line}: {done:#?}");
    }
    assert!(run >= 60, "only {run} examples were found");
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = loyd(&["completions", shell]).ends(0);
        for word in ["solve", "lexicographic", "limit-memory", "unrank"] {
            assert!(run.out.contains(word), "{shell}: {word} is missing");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "loyd --help > /dev/full",
        "loyd solve 8 12345678x > /dev/full",
        "loyd solve 8 12345678x --format json > /dev/full",
        "echo 12345678x | loyd solve 8 - > /dev/full",
        "loyd random 8 > /dev/full",
        "loyd puzzles > /dev/full",
        "loyd puzzles 8 > /dev/full",
        "loyd compare 8 12345678x > /dev/full",
        "loyd check 8 12345678x '' > /dev/full",
        "loyd bench korf100 --instances 12 --heuristic manhattan > /dev/full",
        "loyd bench korf100 --instances 12 --heuristic manhattan --format json > /dev/full",
        "loyd rank 8 12345678x > /dev/full",
        "loyd unrank 8 1 > /dev/full",
        "loyd judge --list > /dev/full",
        "loyd map 8 > /dev/full",
        "loyd map 8 --format json > /dev/full",
        "loyd map 8 --format csv > /dev/full",
        "loyd table build pancake:5 --bits 8 -o t && loyd table info t > /dev/full",
        "loyd table verify t > /dev/full",
        "loyd table query t '5 4 3 2 1' > /dev/full",
        "loyd table sample t > /dev/full",
        "loyd completions bash > /dev/full",
    ] {
        let run = shell(line, folder.path());
        assert_eq!(run.code, 1, "{line}: {run:#?}");
        assert!(run.err.starts_with("loyd: cannot write the output: "), "{line}: {run:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "loyd random 15 --count 100000 2>err | head -1",
        "yes 12345678x | loyd solve 8 - 2>err | head -1",
        "loyd solve swap:3 '9 8 7 6 5 4 3 2 1' --all 2>err | head -1",
        "loyd completions bash 2>err | head -1",
        "loyd map sliding:2x5 2>err | head -1",
    ] {
        let run = shell(line, folder.path());
        assert_eq!((run.code, run.out.lines().count()), (0, 1), "{line}: {run:#?}");
        assert_eq!(std::fs::read_to_string(folder.path().join("err")).unwrap(), "", "{line}");
    }
}
