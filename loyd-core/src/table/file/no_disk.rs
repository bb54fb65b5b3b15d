//! The library without its feature `files`. Every table is in memory, and a function that reads or writes a file
//! returns an error that names the feature.

use std::path::{Path, PathBuf};

use super::{ElementKind, FileError, Identity, Notes, Table, Tensor, Unless};

/// The mark in a file's name while the file is written.
pub(in crate::table) const ASIDE: &str = ".tmp-";

/// Returns an error, because this build has no files.
pub(in crate::table) fn available() -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

pub(super) fn open(_: &Path, _: Option<&Identity>, _: Unless<'_>) -> Result<Table, FileError> {
    Err(FileError::NoFiles)
}

/// Returns an error, because this build reads no files.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn inspect(_: &Path) -> Result<(Identity, Notes, u64), FileError> {
    Err(FileError::NoFiles)
}

/// Returns an error, because this build writes no files.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn can_write(_: &Path) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// Returns an error, because this build writes no files.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn write(_: &Path, _: &Identity, _: &[Tensor<'_>]) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// Returns an error, because this build writes no files.
///
/// # Errors
/// [`FileError::NoFiles`].
pub fn write_noted(_: &Path, _: &Identity, _: &Notes, _: &[Tensor<'_>]) -> Result<(), FileError> {
    Err(FileError::NoFiles)
}

/// Returns no name, because this build keeps no table in a file.
pub(in crate::table) fn name_of(_: &Identity) -> Option<String> {
    None
}

/// Returns no folder, because this build has no cache folder.
pub(in crate::table) fn cache_folder(_: &str) -> Option<PathBuf> {
    None
}

/// A table file that is written piece by piece. This type has no values, because this build cannot begin a file.
#[derive(Debug)]
pub enum Stream {}

impl Stream {
    /// Returns an error, because this build writes no files.
    ///
    /// # Errors
    /// [`FileError::NoFiles`].
    pub fn begin(_: &Path, _: &Identity, _: &[(&str, ElementKind, Vec<u64>)]) -> Result<Stream, FileError> {
        Err(FileError::NoFiles)
    }

    /// Never called, because this build makes no `Stream`.
    ///
    /// # Errors
    /// No error, because the function is never called.
    pub fn write(&mut self, _: &[u8]) -> Result<(), FileError> {
        match *self {}
    }

    /// Never called, because this build makes no `Stream`.
    ///
    /// # Errors
    /// No error, because the function is never called.
    pub fn finish(self) -> Result<(), FileError> {
        match self {}
    }
}

/// Functions for files that are overwritten in place; all of them fail.
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
