//! What `loyd bench` prints: a row an instance, the totals, or one object.

use std::io::{self, Write};

use loyd::search::Outcome;
use serde::{Serialize, Serializer};

use super::{Run, Tried};
use crate::instances::{Instance, Set};
use crate::output::{json, text};
use crate::progress::grouped;

/// The rows for people. Their widths are known before the first instance is solved, so that each is written when it is.
pub struct Table {
    columns: Vec<(Column, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Id,
    Moves,
    PublishedMoves,
    Expanded,
    PublishedExpanded,
    Generated,
    PublishedGenerated,
    Seconds,
}

impl Column {
    const ALL: [Column; 8] = [
        Column::Id,
        Column::Moves,
        Column::PublishedMoves,
        Column::Expanded,
        Column::PublishedExpanded,
        Column::Generated,
        Column::PublishedGenerated,
        Column::Seconds,
    ];

    /// Its title, and how wide it is at least.
    fn title(self) -> (&'static str, usize) {
        match self {
            Column::Id => ("id", 2),
            Column::Moves => ("moves", 5),
            Column::PublishedMoves | Column::PublishedExpanded | Column::PublishedGenerated => ("published", 9),
            // Room for an hour's.
            Column::Expanded => ("expanded", 15),
            Column::Generated => ("generated", 15),
            Column::Seconds => ("seconds", 11),
        }
    }

    /// What is known before it is tried.
    fn published(self, instance: &Instance<'_>) -> Option<String> {
        match self {
            Column::Id => Some(instance.id.clone()),
            Column::PublishedMoves => instance.length.map(|moves| moves.to_string()),
            Column::PublishedExpanded => instance.expanded.map(grouped),
            Column::PublishedGenerated => instance.generated.map(grouped),
            Column::Moves | Column::Expanded | Column::Generated | Column::Seconds => None,
        }
    }

    fn cell(self, tried: &Tried<'_>) -> String {
        let stats = &tried.answer.stats;
        match self {
            Column::Moves => match &tried.answer.outcome {
                Outcome::Solved(solution) => solution.length.to_string(),
                Outcome::Unsolvable(_) => "none".into(),
                Outcome::Stopped { at_least, .. } => format!(">={at_least}"),
            },
            Column::Expanded => grouped(stats.expanded),
            Column::Generated => grouped(stats.generated),
            Column::Seconds => format!("{:.4}", stats.seconds),
            published => published.published(tried.instance).unwrap_or_default(),
        }
    }
}

impl Table {
    /// The columns that the set has anything for.
    pub fn of(set: &Set<'_>) -> Table {
        let columns = Column::ALL.into_iter().filter_map(|column| {
            let cells = set.instances.iter().filter_map(|instance| column.published(instance));
            let widest = cells.map(|cell| cell.chars().count()).max();
            let (_, least) = column.title();
            let empty = column.title().0 == "published" && widest.is_none();
            (!empty).then_some((column, widest.unwrap_or(0).max(least)))
        });
        Table { columns: columns.collect() }
    }

    /// Writes the row of the instance tried, and the head before the first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row(&self, run: &Run<'_>, tried: &Tried<'_>, out: &mut impl Write) -> io::Result<()> {
        if run.tried.is_empty() {
            head(run, tried, out)?;
            writeln!(out, "{}", self.line(|column| column.title().0.into()))?;
        }
        write!(out, "{}", self.line(|column| column.cell(tried)))?;
        let verdict = &tried.verdict;
        if verdict.length.as_ref().is_some_and(Result::is_err) {
            write!(out, "  wrong length")?;
        }
        if verdict.nodes.as_ref().is_some_and(Result::is_err) {
            write!(out, "  other nodes than published")?;
        }
        match &tried.answer.outcome {
            Outcome::Solved(_) => {}
            Outcome::Unsolvable(why) => write!(out, "  unsolvable: {why}")?,
            Outcome::Stopped { at_least, best, why } => write!(out, "  {}", text::stopped(*at_least, *best, *why))?,
        }
        writeln!(out)
    }

    fn line(&self, cell: impl Fn(Column) -> String) -> String {
        let cells = self.columns.iter().map(|&(column, width)| format!("{:>width$}", cell(column)));
        cells.collect::<Vec<_>>().join("  ")
    }
}

fn head(run: &Run<'_>, first: &Tried<'_>, out: &mut impl Write) -> io::Result<()> {
    let (name, puzzle, goal, chosen) = (run.name, run.puzzle, run.goal, run.set.instances.len());
    let part = if chosen == run.of { String::new() } else { format!("{chosen} of ") };
    writeln!(out, "{name}: {part}{} of {puzzle}, goal {goal}", text::counted(run.of as u128, "instance"))?;
    if let Some(source) = run.set.source {
        writeln!(out, "published: {source}")?;
    }
    let threads = run.threads.map_or(String::new(), |n| format!(", {}", text::counted(n.into(), "thread")));
    writeln!(out, "{}{threads}\n", first.how())
}

/// Sums over the instances that were solved.
#[derive(Default)]
struct Sums {
    solved: u64,
    expanded: u64,
    generated: u64,
    /// The published counts, where all that were solved have one.
    published_expanded: Option<u64>,
    published_generated: Option<u64>,
}

impl Sums {
    fn of(run: &Run<'_>) -> Sums {
        let solved = || run.tried.iter().filter(|tried| matches!(tried.answer.outcome, Outcome::Solved(_)));
        Sums {
            solved: solved().count() as u64,
            expanded: solved().map(|tried| tried.answer.stats.expanded).sum(),
            generated: solved().map(|tried| tried.answer.stats.generated).sum(),
            published_expanded: published(solved().map(|tried| tried.instance.expanded)),
            published_generated: published(solved().map(|tried| tried.instance.generated)),
        }
    }

    fn mean(&self, sum: u64) -> Option<f64> {
        (self.solved > 0).then(|| sum as f64 / self.solved as f64)
    }
}

/// The sum, where every summand is known.
fn published(mut counts: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    counts.try_fold(0u64, |sum, count| Some(sum.saturating_add(count?)))
}

/// Writes what comes of the whole run.
///
/// # Errors
/// When it cannot be written.
pub fn totals(run: &Run<'_>, seconds: f64, out: &mut impl Write) -> io::Result<()> {
    let (chosen, sums) = (run.set.instances.len(), Sums::of(run));
    let lengths = run.tried.iter().filter_map(|tried| tried.verdict.length.as_ref());
    let lengths: Vec<bool> = lengths.map(Result::is_ok).collect();
    writeln!(out, "\nsolved: {} of {chosen}{}", sums.solved, agreement(&lengths))?;
    let begun = run.tried.len();
    if begun < chosen {
        writeln!(out, "not begun: {}", chosen - begun)?;
    }
    let nodes: Vec<bool> =
        run.tried.iter().filter_map(|tried| tried.verdict.nodes.as_ref()).map(Result::is_ok).collect();
    if !nodes.is_empty() {
        let equal = nodes.iter().filter(|&&equal| equal).count();
        writeln!(out, "nodes generated: as published in {equal} of {}", nodes.len())?;
    }
    if let Some((expanded, generated)) = sums.mean(sums.expanded).zip(sums.mean(sums.generated)) {
        let beside = |sum: Option<u64>| match sum.and_then(|sum| sums.mean(sum)) {
            Some(mean) => format!(" (published: {})", grouped(mean.round() as u64)),
            None => String::new(),
        };
        let [expanded, generated] = [expanded, generated].map(|mean| grouped(mean.round() as u64));
        let [old_expanded, old_generated] = [sums.published_expanded, sums.published_generated].map(beside);
        writeln!(out, "mean: {expanded} expanded{old_expanded}, {generated} generated{old_generated}")?;
    }
    let stats = || run.tried.iter().map(|tried| &tried.answer.stats);
    let searching: f64 = stats().map(|stats| stats.seconds).sum();
    let rate = |nodes: u64| grouped((nodes as f64 / searching.max(1e-9)) as u64);
    let expanded = rate(stats().map(|stats| stats.expanded).sum());
    let generated = rate(stats().map(|stats| stats.generated).sum());
    writeln!(out, "seconds: {seconds:.3}, {searching:.3} of them searching")?;
    writeln!(out, "nodes a second of searching: {expanded} expanded, {generated} generated")
}

/// How many lengths are as published, where any can be told.
fn agreement(verdicts: &[bool]) -> String {
    let wrong = verdicts.iter().filter(|&&right| !right).count();
    match (verdicts.len(), wrong) {
        (0, _) => String::new(),
        (1, 0) => ", of the length published".into(),
        (_, 0) => ", all of the length published".into(),
        (_, wrong) => format!(", {wrong} not of the length published"),
    }
}

/// The whole run for programs.
#[derive(Serialize)]
pub struct Report<'a> {
    version: u32,
    name: &'a str,
    source: Option<&'a str>,
    puzzle: &'a str,
    goal: &'a str,
    threads: Option<u16>,
    solved: u64,
    mean_expanded: Option<f64>,
    mean_generated: Option<f64>,
    total_seconds: f64,
    instances: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(serialize_with = "id")]
    id: &'a str,
    state: &'a str,
    outcome: &'static str,
    length: Option<u32>,
    at_least: Option<u32>,
    best: Option<u32>,
    reason: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    bytes: u64,
    published_length: Option<u32>,
    published_expanded: Option<u64>,
    published_generated: Option<u64>,
    length_agrees: Option<bool>,
    generated_agrees: Option<bool>,
}

/// An id that is a number as papers give it is a number.
fn id<S: Serializer>(id: &&str, serializer: S) -> Result<S::Ok, S::Error> {
    match id.parse::<u64>() {
        Ok(number) if number.to_string() == *id => serializer.serialize_u64(number),
        _ => serializer.serialize_str(id),
    }
}

impl<'a> Report<'a> {
    /// The report of a run that took so long.
    pub fn new(run: &'a Run<'a>, total_seconds: f64) -> Report<'a> {
        let sums = Sums::of(run);
        Report {
            version: json::VERSION,
            name: run.name,
            source: run.set.source,
            puzzle: run.puzzle,
            goal: run.goal,
            threads: run.threads,
            solved: sums.solved,
            mean_expanded: sums.mean(sums.expanded),
            mean_generated: sums.mean(sums.generated),
            total_seconds,
            instances: run.tried.iter().map(row).collect(),
        }
    }
}

fn row<'a>(tried: &'a Tried<'a>) -> Row<'a> {
    let Tried { instance, answer, verdict } = tried;
    let (length, at_least, best, reason) = match &answer.outcome {
        Outcome::Solved(solution) => (Some(solution.length), Some(solution.length), None, None),
        Outcome::Unsolvable(why) => (None, None, None, Some(why.kind())),
        Outcome::Stopped { at_least, best, why } => (None, Some(*at_least), *best, Some(json::stop_word(*why))),
    };
    Row {
        id: &instance.id,
        state: &answer.state,
        outcome: json::outcome_word(&answer.outcome),
        length,
        at_least,
        best,
        reason,
        algorithm: answer.algorithm.name(),
        heuristic: answer.heuristic,
        expanded: answer.stats.expanded,
        generated: answer.stats.generated,
        seconds: answer.stats.seconds,
        bytes: answer.stats.bytes,
        published_length: instance.length,
        published_expanded: instance.expanded,
        published_generated: instance.generated,
        length_agrees: verdict.length.as_ref().map(Result::is_ok),
        generated_agrees: verdict.nodes.as_ref().map(Result::is_ok),
    }
}
