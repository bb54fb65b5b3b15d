//! The encodings of the distances of a table: in eight, four or two bits.

use crate::exact::exact;
use crate::table::file::ElementKind;

/// The encoding of the entries of a distance table.
///
/// | bits | an entry | no goal is reached | deepest |
/// |---|---|---|---|
/// | 8 | the distance | 255 | 254 |
/// | 4 | the distance; the even of two entries in the low half of a byte | 15 | 14 |
/// | 2 | 1 + the distance modulo 3, its low bit in one plane and its high bit in another | 0 | any |
///
/// In planes, 64 entries share a word of each plane, and the first entry has the lowest bit. The words of plane 0 of
/// [`width`](Encoding::Planes) groups of 64 entries come first, and then the words of plane 1 of the same groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Eight bits.
    Bytes,
    /// Four bits.
    Nibbles,
    /// Two bits, in two planes.
    Planes {
        /// The number of words of one plane that lie together before the words of the other plane.
        width: u64,
    },
}

/// The number of entries that share a word of a plane.
pub const GROUP: u64 = 64;

/// The names of the encodings in a table's identity.
const NAMES: [&str; 3] = [
    "bytes; 255: no goal is reached",
    "nibbles; 15: no goal is reached",
    "two planes of bits; 0: no goal is reached, else 1 + distance mod 3",
];

impl Encoding {
    /// Two bits in planes of one word each, the form of tables by ranks.
    pub const PLANES: Encoding = Encoding::Planes { width: 1 };

    /// The encodings of tables by ranks, the one with the quickest look-ups first.
    pub const BY_RANKS: [Encoding; 3] = [Encoding::Bytes, Encoding::Nibbles, Encoding::PLANES];

    /// The encoding with this number of bits for a table by ranks.
    pub fn of_bits(bits: u8) -> Option<Encoding> {
        Encoding::BY_RANKS.into_iter().find(|encoding| encoding.bits() == bits)
    }

    /// The number of bits of an entry.
    pub fn bits(self) -> u8 {
        match self {
            Encoding::Bytes => 8,
            Encoding::Nibbles => 4,
            Encoding::Planes { .. } => 2,
        }
    }

    /// The encoding's name in a table's identity.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Bytes => NAMES[0],
            Encoding::Nibbles => NAMES[1],
            Encoding::Planes { .. } => NAMES[2],
        }
    }

    /// The largest distance that the encoding can store; `None` if there is no largest.
    pub fn deepest(self) -> Option<u32> {
        match self {
            Encoding::Bytes => Some(254),
            Encoding::Nibbles => Some(14),
            Encoding::Planes { .. } => None,
        }
    }

    /// The element type and the shape that this number of entries has in a file.
    pub fn shape(self, entries: u64) -> (ElementKind, Vec<u64>) {
        match self {
            Encoding::Bytes => (ElementKind::U8, vec![entries]),
            Encoding::Nibbles => (ElementKind::U8, vec![entries.div_ceil(2)]),
            Encoding::Planes { width: 1 } => (ElementKind::U64, vec![entries.div_ceil(GROUP), 2]),
            Encoding::Planes { width } => (ElementKind::U64, vec![entries.div_ceil(GROUP * width), 2, width]),
        }
    }

    /// The number of bytes that `entries` entries take.
    pub fn bytes(self, entries: u64) -> u64 {
        let (kind, shape) = self.shape(entries);
        shape.iter().fold(kind.bytes(), |bytes, &length| bytes.saturating_mul(length))
    }

    /// The encoding with this name, if the element type and the shape match it.
    pub fn read(name: &str, kind: ElementKind, shape: &[u64], entries: u64) -> Option<Encoding> {
        let width = shape.get(2).copied().unwrap_or(1).max(1);
        let all = [Encoding::Bytes, Encoding::Nibbles, Encoding::Planes { width }];
        let encoding = all.into_iter().find(|encoding| encoding.name() == name)?;
        (width <= 1 << 32 && encoding.shape(entries) == (kind, shape.to_vec())).then_some(encoding)
    }

    /// The value of an entry: the distance, or with two bits the distance modulo 3; `None` if no goal is reached.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a code has at most eight bits")]
    pub fn get(self, bytes: &[u8], index: u64) -> Option<u32> {
        match self {
            Encoding::Bytes => Some(bytes[exact::<usize>(index)]).filter(|&entry| entry != u8::MAX).map(u32::from),
            Encoding::Nibbles => {
                let entry = bytes[(index / 2) as usize] >> (index % 2 * 4) & 15;
                (entry != 15).then_some(entry.into())
            }
            Encoding::Planes { width } => {
                let (group, bit) = (index / GROUP, index % GROUP);
                let at = exact::<usize>(group / width * 2 * width + group % width);
                let plane = |at: usize| word(bytes, at) >> bit & 1;
                let code = plane(at) + 2 * plane(at + exact::<usize>(width));
                (code as u32).checked_sub(1)
            }
        }
    }
}

/// The little-endian word with index `at`.
#[inline(always)]
pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    u64::from_le_bytes(words[at])
}
