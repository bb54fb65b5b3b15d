//! The README and the documents for users: every command in them is run, and its output is compared.

use super::help::shell;

/// The documents whose commands are run. Each document has a folder of its own, so each stands alone.
const DOCUMENTS: [(&str, &str); 5] = [
    ("README.md", include_str!("../../../README.md")),
    ("docs/command-line.md", include_str!("../../../docs/command-line.md")),
    ("docs/judges.md", include_str!("../../../docs/judges.md")),
    ("docs/research.md", include_str!("../../../docs/research.md")),
    ("docs/library.md", include_str!("../../../docs/library.md")),
];
/// The Chinese documents. Their commands are commands of the English documents.
const CHINESE: [(&str, &str); 4] = [
    ("README.zh.md", include_str!("../../../README.zh.md")),
    ("docs/command-line.zh.md", include_str!("../../../docs/command-line.zh.md")),
    ("docs/definitions.zh.md", include_str!("../../../docs/definitions.zh.md")),
    ("docs/research.zh.md", include_str!("../../../docs/research.zh.md")),
];
/// The largest README, in bytes.
const SHORT: usize = 9_000;

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
fn the_readmes_are_short() {
    for (name, text) in [DOCUMENTS[0], CHINESE[0]] {
        assert!(text.len() <= SHORT, "{name} has {} bytes", text.len());
    }
}

#[test]
fn the_chinese_commands_are_commands_of_the_english_documents() {
    let definitions = ("docs/definitions.md", include_str!("../../../docs/definitions.md"));
    let english: Vec<_> = DOCUMENTS.into_iter().chain([definitions]).flat_map(|(_, text)| tour(text)).collect();
    let chinese: Vec<_> = CHINESE.into_iter().flat_map(|(_, text)| tour(text)).collect();
    assert!(chinese.len() >= 15, "only {} commands were found", chinese.len());
    for step in chinese {
        assert!(english.contains(&step), "not in the English documents: $ {}\n{}", step.0, step.1.join("\n"));
    }
}

#[cfg(unix)]
#[test]
fn every_command_prints_what_its_document_says() {
    let (mut run, mut wrong) = (0, Vec::new());
    for (name, text) in DOCUMENTS {
        let folder = tempfile::tempdir().unwrap();
        for (command, expected) in tour(text) {
            let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
            // A line of dots stands for whole lines.
            let expected = expected.replace("...\n", "...");
            let done = shell(&command, folder.path());
            let printed = format!("{}{}", done.out, done.err);
            if !matches(&done.out, &expected) || done.err.contains("loyd:") {
                wrong.push(format!("{name}: $ {command}\nexpected:\n{expected}\nprinted:\n{printed}"));
            }
            run += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 50, "only {run} commands were found");
}
