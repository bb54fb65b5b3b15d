//! Replies about a definition: the group of its moves, and its oddities.

use super::VERSION;
use crate::definitions::lint::Finding;
use crate::planner::Engine;
use crate::puzzle::{BlockFacts, Described, GroupFacts, OrbitFacts};

/// The group of a puzzle's moves. Numbers are strings, because they may have thousands of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GroupReply {
    /// The version of the schema.
    pub version: u32,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The orbits of the slots under the moves, in the order of the sets.
    pub orbits: Vec<Orbit>,
    /// The number of slots that no move changes.
    pub fixed_slots: usize,
    /// The order of the group: the number of positions if all pieces were different.
    pub order: String,
    /// The order as a product of primes.
    pub order_factors: String,
    /// Whether `order` is exact. If not, it is an upper bound.
    pub order_is_exact: bool,
    /// The number of positions that moves reach.
    pub positions: String,
    /// The number of positions as a product of primes.
    pub positions_factors: String,
    /// Whether `positions` is exact. If not, it is an upper bound.
    pub positions_are_exact: bool,
    /// The most moves that a shortest solution has, where that is known.
    pub gods_number: Option<u32>,
    /// Pairs of orbit names. The pieces of each orbit determine how the pieces of the other orbit lie.
    pub bound: Vec<(String, String)>,
    /// Systems of blocks: slots whose pieces stay together.
    pub blocks: Vec<Block>,
    /// The invariants of all positions, as sentences.
    pub rules: Vec<String>,
    /// Whether moves or positions have conditions, so that moves may reach fewer positions.
    pub has_conditions: bool,
    /// Moves that also stand for other moves, because these have the same effect.
    pub merged: Vec<Merged>,
}

/// An orbit: slots that moves connect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Orbit {
    /// The name of the orbit.
    pub orbit: String,
    /// The set that contains the slots.
    pub set: String,
    /// The number of slots.
    pub slots: usize,
    /// The number of permutations of the slots, whatever happens elsewhere.
    pub permutations: String,
    /// The number of permutations as a product of primes.
    pub permutations_factors: String,
    /// How many orientations a piece can have in one slot.
    pub orientations: u8,
    /// Whether some pieces of the orbit are identical.
    pub has_identical_pieces: bool,
    /// Whether moves shuffle and turn the pieces in every way that parities and sums allow, whatever other orbits do.
    pub is_free: bool,
}

/// A system of blocks: every move takes the pieces of one block to the slots of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Block {
    /// The name of the orbit.
    pub orbit: String,
    /// The slots of each block, from 1 in their set.
    pub blocks: Vec<Vec<usize>>,
}

/// A move that also stands for other moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Merged {
    /// The name of the move that is kept.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub kept: String,
    /// The names of the other moves.
    pub same: Vec<String>,
}

/// Something odd in a definition, or a fact about it that its author may not know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LintRow {
    /// The version of the schema.
    pub version: u32,
    /// The name of the definition, as the question gave it.
    pub file: String,
    /// One word for programs, from [`Finding::kind`].
    pub kind: String,
    /// Whether the finding is only a fact, and not a mistake by itself.
    pub is_note: bool,
    /// One sentence for people.
    pub message: String,
}

impl GroupReply {
    /// The group of an opened puzzle.
    pub(in crate::service) fn of(engine: &Engine, moves: &dyn Described) -> GroupReply {
        let GroupFacts { orbits, fixed, order, positions, bound, blocks, rules, has_conditions } = moves.group();
        let merged = moves.merged().into_iter().map(|merged| Merged { kept: merged.kept, same: merged.same });
        GroupReply {
            version: VERSION,
            puzzle: engine.id().into(),
            orbits: orbits.into_iter().map(Orbit::from).collect(),
            fixed_slots: fixed,
            order: order.factors.decimal(),
            order_factors: order.factors.to_string(),
            order_is_exact: order.is_exact,
            positions: positions.factors.decimal(),
            positions_factors: positions.factors.to_string(),
            positions_are_exact: positions.is_exact,
            gods_number: engine.facts().gods_number,
            bound,
            blocks: blocks.into_iter().map(|BlockFacts { orbit, blocks }| Block { orbit, blocks }).collect(),
            rules,
            has_conditions,
            merged: merged.collect(),
        }
    }
}

impl From<OrbitFacts> for Orbit {
    fn from(facts: OrbitFacts) -> Orbit {
        let OrbitFacts { name, set, slots, permutations, orientations, has_identical_pieces, is_free } = facts;
        let (decimal, factors) = (permutations.decimal(), permutations.to_string());
        Orbit {
            orbit: name,
            set,
            slots,
            permutations: decimal,
            permutations_factors: factors,
            orientations,
            has_identical_pieces,
            is_free,
        }
    }
}

impl LintRow {
    /// A finding in the definition named `file`.
    pub(in crate::service) fn of(file: &str, finding: &Finding) -> LintRow {
        LintRow {
            version: VERSION,
            file: file.into(),
            kind: finding.kind().into(),
            is_note: finding.is_note(),
            message: finding.to_string(),
        }
    }
}
