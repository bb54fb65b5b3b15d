//! The connection between the processes that share a map: parcels of bytes, sent in rounds.
//!
//! Every process makes the same layers at the same time. In a round, each process sends its parcels and reports that
//! these were all; then it receives what the others have sent in that round. So only the parcels of open rounds are
//! under way, and the bytes that a process holds are known beforehand.

mod effort;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::exact::exact;

pub use effort::Effort;
use effort::{CountedPeers, Efforts, PeerCounts};

/// The part of a map that one process makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the process.
    pub own: usize,
    /// The number of processes.
    pub number: usize,
    /// Whether any number of processes can continue the map, even if this process is alone now.
    pub is_shared: bool,
}

impl Share {
    /// The whole map, made by one process for itself.
    pub const WHOLE: Share = Share { own: 0, number: 1, is_shared: false };
}

/// A process that can no longer be reached. The others cannot continue without it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("process {process} ({name}) is lost: {why}")]
pub struct Lost {
    /// The number of the process.
    pub process: usize,
    /// The name of the process: the address where it listens.
    pub name: String,
    /// How the loss was noticed.
    pub why: String,
}

impl Lost {
    /// A process that ended before the others.
    fn left(process: usize) -> Lost {
        Lost { process, name: "the sender".into(), why: "it has left the map".into() }
    }

    /// A process that sent wrong data.
    pub fn sent(process: usize, expected: &str) -> Lost {
        Lost { process, name: "the sender".into(), why: format!("it sent data that is not a {expected} of this map") }
    }
}

/// A parcel that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The number of the process that sent it.
    pub from: usize,
    /// The contents of the parcel.
    pub bytes: Vec<u8>,
}

/// The connection to the other processes.
///
/// Every process has the same rounds: a parcel that is sent in the `n`th round is received in the `n`th round.
pub trait Peers: Send {
    /// The number of this process.
    fn own(&self) -> usize;

    /// The number of processes.
    fn number(&self) -> usize;

    /// Sends a parcel in the round that is open. A parcel to this process itself arrives like any other.
    ///
    /// # Errors
    /// [`Lost`].
    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost>;

    /// Ends the round that is open, and opens the next.
    ///
    /// # Errors
    /// [`Lost`].
    fn close(&mut self) -> Result<(), Lost>;

    /// Waits for the first round that was closed here and not yet received. Returns all parcels that were sent here in
    /// that round, the parcels of each process in the order in which they were sent.
    ///
    /// # Errors
    /// [`Lost`].
    ///
    /// # Panics
    /// If there is no such round.
    fn receive(&mut self) -> Result<Vec<Parcel>, Lost>;
}

/// The partners of one process in a map, with the counts of its traffic and its waiting time.
pub struct Partnership {
    own: usize,
    number: usize,
    buffers: u64,
    beside: u64,
    peers: Mutex<Box<dyn Peers>>,
    lost: Box<dyn Fn() -> Option<Lost> + Send + Sync>,
    counts: Arc<PeerCounts>,
    efforts: Mutex<Efforts>,
    /// One more than the depth of the last layer in the last checkpoint; 0 if there is no checkpoint.
    checkpoint: AtomicU64,
}

impl fmt::Debug for Partnership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Partnership { own, number, buffers, .. } = self;
        let mut shown = f.debug_struct("Partnership");
        shown.field("own", own).field("number", number).field("buffers", buffers).finish_non_exhaustive()
    }
}

impl Partnership {
    /// The partnership over these peers, with `buffers` bytes for parcels to them and from them.
    pub fn new(peers: impl Peers + 'static, buffers: u64) -> Partnership {
        let (own, number, counts) = (peers.own(), peers.number(), Arc::new(PeerCounts::default()));
        Partnership {
            own,
            number,
            buffers,
            beside: 0,
            peers: Mutex::new(Box::new(CountedPeers::new(peers, Arc::clone(&counts)))),
            lost: Box::new(|| None),
            counts,
            efforts: Mutex::new(Efforts::begin([0; 2])),
            checkpoint: 0.into(),
        }
    }

    /// Adds a function that reports a lost process at any time. Long work that needs no other process ends then.
    pub fn watching(self, lost: impl Fn() -> Option<Lost> + Send + Sync + 'static) -> Partnership {
        Partnership { lost: Box::new(lost), ..self }
    }

    /// The process that is lost, as far as this is known without a round.
    pub fn lost(&self) -> Option<Lost> {
        (self.lost)()
    }

    /// Adds the bytes that the connection itself holds.
    pub fn beside(self, bytes: u64) -> Partnership {
        Partnership { beside: bytes, ..self }
    }

    /// Bytes of the buffers for parcels, and bytes that the connection itself holds.
    pub fn under_way(&self) -> u64 {
        self.buffers + self.beside
    }

    /// Bytes of the buffers for parcels.
    pub fn buffers(&self) -> u64 {
        self.buffers
    }

    /// The part of this process.
    pub fn share(&self) -> Share {
        Share { own: self.own, number: self.number, is_shared: true }
    }

    /// The peers, locked for the caller.
    pub fn peers(&self) -> MutexGuard<'_, Box<dyn Peers>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn efforts(&self) -> MutexGuard<'_, Efforts> {
        self.efforts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cost of the last complete layer, if one was made in this run.
    pub fn last_layer(&self) -> Option<Effort> {
        self.efforts().all.last().cloned()
    }

    /// The cost of a layer, if it was made in this run.
    pub fn layer(&self, depth: u32) -> Option<Effort> {
        self.efforts().all.iter().rfind(|effort| effort.depth == depth).cloned()
    }

    /// The number of states in the layers of this run, and the bytes that all processes sent for them.
    pub fn made(&self) -> (u64, u64) {
        let of = |(states, bytes), effort: &Effort| (states + effort.states, bytes + effort.bytes());
        self.efforts().all.iter().fold((0, 0), of)
    }

    /// How long this process has waited for others in this run.
    pub fn waited(&self) -> Duration {
        self.counts.waited()
    }

    /// The depth of the last layer in the last checkpoint, if there is one.
    pub fn checkpoint(&self) -> Option<u32> {
        self.checkpoint.load(Ordering::Relaxed).checked_sub(1).map(exact::<u32>)
    }

    /// Records that a checkpoint of `layers` layers counts.
    pub(super) fn has_kept(&self, layers: usize) {
        self.checkpoint.store(layers as u64, Ordering::Relaxed);
    }

    /// Begins the counts before the first layer, because earlier work belongs to no layer.
    pub(super) fn begin_layers(&self) {
        let mut efforts = self.efforts();
        if efforts.all.is_empty() {
            *efforts = Efforts::begin(self.counts.now());
        }
    }

    /// Ends the layer of a depth, in which this process has found `states` states. The processes report to each other
    /// what the layer cost them. Returns the sum of the states. Takes a round of its own.
    ///
    /// # Errors
    /// [`Lost`].
    pub(super) fn end_layer(&self, depth: u32, states: u64) -> Result<u64, Lost> {
        let [waited, sent] = self.counts.now();
        let [waited_before, sent_before] = self.efforts().told;
        let told = self.tell(&[states, waited - waited_before, sent - sent_before])?;
        let mut efforts = self.efforts();
        efforts.told = [waited, sent];
        Ok(efforts.end(depth, &told))
    }

    /// Sends these numbers to all processes, and returns the numbers of each process: a round of its own.
    ///
    /// # Errors
    /// [`Lost`]; also where a process has left.
    ///
    /// # Panics
    /// If rounds are open whose parcels were not received.
    pub fn tell(&self, numbers: &[u64]) -> Result<Vec<Vec<u64>>, Lost> {
        self.trade(&vec![numbers.to_vec(); self.number])
    }

    /// Sends numbers to each process, and returns the numbers that each process sent here: a round of its own.
    ///
    /// # Errors
    /// [`Lost`]; also where a process has left. The rounds of a process that has left look like rounds in which it sent
    /// nothing. The count of the numbers is sent first, so that an empty list differs from such a round.
    ///
    /// # Panics
    /// If rounds are open whose parcels were not received.
    pub fn trade(&self, numbers: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Lost> {
        let mut peers = self.peers();
        for (to, numbers) in numbers.iter().enumerate() {
            let counted = [&[numbers.len() as u64], &numbers[..]].concat();
            peers.send(to, counted.iter().flat_map(|number| number.to_le_bytes()).collect())?;
        }
        peers.close()?;
        let mut came = vec![Vec::new(); self.number];
        for Parcel { from, bytes } in peers.receive()? {
            came[from].extend(bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes)));
        }
        for (process, numbers) in came.iter_mut().enumerate() {
            match numbers.split_first() {
                Some((&count, rest)) if count == rest.len() as u64 => drop(numbers.remove(0)),
                Some(_) => return Err(Lost::sent(process, "list of numbers")),
                None => return Err(Lost::left(process)),
            }
        }
        Ok(came)
    }

    /// The sums of the numbers of all processes. Takes a round of its own.
    ///
    /// # Errors
    /// [`Lost`].
    pub fn sum<const N: usize>(&self, numbers: [u64; N]) -> Result<[u64; N], Lost> {
        let mut sums = [0; N];
        for told in self.tell(&numbers)? {
            sums.iter_mut().zip(told).for_each(|(sum, number)| *sum += number);
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The connection of process 0 to a process that has left: the rounds of that process are closed and empty.
    struct Deserted(Vec<Parcel>);

    impl Peers for Deserted {
        fn own(&self) -> usize {
            0
        }

        fn number(&self) -> usize {
            2
        }

        fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
            self.0.extend((to == 0).then_some(Parcel { from: 0, bytes }));
            Ok(())
        }

        fn close(&mut self) -> Result<(), Lost> {
            Ok(())
        }

        fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
            Ok(std::mem::take(&mut self.0))
        }
    }

    /// A process that had left once seemed to have no checkpoint, and the others removed their checkpoints.
    #[test]
    fn who_has_left_has_not_told_nothing() {
        let partnership = Partnership::new(Deserted(Vec::new()), 0);
        for numbers in [&[][..], &[1, 2, 3]] {
            assert_eq!(partnership.tell(numbers).unwrap_err().process, 1);
        }
    }
}
