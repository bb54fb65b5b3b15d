//! The bounds of a puzzle, by name, and the facts about them.

use super::offers::BoundVisitor;
use crate::limits::holds_nothing;
use crate::puzzle::Puzzle;
use crate::puzzle::pattern::{PatternSpace, PatternTable};
use crate::text::{is_same_name, plain_name};

/// The facts about a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundFacts<'a> {
    /// The name by which a user asks for the bound.
    pub name: &'a str,
    /// The bound, described in one sentence.
    pub what: &'a str,
    /// Other names of the bound, in [plain](crate::text::plain_name) form.
    pub synonyms: &'a [&'a str],
    /// Whether the bound never drops by more than one over a move. Then no state need be expanded twice.
    pub consistent: bool,
    /// Whether depth-first search with this bound outruns blind search from both ends on large boards. Only the choice
    /// of algorithm depends on it.
    pub strong: bool,
    /// Whether the bound reads tables, which must be built before it can be used: [`Bounded::patterns`].
    pub tables: bool,
    /// Whether the tables are so large that no program looks for them, or numbers them, before a search has taken long.
    pub vast: bool,
    /// The source of the bound.
    pub source: &'a str,
}

holds_nothing!(BoundFacts<'static>);

impl<'a> BoundFacts<'a> {
    /// The facts about a bound that is consistent and strong, and reads no tables.
    pub const fn new(name: &'a str, what: &'a str, source: &'a str) -> Self {
        BoundFacts { name, what, synonyms: &[], consistent: true, strong: true, tables: false, vast: false, source }
    }

    /// Whether `name` is the name of the bound or a synonym. Case does not matter; blanks or underscores may stand for
    /// hyphens.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || {
            let name = plain_name(name);
            self.synonyms.iter().chain([&self.name]).any(|known| is_same_name(&name, known))
        }
    }
}

/// The lower bounds a puzzle offers, by name.
pub trait Bounded: Puzzle + Sized {
    /// The type of the tables' patterns; [`NoPattern`](crate::puzzle::pattern::NoPattern) if no bound reads tables.
    type Pattern: PatternSpace;

    /// The bounds, best first: the first is the default. All are admissible.
    fn bounds(&self) -> Vec<BoundFacts<'_>>;

    /// Lends the bound of that name to a visitor; `None` if there is no such bound, or if it reads tables.
    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output>;

    /// The patterns whose tables the bound of that name reads; empty if it reads no tables.
    fn patterns(&self, _name: &str) -> Vec<Self::Pattern> {
        Vec::new()
    }

    /// The number that the patterns use for the cell at `place` of a written position. Provided: the place itself, for
    /// patterns of the board as it is.
    fn seen_by_patterns(&self, place: u8) -> u8 {
        place
    }

    /// The bounds to try in turn if the user names no bound. Each is stronger than the one before, and its tables take
    /// longer to build. The first reads no tables.
    fn ladder(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Lends the bound of that name, which reads the tables of its [`patterns`](Bounded::patterns), to a visitor;
    /// `None` if there is no such bound, or if the tables belong to another one.
    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        _name: &str,
        _tables: &[PatternTable<'_, Self::Pattern>],
        _visitor: V,
    ) -> Option<V::Output> {
        None
    }

    /// Lends an estimate that guides a search for some solution, long or short. The estimate may be **too high**, and
    /// far from a number of moves, so nothing can be proved by it. Provided: the first bound.
    fn with_guide<V: BoundVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        self.bounds().first().and_then(|first| self.with_bound(first.name, visitor))
    }

    /// A puzzle, a start and a bound such that the solutions from that start are exactly the sequences of moves from
    /// `from` to `to`; cheap to make. Provided: `None`, because the puzzle cannot offer one.
    fn toward(&self, _from: &Self::State, _to: &Self::State) -> Option<Toward<Self>> {
        None
    }
}

/// A search for the paths from one state to another, as paths from a start to a goal.
pub struct Toward<P: Puzzle> {
    /// The puzzle with that goal; `None` if it is the puzzle at hand.
    pub puzzle: Option<P>,
    /// The start.
    pub start: P::State,
    /// The name of a bound that reads no tables.
    pub bound: &'static str,
}
