//! The files of a map without ranks, each written once: one file for a small layer, and a file for each bucket of a
//! large one. The waiting states of a bucket have a file, too.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::BUCKETS;
use crate::exact::exact;
use crate::table::faults::pass;
use crate::table::file::{ElementKind, FileError, Identity, Tensor, loose};
use crate::table::map::store::folder::{CheckpointRecord, Folder, FolderError, Version, remove, segment_identity};

/// Bytes of waiting states that are read at a time.
const AT_A_TIME: usize = 1 << 20;

/// The name of the array in a file.
const STATES: &str = "states";

/// The states of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filed {
    /// The number of the file.
    number: usize,
    /// Bytes of the states; 0 if there are no states and no file.
    pub bytes: u64,
    digest: u64,
}

/// The numbers for files of a layer: one for each bucket, and one for the whole layer.
const EACH: usize = BUCKETS + 1;

impl Filed {
    /// No states, and so no file.
    pub const NONE: Filed = Filed { number: 0, bytes: 0, digest: 0 };

    /// The bucket of the states; `None` if they are a whole layer.
    pub fn bucket(&self) -> Option<usize> {
        Some(self.number % EACH).filter(|&own| own < BUCKETS)
    }
}

/// The contents of a checkpoint.
#[derive(Debug)]
pub struct StateCheckpoint {
    /// The depth of the latest layer.
    pub depth: usize,
    /// The number of positions in the latest layer.
    pub layer: u64,
    /// The files of all layers that are looked up, the latest last.
    pub layers: Vec<Vec<Filed>>,
}

/// The folder of a map, and the identity of the map.
#[derive(Debug)]
pub struct StateFiles<'f> {
    folder: &'f Folder,
    map: Identity,
    /// Files that may not be synced to the disk yet.
    loose: Mutex<Vec<usize>>,
    /// The files that the last checkpoint names.
    named: Vec<usize>,
}

impl<'f> StateFiles<'f> {
    /// The files of that map in a folder.
    pub fn new(folder: &'f Folder, map: &Identity) -> Result<Self, FolderError> {
        let files = StateFiles { folder, map: map.clone(), loose: Mutex::default(), named: Vec::new() };
        // The waiting states of a process that was killed are of a layer that begins anew.
        files.drop_waiting()?;
        Ok(files)
    }

    /// Removes the files of all waiting states.
    pub fn drop_waiting(&self) -> Result<(), FolderError> {
        self.folder.drop_scratch()
    }

    /// Removes the files of a layer that is not complete.
    pub fn drop_layer(&self, depth: usize) -> Result<(), FolderError> {
        let mut loose = self.loose.lock().unwrap_or_else(PoisonError::into_inner);
        let (of_layer, others) = loose.drain(..).partition::<Vec<usize>, _>(|number| number / EACH == depth);
        *loose = others;
        of_layer.into_iter().try_for_each(|number| remove(&self.path(number)))
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.segment(number, Version::A)
    }

    fn scratch(&self, own: usize) -> PathBuf {
        self.folder.scratch(own)
    }

    /// Writes the states of a layer in one bucket, or of the whole layer.
    pub fn write(&self, depth: usize, own: Option<usize>, states: &[u8]) -> Result<Filed, FolderError> {
        if states.is_empty() {
            return Ok(Filed::NONE);
        }
        let number = depth * EACH + own.unwrap_or(BUCKETS);
        let path = self.path(number);
        let identity = segment_identity(&self.map, number);
        let tensor = Tensor { name: STATES, kind: ElementKind::U8, shape: vec![states.len() as u64], bytes: states };
        let digest = loose::write(&path, &identity, tensor).map_err(|why| FolderError::File { path, why })?;
        self.loose.lock().unwrap_or_else(PoisonError::into_inner).push(number);
        Ok(Filed { number, bytes: states.len() as u64, digest })
    }

    /// Reads the states of a file.
    pub fn read(&self, filed: &Filed) -> Result<Vec<u8>, FolderError> {
        let mut states = vec![0; exact::<usize>(filed.bytes)];
        if states.is_empty() {
            return Ok(states);
        }
        let path = self.path(filed.number);
        match loose::read(&path, &mut states) {
            Err(why) => Err(FolderError::File { path, why }),
            Ok(digest) if digest != filed.digest => {
                Err(FolderError::Mixed { path, why: "its bytes have changed since they were written".into() })
            }
            Ok(_) => Ok(states),
        }
    }

    /// Appends the waiting states of a bucket to the bucket's file.
    pub fn append(&self, own: usize, states: &[u8]) -> Result<(), FolderError> {
        let path = self.scratch(own);
        let append = || {
            pass("write", &path)?;
            OpenOptions::new().create(true).append(true).open(&path)?.write_all(states)
        };
        let appended = if states.is_empty() { Ok(()) } else { append() };
        appended.map_err(|source| failed(path, "write the file", source))
    }

    /// Calls `each` with the waiting states in a bucket's file, always whole states, and removes the file.
    pub fn take_scratch(&self, own: usize, width: usize, each: &mut dyn FnMut(&[u8])) -> Result<(), FolderError> {
        let path = self.scratch(own);
        let mut read = || -> io::Result<()> {
            pass("read", &path)?;
            let mut file = match File::open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                file => file?,
            };
            let mut bytes = vec![0; AT_A_TIME.next_multiple_of(width)];
            let mut filled = 0;
            loop {
                let read = file.read(&mut bytes[filled..])?;
                filled += read;
                if read == 0 || filled == bytes.len() {
                    each(&bytes[..filled]);
                    filled = 0;
                }
                if read == 0 {
                    return Ok(());
                }
            }
        };
        read().map_err(|source| failed(path.clone(), "read the file", source))?;
        remove(&path)
    }

    /// Writes a checkpoint of the files of these layers, and removes the files that only the checkpoint before names.
    pub fn commit(
        &mut self,
        record: CheckpointRecord,
        depth: usize,
        layer: u64,
        layers: &[Vec<Filed>],
    ) -> Result<(), FolderError> {
        let mut there: Vec<&Filed> = layers.iter().flatten().filter(|filed| filed.bytes > 0).collect();
        there.sort_unstable_by_key(|filed| filed.number);
        let named: Vec<usize> = there.iter().map(|filed| filed.number).collect();
        let loose = std::mem::take(self.loose.get_mut().unwrap_or_else(PoisonError::into_inner));
        // The files of a layer that was not completed do not count any more.
        let loose = loose.into_par_iter().filter(|number| named.binary_search(number).is_ok());
        loose.try_for_each(|number| {
            let path = self.path(number);
            loose::sync(&path).map_err(|why| FolderError::File { path, why })
        })?;
        let all = named.last().map_or(0, |last| last + 1);
        let (mut versions, mut digests) = (vec![Version::None; all], vec![0; all]);
        for filed in &there {
            (versions[filed.number], digests[filed.number]) = (Version::A, filed.digest);
        }
        let sizes = there.iter().flat_map(|filed| [filed.number as u64, filed.bytes]);
        let notes = [BUCKETS, depth, layers.len()].map(|number| number as u64).into_iter().chain([layer]).chain(sizes);
        self.folder.write(&self.map, &CheckpointRecord { notes: notes.collect(), versions, digests, ..record })?;
        for number in std::mem::replace(&mut self.named, named) {
            if self.named.binary_search(&number).is_err() {
                remove(&self.path(number))?;
            }
        }
        Ok(())
    }

    /// The checkpoint in the folder, which must be of this map; `None` without a checkpoint.
    pub fn recall(&mut self, width: usize) -> Result<Option<(CheckpointRecord, StateCheckpoint)>, FolderError> {
        let Some(record) = self.folder.read(&self.map)? else { return Ok(None) };
        let kept = checkpoint_of(&record, width).ok_or_else(|| {
            let why = "the checkpoint does not record which files contain which layers".into();
            FolderError::Mixed { path: self.folder.path().into(), why }
        })?;
        self.named = kept.layers.iter().flatten().map(|filed| filed.number).collect();
        self.named.sort_unstable();
        Ok(Some((record, kept)))
    }
}

/// The files that a record describes; `None` if it is not a record of such a map.
fn checkpoint_of(record: &CheckpointRecord, width: usize) -> Option<StateCheckpoint> {
    let (&[buckets, depth, number, layer], sizes) = record.notes.split_first_chunk()?;
    let (depth, number) = (usize::try_from(depth).ok()?, usize::try_from(number).ok()?);
    let first = (depth + 1).checked_sub(number)?;
    if buckets != BUCKETS as u64 || depth + 1 != record.layers.len() {
        return None;
    }
    let mut layers = vec![Vec::new(); number];
    for size in sizes.chunks(2) {
        let &[number, bytes] = size else { return None };
        let number = usize::try_from(number).ok()?;
        let digest = *record.digests.get(number)?;
        layers.get_mut((number / EACH).checked_sub(first)?)?.push(Filed { number, bytes, digest });
        if bytes == 0 || bytes % width as u64 != 0 {
            return None;
        }
    }
    Some(StateCheckpoint { depth, layer, layers })
}

fn failed(path: PathBuf, doing: &'static str, source: io::Error) -> FolderError {
    FolderError::File { path, why: FileError::System { doing, source } }
}
