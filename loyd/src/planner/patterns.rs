//! The patterns of a puzzle's bounds, and what is known of one without its type.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::heuristic::Bounded;
use crate::puzzle::pattern::Pattern;
use crate::table::file::Identity;

use super::TablePlan;

/// The patterns of the bounds of a puzzle, kept: numbering placements takes longer than many a search.
pub struct Patterns<T>(Mutex<HashMap<String, Arc<Vec<T>>>>);

impl<T> Default for Patterns<T> {
    fn default() -> Self {
        Patterns(Mutex::default())
    }
}

impl<T: Pattern> Patterns<T> {
    /// The patterns of a bound.
    pub fn of(&self, puzzle: &impl Bounded<Pattern = T>, bound: &str) -> Arc<Vec<T>> {
        let mut patterns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = patterns.get(bound) {
            return Arc::clone(known);
        }
        Arc::clone(patterns.entry(bound.into()).or_insert(Arc::new(puzzle.patterns(bound))))
    }
}

/// What is known of a pattern without its type.
pub struct PatternFacts {
    /// What its table is.
    pub plan: TablePlan,
    /// Its placements.
    pub placements: u64,
}

impl PatternFacts {
    /// Those of a pattern.
    pub fn of(pattern: &impl Pattern) -> Self {
        let name = pattern.name();
        let identity = Identity {
            puzzle: name.rules,
            goal: name.goal,
            kind: name.kind.into(),
            layout: pattern.order().name().into(),
            parameters: [("pieces".to_string(), name.pieces)].into(),
            entries: pattern.entries(),
            encoding: name.encoding.into(),
        };
        let plan = TablePlan { identity, bytes: pattern.entries().div_ceil(2) };
        PatternFacts { plan, placements: pattern.count() }
    }
}
