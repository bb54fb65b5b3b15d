//! A table file that is written piece by piece, by a caller that does not hold all of it.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use super::checksums::{BLOCK, checksum, of_blocks};
use super::header::{TableHeader, TensorSpan};
use super::{Aside, ElementKind, FileError, Identity, Notes, ZEROS, begin, is_ours, lay_out, put_in_place};
use crate::exact::exact;
use crate::table::faults::WatchedFile;

/// The number of bytes that are gathered before they are written: the bytes of one checksum.
const GATHERED: usize = BLOCK;

/// A table file that is written beside its final place, as by [`write()`](super::write()), and put there when complete.
///
/// ```
/// use loyd_core::table::file::{ElementKind, Identity, Stream, Table};
/// let identity = Identity {
///     puzzle: "swap:2".into(),
///     goal: "1 2/3 4".into(),
///     kind: "distances".into(),
///     layout: "rank/1".into(),
///     parameters: Default::default(),
///     entries: 3,
///     encoding: "bytes".into(),
/// };
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("small.safetensors");
/// let mut stream = Stream::begin(&path, &identity, &[("distances", ElementKind::U8, vec![3])]).unwrap();
/// stream.write(&[0, 1]).unwrap();
/// stream.write(&[1]).unwrap();
/// assert!(!path.exists());
/// stream.finish().unwrap();
/// assert_eq!(Table::open(&path, &identity).unwrap().tensor("distances").unwrap()[..], [0, 1, 1]);
/// ```
#[derive(Debug)]
pub struct Stream {
    aside: Aside,
    header: TableHeader,
    /// The number of data bytes so far, and the index of the current place in the header.
    at: u64,
    place: usize,
    gathered: Vec<u8>,
    sums: Vec<u64>,
}

impl Stream {
    /// Begins a file of arrays with these names, kinds and shapes.
    ///
    /// # Errors
    /// If a name is taken, if a shape is too large, or if the system reports an error.
    pub fn begin(
        path: &Path,
        identity: &Identity,
        tensors: &[(&str, ElementKind, Vec<u64>)],
    ) -> Result<Stream, FileError> {
        let tensors = tensors.iter().map(|(name, kind, shape)| (*name, *kind, &shape[..]));
        let header =
            TableHeader { identity: identity.clone(), notes: Notes::new(), places: lay_out(tensors)?, checksums: 0 };
        let mut aside = begin(path)?;
        // This header only keeps its place free; the checksum in it is known at the end.
        write_all(&mut aside.watched(), &header.written()?)?;
        let (gathered, sums) = (Vec::with_capacity(GATHERED), Vec::new());
        Ok(Stream { aside, header, at: 0, place: 0, gathered, sums })
    }

    /// Writes the next bytes of the arrays, which follow each other.
    ///
    /// # Errors
    /// If there are more bytes than the shapes hold, or if the system reports an error.
    pub fn write(&mut self, mut bytes: &[u8]) -> Result<(), FileError> {
        while !bytes.is_empty() {
            let Some(end) = self.end_of_tensor()? else {
                return Err(FileError::Unwritable(format!("{} bytes more than the tensors need", bytes.len())));
            };
            let room = GATHERED - self.gathered.len();
            let (now, later) = bytes.split_at(bytes.len().min(room).min(exact::<usize>(end - self.at)));
            self.gather(now)?;
            bytes = later;
        }
        Ok(())
    }

    /// Fills up pages, and returns the end of the array that the next byte belongs to; `None` after the last array.
    fn end_of_tensor(&mut self) -> Result<Option<u64>, FileError> {
        loop {
            // The last place holds the checksums.
            let Some(TensorSpan { name, end, .. }) = self.header.places[..self.header.places.len() - 1].get(self.place)
            else {
                return Ok(None);
            };
            let (end, is_padding) = (*end, is_ours(name));
            if self.at == end {
                self.place += 1;
            } else if is_padding {
                let missing = (end - self.at).min((GATHERED - self.gathered.len()) as u64);
                self.gather(&ZEROS[..exact::<usize>(missing)])?;
            } else {
                return Ok(Some(end));
            }
        }
    }

    fn gather(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.gathered.extend_from_slice(bytes);
        self.at += bytes.len() as u64;
        if self.gathered.len() == GATHERED { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), FileError> {
        self.sums.extend(of_blocks(&[&self.gathered]));
        write_all(&mut self.aside.watched(), &self.gathered)?;
        self.gathered.clear();
        Ok(())
    }

    /// Completes the file and puts it in place.
    ///
    /// # Errors
    /// If bytes are missing, or if the system reports an error. No file is left behind then.
    pub fn finish(mut self) -> Result<(), FileError> {
        if let Some(end) = self.end_of_tensor()? {
            return Err(FileError::Unwritable(format!("{} bytes of a tensor are missing", end - self.at)));
        }
        self.flush()?;
        let sums: Vec<u8> = self.sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        write_all(&mut self.aside.watched(), &sums)?;
        self.header.checksums = checksum(&sums);
        self.aside.file().seek(SeekFrom::Start(0)).map_err(FileError::system("write the file"))?;
        write_all(&mut self.aside.watched(), &self.header.written()?)?;
        put_in_place(self.aside)
    }
}

fn write_all(file: &mut WatchedFile<'_>, bytes: &[u8]) -> Result<(), FileError> {
    file.write_all(bytes).map_err(FileError::system("write the file"))
}
