//! The patterns of a puzzle's bounds, and what is known of one without its type.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::heuristic::Bounded;
use crate::limits::Held;
use crate::puzzle::Notation;
use crate::puzzle::pattern::{Blocked, Pattern, Shape};
use crate::table::file::{Identity, Notes};
use crate::text::tokens;

use super::TablePlan;

/// The patterns of the bounds of a puzzle, kept: numbering placements takes longer than many a search.
pub struct Patterns<T>(Mutex<HashMap<String, Arc<Vec<T>>>>);

impl<T> Default for Patterns<T> {
    fn default() -> Self {
        Patterns(Mutex::default())
    }
}

impl<T: Pattern> Patterns<T> {
    /// Bytes of the coordinates of products, and of what folds them.
    pub fn held(&self) -> u64 {
        let of = |pattern: &T| match pattern.shape() {
            Shape::Product(product) => product.held(),
            Shape::Blocks(_) => 0,
        };
        let patterns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        patterns.values().flat_map(|patterns| patterns.iter()).map(of).sum()
    }

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
    /// What building it costs, in placements.
    pub placements: u64,
}

/// Entries of a product that are entered in the time of a placement: moves make little of them, and take whole rows to
/// rows.
const ENTRIES_A_PLACEMENT: u64 = 8;

impl PatternFacts {
    /// Those of a pattern of the puzzle.
    pub fn of<P: Bounded + Notation>(puzzle: &P, pattern: &P::Pattern) -> Self {
        let (name, layout, entries, placements, notes) = match pattern.shape() {
            Shape::Blocks(blocks) => {
                let notes = notes(puzzle, blocks);
                (blocks.name(), blocks.order().name(), blocks.entries(), blocks.count(), notes)
            }
            Shape::Product(product) => {
                let entries = product.entries();
                (product.name().clone(), product.layout(), entries, entries / ENTRIES_A_PLACEMENT, Notes::new())
            }
        };
        let identity = Identity {
            puzzle: name.rules,
            goal: name.goal,
            kind: name.kind.into(),
            layout: layout.into(),
            parameters: [("pieces".to_string(), name.pieces)].into(),
            entries,
            encoding: name.encoding.into(),
        };
        PatternFacts { plan: TablePlan { identity, notes, bytes: entries.div_ceil(2) }, placements }
    }
}

/// How a position is looked up: the goal, the pieces that belong in the pattern's cells there, in its order, and the
/// pattern's number for each cell of a written position. Puzzles and goals that look alike share a table: its notes are
/// those of the one that it was built for.
fn notes<P: Bounded + Notation>(puzzle: &P, pattern: &impl Blocked) -> Notes {
    let goal = puzzle.write_goal();
    let written = tokens(&goal);
    let cells: Vec<u8> = (0..=u8::MAX).take(written.len()).map(|place| puzzle.seen_by_patterns(place)).collect();
    let piece_of = |home: &u8| Some(written[cells.iter().position(|cell| cell == home)?].text);
    let pieces: Option<Vec<&str>> = pattern.homes().iter().map(piece_of).collect();
    let Some(pieces) = pieces else { return Notes::new() };
    let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
    let notes = [("goal", goal.clone()), ("pieces", pieces.join(" ")), ("cells", cells.join(" "))];
    notes.map(|(name, value)| (name.to_string(), value)).into()
}
