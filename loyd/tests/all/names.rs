//! One public name has one meaning: no two files of the crates define a public type with the same name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that two files define for one type, of which only one is compiled.
const ALTERNATIVES: [&str; 1] = [
    // Files are streamed to the disk with the feature `files`, and refused without it.
    "Stream",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "tests" {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && entry.file_name() != "tests.rs" {
            found.push(path);
        }
    }
}

/// The name of the public type that a line of a source defines.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let kinds = ["struct ", "enum ", "trait ", "union ", "type "];
    let rest = kinds.into_iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn a_public_type_name_is_defined_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for entry in fs::read_dir(root).unwrap().map(Result::unwrap) {
        let is_crate = entry.file_name().to_string_lossy().starts_with("loyd");
        if is_crate && entry.path().join("src").is_dir() {
            sources(&entry.path().join("src"), &mut files);
        }
    }
    let mut defined: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        // The kinds of questions are defined by a macro: the names after `kind! {`, up to the fields that they share.
        let kinds = text.split("\nkind! {\n").skip(1).flat_map(|rest| {
            let names = rest.split(" has {").next().unwrap_or_default();
            names.lines().map(str::trim).filter(|line| !line.starts_with("///")).map(|name| name.trim_end_matches(','))
        });
        for name in text.lines().filter_map(public_type).chain(kinds) {
            defined.entry(name.into()).or_default().push(file.strip_prefix(root).unwrap().into());
        }
    }
    assert!(defined.len() > 500, "{} types in {} files", defined.len(), files.len());
    assert!(["Solve", "Distance", "Next", "Bench"].iter().all(|kind| defined.contains_key(*kind)), "{defined:?}");
    let twice = defined.iter().filter(|(name, files)| files.len() > 1 && !ALTERNATIVES.contains(&name.as_str()));
    assert_eq!(twice.collect::<Vec<_>>(), Vec::new());
}
