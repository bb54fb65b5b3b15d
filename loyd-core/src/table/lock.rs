//! One at a time, across processes: a locked file beside what only one may build or change.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::faults::pass;

/// A lock that ends with its holder, however that ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock that this file stands for, unless somebody else has it.
    ///
    /// # Errors
    /// When the file cannot be made, or the system knows no locks there.
    pub fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            is_file_or_none(path)?;
            pass("lock", path)?;
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(Some(Lock { file, path: path.into() })),
                // The holder before removed the file between our opening and our locking it: that lock keeps nobody
                // out.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Whether somebody has the lock that this file stands for. Looking leaves the file as it is.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be opened.
    pub fn is_taken(path: &Path) -> io::Result<bool> {
        is_file_or_none(path)?;
        match File::open(path)?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// The file goes first, the lock after it. Where an open file cannot be told from another, or removed, it stays: it is
/// empty.
impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Refuses to open what is no file: a pipe would wait for somebody at its other end.
fn is_file_or_none(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "no regular file")),
        _ => Ok(()),
    }
}

/// Whether the file is still what its path leads to.
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

    /// Threads take the lock and give it back as quickly as they can; never do two have it.
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
