//! Light up: the fewest lamps that light every free cell. No lamp shines on another, and each numbered barrier has as
//! many lamps beside it as its number (POJ 2870; Nikoli's Akari is the same puzzle without asking for the fewest).
//!
//! A move places a lamp, and lamps are placed in **reading order**: each after the last one placed. So every set of
//! lamps is one word, the number of shortest words is the number of smallest lamp sets, and the smallest word is the
//! smallest sorted list. Lamps of the start may be anywhere; placing still begins at the first cell.
//!
//! The state is not a permutation and has no rank. Goals cannot be listed, so no search begins at the goals.

use std::path::Path;

use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded};
use loyd_core::opening::Opening;
use loyd_core::opening::{Unopened, read_board};
use loyd_core::puzzle::pattern::NoPattern;
use loyd_core::puzzle::{NotListed, Puzzle, Undo};
use loyd_core::text::{Misread, quoted};

pub mod bits;
pub mod board;
pub mod bound;
mod notation;
#[cfg(test)]
mod tests;

use bits::{CellSet, Set};
pub use board::{LampBoard, MOST_CELLS, Site};
use bound::{Apart, Shares};

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "light-up",
    kind: FamilyKind::Board,
    syntax: "light-up:@FILE, the file a map: `.` a free cell, `#` a barrier, 0 to 4 a numbered barrier; up to 128 \
             squares",
    what: "the fewest lamps that light every free cell",
    aliases: &[("akari", "light-up"), ("照明谜题", "light-up")],
    size: PositionSize::Untold,
    metrics: &[],
    examples: &[
        "light-up:@../tests/data/lights-2x3.txt",
        "light-up:@../tests/data/lights-4x4.txt",
        "light-up:@../tests/data/lights-7x7.txt",
        "light-up:@../tests/data/lights-10x10.txt",
    ],
};

/// Opens the puzzle whose map is in the file after the `@`.
///
/// # Errors
/// [`Unopened`] if no file is named, the file cannot be read or has no map, or a goal is given, which is not possible.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let Some(path) = parameters.strip_prefix('@').filter(|path| !path.is_empty()).map(Path::new) else {
        let expected = "`@` and the name of a file with a map, such as light-up:@map.txt";
        return Err(Unopened::parameters(id, parameters, expected));
    };
    let content = |source| Unopened::Content { path: path.into(), source };
    open_board(&utf8(read_board(path, opening)?).map_err(content)?, goal, visitor, &content)
}

/// Opens the puzzle on the board in a text. `content` adds the origin of the text to an error.
///
/// # Errors
/// [`Unopened`] if the board is wrong, or if a goal is given.
pub fn open_board<V: Visitor>(
    board: &str,
    goal: Option<&str>,
    visitor: V,
    content: &dyn Fn(Misread) -> Unopened,
) -> Result<V::Output, Unopened> {
    // Small boards use no `u64`, because a second type costs more to compile than it saves to search.
    Ok(visitor.unranked(LightUp::<u128>::new(lamps(board, goal, content)?)))
}

/// The lamps of the board in a text.
fn lamps(board: &str, goal: Option<&str>, content: &dyn Fn(Misread) -> Unopened) -> Result<LampBoard<u128>, Unopened> {
    let map = board::map(board).map_err(content)?;
    if let Some(goal) = goal {
        let expected = "no goal, because the only goal is that every free cell is lit".into();
        return Err(Unopened::Goal(Misread { line: 1, column: 1, found: quoted(goal), expected }));
    }
    Ok(LampBoard::new(map.rows, map.columns, |cell: u8| map.sites[cell as usize]))
}

/// Converts bytes to text.
fn utf8(bytes: Vec<u8>) -> Result<String, Misread> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let good = String::from_utf8_lossy(good);
        let found = format!("the byte {:#04x}", error.as_bytes()[good.len()]);
        Misread { found, ..loyd_core::text::ended(&good, "a map in UTF-8") }
    })
}

/// The puzzle on one board; `B` is wide enough for its cells.
///
/// ```
/// use loyd_puzzles::light_up::{LampBoard, LightUp, Site};
/// use loyd_puzzles::light_up::bound::Shares;
/// use loyd_core::search::{Limits, Meter, Outcome, ida_star};
/// let empty = LightUp::<u64>::new(LampBoard::new(7, 7, |_| Site::Free));
/// let limits = Limits::default();
/// let start = [empty.start()];
/// let mut meter = Meter::new(&limits);
/// let found = ida_star::solve(&empty, &ida_star::PlainBound(Shares), &start, ida_star::Prune::Follow, &mut meter);
/// assert!(matches!(found, Outcome::Solved(found) if found.moves.len() == 7));
/// ```
#[derive(Clone, Debug)]
pub struct LightUp<B> {
    board: LampBoard<B>,
}

/// A state: the lamps, and the cells that follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lamps<B> {
    /// The lamps that stood in the start.
    given: B,
    /// The lamps placed by moves; the next one comes after all of them.
    placed: B,
    /// The free cells that are not lit.
    dark: B,
    /// The cells, before and after the last lamp, where one more lamp is legal: unlit, and too many for no number.
    open: B,
}

/// A placed lamp, and the dark and open cells before it.
#[derive(Clone, Copy, Debug)]
pub struct LightUpUndo<B> {
    lamp: u8,
    dark: B,
    open: B,
}

impl<B: CellSet> LightUp<B> {
    /// The puzzle on a board.
    pub fn new(board: LampBoard<B>) -> Self {
        LightUp { board }
    }

    /// The board.
    pub fn board(&self) -> &LampBoard<B> {
        &self.board
    }

    /// The state without lamps.
    pub fn start(&self) -> Lamps<B> {
        self.state(B::NONE, B::NONE)
    }

    /// The state with these lamps, which must be legal.
    fn state(&self, given: B, placed: B) -> Lamps<B> {
        let (lamps, mut dark) = (given | placed, self.board.free);
        lamps.each(|lamp| dark &= !self.board.light(lamp));
        let full = self.board.around(lamps).equal(&self.board.numbers) & self.board.numbered;
        Lamps { given, placed, dark, open: dark & !self.board.beside(full) }
    }
}

impl<B: CellSet> Undo<LightUp<B>> for LightUpUndo<B> {
    fn take_back(self, _puzzle: &LightUp<B>, state: &mut Lamps<B>) -> u8 {
        state.placed &= !B::cell(self.lamp);
        (state.dark, state.open) = (self.dark, self.open);
        self.lamp
    }

    fn each_into(puzzle: &LightUp<B>, state: &Lamps<B>, each: &mut impl FnMut(Self)) {
        if !state.placed.is_none() {
            let lamp = state.placed.last();
            let parent = puzzle.state(state.given, state.placed & !B::cell(lamp));
            if puzzle.moves(&parent).0.has(lamp) {
                each(LightUpUndo { lamp, dark: parent.dark, open: parent.open });
            }
        }
    }
}

impl<B: CellSet> Puzzle for LightUp<B> {
    type State = Lamps<B>;
    type Move = u8;
    type Undo = LightUpUndo<B>;
    /// A set of cells for the next lamp, tried in reading order.
    type Moves = Set<B>;

    /// The legal cells after the last placed lamp, without cells beyond the last one that can light some dark cell or
    /// give some number its lamps. With the next lamp further on, all later lamps would be further on still, and there
    /// would be no solution.
    fn moves(&self, state: &Lamps<B>) -> Set<B> {
        let board = &self.board;
        let lamps = state.given | state.placed;
        let open = state.open & state.placed.beyond();
        let could = board.around(lamps | open);
        if !(could.less(&board.numbers) & board.numbered).is_none() {
            return Set(B::NONE);
        }
        // Goes back from the last cell until the passed cells light all dark cells.
        let (mut near, mut dark, mut left) = (open, state.dark, open);
        while !dark.is_none() {
            if left.is_none() {
                return Set(B::NONE);
            }
            let last = left.last();
            near = B::up_to(last);
            dark &= !board.light(last);
            left &= !B::cell(last);
        }
        let wanting = board.around(lamps).less(&board.numbers) & board.numbered;
        wanting.each(|barrier| near &= B::up_to((open & board.beside(B::cell(barrier))).last()));
        Set(open & near)
    }

    fn apply(&self, state: &mut Lamps<B>, lamp: u8) -> LightUpUndo<B> {
        let taken = LightUpUndo { lamp, dark: state.dark, open: state.open };
        let board = &self.board;
        let light = board.light(lamp);
        state.placed |= B::cell(lamp);
        state.dark &= !light;
        let full = board.around(state.given | state.placed).equal(&board.numbers) & board.numbered;
        state.open &= !(light | board.beside(full));
        taken
    }

    fn is_goal(&self, state: &Lamps<B>) -> bool {
        let board = &self.board;
        let met = board.around(state.given | state.placed).equal(&board.numbers);
        state.dark.is_none() && (board.numbered & !met).is_none()
    }

    fn goals(&self) -> Result<Vec<Lamps<B>>, NotListed> {
        Err(NotListed("which lamps light the whole board is the very question"))
    }
}

impl<B: CellSet> Bounded for LightUp<B> {
    type Pattern = NoPattern;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        vec![Shares::FACTS, Apart::FACTS]
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match name {
            _ if name == Shares::FACTS.name => Some(visitor.visit(Shares)),
            _ if name == Apart::FACTS.name => Some(visitor.visit(Apart)),
            _ => None,
        }
    }
}
