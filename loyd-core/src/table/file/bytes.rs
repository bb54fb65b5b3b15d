//! Bytes that several owners share, of a mapped file or of memory.

use std::fmt;
use std::ops::{Deref, RangeBounds};

use zerocopy::IntoBytes;

/// Bytes of a table, in a mapped file or in memory. A clone shares the same bytes and costs almost nothing; reading the
/// bytes costs the same as reading a slice.
///
/// ```
/// use loyd_core::table::file::Bytes;
/// let all = Bytes::from(vec![1, 2, 3]);
/// assert_eq!(all.slice(1..)[..], [2, 3]);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(bytes::Bytes);

impl Bytes {
    /// A part of the bytes. The part keeps all of the bytes alive.
    ///
    /// # Panics
    /// When the range is not within the bytes.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Bytes {
        Bytes(self.0.slice(range))
    }

    /// The bytes of the words, each in little-endian order. No word is copied; a big-endian machine swaps in place.
    ///
    /// ```
    /// use loyd_core::table::file::Bytes;
    /// assert_eq!(Bytes::of_words(vec![0x0201])[..], [1, 2, 0, 0, 0, 0, 0, 0]);
    /// ```
    pub fn of_words(mut words: Vec<u64>) -> Bytes {
        words.iter_mut().for_each(|word| *word = word.to_le());
        Bytes(bytes::Bytes::from_owner(Words(words)))
    }

    /// The bytes of an owner, such as a mapped file.
    #[cfg(feature = "files")]
    pub(super) fn of_owner(owner: impl AsRef<[u8]> + Send + 'static) -> Bytes {
        Bytes(bytes::Bytes::from_owner(owner))
    }
}

/// Words that are read as bytes.
struct Words(Vec<u64>);

impl AsRef<[u8]> for Words {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes.into())
    }
}

/// Prints only the number of bytes, because a table would fill the screen for hours.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
