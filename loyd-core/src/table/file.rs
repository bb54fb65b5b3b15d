//! Tables in files that others can open: identity, version and checksums, in the layout of safetensors.
//!
//! A file is a header of JSON and then tensors, each at a multiple of 4,096 bytes, so that it can be mapped;
//! docs/formats.md describes it to the byte. [`write()`] puts a file in place whole or not at all; [`Table::open`] maps
//! one and checks every byte of it before anything is read.
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
//! assert_eq!(error.to_string(), "another table: its goal is `1 2/3 4` where `2 1/3 4` was expected");
//! ```

mod bytes;
mod error;
mod identity;

#[cfg(feature = "files")]
mod disk;
/// The same names where the library is built without files.
#[cfg(not(feature = "files"))]
#[path = "file/no_disk.rs"]
mod disk;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub use bytes::Bytes;
pub use disk::*;
pub use error::{Damage, FileError};
pub use identity::Identity;
pub(super) use identity::NAME;

/// Says whether a check should end; it is asked by several threads, once a block.
pub type Unless<'s> = &'s (dyn Fn() -> bool + Sync);

/// What a tensor's elements are; integers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// Bytes, or what is packed into bytes.
    U8,
    /// Unsigned integers of 16 bits.
    U16,
    /// Unsigned integers of 64 bits.
    U64,
}

impl ElementKind {
    /// Its name in a header.
    pub fn name(self) -> &'static str {
        match self {
            ElementKind::U8 => "U8",
            ElementKind::U16 => "U16",
            ElementKind::U64 => "U64",
        }
    }

    /// The bytes of one element.
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
    /// Its name: neither `checksums` nor beginning with `__`.
    pub name: &'a str,
    /// What its elements are.
    pub kind: ElementKind,
    /// Its dimensions, the last the quickest.
    pub shape: Vec<u64>,
    /// Its elements.
    pub bytes: &'a [u8],
}

/// A named array held by a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedTensor {
    /// Its name.
    pub name: String,
    /// What its elements are.
    pub kind: ElementKind,
    /// Its dimensions, the last the quickest.
    pub shape: Vec<u64>,
    /// Its elements.
    pub bytes: Bytes,
}

impl OwnedTensor {
    /// The same, lent.
    pub fn lend(&self) -> Tensor<'_> {
        Tensor { name: &self.name, kind: self.kind, shape: self.shape.clone(), bytes: &self.bytes }
    }
}

/// What helps to read a table, by name. It is no part of what the table is of: two files of one table may have
/// different notes, or none.
pub type Notes = BTreeMap<String, String>;

/// A table: named arrays and what they are of; mapped from a file, or in memory.
#[derive(Clone, Debug)]
pub struct Table {
    identity: Identity,
    notes: Notes,
    tensors: Vec<OwnedTensor>,
}

impl Table {
    /// A table that has just been made.
    pub fn in_memory(identity: Identity, tensors: Vec<OwnedTensor>) -> Table {
        Table { identity, notes: Notes::new(), tensors }
    }

    /// Maps a table file, checks that it is the one expected and that every byte of it is as it was written.
    ///
    /// # Errors
    /// Why it cannot be used.
    ///
    /// # Complexity
    /// Reads the whole file once, by all cores.
    pub fn open(path: &Path, expected: &Identity) -> Result<Table, FileError> {
        disk::open(path, Some(expected), &|| false)
    }

    /// The same; the check ends when the flag is raised.
    ///
    /// # Errors
    /// As [`open`](Table::open), and [`FileError::Unchecked`].
    pub fn open_unless(path: &Path, expected: &Identity, cancel: Option<&AtomicBool>) -> Result<Table, FileError> {
        let stop = || cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        disk::open(path, Some(expected), &stop)
    }

    /// Maps a table file whatever it is of, and checks every byte of it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open_any(path: &Path) -> Result<Table, FileError> {
        disk::open(path, None, &|| false)
    }

    /// The same; the check ends when `stop` says so.
    ///
    /// # Errors
    /// As [`open_any`](Table::open_any), and [`FileError::Unchecked`].
    pub fn open_any_unless(path: &Path, stop: Unless<'_>) -> Result<Table, FileError> {
        disk::open(path, None, stop)
    }

    /// What the table is of.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What helps to read it.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// All arrays.
    pub fn tensors(&self) -> &[OwnedTensor] {
        &self.tensors
    }

    /// The elements of the array of that name.
    pub fn tensor(&self, name: &str) -> Option<Bytes> {
        self.tensors.iter().find(|tensor| tensor.name == name).map(|tensor| tensor.bytes.clone())
    }

    /// Bytes of all arrays.
    pub fn bytes(&self) -> u64 {
        self.tensors.iter().map(|tensor| tensor.bytes.len() as u64).sum()
    }
}
