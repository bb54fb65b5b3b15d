//! The workers of the server: processes that answer questions, so that a question that passes its limits is ended
//! alone.
//!
//! Each place of a lane has a worker, which starts when the place is first needed and answers one question at a time.
//! One more worker answers all light questions. The server ends a worker whose question passes its limit of time by a
//! second, or which holds a tenth and 64 MB more than its memory.

mod light;
mod process;

use std::collections::VecDeque;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::pin::pin;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use loyd::search::Stop;
use loyd::service::{Cancel, Fault, Kind, Origin, Question};
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use super::answering::{Answered, Lightly, PlacedTask, Written};
use super::frames::{Frame, FrameKind};
use super::lanes::{LIGHT, LONGEST_WAIT, Lane, MARGIN, StreamMessage};
use super::reading::TextQuestion;
use super::rules::may_be_light;
use crate::metrics::{ENDS, Metrics, WorkerEndLabel};
use crate::problem::Problem;
use crate::questions::admission::SearchPlace;
use crate::settings::Settings;
use light::LightWorker;
use process::{FrameReader, WorkerProcess};

pub use light::LIGHT_AT_A_TIME;

/// The time that a cancelled question has for its reply. Then its worker is ended.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks at a question: whether it is cancelled, and what its worker holds.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The memory of a worker is read at one look of this many.
const LOOKS: u32 = 3;
/// The number of puzzles for which a worker is taken again.
const RECENT: usize = 64;
/// The number of puzzles whose opening is known to fail.
const REMEMBERED: usize = 1024;

/// The memory and the questions of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerShare {
    /// The bytes that the questions of the worker may hold together.
    pub memory: u64,
    /// The number of questions that the worker answers at a time.
    pub questions: usize,
}

/// A function that returns the command of a worker: a process that calls [`work`](crate::work), with nothing else on
/// its standard input and output.
pub type StartWorker = Arc<dyn Fn(WorkerShare) -> io::Result<Command> + Send + Sync>;

/// The workers of a server.
#[derive(Clone)]
pub struct Workers(Arc<Inner>);

struct Inner {
    start: StartWorker,
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    openings: Mutex<Vec<Worker>>,
    searches: Mutex<Vec<Worker>>,
    light: LightWorker,
    /// The digests of puzzles that do not fit into the memory of a place for opening.
    large: Mutex<VecDeque<u64>>,
    processes: process::Processes,
    hasher: RandomState,
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}

/// A worker that answers one question at a time.
struct Worker {
    process: Arc<WorkerProcess>,
    stdin: ChildStdin,
    frames: FrameReader,
    memory: u64,
    number: u64,
    /// The digests of the puzzles of the latest questions.
    recent: Vec<u64>,
}

/// Why a worker is ended, in the order of [`ENDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// Its question has passed its limit of time.
    Overrun,
    /// It holds too much memory.
    Memory,
    /// Its question was cancelled, and went on.
    Cancelled,
    /// The process has ended by itself.
    Died,
    /// The process has written bytes that are no frame.
    Garbled,
    /// Its reply found no room, because clients leave other replies unread.
    Unread,
}

impl WorkerEnd {
    /// The word in the metrics.
    fn word(self) -> &'static str {
        ENDS[self as usize]
    }

    /// The fault of the question that was being answered.
    fn fault(self, fate: &str) -> Fault {
        let ended = "so its process was ended; nothing is proved";
        match self {
            WorkerEnd::Overrun => {
                let message = format!("the question did not stop at its time limit, {ended}");
                Fault::new(Kind::Limit, Origin::Limit(Stop::Time), message)
            }
            WorkerEnd::Memory => {
                let message = format!("the question held more memory than it may, {ended}");
                Fault::new(Kind::Memory, Origin::Memory, message)
            }
            WorkerEnd::Cancelled => {
                let message = format!("the question was cancelled and did not stop, {ended}");
                Fault::new(Kind::Limit, Origin::Limit(Stop::Cancelled), message)
            }
            WorkerEnd::Died => Fault::internal(format!("the process of the question ended before its reply ({fate})")),
            WorkerEnd::Garbled => {
                Fault::internal(format!("the process of the question wrote something else than a reply, {ended}"))
            }
            WorkerEnd::Unread => {
                let message = format!("the memory for replies is taken by replies that clients do not read, {ended}");
                Fault::new(Kind::Memory, Origin::Question, message)
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a digest to a list, which forgets the oldest.
fn remember(digests: &mut VecDeque<u64>, digest: u64) {
    digests.truncate(REMEMBERED - 1);
    digests.push_front(digest);
}

impl Workers {
    /// Creates workers, and starts none.
    pub fn new(start: StartWorker, settings: Arc<Settings>, metrics: Arc<Metrics>) -> Workers {
        let (openings, searches, light, large) = Default::default();
        let (processes, hasher) = Default::default();
        Workers(Arc::new(Inner { start, settings, metrics, openings, searches, light, large, processes, hasher }))
    }

    fn idle(&self, lane: Lane) -> &Mutex<Vec<Worker>> {
        if lane == Lane::Openings { &self.0.openings } else { &self.0.searches }
    }

    /// The bytes of one place. The worker of light questions has one part of the memory, all places for opening have
    /// an equal part, and all places of searches have the rest.
    fn share(&self, lane: Lane) -> u64 {
        let (memory, part) = (self.0.settings.memory, self.light_share());
        let lane = if lane == Lane::Openings { part } else { memory - 2 * part };
        lane / self.0.settings.concurrency.max(1) as u64
    }

    /// The bytes of the worker of light questions.
    fn light_share(&self) -> u64 {
        self.0.settings.memory / LIGHT
    }

    /// Whether the puzzle of a question needs the memory of a place of a search, as far as it is known.
    pub fn is_large(&self, question: &Question) -> bool {
        may_be_light(question) && lock(&self.0.large).contains(&self.digest(question))
    }

    /// Notes that the puzzle of a question does not fit into the memory of a place for opening.
    pub fn note_large(&self, question: &Question) {
        remember(&mut lock(&self.0.large), self.digest(question));
    }

    /// The number of places whose memory a task may need: one, unless it asks for more.
    pub fn places(&self, lane: Lane, task: &PlacedTask) -> u32 {
        let PlacedTask::Question(asked) = task else { return 1 };
        let most = if lane == Lane::Openings { 1 } else { self.0.settings.concurrency.max(1) as u64 };
        let places = asked.question.limits().memory.unwrap_or(0).div_ceil(self.share(lane).max(1)).clamp(1, most);
        u32::try_from(places).unwrap_or(u32::MAX)
    }

    /// The bytes of the places in use.
    pub fn reserved(&self, searches: usize, openings: usize) -> u64 {
        self.share(Lane::Searches) * searches as u64 + self.share(Lane::Openings) * openings as u64
    }

    /// The bytes of the tables that workers keep, as of their latest replies.
    pub fn tables(&self) -> u64 {
        self.0.processes.alive().iter().map(|process| process.tables()).sum()
    }

    /// Ends all workers, and starts no more.
    pub fn end(&self) {
        self.0.processes.end();
    }

    /// Starts a worker, and waits until it takes questions.
    async fn start(&self, share: WorkerShare) -> Result<Worker, Problem> {
        let started = async {
            let (process, stdin, mut frames) =
                self.0.processes.start(&self.0.start, share, self.0.settings.time.min(LONGEST_WAIT))?;
            match tokio::time::timeout(process::START, frames.next()).await {
                Ok(Ok(Some(Frame { kind: FrameKind::Ready, .. }))) => Ok((process, stdin, frames)),
                Ok(Err(_)) => Err(io::Error::other("it writes no frames")),
                _ => Err(io::Error::other(format!("it does not begin ({})", process.fate().await))),
            }
        };
        let (process, stdin, frames) = started.await.map_err(|error| match self.0.processes.have_ended() {
            true => Problem::stopping(),
            false => Fault::system(format!("cannot start a worker: {error}")).into(),
        })?;
        self.0.metrics.workers.inc();
        tracing::debug!(process = process.id(), share.memory, "a worker has started");
        Ok(Worker { process, stdin, frames, memory: share.memory, number: 0, recent: Vec::new() })
    }

    /// Takes a worker that waits, preferably one that has had the puzzle before, or starts one.
    async fn take(&self, lane: Lane, places: u32, puzzle: Option<u64>) -> Result<Worker, Problem> {
        let memory = self.share(lane) * u64::from(places);
        if places == 1 {
            let mut idle = lock(self.idle(lane));
            let knows = |worker: &Worker| puzzle.is_some_and(|puzzle| worker.recent.contains(&puzzle));
            let at = idle.iter().rposition(knows).or(idle.len().checked_sub(1));
            if let Some(at) = at {
                return Ok(idle.remove(at));
            }
        } else {
            // The waiting workers would keep their tables in the memory that is taken here.
            lock(self.idle(lane)).clear();
        }
        self.start(WorkerShare { memory, questions: 1 }).await
    }

    /// A digest of the puzzle of a question, which nobody outside can compute.
    fn digest(&self, question: &Question) -> u64 {
        let puzzle = question.puzzle().map(|puzzle| (&puzzle.id, &puzzle.board));
        self.0.hasher.hash_one((puzzle, question.goal()))
    }

    /// Lets a worker answer a question, and waits for its reply.
    pub async fn work(
        &self,
        lane: Lane,
        task: &PlacedTask,
        cancel: &Cancel,
        told: Option<&mpsc::Sender<StreamMessage>>,
    ) -> Answered {
        let places = self.places(lane, task);
        let puzzle = match task {
            PlacedTask::Question(asked) => Some(self.digest(&asked.question)),
            PlacedTask::Judge(..) => None,
        };
        // A worker that has died while it waited is not the fault of this question.
        let mut worker = loop {
            let worker = self.take(lane, places, puzzle).await?;
            if worker.process.is_alive() {
                break worker;
            }
            self.record(&worker.process, WorkerEnd::Died).await;
        };
        match worker.ask(task, cancel, self.limit(task), self.0.settings.body, told).await {
            Ok(answered) => {
                if let Some(puzzle) = puzzle.filter(|puzzle| !worker.recent.contains(puzzle)) {
                    worker.recent.truncate(RECENT - 1);
                    worker.recent.insert(0, puzzle);
                }
                // Memory that a question has left behind must not end the next question.
                if places == 1 && !worker.process.is_over(worker.memory) {
                    lock(self.idle(lane)).push(worker);
                }
                answered
            }
            Err(end) => {
                let fate = self.record(&worker.process, end).await;
                let problem = Problem::from(end.fault(&fate));
                let has_limit = matches!(task, PlacedTask::Question(asked) if asked.question.limits().time.is_some());
                let lasts = end == WorkerEnd::Memory || end == WorkerEnd::Overrun && has_limit;
                // The same question may end the next worker, too, so its client is not asked to repeat it.
                Err(match end {
                    _ if lasts => problem.asked_for(),
                    WorkerEnd::Unread => problem,
                    _ => problem.without_retry(),
                })
            }
        }
    }

    /// Ends a worker, and counts and logs why. Returns the fate of the process.
    async fn record(&self, process: &WorkerProcess, end: WorkerEnd) -> String {
        if end != WorkerEnd::Died {
            process.kill();
        }
        let fate = process.fate().await;
        if self.0.processes.have_ended() {
            return fate;
        }
        self.0.metrics.ended.get_or_create(&WorkerEndLabel { why: end.word() }).inc();
        tracing::warn!(process = process.id(), why = end.word(), fate, "a worker has ended");
        fate
    }

    /// The time limit of a task.
    fn limit(&self, task: &PlacedTask) -> Duration {
        let most = self.0.settings.time;
        let PlacedTask::Question(asked) = task else { return most };
        // The limit of a comparison holds for each position.
        let positions = match &asked.question {
            Question::Compare(compare) => u32::try_from(compare.states.len().max(1)).unwrap_or(u32::MAX),
            _ => 1,
        };
        asked.question.limits().time.map_or(most, |own| own.saturating_mul(positions).min(most))
    }

    /// Lets the worker of light questions answer a question, if it is light. A worker that ends leaves its questions to
    /// other lanes, where each has a worker of its own.
    pub async fn lightly(&self, asked: &TextQuestion, place: SearchPlace) -> Lightly {
        let Some(frame) = self.0.light.ask(self, asked, place).await else { return Lightly::Heavy };
        match frame.kind {
            FrameKind::Reply | FrameKind::Problem => Lightly::Answered(answered(frame)),
            FrameKind::Unopened => Lightly::Unopened,
            _ => Lightly::Heavy,
        }
    }

    /// Lets the worker of light questions open the puzzle of a question that another worker has answered, so that the
    /// next question about the puzzle is light.
    pub fn open_for_light(&self, asked: &TextQuestion) {
        self.0.light.open(asked, self.digest(&asked.question));
    }
}

/// The reply or the problem in a frame.
fn answered(frame: Frame) -> Answered {
    match frame.kind {
        FrameKind::Problem => Err(Problem::from_worker(&frame.body)),
        _ => Ok(Written { body: frame.body, nodes: frame.counts[0] }),
    }
}

/// The time of a question, without the time in which its worker waited for a client that reads slowly.
struct QuestionTimer {
    began: Instant,
    limit: Duration,
    /// When the worker is ended, if it was asked to stop.
    stopping: Option<Instant>,
    is_over: bool,
    looks: u32,
}

impl QuestionTimer {
    /// Looks at a question. Returns whether its worker has to stop now, or why the worker is ended.
    fn look(&mut self, cancel: &Cancel, process: &WorkerProcess, most: u64) -> Result<bool, WorkerEnd> {
        self.looks += 1;
        if self.looks.is_multiple_of(LOOKS) && process.is_over(most) {
            return Err(WorkerEnd::Memory);
        }
        match self.stopping {
            Some(until) if Instant::now() > until => {
                Err(if self.is_over { WorkerEnd::Overrun } else { WorkerEnd::Cancelled })
            }
            Some(_) => Ok(false),
            None => {
                // Some questions apply the limit to each part. They are stopped as a whole, and reply what they have
                // found.
                self.is_over = self.began.elapsed() > self.limit + MARGIN;
                let stops = self.is_over || cancel.is_cancelled();
                let grace = if self.is_over { GRACE - MARGIN } else { GRACE };
                self.stopping = stops.then(|| Instant::now() + grace);
                Ok(stops)
            }
        }
    }

    /// Leaves out a time in which the worker waited for a client. A worker that was asked to stop gets at most `most`,
    /// for the events that it has written already.
    fn leave_out(&mut self, since: Instant, most: Duration) {
        match &mut self.stopping {
            None => self.began += since.elapsed(),
            Some(until) => *until = (*until + since.elapsed()).min(self.began + self.limit + GRACE + most).max(*until),
        }
    }
}

impl Worker {
    /// Answers a question. The events go to `told`; a client that leaves them unread for `unread` cancels the question.
    async fn ask(
        &mut self,
        task: &PlacedTask,
        cancel: &Cancel,
        limit: Duration,
        unread: Duration,
        mut told: Option<&mpsc::Sender<StreamMessage>>,
    ) -> Result<Answered, WorkerEnd> {
        self.number += 1;
        let (number, mut out) = (self.number, BytesMut::new());
        let (kind, body) = match task {
            PlacedTask::Question(asked) if told.is_some() => (FrameKind::Hear, asked.to_worker()),
            PlacedTask::Question(asked) => (FrameKind::Answer, asked.to_worker()),
            PlacedTask::Judge(judge, input) => (FrameKind::Judge, [judge.name.as_bytes(), b"\n", input].concat()),
        };
        Frame::new(kind, number, body).put(&mut out);
        let mut watch = QuestionTimer { began: Instant::now(), limit, stopping: None, is_over: false, looks: 0 };
        let mut looked = watch.began;
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // The looks and the cancel frame come first, because a worker may always have one more event.
            tokio::select! {
                biased;
                _ = ticks.tick() => {
                    // A reply that waits for room was found in time.
                    let found = std::mem::replace(&mut looked, Instant::now());
                    if self.frames.waits() && !cancel.is_cancelled() {
                        watch.leave_out(found, LONGEST_WAIT);
                    }
                    if watch.look(cancel, &self.process, self.memory)? {
                        Frame::new(FrameKind::Cancel, number, "").put(&mut out);
                    }
                }
                wrote = self.stdin.write_buf(&mut out), if !out.is_empty() => {
                    wrote.map_err(|_| WorkerEnd::Died)?;
                }
                frame = self.frames.next() => match frame? {
                    Some(Frame { kind: FrameKind::Event, body, .. }) => {
                        let (Some(client), began) = (told, Instant::now()) else { continue };
                        let event = StreamMessage::Event(String::from_utf8_lossy(&body).into_owned());
                        let mut sending = pin!(client.send_timeout(event, unread));
                        let sent = loop {
                            tokio::select! {
                                biased;
                                sent = &mut sending => break sent.is_ok(),
                                _ = ticks.tick() => {
                                    if self.process.is_over(self.memory) {
                                        return Err(WorkerEnd::Memory);
                                    }
                                    if cancel.is_cancelled() {
                                        break false;
                                    }
                                }
                            }
                        };
                        watch.leave_out(began, unread);
                        if !sent {
                            // The client has gone or does not read, so the other events are discarded.
                            told = None;
                            cancel.cancel();
                        }
                    }
                    Some(frame) if frame.number == number => {
                        self.process.keeps(frame.counts[1]);
                        return Ok(answered(frame));
                    }
                    _ => return Err(WorkerEnd::Died),
                },
            }
        }
    }
}
