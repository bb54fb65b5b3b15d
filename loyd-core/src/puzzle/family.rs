//! Families of puzzles: their entries in the catalogue, and visitors for a puzzle whose type the caller does not know.

use crate::heuristic::Bounded;
use crate::puzzle::{Notation, Ranked};
use crate::text::{plain_board, tokens, without_comments};

/// The entry of a family in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The first part of an id, before the colon.
    pub name: &'static str,
    /// The kind of the family.
    pub kind: FamilyKind,
    /// The syntax of an id. The first word is the plain form.
    pub syntax: &'static str,
    /// A short description of the family, at most [`Family::WIDEST_WHAT`] columns wide.
    pub what: &'static str,
    /// Other names, each with the id or the family that it stands for. Another name of the family may stand before a
    /// colon or alone. In the name `RxC`, and in its id, the letters stand for numbers.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The rule that finds parameters in a position if the id leaves them out: `pancake` and `3 1 2` are `pancake:3`.
    pub size: PositionSize,
    /// The metrics that an id may choose, as in `?metric=quarter`. No choice is the family's usual metric.
    pub metrics: &'static [&'static str],
    /// Ids for the general tests. The tests walk the whole space of small puzzles and sample large puzzles. Ids with an
    /// `@` name boards in files beside the tests.
    pub examples: &'static [&'static str],
}

/// The kind of a family, by which a list of families is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FamilyKind {
    /// Tiles, numbers, cubes or lamps in rows and columns.
    Board,
    /// Pieces in a row, a stack or a ring.
    Row,
    /// Cubes and other solids whose parts turn.
    Twisty,
    /// A group of permutations and generators of it.
    Graph,
    /// Puzzles that the user brings.
    Own,
}

impl FamilyKind {
    /// The name of the kind in data.
    pub fn name(self) -> &'static str {
        match self {
            FamilyKind::Board => "board",
            FamilyKind::Row => "row",
            FamilyKind::Twisty => "twisty",
            FamilyKind::Graph => "graph",
            FamilyKind::Own => "own",
        }
    }

    /// The title of the kind in a list for people.
    pub fn title(self) -> &'static str {
        match self {
            FamilyKind::Board => "Boards",
            FamilyKind::Row => "Rows, stacks and rings",
            FamilyKind::Twisty => "Twisty puzzles",
            FamilyKind::Graph => "Groups and their Cayley graphs",
            FamilyKind::Own => "Your own puzzle",
        }
    }
}

/// Splits an id into the name of the puzzle and the choice after the question mark.
///
/// ```
/// use loyd_core::family::split;
/// assert_eq!(split("@cube.tws?moves=U,R"), ("@cube.tws", "moves=U,R"));
/// assert_eq!(split("@odd?name.tws"), ("@odd?name.tws", ""));
/// ```
pub fn split(id: &str) -> (&str, &str) {
    match id.rsplit_once('?') {
        Some((name, choice)) if choice.contains('=') => (name, choice),
        _ => (id, ""),
    }
}

/// A rule that finds the parameters of an id in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionSize {
    /// No rule: the parameters are part of the id.
    Untold,
    /// The parameter is the number of pieces.
    Pieces,
    /// The parameters are the numbers of rows and columns. A position in one line is a square.
    Rows,
}

impl PositionSize {
    /// The parameters of a position.
    ///
    /// ```
    /// use loyd_core::puzzle::family::PositionSize;
    /// assert_eq!(PositionSize::Pieces.of("3 1 2").as_deref(), Some("3"));
    /// assert_eq!(PositionSize::Rows.of("1 2 3 4").as_deref(), Some("2x2"));
    /// assert_eq!(PositionSize::Rows.of("1 2 3\n4 5 x").as_deref(), Some("2x3"));
    /// assert_eq!(PositionSize::Rows.of("1 2 3/4 5 x").as_deref(), Some("2x3"));
    /// assert_eq!(PositionSize::Rows.of("1 2 3 4 5 x"), None);
    /// // The size may be the first line. A row of the board is no size, because no tile comes twice.
    /// assert_eq!(PositionSize::Rows.of("2 3\n1 2 3\n4 5 x").as_deref(), Some("2x3"));
    /// assert_eq!(PositionSize::Rows.of("3 2\n1 4\n5 6\n7 x").as_deref(), Some("4x2"));
    /// assert_eq!(PositionSize::Rows.of("3x3\n1 2 3\n4 5 6\n7 x 8").as_deref(), Some("3x3"));
    /// ```
    pub fn of(self, position: &str) -> Option<String> {
        let position = &without_comments(position);
        let first = tokens(position).first().map_or("", |token| token.text);
        // No tile is `3x3`.
        let is_product = first.split_once('x').is_some_and(|(rows, _)| !rows.is_empty());
        let is_size = |plain: &String| is_product || tokens(plain).iter().any(|token| token.text == first);
        let plain = plain_board(position).filter(is_size);
        self.of_plain(plain.as_ref().unwrap_or(position))
    }

    /// The parameters of a position that is the whole text.
    fn of_plain(self, position: &str) -> Option<String> {
        let count = tokens(position).len();
        match self {
            _ if count == 0 => None,
            PositionSize::Untold => None,
            PositionSize::Pieces => Some(count.to_string()),
            PositionSize::Rows => {
                let written = position.split(['\n', '/']).filter(|row| !row.trim().is_empty()).count();
                let rows = if written > 1 { written } else { count.isqrt() };
                let columns = count / rows;
                // Pieces in one row are a square, or a board of any shape.
                let is_shape = rows * columns == count && (written > 1 || rows == columns);
                is_shape.then(|| format!("{rows}x{columns}"))
            }
        }
    }
}

impl Family {
    /// The greatest width of the plain form of an id, in columns.
    pub const WIDEST_FORM: usize = 22;
    /// The greatest width of a description, in columns: the description and the plain form fit 80 columns.
    pub const WIDEST_WHAT: usize = 56;

    /// The examples that open without any file.
    pub fn members(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.examples.iter().copied().filter(|id| !id.contains('@'))
    }
}

/// An operation on a puzzle whose type only the catalogue knows.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Does the operation with a puzzle whose states are numbered.
    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;

    /// Does the operation with a puzzle whose states are too many to number, or not numbered.
    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;
}
