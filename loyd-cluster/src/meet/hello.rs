//! The first message of each side of a connection: its process number, and the purpose of the connection.

use crate::meet::token::ProofSide;

/// The first bytes of every connection.
pub(crate) const MAGIC: [u8; 8] = *b"loydclus";

/// The version of the whole protocol. Every version keeps the places of the magic bytes and of the version.
pub(crate) const VERSION: u16 = 1;

/// The length of the magic bytes and the version, in bytes.
pub(crate) const OPENING: usize = 10;

/// The length of a hello, in bytes.
pub(crate) const HELLO: usize = OPENING + 2 + 3 * 4 + 32 + 16;

/// The purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Purpose {
    /// For the dataflow.
    Data,
    /// For heartbeats.
    Beat,
}

/// An identifier of one start of a process. It distinguishes two starts with the same process number.
pub(crate) type StartId = [u8; 16];

/// The first message of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) side: ProofSide,
    pub(crate) purpose: Purpose,
    /// The number of the process that sends the hello.
    pub(crate) from: u32,
    /// The number of the process that the sender expects at the other side.
    pub(crate) to: u32,
    /// The number of processes.
    pub(crate) number: u32,
    /// A random number that no other hello has.
    pub(crate) nonce: [u8; 32],
    pub(crate) instance: StartId,
}

impl Hello {
    /// The bytes of the hello.
    pub(crate) fn bytes(&self) -> [u8; HELLO] {
        let version = VERSION.to_le_bytes();
        let kinds = [self.side as u8, self.purpose as u8];
        let numbers = [self.from, self.to, self.number].map(u32::to_le_bytes);
        let parts: [&[u8]; 6] = [&MAGIC, &version, &kinds, numbers.as_flattened(), &self.nonce, &self.instance];
        let mut bytes = [0; HELLO];
        bytes.iter_mut().zip(parts.concat()).for_each(|(byte, of)| *byte = of);
        bytes
    }

    /// Reads a hello. The caller has checked magic and version.
    pub(crate) fn of(bytes: &[u8; HELLO]) -> Option<Hello> {
        let rest = &bytes[OPENING..];
        let (&[side, purpose], rest) = rest.split_first_chunk()?;
        let (numbers, rest) = rest.split_first_chunk::<12>()?;
        let (&nonce, rest) = rest.split_first_chunk()?;
        let mut numbers = numbers.chunks_exact(4).map(|bytes| bytes.try_into().map_or(0, u32::from_le_bytes));
        Some(Hello {
            side: [ProofSide::Caller, ProofSide::Listener].into_iter().find(|&one| one as u8 == side)?,
            purpose: [Purpose::Data, Purpose::Beat].into_iter().find(|&one| one as u8 == purpose)?,
            from: numbers.next()?,
            to: numbers.next()?,
            number: numbers.next()?,
            nonce,
            instance: rest.try_into().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_is_read_back() {
        let hello = Hello {
            side: ProofSide::Listener,
            purpose: Purpose::Beat,
            from: 3,
            to: 70_000,
            number: 5,
            nonce: std::array::from_fn(|i| i as u8),
            instance: [7; 16],
        };
        let mut bytes = hello.bytes();
        assert_eq!((&bytes[..8], &bytes[8..OPENING]), (&MAGIC[..], &VERSION.to_le_bytes()[..]));
        assert_eq!(Hello::of(&bytes), Some(hello));
        bytes[OPENING] = 9;
        assert_eq!(Hello::of(&bytes), None);
    }
}
