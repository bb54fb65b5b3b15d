//! The bytes that a process sends in one round.

use super::super::peers::Partnership;

/// The number of copies of a parcel in memory at one time: in the outbox, in the sender's buffer, and as many at the
/// receiver, each for two rounds.
const COPIES: u64 = 8;

/// The bytes for each process.
pub struct Outbox {
    parcels: Vec<Vec<u8>>,
    most: usize,
}

impl Outbox {
    /// An empty outbox.
    pub fn new(partnership: &Partnership) -> Outbox {
        let number = partnership.share().number;
        let most = partnership.buffers() / (COPIES * (number as u64 - 1).max(1));
        Outbox { parcels: vec![Vec::new(); number], most: usize::try_from(most).unwrap_or(usize::MAX) }
    }

    /// The bytes for one process.
    pub fn to(&mut self, process: usize) -> &mut Vec<u8> {
        &mut self.parcels[process]
    }

    /// Whether the bytes for some process are as many as one round may carry.
    pub fn is_full(&self) -> bool {
        self.parcels.iter().any(|parcel| parcel.len() >= self.most)
    }

    /// Takes out the bytes for a process, and appends whether more bytes follow.
    pub fn parcel(&mut self, process: usize, has_more: bool) -> Vec<u8> {
        let mut parcel = std::mem::take(&mut self.parcels[process]);
        parcel.push(has_more.into());
        parcel
    }
}
