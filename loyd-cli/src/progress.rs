//! How far a long search is: one line on standard error, only on a terminal, only after a second.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use loyd::search::Progress;

/// Searches shorter than this show nothing.
const AFTER_SECONDS: f64 = 1.0;
/// Time between two drawings; searches report far more often.
const REDRAW: Duration = Duration::from_millis(100);

/// The line, once there is one.
#[derive(Clone, Debug)]
pub struct Line(Arc<Mutex<Option<(ProgressBar, Instant)>>>);

/// What [`loyd::search::Limits`] calls.
pub type Callback = Arc<dyn Fn(&Progress) + Send + Sync>;

impl Line {
    /// A line, if standard error is a terminal.
    pub fn new() -> Option<Line> {
        io::stderr().is_terminal().then(|| Line(Arc::default()))
    }

    /// What a search calls to move the line on.
    pub fn callback(&self) -> Callback {
        self.callback_for("")
    }

    /// The same, with what is searched before how far it is.
    pub fn callback_for(&self, what: &str) -> Callback {
        let (line, what) = (self.clone(), what.to_string());
        Arc::new(move |progress| line.show(&what, progress))
    }

    fn show(&self, what: &str, progress: &Progress) {
        if progress.seconds < AFTER_SECONDS {
            return;
        }
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_ref().is_some_and(|(_, drawn)| drawn.elapsed() < REDRAW) {
            return;
        }
        let (bar, drawn) = shown.get_or_insert_with(|| {
            let style =
                ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            (ProgressBar::new_spinner().with_style(style), Instant::now())
        });
        *drawn = Instant::now();
        bar.set_message(format!("{what}{}", message(progress)));
        bar.tick();
    }

    /// Takes the line away, so that what is printed next stands alone; the search may bring it back.
    pub fn hide(&self) {
        if let Some((bar, _)) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

fn message(progress: &Progress) -> String {
    let Progress { depth, nodes, seconds, bytes } = *progress;
    let rate = grouped((nodes as f64 / seconds) as u64);
    let nodes = grouped(nodes);
    format!("at least {depth} moves, {nodes} nodes, {rate} nodes/s, {}, {seconds:.0} s", HumanBytes(bytes))
}

/// A number with a comma between thousands.
///
/// ```text
/// 1234567 -> 1,234,567
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (123456, "123,456"), (1234567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_message_holds_depth_nodes_rate_and_memory() {
        let progress = Progress { depth: 41, nodes: 3_000_000, seconds: 2.0, bytes: 3 << 20 };
        assert_eq!(message(&progress), "at least 41 moves, 3,000,000 nodes, 1,500,000 nodes/s, 3.00 MiB, 2 s");
    }
}
