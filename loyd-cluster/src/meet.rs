//! How the processes find each other: each calls those with lower numbers and listens for those with higher ones, until
//! it has two connections to every other, and every other says the same.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::meet::handshake::{Party, Peer, Refusal, Verdict, answer, tell};
use crate::meet::hosts::is_loopback;
use crate::meet::token::Key;
use crate::meet::wire::Wire;
use crate::settings::Settings;
use crate::watch::signal::Signal;
use dial::dial;
use seats::Seats;
use strangers::Strangers;

pub(crate) mod agreement;
mod dial;
pub(crate) mod handshake;
pub(crate) mod hello;
pub mod hosts;
mod seats;
mod strangers;
pub mod token;
pub(crate) mod wire;

pub(crate) use seats::Pair;

/// How long the listener sleeps when nothing happens.
const NAP: Duration = Duration::from_millis(10);

/// How long a caller may take to prove that it has the token. A process that was too slow calls again.
const UNPROVED: Duration = Duration::from_secs(2);

/// Why a process does not join the others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotJoined {
    /// There is no such process.
    #[error("process {own} of {number}: expected a number below {number}")]
    Own {
        /// The number given.
        own: usize,
        /// The number of hosts.
        number: usize,
    },
    /// A host can be reached by others than this machine's users, and there is no token.
    #[error("a token is needed: {host} is not a loopback address")]
    NoToken {
        /// The host.
        host: String,
    },
    /// What has to be the same is too long to be compared.
    #[error("what has to agree takes {bytes} bytes, expected at most {}", agreement::MOST)]
    Agree {
        /// Its bytes.
        bytes: usize,
    },
    /// This process cannot listen where the hosts file says.
    #[error("cannot listen at {host}: {source}")]
    Listen {
        /// Where.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// Another process and this one do not come together.
    #[error("process {process} ({name}): {refusal}")]
    Refused {
        /// Its number.
        process: usize,
        /// Where it listens.
        name: String,
        /// Why.
        refusal: Refusal,
    },
    /// Somebody who has the token calls, and something is wrong with the numbers or what has to be the same.
    #[error("a process that calls from {from}: {refusal}")]
    Caller {
        /// From where.
        from: SocketAddr,
        /// Why.
        refusal: Refusal,
    },
    /// Not all processes were there in time.
    #[error("not all processes are there: {}{}", missing.join("; "), turned_away(dropped))]
    Missing {
        /// Which, and what is known of each.
        missing: Vec<String>,
        /// The callers that were turned away, and why.
        dropped: Vec<String>,
    },
    /// A process has gone while others were awaited.
    #[error("process {process} ({name}) has gone before all were there")]
    Gone {
        /// Its number.
        process: usize,
        /// Where it listens.
        name: String,
    },
    /// Threads or sockets.
    #[error("{0}")]
    System(#[from] io::Error),
}

fn turned_away(dropped: &[String]) -> String {
    if dropped.is_empty() { String::new() } else { format!(" (turned away: {})", dropped.join("; ")) }
}

/// What the threads that call and answer tell.
enum Event {
    /// A process that was called has answered.
    Called { to: usize, peers: [Peer; 2], pair: Pair },
    /// It has not, for now.
    Waiting { to: usize, why: String },
    /// It never will.
    Refused { to: usize, refusal: Refusal },
    /// A caller waits for the last verdict.
    Answered { from: SocketAddr, peer: Peer, stream: Arc<TcpStream> },
    /// A caller is turned away.
    Dropped { from: SocketAddr, refusal: Refusal },
}

/// What is common to all threads of a meeting.
struct Meeting {
    party: Party,
    hosts: Vec<String>,
    handshake: Duration,
    deadline: Instant,
    over: AtomicBool,
    strangers: Strangers,
}

/// The connections to all others: none to this process itself.
///
/// # Errors
/// [`NotJoined`].
pub(crate) fn meet(settings: &Settings, listener: Option<TcpListener>) -> Result<Vec<Option<Pair>>, NotJoined> {
    let Settings { hosts, own, token, agree, patience, handshake, .. } = settings;
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
    let party =
        Party { own: own as u32, number: number as u32, key: Key::new(token.as_ref()), agree: agree.clone(), instance };
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
fn gather(meeting: &Arc<Meeting>, listener: &TcpListener) -> Result<Vec<Option<Pair>>, NotJoined> {
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

/// What has happened, after a nap at most.
fn next(events: &Receiver<Event>) -> Vec<Event> {
    match events.recv_timeout(NAP) {
        Ok(event) => std::iter::once(event).chain(events.try_iter()).collect(),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Vec::new(),
    }
}

/// Answers every caller on a thread of its own. Only callers that prove that they have the token may take their time.
fn listen(meeting: &Arc<Meeting>, listener: &TcpListener, events: &Sender<Event>) -> Result<(), NotJoined> {
    loop {
        let (stream, from) = match listener.accept() {
            Ok(accepted) => accepted,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => break,
            // The caller has gone again.
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => continue,
            // There are no descriptors: strangers have to give theirs back first.
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
                Ok(peer) => Event::Answered { from, peer, stream },
                Err(refusal) => Event::Dropped { from, refusal },
            };
            // Nobody hears it once all others are there.
            let _ = events.send(event);
        })?;
    }
    Ok(())
}

fn handle(meeting: &Meeting, seats: &mut Seats, dropped: &mut Vec<String>, event: Event) -> Result<(), NotJoined> {
    match event {
        Event::Called { to, peers, pair } => {
            let [data, beat] = peers;
            seats.take(data, pair.data);
            seats.take(beat, pair.beat);
            debug_assert_eq!(data.process, to);
        }
        Event::Waiting { to, why } => seats.note(to, why),
        Event::Refused { to, refusal } => {
            return Err(NotJoined::Refused { process: to, name: meeting.hosts[to].clone(), refusal });
        }
        Event::Answered { from, peer, stream } => {
            let verdict = if seats.is_free(peer) { Verdict::Welcome } else { Verdict::Taken };
            let told = tell(&stream, verdict, Instant::now() + meeting.handshake);
            match (verdict, told) {
                // Its thread has ended, and it is no stranger any more: nobody else has it.
                (Verdict::Welcome, Ok(())) => {
                    if let Some(stream) = Arc::into_inner(stream) {
                        seats.take(peer, stream);
                    }
                }
                (Verdict::Welcome, Err(error)) => dropped.push(format!("{from}: {error}")),
                _ => dropped.push(format!("{from}: a second process {}", peer.process)),
            }
        }
        Event::Dropped { from, refusal } if refusal.is_proved() => return Err(NotJoined::Caller { from, refusal }),
        Event::Dropped { from, refusal } => dropped.push(format!("{from}: {refusal}")),
    }
    dropped.drain(..dropped.len().saturating_sub(8));
    Ok(())
}

/// Says to all that this process has its connections, and waits until all have said it. Before that none sends beats,
/// so none may be judged by them.
fn ready(meeting: &Meeting, pairs: &[Option<Pair>]) -> Result<(), NotJoined> {
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
                let missing = vec![format!("process {process} ({}) still waits for others", meeting.hosts[process])];
                return Err(NotJoined::Missing { missing, dropped: Vec::new() });
            }
            _ => return Err(gone(process)),
        }
    }
    Ok(())
}
