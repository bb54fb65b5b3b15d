//! The output of `loyd compare`: a row for each algorithm, means over many positions, or comma-separated rows.

use std::collections::BTreeMap;
use std::io::{self, Write};

use loyd::service::Solution;
use loyd::service::amounts::{counted, grouped, memory};
use loyd::service::reply::{CompareRow, Tried, outcome_word, stop_word};
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::search::{Outcome, Stats};

use crate::output::table;

/// The columns of costs, for one position and for many.
const COSTS: [&str; 5] = ["expanded", "generated", "memory", "table s", "search s"];

/// Returns the seconds of the search, without the seconds for tables.
fn searching(stats: &Stats) -> f64 {
    (stats.seconds - stats.table_seconds).max(0.0)
}

/// Writes the table of one position, and below the table the notes that do not fit in its cells.
///
/// # Errors
/// When the output cannot be written.
pub fn write(rows: &[CompareRow], out: &mut impl Write) -> io::Result<()> {
    let mut notes: Vec<String> = rows.first().and_then(|row| row.note.as_ref()).into_iter().map(remark).collect();
    let mut cells = Vec::new();
    for CompareRow { algorithm, heuristic, tried, .. } in rows {
        let Some(name) = algorithm.map(|algorithm| algorithm.name()) else {
            return unsolvable(rows, false, out);
        };
        let mut row = vec![name.to_string(), heuristic.clone().unwrap_or_default()];
        let note = match tried {
            Err(why) => {
                row.push("cannot be used".into());
                row.extend(COSTS.map(|_| String::new()));
                Some(format!("{name} cannot be used: {why}"))
            }
            Ok(Tried { outcome, stats, .. }) => {
                let (moves, note) = match outcome {
                    Outcome::Solved(solution) => (solution.cost.amount().to_string(), None),
                    Outcome::Unsolvable(why) => ("unsolvable".into(), Some(format!("unsolvable: {why}"))),
                    Outcome::Stopped { at_least, best, why } => {
                        let known = best.map(|best| match best.length() {
                            Some(length) => format!("{name} found a solution of {}", length.0),
                            None => format!("{name} found a solution of cost {}", best.amount()),
                        });
                        (format!(">= {}, {why}", at_least.amount()), known)
                    }
                };
                row.extend([moves, grouped(stats.expanded), grouped(stats.generated), memory(stats.bytes)]);
                row.extend([format!("{:.4}", stats.table_seconds), format!("{:.4}", searching(stats))]);
                note
            }
        };
        // All algorithms that prove a position unsolvable give the same reason.
        notes.extend(note.filter(|note| !notes.contains(note)));
        cells.push(row);
    }
    let header = [&["algorithm", "heuristic", amount(rows)], &COSTS[..]].concat();
    write!(out, "{}", table::table(&header, cells, &[2, 3, 4, 5, 6, 7]))?;
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

/// Returns the line for a remark on how a position was read.
fn remark(note: &String) -> String {
    format!("note: {note}")
}

/// Writes the positions that theory proves unsolvable, each once.
fn unsolvable(rows: &[CompareRow], many: bool, out: &mut impl Write) -> io::Result<()> {
    for CompareRow { number, algorithm, tried, .. } in rows {
        if let (None, Ok(Tried { outcome: Outcome::Unsolvable(why), .. })) = (algorithm, tried) {
            let which = if many { format!("position {number}: ") } else { String::new() };
            writeln!(out, "{which}unsolvable: {why}")?;
        }
    }
    Ok(())
}

/// Writes the table of many positions: the number solved, the means over these, the most memory, and all seconds.
///
/// # Errors
/// When the output cannot be written.
pub fn write_means(rows: &[CompareRow], out: &mut impl Write) -> io::Result<()> {
    let mut groups: Vec<(&CompareRow, Vec<&CompareRow>)> = Vec::new();
    for row in rows.iter().filter(|row| row.algorithm.is_some()) {
        let same =
            |(first, _): &&mut (&CompareRow, _)| (first.algorithm, &first.heuristic) == (row.algorithm, &row.heuristic);
        match groups.iter_mut().find(same) {
            Some((_, group)) => group.push(row),
            None => groups.push((row, vec![row])),
        }
    }
    let mut notes: Vec<String> = Vec::new();
    let mut cells = Vec::new();
    for (first, group) in groups {
        let name = first.algorithm.map_or("", |algorithm| algorithm.name());
        let mut row = vec![name.to_string(), first.heuristic.clone().unwrap_or_default()];
        let tried: Vec<&Tried> = group.iter().filter_map(|row| row.tried.as_ref().ok()).collect();
        if let (true, Err(why)) = (tried.is_empty(), &first.tried) {
            row.push("cannot be used".into());
            row.extend([""; 6].map(String::from));
            notes.push(format!("{name} cannot be used: {why}"));
            cells.push(row);
            continue;
        }
        let mut solved = Vec::new();
        for tried in &tried {
            if let Outcome::Solved(solution) = &tried.outcome {
                solved.push((solution.cost.amount(), &tried.stats));
            }
        }
        let mean = |of: &dyn Fn(&(u32, &Stats)) -> f64| {
            let sum: f64 = solved.iter().map(of).sum();
            if solved.is_empty() { None } else { Some(sum / solved.len() as f64) }
        };
        let whole = |mean: Option<f64>| mean.map_or(String::new(), |mean| grouped(mean.round() as u64));
        row.push(format!("{} of {}", solved.len(), tried.len()));
        row.push(mean(&|(cost, _)| f64::from(*cost)).map_or(String::new(), |mean| format!("{mean:.2}")));
        row.push(whole(mean(&|(_, stats)| stats.expanded as f64)));
        row.push(whole(mean(&|(_, stats)| stats.generated as f64)));
        row.push(memory(tried.iter().map(|tried| tried.stats.bytes).max().unwrap_or(0)));
        row.push(format!("{:.4}", tried.iter().map(|tried| tried.stats.table_seconds).sum::<f64>()));
        row.push(format!("{:.4}", tried.iter().map(|tried| searching(&tried.stats)).sum::<f64>()));
        cells.push(row);
    }
    let cells_are_none = cells.is_empty();
    if !cells_are_none {
        let header = [&["algorithm", "heuristic", "solved", amount(rows)], &COSTS[..]].concat();
        write!(out, "{}", table::table(&header, cells, &[2, 3, 4, 5, 6, 7, 8]))?;
    }
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    let remarks: BTreeMap<u64, &String> =
        rows.iter().filter_map(|row| Some((row.number, row.note.as_ref()?))).collect();
    remarks.iter().try_for_each(|(number, note)| writeln!(out, "position {number}: {}", remark(note)))?;
    unsolvable(rows, true, out)?;
    if cells_are_none {
        return Ok(());
    }
    let positions = rows.iter().map(|row| row.number).max().unwrap_or(0);
    let (positions, amount) = (counted(u128::from(positions), "position"), amount(rows));
    let what = "expanded and generated are means over the solved positions; seconds are sums over all positions";
    writeln!(out, "{positions}; {amount}, {what}")
}

/// Returns the title of the column of what the algorithms minimise.
fn amount(rows: &[CompareRow]) -> &'static str {
    let measure = rows.iter().find_map(|row| match &row.tried.as_ref().ok()?.outcome {
        Outcome::Solved(solution) => Some(solution.cost.measure()),
        Outcome::Stopped { at_least, .. } => Some(at_least.measure()),
        Outcome::Unsolvable(_) => None,
    });
    if measure == Some(CostMeasure::Weights) { "cost" } else { "moves" }
}

/// Writes the names of comma-separated columns.
///
/// # Errors
/// When the output cannot be written.
pub fn head(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "number,state,algorithm,heuristic,outcome,length,at_least,reason,expanded,generated,duplicates,bytes,\
         table_seconds,search_seconds,cost"
    )
}

/// Writes a comma-separated row.
///
/// # Errors
/// When the output cannot be written.
pub fn row(row: &CompareRow, out: &mut impl Write) -> io::Result<()> {
    let CompareRow { number, state, algorithm, heuristic, tried, .. } = row;
    let (name, heuristic) = (algorithm.map_or("", |name| name.name()), heuristic.as_deref().unwrap_or(""));
    write!(out, "{number},{state},{name},{heuristic},")?;
    let Ok(Tried { outcome, stats, .. }) = tried else { return writeln!(out, "not-applicable,,,,,,,,,,") };
    let (solution, at_least, reason) = match outcome {
        Outcome::Solved(solution) => (Some(solution), Some(solution.cost), ""),
        Outcome::Unsolvable(why) => (None, None, why.kind()),
        Outcome::Stopped { at_least, why, .. } => (None, Some(*at_least), stop_word(*why)),
    };
    let written = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    let length = written(solution.and_then(Solution::length).map(|length| length.0));
    let [at_least, cost] =
        [at_least, solution.map(|solution| solution.cost)].map(|cost| written(cost.map(Cost::amount)));
    write!(out, "{},{length},{at_least},{reason},", outcome_word(outcome))?;
    let Stats { expanded, generated, duplicates, bytes, table_seconds, .. } = stats;
    let seconds = searching(stats);
    writeln!(out, "{expanded},{generated},{duplicates},{bytes},{table_seconds:.6},{seconds:.6},{cost}")?;
    out.flush()
}
