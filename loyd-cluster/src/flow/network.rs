//! timely's threads and channels over connections that were made elsewhere.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use timely::communication::allocator::thread::Thread;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{Allocator, Hooks, allocator::ProcessBuilder};

use crate::flow::link::{Line, Link};
use crate::flow::stats::Stats;
use crate::watch::Watch;

/// How many empty buffers timely keeps for each direction of each connection.
const SPARE: usize = 2;

/// The bytes that timely's buffers take for each other process when nothing is under way: a buffer of a megabyte that
/// is being filled, and the spare ones, for each direction. What is under way in open rounds comes to that.
pub const BUFFERS: u64 = (2 * (1 + SPARE as u64)) << 20;

/// What the worker's thread makes its allocator of, and the threads that read and write: nothing for one process alone.
pub(super) struct Network(Option<(TcpBuilder, CommsGuard)>);

impl Network {
    /// Over the connections for data to all others.
    pub(super) fn new(
        own: usize,
        sockets: Vec<Option<TcpStream>>,
        watch: &Arc<Watch>,
        stats: &Arc<Stats>,
    ) -> io::Result<Network> {
        if sockets.len() == 1 {
            return Ok(Network(None));
        }
        for socket in sockets.iter().flatten() {
            socket.set_read_timeout(None)?;
            socket.set_write_timeout(None)?;
            socket.set_nodelay(true)?;
        }
        let line = |peer| Line { peer, watch: Arc::clone(watch), stats: Arc::clone(stats) };
        let links =
            sockets.into_iter().enumerate().map(|(peer, socket)| Some(Link::new(socket?, line(peer)))).collect();
        let hooks = hooks();
        let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets::<Link>(inner, links, own, 1, hooks)?;
        let builder = builders.into_iter().next().ok_or_else(|| io::Error::other("timely made no worker"))?;
        Ok(Network(Some((builder, guard))))
    }

    /// The allocator, in the thread of the worker, and what waits for timely's threads when it is dropped.
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
