//! Questions as JSON, and the faults of texts that are no questions.
//!
//! The description of an error by serde names types of Rust, and no field. The fields of a text that is refused are
//! read again one by one, to find the field.

use super::FlatQuestion;
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
    /// [`Kind::Usage`] with the field that is unknown or has a value that is not expected. The place is in the value of
    /// the field, or in the text if the text is no object.
    pub fn from_json(text: &[u8]) -> Result<FlatQuestion, Fault> {
        // Serde also reads a list of values in the order of the fields, which is no promise.
        let is_object = text.trim_ascii_start().starts_with(b"{");
        match serde_json::from_slice(text) {
            Ok(question) if is_object => Ok(question),
            read => Err(refused(text, &read.err().map_or_else(String::new, |why| said(&why)))),
        }
    }
}

/// The fault of a text that is no question; `why` is what serde says.
fn refused(text: &[u8], why: &str) -> Fault {
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
            of_field.unwrap_or_else(|| Fault::new(Kind::Usage, Origin::Question, why))
        }
        Err(place) => misread(place.to_string(), place),
    }
}

/// The fault of a field, if no question has the field with this value.
fn of_field(name: &str, value: &JsonValue<'_>) -> Option<Fault> {
    let alone = format!("{{{}:{}}}", serde_json::Value::from(name), value.raw());
    // The same instance of the reader as for the whole, because the module of the page holds all of them.
    let why = said(&serde_json::from_slice::<FlatQuestion>(alone.as_bytes()).err()?);
    let unread = |found, expected| Misread { line: 1, column: 1, found: quoted(found), expected };
    let Some(field) = all_fields().find(|field| *field == name) else {
        let near = nearest(name, all_fields()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let expected = format!("one of the fields {}", all_fields().collect::<Vec<_>>().join(", "));
        return Some(misread(format!("unknown field {}{near}", quoted(name)), unread(name, expected)));
    };
    let expected = why.strip_prefix("expected ").or_else(|| Some(why.rsplit_once(", expected ")?.1));
    let place = unread(value.raw(), expected.map_or(why.clone(), in_words));
    let message = match expected {
        Some(_) => format!("`{field}`: found {}, expected {}", place.found, place.expected),
        None => format!("`{field}`: found {}: {why}", place.found),
    };
    Some(Fault { field: Some(field), ..misread(message, place) })
}

fn all_fields() -> impl Iterator<Item = &'static str> {
    ["version", "ask"].into_iter().chain(FlatQuestion::FIELDS.iter().copied())
}

fn misread(message: String, place: Misread) -> Fault {
    Fault { place: Some(place), ..Fault::new(Kind::Usage, Origin::Question, message) }
}

/// The description of an error without the place in the text.
fn said(why: &serde_json::Error) -> String {
    let all = why.to_string();
    all.rsplit_once(" at line ").map_or(all.clone(), |(said, _)| said.into())
}

/// The words for what serde expects.
fn in_words(expected: &str) -> String {
    let most = match expected {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        "u64" => u64::MAX.into(),
        "u128" => u128::MAX,
        "a string" => return "a text".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        "f64" => return "a number".into(),
        other => return other.into(),
    };
    format!("a whole number from 0 to {most}")
}
