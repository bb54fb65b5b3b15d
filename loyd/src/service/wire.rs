//! Questions, replies, events and faults as JSON and its relatives: one schema, which docs/formats.md describes.
//!
//! A type that is flat in JSON and nested in Rust has a row here: a structure with one field for each key, in the order
//! of the keys. Programs rely on the order. The descriptions of the fields are the descriptions in the JSON Schemas, in
//! the description of the HTTP interface, and in the tables of docs/formats.md.

use std::borrow::Cow;
use std::hash::Hash;
use std::time::Duration;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fault::Kind;
use super::list::List;
use super::reply::stop_word;
use crate::planner::{Algorithm, Want};
use loyd_core::cost::{Cost, Length};
use loyd_core::family::FamilyKind;
use loyd_core::limits::Side;
use loyd_core::puzzle::{Convention, PictureKind};
use loyd_core::search::Stop;

pub(super) mod bench;
pub(super) mod events;
pub(super) mod expected;
mod lists;
mod moves;
mod replies;
mod solutions;

/// Defines the row of a type. Each key has a description, a type and a value. The values may use the names that the
/// statements between `let` and the keys define.
macro_rules! row {
    (
        $(#[$meta:meta])* $type:ident as $row:ident($value:ident) $(let { $($before:tt)* })? {
            $($(#[$key_meta:meta])* $key:ident: $key_type:ty = $content:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        struct $row<'a> {
            $($(#[$key_meta])* $key: $key_type,)*
        }

        impl<'a> From<&'a $type> for $row<'a> {
            fn from($value: &'a $type) -> $row<'a> {
                $($($before)*)?
                $row { $($key: $content,)* }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $row::from(self).serialize(serializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $row::json_schema(generator)
            }
        }
    };
}
use row;

/// A type whose values are written as words.
pub(super) trait Word: Copy + 'static {
    /// The name of the type in schemas.
    const TYPE: &str;
    /// All values.
    const ALL: &[Self];

    /// The word for the value.
    fn word(self) -> &'static str;

    /// The value for a word or a synonym of it.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }
}

macro_rules! words {
    ($($type:ident [$($value:ident),*] $word:expr $(, $named:expr)?;)*) => {$(
        impl Word for $type {
            const TYPE: &str = stringify!($type);
            const ALL: &[$type] = &[$($type::$value),*];

            fn word(self) -> &'static str {
                $word(self)
            }

            $(fn named(word: &str) -> Option<$type> {
                $named(word)
            })?
        }
    )*};
}

words! {
    Algorithm [Bfs, Bidirectional, AStar, IdaStar, Table, Anytime] Algorithm::name, Algorithm::named;
    Convention [Blank, Tile] Convention::name;
    FamilyKind [Board, Row, Twisty, Graph, Own] FamilyKind::name;
    PictureKind [Squares, Stack, Ring, Cubes, Facelets] PictureKind::name;
    Side [Start, Goal] Side::name;
    Stop [Time, Bytes, Nodes, Moves, Cost, Depth, Cancelled, Enough] stop_word;
}

impl Word for Kind {
    const TYPE: &str = "Kind";
    const ALL: &[Kind] = Kind::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// A value as its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Named<T>(pub T);

impl<T: Word> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

/// Writes a number of moves.
pub(super) fn length<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(length.0)
}

/// Writes a cost without its measure.
pub(super) fn cost<S: Serializer>(cost: &Cost, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(cost.amount())
}

/// Writes a value as its word.
pub(super) fn word<T: Word, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    Named(*value).serialize(serializer)
}

impl<'de, T: Word> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        let unknown = || format!("found {}, expected {}", loyd_core::text::quoted(&word), known_words::<T>());
        T::named(&word).map(Named).ok_or_else(|| D::Error::custom(unknown()))
    }
}

/// The kind of a value, and the words that can be read: `a convention: blank, tile`.
fn known_words<T: Word>() -> String {
    let known: Vec<&str> =
        T::ALL.iter().filter(|value| T::named(value.word()).is_some()).map(|value| value.word()).collect();
    let kind = T::TYPE.to_lowercase();
    let article = if kind.starts_with('a') { "an" } else { "a" };
    format!("{article} {kind}: {}", known.join(", "))
}

#[cfg(feature = "schema")]
impl<T: Word> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        T::TYPE.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        // A question names only words that can be read.
        let is_read = |value: &T| generator.contract().is_serialize() || T::named(value.word()).is_some();
        let words: Vec<&str> = T::ALL.iter().copied().filter(is_read).map(T::word).collect();
        schemars::json_schema!({ "type": "string", "enum": words })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// A value that may be absent, as its word.
pub(super) mod named {
    use super::*;

    pub fn serialize<T: Word, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Named).serialize(serializer)
    }

    pub fn deserialize<'de, T: Word, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        Ok(Option::<Named<T>>::deserialize(deserializer)?.map(|Named(value)| value))
    }
}

/// A list of values, as their words.
pub(super) mod all_named {
    use super::*;

    pub fn serialize<T: Word, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().copied().map(Named))
    }

    pub fn deserialize<'de, T, const MOST: usize, const DISTINCT: bool, D>(
        deserializer: D,
    ) -> Result<List<T, MOST, DISTINCT>, D::Error>
    where
        T: Word + Eq + Hash,
        D: Deserializer<'de>,
    {
        Ok(List::<Named<T>, MOST, DISTINCT>::deserialize(deserializer)?.values())
    }
}

/// The wanted solutions: `"one"`, `"all"`, `{"all": 10}`, `"count"` or `"lexicographic"`.
pub(super) mod want {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(JsonSchema), schemars(inline))]
    #[serde(rename_all = "kebab-case")]
    pub enum Word {
        One,
        All,
        Count,
        Lexicographic,
    }

    /// A word, or the most solutions that are listed.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(JsonSchema), schemars(inline))]
    #[serde(untagged)]
    pub enum Written {
        Word(Word),
        Most { all: u64 },
    }

    pub fn serialize<S: Serializer>(want: &Want, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match want {
            Want::One => Written::Word(Word::One),
            Want::All { most: None } => Written::Word(Word::All),
            Want::All { most: Some(all) } => Written::Most { all: *all },
            Want::Count => Written::Word(Word::Count),
            Want::Lexicographic => Written::Word(Word::Lexicographic),
        };
        written.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Want, D::Error> {
        let unread = |_| D::Error::custom(format!("expected {}", expected::WANT));
        Ok(match Written::deserialize(deserializer).map_err(unread)? {
            Written::Word(Word::One) => Want::One,
            Written::Word(Word::All) => Want::All { most: None },
            Written::Most { all } => Want::All { most: Some(all) },
            Written::Word(Word::Count) => Want::Count,
            Written::Word(Word::Lexicographic) => Want::Lexicographic,
        })
    }
}

/// A time as a number of seconds.
pub(super) mod seconds {
    use super::*;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(deserializer)?;
        let unread = |_| D::Error::custom(format!("expected {}", expected::SECONDS));
        seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(unread)).transpose()
    }
}
