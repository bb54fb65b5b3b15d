//! The connection that carries the dataflow to one other process, as timely gets it.
//!
//! Where timely's threads would panic (an error, or an end that nobody announced), the process at the other side is
//! suspected and the thread sleeps for good: the dataflow cannot go on, but who waits for it is told.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::flow::frames::Frames;
use crate::flow::stats::Stats;
use crate::watch::Watch;

/// What is known about a connection, and who is told about it.
pub(crate) struct Line {
    pub(crate) peer: usize,
    pub(crate) watch: Arc<Watch>,
    pub(crate) stats: Arc<Stats>,
}

impl Line {
    /// Never returns: timely's threads know no other end than the one that was announced.
    fn broken(&self, why: String) -> ! {
        self.watch.suspect(self.peer, why);
        loop {
            thread::park();
        }
    }
}

/// One of timely's two ends of it: its threads for reading and writing have one each.
pub(crate) struct Link {
    tcp: TcpStream,
    line: Arc<Line>,
    frames: Frames,
}

impl Link {
    pub(crate) fn new(tcp: TcpStream, line: Line) -> Link {
        Link { tcp, line: Arc::new(line), frames: Frames::default() }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // The end was announced. The other side's socket may stay open for longer.
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
                Ok(0) => self.line.broken("its connection for data takes nothing".into()),
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
        // The other side may have closed it already: that is an end, too.
        let _ = self.tcp.shutdown(how);
        Ok(())
    }
}
