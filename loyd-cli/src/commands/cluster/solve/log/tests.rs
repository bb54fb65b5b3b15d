use super::scan::seal;
use super::*;
use crate::commands::positions::solve::lines::{Account, LineVerdict};

fn identity(puzzle: &str) -> Vec<(String, String)> {
    vec![("puzzle".into(), puzzle.into())]
}

fn record(line: u64) -> Record {
    let account = Account { verdict: LineVerdict::Solved, expanded: line, generated: 2 * line, how: None };
    Record { line, of: format!("{line:016x}"), account, reply: format!("{}\n", "rd".repeat(line as usize)) }
}

const TAKEN: &str = "replies.jsonl: another process is writing this log";

/// Opens a log that nobody writes. A process that another test starts has all descriptors, and so the lock, until it
/// runs its program.
fn open(folder: &Path, own: usize, number: usize) -> Result<Log, Failure> {
    loop {
        match Log::open(folder, own, number, &identity("8")) {
            Err(why) if why.to_string().ends_with(TAKEN) => std::thread::yield_now(),
            opened => return opened,
        }
    }
}

#[test]
fn what_is_kept_is_read_by_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path(), 1, 2).unwrap();
    // The answers are not in order, because they are appended as they are found.
    for line in [3, 1, 7, 4] {
        log.append(&record(line)).unwrap();
    }
    assert_eq!(log.lines(), [0; 0]);
    drop(log);
    let log = open(folder.path(), 1, 2).unwrap();
    assert_eq!(log.lines(), [1, 3, 4, 7]);
    for line in [4, 1, 7, 3, 3] {
        assert_eq!(log.read(line).unwrap(), record(line));
    }
    assert!(log.read(2).is_err());
    drop(log);
    // A process reads the logs of processes that this run has not, but not the log of another process of this run.
    assert_eq!(open(folder.path(), 0, 2).unwrap().lines(), [0; 0]);
    assert_eq!(open(folder.path(), 0, 1).unwrap().lines(), [1, 3, 4, 7]);
}

/// A log that is no regular file may have no end.
#[cfg(unix)]
#[test]
fn a_device_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = Folder::of_process(folder.path(), 0);
    fs::create_dir_all(&path).unwrap();
    std::os::unix::fs::symlink("/dev/zero", path.join(NAME)).unwrap();
    for (own, number) in [(0, 1), (1, 0)] {
        let error = open(folder.path(), own, number).err().map(|why| why.to_string()).unwrap_or_default();
        assert!(error.ends_with("replies.jsonl: cannot open: expected a regular file"), "{own}: {error}");
    }
}

/// Wherever a kill cuts the file, the complete lines are read, and other lines can follow.
#[test]
fn a_line_that_is_cut_counts_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path(), 0, 1).unwrap();
    (1..4).for_each(|line| log.append(&record(line)).unwrap());
    drop(log);
    let path = Folder::of_process(folder.path(), 0).join(NAME);
    let bytes = fs::read(&path).unwrap();
    for cut in 0..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1) as u64;
        let log = open(folder.path(), 0, 1).unwrap_or_else(|why| panic!("{why} after {cut} bytes"));
        assert_eq!(log.lines(), (1..=whole).collect::<Vec<u64>>(), "{cut}");
        log.append(&record(9)).unwrap();
        drop(log);
        let log = open(folder.path(), 0, 1).unwrap();
        assert_eq!(log.lines(), (1..=whole).chain([9]).collect::<Vec<u64>>(), "{cut}");
        assert_eq!(log.read(9).unwrap(), record(9));
    }
}

#[test]
fn a_log_is_of_one_process_and_one_question() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path(), 0, 1).unwrap();
    let taken = Log::open(folder.path(), 0, 1, &identity("8")).unwrap_err().to_string();
    assert!(taken.ends_with(TAKEN), "{taken}");
    drop(log);
    let other = Log::open(folder.path(), 0, 1, &identity("15")).unwrap_err();
    assert!(
        other.to_string().contains("the log belongs to another request: puzzle was `8` and is now `15`"),
        "{other}"
    );
}

/// Whichever byte is altered, an answer that is accepted is the answer that was written.
#[test]
fn an_altered_line_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path(), 0, 1).unwrap();
    (1..4).for_each(|line| log.append(&record(line)).unwrap());
    drop(log);
    let path = Folder::of_process(folder.path(), 0).join(NAME);
    let bytes = fs::read(&path).unwrap();
    let (mut refused, mut believed) = (0, 0);
    for at in 0..bytes.len() {
        for other in [b'\n', bytes[at] ^ 1] {
            let mut altered = bytes.clone();
            altered[at] = other;
            fs::write(&path, &altered).unwrap();
            let Ok(log) = open(folder.path(), 0, 1) else {
                refused += 1;
                continue;
            };
            // A log is accepted only if nothing changed, or if its last line lost its end and counts as incomplete.
            assert!(altered == bytes || at == bytes.len() - 1, "byte {at} as {other}");
            believed += 1;
            for line in log.lines() {
                assert_eq!(log.read(line).unwrap(), record(line), "byte {at} as {other}");
            }
        }
    }
    assert!(refused > 500 && believed > 0, "{refused} refused, {believed} believed");
    // The file is altered while the log is open.
    fs::write(&path, &bytes).unwrap();
    let log = open(folder.path(), 0, 1).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    fs::write(&path, text.replace("rdrdrd", "rdrdru")).unwrap();
    assert_eq!(log.read(2).unwrap(), record(2));
    assert!(log.read(3).unwrap_err().to_string().contains("damaged"));
}

#[test]
fn a_log_of_the_version_before_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = Folder::of_process(folder.path(), 0);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join(NAME), "{\"version\":1,\"question\":{\"puzzle\":\"8\"}}\n").unwrap();
    let old = open(folder.path(), 0, 1).unwrap_err().to_string();
    assert!(old.ends_with("expected a log of version 2, found version 1; use another folder for a new log"), "{old}");
}

/// The lines in docs/formats.md have valid checksums.
#[test]
fn the_documented_lines_are_whole() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap();
    let begins = ["    {\"version\":2,\"question\"", "    {\"line\":22,"];
    let shown: Vec<&str> = document.lines().filter(|line| begins.iter().any(|begin| line.starts_with(begin))).collect();
    assert_eq!(shown.len(), begins.len());
    for line in shown {
        let line = line.trim_start();
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        assert!(object.contains_key("sum"), "{line}");
        let (rest, _) = line.rsplit_once(",\"sum\"").unwrap();
        let whole = seal(rest.into());
        assert_eq!(format!("{line}\n"), String::from_utf8(whole).unwrap());
    }
}
