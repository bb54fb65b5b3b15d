//! The folder of a map that can be continued: its segments, and a checkpoint that names the segment files that count.
//!
//! Every segment has two files, `a` and `b`. The checkpoint names one of them, with its digest. Only the other file is
//! written, until the next checkpoint replaces this one. So a kill at any moment leaves the last checkpoint intact. All
//! files are tables in the layout of [`file`](crate::table::file); docs/formats.md describes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::table::faults::pass;
use crate::table::file::{self, ElementKind, FileError, Identity, Table, Tensor, loose};
use crate::table::lock::Lock;

/// The name of the checkpoint's file.
const CHECKPOINT: &str = "checkpoint.safetensors";
/// The name of a checkpoint that counts as soon as every process has written its own.
const NEXT: &str = "checkpoint-next.safetensors";
/// The file that marks a map of several processes as done, while the processes remove the other files.
const DONE: &str = "map.done";
/// The beginning of the names of the processes' folders.
const PROCESS: &str = "process-";
/// The beginning of the names of the segments' files.
const SEGMENT: &str = "segment-";
/// The end of the names of files that are not segments yet.
const SCRATCH: &str = ".scratch";
/// The file that is locked while a process uses the folder.
const LOCK: &str = "map.lock";

/// One of the two files of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// Neither file: no state of the segment was met.
    #[default]
    None,
    A,
    B,
}

impl Version {
    /// The file that may be overwritten while this one counts.
    pub fn other(self) -> Version {
        if self == Version::A { Version::B } else { Version::A }
    }

    fn number(self) -> u8 {
        self as u8
    }

    fn of_number(number: u8) -> Option<Version> {
        [Version::None, Version::A, Version::B].into_iter().find(|version| version.number() == number)
    }
}

/// Why a map's folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process draws a map in the folder.
    #[error("{}: another process is making a map in this folder", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// A file of the folder cannot be used.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the file.
        #[source]
        why: FileError,
    },
    /// Files that are intact and do not belong together.
    #[error("{}: {why}", path.display())]
    Mixed {
        /// The file.
        path: PathBuf,
        /// The reason, in words.
        why: String,
    },
}

impl FolderError {
    /// Whether a file exists and has wrong contents; false if the system failed.
    pub fn is_damage(&self) -> bool {
        match self {
            FolderError::Taken { .. } => false,
            FolderError::File { why, .. } => !matches!(why, FileError::System { .. }),
            FolderError::Mixed { .. } => true,
        }
    }
}

/// A folder that belongs to this process as long as this value lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: Lock,
}

/// The progress of a map, without the words of its segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckpointRecord {
    /// The number of positions in each complete layer.
    pub layers: Vec<u64>,
    /// Microseconds of work at the end of each layer, and now.
    pub times: Vec<u64>,
    /// Ranks of the farthest positions so far; only for paired spaces.
    pub antipodes: Vec<u64>,
    /// The notes of the search.
    pub notes: Vec<u64>,
    /// The file of each segment that counts, and its digest.
    pub versions: Vec<Version>,
    pub digests: Vec<u64>,
}

/// A record, and the identity of its map.
pub type Recorded = (Identity, CheckpointRecord);

impl Folder {
    /// Opens and locks a folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// [`FolderError::Taken`] while another process has the folder, or the error of the system.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let failed = |doing, source| FolderError::File { path: path.into(), why: FileError::System { doing, source } };
        file::available().map_err(|why| FolderError::File { path: path.into(), why })?;
        let made = pass("make folder", path).and_then(|()| fs::create_dir_all(path));
        made.map_err(|error| failed("make the folder", error))?;
        let lock = Lock::try_take(&path.join(LOCK)).map_err(|error| failed("lock the folder", error))?;
        let lock = lock.ok_or_else(|| FolderError::Taken { path: path.into() })?;
        Ok(Folder { path: path.into(), _lock: lock })
    }

    /// The folder of one of several processes, below the folder of their map.
    pub fn of_process(path: &Path, process: usize) -> PathBuf {
        path.join(format!("{PROCESS}{process:03}"))
    }

    /// The process folders below a map's folder, with the numbers of the processes, ascending.
    pub fn of_processes(path: &Path) -> Vec<(usize, PathBuf)> {
        let names = fs::read_dir(path).into_iter().flatten().flatten().map(|there| there.path());
        let number = |path: &PathBuf| path.file_name()?.to_str()?.strip_prefix(PROCESS)?.parse().ok();
        let mut there: Vec<(usize, PathBuf)> = names.filter_map(|path| Some((number(&path)?, path))).collect();
        there.sort_unstable();
        there
    }

    /// The file of the checkpoint in a folder.
    pub fn checkpoint_in(path: &Path) -> PathBuf {
        path.join(CHECKPOINT)
    }

    /// Whether the map in a folder is done, so that its files are to be removed.
    pub fn is_done_in(path: &Path) -> bool {
        path.join(DONE).exists()
    }

    /// Whether a process draws a map in a folder.
    pub fn is_taken(path: &Path) -> bool {
        matches!(Lock::is_taken(&path.join(LOCK)), Ok(true))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder contains a checkpoint that counts.
    pub fn has_checkpoint(&self) -> bool {
        self.path.join(CHECKPOINT).exists()
    }

    /// Whether the folder contains a checkpoint that counts or one that does not count yet.
    pub fn has_any(&self) -> bool {
        self.has_checkpoint() || self.path.join(NEXT).exists()
    }

    /// Marks the map as done: from now on the other files of the folder may be missing.
    ///
    /// # Errors
    /// The error of the system.
    pub fn mark_done(&self) -> Result<(), FolderError> {
        let path = self.path.join(DONE);
        let made = pass("make file", &path).and_then(|()| fs::File::create(&path)).and_then(|file| file.sync_all());
        made.map_err(|source| FolderError::File { path, why: FileError::System { doing: "make the file", source } })
    }

    /// Whether the map in this folder is done.
    pub fn is_done(&self) -> bool {
        Folder::is_done_in(&self.path)
    }

    /// Removes the mark that the map is done.
    ///
    /// # Errors
    /// The error of the system.
    pub fn go_on(&self) -> Result<(), FolderError> {
        remove(&self.path.join(DONE))
    }

    /// Removes both checkpoints. Without them the segments are not used.
    ///
    /// # Errors
    /// The error of the system.
    pub fn forget(&self) -> Result<(), FolderError> {
        remove(&self.path.join(CHECKPOINT))?;
        remove(&self.path.join(NEXT))?;
        self.go_on()
    }

    /// Removes the map's files. The folder itself stays, with all other files in it.
    ///
    /// # Errors
    /// The error of the system.
    pub fn clear(self) -> Result<(), FolderError> {
        let Folder { path, _lock: lock } = self;
        // Files that name others are removed first, and the mark that nothing is missing is removed last.
        remove(&path.join(CHECKPOINT))?;
        remove(&path.join(NEXT))?;
        for there in fs::read_dir(&path).map_err(|error| unremoved(&path, error))?.flatten() {
            let name = there.file_name();
            let is_ours = |begin: &str| name.as_encoded_bytes().starts_with(begin.as_bytes());
            if is_ours(SEGMENT) || is_ours(CHECKPOINT) || is_ours(NEXT) {
                remove(&there.path())?;
            }
        }
        remove(&path.join(DONE))?;
        drop(lock);
        Ok(())
    }

    /// The file of a segment.
    pub fn segment(&self, number: usize, version: Version) -> PathBuf {
        segment_in(&self.path, number, version)
    }

    /// The file of states that were found and are not yet part of a segment.
    pub fn scratch(&self, number: usize) -> PathBuf {
        self.path.join(format!("{SEGMENT}{number:06}{SCRATCH}"))
    }

    /// Removes all scratch files.
    ///
    /// # Errors
    /// The error of the system.
    pub fn drop_scratch(&self) -> Result<(), FolderError> {
        for there in fs::read_dir(&self.path).map_err(|error| unremoved(&self.path, error))?.flatten() {
            let name = there.file_name();
            let name = name.as_encoded_bytes();
            if name.starts_with(SEGMENT.as_bytes()) && name.ends_with(SCRATCH.as_bytes()) {
                remove(&there.path())?;
            }
        }
        Ok(())
    }

    /// Replaces the checkpoint that counts by a record. The segments that the record names must be synced.
    ///
    /// # Errors
    /// The error of the system; then the record before still counts.
    pub fn write(&self, identity: &Identity, record: &CheckpointRecord) -> Result<(), FolderError> {
        self.write_to(CHECKPOINT, identity, record)
    }

    /// Writes a record beside the one that counts.
    ///
    /// # Errors
    /// The error of the system.
    pub fn write_next(&self, identity: &Identity, record: &CheckpointRecord) -> Result<(), FolderError> {
        self.write_to(NEXT, identity, record)
    }

    /// Replaces the record that counts by the record beside it.
    ///
    /// # Errors
    /// The error of the system.
    pub fn promote(&self) -> Result<(), FolderError> {
        let (next, path) = (self.path.join(NEXT), self.path.join(CHECKPOINT));
        let renamed = pass("rename", &path).and_then(|()| fs::rename(&next, &path));
        // The new name is durable only when the folder is on the disk; some systems cannot sync a folder.
        let synced = renamed.and_then(|()| fs::File::open(&self.path).map_or(Ok(()), |folder| folder.sync_all()));
        let failed = |source| FileError::System { doing: "rename the file", source };
        synced.map_err(|error| FolderError::File { path, why: failed(error) })
    }

    /// Removes the record beside the one that counts, if there is one.
    ///
    /// # Errors
    /// The error of the system.
    pub fn drop_next(&self) -> Result<(), FolderError> {
        remove(&self.path.join(NEXT))
    }

    fn write_to(&self, name: &str, identity: &Identity, record: &CheckpointRecord) -> Result<(), FolderError> {
        let bytes = |numbers: &[u64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let versions: Vec<u8> = record.versions.iter().map(|version| version.number()).collect();
        let (layers, times) = (bytes(&record.layers), bytes(&record.times));
        let (antipodes, notes, digests) = (bytes(&record.antipodes), bytes(&record.notes), bytes(&record.digests));
        let tensor = |name, kind: ElementKind, bytes| {
            let bytes: &[u8] = bytes;
            Tensor { name, kind, shape: vec![bytes.len() as u64 / kind.bytes()], bytes }
        };
        let tensors = [
            tensor("layers", ElementKind::U64, &layers),
            tensor("microseconds", ElementKind::U64, &times),
            tensor("antipodes", ElementKind::U64, &antipodes),
            tensor("notes", ElementKind::U64, &notes),
            tensor("digests", ElementKind::U64, &digests),
            tensor("versions", ElementKind::U8, &versions),
        ];
        let path = self.path.join(name);
        file::write(&path, identity, &tensors).map_err(|why| FolderError::File { path, why })
    }

    /// Reads the current record; `None` if the folder has no record.
    ///
    /// # Errors
    /// If the record is of another map, or damaged.
    pub fn read(&self, identity: &Identity) -> Result<Option<CheckpointRecord>, FolderError> {
        self.read_from(CHECKPOINT, identity)
    }

    /// Reads the record beside the current one; `None` if it does not exist.
    ///
    /// # Errors
    /// As [`read`](Folder::read).
    pub fn read_next(&self, identity: &Identity) -> Result<Option<CheckpointRecord>, FolderError> {
        self.read_from(NEXT, identity)
    }

    fn read_from(&self, name: &str, identity: &Identity) -> Result<Option<CheckpointRecord>, FolderError> {
        read_record(self.path.join(name), identity)
    }

    /// The records in a folder, of any map, with their identities; `true` marks the one beside the one that counts.
    pub fn records(path: &Path) -> Vec<(bool, Result<Recorded, FolderError>)> {
        let record = |name: &str| {
            let path = path.join(name);
            match file::inspect(&path) {
                Err(why) if why.is_missing() => None,
                Err(why) => Some(Err(FolderError::File { path, why })),
                Ok((identity, ..)) => {
                    let record = read_record(path, &identity).transpose()?;
                    Some(record.map(|record| (identity, record)))
                }
            }
        };
        [CHECKPOINT, NEXT].into_iter().filter_map(|name| Some((name == NEXT, record(name)?))).collect()
    }

    /// Checks every byte of a segment's file, and that the file has that digest.
    ///
    /// # Errors
    /// If the file is damaged or has another digest.
    pub fn check(&self, number: usize, version: Version, identity: &Identity, digest: u64) -> Result<(), FolderError> {
        check_segment(self.segment(number, version), identity, digest)
    }
}

/// Removes a file, if it exists.
///
/// # Errors
/// The error of the system.
pub fn remove(path: &Path) -> Result<(), FolderError> {
    match pass("remove", path).and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unremoved(path, error)),
        _ => Ok(()),
    }
}

fn unremoved(path: &Path, source: io::Error) -> FolderError {
    FolderError::File { path: path.into(), why: FileError::System { doing: "remove the file", source } }
}

/// The file of a segment in a folder.
pub fn segment_in(path: &Path, number: usize, version: Version) -> PathBuf {
    let version = if version == Version::B { 'b' } else { 'a' };
    path.join(format!("{SEGMENT}{number:06}-{version}.safetensors"))
}

/// The identity of a segment's file.
pub fn segment_identity(map: &Identity, number: usize) -> Identity {
    let mut identity = Identity { kind: format!("{} segment", map.kind), ..map.clone() };
    identity.parameters.insert("segment".into(), number.to_string());
    identity
}

/// Checks every byte of a segment's file, and that the file has that digest.
pub fn check_segment(path: PathBuf, identity: &Identity, digest: u64) -> Result<(), FolderError> {
    match loose::check(&path, identity) {
        Ok(found) if found == digest => Ok(()),
        Ok(_) => Err(FolderError::Mixed { path, why: "the segment does not belong to the checkpoint".into() }),
        Err(why) => Err(FolderError::File { path, why }),
    }
}

/// Reads the record in a file, which must be of this map; `None` if there is no file.
fn read_record(path: PathBuf, identity: &Identity) -> Result<Option<CheckpointRecord>, FolderError> {
    let table = match Table::open(&path, identity) {
        Ok(table) => table,
        Err(why) if why.is_missing() => return Ok(None),
        Err(why) => return Err(FolderError::File { path, why }),
    };
    let bytes = |name: &str| table.tensor(name).unwrap_or_default();
    let numbers = |name: &str| {
        let bytes = bytes(name);
        let words = bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes));
        words.collect::<Vec<_>>()
    };
    let versions: Option<Vec<Version>> = bytes("versions").iter().map(|&number| Version::of_number(number)).collect();
    let versions = versions.filter(|versions| versions.len() == numbers("digests").len());
    let Some(versions) = versions else {
        return Err(FolderError::Mixed {
            path,
            why: "the record does not name the current file of each segment".into(),
        });
    };
    Ok(Some(CheckpointRecord {
        layers: numbers("layers"),
        times: numbers("microseconds"),
        antipodes: numbers("antipodes"),
        notes: numbers("notes"),
        digests: numbers("digests"),
        versions,
    }))
}
