//! Positions and moves as text, and known facts about the board.

use super::RollingCubes;
use super::state::{Colour, Cube, CubesState, STATES, Tops};
use loyd_core::puzzle::{Convention, Facts, Notation, Numbers, Picture, PictureKind, Spelling, Square};
use loyd_core::text::{Misread, Token, ended, narrow, pieces, tokens, with_empty_field};

const CELLS: &str = "the blank's column and row, each from 1 to 3, or nine cells: E for the blank, \
                     or the letters W, R, B on top and in front of a cube, such as WR";

fn colour(letter: u8) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour.letter() as u8 == letter.to_ascii_uppercase())
}

/// Checks that exactly one of nine tokens is the blank.
fn one_blank(text: &str, tokens: &[Token<'_>], expected: &str) -> Result<(), Misread> {
    let mut blanks = tokens.iter().filter(|token| is_blank(token));
    match (blanks.next(), blanks.next()) {
        (Some(_), None) => Ok(()),
        (_, Some(second)) => Err(second.misread(format!("{expected}, but this is a second blank"))),
        (None, _) => Err(ended(text, format!("{expected}, but there is no blank"))),
    }
}

fn is_blank(token: &Token<'_>) -> bool {
    narrow(token.text).eq_ignore_ascii_case("e")
}

/// Inserts the blank into eight words, where a field is left empty; returns other words as they are.
fn filled<'t>(text: &str, words: Vec<Token<'t>>, expected: &str) -> Result<Vec<Token<'t>>, Misread> {
    if words.len() != 8 || words.iter().any(is_blank) {
        return Ok(words);
    }
    let filled = with_empty_field(text, &words, "E").map_err(|[(line, column), other]| Misread {
        line: other.0,
        column: other.1,
        found: "a second empty field".into(),
        expected: format!("{expected}: the blank may be here or in the empty field at line {line}, column {column}"),
    })?;
    Ok(filled.unwrap_or(words))
}

impl Tops {
    /// Reads nine letters W, R, B and one E for the blank, row by row, with or without separators.
    ///
    /// # Errors
    /// [`Misread`] with the place of the error, the text found there, and the text that was expected.
    pub fn read(text: &str) -> Result<Tops, Misread> {
        const EXPECTED: &str = "one E for the blank and eight letters W, R or B for the colours on top";
        let tokens = match filled(text, tokens(text), EXPECTED)? {
            words if words.len() == 9 => words,
            _ => pieces(text, 9, &format!("letters, {EXPECTED}"))?,
        };
        let mut cells = [None; 9];
        for (cell, token) in cells.iter_mut().zip(&tokens).filter(|(_, token)| !is_blank(token)) {
            *cell = match narrow(token.text).as_bytes() {
                [letter] => colour(*letter),
                _ => None,
            };
            if cell.is_none() {
                return Err(token.misread(EXPECTED));
            }
        }
        one_blank(text, &tokens, EXPECTED)?;
        Ok(Tops::pack(&cells).expect("one blank"))
    }
}

/// Writes the nine cells in three rows.
fn in_rows(cell: impl Fn(u8) -> String, between: &str) -> String {
    let row = |row: u8| (3 * row..3 * row + 3).map(&cell).collect::<Vec<_>>().join(between);
    [row(0), row(1), row(2)].join("/")
}

fn written(state: CubesState, cell: u8) -> String {
    state.cube(cell).map_or("E".into(), |cube| [cube.top.letter(), cube.front.letter()].iter().collect())
}

/// The six orientations of a cube, in the order W, R, B of the letters.
const WAYS: [(Colour, Colour); 6] = [
    (Colour::White, Colour::Red),
    (Colour::White, Colour::Blue),
    (Colour::Red, Colour::White),
    (Colour::Red, Colour::Blue),
    (Colour::Blue, Colour::White),
    (Colour::Blue, Colour::Red),
];

impl Numbers for RollingCubes {
    /// The number of a position: by the blank's cell, then cube by cube in the order WR, WB, RW, RB, BW, BR.
    fn cantor(_puzzle: &Self, state: &CubesState) -> Option<u128> {
        let cubes = (0..9).filter_map(|cell| state.cube(cell));
        let ways = cubes.map(|cube| WAYS.iter().position(|way| *way == (cube.top, cube.front)).expect("a way to lie"));
        Some(ways.fold(state.blank().into(), |number, way| number * 6 + way as u128))
    }

    fn of_cantor(_puzzle: &Self, number: u128) -> Option<Vec<CubesState>> {
        if number >= u128::from(STATES) {
            return None;
        }
        let blank = (number / 6u128.pow(8)) as usize;
        let mut rest = number;
        let mut cells = [None; 9];
        for cell in (0..9).rev().filter(|&cell| cell != blank) {
            let (top, front) = WAYS[(rest % 6) as usize];
            cells[cell] = Some(Cube { top, front });
            rest /= 6;
        }
        CubesState::pack(&cells).map(|state| vec![state])
    }

    fn random(_puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> CubesState {
        CubesState::unrank(below(STATES))
    }
}

/// The word for a step to a neighbouring cell. Its first letter is the letter of the move.
fn way(step: i8) -> &'static str {
    match step {
        -3 => "up",
        3 => "down",
        -1 => "left",
        _ => "right",
    }
}

impl Notation for RollingCubes {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<CubesState>, Misread> {
        let words = filled(text, tokens(text), CELLS)?;
        if words.first().is_some_and(|word| narrow(word.text).starts_with(|first: char| first.is_ascii_digit())) {
            const EXPECTED: &str = "the blank's column and row, each from 1 to 3";
            let places = pieces(text, 2, &format!("numbers, {EXPECTED}"))?;
            let column = places[0].number::<u8>(1, 3, EXPECTED)?;
            let row = places[1].number::<u8>(1, 3, EXPECTED)?;
            return Ok(vec![CubesState::start(3 * (row - 1) + column - 1)]);
        }
        if words.len() < 9 {
            return Err(words.iter().find(|word| written_cube(word).is_none()).map_or_else(
                || ended(text, format!("{CELLS}; there are only {}", words.len())),
                |wrong| wrong.misread(CELLS),
            ));
        }
        if let Some(more) = words.get(9) {
            return Err(more.misread(format!("no more than nine cells, but there are {}", words.len())));
        }
        let mut cells = [None; 9];
        for (cell, word) in cells.iter_mut().zip(&words) {
            *cell = written_cube(word).ok_or_else(|| word.misread(CELLS))?;
        }
        one_blank(text, &words, CELLS)?;
        Ok(vec![CubesState::pack(&cells).expect("one blank and eight cubes")])
    }

    fn write(&self, state: &CubesState) -> String {
        in_rows(|cell| written(*state, cell), " ")
    }

    fn write_goal(&self) -> String {
        in_rows(|cell| self.goal.colour(cell).map_or('E', Colour::letter).into(), "")
    }

    /// A square shows the colours on top and in front of its cube.
    fn picture(&self, state: &CubesState) -> Picture {
        let square = |cell| match state.cube(cell) {
            Some(_) => Square::Piece(written(*state, cell)),
            None => Square::Empty,
        };
        (0..3).map(|row| (3 * row..3 * row + 3).map(square).collect()).collect()
    }

    fn look(&self) -> PictureKind {
        PictureKind::Cubes
    }

    fn pointed_at(&self, _state: &CubesState, m: u8) -> Option<(usize, usize)> {
        Some((usize::from(m) / 3, usize::from(m) % 3))
    }

    fn has_conventions(&self) -> bool {
        true
    }

    fn spelling(&self) -> Spelling {
        Spelling::Letters
    }

    fn move_name(&self, state: &CubesState, m: u8, convention: Convention) -> String {
        let step = m as i8 - state.blank() as i8;
        let step = if convention == Convention::Blank { step } else { -step };
        way(step)[..1].into()
    }

    fn move_words(&self, state: &CubesState, m: u8) -> String {
        let way = way(state.blank() as i8 - m as i8);
        format!("roll the cube of row {} column {} {way}", m / 3 + 1, m % 3 + 1)
    }

    fn facts(&self) -> Facts {
        Facts {
            what: "eight cubes, white, red and blue, and a blank on 3x3; a cube next to the blank rolls into it".into(),
            states: Some(STATES.into()),
            states_formula: "9 x 6^8; a start cell reaches 9 x C(8,4) x 3^8 = 4,133,430 (a corner, the centre) \
                             or 9 x C(8,3) x 3^8 = 3,306,744 (an edge) of them"
                .into(),
            gods_number: (self.goal == Tops::STANDARD).then_some(35),
            source: "problem: ACM ICPC Japan 2006, Cubic Eight-Puzzle (POJ 3131, LA 3618); figures computed here by \
                     exhaustion"
                .into(),
            moves: "u, d, l, r: where the blank goes; the cube there rolls the other way".into(),
            state_syntax:
                "the blank's column and row, such as `2 1`, with all cubes as at the start; or nine cells, E \
                           the blank, the others the letters W, R, B on top and in front of a cube, such as WR. A goal \
                           is nine letters W, R, B, E: what is on top"
                    .into(),
            example: "2 1".into(),
        }
    }
}

/// Reads one cell: the blank is `Some(None)`.
fn written_cube(word: &Token<'_>) -> Option<Option<Cube>> {
    if is_blank(word) {
        return Some(None);
    }
    let &[top, front] = narrow(word.text).as_bytes() else { return None };
    let (top, front) = (colour(top)?, colour(front)?);
    (top != front).then_some(Some(Cube { top, front }))
}
