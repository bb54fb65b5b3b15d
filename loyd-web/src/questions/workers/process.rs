//! The process of a worker.

use std::io;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use bytes::BytesMut;
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStdin, ChildStdout};

use super::{StartWorker, WorkerShare, lock};
use crate::questions::frames::Frame;

/// The time that a worker may take until it takes questions.
pub const START: Duration = Duration::from_secs(20);
/// The time in which the system reports the end of a process whose pipe is closed.
const FATE: Duration = Duration::from_secs(1);
/// The bytes that a process may hold beside a tenth more than its memory: its program, threads and allocator.
const BESIDE: u64 = 64_000_000;
/// The bytes that are read at once.
const READ: usize = 1 << 16;

/// The processes that run.
#[derive(Debug, Default)]
pub struct Processes(Mutex<Registry>);

#[derive(Debug, Default)]
struct Registry {
    processes: Vec<Weak<WorkerProcess>>,
    has_ended: bool,
}

impl Processes {
    /// The processes that run.
    pub fn alive(&self) -> Vec<Arc<WorkerProcess>> {
        lock(&self.0).processes.iter().filter_map(Weak::upgrade).collect()
    }

    /// Whether [`end`](Self::end) was called.
    pub fn have_ended(&self) -> bool {
        lock(&self.0).has_ended
    }

    /// Starts a process.
    ///
    /// # Errors
    /// The error of the system, or an error after [`end`](Self::end).
    pub fn start(
        &self,
        start: &StartWorker,
        share: WorkerShare,
    ) -> io::Result<(Arc<WorkerProcess>, ChildStdin, FrameReader)> {
        let mut registry = lock(&self.0);
        if registry.has_ended {
            return Err(io::Error::other("the server is stopping"));
        }
        let mut child = start(share)?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process =
            Arc::new(WorkerProcess { id: child.id(), child: Mutex::new(Some(child)), tables: AtomicU64::new(0) });
        registry.processes.retain(|process| process.strong_count() > 0);
        registry.processes.push(Arc::downgrade(&process));
        let (Some(stdin), Some(stdout)) = (stdin, stdout) else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let frames = FrameReader { pipe: ChildStdout::from_std(stdout)?, received: BytesMut::new() };
        Ok((process, ChildStdin::from_std(stdin)?, frames))
    }

    /// Ends all processes. No more are started.
    pub fn end(&self) {
        let alive = {
            let mut registry = lock(&self.0);
            registry.has_ended = true;
            std::mem::take(&mut registry.processes)
        };
        alive.iter().filter_map(Weak::upgrade).for_each(|process| process.kill());
    }
}

/// A process. Dropping it ends the process.
#[derive(Debug)]
pub struct WorkerProcess {
    id: u32,
    /// The process, until the value is dropped.
    child: Mutex<Option<Child>>,
    tables: AtomicU64,
}

impl WorkerProcess {
    /// The id of the process in the system.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The bytes of the tables that the process keeps.
    pub fn tables(&self) -> u64 {
        self.tables.load(Ordering::Relaxed)
    }

    /// Records the bytes of the tables that the process keeps.
    pub fn keeps(&self, tables: u64) {
        self.tables.store(tables, Ordering::Relaxed);
    }

    /// Ends the process.
    pub fn kill(&self) {
        // A process that has ended already needs no signal.
        let _ = lock(&self.child).as_mut().map(Child::kill);
    }

    fn status(&self) -> io::Result<Option<ExitStatus>> {
        lock(&self.child).as_mut().map_or(Ok(None), Child::try_wait)
    }

    /// Whether the process runs.
    pub fn is_alive(&self) -> bool {
        matches!(self.status(), Ok(None))
    }

    /// Waits for the end of the process, which was killed or has closed its pipe, and describes it.
    pub async fn fate(&self) -> String {
        let ended = tokio::time::timeout(FATE, async {
            loop {
                match self.status() {
                    Ok(None) => tokio::time::sleep(Duration::from_millis(5)).await,
                    ended => return ended.ok().flatten(),
                }
            }
        });
        let ended = ended.await.ok().flatten();
        self.kill();
        ended.as_ref().map_or_else(|| "no status".into(), ExitStatus::to_string)
    }

    /// Whether the process holds more than it may for questions with so many bytes.
    pub fn is_over(&self, most: u64) -> bool {
        self.held().is_some_and(|held| held > most + most / 10 + BESIDE)
    }

    /// The bytes that the process holds beside mapped files, where the system reports them.
    fn held(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
        let Some(mut child) = lock(&self.child).take() else { return };
        if let Ok(None) = child.try_wait() {
            // The system forgets a process when its parent has waited. The end of a large process takes some time.
            let _ = std::thread::Builder::new().spawn(move || child.wait());
        }
    }
}

/// Reads the frames of a worker. Dropping an unfinished read loses nothing.
#[derive(Debug)]
pub struct FrameReader {
    pipe: ChildStdout,
    received: BytesMut,
}

impl FrameReader {
    /// The next frame, or `None` at the end of the pipe.
    ///
    /// # Errors
    /// When the pipe cannot be read, or contains no frames.
    pub async fn next(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if let Some(frame) = Frame::take(&mut self.received)? {
                return Ok(Some(frame));
            }
            self.received.reserve(READ);
            if self.pipe.read_buf(&mut self.received).await? == 0 {
                return Ok(None);
            }
        }
    }
}
