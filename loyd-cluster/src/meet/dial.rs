//! Calls a process with a lower number, again and again until it answers.

use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use crate::meet::handshake::{PeerIdentity, Refusal, call};
use crate::meet::hello::Purpose;

use super::{ConnectionPair, Meeting, MeetingEvent};

/// The first pause between two calls, and the longest one.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// Calls process `to` on a new thread.
pub(super) fn dial(meeting: &Arc<Meeting>, to: usize, events: &Sender<MeetingEvent>) -> io::Result<()> {
    let (meeting, events) = (Arc::clone(meeting), events.clone());
    thread::Builder::new().name(format!("loyd:call-{to}")).spawn(move || {
        let [mut pause, most] = PAUSES;
        while !meeting.over.load(Ordering::Relaxed) {
            let event = match both(&meeting, to) {
                Ok((peers, pair)) => MeetingEvent::Called { to, peers, pair },
                Err(refusal) if refusal.is_passing() => MeetingEvent::Waiting { to, why: refusal.to_string() },
                Err(refusal) => MeetingEvent::Refused { to, refusal },
            };
            let waiting = matches!(event, MeetingEvent::Waiting { .. });
            if events.send(event).is_err() || !waiting {
                return;
            }
            thread::sleep(pause);
            pause = most.min(pause * 2);
        }
    })?;
    Ok(())
}

/// Makes both connections to process `to`, and checks that one start of the process answered both calls.
fn both(meeting: &Meeting, to: usize) -> Result<([PeerIdentity; 2], ConnectionPair), Refusal> {
    let (data_peer, data) = one(meeting, to, Purpose::Data)?;
    let (beat_peer, beat) = one(meeting, to, Purpose::Beat)?;
    if data_peer.instance != beat_peer.instance {
        return Err(io::Error::new(ErrorKind::ConnectionReset, "it was started again").into());
    }
    Ok(([data_peer, beat_peer], ConnectionPair { data, beat }))
}

fn one(meeting: &Meeting, to: usize, purpose: Purpose) -> Result<(PeerIdentity, TcpStream), Refusal> {
    let deadline = Instant::now() + meeting.handshake;
    let stream = connect(&meeting.hosts[to], deadline)?;
    stream.set_nodelay(true)?;
    let peer = call(&stream, &meeting.party, to, purpose, deadline)?;
    Ok((peer, stream))
}

/// Connects to the first address of a host that accepts.
fn connect(host: &str, deadline: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for address in host.to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
