//! timely's threads and channels over connections that were made before.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use timely::communication::allocator::thread::Thread;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{Allocator, Hooks, allocator::ProcessBuilder};

use crate::flow::link::{Link, LinkPeer};
use crate::flow::stats::TrafficStats;
use crate::watch::LossWatch;

/// How many empty buffers timely keeps for each direction of each connection.
const SPARE: usize = 2;

/// The bytes of timely's buffers for each other process when no data is on its way: for each direction, a buffer of a
/// megabyte that is being filled, and the spare buffers. Data in open rounds adds to that.
pub const BUFFERS: u64 = (2 * (1 + SPARE as u64)) << 20;

/// The parts for the worker's allocator, and timely's threads that read and write. `None` for a single process.
pub(super) struct Network(Option<(TcpBuilder, CommsGuard)>);

impl Network {
    /// Starts timely's threads over the data connections to all other processes.
    pub(super) fn new(
        own: usize,
        sockets: Vec<Option<TcpStream>>,
        watch: &Arc<LossWatch>,
        stats: &Arc<TrafficStats>,
    ) -> io::Result<Network> {
        if sockets.len() == 1 {
            return Ok(Network(None));
        }
        for socket in sockets.iter().flatten() {
            socket.set_read_timeout(None)?;
            socket.set_write_timeout(None)?;
            socket.set_nodelay(true)?;
        }
        let line = |peer| LinkPeer { peer, watch: Arc::clone(watch), stats: Arc::clone(stats) };
        let links =
            sockets.into_iter().enumerate().map(|(peer, socket)| Some(Link::new(socket?, line(peer)))).collect();
        let hooks = hooks();
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets::<Link>(inner, links, own, 1, hooks)?;
        let builder = builders.into_iter().next().ok_or_else(|| io::Error::other("timely made no worker"))?;
        Ok(Network(Some((builder, guard))))
    }

    /// Builds the allocator in the thread of the worker. The guard, when it is dropped, waits for timely's threads.
    pub(super) fn build(self) -> (Allocator, Option<CommsGuard>) {
        match self.0 {
            None => (Allocator::Thread(Thread::default()), None),
            Some((builder, guard)) => (Allocator::Tcp(builder.build()), Some(guard)),
        }
    }
}

fn hooks() -> Hooks {
    let Hooks { log_fn, refill, spill } = Hooks::default();
    Hooks { log_fn, refill: BytesRefill { logic: refill.logic, limit: Some(SPARE) }, spill }
}
