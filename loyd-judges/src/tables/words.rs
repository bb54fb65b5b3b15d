//! The smallest of the shortest words of moves from one state to every other state, for puzzles with up to four moves
//! in each state, by breadth-first search.
//!
//! All words to a state have the same length, so words with two bits for each letter compare like numbers. When a layer
//! is expanded, its words are final. The word of a neighbour is the smallest of these words with one more letter.

use loyd_core::limits::Meter;
use loyd_core::puzzle::Ranked;
use loyd_core::table::distance::Unbuilt;

/// A word of up to 31 letters, each a number below 4.
///
/// ```
/// use loyd_judges::tables::words::PackedWord;
/// let word = PackedWord::EMPTY.with(2).with(0).with(3);
/// assert_eq!(word.length(), 3);
/// assert_eq!(word.letters().collect::<Vec<_>>(), [2, 0, 3]);
/// assert!(word < PackedWord::EMPTY.with(2).with(1).with(0));
/// assert_eq!(word.packed(), 0b1_10_00_11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedWord(u64);

impl PackedWord {
    /// The word without letters.
    pub const EMPTY: PackedWord = PackedWord(1);

    /// The most letters.
    pub const LONGEST: u32 = 31;

    /// The word with one more letter, if there is room. Only the two lowest bits of `letter` count.
    #[inline(always)]
    #[must_use]
    pub fn with(self, letter: u8) -> PackedWord {
        PackedWord(self.0 << 2 | u64::from(letter & 3))
    }

    /// The number of letters.
    #[inline(always)]
    pub fn length(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// The bits of the word: two for each letter, the last letter lowest, and a set bit above the first letter.
    #[inline(always)]
    pub fn packed(self) -> u64 {
        self.0
    }

    /// The word with the bits that [`packed`](PackedWord::packed) returned.
    #[inline(always)]
    pub fn of_packed(bits: u64) -> PackedWord {
        PackedWord(bits)
    }

    /// The letters, from first to last.
    pub fn letters(self) -> impl DoubleEndedIterator<Item = u8> {
        (0..self.length()).rev().map(move |place| (self.0 >> (2 * place)) as u8 & 3)
    }
}

/// For every rank, the smallest of the shortest words that lead to its state from one start state.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::{Notation, Ranked};
/// use loyd_puzzles::magic_board::MagicBoard;
/// use loyd_judges::tables::words::WordTable;
/// let board = MagicBoard::standard();
/// let limits = Limits::default();
/// let table = WordTable::from(&board, board.goal(), &mut Meter::new(&limits)).unwrap();
/// let target = board.starts("2 6 8 4/1 3 7 5").unwrap()[0];
/// let word = table.get(board.rank(&target)).unwrap();
/// assert!(word.letters().map(|letter| b'A' + letter).eq(*b"BCABCCB"));
/// ```
#[derive(Clone, Debug)]
pub struct WordTable {
    /// The packed words by rank, or 0 for a state that is not reached.
    words: Vec<u64>,
}

/// The number of move letters.
const LETTERS: u32 = 4;

impl WordTable {
    /// Searches forwards from `start` until every reachable state has its word. The letters are the
    /// [`order`](loyd_core::puzzle::Puzzle::order) of the moves.
    ///
    /// # Errors
    /// [`Unbuilt`], if a limit is reached or the ranks are too many.
    ///
    /// # Panics
    /// If a move has an order above 3, or a state is more than 31 moves away.
    ///
    /// # Complexity
    /// One [`Ranked::children`] for every state; 8 bytes for each rank, and 4 for each state of two successive layers.
    pub fn from<P: Ranked>(puzzle: &P, start: P::State, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        let ranks = puzzle.ranks();
        let size = u32::try_from(ranks).map_err(|_| Unbuilt::TooLarge(ranks))?;
        meter.grow(ranks * 8)?;
        let mut words = vec![0; size as usize];
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        let first = puzzle.rank(&start) as u32;
        words[first as usize] = PackedWord::EMPTY.0;
        meter.stats.generated += 1;
        meter.push(&mut layer, first)?;
        let mut depth = 0;
        while !layer.is_empty() {
            for rank in layer.drain(..) {
                meter.tick(depth)?;
                meter.stats.expanded += 1;
                let word = PackedWord(words[rank as usize]);
                let mut pushed = Ok(());
                puzzle.children(rank.into(), &mut |neighbour, letter| {
                    // The number cannot overflow: there are at most four children for each of at most 2^32 ranks.
                    meter.stats.generated = meter.stats.generated.wrapping_add(1);
                    let known = &mut words[neighbour as usize];
                    let new = *known == 0;
                    // A word from an earlier layer is shorter, and so the smaller number. The value 0, for no word,
                    // becomes the largest number when 1 is subtracted.
                    let longer = if depth < PackedWord::LONGEST { word.with(letter as u8).0 } else { 0 };
                    *known = (*known).wrapping_sub(1).min(longer.wrapping_sub(1)).wrapping_add(1);
                    assert!((letter < LETTERS) & (!new | (longer != 0)), "a word has up to 31 letters, each of four");
                    pushed = pushed.and(meter.push_if(&mut next, neighbour as u32, new));
                });
                pushed?;
            }
            std::mem::swap(&mut layer, &mut next);
            depth += 1;
        }
        meter.stats.depth = depth - 1;
        meter.stats.duplicates += meter.stats.generated - meter.stats.expanded;
        meter.free(layer);
        meter.free(next);
        Ok(WordTable { words })
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// Returns the word to the state of a rank, or `None` if the state is not reached.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Option<PackedWord> {
        let word = self.words[rank as usize];
        (word != 0).then_some(PackedWord(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::limits::{Limits, Stop};
    use loyd_core::puzzle::Puzzle;
    use loyd_core::table::distance::DistanceTable;
    use loyd_puzzles::magic_board::MagicBoard;
    use loyd_puzzles::pancake::Pancake;

    #[test]
    fn words_lead_where_they_say_and_are_smallest() {
        let board = MagicBoard::standard();
        let limits = Limits::default();
        let start = board.unrank(12_345);
        let table = WordTable::from(&board, start, &mut Meter::new(&limits)).unwrap();
        let mut census = [0u64; 32];
        for rank in 0..board.ranks() {
            let word = table.get(rank).unwrap();
            let mut state = start;
            word.letters().for_each(|letter| {
                board.apply(&mut state, letter);
            });
            assert_eq!(board.rank(&state), rank);
            census[word.length() as usize] += 1;
        }
        // The census is the same from any start, because renaming the tiles does not change the moves.
        let back = DistanceTable::build(&board, &mut Meter::new(&limits)).unwrap();
        assert_eq!(census.iter().filter(|&&states| states > 0).sum::<u64>(), 40_320);
        assert_eq!(census.iter().rposition(|&states| states > 0), Some(22));
        assert_eq!(back.layers()[..3], census[..3]);

        // The comparison tries all words of up to nine letters in order, and keeps the first word of each state.
        let mut plain = vec![None; board.ranks() as usize];
        for length in 0..=9 {
            for number in 0..3u32.pow(length) {
                let letters: Vec<u8> = (0..length).rev().map(|place| (number / 3u32.pow(place) % 3) as u8).collect();
                let mut state = start;
                letters.iter().for_each(|&letter| {
                    board.apply(&mut state, letter);
                });
                plain[board.rank(&state) as usize].get_or_insert(letters);
            }
        }
        let mut compared = 0;
        for (rank, letters) in plain.iter().enumerate() {
            if let Some(letters) = letters {
                assert!(table.get(rank as u64).unwrap().letters().eq(letters.iter().copied()), "{rank}");
                compared += 1;
            }
        }
        assert_eq!(compared, 1 + 3 + 7 + 14 + 26 + 51 + 92 + 159 + 274 + 453);
    }

    #[test]
    #[should_panic(expected = "up to 31 letters, each of four")]
    fn the_moves_of_a_longer_alphabet_have_no_words() {
        let limits = Limits::default();
        let six = Pancake::<loyd_core::cells::Nibbles>::new(&[0, 1, 2, 3, 4, 5]).unwrap();
        let _ = WordTable::from(&six, six.unrank(0), &mut Meter::new(&limits));
    }

    #[test]
    fn limits_are_obeyed() {
        let board = MagicBoard::standard();
        for (limits, why) in [
            (Limits { bytes: Some(300_000), ..Limits::default() }, Stop::Bytes),
            (Limits { nodes: Some(1000), ..Limits::default() }, Stop::Nodes),
        ] {
            let table = WordTable::from(&board, board.goal(), &mut Meter::new(&limits));
            assert_eq!(table.unwrap_err(), Unbuilt::Stopped(why));
        }
    }

    #[test]
    fn the_longest_word_fits() {
        let longest = (0..PackedWord::LONGEST).fold(PackedWord::EMPTY, |word, place| word.with((place % 4) as u8));
        assert_eq!(longest.length(), PackedWord::LONGEST);
        assert!(longest.letters().eq((0..PackedWord::LONGEST).map(|place| (place % 4) as u8)));
        assert!(longest > PackedWord::EMPTY.with(3));
        assert_eq!(PackedWord::of_packed(longest.packed()), longest);
    }
}
