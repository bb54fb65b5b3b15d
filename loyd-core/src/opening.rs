//! The names that opening a puzzle may read, and the work it may cost.
//!
//! An id, a goal or the header of a table can name a file. The library reads such a name only through a reader that the
//! caller hands down in an [`Opening`]. Without a reader no code path leads from a text to the file system.

use std::io;
use std::path::Path;

use crate::limits::Watch;
use crate::text::{Misread, ended};
#[cfg(feature = "files")]
pub use regular::RegularFiles;
pub use unopened::Unopened;

#[cfg(feature = "files")]
mod regular;
mod unopened;

/// Reads what ids, goals and tables name: files, an archive, a database, an upload.
///
/// A function of a name and a number of bytes is a reader, too.
pub trait ReadNames: Send + Sync {
    /// The content of that name, if it has at most `most` bytes. A longer content may be cut after `most + 1` bytes.
    ///
    /// # Errors
    /// The reason why the name cannot be read.
    fn read(&self, name: &Path, most: usize) -> io::Result<Vec<u8>>;
}

impl<F: Fn(&Path, usize) -> io::Result<Vec<u8>> + Send + Sync> ReadNames for F {
    fn read(&self, name: &Path, most: usize) -> io::Result<Vec<u8>> {
        self(name, most)
    }
}

/// The way in which a puzzle is opened: by default without names and without limits.
///
/// ```
/// use std::io;
/// use std::path::Path;
/// use loyd_core::opening::Opening;
/// use loyd_core::opening::Unopened;
/// use loyd_definitions::ids::definition;
///
/// let none = definition("file:@swap.loyd", &Opening::default()).unwrap();
/// assert!(matches!(none, Err(Unopened::NoFiles { field: "puzzle", .. })));
/// let archive = |name: &Path, _: usize| match name.to_str() {
///     Some("swap.loyd") => Ok(b"picture = \"a b\"\n[moves]\ns = \"(a b)\"\n".to_vec()),
///     _ => Err(io::ErrorKind::NotFound.into()),
/// };
/// let opening = Opening::default().reading(&archive);
/// assert_eq!(definition("file:@swap.loyd", &opening).unwrap().unwrap().moves.len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Opening<'a> {
    names: Option<&'a dyn ReadNames>,
    watch: Watch,
}

impl std::fmt::Debug for Opening<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening")
            .field("reads_names", &self.names.is_some())
            .field("watch", &self.watch)
            .finish_non_exhaustive()
    }
}

impl<'a> Opening<'a> {
    /// Opens under this watch, and reads no names.
    pub fn new(watch: Watch) -> Self {
        Opening { names: None, watch }
    }

    /// Adds a reader of names.
    pub fn reading(self, names: &'a dyn ReadNames) -> Self {
        Opening { names: Some(names), ..self }
    }

    /// The watch that stops opening.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Opens under this watch: the limits of this watch stop whatever the work demands on this thread.
    pub fn over<T>(&self, opens: impl FnOnce() -> Result<T, Unopened>) -> Result<T, Unopened> {
        self.watch.look()?;
        self.watch.over(opens).unwrap_or_else(|why| Err(why.into()))
    }

    /// The content of a name in this field of a request, cut after `most + 1` bytes if it is longer than `most`.
    pub fn read(&self, field: &'static str, name: &Path, most: usize) -> Result<Vec<u8>, Unopened> {
        let names = self.names.ok_or_else(|| Unopened::NoFiles { field, name: name.into() })?;
        self.watch.look()?;
        let read = names.read(name, most);
        let mut bytes = read.map_err(|source| Unopened::File { field, path: name.into(), source })?;
        bytes.truncate(most + 1);
        self.watch.look()?;
        Ok(bytes)
    }
}

/// The most bytes of a board that is given as text.
const LONGEST_BOARD: usize = 1 << 20;

/// Reads the file of a board. From a file that never ends, at most one byte more than the longest board is read.
///
/// # Errors
/// [`Unopened::NoFiles`], [`Unopened::File`], or [`Unopened::Content`] at the first byte beyond 1 MiB.
pub fn read_board(path: &Path, opening: &Opening<'_>) -> Result<Vec<u8>, Unopened> {
    let bytes = opening.read("puzzle", path, LONGEST_BOARD)?;
    check_length(&bytes).map_err(|source| Unopened::Content { path: path.into(), source })?;
    Ok(bytes)
}

/// Checks that a board has at most 1 MiB.
///
/// # Errors
/// [`Misread`] at the first byte beyond 1 MiB.
pub fn check_length(board: &[u8]) -> Result<(), Misread> {
    let Some(before) = board.get(..LONGEST_BOARD).filter(|_| board.len() > LONGEST_BOARD) else { return Ok(()) };
    let before = String::from_utf8_lossy(before);
    Err(Misread { found: "still more".into(), ..ended(&before, "the end of the board within 1 MiB") })
}
