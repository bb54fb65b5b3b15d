//! loyd for JavaScript: a [`Service`] in a module of WebAssembly, whose questions and replies are the JSON of the HTTP
//! interface (docs/formats.md). A question occupies its thread until it is answered, so a page asks from a worker, and
//! ends the worker to cancel a question.
//!
//! With the feature `small` the module opens the sliding puzzles of at most 16 cells only, and has no judges. It is a
//! fraction of the whole module, so a page begins with it.
//!
//! A service in a browser has one thread, no files and no cache folder. Tables stay in memory for the next question.

#[cfg(not(feature = "small"))]
mod judges;

use std::cell::RefCell;
use std::ops::ControlFlow;

use js_sys::Function;
use loyd::catalogue::{family_of, resolve};
use loyd::planner::Part;
use loyd::service::{Catalogue, Control, Fault, FlatQuestion, Kind, Origin, Question, Service};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The listener of the question that this thread answers.
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// The puzzles that the module opens.
const PART: Part = if cfg!(feature = "small") { Part::SMALL_BOARDS } else { Part::WHOLE };

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
        JsonService { service: Service::builder_of(PART).memory(u64::from(memory)).build() }
    }

    /// Answers a question, which is a JSON object with the key `ask`, and returns the reply as JSON. `listener` is
    /// called with the JSON of each event during the work.
    ///
    /// # Errors
    /// The JSON of the fault.
    pub fn ask(&self, question: &str, listener: Option<Function>) -> Result<String, JsValue> {
        let flat = FlatQuestion::from_json(question.as_bytes()).map_err(|fault| json(&fault))?;
        let question = Question::try_from(flat).map_err(|fault| json(&fault))?;
        self.answer(&question, listener)
    }

    /// Describes the puzzle or the family with this id, or lists all families if there is no id.
    ///
    /// # Errors
    /// The JSON of the fault.
    pub fn puzzles(&self, id: Option<String>) -> Result<String, JsValue> {
        // The reply about a family opens its members, and a part would leave out some of them.
        if cfg!(feature = "small") && id.as_deref().is_some_and(is_family) {
            let mut fault = Fault::new(Kind::Usage, Origin::Question, "expected a puzzle, found the name of a family");
            fault.field = Some("puzzle");
            return Err(json(&fault));
        }
        let question = id.map_or_else(Catalogue::default, Catalogue::new);
        self.answer(&question.into(), None)
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

fn is_family(id: &str) -> bool {
    let full = resolve(id);
    family_of(&full).is_some_and(|family| family.name == full)
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
