//! Table files that other programs can open: an identity, a version and checksums, in the layout of safetensors.
//!
//! A file is a JSON header and then tensors, each at a multiple of 4,096 bytes, so that the file can be mapped;
//! docs/formats.md describes every byte. [`write()`] puts a complete file in place, or none. [`Table::open`] maps a
//! file and checks every byte of it before any value is read.
//!
//! ```
//! use loyd_core::table::file::{ElementKind, Identity, Table, Tensor, write};
//! let identity = Identity {
//!     puzzle: "swap:2".into(),
//!     goal: "1 2/3 4".into(),
//!     kind: "distances".into(),
//!     layout: "rank/1".into(),
//!     parameters: Default::default(),
//!     entries: 3,
//!     encoding: "bytes".into(),
//! };
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("small.safetensors");
//! let distances = Tensor { name: "distances", kind: ElementKind::U8, shape: vec![3], bytes: &[0, 1, 1] };
//! write(&path, &identity, &[distances]).unwrap();
//! let table = Table::open(&path, &identity).unwrap();
//! assert_eq!(table.tensor("distances").unwrap()[..], [0, 1, 1]);
//!
//! let other = Identity { goal: "2 1/3 4".into(), ..identity };
//! let error = Table::open(&path, &other).unwrap_err();
//! assert_eq!(error.to_string(), "another table: goal: expected `2 1/3 4`, found `1 2/3 4`");
//! ```

mod bytes;
mod error;
mod identity;

#[cfg(feature = "files")]
mod disk;
/// The same names for a library that is built without files.
#[cfg(not(feature = "files"))]
#[path = "file/no_disk.rs"]
mod disk;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub use bytes::TableBytes;
pub use disk::*;
pub use error::{Damage, FileError};
pub use identity::Identity;

pub use super::faults::writes;
pub(super) use identity::NAME;

/// Returns whether a check should end. Several threads call it, once for each block.
pub type Unless<'s> = &'s (dyn Fn() -> bool + Sync);

/// The type of a tensor's elements; integers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// Bytes, or smaller values that are packed into bytes.
    U8,
    /// Unsigned integers of 16 bits.
    U16,
    /// Unsigned integers of 64 bits.
    U64,
}

impl ElementKind {
    /// The name of the type in a header.
    pub fn name(self) -> &'static str {
        match self {
            ElementKind::U8 => "U8",
            ElementKind::U16 => "U16",
            ElementKind::U64 => "U64",
        }
    }

    /// The number of bytes of one element.
    pub fn bytes(self) -> u64 {
        match self {
            ElementKind::U8 => 1,
            ElementKind::U16 => 2,
            ElementKind::U64 => 8,
        }
    }
}

/// A named array to be written.
#[derive(Clone, Debug)]
pub struct Tensor<'a> {
    /// The tensor's name. It is not `checksums` and does not begin with `__`.
    pub name: &'a str,
    /// The type of the elements.
    pub kind: ElementKind,
    /// The dimensions; the last index changes fastest.
    pub shape: Vec<u64>,
    /// The bytes of the elements.
    pub bytes: &'a [u8],
}

/// A named array held by a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedTensor {
    /// The tensor's name.
    pub name: String,
    /// The type of the elements.
    pub kind: ElementKind,
    /// The dimensions; the last index changes fastest.
    pub shape: Vec<u64>,
    /// The bytes of the elements.
    pub bytes: TableBytes,
}

impl OwnedTensor {
    /// Borrows the name and the elements of the tensor, for writing.
    pub fn lend(&self) -> Tensor<'_> {
        Tensor { name: &self.name, kind: self.kind, shape: self.shape.clone(), bytes: &self.bytes }
    }
}

/// Notes that help to read a table, by name. They are not part of the table's identity: two files of one table may have
/// different notes, or no notes.
pub type Notes = BTreeMap<String, String>;

/// A table: named arrays and their identity, mapped from a file or held in memory.
#[derive(Clone, Debug)]
pub struct Table {
    identity: Identity,
    notes: Notes,
    tensors: Vec<OwnedTensor>,
}

impl Table {
    /// A table in memory, without notes, from arrays that have just been built.
    pub fn in_memory(identity: Identity, tensors: Vec<OwnedTensor>) -> Table {
        Table { identity, notes: Notes::new(), tensors }
    }

    /// Maps a table file, and checks that it has the expected identity and that every byte matches its checksum.
    ///
    /// # Errors
    /// The reason why the file cannot be used.
    ///
    /// # Complexity
    /// Reads the whole file once, on all cores.
    pub fn open(path: &Path, expected: &Identity) -> Result<Table, FileError> {
        disk::open(path, Some(expected), &|| false)
    }

    /// Opens a table as `open` does; the check ends early when the flag `cancel` is raised.
    ///
    /// # Errors
    /// As [`open`](Table::open), and [`FileError::Unchecked`].
    pub fn open_unless(path: &Path, expected: &Identity, cancel: Option<&AtomicBool>) -> Result<Table, FileError> {
        let stop = || cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        disk::open(path, Some(expected), &stop)
    }

    /// Maps a table file with any identity, and checks every byte of it.
    ///
    /// # Errors
    /// The reason why the file cannot be used.
    pub fn open_any(path: &Path) -> Result<Table, FileError> {
        disk::open(path, None, &|| false)
    }

    /// Opens a table as `open_any` does; the check ends early when `stop` returns true.
    ///
    /// # Errors
    /// As [`open_any`](Table::open_any), and [`FileError::Unchecked`].
    pub fn open_any_unless(path: &Path, stop: Unless<'_>) -> Result<Table, FileError> {
        disk::open(path, None, stop)
    }

    /// The table's identity.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The notes that help to read the table.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// All arrays of the table.
    pub fn tensors(&self) -> &[OwnedTensor] {
        &self.tensors
    }

    /// The elements of the array with this name.
    pub fn tensor(&self, name: &str) -> Option<TableBytes> {
        self.tensors.iter().find(|tensor| tensor.name == name).map(|tensor| tensor.bytes.clone())
    }

    /// The number of bytes of all arrays.
    pub fn bytes(&self) -> u64 {
        self.tensors.iter().map(|tensor| tensor.bytes.len() as u64).sum()
    }
}
