//! Table files on the disk: the container, its checksums, and how a file is put in place.

mod aside;
mod checksums;
mod destination;
mod header;
pub(in crate::table) mod loose;
mod map;
mod name;
mod stream;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::{Damage, ElementKind, FileError, Identity, Notes, OwnedTensor, Table, TableBytes, Tensor, Unless};
pub(in crate::table) use aside::ASIDE;
pub use aside::Aside;
use checksums::{ChecksumResult, blocks, checksum, of_blocks};
pub use destination::Destination;
use header::{CHECKSUMS, PADDING, PAGE, TableHeader, TensorSpan, size};
pub(in crate::table) use name::{cache_folder, name_of};
pub use stream::Stream;

use crate::exact::exact;
use crate::table::faults::pass;

/// Returns an error in a build without files; this build has files.
pub(in crate::table) fn available() -> Result<(), FileError> {
    Ok(())
}

/// Maps a table file and checks every byte of it.
pub(super) fn open(path: &Path, expected: Option<&Identity>, stop: Unless<'_>) -> Result<Table, FileError> {
    checked(map_file(path)?, expected, stop)
}

/// The table in these bytes, if it has the expected identity and every byte matches its checksum.
fn checked(file: TableBytes, expected: Option<&Identity>, stop: Unless<'_>) -> Result<Table, FileError> {
    let (header, data) = TableHeader::read(&file)?;
    expected.map_or(Ok(()), |expected| expected.expect(&header.identity))?;
    let checked = &file[data..][..exact::<usize>(header.checked())];
    let sums = &file[data + checked.len()..];
    if checksum(sums) != header.checksums {
        return Err(Damage::Checksums.into());
    }
    match checksums::compare(checked, sums, stop) {
        ChecksumResult::Good => {}
        ChecksumResult::Stopped => return Err(FileError::Unchecked),
        ChecksumResult::Damaged(index) => {
            let start = index * checksums::BLOCK;
            let bytes = (checked.len() - start).min(checksums::BLOCK) as u64;
            return Err(Damage::Block { index, offset: (data + start) as u64, bytes }.into());
        }
    }
    let tensors = header.places.into_iter().filter(|place| !is_ours(&place.name)).map(|place| {
        let bytes = file.slice(data + exact::<usize>(place.start)..data + exact::<usize>(place.end));
        OwnedTensor { name: place.name, kind: place.kind, shape: place.shape, bytes }
    });
    Ok(Table { identity: header.identity, notes: header.notes, tensors: tensors.collect() })
}

/// Returns the identity, the notes and the length of a table file. The header and the file's length are checked, the
/// data is not.
///
/// # Errors
/// The reason why the file cannot be used.
pub fn inspect(path: &Path) -> Result<(Identity, Notes, u64), FileError> {
    let file = map_file(path)?;
    let (header, _) = TableHeader::read(&file)?;
    Ok((header.identity, header.notes, file.len() as u64))
}

/// Refuses a path to something that is not a regular file, because opening a pipe would wait for its other end.
fn is_file(path: &Path, doing: &'static str) -> Result<(), FileError> {
    let there = fs::metadata(path).map_err(FileError::system(doing))?;
    if there.is_file() {
        return Ok(());
    }
    let found = if there.is_dir() { "a folder" } else { "no regular file" };
    Err(FileError::Foreign { found: found.into() })
}

fn map_file(path: &Path) -> Result<TableBytes, FileError> {
    is_file(path, "open the file")?;
    let file = pass("open", path).and_then(|()| File::open(path)).map_err(FileError::system("open the file"))?;
    let length = file.metadata().map_err(FileError::system("open the file"))?.len();
    map::bytes(&file, length).map_err(FileError::system("read the file"))
}

/// Whether the container reserves this tensor name for itself.
fn is_ours(name: &str) -> bool {
    name == CHECKSUMS || name.starts_with("__")
}

/// Checks whether a table file could be written at this path, as far as possible without writing it. A caller checks
/// this before it builds a table for hours.
///
/// # Errors
/// The error that the system reports.
pub fn can_write(path: &Path) -> Result<(), FileError> {
    begin(path).map(|_| ())
}

/// Writes a table file under a temporary name in the same folder, syncs it, and then renames it. So at any moment the
/// path leads to no file, to the previous file, or to the complete new file.
///
/// # Errors
/// If a tensor's name is taken, if its bytes do not fill its shape, or if the system reports an error. No file is left
/// behind then.
pub fn write(path: &Path, identity: &Identity, tensors: &[Tensor<'_>]) -> Result<(), FileError> {
    write_noted(path, identity, &Notes::new(), tensors)
}

/// Writes a table file with notes, as [`write()`] does without notes.
///
/// # Errors
/// As [`write()`].
pub fn write_noted(path: &Path, identity: &Identity, notes: &Notes, tensors: &[Tensor<'_>]) -> Result<(), FileError> {
    let mut aside = begin(path)?;
    write_to(&mut aside.watched(), identity, notes, tensors)?;
    put_in_place(aside)
}

fn begin(path: &Path) -> Result<Aside, FileError> {
    Aside::begin(path).map_err(FileError::system("create a file"))
}

fn put_in_place(aside: Aside) -> Result<(), FileError> {
    aside.put_in_place().map_err(|(doing, error)| FileError::system(doing)(error))
}

/// The zeros that fill up the last page of a tensor.
#[expect(clippy::cast_possible_truncation, reason = "a constant of some thousands")]
const ZEROS: [u8; PAGE as usize] = [0; PAGE as usize];

/// The places of the arrays in a file, each filled up to whole pages, and then the place of the checksums.
fn lay_out<'t>(tensors: impl Iterator<Item = (&'t str, ElementKind, &'t [u64])>) -> Result<Vec<TensorSpan>, FileError> {
    let mut places: Vec<TensorSpan> = Vec::new();
    let mut end = 0;
    for (name, kind, shape) in tensors {
        if is_ours(name) || places.iter().any(|place| place.name == *name) {
            return Err(FileError::Unwritable(format!("the name `{name}` of a tensor is taken")));
        }
        let length = size(kind, shape).filter(|length| *length < u64::MAX / 4);
        let too_large = || FileError::Unwritable(format!("tensor `{name}`: {} {shape:?} is too large", kind.name()));
        let length = length.ok_or_else(too_large)?;
        places.push(TensorSpan { name: name.to_string(), kind, shape: shape.to_vec(), start: end, end: end + length });
        end += length;
        let missing = end.next_multiple_of(PAGE) - end;
        if missing > 0 {
            let name = format!("{PADDING}{}", places.len());
            places.push(TensorSpan {
                name,
                kind: ElementKind::U8,
                shape: vec![missing],
                start: end,
                end: end + missing,
            });
            end += missing;
        }
    }
    let (kind, shape) = (ElementKind::U64, vec![blocks(end)]);
    places.push(TensorSpan { name: CHECKSUMS.into(), kind, shape, start: end, end: end + 8 * blocks(end) });
    Ok(places)
}

/// Writes a complete file to `out`. Returns the checksum of the file's checksums.
fn write_to(
    out: &mut impl Write,
    identity: &Identity,
    notes: &Notes,
    tensors: &[Tensor<'_>],
) -> Result<u64, FileError> {
    for Tensor { name, kind, shape, bytes } in tensors {
        if size(*kind, shape) != Some(bytes.len() as u64) {
            let (length, kind) = (bytes.len(), kind.name());
            return Err(FileError::Unwritable(format!("tensor `{name}`: {length} bytes do not make {kind} {shape:?}")));
        }
    }
    let places = lay_out(tensors.iter().map(|tensor| (tensor.name, tensor.kind, &tensor.shape[..])))?;
    let mut lent = tensors.iter().map(|tensor| tensor.bytes);
    let piece = |place: &TensorSpan| match is_ours(&place.name) {
        true => &ZEROS[..exact::<usize>(place.end - place.start)],
        false => lent.next().unwrap_or_default(),
    };
    let pieces: Vec<&[u8]> = places[..places.len() - 1].iter().map(piece).collect();
    let sums: Vec<u8> = of_blocks(&pieces).into_iter().flat_map(u64::to_le_bytes).collect();
    let checksums = checksum(&sums);
    let header = TableHeader { identity: identity.clone(), notes: notes.clone(), places, checksums }.written()?;
    let all = [&header[..]].into_iter().chain(pieces).chain([&sums[..]]);
    let written: io::Result<()> = all.into_iter().try_for_each(|piece| out.write_all(piece));
    written.map_err(FileError::system("write the file"))?;
    Ok(checksums)
}
