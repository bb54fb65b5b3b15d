//! The first exchange of two processes on a connection: they introduce themselves, prove that they have the token, and
//! compare what must be equal.
//!
//! ```text
//! caller    hello                proof                  list
//! listener         hello                verdict  proof        list  verdict
//! ```
//!
//! The caller proves first, so a stranger who calls learns only numbers. The last verdict of the listener reports
//! whether the caller's process number is free; the caller waits for that verdict.

use std::io;
use std::net::TcpStream;
use std::time::Instant;

use crate::meet::agreement;
use crate::meet::hello::{HELLO, Hello, MAGIC, OPENING, Purpose, StartId, VERSION};
use crate::meet::token::{Proof, ProofKey, ProofSide};
use crate::meet::wire::Wire;

/// Why two processes do not join each other.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The connection failed or ended, or an answer did not arrive in time.
    #[error("{0}")]
    Broken(#[from] io::Error),
    /// The other side does not speak this protocol.
    #[error("it does not use this protocol")]
    Stranger,
    /// The other side speaks another version of the protocol.
    #[error("expected version {VERSION} of the protocol, found version {theirs}")]
    Version {
        /// The version of the other side.
        theirs: u16,
    },
    /// The other side does not have the token of this process.
    #[error("its token differs")]
    Token,
    /// The other side has another number of processes in its hosts file.
    #[error("expected {ours} processes, found {theirs}")]
    Processes {
        /// The number of processes there.
        theirs: u32,
        /// The number of processes here.
        ours: u32,
    },
    /// The other side is not the expected process, or it takes this process for another.
    #[error("process {from} called process {to}: the hosts files differ, or a process has a wrong number")]
    Number {
        /// The number that the other side claims for itself.
        from: u32,
        /// The number that the other side expects this process to have.
        to: u32,
    },
    /// Another process with the number of this process has already joined the other side.
    #[error("another process has the same number")]
    Taken,
    /// A value that must be equal in all processes differs.
    #[error("expected {item} \"{ours}\", found \"{theirs}\"")]
    Differs {
        /// The name of the value.
        item: String,
        /// The value there.
        theirs: String,
        /// The value here.
        ours: String,
    },
}

impl Refusal {
    /// Whether a later attempt may succeed.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, Refusal::Broken(_))
    }

    /// Whether a process with the token was started with wrong settings, so that waiting for another caller is useless.
    pub(crate) fn is_proved(&self) -> bool {
        matches!(self, Refusal::Processes { .. } | Refusal::Number { .. } | Refusal::Differs { .. })
    }
}

/// An answer of the listener to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum HandshakeVerdict {
    Welcome,
    Token,
    Processes,
    Number,
    Taken,
}

/// The facts about this process that its handshakes state.
pub(crate) struct Party {
    pub(crate) own: u32,
    pub(crate) number: u32,
    pub(crate) key: ProofKey,
    pub(crate) agree: Vec<(String, String)>,
    pub(crate) instance: StartId,
}

/// The process at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PeerIdentity {
    pub(crate) process: usize,
    pub(crate) purpose: Purpose,
    pub(crate) instance: StartId,
}

/// The handshake of the caller, with process `to`.
pub(crate) fn call(
    stream: &TcpStream,
    party: &Party,
    to: usize,
    purpose: Purpose,
    deadline: Instant,
) -> Result<PeerIdentity, Refusal> {
    let mut wire = Wire::new(stream, deadline);
    let ours = party.hello(ProofSide::Caller, purpose, to as u32)?;
    wire.write(&ours.bytes())?;
    let theirs = read_hello(&mut wire)?;
    if theirs.side != ProofSide::Listener || theirs.nonce == ours.nonce || theirs.purpose != purpose {
        return Err(Refusal::Stranger);
    }
    wire.write(party.prove(ProofSide::Caller, &ours, &theirs).as_bytes())?;
    let verdict = verdict(&mut wire)?;
    party.hold(verdict, &theirs)?;
    if Proof::from_bytes(wire.read()?) != party.prove(ProofSide::Listener, &ours, &theirs) {
        return Err(Refusal::Token);
    }
    party.judge(&theirs, to as u32)?;
    party.compare(&mut wire, ProofSide::Caller)?;
    let last = self::verdict(&mut wire)?;
    party.hold(last, &theirs)?;
    Ok(PeerIdentity { process: to, purpose, instance: theirs.instance })
}

/// The handshake of the listener, except its last verdict, which [`tell`] sends to the waiting caller. The proof of the
/// caller must arrive by the first deadline; then `proved` is called. The second deadline is for the rest.
pub(crate) fn answer(
    stream: &TcpStream,
    party: &Party,
    [unproved, deadline]: [Instant; 2],
    proved: &dyn Fn(),
) -> Result<PeerIdentity, Refusal> {
    let mut wire = Wire::new(stream, unproved);
    let theirs = hear_or_answer(&mut wire)?;
    if theirs.side != ProofSide::Caller {
        return Err(Refusal::Stranger);
    }
    let ours = party.hello(ProofSide::Listener, theirs.purpose, theirs.from)?;
    wire.write(&ours.bytes())?;
    if Proof::from_bytes(wire.read()?) != party.prove(ProofSide::Caller, &theirs, &ours) {
        send_verdict(stream, HandshakeVerdict::Token, unproved)?;
        return Err(Refusal::Token);
    }
    proved();
    let mut wire = Wire::new(stream, deadline);
    let claimed = theirs.from;
    let judged = if claimed > party.own { party.judge(&theirs, claimed) } else { Err(theirs.misnumbered()) };
    let verdict = match judged {
        Ok(()) => HandshakeVerdict::Welcome,
        Err(Refusal::Processes { .. }) => HandshakeVerdict::Processes,
        Err(_) => HandshakeVerdict::Number,
    };
    send_verdict(stream, verdict, deadline)?;
    judged?;
    wire.write(party.prove(ProofSide::Listener, &theirs, &ours).as_bytes())?;
    party.compare(&mut wire, ProofSide::Listener)?;
    Ok(PeerIdentity { process: claimed as usize, purpose: theirs.purpose, instance: theirs.instance })
}

/// Sends a verdict of the listener.
pub(crate) fn send_verdict(stream: &TcpStream, verdict: HandshakeVerdict, deadline: Instant) -> io::Result<()> {
    Wire::new(stream, deadline).write(&[verdict as u8])
}

fn verdict(wire: &mut Wire<'_>) -> Result<HandshakeVerdict, Refusal> {
    let [byte] = wire.read()?;
    [
        HandshakeVerdict::Welcome,
        HandshakeVerdict::Token,
        HandshakeVerdict::Processes,
        HandshakeVerdict::Number,
        HandshakeVerdict::Taken,
    ]
    .into_iter()
    .find(|&verdict| verdict as u8 == byte)
    .ok_or(Refusal::Stranger)
}

/// Reads the hello of the other side.
fn read_hello(wire: &mut Wire<'_>) -> Result<Hello, Refusal> {
    let opening: [u8; OPENING] = wire.read()?;
    rest(wire, opening)
}

/// Reads the hello of the caller. A caller with another version gets the version of this side as the answer.
fn hear_or_answer(wire: &mut Wire<'_>) -> Result<Hello, Refusal> {
    let opening: [u8; OPENING] = wire.read()?;
    let heard = rest(wire, opening);
    if matches!(heard, Err(Refusal::Version { .. })) {
        wire.write(&[&MAGIC[..], &VERSION.to_le_bytes()].concat())?;
    }
    heard
}

fn rest(wire: &mut Wire<'_>, opening: [u8; OPENING]) -> Result<Hello, Refusal> {
    let (magic, version) = opening.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(Refusal::Stranger);
    }
    let theirs = version.try_into().map_or(0, u16::from_le_bytes);
    if theirs != VERSION {
        return Err(Refusal::Version { theirs });
    }
    let mut bytes = [0; HELLO];
    let (head, rest) = bytes.split_at_mut(OPENING);
    head.copy_from_slice(&opening);
    wire.fill(rest)?;
    Hello::of(&bytes).ok_or(Refusal::Stranger)
}

impl Hello {
    fn misnumbered(&self) -> Refusal {
        Refusal::Number { from: self.from, to: self.to }
    }
}

impl Party {
    fn hello(&self, side: ProofSide, purpose: Purpose, to: u32) -> Result<Hello, Refusal> {
        let mut nonce = [0; 32];
        getrandom::fill(&mut nonce).map_err(io::Error::from)?;
        let Party { own: from, number, instance, .. } = *self;
        Ok(Hello { side, purpose, from, to, number, nonce, instance })
    }

    fn prove(&self, side: ProofSide, caller: &Hello, listener: &Hello) -> Proof {
        self.key.prove(side, &caller.bytes(), &listener.bytes())
    }

    /// Checks that the other side is process `from`, and that it expects this process.
    fn judge(&self, theirs: &Hello, from: u32) -> Result<(), Refusal> {
        if theirs.number != self.number {
            return Err(Refusal::Processes { theirs: theirs.number, ours: self.number });
        }
        if theirs.from != from || theirs.to != self.own || from >= self.number || from == self.own {
            return Err(theirs.misnumbered());
        }
        Ok(())
    }

    /// Translates the verdict of the listener into a result for this process.
    fn hold(&self, verdict: HandshakeVerdict, theirs: &Hello) -> Result<(), Refusal> {
        match verdict {
            HandshakeVerdict::Welcome => Ok(()),
            HandshakeVerdict::Token => Err(Refusal::Token),
            HandshakeVerdict::Processes => Err(Refusal::Processes { theirs: theirs.number, ours: self.number }),
            HandshakeVerdict::Number => Err(theirs.misnumbered()),
            HandshakeVerdict::Taken => Err(Refusal::Taken),
        }
    }

    /// Exchanges the lists, the caller's first. If both sides sent first, both could wait for room.
    fn compare(&self, wire: &mut Wire<'_>, side: ProofSide) -> Result<(), Refusal> {
        if side == ProofSide::Caller {
            self.send_list(wire)?;
        }
        let length = u32::from_le_bytes(wire.read()?) as usize;
        if length > agreement::MOST {
            return Err(Refusal::Stranger);
        }
        let mut bytes = vec![0; length];
        wire.fill(&mut bytes)?;
        if side == ProofSide::Listener {
            self.send_list(wire)?;
        }
        let theirs = agreement::list(&bytes).ok_or(Refusal::Stranger)?;
        match agreement::difference(&self.agree, &theirs) {
            Some((item, ours, theirs)) => Err(Refusal::Differs { item, theirs, ours }),
            None => Ok(()),
        }
    }

    fn send_list(&self, wire: &mut Wire<'_>) -> io::Result<()> {
        let bytes = agreement::bytes(&self.agree);
        wire.write(&(bytes.len() as u32).to_le_bytes())?;
        wire.write(&bytes)
    }
}
