//! The reasons why a table file cannot be used. Each is one sentence without the file's name, which the caller knows.

use std::io;

/// The reason why a table file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file ends too early.
    #[error("truncated: expected {expected} bytes, found {found}")]
    Truncated {
        /// The number of bytes in the file.
        found: u64,
        /// The least number of bytes that the file should have.
        expected: u64,
    },
    /// The file is not a table file of loyd.
    #[error("foreign: expected a table file of loyd, found {found}")]
    Foreign {
        /// A description of what was found instead.
        found: String,
    },
    /// The file was written by another version of loyd, in a format that this version does not read.
    #[error(
        "of {} version: expected format table/{expected}, found table/{found}",
        if found < expected { "an older" } else { "a newer" }
    )]
    OtherVersion {
        /// The version of the file's format.
        found: u64,
        /// The version that this build reads.
        expected: u64,
    },
    /// The file contains a table with another identity.
    #[error("another table: {field}: expected {}, found {}", quoted(expected), quoted(found))]
    OtherIdentity {
        /// The first field of the identity that differs.
        field: String,
        /// The value in the file, if there is one.
        found: Option<String>,
        /// The expected value, if there is one.
        expected: Option<String>,
    },
    /// The bytes are not the bytes that were written.
    #[error("damaged: {0}")]
    Damaged(Damage),
    /// The table cannot be written, because it does not fit the format.
    #[error("cannot be written: {0}")]
    Unwritable(String),
    /// The check was cancelled before it came to the end.
    #[error("the check is not complete")]
    Unchecked,
    /// The library is built without files.
    #[error("this build of loyd cannot read or write table files, because its feature `files` is off")]
    NoFiles,
    /// The system reported an error.
    #[error("cannot {doing}: {source}")]
    System {
        /// The operation that failed, such as `open the file`.
        doing: &'static str,
        /// The error that the system reported.
        #[source]
        source: io::Error,
    },
}

/// The damaged part of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The header: the first bytes of the file, up to the data.
    #[error("the header does not match its checksum")]
    Header,
    /// The header matches its checksum, but its contents are impossible.
    #[error("the header is wrong: {0}")]
    Contents(String),
    /// The list of checksums.
    #[error("the list of checksums does not match its checksum")]
    Checksums,
    /// A block of data. It is the first damaged block.
    #[error("block {index}, the {bytes} bytes from {offset}, does not match its checksum")]
    Block {
        /// The number of the block, from 0.
        index: usize,
        /// The offset in the file at which the block begins.
        offset: u64,
        /// The length of the block in bytes.
        bytes: u64,
    },
    /// Extra bytes after the end of the data.
    #[error("{0} extra bytes follow the end of the table")]
    Tail(u64),
}

impl FileError {
    pub(in crate::table) fn system(doing: &'static str) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError::System { doing, source }
    }

    /// Whether the error is only that the file does not exist.
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
