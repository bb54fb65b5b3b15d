//! The identity of a table: everything that must be equal for the numbers of two tables to mean the same.

use std::collections::BTreeMap;

use super::FileError;

/// The identity of a table. Two tables with the same identity contain the same numbers. A caller opens a file only if
/// the file has exactly the identity that the caller expects.
///
/// ```
/// use loyd_core::table::file::Identity;
/// let identity = Identity {
///     puzzle: "sliding:4x4".into(),
///     goal: "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x".into(),
///     kind: "additive pattern database".into(),
///     layout: "placement/1".into(),
///     parameters: [("tiles".to_string(), "1 2 3 5 6".to_string())].into(),
///     entries: 524_160,
///     encoding: "nibbles".into(),
/// };
/// assert!(identity.file_name().starts_with("loyd-sliding-4x4-additive-pattern-database-"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The puzzle's full id.
    pub puzzle: String,
    /// The goal, in the standard notation.
    pub goal: String,
    /// The kind of the table, such as `additive pattern database`.
    pub kind: String,
    /// The order of the entries and its version, such as `placement/1`. The version rises when the same index comes to
    /// mean another state.
    pub layout: String,
    /// Other values that distinguish this table from others of its kind, such as a pattern's tiles.
    pub parameters: BTreeMap<String, String>,
    /// The number of entries.
    pub entries: u64,
    /// The encoding of an entry, such as `nibbles over manhattan / 2`.
    pub encoding: String,
}

/// The beginning of a parameter's name in a file's metadata.
pub(super) const PARAMETER: &str = "parameters.";
/// The beginning and the end of a table's name in a cache folder: `cache clear` must not take other programs' files.
pub(in crate::table) const NAME: (&str, &str) = ("loyd-", ".safetensors");

impl Identity {
    /// Every field as text, by name, as it is stored in a file's metadata.
    pub fn fields(&self) -> BTreeMap<String, String> {
        let fields = [
            ("puzzle", self.puzzle.clone()),
            ("goal", self.goal.clone()),
            ("kind", self.kind.clone()),
            ("layout", self.layout.clone()),
            ("entries", self.entries.to_string()),
            ("encoding", self.encoding.clone()),
        ];
        let parameters = self.parameters.iter().map(|(name, value)| (format!("{PARAMETER}{name}"), value.clone()));
        fields.into_iter().map(|(name, value)| (name.to_string(), value)).chain(parameters).collect()
    }

    /// Checks that `found` is this identity.
    ///
    /// # Errors
    /// [`FileError::OtherIdentity`] with the first field that differs.
    pub fn expect(&self, found: &Identity) -> Result<(), FileError> {
        let (mut expected, mut found) = (self.fields(), found.fields());
        // The fields that a person would ask about first are compared first.
        for field in ["kind", "puzzle", "goal"].map(String::from) {
            compare(expected.remove(&field), found.remove(&field), field)?;
        }
        for (field, value) in expected {
            compare(Some(value), found.remove(&field), field)?;
        }
        found.pop_first().map_or(Ok(()), |(field, there)| compare(None, Some(there), field))
    }
}

fn compare(expected: Option<String>, found: Option<String>, field: String) -> Result<(), FileError> {
    if expected == found { Ok(()) } else { Err(FileError::OtherIdentity { field, found, expected }) }
}
