//! The one place where a file is mapped into memory, and so the one place of unsafe code in the library.

use std::fs::File;
use std::io::{self, Read};

use memmap2::{Mmap, MmapOptions};

use super::TableBytes;

/// The file's bytes: mapped, or read into memory if the file system cannot map files.
pub(super) fn bytes(file: &File, length: u64) -> io::Result<TableBytes> {
    if let Ok(map) = map(file, length) {
        return Ok(TableBytes::of_owner(map));
    }
    let mut read = Vec::new();
    let bytes = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    read.try_reserve_exact(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.take(length).read_to_end(&mut read)?;
    Ok(TableBytes::from(read))
}

#[allow(unsafe_code)]
fn map(file: &File, length: u64) -> io::Result<Mmap> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    // SAFETY: the mapped bytes must not change, and the file must not be cut, while anybody holds them. The mapping is
    // read-only, and loyd never writes to a table file under its final name: loyd writes another file and renames it,
    // which leaves a file mapped before as it was. Removing a file leaves it as it was, too. A program that writes into
    // an open table file by other means breaks this promise; docs/formats.md warns of that.
    unsafe { MmapOptions::new().len(length).map(file) }
}
