//! Files that appear under their names whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The end of a file's name while it is written, before a few random characters.
pub(in crate::table) const ASIDE: &str = ".tmp-";

/// A file that is written beside its place, and gone when it is dropped before it was put there.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    file: NamedTempFile,
}

impl Aside {
    /// Begins a file for that path; what is there stays.
    ///
    /// # Errors
    /// What the system says: the folder is not there, or no file can be made in it.
    pub fn begin(path: &Path) -> io::Result<Aside> {
        // Asked by its name: who is told of a file that cannot be made does not know the one beside.
        fs::metadata(folder_of(path))?;
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(ASIDE);
        let mut aside = tempfile::Builder::new();
        aside.prefix(&name);
        #[cfg(unix)]
        aside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = aside.tempfile_in(folder_of(path)).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Aside { path: path.into(), file })
    }

    /// The file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Syncs the file and gives it its name, in the place of what was there.
    ///
    /// # Errors
    /// What could not be done, and what the system says. Nothing is left behind then.
    pub fn put_in_place(self) -> Result<(), (&'static str, io::Error)> {
        self.file.as_file().sync_all().map_err(|error| ("sync the file", error))?;
        self.file.persist(&self.path).map_err(|error| ("rename the file", error.error))?;
        // Until the folder is synced a power cut may undo the renaming; the file is whole then, too, and some systems
        // sync no folders.
        #[cfg(unix)]
        let _ = File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
