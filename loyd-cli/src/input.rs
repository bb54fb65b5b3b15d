//! Standard input.

use std::io::{self, IsTerminal, Read};

use crate::output::tell;

/// Says that a terminal is read: somebody who forgot to name a file would wait for an answer that never comes.
pub fn tell_of_terminal(what: &str) {
    const END: &str = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
    if io::stdin().is_terminal() {
        tell(&format!("loyd: reading {what} from the terminal; {END} the input"));
    }
}

/// Standard input without a buffer between, for who has one.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub fn unbuffered() -> io::Result<impl Read + Send> {
    use std::os::fd::AsFd;
    Ok(std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Standard input.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn unbuffered() -> io::Result<impl Read + Send> {
    Ok(io::stdin())
}
