//! The right table is returned whatever lies in the folder, and events report what happened. Tests that need several
//! processes are in tests/table_cache.rs.

use std::cell::RefCell;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use super::*;
use crate::limits::Limits;
use crate::table::file::{ElementKind, TableBytes};

fn identity(number: u32) -> Identity {
    Identity {
        puzzle: "swap:2".into(),
        goal: "1 2/3 4".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: [("number".to_string(), number.to_string())].into(),
        entries: 5000,
        encoding: "bytes".into(),
    }
}

fn tensors(number: u32) -> Vec<OwnedTensor> {
    let bytes: Vec<u8> = (0..5000).map(|i| ((i * number) >> 3) as u8).collect();
    vec![OwnedTensor { name: "distances".into(), kind: ElementKind::U8, shape: vec![5000], bytes: bytes.into() }]
}

/// The events, one word each, and the number of builds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Said {
    events: Vec<String>,
    built: u32,
}

fn word(event: &CacheEvent<'_>) -> String {
    let kind = match event {
        CacheEvent::Read { .. } => "read",
        CacheEvent::Waiting { .. } => "waiting",
        CacheEvent::Building { .. } => "building",
        CacheEvent::SetAside { why, moved_to, path } => {
            assert!(moved_to.exists() && !path.exists());
            let end = moved_to.to_str().unwrap().rsplit_once('.').unwrap().1;
            return format!("{end}: {}", why.to_string().split(':').next().unwrap());
        }
        CacheEvent::Kept { .. } => "kept",
        CacheEvent::Gives { .. } => "gives",
        CacheEvent::NotKept { why, .. } => return format!("not kept: {}", why.to_string().split(':').next().unwrap()),
    };
    assert_eq!(
        event.is_warning(),
        event.to_string().contains("cannot be used") || event.to_string().contains("not kept")
    );
    kind.into()
}

/// Gets a table, asserts that it is right, and returns the events.
#[track_caller]
fn get(cache: &Cache, number: u32) -> Said {
    get_within(cache, number, &Limits::default()).unwrap()
}

#[track_caller]
fn get_within(cache: &Cache, number: u32, limits: &Limits) -> Result<Said, Stop> {
    let said = RefCell::new(Said::default());
    let notify = |event: &CacheEvent<'_>| said.borrow_mut().events.push(word(event));
    let build = |_: &mut Meter<'_>| -> Result<_, Stop> {
        said.borrow_mut().built += 1;
        Ok(tensors(number))
    };
    let table = cache.get_or_build(&identity(number), &mut Meter::new(limits), &notify, build)?;
    assert_eq!(table.identity(), &identity(number));
    assert_eq!(table.tensors(), tensors(number));
    Ok(said.into_inner())
}

fn said(events: &[&str], built: u32) -> Said {
    Said { events: events.iter().map(|event| event.to_string()).collect(), built }
}

fn folder() -> (TempDir, Cache, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("made/when/needed"));
    let path = cache.path(&identity(1)).unwrap();
    (folder, cache, path)
}

fn names(cache: &Cache) -> Vec<String> {
    let there = fs::read_dir(cache.folder().unwrap()).unwrap();
    let mut names: Vec<String> = there.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_table_is_built_once_and_then_read() {
    let (_folder, cache, path) = folder();
    assert!(cache.get(&identity(1), None, &|_| panic!("nothing happens")).is_none());
    assert!(!cache.folder().unwrap().exists(), "looking makes no folder");
    assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
    assert_eq!(get(&cache, 1), said(&["read"], 0));
    assert_eq!(get(&cache, 2), said(&["building", "kept"], 1));
    assert_eq!(get(&cache, 1), said(&["read"], 0));
    assert_eq!(cache.get(&identity(1), None, &|_| ()).unwrap().tensors(), tensors(1));
    assert!(path.exists());
    assert_eq!(names(&cache).len(), 2, "neither locks nor temporary files stay");
}

#[test]
fn without_a_folder_it_is_built_every_time() {
    for _ in 0..2 {
        assert_eq!(get(&Cache::none(), 1), said(&[], 1));
    }
    assert!(Cache::none().get(&identity(1), None, &|_| panic!("nothing happens")).is_none());
    assert!(Cache::none().list(true).unwrap().is_empty() && Cache::none().clear().unwrap().files == 0);
}

/// Bad files of every kind, each with the beginning of its error message.
fn spoilt(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let at = |at: usize| {
        let mut file = good.to_vec();
        file[at] ^= 4;
        file
    };
    let mut older = good.to_vec();
    older[8..].windows(7).position(|bytes| bytes == b"table/1").map(|at| older[8 + at + 6] = b'0').unwrap();
    let other = tempfile::tempdir().unwrap();
    let path = other.path().join("other");
    let lent: Vec<OwnedTensor> = tensors(7);
    file::write(&path, &identity(7), &[lent[0].lend()]).unwrap();
    vec![
        ("truncated", Vec::new()),
        ("truncated", good[..good.len() - 1].to_vec()),
        ("truncated", good[..5000].to_vec()),
        ("foreign", vec![0; 20_000]),
        ("of an older version", older),
        ("damaged", at(3000)),
        ("damaged", at(5000)),
        ("damaged", at(good.len() - 1)),
        ("damaged", [good, b"\n"].concat()),
        ("another table", fs::read(path).unwrap()),
    ]
}

#[test]
fn what_is_bad_is_named_moved_aside_and_built_anew() {
    let (_folder, cache, path) = folder();
    get(&cache, 1);
    let good = fs::read(&path).unwrap();
    for (index, (why, file)) in spoilt(&good).into_iter().enumerate() {
        fs::write(&path, &file).unwrap();
        let number = (index + 1).min(9);
        assert_eq!(get(&cache, 1), said(&[&format!("bad-{number}: {why}"), "building", "kept"], 1));
        assert_eq!(fs::read(&path).unwrap(), good);
        assert_eq!(
            fs::read(with_end(&path, &format!(".bad-{number}"))).unwrap(),
            file,
            "it is kept for who wants to look"
        );
    }
    assert_eq!(names(&cache).len(), 10, "nine at most are set aside");
    let cleared = cache.clear().unwrap();
    assert_eq!((cleared.files, cleared.kept.len()), (10, 0));
    assert!(names(&cache).is_empty());
}

#[test]
fn looking_for_a_table_sets_aside_what_is_bad() {
    let (_folder, cache, path) = folder();
    get(&cache, 1);
    fs::write(&path, "this is no table").unwrap();
    let events = RefCell::new(Vec::new());
    assert!(cache.get(&identity(1), None, &|event| events.borrow_mut().push(word(event))).is_none());
    assert_eq!(events.into_inner(), ["bad-1: foreign"]);
    assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
    // The holder of the lock will set the file aside.
    fs::write(&path, "this is no table").unwrap();
    let _lock = Lock::try_take(&with_end(&path, LOCK)).unwrap().unwrap();
    assert!(cache.get(&identity(1), None, &|_| panic!("nothing happens")).is_none());
    assert!(path.exists());
}

#[test]
fn a_folder_or_a_pipe_in_the_place_of_a_table_is_moved_aside() {
    let (_folder, cache, path) = folder();
    fs::create_dir_all(&path).unwrap();
    assert_eq!(get(&cache, 1), said(&["bad-1: foreign", "building", "kept"], 1));
    #[cfg(unix)]
    {
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(get(&cache, 1), said(&["bad-2: foreign", "building", "kept"], 1));
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("nowhere", &path).unwrap();
        assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
    }
}

/// The cache folder is below a file, so no user can make it. Permissions do not stop the superuser, who may run tests.
#[test]
fn where_nothing_can_be_written_the_table_is_answered_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::new(file.join("cache"));
    assert_eq!(get(&cache, 1), said(&["not kept: cannot make the lock"], 1));
    assert!(cache.list(false).is_err() && cache.clear().is_err());
    // The kernel makes no files in these folders.
    if cfg!(target_os = "linux") {
        assert_eq!(get(&Cache::new("/proc/self/fd"), 1), said(&["not kept: cannot make the lock"], 1));
        assert_eq!(get(&Cache::new("/proc/loyd"), 1), said(&["not kept: cannot make the lock"], 1));
    }
}

#[test]
fn a_folder_that_vanishes_while_building_keeps_nothing() {
    let (root, cache, _) = folder();
    let events = RefCell::new(Vec::new());
    let build = |_: &mut Meter<'_>| -> Result<_, Stop> {
        fs::remove_dir_all(root.path()).unwrap();
        Ok(tensors(1))
    };
    let limits = Limits::default();
    let notify = |event: &CacheEvent<'_>| events.borrow_mut().push(word(event));
    let table = cache.get_or_build(&identity(1), &mut Meter::new(&limits), &notify, build).unwrap();
    assert_eq!(table.tensors(), tensors(1));
    assert_eq!(events.into_inner(), ["building", "not kept: cannot create a file"]);
}

#[test]
fn arrays_that_do_not_fit_the_format_are_answered_and_not_kept() {
    let (_folder, cache, _) = folder();
    let wrong = OwnedTensor { name: "checksums".into(), kind: ElementKind::U8, shape: vec![1], bytes: vec![1].into() };
    let limits = Limits::default();
    let events = RefCell::new(Vec::new());
    let notify = |event: &CacheEvent<'_>| events.borrow_mut().push(word(event));
    let build = |_: &mut Meter<'_>| -> Result<_, Stop> { Ok(vec![wrong]) };
    let table = cache.get_or_build(&identity(1), &mut Meter::new(&limits), &notify, build).unwrap();
    assert_eq!(table.tensor("checksums"), Some(TableBytes::from(vec![1])));
    assert_eq!(events.into_inner(), ["building", "not kept: cannot be written"]);
    assert!(names(&cache).is_empty());
}

#[test]
fn a_failed_build_leaves_nothing_and_the_next_may_build() {
    let (_folder, cache, _) = folder();
    let limits = Limits::default();
    let failed = cache.get_or_build(&identity(1), &mut Meter::new(&limits), &|_| (), |_| Err(Stop::Bytes));
    assert_eq!(failed.unwrap_err(), Stop::Bytes);
    assert!(names(&cache).is_empty());
    assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
}

#[test]
fn waiting_heeds_limits() {
    let (_folder, cache, path) = folder();
    fs::create_dir_all(cache.folder().unwrap()).unwrap();
    let lock = Lock::try_take(&with_end(&path, LOCK)).unwrap().unwrap();
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let started = Instant::now();
    assert_eq!(get_within(&cache, 1, &limits), Err(Stop::Time));
    assert!(started.elapsed() >= Duration::from_millis(300));
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
        });
        assert_eq!(get_within(&cache, 1, &limits), Err(Stop::Cancelled));
    });
    // Another table is not locked.
    assert_eq!(get(&cache, 2), said(&["building", "kept"], 1));
    drop(lock);
    assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
}

#[test]
fn a_second_waits_says_so_and_reads() {
    let (_folder, cache, _) = folder();
    let (begun, mut results) = (AtomicBool::new(false), Vec::new());
    let first = || {
        let build = |_: &mut Meter<'_>| -> Result<_, Stop> {
            begun.store(true, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(300));
            Ok(tensors(1))
        };
        let limits = Limits::default();
        cache.get_or_build(&identity(1), &mut Meter::new(&limits), &|_| (), build).unwrap();
    };
    thread::scope(|scope| {
        scope.spawn(first);
        while !begun.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        let others: Vec<_> = (0..3).map(|_| scope.spawn(|| get(&cache, 1))).collect();
        results.extend(others.into_iter().map(|other| other.join().unwrap()));
    });
    assert!(results.iter().all(|result| *result == said(&["waiting", "read"], 0)), "{results:?}");
}

#[test]
fn what_killed_builders_left_is_removed_by_the_next() {
    let (_folder, cache, path) = folder();
    fs::create_dir_all(cache.folder().unwrap()).unwrap();
    let other = cache.path(&identity(2)).unwrap();
    for left in [with_end(&path, ".tmp-abc"), with_end(&path, ".lock"), with_end(&other, ".tmp-abc")] {
        fs::write(left, "half").unwrap();
    }
    assert_eq!(get(&cache, 1), said(&["building", "kept"], 1));
    let left = other.file_name().unwrap().to_str().unwrap().to_string() + ".tmp-abc";
    let mut expected = vec![path.file_name().unwrap().to_str().unwrap().to_string(), left];
    expected.sort();
    assert_eq!(names(&cache), expected, "another table's builder may be at work");
}

#[test]
fn the_list_tells_what_each_file_is() {
    let (_folder, cache, path) = folder();
    assert!(cache.list(false).unwrap().is_empty(), "no folder, no files");
    for number in 1..=4 {
        get(&cache, number);
    }
    let paths: Vec<PathBuf> = (1..=4).map(|number| cache.path(&identity(number)).unwrap()).collect();
    let flip = |path: &Path, at: usize| {
        let mut file = fs::read(path).unwrap();
        file[at] ^= 1;
        fs::write(path, file).unwrap();
    };
    flip(&paths[1], 5000);
    flip(&paths[2], 3000);
    fs::rename(&paths[3], with_end(&paths[3], ".bad-1")).unwrap();
    fs::write(with_end(&path, ".tmp-1"), "x").unwrap();
    fs::write(cache.folder().unwrap().join("notes.txt"), "not ours").unwrap();
    let lock = Lock::try_take(&with_end(&path, LOCK)).unwrap();
    let list = |whole: bool| -> Vec<String> {
        let entries = cache.list(whole).unwrap();
        assert!(entries.iter().all(|entry| entry.bytes == fs::metadata(&entry.path).unwrap().len()));
        assert!(entries.is_sorted_by_key(|entry| entry.path.clone()));
        let number =
            |entry: &CacheEntry| entry.identity.as_ref().map_or("?".into(), |it| it.parameters["number"].clone());
        let mut said: Vec<String> = entries
            .iter()
            .map(|entry| match &entry.state {
                CacheFileState::Bad(why) => format!("{} {}", number(entry), why.to_string().split(':').next().unwrap()),
                state => format!("{} {state:?}", number(entry)),
            })
            .collect();
        said.sort();
        said
    };
    let rest = ["4 SetAside", "? Lock { locked: true }", "? Unfinished { locked: true }", "? damaged"];
    assert_eq!(list(false), [&["1 Good", "2 Good"], &rest[..]].concat());
    assert_eq!(list(true), [&["1 Good", "2 damaged"], &rest[..]].concat());
    drop(lock);
    assert!(list(false).contains(&"? Unfinished { locked: false }".to_string()));
}

#[test]
fn clearing_skips_what_is_being_built_and_what_is_not_ours() {
    let (_folder, cache, path) = folder();
    assert_eq!(cache.clear().unwrap().files, 0);
    get(&cache, 1);
    get(&cache, 2);
    fs::write(with_end(&path, ".tmp-1"), "x").unwrap();
    let notes = cache.folder().unwrap().join("model.safetensors");
    fs::write(&notes, "not ours").unwrap();
    let lock = Lock::try_take(&with_end(&path, LOCK)).unwrap();
    let length = fs::metadata(cache.path(&identity(2)).unwrap()).unwrap().len();
    let cleared = cache.clear().unwrap();
    assert_eq!((cleared.files, cleared.bytes), (1, length));
    let kept: Vec<&Path> = cleared.kept.iter().map(|(path, _)| path.as_path()).collect();
    assert_eq!(kept, [path.clone(), with_end(&path, ".tmp-1")]);
    assert!(cleared.kept.iter().all(|(_, why)| matches!(why, Stays::Building)));
    drop(lock);
    let cleared = cache.clear().unwrap();
    assert_eq!((cleared.files, cleared.bytes, cleared.kept.len()), (2, length + 1, 0));
    assert_eq!(names(&cache), ["model.safetensors"]);
}

#[test]
fn what_cannot_be_removed_stays_and_is_named() {
    let (_folder, cache, path) = folder();
    get(&cache, 2);
    fs::create_dir(&path).unwrap();
    let cleared = cache.clear().unwrap();
    assert_eq!((cleared.files, cleared.kept.len()), (1, 1));
    assert!(cleared.kept[0].0 == path && cleared.kept[0].1.to_string().starts_with("cannot remove the file: "));
}

#[test]
fn a_table_in_use_may_be_cleared() {
    let (_folder, cache, _) = folder();
    get(&cache, 1);
    let table = cache.get(&identity(1), None, &|_| ()).unwrap();
    if cfg!(unix) {
        assert_eq!(cache.clear().unwrap().files, 1);
    }
    assert_eq!(table.tensors(), tensors(1));
}
