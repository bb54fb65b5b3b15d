//! How answers are written: for people ([`text`]), for programs ([`json`]), as drawings ([`board`], [`film`]) and as
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

/// Columns where nobody says how wide the terminal is.
const USUAL_WIDTH: usize = 80;

/// Standard output for text, whoever has written it.
pub fn stdout() -> Printable<io::Stdout> {
    Printable::new(io::stdout())
}

/// The same for drawings, without colours where they are not wanted (`NO_COLOR`, a pipe, a plain terminal).
pub fn stdout_with_colours() -> Printable<AutoStream<io::Stdout>> {
    Printable::new(AutoStream::auto(io::stdout()))
}

/// Columns of the terminal that standard output goes to.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(USUAL_WIDTH, |(terminal_size::Width(columns), _)| usize::from(columns).max(1))
}

/// Whether standard output is a terminal: there boards are drawn in Unicode, elsewhere in ASCII.
pub fn to_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Columns that help is folded to: those of the terminal, else of the variable `COLUMNS`, else as it is written.
pub fn help_width() -> usize {
    let terminal = || terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal().or_else(named).filter(|&columns| columns > 0).unwrap_or(usize::MAX)
}

/// Whether nothing is to be said on standard error but what went wrong.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Sets whether nothing is to be said on standard error but what went wrong.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether that is so.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes to standard error, whether or not anybody listens there; nothing with `--quiet`.
pub fn tell(text: &str) {
    if !is_quiet() {
        say(text);
    }
}

/// Writes to standard error, whether or not anybody listens there.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(text));
}
