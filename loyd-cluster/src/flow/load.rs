//! Pieces of parcels, the data that timely moves. A parcel is cut so that timely's buffers need not grow to its size,
//! and so that the first pieces are on the wire before the last pieces are copied.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// The most bytes of a piece. With all headers, four pieces fill one of timely's buffers of a megabyte.
const PIECE: usize = (1 << 18) - 128;

/// The bytes of the header of a piece: sender, length of the parcel, offset in the parcel, length of the piece.
const HEAD: usize = 32;

/// A bit that is added to the sender's number if the parcel is a post.
const POST: usize = 1 << 63;

/// The bytes of a piece, in one of three kinds of storage.
#[derive(Clone)]
enum PieceContent {
    /// A parcel that stays in this process.
    Whole(Vec<u8>),
    /// A part of a parcel that is sent to another process.
    Cut(Arc<Vec<u8>>, Range<usize>),
    /// A piece that has arrived, in timely's buffer.
    Come(Bytes),
}

/// A piece of a parcel.
#[derive(Clone)]
pub(crate) struct ParcelPiece {
    pub(crate) from: usize,
    /// Whether the parcel is a post, which is handed on as it arrives, without regard to rounds.
    pub(crate) is_post: bool,
    to: usize,
    total: usize,
    place: usize,
    content: PieceContent,
}

impl ParcelPiece {
    /// Cuts a parcel into pieces, in order. A parcel for this process itself stays one piece.
    pub(crate) fn of(from: usize, to: usize, is_post: bool, parcel: Vec<u8>) -> impl Iterator<Item = ParcelPiece> {
        let total = parcel.len();
        let (own, cut) = if from == to {
            (Some(ParcelPiece { from, is_post, to, total, place: 0, content: PieceContent::Whole(parcel) }), None)
        } else {
            (None, Some(Arc::new(parcel)))
        };
        let pieces = cut.into_iter().flat_map(move |parcel| {
            // An empty parcel is sent as one empty piece.
            (0..total.max(1)).step_by(PIECE).map(move |place| {
                let range = place..total.min(place + PIECE);
                ParcelPiece { from, is_post, to, total, place, content: PieceContent::Cut(Arc::clone(&parcel), range) }
            })
        });
        own.into_iter().chain(pieces)
    }

    fn bytes(&self) -> &[u8] {
        match &self.content {
            PieceContent::Whole(parcel) => parcel,
            PieceContent::Cut(parcel, range) => &parcel[range.clone()],
            PieceContent::Come(bytes) => bytes,
        }
    }
}

/// A parcel of which not all pieces have arrived.
#[derive(Default)]
pub(crate) struct Partial(Vec<u8>);

impl Partial {
    /// Adds the next piece. Returns the parcel when it is complete.
    ///
    /// # Panics
    /// If `piece` is not the next piece.
    pub(crate) fn add(&mut self, piece: ParcelPiece) -> Option<Vec<u8>> {
        assert_eq!(piece.place, self.0.len(), "pieces of a parcel come in order");
        if let PieceContent::Whole(parcel) = piece.content {
            return Some(parcel);
        }
        if piece.place == 0 {
            self.0.reserve_exact(piece.total);
        }
        self.0.extend_from_slice(piece.bytes());
        (self.0.len() == piece.total).then(|| std::mem::take(&mut self.0))
    }
}

/// The container that timely moves: a piece, or nothing.
#[derive(Clone, Default)]
pub(crate) struct Load(pub(crate) Option<ParcelPiece>);

impl Accountable for Load {
    fn record_count(&self) -> i64 {
        i64::from(self.0.is_some())
    }
}

impl ContainerBytes for Load {
    fn from_bytes(mut bytes: Bytes) -> Load {
        let head = bytes.extract_to(HEAD);
        let mut words = head.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes) as usize);
        let mut word = || words.next().unwrap_or_default();
        let (sender, total, place, length) = (word(), word(), word(), word());
        let (from, is_post) = (sender & !POST, sender & POST != 0);
        Load(Some(ParcelPiece {
            from,
            is_post,
            to: 0,
            total,
            place,
            content: PieceContent::Come(bytes.extract_to(length)),
        }))
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.0.as_ref().map_or(0, |piece| piece.bytes().len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        // timely pushes only loads with a piece, and `writer` is a buffer of the length that was asked for.
        let Some(piece) = &self.0 else { return };
        let bytes = piece.bytes();
        let padding = bytes.len().next_multiple_of(8) - bytes.len();
        let sender = if piece.is_post { piece.from | POST } else { piece.from };
        let head = [sender, piece.total, piece.place, bytes.len()].map(|word| (word as u64).to_le_bytes());
        for part in [head.as_flattened(), bytes, &[0; 8][..padding]] {
            writer.write_all(part).expect("timely's buffer has room for what was asked");
        }
    }
}

/// Sends each piece to the process that the piece is for.
pub(crate) struct Deliver;

impl Distributor<Load> for Deliver {
    fn partition<T: Clone, P: Push<Message<T, Load>>>(&mut self, load: &mut Load, stamp: &Stamp<T>, to: &mut [P]) {
        if let Some(piece) = &load.0 {
            let to = &mut to[piece.to];
            Message::push_at(load, stamp.clone(), to);
            *load = Load::default();
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Load>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    fn sent(piece: ParcelPiece) -> ParcelPiece {
        let load = Load(Some(piece));
        let mut bytes = Vec::new();
        load.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), load.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        Load::from_bytes(BytesMut::from(bytes).freeze()).0.unwrap()
    }

    #[test]
    fn parcels_are_cut_and_put_together() {
        for length in [0, 1, 7, 8, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 5] {
            let parcel: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            let pieces: Vec<ParcelPiece> = ParcelPiece::of(3, 1, length % 2 == 1, parcel.clone()).collect();
            assert_eq!(pieces.len(), length.div_ceil(PIECE).max(1));
            let mut partial = Partial::default();
            let mut come: Vec<Vec<u8>> = Vec::new();
            for piece in pieces {
                let piece = sent(piece);
                assert_eq!((piece.from, piece.is_post), (3, length % 2 == 1));
                come.extend(partial.add(piece));
            }
            assert_eq!(come, std::slice::from_ref(&parcel));
            let own: Vec<ParcelPiece> = ParcelPiece::of(1, 1, false, parcel.clone()).collect();
            assert_eq!(own.len(), 1);
            assert_eq!(partial.add(own.into_iter().next().unwrap()), Some(parcel));
        }
    }
}
