//! The commands of docs/definitions.md are run, their output is compared, and the puzzles in it are opened.
//!
//! A line of dots in an output stands for lines that the document leaves out, or that contain times.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use super::help::shell;
use super::readme::{matches, tour};
use super::{file, loyd};

const DOCUMENT: &str = include_str!("../../../docs/definitions.md");
const CHINESE: &str = include_str!("../../../docs/definitions.zh.md");

/// The languages of definitions.
const FORMS: [&str; 5] = ["toml", "tws", "json", "psvn", "gap"];

/// The blocks of a document: the text after the opening fence, and the block's own text.
fn blocks(document: &'static str) -> Vec<(&'static str, &'static str)> {
    let parts = document.split("\n```").skip(1).step_by(2);
    parts.map(|part| part.split_once('\n').expect("a fence and a text")).collect()
}

#[test]
fn every_block_is_of_a_known_kind() {
    for (kind, text) in blocks(DOCUMENT) {
        let is_definition = FORMS.contains(&kind.split(' ').next().unwrap_or_default());
        assert!(kind == "console" || is_definition, "{kind}\n{text}");
    }
    // Indented lines are texts of errors, which are compared where the definitions are read.
    let is_error = |line: &&str| line.starts_with("    line ");
    assert_eq!(DOCUMENT.lines().filter(|line| line.starts_with("    ")).filter(|line| !is_error(line)).count(), 0);
}

#[test]
fn the_chinese_document_shows_puzzles_and_errors_of_the_english_one() {
    let english = blocks(DOCUMENT);
    let chinese: Vec<_> = blocks(CHINESE).into_iter().filter(|(kind, _)| *kind != "console").collect();
    assert!(chinese.len() >= 8, "only {} blocks were found", chinese.len());
    for block in chinese {
        assert!(english.contains(&block), "not in the English document: {}\n{}", block.0, block.1);
    }
    for error in CHINESE.lines().filter(|line| line.starts_with("    line ")) {
        assert!(DOCUMENT.lines().any(|line| line == error), "not in the English document: {error}");
    }
}

#[test]
fn commands_print_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("definitions");
    std::os::unix::fs::symlink(definitions, folder.path().join("definitions")).unwrap();
    let steps = tour(DOCUMENT);
    assert!(steps.len() >= 12, "only {} commands were found", steps.len());
    for (command, expected) in steps {
        let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
        let run = shell(&command, folder.path());
        let printed = format!("{}{}", run.out, run.err);
        assert!(matches(&printed, &expected.replace("...\n", "...")), "$ {command}\nexpected:\n{expected}\n{run:#?}");
    }
}

#[test]
fn puzzles_that_are_shown_are_opened_and_their_moves_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut errors = 0;
    for (kind, text) in blocks(DOCUMENT).into_iter().filter(|(kind, _)| *kind != "console") {
        let limit = if text.contains("weight = ") { "--limit-cost" } else { "--limit-moves" };
        let run = loyd(&["map", &file(folder.path(), "shown", text, ""), limit, "2"]);
        if kind == "toml error" {
            errors += 1;
            let said = run.ends(2).err;
            let is_said = |line: &str| line.starts_with("    line ") && said.contains(line.trim_start());
            assert!(DOCUMENT.lines().any(is_said), "{said}\n{text}");
            continue;
        }
        assert!([0, 4].contains(&run.code), "{text}\n{run:#?}");
        // There are more positions than the first one, so a move can be made.
        let of_one = |line: &str| line.split_whitespace().next() == Some("1");
        assert!(run.out.lines().any(of_one), "{text}\n{run:#?}");
    }
    assert_eq!(errors, 3);
    for name in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("definitions")).unwrap() {
        let name = name.unwrap().file_name().into_string().unwrap();
        assert!(blocks(DOCUMENT).iter().any(|(kind, _)| *kind == format!("toml file={name}")), "{name} is not shown");
    }
}
