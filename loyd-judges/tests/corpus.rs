//! Replays the corpus of the fuzzer. No reader may panic, and each accepted input must satisfy the law of its reader.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

#[path = "../../fuzz/readers.rs"]
mod readers;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|there| there.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_reader_survives_its_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for (name, reader) in readers::READERS {
        let files = files(&corpus.join(name));
        assert!(files.len() >= 5, "{name}: {} files", files.len());
        for file in files {
            let bytes = fs::read(&file).unwrap();
            let done = catch_unwind(AssertUnwindSafe(|| reader(&bytes)));
            assert!(done.is_ok(), "{name} fails on {}", file.display());
        }
    }
}

/// Every reader has a fuzz target and a folder of the corpus, and every target and folder has a reader.
#[test]
fn every_reader_has_its_target() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let mut known: Vec<String> = readers::READERS.iter().map(|(name, _)| (*name).into()).collect();
    known.sort();
    let stems = |folder| -> Vec<String> {
        let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_string();
        files(&fuzz.join(folder)).into_iter().map(name).collect()
    };
    assert_eq!(stems("fuzz_targets"), known);
    assert_eq!(stems("corpus"), known);
}
