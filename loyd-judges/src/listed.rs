//! The judges as they are listed: one object each, the same for the command and over HTTP.

use loyd::search::Stop;
use loyd::service::VERSION;
use serde::Serialize;

use super::{JUDGES, Judge};

/// What is known of a judge.
///
/// ```
/// let judges = serde_json::to_value(loyd_judges::listed().collect::<Vec<_>>()).unwrap();
/// assert_eq!(judges[0]["judge"], "hdu1043");
/// ```
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The version of the schema.
    version: u32,
    /// Its name.
    judge: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// What is asked, in a sentence.
    what: &'static str,
    /// A whole input.
    sample_input: &'static str,
    /// The output to it.
    sample_output: &'static str,
    /// Whether it can answer from a table of all distances.
    table: bool,
    /// The limits that it heeds: `seconds`, `memory`, `nodes`, `moves`.
    limits: Vec<&'static str>,
}

/// All judges.
pub fn listed() -> impl Iterator<Item = Listed> {
    const LIMITS: [(Stop, &str); 4] =
        [(Stop::Time, "seconds"), (Stop::Bytes, "memory"), (Stop::Nodes, "nodes"), (Stop::Moves, "moves")];
    JUDGES.iter().map(|judge| {
        let Judge { name, aliases, what, sample_input, sample_output, idle, run_by, .. } = *judge;
        let heeded = LIMITS.iter().filter(|(limit, _)| !idle.contains(limit));
        let limits = heeded.map(|(_, word)| *word).collect();
        Listed {
            version: VERSION,
            judge: name,
            aliases,
            what,
            sample_input,
            sample_output,
            table: run_by.is_some(),
            limits,
        }
    })
}
