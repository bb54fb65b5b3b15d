//! How the processes find each other. Each process calls the processes with lower numbers and listens for the processes
//! with higher numbers, until it has two connections to every other process and every other process reports the same.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::meet::handshake::{HandshakeVerdict, Party, PeerIdentity, Refusal, answer, send_verdict};
use crate::meet::hosts::is_loopback;
use crate::meet::token::ProofKey;
use crate::meet::wire::Wire;
use crate::settings::ClusterSettings;
use crate::watch::signal::Signal;
use dial::dial;
use seats::Seats;
use strangers::Strangers;

pub(crate) mod agreement;
mod dial;
pub(crate) mod handshake;
pub(crate) mod hello;
pub mod hosts;
mod named;
mod seats;
mod strangers;
pub mod token;
pub(crate) mod wire;

pub(crate) use seats::ConnectionPair;

/// How long the main loop waits for an event before it accepts callers again.
const NAP: Duration = Duration::from_millis(10);

/// How long a caller may take to prove that it has the token. A process that was too slow calls again.
const UNPROVED: Duration = Duration::from_secs(2);

/// Why a process cannot join the others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotJoined {
    /// The number of this process is not below the number of hosts.
    #[error("expected a process number below {number}, found {own}")]
    Own {
        /// The number given.
        own: usize,
        /// The number of hosts.
        number: usize,
    },
    /// A host is not a loopback address, so strangers can reach it, and there is no token.
    #[error("a token is required, because {host} is not a loopback address")]
    NoToken {
        /// The host.
        host: String,
    },
    /// The list of what must be equal is too long to be compared.
    #[error("expected at most {} bytes of settings that must agree, found {bytes}", agreement::MOST)]
    Agree {
        /// The length of the list, in bytes.
        bytes: usize,
    },
    /// This process cannot listen at its address in the hosts file.
    #[error("cannot listen at {host}: {source}")]
    Listen {
        /// The address.
        host: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The handshake with another process failed for good.
    #[error("process {process} ({name}): {refusal}")]
    Refused {
        /// The number of the other process.
        process: usize,
        /// The address of the other process.
        name: String,
        /// The reason.
        refusal: Refusal,
    },
    /// A caller that has the token has different numbers or different values of what must be equal.
    #[error("a process at {from}: {refusal}")]
    Caller {
        /// The address of the caller.
        from: SocketAddr,
        /// The reason.
        refusal: Refusal,
    },
    /// Not all processes arrived in time.
    #[error("some processes are missing: {}{}", missing.join("; "), turned_away(dropped))]
    Missing {
        /// The missing processes, each with what is known about it.
        missing: Vec<String>,
        /// The last callers that were turned away, with the reasons.
        dropped: Vec<String>,
    },
    /// A process ended while this process waited for others.
    #[error("process {process} ({name}) left before all processes were connected")]
    Gone {
        /// The number of the process.
        process: usize,
        /// The address of the process.
        name: String,
    },
    /// A thread cannot be started, or a socket has failed.
    #[error("{0}")]
    System(#[from] io::Error),
}

fn turned_away(dropped: &[String]) -> String {
    if dropped.is_empty() { String::new() } else { format!(" (turned away: {})", dropped.join("; ")) }
}

/// An event that the threads that call and answer report.
enum MeetingEvent {
    /// A process that was called has passed both handshakes.
    Called { to: usize, peers: [PeerIdentity; 2], pair: ConnectionPair },
    /// A process that was called cannot be reached for now.
    Waiting { to: usize, why: String },
    /// A process that was called refuses for good.
    Refused { to: usize, refusal: Refusal },
    /// A caller passed the handshake and waits for the last verdict.
    Answered { from: SocketAddr, peer: PeerIdentity, stream: Arc<TcpStream> },
    /// A caller is turned away.
    Dropped { from: SocketAddr, refusal: Refusal },
}

/// The state that all threads of a meeting share.
struct Meeting {
    party: Party,
    hosts: Vec<String>,
    handshake: Duration,
    deadline: Instant,
    over: AtomicBool,
    strangers: Strangers,
}

/// Returns the connections to all other processes, and `None` for this process.
///
/// # Errors
/// [`NotJoined`], if the processes do not come together.
pub(crate) fn meet(
    settings: &ClusterSettings,
    listener: Option<TcpListener>,
) -> Result<Vec<Option<ConnectionPair>>, NotJoined> {
    let ClusterSettings { hosts, own, token, agree, patience, handshake, .. } = settings;
    let (own, number) = (*own, hosts.len());
    if own >= number {
        return Err(NotJoined::Own { own, number });
    }
    if let (None, Some(host)) = (token, hosts.iter().find(|host| !is_loopback(host))) {
        return Err(NotJoined::NoToken { host: host.clone() });
    }
    let bytes = agreement::bytes(agree).len();
    if bytes > agreement::MOST {
        return Err(NotJoined::Agree { bytes });
    }
    if number == 1 {
        return Ok(vec![None]);
    }
    let refused = |source| NotJoined::Listen { host: hosts[own].clone(), source };
    let listener = listener.map_or_else(|| TcpListener::bind(&hosts[own]), Ok).map_err(refused)?;
    listener.set_nonblocking(true)?;
    let mut instance = [0; 16];
    getrandom::fill(&mut instance).map_err(io::Error::from)?;
    let party = Party {
        own: own as u32,
        number: number as u32,
        key: ProofKey::new(token.as_ref()),
        agree: agree.clone(),
        instance,
    };
    let meeting = Arc::new(Meeting {
        party,
        hosts: hosts.clone(),
        handshake: *handshake,
        deadline: Instant::now() + *patience,
        over: AtomicBool::new(false),
        strangers: Strangers::default(),
    });
    let seats = gather(&meeting, &listener);
    meeting.over.store(true, Ordering::Relaxed);
    let pairs = seats?;
    ready(&meeting, &pairs)?;
    Ok(pairs)
}

/// Calls and listens until there is a pair of connections to every other process.
fn gather(meeting: &Arc<Meeting>, listener: &TcpListener) -> Result<Vec<Option<ConnectionPair>>, NotJoined> {
    let own = meeting.party.own as usize;
    let (sender, events) = mpsc::channel();
    let mut seats = Seats::new(own, meeting.hosts.len());
    let mut dropped = Vec::new();
    for to in 0..own {
        dial(meeting, to, &sender)?;
    }
    while !seats.are_taken() {
        if Instant::now() > meeting.deadline {
            return Err(NotJoined::Missing { missing: seats.missing(&meeting.hosts), dropped });
        }
        listen(meeting, listener, &sender)?;
        for event in next(&events) {
            handle(meeting, &mut seats, &mut dropped, event)?;
        }
        for gone in seats.clear_gone() {
            if gone < own {
                dial(meeting, gone, &sender)?;
            }
        }
    }
    Ok(seats.into_pairs())
}

/// Waits at most [`NAP`] for an event, and returns all events that have happened.
fn next(events: &Receiver<MeetingEvent>) -> Vec<MeetingEvent> {
    match events.recv_timeout(NAP) {
        Ok(event) => std::iter::once(event).chain(events.try_iter()).collect(),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Vec::new(),
    }
}

/// Accepts all callers, each on a thread of its own. A caller without a proof has at most [`UNPROVED`] for it.
fn listen(meeting: &Arc<Meeting>, listener: &TcpListener, events: &Sender<MeetingEvent>) -> Result<(), NotJoined> {
    loop {
        let (stream, from) = match listener.accept() {
            Ok(accepted) => accepted,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => break,
            // The caller has closed the connection already.
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => continue,
            // The process has no free file descriptors, so the oldest stranger is dropped to free one.
            Err(_) if meeting.strangers.drop_oldest() => break,
            Err(error) => return Err(error.into()),
        };
        let stream = Arc::new(stream);
        meeting.strangers.take(&stream);
        let (meeting, events) = (Arc::clone(meeting), events.clone());
        thread::Builder::new().name("loyd:answer".into()).spawn(move || {
            let now = Instant::now();
            let deadlines = [now + meeting.handshake.min(UNPROVED), now + meeting.handshake];
            let proved = || meeting.strangers.release(&stream);
            let blocking = stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true)).map_err(Refusal::from);
            let answered = blocking.and_then(|()| answer(&stream, &meeting.party, deadlines, &proved));
            meeting.strangers.release(&stream);
            let event = match answered {
                Ok(peer) => MeetingEvent::Answered { from, peer, stream },
                Err(refusal) => MeetingEvent::Dropped { from, refusal },
            };
            // The channel is closed once all other processes are there.
            let _ = events.send(event);
        })?;
    }
    Ok(())
}

fn handle(
    meeting: &Meeting,
    seats: &mut Seats,
    dropped: &mut Vec<String>,
    event: MeetingEvent,
) -> Result<(), NotJoined> {
    match event {
        MeetingEvent::Called { to, peers, pair } => {
            let [data, beat] = peers;
            seats.take(data, pair.data);
            seats.take(beat, pair.beat);
            debug_assert_eq!(data.process, to);
        }
        MeetingEvent::Waiting { to, why } => seats.note(to, why),
        MeetingEvent::Refused { to, refusal } => {
            return Err(NotJoined::Refused { process: to, name: meeting.hosts[to].clone(), refusal });
        }
        MeetingEvent::Answered { from, peer, stream } => {
            let verdict = if seats.is_free(peer) { HandshakeVerdict::Welcome } else { HandshakeVerdict::Taken };
            let told = send_verdict(&stream, verdict, Instant::now() + meeting.handshake);
            match (verdict, told) {
                // The answering thread has ended and the caller is no stranger, so `stream` has no other owner.
                (HandshakeVerdict::Welcome, Ok(())) => {
                    if let Some(stream) = Arc::into_inner(stream) {
                        seats.take(peer, stream);
                    }
                }
                (HandshakeVerdict::Welcome, Err(error)) => dropped.push(format!("{from}: {error}")),
                _ => dropped.push(format!("{from}: a second process {}", peer.process)),
            }
        }
        MeetingEvent::Dropped { from, refusal } if refusal.is_proved() => {
            return Err(NotJoined::Caller { from, refusal });
        }
        MeetingEvent::Dropped { from, refusal } => dropped.push(format!("{from}: {refusal}")),
    }
    dropped.drain(..dropped.len().saturating_sub(8));
    Ok(())
}

/// Sends `Ready` to all, and waits for every other `Ready`. No process sends beats before that, so a process is judged
/// by its beats only after that.
fn ready(meeting: &Meeting, pairs: &[Option<ConnectionPair>]) -> Result<(), NotJoined> {
    let deadline = meeting.deadline.max(Instant::now() + meeting.handshake);
    let others = || pairs.iter().enumerate().filter_map(|(process, pair)| Some((process, pair.as_ref()?)));
    let gone = |process: usize| NotJoined::Gone { process, name: meeting.hosts[process].clone() };
    for (process, pair) in others() {
        Wire::new(&pair.beat, deadline).write(&Signal::Ready.bytes()).map_err(|_| gone(process))?;
    }
    for (process, pair) in others() {
        match Wire::new(&pair.beat, deadline).read::<1>() {
            Ok(bytes) if bytes[..] == Signal::Ready.bytes() => {}
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let missing = vec![format!(
                    "process {process} ({}) is still waiting for other processes",
                    meeting.hosts[process]
                )];
                return Err(NotJoined::Missing { missing, dropped: Vec::new() });
            }
            _ => return Err(gone(process)),
        }
    }
    Ok(())
}
