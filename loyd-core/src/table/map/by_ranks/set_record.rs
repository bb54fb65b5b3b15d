//! What a map to a set records while its layers are made: the counted positions, and distances modulo 3.

use super::RankSet;
use crate::limits::{Meter, Stop};

/// Distances modulo 3 of the ranks that were met: 1 + the remainder, in two planes.
#[derive(Debug)]
pub struct Thirds {
    planes: [RankSet; 2],
}

impl Thirds {
    /// The number of planes.
    pub const PLANES: u64 = 2;

    /// No rank was met.
    ///
    /// # Errors
    /// [`Stop`] if the planes do not fit the limits.
    pub fn new(ranks: u64, meter: &mut Meter<'_>) -> Result<Thirds, Stop> {
        Ok(Thirds { planes: [RankSet::empty(ranks, meter)?, RankSet::empty(ranks, meter)?] })
    }

    /// Whether a rank was met, and its distance is `distance` modulo 3.
    pub fn is_like(&self, rank: u64, distance: u32) -> bool {
        let code = 1 + distance % 3;
        [1, 2].iter().zip(&self.planes).all(|(bit, plane)| plane.contains(rank) == (code & bit != 0))
    }
}

/// The record of a map to a set while its layers are made.
#[derive(Debug)]
pub struct SetRecord<'s> {
    starts: Option<&'s RankSet>,
    thirds: Thirds,
}

impl<'s> SetRecord<'s> {
    /// The record of a map that counts the positions of `starts`, or all.
    pub fn new(starts: Option<&'s RankSet>, thirds: Thirds) -> SetRecord<'s> {
        SetRecord { starts, thirds }
    }

    /// The distances modulo 3.
    pub fn into_thirds(self) -> Thirds {
        self.thirds
    }

    /// Keeps the distance of the ranks of a word that are in the layer of `depth`.
    #[inline(always)]
    pub fn keep(&self, word: usize, layer: u64, depth: u32) {
        let code = 1 + depth % 3;
        for (bit, plane) in [1, 2].iter().zip(&self.thirds.planes) {
            if layer != 0 && code & bit != 0 {
                plane.add_word(word, layer);
            }
        }
    }

    /// The counted ranks of a word among `ranks`.
    #[inline(always)]
    pub fn counted(&self, word: usize, ranks: u64) -> u64 {
        self.starts.map_or(ranks, |starts| starts.word(word) & ranks)
    }
}
