//! Opens the puzzles of definitions by their ids: files, bundled definitions, and texts that a caller gives.

mod by_name;
mod permutations;
mod query;

use crate::definition::Metric;
use loyd_core::family::{Family, FamilyKind, PositionSize};

pub use by_name::{bundled, definition, family};
pub use permutations::permutations;
pub use query::{open, open_definition, open_text};

/// The line for definition files in the catalogue.
pub const FAMILY: Family = Family {
    name: "file",
    kind: FamilyKind::Own,
    syntax: "@FILE, a .tws, KPuzzle, PSVN, GAP or .loyd file; ?moves=U,R&metric=quarter&omit=SET may follow it",
    what: "any puzzle that a definition file describes",
    aliases: &[],
    size: PositionSize::Untold,
    metrics: &Metric::NAMES,
    examples: &[
        "file:@../tests/data/definitions/magicboard.tws?metric=quarter",
        "file:@../tests/data/definitions/pyraminx_notips.tws",
        "file:@../tests/data/definitions/8puzzle.tws?metric=quarter",
        "file:@../tests/data/definitions/topspin8_4.tws",
        "file:@../tests/data/definitions/2x4slide.tws?metric=quarter",
        "file:@../tests/data/definitions/15puzzle.tws?metric=quarter",
    ],
};
