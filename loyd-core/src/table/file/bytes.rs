//! Bytes that several owners share, of a mapped file or of memory.

use std::fmt;
use std::ops::{Deref, RangeBounds};

use zerocopy::IntoBytes;

/// Bytes of a table, in a mapped file or in memory. A clone shares the same bytes and costs almost nothing; reading the
/// bytes costs the same as reading a slice.
///
/// ```
/// use loyd_core::table::file::TableBytes;
/// let all = TableBytes::from(vec![1, 2, 3]);
/// assert_eq!(all.slice(1..)[..], [2, 3]);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TableBytes(bytes::Bytes);

impl TableBytes {
    /// A part of the bytes. The part keeps all of the bytes alive.
    ///
    /// # Panics
    /// When the range is not within the bytes.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> TableBytes {
        TableBytes(self.0.slice(range))
    }

    /// The bytes of the words, each in little-endian order. No word is copied; a big-endian machine swaps in place.
    ///
    /// ```
    /// use loyd_core::table::file::TableBytes;
    /// assert_eq!(TableBytes::of_words(vec![0x0201])[..], [1, 2, 0, 0, 0, 0, 0, 0]);
    /// ```
    pub fn of_words(mut words: Vec<u64>) -> TableBytes {
        words.iter_mut().for_each(|word| *word = word.to_le());
        TableBytes(bytes::Bytes::from_owner(WordBuffer(words)))
    }

    /// The bytes of an owner, such as a mapped file.
    #[cfg(feature = "files")]
    pub(super) fn of_owner(owner: impl AsRef<[u8]> + Send + 'static) -> TableBytes {
        TableBytes(bytes::Bytes::from_owner(owner))
    }
}

/// Words that are read as bytes.
struct WordBuffer(Vec<u64>);

impl AsRef<[u8]> for WordBuffer {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for TableBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for TableBytes {
    fn from(bytes: Vec<u8>) -> TableBytes {
        TableBytes(bytes.into())
    }
}

/// Prints only the number of bytes, because a table would fill the screen for hours.
impl fmt::Debug for TableBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
