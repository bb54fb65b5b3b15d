//! JSON whose values have places in the text, so that an error about the meaning of a value has a place, too.
//!
//! The parser is `serde_json`. Its raw values are slices of the text, so their places are known. Values are parsed only
//! as deep as a form goes, so no nesting is too deep.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use loyd_core::text::{Misread, ended, quoted};

/// A value of a text.
#[derive(Clone, Copy, Debug)]
pub struct JsonValue<'a> {
    text: &'a str,
    raw: &'a str,
}

/// A key and its value.
pub type Member<'a> = (Cow<'a, str>, JsonValue<'a>);

impl<'a> JsonValue<'a> {
    /// Reads a text as one value.
    ///
    /// # Errors
    /// [`Misread`] if the text is no JSON.
    pub fn of(text: &'a str) -> Result<Self, Misread> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
        Ok(JsonValue { text, raw: raw.get() })
    }

    /// The value as it is written.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// The line and the column of the value.
    pub fn place(&self) -> (usize, usize) {
        let at = self.raw.as_ptr() as usize - self.text.as_ptr() as usize;
        let Misread { line, column, .. } = ended(&self.text[..at], "");
        (line, column)
    }

    /// The error that something else was expected instead of the value.
    pub fn misread(&self, expected: impl Into<String>) -> Misread {
        let (line, column) = self.place();
        Misread { line, column, found: quoted(self.raw), expected: expected.into() }
    }

    /// The elements of the list; `what` describes the list that is expected.
    ///
    /// # Errors
    /// [`Misread`] if the value is no list.
    pub fn elements(&self, what: &str) -> Result<Vec<JsonValue<'a>>, Misread> {
        let values: Vec<&RawValue> = self.parsed('[', what)?;
        Ok(values.into_iter().map(|raw| JsonValue { text: self.text, raw: raw.get() }).collect())
    }

    /// The elements of the list, which must be `count` elements.
    ///
    /// # Errors
    /// [`Misread`] at the end of a list that is too short, or at the first element that is too many.
    pub fn exactly(&self, count: usize, what: &str) -> Result<Vec<JsonValue<'a>>, Misread> {
        let elements = self.elements(what)?;
        match elements.get(count) {
            Some(next) => Err(next.misread(format!("the end of {what}"))),
            None if elements.len() < count => {
                let end = JsonValue { text: self.text, raw: &self.raw[self.raw.len() - 1..] };
                Err(end.misread(what))
            }
            None => Ok(elements),
        }
    }

    /// The members of the object, in order. No key may come twice.
    ///
    /// ```
    /// use loyd_definitions::formats::json::JsonValue;
    ///
    /// let members = JsonValue::of("{\"depth\":\n -7}")?.members("an object")?;
    /// assert_eq!((&*members[0].0, members[0].1.raw(), members[0].1.place()), ("depth", "-7", (2, 2)));
    /// # Ok::<(), loyd_core::text::Misread>(())
    /// ```
    ///
    /// # Errors
    /// [`Misread`] if the value is no object, or at the second value of a key.
    pub fn members(&self, what: &str) -> Result<Vec<Member<'a>>, Misread> {
        let Members(members) = self.parsed('{', what)?;
        let of = |(key, raw): (Cow<'a, str>, &'a RawValue)| (key, JsonValue { text: self.text, raw: raw.get() });
        let members: Vec<Member<'a>> = members.into_iter().map(of).collect();
        let mut keys = rustc_hash::FxHashSet::default();
        match members.iter().find(|(key, _)| !keys.insert(key.as_ref())) {
            Some((key, value)) => Err(value.misread(format!("one value of {}", quoted(key)))),
            None => Ok(members),
        }
    }

    /// The text of the string.
    ///
    /// # Errors
    /// [`Misread`] if the value is no string.
    pub fn string(&self, what: &str) -> Result<Cow<'a, str>, Misread> {
        self.parsed('"', what).map(|Text(text)| text)
    }

    /// The number, if it lies between `least` and `most` and fits in a `T`.
    ///
    /// # Errors
    /// [`Misread`] for every other value.
    pub fn number<T: TryFrom<u64>>(&self, least: u64, most: u64, what: &str) -> Result<T, Misread> {
        let number = self.raw.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| number.try_into().ok()).ok_or_else(|| self.misread(what))
    }

    /// The value, parsed as a kind of value that begins with `first`.
    fn parsed<T: Deserialize<'a>>(&self, first: char, what: &str) -> Result<T, Misread> {
        match self.raw.starts_with(first) {
            true => serde_json::from_str(self.raw).map_err(|_| self.misread(what)),
            false => Err(self.misread(what)),
        }
    }
}

/// The error for a text that is no JSON.
fn syntax(text: &str, error: &serde_json::Error) -> Misread {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let expected = match message.strip_prefix("expected ") {
        Some(expected) => expected.to_owned(),
        None => format!("JSON ({message})"),
    };
    if error.is_eof() {
        return ended(text, expected);
    }
    // The columns of `serde_json` count bytes.
    let before = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum::<usize>();
    let mut at = (before + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let found = text[at..].chars().next().map_or("end of text".into(), |found| quoted(&found.to_string()));
    Misread { found, ..ended(&text[..at], expected) }
}

/// A text, which is borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The keys and values of an object, in the order of the text.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Members<'de>, M::Error> {
                let mut members = Vec::new();
                while let Some((Text(key), value)) = map.next_entry()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_places() {
        let text = "{\n  \"a\": [1, 2,\n \"é\", {\"b\\u0063\": -3}],\n  \"d\": {}\n}";
        let value = JsonValue::of(text).unwrap();
        let members = value.members("an object").unwrap();
        assert_eq!(members[0].0, "a");
        let elements = members[0].1.exactly(4, "four values").unwrap();
        assert_eq!((elements[1].number(0, 2, "a number"), elements[1].place()), (Ok(2), (2, 12)));
        assert_eq!((elements[2].string("a text").as_deref(), elements[2].place()), (Ok("é"), (3, 2)));
        let inner = elements[3].members("an object").unwrap();
        assert_eq!(inner[0].0, "bc");
        let error = inner[0].1.number::<u8>(0, 9, "a digit").unwrap_err().to_string();
        assert_eq!(error, "line 3, column 19: found `-3`, expected a digit");
        let error = members[0].1.exactly(3, "three values").unwrap_err().to_string();
        assert_eq!(error, "line 3, column 7: found `{\"b\\\\u0063\": -3}`, expected the end of three values");
        let error = members[0].1.exactly(5, "five values").unwrap_err().to_string();
        assert_eq!(error, "line 3, column 22: found `]`, expected five values");
    }

    #[test]
    fn what_is_no_json_is_told_by_its_place() {
        for (text, message) in [
            ("", "line 1, column 1: found end of text, expected JSON (EOF while parsing a value)"),
            ("[1,\n  2", "line 2, column 4: found end of text, expected JSON (EOF while parsing a list)"),
            ("[1,\n é]", "line 2, column 2: found `é`, expected value"),
            ("[1 2]", "line 1, column 4: found `2`, expected `,` or `]`"),
            ("{1: 2}", "line 1, column 2: found `1`, expected JSON (key must be a string)"),
            ("[] []", "line 1, column 4: found `[`, expected JSON (trailing characters)"),
        ] {
            assert_eq!(JsonValue::of(text).unwrap_err().to_string(), message, "{text}");
        }
        let twice = JsonValue::of("{\"a\": 1, \"a\": 2}").unwrap().members("an object").unwrap_err().to_string();
        assert_eq!(twice, "line 1, column 15: found `2`, expected one value of `a`");
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        let elements = JsonValue::of(&deep).unwrap().elements("a list").unwrap();
        assert!(elements[0].number::<u8>(0, 1, "a number").is_err());
    }
}
