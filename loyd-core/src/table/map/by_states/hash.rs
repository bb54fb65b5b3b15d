//! The hash of packed states.

use crate::splitmix;

/// The hash of a packed state. Files of buckets depend on it, so it is defined here: the hash of a crate may change.
#[inline]
pub fn hash(state: &[u8]) -> u64 {
    state.chunks(8).fold(state.len() as u64, |hash, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        splitmix::next(&mut (hash ^ u64::from_le_bytes(word)))
    })
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// Files of earlier builds depend on the hashes. The first word after seed 0 is the word of the authors' code.
    #[test]
    fn hashes_stay_what_they_are() {
        assert_eq!(hash(&[]), 0);
        assert_eq!(hash(&[8, 0, 0, 0, 0, 0, 0, 0]), 0xe220_a839_7b1d_cdaf);
        assert_ne!(hash(&[0]), hash(&[0, 0]));
        assert_eq!(hash(&(0..13).collect::<Vec<u8>>()), 0x592f_96c3_bc7f_0b82);
    }
}
