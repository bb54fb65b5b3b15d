//! A lock across processes: a locked file beside a file or folder that only one process at a time may build or change.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::faults::pass;

/// A lock that is released when its holder ends, even if the holder is killed.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of this file. Returns `None` if another holder has it.
    ///
    /// # Errors
    /// If the file cannot be made, or if the system supports no locks there.
    pub fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            is_file_or_none(path)?;
            pass("lock", path)?;
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(Some(Lock { file, path: path.into() })),
                // The previous holder removed the file between our opening and our locking it: such a lock keeps nobody
                // out.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Whether somebody holds the lock of this file. The check leaves the file as it is.
    ///
    /// # Errors
    /// If the file does not exist or cannot be opened.
    pub fn is_taken(path: &Path) -> io::Result<bool> {
        is_file_or_none(path)?;
        match File::open(path)?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Removes the file first, and then releases the lock. If the system cannot compare open files, or cannot remove one,
/// the empty file stays.
impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Refuses a path to something that is not a regular file, because opening a pipe would wait for its other end.
fn is_file_or_none(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "no regular file")),
        _ => Ok(()),
    }
}

/// Whether the path still leads to this open file.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |there: fs::Metadata| (there.dev(), there.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => place(ours) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_then_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.lock");
        let lock = Lock::try_take(&path).unwrap().expect("free");
        assert!(Lock::try_take(&path).unwrap().is_none());
        assert!(Lock::is_taken(&path).unwrap());
        drop(lock);
        assert!(cfg!(not(unix)) || !path.exists());
        assert!(!Lock::is_taken(&path).unwrap_or(false));
        assert!(Lock::try_take(&path).unwrap().is_some());
        assert!(Lock::try_take(&folder.path().join("none/t.lock")).is_err());
    }

    /// Threads take and release the lock as quickly as they can; two threads never hold it at the same time.
    #[test]
    fn removing_the_file_lets_no_two_in() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.lock");
        let (inside, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while taken.load(Ordering::SeqCst) < 1000 {
                        let Some(lock) = Lock::try_take(&path).unwrap() else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1);
                        taken.fetch_add(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(!path.exists() || cfg!(not(unix)));
    }
}
