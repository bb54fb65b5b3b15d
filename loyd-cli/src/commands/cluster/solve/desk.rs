//! Process 0, which distributes the lines of standard input and writes the answers in order.
//!
//! Lines are read, ordered and written as in `loyd solve PUZZLE -`. Each thread of the batch takes a line and gives it
//! to a free process, which may be process 0 itself.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{iter, thread};

use loyd::service::batch::{self, Line, Spread};
use loyd::service::{Cancel, Fault};
use loyd_cluster::Flow;
use loyd_core::table::map::{Lost, Parcel, Peers};

use super::log::Log;
use super::message::Message;
use super::record::{Record, checksum};
use super::station::Station;
use crate::commands::positions::solve::lines::{LineVerdict, Totals, answer_all};
use crate::exit::{Code, Failure};
use crate::output::tell;
use crate::session::Session;

/// The most lines that another process has for each of its threads: one to answer, and one to continue with while the
/// answer is on its way.
const OUTSTANDING: usize = 2;
/// The most lines that may be ahead of the next line to write, so that one slow line does not stop the others.
const AHEAD: u64 = 1 << 16;
/// The time between two checks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// Answers all lines.
///
/// # Errors
/// The first failure that concerns all lines, or the loss of a process.
pub fn run(verbose: bool, session: &Session, cancel: &Cancel, flow: &Flow, station: Station) -> Result<Code, Failure> {
    let ready = ready(flow)?;
    let threads: Vec<usize> = ready.iter().map(|(threads, _)| *threads).collect();
    let mut holders: Vec<(u64, usize)> = ready
        .iter()
        .enumerate()
        .flat_map(|(process, (_, held))| held.iter().map(move |&line| (line, process)))
        .collect();
    holders.sort_unstable();
    holders.dedup_by_key(|holder| holder.0);
    let rooms: Vec<usize> =
        threads.iter().zip(iter::once(1).chain(iter::repeat(OUTSTANDING))).map(|(n, k)| n * k).collect();
    let spread = Spread { ahead: AHEAD, ..station.lines.spread(rooms.iter().sum()) };
    let state = State { load: vec![0; threads.len()], ..State::default() };
    let desk = Arc::new(Desk {
        flow: flow.clone(),
        station,
        threads,
        rooms,
        holders,
        cancel: cancel.clone(),
        totals: Totals::default(),
        state: Mutex::new(state),
        is_over: AtomicBool::new(false),
    });
    let listens = Arc::clone(&desk);
    let thread = thread::Builder::new().name("desk".into()).spawn(move || listens.listen());
    thread.map_err(|error| Fault::system(format!("cannot start a thread: {error}")))?;
    let answered = answer_all(session, spread, cancel, Shared(Arc::clone(&desk)));
    desk.is_over.store(true, Ordering::SeqCst);
    desk.check()?;
    let seconds = match answered {
        Ok(seconds) => seconds,
        // Standard output is closed, so there is no more work in any process.
        Err(failure) if failure.is_broken_pipe() => {
            desk.tell_all(&Message::End)?;
            return Ok(Code::Answered);
        }
        Err(failure) => return Err(failure),
    };
    desk.tell_all(&Message::End)?;
    desk.station.log.as_ref().map_or(Ok(()), Log::sync)?;
    if verbose {
        tell(&desk.totals.account(seconds, desk.threads.iter().sum()));
    }
    Ok(if cancel.is_cancelled() { Code::Interrupted } else { desk.totals.code() })
}

/// Waits until all processes are ready. Returns their threads and the lines whose answers they can look up.
fn ready(flow: &Flow) -> Result<Vec<(usize, Vec<u64>)>, Failure> {
    let mut ready: Vec<Option<(usize, Vec<u64>)>> = vec![None; flow.number()];
    while ready.iter().any(Option::is_none) {
        let Some(parcel) = flow.next_post(LOOK).map_err(Fault::from)? else { continue };
        match Message::of(&parcel.bytes) {
            Some(Message::Ready { threads, held }) => ready[parcel.from] = Some((threads.max(1), held)),
            _ => return Err(Fault::from(wrong(flow, parcel.from)).into()),
        }
    }
    Ok(ready.into_iter().flatten().collect())
}

/// Returns the loss of a process that sends an unexpected message.
fn wrong(flow: &Flow, process: usize) -> Lost {
    Lost {
        process,
        name: flow.hosts()[process].clone(),
        why: "it sent a message that does not belong to a batch".into(),
    }
}

/// The state of process 0.
struct Desk {
    flow: Flow,
    station: Station,
    /// The number of threads of each process.
    threads: Vec<usize>,
    /// The most lines that each process may have at one time.
    rooms: Vec<usize>,
    /// The lines whose answers are kept, each with the process that keeps it.
    holders: Vec<(u64, usize)>,
    cancel: Cancel,
    totals: Totals,
    state: Mutex<State>,
    is_over: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The number of lines that each process has.
    load: Vec<usize>,
    /// The threads that wait for the answers to lines, by line.
    waiting: HashMap<u64, SyncSender<Record>>,
    lost: Option<Lost>,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if a process is lost.
    fn check(&self) -> Result<(), Failure> {
        self.state().lost.clone().map_or(Ok(()), |lost| Err(Fault::from(lost).into()))
    }

    /// Receives the messages of the other processes until all work is over.
    fn listen(&self) {
        let mut is_told = false;
        while !self.is_over.load(Ordering::SeqCst) {
            let heard = match self.flow.next_post(LOOK) {
                Ok(Some(parcel)) => self.hear(&parcel),
                Ok(None) => Ok(()),
                Err(lost) => Err(lost),
            };
            if let Err(lost) = heard {
                return self.lose(lost);
            }
            if self.cancel.is_cancelled() && !is_told {
                is_told = true;
                // A lost process is noticed above.
                let _ = self.tell_all(&Message::Interrupted);
            }
        }
    }

    fn hear(&self, parcel: &Parcel) -> Result<(), Lost> {
        match Message::of(&parcel.bytes) {
            Some(Message::Reply(record)) => {
                if record.account.verdict == LineVerdict::Interrupted {
                    self.cancel.cancel();
                }
                // The thread that waited for the answer may have given up.
                let waiting = self.state().waiting.remove(&record.line);
                let _ = waiting.map(|waiting| waiting.send(record));
                Ok(())
            }
            Some(Message::Interrupted) => {
                self.cancel.cancel();
                Ok(())
            }
            _ => Err(wrong(&self.flow, parcel.from)),
        }
    }

    /// Records the loss of a process, wakes all waiting threads, and stops the work of process 0.
    fn lose(&self, lost: Lost) {
        let mut state = self.state();
        state.lost.get_or_insert(lost);
        state.waiting.clear();
        drop(state);
        self.cancel.cancel();
    }

    fn tell_all(&self, message: &Message) -> Result<(), Failure> {
        let told = (1..self.threads.len()).try_for_each(|process| self.flow.post(process, message.bytes()));
        told.map_err(|lost| Fault::from(lost).into())
    }

    /// Returns the answer to a line, from the process that keeps it or from a free process.
    fn answer(&self, line: &Line) -> Result<Record, Failure> {
        let number = line.number;
        let kept = self.holders.binary_search_by_key(&number, |holder| holder.0);
        let record = match (kept.map(|at| self.holders[at].1), &line.text) {
            (Ok(0), _) => self.station.recall(number)?,
            (Ok(process), _) => self.ask(process, number, &Message::Recall { line: number })?,
            // A line that is not text cannot be sent, and its answer takes no work.
            (Err(_), Err(_)) => self.station.solve(line)?,
            (Err(_), Ok(text)) => {
                let process = self.pick();
                let record = match process {
                    0 => self.station.solve(line),
                    _ => self.ask(process, number, &Message::Solve { line: number, text: text.clone() }),
                };
                self.state().load[process] -= 1;
                record?
            }
        };
        if record.of != checksum(line) {
            let why = "the log has an answer to another line; use the same input, or another folder";
            return Err(Failure::usage(format!("line {number} of the input: {why}")));
        }
        Ok(record)
    }

    /// Chooses the process with the fewest lines for its threads, and adds one to its lines.
    fn pick(&self) -> usize {
        let mut state = self.state();
        let mut best = 0;
        for process in 1..self.threads.len() {
            let is_less = state.load[process] * self.threads[best] < state.load[best] * self.threads[process];
            let is_full = |process: usize| state.load[process] >= self.rooms[process];
            if is_full(best) || (is_less && !is_full(process)) {
                best = process;
            }
        }
        state.load[best] += 1;
        best
    }

    /// Asks another process, and waits for its answer.
    fn ask(&self, process: usize, line: u64, message: &Message) -> Result<Record, Failure> {
        let (sender, receiver) = sync_channel(1);
        self.state().waiting.insert(line, sender);
        // A loss before this point has cleared `waiting` already, so it is checked here. A later loss will clear it.
        self.check()?;
        self.flow.post(process, message.bytes()).map_err(Fault::from)?;
        receiver.recv().map_err(|_| match self.check() {
            Err(failure) => failure,
            Ok(()) => Fault::internal(format!("no process answered line {line}")).into(),
        })
    }
}

/// The handle on the desk that the threads of the batch share.
struct Shared(Arc<Desk>);

impl batch::AnswerLine for Shared {
    type Failure = Failure;

    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<(), Failure> {
        let record = self.0.answer(line)?;
        // A search that stopped because another process is lost has no valid answer.
        self.0.check()?;
        out.write_all(record.reply.as_bytes()).map_err(Failure::Output)?;
        self.0.totals.add(record.account);
        Ok(())
    }
}
