//! A hook before each operation on the files of tables, maps and the cache. A test uses the hook to make one operation
//! fail: the first, the second, and so on. Outside of tests every operation passes, and the hook counts the writes.

#[cfg(feature = "files")]
use std::fs::File;
use std::io;
#[cfg(feature = "files")]
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lets an operation on the file at this path go on, unless the plan of a test makes the operation fail.
///
/// # Errors
/// Only by the plan of a test.
#[cfg(not(all(test, feature = "files")))]
pub fn pass(what: &'static str, _: &Path) -> io::Result<()> {
    if ["write", "sync", "rename"].contains(&what) {
        WRITES.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

static WRITES: AtomicU64 = AtomicU64::new(0);

/// The number of writes to the files of tables, maps and the cache by this process.
pub fn writes() -> u64 {
    WRITES.load(Ordering::Relaxed)
}

#[cfg(all(test, feature = "files"))]
pub use plan::pass;

/// A file that is being written. A write that fails by plan writes the first half of its bytes.
#[cfg(feature = "files")]
pub struct WatchedFile<'f> {
    /// The file.
    pub file: &'f mut File,
    /// The path that is given to `pass`: the file's final place.
    pub path: &'f Path,
}

#[cfg(feature = "files")]
impl Write for WatchedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = pass("write", self.path) {
            self.file.write_all(&bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(all(test, feature = "files"))]
pub mod plan;
#[cfg(all(test, feature = "files"))]
mod tests;
