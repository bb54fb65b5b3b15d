//! Operations on the files of tables, maps and the cache, where a test can have one fail: the first, the second, each
//! in its turn. Outside of tests every operation passes, and the compiler leaves nothing of the seam.

#[cfg(feature = "files")]
use std::fs::File;
use std::io;
#[cfg(feature = "files")]
use std::io::Write;
use std::path::Path;

/// Passes an operation on that file, unless it is to fail.
///
/// # Errors
/// By plan only.
#[cfg(not(all(test, feature = "files")))]
#[inline(always)]
pub fn pass(_: &'static str, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, feature = "files"))]
pub use plan::pass;

/// A file that is written; a write that fails by plan has written half.
#[cfg(feature = "files")]
pub struct Watched<'f> {
    /// The file.
    pub file: &'f mut File,
    /// The name of its place.
    pub path: &'f Path,
}

#[cfg(feature = "files")]
impl Write for Watched<'_> {
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
