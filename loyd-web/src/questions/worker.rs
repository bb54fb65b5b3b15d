//! The main loop of a worker: questions from standard input, and their replies to standard output.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use bytes::BytesMut;
use loyd::catalogue;
use loyd::service::{Cancel, Fault, Kind, Origin, PuzzleRef, Question, Service};

use super::answering::{Answered, Answerer, EventListener, Lightly, PlacedTask, Written};
use super::frames::{Frame, FrameKind, LONGEST_LIGHT, LONGEST_REPLY};
use super::reading::TextQuestion;
use crate::problem::Problem;
use crate::settings::Settings;

/// The bytes that are read at once.
const READ: usize = 1 << 16;

/// Answers the questions that a server writes to the standard input of this process, as many at a time as
/// [`Settings::concurrency`], until the input ends. A question may hold at most the memory of the settings. Questions
/// that are being answered at the end are left behind, and end with the process.
///
/// # Errors
/// When the input cannot be read or is not the input of a worker, or a thread cannot be started.
pub fn work(settings: &Settings, service: Service) -> io::Result<()> {
    let share = settings.memory / settings.concurrency.max(1) as u64;
    let desk = Arc::new(Desk {
        answerer: Answerer::new(service, settings, share),
        queue: Mutex::default(),
        news: Condvar::new(),
    });
    for _ in 0..settings.concurrency.max(1) {
        let desk = Arc::clone(&desk);
        thread::Builder::new().name("loyd:answer".into()).spawn(move || desk.work())?;
    }
    send(&Frame::new(FrameKind::Ready, 0, ""))?;
    let (mut input, mut received) = (io::stdin().lock(), BytesMut::new());
    loop {
        while let Some(frame) = Frame::take(&mut received)? {
            desk.take(frame);
        }
        let begun = received.len();
        received.resize(begun + READ, 0);
        let read = input.read(&mut received[begun..]);
        received.truncate(begun + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
}

/// The time that the opening of a puzzle waits for memory that light questions hold.
const PATIENCE: Duration = Duration::from_millis(500);

/// Writes a frame to standard output.
fn send(frame: &Frame) -> io::Result<()> {
    let mut bytes = BytesMut::new();
    frame.put(&mut bytes);
    let mut out = io::stdout().lock();
    out.write_all(&bytes)?;
    out.flush()
}

/// The questions that wait for a thread.
struct Desk {
    answerer: Answerer,
    queue: Mutex<Queue>,
    news: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Frame>,
    /// The switches of the questions that wait or are being answered.
    switches: HashMap<u64, Cancel>,
}

impl Desk {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a frame of the server.
    fn take(&self, frame: Frame) {
        let mut queue = self.queue();
        if frame.kind == FrameKind::Cancel {
            queue.switches.get(&frame.number).iter().for_each(|cancel| cancel.cancel());
            return;
        }
        queue.switches.insert(frame.number, Cancel::default());
        queue.waiting.push_back(frame);
        drop(queue);
        self.news.notify_one();
    }

    /// Answers questions until the process ends.
    fn work(&self) {
        loop {
            let mut queue = self.queue();
            let frame = loop {
                match queue.waiting.pop_front() {
                    Some(frame) => break frame,
                    None => queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            };
            let cancel = queue.switches.get(&frame.number).cloned().unwrap_or_default();
            drop(queue);
            let number = frame.number;
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&frame, cancel)));
            let answer = answer.unwrap_or_else(|_| framed(Err(Fault::internal("a question panicked").into())));
            self.queue().switches.remove(&number);
            let counts = [answer.counts[0], self.answerer.service.ledger().tables()];
            if send(&Frame { number, counts, ..answer }).is_err() {
                // The server has gone, and the end of the input ends the process.
                return;
            }
        }
    }

    /// The frame of the reply to a frame of the server.
    fn answer(&self, frame: &Frame, cancel: Cancel) -> Frame {
        match frame.kind {
            FrameKind::Try | FrameKind::Open if cancel.is_cancelled() => Frame::new(FrameKind::Heavy, 0, ""),
            FrameKind::Try => match TextQuestion::in_worker(&frame.body) {
                Ok(asked) => match self.lightly(&asked.question, cancel) {
                    // A long reply would wait for room, and the replies of other light questions with it.
                    Lightly::Answered(Ok(written)) if written.body.len() > LONGEST_LIGHT => {
                        Frame::new(FrameKind::Heavy, 0, "")
                    }
                    Lightly::Answered(answered) => framed(answered),
                    Lightly::Heavy => Frame::new(FrameKind::Heavy, 0, ""),
                    Lightly::Unopened => Frame::new(FrameKind::Unopened, 0, ""),
                },
                Err(problem) => framed(Err(problem)),
            },
            FrameKind::Open => {
                let asked = TextQuestion::in_worker(&frame.body);
                let is_open = asked.is_ok_and(|asked| self.answerer.open(&asked.question, cancel, PATIENCE));
                Frame::new(if is_open { FrameKind::Reply } else { FrameKind::Heavy }, 0, "")
            }
            _ => framed(task(frame).and_then(|task| self.place(frame, &task, cancel))),
        }
    }

    /// Answers a question if it is light. A puzzle without a definition holds next to nothing, so it is opened first.
    /// The length of a definition does not bound the work of opening it, so another worker opens it before.
    fn lightly(&self, question: &Question, cancel: Cancel) -> Lightly {
        let is_plain = |puzzle: &PuzzleRef| puzzle.board.is_none() && !catalogue::has_definition(&puzzle.id);
        match self.answerer.lightly(question, cancel.clone()) {
            Lightly::Unopened if question.puzzle().is_some_and(is_plain) => {
                match self.answerer.open(question, cancel.clone(), Duration::ZERO) {
                    true => self.answerer.lightly(question, cancel),
                    false => Lightly::Heavy,
                }
            }
            lightly => lightly,
        }
    }

    /// Answers a question or a judge that has this place for itself.
    fn place(&self, frame: &Frame, task: &PlacedTask, cancel: Cancel) -> Answered {
        let mut hear = |event: String| match send(&Frame::new(FrameKind::Event, frame.number, event)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let hear: Option<EventListener<'_>> = if frame.kind == FrameKind::Hear { Some(&mut hear) } else { None };
        self.answerer.work(task, cancel, Duration::ZERO, hear)
    }
}

/// The task in a frame.
fn task(frame: &Frame) -> Result<PlacedTask, Problem> {
    if frame.kind != FrameKind::Judge {
        return Ok(PlacedTask::Question(Arc::new(TextQuestion::in_worker(&frame.body)?)));
    }
    let end = frame.body.iter().position(|&byte| byte == b'\n').unwrap_or(frame.body.len());
    let judge = str::from_utf8(&frame.body[..end]).ok().and_then(loyd_judges::find);
    let judge = judge.ok_or_else(|| Fault::internal("a judge that no route has"))?;
    Ok(PlacedTask::Judge(judge, frame.body.slice((end + 1).min(frame.body.len())..)))
}

/// The frame of a reply or a problem.
fn framed(answered: Answered) -> Frame {
    match answered.and_then(of_fair_length) {
        Ok(Written { body, nodes }) => Frame { counts: [nodes, 0], ..Frame::new(FrameKind::Reply, 0, body) },
        Err(problem) => Frame::new(FrameKind::Problem, 0, problem.to_server()),
    }
}

/// Refuses a reply that is too long for a frame.
fn of_fair_length(written: Written) -> Answered {
    match written.body.len() {
        0..=LONGEST_REPLY => Ok(written),
        length => {
            let message = format!("the reply has {length} bytes, and the server sends at most {LONGEST_REPLY}");
            Err(Problem::from(Fault::new(Kind::Limit, Origin::Question, message)).asked_for())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_too_long_becomes_a_problem() {
        for (length, kind) in [(LONGEST_REPLY, FrameKind::Reply), (LONGEST_REPLY + 1, FrameKind::Problem)] {
            let frame = framed(Ok(Written { body: vec![b' '; length].into(), nodes: 7 }));
            let mut bytes = BytesMut::new();
            frame.put(&mut bytes);
            assert_eq!(Frame::take(&mut bytes).unwrap().map(|frame| frame.kind), Some(kind));
            if kind == FrameKind::Problem {
                let problem = Problem::from_worker(&frame.body);
                let text = serde_json::to_string(&problem).unwrap();
                assert!(text.contains("the reply has 33554433 bytes"), "{text}");
                assert_eq!(problem.status(), axum::http::StatusCode::UNPROCESSABLE_ENTITY);
            }
        }
    }
}
