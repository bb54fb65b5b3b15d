//! What a table is of: all that must be equal for its numbers to mean the same.

use std::collections::BTreeMap;
use std::fmt;

use super::FileError;
use super::checksums::checksum;

/// What a table is of. Two tables of the same identity hold the same numbers; a file is opened only by one who expects
/// exactly its identity.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The puzzle's full id.
    pub puzzle: String,
    /// The goal, in the standard way of writing.
    pub goal: String,
    /// What kind of table it is, such as `additive pattern database`.
    pub kind: String,
    /// The order of the entries and its version, such as `placement/1`. Raised when the same index comes to mean
    /// another state.
    pub layout: String,
    /// Whatever else tells this table from others of its kind, such as a pattern's tiles.
    pub parameters: BTreeMap<String, String>,
    /// How many entries the table has.
    pub entries: u64,
    /// How an entry is written, such as `nibbles over manhattan / 2`.
    pub encoding: String,
}

/// The beginning of a parameter's name in a file's metadata.
const PARAMETER: &str = "parameters.";
/// The beginning and the end of every table's name in a cache folder: `cache clear` must not take somebody else's file.
pub(in crate::table) const NAME: (&str, &str) = ("loyd-", ".safetensors");
/// The readable part of a file's name is no longer than this.
const READABLE: usize = 80;

impl Identity {
    /// Every field as text, by name: what stands in a file's metadata.
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

    /// The identity in a file's metadata; other keys are passed over.
    pub(super) fn from_fields(fields: &BTreeMap<String, String>) -> Option<Identity> {
        let field = |name: &str| fields.get(name).cloned();
        let parameter = |(name, value): (&String, &String)| Some((name.strip_prefix(PARAMETER)?.into(), value.clone()));
        Some(Identity {
            puzzle: field("puzzle")?,
            goal: field("goal")?,
            kind: field("kind")?,
            layout: field("layout")?,
            parameters: fields.iter().filter_map(parameter).collect(),
            entries: field("entries")?.parse().ok()?,
            encoding: field("encoding")?,
        })
    }

    /// Whether `found` is this identity.
    ///
    /// # Errors
    /// [`FileError::OtherIdentity`] with the first field that differs.
    pub fn expect(&self, found: &Identity) -> Result<(), FileError> {
        let (mut expected, mut found) = (self.fields(), found.fields());
        // What a person would ask first is compared first.
        for field in ["kind", "puzzle", "goal"].map(String::from) {
            compare(expected.remove(&field), found.remove(&field), field)?;
        }
        for (field, value) in expected {
            compare(Some(value), found.remove(&field), field)?;
        }
        found.pop_first().map_or(Ok(()), |(field, there)| compare(None, Some(there), field))
    }

    /// The name of the table's file in a cache folder: readable, and with a hash of the whole identity.
    pub fn file_name(&self) -> String {
        let mut readable = String::new();
        for c in format!("{} {}", self.puzzle, self.kind).chars() {
            match c.to_ascii_lowercase() {
                c if c.is_ascii_alphanumeric() => readable.push(c),
                _ if readable.ends_with('-') => {}
                _ => readable.push('-'),
            }
        }
        readable.truncate(READABLE);
        let hash = checksum(self.to_string().as_bytes());
        format!("{}{}-{hash:016x}{}", NAME.0, readable.trim_matches('-'), NAME.1)
    }
}

fn compare(expected: Option<String>, found: Option<String>, field: String) -> Result<(), FileError> {
    if expected == found { Ok(()) } else { Err(FileError::OtherIdentity { field, found, expected }) }
}

/// The whole identity on one line, the same for ever: a JSON object of [`fields`](Identity::fields).
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.fields()).map_err(|_| fmt::Error)?)
    }
}
