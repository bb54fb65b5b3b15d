//! Files that the arguments of a command name.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

/// Reads a file, which may be a pipe, of at most `most` bytes. A file that never ends is read up to one byte more.
pub(super) fn read(file: File, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= most {
        return Ok(bytes);
    }
    Err(io::Error::new(ErrorKind::FileTooLarge, format!("expected at most {most} bytes, found more")))
}
