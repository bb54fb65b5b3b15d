//! `loyd map` when it is interrupted, killed, or short of memory or disk, and then resumed.

#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Run, command, loyd};

/// A map of 3,628,800 positions: long enough to be interrupted, and soon done.
const STACK: &str = "pancake:10";

/// The layers of 10 pancakes: OEIS A092113, row 10.
const COUNTS: [u64; 12] = [1, 9, 72, 575, 3963, 22_825, 106_461, 377_863, 919_365, 1_309_756, 814_678, 73_232];

fn layers(run: &Run) -> Vec<u64> {
    run.json()[0]["layers"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect()
}

/// The least memory of a map that is kept in a folder, as the dry run reports it.
fn least(puzzle: &str) -> String {
    let plan = loyd(&["map", puzzle, "--dry-run", "--format", "json"]).ends(0).json();
    plan[0]["least_bytes"].to_string()
}

fn begun(arguments: &[&str], cache: &Path) -> Child {
    let mut command = command();
    command.args(arguments).env("LOYD_CACHE", cache).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("runs")
}

fn run(arguments: &[&str], cache: &Path) -> Run {
    Run::of(begun(arguments, cache).wait_with_output().unwrap())
}

/// Waits until `there` is true or the command has ended by itself. Returns the last result of `there`.
fn wait_for(child: &mut Child, mut there: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !there() {
        if child.try_wait().unwrap().is_some() {
            return there();
        }
        assert!(began.elapsed() < Duration::from_secs(120), "what is waited for does not come");
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Kills a map after it has written a checkpoint, however fast the machine is. A map that was done before is begun
/// again.
fn killed_after_a_checkpoint(arguments: &[&str], cache: &Path, checkpoint: &Path) {
    for _ in 0..50 {
        let mut child = begun(arguments, cache);
        let came = wait_for(&mut child, || checkpoint.exists());
        child.kill().unwrap();
        child.wait().unwrap();
        if came && checkpoint.exists() {
            return;
        }
    }
    panic!("no map was killed after a checkpoint");
}

/// Reads the output of a map up to a depth, byte by byte, because bytes read ahead would be lost.
fn read_to_depth(child: &mut Child, depth: u32) {
    let (mut line, mut byte) = (String::new(), [0]);
    while line.split_whitespace().next() != Some(&depth.to_string()) || !line.ends_with('\n') {
        if line.ends_with('\n') {
            line.clear();
        }
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        line.push(byte[0].into());
    }
}

#[test]
fn twenty_kills_change_nothing() {
    let place = tempfile::tempdir().unwrap();
    let (disk, least) = (place.path().join("disk"), least(STACK));
    let folder = disk.display().to_string();
    let arguments = ["map", STACK, "--disk", &folder, "--memory", &least, "--checkpoint-seconds", "0.01"];
    let checkpoint = disk.join("checkpoint.safetensors");
    let written = || fs::metadata(&checkpoint).ok().map(|file| (file.ino(), file.mtime_nsec()));
    let (mut kills, mut resumed) = (0u64, 0);
    while kills < 20 {
        let before = written();
        let mut child = begun(&arguments, place.path());
        // Every other map runs until it writes its own checkpoint, whenever that is on this machine. The others are
        // killed anywhere.
        if kills % 2 == 0 {
            wait_for(&mut child, || written().is_some_and(|now| Some(now) != before));
        }
        std::thread::sleep(Duration::from_millis(kills * kills * 7 % 23));
        // A map that has come to its end counts as no kill, but its output is checked all the same.
        let done = child.try_wait().unwrap();
        child.kill().unwrap();
        let said = child.wait_with_output().unwrap();
        assert!(done.is_none_or(|status| status.success()), "{said:?}");
        kills += u64::from(done.is_none());
        resumed += u32::from(String::from_utf8(said.stderr).unwrap().contains("resuming the map"));
    }
    let whole = run(&[&arguments[..], &["--format", "json"]].concat(), place.path()).ends(0);
    assert_eq!(layers(&whole), COUNTS);
    assert!(resumed > 0, "nothing was ever resumed");
    assert_eq!(fs::read_dir(&disk).unwrap().count(), 0);
}

#[test]
fn who_interrupts_a_map_goes_on_with_it() {
    let place = tempfile::tempdir().unwrap();
    let (cache, disk) = (place.path().join("cache"), place.path().join("disk"));
    let (folder, least) = (disk.display().to_string(), least("sliding:3x4"));
    let in_memory: &[&str] = &["map", "sliding:3x4", "--checkpoint-seconds", "0.05"];
    let on_disk: &[&str] = &["map", "sliding:3x4", "--disk", &folder, "--memory", &least];
    for arguments in [in_memory, on_disk] {
        let mut child = begun(arguments, &cache);
        read_to_depth(&mut child, 12);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let interrupted = Run::of(child.wait_with_output().unwrap()).ends(130);
        assert!(interrupted.err.contains("the same command resumes it"), "{interrupted:?}");
        assert!(interrupted.out.contains("the layers above are complete"), "{interrupted:?}");
        let whole = run(arguments, &cache).ends(0);
        assert!(whole.err.contains("resuming the map in "), "{whole:?}");
        // All layers are printed again. 239,500,800 positions, 53 moves: OEIS A151944.
        assert!(whole.out.contains("239,500,800 positions, God's number 53"), "{whole:?}");
        assert_eq!(whole.out.lines().nth(1).unwrap().split_whitespace().next(), Some("0"));
        let left: Vec<_> = [&cache, &disk].iter().flat_map(fs::read_dir).flatten().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn two_maps_do_not_share_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let disk = place.path().join("disk");
    let folder = disk.display().to_string();
    let mut child = begun(&["map", "sliding:3x4", "--disk", &folder], place.path());
    read_to_depth(&mut child, 1);
    let second = run(&["map", "sliding:3x4", "--disk", &folder, "--format", "json"], place.path());
    child.kill().unwrap();
    child.wait().unwrap();
    let second = second.ends(1);
    assert!(second.err.contains("another process is making a map in this folder"), "{second:?}");
    assert_eq!(second.json()[0]["error"]["kind"], "taken");
}

#[test]
fn a_checkpoint_that_is_not_this_map_s_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let disk = place.path().join("disk");
    let (folder, least) = (disk.display().to_string(), least(STACK));
    let map = |puzzle: &str, more: &[&str]| {
        run(&[&["map", puzzle, "--disk", &folder, "--format", "json"], more].concat(), place.path())
    };
    let file = disk.join("checkpoint.safetensors");
    let arguments = ["map", STACK, "--disk", &folder, "--memory", &least, "--checkpoint-seconds", "0"];
    killed_after_a_checkpoint(&arguments, place.path(), &file);
    let other = map("pancake:9", &[]).ends(5);
    assert!(other.err.contains("puzzle: expected `pancake:9`, found `pancake:10`"), "{other:?}");
    let other = map(STACK, &["--from", "1 2 3 4 5 6 7 8 10 9"]).ends(5);
    assert!(other.err.contains("parameters.from"), "{other:?}");
    let other = map(STACK, &["--goal", "1 2 3 4 5 6 7 8 10 9"]).ends(5);
    assert!(other.err.contains("another table: goal: expected "), "{other:?}");
    let good = fs::read(&file).unwrap();
    let mut bad = good.clone();
    bad[5000] ^= 4;
    fs::write(&file, bad).unwrap();
    let damaged = map(STACK, &[]).ends(5);
    assert!(damaged.err.contains("checkpoint.safetensors: damaged"), "{damaged:?}");
    assert_eq!(damaged.json()[0]["error"]["kind"], "damaged");
    fs::write(&file, good).unwrap();
    assert_eq!(layers(&map(STACK, &["--memory", &least]).ends(0)), COUNTS);
}

/// A limit on the size of files is the nearest to a full disk that needs no rights.
#[test]
fn a_full_disk_is_an_error_and_the_checkpoint_stays() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("disk").display().to_string();
    let arguments = ["map", STACK, "--disk", &folder, "--checkpoint-seconds", "0"];
    let mut full = Command::new("sh");
    full.args(["-c", "ulimit -f 8; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_loyd")]);
    let full = Run::of(full.args(arguments).output().unwrap()).ends(1);
    assert!(full.err.contains("cannot write the file") && full.err.contains(&folder), "{full:?}");
    assert_eq!(layers(&run(&[&arguments[..], &["--format", "json"]].concat(), place.path()).ends(0)), COUNTS);
    let nowhere = run(&["map", "8", "--disk", "/dev/null/below"], place.path()).ends(1);
    assert!(nowhere.err.contains("/dev/null/below: cannot make the folder"), "{nowhere:?}");
}

/// A pipe in place of a map's file is an error that names it, and no command waits for the pipe's other end.
#[test]
fn a_pipe_in_the_folder_is_named() {
    let place = tempfile::tempdir().unwrap();
    let disk = place.path().join("disk");
    let folder = disk.display().to_string();
    let least = least(STACK);
    let arguments = ["map", STACK, "--disk", &folder, "--memory", &least, "--checkpoint-seconds", "0.01"];
    killed_after_a_checkpoint(&arguments, place.path(), &disk.join("checkpoint.safetensors"));
    let mut names: Vec<_> = fs::read_dir(&disk).unwrap().map(|there| there.unwrap().file_name()).collect();
    names.retain(|name| !name.to_str().unwrap().contains(".tmp-"));
    if !names.iter().any(|name| name == "map.lock") {
        names.push("map.lock".into());
    }
    assert!(names.len() > 2, "{names:?}");
    for name in names {
        let (path, aside) = (disk.join(&name), place.path().join("aside"));
        let kept = fs::rename(&path, &aside).is_ok();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let said = run(&arguments, place.path());
        // A segment that the checkpoint does not name is not read. The pipe is found when the segment is to be written.
        assert!([1, 5].contains(&said.code) && said.err.contains(&folder), "{name:?}: {said:?}");
        fs::remove_file(&path).unwrap();
        if kept {
            fs::rename(&aside, &path).unwrap();
        }
    }
    assert_eq!(layers(&run(&[&arguments[..], &["--format", "json"]].concat(), place.path()).ends(0)), COUNTS);
}

#[test]
fn too_little_memory_is_told_with_the_remedy() {
    let run = loyd(&["map", "sliding:3x4", "--memory", "40MB"]).ends(4);
    for word in ["71.21 MB", "239,500,800", "40.00 MB", "--limit-memory", "--disk", "27.40 MB", "119.75 MB of disk"] {
        assert!(run.err.contains(word), "{word}: {run:?}");
    }
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().display().to_string();
    let run = loyd(&["map", "sliding:3x4", "--memory", "1MB", "--disk", &folder]).ends(4);
    assert!(run.err.contains("27.40 MB"), "{run:?}");
}

/// Distances from a position equal distances to it if a move can undo every move, unlike on the magic board.
#[test]
fn distances_from_a_position() {
    let there = "1 2 3 4 5 6 x 7 8";
    let from = loyd(&["map", "8", "--from", there, "--format", "json"]).ends(0);
    let to = loyd(&["map", "8", "--goal", there, "--format", "json"]).ends(0);
    assert_eq!(layers(&from), layers(&to));
    assert_eq!(from.json()[0]["from"], "1 2 3 4 5 6 x 7 8");
    assert!(to.json()[0]["from"].is_null());
    let board = loyd(&["map", "magic-board", "--from", "1 2 3 4 8 7 6 5"]).ends(0);
    assert!(board.out.contains("40,320 positions, the farthest from 1 2 3 4 8 7 6 5 at 22"), "{board:?}");
    // The goal need not be reachable.
    let other = loyd(&["map", "8", "--from", "1 2 3 4 5 6 8 7 x"]).ends(0);
    assert!(other.out.contains("181,440 positions, the farthest from 1 2 3 4 5 6 8 7 x at 31"), "{other:?}");
    let misread = loyd(&["map", "8", "--from", "1 2 3"]).ends(2);
    assert!(misread.err.starts_with("loyd: from: line 1, column 6: "), "{misread:?}");
}

/// A cache folder that cannot be used is an error only if an option asks for a kept map.
#[test]
fn a_cache_folder_that_cannot_be_used_keeps_no_map() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert_eq!(run(&["map", "8"], file.path()).ends(0).err, "");
    let refused = run(&["map", "8", "--checkpoint-seconds", "1"], file.path()).ends(1);
    assert!(refused.err.contains("cannot make the folder"), "{refused:?}");
}

#[test]
fn a_map_left_in_the_cache_folder_is_listed_and_cleared() {
    let place = tempfile::tempdir().unwrap();
    let cache = place.path().join("cache");
    let mut child = begun(&["map", "sliding:3x4", "--checkpoint-seconds", "0"], &cache);
    let checkpointed = || {
        let there = fs::read_dir(&cache).into_iter().flatten().flatten().map(|there| there.path());
        there.into_iter().find(|path| path.join("checkpoint.safetensors").exists())
    };
    assert!(wait_for(&mut child, || checkpointed().is_some()));
    let folder = checkpointed().unwrap();
    let of_cache = |arguments: &[&str]| run(&[&["cache"], arguments].concat(), &cache);
    let kept = of_cache(&["clear"]).ends(0);
    assert!(folder.exists() && kept.out.contains("another process is building it"), "{kept:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    let rows = of_cache(&["list", "--format", "json"]).ends(0).json();
    let row = rows.iter().find(|row| row["kind"] == "map").unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!((&row["puzzle"], &row["state"]), (&"sliding:3x4".into(), &"unfinished".into()));
    assert!(row["bytes"].as_u64().unwrap() > 4096);
    of_cache(&["clear"]).ends(0);
    assert!(!folder.exists());
}

#[test]
fn a_map_that_is_refused_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let map = |arguments: &[&str]| loyd(&[&["map", "--cache-dir", cache.to_str().unwrap()], arguments].concat());
    map(&["8", "--plot", "c"]).ends(2);
    map(&["swap:2x2", "--plot", "nodir/c.svg"]).ends(2);
    map(&["15", "--limit-memory", "3TB"]).ends(4);
    assert_eq!(std::fs::read_dir(&cache).map_or(0, Iterator::count), 0);
    assert!(map(&["15"]).ends(4).err.contains("raise --limit-memory"));
}
