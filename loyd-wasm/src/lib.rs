//! loyd for JavaScript: a [`Service`] in a module of WebAssembly, whose questions and replies are the JSON of the HTTP
//! interface (docs/formats.md). A question occupies its thread until it is answered, so a page asks from a worker, and
//! ends the worker to cancel a question.
//!
//! A service in a browser has one thread, no files and no cache folder. Tables stay in memory for the next question.

use std::cell::RefCell;
use std::ops::ControlFlow;

use js_sys::Function;
use loyd::service::{Catalogue, Control, Fault, FlatQuestion, Kind, Origin, Question, Service};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The listener of the question that this thread answers.
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// A service, with the puzzles and tables that earlier questions have left in memory.
#[wasm_bindgen]
pub struct JsonService {
    service: Service,
}

impl std::fmt::Debug for JsonService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.service.fmt(f)
    }
}

#[wasm_bindgen]
impl JsonService {
    /// Makes a service whose questions together hold at most `memory` bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(memory: u32) -> JsonService {
        // A panic becomes an error with its message. The module is then in no state to answer anything.
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        JsonService { service: Service::builder().memory(u64::from(memory)).build() }
    }

    /// Answers a question, which is a JSON object with the key `ask`, and returns the reply as JSON. `listener` is
    /// called with the JSON of each event during the work.
    ///
    /// # Errors
    /// The JSON of the fault.
    pub fn ask(&self, question: &str, listener: Option<Function>) -> Result<String, JsValue> {
        let flat: FlatQuestion = serde_json::from_str(question).map_err(|why| usage(&why.to_string()))?;
        let question = Question::try_from(flat).map_err(|fault| json(&fault))?;
        self.answer(&question, listener)
    }

    /// Describes the puzzle or the family with this id, or lists all families if there is no id.
    ///
    /// # Errors
    /// The JSON of the fault.
    pub fn puzzles(&self, id: Option<String>) -> Result<String, JsValue> {
        let question = id.map_or_else(Catalogue::default, Catalogue::new);
        self.answer(&question.into(), None)
    }

    /// Lists the problems of online judges.
    #[must_use]
    pub fn judges(&self) -> String {
        serde_json::to_string(&loyd_judges::listed().collect::<Vec<_>>()).unwrap_or_default()
    }

    /// Answers the input of an online judge's problem.
    ///
    /// # Errors
    /// The JSON of the fault.
    pub fn judge(&self, name: &str, input: &str) -> Result<String, JsValue> {
        let judge = loyd_judges::find(name).ok_or_else(|| usage(&format!("no judge is called `{name}`")))?;
        let mut output = Vec::new();
        let judged = judge.answer(input.as_bytes().into(), &mut output, &control(), None);
        judged.map_err(|why| json(&Fault::from(why)))?;
        String::from_utf8(output).map_err(|why| usage(&why.to_string()))
    }
}

impl JsonService {
    fn answer(&self, question: &Question, listener: Option<Function>) -> Result<String, JsValue> {
        let mut control = control();
        if listener.is_some() {
            control = control.hear_at_once(|event| {
                LISTENER.with_borrow(|listener| match (listener, serde_json::to_string(&event)) {
                    (Some(listener), Ok(event)) => {
                        let heard = listener.call1(&JsValue::NULL, &event.into());
                        if heard.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                    }
                    _ => ControlFlow::Break(()),
                })
            });
        }
        LISTENER.set(listener);
        let answered = self.service.ask(question, &control);
        LISTENER.take();
        let reply = answered.map_err(|fault| json(&fault))?;
        serde_json::to_string(&reply).map_err(|why| usage(&why.to_string()))
    }
}

/// The control of a question in a browser: more questions about the same puzzles follow.
fn control() -> Control<'static> {
    let mut control = Control::default();
    control.lasting = true;
    control
}

fn usage(message: &str) -> JsValue {
    json(&Fault::new(Kind::Usage, Origin::Question, message))
}

/// The fault as the body of a problem of the HTTP interface.
fn json(fault: &Fault) -> JsValue {
    let place = fault.place.as_ref();
    let problem = serde_json::json!({
        "detail": fault.message,
        "kind": fault.kind.name(),
        "field": fault.field,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "found": place.map(|place| &place.found),
        "expected": place.map(|place| &place.expected),
    });
    problem.to_string().into()
}
