//! The connection that carries the dataflow to one other process, as timely gets it.
//!
//! Where timely's threads would panic (an error, or an end that was not announced), the thread suspects the process at
//! the other side, and sleeps forever. The dataflow cannot go on, but its callers get the loss as an error.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::flow::frames::Frames;
use crate::flow::stats::TrafficStats;
use crate::watch::LossWatch;

/// The process at the other side of a connection, the watch that gets suspicions, and the counters.
pub(crate) struct LinkPeer {
    pub(crate) peer: usize,
    pub(crate) watch: Arc<LossWatch>,
    pub(crate) stats: Arc<TrafficStats>,
}

impl LinkPeer {
    /// Never returns, because timely's threads accept only an end that was announced.
    fn broken(&self, why: String) -> ! {
        self.watch.suspect(self.peer, why);
        loop {
            thread::park();
        }
    }
}

/// One of the two handles of a connection: timely's reading thread and its writing thread own one each.
pub(crate) struct Link {
    tcp: TcpStream,
    line: Arc<LinkPeer>,
    frames: Frames,
}

impl Link {
    pub(crate) fn new(tcp: TcpStream, line: LinkPeer) -> Link {
        Link { tcp, line: Arc::new(line), frames: Frames::default() }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // The end was announced, but the other side may keep its socket open for longer.
            if self.frames.ended() {
                return Ok(0);
            }
            match self.tcp.read(buffer) {
                Ok(0) => self.line.broken("its connection for data was closed".into()),
                Ok(bytes) => {
                    self.line.stats.received[self.line.peer].wire(bytes);
                    self.frames.pass(&buffer[..bytes]);
                    return Ok(bytes);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.line.broken(format!("its connection for data: {error}")),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        loop {
            match self.tcp.write(buffer) {
                Ok(0) => self.line.broken("its connection for data accepts no data".into()),
                Ok(bytes) => {
                    self.line.stats.sent[self.line.peer].wire(bytes);
                    return Ok(bytes);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.line.broken(format!("its connection for data: {error}")),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link { tcp: self.tcp.try_clone()?, line: Arc::clone(&self.line), frames: self.frames.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.tcp.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have closed the connection already, which is a regular end, too.
        let _ = self.tcp.shutdown(how);
        Ok(())
    }
}
