//! Counts how many pieces of each number are left.

/// The pieces that are left to be placed, counted by number.
pub(crate) struct Stock([u16; 256]);

impl Stock {
    /// A stock of these pieces.
    pub fn of(pieces: &[u8]) -> Self {
        let mut stock = Stock([0; 256]);
        pieces.iter().for_each(|&piece| stock.0[usize::from(piece)] += 1);
        stock
    }

    /// Takes a piece. Returns whether one was left.
    pub fn take(&mut self, piece: u8) -> bool {
        let left = &mut self.0[usize::from(piece)];
        let is_left = *left > 0;
        *left -= u16::from(is_left);
        is_left
    }
}
