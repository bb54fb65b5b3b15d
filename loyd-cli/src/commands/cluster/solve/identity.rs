//! The values that decide the answer to a line, by name. They must be the same in all processes and in a log.

use loyd::planner::Engine;

use crate::arguments::{Format, SolveArguments};

/// Returns the names and values. An option that was not given is left out.
pub fn of(asked: &SolveArguments, engine: &Engine) -> Vec<(String, String)> {
    let SolveArguments { scramble, search, within, limits, named, .. } = asked;
    let seconds = limits.limit_seconds.map(|limit| limit.as_secs_f64().to_string());
    let flag = |is_given: bool| is_given.then(|| "given".to_string());
    let table = named.table.as_ref().map(|path| path.display().to_string());
    [
        ("loyd", Some(env!("CARGO_PKG_VERSION").into())),
        ("work", Some("solve".into())),
        ("puzzle", Some(engine.id().into())),
        ("goal", Some(engine.goal())),
        ("format", Some(if asked.format == Format::Json { "json".into() } else { "text".into() })),
        ("--scramble", scramble.clone()),
        ("--algorithm", search.algorithm.map(|algorithm| algorithm.name().to_string())),
        ("--heuristic", search.heuristic.clone()),
        ("--within", within.map(|ratio| ratio.to_string())),
        ("--first", flag(asked.first)),
        ("--cuts", flag(asked.cuts)),
        ("--all", flag(asked.all)),
        ("--max-solutions", asked.max_solutions.map(|most| most.to_string())),
        ("--count", flag(asked.count)),
        ("--lexicographic", flag(asked.lexicographic)),
        ("--convention", asked.whose().map(|whose| whose.name().to_string())),
        ("--moves", flag(asked.has_words())),
        ("--limit-seconds", seconds),
        ("--limit-nodes", limits.limit_nodes.map(|limit| limit.to_string())),
        ("--limit-moves", limits.limit_moves.map(|limit| limit.to_string())),
        ("--limit-cost", limits.limit_cost.map(|limit| limit.to_string())),
        ("--table", table),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_string(), value?)))
    .collect()
}
