//! The process of a worker.

use std::io;
use std::pin::Pin;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{StartWorker, WorkerEnd, WorkerShare, lock};
use crate::questions::frames::{Frame, LONGEST_REPLY};

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
pub struct Processes {
    registry: Mutex<Registry>,
    room: ReplyRoom,
}

#[derive(Debug, Default)]
struct Registry {
    processes: Vec<Weak<WorkerProcess>>,
    has_ended: bool,
}

impl Processes {
    /// The processes that run.
    pub fn alive(&self) -> Vec<Arc<WorkerProcess>> {
        lock(&self.registry).processes.iter().filter_map(Weak::upgrade).collect()
    }

    /// Whether [`end`](Self::end) was called.
    pub fn have_ended(&self) -> bool {
        lock(&self.registry).has_ended
    }

    /// Starts a process.
    ///
    /// # Errors
    /// The error of the system, or an error after [`end`](Self::end).
    pub fn start(
        &self,
        start: &StartWorker,
        share: WorkerShare,
        patience: Duration,
    ) -> io::Result<(Arc<WorkerProcess>, ChildStdin, FrameReader)> {
        let mut registry = lock(&self.registry);
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
        let (received, room, waiting, held) = (BytesMut::new(), self.room.clone(), None, None);
        let frames = FrameReader { pipe: ChildStdout::from_std(stdout)?, received, room, patience, waiting, held };
        Ok((process, ChildStdin::from_std(stdin)?, frames))
    }

    /// Ends all processes. No more are started.
    pub fn end(&self) {
        let alive = {
            let mut registry = lock(&self.registry);
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

/// The bytes of long replies that the server holds, until their clients have read them.
#[derive(Clone, Debug)]
struct ReplyRoom(Arc<Semaphore>);

/// The unit of the room. Shorter frames take no room, because the number of connections bounds them.
const UNIT: usize = 1 << 15;

impl Default for ReplyRoom {
    fn default() -> ReplyRoom {
        // The longest reply fits with its head.
        ReplyRoom(Arc::new(Semaphore::new(LONGEST_REPLY / UNIT + 1)))
    }
}

/// The body of a reply with its room.
struct HeldBody(Bytes, #[expect(dead_code, reason = "the room is free when the body is dropped")] OwnedSemaphorePermit);

impl AsRef<[u8]> for HeldBody {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Reads the frames of a worker. Dropping an unfinished read loses nothing.
pub struct FrameReader {
    pipe: ChildStdout,
    received: BytesMut,
    room: ReplyRoom,
    /// The longest time that a frame waits for room.
    patience: Duration,
    /// The wait of the current frame.
    waiting: Option<Pin<Box<dyn Future<Output = Option<OwnedSemaphorePermit>> + Send>>>,
    /// The room of the current frame.
    held: Option<OwnedSemaphorePermit>,
}

impl FrameReader {
    /// Whether the current frame waits for room.
    pub fn waits(&self) -> bool {
        self.waiting.is_some()
    }

    /// The next frame, or `None` at the end of the pipe.
    ///
    /// # Errors
    /// When the pipe cannot be read or contains no frames, or a long frame has found no room.
    pub async fn next(&mut self) -> Result<Option<Frame>, WorkerEnd> {
        loop {
            if let Some(mut frame) = Frame::take(&mut self.received).map_err(|_| WorkerEnd::Garbled)? {
                if let Some(held) = self.held.take() {
                    frame.body = Bytes::from_owner(HeldBody(frame.body, held));
                    // The rest must not keep the memory of the frame.
                    self.received = BytesMut::from(&self.received[..]);
                }
                return Ok(Some(frame));
            }
            let length = Frame::length(&self.received);
            if length > UNIT && self.held.is_none() {
                let (room, patience) = (self.room.0.clone(), self.patience);
                let units = u32::try_from(length.div_ceil(UNIT)).unwrap_or(u32::MAX);
                let waiting = self.waiting.get_or_insert_with(|| {
                    let acquired = tokio::time::timeout(patience, room.acquire_many_owned(units));
                    Box::pin(async { acquired.await.ok()?.ok() })
                });
                let held = waiting.await;
                self.waiting = None;
                self.held = Some(held.ok_or(WorkerEnd::Unread)?);
            }
            self.received.reserve(READ.max(length.saturating_sub(self.received.len())));
            match self.pipe.read_buf(&mut self.received).await {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(_) => return Err(WorkerEnd::Died),
            }
        }
    }
}
