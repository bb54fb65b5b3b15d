//! The rows of replies and events of `bench`.

use serde::{Serialize, Serializer};

use super::solutions::FlatOutcome;
use super::{Named, row};
use crate::planner::Algorithm;
use crate::service::reply::{BenchRow, BenchSet, Benched, VERSION, outcome_word};
use loyd_core::cost::Cost;

/// An instance's id. An id that is a number, as in papers, is written as a number.
struct InstanceId<'a>(&'a str);

impl Serialize for InstanceId<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<u64>() {
            Ok(number) if number.to_string() == self.0 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(self.0),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for InstanceId<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "InstanceId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["integer", "string"] })
    }

    fn inline_schema() -> bool {
        true
    }
}

row! {
    /// An instance that was tried.
    BenchRow as InstanceRow(row) let {
        let BenchRow { published, answer, verdict } = row;
        let flat = FlatOutcome::from(&answer.outcome);
    } {
        /// The id of the instance in the set: a number if it is written as one, such as `12`, else a string.
        id: InstanceId<'a> = InstanceId(&published.id),
        /// The position.
        state: &'a str = &answer.state,
        /// The outcome, as in the reply to `solve`.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["solved", "unsolvable", "stopped", "found"])))]
        outcome: &'static str = outcome_word(&answer.outcome),
        /// The number of moves of the solution, if the instance is solved.
        length: Option<u32> = flat.length,
        /// The least cost of a solution, if the instance is solved.
        cost: Option<u32> = flat.cost.map(Cost::amount),
        /// The proved lower bound of all solutions.
        at_least: Option<u32> = flat.at_least.map(Cost::amount),
        /// The cost of the best solution known, if a limit was reached.
        best: Option<u32> = flat.best.map(Cost::amount),
        /// The reason of the outcome, as in the reply to `solve`.
        reason: Option<&'static str> = flat.reason,
        /// The algorithm that answered.
        algorithm: Named<Algorithm> = Named(answer.algorithm),
        /// The lower bound that the algorithm used.
        heuristic: Option<&'a str> = answer.heuristic.as_deref(),
        /// The number of expanded nodes. IDA* counts the nodes of all its iterations, and the start once.
        expanded: u64 = answer.stats.expanded,
        /// The number of generated nodes. IDA* counts the nodes of all its iterations, and the start once.
        generated: u64 = answer.stats.generated,
        /// Wall-clock seconds.
        seconds: f64 = answer.stats.seconds,
        /// The most bytes held at one time.
        bytes: u64 = answer.stats.bytes,
        /// The published length of a shortest solution. Null if moves differ in cost.
        published_length: Option<u32> = published.cost.and_then(Cost::length).map(|length| length.0),
        /// The published number of expanded nodes.
        published_expanded: Option<u64> = published.expanded,
        /// The published number of generated nodes.
        published_generated: Option<u64> = published.generated,
        /// Whether the cost is the published cost, which is the length unless moves differ in cost. False also if a
        /// limit was reached and the proved lower bound contradicts it. Null if the costs cannot be compared.
        length_agrees: Option<bool> = verdict.cost.as_ref().map(Result::is_ok),
        /// The published least cost of a solution.
        published_cost: Option<u32> = published.cost.map(Cost::amount),
        /// Whether `generated` is the published number. Null unless the search is the search that the line `counts:` of
        /// the set names.
        generated_agrees: Option<bool> = verdict.nodes.as_ref().map(Result::is_ok),
    }
}

row! {
    /// The reply to `bench`.
    Benched as BenchedRow(run) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The name of the set, or of the file.
        name: &'a str = &run.set.name,
        /// The source of the published figures.
        source: Option<&'a str> = run.set.source.as_deref(),
        /// The full id of the puzzle.
        puzzle: &'a str = &run.set.puzzle,
        /// The goal.
        goal: &'a str = &run.set.goal,
        /// The number of threads that the question asks for.
        threads: Option<u16> = run.set.threads,
        /// The number of solved instances.
        solved: u64 = run.solved().count() as u64,
        /// The mean number of expanded nodes over the solved instances.
        mean_expanded: Option<f64> = run.mean(|row| row.answer.stats.expanded),
        /// The mean number of generated nodes over the solved instances.
        mean_generated: Option<f64> = run.mean(|row| row.answer.stats.generated),
        /// Wall-clock seconds of the whole run, in which tables are read and built, too.
        total_seconds: f64 = run.seconds,
        /// The instances, in the order in which they were solved.
        instances: &'a [BenchRow] = &run.rows,
    }
}

row! {
    /// A set of instances that is about to be solved.
    BenchSet as BenchSetRow(set) {
        /// The name of the set, or of the file.
        name: &'a str = &set.name,
        /// The full id of the puzzle.
        puzzle: &'a str = &set.puzzle,
        /// The goal.
        goal: &'a str = &set.goal,
        /// The number of instances that were chosen.
        instances: usize = set.instances.len(),
    }
}
