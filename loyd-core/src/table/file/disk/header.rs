//! The header: 8 bytes of length (little-endian), then JSON, filled up with spaces to a multiple of 4,096 bytes.
//!
//! The header's first keys have a fixed place, so that version and checksum are read before anything else is trusted.

use crate::exact::exact;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::checksums::{BLOCK, blocks, checksum};
use super::{Damage, ElementKind, FileError, Identity, Notes};

/// The version of the container. Files with another version are not read.
pub(super) const VERSION: u64 = 1;
/// The data and every tensor begin at a multiple of this many bytes.
pub(super) const PAGE: u64 = 4096;
/// The name of the last tensor, which contains the checksums.
pub(super) const CHECKSUMS: &str = "checksums";
/// The beginning of the names of tensors that only fill up a page.
pub(super) const PADDING: &str = "__padding_";
/// The beginning of a note's name in the metadata.
const NOTE: &str = "notes.";
/// The number of bytes of the length field before the JSON.
const LENGTH: usize = 8;
/// The most bytes of a header. Longer headers are never written, so the reader rejects them.
const LONGEST: u64 = 1 << 24;
/// The bytes after the length field with which every version begins.
const MAGIC: &[u8] = br#"{"__metadata__":{"loyd":"table/"#;
/// The bytes after the length field with which this version begins; 16 hexadecimal digits follow.
const PREFIX: &[u8] = br#"{"__metadata__":{"loyd":"table/1","header_xxh3":""#;
/// The place of the 16 digits in the file.
const DIGITS: std::ops::Range<usize> = LENGTH + PREFIX.len()..LENGTH + PREFIX.len() + 16;

/// A tensor and its place in bytes, counted from the beginning of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TensorSpan {
    pub name: String,
    pub kind: ElementKind,
    pub shape: Vec<u64>,
    pub start: u64,
    pub end: u64,
}

/// The contents of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableHeader {
    pub identity: Identity,
    pub notes: Notes,
    /// All tensors by place, including padding and checksums.
    pub places: Vec<TensorSpan>,
    /// The checksum of the tensor of checksums.
    pub checksums: u64,
}

#[derive(Deserialize)]
struct Json {
    #[serde(rename = "__metadata__")]
    metadata: BTreeMap<String, String>,
    #[serde(flatten)]
    tensors: BTreeMap<String, JsonTensor>,
}

#[derive(Serialize, Deserialize)]
struct JsonTensor {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

/// A JSON object whose keys keep their order.
struct Ordered<'a, V>(&'a [(String, V)]);

impl<V: Serialize> Serialize for Ordered<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// The number of bytes of a tensor with this element type and shape; `None` if the number does not fit.
pub(super) fn size(kind: ElementKind, shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(kind.bytes(), |size, &length| size.checked_mul(length))
}

impl TableHeader {
    /// The number of data bytes that have checksums: all bytes before the tensor of checksums.
    pub fn checked(&self) -> u64 {
        self.places.last().map_or(0, |place| place.start)
    }

    /// The end of the data.
    fn end(&self) -> u64 {
        self.places.last().map_or(0, |place| place.end)
    }

    /// The header as bytes, up to the beginning of the data.
    pub fn written(&self) -> Result<Vec<u8>, FileError> {
        let unwritable = |error: serde_json::Error| FileError::Unwritable(error.to_string());
        let pair = |name: &str, value: String| (name.to_string(), value);
        let mut metadata = vec![
            pair("loyd", format!("table/{VERSION}")),
            pair("header_xxh3", "0".repeat(DIGITS.len())),
            pair("checksums_xxh3", format!("{:016x}", self.checksums)),
            pair("block", BLOCK.to_string()),
        ];
        metadata.extend(self.identity.fields());
        metadata.extend(self.notes.iter().map(|(name, value)| (format!("{NOTE}{name}"), value.clone())));
        let tensors: Vec<(String, JsonTensor)> = self.places.iter().map(TensorSpan::json).collect();
        let metadata = serde_json::to_string(&Ordered(&metadata)).map_err(unwritable)?;
        let tensors = serde_json::to_string(&Ordered(&tensors)).map_err(unwritable)?;
        let json = format!("{{\"__metadata__\":{metadata},{}", &tensors[1..]);
        let whole = ((LENGTH + json.len()) as u64).next_multiple_of(PAGE);
        if whole > LONGEST {
            return Err(FileError::Unwritable(format!("expected a header of at most {LONGEST} bytes, found {whole}")));
        }
        let mut header = (whole - LENGTH as u64).to_le_bytes().to_vec();
        header.extend_from_slice(json.as_bytes());
        header.resize(exact::<usize>(whole), b' ');
        debug_assert!(header[LENGTH..].starts_with(PREFIX));
        let digits = format!("{:016x}", checksum(&header));
        header[DIGITS].copy_from_slice(digits.as_bytes());
        Ok(header)
    }

    /// Reads the header of a file. Returns the header and the number of bytes before the data. The header is checked
    /// against its checksum and the file's length; the data is not checked.
    pub fn read(file: &[u8]) -> Result<(TableHeader, usize), FileError> {
        let found = file.len() as u64;
        let start = file.get(LENGTH..).unwrap_or_default();
        if !start.starts_with(MAGIC) {
            return Err(match MAGIC.starts_with(start) {
                true => FileError::Truncated { found, expected: PAGE },
                false => FileError::Foreign { found: beginning(file) },
            });
        }
        if found < PAGE {
            return Err(FileError::Truncated { found, expected: PAGE });
        }
        let digits: String =
            start[MAGIC.len()..].iter().map_while(|&c| c.is_ascii_digit().then_some(c as char)).collect();
        match digits.parse() {
            Ok(VERSION) => {}
            Ok(found) => return Err(FileError::OtherVersion { found, expected: VERSION }),
            Err(_) => return Err(Damage::Header.into()),
        }
        let length = start_length(file).filter(|length| *length <= LONGEST && length.is_multiple_of(PAGE));
        let length = length.ok_or(Damage::Header)?;
        if found < length {
            return Err(FileError::Truncated { found, expected: length });
        }
        let header = &file[..exact::<usize>(length)];
        let zeroed = [&header[..DIGITS.start], &[b'0'; 16], &header[DIGITS.end..]].concat();
        let digits = format!("{:016x}", checksum(&zeroed));
        if !start.starts_with(PREFIX) || header[DIGITS] != *digits.as_bytes() {
            return Err(Damage::Header.into());
        }
        let header = TableHeader::parsed(&header[LENGTH..]).map_err(Damage::Contents)?;
        let expected = length.checked_add(header.end()).ok_or(Damage::Contents("it is too long".into()))?;
        match found.checked_sub(expected) {
            None => Err(FileError::Truncated { found, expected }),
            Some(0) => Ok((header, exact::<usize>(length))),
            Some(tail) => Err(Damage::Tail(tail).into()),
        }
    }

    /// Parses a header that matches its checksum. The contents are checked, because somebody may have made them up.
    fn parsed(json: &[u8]) -> Result<TableHeader, String> {
        let Json { metadata, tensors } = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let identity = Identity::from_fields(&metadata).ok_or("the identity of the table is missing")?;
        let text = |name: &str| metadata.get(name).map_or("", String::as_str);
        if text("block") != BLOCK.to_string() {
            return Err(format!("a block of `{}` bytes", text("block")));
        }
        let checksums =
            u64::from_str_radix(text("checksums_xxh3"), 16).map_err(|_| "the checksum of the checksums is missing")?;
        let places: Result<Vec<TensorSpan>, String> = tensors.into_iter().map(TensorSpan::parsed).collect();
        let mut places = places?;
        places.sort_by_key(|place| (place.start, place.end));
        let mut end = 0;
        for place in &places {
            if place.start != end {
                return Err(format!("tensor `{}` begins at {} and not at {end}", place.name, place.start));
            }
            end = place.end;
        }
        match places.last() {
            Some(TensorSpan { name, kind: ElementKind::U64, shape, start, .. })
                if name == CHECKSUMS && *shape == [blocks(*start)] => {}
            _ => return Err(format!("the last tensor is not `{CHECKSUMS}` with one U64 per block")),
        }
        let note = |(name, value): (&String, &String)| Some((name.strip_prefix(NOTE)?.to_string(), value.clone()));
        let notes = metadata.iter().filter_map(note).collect();
        Ok(TableHeader { identity, notes, places, checksums })
    }
}

impl TensorSpan {
    fn json(&self) -> (String, JsonTensor) {
        let tensor = JsonTensor {
            dtype: self.kind.name().into(),
            shape: self.shape.clone(),
            data_offsets: [self.start, self.end],
        };
        (self.name.clone(), tensor)
    }

    fn parsed((name, tensor): (String, JsonTensor)) -> Result<TensorSpan, String> {
        let JsonTensor { dtype, shape, data_offsets: [start, end] } = tensor;
        let kinds = [ElementKind::U8, ElementKind::U16, ElementKind::U64];
        let kind = kinds.into_iter().find(|kind| kind.name() == dtype);
        let kind = kind.ok_or_else(|| format!("tensor `{name}` is of `{dtype}`"))?;
        match (size(kind, &shape), end.checked_sub(start)) {
            (Some(size), Some(bytes)) if size == bytes => Ok(TensorSpan { name, kind, shape, start, end }),
            _ => Err(format!("tensor `{name}` does not fit between {start} and {end}")),
        }
    }
}

/// The length of the header, including the bytes of the length field.
fn start_length(file: &[u8]) -> Option<u64> {
    u64::from_le_bytes(*file.first_chunk()?).checked_add(LENGTH as u64)
}

/// The first bytes of a foreign file, described in one line.
fn beginning(file: &[u8]) -> String {
    format!("a file that begins with `{}`", file[..file.len().min(16)].escape_ascii())
}
