//! Boards that are made for a size: Loopover, Sixteen, Twiddle, and sliding boards of letters or on a torus.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::definition::{
    Action, Condition, Definition, DefinitionFormat, MOST_OF_SET, Move, Pattern, PictureSpot, Repeats, Set,
};
use crate::formats::loyd;
use loyd_core::exact::exact;
use loyd_core::text::{is_separator, quoted};

/// An error for parameters that a puzzle does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct NoBoard {
    /// The text that was found, quoted.
    pub found: String,
    /// A description of the expected text.
    pub expected: String,
}

impl NoBoard {
    pub(super) fn new(found: &str, expected: impl Into<String>) -> Self {
        NoBoard { found: quoted(found), expected: expected.into() }
    }
}

/// The number of rows and of columns.
#[derive(Clone, Copy)]
struct GridSize {
    rows: usize,
    columns: usize,
}

impl GridSize {
    /// Reads a size written as `RxC`.
    fn read(text: &str) -> Result<Self, NoBoard> {
        let expected = || format!("ROWSxCOLUMNS, with 2 to {MOST_OF_SET} places");
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_OF_SET).contains(number));
        let size = text.split_once(['x', 'X']).and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
        match size {
            Some((rows, columns)) if (2..=MOST_OF_SET).contains(&(rows * columns)) => Ok(GridSize { rows, columns }),
            _ => Err(NoBoard::new(text, expected())),
        }
    }

    fn slots(self) -> usize {
        self.rows * self.columns
    }

    fn slot(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// The action that moves the piece of each slot of a list to the next slot, and of the last slot to the first.
    fn around(self, lists: &[Vec<usize>], twist: u8, orientations: u8) -> Action {
        let slots = self.slots();
        let (mut from, mut twists): (Vec<u16>, _) = ((0..exact::<u16>(slots)).collect(), vec![0; slots]);
        for list in lists {
            for (&slot, &next) in list.iter().zip(list.iter().cycle().skip(1)) {
                (from[next], twists[next]) = (exact::<u16>(slot), twist);
            }
        }
        Action::new(&from, &twists, &vec![orientations; slots]).expect("lists of different slots")
    }

    /// The board with these pieces.
    fn board(
        self,
        name: String,
        orientations: u8,
        pieces: Vec<u8>,
        labels: Vec<String>,
        moves: Vec<Move>,
    ) -> Definition {
        let slots = self.slots();
        let solved = Pattern { pieces: pieces.into(), orientations: vec![0; slots].into() };
        let spot = |slot: usize| PictureSpot {
            row: exact::<u16>(slot / self.columns),
            column: exact::<u16>(slot % self.columns),
            slot: exact::<u16>(slot),
            side: 0,
        };
        Definition {
            name,
            moves,
            labels: if labels.is_empty() { Vec::new() } else { vec![labels] },
            spots: (0..slots).map(spot).collect(),
            ..Definition::new(DefinitionFormat::Loyd, vec![Set::new("tiles", slots, orientations)], solved)
        }
    }
}

/// The piece numbers of a board whose tiles are all different.
fn all_different(size: GridSize) -> Vec<u8> {
    (0..size.slots()).map(exact::<u8>).collect()
}

/// The moves that shift a row to the right, such as `1r`, or a column down, such as `1d`.
fn shifts(size: GridSize) -> Vec<Move> {
    let GridSize { rows, columns } = size;
    let mut moves = Vec::new();
    for row in (0..rows).filter(|_| columns > 1) {
        let list = (0..columns).map(|column| size.slot(row, column)).collect();
        moves.push(Move::new(format!("{}r", row + 1), size.around(&[list], 0, 1)));
    }
    for column in (0..columns).filter(|_| rows > 1) {
        let list = (0..rows).map(|row| size.slot(row, column)).collect();
        moves.push(Move::new(format!("{}d", column + 1), size.around(&[list], 0, 1)));
    }
    moves
}

/// Makes the board `loopover:RxC`.
pub(super) fn loopover(parameters: &str) -> Result<Definition, NoBoard> {
    let size = GridSize::read(parameters)?;
    let letters = (0..size.slots()).map(|piece| letter(piece, b'A')).collect();
    let labels = if size.slots() <= 26 { letters } else { Vec::new() };
    Ok(size.board(format!("loopover {parameters}"), 1, all_different(size), labels, shifts(size)))
}

/// Makes the board `sixteen:RxC`.
pub(super) fn sixteen(parameters: &str) -> Result<Definition, NoBoard> {
    let size = GridSize::read(parameters)?;
    Ok(size.board(format!("sixteen {parameters}"), 1, all_different(size), Vec::new(), shifts(size)))
}

/// The letters for a number: `a` to `z`, then `aa` to `zz`, for `first` = `a`.
fn letter(number: usize, first: u8) -> String {
    let one = |number: usize| char::from(first + exact::<u8>(number));
    match number.checked_sub(26) {
        None => one(number).into(),
        Some(more) => [one(more / 26), one(more % 26)].iter().collect(),
    }
}

/// Makes the board `twiddle:RxCnN`; `r`: tiles show only the numbers of their rows; `o`: tiles have a right way up.
pub(super) fn twiddle(parameters: &str) -> Result<Definition, NoBoard> {
    let expected = "ROWSxCOLUMNS, n and the side of the squares that turn, r for rows only, o for tiles that turn";
    let wrong = || NoBoard::new(parameters, expected);
    let rest = parameters.trim_end_matches(['r', 'o']);
    let flags = &parameters[rest.len()..];
    if flags.len() != usize::from(flags.contains('r')) + usize::from(flags.contains('o')) {
        return Err(wrong());
    }
    let (size, side) = rest.split_once('n').unwrap_or((rest, "2"));
    let size = GridSize::read(size)?;
    let most = size.rows.min(size.columns);
    let side: usize = side.parse().map_err(|_| wrong())?;
    if !(2..=most).contains(&side) {
        return Err(NoBoard::new(parameters, format!("squares of a side from 2 to {most}")));
    }
    let (orientations, twist) = if flags.contains('o') { (4, 1) } else { (1, 0) };
    let pieces = match flags.contains('r') {
        true => (0..size.slots()).map(|slot| exact::<u8>(slot / size.columns)).collect(),
        false => all_different(size),
    };
    let mut moves = Vec::new();
    for row in 0..=size.rows - side {
        for column in 0..=size.columns - side {
            let lists = rings(size, row, column, side);
            moves.push(Move::new(letter(moves.len(), b'a'), size.around(&lists, twist, orientations)));
        }
    }
    Ok(size.board(format!("twiddle {parameters}"), orientations, pieces, Vec::new(), moves))
}

/// The slots of a square, as lists of slots that change places clockwise. The slot in the middle has a list of its own.
fn rings(size: GridSize, row: usize, column: usize, side: usize) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    for y in 0..side.div_ceil(2) {
        for x in y..(side - 1 - y).max(y + 1) {
            let last = side - 1;
            let corners = [(y, x), (x, last - y), (last - y, last - x), (last - x, y)];
            let mut list: Vec<usize> = corners.iter().map(|(y, x)| size.slot(row + y, column + x)).collect();
            list.dedup();
            lists.push(list);
        }
    }
    lists
}

/// The most places of a torus: a place has at most four moves, and a puzzle has at most 256 moves.
const MOST_OF_TORUS: usize = 64;

/// Makes the board `torus:RxC`: the first place of a row or column is beside its last place, and the gap is last. The
/// move `a-b` takes the tile of place a to place b, which holds the gap.
pub(super) fn torus(parameters: &str) -> Result<Definition, NoBoard> {
    let wrong = || NoBoard::new(parameters, format!("ROWSxCOLUMNS, with 2 to {MOST_OF_TORUS} places"));
    let size = GridSize::read(parameters).map_err(|_| wrong())?;
    let GridSize { rows, columns } = size;
    if size.slots() > MOST_OF_TORUS {
        return Err(wrong());
    }
    let gap = exact::<u8>(size.slots() - 1);
    let mut moves = Vec::new();
    for to in 0..size.slots() {
        let (row, column) = (to / columns, to % columns);
        let (up, down) = ((row + rows - 1) % rows, (row + 1) % rows);
        let (left, right) = ((column + columns - 1) % columns, (column + 1) % columns);
        // On two rows or columns, both ways lead to the same place; on one, they lead nowhere.
        let around = [size.slot(up, column), size.slot(row, left), size.slot(row, right), size.slot(down, column)];
        for from in BTreeSet::from(around).into_iter().filter(|&from| from != to) {
            let action = size.around(&[vec![from, to]], 0, 1);
            let when = vec![Condition { slot: exact(to), pieces: vec![gap], must: true }];
            moves.push(Move { repeats: Repeats::None, when, ..Move::new(format!("{}-{}", from + 1, to + 1), action) });
        }
    }
    let labels = (1..size.slots()).map(|tile| tile.to_string()).chain(["_".into()]).collect();
    Ok(size.board(format!("torus {parameters}"), 1, all_different(size), labels, moves))
}

/// Makes the board `letters:ROW/ROW`.
pub(super) fn letters(parameters: &str) -> Result<Definition, NoBoard> {
    let expected = "rows of letters with / between them, - or _ for the gap and . for no place";
    let wrong = |found: &str| NoBoard::new(found, expected);
    let (mut picture, mut solved, mut slots) = (String::new(), String::new(), 0);
    for row in parameters.split('/') {
        if row.is_empty() {
            return Err(wrong(parameters));
        }
        for character in row.chars() {
            if is_separator(character) || character.is_control() || "=!+%?\\".contains(character) {
                return Err(wrong(&character.to_string()));
            }
            // An id contains only plain letters, so the gap `_` is written `-` there.
            let character = if character == '-' { '_' } else { character };
            let _ = write!(solved, "{character} ");
            if character == '.' {
                picture.push_str(". ");
            } else {
                slots += 1;
                let _ = write!(picture, "{slots} ");
            }
        }
        picture.push('\n');
        solved.push('\n');
    }
    if !(2..=MOST_OF_SET).contains(&slots) {
        return Err(NoBoard::new(parameters, format!("2 to {MOST_OF_SET} letters")));
    }
    if !solved.contains('_') {
        return Err(NoBoard::new(parameters, "- or _ for the gap"));
    }
    let name = format!("letters {parameters}");
    let text = format!("picture = '''\n{picture}'''\nsolved = '''\n{solved}'''\nslides = '_'\n");
    match loyd::read(&text) {
        Ok(definition) => Ok(Definition { name, ..definition }),
        Err(error) => Err(NoBoard::new(parameters, error.expected)),
    }
}
