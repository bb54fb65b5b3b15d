//! Finds timely's messages in a stream of bytes. The header of an empty message announces the end of the stream.

/// The bytes of a header: six numbers of eight bytes, the most significant first.
const HEADER: usize = 48;

/// The bytes of a header that contain the length of the message.
const LENGTH: std::ops::Range<usize> = 32..40;

/// The position in the stream: within a header or within the body of a message.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    header: [u8; HEADER],
    filled: usize,
    body: u64,
    ended: bool,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames { header: [0; HEADER], filled: 0, body: 0, ended: false }
    }
}

impl Frames {
    /// Passes over the next bytes of the stream.
    pub(crate) fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.ended {
            if self.body > 0 {
                let skipped = usize::try_from(self.body).unwrap_or(usize::MAX).min(bytes.len());
                self.body -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            let (head, rest) = bytes.split_at(bytes.len().min(HEADER - self.filled));
            self.header[self.filled..self.filled + head.len()].copy_from_slice(head);
            self.filled += head.len();
            bytes = rest;
            if self.filled == HEADER {
                self.filled = 0;
                self.body = self.header[LENGTH].iter().fold(0, |length, &byte| length << 8 | u64::from(byte));
                self.ended = self.body == 0;
            }
        }
    }

    /// Whether the end of the stream was announced.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use timely::communication::networking::MessageHeader;

    use super::*;

    #[test]
    fn the_end_is_seen_wherever_the_stream_is_cut() {
        let mut stream = Vec::new();
        for length in [1, 48, 100, 0] {
            let header = MessageHeader { channel: 7, source: 1, target_lower: 0, target_upper: 1, length, seqno: 9 };
            assert_eq!(header.header_bytes(), HEADER);
            header.write_to(&mut stream).unwrap();
            stream.extend(vec![0; length]);
        }
        for step in 1..stream.len() {
            let mut frames = Frames::default();
            for part in stream.chunks(step) {
                assert!(!frames.ended());
                frames.pass(part);
            }
            assert!(frames.ended());
        }
    }
}
