//! Parts of a checkpoint on their way to the processes that own them now.

use std::ops::Range;

use super::super::store::Store;
use super::super::store::folder::{Folder, FolderError};
use super::super::{Halt, Share};
use super::{Holding, Outbox, Parts, Trade};
use crate::exact::exact;

/// The parts that are sent, and the store for parts that arrive.
///
/// A part is sent as its place (8 bytes), its noted numbers, and its words.
pub struct Moving<'m, 'f> {
    pub share: Share,
    pub store: &'m mut Store<'f>,
    pub parts: &'m mut dyn Parts,
    pub holdings: &'m [Holding],
    pub folders: &'m [&'m Folder],
    /// The parts that are still to be sent: place, owner, and number of the holding.
    pub sends: &'m [(usize, usize, usize)],
    pub own: Range<usize>,
}

impl Moving<'_, '_> {
    /// Restores the parts of this process that are in folders which it has taken over.
    pub fn keep_own(&mut self) -> Result<(), Halt> {
        for &(place, owner, holding) in self.sends {
            if owner == self.share.own {
                let (numbers, words) = self.fetch(place, holding)?;
                self.take_up(place, &numbers, &words, holding)?;
            }
        }
        Ok(())
    }

    fn fetch(&self, place: usize, holding: usize) -> Result<(Vec<u64>, Vec<u8>), Halt> {
        let holding = &self.holdings[holding];
        let numbers = holding.numbers(place, &*self.parts).to_vec();
        Ok((numbers, self.store.fetch(self.folders[holding.folder], &holding.record, place)?))
    }

    fn take_up(&mut self, place: usize, numbers: &[u64], words: &[u8], from: usize) -> Result<(), Halt> {
        if !self.own.contains(&place) || self.store.put(place, words)?.is_none() {
            let why = format!("process {from} sent data that is not part {place} of this map");
            return Err(FolderError::Mixed { path: self.folders[0].path().into(), why }.into());
        }
        self.parts.take_up(place, numbers);
        Ok(())
    }
}

impl Trade for Moving<'_, '_> {
    fn give(&mut self, out: &mut Outbox) -> Result<bool, Halt> {
        while let Some((&(place, owner, holding), rest)) = self.sends.split_first() {
            if out.is_full() {
                return Ok(true);
            }
            self.sends = rest;
            if owner != self.share.own {
                let (numbers, words) = self.fetch(place, holding)?;
                let parcel = out.to(owner);
                parcel.extend((place as u64).to_le_bytes());
                numbers.iter().for_each(|number| parcel.extend(number.to_le_bytes()));
                parcel.extend(words);
            }
        }
        Ok(false)
    }

    fn take(&mut self, from: usize, bytes: Vec<u8>) -> Result<(), Halt> {
        let mut bytes = &bytes[..];
        let broken = || FolderError::Mixed {
            path: self.folders[0].path().into(),
            why: format!("process {from} sent data that does not belong to this map"),
        };
        while !bytes.is_empty() {
            let (place, rest) = bytes.split_first_chunk().ok_or_else(broken)?;
            let place = exact::<usize>(u64::from_le_bytes(*place));
            let noted = if self.own.contains(&place) { self.parts.noted(place) } else { 0 };
            let (numbers, rest) = rest.split_at_checked(8 * noted).ok_or_else(broken)?;
            let (words, rest) = rest.split_at_checked(self.store.segment_bytes()).ok_or_else(broken)?;
            let numbers: Vec<u64> =
                numbers.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes)).collect();
            self.take_up(place, &numbers, words, from)?;
            bytes = rest;
        }
        Ok(())
    }
}
