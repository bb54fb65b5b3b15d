//! Why a puzzle cannot be opened.

use std::io;
use std::path::PathBuf;

use crate::limits::Stop;
use crate::text::{Misread, quoted};

/// Why an id opens no puzzle.
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
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// The goal cannot be read.
    #[error("goal: {0}")]
    Goal(#[source] Misread),
    /// The id or the goal names a file, and [opening](super::Opening) reads none.
    #[error("`{field}` names a file, and no files are opened here")]
    NoFiles {
        /// The field of a question: `puzzle` or `goal`.
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
        /// The field of a question that names it: `puzzle` or `goal`.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What is chosen of a definition makes no puzzle.
    #[error("puzzle {}: {why}", quoted(id))]
    Rules {
        /// The id as given.
        id: String,
        /// What is wrong.
        why: String,
    },
    /// A file does not hold what it should.
    #[error("{}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: Misread,
    },
}

impl From<Stop> for Unopened {
    fn from(why: Stop) -> Self {
        Unopened::Stopped(why)
    }
}

impl Unopened {
    /// What follows the colon of an id does not fit the family.
    pub fn parameters(id: &str, parameters: &str, expected: impl Into<String>) -> Self {
        Unopened::Parameters { id: id.into(), found: quoted(parameters), expected: expected.into() }
    }
}

fn nearest_hint(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}
