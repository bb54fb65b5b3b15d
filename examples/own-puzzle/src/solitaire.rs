//! Rules with symmetries: peg solitaire on the English board of 33 holes.

use std::fmt;
use std::iter::successors;
use std::str::FromStr;

use loyd::own::{OwnPuzzle, Rules};
use loyd::puzzle::{Picture, Square};

/// The rows and columns of the square around the board.
const SIDE: u8 = 7;

/// The pegs on the board: one bit for each cell of the square around the board, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pegs(u64);

/// The board, which is solved when only the hole in the middle has a peg.
pub struct Solitaire {
    jumps: Vec<Jump>,
}

/// A peg jumps over its neighbour, which is removed, into the empty hole behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    from: u8,
    to: u8,
}

/// The cells of the board, row by row.
fn cells() -> impl Iterator<Item = u8> {
    (0..SIDE * SIDE).filter(|cell| (2..5).contains(&(cell / SIDE)) || (2..5).contains(&(cell % SIDE)))
}

impl Jump {
    fn over(self) -> u8 {
        (self.from + self.to) / 2
    }
}

impl Pegs {
    fn has(self, cell: u8) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// The pegs after each has gone to another cell.
    fn moved(self, to: impl Fn(u8) -> u8) -> Pegs {
        Pegs(cells().filter(|&cell| self.has(cell)).fold(0, |pegs, cell| pegs | 1 << to(cell)))
    }

    /// The board after a quarter turn.
    fn turned(self) -> Pegs {
        self.moved(|cell| cell % SIDE * SIDE + SIDE - 1 - cell / SIDE)
    }

    /// The board in a mirror.
    fn mirrored(self) -> Pegs {
        self.moved(|cell| cell / SIDE * SIDE + SIDE - 1 - cell % SIDE)
    }
}

impl Solitaire {
    const MIDDLE: u8 = SIDE * SIDE / 2;

    /// The English board with all its jumps.
    pub fn english() -> Solitaire {
        let is_jump = |jump: &Jump| {
            let rows = (jump.from / SIDE).abs_diff(jump.to / SIDE);
            let columns = (jump.from % SIDE).abs_diff(jump.to % SIDE);
            matches!((rows, columns), (2, 0) | (0, 2))
        };
        let all = cells().flat_map(|from| cells().map(move |to| Jump { from, to }));
        Solitaire { jumps: all.filter(is_jump).collect() }
    }
}

impl Rules for Solitaire {
    type State = Pegs;
    type Move = Jump;

    fn moves(&self, pegs: &Pegs) -> impl IntoIterator<Item = Jump> {
        let pegs = *pegs;
        let is_legal = move |jump: &&Jump| pegs.has(jump.from) && pegs.has(jump.over()) && !pegs.has(jump.to);
        self.jumps.iter().filter(is_legal).copied()
    }

    fn apply(&self, pegs: &mut Pegs, jump: Jump) {
        pegs.0 ^= 1 << jump.from | 1 << jump.over() | 1 << jump.to;
    }

    fn is_goal(&self, pegs: &Pegs) -> bool {
        pegs.0 == 1 << Solitaire::MIDDLE
    }
}

impl Solitaire {
    /// The board with its symmetries and its text.
    pub fn puzzle(self) -> OwnPuzzle<Solitaire> {
        // Every hole but the one in the middle has a peg.
        let start = Pegs(cells().filter(|&cell| cell != Solitaire::MIDDLE).fold(0, |pegs, cell| pegs | 1 << cell));
        OwnPuzzle::new(self).symmetries(8, |_, pegs| Solitaire::images(pegs)).text(start).picture(Solitaire::picture)
    }

    /// The images under the eight symmetries of the square: four turns, each also in a mirror.
    fn images(pegs: &Pegs) -> Vec<Pegs> {
        let turns = successors(Some(*pegs), |pegs| Some(pegs.turned())).take(4);
        turns.flat_map(|pegs| [pegs, pegs.mirrored()]).collect()
    }

    fn picture(&self, pegs: &Pegs) -> Picture {
        let square = |cell| match cells().any(|hole| hole == cell) {
            true if pegs.has(cell) => Square::Piece("o".into()),
            true => Square::Empty,
            false => Square::Hole,
        };
        (0..SIDE).map(|row| (0..SIDE).map(|column| square(row * SIDE + column)).collect()).collect()
    }
}

/// The holes row by row, with a slash between rows: `o` with a peg, `.` without.
impl fmt::Display for Pegs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = 0;
        cells().try_for_each(|cell| {
            let slash = if cell / SIDE == row { "" } else { "/" };
            row = cell / SIDE;
            write!(f, "{slash}{}", if self.has(cell) { 'o' } else { '.' })
        })
    }
}

impl FromStr for Pegs {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Pegs, &'static str> {
        let holes = text.chars().filter(|&hole| hole == 'o' || hole == '.');
        let pegs =
            Pegs(cells().zip(holes).filter(|&(_, hole)| hole == 'o').fold(0, |pegs, (cell, _)| pegs | 1 << cell));
        let expected = "the 33 holes row by row, `o` with a peg and `.` without, and a slash between rows";
        if pegs.to_string() == text { Ok(pegs) } else { Err(expected) }
    }
}

/// The columns are `a` to `g`, the rows 1 to 7 from the top: `d2d4`.
impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell: u8| format!("{}{}", char::from(b'a' + cell % SIDE), cell / SIDE + 1);
        write!(f, "{}{}", name(self.from), name(self.to))
    }
}
