//! Many questions at once, in constant memory: a stream of questions in, a stream of replies out.
//!
//! [`Service::batch`] takes questions and yields `(index, reply)` when a question is answered. [`Batch::in_order`]
//! yields the replies in the order of the questions. [`answer_lines`] answers lines of text with text, in order.

mod lines;
mod ordered;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use lines::{LONGEST_LINE, Line, Lines};
pub use ordered::{AnswerLine, Ended, Spread, answer_lines};

use super::{Cancel, Control, Fault, Question, Reply, STACK, Service, with_room};

/// How many questions any worker may be ahead of the first question that is not answered.
const WINDOW: u64 = 256;

/// Time between two checks of the switch.
const LOOK_EVERY: Duration = Duration::from_millis(20);

impl Service {
    /// Answers a stream of questions on `threads` threads. Each reply comes with the index of its question, as soon as
    /// it is known. Fewer than 300 questions are ahead of the replies taken, however many questions there are.
    ///
    /// ```
    /// use loyd::search::Length;
    /// use loyd::service::{Cancel, Service, Solve};
    ///
    /// let states = ["2 3 4 1 5 x 7 6 8", "1 2 3 4 5 6 7 x 8", "2 1 3 4 5 6 7 8 x"];
    /// let questions = states.map(|state| Solve::new("8", state));
    /// let replies = Service::default().batch(questions, 2, &Cancel::default()).in_order();
    /// let lengths: Vec<_> = replies.map(|(_, reply)| reply.unwrap().length()).collect();
    /// assert_eq!(lengths, [Some(Length(19)), Some(Length(1)), None]);
    /// ```
    pub fn batch<I>(&self, questions: I, threads: usize, cancel: &Cancel) -> Batch
    where
        I: IntoIterator<Item: Into<Question>>,
        I::IntoIter: Send + 'static,
    {
        let threads = threads.max(1);
        let source = Arc::new(Mutex::new(questions.into_iter().enumerate()));
        let window = Arc::new(Window::default());
        let (send, replies) = sync_channel(threads);
        for _ in 0..threads {
            let (service, source, admits, send) = (self.clone(), source.clone(), window.clone(), send.clone());
            let cancel = cancel.clone();
            let work = move || {
                while let Some((index, question)) = {
                    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
                    if cancel.is_cancelled() { None } else { source.next() }
                } {
                    let index = index as u64;
                    if !admits.admit(index, &cancel) {
                        return;
                    }
                    let mut control = Control::new(cancel.clone());
                    control.batch = true;
                    if send.send((index, service.ask(&question.into(), &control))).is_err() {
                        return;
                    }
                }
            };
            let thread = std::thread::Builder::new().name("question".into()).stack_size(STACK);
            if let Err(error) = thread.spawn(move || with_room(work)) {
                let why = Fault::system(format!("cannot start a thread: {error}"));
                return Batch { replies, window, failed: Some(why) };
            }
        }
        Batch { replies, window, failed: None }
    }
}

/// The replies of a [`Service::batch`]. Dropping it ends the batch.
#[derive(Debug)]
pub struct Batch {
    replies: Receiver<(u64, Result<Reply, Fault>)>,
    window: Arc<Window>,
    failed: Option<Fault>,
}

impl Batch {
    /// The replies in the order of the questions.
    pub fn in_order(self) -> impl Iterator<Item = (u64, Result<Reply, Fault>)> {
        let mut batch = self;
        let (mut next, mut waiting) = (0, BTreeMap::new());
        std::iter::from_fn(move || {
            loop {
                if let Some(reply) = waiting.remove(&next) {
                    next += 1;
                    return Some((next - 1, reply));
                }
                let (index, reply) = batch.next()?;
                waiting.insert(index, reply);
            }
        })
    }
}

impl Iterator for Batch {
    type Item = (u64, Result<Reply, Fault>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(why) = self.failed.take() {
            self.window.state().closed = true;
            return Some((0, Err(why)));
        }
        let (index, reply) = self.replies.recv().ok()?;
        self.window.done(index);
        Some((index, reply))
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.window.state().closed = true;
        self.window.moved.notify_all();
    }
}

/// The record of answered questions. No question begins too far beyond the first unanswered one.
#[derive(Debug, Default)]
struct Window {
    state: Mutex<Done>,
    /// Notified when the first unanswered question changes.
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Done {
    first: u64,
    /// The answered questions beyond `first`.
    beyond: std::collections::BTreeSet<u64>,
    closed: bool,
}

impl Window {
    fn state(&self) -> MutexGuard<'_, Done> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a question may begin. Returns `false` if nobody wants its reply.
    fn admit(&self, index: u64, cancel: &Cancel) -> bool {
        let mut state = self.state();
        while index >= state.first + WINDOW && !state.closed && !cancel.is_cancelled() {
            state = self.moved.wait_timeout(state, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        !state.closed && !cancel.is_cancelled()
    }

    fn done(&self, index: u64) {
        let mut state = self.state();
        state.beyond.insert(index);
        let before = state.first;
        while state.beyond.first() == Some(&state.first) {
            state.beyond.pop_first();
            state.first += 1;
        }
        if state.first > before {
            self.moved.notify_all();
        }
    }
}
