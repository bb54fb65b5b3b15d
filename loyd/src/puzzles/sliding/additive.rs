//! Additive pattern databases: the tiles are divided among patterns, and the least moves that each needs of its own tiles are added up.
//!
//! No move is counted twice, since it moves one tile and that belongs to one pattern: so the sum is a bound (R. E. Korf and A. Felner,
//! Disjoint pattern database heuristics, Artificial Intelligence 134, 2002). The same tables are looked up for the mirrored
//! position, where the board and the goal's blank allow a mirror, and the larger sum counts.
//!
//! What a table holds is the excess over the Manhattan distance, halved. Of every pattern the set of cells and the arrangement are carried,
//! so that a move costs two small look-ups and, in either view, one in the large table.

use std::fmt::Debug;

use super::layout::{Distances, Layout};
use super::tiles::Tiles;
use super::{Sliding, State};
use crate::puzzle::Heuristic;
use crate::puzzle::pattern::{Pattern, Table, entry};
use crate::rank::placement::Placements;

/// The positions that are looked up: as they are, and mirrored.
const VIEWS: usize = 2;

/// The set of cells of a pattern's tiles, in as few bits as the board allows.
pub trait Set: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The set of these cells.
    fn of(set: u64) -> Self;

    /// The cells.
    fn bits(self) -> u64;
}

macro_rules! sets {
    ($($word:ty),*) => {$(
        impl Set for $word {
            #[inline(always)]
            fn of(set: u64) -> Self {
                set as $word
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }
        }
    )*};
}

sets!(u32, u64);

/// Where the tiles of a pattern are, and its entry.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slot<W> {
    set: W,
    arrangement: u16,
    entry: u8,
}

/// What is carried beside a state: for either view and every pattern where its tiles are, and the sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memo<W, const PATTERNS: usize> {
    slots: [[Slot<W>; PATTERNS]; VIEWS],
    sums: [u16; VIEWS],
    manhattan: u16,
}

/// A view of the board.
struct View {
    /// Where each cell is seen.
    cells: [u8; 256],
    /// The pattern that each piece is seen in.
    patterns: [u8; 256],
    /// For each pattern the pieces that are seen as its tiles, in its order.
    pieces: Vec<Vec<u8>>,
}

/// The sum over the patterns of a partition, the larger of both views.
pub struct Additive<'t, W, const PATTERNS: usize> {
    tables: Vec<(&'t Placements, &'t [u8])>,
    views: Vec<View>,
    words: std::marker::PhantomData<W>,
}

impl<'t, W: Set, const PATTERNS: usize> Additive<'t, W, PATTERNS> {
    /// From the tables of patterns that divide the tiles of the puzzle among them; `None` if they do not, or there are too many.
    pub fn new<C: Layout>(puzzle: &Sliding<C>, tables: &[Table<'t, Tiles>]) -> Option<Self> {
        let cells = puzzle.board().cells();
        let blank = puzzle.goal().blank();
        let mut owner = vec![None; cells];
        for (index, table) in tables.iter().enumerate() {
            for &home in table.pattern.homes() {
                if owner.get_mut(usize::from(home))?.replace(index as u8).is_some() {
                    return None;
                }
            }
            if table.entries.len() as u64 != table.pattern.placements().count().div_ceil(2) {
                return None;
            }
        }
        let divided = (0..cells).all(|cell| owner[cell].is_some() != (cell == usize::from(blank)));
        if tables.len() > PATTERNS || cells > size_of::<W>() * 8 || !divided {
            return None;
        }
        let symmetries = puzzle.board().symmetries();
        let fixing = symmetries.iter().filter(|symmetry| symmetry[usize::from(blank)] == blank);
        let view = |symmetry: &Vec<u8>| {
            let mut view = View { cells: [0; 256], patterns: [0; 256], pieces: Vec::new() };
            view.cells[..cells].copy_from_slice(symmetry);
            let mut piece_seen_at = vec![0; cells];
            for home in 0..cells {
                let piece = puzzle.goal().cells().get(home as u8);
                let seen = usize::from(symmetry[home]);
                piece_seen_at[seen] = piece;
                view.patterns[usize::from(piece)] = owner[seen].unwrap_or(0);
            }
            let pieces = |table: &Table<'t, Tiles>| {
                table.pattern.homes().iter().map(|&home| piece_seen_at[usize::from(home)]).collect()
            };
            view.pieces = tables.iter().map(pieces).collect();
            view
        };
        // A view in which the patterns are the same sets of tiles would say the same twice.
        let tells_more = |symmetry: &&Vec<u8>| {
            let moved = |home: usize| owner[usize::from(symmetry[home])];
            let mut seen = vec![None; tables.len()];
            (0..cells).filter_map(|home| Some((owner[home]?, moved(home)?))).any(|(here, there)| {
                *seen[usize::from(here)].get_or_insert(there) != there
            })
        };
        let views: Vec<View> = fixing.enumerate().filter(|(index, symmetry)| *index == 0 || tells_more(symmetry)).map(|(_, symmetry)| view(symmetry)).take(VIEWS).collect();
        let tables = tables.iter().map(|table| (table.pattern.placements(), table.entries)).collect();
        Some(Additive { tables, views, words: std::marker::PhantomData })
    }

    /// The number of views that are looked up.
    pub fn views(&self) -> usize {
        self.views.len()
    }
}

impl<C: Layout, W: Set, const PATTERNS: usize> Heuristic<Sliding<C>> for Additive<'_, W, PATTERNS> {
    type Memo = Memo<W, PATTERNS>;
    const LOOKS_UP: bool = true;

    fn memo(&self, puzzle: &Sliding<C>, state: &State<C>) -> Self::Memo {
        let cells = puzzle.board().cells();
        let mut cell_of = [0; 256];
        let mut manhattan = 0;
        for cell in 0..=(cells - 1) as u8 {
            let piece = state.cells().get(cell);
            cell_of[usize::from(piece)] = cell;
            manhattan += u16::from(puzzle.distances.at(piece, cell));
        }
        let none = Slot { set: W::of(0), arrangement: 0, entry: 0 };
        let mut memo = Memo { slots: [[none; PATTERNS]; VIEWS], sums: [0; VIEWS], manhattan };
        for (at, view) in self.views.iter().enumerate() {
            for (pattern, (placements, table)) in self.tables.iter().enumerate() {
                let seen = |&piece: &u8| view.cells[usize::from(cell_of[usize::from(piece)])];
                let cells: Vec<u8> = view.pieces[pattern].iter().map(seen).collect();
                let (set, arrangement) = placements.split(&cells);
                let entry = entry(table, placements.number(set, arrangement));
                memo.slots[at][pattern] = Slot { set: W::of(set), arrangement, entry };
                memo.sums[at] += u16::from(entry);
            }
        }
        memo
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &State<C>, m: u8, memo: &Self::Memo) -> Self::Memo {
        let piece = state.cells().get(m);
        let mut next = *memo;
        next.manhattan = memo.manhattan.wrapping_add_signed(puzzle.distances.change(piece, m, state.blank()) as i16);
        for (at, view) in self.views.iter().enumerate() {
            let (from, to) = (view.cells[usize::from(m)], view.cells[usize::from(state.blank())]);
            let pattern = usize::from(view.patterns[usize::from(piece)]);
            let (placements, table) = &self.tables[pattern];
            let slot = &mut next.slots[at & (VIEWS - 1)][pattern % PATTERNS];
            let set = slot.set.bits();
            let turn = Placements::turn(set, from, to);
            let after = set ^ 1 << from ^ 1 << to;
            let arrangement = if turn.is_none() { slot.arrangement } else { placements.turned(slot.arrangement, turn) };
            let entry = entry(table, placements.number(after, arrangement));
            next.sums[at & (VIEWS - 1)] = next.sums[at & (VIEWS - 1)] + u16::from(entry) - u16::from(slot.entry);
            *slot = Slot { set: W::of(after), arrangement, entry };
        }
        next
    }

    #[inline(always)]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        let excess = memo.sums[0].max(memo.sums[1]);
        u32::from(memo.manhattan) + 2 * u32::from(excess)
    }
}
