//! The worker that answers all light questions, several at a time.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

use super::process::{FrameReader, WorkerProcess};
use super::{Worker, WorkerEnd, WorkerShare, Workers, lock, remember};
use crate::questions::admission::SearchPlace;
use crate::questions::frames::{Frame, FrameKind};
use crate::questions::reading::TextQuestion;

/// The number of light questions that are sent to each thread of the worker at a time.
pub const LIGHT_AT_A_TIME: usize = 4;
/// The time of a light question. Then it takes another lane.
const LIGHT_TIME: Duration = Duration::from_secs(1);
/// The time that a cancelled light question has for its reply. Then the worker is ended.
const GRACE: Duration = Duration::from_secs(2);
/// The longest time that a question waits for the start, and the time until a failed start is repeated.
const AGAIN: Duration = Duration::from_secs(5);
/// The time between two looks at the questions.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The worker of light questions, once it is needed.
#[derive(Debug, Default)]
pub struct LightWorker {
    /// The time of the latest start, if it has failed. Locked while the worker starts.
    failed: Arc<tokio::sync::Mutex<Option<Instant>>>,
    /// The latest worker.
    latest: Mutex<Option<Arc<Questions>>>,
}

/// The questions of a worker.
#[derive(Debug)]
struct Questions {
    send: mpsc::UnboundedSender<Frame>,
    state: Mutex<State>,
    is_opening: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    pending: HashMap<u64, Pending>,
    has_ended: bool,
    /// The digests of puzzles that other workers have answered questions about.
    asked: VecDeque<u64>,
    /// The digests of puzzles that could not be opened.
    unopened: VecDeque<u64>,
}

/// A question without a reply.
#[derive(Debug)]
struct Pending {
    since: Instant,
    is_cancelled: bool,
    reply: oneshot::Sender<Frame>,
    /// The place, which is free after the reply, even if the client has gone.
    _place: Option<SearchPlace>,
}

impl LightWorker {
    /// Sends a question to the worker, and waits for its reply. `None` if there is no worker, or it has ended.
    pub async fn ask(&self, workers: &Workers, asked: &TextQuestion, place: SearchPlace) -> Option<Frame> {
        let questions = self.running(workers).await?;
        let (reply, replied) = oneshot::channel();
        questions.send(FrameKind::Try, asked.to_worker(), reply, Some(place));
        replied.await.ok()
    }

    /// Lets the worker open the puzzle of a question, unless it opens another one.
    pub fn open(&self, asked: &TextQuestion, puzzle: u64) {
        let Some(questions) = lock(&self.latest).clone() else { return };
        {
            let mut state = lock(&questions.state);
            // Many definitions are asked about once. The second question shows that more may follow.
            let is_first = !state.asked.contains(&puzzle);
            if is_first {
                remember(&mut state.asked, puzzle);
            }
            if is_first || state.unopened.contains(&puzzle) || questions.is_opening.swap(true, Ordering::SeqCst) {
                return;
            }
        }
        let (reply, replied) = oneshot::channel();
        questions.send(FrameKind::Open, asked.to_worker(), reply, None);
        tokio::spawn(async move {
            let opened = replied.await;
            questions.is_opening.store(false, Ordering::SeqCst);
            if !opened.is_ok_and(|frame| frame.kind == FrameKind::Reply) {
                remember(&mut lock(&questions.state).unopened, puzzle);
            }
        });
    }

    /// The latest worker, unless it has ended.
    fn alive(&self) -> Option<Arc<Questions>> {
        lock(&self.latest).clone().filter(|questions| !lock(&questions.state).has_ended)
    }

    /// The worker, which is started if there is none. A question waits a short time for the start, which goes on
    /// without it. A start that has failed is not repeated for each question.
    async fn running(&self, workers: &Workers) -> Option<Arc<Questions>> {
        if let Some(questions) = self.alive() {
            return Some(questions);
        }
        let running = async {
            let mut failed = Arc::clone(&self.failed).lock_owned().await;
            if let Some(questions) = self.alive() {
                return Some(questions);
            }
            if failed.is_some_and(|failed| failed.elapsed() < AGAIN) {
                return None;
            }
            let workers = workers.clone();
            let started = tokio::spawn(async move {
                let started = workers.0.light.start(&workers).await;
                *failed = started.is_none().then(Instant::now);
                started
            });
            started.await.ok().flatten()
        };
        tokio::time::timeout(workers.0.settings.time.min(AGAIN), running).await.ok().flatten()
    }

    /// Starts the worker.
    async fn start(&self, workers: &Workers) -> Option<Arc<Questions>> {
        let questions = workers.0.settings.light_threads();
        let share = WorkerShare { memory: workers.light_share(), questions };
        let Worker { process, stdin, frames, memory, .. } = workers.start(share).await.ok()?;
        let (send, sent) = mpsc::unbounded_channel();
        let questions = Questions { send, state: Mutex::default(), is_opening: AtomicBool::new(false) };
        let questions = Arc::new(questions);
        tokio::spawn(write(stdin, sent));
        let (workers, read) = (workers.clone(), Arc::clone(&questions));
        tokio::spawn(async move {
            let end = read.attend(&process, frames, memory).await;
            // Without a worker, the questions take other lanes.
            let pending = {
                let mut state = lock(&read.state);
                state.has_ended = true;
                std::mem::take(&mut state.pending)
            };
            workers.record(&process, end).await;
            drop(pending);
        });
        *lock(&self.latest) = Some(Arc::clone(&questions));
        Some(questions)
    }
}

impl Questions {
    fn send(&self, kind: FrameKind, body: Vec<u8>, reply: oneshot::Sender<Frame>, place: Option<SearchPlace>) {
        let mut state = lock(&self.state);
        if state.has_ended {
            return;
        }
        state.next += 1;
        let number = state.next;
        state.pending.insert(number, Pending { since: Instant::now(), is_cancelled: false, reply, _place: place });
        drop(state);
        // The task that writes ends with the worker, and then the questions without replies are dropped.
        let _ = self.send.send(Frame::new(kind, number, body));
    }

    /// Hands on the replies of the worker until it has to be ended.
    async fn attend(&self, process: &WorkerProcess, mut frames: FrameReader, memory: u64) -> WorkerEnd {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                frame = frames.next() => {
                    let frame = match frame {
                        Ok(Some(frame)) => frame,
                        Ok(None) => return WorkerEnd::Died,
                        Err(end) => return end,
                    };
                    process.keeps(frame.counts[1]);
                    let pending = lock(&self.state).pending.remove(&frame.number);
                    // The client may have gone.
                    let _ = pending.map(|pending| pending.reply.send(frame));
                }
                _ = ticks.tick() => {
                    if process.is_over(memory) {
                        return WorkerEnd::Memory;
                    }
                    if self.cancel_late() {
                        return WorkerEnd::Overrun;
                    }
                }
            }
        }
    }

    /// Cancels the questions that are late. Returns whether a cancelled question goes on.
    fn cancel_late(&self) -> bool {
        let mut state = lock(&self.state);
        let mut goes_on = false;
        for (&number, pending) in &mut state.pending {
            let age = pending.since.elapsed();
            goes_on |= age > LIGHT_TIME + GRACE;
            if age > LIGHT_TIME && !std::mem::replace(&mut pending.is_cancelled, true) {
                let _ = self.send.send(Frame::new(FrameKind::Cancel, number, ""));
            }
        }
        goes_on
    }
}

/// Writes frames, as many at a time as there are.
async fn write(mut stdin: ChildStdin, mut sent: mpsc::UnboundedReceiver<Frame>) {
    let mut out = BytesMut::new();
    while let Some(frame) = sent.recv().await {
        frame.put(&mut out);
        while let Ok(frame) = sent.try_recv() {
            frame.put(&mut out);
        }
        if stdin.write_all_buf(&mut out).await.is_err() {
            // The reader of the frames sees that the worker has ended.
            return;
        }
    }
}
