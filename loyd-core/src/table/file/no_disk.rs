//! The library without its feature `files`: every table is in memory, and whoever asks for a file hears why there is
//! none.

use std::path::{Path, PathBuf};

use super::{ElementKind, FileError, Identity, Notes, Table, Tensor, Unless};

/// The end of a file's name while it is written.
pub(in crate::table) const ASIDE: &str = ".tmp-";

/// Whether there are files at all.
pub(in crate::table) fn available() -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

pub(super) fn open(_: &Path, _: Option<&Identity>, _: Unless<'_>) -> Result<Table, FileError> {
    Err(FileError::NoFiles)
}

/// No file can be looked into.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn inspect(_: &Path) -> Result<(Identity, Notes, u64), FileError> {
    Err(FileError::NoFiles)
}

/// No file can be written.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn can_write(_: &Path) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// No file can be written.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn write(_: &Path, _: &Identity, _: &[Tensor<'_>]) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// No file can be written.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn write_noted(_: &Path, _: &Identity, _: &Notes, _: &[Tensor<'_>]) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// No table has a file to be kept in.
pub(in crate::table) fn name_of(_: &Identity) -> Option<String> {
    None
}

/// There is no cache folder.
pub(in crate::table) fn cache_folder(_: &str) -> Option<PathBuf> {
    None
}

/// A file that is written piece by piece: none can be begun.
#[derive(Debug)]
pub enum Stream {}

impl Stream {
    /// No file can be begun.
    ///
    /// # Errors
    /// [`FileError::NoFiles`].
    pub fn begin(_: &Path, _: &Identity, _: &[(&str, ElementKind, Vec<u64>)]) -> Result<Stream, FileError> {
        Err(FileError::NoFiles)
    }

    /// Never called: there is no such file.
    ///
    /// # Errors
    /// None.
    pub fn write(&mut self, _: &[u8]) -> Result<(), FileError> {
        match *self {}
    }

    /// Never called: there is no such file.
    ///
    /// # Errors
    /// None.
    pub fn finish(self) -> Result<(), FileError> {
        match self {}
    }
}

/// Files that are written over in place: none.
pub(in crate::table) mod loose {
    use std::path::Path;

    use crate::table::file::{FileError, Identity, Tensor};

    pub fn write(_: &Path, _: &Identity, _: Tensor<'_>) -> Result<u64, FileError> {
        Err(FileError::NoFiles)
    }

    pub fn read(_: &Path, _: &mut [u8]) -> Result<u64, FileError> {
        Err(FileError::NoFiles)
    }

    pub fn check(_: &Path, _: &Identity) -> Result<u64, FileError> {
        Err(FileError::NoFiles)
    }

    pub fn sync(_: &Path) -> Result<(), FileError> {
        Err(FileError::NoFiles)
    }
}
