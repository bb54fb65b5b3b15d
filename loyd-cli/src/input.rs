//! Reads standard input.

use std::io::{self, IsTerminal, Read};

use crate::output::tell;

/// Prints that the command reads from a terminal, because a user who forgot a file name would wait without an answer.
pub fn tell_of_terminal(what: &str) {
    const END: &str = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
    if io::stdin().is_terminal() {
        tell(&format!("loyd: reading {what} from the terminal; {END} the input"));
    }
}

/// Returns standard input without a buffer, for a caller that has its own buffer.
///
/// # Errors
/// The I/O error of the system.
#[cfg(unix)]
pub fn unbuffered() -> io::Result<impl Read + Send> {
    use std::os::fd::AsFd;
    Ok(std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Returns standard input.
///
/// # Errors
/// This version never fails.
#[cfg(not(unix))]
pub fn unbuffered() -> io::Result<impl Read + Send> {
    Ok(io::stdin())
}
