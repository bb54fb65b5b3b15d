//! Why a table file cannot be used: each reason one sentence, without the file's name, which the caller knows.

use std::io;

/// Why a table file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file ends too early.
    #[error("truncated: {found} bytes where {expected} were expected")]
    Truncated {
        /// Bytes there.
        found: u64,
        /// Bytes that there should be, at least.
        expected: u64,
    },
    /// No file of loyd's.
    #[error("foreign: {found} where a table file of loyd was expected")]
    Foreign {
        /// What is there instead.
        found: String,
    },
    /// Written by another version of loyd, in a format that this one does not read.
    #[error(
        "of {} version: format table/{found} where table/{expected} was expected",
        if found < expected { "an older" } else { "a newer" }
    )]
    OtherVersion {
        /// The version of the file's format.
        found: u64,
        /// The version that is read.
        expected: u64,
    },
    /// A table of something else.
    #[error("another table: its {field} is {} where {} was expected", quoted(found), quoted(expected))]
    OtherIdentity {
        /// The first field of the identity that differs.
        field: String,
        /// What the file says, if anything.
        found: Option<String>,
        /// What was expected, if anything.
        expected: Option<String>,
    },
    /// Bytes that are not those that were written.
    #[error("damaged: {0}")]
    Damaged(Damage),
    /// What was to be written does not fit the format.
    #[error("cannot be written: {0}")]
    Unwritable(String),
    /// The check was cancelled before it came to the end.
    #[error("not checked to its end")]
    Unchecked,
    /// The library is built without files.
    #[error("this build of loyd neither reads nor writes table files: its feature `files` is off")]
    NoFiles,
    /// The system failed.
    #[error("cannot {doing}: {source}")]
    System {
        /// What was being done.
        doing: &'static str,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}

/// Where a file is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Its first bytes, up to the data.
    #[error("the header does not match its checksum")]
    Header,
    /// A header that is whole but says what cannot be.
    #[error("the header is wrong: {0}")]
    Contents(String),
    /// The list of checksums.
    #[error("the list of checksums does not match its own")]
    Checksums,
    /// A block of data, the first of those that are.
    #[error("block {index}, the {bytes} bytes from {offset}, does not match its checksum")]
    Block {
        /// Which block of data, from 0.
        index: usize,
        /// Where in the file it begins.
        offset: u64,
        /// How long it is.
        bytes: u64,
    },
    /// More bytes than were written.
    #[error("{0} bytes follow after its end")]
    Tail(u64),
}

impl FileError {
    pub(in crate::table) fn system(doing: &'static str) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError::System { doing, source }
    }

    /// Whether it is only that there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::System { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

impl From<Damage> for FileError {
    fn from(damage: Damage) -> FileError {
        FileError::Damaged(damage)
    }
}

/// A value between quotes, or `nothing`.
fn quoted(value: &Option<String>) -> String {
    value.as_ref().map_or("nothing".into(), |value| format!("`{}`", value.escape_debug()))
}
