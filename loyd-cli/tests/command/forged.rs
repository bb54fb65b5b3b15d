//! Tables with valid checksums and impossible contents: a command that fails because of them names the error, and all
//! commands name it alike.

use std::path::Path;

use loyd_core::table::file::{ElementKind, OwnedTensor, Table, Tensor, write};

use super::loyd;

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, number: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % number
    }
}

/// The forgeries of a table, by number: entries of any value, a few changed entries, or other counts of the layers.
fn forged(tensors: &[OwnedTensor], how: u64, numbers: &mut Numbers) -> Vec<OwnedTensor> {
    let mut tensors = tensors.to_vec();
    let counts = |counts: Vec<u64>| {
        let bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
        OwnedTensor {
            name: "layers".into(),
            kind: ElementKind::U64,
            shape: vec![counts.len() as u64],
            bytes: bytes.into(),
        }
    };
    let layers: Vec<u64> = tensors[1].bytes.as_chunks().0.iter().map(|count| u64::from_le_bytes(*count)).collect();
    let mut entries = tensors[0].bytes.to_vec();
    match how {
        0 => entries.iter_mut().for_each(|entry| *entry = numbers.below(256) as u8),
        1 => entries.fill(0),
        2 => entries.fill(0xff),
        3 => entries.rotate_left(16),
        4 => tensors[1] = counts(vec![]),
        5 => tensors[1] = counts(layers.iter().rev().copied().collect()),
        6 => tensors[1] = counts(vec![1; layers.len() + 3]),
        _ => (0..3).for_each(|_| {
            let at = numbers.below(entries.len() as u64) as usize;
            entries[at] ^= 1 << numbers.below(8);
        }),
    }
    tensors[0].bytes = entries.into();
    tensors
}

#[test]
fn a_table_that_cannot_be_is_named_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("t").display().to_string()[..];
    let mut numbers = Numbers(11);
    let mut wrong = 0;
    for puzzle in ["pancake:5", "sliding:2x3", "swap:2x3", "magic-board"] {
        let state = loyd(&["random", puzzle, "--seed", "3"]).ends(0).out;
        let state = state.trim();
        for bits in ["8", "4", "2"] {
            // Four bits cannot hold all distances of every puzzle.
            if loyd(&["table", "build", puzzle, "--bits", bits, "-o", path]).code != 0 {
                continue;
            }
            let table = Table::open_any(Path::new(path)).unwrap();
            let (identity, tensors) = (table.identity().clone(), table.tensors().to_vec());
            drop(table);
            for how in (0..10).step_by(if super::is_whole() { 1 } else { 3 }) {
                let forged = forged(&tensors, how, &mut numbers);
                let lent: Vec<Tensor<'_>> = forged.iter().map(OwnedTensor::lend).collect();
                write(Path::new(path), &identity, &lent).unwrap();
                let verified = loyd(&["table", "verify", path]);
                for arguments in [
                    &["table", "info", path][..],
                    &["table", "query", path, state],
                    &["table", "sample", path, "--count", "5", "--seed", "1"],
                    &["table", "sample", path, "--depth", "3", "--count", "5", "--seed", "1"],
                    &["random", puzzle, "--depth", "4", "--count", "5", "--seed", "1", "--table", path],
                    &["solve", puzzle, state, "--table", path],
                    &["solve", puzzle, state, "--table", path, "--all", "--max-solutions", "3"],
                    &["solve", puzzle, state, "--table", path, "--count"],
                    &["check", puzzle, state, "", "--table", path],
                ] {
                    let run = loyd(arguments);
                    // The entries that a command reads may be right, or mark that no goal is reached.
                    assert!([0, 3, 5].contains(&run.code) || no_such(&run.err), "{bits} {how} {arguments:?}: {run:#?}");
                    assert!(!run.err.contains("panicked"), "{bits} {how} {arguments:?}: {run:#?}");
                    if run.code == 5 {
                        assert_eq!(verified.code, 5, "{bits} {how} {arguments:?}: {run:#?} {verified:#?}");
                        wrong += 1;
                    }
                }
            }
        }
    }
    assert!(wrong > 30, "only {wrong}");
}

/// Whether the only error is that there is no position to draw.
fn no_such(error: &str) -> bool {
    error.starts_with("loyd: no position of ")
}
