//! How far a long search is: one line on standard error, only on a terminal, only after a second.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use loyd::limits::Progress;
use loyd::service::Part;
use loyd::service::amounts::{grouped, memory};

use crate::output::is_quiet;

use crate::output::printable::one_line;

/// Searches shorter than this show nothing.
const AFTER_SECONDS: f64 = 1.0;
/// Time between two drawings; searches report far more often.
const REDRAW: Duration = Duration::from_millis(100);

/// The line, once there is one.
#[derive(Clone, Debug)]
pub struct Line(Arc<Mutex<Shown>>);

#[derive(Debug, Default)]
struct Shown {
    bar: Option<ProgressBar>,
    drawn: Option<Instant>,
}

impl Line {
    /// A line, if standard error is a terminal, and not with `--quiet`.
    pub fn new() -> Option<Line> {
        (io::stderr().is_terminal() && !is_quiet()).then(|| Line(Arc::default()))
    }

    /// Moves the line on to what `message` says, after so many seconds of work.
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

    /// Takes the line away, so that what is printed next stands alone; the search may bring it back.
    pub fn hide(&self) {
        if let Some(bar) = self.0.lock().unwrap_or_else(PoisonError::into_inner).bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// An output that takes the line away before it writes.
#[derive(Debug)]
pub struct Alone<W> {
    output: W,
    line: Option<Line>,
}

impl<W: Write> Alone<W> {
    /// That output, with the line if there is one.
    pub fn new(output: W, line: Option<&Line>) -> Self {
        Alone { output, line: line.cloned() }
    }
}

impl<W: Write> Write for Alone<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.iter().for_each(Line::hide);
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// How far a search is, and before it the part of the work.
pub fn message(progress: &Progress, part: Option<&Part>) -> String {
    let Some(part) = part else { return counts(progress) };
    let Part { name, number, of, states, .. } = part;
    let part = match states {
        Some(states) => format!("{name} {number} of {of}, {} states", grouped(*states)),
        None => format!("{name} ({number} of {of})"),
    };
    format!("{part}: {}", counts(progress))
}

fn counts(progress: &Progress) -> String {
    let Progress { depth, best, nodes, seconds, bytes, case } = *progress;
    let held = memory(bytes);
    if let Some(case) = case {
        let searched = format!("at least {depth} moves, {} nodes, {held}, ", grouped(nodes));
        let searched = if nodes > 0 { searched } else { String::new() };
        return format!("case {}, {searched}{}", grouped(case), rate(case - 1, "cases", seconds));
    }
    let rate = grouped((nodes as f64 / seconds) as u64);
    let nodes = grouped(nodes);
    let best = best.map_or(String::new(), |best| format!(", {best} found"));
    format!("at least {depth} moves{best}, {nodes} nodes, {rate} nodes/s, {held}, {seconds:.0} s")
}

/// How many a second, and after how many seconds.
pub fn rate(done: u64, things: &str, seconds: f64) -> String {
    let rate = done as f64 / seconds;
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) };
    format!("{rate} {things}/s, {seconds:.0} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_holds_depth_nodes_rate_and_memory() {
        let progress = Progress { depth: 41, best: None, nodes: 3_000_000, seconds: 2.0, bytes: 3 << 20, case: None };
        assert_eq!(message(&progress, None), "at least 41 moves, 3,000,000 nodes, 1,500,000 nodes/s, 3.15 MB, 2 s");
        let progress = Progress { case: Some(8), ..progress };
        assert_eq!(message(&progress, None), "case 8, at least 41 moves, 3,000,000 nodes, 3.15 MB, 3.5 cases/s, 2 s");
        let progress = Progress { nodes: 0, case: Some(2_000_257), ..progress };
        assert_eq!(message(&progress, None), "case 2,000,257, 1,000,128 cases/s, 2 s");
    }
}
