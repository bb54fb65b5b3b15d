//! Problems of online judges.

use loyd::service::Fault;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{JsonService, control, json, usage};

#[wasm_bindgen]
impl JsonService {
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
