//! Reads lines of text one by one, answers them in parallel, and writes each answer in its turn, as soon as known.
//!
//! Memory is constant by construction. A line is cut at [`LONGEST_LINE`]. No worker begins a line more than
//! [`Spread::ahead`] lines ahead of the line whose answer is written next, or more than [`WINDOW`] lines while
//! [`WAITING`] bytes wait for their turn. An answer longer than [`HELD`] waits for its turn, and is then written as it
//! is made.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use web_time::{Duration, Instant};

use super::super::{Cancel, STACK, with_room};
use super::WINDOW;
use super::lines::{Line, Lines};

/// How many bytes of an answer are kept until its turn comes.
const HELD: usize = 64 * 1024;
/// While more bytes of answers than this wait for their turn, a line begins only within [`WINDOW`] of the next answer.
const WAITING: usize = 64 << 20;
/// The longest time that an answer stays in the buffer once its turn has come.
const FLUSH_AFTER: Duration = Duration::from_millis(1);
/// Time between two checks of the switch that Ctrl-C sets.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Answers lines.
pub trait AnswerLine: Send + Sync + 'static {
    /// A failure that ends the whole batch.
    type Failure: Send + 'static;

    /// Writes a line's answer.
    ///
    /// # Errors
    /// A failure that concerns every line, or a failure of the output.
    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<(), Self::Failure>;
}

/// How lines are spread over threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// How many lines are answered at one time.
    pub threads: usize,
    /// How many lines any thread may be ahead of the line whose answer is written next.
    pub ahead: u64,
    /// Whether a blank line is a line like others. If not, a blank line counts only before a line that is not blank.
    pub blank_counts: bool,
}

impl Spread {
    /// Spreads lines over `threads` threads.
    pub fn over(threads: usize) -> Spread {
        Spread { threads, ahead: WINDOW, blank_counts: false }
    }
}

/// Why a batch ended before its input did.
#[derive(Debug)]
pub enum Ended<F> {
    /// The input cannot be read.
    Input(io::Error),
    /// The output cannot be written.
    Output(io::Error),
    /// The system refuses a thread.
    Thread(io::Error),
    /// The answer to the line with this number panicked.
    Panicked(u64),
    /// An answer failed with a failure that ends the batch.
    Failed(F),
}

/// Answers every line of `input` on threads with the stack of a search, and calls `watch` now and then with the number
/// of lines done. A cancelled batch ends after the lines that are being answered.
///
/// A batch that ends early does not wait for its workers, because one may be waiting for a line that never comes.
///
/// # Errors
/// The first failure that concerns the whole batch.
///
/// ```
/// use std::io::{Cursor, Write};
/// use loyd::service::Cancel;
/// use loyd::service::batch::{AnswerLine, Ended, Line, Spread, answer_lines};
///
/// struct Double;
/// impl AnswerLine for Double {
///     type Failure = std::io::Error;
///
///     fn answer(&self, line: &Line, out: &mut dyn Write) -> std::io::Result<()> {
///         writeln!(out, "{}", 2 * line.text.as_ref().unwrap().parse::<u64>().unwrap())
///     }
/// }
/// let file = tempfile::tempfile().unwrap();
/// let out = file.try_clone().unwrap();
/// answer_lines(Cursor::new("1\n2\n3\n"), out, Spread::over(2), &Cancel::default(), &mut |_| (), Double).unwrap();
/// assert_eq!(file.metadata().unwrap().len(), 6);
/// ```
pub fn answer_lines<R, W, A>(
    input: R,
    output: W,
    spread: Spread,
    cancel: &Cancel,
    watch: &mut dyn FnMut(u64),
    answer: A,
) -> Result<(), Ended<A::Failure>>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
    A: AnswerLine,
{
    let Spread { threads, ahead, blank_counts } = spread;
    let batch = Arc::new(Batch {
        ahead,
        lines: Mutex::new(Lines::new(input, blank_counts)),
        order: Mutex::new(Order {
            next: 0,
            waiting: BTreeMap::new(),
            bytes: 0,
            output: io::BufWriter::with_capacity(HELD, output),
            unflushed: false,
            ended: None,
            over: false,
            queued: 0,
            at_work: 0,
            workers: threads,
        }),
        turn: Condvar::new(),
        news: Condvar::new(),
        cancel: cancel.clone(),
    });
    let answer = Arc::new(answer);
    for _ in 0..threads {
        let (batch, answer) = (batch.clone(), answer.clone());
        let worker = std::thread::Builder::new().name("line".into()).stack_size(STACK);
        worker.spawn(move || with_room(|| batch.work(&*answer))).map_err(Ended::Thread)?;
    }
    batch.watch(watch)
}

struct Batch<R, W: Write, F> {
    ahead: u64,
    lines: Mutex<Lines<R>>,
    order: Mutex<Order<W, F>>,
    /// Notified when the next line's turn comes.
    turn: Condvar,
    /// Notified when there is something to flush, or the batch may be over.
    news: Condvar,
    cancel: Cancel,
}

struct Order<W: Write, F> {
    /// The index of the line whose answer is written next.
    next: u64,
    /// Answers whose turn has not come.
    waiting: BTreeMap<u64, Vec<u8>>,
    /// The bytes of the waiting answers.
    bytes: usize,
    output: io::BufWriter<W>,
    unflushed: bool,
    ended: Option<Ended<F>>,
    /// Whether the batch has ended early, so that nobody needs the work that is left.
    over: bool,
    /// The number of workers that wait. If it is 0, none is notified, because that would cost as much as an answer.
    queued: usize,
    /// The number of lines that were read and are not answered.
    at_work: usize,
    workers: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write, F> Order<W, F> {
    /// Whether a line is too far ahead to begin now.
    fn is_too_far(&self, index: u64, ahead: u64) -> bool {
        index >= self.next + if self.bytes > WAITING { ahead.min(WINDOW) } else { ahead }
    }
}

impl<R: BufRead, W: Write, F> Batch<R, W, F> {
    /// Flushes what the workers leave in the buffer, until the batch is over.
    fn watch(&self, watch: &mut dyn FnMut(u64)) -> Result<(), Ended<F>> {
        let mut order = lock(&self.order);
        loop {
            watch(order.next);
            let ended = order.workers == 0 || (self.cancel.is_cancelled() && order.at_work == 0);
            if let Some(failure) = order.ended.take() {
                // Earlier answers are still flushed. A second failure of the output would report nothing new.
                let _ = order.output.flush();
                return Err(failure);
            }
            if ended {
                return order.output.flush().map_err(Ended::Output);
            }
            if order.unflushed {
                let began = Instant::now();
                while began.elapsed() < FLUSH_AFTER && order.workers > 0 && !order.over {
                    order = self.wait(&self.news, order, FLUSH_AFTER);
                }
                order.unflushed = false;
                if let Err(error) = order.output.flush() {
                    self.fail(&mut order, Ended::Output(error));
                }
            } else {
                order = self.wait(&self.news, order, LOOK_EVERY);
            }
        }
    }

    fn wait<'o>(
        &self,
        told: &Condvar,
        order: MutexGuard<'o, Order<W, F>>,
        longest: Duration,
    ) -> MutexGuard<'o, Order<W, F>> {
        told.wait_timeout(order, longest).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits until the turn of a worker may have come.
    fn queue<'o>(&self, mut order: MutexGuard<'o, Order<W, F>>) -> MutexGuard<'o, Order<W, F>> {
        order.queued += 1;
        let mut order = self.wait(&self.turn, order, LOOK_EVERY);
        order.queued -= 1;
        order
    }

    /// Answers lines until no line is left.
    fn work(&self, answer: &impl AnswerLine<Failure = F>) {
        while let Some((index, line)) = self.take() {
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(answer, index, &line)));
            self.give(answered.unwrap_or(Err(Ended::Panicked(line.number))));
        }
        lock(&self.order).workers -= 1;
        self.news.notify_all();
    }

    /// Returns the next line, once it is not too far ahead.
    fn take(&self) -> Option<(u64, Line)> {
        if self.is_over() {
            return None;
        }
        // The lock is held while this thread waits for a line, because no other thread could read it.
        let mut lines = lock(&self.lines);
        let (index, line) = match lines.next_line() {
            Ok(next) => next?,
            Err(error) => {
                self.fail(&mut lock(&self.order), Ended::Input(error));
                return None;
            }
        };
        let mut order = lock(&self.order);
        order.at_work += 1;
        drop(lines);
        while order.is_too_far(index, self.ahead) && !order.over {
            order = self.queue(order);
        }
        Some((index, line))
    }

    fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || lock(&self.order).over
    }

    fn answer(&self, answer: &impl AnswerLine<Failure = F>, index: u64, line: &Line) -> Result<(), Ended<F>> {
        let mut out = Turn { batch: self, index, held: Vec::new() };
        answer.answer(line, &mut out).map_err(Ended::Failed)?;
        let held = out.held;
        self.place(index, held)
    }

    /// Writes an answer and all answers that waited for it, or keeps the answer until its turn comes.
    fn place(&self, index: u64, answer: Vec<u8>) -> Result<(), Ended<F>> {
        let mut order = lock(&self.order);
        if index != order.next {
            order.bytes += answer.len();
            order.waiting.insert(index, answer);
            return Ok(());
        }
        let mut answer = Some(answer);
        while let Some(bytes) = answer {
            order.output.write_all(&bytes).map_err(Ended::Output)?;
            order.next += 1;
            let next = order.next;
            answer = order.waiting.remove(&next);
            order.bytes -= answer.as_ref().map_or(0, Vec::len);
        }
        let told = std::mem::replace(&mut order.unflushed, true);
        let queued = order.queued > 0;
        drop(order);
        if queued {
            self.turn.notify_all();
        }
        if !told {
            self.news.notify_all();
        }
        Ok(())
    }

    fn give(&self, answered: Result<(), Ended<F>>) {
        let mut order = lock(&self.order);
        order.at_work -= 1;
        if let Err(failure) = answered {
            self.fail(&mut order, failure);
        }
        if order.at_work == 0 && self.cancel.is_cancelled() {
            self.news.notify_all();
        }
    }

    /// Ends the batch, if it has not ended.
    fn fail(&self, order: &mut Order<W, F>, failure: Ended<F>) {
        if !std::mem::replace(&mut order.over, true) {
            order.ended = Some(failure);
        }
        self.news.notify_all();
        self.turn.notify_all();
    }
}

/// The output for the answer to one line.
struct Turn<'b, R, W: Write, F> {
    batch: &'b Batch<R, W, F>,
    index: u64,
    held: Vec<u8>,
}

impl<R: BufRead, W: Write, F> Write for Turn<'_, R, W, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= HELD {
            let mut order = lock(&self.batch.order);
            while order.next != self.index {
                if order.over {
                    return Err(io::Error::other("the batch is over"));
                }
                order = self.batch.queue(order);
            }
            order.output.write_all(&self.held)?;
            self.held.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
