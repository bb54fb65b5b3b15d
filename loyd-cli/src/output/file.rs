//! Files that the user names for what is written when all of it is known.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use loyd::table::file::Aside;

/// A file that appears whole or not at all; what is no regular file, such as a terminal or a pipe, is written to as it
/// is.
#[derive(Debug)]
pub enum Output {
    Aside(Aside),
    Place(File),
}

impl Output {
    /// Begins a file at that path; what is there stays until the new one is whole.
    ///
    /// # Errors
    /// What the system says, as it would in the end.
    pub fn begin(path: &Path) -> io::Result<Output> {
        // Through a link the file is written that it leads to.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        match fs::metadata(&path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => File::create(&path).map(Output::Place),
            _ => Aside::begin(&path).map(Output::Aside),
        }
    }

    /// Has it written, and puts it in place.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn finish(mut self, write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
        let file = match &mut self {
            Output::Aside(aside) => aside.file(),
            Output::Place(file) => file,
        };
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        match self {
            Output::Aside(aside) => aside.put_in_place().map_err(|(_, error)| error),
            Output::Place(_) => Ok(()),
        }
    }
}
