//! The processes other than process 0, each of which answers the lines that it receives.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use loyd::service::batch::Line;
use loyd::service::{Cancel, Fault, STACK};
use loyd_cluster::Flow;
use loyd_core::table::map::Peers;

use super::log::Log;
use super::message::Message;
use super::station::Station;
use crate::commands::positions::solve::lines::panicked;
use crate::exit::{Code, Failure};
use crate::session::Session;

/// The time between two checks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// Answers lines until there are no more.
///
/// # Errors
/// The first failure that concerns all lines, or the loss of a process.
pub fn run(session: &Session, cancel: &Cancel, flow: &Flow, station: Station, threads: usize) -> Result<Code, Failure> {
    let helper = Arc::new(Helper { flow: flow.clone(), station, queue: Mutex::default(), come: Condvar::new() });
    for _ in 0..threads {
        let helper = Arc::clone(&helper);
        let thread = thread::Builder::new().name("line".into()).stack_size(STACK).spawn(move || helper.work());
        thread.map_err(|error| Fault::system(format!("cannot start a thread: {error}")))?;
    }
    let _running = session.interrupt.running();
    let mut is_told = false;
    loop {
        if let Some(parcel) = flow.next_post(LOOK).map_err(Fault::from)? {
            match Message::of(&parcel.bytes) {
                Some(Message::Solve { line, text }) => helper.take(Line { number: line, text: Ok(text) }),
                Some(Message::Recall { line }) => helper.reply(helper.station.recall(line)?)?,
                Some(Message::Interrupted) => cancel.cancel(),
                Some(Message::Failed) => helper.queue().failed.take().map_or(Ok(()), Err)?,
                Some(Message::End) => break,
                _ => return Err(Fault::internal(format!("process {} sent an unexpected message", parcel.from)).into()),
            }
        }
        if session.interrupt.is_set() && !is_told {
            is_told = true;
            flow.post(0, Message::Interrupted.bytes()).map_err(Fault::from)?;
        }
    }
    let code = if cancel.is_cancelled() { Code::Interrupted } else { Code::Answered };
    // If the output of process 0 was closed, some threads are still at work.
    cancel.cancel();
    helper.station.log.as_ref().map_or(Ok(()), Log::sync)?;
    Ok(code)
}

/// The data that the threads share.
struct Helper {
    flow: Flow,
    station: Station,
    queue: Mutex<Queue>,
    /// Notified when a line arrives.
    come: Condvar,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    failed: Option<Failure>,
}

impl Helper {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, line: Line) {
        self.queue().lines.push_back(line);
        self.come.notify_one();
    }

    fn next(&self) -> Line {
        let mut queue = self.queue();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                return line;
            }
            queue = self.come.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Answers lines until one fails, or the process ends.
    fn work(&self) {
        loop {
            let line = self.next();
            let solved = catch_unwind(AssertUnwindSafe(|| self.station.solve(&line)));
            let replied = solved.unwrap_or_else(|_| Err(panicked(line.number))).and_then(|record| self.reply(record));
            if let Err(failure) = replied {
                self.queue().failed.get_or_insert(failure);
                // If this message cannot be sent, the connections are lost, and the main thread notices this itself.
                let _ = self.flow.post(self.flow.own(), Message::Failed.bytes());
                return;
            }
        }
    }

    fn reply(&self, record: super::record::Record) -> Result<(), Failure> {
        self.flow.post(0, Message::Reply(record).bytes()).map_err(|lost| Fault::from(lost).into())
    }
}
