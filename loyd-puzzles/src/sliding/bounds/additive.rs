//! Additive pattern databases: the tiles are divided among patterns. A table stores the least number of moves that a
//! pattern needs of its own tiles, and these numbers are added.
//!
//! The sum is a lower bound, because a move moves one tile, which belongs to one pattern: no move is counted twice (R.
//! E. Korf and A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002). If the board and
//! the goal's blank allow a mirror, the mirrored position is looked up in the same tables, and the larger sum counts.
//!
//! A table stores half the excess over the Manhattan distance. The memo of a state stores where each pattern's tiles
//! are, so a move costs one look-up for each view.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::sliding::layout::{PatternCells, SlidingLayout, TileDistances};
use crate::sliding::tiles::Tiles;
use crate::sliding::{Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;
use loyd_core::puzzle::pattern::{Blocked, PatternOrder, PatternTable, entry};
use loyd_core::rank::placement::{MOST_PIECES, Placements};

/// The number of views that are looked up: the position as it is, and mirrored.
const VIEWS: usize = 2;

/// The most tiles of a pattern whose table is ordered by cells: 122 MB on the 24-puzzle, twice a table by placements.
const MOST_BY_CELLS: usize = 6;

/// The order of the tables of a partition: by cells, which is faster, unless one of the tables would be too large.
pub fn order(patterns: &[Vec<u8>]) -> PatternOrder {
    let small = patterns.iter().all(|pattern| pattern.len() <= MOST_BY_CELLS);
    if small { PatternOrder::Cells } else { PatternOrder::Placements }
}

/// Looks up a table by a place that moves update.
pub trait PlacementLookup: Send + Sync {
    /// The place of a pattern's tiles in the table, stored in the memo.
    type Place: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The place for a pattern that does not exist.
    const NOWHERE: Self::Place;

    /// The place of tiles in these cells.
    fn place(&self, cells: &[u8]) -> Self::Place;

    /// The place after the pattern's tile with index `tile` went from one cell to another.
    fn moved(&self, place: Self::Place, tile: u8, from: u8, to: u8) -> Self::Place;

    /// The entry at a place.
    fn entry(&self, place: Self::Place) -> u8;
}

/// A [`PlacementLookup`] that is made from a borrowed table.
pub trait Lent<'t>: PlacementLookup + Sized {
    /// Makes the look-up for a table; `None` if the table has another order or size.
    fn new(table: &PatternTable<'t, Tiles>) -> Option<Self>;
}

fn is_whole(table: &PatternTable<'_, Tiles>, order: PatternOrder) -> bool {
    table.pattern.order() == order && table.entries.len() as u64 == table.pattern.entries().div_ceil(2)
}

/// A table ordered by the tiles' cells. The place is the number of the entry.
pub struct ByCells<'t> {
    entries: &'t [u8],
    /// For each tile, the factor of its cell in the number of the entry.
    weights: [u32; MOST_PIECES],
}

impl<'t> Lent<'t> for ByCells<'t> {
    fn new(table: &PatternTable<'t, Tiles>) -> Option<Self> {
        let (tiles, cells) = (table.pattern.homes().len(), exact::<u32>(table.pattern.board().cells()));
        let mut weights = [0; MOST_PIECES];
        for (tile, weight) in weights.iter_mut().enumerate().take(tiles) {
            *weight = cells.checked_pow(exact::<u32>(tiles - 1 - tile))?;
        }
        weights[0].checked_mul(cells)?;
        is_whole(table, PatternOrder::Cells).then_some(ByCells { entries: table.entries, weights })
    }
}

impl PlacementLookup for ByCells<'_> {
    type Place = u32;
    const NOWHERE: u32 = 0;

    fn place(&self, cells: &[u8]) -> u32 {
        cells.iter().zip(self.weights).map(|(&cell, weight)| u32::from(cell) * weight).sum()
    }

    #[inline(always)]
    fn moved(&self, place: u32, tile: u8, from: u8, to: u8) -> u32 {
        let weight = self.weights[usize::from(tile) % MOST_PIECES];
        place.wrapping_add(weight.wrapping_mul(u32::from(to).wrapping_sub(from.into())))
    }

    #[inline(always)]
    fn entry(&self, place: u32) -> u8 {
        entry(self.entries, place.into())
    }
}

/// A table ordered by placements. The place is the set of cells and the arrangement of the tiles in it.
pub struct BySet<'t, W> {
    entries: &'t [u8],
    placements: &'t Placements,
    word: PhantomData<W>,
}

/// A set of cells and the arrangement of tiles in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<W> {
    set: W,
    arrangement: u16,
}

impl<'t, W: PatternCells> Lent<'t> for BySet<'t, W> {
    fn new(table: &PatternTable<'t, Tiles>) -> Option<Self> {
        let fits = table.pattern.board().cells() <= size_of::<W>() * 8 && is_whole(table, PatternOrder::Placements);
        fits.then(|| BySet { entries: table.entries, placements: table.pattern.placements(), word: PhantomData })
    }
}

impl<W: PatternCells> PlacementLookup for BySet<'_, W> {
    type Place = Placed<W>;
    const NOWHERE: Placed<W> = Placed { set: W::EMPTY, arrangement: 0 };

    fn place(&self, cells: &[u8]) -> Placed<W> {
        let (set, arrangement) = self.placements.split(cells);
        Placed { set: W::of(set), arrangement }
    }

    #[inline(always)]
    fn moved(&self, place: Placed<W>, _tile: u8, from: u8, to: u8) -> Placed<W> {
        let set = place.set.bits();
        let turn = Placements::turn(set, from, to);
        let arrangement =
            if turn.is_none() { place.arrangement } else { self.placements.turned(place.arrangement, turn) };
        Placed { set: W::of(set ^ 1 << from ^ 1 << to), arrangement }
    }

    #[inline(always)]
    fn entry(&self, place: Placed<W>) -> u8 {
        entry(self.entries, self.placements.number(place.set.bits(), place.arrangement))
    }
}

/// The memo of a state: for each view and pattern the tiles' place and the entry, and for each view the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdditiveMemo<L, const PATTERNS: usize> {
    places: [[L; PATTERNS]; VIEWS],
    entries: [[u8; PATTERNS]; VIEWS],
    sums: [u16; VIEWS],
    manhattan: u16,
}

/// A symmetry of the board, under which positions are looked up.
struct BoardSymmetry {
    /// The image of each cell.
    cells: [u8; 256],
    /// For each piece, the pattern to which it belongs in this view, and its index in the pattern.
    tiles: [(u8, u8); 256],
    /// For each pattern, the pieces that are its tiles in this view, in the pattern's order.
    pieces: Vec<Vec<u8>>,
}

/// The sum of the entries of a partition's patterns. The larger sum of both views counts.
pub struct Additive<L, const PATTERNS: usize> {
    looks: Vec<L>,
    views: Vec<BoardSymmetry>,
}

impl<L: PlacementLookup, const PATTERNS: usize> Additive<L, PATTERNS> {
    /// Makes the bound from tables whose patterns divide the tiles of the puzzle among them; `None` if the patterns do
    /// not, or if there are too many.
    pub fn new<'t, C: SlidingLayout>(puzzle: &Sliding<C>, tables: &[PatternTable<'t, Tiles>]) -> Option<Self>
    where
        L: Lent<'t>,
    {
        let cells = puzzle.board().cells();
        let blank = puzzle.goal().blank();
        let seen_blank = tables.first()?.pattern.blank();
        let mut owners = vec![None; cells];
        for (pattern, table) in tables.iter().enumerate() {
            for (tile, &home) in table.pattern.homes().iter().enumerate() {
                if owners.get_mut(usize::from(home))?.replace((exact::<u8>(pattern), exact::<u8>(tile))).is_some() {
                    return None;
                }
            }
        }
        let divided = (0..cells).all(|cell| owners[cell].is_some() != (cell == usize::from(seen_blank)));
        if tables.len() > PATTERNS || !divided {
            return None;
        }
        // The tables may belong to a mirror image of the board, because symmetric goals share them.
        let symmetries = puzzle.board().symmetries();
        let mut fitting = symmetries.iter().filter(|symmetry| symmetry[usize::from(blank)] == seen_blank);
        let first = fitting.next()?;
        let telling = fitting.filter(|symmetry| tells_more(symmetry, first, &owners));
        let symmetries = std::iter::once(first).chain(telling).take(VIEWS);
        let views = symmetries.map(|symmetry| BoardSymmetry::new(puzzle, symmetry, &owners, tables)).collect();
        let looks = tables.iter().map(L::new).collect::<Option<_>>()?;
        Some(Additive { looks, views })
    }

    /// The number of views that are looked up.
    pub fn views(&self) -> usize {
        self.views.len()
    }
}

/// Whether `view` groups the tiles differently from `first`. If not, both views have the same sum.
fn tells_more(view: &[u8], first: &[u8], owners: &[Option<(u8, u8)>]) -> bool {
    let pattern = |seen: u8| owners[usize::from(seen)].map(|owner| usize::from(owner.0));
    let mut groups = vec![None; owners.len()];
    let mut pairs = first.iter().zip(view).filter_map(|(&here, &there)| Some((pattern(here)?, pattern(there)?)));
    pairs.any(|(here, there)| *groups[here].get_or_insert(there) != there)
}

impl BoardSymmetry {
    fn new<C: SlidingLayout>(
        puzzle: &Sliding<C>,
        symmetry: &[u8],
        owners: &[Option<(u8, u8)>],
        tables: &[PatternTable<'_, Tiles>],
    ) -> Self {
        let mut view = BoardSymmetry { cells: [0; 256], tiles: [(0, 0); 256], pieces: Vec::new() };
        view.cells[..symmetry.len()].copy_from_slice(symmetry);
        let mut piece_seen_at = vec![0; symmetry.len()];
        for (home, &seen) in (0..).zip(symmetry) {
            let piece = puzzle.goal().cells().get(home);
            piece_seen_at[usize::from(seen)] = piece;
            view.tiles[usize::from(piece)] = owners[usize::from(seen)].unwrap_or((0, 0));
        }
        let pieces = |table: &PatternTable<'_, Tiles>| {
            table.pattern.homes().iter().map(|&home| piece_seen_at[usize::from(home)]).collect()
        };
        view.pieces = tables.iter().map(pieces).collect();
        view
    }
}

impl<C: SlidingLayout, L: PlacementLookup, const PATTERNS: usize> Heuristic<Sliding<C>> for Additive<L, PATTERNS> {
    type Memo = AdditiveMemo<L::Place, PATTERNS>;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> Self::Memo {
        let cells = puzzle.board().cells();
        let mut cell_of = [0; 256];
        let mut manhattan = 0;
        for cell in 0..=exact::<u8>(cells - 1) {
            let piece = state.cells().get(cell);
            cell_of[usize::from(piece)] = cell;
            manhattan += u16::from(puzzle.distances.at(piece, cell));
        }
        let places = [[L::NOWHERE; PATTERNS]; VIEWS];
        let mut memo = AdditiveMemo { places, entries: [[0; PATTERNS]; VIEWS], sums: [0; VIEWS], manhattan };
        for (at, view) in self.views.iter().enumerate() {
            for (pattern, look) in self.looks.iter().enumerate() {
                let seen = |&piece: &u8| view.cells[usize::from(cell_of[usize::from(piece)])];
                let cells: Vec<u8> = view.pieces[pattern].iter().map(seen).collect();
                let place = look.place(&cells);
                memo.places[at][pattern] = place;
                memo.entries[at][pattern] = look.entry(place);
                memo.sums[at] += u16::from(look.entry(place));
            }
        }
        memo
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a move changes the distance by one")]
    fn ahead(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &Self::Memo) -> Self::Memo {
        let piece = state.cells().get(m);
        let mut next = *memo;
        next.manhattan = memo.manhattan.wrapping_add_signed(puzzle.distances.change(piece, m, state.blank()) as i16);
        for (at, view) in self.views.iter().enumerate() {
            let at = at & (VIEWS - 1);
            let (from, to) = (view.cells[usize::from(m)], view.cells[usize::from(state.blank())]);
            let (pattern, tile) = view.tiles[usize::from(piece)];
            let look = &self.looks[usize::from(pattern)];
            let slot = usize::from(pattern) % PATTERNS;
            let place = look.moved(memo.places[at][slot], tile, from, to);
            let entry = look.entry(place);
            next.sums[at] = memo.sums[at] + u16::from(entry) - u16::from(memo.entries[at][slot]);
            next.places[at][slot] = place;
            next.entries[at][slot] = entry;
        }
        next
    }

    #[inline(always)]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        u32::from(memo.manhattan) + 2 * u32::from(memo.sums[0].max(memo.sums[1]))
    }
}

#[cfg(test)]
mod tests;
