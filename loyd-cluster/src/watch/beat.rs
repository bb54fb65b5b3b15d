//! Heartbeats: one thread and one connection to each other process, so that a long computation is not taken for a loss.
//!
//! The thread is also the judge of losses (see [`LossWatch`]). It reports a loss to all others before this process
//! learns of it. So the others name the lost process, and not this process, which ends because of the loss.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use loyd_core::table::map::Lost;

use crate::meet::wire::is_pause;
use crate::settings::Beats;
use crate::watch::signal::Signal;
use crate::watch::{LossWatch, Parting};

/// How often the thread reads its connections between two beats.
const LOOKS: u32 = 10;

/// The state of the heartbeat connection to another process.
struct Heart {
    process: usize,
    stream: TcpStream,
    unread: Vec<u8>,
    heard: Instant,
    has_left: bool,
}

/// An event on a heartbeat connection that ends the run.
enum BeatAlarm {
    /// A process reports that the process `process` is lost.
    Told { process: usize, why: String },
    /// The process at the other end of this connection is lost.
    Seen { why: String },
}

impl Heart {
    fn new(process: usize, stream: TcpStream) -> io::Result<Heart> {
        stream.set_nonblocking(true)?;
        Ok(Heart { process, stream, unread: Vec::new(), heard: Instant::now(), has_left: false })
    }

    /// Reads all signals that have arrived.
    fn listen(&mut self, limit: Duration) -> Result<(), BeatAlarm> {
        let mut buffer = [0; 2048];
        while !self.has_left {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(BeatAlarm::Seen { why: "its connection was closed without a goodbye".into() }),
                Ok(read) => {
                    self.heard = Instant::now();
                    self.unread.extend_from_slice(&buffer[..read]);
                    self.understand()?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_pause(&error) => break,
                Err(error) => return Err(BeatAlarm::Seen { why: format!("its connection for heartbeats: {error}") }),
            }
        }
        if !self.has_left && self.heard.elapsed() > limit {
            return Err(BeatAlarm::Seen { why: format!("no message came from it for {} s", limit.as_secs_f64()) });
        }
        Ok(())
    }

    fn understand(&mut self) -> Result<(), BeatAlarm> {
        loop {
            let (signal, length) = match Signal::first(&self.unread) {
                Ok(Some(first)) => first,
                Ok(None) => return Ok(()),
                Err(kind) => {
                    return Err(BeatAlarm::Seen { why: format!("it sends signals of an unknown kind, {kind}") });
                }
            };
            self.unread.drain(..length);
            match signal {
                Signal::Ready | Signal::Beat => {}
                Signal::Goodbye => self.has_left = true,
                Signal::Lost { process, why } => return Err(BeatAlarm::Told { process, why }),
            }
        }
    }

    /// Sends a signal if the socket has room. A process that has not read for long is judged by its own silence.
    fn send(&mut self, signal: &Signal) {
        let _ = self.stream.write(&signal.bytes());
    }
}

/// The heartbeat connections to all other processes, and the judge of losses.
pub(crate) struct Pulse {
    own: usize,
    names: Vec<String>,
    beats: Beats,
    hearts: Vec<Heart>,
    watch: Arc<LossWatch>,
}

impl Pulse {
    pub(crate) fn new(own: usize, names: Vec<String>, beats: Beats, watch: Arc<LossWatch>) -> Pulse {
        Pulse { own, names, beats, hearts: Vec::new(), watch }
    }

    /// Adds the heartbeat connection to another process.
    pub(crate) fn add(&mut self, process: usize, stream: TcpStream) -> io::Result<()> {
        self.hearts.push(Heart::new(process, stream)?);
        Ok(())
    }

    /// Starts the thread. It ends when this process parts from the others.
    pub(crate) fn start(self) -> io::Result<JoinHandle<()>> {
        thread::Builder::new().name("loyd:beat".into()).spawn(move || self.run())
    }

    fn run(mut self) {
        let mut next = Instant::now();
        let mut judged = false;
        loop {
            // After its verdict, the judge still waits for the parting of this process, but it judges nobody else.
            let verdict = if judged { None } else { self.verdict() };
            if let Some(lost) = verdict {
                judged = true;
                self.broadcast(&Signal::Lost { process: lost.process, why: lost.why.clone() });
                self.watch.record(lost);
            }
            let (suspicions, parting) = self.watch.evidence();
            if let Some(parting) = parting {
                return self.part(parting, judged);
            }
            if !judged && Instant::now() >= next {
                self.broadcast(&Signal::Beat);
                next = Instant::now() + self.beats.every;
            }
            let idle = self.hearts.is_empty() && suspicions.is_empty() || judged;
            self.watch
                .wait(if judged { usize::MAX } else { suspicions.len() }, (!idle).then(|| self.beats.every / LOOKS));
        }
    }

    /// Returns the process that is lost. Reports of others come first, then connections, then suspicions one beat old.
    fn verdict(&mut self) -> Option<Lost> {
        let mut seen = None;
        for heart in &mut self.hearts {
            match heart.listen(self.beats.limit) {
                Ok(()) => {}
                Err(BeatAlarm::Told { process, why }) => {
                    let teller = heart.process;
                    return Some(if process == teller {
                        self.lost(process, why)
                    } else {
                        self.reported(teller, process, &why)
                    });
                }
                Err(BeatAlarm::Seen { why }) => seen = seen.or(Some((heart.process, why))),
            }
        }
        let (suspicions, _) = self.watch.evidence();
        let old = suspicions.into_iter().find(|suspicion| suspicion.since.elapsed() >= self.beats.every);
        let (process, why) = seen.or(old.map(|suspicion| (suspicion.process, suspicion.why)))?;
        Some(self.lost(process, why))
    }

    fn lost(&self, process: usize, why: String) -> Lost {
        Lost { process, name: self.name(process), why }
    }

    /// The loss that process `teller` reports. If that is this process, `teller` is lost.
    fn reported(&self, teller: usize, process: usize, why: &str) -> Lost {
        if process == self.own {
            return self.lost(teller, format!("it considers this process lost: {why}"));
        }
        self.lost(process, format!("{why} (reported by process {teller})"))
    }

    fn name(&self, process: usize) -> String {
        self.names.get(process).cloned().unwrap_or_else(|| "unknown".into())
    }

    fn broadcast(&mut self, signal: &Signal) {
        self.hearts.iter_mut().for_each(|heart| heart.send(signal));
    }

    /// Sends the last signal, and closes the connections for writing.
    fn part(mut self, parting: Parting, judged: bool) {
        match parting {
            _ if judged => {}
            Parting::Leave => self.broadcast(&Signal::Goodbye),
            Parting::GiveUp(why) => {
                let why = format!("it gave up: {why}");
                self.broadcast(&Signal::Lost { process: self.own, why });
            }
            Parting::Cut => {}
        }
        for heart in &self.hearts {
            let _ = heart.stream.shutdown(Shutdown::Write);
        }
    }
}
