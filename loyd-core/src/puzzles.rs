//! The catalogue: the families of puzzles, and the door to a typed puzzle by its id.
//!
//! A family is one module with a `FAMILY` and an `open`, and its line in the list below; everything else (command line,
//! laws, agreement and census tests) follows from the list.

use std::path::Path;

use crate::definition::bundled::BUNDLED;
use crate::exact::exact;
use crate::heuristic::Bounded;
use crate::opening::Opening;
pub use crate::opening::Unopened;
use crate::puzzle::{Notation, Ranked};
use crate::text::{Misread, ended, is_same_name, plain_name};

/// What the catalogue says of a family.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The first part of an id, before the colon.
    pub name: &'static str,
    /// How an id is written.
    pub syntax: &'static str,
    /// One sentence.
    pub what: &'static str,
    /// Other names, each with what it stands for: a whole id; or the family, before the colon or alone. In the name
    /// `RxC` the letters stand for numbers, and so they do in its id.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Ids that the general tests run over: small ones whose whole space is walked, and large ones by sample. Those
    /// with an `@` are of boards in files beside the tests.
    pub examples: &'static [&'static str],
}

impl Family {
    /// The examples that open anywhere, with no file at hand.
    pub fn members(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.examples.iter().copied().filter(|id| !id.contains('@'))
    }
}

/// Something to be done with a puzzle whose type only the catalogue knows.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with a puzzle whose states are numbered.
    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;

    /// Does it with a puzzle whose states are too many, or not numbered.
    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;
}

/// Why there is no puzzle of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such puzzle: {0}")]
pub struct Invalid(pub &'static str);

/// The place of each piece of an order of at most 256, which must have each of the pieces from 0 once.
fn places_of(order: &[u8]) -> Result<[u8; 256], Invalid> {
    let (mut places, mut seen) = ([0; 256], [false; 256]);
    for (place, &piece) in order.iter().enumerate() {
        if usize::from(piece) >= order.len() || std::mem::replace(&mut seen[usize::from(piece)], true) {
            return Err(Invalid("its goal must have each piece once"));
        }
        places[usize::from(piece)] = exact::<u8>(place);
    }
    Ok(places)
}

/// The name nearest to a mistyped one, if any is near enough to be meant.
///
/// ```
/// assert_eq!(loyd_core::puzzles::nearest("pancakes", ["pancake", "swap"]), Some("pancake"));
/// assert_eq!(loyd_core::puzzles::nearest("rubik", ["pancake", "swap"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: String = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let near = known.into_iter().map(|known| (strsim::damerau_levenshtein(&wanted, known), known));
    let is_near = |distance: usize, length: usize| distance <= 1 + length / 4 && distance < length;
    near.filter(|(distance, known)| is_near(*distance, known.chars().count())).min().map(|(_, known)| known)
}

macro_rules! catalogue {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// The families of their own, one file each.
        const OWN: &[Family] = &[$($family::FAMILY),*];

        /// Opens the puzzle of that id, with its standard goal or the one given, and lends it to the visitor.
        ///
        /// # Errors
        /// [`Unopened`] says what is wrong with the id, the goal or the file, or which limit was reached.
        pub fn with_puzzle_within<V: Visitor>(
            opening: &Opening<'_>,
            id: &str,
            goal: Option<&str>,
            visitor: V,
        ) -> Result<V::Output, Unopened> {
            opening.over(|| with_puzzle_here(opening, id, goal, visitor))
        }

        /// The same under the watch of this thread.
        fn with_puzzle_here<V: Visitor>(
            opening: &Opening<'_>,
            id: &str,
            goal: Option<&str>,
            visitor: V,
        ) -> Result<V::Output, Unopened> {
            let full = resolve(id);
            let (name, parameters) = full.split_once(':').unwrap_or((&full, ""));
            $(if name == $family::FAMILY.name {
                return $family::open(&full, parameters, goal, opening, visitor);
            })*
            if let Some(bundled) = file::bundled(&full) {
                return bundled.open(goal, opening, visitor);
            }
            let names = FAMILIES.iter().flat_map(|family| {
                std::iter::once(family.name).chain(family.aliases.iter().map(|(alias, _)| *alias))
            });
            Err(Unopened::Unknown { id: id.into(), nearest: nearest(name, names) })
        }
    };
}

catalogue! {
    sliding,
    swap,
    magic_board,
    rolling_cubes,
    pancake,
    top_spin,
    light_up,
    file,
}

/// The families, in the order they are listed; those that are bundled definitions last.
pub const FAMILIES: &[Family] = &LISTED;

const LISTED: [Family; OWN.len() + BUNDLED.len()] = {
    let mut listed = [OWN[0]; OWN.len() + BUNDLED.len()];
    let mut place = 0;
    while place < listed.len() {
        listed[place] = if place < OWN.len() { OWN[place] } else { file::family(&BUNDLED[place - OWN.len()]) };
        place += 1;
    }
    listed
};

/// The same for an id that names no file, without limits: of a program, and not of a stranger.
///
/// # Errors
/// As [`with_puzzle_within`].
pub fn with_puzzle<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    with_puzzle_within(&Opening::default(), id, goal, visitor)
}

/// The same for tests, whose ids may name files.
#[cfg(test)]
pub(crate) fn with_files<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    with_puzzle_within(&Opening::default().reading(&crate::opening::RegularFiles), id, goal, visitor)
}

/// Whether puzzles of that family are on boards that can be given as text.
pub fn has_boards(family: &str) -> bool {
    ["sliding", "light-up", "file"].contains(&family)
}

/// Opens the puzzle of that family on a board that is given as text, and lends it to the visitor.
///
/// # Errors
/// As [`with_puzzle_within`]; also for a family without boards.
pub fn with_board<V: Visitor>(
    opening: &Opening<'_>,
    family: &str,
    board: &str,
    goal: Option<&str>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let content = |source| Unopened::Content { path: "board".into(), source };
    short(board.as_bytes()).map_err(content)?;
    opening.over(|| match family {
        "sliding" => sliding::open_board(sliding::board::Board::parse(board).map_err(content)?, goal, visitor),
        "light-up" => light_up::open_board(board, goal, visitor, &content),
        "file" => file::open_text(family, board, goal, opening, visitor),
        _ => Err(Unopened::Parameters {
            id: family.into(),
            found: "a board".into(),
            expected: "one of the families with boards: sliding, light-up, file".into(),
        }),
    })
}

/// The id that a name stands for: that of an alias, else the same in [plain letters](crate::text::plain_name). What
/// follows an `@` is the name of a file and stays as it is.
///
/// ```
/// use loyd_core::puzzles::resolve;
/// for name in ["15", "15-Puzzle", "4x4", "Sliding:4X4", "十五数码"] {
///     assert_eq!(resolve(name), "sliding:4x4");
/// }
/// assert_eq!(resolve("TopSpin:7x4"), "top-spin:7x4");
/// assert_eq!(resolve("SLIDING:@Kite.txt"), "sliding:@Kite.txt");
/// assert_eq!(resolve("@Cube.tws?moves=U,R"), "file:@Cube.tws?moves=U,R");
/// ```
pub fn resolve(id: &str) -> String {
    if let Some(file) = id.strip_prefix("file:").or(id.strip_prefix('@')) {
        return format!("{}:@{}", file::FAMILY.name, file.strip_prefix('@').unwrap_or(file));
    }
    let (id, file) = id.split_at(id.find(['@', '?']).unwrap_or(id.len()));
    let id = plain_name(id);
    let (name, parameters) = id.split_at(id.find(':').unwrap_or(id.len()));
    let mut aliases =
        FAMILIES.iter().flat_map(|family| family.aliases.iter().copied().chain([(family.name, family.name)]));
    let found = match is_size(&id) {
        true => aliases.find(|(alias, _)| *alias == SIZE).map(|(_, full)| full.replace(SIZE, &id)),
        // A whole id takes no parameters.
        false => aliases
            .find(|(alias, full)| is_same_name(name, alias) && (parameters.is_empty() || !full.contains(':')))
            .map(|(_, full)| format!("{full}{parameters}")),
    };
    found.unwrap_or(id) + file
}

/// The family that a name or an id belongs to, whether or not the rest of the id can be.
///
/// ```
/// use loyd_core::puzzles::family_of;
/// assert_eq!(family_of("魔板").map(|family| family.name), Some("magic-board"));
/// assert!(family_of("2 3 4 1 5 x 7 6 8").is_none());
/// ```
pub fn family_of(id: &str) -> Option<&'static Family> {
    let full = resolve(id);
    let name = full.split([':', '?']).next().unwrap_or_default();
    FAMILIES.iter().find(|family| family.name == name)
}

/// Whether an id is of a puzzle of a definition: of a file, a board of that family, or a bundled one.
///
/// ```
/// use loyd_core::puzzles::has_definition;
/// assert!(has_definition("@cube.tws") && has_definition("2x2x2?moves=U,R") && !has_definition("15"));
/// ```
pub fn has_definition(id: &str) -> bool {
    family_of(id).is_some_and(|family| {
        family.name == file::FAMILY.name || BUNDLED.iter().any(|bundled| bundled.name == family.name)
    })
}

/// An alias that stands for every size, such as `3x4`.
const SIZE: &str = "RxC";

fn is_size(id: &str) -> bool {
    // More digits are a board whose blank is an x.
    let number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    id.split_once('x').is_some_and(|(rows, columns)| number(rows) && number(columns))
}

/// The most bytes of a map.
const LONGEST: usize = 1 << 20;

/// Reads the file of a map. No map is larger than a mebibyte, and of a file that never ends no more is read.
///
/// # Errors
/// [`Unopened::NoFiles`], [`Unopened::File`], or [`Unopened::Content`] at the first byte too many.
pub fn read_map(path: &Path, opening: &Opening<'_>) -> Result<Vec<u8>, Unopened> {
    let bytes = opening.read("puzzle", path, LONGEST)?;
    short(&bytes).map_err(|source| Unopened::Content { path: path.into(), source })?;
    Ok(bytes)
}

fn short(map: &[u8]) -> Result<(), Misread> {
    let Some(before) = map.get(..LONGEST).filter(|_| map.len() > LONGEST) else { return Ok(()) };
    let before = String::from_utf8_lossy(before);
    Err(Misread { found: "still more".into(), ..ended(&before, "the end of the map within 1 MiB") })
}

/// Reads `RxC`, or `N` for `NxN`, as rows and columns.
///
/// # Errors
/// What was expected, with the ranges.
pub fn dimensions(id: &str, parameters: &str, least: u8, most: u8) -> Result<(u8, u8), Unopened> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| (least..=most).contains(n) && !text.starts_with('+'));
    let (rows, columns) = parameters.split_once(['x', 'X']).unwrap_or((parameters, parameters));
    number(rows).zip(number(columns)).ok_or_else(|| {
        let expected = format!("rows x columns, such as 3x3, each from {least} to {most}");
        Unopened::parameters(id, parameters, expected)
    })
}
