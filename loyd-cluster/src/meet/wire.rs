//! Reading and writing with a deadline that holds whatever the other side does.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection, and the deadline for all reads and writes.
pub(crate) struct Wire<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Wire<'a> {
    pub(crate) fn new(stream: &'a TcpStream, deadline: Instant) -> Wire<'a> {
        Wire { stream, deadline }
    }

    /// The time until the deadline.
    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    /// Reads `N` bytes.
    pub(crate) fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads until `bytes` is full.
    pub(crate) fn fill(&mut self, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            self.stream.set_read_timeout(Some(self.left()?))?;
            match (&mut &*self.stream).read(bytes) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => bytes = &mut bytes[read..],
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Writes all of `bytes`.
    pub(crate) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            self.stream.set_write_timeout(Some(self.left()?))?;
            match (&mut &*self.stream).write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Whether an operation only found nothing to read or no room to write, which is not yet a failure.
pub(crate) fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
