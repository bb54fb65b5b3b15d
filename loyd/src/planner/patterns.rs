//! The patterns of a puzzle's bounds, and the facts of a pattern that need no type.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use loyd_core::heuristic::Bounded;
use loyd_core::limits::Held;
use loyd_core::puzzle::Notation;
use loyd_core::puzzle::pattern::{Blocked, PatternShape, PatternSpace};
use loyd_core::table::file::{Identity, Notes};
use loyd_core::text::tokens;

use super::TablePlan;

/// The patterns of a puzzle's bounds. They are kept, because numbering placements takes longer than many searches.
pub struct Patterns<T>(Mutex<HashMap<String, Arc<Vec<T>>>>);

impl<T> Default for Patterns<T> {
    fn default() -> Self {
        Patterns(Mutex::default())
    }
}

impl<T: PatternSpace> Patterns<T> {
    /// Bytes of the coordinates of product patterns and of the symmetries that reduce them.
    pub fn held(&self) -> u64 {
        let of = |pattern: &T| match pattern.shape() {
            PatternShape::Product(product) => product.held(),
            PatternShape::Blocks(_) => 0,
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

/// The facts of a pattern that need no type.
pub struct PatternFacts {
    /// The plan of the pattern's table.
    pub plan: TablePlan,
    /// The cost of building the table, in placements.
    pub placements: u64,
}

/// Entries of a product that are filled in the time of one placement; a move takes whole rows of entries to rows.
const ENTRIES_A_PLACEMENT: u64 = 8;

impl PatternFacts {
    /// The facts of a pattern of the puzzle.
    pub fn of<P: Bounded + Notation>(puzzle: &P, pattern: &P::Pattern) -> Self {
        let (name, layout, entries, placements, notes) = match pattern.shape() {
            PatternShape::Blocks(blocks) => {
                let notes = notes(puzzle, blocks);
                (blocks.name(), blocks.order().name(), blocks.entries(), blocks.count(), notes)
            }
            PatternShape::Product(product) => {
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

/// How a position is looked up: the goal, the goal's pieces in the pattern's cells (in the order of the pattern), and
/// the pattern's number for each cell of a written position. Puzzles and goals that look alike share a table; its notes
/// describe the puzzle and goal for which it was built.
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
