//! Families of puzzles from outside, beside the families of the catalogue.

use std::fmt;
use std::sync::Arc;

use super::adapter::{Own, Seated};
use super::{MOST_COST, OwnPuzzle, Rules};
use crate::catalogue;
use crate::planner::{Engine, Part};
use loyd_core::family::{Family, FamilyKind, PositionSize};
use loyd_core::opening::{Opening, Unopened};

/// A function that opens the puzzle of a full id with its parameters and perhaps another goal.
type Open = dyn Fn(&str, &str, Option<&str>) -> Result<Engine, Unopened> + Send + Sync;

/// A family of puzzles from outside.
#[derive(Clone)]
pub struct OwnFamily {
    family: Family,
    open: Arc<Open>,
}

impl fmt::Debug for OwnFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnFamily").field("family", &self.family).finish_non_exhaustive()
    }
}

impl OwnFamily {
    /// Makes a family. Its ids begin with `name`. `open` returns the puzzle of an id from its parameters, the part
    /// after the colon, or an error that names the expected parameters. The puzzle must have text.
    ///
    /// # Panics
    /// If the name is empty, contains anything but lower-case letters, digits and hyphens, or is a name of the
    /// catalogue.
    pub fn new<R: Rules, const NUMBERED: bool>(
        name: &'static str,
        what: &'static str,
        open: impl Fn(&str) -> Result<OwnPuzzle<R, NUMBERED>, String> + Send + Sync + 'static,
    ) -> OwnFamily
    where
        Own<R, NUMBERED>: Seated,
    {
        OwnFamily::opened(name, what, move |id: &str, parameters: &str, goal: Option<&str>| {
            let puzzle = open(parameters).map_err(|expected| Unopened::parameters(id, parameters, expected))?;
            if !puzzle.has_text() {
                let why = "its positions have no text, expected a puzzle made by `text` or `text_by`".into();
                return Err(Unopened::Rules { id: id.into(), why });
            }
            engine_of(puzzle, id, what, goal)
        })
    }

    /// Makes a family of a function that opens its puzzles.
    ///
    /// # Panics
    /// As [`new`](OwnFamily::new).
    pub(super) fn opened(
        name: &'static str,
        what: &'static str,
        open: impl Fn(&str, &str, Option<&str>) -> Result<Engine, Unopened> + Send + Sync + 'static,
    ) -> OwnFamily {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!name.is_empty() && name.chars().all(is_plain), "`{name}` is not a valid name for a family");
        assert!(catalogue::family_of(name).is_none(), "`{name}` is already a name in the catalogue");
        let (kind, size, metrics) = (FamilyKind::Own, PositionSize::Untold, &[]);
        let family = Family { name, kind, syntax: name, what, aliases: &[], size, metrics, examples: &[] };
        OwnFamily { family, open: Arc::new(open) }
    }

    /// Sets the syntax of the family's ids, such as `hanoi:N`. Default: the name of the family.
    pub fn syntax(mut self, syntax: &'static str) -> OwnFamily {
        self.family.syntax = syntax;
        self
    }

    /// Sets the ids that lists of puzzles show as examples. Default: no ids.
    pub fn examples(mut self, examples: &'static [&'static str]) -> OwnFamily {
        self.family.examples = examples;
        self
    }
}

/// The engine of a puzzle, with its own goals or the given goal.
pub(super) fn engine_of<R: Rules, const NUMBERED: bool>(
    puzzle: OwnPuzzle<R, NUMBERED>,
    id: &str,
    what: &str,
    goal: Option<&str>,
) -> Result<Engine, Unopened>
where
    Own<R, NUMBERED>: Seated,
{
    if let Some((greatest, _)) = puzzle.costs.filter(|(greatest, _)| !(1..=MOST_COST).contains(greatest)) {
        let why = format!("the greatest cost of a move is {greatest}, expected 1 to {MOST_COST}");
        return Err(Unopened::Rules { id: id.into(), why });
    }
    let goal = goal.map(|text| puzzle.read(text).map_err(Unopened::Goal)).transpose()?;
    let is_standard = goal.is_none();
    Ok(Own::new(puzzle, what.into(), goal).seat(id, is_standard))
}

/// The families that a service offers: a part of the catalogue, and families from outside.
#[derive(Clone, Debug)]
pub struct Families {
    part: Part,
    own: Vec<OwnFamily>,
}

impl Families {
    /// The families of a part of the catalogue.
    pub fn of(part: Part) -> Families {
        Families { part, own: Vec::new() }
    }

    /// The part of the catalogue.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// Adds a family.
    ///
    /// # Panics
    /// If a family from outside with the same name was added before.
    pub fn add(&mut self, family: OwnFamily) {
        assert!(self.own_of(family.family.name).is_none(), "there are two families `{}`", family.family.name);
        self.own.push(family);
    }

    /// The families of the catalogue and from outside.
    pub fn all(&self) -> impl Iterator<Item = &Family> {
        catalogue::FAMILIES.iter().chain(self.own.iter().map(|own| &own.family))
    }

    /// The family from outside to which a full id belongs.
    fn own_of(&self, id: &str) -> Option<&OwnFamily> {
        let name = id.split(':').next().unwrap_or_default();
        self.own.iter().find(|own| own.family.name == name)
    }

    /// Opens the puzzle of an id, with its standard goal or the given goal.
    ///
    /// # Errors
    /// [`Unopened`] if the id, the goal or the file is not valid, or a limit is reached.
    pub fn open(&self, opening: &Opening<'_>, id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
        let full = catalogue::resolve(id);
        let Some(own) = self.own_of(&full) else { return (self.part.open)(opening, id, goal) };
        let parameters = full.split_once(':').map_or("", |(_, parameters)| parameters);
        opening.over(|| (own.open)(&full, parameters, goal))
    }

    /// Opens a puzzle on a board given as text, in place of the file that the id names.
    ///
    /// # Errors
    /// As [`open`](Families::open); also if the family has no boards, or the board is not valid.
    pub fn open_board(
        &self,
        opening: &Opening<'_>,
        id: &str,
        board: &str,
        goal: Option<&str>,
    ) -> Result<Engine, Unopened> {
        (self.part.open_board)(opening, id, board, goal)
    }
}
