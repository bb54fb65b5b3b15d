//! Files that the user names for what is written when all of it is known.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use loyd::table::file::{Aside, Destination};

/// A file that appears whole or not at all; what is no file, such as a terminal or a pipe, is written to as it is.
#[derive(Debug)]
pub enum Output {
    Aside(Aside),
    Stream(File),
}

impl Output {
    /// Begins a file at that path; what is there stays until the new one is whole.
    ///
    /// # Errors
    /// What the system says, as it would in the end.
    pub fn begin(path: &Path) -> io::Result<Output> {
        match Destination::of(path)? {
            Destination::File(path) => Aside::begin(&path).map(Output::Aside),
            Destination::Stream(path) => stream(&path).map(Output::Stream),
        }
    }

    /// Has it written, and puts it in place.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn finish(mut self, write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
        let file = match &mut self {
            Output::Aside(aside) => aside.file(),
            Output::Stream(file) => file,
        };
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        match self {
            Output::Aside(aside) => aside.put_in_place().map_err(|(_, error)| error),
            Output::Stream(_) => Ok(()),
        }
    }
}

fn stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    if let Some(ours) = of_process(path)? {
        return Ok(ours);
    }
    // Appended: of a file that somebody has open nothing is written over.
    OpenOptions::new().append(true).open(path)
}

/// Standard output or standard error, if the path names one. Opened once more, a file behind it would be written from
/// its beginning, and over what is printed.
#[cfg(unix)]
fn of_process(path: &Path) -> io::Result<Option<File>> {
    use std::fs::canonicalize;
    use std::os::fd::AsFd;
    let folder = path.parent().map(canonicalize).transpose()?;
    if folder != canonicalize("/dev/fd").ok() {
        return Ok(None);
    }
    let ours = match path.file_name().and_then(|name| name.to_str()) {
        Some("1") => io::stdout().as_fd().try_clone_to_owned()?,
        Some("2") => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return Ok(None),
    };
    Ok(Some(File::from(ours)))
}
