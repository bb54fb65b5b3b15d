//! The header: 8 bytes of length (little-endian), then JSON, filled up with spaces to a multiple of 4,096 bytes.
//!
//! Its first keys have a fixed place, so that version and checksum can be read before anything else is believed.

use crate::exact::exact;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::checksums::{BLOCK, blocks, checksum};
use super::{Damage, ElementKind, FileError, Identity, Notes};

/// The version of the container. Another is not read.
pub(super) const VERSION: u64 = 1;
/// Data begins at a multiple of this, and so does every tensor.
pub(super) const PAGE: u64 = 4096;
/// The name of the tensor of checksums, the last.
pub(super) const CHECKSUMS: &str = "checksums";
/// The beginning of the names of tensors that only fill up a page.
pub(super) const PADDING: &str = "__padding_";
/// The beginning of a note's name.
const NOTE: &str = "notes.";
/// Bytes of the length before the JSON.
const LENGTH: usize = 8;
/// Longer headers are not written, and so not believed.
const LONGEST: u64 = 1 << 24;
/// What every version begins with, after the length.
const MAGIC: &[u8] = br#"{"__metadata__":{"loyd":"table/"#;
/// What this version begins with, after the length; 16 hexadecimal digits follow.
const PREFIX: &[u8] = br#"{"__metadata__":{"loyd":"table/1","header_xxh3":""#;
/// Where the digits stand.
const DIGITS: std::ops::Range<usize> = LENGTH + PREFIX.len()..LENGTH + PREFIX.len() + 16;

/// A tensor and its place, counted from the beginning of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub name: String,
    pub kind: ElementKind,
    pub shape: Vec<u64>,
    pub start: u64,
    pub end: u64,
}

/// Everything that a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub identity: Identity,
    pub notes: Notes,
    /// By place, padding and checksums among them.
    pub places: Vec<Place>,
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

/// An object whose keys keep their order.
struct Ordered<'a, V>(&'a [(String, V)]);

impl<V: Serialize> Serialize for Ordered<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Bytes of so many elements in that shape.
pub(super) fn size(kind: ElementKind, shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(kind.bytes(), |size, &length| size.checked_mul(length))
}

impl Header {
    /// The data that the checksums are of: everything before them.
    pub fn checked(&self) -> u64 {
        self.places.last().map_or(0, |place| place.start)
    }

    /// Where the data ends.
    fn end(&self) -> u64 {
        self.places.last().map_or(0, |place| place.end)
    }

    /// The header's bytes, up to where the data begins.
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
        let tensors: Vec<(String, JsonTensor)> = self.places.iter().map(Place::json).collect();
        let metadata = serde_json::to_string(&Ordered(&metadata)).map_err(unwritable)?;
        let tensors = serde_json::to_string(&Ordered(&tensors)).map_err(unwritable)?;
        let json = format!("{{\"__metadata__\":{metadata},{}", &tensors[1..]);
        let whole = ((LENGTH + json.len()) as u64).next_multiple_of(PAGE);
        if whole > LONGEST {
            return Err(FileError::Unwritable(format!("its header has {whole} bytes, and {LONGEST} are allowed")));
        }
        let mut header = (whole - LENGTH as u64).to_le_bytes().to_vec();
        header.extend_from_slice(json.as_bytes());
        header.resize(exact::<usize>(whole), b' ');
        debug_assert!(header[LENGTH..].starts_with(PREFIX));
        let digits = format!("{:016x}", checksum(&header));
        header[DIGITS].copy_from_slice(digits.as_bytes());
        Ok(header)
    }

    /// Reads the header of a file, and returns it with the number of bytes before the data. What it says has been
    /// checked against its checksum and the file's length; the data has not.
    pub fn read(file: &[u8]) -> Result<(Header, usize), FileError> {
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
        let header = Header::parsed(&header[LENGTH..]).map_err(Damage::Contents)?;
        let expected = length.checked_add(header.end()).ok_or(Damage::Contents("it is too long".into()))?;
        match found.checked_sub(expected) {
            None => Err(FileError::Truncated { found, expected }),
            Some(0) => Ok((header, exact::<usize>(length))),
            Some(tail) => Err(Damage::Tail(tail).into()),
        }
    }

    /// The meaning of a header that matches its checksum; somebody may still have made it up.
    fn parsed(json: &[u8]) -> Result<Header, String> {
        let Json { metadata, tensors } = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let identity = Identity::from_fields(&metadata).ok_or("it says not what the table is of")?;
        let text = |name: &str| metadata.get(name).map_or("", String::as_str);
        if text("block") != BLOCK.to_string() {
            return Err(format!("a block of `{}` bytes", text("block")));
        }
        let checksums = u64::from_str_radix(text("checksums_xxh3"), 16).map_err(|_| "no checksum of the checksums")?;
        let places: Result<Vec<Place>, String> = tensors.into_iter().map(Place::parsed).collect();
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
            Some(Place { name, kind: ElementKind::U64, shape, start, .. })
                if name == CHECKSUMS && *shape == [blocks(*start)] => {}
            _ => return Err(format!("its last tensor is not `{CHECKSUMS}`, one U64 a block")),
        }
        let note = |(name, value): (&String, &String)| Some((name.strip_prefix(NOTE)?.to_string(), value.clone()));
        let notes = metadata.iter().filter_map(note).collect();
        Ok(Header { identity, notes, places, checksums })
    }
}

impl Place {
    fn json(&self) -> (String, JsonTensor) {
        let tensor = JsonTensor {
            dtype: self.kind.name().into(),
            shape: self.shape.clone(),
            data_offsets: [self.start, self.end],
        };
        (self.name.clone(), tensor)
    }

    fn parsed((name, tensor): (String, JsonTensor)) -> Result<Place, String> {
        let JsonTensor { dtype, shape, data_offsets: [start, end] } = tensor;
        let kinds = [ElementKind::U8, ElementKind::U16, ElementKind::U64];
        let kind = kinds.into_iter().find(|kind| kind.name() == dtype);
        let kind = kind.ok_or_else(|| format!("tensor `{name}` is of `{dtype}`"))?;
        match (size(kind, &shape), end.checked_sub(start)) {
            (Some(size), Some(bytes)) if size == bytes => Ok(Place { name, kind, shape, start, end }),
            _ => Err(format!("tensor `{name}` does not fit between {start} and {end}")),
        }
    }
}

/// The length of the header with the bytes of the length itself.
fn start_length(file: &[u8]) -> Option<u64> {
    u64::from_le_bytes(*file.first_chunk()?).checked_add(LENGTH as u64)
}

/// What a foreign file begins with, in one line.
fn beginning(file: &[u8]) -> String {
    format!("a file that begins with `{}`", file[..file.len().min(16)].escape_ascii())
}
