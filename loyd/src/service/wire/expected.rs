//! Descriptions of the values that a field of a question takes, by the type of the field.

use std::path::PathBuf;
use std::time::Duration;

use super::{Word, known_words};
use crate::planner::Want;

/// The description of every time.
pub const SECONDS: &str = "a number of seconds, not negative and at most 1.8e19";
/// The description of every choice of wanted solutions.
pub const WANT: &str = "\"one\", \"all\", {\"all\": 10}, \"count\" or \"lexicographic\"";

/// A type of a field of a question. A list without a largest length is no such type.
pub trait Expected {
    /// The description of its values.
    fn expected() -> String;

    /// The largest number of entries; `None` if the values are not lists.
    fn most_entries() -> Option<usize> {
        None
    }
}

macro_rules! expected {
    ($($type:ty => $words:expr,)*) => {
        $(impl Expected for $type {
            fn expected() -> String {
                $words
            }
        })*
    };
}

expected! {
    u8 => whole(u8::MAX),
    u16 => whole(u16::MAX),
    u32 => whole(u32::MAX),
    u64 => whole(u64::MAX),
    u128 => whole(u128::MAX),
    f64 => "a number".into(),
    bool => "true or false".into(),
    String => "a text".into(),
    PathBuf => "a text".into(),
    Duration => SECONDS.into(),
    Want => WANT.into(),
}

impl<T: Expected> Expected for Option<T> {
    fn expected() -> String {
        T::expected()
    }

    fn most_entries() -> Option<usize> {
        T::most_entries()
    }
}

impl<T: Word> Expected for T {
    fn expected() -> String {
        known_words::<T>()
    }
}

fn whole(most: impl Into<u128>) -> String {
    format!("a whole number from 0 to {}", most.into())
}
