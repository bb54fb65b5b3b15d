//! What is answered about a definition: the group of its moves, and what is odd in it.

use super::VERSION;
use crate::definitions::lint::Finding;
use crate::planner::Engine;
use crate::puzzle::{BlockFacts, Described, GroupFacts, OrbitFacts};

/// The group of a puzzle's moves. Numbers are strings of digits: they may have thousands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Group {
    /// The version of the schema.
    pub version: u32,
    /// The full id.
    pub puzzle: String,
    /// Slots that moves connect, in the order of the sets.
    pub orbits: Vec<Orbit>,
    /// The number of slots that no move changes.
    pub fixed_slots: usize,
    /// The order of the group: the number of positions if all pieces were different.
    pub order: String,
    /// It as a product of primes.
    pub order_factors: String,
    /// Whether it is the order; else that is at most so great.
    pub order_is_exact: bool,
    /// The number of positions that moves reach.
    pub positions: String,
    /// It as a product of primes.
    pub positions_factors: String,
    /// Whether it is that number; else they are at most so many.
    pub positions_are_exact: bool,
    /// The most moves that a shortest solution has, where that is known.
    pub gods_number: Option<u32>,
    /// Names of orbits of which each tells how the pieces of the other lie.
    pub bound: Vec<(String, String)>,
    /// Slots whose pieces stay together.
    pub blocks: Vec<Block>,
    /// What all positions keep, as sentences.
    pub rules: Vec<String>,
    /// Whether moves or positions have conditions, so that moves may reach fewer positions.
    pub has_conditions: bool,
    /// Moves that stand for others, too, because the effect is the same.
    pub merged: Vec<Merged>,
}

/// Slots that moves connect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Orbit {
    /// Its name.
    pub orbit: String,
    /// The set that its slots are of.
    pub set: String,
    /// The number of its slots.
    pub slots: usize,
    /// The number of permutations of its slots, whatever happens elsewhere.
    pub permutations: String,
    /// It as a product of primes.
    pub permutations_factors: String,
    /// How many orientations a piece can have in one slot.
    pub orientations: u8,
    /// Whether some of its pieces are identical.
    pub has_identical_pieces: bool,
    /// Whether its pieces are shuffled and turned in every way but for parities and sums, independent of all others.
    pub is_free: bool,
}

/// A system of blocks: moves take the pieces of one block to the slots of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Block {
    /// The name of the orbit.
    pub orbit: String,
    /// The slots of each block, from 1 in their set.
    pub blocks: Vec<Vec<usize>>,
}

/// A move that stands for others, too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Merged {
    /// Its name.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub kept: String,
    /// The names of the others.
    pub same: Vec<String>,
}

/// Something odd in a definition, or a fact about it that its author may not know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Found {
    /// The version of the schema.
    pub version: u32,
    /// The definition, as it was named.
    pub file: String,
    /// One word for programs: that of [`Finding::kind`].
    pub kind: String,
    /// Whether it is a fact, and no mistake by itself.
    pub is_note: bool,
    /// One sentence.
    pub message: String,
}

impl Group {
    /// The group of an opened puzzle.
    pub(in crate::service) fn of(engine: &Engine, moves: &dyn Described) -> Group {
        let GroupFacts { orbits, fixed, order, positions, bound, blocks, rules, has_conditions } = moves.group();
        let merged = moves.merged().into_iter().map(|merged| Merged { kept: merged.kept, same: merged.same });
        Group {
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

impl Found {
    /// A finding in the definition of that name.
    pub(in crate::service) fn of(file: &str, finding: &Finding) -> Found {
        Found {
            version: VERSION,
            file: file.into(),
            kind: finding.kind().into(),
            is_note: finding.is_note(),
            message: finding.to_string(),
        }
    }
}
