//! The identity in a file's metadata and in a file's name in the cache folder, and the place of that folder.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::checksums::checksum;
use crate::table::file::identity::PARAMETER;
use crate::table::file::{Identity, NAME};

/// The greatest length of the readable part of a file's name.
const READABLE: usize = 80;

impl Identity {
    /// Reads the identity from a file's metadata; other keys are ignored.
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

/// The whole identity on one line, which never changes: a JSON object of [`fields`](Identity::fields).
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.fields()).map_err(|_| fmt::Error)?)
    }
}

/// The name of the table's file in a cache folder.
pub(in crate::table) fn name_of(identity: &Identity) -> Option<String> {
    Some(identity.file_name())
}

/// The cache folder that the environment variable names, or else the platform's cache folder for loyd.
pub(in crate::table) fn cache_folder(variable: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let usual = || Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("loyd"));
    named.or_else(usual)
}
