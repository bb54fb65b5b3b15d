//! The progress of a long search: one line on standard error, only on a terminal and only after a second.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use loyd::service::WorkPart;
use loyd::service::amounts::{grouped, memory};
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::limits::Progress;

use crate::machine::net;
use crate::output::is_quiet;
use crate::output::printable::one_line;

/// The time before the line appears. Shorter searches show nothing.
const AFTER_SECONDS: f64 = 1.0;
/// The least time of building tables that is worth a notice.
const WORTH_SECONDS: f64 = 2.0;
/// The time between two drawings. Searches report far more often.
const REDRAW: Duration = Duration::from_millis(100);

/// The progress line. Its clones share one line, which appears with the first message.
#[derive(Clone, Debug)]
pub struct ProgressLine(Arc<Mutex<Shown>>);

#[derive(Debug, Default)]
struct Shown {
    bar: Option<ProgressBar>,
    drawn: Option<Instant>,
}

impl ProgressLine {
    /// Returns a line, if standard error is a terminal and `--quiet` is not given.
    pub fn new() -> Option<ProgressLine> {
        let line = (io::stderr().is_terminal() && !is_quiet()).then(|| ProgressLine(Arc::default()));
        line.iter().cloned().for_each(|line| net::before_the_end(move || line.hide()));
        line
    }

    /// Shows `message`, if `seconds` of work have passed and the last drawing is old enough.
    pub fn say(&self, seconds: f64, message: impl FnOnce() -> String) {
        if seconds < AFTER_SECONDS {
            return;
        }
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        shown.drawn = Some(Instant::now());
        let bar = shown.bar.get_or_insert_with(|| {
            let style =
                ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new_spinner().with_style(style)
        });
        bar.set_message(one_line(&message()).into_owned());
        bar.tick();
    }

    /// Hides the line, so that the next output stands alone. The search may show the line again.
    pub fn hide(&self) {
        if let Some(bar) = self.0.lock().unwrap_or_else(PoisonError::into_inner).bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The notice that a search builds tables first, and that no later search builds them again. The notice is due once in
/// a process, when the time can be estimated. Its clones share one notice.
#[derive(Clone, Debug, Default)]
pub struct TableNotice(Arc<Mutex<Notice>>);

#[derive(Debug, Default)]
enum Notice {
    /// No table is built.
    #[default]
    None,
    /// A table is built, which this folder will keep.
    Building(PathBuf),
    /// The notice was given.
    Given,
}

impl TableNotice {
    /// Takes note of the file that will keep the table at hand.
    pub fn note_file(&self, path: &Path) {
        let mut notice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Notice::None, Some(folder)) = (&*notice, path.parent()) {
            *notice = Notice::Building(folder.into());
        }
    }

    /// Returns the text of the notice, if it is due. The parts after the part at hand are expected to take as long.
    pub fn due(&self, progress: &Progress, part: Option<&WorkPart>) -> Option<String> {
        if progress.seconds < AFTER_SECONDS {
            return None;
        }
        let part = part?;
        let left = part.seconds_left(progress)?;
        let mut notice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Notice::Building(folder) = &*notice else { return None };
        let whole = (progress.seconds - part.begun).max(0.0) + left;
        let all = left + whole * part.of.saturating_sub(part.number) as f64;
        if all < WORTH_SECONDS {
            return None;
        }
        let text = format!("building tables once, about {}, kept in {}", time(all), folder.display());
        *notice = Notice::Given;
        Some(text)
    }
}

/// An output that hides the progress line before each write.
#[derive(Debug)]
pub struct Alone<W> {
    output: W,
    line: Option<ProgressLine>,
}

impl<W: Write> Alone<W> {
    /// Wraps `output`, with the progress line if there is one.
    pub fn new(output: W, line: Option<&ProgressLine>) -> Self {
        Alone { output, line: line.cloned() }
    }
}

impl<W: Write> Write for Alone<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.iter().for_each(ProgressLine::hide);
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Returns the progress text of a search, with the part of the work at hand.
pub fn message(progress: &Progress, part: Option<&WorkPart>) -> String {
    let Some(part) = part else { return counts(progress) };
    let WorkPart { name, number, of, .. } = part;
    let name = if *of > 1 { format!("{name}, {number} of {of}") } else { name.clone() };
    let Some(done) = done(progress, part) else { return format!("{name}: {}", counts(progress)) };
    let case = progress.case.map_or(String::new(), |case| format!("case {}, ", grouped(case)));
    let proved = if progress.depth.amount() > 0 { at_least(progress.depth) + ", " } else { String::new() };
    let best = progress.best.map_or(String::new(), |best| format!("{} found, ", best.amount()));
    let (held, seconds) = (memory(progress.bytes), progress.seconds);
    format!("{case}{proved}{best}building {name}: {done}, {held}, {seconds:.0} s")
}

/// Returns how much of a part is done and how long the rest will take, or `None` if the size of the part is unknown.
pub fn done(progress: &Progress, part: &WorkPart) -> Option<String> {
    let percent = (100.0 * part.fraction(progress)?).floor();
    let left = part.seconds_left(progress).map_or(String::new(), |seconds| format!(", {} left", time(seconds)));
    Some(format!("{percent:.0} %{left}"))
}

/// Formats a time for people, with about two digits.
pub fn time(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    match seconds {
        seconds if seconds < 2.0 * MINUTE => format!("{:.0} s", seconds.ceil()),
        seconds if seconds < 2.0 * HOUR => format!("{:.0} min", seconds / MINUTE),
        seconds if seconds < 2.0 * DAY => format!("{:.0} h", seconds / HOUR),
        seconds => format!("{:.0} days", seconds / DAY),
    }
}

/// Returns the proved lower bound of a search.
fn at_least(depth: Cost) -> String {
    match depth.measure() {
        CostMeasure::Moves => format!("at least {} moves", depth.amount()),
        CostMeasure::Weights => format!("cost at least {}", depth.amount()),
    }
}

fn counts(progress: &Progress) -> String {
    let Progress { depth, best, nodes, seconds, bytes, case, .. } = *progress;
    let held = memory(bytes);
    if let Some(case) = case {
        let searched = format!("{}, {} nodes, {held}, ", at_least(depth), grouped(nodes));
        let searched = if nodes > 0 { searched } else { String::new() };
        return format!("case {}, {searched}{}", grouped(case), rate(case - 1, "cases", seconds));
    }
    let rate = grouped((nodes as f64 / seconds) as u64);
    let nodes = grouped(nodes);
    let (best, proved) = (best.map_or(String::new(), |best| format!(", {} found", best.amount())), at_least(depth));
    format!("{proved}{best}, {nodes} nodes, {rate} nodes/s, {held}, {seconds:.0} s")
}

/// Returns the progress text of a map or of a table of distances.
pub fn layers(progress: &Progress, part: Option<&WorkPart>) -> String {
    let all = part.and_then(|part| part.states).map_or(String::new(), |all| format!(" of {}", grouped(all)));
    let done = part.and_then(|part| done(progress, part)).map_or(String::new(), |done| format!(", {done}"));
    let states = progress.nodes + part.map_or(0, |part| part.before);
    let (depth, rate) = (progress.layer.unwrap_or(0) + 1, rate(progress.nodes, "states", progress.seconds));
    format!("depth {depth}{done}, {}{all} states, {rate}", grouped(states))
}

/// Formats the number of `things` per second and the seconds so far.
pub fn rate(done: u64, things: &str, seconds: f64) -> String {
    let rate = done as f64 / seconds;
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) };
    format!("{rate} {things}/s, {seconds:.0} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRESS: Progress = Progress {
        depth: Cost::moves(41),
        layer: None,
        best: None,
        nodes: 3_000_000,
        seconds: 2.0,
        bytes: 3 << 20,
        case: None,
        part: None,
    };

    #[test]
    fn tables_that_are_built_once_are_announced_once() {
        let notice = TableNotice::default();
        let mut part = WorkPart::new("table of 6-6-3", 2, 3, Some(9_000_000));
        part.begun = 1.0;
        // Nothing is known of a file: the table is not kept, and is no news.
        assert_eq!(notice.due(&PROGRESS, Some(&part)), None);
        notice.note_file(Path::new("/kept/table-1"));
        assert_eq!(notice.due(&Progress { seconds: 0.5, ..PROGRESS }, Some(&part)), None);
        assert_eq!(notice.due(&PROGRESS, Some(&WorkPart::new("map", 1, 1, None))), None);
        // A third of the table took a second. Two more, and three for the last table.
        let told = notice.due(&PROGRESS, Some(&part)).unwrap();
        assert_eq!(told, "building tables once, about 5 s, kept in /kept");
        notice.note_file(Path::new("/kept/table-2"));
        assert_eq!(notice.due(&PROGRESS, Some(&part)), None);
    }

    #[test]
    fn a_message_holds_depth_nodes_rate_and_memory() {
        assert_eq!(message(&PROGRESS, None), "at least 41 moves, 3,000,000 nodes, 1,500,000 nodes/s, 3.15 MB, 2 s");
        let progress = Progress { case: Some(8), ..PROGRESS };
        assert_eq!(message(&progress, None), "case 8, at least 41 moves, 3,000,000 nodes, 3.15 MB, 3.5 cases/s, 2 s");
        let progress = Progress { nodes: 0, case: Some(2_000_257), ..progress };
        assert_eq!(message(&progress, None), "case 2,000,257, 1,000,128 cases/s, 2 s");
    }

    #[test]
    fn a_part_says_what_is_done_and_how_long_the_rest_takes() {
        let part = WorkPart::new("table of 6-6-3", 2, 3, Some(12_000_000));
        let told = message(&Progress { layer: Some(14), ..PROGRESS }, Some(&part));
        assert_eq!(told, "at least 41 moves, building table of 6-6-3, 2 of 3: 25 %, 6 s left, 3.15 MB, 2 s");
        let none = message(&Progress { depth: Cost::moves(0), nodes: 0, ..PROGRESS }, Some(&part));
        assert_eq!(none, "building table of 6-6-3, 2 of 3: 0 %, 3.15 MB, 2 s");
        let instance = WorkPart::new("17", 3, 100, None);
        assert!(message(&PROGRESS, Some(&instance)).starts_with("17, 3 of 100: at least 41 moves, 3,000,000 nodes"));
        let map = WorkPart::new("map", 1, 1, Some(4_000_000));
        let told = layers(&Progress { depth: Cost::moves(0), layer: Some(9), ..PROGRESS }, Some(&map));
        assert_eq!(told, "depth 10, 75 %, 1 s left, 3,000,000 of 4,000,000 states, 1,500,000 states/s, 2 s");
        let unknown = layers(&PROGRESS, Some(&WorkPart::new("map", 1, 1, None)));
        assert_eq!(unknown, "depth 1, 3,000,000 states, 1,500,000 states/s, 2 s");
        assert_eq!([119.0, 130.0, 7300.0, 200_000.0].map(time), ["119 s", "2 min", "2 h", "2 days"]);
    }
}
