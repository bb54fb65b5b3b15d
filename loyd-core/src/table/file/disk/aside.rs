//! Files that appear under their names whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::destination::{Destination, folder_of};
use crate::table::faults::{Watched, pass};
use crate::table::lock::is_at;

/// The end of a file's name while it is written, before so many random letters and digits: names that nobody else
/// gives a file, for what was left under one is removed.
pub(in crate::table) const ASIDE: &str = ".tmp-";
const RANDOM: usize = 12;

/// A file that is written beside its place, and gone when it is dropped before it was put there.
///
/// It is locked while it is written: so one that a killed writer has left is told from one that is being written, and
/// is removed when the file is written again.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    file: NamedTempFile,
}

impl Aside {
    /// Begins a file for that path; what is there stays. Where the path is a link, it is for the file that it leads to.
    ///
    /// # Errors
    /// When no file can take the place of what is there, or what the system says: the folder is not there, or no file
    /// can be made in it.
    pub fn begin(path: &Path) -> io::Result<Aside> {
        let path = match Destination::of(path)? {
            Destination::File(path) => path,
            Destination::Stream(_) => {
                let why = "a device or a pipe, where a file was expected";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
        };
        // Asked by its name: who is told of a file that cannot be made does not know the one beside.
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
                // Somebody who removes what is left has come between.
                Err(TryLockError::WouldBlock) => {}
                Ok(()) if !is_at(file.as_file(), file.path()) => {}
                // Where the system knows no locks, nobody can take it for one that is left.
                _ => return Ok(Aside { path, file }),
            }
        }
    }

    /// The file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    pub(super) fn watched(&mut self) -> Watched<'_> {
        Watched { file: self.file.as_file_mut(), path: &self.path }
    }

    /// Syncs the file and gives it its name, in the place of what was there.
    ///
    /// # Errors
    /// What could not be done, and what the system says. Nothing is left behind then.
    pub fn put_in_place(self) -> Result<(), (&'static str, io::Error)> {
        let synced = pass("sync", &self.path).and_then(|()| self.file.as_file().sync_all());
        synced.map_err(|error| ("sync the file", error))?;
        pass("rename", &self.path).map_err(|error| ("rename the file", error))?;
        self.file.persist(&self.path).map_err(|error| ("rename the file", error.error))?;
        // Until the folder is synced a power cut may undo the renaming; the file is whole then, too, and some systems
        // sync no folders.
        #[cfg(unix)]
        let _ = File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Removes what killed writers of that file have left beside it.
fn remove_left(path: &Path) {
    let Some(name) = path.file_name() else { return };
    for there in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        // Nothing but files: opening a pipe would wait.
        if is_aside_of(name, &there.file_name()) && there.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = there.path();
            let Ok(file) = File::open(&path) else { continue };
            if file.try_lock().is_ok() && is_at(&file, &path) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Whether that is the name of a file while the file of the other name is written.
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
        // As a killed writer leaves it; another file's; and files that are somebody's own.
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

    /// Writers and those who remove what is left meet all the time; every file that is begun is put in place.
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
