//! Positions, moves and random positions as text and pictures.

use std::borrow::Cow;

use super::board::{Board, MOST_CELLS};
use super::layout::SlidingLayout;
use super::solvability::{BlockKind, PieceArray};
use super::{Misread, Sliding, SlidingState, facts, goals};
use loyd_core::exact::exact;
use loyd_core::puzzle::{Convention, Facts, NamedGoal, Notation, Numbers, Picture, Spelled, Spelling, Square};
use loyd_core::rank::lehmer::{is_odd, rank_wide, unrank_wide};
use loyd_core::text::{
    Pieces, Token, characters, has_no_primes, is_separator, push_number, spaced, tokens, tokens_between,
};

/// A direction, in the alphabetical order of the blank's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Left,
    Right,
    Up,
}

impl Direction {
    /// The direction from a cell to its neighbour.
    pub(super) fn of(board: &Board, from: u8, to: u8) -> Direction {
        let ((row, column), (to_row, to_column)) = (board.place(from), board.place(to));
        match (to_row.cmp(&row), to_column.cmp(&column)) {
            (std::cmp::Ordering::Less, _) => Direction::Up,
            (std::cmp::Ordering::Greater, _) => Direction::Down,
            (_, std::cmp::Ordering::Less) => Direction::Left,
            _ => Direction::Right,
        }
    }

    /// The opposite direction.
    #[inline(always)]
    pub(super) fn opposite(self) -> Direction {
        match self {
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Up => Direction::Down,
        }
    }

    /// The word for the direction.
    pub(super) fn word(self) -> &'static str {
        ["down", "left", "right", "up"][self as usize]
    }

    pub(super) fn letter(self, convention: Convention) -> &'static str {
        let letters = match convention {
            Convention::Blank => ["d", "l", "r", "u"],
            Convention::Tile => ["u", "r", "l", "d"],
        };
        letters[self as usize]
    }
}

impl<C: SlidingLayout> Sliding<C> {
    /// Reads the piece in each cell; 0 is the blank.
    pub(super) fn pieces_of(&self, text: &str) -> Result<Vec<u8>, Misread> {
        Pieces::with_blank(self.board.cells()).read(text).map_err(|wrong| match () {
            () if is_of_cube(text) => {
                Misread { expected: wrong.expected + "; moves of a cube are for 2x2x2, 3x3x3 or 4x4x4", ..wrong }
            }
            () if is_moves(text) => {
                Misread { expected: wrong.expected + "; moves are a scramble, no position", ..wrong }
            }
            () => wrong,
        })
    }

    /// The position of an arrangement that is already checked.
    fn state_of(&self, pieces: &[u8]) -> SlidingState<C> {
        let blank = pieces.iter().position(|&piece| piece == 0).unwrap_or(0);
        SlidingState { cells: C::pack(pieces), blank: exact::<u8>(blank) }
    }

    pub(super) fn unpacked(&self, state: &SlidingState<C>) -> Vec<u8> {
        (0..=exact::<u8>(self.board.cells() - 1)).map(|cell| state.cells.get(cell)).collect()
    }

    /// Moves the blank from its goal cell to `cell`, by the reverse of the way home from `cell`.
    pub(super) fn send_blank(&self, state: &mut SlidingState<C>, cell: u8) {
        let mut way: PieceArray = [0; MOST_CELLS];
        let mut steps = 0;
        for next in std::iter::once(cell).chain(self.blocks.way_home(cell)) {
            way[steps] = next;
            steps += 1;
        }
        way[..steps - 1].iter().rev().for_each(|&next| Self::slide(state, next));
    }
}

/// Whether a text is moves of a board, such as `D R2 U L3` or `drul`.
fn is_moves(text: &str) -> bool {
    let is_way = |character: char| "udlrUDLR".contains(character);
    let is_repeat = |character: char| character.is_ascii_digit() || is_separator(character);
    text.starts_with(is_way) && text.chars().all(|character| is_way(character) || is_repeat(character))
}

/// Whether a text is moves of a cube, such as `R U2 F'`.
fn is_of_cube(text: &str) -> bool {
    let is_move = |word: &Token<'_>| {
        let signs = word.text.strip_prefix(|face| "URFDLB".contains(face));
        let signs = signs.map(|signs| signs.strip_prefix('w').unwrap_or(signs));
        signs.is_some_and(|signs| ["", "2", "'", "’", "2'"].contains(&signs))
    };
    let words = tokens_between(text, char::is_whitespace);
    !words.is_empty() && words.iter().all(is_move)
}

/// The most moves of a text that repeats moves.
const MOST_REPEATED: usize = 100_000;

/// Splits a token before every character that is not a digit.
pub(super) fn with_digits<'t>(token: &Token<'t>) -> Vec<Token<'t>> {
    let mut words: Vec<Token<'t>> = Vec::new();
    let mut begin = 0;
    for character in characters(token) {
        let end = begin + character.text.len();
        let is_digit = character.text.bytes().all(|byte| byte.is_ascii_digit());
        match words.last_mut() {
            Some(word) if is_digit => word.text = &token.text[begin - word.text.len()..end],
            _ => words.push(character),
        }
        begin = end;
    }
    words
}

impl<C: SlidingLayout> Numbers for Sliding<C> {
    /// The blank is the smallest piece.
    fn cantor(puzzle: &Self, state: &SlidingState<C>) -> Option<u128> {
        rank_wide(&puzzle.unpacked(state))
    }

    fn of_cantor(puzzle: &Self, number: u128) -> Option<Vec<SlidingState<C>>> {
        unrank_wide(number, puzzle.board.cells()).map(|pieces| vec![puzzle.state_of(&pieces)])
    }

    /// With the blank at home, chooses every element of each block's group with equal probability; then sends the blank
    /// to a random cell.
    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> SlidingState<C> {
        let mut state = puzzle.goal;
        for block in puzzle.blocks.blocks() {
            let size = block.cells.len();
            let mut places: Vec<u8> = (0..=exact::<u8>(size - 1)).collect();
            match block.kind {
                BlockKind::Edge => {}
                BlockKind::Ring => places.rotate_left(exact::<usize>(below(size as u64))),
                BlockKind::Alternating => {
                    (1..size).rev().for_each(|last| places.swap(last, exact::<usize>(below(last as u64 + 1))));
                    if is_odd(&places) {
                        places.swap(0, 1);
                    }
                }
            }
            for (&cell, &place) in block.cells.iter().zip(&places) {
                state.cells.set(cell, puzzle.goal.cells.get(block.cells[usize::from(place)]));
            }
        }
        let cell = exact::<u8>(below(puzzle.board.cells() as u64));
        puzzle.send_blank(&mut state, cell);
        state
    }
}

impl<C: SlidingLayout> Notation for Sliding<C> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<SlidingState<C>>, Misread> {
        Ok(vec![self.state_of(&self.pieces_of(text)?)])
    }

    fn write(&self, state: &SlidingState<C>) -> String {
        spaced(self.unpacked(state), |text, piece| match piece {
            0 => text.push('x'),
            tile => push_number(text, tile.into()),
        })
    }

    fn named_goals(&self) -> Vec<NamedGoal> {
        let written = |pieces: Vec<u8>| self.write(&self.state_of(&pieces));
        goals::of(&self.board).map(|(name, pieces)| NamedGoal { name: name.into(), goal: written(pieces) }).collect()
    }

    fn goals_in_reach(&self, state: &SlidingState<C>) -> Vec<Cow<'static, str>> {
        let start = self.arrangement(state);
        let reaches = |pieces: &[u8]| self.blocks.compare(&start, &self.arrangement(&self.state_of(pieces))).is_ok();
        goals::of(&self.board).filter(|(_, pieces)| reaches(pieces)).map(|(name, _)| name.into()).collect()
    }

    fn picture(&self, state: &SlidingState<C>) -> Picture {
        let (rows, columns) = self.board.size();
        let square = |row, column| match self.board.cell_at(row, column).map(|cell| state.cells.get(cell)) {
            None => Square::Hole,
            Some(0) => Square::Empty,
            Some(tile) => Square::Piece(tile.to_string()),
        };
        (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect()).collect()
    }

    fn pointed_at(&self, _state: &SlidingState<C>, m: u8) -> Option<(usize, usize)> {
        let (row, column) = self.board.place(m);
        Some((row.into(), column.into()))
    }

    fn has_conventions(&self) -> bool {
        true
    }

    fn spelling(&self) -> Spelling {
        Spelling::Letters
    }

    /// Splits a text into letters. A number after a letter is the number of times: `l3` is `lll`.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        has_no_primes(moves)?;
        let mut all = Vec::new();
        for word in tokens(moves).iter().flat_map(with_digits) {
            let times = word.text.trim_start_matches(|sign: char| !sign.is_ascii_digit());
            let letter = &word.text[..word.text.len() - times.len()];
            if letter.is_empty() || times.is_empty() {
                all.push(Spelled::from(word));
                continue;
            }
            let most = self.board.cells() as u64;
            let times: usize =
                Token { text: times, ..word }.number(1, most, "a number of times that the board allows")?;
            if all.len() + times > MOST_REPEATED {
                return Err(word.misread(format!("at most {MOST_REPEATED} moves in all")));
            }
            all.extend(std::iter::repeat_n(Spelled { name: letter.into(), word }, times));
        }
        Ok(all)
    }

    fn move_name(&self, state: &SlidingState<C>, m: u8, convention: Convention) -> String {
        Direction::of(&self.board, state.blank, m).letter(convention).into()
    }

    fn move_words(&self, state: &SlidingState<C>, m: u8) -> String {
        let way = Direction::of(&self.board, m, state.blank);
        format!("slide {} {}", state.cells.get(m), way.word())
    }

    fn facts(&self) -> Facts {
        facts::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::{Bytes, Nibbles};
    use loyd_core::puzzle::{MoveSet, Puzzle};

    fn eight() -> Sliding<Nibbles> {
        Sliding::rectangle(3, 3).unwrap()
    }

    #[test]
    fn positions_are_read_as_a_person_writes_them() {
        let eight = eight();
        let plain = eight.starts("2 3 4 1 5 x 7 6 8").unwrap();
        for text in ["23415x768", "234150768", "2,3,4/1,5,_/7,6,8", "234\r\n15.\n768\n", "\u{feff}2\t3 4 1 5 X 7 6 8  "]
        {
            assert_eq!(eight.starts(text).as_ref(), Ok(&plain), "{text:?}");
        }
        assert_eq!(eight.write(&plain[0]), "2 3 4 1 5 x 7 6 8");
        assert_eq!(eight.write_goal(), "1 2 3 4 5 6 7 8 x");
        let large = Sliding::<Bytes<256>>::rectangle(16, 16).unwrap();
        assert_eq!(large.starts(&large.write_goal()), Ok(vec![large.goal()]));
        assert!(large.write_goal().ends_with(" 255 x"));
    }

    #[test]
    fn positions_that_are_none_say_where() {
        let say = |text: &str| eight().starts(text).unwrap_err().to_string();
        let all = "the tiles 1 to 8 once each and one blank (x, 0, _ or .)";
        assert_eq!(
            say("1 2 3\n4 9 6 7 8 x"),
            format!("line 2, column 3: found `9`, expected {all}; tile 5 is missing")
        );
        assert_eq!(
            say("1 2 3 4 5 6 7 7 x"),
            format!(
                "line 1, column 15: found `7`, expected {all}, but this tile comes a second time; tile 8 is missing"
            )
        );
        assert_eq!(
            say("1 2 3 4 5 6 7 0 x"),
            format!("line 1, column 17: found `x`, expected {all}, but this is a second blank; tile 8 is missing")
        );
        assert!(say("1 2 3 4 5 6 7 8").contains("line 1, column 16: found end of text, expected 9 pieces"));
        assert!(say("1 2 3 4 5 6 7 8 x 9").contains("line 1, column 19: found `9`, expected no more than 9 pieces"));
        assert!(say("1 2 3 4 5 6 7 8 9").contains("column 17: found `9`"));
        assert!(say("a 2 3 4 5 6 7 8 x").contains("column 1: found `a`"));
        assert!(say("-1 2 3 4 5 6 7 8 x").contains("column 1: found `-1`"));
        assert!(say("1 2 3 4 5 6 7 99999999999999999999999999 x").contains("column 15"));
        assert!(say("1 2 3 4 5 6 7 \0 x").contains("`\\0`"));
        assert!(say("").contains("only 0"));
        for text in ["R U2 F'", "Rw U"] {
            assert!(say(text).ends_with("; moves of a cube are for 2x2x2, 3x3x3 or 4x4x4"));
        }
        for text in ["D R2 U L3", "drul", "uldr2"] {
            assert!(say(text).ends_with("; moves are a scramble, no position"), "{text}");
        }
        assert!(say(&"1".repeat(10_000_000)).len() < 300);
    }

    #[test]
    fn letters_name_the_way_of_the_blank_or_of_the_tile() {
        let eight = eight();
        let spiral = eight.with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
        let state = spiral.goal();
        let names = |convention| -> String {
            spiral.moves(&state).iter().map(|m| spiral.move_name(&state, m, convention)).collect()
        };
        assert_eq!(names(Convention::Blank), "ulrd");
        assert_eq!(names(Convention::Tile), "drlu");
        assert_eq!(spiral.move_named(&state, "U", Convention::Blank), Some(1));
        assert_eq!(spiral.move_named(&state, "u", Convention::Tile), Some(7));
        assert_eq!(spiral.move_named(&state, "x", Convention::Blank), None);
        assert_eq!(eight.move_named(&eight.goal(), "d", Convention::Blank), None);
        let mut sorted: Vec<u8> = spiral.moves(&state).iter().collect();
        sorted.sort_by_key(|&m| spiral.order(&state, m));
        assert_eq!(sorted, [7, 3, 5, 1], "d < l < r < u");
    }

    #[test]
    fn numbers_repeat_letters_and_primes_are_refused() {
        let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
        let spelled = |text: &str| {
            let all = fifteen.spelled(text).map_err(|wrong: Misread| wrong.to_string())?;
            Ok::<String, String>(all.iter().map(|spelled| &*spelled.name).collect())
        };
        assert_eq!(spelled("D R2 U l3"), Ok("DRRUlll".into()));
        assert_eq!(spelled("'uldr' 2"), Ok("uldr2".into()));
        let wrong = |text: &str| spelled(text).unwrap_err();
        assert_eq!(
            wrong("U L\n U' L'"),
            "line 2, column 2: found `U'`, expected letters of moves without primes, which are for a cube such as \
             3x3x3"
        );
        assert!(wrong("UL'U").contains("found `UL'U`") && wrong("U’").contains("found `U’`"));
        assert!(wrong("l17").contains("found `17`, expected a number of times that the board allows"));
        assert!(wrong("l0").contains("found `0`") && wrong(&"l16".repeat(6251)).contains("at most 100000 moves"));
        assert_eq!(spelled(&"l".repeat(200_000)).map(|all| all.len()), Ok(200_000));
    }

    #[test]
    fn words_tell_the_tile_and_its_way() {
        let eight = eight();
        let state = eight.starts("1 2 3 4 x 5 6 7 8").unwrap()[0];
        let mut words: Vec<String> = eight.moves(&state).iter().map(|m| eight.move_words(&state, m)).collect();
        words.sort();
        assert_eq!(words, ["slide 2 down", "slide 4 right", "slide 5 left", "slide 7 up"]);
    }

    #[test]
    fn a_picture_shows_holes() {
        let board = Sliding::<Nibbles>::new(Board::parse("#.\n##").unwrap()).unwrap();
        let piece = |text: &str| Square::Piece(text.into());
        assert_eq!(board.picture(&board.goal()), [[piece("1"), Square::Hole], [piece("2"), Square::Empty]]);
    }

    #[test]
    fn numbers_count_all_arrangements_from_zero() {
        let eight = eight();
        // Cantor's numbers of 123456780 and of 357412968, the 9 being the largest piece and the blank the smallest.
        assert_eq!(eight.cantor(&eight.starts("123456780").unwrap()[0]), Some(46233));
        assert_eq!(eight.cantor(&eight.starts("246301857").unwrap()[0]), Some(98884));
        assert_eq!(eight.of_cantor(98884), Some(eight.starts("246301857").unwrap()));
        assert_eq!(eight.of_cantor(362_880), None);
        let large = Sliding::<Bytes<64>>::rectangle(6, 6).unwrap();
        assert_eq!((large.cantor(&large.goal()), large.of_cantor(0)), (None, None));
    }

    #[test]
    fn random_positions_are_solvable_and_alike() {
        let mut seed = 1u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((u128::from(seed >> 11) * u128::from(n)) >> 53) as u64
        };
        for map in ["##\n##", "###\n###", "##.##\n#####", "####"] {
            let board = Board::parse(map).unwrap();
            let puzzle = Sliding::<Nibbles>::new(board).unwrap();
            let ranks = loyd_core::puzzle::Ranked::ranks(&puzzle);
            let mut counts = vec![0u32; ranks as usize];
            for _ in 0..ranks * 200 {
                counts[loyd_core::puzzle::Ranked::rank(&puzzle, &puzzle.random(&mut below)) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (120..290).contains(count)), "{map}: {counts:?}");
        }
        let large = Sliding::<Bytes<256>>::rectangle(16, 16).unwrap();
        assert!((0..20).all(|_| large.is_solvable(&large.random(&mut below))));
        let arms = Sliding::<Bytes<32>>::new(Board::hdu4021()).unwrap();
        assert!((0..200).all(|_| arms.is_solvable(&arms.random(&mut below))));
    }
}
