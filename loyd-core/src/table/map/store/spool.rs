//! Threads that read and write segments while other threads search.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use zerocopy::IntoBytes;

use super::super::SegmentWords;
use super::folder::FolderError;
use crate::table::file::{ElementKind, FileError, Identity, Tensor, loose};

/// The number of threads: the disk stays busy while one of them calculates checksums.
const THREADS: usize = 3;

/// The name of the array in a segment's file.
const LANES: &str = "lanes";

/// A task for a segment's file.
#[derive(Debug)]
pub enum SpoolRequest {
    /// Reads the file into these words.
    Read { words: SegmentWords, digest: u64 },
    /// Writes these words over the file.
    Write { words: SegmentWords, identity: Arc<Identity> },
    /// Syncs the file to the disk.
    Sync,
}

/// The result of an errand.
#[derive(Debug)]
pub enum SpoolResult {
    Read { words: SegmentWords },
    Written { words: SegmentWords, digest: u64 },
    Synced,
}

type Report = (usize, Result<SpoolResult, FolderError>);

/// The threads, and the channel of their reports.
#[derive(Debug)]
pub struct Spool {
    pool: ThreadPool,
    sender: Sender<Report>,
    receiver: Mutex<Receiver<Report>>,
    under_way: usize,
}

impl Spool {
    /// Starts the threads.
    pub fn new() -> Result<Spool, FileError> {
        let pool = ThreadPoolBuilder::new().num_threads(THREADS).thread_name(|_| "spool".into()).build();
        let pool = pool.map_err(|error| FileError::system("start a thread")(std::io::Error::other(error)))?;
        let (sender, receiver) = channel();
        Ok(Spool { pool, sender, receiver: Mutex::new(receiver), under_way: 0 })
    }

    /// Sends an errand for the file of a segment to the threads.
    pub fn send(&mut self, segment: usize, path: PathBuf, errand: SpoolRequest) {
        self.under_way += 1;
        let sender = self.sender.clone();
        self.pool.spawn(move || {
            let done = run(&path, errand).map_err(|error| match error {
                Ok(why) => FolderError::File { path, why },
                Err(why) => FolderError::Mixed { path, why },
            });
            // A receiver that has stopped with an error does not listen any more.
            let _ = sender.send((segment, done));
        });
    }

    /// Waits for the next report: the segment and the result of its errand; `None` if no errand is under way.
    ///
    /// # Errors
    /// The error of the errand.
    pub fn wait(&mut self) -> Result<Option<(usize, SpoolResult)>, FolderError> {
        if self.under_way == 0 {
            return Ok(None);
        }
        self.under_way -= 1;
        let receiver = self.receiver.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The channel is open, because this spool holds a sender.
        let Ok((segment, done)) = receiver.recv() else { return Ok(None) };
        done.map(|done| Some((segment, done)))
    }
}

fn run(path: &std::path::Path, errand: SpoolRequest) -> Result<SpoolResult, Result<FileError, String>> {
    match errand {
        SpoolRequest::Read { mut words, digest } => {
            let found = loose::read(path, words.as_mut_bytes()).map_err(Ok)?;
            if found != digest {
                return Err(Err("its bytes have changed since they were written".into()));
            }
            Ok(SpoolResult::Read { words })
        }
        SpoolRequest::Write { mut words, identity } => {
            let bytes = words.as_mut_bytes();
            let shape = vec![bytes.len() as u64 / ElementKind::U64.bytes()];
            let tensor = Tensor { name: LANES, kind: ElementKind::U64, shape, bytes };
            let digest = loose::write(path, &identity, tensor).map_err(Ok)?;
            Ok(SpoolResult::Written { words, digest })
        }
        SpoolRequest::Sync => loose::sync(path).map(|()| SpoolResult::Synced).map_err(Ok),
    }
}
