//! What each process sends and how long it waits: told to the others at the end of every layer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Lost, Parcel, Peers};
use crate::exact::exact;

/// What a layer cost the processes that made it, from the end of the layer before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The depth of the layer.
    pub depth: u32,
    /// The states that all processes found in it.
    pub states: u64,
    /// How long it took, as this process saw it.
    pub time: Duration,
    /// How long each process waited for others. What it waits at the very end counts for the layer after it.
    pub waited: Vec<Duration>,
    /// Bytes that each process sent to others, without what a connection adds.
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
    /// What was counted when the last layer ended: microseconds of waiting, and bytes.
    pub told: [u64; 2],
    ended: Instant,
}

impl Efforts {
    /// Before the first layer, with what is counted so far.
    pub fn begin(told: [u64; 2]) -> Efforts {
        Efforts { all: Vec::new(), told, ended: Instant::now() }
    }

    /// Ends a layer with the states, the microseconds of waiting and the bytes of each process. Gives the sum of the
    /// states.
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

/// What a process has sent and waited so far.
#[derive(Default)]
pub struct Counts {
    micros: AtomicU64,
    bytes: AtomicU64,
}

impl Counts {
    /// Microseconds of waiting, and bytes.
    pub fn now(&self) -> [u64; 2] {
        [&self.micros, &self.bytes].map(|count| count.load(Ordering::Relaxed))
    }

    /// How long it has waited.
    pub fn waited(&self) -> Duration {
        Duration::from_micros(self.now()[0])
    }
}

/// Peers whose waiting and sending is counted.
pub struct Counted<P> {
    peers: P,
    counts: Arc<Counts>,
}

impl<P> Counted<P> {
    pub fn new(peers: P, counts: Arc<Counts>) -> Counted<P> {
        Counted { peers, counts }
    }
}

impl<P: Peers> Peers for Counted<P> {
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
