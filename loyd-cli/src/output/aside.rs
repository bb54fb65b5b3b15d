//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that is written beside its place and then put there; what is no regular file, such as a terminal or a pipe, is written to as it is.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    Aside(NamedTempFile),
    Place(File),
}

impl Aside {
    /// Begins a file at that path; what is there stays until the new one is whole.
    ///
    /// # Errors
    /// What the system says, as it would in the end.
    pub fn begin(path: &Path) -> io::Result<Aside> {
        // Through a link the file is written that it leads to.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let to = match fs::metadata(&path) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => To::Place(File::create(&path)?),
            _ => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let mut aside = tempfile::Builder::new();
                #[cfg(unix)]
                aside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                To::Aside(aside.tempfile_in(folder.unwrap_or(Path::new(".")))?)
            }
        };
        Ok(Aside { path, to })
    }

    /// Has it written, and puts it in place.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn finish(mut self, write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
        let file = match &mut self.to {
            To::Aside(aside) => aside.as_file_mut(),
            To::Place(file) => file,
        };
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        match self.to {
            To::Aside(aside) => {
                aside.as_file().sync_all()?;
                aside.persist(&self.path).map(|_| ()).map_err(|error| error.error)
            }
            To::Place(_) => Ok(()),
        }
    }
}
