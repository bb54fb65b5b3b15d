//! The program that runs this command, for a command that starts the program again.

use std::ffi::OsString;
use std::sync::OnceLock;

/// The words that start the command within a program of another language.
static LAUNCHER: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the words that start the command: a program and its first arguments. Only the first call counts.
pub fn use_launcher(words: Vec<OsString>) {
    let _ = LAUNCHER.set(words);
}

/// Whether the command runs within a program of another language.
pub fn is_within() -> bool {
    LAUNCHER.get().is_some()
}

/// Returns a process that starts this command again, still without the arguments of the command.
///
/// # Errors
/// When the system has no path of the program.
#[cfg(any(feature = "cluster", feature = "web"))]
pub fn again() -> std::io::Result<std::process::Command> {
    use std::process::Command;
    match LAUNCHER.get().and_then(|words| words.split_first()) {
        Some((program, first)) => {
            let mut command = Command::new(program);
            command.args(first);
            Ok(command)
        }
        None => Ok(Command::new(std::env::current_exe()?)),
    }
}
