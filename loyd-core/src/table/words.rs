//! The smallest of the shortest words of moves from one state to every other, or from every state to the goals, for
//! puzzles of up to four moves a state: breadth-first search forwards, or backwards.
//!
//! All words to a state have one length, the state's depth, so those of two bits a letter compare like numbers. When a
//! layer is expanded its words are final, and a neighbour's is the smallest of theirs with a letter more.

use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::Ranked;

use super::distance::Unbuilt;

/// A word of up to 31 letters, each a number below 4.
///
/// ```
/// use loyd_core::table::words::Word;
/// let word = Word::EMPTY.with(2).with(0).with(3);
/// assert_eq!(word.length(), 3);
/// assert_eq!(word.letters().collect::<Vec<_>>(), [2, 0, 3]);
/// assert!(word < Word::EMPTY.with(2).with(1).with(0));
/// assert_eq!(word.packed(), 0b1_10_00_11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u64);

impl Word {
    /// The word without letters.
    pub const EMPTY: Word = Word(1);

    /// The most letters.
    pub const LONGEST: u32 = 31;

    /// The word with a letter more, for one that has room; of `letter`, the two lowest bits count.
    #[inline(always)]
    #[must_use]
    pub fn with(self, letter: u8) -> Word {
        Word(self.0 << 2 | u64::from(letter & 3))
    }

    /// The word with a letter more in front, for one that has room; of `letter`, the two lowest bits count.
    ///
    /// ```
    /// use loyd_core::table::words::Word;
    /// assert_eq!(Word::EMPTY.with(3).preceded_by(1), Word::EMPTY.with(1).with(3));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn preceded_by(self, letter: u8) -> Word {
        // The bit above the first letter becomes the one above the new. A word with room has at most 30 letters.
        let above = 1_u64.wrapping_shl(self.length().wrapping_mul(2));
        Word(self.0.wrapping_add(above.wrapping_mul(u64::from(letter & 3) + 3)))
    }

    /// The number of letters.
    #[inline(always)]
    pub fn length(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// Two bits a letter, the last lowest, and above the first a bit that is set.
    #[inline(always)]
    pub fn packed(self) -> u64 {
        self.0
    }

    /// The letters, first to last.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's letter has two bits, and at most 2^32 ranks have words"
    )]
    pub fn letters(self) -> impl DoubleEndedIterator<Item = u8> {
        (0..self.length()).rev().map(move |place| (self.0 >> (2 * place)) as u8 & 3)
    }
}

/// For every rank, the smallest of the shortest words that lead there from one state, or from there to a goal.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::{Notation, Ranked};
/// use loyd_core::puzzles::magic_board::MagicBoard;
/// use loyd_core::table::words::WordTable;
/// let board = MagicBoard::standard();
/// let limits = Limits::default();
/// let table = WordTable::from(&board, board.goal(), &mut Meter::new(&limits)).unwrap();
/// let target = board.starts("2 6 8 4/1 3 7 5").unwrap()[0];
/// let word = table.get(board.rank(&target)).unwrap();
/// assert!(word.letters().map(|letter| b'A' + letter).eq(*b"BCABCCB"));
/// ```
#[derive(Clone, Debug)]
pub struct WordTable {
    /// The packed words; 0 where there is none.
    words: Vec<u64>,
}

/// Which way the search goes.
trait Way<P: Ranked> {
    /// Calls `each` with every neighbour of a state that way, and the letter of the move between them.
    fn neighbours(&self, puzzle: &P, rank: u64, each: impl FnMut(u64, u8));

    /// The word of a neighbour.
    fn grown(word: Word, letter: u8) -> Word;
}

struct Forwards;

impl<P: Ranked> Way<P> for Forwards {
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's letter has two bits, and at most 2^32 ranks have words"
    )]
    fn neighbours(&self, puzzle: &P, rank: u64, mut each: impl FnMut(u64, u8)) {
        puzzle.children(rank, &mut |child, order| each(child, order.min(TOO_MANY.into()) as u8));
    }

    #[inline(always)]
    fn grown(word: Word, letter: u8) -> Word {
        word.with(letter)
    }
}

/// Backwards, with the letter of each order.
struct Backwards([u8; 4]);

impl<P: Ranked> Way<P> for Backwards {
    #[inline(always)]
    fn neighbours(&self, puzzle: &P, rank: u64, mut each: impl FnMut(u64, u8)) {
        puzzle
            .parents(rank, &mut |parent, order| each(parent, self.0.get(order as usize).copied().unwrap_or(TOO_MANY)));
    }

    #[inline(always)]
    fn grown(word: Word, letter: u8) -> Word {
        word.preceded_by(letter)
    }
}

/// Of letters, and so no letter.
const TOO_MANY: u8 = 4;

impl WordTable {
    /// Searches forwards from `start` until every state that it reaches has its word; letters are the moves'
    /// [`order`](crate::puzzle::Puzzle::order).
    ///
    /// # Errors
    /// [`Unbuilt`]; also for a puzzle whose moves have orders above 3, or with states more than 31 moves away.
    ///
    /// # Complexity
    /// [`Ranked::children`] of every state; 8 bytes a rank, and 4 for each state of the two layers at hand.
    pub fn from<P: Ranked>(puzzle: &P, start: P::State, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        Self::build(puzzle, &[start], &Forwards, meter)
    }

    /// Searches backwards from the goals until every state that reaches one has its word. `letters` are those of the
    /// moves by their [`order`](crate::puzzle::Puzzle::order): so words may be compared in another order than the
    /// puzzle's.
    ///
    /// # Errors
    /// As [`from`](WordTable::from).
    ///
    /// # Panics
    /// If a letter is above 3.
    ///
    /// # Complexity
    /// [`Ranked::parents`] of every state; bytes as [`from`](WordTable::from).
    ///
    /// ```
    /// use loyd_core::cells::Nibbles;
    /// use loyd_core::limits::{Limits, Meter};
    /// use loyd_core::puzzle::{Notation, Ranked};
    /// use loyd_core::puzzles::sliding::Sliding;
    /// use loyd_core::table::words::WordTable;
    /// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    /// let limits = Limits::default();
    /// let udlr = [1, 2, 3, 0]; // for d, l, r, u
    /// let table = WordTable::towards(&eight, udlr, &mut Meter::new(&limits)).unwrap();
    /// let board = eight.starts("2 3 4 1 5 x 7 6 8").unwrap()[0];
    /// let word = table.get(eight.rank(&board)).unwrap();
    /// assert!(word.letters().map(|letter| b"udlr"[letter as usize]).eq(*b"ullddrurdllurdruldr"));
    /// ```
    pub fn towards<P: Ranked>(puzzle: &P, letters: [u8; 4], meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        assert!(letters.iter().all(|&letter| letter < TOO_MANY), "four letters: 0 to 3");
        Self::build(puzzle, &puzzle.goals()?, &Backwards(letters), meter)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's letter has two bits, and at most 2^32 ranks have words"
    )]
    fn build<P: Ranked, W: Way<P>>(
        puzzle: &P,
        starts: &[P::State],
        way: &W,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Unbuilt> {
        let ranks = puzzle.ranks();
        let size = u32::try_from(ranks).map_err(|_| Unbuilt::TooLarge(ranks))?;
        meter.grow(ranks * 8)?;
        let mut words = vec![0; size as usize];
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        for start in starts {
            let rank = puzzle.rank(start) as u32;
            words[rank as usize] = Word::EMPTY.0;
            meter.stats.generated += 1;
            meter.push(&mut layer, rank)?;
        }
        let mut depth = 0;
        while !layer.is_empty() {
            for rank in layer.drain(..) {
                meter.tick(depth)?;
                meter.stats.expanded += 1;
                let word = Word(words[rank as usize]);
                let mut fits = Ok(());
                way.neighbours(puzzle, rank.into(), |neighbour, letter| {
                    // At most four for each of at most 2^32 ranks.
                    meter.stats.generated = meter.stats.generated.wrapping_add(1);
                    let known = &mut words[exact::<usize>(neighbour)];
                    let new = *known == 0;
                    // A word known from an earlier layer is shorter, and so the smaller number; no word, less one, is
                    // the greatest.
                    let longer = if depth < Word::LONGEST { W::grown(word, letter).0 } else { 0 };
                    *known = (*known).wrapping_sub(1).min(longer.wrapping_sub(1)).wrapping_add(1);
                    if (letter >= TOO_MANY) | (new & (longer == 0)) {
                        fits = Err(Unbuilt::LongWords);
                    } else if let Err(why) = meter.push_if(&mut next, neighbour as u32, new) {
                        fits = Err(why.into());
                    }
                });
                fits?;
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

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// The word to the state of that rank, if it is reached.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Option<Word> {
        let word = self.words[exact::<usize>(rank)];
        (word != 0).then_some(Word(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Stop};
    use crate::puzzle::Puzzle;
    use crate::puzzles::magic_board::MagicBoard;
    use crate::puzzles::pancake::Pancake;
    use crate::search::shortest::smallest;
    use crate::table::distance::DistanceTable;

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
        // From any start: the moves are the same whatever the tiles are called.
        let back = DistanceTable::build(&board, &mut Meter::new(&limits)).unwrap();
        assert_eq!(census.iter().filter(|&&states| states > 0).sum::<u64>(), 40_320);
        assert_eq!(census.iter().rposition(|&states| states > 0), Some(22));
        assert_eq!(back.layers()[..3], census[..3]);

        // Plainly: all words of up to nine letters in order, the first of each state kept.
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

    /// Towards the goal, on a one-way puzzle, against the smallest that a walk down a distance table finds.
    #[test]
    fn words_towards_the_goal_are_smallest() {
        let board = MagicBoard::standard();
        let limits = Limits::default();
        let meter = &mut Meter::new(&limits);
        let table = WordTable::towards(&board, [0, 1, 2, 3], meter).unwrap();
        let distances = DistanceTable::build(&board, &mut Meter::new(&limits)).unwrap();
        for rank in 0..board.ranks() {
            let length = distances.get(rank).unwrap();
            let start = [board.unrank(rank)];
            let found =
                smallest(&board, &start, length, &|state| distances.get(board.rank(state)), &mut Meter::new(&limits))
                    .unwrap();
            assert!(table.get(rank).unwrap().letters().eq(found.moves), "{rank}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let limits = Limits::default();
        let six = Pancake::<crate::cells::Nibbles>::new(&[0, 1, 2, 3, 4, 5]).unwrap();
        let table = WordTable::from(&six, six.unrank(0), &mut Meter::new(&limits));
        assert_eq!(table.unwrap_err(), Unbuilt::LongWords);
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
        let longest = (0..Word::LONGEST).fold(Word::EMPTY, |word, place| word.with((place % 4) as u8));
        assert_eq!(longest.length(), Word::LONGEST);
        assert!(longest.letters().eq((0..Word::LONGEST).map(|place| (place % 4) as u8)));
        assert!(longest > Word::EMPTY.with(3));
        let backwards = (0..Word::LONGEST).rev().fold(Word::EMPTY, |word, place| word.preceded_by((place % 4) as u8));
        assert_eq!(backwards, longest);
    }
}
