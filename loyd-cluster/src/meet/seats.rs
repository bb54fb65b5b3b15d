//! Which of the other processes are there.

use std::net::TcpStream;

use crate::meet::handshake::Peer;
use crate::meet::hello::{Instance, Purpose};

/// The two connections to a process.
#[derive(Debug)]
pub(crate) struct Pair {
    /// For the dataflow.
    pub(crate) data: TcpStream,
    /// For heartbeats.
    pub(crate) beat: TcpStream,
}

/// What there is of one process.
#[derive(Debug, Default)]
struct Seat {
    instance: Option<Instance>,
    data: Option<TcpStream>,
    beat: Option<TcpStream>,
    note: Option<String>,
}

impl Seat {
    fn is_taken(&self) -> bool {
        self.data.is_some() && self.beat.is_some()
    }

    fn clear(&mut self) {
        *self = Seat { note: self.note.take(), ..Seat::default() };
    }

    /// Whether a connection was closed by the other side.
    fn is_gone(&self) -> bool {
        [&self.data, &self.beat].into_iter().flatten().any(is_closed)
    }
}

/// A seat for every process.
#[derive(Debug)]
pub(super) struct Seats {
    own: usize,
    seats: Vec<Seat>,
}

impl Seats {
    pub(super) fn new(own: usize, number: usize) -> Seats {
        Seats { own, seats: std::iter::repeat_with(Seat::default).take(number).collect() }
    }

    /// Whether all others are there.
    pub(super) fn are_taken(&self) -> bool {
        self.others().all(|(_, seat)| seat.is_taken())
    }

    fn others(&self) -> impl Iterator<Item = (usize, &Seat)> {
        self.seats.iter().enumerate().filter(|&(process, _)| process != self.own)
    }

    /// Whether no other process with this number is there. One that was and has gone makes room.
    pub(super) fn is_free(&mut self, peer: Peer) -> bool {
        let seat = &mut self.seats[peer.process];
        if seat.instance != Some(peer.instance) && seat.is_gone() {
            seat.clear();
        }
        seat.instance.is_none_or(|instance| instance == peer.instance)
    }

    /// A connection to a process that is free. A later one of the same process replaces an earlier one.
    pub(super) fn take(&mut self, peer: Peer, stream: TcpStream) {
        let seat = &mut self.seats[peer.process];
        seat.instance = Some(peer.instance);
        match peer.purpose {
            Purpose::Data => seat.data = Some(stream),
            Purpose::Beat => seat.beat = Some(stream),
        }
    }

    /// Why a process is not there yet.
    pub(super) fn note(&mut self, process: usize, why: String) {
        self.seats[process].note = Some(why);
    }

    /// Clears the seats of processes that have gone again, and says whose.
    pub(super) fn clear_gone(&mut self) -> Vec<usize> {
        let gone: Vec<usize> = self.others().filter(|(_, seat)| seat.is_gone()).map(|(process, _)| process).collect();
        gone.iter().for_each(|&process| self.seats[process].clear());
        gone
    }

    /// Who is missing.
    pub(super) fn missing(&self, hosts: &[String]) -> Vec<String> {
        let missing = self.others().filter(|(_, seat)| !seat.is_taken());
        missing
            .map(|(process, seat)| {
                let why = seat.note.as_deref().unwrap_or("it has not called");
                format!("process {process} ({}): {why}", hosts[process])
            })
            .collect()
    }

    /// The connections, once all are there.
    pub(super) fn into_pairs(self) -> Vec<Option<Pair>> {
        self.seats.into_iter().map(|seat| Some(Pair { data: seat.data?, beat: seat.beat? })).collect()
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
