//! The state of a shared map, read from the folders of all its processes.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::store::folder::{
    CheckpointRecord, Folder, FolderError, Version, check_segment, segment_identity, segment_in,
};
use crate::exact::exact;
use crate::table::file::{FileError, Identity};

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCheckpoint {
    /// The identity of the map.
    pub identity: Identity,
    /// The number of positions in each complete layer.
    pub layers: Vec<u64>,
}

/// The state of a shared map, read from the folders of its processes.
#[derive(Debug)]
pub struct Status {
    /// The newest complete checkpoint; if none is complete, the newest of which any part is there.
    pub found: Option<FoundCheckpoint>,
    /// The number of shards of the map.
    pub shards: u64,
    /// The shards that are in no folder.
    pub missing: Vec<Range<u64>>,
    /// Files that cannot be used.
    pub damaged: Vec<FolderError>,
    /// Bytes of the files that belong to the checkpoint.
    pub bytes: u64,
    /// The processes whose folders contain parts of the checkpoint.
    pub processes: Vec<usize>,
}

/// A checkpoint in the folder of one process.
struct ProcessCheckpoint {
    process: usize,
    path: PathBuf,
    identity: Identity,
    record: CheckpointRecord,
    own: Range<u64>,
}

impl Status {
    /// Reads the folders below the folder of a map by several processes, with every byte of the checkpoint's files.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn of(path: &Path) -> Result<Status, FolderError> {
        let read = fs::read_dir(path);
        read.map_err(|source| FolderError::File {
            path: path.into(),
            why: FileError::System { doing: "read the folder", source },
        })?;
        let mut damaged = Vec::new();
        let mut all = Vec::new();
        let mut may_miss = false;
        let mut has_counted = false;
        for (process, path) in Folder::of_processes(path) {
            may_miss |= Folder::is_done_in(&path);
            for (is_next, there) in Folder::records(&path) {
                has_counted |= !is_next;
                match there {
                    Ok((identity, record)) => match own(&record) {
                        Some(own) => all.push(ProcessCheckpoint { process, path: path.clone(), identity, record, own }),
                        None => damaged.push(FolderError::Mixed {
                            path: path.clone(),
                            why: "the checkpoint does not record its shards".into(),
                        }),
                    },
                    Err(why) => damaged.push(why),
                }
            }
        }
        let layers = |there: &ProcessCheckpoint| there.record.layers.len();
        let shards = |there: &ProcessCheckpoint| there.record.versions.len() as u64;
        let newest = all.iter().map(layers).max();
        // If a process was stopped before its checkpoint counted, an older one may be the complete one.
        let mut numbers: Vec<usize> = all.iter().map(layers).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let gaps_of = |number: usize| {
            let these: Vec<&ProcessCheckpoint> = all.iter().filter(|there| layers(there) == number).collect();
            gaps(&these, these.first().map_or(0, |there| shards(there)))
        };
        let whole = numbers.into_iter().rev().find(|&number| gaps_of(number).is_empty());
        // A checkpoint does not count before all have written the first, nor after the map is done.
        may_miss |= !has_counted;
        let Some(number) = whole.or(newest.filter(|_| !may_miss)) else {
            return Ok(Status {
                found: None,
                shards: 0,
                missing: Vec::new(),
                damaged,
                bytes: 0,
                processes: Vec::new(),
            });
        };
        let mut these: Vec<&ProcessCheckpoint> = all.iter().filter(|there| layers(there) == number).collect();
        // The checkpoint that counts comes before the checkpoint beside it.
        these.dedup_by_key(|there| there.process);
        let mut bytes = 0;
        for there in &these {
            let files: Vec<(usize, PathBuf)> = there
                .own
                .clone()
                .map(exact::<usize>)
                .filter(|&shard| there.record.versions[shard] != Version::None)
                .map(|shard| (shard, segment_in(&there.path, shard, there.record.versions[shard])))
                .collect();
            bytes += files.iter().filter_map(|(_, path)| fs::metadata(path).ok()).map(|file| file.len()).sum::<u64>();
            let check = |(shard, path): (usize, PathBuf)| {
                let identity = segment_identity(&there.identity, shard);
                check_segment(path, &identity, there.record.digests[shard]).err()
            };
            damaged.extend(files.into_par_iter().filter_map(check).collect::<Vec<_>>());
        }
        let first = these
            .first()
            .map(|there| FoundCheckpoint { identity: there.identity.clone(), layers: there.record.layers.clone() });
        Ok(Status {
            found: first,
            shards: these.first().map_or(0, |there| shards(there)),
            missing: gaps_of(number),
            damaged,
            bytes,
            processes: these.iter().map(|there| there.process).collect(),
        })
    }

    /// Whether no shard is missing and no file is damaged, so that the same command can continue the map.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }
}

/// The shards that the checkpoint of one process contains.
fn own(record: &CheckpointRecord) -> Option<Range<u64>> {
    let (&[first, end], _) = record.notes.split_first_chunk()?;
    let shards = record.versions.len();
    (first <= end && end <= shards as u64 && record.digests.len() == shards).then_some(first..end)
}

/// The shards that none of these checkpoints contains.
fn gaps(these: &[&ProcessCheckpoint], shards: u64) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = these.iter().map(|there| there.own.clone()).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    let (mut gaps, mut covered) = (Vec::new(), 0);
    for range in ranges.into_iter().chain(std::iter::once(shards..shards)) {
        if range.start > covered {
            gaps.push(covered..range.start);
        }
        covered = covered.max(range.end);
    }
    gaps
}
