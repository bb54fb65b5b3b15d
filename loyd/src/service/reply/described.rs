//! Replies about a definition: the group of its moves, and its oddities.

use super::VERSION;
use loyd_core::puzzle::{GroupFacts, MergedMove};
use loyd_definitions::lint::Finding;

/// The group of a puzzle's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupReply {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The most moves that a shortest solution has, where that is known.
    pub gods_number: Option<u32>,
    /// The group.
    pub group: GroupFacts,
    /// Moves that also stand for other moves, because these have the same effect.
    pub merged: Vec<MergedMove>,
}

/// Something odd in a definition, or a fact about it that its author may not know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LintRow {
    /// The version of the schema: 1.
    pub version: u32,
    /// The name of the definition, as the question gave it.
    pub file: String,
    /// One word for programs: `rules`, `untouched`, `nothing`, `never`, `same`, `reach`, `illegal`, `needless`, `bound`
    /// or `tied`.
    pub kind: String,
    /// Whether the finding is only a fact, and not a mistake by itself.
    pub is_note: bool,
    /// One sentence for people.
    pub message: String,
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
