//! The part of the catalogue that a service opens.

use std::fmt;

use super::{Engine, Seat, open_within};
use crate::catalogue::{resolve, with_board};
use loyd_core::family::split;
use loyd_core::opening::{Opening, Unopened};
use loyd_definitions::Definition;
use loyd_definitions::formats::read;
use loyd_definitions::ids;
use loyd_definitions::lint::{Finding, lint};
use loyd_puzzles::sliding;

/// A function that opens the puzzle of an id, with its standard goal or the given goal.
type Open = fn(&Opening<'_>, &str, Option<&str>) -> Result<Engine, Unopened>;

/// A function that opens a puzzle on a board given as text, in place of the file that the id names.
type OpenBoard = fn(&Opening<'_>, &str, &str, Option<&str>) -> Result<Engine, Unopened>;

/// A function that reads the definition of an id, or the given text in place of its file, and returns a fact about it.
/// The function returns `None` if the id has no definition.
pub(crate) type OfDefinition<T> = fn(&str, Option<&str>, &Opening<'_>) -> Option<Result<T, Unopened>>;

/// The size of a definition. The time in which its group is computed depends on it.
pub(crate) struct Extent {
    /// The number of facelets: slots times orientations.
    pub facelets: usize,
    pub goals: usize,
}

/// The part of the catalogue that a service opens. The functions of a part name the types of its puzzles, so the linker
/// leaves the searches of all other puzzles out of a program that names one part only.
#[derive(Clone, Copy)]
pub struct Part {
    pub(crate) open: Open,
    pub(crate) open_board: OpenBoard,
    pub(crate) extent: OfDefinition<Extent>,
    pub(crate) findings: OfDefinition<Vec<Finding>>,
}

impl Part {
    /// Every puzzle.
    pub const WHOLE: Part = Part { open: open_within, open_board: any_board, extent, findings };

    /// The sliding puzzles on boards of at most [`sliding::SMALL`] cells: the 8- and the 15-puzzle.
    pub const SMALL_BOARDS: Part =
        Part { open: small, open_board: small_board, extent: undefined, findings: undefined };
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").finish_non_exhaustive()
    }
}

fn any_board(opening: &Opening<'_>, id: &str, board: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    let full = resolve(id);
    let (base, choice) = split(&full);
    let (family, name) = base.split_once(":@").unwrap_or((base, ""));
    let choice = if choice.is_empty() { String::new() } else { format!("?{choice}") };
    let id = format!("{family}:@{name}{choice}");
    with_board(opening, &format!("{family}{choice}"), board, goal, Seat(&id, goal.is_none()))
}

fn small(opening: &Opening<'_>, id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    let full = resolve(id);
    let unknown = || Unopened::Unknown { id: id.into(), nearest: None };
    let (family, parameters) = full.split_once(':').ok_or_else(unknown)?;
    // A choice of another metric has other types, which belong to the whole catalogue only.
    if family != sliding::FAMILY.name || !split(parameters).1.is_empty() {
        return Err(unknown());
    }
    opening.over(|| {
        let board = sliding::board_of(&full, parameters, opening)?;
        match board.cells() {
            0..=sliding::SMALL => sliding::open_small(board, goal, Seat(&full, goal.is_none())),
            _ => Err(Unopened::parameters(&full, parameters, format!("at most {} cells", sliding::SMALL))),
        }
    })
}

fn small_board(_: &Opening<'_>, id: &str, _: &str, _: Option<&str>) -> Result<Engine, Unopened> {
    Err(Unopened::Unknown { id: id.into(), nearest: None })
}

fn definition(id: &str, text: Option<&str>, opening: &Opening<'_>) -> Option<Result<Definition, Unopened>> {
    match text {
        Some(text) => Some(read(text).map_err(|source| Unopened::Content { path: "board".into(), source })),
        None => ids::definition(id, opening),
    }
}

fn extent(id: &str, text: Option<&str>, opening: &Opening<'_>) -> Option<Result<Extent, Unopened>> {
    let extent = |definition: Definition| Extent {
        facelets: definition.sets.iter().map(|set| set.slots * usize::from(set.orientations)).sum(),
        goals: definition.goals.len(),
    };
    Some(definition(id, text, opening)?.map(extent))
}

fn findings(id: &str, text: Option<&str>, opening: &Opening<'_>) -> Option<Result<Vec<Finding>, Unopened>> {
    Some(definition(id, text, opening)?.map(|definition| lint(&definition)))
}

fn undefined<T>(_: &str, _: Option<&str>, _: &Opening<'_>) -> Option<Result<T, Unopened>> {
    None
}
