//! A cache folder that several processes use, and that a killed process used. The processes are this test itself,
//! started again as `child`.

use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::table::cache::{Cache, CacheEvent};
use loyd_core::table::file::{ElementKind, Identity, OwnedTensor, Table};

/// The number of bytes of the table: enough that writing takes a while.
const BYTES: u32 = 3 << 20;

fn identity() -> Identity {
    Identity {
        puzzle: "swap:3".into(),
        goal: "1 2 3/4 5 6/7 8 9".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: [("what".to_string(), "a test".to_string())].into(),
        entries: BYTES.into(),
        encoding: "bytes".into(),
    }
}

fn tensors() -> Vec<OwnedTensor> {
    let bytes: Vec<u8> = (0..BYTES).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 20) as u8).collect();
    let shape = vec![u64::from(BYTES)];
    vec![OwnedTensor { name: "distances".into(), kind: ElementKind::U8, shape, bytes: bytes.into() }]
}

/// Gets the table, asserts that it is right, and returns the events, one word each.
fn get(cache: &Cache, build: impl FnOnce()) -> Vec<String> {
    let said = Cell::new(Vec::new());
    let notify = |event: &CacheEvent<'_>| {
        let word = match event {
            CacheEvent::Read { .. } => "read".into(),
            CacheEvent::Waiting { .. } => "waiting".into(),
            CacheEvent::Building { .. } => "builds".into(),
            CacheEvent::Kept { .. } => "kept".into(),
            CacheEvent::Gives { .. } => "gives".into(),
            other => other.to_string(),
        };
        let mut events = said.take();
        events.push(word);
        said.set(events);
    };
    let limits = Limits::default();
    let build = |_: &mut Meter<'_>| -> Result<_, Stop> {
        build();
        Ok(tensors())
    };
    let table = cache.get_or_build(&identity(), &mut Meter::new(&limits), &notify, build).unwrap();
    assert!(table.tensors() == tensors(), "a wrong table");
    said.take()
}

fn note(path: &Path) {
    OpenOptions::new().create(true).append(true).open(path).unwrap().write_all(b"built\n").unwrap();
}

/// The work of a child process, by its name in the environment. It is not a test of its own.
#[test]
#[ignore = "started by the other tests"]
fn child() {
    let told = |name: &str| std::env::var(name).unwrap_or_default();
    let folder = PathBuf::from(told("LOYD_TEST_FOLDER"));
    let cache = Cache::new(folder.join("cache"));
    println!("\nchild: begun");
    match told("LOYD_TEST_CHILD").as_str() {
        "once" => {
            let slowly = || {
                note(&folder.join("builds"));
                thread::sleep(Duration::from_millis(400));
            };
            println!("\nchild: {}", get(&cache, slowly).join(", "));
        }
        "never" => drop(get(&cache, || {
            println!("\nchild: building");
            thread::sleep(Duration::from_secs(600));
        })),
        "for ever" => loop {
            get(&cache, || ());
            let _ = fs::remove_file(cache.path(&identity()).unwrap());
        },
        "often" => (0..40).for_each(|_| drop(get(&cache, || ()))),
        other => panic!("no child is called `{other}`"),
    }
}

struct Started(Child, BufReader<ChildStdout>);

impl Started {
    fn new(mut command: Command, what: &str, folder: &Path) -> Started {
        let arguments = ["child", "--exact", "--ignored", "--nocapture", "--test-threads=1"];
        command.args(arguments).env("LOYD_TEST_CHILD", what).env("LOYD_TEST_FOLDER", folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut started = Started(child, out);
        assert_eq!(started.says(), "begun");
        started
    }

    fn says(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.1.read_line(&mut line).unwrap() > 0, "the child has ended");
            if let Some(said) = line.trim_end().strip_prefix("child: ") {
                return said.to_string();
            }
        }
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn ends_well(mut self) {
        let mut rest = String::new();
        self.1.read_to_string(&mut rest).unwrap();
        assert!(self.0.wait().unwrap().success(), "{rest}");
    }
}

fn this() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let there = fs::read_dir(folder).into_iter().flatten();
    there.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_kill_at_any_moment_leaves_no_file_or_a_good_one() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("cache"));
    let path = cache.path(&identity()).unwrap();
    let (mut halves, mut wholes) = (0, 0);
    for round in 0..60u64 {
        let child = Started::new(this(), "for ever", folder.path());
        // The kill comes after a tenth of a millisecond to some forty milliseconds, in no order.
        thread::sleep(Duration::from_micros(100 + round * 7919 % 61 * 700));
        child.kill();
        let left = names(cache.folder().unwrap());
        halves += usize::from(left.iter().any(|name| name.contains(".tmp-")));
        match Table::open(&path, &identity()) {
            Ok(table) => {
                assert!(table.tensors() == tensors());
                wholes += 1;
            }
            Err(error) => assert!(error.is_missing(), "round {round}: {error}"),
        }
        let said = get(&cache, || ());
        assert!(said == ["read"] || said == ["builds", "kept"], "round {round}: {said:?}");
        let table = path.file_name().unwrap().to_str().unwrap();
        let left = names(cache.folder().unwrap());
        assert!(left.iter().all(|name| name == table || *name == format!("{table}.lock")), "round {round}: {left:?}");
        if round % 2 == 0 {
            cache.clear().unwrap();
            assert!(names(cache.folder().unwrap()).is_empty());
        }
    }
    assert!(halves > 5, "of 60 kills only {halves} came while a file was written, {wholes} after");
}

#[test]
fn of_many_processes_one_builds_and_all_answer() {
    for _ in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let mut children: Vec<Started> = (0..4).map(|_| Started::new(this(), "once", folder.path())).collect();
        let mut said: Vec<String> = children.iter_mut().map(Started::says).collect();
        children.into_iter().for_each(Started::ends_well);
        said.sort();
        assert_eq!(said, ["builds, kept", "waiting, read", "waiting, read", "waiting, read"]);
        assert_eq!(fs::read_to_string(folder.path().join("builds")).unwrap(), "built\n");
    }
}

#[test]
fn when_the_builder_is_killed_one_who_waits_builds() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Started::new(this(), "never", folder.path());
    assert_eq!(first.says(), "building");
    let mut second = Started::new(this(), "once", folder.path());
    thread::sleep(Duration::from_millis(300));
    assert!(!folder.path().join("builds").exists(), "two build at once");
    first.kill();
    assert_eq!(second.says(), "waiting, builds, kept");
    second.ends_well();
}

#[test]
fn clearing_never_spoils_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("cache"));
    let mut children: Vec<Started> = (0..2).map(|_| Started::new(this(), "often", folder.path())).collect();
    let mut cleared = 0;
    while children.iter_mut().any(|child| child.0.try_wait().unwrap().is_none()) {
        cleared += cache.clear().unwrap().files;
        thread::sleep(Duration::from_millis(1));
    }
    children.into_iter().for_each(Started::ends_well);
    assert!(cleared > 3, "only {cleared} files were cleared");
    cache.clear().unwrap();
    assert!(names(cache.folder().unwrap()).is_empty());
}

/// A limit on the length of files makes a write fail in the middle, as a full disk does.
#[cfg(unix)]
#[test]
fn on_a_full_disk_the_table_is_answered_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 2000; exec \"$@\"", "sh"]).arg(std::env::current_exe().unwrap());
    let mut child = Started::new(limited, "once", folder.path());
    let said = child.says();
    assert!(said.contains("is not kept and must be built again: cannot write the file: File too large"), "{said}");
    child.ends_well();
    assert!(names(&folder.path().join("cache")).is_empty(), "what was begun is removed");
}
