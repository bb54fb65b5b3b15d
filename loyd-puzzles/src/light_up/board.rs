//! The board: free cells, barriers with their numbers, and the cells that light reaches.

use super::bits::CellSet;
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token, ended};

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A free cell.
    Free,
    /// A barrier without a number.
    Barrier,
    /// A barrier that needs exactly so many lamps beside it, 0 to 4.
    Number(u8),
}

/// The most cells of a board.
pub const MOST_CELLS: usize = 128;

/// A board; cells are numbered in reading order.
#[derive(Clone, Debug)]
pub struct LampBoard<B> {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// The cells that are not barriers.
    pub(super) free: B,
    /// For every free cell, itself and the cells its light reaches in its row.
    pub(super) across: [B; MOST_CELLS],
    /// For every free cell, itself and the cells its light reaches in its column.
    pub(super) down: [B; MOST_CELLS],
    /// For every free cell, the first cell of its line in either direction: the line's name.
    pub(super) left_end: [u8; MOST_CELLS],
    pub(super) top_end: [u8; MOST_CELLS],
    /// The barriers with a number, and the binary digits of the numbers, lowest first.
    pub(super) numbered: B,
    pub(super) numbers: Digits<B>,
    /// All cells except the first column, and all cells except the last.
    not_first: B,
    not_last: B,
    all: B,
}

/// A number from 0 to 4 for every cell, by binary digits: the cells whose number contains a 1, a 2, a 4.
#[derive(Clone, Copy, Debug)]
pub struct Digits<B>([B; 3]);

impl<B: CellSet> Digits<B> {
    /// The number of one cell.
    pub fn get(&self, cell: u8) -> u8 {
        (0..3).map(|digit| u8::from(self.0[digit].has(cell)) << digit).sum()
    }

    fn set(&mut self, cell: u8, number: u8) {
        for (digit, plane) in self.0.iter_mut().enumerate() {
            if number >> digit & 1 == 1 {
                *plane |= B::cell(cell);
            }
        }
    }

    /// The cells where both numbers are equal.
    #[inline(always)]
    pub fn equal(&self, other: &Self) -> B {
        !((self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1]) | (self.0[2] ^ other.0[2]))
    }

    /// The cells where this number is less than the other.
    #[inline(always)]
    pub fn less(&self, other: &Self) -> B {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        (!a2 & b2) | (!(a2 ^ b2) & ((!a1 & b1) | (!(a1 ^ b1) & !a0 & b0)))
    }
}

impl<B: CellSet> LampBoard<B> {
    /// Makes a board of `rows` by `columns` squares; `site` returns what each square is.
    ///
    /// # Panics
    /// If there are more cells than a set of cells has room for.
    pub fn new(rows: u8, columns: u8, mut site: impl FnMut(u8) -> Site) -> Self {
        let cells = rows as usize * columns as usize;
        assert!(cells <= B::CELLS && cells > 0, "from 1 to {} cells", B::CELLS);
        let nothing = [B::NONE; MOST_CELLS];
        let mut board = LampBoard {
            rows,
            columns,
            free: B::NONE,
            across: nothing,
            down: nothing,
            left_end: [0; MOST_CELLS],
            top_end: [0; MOST_CELLS],
            numbered: B::NONE,
            numbers: Digits([B::NONE; 3]),
            not_first: B::NONE,
            not_last: B::NONE,
            all: B::up_to(exact::<u8>(cells - 1)),
        };
        for cell in 0..exact::<u8>(cells) {
            let column = cell % columns;
            if column > 0 {
                board.not_first |= B::cell(cell);
            }
            if column + 1 < columns {
                board.not_last |= B::cell(cell);
            }
            match site(cell) {
                Site::Free => board.free |= B::cell(cell),
                Site::Barrier => {}
                Site::Number(number) => {
                    board.numbered |= B::cell(cell);
                    board.numbers.set(cell, number);
                }
            }
        }
        board.shine();
        board
    }

    /// Fills in the cells that light reaches: every free cell joins the line of the cell before it.
    fn shine(&mut self) {
        let free = self.free;
        let directions = [(&mut self.across, 1, self.not_first), (&mut self.down, self.columns, B::ALL)];
        for (lines, step, edge) in directions {
            free.each(|cell| {
                let joined = cell >= step && edge.has(cell) && free.has(cell - step);
                let before = if joined { lines[(cell - step) as usize] } else { B::NONE };
                let line = before | B::cell(cell);
                line.each(|reached| lines[reached as usize] = line);
            });
        }
        free.each(|cell| {
            self.left_end[cell as usize] = self.across[cell as usize].first();
            self.top_end[cell as usize] = self.down[cell as usize].first();
        });
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> (u8, u8) {
        (self.rows, self.columns)
    }

    /// The kind of a square: a free cell, a barrier or a number.
    pub fn site(&self, cell: u8) -> Site {
        if self.free.has(cell) {
            Site::Free
        } else if self.numbered.has(cell) {
            Site::Number(self.numbers.get(cell))
        } else {
            Site::Barrier
        }
    }

    /// The cells that a lamp in `cell` lights, `cell` included.
    #[inline(always)]
    pub(super) fn light(&self, cell: u8) -> B {
        self.across[cell as usize] | self.down[cell as usize]
    }

    /// Four sets: the cells with a cell of `set` to their left, to their right, above them and below them.
    #[inline(always)]
    fn shifted(&self, set: B) -> [B; 4] {
        let columns = u32::from(self.columns);
        // A single row has no cells above or below. If it fills the word, the shift would be out of range.
        let (down, up) = if self.rows == 1 { (B::NONE, B::NONE) } else { (set << columns, set >> columns) };
        [(set & self.not_last) << 1, (set & self.not_first) >> 1, down & self.all, up]
    }

    /// The cells beside a cell of `set`.
    #[inline(always)]
    pub(super) fn beside(&self, set: B) -> B {
        let [left, right, above, below] = self.shifted(set);
        left | right | above | below
    }

    /// For every cell, how many of its neighbours are in `set`.
    #[inline(always)]
    pub(super) fn around(&self, set: B) -> Digits<B> {
        let [a, b, c, d] = self.shifted(set);
        let (one, other) = (a ^ b, c ^ d);
        let (two, both) = (a & b, c & d);
        Digits([one ^ other, (two ^ both) | (one & other), two & both])
    }
}

/// A board as read from a map, before the width of its sets of cells is chosen.
#[derive(Clone, Debug)]
pub struct LampMap {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// The squares in reading order.
    pub sites: Vec<Site>,
}

/// Reads a map: a line for each row, `.` a free cell, `#` a barrier, a digit from 0 to 4 a numbered barrier. White
/// space at the end of a line, empty lines at the end and a byte order mark at the beginning are ignored.
///
/// # Errors
/// [`Misread`] for another character, a row of another length, an empty map, more than [`MOST_CELLS`] cells.
///
/// ```
/// use loyd_puzzles::light_up::Site;
/// use loyd_puzzles::light_up::board::map;
/// let corner = map("1..\n..#\n").unwrap();
/// assert_eq!((corner.rows, corner.columns, corner.sites[0]), (2, 3, Site::Number(1)));
/// assert!(map("1..\n..").unwrap_err().to_string().starts_with("line 2, column 3: found end of line"));
/// ```
pub fn map(text: &str) -> Result<LampMap, Misread> {
    const SQUARES: &str = "`.` for a free cell, `#` for a barrier or a digit from 0 to 4 for a numbered one";
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = text.trim_end();
    if whole.is_empty() {
        return Err(ended(text, format!("a map: a line for each row, {SQUARES}")));
    }
    let mut sites = Vec::new();
    let mut columns = 0;
    let mut rows = 0;
    for (index, row) in whole.lines().map(str::trim_end).enumerate() {
        let line = index + 1;
        let mut length = 0;
        for (at, character) in row.char_indices() {
            let here = Token { text: &row[at..at + character.len_utf8()], line, column: length + 1 };
            sites.push(match character {
                '.' => Site::Free,
                '#' => Site::Barrier,
                '0'..='4' => Site::Number(character as u8 - b'0'),
                _ => return Err(here.misread(SQUARES)),
            });
            length += 1;
            if rows > 0 && length > columns {
                return Err(here.misread(format!("a row of {columns} squares, as long as the first")));
            }
            if sites.len() > MOST_CELLS {
                return Err(here.misread(format!("no more than {MOST_CELLS} squares")));
            }
        }
        if rows > 0 && length < columns || length == 0 {
            let expected = match columns {
                0 => format!("a row of squares: {SQUARES}"),
                _ => format!("a row of {columns} squares, as long as the first"),
            };
            return Err(Misread { line, column: length + 1, found: "end of line".into(), expected });
        }
        (columns, rows) = (length, rows + 1);
    }
    Ok(LampMap { rows: exact::<u8>(rows), columns: exact::<u8>(columns), sites })
}
