//! The log of answers, so that the same command can continue where it ended.
//!
//! Each process appends to a file in its own folder, one line for each answer; docs/formats.md describes the file. It
//! reads this file and the files of processes that an earlier run had and this run has not.

mod scan;
#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loyd::service::{Fault, Kind, Origin};
use loyd_core::table::map::Folder;

use super::record::Record;
use crate::exit::Failure;
use scan::{Scanned, damaged, is_whole, scan, sealed};

/// The name of the file.
const NAME: &str = "replies.jsonl";
/// The most bytes of a line, with its end. A longer answer is not kept.
const LONGEST: u64 = 1 << 30;
/// The longest time until an answer is safe from a failure of the machine, while other answers follow.
const SYNC_AFTER: Duration = Duration::from_secs(1);

/// The values that decide an answer, by name.
pub type BatchIdentity = [(String, String)];

/// The answers that a process keeps, and the kept answers that it can look up.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    own: Mutex<Own>,
    /// The places of the answers of earlier runs, ordered by line.
    places: Vec<Place>,
    read: Mutex<Vec<(PathBuf, BufReader<File>)>>,
}

/// The file that this process appends to.
#[derive(Debug)]
struct Own {
    /// `None` after a failed write, because a line that follows an incomplete line would not be read.
    file: Option<File>,
    synced: Instant,
}

/// The place of an answer in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: u64,
    file: usize,
    offset: u64,
}

impl Log {
    /// Opens the log of process `own` below `folder`, which is made if it does not exist, and finds the kept answers. A
    /// line that is incomplete, because its process was ended, is dropped.
    ///
    /// # Errors
    /// When another process uses the log, a log is damaged or of another question, or the system reports an error.
    pub fn open(folder: &Path, own: usize, number: usize, identity: &BatchIdentity) -> Result<Log, Failure> {
        let of_own = Folder::of_process(folder, own);
        fs::create_dir_all(&of_own).map_err(|error| failed("make the folder", &of_own, &error))?;
        let path = of_own.join(NAME);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = file.and_then(regular).map_err(|error| failed("open", &path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = format!("{}: another process is writing this log", path.display());
                return Err(Fault::new(Kind::Taken, Origin::System, why).into());
            }
            Err(TryLockError::Error(error)) => return Err(failed("lock", &path, &error)),
        }
        let mut log = Log {
            path,
            own: Mutex::new(Own { file: None, synced: Instant::now() }),
            places: Vec::new(),
            read: Mutex::default(),
        };
        let Scanned { length, is_headed } = log.take_in(&log.path.clone(), identity)?;
        let prepared = file.set_len(length).and_then(|()| {
            if is_headed {
                return Ok(());
            }
            file.write_all(&scan::header(identity))
        });
        prepared.and_then(|()| file.sync_all()).map_err(|error| failed("write", &log.path, &error))?;
        lock(&log.own).file = Some(file);
        for (process, path) in Folder::of_processes(folder) {
            let path = path.join(NAME);
            if process >= number && path.exists() {
                log.take_in(&path, identity)?;
            }
        }
        log.places.sort_unstable();
        log.places.dedup_by_key(|place| place.line);
        Ok(log)
    }

    /// Adds the places of the answers in a file.
    fn take_in(&mut self, path: &Path, identity: &BatchIdentity) -> Result<Scanned, Failure> {
        let file = File::open(path).and_then(regular).map_err(|error| failed("open", path, &error))?;
        let mut file = BufReader::new(file);
        let mut read = lock(&self.read);
        let number = read.len();
        let places = &mut self.places;
        let mut each = |line, offset| places.push(Place { line, file: number, offset });
        let scanned = scan(path, &mut file, identity, &mut each)?;
        read.push((path.into(), file));
        Ok(scanned)
    }

    /// Returns the lines whose answers can be looked up, ascending.
    pub fn lines(&self) -> Vec<u64> {
        self.places.iter().map(|place| place.line).collect()
    }

    /// Returns the answer of an earlier run to a line.
    ///
    /// # Errors
    /// When no answer to the line is kept, or the answer cannot be read.
    pub fn read(&self, line: u64) -> Result<Record, Failure> {
        let found = self.places.binary_search_by_key(&line, |place| place.line);
        let Place { file, offset, .. } = found
            .map(|at| self.places[at])
            .map_err(|_| Fault::internal(format!("the log has no answer to line {line}")))?;
        let mut read = lock(&self.read);
        let (path, file) = &mut read[file];
        let mut bytes = Vec::new();
        let position = file.stream_position();
        // A relative seek keeps the buffer, so that bytes in memory are not read again.
        let sought = position.and_then(|position| file.seek_relative(offset.cast_signed() - position.cast_signed()));
        sought
            .and_then(|()| file.by_ref().take(LONGEST).read_until(b'\n', &mut bytes))
            .map_err(|error| failed("read", path, &error))?;
        match serde_json::from_slice::<Record>(&bytes) {
            Ok(record) if record.line == line && is_whole(&bytes) => Ok(record),
            _ => Err(damaged(path, &format!("the answer to line {line} has moved in the log"))),
        }
    }

    /// Appends an answer to the log.
    ///
    /// # Errors
    /// The I/O error of the system. After an error no more answers are kept.
    pub fn append(&self, record: &Record) -> Result<(), Failure> {
        let bytes = sealed(record).map_err(|error| Failure::from(Fault::internal(error)))?;
        if bytes.len() as u64 > LONGEST {
            return Ok(());
        }
        let mut own = lock(&self.own);
        let Some(mut file) = own.file.take() else {
            return Err(failed("write", &self.path, &io::Error::other("an earlier write failed")));
        };
        file.write_all(&bytes).map_err(|error| failed("write", &self.path, &error))?;
        if own.synced.elapsed() >= SYNC_AFTER {
            file.sync_data().map_err(|error| failed("write", &self.path, &error))?;
            own.synced = Instant::now();
        }
        own.file = Some(file);
        Ok(())
    }

    /// Makes all kept answers safe from a failure of the machine.
    ///
    /// # Errors
    /// The I/O error of the system.
    pub fn sync(&self) -> Result<(), Failure> {
        match &lock(&self.own).file {
            Some(file) => file.sync_data().map_err(|error| failed("write", &self.path, &error)),
            None => Ok(()),
        }
    }
}

/// Refuses a device or a pipe, whose content may have no end.
fn regular(file: File) -> io::Result<File> {
    let is_regular = file.metadata()?.is_file();
    is_regular.then_some(file).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(doing: &str, path: &Path, error: &io::Error) -> Failure {
    Fault::new(Kind::File, Origin::System, format!("{}: cannot {doing}: {error}", path.display())).into()
}
