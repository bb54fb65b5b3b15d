//! Reads names as files of the system, and only regular files.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::ReadNames;

/// Reads regular files. Refuses a pipe, a device, a socket and a folder, without waiting for any of them.
///
/// ```
/// use std::path::Path;
/// use loyd_core::opening::{ReadNames, RegularFiles};
/// let folder = tempfile::tempdir().unwrap();
/// std::fs::write(folder.path().join("a"), "text").unwrap();
/// assert_eq!(RegularFiles.read(&folder.path().join("a"), 9).unwrap(), b"text");
/// assert!(RegularFiles.read(folder.path(), 9).is_err() && RegularFiles.read(Path::new("/dev/null"), 9).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RegularFiles;

impl ReadNames for RegularFiles {
    fn read(&self, name: &Path, most: usize) -> io::Result<Vec<u8>> {
        // Opening a device can do something, and opening a pipe can end a wait of its other end.
        expect_regular(&fs::metadata(name)?)?;
        let file = options().open(name)?;
        // Another file may have taken the name in the meantime.
        expect_regular(&file.metadata()?)?;
        let mut bytes = Vec::new();
        file.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

fn expect_regular(there: &Metadata) -> io::Result<()> {
    if there.is_file() {
        return Ok(());
    }
    let (kind, what) = match there.is_dir() {
        true => (ErrorKind::IsADirectory, "it is a folder"),
        false => (ErrorKind::InvalidInput, "it is no regular file"),
    };
    Err(io::Error::new(kind, what))
}

/// Opens for reading, and does not wait for the other end of a pipe.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A read would wait for a pipe without a writer. A file that is too long is cut after the first byte too many.
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, text) = (folder.path().join("pipe"), folder.path().join("text"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::write(&text, "12345").unwrap();
        for (name, kind) in [
            (&*pipe, ErrorKind::InvalidInput),
            (Path::new("/dev/zero"), ErrorKind::InvalidInput),
            (folder.path(), ErrorKind::IsADirectory),
            (&folder.path().join("none"), ErrorKind::NotFound),
        ] {
            assert_eq!(RegularFiles.read(name, 9).unwrap_err().kind(), kind, "{}", name.display());
        }
        assert_eq!(
            (RegularFiles.read(&text, 3).unwrap(), RegularFiles.read(&text, 5).unwrap().len()),
            (b"1234".to_vec(), 5)
        );
        // If a pipe takes the name after the first check, it is opened without waiting.
        assert!(expect_regular(&options().open(&pipe).unwrap().metadata().unwrap()).is_err());
    }
}
