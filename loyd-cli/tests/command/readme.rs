//! The tour of the README: every command in it is run, and its output is compared.

use super::help::shell;

const README: &str = include_str!("../../../README.md");
const CHINESE: &str = include_str!("../../../README.zh.md");

/// The commands of a page with the lines printed under each, in order.
pub(super) fn tour(readme: &str) -> Vec<(String, Vec<String>)> {
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            steps.push((command.into(), Vec::new()));
        } else if inside {
            steps.last_mut().expect("a command before its output").1.push(line.into());
        }
    }
    steps
}

/// Whether a printed text matches the expected one, in which `...` stands for any text, line breaks included.
pub(super) fn matches(printed: &str, expected: &str) -> bool {
    let mut rest = printed;
    let mut parts = expected.split("...").peekable();
    let first = parts.next().unwrap_or("");
    let Some(after) = rest.strip_prefix(first) else { return false };
    if parts.peek().is_none() {
        return after.is_empty();
    }
    rest = after;
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

#[test]
fn dots_stand_for_any_text() {
    assert!(matches("a\nb\nc\n", "a\n...c\n") && matches("abc", "...") && matches("abc", "abc"));
    assert!(!matches("abc", "ab") && !matches("abc", "b...") && !matches("abc", "a...d"));
}

#[test]
fn the_chinese_tour_is_part_of_the_tour() {
    let (english, chinese) = (tour(README), tour(CHINESE));
    assert!(chinese.len() >= 15, "only {} commands were found", chinese.len());
    for step in chinese {
        assert!(english.contains(&step), "not in README.md: $ {}\n{}", step.0, step.1.join("\n"));
    }
}

#[cfg(unix)]
#[test]
fn the_tour_does_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let tour = tour(README);
    assert!(tour.len() >= 15, "only {} commands were found", tour.len());
    for (command, expected) in tour {
        let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
        // A line of dots stands for whole lines.
        let expected = expected.replace("...\n", "...");
        let run = shell(&command, folder.path());
        assert!(matches(&run.out, &expected), "$ {command}\nexpected:\n{expected}\nprinted:\n{}{}", run.out, run.err);
        assert!(!run.err.contains("loyd:"), "$ {command}\n{}", run.err);
    }
}
