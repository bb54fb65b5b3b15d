//! Many lines at once: read one by one, answered in parallel, written in the order read, as soon as they are known.
//!
//! Memory is constant by construction: a line is cut at [`LONGEST_LINE`]; no worker begins a line more than [`WINDOW`]
//! lines ahead of the line whose answer is written next; and an answer longer than [`HELD`] waits for its turn and is
//! then written while it is made.

mod lines;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use lines::{LONGEST_LINE, Line, Lines};

use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::progress::{self, grouped};

/// How many lines any worker may be ahead of the line written next.
const WINDOW: u64 = 256;
/// How many bytes of an answer are kept until its turn comes.
const HELD: usize = 64 * 1024;
/// The longest an answer stays in the buffer once its turn has come.
const FLUSH_AFTER: Duration = Duration::from_millis(1);
/// How often a look is taken whether Ctrl-C was pressed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What becomes of one line: writes its answer and returns its code, or fails the whole batch.
pub trait Answer: Send + Sync + 'static {
    /// Answers one line.
    ///
    /// # Errors
    /// A failure that concerns every line, or of the output.
    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<Code, Failure>;
}

/// Answers every line of `input` on `threads` threads, and moves the progress line on. A blank line counts as a line only when another follows that is
/// not blank, unless `blank_counts`.
///
/// The workers are not waited for when the batch ends early: one of them may be waiting for a line that never comes.
///
/// # Errors
/// The first failure that concerns the whole batch.
pub fn run<R, W>(
    input: R,
    output: W,
    threads: usize,
    blank_counts: bool,
    interrupt: &Interrupt,
    progress: Option<&progress::Line>,
    answer: impl Answer,
) -> Result<Code, Failure>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let batch = Arc::new(Batch {
        lines: Mutex::new(Lines::new(input, blank_counts)),
        order: Mutex::new(Order {
            next: 0,
            waiting: BTreeMap::new(),
            output: io::BufWriter::with_capacity(HELD, output),
            unflushed: false,
            code: Code::Answered,
            failure: None,
            over: false,
            queued: 0,
            at_work: 0,
            workers: threads,
        }),
        turn: Condvar::new(),
        news: Condvar::new(),
        interrupt: interrupt.clone(),
    });
    let answer = Arc::new(answer);
    for _ in 0..threads {
        let (batch, answer) = (batch.clone(), answer.clone());
        let worker = std::thread::Builder::new().name("line".into()).stack_size(crate::STACK);
        let spawned = worker.spawn(move || batch.work(&*answer));
        spawned.map_err(|error| Failure::System(format!("cannot start a thread: {error}")))?;
    }
    batch.watch(progress)
}

struct Batch<R, W: Write> {
    lines: Mutex<Lines<R>>,
    order: Mutex<Order<W>>,
    /// Told when the next line's turn comes.
    turn: Condvar,
    /// Told when there is something to flush, or the batch may be over.
    news: Condvar,
    interrupt: Interrupt,
}

struct Order<W: Write> {
    /// The index of the line whose answer is written next.
    next: u64,
    /// Answers whose turn has not come.
    waiting: BTreeMap<u64, Vec<u8>>,
    output: io::BufWriter<W>,
    unflushed: bool,
    code: Code,
    failure: Option<Failure>,
    /// Whether the batch has ended early: what the workers still do is for nobody.
    over: bool,
    /// Workers that wait for their turn: a call to nobody would cost as much as an answer.
    queued: usize,
    /// Lines that were read and are not answered.
    at_work: usize,
    workers: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: BufRead, W: Write> Batch<R, W> {
    /// Writes out what the workers leave in the buffer, until the batch is over.
    fn watch(&self, progress: Option<&progress::Line>) -> Result<Code, Failure> {
        let began = Instant::now();
        let mut order = lock(&self.order);
        loop {
            if let Some(line) = progress {
                let (done, seconds) = (order.next, began.elapsed().as_secs_f64());
                line.say(seconds, || format!("{} lines, {}", grouped(done), progress::rate(done, "lines", seconds)));
            }
            let ended = order.workers == 0 || (self.interrupt.is_set() && order.at_work == 0);
            if let Some(failure) = order.failure.take() {
                // What was answered before is answered; a second failure of the output would say nothing new.
                let _ = order.output.flush();
                return Err(failure);
            }
            if ended {
                order.output.flush().map_err(Failure::Output)?;
                return Ok(if self.interrupt.is_set() { Code::Interrupted } else { order.code });
            }
            if order.unflushed {
                let began = Instant::now();
                while began.elapsed() < FLUSH_AFTER && order.workers > 0 && !order.over {
                    order = self.wait(&self.news, order, FLUSH_AFTER);
                }
                order.unflushed = false;
                if let Err(error) = order.output.flush() {
                    self.fail(&mut order, Failure::Output(error));
                }
            } else {
                order = self.wait(&self.news, order, LOOK_EVERY);
            }
        }
    }

    fn wait<'o>(&self, told: &Condvar, order: MutexGuard<'o, Order<W>>, longest: Duration) -> MutexGuard<'o, Order<W>> {
        told.wait_timeout(order, longest).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits until the turn may have come.
    fn queue<'o>(&self, mut order: MutexGuard<'o, Order<W>>) -> MutexGuard<'o, Order<W>> {
        order.queued += 1;
        let mut order = self.wait(&self.turn, order, LOOK_EVERY);
        order.queued -= 1;
        order
    }

    /// Answers lines until there are none.
    fn work(&self, answer: &impl Answer) {
        while let Some((index, line)) = self.take() {
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(answer, index, &line)));
            let panicked = || Failure::Internal(format!("the answer to line {} failed", line.number));
            self.give(answered.unwrap_or_else(|_| Err(panicked())));
        }
        lock(&self.order).workers -= 1;
        self.news.notify_all();
    }

    /// The next line, once it is not too far ahead.
    fn take(&self) -> Option<(u64, Line)> {
        if self.is_over() {
            return None;
        }
        // The lock is held while a line is awaited: nobody else could read it.
        let mut lines = lock(&self.lines);
        let (index, line) = match lines.next() {
            Ok(next) => next?,
            Err(error) => {
                self.fail(&mut lock(&self.order), Failure::Input(error));
                return None;
            }
        };
        let mut order = lock(&self.order);
        order.at_work += 1;
        drop(lines);
        while index >= order.next + WINDOW && !order.over {
            order = self.queue(order);
        }
        Some((index, line))
    }

    fn is_over(&self) -> bool {
        self.interrupt.is_set() || lock(&self.order).over
    }

    fn answer(&self, answer: &impl Answer, index: u64, line: &Line) -> Result<Code, Failure> {
        let mut out = Turn { batch: self, index, held: Vec::new() };
        let code = answer.answer(line, &mut out)?;
        let held = out.held;
        self.place(index, held)?;
        Ok(code)
    }

    /// Writes an answer and all that waited for it, or keeps it until its turn comes.
    fn place(&self, index: u64, answer: Vec<u8>) -> Result<(), Failure> {
        let mut order = lock(&self.order);
        if index != order.next {
            order.waiting.insert(index, answer);
            return Ok(());
        }
        let mut answer = Some(answer);
        while let Some(bytes) = answer {
            order.output.write_all(&bytes).map_err(Failure::Output)?;
            order.next += 1;
            let next = order.next;
            answer = order.waiting.remove(&next);
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

    fn give(&self, answered: Result<Code, Failure>) {
        let mut order = lock(&self.order);
        order.at_work -= 1;
        match answered {
            Ok(code) => order.code = order.code.and(code),
            Err(failure) => self.fail(&mut order, failure),
        }
        if order.at_work == 0 && self.interrupt.is_set() {
            self.news.notify_all();
        }
    }

    /// Ends the batch, if it has not ended.
    fn fail(&self, order: &mut Order<W>, failure: Failure) {
        if !std::mem::replace(&mut order.over, true) {
            order.failure = Some(failure);
        }
        self.news.notify_all();
        self.turn.notify_all();
    }
}

/// Where one line's answer is written.
struct Turn<'b, R, W: Write> {
    batch: &'b Batch<R, W>,
    index: u64,
    held: Vec<u8>,
}

impl<R: BufRead, W: Write> Write for Turn<'_, R, W> {
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
