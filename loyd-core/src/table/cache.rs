//! A folder of tables that processes share: every process may read a table that one process has built.
//!
//! [`Cache::get_or_build`] reads a table, or builds it and keeps it. One process builds a table at a time; the others
//! wait and then read it. A file that is truncated, foreign, of another version or damaged is moved aside, and its
//! table is built anew. If no file can be kept, the table is returned from memory. [`CacheEvent`]s report what happens.
//!
//! ```
//! use loyd_core::limits::{Limits, Meter, Stop};
//! use loyd_core::table::cache::Cache;
//! use loyd_core::table::file::{ElementKind, Identity, OwnedTensor};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let cache = Cache::new(folder.path());
//! let identity = Identity {
//!     puzzle: "swap:2".into(),
//!     goal: "1 2/3 4".into(),
//!     kind: "distances".into(),
//!     layout: "rank/1".into(),
//!     parameters: Default::default(),
//!     entries: 3,
//!     encoding: "bytes".into(),
//! };
//! let tensor = OwnedTensor { name: "a".into(), kind: ElementKind::U8, shape: vec![3], bytes: vec![0, 1, 1].into() };
//! let limits = Limits::default();
//! let mut built = 0;
//! for _ in 0..2 {
//!     let build = |_: &mut Meter<'_>| -> Result<_, Stop> {
//!         built += 1;
//!         Ok(vec![tensor.clone()])
//!     };
//!     let mut meter = Meter::new(&limits);
//!     let table = cache.get_or_build(&identity, &mut meter, &|event| println!("{event}"), build).unwrap();
//!     assert_eq!(table.tensor("a").unwrap()[..], [0, 1, 1]);
//! }
//! assert_eq!(built, 1);
//! ```

mod contents;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use web_time::{Duration, Instant};

use super::faults::pass;
use super::file::{self, ASIDE, FileError, Identity, Notes, OwnedTensor, Table, Tensor};
use super::lock::Lock;
use crate::limits::{Meter, Stop};
pub use contents::{CacheEntry, CacheFileState, Cleared, Stays};

/// The environment variable that names the folder.
pub const VARIABLE: &str = "LOYD_CACHE";
/// The end of a lock file's name.
const LOCK: &str = ".lock";
/// The end of the name of the folder of an unfinished map.
const MAP: &str = ".map";
/// The end of the name of a file that was set aside, before the file's number.
const BAD: &str = ".bad-";
/// The most files of one table that are set aside; a further file replaces the last one.
const MOST_BAD: u32 = 9;
/// The time between two attempts to take a lock that somebody else holds.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The time that a caller waits for a lock before the waiting is reported.
const UNSPOKEN: Duration = Duration::from_millis(100);

/// A folder in which tables are kept, or no folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// An event while a table is read or built.
#[derive(Debug)]
pub enum CacheEvent<'a> {
    /// A table was read.
    Read {
        /// The table's file.
        path: &'a Path,
        /// The number of bytes of the table's arrays.
        bytes: u64,
    },
    /// Another process builds this table, which will be read when it is complete.
    Waiting {
        /// The lock's file.
        path: &'a Path,
    },
    /// A table is missing. It is about to be built, and kept.
    Building {
        /// The table's file.
        path: &'a Path,
    },
    /// A file of the cache could not be used. It was moved aside, and its table will be built anew.
    SetAside {
        /// The file's path before.
        path: &'a Path,
        /// The reason why the file could not be used.
        why: &'a FileError,
        /// The file's path now.
        moved_to: &'a Path,
    },
    /// A table was built and written to a file.
    Kept {
        /// The table's file.
        path: &'a Path,
        /// The number of bytes of the table's arrays.
        bytes: u64,
    },
    /// A table is built but not kept, so the next caller has to build it again.
    NotKept {
        /// The file that could not be written or read.
        path: &'a Path,
        /// The reason.
        why: &'a FileError,
    },
    /// The mean value of a lower-bound table that was read or built.
    Gives {
        /// The table's file; empty if no folder keeps tables.
        path: &'a Path,
        /// The pieces that the table covers.
        what: &'a str,
        /// The mean of the table's entries, in moves.
        mean: f64,
    },
}

impl CacheEvent<'_> {
    /// Whether the event should be shown to a user who did not ask for events.
    pub fn is_warning(&self) -> bool {
        matches!(self, CacheEvent::SetAside { .. } | CacheEvent::NotKept { .. })
    }
}

/// Prints the event as one sentence.
impl fmt::Display for CacheEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheEvent::Read { path, bytes } => write!(f, "read a table of {bytes} bytes from {}", path.display()),
            CacheEvent::Waiting { path } => {
                write!(f, "waiting for another process that is building the table, with the lock {}", path.display())
            }
            CacheEvent::Building { path } => write!(f, "building the table {} once", path.display()),
            CacheEvent::SetAside { path, why, moved_to } => {
                let (path, moved_to) = (path.display(), moved_to.display());
                write!(f, "the table {path} cannot be used ({why}); it was moved to {moved_to} and is built again")
            }
            CacheEvent::Gives { what, mean, .. } => write!(f, "the table of {what} has a mean of {mean:.2} moves"),
            CacheEvent::Kept { path, bytes } => write!(f, "wrote a table of {bytes} bytes to {}", path.display()),
            CacheEvent::NotKept { path, why } => {
                write!(f, "the table {} is not kept and must be built again: {why}", path.display())
            }
        }
    }
}

/// A function that is called with each [`CacheEvent`], on the thread that asked for the table.
pub type Notify<'a> = &'a dyn Fn(&CacheEvent<'_>);

/// A flag that is raised to end a check, if there is one.
pub type Flag<'f> = Option<&'f AtomicBool>;

impl Cache {
    /// A cache that keeps tables in this folder. The folder is made when the first table is built.
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: Some(folder.into()) }
    }

    /// A cache that keeps no tables.
    pub fn none() -> Cache {
        Cache { folder: None }
    }

    /// The cache in the folder that the environment variable `LOYD_CACHE` names, else in `loyd` in the platform's
    /// folder for caches: on Linux `$XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`, on Windows
    /// `%LOCALAPPDATA%`. No tables are kept without a home folder, or in a build without the feature `files`.
    pub fn platform() -> Cache {
        Cache { folder: file::cache_folder(VARIABLE) }
    }

    /// The folder in which tables are kept, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The folder in which an unfinished map is kept; `None` if the cache has no folder.
    pub fn map_folder(&self, identity: &Identity) -> Option<PathBuf> {
        self.path(identity).map(|path| with_end(&path, MAP))
    }

    /// The path of the file in which a table is or would be kept.
    pub fn path(&self, identity: &Identity) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file::name_of(identity)?))
    }

    /// Returns a table if its file exists and is checked before the flag is raised; never waits. Sets a bad file aside.
    pub fn get(&self, identity: &Identity, cancel: Flag<'_>, notify: Notify<'_>) -> Option<Table> {
        let path = self.path(identity)?;
        let why = match read(&path, identity, cancel, notify) {
            Err(FileError::Unchecked) => return None,
            Ok(table) => return table,
            Err(why) => why,
        };
        let done = match Lock::try_take(&with_end(&path, LOCK)) {
            // The holder of the lock is about to set the file aside itself.
            Ok(None) => return None,
            Ok(Some(_lock)) => read_or_set_aside(&path, identity, cancel, notify),
            Err(_) => Err(why),
        };
        done.unwrap_or_else(|why| {
            notify(&CacheEvent::NotKept { path: &path, why: &why });
            None
        })
    }

    /// Returns a table from the cache, or builds it and, if possible, keeps it there. `build` is called at most once.
    ///
    /// # Errors
    /// The errors of `build`, and the limit of `meter` that was reached while another process was building.
    pub fn get_or_build<E: From<Stop>>(
        &self,
        identity: &Identity,
        meter: &mut Meter<'_>,
        notify: Notify<'_>,
        build: impl FnOnce(&mut Meter<'_>) -> Result<Vec<OwnedTensor>, E>,
    ) -> Result<Table, E> {
        self.get_or_build_noted(identity, &Notes::new(), meter, notify, build)
    }

    /// Does what `get_or_build` does; a table that is built is kept with notes.
    ///
    /// # Errors
    /// As [`get_or_build`](Cache::get_or_build).
    pub fn get_or_build_noted<E: From<Stop>>(
        &self,
        identity: &Identity,
        notes: &Notes,
        meter: &mut Meter<'_>,
        notify: Notify<'_>,
        build: impl FnOnce(&mut Meter<'_>) -> Result<Vec<OwnedTensor>, E>,
    ) -> Result<Table, E> {
        let (mut build, mut failed) = (Some(build), None);
        let mut tensors = |meter: &mut Meter<'_>| {
            let built = build.take().map(|build| build(meter));
            built?.map_err(|why| failed = Some(why)).ok()
        };
        match self.get_or_fill(identity, notes, meter, notify, &mut tensors)? {
            Some(table) => Ok(table),
            None => Err(failed.unwrap_or(Stop::Bytes.into())),
        }
    }

    /// Does the work of `get_or_build_noted`, compiled once. Returns `None` if the tensors could not be built.
    fn get_or_fill(
        &self,
        identity: &Identity,
        notes: &Notes,
        meter: &mut Meter<'_>,
        notify: Notify<'_>,
        build: &mut dyn FnMut(&mut Meter<'_>) -> Option<Vec<OwnedTensor>>,
    ) -> Result<Option<Table>, Stop> {
        let mut in_memory =
            |meter: &mut Meter<'_>| build(meter).map(|tensors| Table::in_memory(identity.clone(), tensors));
        let Some(path) = self.path(identity) else {
            return Ok(in_memory(meter));
        };
        let limits = meter.limits();
        let cancel = limits.cancel.as_deref();
        match read(&path, identity, cancel, notify) {
            Ok(Some(table)) => return Ok(Some(table)),
            Err(FileError::Unchecked) => return Err(Stop::Cancelled),
            _ => {}
        }
        let lock = match take(&with_end(&path, LOCK), meter, notify)? {
            Ok(lock) => lock,
            Err(error) => {
                notify(&CacheEvent::NotKept { path: &path, why: &system("make the lock", error) });
                return Ok(in_memory(meter));
            }
        };
        match read_or_set_aside(&path, identity, cancel, notify) {
            Ok(Some(table)) => return Ok(Some(table)),
            Ok(None) => {}
            Err(FileError::Unchecked) => return Err(Stop::Cancelled),
            Err(why) => {
                notify(&CacheEvent::NotKept { path: &path, why: &why });
                return Ok(in_memory(meter));
            }
        }
        remove_temporaries(&path);
        notify(&CacheEvent::Building { path: &path });
        let Some(table) = in_memory(meter) else { return Ok(None) };
        let tensors: Vec<Tensor<'_>> = table.tensors().iter().map(OwnedTensor::lend).collect();
        match file::write_noted(&path, identity, notes, &tensors) {
            Ok(()) => notify(&CacheEvent::Kept { path: &path, bytes: table.bytes() }),
            Err(why) => notify(&CacheEvent::NotKept { path: &path, why: &why }),
        }
        // A mapped file is shared with the next process, and the system can reclaim its memory. A check holds both
        // copies.
        let mapped = meter.fits(table.bytes()).then(|| Table::open(&path, identity).ok()).flatten();
        drop(lock);
        Ok(Some(mapped.unwrap_or(table)))
    }
}

/// Reads the table of this file; `None` if there is no file.
fn read(path: &Path, identity: &Identity, cancel: Flag<'_>, notify: Notify<'_>) -> Result<Option<Table>, FileError> {
    match Table::open_unless(path, identity, cancel) {
        Ok(table) => {
            notify(&CacheEvent::Read { path, bytes: table.bytes() });
            Ok(Some(table))
        }
        Err(why) if why.is_missing() => Ok(None),
        Err(why) => Err(why),
    }
}

/// Reads the table of this file, or sets a bad file aside; `None` if there is no file (any more). Only for the holder
/// of the lock, because the file may have been built anew since it was found bad.
fn read_or_set_aside(
    path: &Path,
    identity: &Identity,
    cancel: Flag<'_>,
    notify: Notify<'_>,
) -> Result<Option<Table>, FileError> {
    let why = match read(path, identity, cancel, notify) {
        Err(why) if !is_passing(&why) => why,
        read_or_failed => return read_or_failed,
    };
    let free = (1..MOST_BAD).map(|number| with_end(path, &format!("{BAD}{number}"))).find(|path| !path.exists());
    let moved_to = free.unwrap_or_else(|| with_end(path, &format!("{BAD}{MOST_BAD}")));
    pass("rename", path)
        .and_then(|()| fs::rename(path, &moved_to))
        .map_err(|error| system("move the file aside", error))?;
    notify(&CacheEvent::SetAside { path, why: &why, moved_to: &moved_to });
    Ok(None)
}

/// Whether the file may be good although it could not be read this time, because memory or open files ran out.
fn is_passing(why: &FileError) -> bool {
    match why {
        FileError::Unchecked => true,
        FileError::System { source, .. } => source.kind() != io::ErrorKind::PermissionDenied,
        _ => false,
    }
}

/// Takes the lock, and waits for it if necessary. The outer error is the limit that was reached while waiting.
fn take(path: &Path, meter: &mut Meter<'_>, notify: Notify<'_>) -> Result<io::Result<Lock>, Stop> {
    let made = |folder| pass("make folder", folder).and_then(|()| fs::create_dir_all(folder));
    if let Some(Err(error)) = path.parent().map(made) {
        return Ok(Err(error));
    }
    let started = Instant::now();
    let mut spoken = false;
    loop {
        match Lock::try_take(path) {
            Ok(Some(lock)) => return Ok(Ok(lock)),
            Err(error) => return Ok(Err(error)),
            Ok(None) => {}
        }
        if !spoken && started.elapsed() > UNSPOKEN {
            notify(&CacheEvent::Waiting { path });
            spoken = true;
        }
        let depth = meter.stats.depth;
        meter.look(depth)?;
        thread::sleep(LOOK_EVERY);
    }
}

/// Removes the files that killed builders of this table left. Only for the holder of the lock, the only builder.
fn remove_temporaries(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let begin = with_end(Path::new(name), ASIDE);
    for there in fs::read_dir(folder).into_iter().flatten().flatten() {
        if there.file_name().as_encoded_bytes().starts_with(begin.as_os_str().as_encoded_bytes()) {
            let _ = fs::remove_file(there.path());
        }
    }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut whole = OsString::from(path);
    whole.push(end);
    whole.into()
}

fn system(doing: &'static str, source: io::Error) -> FileError {
    FileError::System { doing, source }
}
