//! The output of `loyd bench`: a row for each instance and the totals.

use std::io::{self, Write};

use loyd::service::amounts::{counted, grouped};
use loyd::service::reply::{BenchRow, BenchSet, Benched, Published, stopped};
use loyd_core::cost::CostMeasure;
use loyd_core::search::Outcome;

/// The rows for people. The widths are known before the first instance is solved, so each row is written when ready.
pub struct BenchTable {
    columns: Vec<(Column, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Id,
    Cost,
    PublishedCost,
    Expanded,
    PublishedExpanded,
    Generated,
    PublishedGenerated,
    Seconds,
}

impl Column {
    const ALL: [Column; 8] = [
        Column::Id,
        Column::Cost,
        Column::PublishedCost,
        Column::Expanded,
        Column::PublishedExpanded,
        Column::Generated,
        Column::PublishedGenerated,
        Column::Seconds,
    ];

    /// Returns the title and the least width of the column.
    fn title(self, measure: CostMeasure) -> (&'static str, usize) {
        match self {
            Column::Id => ("id", 2),
            Column::Cost if measure == CostMeasure::Weights => ("cost", 5),
            Column::Cost => ("moves", 5),
            Column::PublishedCost | Column::PublishedExpanded | Column::PublishedGenerated => ("published", 9),
            // Wide enough for the nodes of an hour.
            Column::Expanded => ("expanded", 15),
            Column::Generated => ("generated", 15),
            Column::Seconds => ("seconds", 11),
        }
    }

    /// Returns the cell if it is known before the instance is tried.
    fn published(self, instance: &Published) -> Option<String> {
        match self {
            Column::Id => Some(instance.id.clone()),
            Column::PublishedCost => instance.cost.map(|cost| cost.amount().to_string()),
            Column::PublishedExpanded => instance.expanded.map(grouped),
            Column::PublishedGenerated => instance.generated.map(grouped),
            Column::Cost | Column::Expanded | Column::Generated | Column::Seconds => None,
        }
    }

    fn cell(self, tried: &BenchRow) -> String {
        let stats = &tried.answer.stats;
        match self {
            Column::Cost => match &tried.answer.outcome {
                Outcome::Solved(solution) => solution.cost.amount().to_string(),
                Outcome::Unsolvable(_) => "none".into(),
                Outcome::Stopped { at_least, .. } => format!(">={}", at_least.amount()),
            },
            Column::Expanded => grouped(stats.expanded),
            Column::Generated => grouped(stats.generated),
            Column::Seconds => format!("{:.4}", stats.seconds),
            published => published.published(&tried.published).unwrap_or_default(),
        }
    }
}

impl BenchTable {
    /// Returns the columns for which the set has data.
    pub fn of(set: &BenchSet) -> BenchTable {
        let columns = Column::ALL.into_iter().filter_map(|column| {
            let cells = set.instances.iter().filter_map(|instance| column.published(instance));
            let widest = cells.map(|cell| cell.chars().count()).max();
            let (title, least) = column.title(set.measure);
            let empty = title == "published" && widest.is_none();
            (!empty).then_some((column, widest.unwrap_or(0).max(least)))
        });
        BenchTable { columns: columns.collect() }
    }

    /// Writes the row of an instance, and before the first row the heading.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&self, set: &BenchSet, tried: &BenchRow, first: bool, out: &mut impl Write) -> io::Result<()> {
        if first {
            head(set, tried, out)?;
            writeln!(out, "{}", self.line(|column| column.title(set.measure).0.into()))?;
        }
        write!(out, "{}", self.line(|column| column.cell(tried)))?;
        let verdict = &tried.verdict;
        if verdict.cost.as_ref().is_some_and(Result::is_err) {
            write!(out, "  wrong {}", figure(set.measure))?;
        }
        if verdict.nodes.as_ref().is_some_and(Result::is_err) {
            write!(out, "  node count differs from published")?;
        }
        match &tried.answer.outcome {
            Outcome::Solved(_) => {}
            Outcome::Unsolvable(why) => write!(out, "  unsolvable: {why}")?,
            Outcome::Stopped { at_least, best, why } => write!(out, "  {}", stopped(*at_least, *best, *why))?,
        }
        writeln!(out)
    }

    fn line(&self, cell: impl Fn(Column) -> String) -> String {
        let cells = self.columns.iter().map(|&(column, width)| format!("{:>width$}", cell(column)));
        cells.collect::<Vec<_>>().join("  ")
    }
}

fn head(set: &BenchSet, first: &BenchRow, out: &mut impl Write) -> io::Result<()> {
    let BenchSet { name, puzzle, goal, .. } = set;
    let chosen = set.instances.len();
    let part = if chosen == set.of { String::new() } else { format!("{chosen} of ") };
    writeln!(out, "{name}: {part}{} of {puzzle}, goal {goal}", counted(set.of as u128, "instance"))?;
    if let Some(source) = &set.source {
        writeln!(out, "published: {source}")?;
    }
    let threads = set.threads.map_or(String::new(), |n| format!(", {}", counted(n.into(), "thread")));
    writeln!(out, "{}{threads}\n", how(first))
}

/// Returns the name of the algorithm, with its heuristic if it uses one.
pub fn how(row: &BenchRow) -> String {
    let bound = row.answer.heuristic.as_ref().map_or(String::new(), |name| format!(" with {name}"));
    format!("{}{bound}", row.answer.algorithm.name())
}

/// Writes the totals of the whole run.
///
/// # Errors
/// When the output cannot be written.
pub fn totals(run: &Benched, out: &mut impl Write) -> io::Result<()> {
    let (chosen, solved, seconds) = (run.set.instances.len(), run.solved().count(), run.seconds);
    let lengths = run.rows.iter().filter_map(|tried| tried.verdict.cost.as_ref());
    let lengths: Vec<bool> = lengths.map(Result::is_ok).collect();
    writeln!(out, "\nsolved: {} of {chosen}{}", solved, agreement(&lengths, figure(run.set.measure)))?;
    let begun = run.rows.len();
    if begun < chosen {
        writeln!(out, "not started: {}", chosen - begun)?;
    }
    let nodes: Vec<bool> =
        run.rows.iter().filter_map(|tried| tried.verdict.nodes.as_ref()).map(Result::is_ok).collect();
    if !nodes.is_empty() {
        let equal = nodes.iter().filter(|&&equal| equal).count();
        writeln!(out, "nodes generated: equal to the published count in {equal} of {}", nodes.len())?;
    }
    let mean = |of: fn(&BenchRow) -> u64| run.mean(of);
    if let Some((expanded, generated)) =
        mean(|row| row.answer.stats.expanded).zip(mean(|row| row.answer.stats.generated))
    {
        // The published mean is shown if every solved instance has a published count.
        let beside = |of: fn(&Published) -> Option<u64>| {
            let known = run.solved().all(|row| of(&row.published).is_some());
            let mean = run.mean(|row| of(&row.published).unwrap_or(0)).filter(|_| known);
            mean.map_or(String::new(), |mean| format!(" (published: {})", grouped(mean.round() as u64)))
        };
        let [expanded, generated] = [expanded, generated].map(|mean| grouped(mean.round() as u64));
        let (old_expanded, old_generated) = (beside(|row| row.expanded), beside(|row| row.generated));
        writeln!(out, "mean: {expanded} expanded{old_expanded}, {generated} generated{old_generated}")?;
    }
    let stats = || run.rows.iter().map(|tried| &tried.answer.stats);
    let searching: f64 = stats().map(|stats| stats.seconds).sum();
    let rate = |nodes: u64| grouped((nodes as f64 / searching.max(1e-9)) as u64);
    let expanded = rate(stats().map(|stats| stats.expanded).sum());
    let generated = rate(stats().map(|stats| stats.generated).sum());
    writeln!(out, "seconds: {seconds:.3}, {searching:.3} of search")?;
    writeln!(out, "nodes per second of search: {expanded} expanded, {generated} generated")
}

/// Returns what a set publishes of its solutions.
fn figure(measure: CostMeasure) -> &'static str {
    if measure == CostMeasure::Moves { "length" } else { "cost" }
}

/// Returns how many figures are as published, or an empty text if none was compared.
fn agreement(verdicts: &[bool], figure: &str) -> String {
    let wrong = verdicts.iter().filter(|&&right| !right).count();
    match (verdicts.len(), wrong) {
        (0, _) => String::new(),
        (1, 0) => format!(", with the published {figure}"),
        (_, 0) => format!(", all with the published {figure}"),
        (_, wrong) => format!(", {wrong} with another {figure} than published"),
    }
}
