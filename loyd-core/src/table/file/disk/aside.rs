//! Files that appear under their names only when they are complete.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::destination::{Destination, folder_of};
use crate::table::faults::{WatchedFile, pass};
use crate::table::lock::is_at;

/// The mark in a file's name while it is written; `RANDOM` random letters and digits follow. Nobody else may give a
/// file such a name, because files that are left under such names are removed.
pub(in crate::table) const ASIDE: &str = ".tmp-";
const RANDOM: usize = 12;

/// A file that is written beside its final place. It is removed if it is dropped before it is put in place.
///
/// The file is locked while it is written. The lock distinguishes it from a file that a killed writer has left, which
/// is removed when the file is written again.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    file: NamedTempFile,
}

impl Aside {
    /// Begins a file for this path; a file that is there stays until it is replaced. If the path is a link, the new
    /// file is for the target of the link.
    ///
    /// # Errors
    /// If no file can take the place of the path's target, or if the system reports an error: the folder does not
    /// exist, or no file can be made in it.
    pub fn begin(path: &Path) -> io::Result<Aside> {
        let path = match Destination::of(path)? {
            Destination::File(path) => path,
            Destination::Stream(_) => {
                let why = "expected a file, found a device or a pipe";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
        };
        // The folder is checked first, because the user does not know the temporary file that a later error is about.
        fs::metadata(folder_of(&path))?;
        remove_left(&path);
        let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(ASIDE);
        let mut aside = tempfile::Builder::new();
        aside.prefix(&name).rand_bytes(RANDOM);
        #[cfg(unix)]
        aside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        loop {
            pass("create", &path)?;
            let file = aside.tempfile_in(folder_of(&path)).map_err(|error| io::Error::from(error.kind()))?;
            match pass("lock", &path).map_err(TryLockError::Error).and_then(|()| file.as_file().try_lock()) {
                // A process that removes leftover files has locked this file.
                Err(TryLockError::WouldBlock) => {}
                Ok(()) if !is_at(file.as_file(), file.path()) => {}
                // If the system supports no locks, no process can take this file for a leftover.
                _ => return Ok(Aside { path, file }),
            }
        }
    }

    /// The open file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    pub(super) fn watched(&mut self) -> WatchedFile<'_> {
        WatchedFile { file: self.file.as_file_mut(), path: &self.path }
    }

    /// Syncs the file and renames it to its final name. It replaces a file that is there.
    ///
    /// # Errors
    /// The operation that failed, and the error that the system reports. No file is left behind then.
    pub fn put_in_place(self) -> Result<(), (&'static str, io::Error)> {
        let synced = pass("sync", &self.path).and_then(|()| self.file.as_file().sync_all());
        synced.map_err(|error| ("sync the file", error))?;
        pass("rename", &self.path).map_err(|error| ("rename the file", error))?;
        self.file.persist(&self.path).map_err(|error| ("rename the file", error.error))?;
        // Until the folder is synced, a power cut may undo the renaming, but never leaves an incomplete file under the
        // name. Errors are ignored, because some systems cannot sync folders.
        #[cfg(unix)]
        let _ = File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Removes the files that killed writers of this path left beside it.
fn remove_left(path: &Path) {
    let Some(name) = path.file_name() else { return };
    for there in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        // Only regular files are opened, because opening a pipe would wait.
        if is_aside_of(name, &there.file_name()) && there.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = there.path();
            let Ok(file) = File::open(&path) else { continue };
            if file.try_lock().is_ok() && is_at(&file, &path) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Whether `aside` is a temporary name of the file `name`.
fn is_aside_of(name: &OsStr, aside: &OsStr) -> bool {
    let random = aside.as_encoded_bytes().strip_prefix(name.as_encoded_bytes());
    let random = random.and_then(|end| end.strip_prefix(ASIDE.as_bytes()));
    random.is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(folder: &Path) -> Vec<String> {
        let there = fs::read_dir(folder).unwrap().map(|there| there.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = there.collect();
        names.sort();
        names
    }

    #[test]
    fn what_killed_writers_left_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut live = Aside::begin(&at("t")).unwrap();
        // Leftovers of killed writers of `t`, and then files that must stay.
        let left = ["t.tmp-0123456789ab", "t.tmp-AbCdEfGhIjKl"];
        let kept = ["s.tmp-0123456789ab", "t.tmp-backup", "t.tmp-0123456789a.", "tt.tmp-0123456789ab"];
        left.iter().chain(&kept).for_each(|name| fs::write(at(name), "half").unwrap());
        let mut next = Aside::begin(&at("t")).unwrap();
        assert!(kept.iter().all(|name| at(name).exists()) && !left.iter().any(|name| at(name).exists()));
        assert_eq!(names(folder.path()).len(), kept.len() + 2);
        for (aside, text) in [(&mut live, "first"), (&mut next, "second")] {
            aside.file().write_all(text.as_bytes()).unwrap();
        }
        for (aside, text) in [(live, "first"), (next, "second")] {
            aside.put_in_place().unwrap();
            assert_eq!(fs::read_to_string(at("t")).unwrap(), text);
        }
        assert_eq!(names(folder.path()).len(), kept.len() + 1);
    }

    /// Several threads write one path, and remove leftovers, all the time. Every file that is begun is put in place.
    #[test]
    fn no_live_writer_loses_its_file() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        Aside::begin(&folder.path().join("t")).unwrap().put_in_place().unwrap();
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["t"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_a_device_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for _ in 0..2 {
            Aside::begin(&link).unwrap().put_in_place().unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(fs::symlink_metadata(&file).unwrap().is_file());
        }
        assert_eq!(Aside::begin(Path::new("/dev/null")).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
