//! The connections that have been made, by process.

use std::net::TcpStream;

use crate::meet::handshake::PeerIdentity;
use crate::meet::hello::{Purpose, StartId};

/// The two connections to a process.
#[derive(Debug)]
pub(crate) struct ConnectionPair {
    /// The connection for the dataflow.
    pub(crate) data: TcpStream,
    /// The connection for heartbeats.
    pub(crate) beat: TcpStream,
}

/// The connections of one process that have been made so far, and why others are missing.
#[derive(Debug, Default)]
struct PeerSeat {
    instance: Option<StartId>,
    data: Option<TcpStream>,
    beat: Option<TcpStream>,
    note: Option<String>,
}

impl PeerSeat {
    fn is_taken(&self) -> bool {
        self.data.is_some() && self.beat.is_some()
    }

    fn clear(&mut self) {
        *self = PeerSeat { note: self.note.take(), ..PeerSeat::default() };
    }

    /// Whether the other side has closed one of the connections.
    fn is_gone(&self) -> bool {
        [&self.data, &self.beat].into_iter().flatten().any(is_closed)
    }
}

/// A seat for every process.
#[derive(Debug)]
pub(super) struct Seats {
    own: usize,
    seats: Vec<PeerSeat>,
}

impl Seats {
    pub(super) fn new(own: usize, number: usize) -> Seats {
        Seats { own, seats: std::iter::repeat_with(PeerSeat::default).take(number).collect() }
    }

    /// Whether all other processes have both connections.
    pub(super) fn are_taken(&self) -> bool {
        self.others().all(|(_, seat)| seat.is_taken())
    }

    fn others(&self) -> impl Iterator<Item = (usize, &PeerSeat)> {
        self.seats.iter().enumerate().filter(|&(process, _)| process != self.own)
    }

    /// Whether no other start of this process number is there. A start whose connection is closed makes room.
    pub(super) fn is_free(&mut self, peer: PeerIdentity) -> bool {
        let seat = &mut self.seats[peer.process];
        if seat.instance != Some(peer.instance) && seat.is_gone() {
            seat.clear();
        }
        seat.instance.is_none_or(|instance| instance == peer.instance)
    }

    /// Stores a connection of a process whose number is free. A later connection replaces an earlier one.
    pub(super) fn take(&mut self, peer: PeerIdentity, stream: TcpStream) {
        let seat = &mut self.seats[peer.process];
        seat.instance = Some(peer.instance);
        match peer.purpose {
            Purpose::Data => seat.data = Some(stream),
            Purpose::Beat => seat.beat = Some(stream),
        }
    }

    /// Stores why a process has not joined yet.
    pub(super) fn note(&mut self, process: usize, why: String) {
        self.seats[process].note = Some(why);
    }

    /// Clears the seats of processes that have gone, and returns their numbers.
    pub(super) fn clear_gone(&mut self) -> Vec<usize> {
        let gone: Vec<usize> = self.others().filter(|(_, seat)| seat.is_gone()).map(|(process, _)| process).collect();
        gone.iter().for_each(|&process| self.seats[process].clear());
        gone
    }

    /// Describes the missing processes, each with the reason.
    pub(super) fn missing(&self, hosts: &[String]) -> Vec<String> {
        let missing = self.others().filter(|(_, seat)| !seat.is_taken());
        missing
            .map(|(process, seat)| {
                let why = seat.note.as_deref().unwrap_or("it has not connected");
                format!("process {process} ({}): {why}", hosts[process])
            })
            .collect()
    }

    /// The pairs of connections by process. Call it when all processes are there.
    pub(super) fn into_pairs(self) -> Vec<Option<ConnectionPair>> {
        self.seats.into_iter().map(|seat| Some(ConnectionPair { data: seat.data?, beat: seat.beat? })).collect()
    }
}

/// Whether the other side has closed a connection on which nothing has come yet.
fn is_closed(stream: &TcpStream) -> bool {
    let peeked = stream.set_nonblocking(true).and_then(|()| stream.peek(&mut [0]));
    let closed = match peeked {
        Ok(bytes) => bytes == 0,
        Err(error) => !crate::meet::wire::is_pause(&error),
    };
    closed || stream.set_nonblocking(false).is_err()
}
