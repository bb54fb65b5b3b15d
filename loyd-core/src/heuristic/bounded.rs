//! The bounds that a puzzle has, by name, and what is known of them.

use super::offers::BoundVisitor;
use crate::limits::holds_nothing;
use crate::puzzle::Puzzle;
use crate::puzzle::pattern::{Pattern, Table};
use crate::text::{is_same_name, plain_name};

/// What is known of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundFacts<'a> {
    /// The name a user gives.
    pub name: &'a str,
    /// What it is, in a sentence.
    pub what: &'a str,
    /// Other names of it, [plain](crate::text::plain_name).
    pub synonyms: &'a [&'a str],
    /// Whether it never drops by more than one over a move (then no state need be expanded twice).
    pub consistent: bool,
    /// Whether it is strong enough that depth-first search with it outruns blind search from both ends on large boards.
    /// Only the choice of algorithm goes by it.
    pub strong: bool,
    /// Whether it reads tables, which must be built before it can be used: [`Bounded::patterns`].
    pub tables: bool,
    /// Whether these are so large that nobody looks for them, or numbers them, before a search has taken long.
    pub vast: bool,
    /// Where it comes from.
    pub source: &'a str,
}

holds_nothing!(BoundFacts<'static>);

impl<'a> BoundFacts<'a> {
    /// Of a bound that is consistent and strong, and reads no tables.
    pub const fn new(name: &'a str, what: &'a str, source: &'a str) -> Self {
        BoundFacts { name, what, synonyms: &[], consistent: true, strong: true, tables: false, vast: false, source }
    }

    /// Whether it has that name, or a synonym: in any case, with blanks or underscores for hyphens.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || {
            let name = plain_name(name);
            self.synonyms.iter().chain([&self.name]).any(|known| is_same_name(&name, known))
        }
    }
}

/// The lower bounds a puzzle offers, by name.
pub trait Bounded: Puzzle + Sized {
    /// What the tables of its bounds are of; [`NoPattern`](crate::puzzle::pattern::NoPattern) where none reads any.
    type Pattern: Pattern;

    /// The bounds, best first: the first is the default. All are admissible.
    fn bounds(&self) -> Vec<BoundFacts<'_>>;

    /// Lends the bound of that name to a visitor; `None` if there is no such bound, or it reads tables.
    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output>;

    /// The patterns whose tables the bound of that name reads; none for a bound that reads none.
    fn patterns(&self, _name: &str) -> Vec<Self::Pattern> {
        Vec::new()
    }

    /// The number that these patterns have for the cell which stands at that place of a written position. Provided: the
    /// place, for patterns of the board as it is.
    fn seen_by_patterns(&self, place: u8) -> u8 {
        place
    }

    /// The bounds that are worth climbing where no one says which: each is stronger than the one before and its tables
    /// take longer to build. The first reads none.
    fn ladder(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Lends the bound of that name, which reads the tables of its [`patterns`](Bounded::patterns), to a visitor;
    /// `None` if there is no such bound, or the tables are not its own.
    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        _name: &str,
        _tables: &[Table<'_, Self::Pattern>],
        _visitor: V,
    ) -> Option<V::Output> {
        None
    }

    /// Lends what guides a search for some solution, long or short. It may be **too high**, and far from being in
    /// moves: nothing that it says is a proof. Provided: the first bound.
    fn with_guide<V: BoundVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        self.bounds().first().and_then(|first| self.with_bound(first.name, visitor))
    }

    /// A puzzle, a start and a bound such that the moves which lead from that start to a goal are those which lead from
    /// `from` to `to`, and no others; cheap to make. Provided: `None`, it cannot be said.
    fn toward(&self, _from: &Self::State, _to: &Self::State) -> Option<Toward<Self>> {
        None
    }
}

/// The paths from one state to another, as those from a start to a goal.
pub struct Toward<P: Puzzle> {
    /// The puzzle, where it is another.
    pub puzzle: Option<P>,
    /// The start.
    pub start: P::State,
    /// The name of a bound that reads no tables.
    pub bound: &'static str,
}
