//! Counts what each process sends and how long it waits. The processes exchange the counts at the end of every layer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use web_time::{Duration, Instant};

use super::{Lost, Parcel, Peers};
use crate::exact::exact;

/// The cost of a layer to the processes that made it, from the end of the layer before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The depth of the layer.
    pub depth: u32,
    /// The number of states that all processes found in the layer.
    pub states: u64,
    /// The time that the layer took, as this process measured it.
    pub time: Duration,
    /// How long each process waited for others. The wait at the very end of a layer counts for the next layer.
    pub waited: Vec<Duration>,
    /// Bytes that each process sent to others, without the overhead of the connection.
    pub sent: Vec<u64>,
}

impl Effort {
    /// The process for which the others wait: the one that waited least.
    pub fn slowest(&self) -> usize {
        (0..self.waited.len()).min_by_key(|&process| self.waited[process]).unwrap_or(0)
    }

    /// The bytes that all processes sent.
    pub fn bytes(&self) -> u64 {
        self.sent.iter().sum()
    }
}

/// The efforts of a run.
pub struct Efforts {
    pub all: Vec<Effort>,
    /// Waiting time (µs) and bytes sent, as of the end of the last layer.
    pub told: [u64; 2],
    ended: Instant,
}

impl Efforts {
    /// Begins before the first layer, with the counts so far.
    pub fn begin(told: [u64; 2]) -> Efforts {
        Efforts { all: Vec::new(), told, ended: Instant::now() }
    }

    /// Ends a layer with the states, microseconds of waiting and bytes of each process. Returns the sum of the states.
    pub fn end(&mut self, depth: u32, told: &[Vec<u64>]) -> u64 {
        let now = Instant::now();
        let number = |process: &Vec<u64>, place: usize| process.get(place).copied().unwrap_or(0);
        let of = |place: usize| told.iter().map(move |process| number(process, place));
        let states = of(0).sum();
        let (waited, sent) = (of(1).map(Duration::from_micros).collect(), of(2).collect());
        self.all.push(Effort { depth, states, time: now - self.ended, waited, sent });
        self.ended = now;
        states
    }
}

/// The waiting time and the bytes sent of this process so far.
#[derive(Default)]
pub struct PeerCounts {
    micros: AtomicU64,
    bytes: AtomicU64,
}

impl PeerCounts {
    /// Microseconds of waiting, and bytes sent.
    pub fn now(&self) -> [u64; 2] {
        [&self.micros, &self.bytes].map(|count| count.load(Ordering::Relaxed))
    }

    /// How long the process has waited.
    pub fn waited(&self) -> Duration {
        Duration::from_micros(self.now()[0])
    }
}

/// Peers whose waiting time and sent bytes are counted.
pub struct CountedPeers<P> {
    peers: P,
    counts: Arc<PeerCounts>,
}

impl<P> CountedPeers<P> {
    pub fn new(peers: P, counts: Arc<PeerCounts>) -> CountedPeers<P> {
        CountedPeers { peers, counts }
    }
}

impl<P: Peers> Peers for CountedPeers<P> {
    fn own(&self) -> usize {
        self.peers.own()
    }

    fn number(&self) -> usize {
        self.peers.number()
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        if to != self.own() {
            self.counts.bytes.fetch_add(parcel.len() as u64, Ordering::Relaxed);
        }
        self.peers.send(to, parcel)
    }

    fn close(&mut self) -> Result<(), Lost> {
        self.peers.close()
    }

    fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
        let began = Instant::now();
        let received = self.peers.receive();
        self.counts.micros.fetch_add(exact::<u64>(began.elapsed().as_micros()), Ordering::Relaxed);
        received
    }
}
