//! The destination of a path that is named for writing: one rule for every output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The target of a path that is named for writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A file that exists or can be made. A complete file replaces it. Links are followed, so that a link stays a link.
    File(PathBuf),
    /// A device, a pipe, or an open descriptor of a process, such as `/dev/stdout`. Output is written to it directly,
    /// because no file can take its place.
    Stream(PathBuf),
}

/// The most links that are followed, as many as Linux follows.
const MOST_LINKS: usize = 40;

impl Destination {
    /// Returns the target of this path.
    ///
    /// # Errors
    /// If the target is a folder, if the links lead in a circle, or if the system reports an error.
    ///
    /// ```
    /// use loyd_core::table::file::Destination;
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("new");
    /// assert_eq!(Destination::of(&path).unwrap(), Destination::File(path));
    /// assert!(Destination::of(folder.path()).is_err());
    /// ```
    pub fn of(path: &Path) -> io::Result<Destination> {
        let mut path = path.to_path_buf();
        for _ in 0..=MOST_LINKS {
            // This check comes before the link is followed, because the link of a pipe does not name a path.
            if is_descriptor(&path) {
                return Ok(Destination::Stream(path));
            }
            match fs::symlink_metadata(&path) {
                Ok(there) if there.is_symlink() => path = folder_of(&path).join(fs::read_link(&path)?),
                Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
                Ok(there) if !there.is_file() => return Ok(Destination::Stream(path)),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => return Ok(Destination::File(path)),
            }
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "its symbolic links form a cycle"))
    }
}

/// Whether the path is one by which Unix names an open descriptor of a process.
fn is_descriptor(path: &Path) -> bool {
    let Ok(folder) = fs::canonicalize(folder_of(path)) else { return false };
    folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"))
}

/// The folder that contains a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_to_a_file_that_need_not_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        symlink("below/file", at("first")).unwrap();
        symlink(at("first"), at("second")).unwrap();
        for there in [false, true] {
            if there {
                fs::write(at("below/file"), "").unwrap();
            }
            assert_eq!(Destination::of(&at("second")).unwrap(), Destination::File(at("below/file")));
        }
        symlink("round", at("round")).unwrap();
        symlink("below", at("folder")).unwrap();
        assert_eq!(Destination::of(&at("round")).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(Destination::of(&at("folder")).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn devices_pipes_and_open_files_are_streams() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("/dev/null", &link).unwrap();
        let open = fs::File::create(folder.path().join("open")).unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&open);
        for path in ["/dev/null", "/dev/stdout", link.to_str().unwrap(), &format!("/dev/fd/{number}")] {
            assert!(matches!(Destination::of(Path::new(path)), Ok(Destination::Stream(_))), "{path}");
        }
    }
}
