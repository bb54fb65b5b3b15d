//! Questions as JSON, asked without the lock of the interpreter.

use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use loyd::service::{Cancel, Catalogue, Control, Event, Fault, FlatQuestion, Question, STACK};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::service;

/// The time between two looks for a signal.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Answers a question, which is a JSON object with the key `ask`, and returns the JSON of the reply. Calls `listener`
/// with the JSON of each event.
///
/// The first Ctrl-C stops the question, and the reply contains what is proved. If a stopped question has no reply, the
/// first Ctrl-C raises `KeyboardInterrupt`. The second Ctrl-C always raises it.
///
/// # Errors
/// `loyd.LoydError`, or the exception of the listener.
#[pyfunction]
#[pyo3(signature = (question, listener=None))]
pub fn ask(py: Python<'_>, question: &str, listener: Option<Py<PyAny>>) -> PyResult<String> {
    let question = read(question).map_err(|fault| raised(py, &fault))?;
    let (send, events) = channel();
    let send = listener.is_some().then_some(send);
    let mut tell = |event: Event| {
        let text = serde_json::to_string(&event).map_err(|why| PyRuntimeError::new_err(why.to_string()))?;
        listener.as_ref().map_or(Ok(()), |listener| listener.call1(py, (text,)).map(|_| ()))
    };
    let work = move |cancel: &Cancel| {
        let mut control = Control::new(cancel.clone());
        control.lasting = true;
        let Some(send) = send else { return service().ask(&question, &control) };
        let mut hear = |event| match send.send(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        service().ask(&question, &control.hear(&mut hear))
    };
    let reply = stoppable(py, work, &mut || events.try_iter().try_for_each(&mut tell))?;
    serde_json::to_string(&reply).map_err(|why| PyRuntimeError::new_err(why.to_string()))
}

/// Describes the puzzle or the family with this id, or lists all families, as JSON.
///
/// # Errors
/// `loyd.LoydError` if there is no such puzzle.
#[pyfunction]
#[pyo3(signature = (id=None))]
pub fn puzzles(py: Python<'_>, id: Option<String>) -> PyResult<String> {
    let question: Question = id.map_or_else(Catalogue::default, Catalogue::new).into();
    let reply = stoppable(py, move |cancel| service().ask(&question, &Control::new(cancel.clone())), &mut || Ok(()))?;
    serde_json::to_string(&reply).map_err(|why| PyRuntimeError::new_err(why.to_string()))
}

/// Reads a question.
pub fn read(question: &str) -> Result<Question, Fault> {
    FlatQuestion::from_json(question.as_bytes()).and_then(Question::try_from)
}

/// Does work on a thread of its own, without the lock of the interpreter. Meanwhile this thread calls `hear_events` and
/// the handlers of signals. An error of `hear_events` or of a handler stops the work.
///
/// # Errors
/// The fault of the work, the error of `hear_events`, or the error of a handler.
pub fn stoppable<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> Result<T, Fault> + Send,
    hear_events: &mut dyn FnMut() -> PyResult<()>,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let (send, ended) = channel();
    let ended = Mutex::new(ended);
    let wait = || ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK_EVERY);
    let of_work = cancel.clone();
    thread::scope(|scope| {
        let work = move || {
            // The other thread waits for the result.
            let _ = send.send(work(&of_work));
        };
        let started = thread::Builder::new().name("loyd:question".into()).stack_size(STACK).spawn_scoped(scope, work);
        started.map_err(|why| PyRuntimeError::new_err(format!("cannot start a thread: {why}")))?;
        let (mut failed, mut interrupted) = (None, false);
        loop {
            let next = py.detach(wait);
            if failed.is_none() {
                failed = hear_events().err().or_else(|| py.check_signals().err());
                let is_first = !interrupted && failed.as_ref().is_some_and(|why| is_interrupt(py, why));
                if is_first {
                    (failed, interrupted) = (None, true);
                }
                if is_first || failed.is_some() {
                    cancel.cancel();
                }
            }
            if let Err(RecvTimeoutError::Timeout) = next {
                continue;
            }
            return match (failed, next) {
                (Some(why), _) => Err(why),
                (None, Ok(Err(_))) if interrupted => Err(PyKeyboardInterrupt::new_err(())),
                (None, Ok(reply)) => reply.map_err(|fault| raised(py, &fault)),
                (None, Err(_)) => Err(PyRuntimeError::new_err("the work ended with a panic, which is a fault of loyd")),
            };
        }
    })
}

fn is_interrupt(py: Python<'_>, why: &PyErr) -> bool {
    why.is_instance_of::<PyKeyboardInterrupt>(py)
}

/// The exception that `loyd.errors` makes of a fault.
pub fn raised(py: Python<'_>, fault: &Fault) -> PyErr {
    let place = fault.place.as_ref();
    let details = serde_json::json!({
        "kind": fault.kind.name(),
        "message": fault.message,
        "field": fault.field,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "found": place.map(|place| &place.found),
        "expected": place.map(|place| &place.expected),
    });
    let exception = || py.import("loyd.errors")?.getattr("of_fault")?.call1((details.to_string(),));
    exception().map_or_else(|why| why, PyErr::from_value)
}
