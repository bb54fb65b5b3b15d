//! Questions as JSON, and the faults of texts that cannot be read as questions.
//!
//! The description of an error by serde names types of Rust, and no field. The fields of a text that is refused are
//! read again one by one, to find the field.

use super::FlatQuestion;
use crate::service::amounts::grouped;
use crate::service::fault::{Fault, Kind, Origin};
use loyd_core::text::{Misread, ended, nearest, quoted};
use loyd_definitions::formats::json::JsonValue;

impl FlatQuestion {
    /// Reads a question from JSON, which is one object.
    ///
    /// ```
    /// use loyd::service::FlatQuestion;
    ///
    /// assert_eq!(FlatQuestion::from_json(br#"{"puzzle": "8", "depth": 7}"#)?.depth, Some(7));
    /// let fault = FlatQuestion::from_json(br#"{"puzzle": "8", "depth": -7}"#).unwrap_err();
    /// assert_eq!(fault.to_string(), "`depth`: found `-7`, expected a whole number from 0 to 4294967295");
    /// assert_eq!(fault.field, Some("depth"));
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Usage`] with the field whose value cannot be read, and the place in this value. If the fault has no
    /// field, the place is in the text: the value of an unknown field, or where an object was expected.
    ///
    /// # Complexity
    /// Reads a text that is refused at most three times.
    pub fn from_json(text: &[u8]) -> Result<FlatQuestion, Fault> {
        // Serde also reads a list of values in the order of the fields, which is no promise.
        let is_object = text.trim_ascii_start().starts_with(b"{");
        match serde_json::from_slice(text) {
            Ok(question) if is_object => Ok(question),
            _ => Err(refused(text)),
        }
    }
}

/// The fault of a text that cannot be read as a question.
fn refused(text: &[u8]) -> Fault {
    let read = || {
        let text = str::from_utf8(text).map_err(|why| {
            let (before, from) = text.split_at(why.valid_up_to());
            let found = quoted(&String::from_utf8_lossy(from));
            Misread { found, ..ended(&String::from_utf8_lossy(before), "UTF-8") }
        })?;
        JsonValue::of(text)?.members("an object with the fields of a question")
    };
    match read() {
        Ok(members) => {
            let of_field = members.iter().find_map(|(name, value)| of_field(name, value));
            of_field
                .unwrap_or_else(|| Fault::internal("every field of the question can be read, and the question cannot"))
        }
        Err(place) => misread(place.to_string(), place),
    }
}

/// The fault of a field, if no question has the field with this value.
fn of_field(name: &str, value: &JsonValue<'_>) -> Option<Fault> {
    let alone = format!("{{{}:{}}}", serde_json::Value::from(name), value.raw());
    // The same instance of the reader as for the whole, because the module of the page holds all of them.
    serde_json::from_slice::<FlatQuestion>(alone.as_bytes()).err()?;
    let Some((field, expected, most)) = FlatQuestion::expected(name) else {
        let fields = || ["version", "ask"].into_iter().chain(FlatQuestion::FIELDS.iter().copied());
        let near = nearest(name, fields()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let expected = format!("one of the fields {}", fields().collect::<Vec<_>>().join(", "));
        let place = Misread { found: quoted(name), ..value.misread(expected) };
        return Some(misread(format!("unknown field {}{near}", quoted(name)), place));
    };
    let entries = most.and_then(|most| value.elements("").ok().map(|list| list.len()).filter(|&found| found > most));
    let place = value.misread(expected);
    let found = entries.map_or(place.found, |found| format!("{} entries", grouped(found as u64)));
    let place = Misread { line: 1, column: 1, found, ..place };
    let message = format!("`{field}`: found {}, expected {}", place.found, place.expected);
    Some(Fault { field: Some(field), ..misread(message, place) })
}

fn misread(message: String, place: Misread) -> Fault {
    Fault { place: Some(place), ..Fault::new(Kind::Usage, Origin::Question, message) }
}
