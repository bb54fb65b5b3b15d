//! `loyd cache`: the folder is listed, checked and emptied, and nothing else is touched.

use std::fs;
use std::path::{Path, PathBuf};

use loyd_core::table::file::{ElementKind, Identity, Tensor, write};

use super::{Run, command, loyd};

fn identity(number: u64) -> Identity {
    Identity {
        puzzle: "swap:2".into(),
        goal: "1 2/3 4".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: [("pieces".to_string(), "1 2".to_string())].into(),
        entries: number,
        encoding: "bytes".into(),
    }
}

fn table(folder: &Path, number: u64) -> PathBuf {
    let path = folder.join(identity(number).file_name());
    let bytes = vec![7; number as usize];
    write(&path, &identity(number), &[Tensor { name: "a", kind: ElementKind::U8, shape: vec![number], bytes: &bytes }])
        .unwrap();
    path
}

fn flip(path: &Path, at: usize) {
    let mut file = fs::read(path).unwrap();
    file[at] ^= 1;
    fs::write(path, file).unwrap();
}

fn cache(arguments: &[&str], folder: &Path) -> Run {
    let mut command = command();
    Run::of(command.arg("cache").args(arguments).env("LOYD_CACHE", folder).output().unwrap())
}

#[test]
fn an_empty_or_missing_folder_has_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    assert_eq!(cache(&["list"], &missing).ends(0).out, format!("no tables in {}\n", missing.display()));
    assert_eq!(cache(&["list", "--format", "json"], &missing).ends(0).out, "");
    let cleared = cache(&["clear"], &missing).ends(0).out;
    assert_eq!(cleared, format!("removed 0 files, 0 B, from {}\n", missing.display()));
    assert!(!missing.exists());
}

#[test]
fn tables_are_listed_with_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), 5);
    let text = cache(&["list"], folder.path()).ends(0).out;
    assert!(text.contains("| swap:2 | distances; pieces 1 2 |") && text.contains("| good  |"), "{text}");
    let length = fs::metadata(&path).unwrap().len();
    let json = cache(&["list", "--format", "json"], folder.path()).ends(0).json();
    let expected = serde_json::json!({
        "version": 1, "path": path.to_str().unwrap(), "bytes": length, "state": "good", "explanation": null,
        "puzzle": "swap:2", "goal": "1 2/3 4", "kind": "distances", "layout": "rank/1",
        "parameters": { "pieces": "1 2" }, "notes": {}, "entries": 5, "encoding": "bytes",
    });
    assert_eq!(json, [expected]);
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = (1..=4).map(|number| table(folder.path(), number)).collect();
    flip(&paths[0], 4096);
    fs::write(&paths[1], &fs::read(&paths[1]).unwrap()[..5000]).unwrap();
    fs::write(&paths[2], "#!/bin/sh\necho not a table\n").unwrap();
    let suffixed = |end: &str| PathBuf::from(format!("{}{end}", paths[3].display()));
    fs::write(suffixed(".tmp-x"), "half").unwrap();
    fs::write(suffixed(".lock"), "").unwrap();
    fs::rename(&paths[3], suffixed(".bad-1")).unwrap();
    let states = |arguments: &[&str], code: i32| -> Vec<String> {
        let arguments = [&["list", "--format", "json"], arguments].concat();
        let json = cache(&arguments, folder.path()).ends(code).json();
        let mut states: Vec<String> = json.iter().map(|row| row["state"].as_str().unwrap().to_string()).collect();
        assert!(json.iter().all(|row| row.as_object().unwrap().len() == 13));
        states.sort();
        states
    };
    assert_eq!(states(&[], 0), ["foreign", "good", "lock", "set-aside", "truncated", "unfinished"]);
    assert_eq!(states(&["--verify"], 5), ["damaged", "foreign", "lock", "set-aside", "truncated", "unfinished"]);
    let text = cache(&["list", "--verify"], folder.path()).ends(5).out;
    assert!(text.contains("damaged: block 0, the 4096 bytes from 4096, does not match its checksum"), "{text}");
    assert!(text.contains("truncated: expected 8200 bytes, found 5000"), "{text}");
    assert!(text.contains("6 files, "), "{text}");
}

/// A table under the name of another table is never found, so `list` and `--verify` name it.
#[test]
fn a_table_under_another_name_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (table(folder.path(), 5), folder.path().join(identity(6).file_name()));
    fs::copy(&one, &other).unwrap();
    let rows = cache(&["list", "--verify", "--format", "json"], folder.path()).ends(5).json();
    for row in &rows {
        let state = if row["path"] == other.to_str().unwrap() { "misnamed" } else { "good" };
        assert_eq!((&row["state"], &row["entries"]), (&state.into(), &5.into()), "{rows:?}");
    }
    let text = cache(&["list"], folder.path()).ends(0).out;
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_string();
    let says = format!("another table: file name: expected `{}`, found `{}`", name(&one), name(&other));
    assert!(text.contains(&says), "{text}");
}

/// No command waits for the other end of a pipe, whatever name the pipe has.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_is_none_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let name = identity(5).file_name();
    let map = folder.path().join(format!("{name}.map"));
    fs::create_dir(&map).unwrap();
    let beside = ["", ".lock", ".tmp-0123456789ab", ".bad-1"].map(|end| folder.path().join(format!("{name}{end}")));
    let within = ["map.lock", "checkpoint.safetensors", "segment-000000-a.safetensors"].map(|name| map.join(name));
    for pipe in beside.iter().chain(&within) {
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let rows = cache(&["list", "--verify", "--format", "json"], folder.path()).ends(5).json();
    assert_eq!(rows.len(), 5, "{rows:?}");
    // A lock that is not a file cannot be taken, so its map must not be removed.
    let cleared = cache(&["clear", "--format", "json"], folder.path()).ends(1).json();
    assert_eq!(cleared[0]["kept"][0]["path"], map.to_str().unwrap(), "{cleared:?}");
    fs::remove_file(&within[0]).unwrap();
    cache(&["clear"], folder.path()).ends(0);
    assert!(!map.exists());
}

#[test]
fn clearing_frees_what_it_says_and_touches_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let length = fs::metadata(table(folder.path(), 5)).unwrap().len();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    fs::write(folder.path().join("model.safetensors"), "mine").unwrap();
    let json = cache(&["clear", "--format", "json"], folder.path()).ends(0).json();
    let expected = serde_json::json!({
        "version": 1, "folder": folder.path().to_str().unwrap(), "files": 1, "bytes": length, "kept": [],
    });
    assert_eq!(json, [expected]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn what_is_being_built_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), 5);
    let lock = fs::File::create(format!("{}.lock", path.display())).unwrap();
    lock.lock().unwrap();
    let text = cache(&["clear"], folder.path()).ends(0).out;
    let kept = format!("kept {}: another process is building it\nremoved 0 files", path.display());
    assert!(text.starts_with(&kept), "{text}");
    drop(lock);
    assert!(cache(&["clear"], folder.path()).ends(0).out.starts_with("removed 1 file, "));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_removed_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(identity(1).file_name())).unwrap();
    let json = cache(&["clear", "--format", "json"], folder.path()).ends(1).json();
    assert_eq!((&json[0]["files"], &json[0]["kept"][0]["reason"]), (&0.into(), &"system".into()));
}

#[test]
fn the_option_goes_before_the_environment() {
    let (named, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    table(named.path(), 5);
    let arguments = ["list", "--format", "json", "--cache-dir", named.path().to_str().unwrap()];
    assert_eq!(cache(&arguments, other.path()).ends(0).json().len(), 1);
}

#[test]
fn an_empty_variable_is_none_and_the_platform_s_folder_is_below_the_home() {
    let home = tempfile::tempdir().unwrap();
    let mut command = command();
    command.args(["cache", "list"]).env("LOYD_CACHE", "").env("HOME", home.path()).env_remove("XDG_CACHE_HOME");
    let text = Run::of(command.output().unwrap()).ends(0).out;
    if cfg!(target_os = "linux") {
        assert_eq!(text, format!("no tables in {}\n", home.path().join(".cache/loyd").display()));
    }
}

#[test]
fn without_a_cache_there_is_nothing_to_list() {
    for what in ["list", "clear"] {
        let run = loyd(&["cache", what, "--no-cache"]).ends(2);
        assert!(run.err.starts_with("loyd: --no-cache has no effect"), "{run:?}");
        loyd(&["cache", what, "--no-cache", "--cache-dir", "x"]).ends(2);
    }
    let json = loyd(&["cache", "list", "--no-cache", "--format", "json"]).ends(2).json();
    assert_eq!(json[0]["error"]["kind"], "no-effect");
    loyd(&["cache"]).ends(2);
}

#[test]
fn a_folder_that_cannot_be_read_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let run = cache(&["list"], &file).ends(1);
    assert!(run.err.contains("cannot read the folder"), "{run:?}");
}
