//! A position packed in one word, and its rank.

use loyd_core::exact::exact;
use std::ops::Range;

/// A colour of two opposite faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The colour on top at the start.
    White = 0,
    /// The colour in front at the start.
    Red = 1,
    /// The colour at the sides at the start.
    Blue = 2,
}

impl Colour {
    /// All three, in the order they are numbered.
    pub const ALL: [Colour; 3] = [Colour::White, Colour::Red, Colour::Blue];

    /// `W`, `R` or `B`.
    pub fn letter(self) -> char {
        ['W', 'R', 'B'][self as usize]
    }
}

/// The orientation of a cube. The two colours differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    /// The colour on top.
    pub top: Colour,
    /// The colour in front (and behind).
    pub front: Colour,
}

impl Cube {
    /// Whether top, front, side are an odd permutation of white, red, blue.
    fn is_odd(self) -> bool {
        (self.top as u8 + 2) % 3 == self.front as u8
    }

    fn lying(top: u32, odd: bool) -> Self {
        let front = (top as usize + 1 + usize::from(odd)) % 3;
        Cube { top: Colour::ALL[top as usize], front: Colour::ALL[front] }
    }
}

/// The number of states.
pub const STATES: u64 = 9 * 6u64.pow(8);

/// The number of views from above: nine cells for the blank, three colours for each cube.
pub const VIEWS: u64 = 9 * 3u64.pow(8);

/// A position: three bits for each cell, cell 0 lowest, and above them the blank's cell. Two bits are the colour on
/// top, one bit is the class; the blank cell has 0.
///
/// The class of a cube is 1 if its orientation is odd on a corner or the centre, or even on an edge. No roll changes
/// the class, so it is 1 for the cubes that begin on an edge. Class, cell and top determine the orientation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CubesState(u32);

/// The view from above: tops and blank, packed as a [`CubesState`] whose classes are all 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tops(u32);

const CELL: u32 = 0b111;
const TOP: u32 = 0b011;
const CLASS: u32 = 0b100;
const BLANK: u32 = 27;
/// The class bits of all nine cells.
const CLASSES: u32 = 0o444_444_444;

/// The three bits of a cube after a roll: a nibble for each value before, by direction (1: up or down) and the colour
/// of the cell that the cube leaves. A cube of even orientation shows its next colour when rolled up or down, and the
/// previous one when rolled sideways; with an odd orientation, it is the other way round.
#[expect(clippy::cast_possible_truncation, reason = "a value has three bits")]
const ROLLED: [[u32; 2]; 2] = {
    let mut table = [[0; 2]; 2];
    let mut index = 0;
    while index < 4 * 6 {
        let (vertical, colour) = (index / 12, index / 6 % 2);
        let (class, top) = (index / 3 % 2, index % 3);
        let even = class == colour;
        let next = if even == (vertical == 1) { 1 } else { 2 };
        let value = (class << 2) + (top + next) % 3;
        table[vertical][colour] |= (value as u32) << ((class << 2 | top) * 4);
        index += 1;
    }
    table
};

impl CubesState {
    /// The start: all cubes lie alike, and the blank is in the given cell (0 to 8, row by row).
    pub fn start(blank: u8) -> Self {
        let cube = Cube { top: Colour::White, front: Colour::Red };
        let cells = std::array::from_fn(|cell| (cell != usize::from(blank)).then_some(cube));
        CubesState::pack(&cells).expect("a blank and eight cubes")
    }

    /// Packs the cells, row by row; `None` unless exactly one is blank and every cube's top and front differ.
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub fn pack(cells: &[Option<Cube>; 9]) -> Option<Self> {
        let tops = Tops::pack(&cells.map(|cube| cube.map(|cube| cube.top)))?;
        let mut word = tops.0;
        for (cell, cube) in cells.iter().enumerate() {
            if let Some(cube) = cube {
                if cube.top == cube.front {
                    return None;
                }
                word |= (u32::from(cube.is_odd()) ^ cell as u32 & 1) << (3 * cell + 2);
            }
        }
        Some(CubesState(word))
    }

    /// The cube in a cell; `None` for the blank.
    pub fn cube(self, cell: u8) -> Option<Cube> {
        let bits = self.0 >> (3 * cell);
        (cell != self.blank()).then(|| Cube::lying(bits & TOP, (bits & CLASS != 0) != (cell & 1 != 0)))
    }

    /// The blank's cell.
    #[inline(always)]
    pub fn blank(self) -> u8 {
        (self.0 >> BLANK) as u8
    }

    /// The view from above.
    #[inline(always)]
    pub fn tops(self) -> Tops {
        Tops(self.0 & !CLASSES)
    }

    /// The class of the cube in a cell.
    #[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
    pub(super) fn class(self, cell: u8) -> u8 {
        self.0.wrapping_shr(3 * u32::from(cell) + 2) as u8 & 1
    }

    /// The number of cubes of class 1, which never changes.
    pub fn odd_cubes(self) -> u32 {
        (self.0 & CLASSES).count_ones()
    }

    /// The state after the cube in `from`, next to the blank, rolled into the blank. Rolling back restores the state.
    #[inline(always)]
    #[must_use]
    pub fn rolled(self, from: u8) -> Self {
        let to = self.blank();
        let cube = self.cube_bits(from);
        let cells = self.0 & ((1 << BLANK) - 1) & !CELL.wrapping_shl(3 * u32::from(from));
        CubesState(cells | roll(cube, from, to).wrapping_shl(3 * u32::from(to)) | u32::from(from) << BLANK)
    }

    /// The bits of the cube in a cell. Cells are below 9, so the shift is below 32.
    #[inline(always)]
    fn cube_bits(self, cell: u8) -> u32 {
        self.0.wrapping_shr(3 * u32::from(cell)) & CELL
    }

    /// The colour on top of the cube in `from` once it has rolled into the blank.
    #[inline(always)]
    pub(super) fn top_after(self, from: u8) -> u32 {
        roll(self.cube_bits(from), from, self.blank()) & TOP
    }

    /// The rank of the state; see [`Ranked`](loyd_core::puzzle::Ranked) for [`RollingCubes`](super::RollingCubes).
    #[inline]
    pub fn rank(self) -> u64 {
        let (classes, tops) = digits(self.0);
        u64::from(PLACES[usize::from(classes)]) * VIEWS + u64::from((self.0 >> BLANK) * 6561 + tops)
    }

    /// The state of a rank below [`STATES`].
    #[inline]
    pub fn unrank(rank: u64) -> Self {
        let (place, view) = (rank / VIEWS, (rank % VIEWS) as u32);
        Tops::from_view(view).with_classes(ORDER[exact::<usize>(place)])
    }
}

#[inline(always)]
fn roll(cube: u32, from: u8, to: u8) -> u32 {
    let vertical = usize::from(from.abs_diff(to) == 3);
    ROLLED[vertical][usize::from(from & 1)].wrapping_shr(cube * 4) & CELL
}

/// The classes of the eight cubes in reading order, one bit each, and their tops in base 3, lowest first.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "fields of a word are taken out of it")]
fn digits(word: u32) -> (u8, u32) {
    let below = 1_u32.wrapping_shl(3 * (word >> BLANK)).wrapping_sub(1);
    let cubes = word & below | word >> 3 & !below & 0o77_777_777;
    let (low, high) = (HALVES[cubes as usize & 0xfff], HALVES[cubes as usize >> 12]);
    ((low >> 8 | high >> 8 << 4) as u8, u32::from(low & 0xff) + 81 * u32::from(high & 0xff))
}

/// For four cubes of three bits: their classes, and below them their tops in base 3.
#[expect(clippy::cast_possible_truncation, reason = "classes have four bits, and the tops are below 81")]
static HALVES: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut index = 0;
    while index < 4096 {
        let (mut cube, mut classes, mut tops) = (4, 0, 0);
        while cube > 0 {
            cube -= 1;
            let bits = index >> (3 * cube) & 7;
            classes = classes << 1 | bits >> 2;
            tops = tops * 3 + (bits & 3);
        }
        table[index] = (classes << 8 | tops & 0xff) as u16;
        index += 1;
    }
    table
};

/// The tops of four cubes, three bits each, by their number in base 3.
#[expect(clippy::cast_possible_truncation, reason = "an index is below 81")]
static FOUR_TOPS: [u16; 81] = {
    let mut table = [0; 81];
    let mut index = 0;
    while index < 81 {
        let (mut cube, mut rest) = (0, index as u16);
        while cube < 4 {
            table[index] |= (rest % 3) << (3 * cube);
            rest /= 3;
            cube += 1;
        }
        index += 1;
    }
    table
};

/// The class bits of eight cubes, in a word of three bits for each cube.
#[expect(clippy::cast_possible_truncation, reason = "one bit is meant")]
static EIGHT_CLASSES: [u32; 256] = {
    let mut table = [0; 256];
    let mut classes = 0;
    while classes < 256 {
        let mut cube = 0;
        while cube < 8 {
            table[classes] |= ((classes >> cube & 1) as u32) << (3 * cube + 2);
            cube += 1;
        }
        classes += 1;
    }
    table
};

/// The numbers of class-1 cubes, in the order in which their parts are ranked: the parts of the start cells first.
const PARTS: [u32; 9] = [4, 3, 5, 2, 6, 1, 7, 0, 8];

/// The classes of eight cubes in the order in which they are ranked: part by part, ascending within.
#[expect(clippy::cast_possible_truncation, reason = "classes are below 256")]
const ORDER: [u8; 256] = {
    let mut table = [0; 256];
    let (mut place, mut part) = (0, 0);
    while part < 9 {
        let mut classes = 0;
        while classes < 256u32 {
            if classes.count_ones() == PARTS[part] {
                table[place] = classes as u8;
                place += 1;
            }
            classes += 1;
        }
        part += 1;
    }
    table
};

/// The inverse of [`ORDER`].
#[expect(clippy::cast_possible_truncation, reason = "a place is below 256")]
const PLACES: [u8; 256] = {
    let mut table = [0; 256];
    let mut place = 0;
    while place < 256 {
        table[ORDER[place] as usize] = place as u8;
        place += 1;
    }
    table
};

/// The ranks of all states with that many cubes of class 1. Each of these states reaches exactly these states.
///
/// # Panics
/// If `odd_cubes` is above eight.
pub fn part(odd_cubes: u32) -> Range<u64> {
    assert!(odd_cubes <= 8, "there are eight cubes");
    let first = ORDER.iter().position(|classes| classes.count_ones() == odd_cubes).expect("every count occurs");
    let places = ORDER.iter().filter(|classes| classes.count_ones() == odd_cubes).count();
    first as u64 * VIEWS..(first + places) as u64 * VIEWS
}

impl Tops {
    /// White all over, the blank in the centre.
    pub const STANDARD: Tops = Tops(4 << BLANK);

    /// Packs the colours, row by row; `None` unless exactly one cell is blank.
    pub fn pack(cells: &[Option<Colour>; 9]) -> Option<Self> {
        let blank = cells.iter().position(Option::is_none)?;
        let mut word = exact::<u32>(blank) << BLANK;
        for (cell, colour) in cells.iter().enumerate().filter(|(cell, _)| *cell != blank) {
            word |= ((*colour)? as u32) << (3 * cell);
        }
        Some(Tops(word))
    }

    /// The colour in a cell; `None` for the blank.
    pub fn colour(self, cell: u8) -> Option<Colour> {
        (cell != self.blank()).then(|| Colour::ALL[(self.0 >> (3 * cell) & TOP) as usize])
    }

    /// The number of the colour in a cell, 0 for the blank.
    #[inline(always)]
    pub(super) fn top(self, cell: u8) -> u32 {
        self.0 >> (3 * cell) & TOP
    }

    /// The blank's cell.
    #[inline(always)]
    pub fn blank(self) -> u8 {
        (self.0 >> BLANK) as u8
    }

    /// The number of this view, below [`VIEWS`]: the remainder of a state's rank divided by [`VIEWS`].
    #[inline]
    pub fn view(self) -> u32 {
        (self.0 >> BLANK) * 6561 + digits(self.0).1
    }

    /// The view with a number below [`VIEWS`].
    #[inline]
    pub fn from_view(view: u32) -> Self {
        let (blank, tops) = (view / 6561, view % 6561);
        let cubes = u32::from(FOUR_TOPS[tops as usize % 81]) | u32::from(FOUR_TOPS[tops as usize / 81]) << 12;
        Tops(spread(cubes, blank) | blank << BLANK)
    }

    /// The state with this view and the given classes, in reading order of the cubes, the first in the lowest bit.
    #[inline]
    pub fn with_classes(self, classes: u8) -> CubesState {
        CubesState(self.0 | spread(EIGHT_CLASSES[usize::from(classes)], self.0 >> BLANK))
    }

    /// The cells whose colours differ between two views, one bit for each cell, without the blanks of both views.
    pub(super) fn differences(self, other: Tops) -> u16 {
        let differ = (0..9).filter(|&cell| {
            let (mine, its) = (self.colour(cell), other.colour(cell));
            mine.is_some() && its.is_some() && mine != its
        });
        differ.fold(0, |cells, cell| cells | 1 << cell)
    }

    /// Mirrors a view so that the start cell becomes cell 0 (a corner), 1 (an edge) or 4 (the centre). The number of
    /// rolls from the new start to the new view is the number from the old start to the old view.
    ///
    /// Left and right, or top and bottom, may be exchanged at will, because opposite faces of a cube are equal.
    /// Exchanging rows and columns exchanges the front faces with the side faces. Then red and blue are exchanged as
    /// well, so that all cubes lie as at the start.
    ///
    /// ```
    /// use loyd_puzzles::rolling_cubes::Tops;
    /// let read = |text| Tops::read(text).unwrap();
    /// assert_eq!(read("EWR/WWW/WWB").from_standard_start(5), (1, read("BWR/WWW/EWW")));
    /// ```
    pub fn from_standard_start(self, start: u8) -> (u8, Tops) {
        let (row, column) = (start / 3, start % 3);
        let (upside_down, mirrored) = (row == 2, column == 2);
        let transposed = row == 1 && column != 1;
        let flipped = |place: u8, flip: bool| if flip { 2 - place } else { place };
        let source = |cell: u8| {
            let (row, column) = if transposed { (cell % 3, cell / 3) } else { (cell / 3, cell % 3) };
            flipped(row, upside_down) * 3 + flipped(column, mirrored)
        };
        let colour = |colour: Colour| match (transposed, colour) {
            (true, Colour::Red) => Colour::Blue,
            (true, Colour::Blue) => Colour::Red,
            _ => colour,
        };
        let cells = std::array::from_fn(|cell| self.colour(source(exact::<u8>(cell))).map(colour));
        let start = (0..9).find(|&cell| source(cell) == start).expect("a mirror keeps all cells");
        (start, Tops::pack(&cells).expect("a mirror keeps the blank"))
    }
}

/// Spreads eight cubes of three bits over nine cells, with 0 for the blank.
#[inline(always)]
fn spread(cubes: u32, blank: u32) -> u32 {
    let below = (1 << (3 * blank)) - 1;
    cubes & below | (cubes & !below) << 3
}
