//! The signals that processes exchange on the connections for heartbeats.

/// A signal to another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// The sender has its connections to all other processes.
    Ready,
    /// The sender is alive.
    Beat,
    /// The sender has finished, and closes the connection.
    Goodbye,
    /// A process is lost, or the sender gives up and names itself.
    Lost {
        /// The number of the lost process.
        process: usize,
        /// The reason.
        why: String,
    },
}

const READY: u8 = 1;
const BEAT: u8 = 2;
const GOODBYE: u8 = 3;
const LOST: u8 = 4;

/// The most bytes of a reason.
const REASON: usize = 1024;

impl Signal {
    /// The bytes: the kind. A loss adds the process in four bytes, the length of the reason in two, and the reason.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Signal::Ready => vec![READY],
            Signal::Beat => vec![BEAT],
            Signal::Goodbye => vec![GOODBYE],
            Signal::Lost { process, why } => {
                let end = (0..=REASON.min(why.len())).rev().find(|&end| why.is_char_boundary(end));
                let why = &why[..end.unwrap_or(0)];
                let mut bytes = vec![LOST];
                bytes.extend((*process as u32).to_le_bytes());
                bytes.extend((why.len() as u16).to_le_bytes());
                bytes.extend(why.as_bytes());
                bytes
            }
        }
    }

    /// Reads the first signal and its length in bytes. Returns `None` while the signal is incomplete.
    ///
    /// # Errors
    /// The kind, if it is unknown.
    pub(crate) fn first(bytes: &[u8]) -> Result<Option<(Signal, usize)>, u8> {
        let Some((&kind, rest)) = bytes.split_first() else { return Ok(None) };
        let signal = match kind {
            READY => Signal::Ready,
            BEAT => Signal::Beat,
            GOODBYE => Signal::Goodbye,
            LOST => {
                let Some((process, rest)) = rest.split_first_chunk() else { return Ok(None) };
                let Some((length, rest)) = rest.split_first_chunk() else { return Ok(None) };
                let Some(why) = rest.get(..u16::from_le_bytes(*length).into()) else { return Ok(None) };
                let (process, why) = (u32::from_le_bytes(*process) as usize, String::from_utf8_lossy(why).into_owned());
                let length = 7 + usize::from(u16::from_le_bytes(*length));
                return Ok(Some((Signal::Lost { process, why }, length)));
            }
            other => return Err(other),
        };
        Ok(Some((signal, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_read_back_once_they_are_complete() {
        for signal in
            [Signal::Ready, Signal::Beat, Signal::Goodbye, Signal::Lost { process: 70_000, why: "ö".repeat(500) }]
        {
            let bytes = signal.bytes();
            assert_eq!(Signal::first(&bytes), Ok(Some((signal, bytes.len()))));
            (0..bytes.len()).for_each(|length| assert_eq!(Signal::first(&bytes[..length]), Ok(None)));
        }
        assert_eq!(Signal::first(b"GET"), Err(b'G'));
        let long = Signal::Lost { process: 1, why: "é".repeat(2000) }.bytes();
        assert!(matches!(Signal::first(&long), Ok(Some((Signal::Lost { .. }, length))) if length == long.len()));
    }
}
