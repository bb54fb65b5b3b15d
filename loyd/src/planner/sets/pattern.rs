//! Patterns of positions: a position in which `?` is any piece in any orientation, `?+1` any piece in this orientation,
//! and `a+?` this piece in any orientation.

use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::text::{Misread, is_separator, narrow, pieces};

/// Any piece, or any orientation.
const ANY: &str = "?";

/// The number of states whose pieces are known, if the goal does not have all pieces of the puzzle.
const SAMPLED: u64 = 64;

/// The bytes that the system takes for a text of a piece besides its letters.
const PIECE_BYTES: u64 = 32;

/// The pieces that a position must have to fit, place by place as positions are written.
pub struct PositionPattern {
    slots: Vec<SlotPattern>,
}

/// The piece and the orientation that a slot must have; `None`: any.
struct SlotPattern {
    piece: Option<String>,
    orientation: Option<u64>,
}

impl PositionPattern {
    /// Reads a pattern; `None` if the text has no `?`, or if `?` is a piece of the puzzle.
    ///
    /// # Errors
    /// [`Misread`] if the text has another number of places than a position, or at a token that is no piece.
    pub fn read<P: Ranked + Notation>(puzzle: &P, text: &str) -> Result<Option<PositionPattern>, Misread> {
        let text = &*narrow(text);
        let home = puzzle.goals().ok().and_then(|goals| goals.first().cloned()).unwrap_or_else(|| puzzle.unrank(0));
        let written = puzzle.write(&home);
        if !text.contains(ANY) || words(&written).any(|word| word.contains(ANY)) {
            return Ok(None);
        }
        let number = words(&written).count();
        let mut slots = Vec::new();
        for token in pieces(text, number, "pieces, or `?` for any piece")? {
            let (piece, orientation) = match token.text.rsplit_once('+') {
                Some((piece, ANY)) => (piece, None),
                _ if token.text == ANY => (ANY, None),
                _ => {
                    let (piece, orientation) = divided(token.text);
                    (piece, Some(orientation))
                }
            };
            let known = if piece == ANY { None } else { Some(known(puzzle, &home, &written, piece)) };
            let expected = || format!("`?`, or a piece as in {written}");
            let piece = known.map(|known| known.ok_or_else(|| token.misread(expected()))).transpose()?;
            slots.push(SlotPattern { piece, orientation });
        }
        Ok(Some(PositionPattern { slots }))
    }

    /// The bytes of the pattern.
    pub fn bytes(&self) -> u64 {
        let slots = self.slots.capacity() * size_of::<SlotPattern>() + size_of::<Self>();
        let pieces = self.slots.iter().flat_map(|slot| &slot.piece);
        slots as u64 + pieces.map(|piece| PIECE_BYTES + piece.capacity() as u64).sum::<u64>()
    }

    /// Whether a written position fits.
    pub fn fits(&self, written: &str) -> bool {
        let mut words = words(written);
        let fits = |slot: &SlotPattern| words.next().is_some_and(|word| slot.fits(word));
        self.slots.iter().all(fits) && words.next().is_none()
    }
}

impl SlotPattern {
    fn fits(&self, word: &str) -> bool {
        let (piece, orientation) = divided(word);
        self.piece.as_deref().is_none_or(|wanted| wanted == piece)
            && self.orientation.is_none_or(|wanted| wanted == orientation)
    }
}

/// The words of a written position.
fn words(written: &str) -> impl Iterator<Item = &str> {
    written.split(is_separator).filter(|word| !word.is_empty())
}

/// The piece and the orientation of a word: 0 where none is written.
fn divided(word: &str) -> (&str, u64) {
    match word.rsplit_once('+').map(|(piece, turned)| (piece, turned.parse())) {
        Some((piece, Ok(orientation))) => (piece, orientation),
        _ => (word, 0),
    }
}

/// The piece as positions are written, if the puzzle has it: by this name, or by another that the puzzle reads.
fn known<P: Ranked + Notation>(puzzle: &P, home: &P::State, written: &str, piece: &str) -> Option<String> {
    let is_it = |word: &str| divided(word).0 == piece;
    if words(written).any(is_it) {
        return Some(piece.into());
    }
    // Another name of a piece stands in its place, and the text is still the same position.
    let is_same = |other: &&str| {
        let word = |word| if word == *other { piece } else { word };
        let text = words(written).map(word).collect::<Vec<_>>().join(" ");
        puzzle.starts(&text).is_ok_and(|states| states.first() == Some(home))
    };
    if let Some(other) = words(written).find(is_same) {
        return Some(divided(other).0.into());
    }
    // Not every position has all pieces.
    let sample = (0..SAMPLED).map(|part| (u128::from(part) * u128::from(puzzle.ranks()) / u128::from(SAMPLED)) as u64);
    let has_it = |rank| words(&puzzle.write(&puzzle.unrank(rank))).any(is_it);
    sample.into_iter().any(has_it).then(|| piece.into())
}
