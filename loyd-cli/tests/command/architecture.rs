//! The files, folders and numbers of files that `docs/architecture.md` names.

use std::fs;
use std::path::Path;

/// The document.
const DOCUMENT: &str = include_str!("../../../docs/architecture.md");

/// The folder of the project.
fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The words between backticks in a text.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Adds the files in a folder, and in the folders in it, as texts that end as a name in the document does.
fn add_files(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => add_files(&entry, files),
            false => files.push(entry.display().to_string()),
        }
    }
}

/// Each walk names files of the crates, and states how many.
#[test]
fn the_files_of_the_walks_are_there() {
    let mut files = Vec::new();
    for name in ["loyd-cli", "loyd", "loyd-core", "loyd-puzzles", "loyd-definitions"] {
        add_files(&project().join(name).join("src"), &mut files);
    }
    let mut walks = 0;
    for (walk, list) in DOCUMENT.lines().filter_map(|line| line.split_once(" files | ")) {
        let listed = names(list);
        for name in &listed {
            let end = format!("/{name}.rs");
            assert!(files.iter().any(|file| file.ends_with(&end)), "{walk} files: no file {name}");
        }
        assert_eq!(walk.rsplit(' ').next(), Some(&*listed.len().to_string()), "{walk} files");
        walks += 1;
    }
    assert_eq!(walks, 3);
}

/// The table of modules names files and folders below the crate in bold, or below the project.
#[test]
fn the_modules_are_there() {
    let (_, table) = DOCUMENT.split_once("\n| module | content |\n").unwrap();
    let (mut folder, mut modules) = (project().to_path_buf(), 0);
    for row in table.lines().skip(1).take_while(|line| line.starts_with('|')) {
        let cell = row.split('|').nth(1).unwrap();
        if let Some(name) = cell.trim().strip_prefix("**").and_then(|name| name.strip_suffix("**")) {
            folder = project().join(name).join("src");
            assert!(folder.is_dir(), "{name}");
        }
        for name in names(cell) {
            let place = if name.contains('/') { project().join(name) } else { folder.join(name) };
            assert!(place.exists() || place.with_extension("rs").exists(), "{}", place.display());
            modules += 1;
        }
    }
    assert!(modules > 30, "{modules}");
}
