//! The frames that the server and its workers exchange over pipes.
//!
//! A frame is its length, its kind, the number of its question, two counts, and a body: the JSON of a question, of a
//! reply, of a problem or of an event. Numbers are little-endian.

use std::io;

use bytes::{Buf, BufMut, Bytes, BytesMut};

/// The bytes of a frame between its length and its body.
const HEAD: usize = 1 + 3 * 8;
/// The most bytes of a reply. A worker sends a problem instead of a longer reply.
pub const LONGEST_REPLY: usize = 1 << 25;
/// The most bytes of the reply to a light question. A question with a longer reply is not light.
pub const LONGEST_LIGHT: usize = (1 << 15) - 4 - HEAD;
/// The most bytes of a frame. A longer frame is a fault of the sender.
const LONGEST: usize = HEAD + LONGEST_REPLY;

/// The meaning of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A question to answer.
    Answer,
    /// A question to answer with events.
    Hear,
    /// A question to answer if it is light.
    Try,
    /// A question whose puzzle is to be opened, so that the next question about it can be light.
    Open,
    /// The name of a judge and, after a line break, its input.
    Judge,
    /// The question of this number is cancelled.
    Cancel,
    /// The worker takes questions.
    Ready,
    /// The reply to a question, or the output of a judge. The counts are the nodes that were generated for it, and the
    /// bytes of the tables that the worker keeps.
    Reply,
    /// The problem instead of a reply.
    Problem,
    /// An event before the reply.
    Event,
    /// The question is not light.
    Heavy,
    /// The question is not light, because its puzzle is not open.
    Unopened,
}

impl FrameKind {
    const ALL: [FrameKind; 12] = [
        FrameKind::Answer,
        FrameKind::Hear,
        FrameKind::Try,
        FrameKind::Open,
        FrameKind::Judge,
        FrameKind::Cancel,
        FrameKind::Ready,
        FrameKind::Reply,
        FrameKind::Problem,
        FrameKind::Event,
        FrameKind::Heavy,
        FrameKind::Unopened,
    ];
}

/// A message to a worker, or from a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The meaning of the frame.
    pub kind: FrameKind,
    /// The number of the question.
    pub number: u64,
    /// The counts of a reply.
    pub counts: [u64; 2],
    /// The body, which is empty for some kinds.
    pub body: Bytes,
}

impl Frame {
    /// A frame without counts.
    pub fn new(kind: FrameKind, number: u64, body: impl Into<Bytes>) -> Frame {
        Frame { kind, number, counts: [0; 2], body: body.into() }
    }

    /// Appends the bytes of the frame.
    pub fn put(&self, out: &mut BytesMut) {
        let length = u32::try_from(HEAD + self.body.len()).unwrap_or(u32::MAX);
        out.reserve(4 + HEAD + self.body.len());
        out.put_u32_le(length);
        out.put_u8(self.kind as u8);
        out.put_u64_le(self.number);
        self.counts.iter().for_each(|&count| out.put_u64_le(count));
        out.put_slice(&self.body);
    }

    /// The bytes of the first frame of the bytes that were received, as far as they are known.
    pub fn length(received: &[u8]) -> usize {
        received.first_chunk().map_or(0, |&length| 4 + u32::from_le_bytes(length) as usize)
    }

    /// Takes the first frame of the bytes that were received, if it is complete.
    ///
    /// # Errors
    /// When the bytes are no frame.
    pub fn take(received: &mut BytesMut) -> io::Result<Option<Frame>> {
        let Some(&length) = received.first_chunk() else { return Ok(None) };
        let length = u32::from_le_bytes(length) as usize;
        let kind = received.get(4).map(|&kind| FrameKind::ALL.get(usize::from(kind)).copied());
        if !(HEAD..=LONGEST).contains(&length) || kind == Some(None) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "expected a frame"));
        }
        let Some(kind) = kind.flatten().filter(|_| received.len() >= 4 + length) else { return Ok(None) };
        let mut frame = received.split_to(4 + length).freeze();
        frame.advance(5);
        let number = frame.get_u64_le();
        let counts = [frame.get_u64_le(), frame.get_u64_le()];
        Ok(Some(Frame { kind, number, counts, body: frame }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_as_they_were_put() {
        let frames = FrameKind::ALL.map(|kind| Frame {
            counts: [kind as u64, u64::MAX],
            ..Frame::new(kind, 7 << 40, "x".repeat(kind as usize))
        });
        let mut bytes = BytesMut::new();
        frames.iter().for_each(|frame| frame.put(&mut bytes));
        let (mut received, mut taken) = (BytesMut::new(), Vec::new());
        for byte in bytes {
            received.put_u8(byte);
            taken.extend(Frame::take(&mut received).unwrap());
        }
        assert_eq!((&taken[..], received.len()), (&frames[..], 0));
    }

    #[test]
    fn other_bytes_are_refused() {
        for wrong in [&[0, 0, 0, 0, 0][..], &[255; 5], &[25, 0, 0, 0, 99], b"thread 'main' panicked"] {
            assert!(Frame::take(&mut wrong.into()).is_err(), "{wrong:?}");
        }
        assert_eq!(Frame::take(&mut (&[25, 0, 0, 0, 1][..]).into()).unwrap(), None);
    }
}
