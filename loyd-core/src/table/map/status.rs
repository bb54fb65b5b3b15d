//! What the folders of a map's processes hold, whoever wrote them.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::store::folder::{Folder, FolderError, Record, Version, check_segment, segment_identity, segment_in};
use crate::exact::exact;
use crate::table::file::{FileError, Identity};

/// A checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the map is of.
    pub identity: Identity,
    /// The number of positions in each layer that is whole.
    pub layers: Vec<u64>,
}

/// What the folders of a map's processes hold.
#[derive(Debug)]
pub struct Status {
    /// The newest checkpoint of which anything is there; the others count only where this one is not whole.
    pub found: Option<Found>,
    /// How many shards the map has.
    pub shards: u64,
    /// Those that are in no folder.
    pub missing: Vec<Range<u64>>,
    /// Files that cannot be used.
    pub damaged: Vec<FolderError>,
    /// Bytes of the files that count.
    pub bytes: u64,
    /// The processes in whose folders it is.
    pub processes: Vec<usize>,
}

/// A checkpoint in the folder of one process.
struct There {
    process: usize,
    path: PathBuf,
    identity: Identity,
    record: Record,
    own: Range<u64>,
}

impl Status {
    /// What is below a folder that was named for a map of several processes. Every byte that counts is read.
    ///
    /// # Errors
    /// When there is no such folder.
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
                        Some(own) => all.push(There { process, path: path.clone(), identity, record, own }),
                        None => damaged.push(FolderError::Mixed {
                            path: path.clone(),
                            why: "its checkpoint says not which shards it has".into(),
                        }),
                    },
                    Err(why) => damaged.push(why),
                }
            }
        }
        let layers = |there: &There| there.record.layers.len();
        let shards = |there: &There| there.record.versions.len() as u64;
        let newest = all.iter().map(layers).max();
        // Where a process was stopped between writing and counting, an older one may be the whole one.
        let mut numbers: Vec<usize> = all.iter().map(layers).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let gaps_of = |number: usize| {
            let these: Vec<&There> = all.iter().filter(|there| layers(there) == number).collect();
            gaps(&these, these.first().map_or(0, |there| shards(there)))
        };
        let whole = numbers.into_iter().rev().find(|&number| gaps_of(number).is_empty());
        // A first checkpoint that not all have written is none yet, and that of a map that is done is none any more.
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
        let mut these: Vec<&There> = all.iter().filter(|there| layers(there) == number).collect();
        // The one that counts comes before the one beside it.
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
        let first =
            these.first().map(|there| Found { identity: there.identity.clone(), layers: there.record.layers.clone() });
        Ok(Status {
            found: first,
            shards: these.first().map_or(0, |there| shards(there)),
            missing: gaps_of(number),
            damaged,
            bytes,
            processes: these.iter().map(|there| there.process).collect(),
        })
    }

    /// Whether all that is known of is there, so that the same command goes on.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }
}

/// The shards that a process's checkpoint has.
fn own(record: &Record) -> Option<Range<u64>> {
    let (&[first, end], _) = record.notes.split_first_chunk()?;
    let shards = record.versions.len();
    (first <= end && end <= shards as u64 && record.digests.len() == shards).then_some(first..end)
}

/// The shards that none of these has.
fn gaps(these: &[&There], shards: u64) -> Vec<Range<u64>> {
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
