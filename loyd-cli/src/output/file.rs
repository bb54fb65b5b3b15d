//! Output files that the user names, for results that are written when they are complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use loyd_core::table::file::{Aside, Destination};

/// A file that appears complete or not at all. A path that is no regular file, such as a pipe, is written to directly.
#[derive(Debug)]
pub enum Output {
    Aside(Aside),
    Stream(File),
}

impl Output {
    /// Begins a file at a path. An existing file stays until the new file is complete.
    ///
    /// # Errors
    /// The I/O error of the system, the same that the final write would meet.
    pub fn begin(path: &Path) -> io::Result<Output> {
        match Destination::of(path)? {
            Destination::File(path) => Aside::begin(&path).map(Output::Aside),
            Destination::Stream(path) => stream(&path).map(Output::Stream),
        }
    }

    /// Calls `write` to fill the file, and then puts the file in place.
    ///
    /// # Errors
    /// The I/O error of the system. In that case no partial file remains.
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
    // The file is opened for appending, so that the content of a file that another process has open is not overwritten.
    OpenOptions::new().append(true).open(path)
}

/// Returns standard output or standard error, if the path names one. Opening the path again would write a redirected
/// file from its beginning, over the text printed before.
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
