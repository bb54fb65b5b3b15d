//! The shared parts of the judges of the 8-puzzle: reading boards of nine pieces, and shortest ways to one goal.

mod ways;

use std::ops::ControlFlow;

use super::input::{InputWord, Reader};
use super::letters::Alphabet;
use super::{JudgeRun, Unjudged};
use crate::tables::named::Tabled;
use crate::tables::words::PackedWord;
use loyd_core::cells::Nibbles;
use loyd_core::puzzle::Puzzle;
use loyd_core::search::ida_star::{self, PlainBound};
use loyd_core::search::{Meter, Outcome, Stop, at_least};
use loyd_core::table::distance::Unbuilt;
use loyd_core::table::file::{self, FileError};
use loyd_core::text::Misread;
use loyd_puzzles::sliding::bounds::linear_conflict::LinearConflict;
use loyd_puzzles::sliding::{Sliding, SlidingState};

use ways::EightWays;

/// The number of cells of the board.
const CELLS: usize = 9;

/// Reads the next board: nine words of one character, or one word of nine characters. They are the tiles 1 to 8 and the
/// blank's letter `blank` (`x` also as `X`), each once.
///
/// # Errors
/// [`Misread`] at the first wrong character.
///
/// ```
/// use loyd_core::cells::{Cells, Nibbles};
/// use loyd_judges::{eight::board, input::Reader};
/// let mut input = Reader::new(b"1 2 3\n4 5 6\n7 8 x 12345678X");
/// for _ in 0..2 {
///     let state = board(&mut input, b'x').unwrap();
///     assert_eq!((state.cells(), state.blank()), (Nibbles::pack(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), 8));
/// }
/// ```
#[inline]
pub fn board(input: &mut Reader<'_>, blank: u8) -> Result<SlidingState<Nibbles>, Misread> {
    let cells = match in_one_line(input.rest()) {
        Some(cells) if blank == b'x' => {
            input.advance(LINE);
            cells
        }
        _ => carefully(input, blank)?,
    };
    Ok(state(cells))
}

/// The state of nine cells, exactly one of which is 0.
#[inline(always)]
fn state(cells: u64) -> SlidingState<Nibbles> {
    // Finds the lowest nibble that is 0. Only nibbles above it can be marked wrongly, because a borrow moves upwards.
    let zeros = cells.wrapping_sub(ONES) & !cells & (ONES << 3);
    SlidingState::new(Nibbles(cells), (zeros.trailing_zeros() / 4) as u8)
}

/// A one in each of the nine nibbles.
const ONES: u64 = 0x1_1111_1111;

/// The bytes of a line in the common shape, with its line end.
const LINE: usize = 18;

/// Reads the next board if it is a valid board on a line in the common shape, `1 2 3 4 5 6 7 8 x`.
#[inline(always)]
fn in_one_line(rest: &[u8]) -> Option<u64> {
    let cells = shaped(rest)?;
    let set = |at: u32| SETS[(cells >> at & 0xfff) as usize];
    (set(0) | set(12) | set(24) == (1 << CELLS) - 1).then_some(cells)
}

/// Reads the nibbles of a line in the common shape with exactly one blank. The caller must check that each tile comes
/// once. Sixteen bytes are read and checked by a few operations on two words.
#[inline(always)]
fn shaped(rest: &[u8]) -> Option<u64> {
    const LANES: u64 = 0x00ff_00ff_00ff_00ff;
    // Written out, because a function over arrays is not unrolled here, and three of them take half of the time.
    let line: &[u8; LINE] = rest.first_chunk()?;
    let word = |at: usize| line[at..at + 8].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let (low, high, last) = (word(0), word(8), u64::from(line[16]));
    // Every other byte is a space, and the line ends after the last character.
    let separated = (low & !LANES | (high & !LANES) >> 8) == 0x2020_2020_2020_2020;
    // The letter x (0x78) differs from the digit 0 by 0x48, and from all digits by bit 6.
    let letters_of = |word: u64| word >> 6 & 0x0001_0001_0001_0001;
    let piece = |word: u64, letters: u64| (word & LANES) ^ (letters * 0x48) ^ 0x0030_0030_0030_0030;
    let letters = (letters_of(low), letters_of(high), letters_of(last));
    let (low, high, last) = (piece(low, letters.0), piece(high, letters.1), piece(last, letters.2));
    let last = last & 0xff;
    let in_range = (low | high | last) & !0x000f_000f_000f_000f == 0;
    // The lane of an x is now 0. Other letters are refused, because a digit 0 beside one would pass as the blank.
    let others = low & (letters.0 * 15) | high & (letters.1 * 15) | last & (letters.2 * 15);
    let cells = gathered(low) | gathered(high) << 16 | last << 32;
    let blanks = (letters.0 + letters.1).wrapping_mul(0x0001_0001_0001_0001) >> 48;
    let one_blank = blanks + letters.2 == 1;
    (separated && line[17] == b'\n' && in_range && others == 0 && one_blank).then_some(cells)
}

/// The set of the pieces in three nibbles, as one bit for each piece.
static SETS: [u16; 1 << 12] = {
    let mut sets = [0; 1 << 12];
    let mut three = 0;
    while three < sets.len() {
        sets[three] = 1 << (three & 15) | 1 << (three >> 4 & 15) | 1 << (three >> 8 & 15);
        three += 1;
    }
    sets
};

/// Puts the low nibbles of four lanes of sixteen bits side by side. Each part of the product moves one lane to its
/// place above bit 48, and no two parts overlap.
#[inline(always)]
fn gathered(lanes: u64) -> u64 {
    lanes.wrapping_mul(0x0001_0010_0100_1000) >> 48
}

/// Reads the next board in any shape, or returns the error.
#[inline(never)]
fn carefully(input: &mut Reader<'_>, blank: u8) -> Result<u64, Misread> {
    let first = match input.next_word() {
        Some(word) => word,
        None => return Err(input.ended(&expected(blank))),
    };
    let mut cells = 0;
    let mut seen = 0u16;
    for cell in 0..CELLS {
        let letter = if first.bytes.len() == CELLS {
            InputWord { bytes: &first.bytes[cell..=cell], at: first.at + cell }
        } else if cell == 0 {
            first
        } else {
            match input.next_word() {
                Some(word) => word,
                None => return Err(input.ended(&expected(blank))),
            }
        };
        let piece = match *letter.bytes {
            [byte] if byte.to_ascii_lowercase() == blank => 0,
            [byte @ b'1'..=b'8'] => byte - b'0',
            _ => return Err(input.misread(letter, &expected(blank))),
        };
        if seen >> piece & 1 == 1 {
            return Err(input.misread(letter, &format!("{}, but this one comes a second time", expected(blank))));
        }
        seen |= 1 << piece;
        cells |= u64::from(piece) << (4 * cell);
    }
    Ok(cells)
}

#[cold]
fn expected(blank: u8) -> String {
    format!("the tiles 1 to 8 and {} for the blank, each once", char::from(blank))
}

/// Finds shortest ways to one goal. Each board is searched for alone, unless many boards follow, so that a table pays.
#[derive(Debug)]
pub struct Eight {
    puzzle: Sliding<Nibbles>,
    table: EightTable,
}

#[derive(Debug)]
enum EightTable {
    /// No table has been built yet.
    Unbuilt,
    /// A limit forbids the table.
    Forbidden,
    /// The way from every board to the goal.
    Built(EightWays),
    /// The distance of every board, from the table that the user named.
    Named(Box<Tabled>),
}

/// The letters of the moves, in the order in which ways are compared.
pub static LETTERS: Alphabet = Alphabet::new(*b"udlr");

/// The index in [`LETTERS`] of the moves down, left, right and up. The puzzle orders the moves that way.
const PLACES: [u8; 4] = [1, 2, 3, 0];

/// The least number of boards for which a table of all 181,440 is built. The table costs some hundred searches.
const TABLE_FROM: usize = 128;

/// The fewest bytes of a board with the separator after it.
const SHORTEST: usize = 10;

impl Eight {
    /// Creates a solver for the goal with these pieces.
    ///
    /// # Panics
    /// Unless each of the tiles 1 to 8, and 0 for the blank, comes once.
    pub fn new(goal: [u8; 9]) -> Self {
        let eight = Sliding::rectangle(3, 3).expect("nine cells fit");
        Eight { puzzle: eight.with_goal(&goal).expect("a goal of nine pieces"), table: EightTable::Unbuilt }
    }

    /// Creates a solver for a goal that uses the user's table of all distances to the goal.
    ///
    /// # Errors
    /// [`FileError`] if the table belongs to another puzzle or goal.
    ///
    /// # Panics
    /// As [`new`](Eight::new).
    pub fn by(goal: [u8; 9], table: &file::Table) -> Result<Self, FileError> {
        let eight = Eight::new(goal);
        let tabled = Tabled::new("sliding:3x3", &eight.puzzle, table)?;
        Ok(Eight { table: EightTable::Named(Box::new(tabled)), ..eight })
    }

    /// The puzzle, with its goal.
    pub fn puzzle(&self) -> &Sliding<Nibbles> {
        &self.puzzle
    }

    /// Returns the first of the shortest ways from `board` to the goal, in the order of [`LETTERS`], or `None`.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if a limit is reached.
    #[inline]
    pub fn solve(
        &mut self,
        board: &SlidingState<Nibbles>,
        run: &mut JudgeRun<'_>,
    ) -> Result<Option<PackedWord>, Unjudged> {
        if let EightTable::Built(ways) = &self.table {
            let word = ways.get(board);
            return word.map_or(Ok(()), |word| run.allow(word.length())).map(|()| word);
        }
        if self.puzzle.is_solvable(board) { self.think(board, run).map(Some) } else { Ok(None) }
    }

    /// Answers the next cases that are lines in the common shape, up to the next look at the clock. The loop ends at a
    /// case that needs more care, such as a way longer than the limit. Without a table it does nothing.
    ///
    /// This loop is separate because no limit must be checked between two such lines.
    #[inline(always)]
    pub fn answer_lines(&self, run: &mut JudgeRun<'_>, answer: impl Fn(Option<PackedWord>, &mut Vec<u8>)) {
        let EightTable::Built(ways) = &self.table else { return };
        while !run.is_to_look() {
            let cells = shaped(run.input.rest());
            let Some(word) = cells.and_then(|cells| ways.find(&state(cells))) else { return };
            if word.is_some_and(|word| run.allow(word.length()).is_err()) {
                return;
            }
            run.input.advance(LINE);
            run.case += 1;
            answer(word, &mut run.output);
        }
    }

    #[inline(never)]
    fn think(&mut self, board: &SlidingState<Nibbles>, run: &mut JudgeRun<'_>) -> Result<PackedWord, Unjudged> {
        if let EightTable::Named(table) = &self.table {
            return self.walk(table, board, run);
        }
        let limits = run.limits();
        if matches!(self.table, EightTable::Unbuilt) && run.input.rest().len() >= TABLE_FROM * SHORTEST {
            self.table = match EightWays::towards(&self.puzzle.goal(), &mut Meter::new(&limits)) {
                Err(Unbuilt::Stopped(Stop::Bytes | Stop::Nodes)) => EightTable::Forbidden,
                table => {
                    let table = run.built(table, || at_least(&self.puzzle, &LinearConflict::new(), &[*board]))?;
                    run.kept += table.bytes();
                    EightTable::Built(table)
                }
            };
            if let Some(word) = self.solve(board, run)? {
                return Ok(word);
            }
        }
        let mut first = None;
        let mut compare = |start: &SlidingState<Nibbles>, moves: &[u8]| {
            let mut state = *start;
            let word = moves.iter().fold(PackedWord::EMPTY, |word, &m| {
                let place = PLACES[self.puzzle.order(&state, m) as usize];
                self.puzzle.apply(&mut state, m);
                word.with(place)
            });
            first = Some(first.map_or(word, |known: PackedWord| known.min(word)));
            ControlFlow::Continue(())
        };
        let meter = &mut Meter::new(&limits);
        match ida_star::all(&self.puzzle, &PlainBound(LinearConflict::new()), &[*board], 0, meter, &mut compare) {
            Outcome::Solved(_) => Ok(first.expect("a solution was listed")),
            Outcome::Unsolvable(proof) => unreachable!("its parity says that it can be solved: {proof}"),
            Outcome::Stopped { at_least, best, why } => Err(run.stopped(at_least, best, why)),
        }
    }
}

impl Eight {
    /// Walks down the distances, always by the first letter that leads nearer.
    fn walk(
        &self,
        table: &Tabled,
        board: &SlidingState<Nibbles>,
        run: &mut JudgeRun<'_>,
    ) -> Result<PackedWord, Unjudged> {
        let mut state = *board;
        let place = |m, state: &SlidingState<Nibbles>| PLACES[self.puzzle.order(state, m) as usize];
        let first = |state: &SlidingState<Nibbles>| {
            let before = *state;
            table.first(&self.puzzle, state, |m, _| place(m, &before))
        };
        let (distance, mut next) = first(&state)?;
        run.allow(distance)?;
        let mut word = PackedWord::EMPTY;
        while let Some((place, m)) = next {
            word = word.with(place);
            self.puzzle.apply(&mut state, m);
            (_, next) = first(&state)?;
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::Cells;
    use loyd_core::rank::lehmer::unrank;

    fn pieces(number: u64) -> Vec<u8> {
        unrank(number, CELLS).unpack(CELLS)
    }

    #[test]
    fn every_board_in_every_shape() {
        for number in 0..362_880 {
            let pieces = pieces(number);
            let state =
                SlidingState::new(Nibbles::pack(&pieces), pieces.iter().position(|&piece| piece == 0).unwrap() as u8);
            let mut line = [b' '; LINE];
            line[17] = b'\n';
            pieces.iter().zip(0..).for_each(|(&piece, cell)| line[2 * cell] = b"x12345678"[usize::from(piece)]);
            assert_eq!(in_one_line(&line), Some(state.cells().0));
            if number % 11 == 0 {
                let text = String::from_utf8(line.to_vec()).unwrap();
                let together: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
                for (text, blank) in [
                    (text.clone(), b'x'),
                    (text.trim().replace(' ', "\r\n\t"), b'x'),
                    (together.to_uppercase(), b'x'),
                    (together.replace('x', "0"), b'0'),
                    (text.replace('x', "0"), b'0'),
                ] {
                    let mut input = Reader::new(text.as_bytes());
                    assert_eq!(board(&mut input, blank), Ok(state), "{text}");
                    assert!(input.is_done());
                }
            }
        }
    }

    /// The fast reader rejects a line that is not exactly in the common shape, so that it is read carefully.
    #[test]
    fn the_common_shape_is_strict() {
        let good = *b"2 3 4 1 5 x 7 6 8\n";
        assert!(in_one_line(&good).is_some());
        for at in 0..LINE {
            for byte in 0..=255 {
                let mut line = good;
                line[at] = byte;
                assert_eq!(in_one_line(&line).is_some(), line == good, "{at} {byte}");
            }
        }
        assert_eq!(in_one_line(&good[..17]), None);
        for other in [
            b"1 2 3 4 5 6 7 p 0\n",
            b"1 2 3 4 5 6 7 8 0\n",
            b"x 2 3 x 5 6 7 8 4\n",
            b"0 2 3 1 5 6 7 8 x\n",
            b"1 2 3 4 5 6 7 8 X\n",
        ] {
            assert_eq!(in_one_line(other), None);
        }
    }

    #[test]
    fn errors_name_the_place() {
        let say = |text: &[u8]| board(&mut Reader::new(text), b'x').unwrap_err().to_string();
        let wanted = "expected the tiles 1 to 8 and x for the blank, each once";
        assert_eq!(say(b"1 2 3\n4 5 6\n7 8 9"), format!("line 3, column 5: found `9`, {wanted}"));
        assert_eq!(say(b"1 2 3 4 5 6 7 8 0\n"), format!("line 1, column 17: found `0`, {wanted}"));
        assert_eq!(
            say(b"1 2 3 4 5 6 7 x x\n"),
            format!("line 1, column 17: found `x`, {wanted}, but this one comes a second time")
        );
        assert_eq!(say(b"12345678\n"), format!("line 1, column 1: found `12345678`, {wanted}"));
        assert_eq!(say(b"12345678x9"), format!("line 1, column 1: found `12345678x9`, {wanted}"));
        assert_eq!(say(b"1234x5679"), format!("line 1, column 9: found `9`, {wanted}"));
        assert_eq!(say(b"1 2 3 4 5 6 7 8 "), format!("line 1, column 17: found end of text, {wanted}"));
        assert_eq!(say(b" \n"), format!("line 2, column 1: found end of text, {wanted}"));
        for bad in ["\0", "\u{e9}", "-1", "12", "1\0", "x1"] {
            let said = say(format!("8 {bad} 3 4 5 6 7 1 x").as_bytes());
            assert!(said.starts_with("line 1, column 3: found `"), "{said}");
        }
        assert!(say("7".repeat(10_000_000).as_bytes()).len() < 200);
    }
}
