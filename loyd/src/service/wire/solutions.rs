//! The rows of replies about solutions and distances.

use serde::Serialize;

use super::{Named, row};
use crate::planner::{Algorithm, Solution, Want};
use crate::service::reply::{Answer, Checked, CompareRow, Far, Listed, VERSION, gap, outcome_word, stop_word, stopped};
use loyd_core::cost::Cost;
use loyd_core::limits::Stats;
use loyd_core::puzzle::Convention;
use loyd_core::search::{Outcome, Stop};

/// The cost of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Stats"))]
pub(super) struct StatsRow {
    /// The number of expanded nodes.
    expanded: u64,
    /// The number of generated nodes.
    generated: u64,
    /// The number of generated nodes that were known already.
    duplicates: u64,
    /// The greatest depth, or the last bound.
    depth: u32,
    /// Wall-clock seconds.
    seconds: f64,
    /// The part of `seconds` in which tables were read, waited for or built. Among many positions, the first position
    /// that needs a table pays for it.
    table_seconds: f64,
    /// The most bytes held at one time.
    bytes: u64,
}

impl From<&Stats> for StatsRow {
    fn from(stats: &Stats) -> StatsRow {
        let Stats { expanded, generated, duplicates, depth, seconds, table_seconds, bytes } = *stats;
        StatsRow { expanded, generated, duplicates, depth, seconds, table_seconds, bytes }
    }
}

/// The content of an outcome, in flat keys.
#[derive(Default)]
pub(super) struct FlatOutcome {
    pub length: Option<u32>,
    pub cost: Option<Cost>,
    pub at_least: Option<Cost>,
    pub best: Option<Cost>,
    pub reason: Option<&'static str>,
    pub explanation: Option<String>,
}

impl From<&Outcome<Solution>> for FlatOutcome {
    fn from(outcome: &Outcome<Solution>) -> FlatOutcome {
        match outcome {
            Outcome::Solved(solution) => FlatOutcome {
                length: solution.length().map(|length| length.0),
                cost: Some(solution.cost),
                at_least: Some(solution.cost),
                ..FlatOutcome::default()
            },
            Outcome::Unsolvable(why) => {
                let (reason, explanation) = (Some(why.kind()), Some(why.to_string()));
                FlatOutcome { reason, explanation, ..FlatOutcome::default() }
            }
            Outcome::Stopped { at_least, best, why } => FlatOutcome {
                at_least: Some(*at_least),
                best: *best,
                reason: Some(stop_word(*why)),
                explanation: Some(stopped(*at_least, *best, *why)),
                ..FlatOutcome::default()
            },
        }
    }
}

row! {
    /// The reply to `solve`.
    Answer as AnswerRow(answer) let {
        let flat = FlatOutcome::from(&answer.outcome);
        let solution = answer.solution();
        // The answer contains no moves if the solutions went out one by one, or were only counted.
        let listed = matches!(answer.want, Want::All { .. } | Want::Count);
        let enough = matches!(answer.outcome, Outcome::Stopped { why: Stop::Enough, .. });
        let best = answer.best.as_ref();
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle: `sliding:3x3` for `8`.
        puzzle: &'a str = &answer.puzzle,
        /// The position that was solved, after `scramble`, in the standard notation.
        state: &'a str = &answer.state,
        /// A remark on how the text of the position was read, as a sentence for people: whether a cube is held in
        /// another way.
        note: Option<&'a str> = answer.note.as_deref(),
        /// The goal, as the field `goal` of a question reads it if it is one position.
        goal: &'a str = &answer.goal,
        /// The outcome. `found` is a solution that is as good as `within` or `first` asks for, and is not proved
        /// shortest.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["solved", "unsolvable", "stopped", "found"])))]
        outcome: &'static str = outcome_word(&answer.outcome),
        /// The number of moves of the solution, if the position is solved. Null if solutions are counted or listed and
        /// moves differ in cost, because then solutions may differ in length.
        length: Option<u32> = flat.length,
        /// The least cost of a solution: its number of moves, unless moves differ in cost. `at_least`, `best` and
        /// distances are costs, too.
        cost: Option<u32> = flat.cost.map(Cost::amount),
        /// The names of the moves, if the position is solved. Null if solutions are counted or listed.
        moves: Option<&'a [String]> = solution.filter(|_| !listed).map(|solution| &solution.moves[..]),
        /// The effect of each move in words, such as `slide 8 down`, if words were asked for.
        words: Option<&'a [String]> = solution.and_then(|solution| solution.words.as_deref()),
        /// Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
        convention: Option<Named<Convention>> = answer.convention.map(Named),
        /// The proved lower bound of all solutions. It is the cost of the solution if the position is solved.
        at_least: Option<u32> = flat.at_least.map(Cost::amount),
        /// The cost of the best solution known, if the outcome is `stopped` or `found`.
        best: Option<u32> = flat.best.map(Cost::amount),
        /// The names of the moves of the best solution known, if they were kept.
        best_moves: Option<&'a [String]> = best.map(|best| &best.moves[..]),
        /// The effect of each of these moves in words, if words were asked for.
        best_words: Option<&'a [String]> = best.and_then(|best| best.words.as_deref()),
        /// The fraction by which the best solution may exceed a shortest one: `best / at_least - 1`, 0.05 for 5 %.
        gap: Option<f64> = flat.best.and_then(|best| gap(flat.at_least?, best)),
        /// The reason of the outcome. Unsolvable: `parity`, `trapped`, `pieces`, `group` or `exhausted`. Stopped:
        /// `time`, `memory`, `nodes`, `moves`, `cost`, `depth` (a closed list stores depths up to 65,534) or
        /// `interrupted`.
        reason: Option<&'static str> = flat.reason.filter(|_| !enough),
        /// The reason as a sentence for people.
        explanation: Option<String> = flat.explanation,
        /// The algorithm that answered.
        algorithm: Named<Algorithm> = Named(answer.algorithm),
        /// The lower bound that the algorithm used.
        heuristic: Option<&'a str> = answer.heuristic.as_deref(),
        /// The number of shortest solutions that were counted or listed, up to 128 bits. The greatest such number also
        /// stands for more.
        count: Option<u128> = solution.and_then(|solution| solution.count),
        /// The cost of the search.
        stats: StatsRow = StatsRow::from(&answer.stats),
        /// The names of the goals that the position can reach, if it cannot reach this goal.
        other_goals: Option<&'a [std::borrow::Cow<'static, str>]> =
            answer.is_unsolvable().then_some(&answer.other_goals[..]),
        /// The listed solutions, if all were asked for and no listener received them as events.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        solutions: &'a [Listed] = &answer.solutions,
    }
}

row! {
    /// The result of one algorithm on one position, with one lower bound.
    CompareRow as ComparedRow(row) let {
        let tried = row.tried.as_ref();
        let flat = match tried {
            Ok(tried) => FlatOutcome::from(&tried.outcome),
            Err(why) => FlatOutcome { explanation: Some(why.to_string()), ..FlatOutcome::default() },
        };
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &row.puzzle,
        /// The number of the position, from 1. In standard input it is the number of the line.
        number: u64 = row.number,
        /// The position.
        state: &'a str = &row.state,
        /// A remark on how the text of the position was read, as in the reply to `solve`.
        note: Option<&'a str> = row.note.as_deref(),
        /// The goal.
        goal: &'a str = &row.goal,
        /// The algorithm. Null if theory proves that there is no solution: then nothing is searched, and the position
        /// has only this row.
        algorithm: Option<Named<Algorithm>> = row.algorithm.map(Named),
        /// The lower bound of the algorithm.
        heuristic: Option<&'a str> = row.heuristic.as_deref(),
        /// The outcome. `not-applicable`: the algorithm cannot be used, and `explanation` contains the reason.
        #[cfg_attr(
            feature = "schema",
            schemars(extend("enum" = ["solved", "unsolvable", "stopped", "found", "not-applicable"]))
        )]
        outcome: &'static str = tried.map_or("not-applicable", |tried| outcome_word(&tried.outcome)),
        /// The number of moves of the solution, if the position is solved.
        length: Option<u32> = flat.length,
        /// The least cost of a solution, if the position is solved.
        cost: Option<u32> = flat.cost.map(Cost::amount),
        /// The proved lower bound of all solutions.
        at_least: Option<u32> = flat.at_least.map(Cost::amount),
        /// The reason of the outcome, as in the reply to `solve`.
        reason: Option<&'static str> = flat.reason,
        /// The reason as a sentence for people.
        explanation: Option<String> = flat.explanation,
        /// The cost of the search. Null if the algorithm cannot be used.
        stats: Option<StatsRow> = tried.ok().map(|tried| StatsRow::from(&tried.stats)),
    }
}

row! {
    /// The reply to `check`.
    Checked as CheckedRow(checked) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &checked.puzzle,
        /// The goal.
        goal: &'a str = &checked.goal,
        /// A remark on how the text of the position was read, as in the reply to `solve`.
        note: Option<&'a str> = checked.note.as_deref(),
        /// The number of moves given.
        given: usize = checked.check.given,
        /// The number of moves that are legal, from the first on.
        legal: usize = checked.check.legal,
        /// The cost of the legal moves: their number, unless moves differ in cost. Distances are costs, too.
        cost: u32 = checked.check.cost.amount(),
        /// The fault of the first illegal move.
        illegal: Option<&'a str> = checked.check.illegal.as_deref(),
        /// The position after the legal moves.
        state: &'a str = &checked.check.state,
        /// Whether all moves are legal and lead to a goal.
        reaches_goal: bool = checked.reaches_goal(),
        /// Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
        convention: Option<Named<Convention>> = checked.convention.map(Named),
        /// The distance of the start from the goal, if it is known.
        shortest: Option<u32> = checked.shortest.known().map(Cost::amount),
        /// The lower bound of this distance, equal to it if it is known. Null if there is no solution.
        shortest_at_least: Option<u32> = checked.shortest.at_least().map(Cost::amount),
        /// The distance of the position after the legal moves from the goal, if it is known.
        remaining: Option<u32> = checked.remaining.known().map(Cost::amount),
        /// The lower bound of this distance, equal to it if it is known. Null if there is no solution.
        remaining_at_least: Option<u32> = checked.remaining.at_least().map(Cost::amount),
    }
}

row! {
    /// The reply to `distance`.
    Far as FarRow(far) let {
        let why = far.distance.as_ref().err();
        let stop = far.why.and_then(|why| Some((*far.distance.as_ref().ok()?, why)));
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &far.puzzle,
        /// The goal.
        goal: &'a str = &far.goal,
        /// The position.
        state: &'a str = &far.state,
        /// The distance of the position from the goal, if it is known.
        distance: Option<u32> = far.cost().map(Cost::amount),
        /// The reason why the distance is not known, as in the reply to `solve`.
        reason: Option<&'static str> = why.map(|why| why.kind()).or(stop.map(|(_, why)| stop_word(why))),
        /// The reason as a sentence for people.
        explanation: Option<String> =
            why.map(|why| why.to_string()).or(stop.map(|(least, why)| stopped(least, None, why))),
        /// The proved lower bound of the distance, if a limit was reached.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "u32"))]
        at_least: Option<u32> = stop.map(|(least, _)| least.amount()),
    }
}
