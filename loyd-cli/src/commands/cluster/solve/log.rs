//! The answers that are kept, so that the same command goes on where it was ended.
//!
//! Each process appends to a file of its own, in its own folder, a line an answer; docs/formats.md describes it. It
//! reads that file, and those of processes that are no more.

mod scan;
#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loyd::service::{Fault, Kind, Origin};
use loyd::table::map::Folder;

use super::record::Record;
use crate::exit::Failure;
use scan::{Scanned, damaged, is_whole, scan, sealed};

/// The file's name.
const NAME: &str = "replies.jsonl";
/// The longest an answer waits until it is safe from a failure of the machine, while others come.
const SYNC_AFTER: Duration = Duration::from_secs(1);

/// What decides an answer, by name.
pub type Identity = [(String, String)];

/// The answers that a process keeps, and those it can look up.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    own: Mutex<Own>,
    /// Where the answers of earlier runs are, by line.
    places: Vec<Place>,
    read: Mutex<Vec<(PathBuf, BufReader<File>)>>,
}

/// The file that this process appends to.
#[derive(Debug)]
struct Own {
    /// None once a write has failed: what follows a line that is cut would not be read.
    file: Option<File>,
    synced: Instant,
}

/// Where an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: u64,
    file: usize,
    offset: u64,
}

impl Log {
    /// Takes a process's folder below that one, which is made if there is none, and reads what is kept: a line that was
    /// cut by the end of the process that wrote it is dropped.
    ///
    /// # Errors
    /// When another process has the folder, a log is of another question or damaged, or what the system says.
    pub fn open(folder: &Path, own: usize, number: usize, identity: &Identity) -> Result<Log, Failure> {
        let of_own = Folder::of_process(folder, own);
        fs::create_dir_all(&of_own).map_err(|error| failed("make the folder", &of_own, &error))?;
        let path = of_own.join(NAME);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(|error| failed("open", &path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = format!("{}: another process writes this log", path.display());
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

    /// Takes in where the answers of a file are.
    fn take_in(&mut self, path: &Path, identity: &Identity) -> Result<Scanned, Failure> {
        let file = File::open(path).map_err(|error| failed("open", path, &error))?;
        let mut file = BufReader::new(file);
        let mut read = lock(&self.read);
        let number = read.len();
        let places = &mut self.places;
        let mut each = |line, offset| places.push(Place { line, file: number, offset });
        let scanned = scan(path, &mut file, identity, &mut each)?;
        read.push((path.into(), file));
        Ok(scanned)
    }

    /// The lines whose answers can be looked up, ascending.
    pub fn lines(&self) -> Vec<u64> {
        self.places.iter().map(|place| place.line).collect()
    }

    /// The answer of an earlier run to that line.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read(&self, line: u64) -> Result<Record, Failure> {
        let found = self.places.binary_search_by_key(&line, |place| place.line);
        let Place { file, offset, .. } = found
            .map(|at| self.places[at])
            .map_err(|_| Fault::internal(format!("no answer to line {line} is kept")))?;
        let mut read = lock(&self.read);
        let (path, file) = &mut read[file];
        let mut bytes = Vec::new();
        let position = file.stream_position();
        // Relative, so that what is in memory already is not read again.
        let sought = position.and_then(|position| file.seek_relative(offset.cast_signed() - position.cast_signed()));
        sought.and_then(|()| file.read_until(b'\n', &mut bytes)).map_err(|error| failed("read", path, &error))?;
        match serde_json::from_slice::<Record>(&bytes) {
            Ok(record) if record.line == line && is_whole(&bytes) => Ok(record),
            _ => Err(damaged(path, &format!("the answer to line {line} is not where it was"))),
        }
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// What the system says; no answer is kept after that.
    pub fn append(&self, record: &Record) -> Result<(), Failure> {
        let bytes = sealed(record).map_err(|error| Failure::from(Fault::internal(error)))?;
        let mut own = lock(&self.own);
        let Some(mut file) = own.file.take() else {
            return Err(failed("write", &self.path, &io::Error::other("a write before has failed")));
        };
        file.write_all(&bytes).map_err(|error| failed("write", &self.path, &error))?;
        if own.synced.elapsed() >= SYNC_AFTER {
            file.sync_data().map_err(|error| failed("write", &self.path, &error))?;
            own.synced = Instant::now();
        }
        own.file = Some(file);
        Ok(())
    }

    /// Has all that is kept outlive a failure of the machine.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> Result<(), Failure> {
        match &lock(&self.own).file {
            Some(file) => file.sync_data().map_err(|error| failed("write", &self.path, &error)),
            None => Ok(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(doing: &str, path: &Path, error: &io::Error) -> Failure {
    Fault::new(Kind::File, Origin::System, format!("{}: cannot {doing}: {error}", path.display())).into()
}
