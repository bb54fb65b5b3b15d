//! What a process sends in one round.

use super::super::peers::Partnership;

/// What is on its way at one time of what goes to one process: written here, copied by the sender, and the same once
/// more at the receiver, each for two rounds.
const COPIES: u64 = 8;

/// Bytes that go to each process.
pub struct Outbox {
    parcels: Vec<Vec<u8>>,
    most: usize,
}

impl Outbox {
    /// Empty.
    pub fn new(partnership: &Partnership) -> Outbox {
        let number = partnership.share().number;
        let most = partnership.buffers() / (COPIES * (number as u64 - 1).max(1));
        Outbox { parcels: vec![Vec::new(); number], most: usize::try_from(most).unwrap_or(usize::MAX) }
    }

    /// What goes to a process.
    pub fn to(&mut self, process: usize) -> &mut Vec<u8> {
        &mut self.parcels[process]
    }

    /// Whether what goes to some process is as much as one round may bring.
    pub fn is_full(&self) -> bool {
        self.parcels.iter().any(|parcel| parcel.len() >= self.most)
    }

    /// Takes what goes to a process out, and says at its end whether more follows.
    pub fn parcel(&mut self, process: usize, has_more: bool) -> Vec<u8> {
        let mut parcel = std::mem::take(&mut self.parcels[process]);
        parcel.push(has_more.into());
        parcel
    }
}
