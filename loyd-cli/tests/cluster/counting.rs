//! Several processes count the same positions as one process.

use super::{alone, local};

/// Compares the map by each number of processes with the map of `loyd map`, which runs without the cluster code.
#[track_caller]
fn same(arguments: &[&str], numbers: &[usize]) {
    let folder = tempfile::tempdir().unwrap();
    let expected = alone(folder.path(), arguments);
    let layers = expected["layers"].as_array().unwrap();
    for &number in numbers {
        let run = local(folder.path(), number, &[&["map", "--format", "json"], arguments].concat()).ends(0);
        assert_eq!((run.census(), &run.err[..]), (expected.clone(), ""), "{arguments:?} {number}");
        let mut lines = run.json();
        lines.pop();
        assert_eq!(lines.remove(0)["event"], "begun", "{arguments:?} {number}");
        // Every layer was reported when it was complete.
        let told: Vec<_> = lines.iter().map(|line| (&line["event"], &line["depth"], &line["states"])).collect();
        let event = "layer".into();
        let counted = layers.iter().enumerate().filter(|(_, states)| **states != 0);
        let depths: Vec<_> = counted.map(|(depth, states)| (serde_json::Value::from(depth), states)).collect();
        let whole: Vec<_> = depths.iter().map(|(depth, states)| (&event, depth, *states)).collect();
        assert_eq!(told, whole, "{arguments:?} {number}");
    }
}

#[test]
fn by_blocks() {
    same(&["pancake:9"], &[1, 2, 3, 5]);
    same(&["8"], &[1, 2, 3, 5]);
    same(&["sliding:2x5"], &[2, 3]);
    same(&["8", "--from", "8 6 7 2 5 4 3 x 1"], &[2, 3]);
}

#[test]
fn by_blocks_and_symmetries() {
    same(&["swap:3"], &[1, 2, 3, 5]);
    same(&["top-spin:10x4"], &[1, 2, 3, 5]);
}

#[test]
fn by_ranks() {
    same(&["magic-board"], &[1, 2, 3, 5]);
    same(&["rolling-cubes"], &[2, 3]);
    same(&["magic-board", "--from", "1 8 2 7/4 5 3 6"], &[2, 5]);
}

/// The rows of the layers equal the rows of one process, and only the first process prints.
#[test]
fn rows_are_those_of_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let counts = |out: &str| -> Vec<String> {
        out.lines().map(|line| line.rsplit_once(',').expect("columns").0.to_string()).collect()
    };
    let expected = super::loyd(folder.path(), &["map", "pancake:8", "--format", "csv"]).ends(0);
    let run = local(folder.path(), 3, &["map", "pancake:8", "--format", "csv"]).ends(0);
    assert_eq!(counts(&run.out), counts(&expected.out));
    let processes = super::processes::together(folder.path(), 3, &["pancake:8", "--format", "csv"]);
    for (number, process) in processes.into_iter().enumerate() {
        let run = process.ended().ends(0);
        assert_eq!((run.out.is_empty(), &run.err[..]), (number > 0, ""), "{run:?}");
    }
}

/// Some positions, or all with `--verify`, are compared with their neighbours, which other processes may own.
#[test]
fn positions_are_compared_across_processes() {
    let folder = tempfile::tempdir().unwrap();
    for (id, states) in [("pancake:7", 5040), ("magic-board", 40_320)] {
        let map = |arguments: &[&str]| {
            let run = local(folder.path(), 3, &[&["map", "--format", "json", id], arguments].concat()).ends(0);
            (run.json().pop().unwrap()["checked"].clone(), run.err)
        };
        let (some, err) = map(&[]);
        assert!(some["all"] == false && some["positions"].as_u64() > Some(10) && err.is_empty(), "{id}: {some} {err}");
        let (all, err) = map(&["--verify"]);
        assert!(all["all"] == true && all["positions"] == states, "{id}: {all}");
        assert!(err.starts_with("loyd: the map agrees with the moves of all "), "{id}: {err}");
    }
}
