//! The board: its cells, their places, and their neighbours.

use loyd_core::exact::exact;
use loyd_core::text::{Misread, ended, quoted};

/// The most cells of a board: one byte numbers them.
pub const MOST_CELLS: usize = 256;

/// A connected set of at least two squares of a grid. The squares are numbered row by row from the top, each row from
/// the left.
///
/// ```
/// use loyd_puzzles::sliding::board::Board;
/// let board = Board::parse("##.\n.##").unwrap();
/// assert_eq!(board.cells(), 4);
/// assert_eq!(board.place(2), (1, 1));
/// assert_eq!(board.neighbours(1), [0, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// The cell at each square of the bounding rectangle, row by row.
    squares: Vec<Option<u8>>,
    places: Vec<(u8, u8)>,
    neighbours: Vec<Vec<u8>>,
}

impl Board {
    /// A full rectangle of 2 to 256 cells; `None` for any other number of cells.
    ///
    /// ```
    /// use loyd_puzzles::sliding::board::Board;
    /// assert_eq!(Board::rectangle(3, 3).unwrap().neighbours(4), [1, 3, 5, 7]);
    /// assert!(Board::rectangle(1, 1).is_none() && Board::rectangle(17, 16).is_none());
    /// ```
    pub fn rectangle(rows: usize, columns: usize) -> Option<Board> {
        let cells = rows.checked_mul(columns).filter(|cells| (2..=MOST_CELLS).contains(cells))?;
        Some(Board::of((0..cells).map(|cell| (cell / columns, cell % columns)).collect()))
    }

    /// The board of HDU 4021: a square of four by four with two cells on each of its sides.
    ///
    /// ```
    /// let board = loyd_puzzles::sliding::board::Board::hdu4021();
    /// assert_eq!((board.cells(), board.place(0), board.place(23)), (24, (0, 1), (5, 4)));
    /// ```
    pub fn hdu4021() -> Board {
        Board::parse(".#..#.\n######\n.####.\n.####.\n######\n.#..#.").expect("a connected map of 24 cells")
    }

    /// Reads a map: `#` is a cell, `.` is a hole. Blanks at the end of a line and empty lines around the map are
    /// ignored; empty rows and columns around the cells are removed.
    ///
    /// # Errors
    /// [`Misread`] for any other character, and for fewer than 2 cells, more than 256, or cells that are not connected.
    ///
    /// ```
    /// use loyd_puzzles::sliding::board::Board;
    /// let apart = Board::parse("##\n..\n.#").unwrap_err();
    /// assert_eq!((apart.line, apart.column), (3, 2));
    /// ```
    pub fn parse(map: &str) -> Result<Board, Misread> {
        let map = map.strip_prefix('\u{feff}').unwrap_or(map);
        let mut squares = Vec::new();
        for (row, line) in map.split('\n').enumerate() {
            for (column, character) in line.trim_end_matches([' ', '\t', '\r']).chars().enumerate() {
                let misread = |expected: &str| Misread {
                    line: row + 1,
                    column: column + 1,
                    found: quoted(character.encode_utf8(&mut [0; 4])),
                    expected: expected.into(),
                };
                match character {
                    '.' => {}
                    '#' if squares.len() == MOST_CELLS => return Err(misread("no more than 256 cells (`#`)")),
                    '#' => squares.push((row, column)),
                    _ => return Err(misread("`#` for a cell or `.` for a hole")),
                }
            }
        }
        if squares.len() < 2 {
            return Err(ended(map, format!("at least 2 cells (`#`), but there are only {}", squares.len())));
        }
        let board = Board::of(squares.clone());
        let distances = board.distances(0);
        match distances.iter().position(Option::is_none) {
            None => Ok(board),
            Some(apart) => Err(Misread {
                line: squares[apart].0 + 1,
                column: squares[apart].1 + 1,
                found: "a cell that is cut off".into(),
                expected: "every cell to be connected with the first by its sides".into(),
            }),
        }
    }

    /// Makes the board of these squares, given in reading order, and moves them to the upper left corner.
    fn of(mut squares: Vec<(usize, usize)>) -> Board {
        let top = squares.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = squares.iter().map(|&(_, column)| column).min().unwrap_or(0);
        squares.iter_mut().for_each(|(row, column)| (*row, *column) = (*row - top, *column - left));
        let cell_at = |row: Option<usize>, column: Option<usize>| {
            squares.binary_search(&(row?, column?)).ok().map(|cell| exact::<u8>(cell))
        };
        let neighbours = squares.iter().map(|&(row, column)| {
            let up = cell_at(row.checked_sub(1), Some(column));
            let left = cell_at(Some(row), column.checked_sub(1));
            let right = cell_at(Some(row), Some(column + 1));
            let down = cell_at(Some(row + 1), Some(column));
            [up, left, right, down].into_iter().flatten().collect()
        });
        let neighbours = neighbours.collect();
        let rows = squares.iter().map(|&(row, _)| row + 1).max().unwrap_or(0);
        let columns = squares.iter().map(|&(_, column)| column + 1).max().unwrap_or(0);
        // A map with more rows and columns is not connected and is refused afterwards, so its squares are not stored.
        let drawn = if rows + columns <= MOST_CELLS + 1 { rows * columns } else { 0 };
        let squares_of = (0..drawn).map(|at| cell_at(Some(at / columns), Some(at % columns)));
        let squares_of = squares_of.collect();
        let near = |place: usize| u8::try_from(place).unwrap_or(u8::MAX);
        let places = squares.iter().map(|&(row, column)| (near(row), near(column))).collect();
        Board { rows, columns, squares: squares_of, places, neighbours }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The numbers of rows and columns of the bounding rectangle.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Whether the board is a full rectangle, without holes.
    pub fn is_rectangle(&self) -> bool {
        self.cells() == self.rows * self.columns
    }

    /// The row and the column of a cell, from 0.
    pub fn place(&self, cell: u8) -> (u8, u8) {
        self.places[usize::from(cell)]
    }

    /// The place of a cell for people: `row 1, column 2`, counted from 1.
    pub fn place_name(&self, cell: u8) -> String {
        let (row, column) = self.place(cell);
        format!("row {}, column {}", u16::from(row) + 1, u16::from(column) + 1)
    }

    /// The cell at a row and a column, from 0; `None` for a hole or outside.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<u8> {
        let inside = row < self.rows && column < self.columns;
        inside.then(|| self.squares[row * self.columns + column]).flatten()
    }

    /// The neighbours of a cell, ascending: up, left, right, down.
    pub fn neighbours(&self, cell: u8) -> &[u8] {
        &self.neighbours[usize::from(cell)]
    }

    /// The colour of a cell, if the squares are coloured like a chessboard. Every step changes the colour.
    pub fn is_dark(&self, cell: u8) -> bool {
        let (row, column) = self.place(cell);
        (row ^ column) & 1 == 1
    }

    /// The rotations and reflections of the board onto itself, as the image of each cell. The first is the identity.
    ///
    /// ```
    /// use loyd_puzzles::sliding::board::Board;
    /// assert_eq!(Board::rectangle(3, 3).unwrap().symmetries().len(), 8);
    /// assert_eq!(Board::rectangle(2, 3).unwrap().symmetries()[1], [2, 1, 0, 5, 4, 3]);
    /// ```
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let (rows, columns) = self.size();
        let image = |row: usize, column: usize, way: usize| {
            let column = if way & 1 == 1 { columns - 1 - column } else { column };
            let row = if way & 2 == 2 { rows - 1 - row } else { row };
            if way & 4 == 4 { (column, row) } else { (row, column) }
        };
        let all = (0..8).filter_map(|way| {
            let cells = self.places.iter().map(|&(row, column)| {
                let (row, column) = image(row.into(), column.into(), way);
                self.cell_at(row, column)
            });
            cells.collect::<Option<Vec<u8>>>()
        });
        all.collect()
    }

    /// The number of steps from `from` to every cell; `None` for a cell that is not connected.
    ///
    /// # Complexity
    /// O(cells).
    pub fn distances(&self, from: u8) -> Vec<Option<u8>> {
        let mut distances = vec![None; self.cells()];
        distances[usize::from(from)] = Some(0);
        let mut layer = vec![from];
        for distance in 1..=255 {
            let mut next = Vec::new();
            for &cell in layer.iter().flat_map(|&cell| self.neighbours(cell)) {
                let known = &mut distances[usize::from(cell)];
                if known.is_none() {
                    *known = Some(distance);
                    next.push(cell);
                }
            }
            layer = next;
        }
        distances
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Every connected shape of `count` cells, in one position each. Turned or mirrored shapes are separate shapes.
    pub fn shapes(count: usize) -> Vec<Board> {
        let mut shapes = std::collections::BTreeSet::from([vec![(0i32, 0i32)]]);
        for _ in 1..count {
            let mut larger = std::collections::BTreeSet::new();
            for shape in &shapes {
                for &(row, column) in shape {
                    for step in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                        let square = (row + step.0, column + step.1);
                        if !shape.contains(&square) {
                            let mut shape = shape.clone();
                            shape.push(square);
                            let top = shape.iter().map(|square| square.0).min().unwrap();
                            let left = shape.iter().map(|square| square.1).min().unwrap();
                            shape.iter_mut().for_each(|square| *square = (square.0 - top, square.1 - left));
                            shape.sort_unstable();
                            larger.insert(shape);
                        }
                    }
                }
            }
            shapes = larger;
        }
        let plain = |shape: Vec<(i32, i32)>| shape.into_iter().map(|(row, column)| (row as usize, column as usize));
        shapes.into_iter().map(|shape| Board::of(plain(shape).collect())).collect()
    }

    #[test]
    fn there_are_as_many_shapes_as_known() {
        // OEIS A001168: fixed polyominoes with n cells.
        let counts: Vec<usize> = (1..=7).map(|count| shapes(count).len()).collect();
        assert_eq!(counts, [1, 2, 6, 19, 63, 216, 760]);
    }

    #[test]
    fn maps_are_read_as_people_write_them() {
        let plain = Board::parse("##.\n.##").unwrap();
        for map in
            ["##.\n.##\n", "##.\r\n.##\r\n", "\u{feff}##\n.##", "##. \t\n.##  \n\n\n", "\n\n.##.\n..##", "##\n.##\n..."]
        {
            assert_eq!(Board::parse(map), Ok(plain.clone()), "{map:?}");
        }
        assert_eq!(Board::parse(&"#".repeat(256)).unwrap().size(), (1, 256));
        assert_eq!(Board::parse(&"#\n".repeat(256)).unwrap().place(255), (255, 0));
    }

    #[test]
    fn maps_that_are_none_say_where() {
        let say = |map: &str| Board::parse(map).unwrap_err().to_string();
        assert!(say("").contains("line 1, column 1: found end of text, expected at least 2 cells"));
        assert!(say("...\n").contains("only 0"));
        assert!(say("#\n").contains("only 1"));
        assert!(say("##\n#x").contains("line 2, column 2: found `x`, expected `#` for a cell or `.` for a hole"));
        assert!(say("##\n#\0").contains("found `\\0`"));
        assert!(say(" ##").contains("line 1, column 1: found ` `"));
        assert!(say("##\n\n##").contains("line 3, column 1: found a cell that is cut off"));
        assert!(say("#.\n.#").contains("line 2, column 2: found a cell that is cut off"));
        assert!(say(&format!("#{}#", "\n".repeat(100_000))).contains("line 100001, column 1"));
        assert!(say(&format!("#{}#", ".".repeat(100_000))).contains("line 1, column 100002"));
        assert!(say(&"#".repeat(257)).contains("column 257: found `#`, expected no more than 256"));
        assert!(say(&"#".repeat(10_000_000)).contains("column 257"));
    }

    #[test]
    fn distances_are_those_of_the_plane_without_holes_and_longer_around_one() {
        let board = Board::rectangle(3, 4).unwrap();
        assert_eq!(board.distances(0)[11], Some(5));
        let bent = Board::parse("#.#\n###").unwrap();
        assert_eq!(bent.distances(0)[1], Some(4));
        assert_eq!(Board::rectangle(1, 256).map(|board| board.distances(0)[255]), Some(Some(255)));
    }
}
