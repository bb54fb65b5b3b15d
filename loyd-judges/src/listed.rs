//! The list of the judges as JSON, one object each. The command and the HTTP service print the same objects.

use loyd::service::VERSION;
use loyd_core::search::Stop;
use serde::Serialize;

use super::{JUDGES, Judge};

/// The description of a judge.
///
/// ```
/// let judges = serde_json::to_value(loyd_judges::listed().collect::<Vec<_>>()).unwrap();
/// assert_eq!(judges[0]["judge"], "hdu1043");
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgeDescription {
    /// The version of the schema.
    version: u32,
    /// The name of the judge.
    judge: &'static str,
    /// Other names for the format.
    aliases: &'static [&'static str],
    /// The question of the problem, in one sentence.
    what: &'static str,
    /// A complete input.
    sample_input: &'static str,
    /// The output for the sample input.
    sample_output: &'static str,
    /// Whether the judge can answer from a table of all distances.
    table: bool,
    /// The limits that the judge obeys: `seconds`, `memory`, `nodes`, `moves`.
    limits: Vec<&'static str>,
}

/// Lists all judges.
pub fn listed() -> impl Iterator<Item = JudgeDescription> {
    const LIMITS: [(Stop, &str); 4] =
        [(Stop::Time, "seconds"), (Stop::Bytes, "memory"), (Stop::Nodes, "nodes"), (Stop::Moves, "moves")];
    JUDGES.iter().map(|judge| {
        let Judge { name, aliases, what, sample_input, sample_output, idle, run_by, .. } = *judge;
        let heeded = LIMITS.iter().filter(|(limit, _)| !idle.contains(limit));
        let limits = heeded.map(|(_, word)| *word).collect();
        JudgeDescription {
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
