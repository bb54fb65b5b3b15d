//! The dataflow among the processes: the rounds of [`Peers`], as a map uses them, and posts, which belong to no round.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use loyd_core::table::map::{Lost, Parcel, Peers};

use crate::flow::stats::TrafficStats;
use crate::meet::ConnectionPair;
use crate::settings::ClusterSettings;
use crate::watch::beat::Pulse;
use crate::watch::{LossWatch, Parting};
use arrivals::Arrivals;
use network::Network;
use worker::{WorkerRequest, WorkerShared, run};

mod arrivals;
pub(crate) mod frames;
pub(crate) mod link;
pub(crate) mod load;
mod network;
pub mod stats;
mod worker;

pub use network::BUFFERS;

/// The connection of a process to all other processes. All clones share the same rounds.
///
/// If the last clone is dropped before [`leave`](Flow::leave), the connections are cut, and the other processes report
/// this process as lost.
#[derive(Clone)]
pub struct Flow(Arc<FlowInner>);

struct FlowInner {
    own: usize,
    hosts: Vec<String>,
    watch: Arc<LossWatch>,
    stats: Arc<TrafficStats>,
    arrivals: Arc<Arrivals>,
    commands: Mutex<Option<Sender<WorkerRequest>>>,
    worker: Thread,
    beat: Mutex<Option<JoinHandle<()>>>,
    sockets: Vec<TcpStream>,
}

impl std::fmt::Debug for Flow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FlowInner { own, hosts, .. } = &*self.0;
        f.debug_struct("Flow").field("own", own).field("hosts", hosts).finish_non_exhaustive()
    }
}

impl Flow {
    /// Starts the threads of the dataflow and of the heartbeats over the connections to all other processes.
    pub(crate) fn start(settings: ClusterSettings, pairs: Vec<Option<ConnectionPair>>) -> io::Result<Flow> {
        let ClusterSettings { hosts, own, beats, .. } = settings;
        let watch = Arc::new(LossWatch::default());
        let stats = Arc::new(TrafficStats::new(hosts.len()));
        let arrivals = Arrivals::new(&watch);
        let mut pulse = Pulse::new(own, hosts.clone(), beats, Arc::clone(&watch));
        let mut sockets = Vec::new();
        let mut links = Vec::new();
        for (process, pair) in pairs.into_iter().enumerate() {
            links.push(match pair {
                Some(ConnectionPair { data, beat }) => {
                    pulse.add(process, beat)?;
                    sockets.push(data.try_clone()?);
                    Some(data)
                }
                None => None,
            });
        }
        let network = Network::new(own, links, &watch, &stats)?;
        let shared = Arc::new(WorkerShared {
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
        Ok(Flow(Arc::new(FlowInner { own, hosts, watch, stats, arrivals, commands, worker, beat, sockets })))
    }

    /// The addresses where the processes listen.
    pub fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    /// The counters of the bytes and parcels sent and received. They change while the dataflow runs.
    pub fn stats(&self) -> Arc<TrafficStats> {
        Arc::clone(&self.0.stats)
    }

    /// The first process that was lost, or `None`.
    pub fn lost(&self) -> Option<Lost> {
        self.0.watch.lost()
    }

    /// Sends a post, a parcel that belongs to no round: it is received as soon as it arrives. Posts from one process to
    /// another keep their order. The caller must limit the number of posts on their way.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost.
    ///
    /// # Panics
    /// If there is no process `to`.
    pub fn post(&self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.0.send(to, true, parcel)
    }

    /// Waits for the next post, for at most `patience`. If several threads wait, each post is given to one of them.
    ///
    /// # Errors
    /// [`Lost`], after all posts that have arrived were returned.
    pub fn next_post(&self, patience: Duration) -> Result<Option<Parcel>, Lost> {
        self.0.arrivals.take_post(&self.0.watch, patience)
    }

    /// Ends in agreement with all other processes: waits until each of them has called this function. Rounds and posts
    /// that were not received are dropped.
    ///
    /// # Errors
    /// [`Lost`], if a process is lost before all have agreed. A later loss does not matter.
    pub fn leave(mut self) -> Result<(), Lost> {
        self.close()?;
        while self.open_rounds() > 0 {
            self.receive()?;
        }
        self.0.command(WorkerRequest::Leave)?;
        let _ = self.0.arrivals.ended(&self.0.watch);
        self.0.part(Parting::Leave);
        Ok(())
    }

    /// Ends because this process cannot go on. The others get a [`Lost`] with the number of this process and `why`.
    pub fn give_up(self, why: &str) {
        self.0.part(Parting::GiveUp(why.into()));
    }

    /// The number of rounds that were closed and not yet received.
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
        self.0.command(WorkerRequest::Close)?;
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

impl FlowInner {
    fn send(&self, to: usize, is_post: bool, parcel: Vec<u8>) -> Result<(), Lost> {
        assert!(to < self.hosts.len(), "process {to} of {}", self.hosts.len());
        let bytes = parcel.len();
        self.command(WorkerRequest::Send { to, is_post, parcel })?;
        self.stats.sent[to].parcel(bytes);
        Ok(())
    }

    fn command(&self, command: WorkerRequest) -> Result<(), Lost> {
        self.watch.check()?;
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = commands.as_ref().is_some_and(|commands| commands.send(command).is_ok());
        drop(commands);
        self.worker.unpark();
        if sent {
            return Ok(());
        }
        // The thread of the dataflow has ended because of a loss, or because this process has left.
        let has_left = || Lost { process: self.own, name: self.hosts[self.own].clone(), why: "it has left".into() };
        Err(self.watch.lost().unwrap_or_else(has_left))
    }

    /// Lets the thread of the heartbeats send the last signal, waits for its end, and closes the connections.
    fn part(&self, parting: Parting) {
        self.watch.part(parting);
        let beat = self.beat.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The thread of the heartbeats has ended, or ends at once.
        let _ = beat.map(JoinHandle::join);
        for socket in &self.sockets {
            let _ = socket.shutdown(Shutdown::Both);
        }
        // The thread of the dataflow, if it runs, ends when its channel of commands is closed.
        drop(self.commands.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.worker.unpark();
    }
}

impl Drop for FlowInner {
    fn drop(&mut self) {
        self.part(Parting::Cut);
    }
}
