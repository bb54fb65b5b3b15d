//! The rules that decide which questions are allowed, one rule in each row.

use loyd_core::puzzle::Convention;

use super::auto::expected;
use super::{Algorithm, Given, Options, PuzzleFacts, RatedBound, Want};

/// A field of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// [`Options::algorithm`].
    Algorithm,
    /// [`Options::heuristic`].
    Heuristic,
    /// [`Options::within`].
    Within,
    /// [`Options::first`].
    First,
    /// [`Options::threads`].
    Threads,
    /// [`Options::cuts`].
    Cuts,
    /// [`Options::convention`].
    Convention,
    /// [`Given::table`].
    Table,
    /// [`Given::memory`].
    Memory,
    /// [`Given::cache`].
    Cache,
}

impl Field {
    /// The name of the field.
    pub fn name(self) -> &'static str {
        match self {
            Field::Algorithm => "algorithm",
            Field::Heuristic => "heuristic",
            Field::Within => "within",
            Field::First => "first",
            Field::Threads => "threads",
            Field::Cuts => "cuts",
            Field::Convention => "convention",
            Field::Table => "table",
            Field::Memory => "memory",
            Field::Cache => "cache",
        }
    }
}

/// The kind of a fault of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// The field would not be used.
    NoEffect,
    /// The algorithm cannot be used so.
    NotApplicable,
    /// The puzzle has no bound with this name.
    Unknown,
}

/// The reason why a question is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", field.name())]
pub struct Conflict {
    /// The field with the fault.
    pub field: Field,
    /// The kind of the fault.
    pub kind: ConflictKind,
    /// The index of the broken rule in [`RULES`].
    pub rule: usize,
    /// The reason, for users.
    pub why: String,
}

/// A rule about one field of a question.
#[derive(Debug)]
pub struct Rule {
    /// The field that the rule is about.
    pub field: Field,
    /// The kind of the fault if the rule is broken.
    pub kind: ConflictKind,
    /// The demand of the rule, as docs/algorithms.md lists it.
    pub demands: &'static str,
    broken: fn(&Case<'_>) -> Option<String>,
}

/// The data that a rule checks.
struct Case<'a> {
    options: &'a Options,
    given: Given,
    facts: &'a PuzzleFacts,
    /// The named algorithm, or the chosen algorithm.
    algorithm: Algorithm,
    /// The named bound, or the default bound; `None` if the puzzle has no bound with the name.
    bound: Option<&'a RatedBound>,
}

/// The rules, in the order in which they are checked.
pub const RULES: [Rule; 17] = [
    Rule {
        field: Field::Heuristic,
        kind: ConflictKind::NoEffect,
        demands: "the algorithm uses a lower bound",
        broken: |case| {
            let unused = case.options.heuristic.is_some() && !case.algorithm.uses_heuristic();
            unused.then(|| format!("{} uses no lower bound", case.algorithm.name()))
        },
    },
    Rule {
        field: Field::Heuristic,
        kind: ConflictKind::Unknown,
        demands: "the puzzle has it",
        broken: |case| case.bound.is_none().then(|| format!("{} does not have this bound", case.facts.id)),
    },
    Rule {
        field: Field::Memory,
        kind: ConflictKind::NoEffect,
        demands: "a named algorithm holds memory, or its bound reads tables",
        broken: |case| {
            let idle = case.given.memory && !case.reads_tables() && !case.algorithm.uses_memory();
            (idle && case.is_named())
                .then(|| format!("{} uses memory only for the current path", case.algorithm.name()))
        },
    },
    Rule {
        field: Field::Cache,
        kind: ConflictKind::NoEffect,
        demands: "a named algorithm is `table`, or its bound reads tables",
        broken: |case| {
            let idle = case.given.cache && !case.reads_tables() && case.algorithm != Algorithm::Table;
            (idle && case.is_named()).then(|| format!("{} keeps no tables in the cache folder", case.algorithm.name()))
        },
    },
    Rule {
        field: Field::Table,
        kind: ConflictKind::NoEffect,
        demands: "the algorithm is `table`",
        broken: |case| {
            let idle = case.given.table && case.algorithm != Algorithm::Table;
            idle.then(|| format!("{} reads no table of distances", case.algorithm.name()))
        },
    },
    Rule {
        field: Field::Algorithm,
        kind: ConflictKind::NotApplicable,
        demands: "where moves differ in cost it is `a-star` or `ida-star`; `bidirectional` and `table` need goals that \
                  can be listed, `table` numbered states, too",
        broken: |case| case.facts.inapplicable(case.algorithm),
    },
    Rule {
        field: Field::Convention,
        kind: ConflictKind::NoEffect,
        demands: "the moves have a blank's and a tile's direction",
        broken: |case| {
            let idle = case.options.convention.is_some() && !case.facts.conventions;
            idle.then(|| format!("the moves of {} have one name each", case.facts.id))
        },
    },
    Rule {
        field: Field::Convention,
        kind: ConflictKind::NoEffect,
        demands: "of the smallest solution it is the blank's, whose letters are compared",
        broken: |case| {
            let tile = case.options.convention == Some(Convention::Tile);
            let idle = tile && case.options.want == Want::Lexicographic;
            idle.then(|| "the smallest solution is defined by the letters of the blank's moves".into())
        },
    },
    Rule {
        field: Field::Convention,
        kind: ConflictKind::NoEffect,
        demands: "a solution is shown, or moves are made before the search",
        broken: |case| {
            let Options { convention, want, .. } = *case.options;
            let idle = convention.is_some() && want == Want::Count && !case.given.scramble;
            idle.then(|| "a count contains no moves".into())
        },
    },
    Rule {
        field: Field::Within,
        kind: ConflictKind::NoEffect,
        demands: "the algorithm is `anytime` or left open, and one solution is wanted",
        broken: |case| case.options.within.and_then(|_| case.only_by_anytime()),
    },
    Rule {
        field: Field::First,
        kind: ConflictKind::NoEffect,
        demands: "the algorithm is `anytime` or left open, and one solution is wanted",
        broken: |case| case.options.first.then(|| case.only_by_anytime()).flatten(),
    },
    Rule {
        field: Field::Algorithm,
        kind: ConflictKind::NotApplicable,
        demands: "`anytime` finds one solution",
        broken: |case| {
            let many = case.algorithm == Algorithm::Anytime && case.options.want != Want::One;
            many.then(|| "anytime finds one solution, and cannot count or list solutions".into())
        },
    },
    Rule {
        field: Field::Threads,
        kind: ConflictKind::NoEffect,
        demands: "more than one need `ida-star` or `anytime`, and one solution is wanted",
        broken: |case| {
            let many = case.options.is_parallel() && case.algorithm != Algorithm::Anytime;
            many.then(|| case.only_by_ida_star()).flatten()
        },
    },
    Rule {
        field: Field::Cuts,
        kind: ConflictKind::NoEffect,
        demands: "the algorithm is `ida-star`",
        broken: |case| {
            let idle = case.options.cuts && case.algorithm != Algorithm::IdaStar;
            idle.then(|| case.only_by_ida_star()).flatten()
        },
    },
    Rule {
        field: Field::Cuts,
        kind: ConflictKind::NoEffect,
        demands: "one solution is wanted",
        broken: |case| case.options.cuts.then(|| case.only_by_ida_star()).flatten(),
    },
    Rule {
        field: Field::Cuts,
        kind: ConflictKind::NoEffect,
        demands: "what a move does depends on the phase and on where it is made alone",
        broken: |case| {
            let idle = case.options.cuts && !case.facts.phases;
            idle.then(|| format!("the effect of the moves of {} depends on more than the place", case.facts.id))
        },
    },
    Rule {
        field: Field::Cuts,
        kind: ConflictKind::NoEffect,
        demands: "every move costs the same",
        broken: |case| {
            let idle = case.options.cuts && case.facts.costs.is_some();
            idle.then(|| format!("the moves of {} differ in cost, and cuts count moves", case.facts.id))
        },
    },
];

impl Case<'_> {
    fn is_named(&self) -> bool {
        self.options.algorithm.is_some()
    }

    /// Whether the algorithm uses a bound that reads tables.
    fn reads_tables(&self) -> bool {
        self.algorithm.uses_heuristic() && self.bound.is_some_and(|bound| bound.tables)
    }

    /// The reason why accepting a longer solution would have no effect, if there is a reason.
    fn only_by_anytime(&self) -> Option<String> {
        match self.options.want {
            Want::One if self.algorithm == Algorithm::Anytime => None,
            Want::One => Some(format!("{} finds only optimal solutions", self.algorithm.name())),
            _ => Some("it applies only to one solution".into()),
        }
    }

    /// The reason why threads or cuts would have no effect, if there is a reason.
    fn only_by_ida_star(&self) -> Option<String> {
        if self.algorithm != Algorithm::IdaStar {
            return Some(format!("it applies only to ida-star, but {} answers", self.algorithm.name()));
        }
        (self.options.want != Want::One).then(|| {
            "it applies only to one solution; listing, counting and the smallest solution need the whole \
                      tree, in order"
                .into()
        })
    }
}

/// Checks that options are allowed for a puzzle.
///
/// # Errors
/// The first rule that is broken.
pub fn allowed(options: &Options, given: Given, facts: &PuzzleFacts) -> Result<(), Conflict> {
    let algorithm = options.algorithm.unwrap_or_else(|| expected(options, given, facts));
    allowed_by(algorithm, options, given, facts)
}

/// Checks that options are allowed for a puzzle if this algorithm answers.
///
/// # Errors
/// As [`allowed`].
pub fn allowed_by(algorithm: Algorithm, options: &Options, given: Given, facts: &PuzzleFacts) -> Result<(), Conflict> {
    let bound = facts.bound(options.heuristic.as_deref()).map(|bound| &facts.bounds[bound]);
    let case = Case { options, given, facts, algorithm, bound };
    let broken = RULES.iter().enumerate().find_map(|(rule, row)| Some((rule, row, (row.broken)(&case)?)));
    broken.map_or(Ok(()), |(rule, row, why)| Err(Conflict { field: row.field, kind: row.kind, rule, why }))
}
