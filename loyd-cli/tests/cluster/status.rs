//! `loyd cluster status`.

use std::fs;
use std::path::{Path, PathBuf};

use loyd_core::table::file::Table;
use serde_json::json;

use super::{Run, local, loyd};

/// Runs a map with two processes and a time limit, again and again, until it is stopped with some layers.
fn stopped(folder: &Path) -> PathBuf {
    let disk = folder.join("disk");
    let path = disk.display().to_string();
    // The work done within a limit depends on the machine.
    let mut limit = 0.02;
    for _ in 0..100 {
        let seconds = format!("{limit:.3}");
        let run = local(folder, 2, &["map", "pancake:9", "--disk", &path, "--limit-seconds", &seconds]);
        assert!([0, 4].contains(&run.code), "{run:#?}");
        // The folder exists as soon as a process has reached it.
        if disk.exists() && status(folder, &disk).ends(0).json().remove(0)["layers"].as_u64() > Some(3) {
            return disk;
        }
        // A map that was completed is begun again.
        limit *= if run.code == 0 { 0.7 } else { 1.1 };
    }
    panic!("no map is stopped after a fourth layer");
}

fn status(folder: &Path, disk: &Path) -> Run {
    loyd(folder, &["cluster", "status", "--format", "json", &disk.display().to_string()])
}

fn text(folder: &Path, disk: &Path) -> Run {
    loyd(folder, &["cluster", "status", &disk.display().to_string()])
}

/// The last segment file of a process that the checkpoint of so many layers names. The folder may also contain segments
/// of a later checkpoint that the stop has prevented.
fn segment(disk: &Path, process: usize, layers: u64) -> PathBuf {
    let folder = disk.join(format!("process-{process:03}"));
    let versions = ["checkpoint", "checkpoint-next"].into_iter().find_map(|name| {
        let checkpoint = Table::open_any(&folder.join(format!("{name}.safetensors"))).ok()?;
        let words = checkpoint.tensor("layers")?.len() / size_of::<u64>();
        (words as u64 == layers).then(|| checkpoint.tensor("versions").unwrap())
    });
    let versions = versions.expect("the process has a checkpoint of these layers");
    let last = versions.iter().rposition(|&version| version != 0).expect("a segment of the process has states");
    folder.join(format!("segment-{last:06}-{}.safetensors", if versions[last] == 1 { "a" } else { "b" }))
}

#[test]
fn what_is_no_map() {
    let folder = tempfile::tempdir().unwrap();
    let run = status(folder.path(), Path::new("/nowhere/disk"));
    assert!(run.code == 1 || run.code == 2, "{run:#?}");
    assert!(run.err.contains("/nowhere/disk"), "{run:#?}");
    let run = text(folder.path(), folder.path()).ends(0);
    assert!(run.out.contains("the map is finished, or was never started here"), "{run:#?}");
    let about = status(folder.path(), folder.path()).ends(0).json().remove(0);
    assert_eq!((&about["puzzle"], &about["layers"]), (&json!(null), &json!(null)), "{about}");
}

#[test]
fn a_map_that_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let disk = stopped(folder.path());
    let about = status(folder.path(), &disk).ends(0).json().remove(0);
    let keys: Vec<&String> = about.as_object().unwrap().keys().collect();
    let expected = [
        "bytes",
        "damaged",
        "folder",
        "goal",
        "layers",
        "missing",
        "processes",
        "puzzle",
        "shards",
        "states",
        "version",
    ];
    assert_eq!(keys, expected);
    assert_eq!((&about["version"], &about["puzzle"]), (&json!(1), &json!("pancake:9")));
    assert_eq!((&about["goal"], &about["folder"]), (&json!("1 2 3 4 5 6 7 8 9"), &json!(disk.display().to_string())));
    assert_eq!((&about["missing"], &about["damaged"], &about["processes"]), (&json!([]), &json!([]), &json!([0, 1])));
    let counts = [1, 8, 56, 391, 2278, 10_666, 38_015, 93_585, 132_697, 79_379, 5804];
    let layers = about["layers"].as_u64().unwrap() as usize;
    assert_eq!(about["states"], json!(counts[..layers].iter().sum::<u64>()));
    assert!(about["bytes"].as_u64() > Some(1000) && about["shards"].as_u64() > Some(1), "{about}");
    let run = text(folder.path(), &disk).ends(0);
    assert!(run.out.starts_with("pancake:9: ") && run.out.contains("shards are present"), "{run:#?}");
}

#[test]
fn a_folder_that_is_missing_and_a_shard_that_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let disk = stopped(folder.path());
    let path = disk.display().to_string();
    let map = ["map", "pancake:9", "--format", "json", "--disk", &path];
    // The folder of the second process is moved away.
    let (own, away) = (disk.join("process-001"), folder.path().join("away"));
    fs::rename(&own, &away).unwrap();
    let about = status(folder.path(), &disk).ends(5).json().remove(0);
    let shards = about["shards"].as_u64().unwrap();
    let missing = about["missing"][0].as_array().unwrap();
    assert_eq!((about["missing"].as_array().unwrap().len(), missing[1].as_u64()), (1, Some(shards)), "{about}");
    let run = text(folder.path(), &disk).ends(5);
    let said = format!("missing: shards {} to {} of {shards}", missing[0], shards - 1);
    assert!(run.out.contains(&said), "{run:#?}");
    let run = local(folder.path(), 2, &map).ends(5);
    let said = format!("of {shards} shards, the shards {} to {} are missing", missing[0], shards - 1);
    assert!(run.err.contains(&said), "{run:#?}");
    // The folder is back.
    let _ = fs::remove_dir_all(&own);
    fs::rename(&away, &own).unwrap();
    let about = status(folder.path(), &disk).ends(0).json().remove(0);
    // One byte of a shard is changed.
    let damaged = segment(&disk, 1, about["layers"].as_u64().unwrap());
    let whole = fs::read(&damaged).unwrap();
    let mut bytes = whole.clone();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let named = damaged.display().to_string();
    let about = status(folder.path(), &disk).ends(5).json().remove(0);
    assert!(about["damaged"][0].as_str().unwrap().contains(&named), "{about}");
    let run = text(folder.path(), &disk).ends(5);
    assert!(run.out.contains(&format!("damaged: {named}")), "{run:#?}");
    let run = local(folder.path(), 2, &map).ends(5);
    assert!(run.err.contains(&named), "{run:#?}");
    // The failed run removed nothing.
    fs::write(&damaged, &whole).unwrap();
    let run = local(folder.path(), 3, &map).ends(0);
    assert_eq!(run.census(), super::alone(folder.path(), &["pancake:9"]));
}

/// A first checkpoint that only one process has written does not count, and nothing of it is missing.
#[test]
fn a_first_checkpoint_that_not_all_have_written() {
    let folder = tempfile::tempdir().unwrap();
    let disk = stopped(folder.path());
    let own = disk.join("process-000");
    fs::rename(own.join("checkpoint.safetensors"), own.join("checkpoint-next.safetensors")).unwrap();
    fs::remove_dir_all(disk.join("process-001")).unwrap();
    let about = status(folder.path(), &disk).ends(0).json().remove(0);
    assert_eq!((&about["puzzle"], &about["missing"]), (&json!(null), &json!([])), "{about}");
    let path = disk.display().to_string();
    let run = local(folder.path(), 3, &["map", "pancake:9", "--format", "json", "--disk", &path]).ends(0);
    assert_eq!(run.census(), super::alone(folder.path(), &["pancake:9"]));
}
