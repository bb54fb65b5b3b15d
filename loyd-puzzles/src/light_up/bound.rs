//! Lower bounds on the number of further lamps.
//!
//! Every dark cell must be lit by one of its *candidates*: the open cells after the last lamp that shine on it. Dark
//! cells get shares of a lamp, so that no candidate shines on shares of more than one lamp. These shares are a feasible
//! solution of the dual of the covering problem, so their sum, rounded up, is a lower bound on the number of lamps.

use super::bits::CellSet;
use super::board::{LampBoard, MOST_CELLS};
use super::{Lamps, LightUp};
use loyd_core::heuristic::{BoundFacts, Heuristic, UNREACHABLE};

/// The number of forced lamps, plus a bound by shares of a lamp, or by lines, for the cells that stay dark.
#[derive(Clone, Copy, Debug)]
pub struct Shares;

/// The number of dark cells no two of which can be lit by one lamp.
#[derive(Clone, Copy, Debug)]
pub struct Apart;

impl Shares {
    /// Facts about the bound.
    pub const FACTS: BoundFacts<'_> = BoundFacts {
        name: "shares",
        what: "lamps that must be, and for the rest shares of a lamp over dark cells, or lamps by rows and columns",
        synonyms: &[],
        consistent: false,
        strong: true,
        tables: false,
        vast: false,
        source: "unit propagation; duality of covering and packing; worked out here",
    };
}

impl Apart {
    /// Facts about the bound.
    pub const FACTS: BoundFacts<'_> = BoundFacts {
        name: "apart",
        what: "dark cells no two of which can be lit by one lamp",
        synonyms: &[],
        consistent: false,
        strong: true,
        tables: false,
        vast: false,
        source: "packing bound of the covering problem, greedily",
    };
}

/// The facts that follow from the placed lamps, if no further lamp comes before the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LampOutlook<B> {
    /// The cells without a lamp yet where every solution has one.
    forced: B,
    /// The cells that neither placed nor forced lamps light.
    dark: B,
    /// The cells where further lamps may be.
    open: B,
    bound: u32,
}

impl<B: CellSet> LampOutlook<B> {
    const HOPELESS: Self = LampOutlook { forced: B::NONE, dark: B::NONE, open: B::NONE, bound: UNREACHABLE };

    /// Draws conclusions until there are no more. `lamps` are the placed lamps, without the forced ones.
    ///
    /// A number that has its lamps closes the cells beside it. A number that needs all the open cells beside it forces
    /// lamps there, and so does a dark cell with one candidate. Each rule only adds facts, and what follows from fewer
    /// facts follows from more. So the result does not depend on the order, and a child's outlook is the same from its
    /// parent's as from scratch.
    #[inline]
    fn settle(mut self, board: &LampBoard<B>, lamps: B) -> Self {
        loop {
            let standing = lamps | self.forced;
            let have = board.around(standing);
            let could = board.around(standing | self.open);
            let broken = board.numbers.less(&have) | could.less(&board.numbers);
            if !(broken & board.numbered).is_none() {
                return Self::HOPELESS;
            }
            let full = have.equal(&board.numbers) & board.numbered;
            let closed = self.open & board.beside(full);
            self.open &= !closed;
            let tight = could.equal(&board.numbers) & board.numbered & !full;
            let mut new = self.open & board.beside(tight);
            let (mut once, mut twice) = (B::NONE, B::NONE);
            self.open.each(|lamp| {
                let light = board.light(lamp);
                twice |= once & light;
                once |= light;
            });
            if !(self.dark & !once).is_none() {
                return Self::HOPELESS;
            }
            (self.dark & !twice).each(|cell| new |= self.open & board.light(cell));
            if new.is_none() && closed.is_none() {
                break;
            }
            let mut hopeless = false;
            new.each(|lamp| {
                hopeless |= !self.open.has(lamp);
                let light = board.light(lamp);
                self.forced |= B::cell(lamp);
                self.dark &= !light;
                self.open &= !light;
            });
            if hopeless {
                return Self::HOPELESS;
            }
        }
        self.bound = self.forced.count() + rest(board, self.dark, self.open);
        self
    }
}

/// A bound on the number of lamps in `open` that light all of `dark`, where every dark cell has a candidate.
#[inline]
fn rest<B: CellSet>(board: &LampBoard<B>, dark: B, open: B) -> u32 {
    if dark.is_none() {
        return 0;
    }
    let by_lines = lines(&board.across, &board.down, dark, open).max(lines(&board.down, &board.across, dark, open));
    by_lines.max(shares(board, dark, open))
}

/// A bound from the lines of one direction, `along`, and the lines that cross them.
///
/// In a line that can get no further lamp, dark cells are lit by their crossing lines, so each of these gets a lamp:
/// `must` crossing lines. Leave out all dark cells in them; `n` lines contain the others. Some `z` of the `n` lines get
/// no lamp. Then there are at least `n - z` lamps; and the cells of each of the `z` lines are lit by different crossing
/// lines, not among the `must`. So the bound is the least over `z` of the greater of `n - z` and `must` plus the `z`-th
/// smallest number of cells in a line.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 256 cells, and the quotient is below 2^17")]
fn lines<B: CellSet>(along: &[B; MOST_CELLS], crossing: &[B; MOST_CELLS], dark: B, open: B) -> u32 {
    let (mut within_reach, mut left) = (B::NONE, open);
    while !left.is_none() {
        let line = along[left.first() as usize];
        within_reach |= line;
        left &= !line;
    }
    let (mut lit, mut must, mut left) = (B::NONE, 0, dark & !within_reach);
    while !left.is_none() {
        let line = crossing[left.first() as usize];
        lit |= line;
        must += 1;
        left &= !line;
    }
    // Counts lines by their number of cells; lines of more than 15 cells count as 15.
    let (mut lines_with, mut count, mut left) = ([0u8; 16], 0, dark & !lit);
    while !left.is_none() {
        let cells = along[left.first() as usize] & left;
        lines_with[cells.count().min(15) as usize] += 1;
        count += 1;
        left &= !cells;
    }
    let (mut bound, mut with_lamp) = (must.max(count), count);
    for (cells, &lines) in lines_with.iter().enumerate() {
        if lines > 0 {
            with_lamp -= u32::from(lines);
            bound = bound.min(with_lamp.max(must + cells as u32));
        }
    }
    bound
}

/// A whole lamp, in the units of shares. Shares are rounded down, with a total error of less than one lamp.
const LAMP: u32 = 1 << 16;

/// The weight of a dark cell, by its number of candidates: the fewer, the heavier.
#[expect(clippy::cast_possible_truncation, reason = "at most 50 candidates")]
const WEIGHTS: [u32; 2 * MOST_CELLS] = {
    let mut table = [1; 2 * MOST_CELLS];
    let mut candidates = 2;
    while candidates <= 50 {
        table[candidates] = (1 << 17) / (candidates * candidates * candidates) as u32;
        candidates += 1;
    }
    table
};

/// Counts for each line of one direction. A line is a maximal run of free cells.
struct LineCounts<'b, B: CellSet> {
    /// The line of each cell, named by its first cell.
    end: &'b [u8; MOST_CELLS],
    /// The number of open cells of each line.
    open: B::Table,
    /// The sum of the weights, later of the shares, of the line's dark cells.
    sum: B::Table,
    /// The greatest sum that one lamp in the line lights.
    most: B::Table,
}

impl<'b, B: CellSet> LineCounts<'b, B> {
    fn new(end: &'b [u8; MOST_CELLS]) -> Self {
        LineCounts { end, open: B::ZEROS, sum: B::ZEROS, most: B::ZEROS }
    }

    #[inline(always)]
    fn of(&self, cell: u8) -> usize {
        self.end[cell as usize] as usize % B::CELLS
    }
}

/// The sum of shares of a lamp for the dark cells, so that no lamp lights shares of more than one. Every dark cell has
/// a weight, any number; its share is the weight divided by the greatest sum of weights that one of its candidates
/// lights. So a lamp that lights cells of sum `s` gets at most `1 / s` of each weight, together at most one. Cells with
/// few candidates are hard and weigh more; the third power was found by trial. Then, cell by cell, whatever all
/// candidates of a cell have left is added to its share.
#[inline]
fn shares<B: CellSet>(board: &LampBoard<B>, dark: B, open: B) -> u32 {
    let (mut rows, mut columns) = (LineCounts::<B>::new(&board.left_end), LineCounts::<B>::new(&board.top_end));
    let mut share = B::ZEROS;
    open.each(|cell| {
        let (row, column) = (rows.of(cell), columns.of(cell));
        rows.open[row] += 1;
        columns.open[column] += 1;
    });
    dark.each(|cell| {
        let (row, column) = (rows.of(cell), columns.of(cell));
        // An open cell is counted twice among its own candidates.
        let candidates = rows.open[row] + columns.open[column] - u32::from(open.has(cell));
        let weight = WEIGHTS[candidates as usize % WEIGHTS.len()];
        share[cell as usize] = weight;
        rows.sum[row] += weight;
        columns.sum[column] += weight;
    });
    open.each(|lamp| {
        let (row, column) = (rows.of(lamp), columns.of(lamp));
        let lights = rows.sum[row] + columns.sum[column] - share[lamp as usize];
        rows.most[row] = rows.most[row].max(lights);
        columns.most[column] = columns.most[column].max(lights);
    });
    rows.sum = B::ZEROS;
    columns.sum = B::ZEROS;
    let mut all = 0;
    dark.each(|cell| {
        let (row, column) = (rows.of(cell), columns.of(cell));
        let part = share[cell as usize] * LAMP / rows.most[row].max(columns.most[column]);
        share[cell as usize] = part;
        rows.sum[row] += part;
        columns.sum[column] += part;
        all += part;
    });
    let mut left = dark;
    while !left.is_none() {
        let cell = left.first();
        // The candidate with the least left. Afterwards it has nothing left, for this cell or for others that it
        // lights.
        let (mut fullest, mut taken) = (cell, 0);
        (open & board.light(cell)).each(|lamp| {
            let lights = rows.sum[rows.of(lamp)] + columns.sum[columns.of(lamp)] - share[lamp as usize];
            if lights > taken {
                (fullest, taken) = (lamp, lights);
            }
        });
        let (row, column, more) = (rows.of(cell), columns.of(cell), LAMP - taken);
        share[cell as usize] += more;
        rows.sum[row] += more;
        columns.sum[column] += more;
        all += more;
        left &= !board.light(fullest);
    }
    all.div_ceil(LAMP)
}

impl<B: CellSet> Heuristic<LightUp<B>> for Shares {
    type Memo = LampOutlook<B>;

    fn memo(&self, puzzle: &LightUp<B>, state: &Lamps<B>) -> LampOutlook<B> {
        let open = state.open & state.placed.beyond();
        LampOutlook { forced: B::NONE, dark: state.dark, open, bound: 0 }
            .settle(&puzzle.board, state.given | state.placed)
    }

    #[inline]
    fn ahead(&self, puzzle: &LightUp<B>, state: &Lamps<B>, lamp: u8, outlook: &LampOutlook<B>) -> LampOutlook<B> {
        let board = &puzzle.board;
        let is_forced = outlook.forced.has(lamp);
        // The move passes a forced lamp by, or places a lamp where none can be.
        if lamp > outlook.forced.first() || !is_forced && !outlook.open.has(lamp) {
            return LampOutlook::HOPELESS;
        }
        let mut next = *outlook;
        next.open &= B::cell(lamp).beyond();
        if is_forced {
            next.forced &= !B::cell(lamp);
            if next.open == outlook.open {
                next.bound -= 1;
                return next;
            }
        } else {
            next.dark &= !board.light(lamp);
            next.open &= !board.light(lamp);
        }
        next.settle(board, state.given | state.placed | B::cell(lamp))
    }

    #[inline(always)]
    fn bound(&self, outlook: &LampOutlook<B>) -> u32 {
        outlook.bound
    }
}

/// Counts dark cells, taken in reading order, that share no candidate with a cell taken before.
fn apart<B: CellSet>(board: &LampBoard<B>, dark: B, open: B) -> u32 {
    let (mut used, mut bound) = (B::NONE, 0);
    dark.each(|cell| {
        let candidates = open & board.light(cell);
        if candidates.is_none() {
            bound = UNREACHABLE;
        } else if (candidates & used).is_none() {
            used |= candidates;
            bound += 1;
        }
    });
    bound.min(UNREACHABLE)
}

impl<B: CellSet> Heuristic<LightUp<B>> for Apart {
    type Memo = u32;

    fn memo(&self, puzzle: &LightUp<B>, state: &Lamps<B>) -> u32 {
        apart(&puzzle.board, state.dark, state.open & state.placed.beyond())
    }

    fn ahead(&self, puzzle: &LightUp<B>, state: &Lamps<B>, lamp: u8, _memo: &u32) -> u32 {
        let mut child = *state;
        loyd_core::puzzle::Puzzle::apply(puzzle, &mut child, lamp);
        self.memo(puzzle, &child)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
