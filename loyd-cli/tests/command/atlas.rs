//! The atlas in `record/atlas`: its files agree with each other, with what the command knows, and with maps made anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::{is_whole, loyd};

/// The most positions of a puzzle that is mapped anew.
const FEW: u64 = 50_000;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../record/atlas"))
}

/// The rows of a file after its header, cell by cell. No cell contains a comma.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
}

/// The numbers of positions at each distance, by the size of the puzzle.
fn layers(family: &str) -> BTreeMap<u64, Vec<u64>> {
    let mut found: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for row in rows(&format!("{family}.csv")) {
        let numbers: Vec<u64> = row.iter().map(|cell| cell.parse().unwrap()).collect();
        let [size, depth, states] = numbers[..] else { panic!("{family}: {row:?}") };
        let layers = found.entry(size).or_default();
        assert_eq!(layers.len() as u64, depth, "{family}:{size}");
        layers.push(states);
    }
    found
}

#[test]
fn the_atlas_agrees_with_the_maps() {
    let index = rows("atlas.csv");
    let (mut mapped, mut beyond) = (0, Vec::new());
    // The shorter law asks for every fourth row.
    let step = if is_whole() { 1 } else { 4 };
    for (place, row) in index.iter().enumerate() {
        let [family, size, puzzle, states, gods_number, antipodes, _, _, published] = &row[..] else {
            panic!("{row:?}")
        };
        let size: u64 = size.parse().unwrap();
        let layers = &layers(family)[&size];
        let expected = [layers.iter().sum::<u64>(), layers.len() as u64 - 1, *layers.last().unwrap()];
        let found: [u64; 3] = [states, gods_number, antipodes].map(|cell| cell.parse().unwrap());
        assert_eq!(found, expected, "{puzzle}");
        // Families without published rows go beyond them, too.
        if published.parse().map_or(true, |published: u64| size > published) && !beyond.contains(family) {
            beyond.push(family.clone());
        }
        // The words of the ring are definitions that the script writes.
        if puzzle.contains('.') || place % step > 0 {
            continue;
        }
        let told = &loyd(&["puzzles", puzzle, "--format", "json"]).ends(0).json()[0];
        assert!(told["gods_number"].is_null() || told["gods_number"] == expected[1], "{puzzle}: {told}");
        if expected[0] <= FEW {
            let told = &loyd(&["map", puzzle, "--format", "json"]).ends(0).json()[0];
            assert_eq!(told["layers"], serde_json::json!(layers), "{puzzle}");
            mapped += 1;
        }
    }
    assert!(mapped >= 40 / step, "only {mapped} puzzles were mapped");
    assert!(beyond.len() >= 4, "only {beyond:?} go beyond the published sizes");
    for row in rows("proofs.csv") {
        assert!(index.iter().any(|mapped| mapped[2] == row[0]) && row[3].len() == 64, "{row:?}");
        assert!(row[4].contains("proved") && !row[4].contains("NOT"), "{row:?}");
    }
}
