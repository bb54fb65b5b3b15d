//! The output of answers: text for people ([`text`]), JSON for programs ([`json`]), drawings ([`board`], [`film`]), and
//! tables.

pub mod board;
pub mod file;
pub mod film;
pub mod json;
pub mod plot;
pub mod printable;
pub mod table;
pub mod text;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;

use printable::{Printable, printable};

/// The width in columns if the terminal does not report one.
const USUAL_WIDTH: usize = 80;

/// Returns standard output with unsafe characters escaped, for text of any origin.
pub fn stdout() -> Printable<io::Stdout> {
    Printable::new(io::stdout())
}

/// Returns standard output for drawings, without colours where they are unwanted (`NO_COLOR`, pipe, plain terminal).
pub fn stdout_with_colours() -> Printable<AutoStream<io::Stdout>> {
    Printable::new(AutoStream::auto(io::stdout()))
}

/// Returns the columns of the terminal that standard output goes to.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(USUAL_WIDTH, |(terminal_size::Width(columns), _)| usize::from(columns).max(1))
}

/// Whether standard output is a terminal. Boards are drawn in Unicode on a terminal, and in ASCII elsewhere.
pub fn to_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns the width of help: the columns of the terminal, else the variable `COLUMNS`, else no limit.
pub fn help_width() -> usize {
    let terminal = || terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal().or_else(named).filter(|&columns| columns > 0).unwrap_or(usize::MAX)
}

/// Whether standard error receives only error messages.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Sets whether standard error receives only error messages.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether `--quiet` was given.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes to standard error, unless `--quiet` is given. A write error is ignored.
pub fn tell(text: &str) {
    if !is_quiet() {
        say(text);
    }
}

/// Writes to standard error. A write error is ignored.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(text));
}
