//! Heartbeats: one thread and one connection to each other process, so that a long computation is not taken for death.
//!
//! The thread is also the judge of losses (see [`Watch`]). What it finds it tells all others before anybody here hears
//! it: so they name the process that is lost, and not this one, which ends because of it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use loyd_core::table::map::Lost;

use crate::meet::wire::is_pause;
use crate::settings::Beats;
use crate::watch::signal::Signal;
use crate::watch::{Parting, Watch};

/// How often the thread looks at its connections between two beats.
const LOOKS: u32 = 10;

/// Another process, as its heartbeats show it.
struct Heart {
    process: usize,
    stream: TcpStream,
    unread: Vec<u8>,
    heard: Instant,
    has_left: bool,
}

/// What was heard that ends the run.
enum Alarm {
    /// A process says which is lost.
    Told { process: usize, why: String },
    /// The one that was listened to is lost.
    Seen { why: String },
}

impl Heart {
    fn new(process: usize, stream: TcpStream) -> io::Result<Heart> {
        stream.set_nonblocking(true)?;
        Ok(Heart { process, stream, unread: Vec::new(), heard: Instant::now(), has_left: false })
    }

    /// Takes in all that has come.
    fn listen(&mut self, limit: Duration) -> Result<(), Alarm> {
        let mut buffer = [0; 2048];
        while !self.has_left {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(Alarm::Seen { why: "its connection was closed without a goodbye".into() }),
                Ok(read) => {
                    self.heard = Instant::now();
                    self.unread.extend_from_slice(&buffer[..read]);
                    self.understand()?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_pause(&error) => break,
                Err(error) => return Err(Alarm::Seen { why: format!("its connection for heartbeats: {error}") }),
            }
        }
        if !self.has_left && self.heard.elapsed() > limit {
            return Err(Alarm::Seen { why: format!("nothing was heard from it for {} s", limit.as_secs_f64()) });
        }
        Ok(())
    }

    fn understand(&mut self) -> Result<(), Alarm> {
        loop {
            let (signal, length) = match Signal::first(&self.unread) {
                Ok(Some(first)) => first,
                Ok(None) => return Ok(()),
                Err(kind) => return Err(Alarm::Seen { why: format!("it sends signals of an unknown kind, {kind}") }),
            };
            self.unread.drain(..length);
            match signal {
                Signal::Ready | Signal::Beat => {}
                Signal::Goodbye => self.has_left = true,
                Signal::Lost { process, why } => return Err(Alarm::Told { process, why }),
            }
        }
    }

    /// Says something, if there is room: one who has not read for long is judged by its own silence.
    fn say(&mut self, signal: &Signal) {
        let _ = self.stream.write(&signal.bytes());
    }
}

/// The hearts of all others, and the judge.
pub(crate) struct Pulse {
    own: usize,
    names: Vec<String>,
    beats: Beats,
    hearts: Vec<Heart>,
    watch: Arc<Watch>,
}

impl Pulse {
    pub(crate) fn new(own: usize, names: Vec<String>, beats: Beats, watch: Arc<Watch>) -> Pulse {
        Pulse { own, names, beats, hearts: Vec::new(), watch }
    }

    /// The connection to another process.
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
            // One who stops first and one whose threads run on alike are heard before they are judged.
            let verdict = if judged { None } else { self.verdict() };
            if let Some(lost) = verdict {
                judged = true;
                self.say(&Signal::Lost { process: lost.process, why: lost.why.clone() });
                self.watch.record(lost);
            }
            let (suspicions, parting) = self.watch.evidence();
            if let Some(parting) = parting {
                return self.part(parting, judged);
            }
            if !judged && Instant::now() >= next {
                self.say(&Signal::Beat);
                next = Instant::now() + self.beats.every;
            }
            let idle = self.hearts.is_empty() && suspicions.is_empty() || judged;
            self.watch
                .wait(if judged { usize::MAX } else { suspicions.len() }, (!idle).then(|| self.beats.every / LOOKS));
        }
    }

    /// Who is lost. What others tell comes first, then what is heard here, then what threads suspect for a whole beat.
    fn verdict(&mut self) -> Option<Lost> {
        let mut seen = None;
        for heart in &mut self.hearts {
            match heart.listen(self.beats.limit) {
                Ok(()) => {}
                Err(Alarm::Told { process, why }) => {
                    let teller = heart.process;
                    return Some(if process == teller {
                        self.lost(process, why)
                    } else {
                        self.told(teller, process, &why)
                    });
                }
                Err(Alarm::Seen { why }) => seen = seen.or(Some((heart.process, why))),
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

    /// Another process says that one is lost: this one, perhaps, which was stopped or cut off.
    fn told(&self, teller: usize, process: usize, why: &str) -> Lost {
        if process == self.own {
            return self.lost(teller, format!("it has given this process up: {why}"));
        }
        self.lost(process, format!("{why} (process {teller} says so)"))
    }

    fn name(&self, process: usize) -> String {
        self.names.get(process).cloned().unwrap_or_else(|| "unknown".into())
    }

    fn say(&mut self, signal: &Signal) {
        self.hearts.iter_mut().for_each(|heart| heart.say(signal));
    }

    /// The last words.
    fn part(mut self, parting: Parting, judged: bool) {
        match parting {
            _ if judged => {}
            Parting::Leave => self.say(&Signal::Goodbye),
            Parting::GiveUp(why) => {
                let why = format!("it gave up: {why}");
                self.say(&Signal::Lost { process: self.own, why });
            }
            Parting::Cut => {}
        }
        for heart in &self.hearts {
            let _ = heart.stream.shutdown(Shutdown::Write);
        }
    }
}
