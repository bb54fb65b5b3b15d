//! Counters of the bytes and parcels sent and received.

use std::sync::atomic::{AtomicU64, Ordering};

/// The traffic between this process and another, in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of parcels.
    pub parcels: u64,
    /// The bytes in the parcels.
    pub payload: u64,
    /// The bytes on the wire without heartbeats. The value is 0 for traffic from a process to itself.
    pub wire: u64,
}

/// The counters of a [`Traffic`], which change while the dataflow runs.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    parcels: AtomicU64,
    payload: AtomicU64,
    wire: AtomicU64,
}

impl Counters {
    pub(crate) fn parcel(&self, bytes: usize) {
        self.parcels.fetch_add(1, Ordering::Relaxed);
        self.payload.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn wire(&self, bytes: usize) {
        self.wire.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    fn traffic(&self) -> Traffic {
        Traffic {
            parcels: self.parcels.load(Ordering::Relaxed),
            payload: self.payload.load(Ordering::Relaxed),
            wire: self.wire.load(Ordering::Relaxed),
        }
    }
}

/// The traffic of one process to each process and from each process.
#[derive(Debug)]
pub struct TrafficStats {
    pub(crate) sent: Vec<Counters>,
    pub(crate) received: Vec<Counters>,
    pub(crate) rounds_closed: AtomicU64,
    pub(crate) rounds_received: AtomicU64,
}

impl TrafficStats {
    pub(crate) fn new(number: usize) -> TrafficStats {
        let counters = || std::iter::repeat_with(Counters::default).take(number).collect();
        TrafficStats { sent: counters(), received: counters(), rounds_closed: 0.into(), rounds_received: 0.into() }
    }

    /// The traffic to each process.
    pub fn sent(&self) -> Vec<Traffic> {
        self.sent.iter().map(Counters::traffic).collect()
    }

    /// The traffic from each process: the parcels of rounds that are complete, and all bytes on the wire.
    pub fn received(&self) -> Vec<Traffic> {
        self.received.iter().map(Counters::traffic).collect()
    }

    /// The number of rounds that were closed, and the number of rounds that were received.
    pub fn rounds(&self) -> (u64, u64) {
        (self.rounds_closed.load(Ordering::Relaxed), self.rounds_received.load(Ordering::Relaxed))
    }
}
