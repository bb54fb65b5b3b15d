//! Reasons why a puzzle cannot be opened.

use std::io;
use std::path::PathBuf;

use crate::limits::Stop;
use crate::text::{Misread, quoted};

/// The reason why an id opens no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum Unopened {
    /// There is no such family.
    #[error("unknown puzzle {}{}", quoted(id), nearest_hint(*nearest))]
    Unknown {
        /// The id as given.
        id: String,
        /// The nearest known name, if one is near.
        nearest: Option<&'static str>,
    },
    /// The part after the colon does not fit the family.
    #[error("puzzle {}: found {found}, expected {expected}", quoted(id))]
    Parameters {
        /// The id as given.
        id: String,
        /// The text found there.
        found: String,
        /// A description of the expected text.
        expected: String,
    },
    /// The goal cannot be read.
    #[error("goal: {0}")]
    Goal(#[source] Misread),
    /// The id or the goal names a file, but the [opening](super::Opening) reads no files.
    #[error("`{field}` names a file, but no files may be opened here")]
    NoFiles {
        /// The field of a request: `puzzle` or `goal`.
        field: &'static str,
        /// The file.
        name: PathBuf,
    },
    /// A limit was reached before the puzzle was open.
    #[error("{} before the puzzle was open; nothing is proved", .0.told())]
    Stopped(Stop),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The field of a request that names the file: `puzzle` or `goal`.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// The error from the system.
        source: io::Error,
    },
    /// The parts chosen from a definition do not make a puzzle.
    #[error("puzzle {}: {why}", quoted(id))]
    Rules {
        /// The id as given.
        id: String,
        /// The reason why they do not.
        why: String,
    },
    /// The content of a file is not as expected.
    #[error("{}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The error, with its place in the file.
        source: Misread,
    },
}

impl From<Stop> for Unopened {
    fn from(why: Stop) -> Self {
        Unopened::Stopped(why)
    }
}

impl Unopened {
    /// The error for an id whose part after the colon does not fit the family.
    pub fn parameters(id: &str, parameters: &str, expected: impl Into<String>) -> Self {
        Unopened::Parameters { id: id.into(), found: quoted(parameters), expected: expected.into() }
    }
}

fn nearest_hint(nearest: Option<&str>) -> String {
    let meant = nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
    meant + "; any puzzle of pieces and moves can be a definition (docs/definitions.md)"
}
