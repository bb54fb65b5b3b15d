//! Files of one tensor that are overwritten in place. A file counts only when another file, which is written safely,
//! contains its digest.
//!
//! Work on more data than memory holds writes such files all the time. From time to time it [syncs](sync) them and
//! records which files, with which digests, belong together.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::checksums::{checksum, of_blocks};
use super::header::{PAGE, TableHeader};
use super::{FileError, Identity, Notes, Tensor, ZEROS, checked, is_file, map_file, write_to};
use crate::exact::exact;
use crate::table::faults::{WatchedFile, pass};

/// Writes a file in place. Returns its digest: the checksum of its checksums.
///
/// # Errors
/// The error that the system reports; the file may have any contents then.
pub fn write(path: &Path, identity: &Identity, tensor: Tensor<'_>) -> Result<u64, FileError> {
    match is_file(path, "create a file") {
        Err(why) if !why.is_missing() => return Err(why),
        _ => {}
    }
    // The file is not truncated, so that pages that the system still has in memory are overwritten there.
    let file =
        pass("create", path).and_then(|()| OpenOptions::new().write(true).create(true).truncate(false).open(path));
    let mut file = file.map_err(FileError::system("create a file"))?;
    let digest = write_to(&mut WatchedFile { file: &mut file, path }, identity, &Notes::new(), &[tensor])?;
    let end = file.stream_position().map_err(FileError::system("write the file"))?;
    file.set_len(end).map_err(FileError::system("write the file"))?;
    Ok(digest)
}

/// Reads the elements of a file's only tensor, as many bytes as `bytes` has room for, and returns their digest.
///
/// # Errors
/// The error that the system reports.
pub fn read(path: &Path, bytes: &mut [u8]) -> Result<u64, FileError> {
    is_file(path, "read the file")?;
    let mut read = || {
        pass("read", path)?;
        let mut file = File::open(path)?;
        let mut length = [0; 8];
        file.read_exact(&mut length)?;
        file.seek(SeekFrom::Start(u64::from_le_bytes(length).saturating_add(8)))?;
        file.read_exact(bytes)
    };
    read().map_err(FileError::system("read the file"))?;
    let missing = (bytes.len() as u64).next_multiple_of(PAGE) - bytes.len() as u64;
    let sums: Vec<u8> =
        of_blocks(&[bytes, &ZEROS[..exact::<usize>(missing)]]).into_iter().flat_map(u64::to_le_bytes).collect();
    Ok(checksum(&sums))
}

/// Checks every byte of a file, and returns the file's digest.
///
/// # Errors
/// The reason why the file cannot be used.
pub fn check(path: &Path, expected: &Identity) -> Result<u64, FileError> {
    let file = map_file(path)?;
    let (header, _) = TableHeader::read(&file)?;
    checked(file, Some(expected), &|| false)?;
    Ok(header.checksums)
}

/// Has the system write a file to the disk.
///
/// # Errors
/// The error that the system reports.
pub fn sync(path: &Path) -> Result<(), FileError> {
    is_file(path, "sync the file")?;
    let file = pass("sync", path).and_then(|()| OpenOptions::new().write(true).open(path)?.sync_all());
    file.map_err(FileError::system("sync the file"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::file::ElementKind;

    fn identity() -> Identity {
        Identity {
            puzzle: "swap:2".into(),
            goal: "1 2/3 4".into(),
            kind: "map segment".into(),
            layout: "rank/1".into(),
            parameters: Default::default(),
            entries: 3,
            encoding: "two lanes".into(),
        }
    }

    #[test]
    fn a_file_is_written_over_and_read_with_its_digest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut digests = Vec::new();
        for (length, fill) in [(10_000, 3), (4096, 7), (5, 1), (5, 2)] {
            let bytes = vec![fill; length];
            let tensor = Tensor { name: "lanes", kind: ElementKind::U8, shape: vec![length as u64], bytes: &bytes };
            let digest = write(&path, &identity(), tensor).unwrap();
            let mut there = vec![0; length];
            assert_eq!((read(&path, &mut there).unwrap(), &there), (digest, &bytes));
            assert_eq!(check(&path, &identity()).unwrap(), digest);
            sync(&path).unwrap();
            digests.push(digest);
        }
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), 4);
        assert!(read(&path, &mut [0; 100_000]).is_err());
        assert!(check(&path, &Identity { entries: 4, ..identity() }).is_err());
    }
}
