//! The dataflow among the processes: the rounds of [`Peers`], as a map uses them, and posts, which are of no round.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use loyd_core::table::map::{Lost, Parcel, Peers};

use crate::flow::stats::Stats;
use crate::meet::Pair;
use crate::settings::Settings;
use crate::watch::beat::Pulse;
use crate::watch::{Parting, Watch};
use arrivals::Arrivals;
use network::Network;
use worker::{Command, Shared, run};

mod arrivals;
pub(crate) mod frames;
pub(crate) mod link;
pub(crate) mod load;
mod network;
pub mod stats;
mod worker;

pub use network::BUFFERS;

/// A process's way to the others. Clones are the same way: what they do belongs to the same rounds.
///
/// When the last clone is dropped before [`leave`](Flow::leave), the connections are cut, and the others find this
/// process lost.
#[derive(Clone)]
pub struct Flow(Arc<Inner>);

struct Inner {
    own: usize,
    hosts: Vec<String>,
    watch: Arc<Watch>,
    stats: Arc<Stats>,
    arrivals: Arc<Arrivals>,
    commands: Mutex<Option<Sender<Command>>>,
    worker: Thread,
    beat: Mutex<Option<JoinHandle<()>>>,
    sockets: Vec<TcpStream>,
}

impl std::fmt::Debug for Flow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Inner { own, hosts, .. } = &*self.0;
        f.debug_struct("Flow").field("own", own).field("hosts", hosts).finish_non_exhaustive()
    }
}

impl Flow {
    /// Over the connections to all others.
    pub(crate) fn start(settings: Settings, pairs: Vec<Option<Pair>>) -> io::Result<Flow> {
        let Settings { hosts, own, beats, .. } = settings;
        let watch = Arc::new(Watch::default());
        let stats = Arc::new(Stats::new(hosts.len()));
        let arrivals = Arrivals::new(&watch);
        let mut pulse = Pulse::new(own, hosts.clone(), beats, Arc::clone(&watch));
        let mut sockets = Vec::new();
        let mut links = Vec::new();
        for (process, pair) in pairs.into_iter().enumerate() {
            links.push(match pair {
                Some(Pair { data, beat }) => {
                    pulse.add(process, beat)?;
                    sockets.push(data.try_clone()?);
                    Some(data)
                }
                None => None,
            });
        }
        let network = Network::new(own, links, &watch, &stats)?;
        let shared = Arc::new(Shared {
            own,
            watch: Arc::clone(&watch),
            stats: Arc::clone(&stats),
            arrivals: Arc::clone(&arrivals),
        });
        let (sender, commands) = mpsc::channel();
        let worker = thread::Builder::new().name("loyd:flow".into()).spawn(move || run(shared, network, &commands))?;
        let worker = worker.thread().clone();
        let woken = worker.clone();
        watch.on_loss(move || woken.unpark());
        let beat = Mutex::new(Some(pulse.start()?));
        let commands = Mutex::new(Some(sender));
        Ok(Flow(Arc::new(Inner { own, hosts, watch, stats, arrivals, commands, worker, beat, sockets })))
    }

    /// Where the processes listen.
    pub fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    /// What is sent and received, counted while it runs.
    pub fn stats(&self) -> Arc<Stats> {
        Arc::clone(&self.0.stats)
    }

    /// The process that is lost, if one is.
    pub fn lost(&self) -> Option<Lost> {
        self.0.watch.lost()
    }

    /// Sends a parcel of no round: it is received as soon as it is there, whatever others do. Those that one process
    /// sends to another keep their order. Nothing limits how many are under way: who sends them has to.
    ///
    /// # Errors
    /// [`Lost`].
    ///
    /// # Panics
    /// If there is no such process.
    pub fn post(&self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.0.send(to, true, parcel)
    }

    /// Waits for the next parcel of no round, but no longer than that. Each is given to one of those who wait.
    ///
    /// # Errors
    /// [`Lost`], once all that has come is received.
    pub fn next_post(&self, patience: Duration) -> Result<Option<Parcel>, Lost> {
        self.0.arrivals.take_post(&self.0.watch, patience)
    }

    /// Ends in agreement with all others: waits until each has called this. Rounds and
    /// posts that were not received are dropped.
    ///
    /// # Errors
    /// [`Lost`], before all have agreed. What happens to others after that is of no account.
    pub fn leave(mut self) -> Result<(), Lost> {
        self.close()?;
        while self.open_rounds() > 0 {
            self.receive()?;
        }
        self.0.command(Command::Leave)?;
        let _ = self.0.arrivals.ended(&self.0.watch);
        self.0.part(Parting::Leave);
        Ok(())
    }

    /// Ends because this process cannot go on: the others hear why, as a [`Lost`] that names this process.
    pub fn give_up(self, why: &str) {
        self.0.part(Parting::GiveUp(why.into()));
    }

    /// The rounds that were closed and not received.
    fn open_rounds(&self) -> u64 {
        let (closed, received) = self.0.stats.rounds();
        closed - received
    }
}

impl Peers for Flow {
    fn own(&self) -> usize {
        self.0.own
    }

    fn number(&self) -> usize {
        self.0.hosts.len()
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.0.send(to, false, parcel)
    }

    fn close(&mut self) -> Result<(), Lost> {
        self.0.command(Command::Close)?;
        self.0.stats.rounds_closed.fetch_add(1, Relaxed);
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
        assert!(self.open_rounds() > 0, "a round is closed before it is received");
        let round = self.0.arrivals.take(&self.0.watch)?;
        self.0.stats.rounds_received.fetch_add(1, Relaxed);
        Ok(round)
    }
}

impl Inner {
    fn send(&self, to: usize, is_post: bool, parcel: Vec<u8>) -> Result<(), Lost> {
        assert!(to < self.hosts.len(), "process {to} of {}", self.hosts.len());
        let bytes = parcel.len();
        self.command(Command::Send { to, is_post, parcel })?;
        self.stats.sent[to].parcel(bytes);
        Ok(())
    }

    fn command(&self, command: Command) -> Result<(), Lost> {
        self.watch.check()?;
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = commands.as_ref().is_some_and(|commands| commands.send(command).is_ok());
        drop(commands);
        self.worker.unpark();
        if sent {
            return Ok(());
        }
        // The thread of the dataflow has ended: because of a loss, or because this process has left.
        let has_left = || Lost { process: self.own, name: self.hosts[self.own].clone(), why: "it has left".into() };
        Err(self.watch.lost().unwrap_or_else(has_left))
    }

    /// Says the last words, and waits until they are said.
    fn part(&self, parting: Parting) {
        self.watch.part(parting);
        let beat = self.beat.lock().unwrap_or_else(PoisonError::into_inner).take();
        // It has ended, or does so at once.
        let _ = beat.map(JoinHandle::join);
        for socket in &self.sockets {
            let _ = socket.shutdown(Shutdown::Both);
        }
        // The thread of the dataflow, if it runs, ends when nobody can ask it for anything.
        drop(self.commands.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.worker.unpark();
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.part(Parting::Cut);
    }
}
