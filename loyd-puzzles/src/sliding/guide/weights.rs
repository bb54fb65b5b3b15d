//! The weights of single tiles and of neighbours for the [guide](super): fitted, not proved.
//!
//! The estimate for a position is the sum of the weights of its tiles and its pairs of neighbours. First the weights
//! were fitted, by least squares, to the moves that beams needed from some 50,000 positions of 6x6 and 8x8. Then they
//! learned from their own beams on 10x10: by logistic regression, the sum had to distinguish the state on the solution
//! from other states of the same layer with the blank in the same cell. The next beams ran with the new weights: nine
//! rounds, of some dozens of boards each. The last six rounds are averaged here (record/tuning.md).
//!
//! Rows and columns have the same weights: a column is weighed as the row that it becomes when the board is mirrored at
//! its diagonal. All weights are in thirty-seconds of a move.

use loyd_core::exact::exact;

/// The greatest distance from home that codes distinguish, in rows and in columns.
const NEAR: i32 = 2;

/// The code of the blank.
pub(super) const BLANK: u8 = 25;

/// The code of whatever stays: a tile of a solved line, or the place beside a cell where no cell is.
pub(super) const WALL: u8 = 26;

/// The number of codes.
pub(super) const CODES: usize = 27;

/// The code of a tile that is so many rows below and columns to the right of its home.
pub(super) fn code(rows: i32, columns: i32) -> u8 {
    exact::<u8>((rows.clamp(-NEAR, NEAR) + NEAR) * (2 * NEAR + 1) + columns.clamp(-NEAR, NEAR) + NEAR)
}

/// The code of the tile when the board is mirrored at its diagonal, so that rows become columns.
pub(super) fn turned(code: u8) -> u8 {
    let side = exact::<u8>(2 * NEAR + 1);
    if code < BLANK { code % side * side + code / side } else { code }
}

/// The weight of a tile, by its line and its distance from home; `aslant`: in neither its own row nor its own column.
#[expect(clippy::cast_possible_truncation, reason = "distances on a board are below 2^15")]
pub(super) fn alone(line: usize, distance: u8, aslant: bool) -> i16 {
    let weights = &ALONE[line][usize::from(aslant)];
    let (distance, last) = (usize::from(distance), DISTANCES - 1);
    let beyond = distance.saturating_sub(last) as i16;
    weights[distance.min(last)] + beyond * (weights[last] - weights[last - 1])
}

/// The weight of two tiles that are in their own line in the wrong order.
pub(super) const CROSSING: i32 = 37;

/// The number of classes of border lines with different weights: the first unsolved line, the next ones, all others.
pub(super) const LINES: usize = 5;

/// The number of distances with different weights. Each further step adds as much as the last one did.
const DISTANCES: usize = 19;

/// The weights of a tile: by its line, whether it is in neither its own row nor its own column, and its distance.
#[rustfmt::skip]
const ALONE: [[[i16; DISTANCES]; 2]; LINES] = [
    [[146, 119, 152, 252, 377, 525, 669, 830, 1012, 1217, 1381, 1601, 1838, 2091, 2359, 2644, 2945, 3261, 3594],
     [146, 56, 133, 195, 303, 422, 556, 703, 873, 1057, 1256, 1480, 1726, 1992, 2289, 2563, 2881, 3197, 3520]],
    [[129, 107, 131, 222, 323, 443, 570, 701, 835, 1001, 1141, 1311, 1493, 1685, 1889, 2104, 2330, 2568, 2816],
     [129, 54, 118, 170, 266, 367, 481, 605, 735, 875, 1025, 1202, 1391, 1601, 1813, 2040, 2257, 2520, 2742]],
    [[105, 97, 120, 192, 286, 385, 500, 625, 743, 847, 981, 1117, 1262, 1415, 1575, 1744, 1921, 2105, 2298],
     [105, 52, 104, 146, 232, 325, 426, 537, 655, 781, 915, 1044, 1197, 1366, 1531, 1659, 1868, 2033, 2221]],
    [[105, 107, 125, 193, 274, 371, 486, 582, 697, 802, 901, 1021, 1147, 1280, 1419, 1564, 1716, 1874, 2039],
     [105, 51, 115, 150, 229, 311, 397, 502, 604, 709, 823, 945, 1085, 1225, 1360, 1505, 1642, 1809, 1962]],
    [[117, 107, 121, 185, 270, 371, 466, 572, 676, 797, 901, 1021, 1147, 1280, 1419, 1564, 1716, 1874, 2039],
     [117, 51, 111, 142, 220, 300, 394, 492, 592, 699, 810, 930, 1057, 1188, 1347, 1513, 1648, 1798, 1962]],
];

/// The weights of two neighbours, by the [codes](code) of the left tile and of the right tile.
#[rustfmt::skip]
pub(super) const PAIRS: [[i8; CODES]; CODES] = [
    [-13, 3, 8, 2, -18, 0, 14, 14, -1, 3, 0, 10, 29, 11, 5, -10, 1, 8, 10, -2, -22, -5, -2, -5, -17, -26, 0],
    [9, 24, 16, 12, -2, 16, 23, 13, 11, 11, 11, 15, 27, 13, 12, 11, 0, 6, 7, 4, -7, 0, 9, 1, -15, 4, 0],
    [8, 18, 25, 10, -5, 19, 20, 21, 1, 2, 17, 8, 7, -9, 3, 11, 4, -1, -5, 1, -6, -3, 1, -3, -7, 6, 16],
    [13, 18, 24, 9, -9, 15, 5, 11, -2, -9, 18, 13, 11, -5, -1, 1, 0, 5, 1, -13, -5, -3, 0, -4, -21, 9, 11],
    [2, 6, 0, -2, -31, 2, -3, -6, -14, -31, 10, -5, -4, -9, -30, 6, -2, -4, -12, -36, -10, -13, -11, -17, -43, 1, 15],
    [-9, 5, 5, 9, -3, -1, 15, 17, 12, 28, 3, 16, 37, 30, 29, 1, 10, 12, 17, 23, -22, 4, 5, 6, -5, -14, 0],
    [0, 7, -1, 4, -7, 7, 9, 0, 2, 10, 6, 10, 17, 7, 13, 10, -2, 5, 4, 16, -11, 0, 4, -3, 2, 3, 0],
    [8, 20, 19, 15, 2, 14, 11, 25, 0, 4, 5, -3, -6, -27, 7, 13, -7, -10, -4, 2, -5, 0, -4, 2, -9, 0, -23],
    [5, 22, 14, 22, 5, 11, -3, 4, 7, 16, 13, 2, -13, -16, -5, 2, 2, -8, -10, -13, -8, 3, -3, -5, -11, 4, -15],
    [4, 25, 11, 6, -13, 15, 15, -3, -11, -16, 14, 7, -2, -8, -18, 2, 4, 1, -7, -14, 2, 2, 2, -3, -22, 11, 5],
    [-9, 6, 15, 5, 10, 1, 11, 17, 15, 28, -4, 4, 2, 21, 14, -8, 7, 11, 13, 20, -18, 4, -3, 3, 3, -9, 0],
    [1, 10, -6, 6, 3, 6, -11, -9, -12, 19, -1, -26, 0, 101, 8, -3, -14, -12, -3, 18, -6, -1, -12, -3, -3, -3, 0],
    [-4, 2, 0, 15, 4, 10, -12, -17, 22, 25, -5, -13, -36, 0, 13, 2, -10, -23, 22, 30, -12, 0, -3, 11, -11, 7, -44],
    [7, 17, 9, 4, 4, 12, -3, -3, -8, 7, 7, -3, -15, -34, 1, 10, -9, -12, -14, 3, -6, 9, -6, 0, -4, 11, -12],
    [13, 11, 7, -1, -19, 17, 10, 2, 2, -7, 16, 7, -7, -19, -28, 7, 3, -2, -12, -14, -1, 11, 4, 0, -24, 13, -1],
    [-10, -1, 0, 6, -1, -5, 5, 16, 15, 20, -9, 12, 25, 24, 31, -8, 12, 6, 6, 18, -25, -7, -5, -5, -9, -19, 0],
    [-1, 6, 1, 3, -2, 6, 0, 4, 10, 8, 1, -9, 8, 21, 19, 0, -6, 0, -15, 3, -13, -7, -10, -2, -6, 0, 0],
    [-2, -2, 1, 6, -1, 22, -2, -10, 0, 11, 3, -9, -18, -28, 10, 1, -4, 9, 0, 10, -5, 3, 7, 6, 0, 0, -33],
    [0, 4, 4, -7, -6, 10, 3, -4, -10, -9, 5, -4, -15, -21, -12, 8, -4, -5, -7, -1, -6, -2, 8, -1, -4, 0, 1],
    [3, 2, 5, -1, -18, 14, 4, -5, -5, -22, 14, 9, -7, -16, -21, 5, -6, -5, -11, -22, 2, 7, 2, -4, -21, 9, 12],
    [-28, -10, -10, -8, -19, -11, -2, -4, 4, -5, -4, 6, 7, 2, 0, -13, 12, 0, -2, -10, -30, -16, -12, -18, -32, -40, 0],
    [-6, -3, -2, 1, -10, 5, -5, 6, 3, -2, 5, 3, 8, -4, -1, 1, 20, 20, -5, -7, -8, -3, 5, -7, -6, 0, 0],
    [1, 8, -2, -3, -10, 8, 0, -5, -2, -8, 9, 5, -5, -19, -6, 15, 10, 6, -17, -8, -4, 5, 9, -6, -13, -1, 19],
    [0, -1, 0, -10, -18, 13, 3, -6, -2, -17, 11, -3, -4, -14, -7, 5, 1, 2, -15, -16, -6, 7, 0, -3, -22, 4, 21],
    [
        -11, -5, -8, -16, -39, -1, -10, -14, -16, -37, -5, -10, -18, -17, -34, -7, -3, -9, -13, -41, -14, -6, -11, -17,
        -43, -4, 16,
    ],
    [10, 16, 10, 5, -37, 20, 12, 1, 2, -22, 16, 9, 5, -8, -15, 16, 9, 4, -3, -27, 2, 9, 3, -3, -46, 0, 12],
    [7, 22, 15, 0, 0, 8, -2, -20, 0, 0, 4, -5, -55, 0, 0, 11, -5, -29, 0, 0, 2, 10, 9, 0, 0, 35, 12],
];
